/* SPDX-License-Identifier: MIT
 * Inside the library: the parts of a build and of a repair, for whoever does them in other pieces. */
#ifndef WEND__FIELD_BUILD_H
#define WEND__FIELD_BUILD_H

#include "field/field.h"

/* [raw units] WEND_UNREACHABLE: none. */
static inline uint32_t wend__max_distance_of(const wend_build_options *options) {
    return options->max_distance ? options->max_distance : WEND_UNREACHABLE;
}

/* May the field be built with this? Else it is BUSY, or as wend_field_build says. */
wend_status wend__field_check(const wend_field *field, const wend_workspace *workspace,
                              const wend_build_options *options);

/* In this order; between them whoever builds settles the integration, finishes its pages, and finds directions and
 * sights. */
void wend__field_open(wend_field *field, wend__integration *integration, wend_workspace *const *workspaces);
void wend__field_seed_row(const wend_field *field, const wend_build_options *options, int32_t y,
                          wend__integration *integration);
void wend__field_finish_goals(wend_field *field);
void wend__field_finish_row(wend_field *field, const wend_build_options *options, int32_t y);
void wend__field_close(wend_field *field, wend_workspace *const *workspaces, const wend_build_options *options);

/* Once it is closed: PARTIAL where some goal cannot be used, or OK. */
wend_status wend__field_outcome(const wend_field *field);

/* Was the last build asked for the same, and nothing more than goals and a greatest distance? */
bool wend__field_was_built_alike(const wend_field *field, const wend_build_options *options);

/* Begins a repair of such a field; ripple and job last until its end. Then sights are found, if anything was listed, and
 * the field is closed. limits NULL are the usual ones. */
wend__repair_state wend__field_repair(wend_field *field, wend_workspace *workspace, const wend__repair_limits *limits,
                                      wend__ripple *ripple, wend__repair_job *job);

/* wend_field_update with other limits than the usual ones (NULL). */
wend_status wend__field_update(wend_field *field, wend_workspace *workspace, const wend_build_options *options,
                               const wend__repair_limits *limits);

/* Says that it was made from the mover, and from the goals that are set, as they are now. */
void wend__field_catch_up(wend_field *field);

#endif

/* SPDX-License-Identifier: MIT
 * Inside the library: a field from values that were built elsewhere. See field_restore.c. */
#ifndef WEND__FIELD_RESTORE_H
#define WEND__FIELD_RESTORE_H

#include "field/field.h"

/* What the last build of a field was asked for, and where it stopped. */
typedef struct wend__asked {
    uint32_t bound, max_distance;
    bool is_plain;
} wend__asked;

/* Makes a field out of a new one whose goals are set and whose pages, seeded cells and cut_off's were filled by the
 * caller. Errors: FORMAT (no build gives these), NO_MEMORY; then the field is good for nothing but to be destroyed. */
wend_status wend__field_restore(wend_field *field, wend__asked asked);

#endif

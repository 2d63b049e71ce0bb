/* SPDX-License-Identifier: MIT
 * wend: snapshots of a field. A snapshot never changes: it can be read while the map is edited, the mover updated and
 * the field built or updated in another thread. (Maps, movers and fields as bytes are in io.h, and called saved.)
 *
 *      wend_snapshot *now;
 *      wend_snapshot_take(field, &now);                                one thread, between two updates
 *      wend_field_sample(wend_snapshot_field(now), mode, x, y, &out);  any thread, at any time
 *      wend_snapshot_destroy(now);                                     any thread, once per hold
 *
 * It answers what the field answered when it was taken, to every function that takes `const wend_field *`, but for two:
 * wend_field_mover gives the mover as it is by now, and smooth samples are refused (ERROR_UNSUPPORTED).
 * Snapshots of one field share the pages of 64 x 64 cells in which nothing has changed between them: in the field or in
 * what its mover says. They live in memory that is reserved with the field (`snapshots`, `snapshot_pages` in
 * wend_field_desc), 8 bytes per cell.
 *
 * Threads: taking is for the thread that builds the field and updates its mover, while neither is going on. All other
 * functions are for any number of threads at any time; whoever calls one has a hold of the snapshot, or knows that
 * someone keeps one meanwhile. None of them takes a lock. */
#ifndef WEND_SNAPSHOT_H
#define WEND_SNAPSHOT_H

#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_snapshot wend_snapshot;

typedef struct wend_snapshot_info {
    uint32_t pages;  /* of the map */
    uint32_t copied; /* of them, those that were copied when it was taken; the others are shared with the one before */
    uint32_t free_pages; /* that were left for later ones */
} wend_snapshot_info;

/* The field as it is now, stale or never built included; the caller gets one hold. Costs what pages that changed since
 * the last one cost to compare and copy, and a few nanoseconds for each of the others. Allocates nothing.
 * Errors: ARGUMENT, CAPACITY (the field's `snapshots` are all held, or its `snapshot_pages` in use), BUSY (the mover is
 * being updated in slices). */
WEND_API wend_status wend_snapshot_take(wend_field *field, wend_snapshot **out);

/* What to read: valid as long as the snapshot is held. It has no status of its own to go stale: wend_field_status is
 * that of the time of taking. */
WEND_API const wend_field *wend_snapshot_field(const wend_snapshot *snapshot);

/* What the taking cost. */
WEND_API void wend_snapshot_describe(const wend_snapshot *snapshot, wend_snapshot_info *out);

/* One more hold, for another owner, who gives it up by wend_snapshot_destroy. Returns the snapshot. */
WEND_API wend_snapshot *wend_snapshot_hold(wend_snapshot *snapshot);

/* Gives up a hold. Snapshots keep the mover and the map alive, not the field. NULL is allowed. */
WEND_API void wend_snapshot_destroy(wend_snapshot *snapshot);

#ifdef __cplusplus
}
#endif

#endif

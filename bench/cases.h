/* SPDX-License-Identifier: MIT
 * Bench: the cases, and the kinds they are of. */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include "contest.h"

typedef struct bench_case {
    const char *name, *about;
    bench_recipe recipe;  /* of its map; no name: it needs files */
    const int32_t *sizes; /* without --size; ended by 0 */
    /* The same in the contest. */
    const char *unit;
    double nanoseconds;
    bool is_per_build;
    uint32_t builds;

    void (*enter)(bench_contest *contest);
} bench_case;

size_t bench_case_count(void);
const bench_case *bench_case_at(size_t index);

/* Each of these lets everyone who can take part, and was asked for, enter the contest. */

/* field.c: distances of all cells, wend's with directions. */
void bench_enter_fields(bench_contest *contest);
/* field.c: several fields at once. */
void bench_enter_many(bench_contest *contest);
/* rebuild.c: a field again, after something has changed. */
void bench_enter_rebuilds(bench_contest *contest);
/* repair.c: a field's update after edits. */
void bench_enter_repairs(bench_contest *contest);
/* slices.c: a build in steps, each within a budget of time. */
void bench_enter_slices(bench_contest *contest);
/* rules.c: other step costs, corners, neighbours, lattices, radii, edges and links. */
void bench_enter_rules(bench_contest *contest);
/* direction.c: the direction pass alone. */
void bench_enter_directions(bench_contest *contest);
/* exits.c: costs, exit masks and components from terrain. */
void bench_enter_exits(bench_contest *contest);
/* sampling.c: directions at many points. */
void bench_enter_samples(bench_contest *contest);
void bench_enter_kinds_of_samples(bench_contest *contest);
/* crowd.c: steps of crowds, on open ground and among walls; their stages; and how far they get. */
void bench_enter_crowds(bench_contest *contest);
void bench_enter_crowds_among_walls(bench_contest *contest);
void bench_enter_stages(bench_contest *contest);
void bench_enter_ways(bench_contest *contest);
/* routes.c: one route at a time. */
void bench_enter_routes(bench_contest *contest);

/* updates.c: a mover's update after an edit. */
void bench_enter_updates(bench_contest *contest);
/* ranges.c: what units reach, threaten and flee from. */
void bench_enter_ranges(bench_contest *contest);
/* placement.c: where walls may go up. */
void bench_enter_placements(bench_contest *contest);

/* stream.c: reads 1 byte and writes 5 per cell. */
void bench_enter_stream(bench_contest *contest);

/* The peers, ended by an entry without a name. `find` is NULL where there was no compiler for it, and gives NULL where
 * its package was missing; `package` says what it needs. */
typedef struct bench_peer_entry {
    const char *name;
    const bench_peer *(*find)(void);
    const char *package;
} bench_peer_entry;
extern const bench_peer_entry bench_peers[];
const bench_peer *bench_find_peer(const bench_peer_entry *entry);

#endif

/* SPDX-License-Identifier: MIT
 * Bench: the kinds of case. Each function lets everyone who can take part, and was asked for, enter the contest. */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include "contest.h"

/* field.c: distances of all cells, wend's with directions. */
void bench_enter_fields(bench_contest *contest);
/* direction.c: the direction pass alone. */
void bench_enter_directions(bench_contest *contest);
/* exits.c: costs, exit masks and components from terrain. */
void bench_enter_exits(bench_contest *contest);
/* routes.c: one route at a time. */
void bench_enter_routes(bench_contest *contest);

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

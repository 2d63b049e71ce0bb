/* SPDX-License-Identifier: MIT
 * Bench: what every peer offers. A peer solves the same question as wend in the way its library, or common game code,
 * does it; it states the rule it obeys, and is timed only after its answers were found equal to wend's by that rule.
 *
 * Distances are in wend's raw units, PEER_UNREACHABLE where no way leads. Steps are priced alike in both directions
 * (MEAN), so that searching from the goal outward answers the question for every cell. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/mover.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_UNREACHABLE UINT32_MAX
#define PEER_STRAIGHT 70 /* length of a straight step, as in wend */

/* What a peer gets to see: a plain row-major array, as a game has it. It outlives the peer's state. */
typedef struct peer_ground {
    int32_t width, height;
    const uint8_t *costs; /* [cells] 1..254, or WEND_BLOCKED */
    bool is_uniform;      /* all free cells cost the same */
} peer_ground;

typedef struct bench_peer {
    const char *name;
    const char *about; /* for --list */
    uint32_t neighbours;
    wend_corner_rule corner_rule;
    uint32_t diagonal;
    bool needs_uniform; /* knows no weights */
    uint32_t max_cells; /* left out on larger maps, for want of memory */

    /* Everything that can be made before the goal is known, graphs too. Not timed. NULL: no memory. */
    void *(*create)(const peer_ground *ground);
    void (*destroy)(void *state);
    /* The distance of every cell to the goal. Timed. */
    void (*solve)(void *state, uint32_t goal);
    /* The distances of the last solve, into out [cells]. Not timed. */
    void (*read)(const void *state, uint32_t *out);
    /* The cost of the cheapest route, having written it down somewhere. Timed. NULL: the peer has none. */
    uint32_t (*route)(void *state, uint32_t from, uint32_t to);
} bench_peer;

/* NULL where the peer's package was not found when the bench was built. */
const bench_peer *peer_priority_queue(void);
const bench_peer *peer_bfs(void);
const bench_peer *peer_boost(void);
const bench_peer *peer_lemon(void);
const bench_peer *peer_libtcod(void);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT
 * Agents to goals of limited room.
 *
 * Computes: of all pairs of a waiting agent and a goal with room the one with the least (distance, agent, goal), fixed;
 *           and so on.
 * Invariant: the search settles cells by rising distance to the nearest goal with room, so the least waiting agent in a
 *            settled level has the least pair there is. Once that one's goal is full, all full goals are withdrawn: cells
 *            that were not their own keep their values, for they were not nearer to them; their own ones are searched
 *            again, and become farther.
 * Cost: one search, and one over all that is settled for every time an agent meets a full goal: once a level at most.
 * Source: the greedy matching, which is the stable one where both sides rank by distance: D. Gale, L. S. Shapley,
 *         College Admissions and the Stability of Marriage (1962).
 *
 *      1 . A . 2 . . 3 . . B       A and B have room for one: 1 and 2 are as near to A, 1 gets it;
 *                                  3 is nearer to B than 2, and gets that one; 2 gets none
 */
#include "field/allocation.h"

typedef struct matching {
    wend__spread spread;
    const wend_allocation_desc *desc;
    uint32_t *goals_of;  /* of a waiting agent: the next one in its cell, by number */
    uint32_t *distances; /* WEND_UNREACHABLE: waiting */
    uint32_t *first;     /* [cells] of cells with agents: the first that waits. All others hold anything */
    uint32_t *batch;     /* a heap of those that are first in the last level's cells, least (distance, agent) on top */
    uint32_t batch_count;
    size_t waiting;
} matching;

static wend_status check(const wend_mover *mover, const wend_workspace *workspace, const wend_allocation_desc *desc,
                         const uint32_t *goals_of, const uint32_t *distances) {
    if (!mover || !workspace || !desc) return WEND_ERROR_ARGUMENT;
    if (desc->agent_count && (!desc->agents || !goals_of || !distances)) return WEND_ERROR_ARGUMENT;
    wend_status status = wend__allocation_check(desc->goals, desc->goal_count);
    if (status != WEND_OK) return status;
    if (desc->agent_count > (size_t)1 << 31) return WEND_ERROR_SIZE;
    return wend__mover_check(mover, workspace);
}

/* Agents by cell. */

static bool is_placed(const matching *of, uint32_t agent) {
    wend_cell cell = of->desc->agents[agent];
    return wend__is_on(of->spread.mover->shape, cell.x, cell.y);
}

static uint32_t cell_of(const matching *of, uint32_t agent) {
    wend_cell cell = of->desc->agents[agent];
    return wend__index(of->spread.mover->shape, cell.x, cell.y);
}

static void line_up(matching *of) {
    uint32_t count = (uint32_t)of->desc->agent_count;
    for (uint32_t agent = 0; agent < count; agent++) {
        of->distances[agent] = WEND_UNREACHABLE;
        of->goals_of[agent] = WEND_NO_SOURCE;
        if (is_placed(of, agent)) of->first[cell_of(of, agent)] = WEND_NO_SOURCE;
    }
    for (uint32_t agent = count; agent-- > 0;) {
        if (!is_placed(of, agent)) continue;
        of->goals_of[agent] = of->first[cell_of(of, agent)];
        of->first[cell_of(of, agent)] = agent;
    }
}

/* A cell without agents holds anything, but not an agent that stands in it. */
static bool has_agent(const matching *of, uint32_t cell) {
    uint32_t agent = of->first[cell];
    return agent < of->desc->agent_count && is_placed(of, agent) && cell_of(of, agent) == cell;
}

/* The batch. */

static uint64_t rank(const matching *of, uint32_t agent) {
    return (uint64_t)of->spread.values[cell_of(of, agent)] << 32 | agent;
}

static void sift_down(matching *of, uint32_t at) {
    uint32_t agent = of->batch[at];
    for (uint32_t child; (child = 2 * at + 1) < of->batch_count; at = child) {
        if (child + 1 < of->batch_count && rank(of, of->batch[child + 1]) < rank(of, of->batch[child])) child++;
        if (rank(of, of->batch[child]) > rank(of, agent)) break;
        of->batch[at] = of->batch[child];
    }
    of->batch[at] = agent;
}

static void gather_batch(matching *of) {
    const wend__spread *spread = &of->spread;
    of->batch_count = 0;
    for (uint32_t i = spread->level_begin; i < spread->settled_count; i++)
        if (has_agent(of, spread->settled[i])) of->batch[of->batch_count++] = of->first[spread->settled[i]];
    for (uint32_t at = of->batch_count / 2; at-- > 0;) sift_down(of, at);
}

static uint32_t goal_of_first(const matching *of) {
    return of->spread.nodes[cell_of(of, of->batch[0])].label;
}

/* Takes the first agent out of the batch and fixes its goal. */
static void match_first(matching *of) {
    uint32_t agent = of->batch[0], cell = cell_of(of, agent), next = of->goals_of[agent];
    of->goals_of[agent] = of->spread.nodes[cell].label;
    of->distances[agent] = of->spread.values[cell];
    of->waiting--;
    of->first[cell] = next;
    of->batch[0] = next == WEND_NO_SOURCE ? of->batch[--of->batch_count] : next;
    if (of->batch_count) sift_down(of, 0);
}

/* Goals. */

static void seed_goals(matching *of) {
    const wend_allocation_desc *desc = of->desc;
    for (uint32_t i = 0; i < desc->goal_count; i++)
        if (!desc->rooms || desc->rooms[i]) wend__allocation_seed(&of->spread, &desc->goals[i], i);
}

static void match(matching *of) {
    uint32_t *rooms = of->desc->rooms;
    seed_goals(of);
    while (of->waiting && wend__spread_settle_level(&of->spread)) {
        gather_batch(of);
        while (of->batch_count) {
            uint32_t goal = goal_of_first(of);
            if (rooms && rooms[goal] == 0) {
                /* Those that are left of the batch come again: their cells are settled anew. */
                wend__spread_withdraw(&of->spread, rooms);
                seed_goals(of);
                break;
            }
            match_first(of);
            if (rooms) rooms[goal]--;
        }
    }
}

wend_status wend_allocate_agents(const wend_mover *mover, wend_workspace *workspace, const wend_allocation_desc *desc,
                                 uint32_t *goals_of, uint32_t *distances) {
    wend_status status = check(mover, workspace, desc, goals_of, distances);
    if (status != WEND_OK) return status;
    matching of = {.desc = desc, .goals_of = goals_of, .distances = distances, .waiting = desc->agent_count};
    wend__spread_begin(&of.spread, mover, workspace, WEND_INWARDS);
    wend__spread_clear(&of.spread, wend__allocation_limit(desc->max_distance));
    of.first = of.spread.spare[1];
    of.batch = of.spread.spare[2];
    line_up(&of);
    match(&of);
    wend__spread_clear(&of.spread, 0);
    for (size_t agent = 0; of.waiting && agent < desc->agent_count; agent++)
        if (distances[agent] == WEND_UNREACHABLE) goals_of[agent] = WEND_NO_SOURCE;
    return of.waiting ? WEND_PARTIAL : WEND_OK;
}

/* SPDX-License-Identifier: MIT
 * Inside the library: which cells the goals of a build are. See goals.c. */
#ifndef WEND__GOALS_H
#define WEND__GOALS_H

#include "map/mover.h"

#include <wend/field.h>

#define WEND__MAX_GOALS (1u << 20)
#define WEND__MAX_GOAL_COORDINATE (1 << 20)

typedef struct wend__goals {
    wend_goal *goals;          /* [capacity] */
    wend_goal_result *results; /* [capacity] */
    uint32_t count, capacity;
    wend_goal_options options;
} wend__goals;

wend_status wend__goals_create(wend__goals *goals, uint32_t capacity, const wend_allocator *allocator);
void wend__goals_destroy(wend__goals *goals, const wend_allocator *allocator);

/* Is every number of it within what the public header says? */
bool wend__goal_is_valid(const wend_goal *goal);

/* Goals and options as given, copied. Errors: ARGUMENT, OUTSIDE (the reference), CAPACITY. */
wend_status wend__goals_set(wend__goals *goals, wend__shape shape, const wend_goal *given, size_t count,
                            const wend_goal_options *options);

/* Takes over goals, options and results. The capacities must be the same. */
void wend__goals_copy(wend__goals *to, const wend__goals *from);

/* ARGUMENT (an offset, a footprint, a policy), OUTSIDE (the reference), or OK. */
wend_status wend__goals_check(wend__shape shape, const wend_goal *goals, size_t count,
                              const wend_goal_options *options);

/* What the cells of a resolved goal are: none, its footprint, those one step from it, or the result's one cell. */
typedef enum wend__goal_form { WEND__NO_CELLS, WEND__FOOTPRINT, WEND__RING, WEND__ONE_CELL } wend__goal_form;
wend__goal_form wend__goal_form_of(const wend_goal_result *result, wend_goal_policy policy);

/* Applies the policy and fills in the results. scratch: [cells]. True if every goal can be used. */
bool wend__goals_resolve(wend__goals *goals, const wend_mover *mover, uint32_t *scratch);

/* Calls visit for every cell of every goal that can be used, as resolved. */
typedef void wend__goal_visit(void *context, uint32_t cell, uint32_t offset);
void wend__goals_visit(const wend__goals *goals, const wend_mover *mover, wend__goal_visit *visit, void *context);

/* Calls visit for every free cell of those goals, of both, that may make other cells goals here than there, by their
 * places in the lists; but not for all cells that became blocked or free since `a` was resolved. */
void wend__goals_visit_differing(const wend__goals *a, const wend__goals *b, const wend_mover *mover,
                                 wend__goal_visit *visit, void *context);

/* Were they given as the same, one after the other? */
bool wend__goals_are_equal(const wend__goals *a, const wend__goals *b);

/* Is some goal of use the same in both, or none of any use? Where not, nothing stays where it was. */
bool wend__goals_share_any(const wend__goals *a, const wend__goals *b);

/* Is a cell with a value one of the cells of a goal with this offset? */
bool wend__goals_hold(const wend__goals *goals, const wend_mover *mover, uint32_t cell, uint32_t offset);

/* The same for one goal. component: that NEAREST_CONNECTED looks in, as found with the scratch [cells]. */
uint32_t wend__goal_component(const wend_goal_options *options, const wend_mover *mover, uint32_t *scratch);
wend_goal_result wend__goal_resolve(const wend_goal *goal, wend_goal_policy policy, const wend_mover *mover,
                                    uint32_t component);

/* The free cells of a footprint, by index, or those that are one step from it; and is a free cell one of them? */
void wend__footprint_visit(const wend_mover *mover, const wend_goal *goal, bool around, wend__goal_visit *visit,
                           void *context);
bool wend__footprint_holds(const wend_mover *mover, const wend_goal *goal, bool around, wend_cell cell);

/* A search for the cell of a component that is nearest to any of some cells: least (squared distance, index). */
typedef struct wend__nearest {
    const wend_mover *mover;
    uint32_t component; /* WEND_NO_COMPONENT: any */
    wend_cell from;     /* the cell in work */
    uint64_t distance;  /* of the best so far */
    uint32_t cell;      /* UINT32_MAX: none so far */
} wend__nearest;

void wend__nearest_begin(wend__nearest *nearest, const wend_mover *mover, uint32_t component);
void wend__nearest_look(wend__nearest *nearest, wend_cell from);

#endif

/* SPDX-License-Identifier: MIT
 * A place where a crowd is watched: a map in metres, movers and fields on it, a crowd, and counts of how it moves.
 * Shared by the command line, the tests and the bench. */
#ifndef WEND_CROWDS_STAGE_H
#define WEND_CROWDS_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/wend.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { STAGE_FIELDS = 8 };

/* How a crowd moved so far. Pairs are looked at every quarter of a second. */
struct stage_counts {
    uint64_t near_pairs; /* whose gap is less than a radius */
    uint64_t deep_pairs; /* that overlap by more than a tenth of a radius */
    uint64_t in_walls;   /* agents nearer to a wall than their radius, less 1/256 cell; each time one was seen */
    uint64_t stuck;      /* the same of agents that said so */
    uint64_t reversals;  /* agents whose velocity turned by more than a right angle from one step to the next */
    double agent_seconds;
};

struct stage {
    float cell; /* [m] */
    int32_t width, height;
    wend_map *map;
    wend_mover *movers[STAGE_FIELDS];
    wend_field *fields[STAGE_FIELDS];
    float gaps[STAGE_FIELDS]; /* [m] radius of the mover */
    uint32_t field_count;
    wend_workspace *workspace;
    wend_crowd *crowd;
    wend_tasks tasks;
    uint64_t random;
    float dt;
    double time, looked;
    struct stage_counts counts;
    float *velocities; /* [2] by place, of the step before */
    uint32_t capacity;
    bool failed;       /* the scene is no good: */
    char problem[128]; /* why */
};

/* The scene is no good from here on; why, as printf has it. What went wrong first is kept. */
void stage_fail(struct stage *stage, const char *why, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* A floor of so many metres without walls; cells of `cell` metres; room for agents of a radius [m], who keep a
 * headway [s]. */
struct stage_desc {
    float width, height, cell, radius, dt, headway;
    uint32_t agents;
};
void stage_open(struct stage *stage, const struct stage_desc *desc, const wend_tasks *tasks);
void stage_close(struct stage *stage);

/* A rectangle [m] becomes wall, or floor again. */
void stage_wall(struct stage *stage, float x, float y, float width, float height);
void stage_floor(struct stage *stage, float x, float y, float width, float height);

/* A field that leads discs of a radius [m] to the rectangles [m]; its number. Walls must stand already. */
uint32_t stage_field(struct stage *stage, float radius, const float (*rects)[4], size_t count);
/* Brings all fields up to date with walls and overlays. */
void stage_update(struct stage *stage);
/* The same after the crowd's density was written to every mover's overlay. */
void stage_congest(struct stage *stage, const wend_congestion_desc *desc);

wend_agent stage_add(struct stage *stage, const wend_agent_desc *desc);
/* So many agents on places drawn by chance in a rectangle [m], none nearer to another than two radii, nor to a wall.
 * The scene fails where they find no room. */
void stage_fill(struct stage *stage, float x, float y, float width, float height, uint32_t count,
                const wend_agent_desc *desc);
/* A number in [0, 1). */
float stage_chance(struct stage *stage);

/* One step of dt, and a look at how it went. */
void stage_step(struct stage *stage);
/* [seconds] When, within the last step, one walked by a line that is past it by so many metres at a speed. */
double stage_passed_at(const struct stage *stage, float past, float speed);
/* Looks at pairs and walls at once. */
void stage_look(struct stage *stage);

uint32_t stage_with_status(const struct stage *stage, wend_agent_status status);

#ifdef __cplusplus
}
#endif

#endif

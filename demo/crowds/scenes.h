/* SPDX-License-Identifier: MIT
 * Scenes with numbers: what a crowd should do, done, measured and judged. */
#ifndef WEND_CROWDS_SCENES_H
#define WEND_CROWDS_SCENES_H

#include "stage.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MEASURES = 16 };

/* A number and within what it should be; NAN: no limit. */
struct measure {
    const char *name, *unit;
    double value, least, most;
    bool is_above; /* least itself is not enough */
};

struct scene_report {
    struct measure measures[MEASURES];
    size_t count;
    struct stage_counts counts;
    uint64_t steps, hash;
    uint32_t agents;
    bool failed;       /* nothing was measured: */
    char problem[128]; /* why */
};

/* Called after every step of a scene, for pictures. */
typedef void scene_watch_fn(void *user, const struct stage *stage);

struct scene_run {
    struct scene_report *report;
    bool is_small; /* fewer agents, the same question */
    const wend_tasks *tasks;
    scene_watch_fn *watch; /* may be NULL */
    void *user;
};

struct crowd_scene {
    const char *name, *about;
    void (*run)(struct scene_run *run);
    bool is_crush; /* twice as many deep overlaps are allowed */
};

/* All of them; the list ends with a name of NULL. */
extern const struct crowd_scene crowd_scenes[];
const struct crowd_scene *crowd_scene_find(const char *name);

/* Runs one; measures of every scene are added: deep overlaps, agents in walls, stuck, reversals. */
void crowd_scene_run(const struct crowd_scene *scene, bool is_small, const wend_tasks *tasks, scene_watch_fn *watch,
                     void *user, struct scene_report *out);
bool measure_is_good(const struct measure *measure);

/* For scenes: a stage with the tasks of the run; one step, watched; and a number with its limits. */
void scene_open(struct scene_run *run, struct stage *stage, const struct stage_desc *desc);
void scene_step(struct scene_run *run, struct stage *stage);
/* Steps until nobody is left, or for so many seconds; the time then. */
double scene_until_empty(struct scene_run *run, struct stage *stage, double seconds);
void scene_measure(struct scene_run *run, const char *name, const char *unit, double value, double least, double most);
void scene_measure_above(struct scene_run *run, const char *name, const char *unit, double value, double limit);
/* Takes over what was counted, and closes the stage. */
void scene_end(struct scene_run *run, struct stage *stage);

void scene_corridor(struct scene_run *run);
void scene_turned(struct scene_run *run);
void scene_corner(struct scene_run *run);
void scene_exits(struct scene_run *run);
void scene_far_exit(struct scene_run *run);
void scene_rooms(struct scene_run *run);
void scene_between(struct scene_run *run);
void scene_bottleneck(struct scene_run *run);
void scene_density(struct scene_run *run);
void scene_pair(struct scene_run *run);
void scene_squares(struct scene_run *run);
void scene_circle(struct scene_run *run);
void scene_lanes(struct scene_run *run);
void scene_fronts(struct scene_run *run);
void scene_crush(struct scene_run *run);
void scene_gather(struct scene_run *run);
void scene_doors(struct scene_run *run);
void scene_dense(struct scene_run *run);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT
 * The library's objects for a world, and comparisons of what they answer with what the oracle says. */
#ifndef TEST_SUBJECT_H
#define TEST_SUBJECT_H

#include "oracle.h"
#include "random.h"

#include <wend/wend.h>

typedef struct subject {
    wend_map *map;
    wend_mover *mover;
    wend_field *field;
    wend_workspace *workspace;
} subject;

/* The back end of movers and fields made here, where the world does not name one: AUTO, or what WEND_TEST_BACKEND says.
 * Where this machine lacks that one the program says "skipped" and ends. */
wend_backend test_backend(void);

/* NULL where the library refuses. */
wend_map *subject_map(const world *w, const wend_allocator *allocator);
wend_mover *subject_mover(const world *w, wend_map *map);
wend_field *subject_field(const world *w, wend_mover *mover);

/* All four; false and a message if any failed. */
bool subject_make(subject *s, const world *w, char *message, size_t size);
void subject_free(subject *s);

/* Builds the field of a world: whole, or bounded by the world's max_distance and targets. */
wend_status subject_build(const subject *s, const world *w, bool bounded);

/* What is to know about the mover: costs, exits, places, components, step costs. */
bool same_graph(const world *w, const oracle_graph *graph, const wend_mover *mover, char *message, size_t size);

/* Goal results, values, sets, places, next cells, distances, rectangles and the summary of a field. */
bool same_field(const world *w, const oracle_graph *graph, const oracle_field *expected, const wend_field *field,
                char *message, size_t size);

/* Routes from some cells, and their cost added up again; what points in cells sample. */
bool same_routes(const world *w, const oracle_graph *graph, const oracle_field *expected, const wend_field *field,
                 test_random *random, char *message, size_t size);
bool same_samples(const world *w, const oracle_field *expected, const wend_field *field, test_random *random,
                  char *message, size_t size);

/* Everything that points sample in two fields, either mode, on a grid finer than cells. */
bool same_points(const wend_field *field, const wend_field *other, const world *w, char *message, size_t size);

/* A world, its objects, and what the oracle says of it. */
typedef struct test_scene {
    const world *w;
    subject s;
    oracle_graph *graph;
    oracle_field *expected;
} test_scene;
typedef bool scene_check(test_scene *scene, char *message, size_t size);

/* Makes all of them, nothing built yet, and runs a check. */
bool check_scene(const world *w, scene_check *check, char *message, size_t size);

/* Writes the message and answers false. */
#if defined(__MINGW32__) && !defined(__clang__)
__attribute__((format(gnu_printf, 3, 4)))
#elif defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool complain(char *message, size_t size, const char *format, ...);

#define EXPECT(condition, ...)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) return complain(message, size, __VA_ARGS__);                                                 \
    } while (0)

#endif

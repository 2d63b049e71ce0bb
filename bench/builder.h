/* SPDX-License-Identifier: MIT
 * Bench: wend at work: builds one field several times over, or several fields at once. */
#ifndef BENCH_BUILDER_H
#define BENCH_BUILDER_H

#include "contest.h"

typedef struct bench_builder_desc {
    const bench_ground *ground; /* outlives the builder; its mover is used */
    wend_backend backend;
    uint32_t threads; /* 0 means 1 */
    uint32_t fields;  /* 0 or 1: one, built by all threads; else all at once */
    uint32_t builds;  /* of one field, one after the other; 0 means 1 */
    bool has_sights;  /* for smooth samples */
} bench_builder_desc;

typedef struct bench_builder {
    bench_builder_desc desc; /* after defaults */
    wend_tasks tasks;
    uint32_t round;
    wend_field **fields;         /* [desc.fields] */
    wend_workspace **workspaces; /* [desc.threads] */
} bench_builder;

/* NULL: no memory. */
bench_builder *bench_builder_create(const bench_builder_desc *desc);

/* What a contestant calls; each takes a builder. A run sets the goals of its round and builds. */
void bench_builder_destroy(void *builder);
void bench_builder_prepare(void *builder, uint32_t round);
bool bench_builder_run(void *builder);
uint64_t bench_builder_finish(void *builder, uint64_t *work); /* work: cells reached, by the last build */

/* Lets wend enter, if it was asked for, once for each back end and number of threads, by the default rule; like: what
 * else to do. */
void bench_enter_builders(bench_contest *contest, bench_builder_desc like);

#endif

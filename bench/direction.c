/* SPDX-License-Identifier: MIT
 * Bench: the direction pass alone, on a field that was built already. */
#include "builder.h"
#include "cases.h"

#include "field/direct.h"
#include "field/field.h"

/* The state is a builder. */
static void prepare(void *builder, uint32_t round) {
    bench_builder_prepare(builder, round);
    bench_builder_run(builder);
}

static bool run(void *opaque) {
    const bench_builder *builder = opaque;
    const wend_field *field = builder->fields[0];
    wend__direct(field->mover, &field->pages, field->backend, false, NULL);
    return field->is_built;
}

void bench_enter_directions(bench_contest *contest) {
    for (uint32_t i = 0; bench_wants(contest, "wend") && i < contest->backend_count; i++) {
        const bench_builder_desc desc = {.ground = contest->ground, .backend = contest->backends[i]};
        bench_contestant contestant = {.impl = "wend",
                                       .backend = wend_backend_name(desc.backend),
                                       .threads = 1,
                                       .state = bench_builder_create(&desc),
                                       .prepare = prepare,
                                       .run = run,
                                       .finish = bench_builder_finish,
                                       .destroy = bench_builder_destroy};
        bench_describe_rule(8, WEND_CORNER_NEVER, 99, contestant.rule);
        bench_enter(contest, contestant);
    }
    bench_enter_stream(contest);
}

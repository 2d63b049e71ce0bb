/* SPDX-License-Identifier: MIT
 * Bench: several fields of one mover at once. */
#include "builder.h"
#include "cases.h"

void bench_enter_many(bench_contest *contest) {
    if (!bench_wants(contest, "wend")) return;
    for (uint32_t i = 0; i < contest->backend_count; i++) {
        for (uint32_t j = 0; j < contest->thread_count; j++) {
            if (!bench_has_threads(contest, contest->threads[j])) continue;
            const bench_builder_desc desc = {.ground = contest->ground,
                                             .backend = contest->backends[i],
                                             .threads = contest->threads[j],
                                             .fields = contest->builds};
            bench_enter(contest, bench_builder_contestant(&desc));
        }
    }
}

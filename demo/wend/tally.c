/* SPDX-License-Identifier: MIT
 * Comparing: see tally.h. */
#include "tally.h"

#include <math.h>
#include <stdio.h>

enum { MISMATCHES_SHOWN = 10 };

struct verdict compare(size_t line, double published, double found, double low, double high) {
    struct verdict verdict = {OUTCOME_EQUAL, published, found, 0.0, line};
    if (published < 0.0 || found < 0.0) {
        verdict.outcome = published < 0.0 && found < 0.0 ? OUTCOME_UNREACHABLE : OUTCOME_MISMATCHED;
        return verdict;
    }
    double difference = fabs(found - published);
    verdict.error = published > 0.0 ? difference / published : difference;
    verdict.outcome = found >= low && found <= high ? OUTCOME_EQUAL : OUTCOME_MISMATCHED;
    return verdict;
}

static void print_length(char *text, size_t size, double length) {
    if (length < 0.0) {
        (void)snprintf(text, size, "no way");
    } else {
        (void)snprintf(text, size, "%.9f", length);
    }
}

static void show_mismatch(const char *path, const struct verdict *verdict) {
    char published[64];
    char found[64];
    print_length(published, sizeof published, verdict->published);
    print_length(found, sizeof found, verdict->found);
    (void)fprintf(stderr, "%s:%lu: published %s, found %s\n", path, (unsigned long)verdict->line, published, found);
}

bool tally_verdicts(const char *path, const struct verdict *verdicts, size_t count, struct tally *out) {
    size_t sums[OUTCOME_FAILED + 1] = {0};
    double max_error = 0.0;
    for (size_t i = 0; i < count; i++) {
        sums[verdicts[i].outcome]++;
        max_error = verdicts[i].error > max_error ? verdicts[i].error : max_error;
        if (verdicts[i].outcome == OUTCOME_MISMATCHED && sums[OUTCOME_MISMATCHED] <= MISMATCHES_SHOWN) {
            show_mismatch(path, &verdicts[i]);
        }
    }
    *out = (struct tally){sums[OUTCOME_EQUAL] + sums[OUTCOME_UNREACHABLE], sums[OUTCOME_UNREACHABLE],
                          sums[OUTCOME_SKIPPED], sums[OUTCOME_MISMATCHED], max_error};
    if (sums[OUTCOME_FAILED] > 0) {
        complain("out of memory");
    }
    return sums[OUTCOME_FAILED] == 0;
}

int report(const char *path, const struct verdict *verdicts, size_t count, bool json) {
    struct tally tally;
    if (!tally_verdicts(path, verdicts, count, &tally)) {
        return EXIT_BAD_INPUT;
    }
    const char *form = json ? "{\"lines\": %zu, \"equal\": %zu, \"unreachable\": %zu, \"skipped\": %zu, "
                              "\"mismatched\": %zu, \"max_error\": %.3g}\n"
                            : "%zu lines: %zu equal (%zu of them unreachable), %zu skipped, %zu mismatched, greatest "
                              "relative error %.3g\n";
    printf(form, count, tally.equal, tally.unreachable, tally.skipped, tally.mismatched, tally.max_error);
    return tally.mismatched > 0 ? EXIT_NEGATIVE : EXIT_DONE;
}

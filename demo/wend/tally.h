/* SPDX-License-Identifier: MIT
 * Comparing our answers with published ones. */
#ifndef WEND_COMMAND_TALLY_H
#define WEND_COMMAND_TALLY_H

#include "settings.h"

enum outcome { OUTCOME_EQUAL, OUTCOME_UNREACHABLE, OUTCOME_SKIPPED, OUTCOME_MISMATCHED, OUTCOME_FAILED };

#define NO_WAY (-1.0) /* a length: there is no way */

/* One line that was compared. */
struct verdict {
    enum outcome outcome; /* UNREACHABLE: equal too, neither side has a way; FAILED: our fault, no memory */
    double published, found;
    double error; /* relative; 0 where a side has no way */
    size_t line;  /* of the file */
};

/* Compares, where low <= found <= high is equal. */
struct verdict compare(size_t line, double published, double found, double low, double high);

struct tally {
    size_t equal; /* those without a way among them */
    size_t unreachable, skipped, mismatched;
    double max_error; /* relative */
};

/* Sums verdicts up; mismatches, the first few of them, go to standard error. False: no memory, which was said. */
bool tally_verdicts(const char *path, const struct verdict *verdicts, size_t count, struct tally *out);

/* Prints the sums of verdicts, as JSON or text; mismatches, the first few of them, go to standard error.
 * Returns the exit code. */
int report(const char *path, const struct verdict *verdicts, size_t count, bool json);

#endif

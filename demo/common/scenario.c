/* SPDX-License-Identifier: MIT
 * MovingAI scenarios: see scenario.h. */
#include "scenario.h"

#include "options.h"
#include "text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 7, WORD_LIMIT = 64 };

static uint32_t count_decimals(const char *number) {
    const char *point = strchr(number, '.');
    return point ? (uint32_t)strlen(point + 1) : 0;
}

/* Reads one query; the map's name, the words between bucket and numbers, may have blanks. Returns what is wrong, or
 * NULL. The numbers are read from the right: width height sx sy gx gy length. */
static const char *read_query(char *line, int32_t width, int32_t height, struct scenario_query *query,
                              uint32_t *decimals) {
    static const char *const faults[NUMBERS - 1] = {
        "the width is not that of the map",     "the height is not that of the map",
        "the x of the start is not on the map", "the y of the start is not on the map",
        "the x of the goal is not on the map",  "the y of the goal is not on the map"};
    char *words[WORD_LIMIT];
    size_t count = split_words(line, " \t", false, words, WORD_LIMIT);
    int64_t bucket = 0;
    if (count < NUMBERS + 2 || count > WORD_LIMIT) {
        return "expected bucket, map, width, height, start x, y, goal x, y, length";
    }
    if (!parse_whole(words[0], 0, INT32_MAX, &bucket)) {
        return "the bucket is not a whole number";
    }
    const int64_t low[NUMBERS - 1] = {width, height, 0, 0, 0, 0};
    const int64_t high[NUMBERS - 1] = {width, height, width - 1, height - 1, width - 1, height - 1};
    int64_t numbers[NUMBERS - 1];
    char **first = words + count - NUMBERS;
    for (size_t i = 0; i < NUMBERS - 1; i++) {
        if (!parse_whole(first[i], low[i], high[i], &numbers[i])) {
            return faults[i];
        }
    }
    if (!parse_decimal(first[NUMBERS - 1], 0.0, 1e12, &query->length)) {
        return "the length is not a number";
    }
    query->from = (wend_cell){(int32_t)numbers[2], (int32_t)numbers[3]};
    query->to = (wend_cell){(int32_t)numbers[4], (int32_t)numbers[5]};
    uint32_t here = count_decimals(first[NUMBERS - 1]);
    *decimals = here > *decimals ? here : *decimals;
    return NULL;
}

static bool is_version_one(char *line) {
    char *words[3];
    size_t count = split_words(line, " \t", false, words, 3);
    return count == 2 && strcmp(words[0], "version") == 0 &&
           (strcmp(words[1], "1") == 0 || strcmp(words[1], "1.0") == 0);
}

bool scenario_read(const char *path, int32_t width, int32_t height, struct scenario *out) {
    struct text_file file;
    *out = (struct scenario){NULL, 0, 0};
    if (!text_file_read(path, &file)) {
        return false;
    }
    size_t line = 1;
    const char *fault = NULL;
    out->queries = calloc(file.line_count + 1, sizeof *out->queries);
    if (!out->queries) {
        fault = "out of memory";
    } else if (file.line_count == 0 || !is_version_one(file.lines[0])) {
        fault = "expected `version 1`";
    }
    while (!fault && line < file.line_count) {
        char *text = file.lines[line++];
        if (text[strspn(text, " \t")] == '\0') {
            continue;
        }
        struct scenario_query *query = &out->queries[out->count];
        query->line = line;
        fault = read_query(text, width, height, query, &out->decimals);
        out->count += fault ? 0 : 1;
    }
    text_file_free(&file);
    if (fault) {
        complain("%s:%zu: %s", path, line, fault);
        scenario_free(out);
        return false;
    }
    return true;
}

void scenario_free(struct scenario *scenario) {
    free(scenario->queries);
    scenario->queries = NULL;
    scenario->count = 0;
}

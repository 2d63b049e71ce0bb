/* SPDX-License-Identifier: MIT
 * Bench: a row of results, as JSON in a line of its own. */
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct bench_row {
    char case_name[40], map[72], size[24];
    char impl[24], backend[16], variant[64], rule[40];
    char unit[16];
    char checksum[20];
    char machine[80], compiler[64], flags[200], commit[24];
    uint64_t threads, repeats, reached;
    double min, median, max;
} bench_row;

/* Copies a text into a field of a row, cut where it does not fit. */
#define BENCH_ROW_SET(field, text) snprintf((field), sizeof(field), "%s", (text))

void bench_row_print(const bench_row *row, FILE *out);

/* False: the line is not a row. Keys that are not known are passed over, those that are missing are empty or 0. */
bool bench_row_parse(const char *line, bench_row *out);

/* Do two rows say the same of what was run: all but times, checksum and origin? */
bool bench_row_is_same(const bench_row *a, const bench_row *b);

/* The processor's name and how many there are, into the machine of a row. */
void bench_row_name_machine(bench_row *row);

#endif

/* SPDX-License-Identifier: MIT
 * Bench: rows to JSON and back; see row.h. One table says which keys there are. */
#define _POSIX_C_SOURCE 200809L
#include "row.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum key_kind { TEXT, WHOLE, REAL };

typedef struct key {
    const char *name;
    enum key_kind kind;
    bool tells_apart; /* rows that differ in it are of different things */
    size_t offset, size;
} key;

#define KEY(name, kind, tells_apart, field)                                                                            \
    { name, kind, tells_apart, offsetof(bench_row, field), sizeof((bench_row *)0)->field }

static const key keys[] = {
    KEY("case", TEXT, true, case_name),     KEY("map", TEXT, true, map),
    KEY("size", TEXT, true, size),          KEY("impl", TEXT, true, impl),
    KEY("backend", TEXT, true, backend),    KEY("threads", WHOLE, true, threads),
    KEY("variant", TEXT, true, variant),    KEY("rule", TEXT, true, rule),
    KEY("unit", TEXT, true, unit),          KEY("repeats", WHOLE, false, repeats),
    KEY("min", REAL, false, min),           KEY("median", REAL, false, median),
    KEY("max", REAL, false, max),           KEY("reached", WHOLE, false, reached),
    KEY("checksum", TEXT, false, checksum), KEY("machine", TEXT, false, machine),
    KEY("compiler", TEXT, false, compiler), KEY("flags", TEXT, false, flags),
    KEY("commit", TEXT, false, commit),
};
#define KEY_COUNT (sizeof keys / sizeof *keys)

static void print_text(const char *text, FILE *out) {
    putc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else if (c < 0x20) {
            fprintf(out, "\\u%04x", c);
        } else {
            putc(c, out);
        }
    }
    putc('"', out);
}

void bench_row_print(const bench_row *row, FILE *out) {
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const char *field = (const char *)row + keys[i].offset;
        fprintf(out, "%c\"%s\":", i == 0 ? '{' : ',', keys[i].name);
        switch (keys[i].kind) {
        case TEXT: print_text(field, out); break;
        case WHOLE: fprintf(out, "%" PRIu64, *(const uint64_t *)(const void *)field); break;
        case REAL: fprintf(out, "%.4f", *(const double *)(const void *)field); break;
        }
    }
    fputs("}\n", out);
    fflush(out);
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* From a quote to behind the closing one; NULL: there is none. What does not fit is cut. */
static const char *parse_text(const char *at, char *out, size_t size) {
    size_t length = 0;
    if (*at++ != '"') return NULL;
    while (*at != '"') {
        unsigned value = (unsigned char)*at;
        if (value == '\0') return NULL;
        if (value == '\\' && at[1] == 'u') {
            if (sscanf(at + 2, "%4x", &value) != 1 || strspn(at + 2, "0123456789abcdefABCDEF") < 4) return NULL;
            at += 5;
        } else if (value == '\\') {
            value = (unsigned char)*++at;
            if (value == '\0') return NULL;
        }
        if (length + 1 < size) out[length++] = (char)value;
        at++;
    }
    if (size) out[length] = '\0';
    return at + 1;
}

static const char *parse_number(const char *at, const key *known, void *field) {
    char *end;
    if (known && known->kind == WHOLE) {
        *(uint64_t *)field = strtoull(at, &end, 10);
    } else {
        const double number = strtod(at, &end);
        if (known) *(double *)field = number;
    }
    return end == at ? NULL : end;
}

static const char *parse_value(const char *at, const char *name, bench_row *out) {
    const key *known = NULL;
    for (size_t i = 0; i < KEY_COUNT && !known; i++) {
        if (strcmp(keys[i].name, name) == 0) known = &keys[i];
    }
    char *field = known ? (char *)out + known->offset : NULL;
    if (known && (known->kind == TEXT) != (*at == '"')) return NULL;
    if (*at == '"') return parse_text(at, field, known ? known->size : 0);
    return parse_number(at, known, field);
}

bool bench_row_parse(const char *line, bench_row *out) {
    memset(out, 0, sizeof *out);
    const char *at = skip_blanks(line);
    if (*at != '{') return false;
    do {
        char name[16];
        at = parse_text(skip_blanks(at + 1), name, sizeof name);
        if (!at) return false;
        at = skip_blanks(at);
        if (*at != ':') return false;
        at = parse_value(skip_blanks(at + 1), name, out);
        if (!at) return false;
        at = skip_blanks(at);
    } while (*at == ',');
    return *at == '}' && out->case_name[0] && out->median > 0;
}

bool bench_row_is_same(const bench_row *a, const bench_row *b) {
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const char *first = (const char *)a + keys[i].offset, *second = (const char *)b + keys[i].offset;
        if (!keys[i].tells_apart) continue;
        if (keys[i].kind == TEXT ? strcmp(first, second) != 0 : memcmp(first, second, keys[i].size) != 0) return false;
    }
    return true;
}

void bench_row_name_machine(bench_row *row) {
    char line[256], name[64] = "unknown processor";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !value) continue;
        value = skip_blanks(value + 1);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (file) fclose(file);
    snprintf(row->machine, sizeof row->machine, "%s x %ld", name, sysconf(_SC_NPROCESSORS_ONLN));
}

/* SPDX-License-Identifier: MIT
 * Command lines: see options.h. */
#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int complain(const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *at = message; *at; at++) {
        if ((unsigned char)*at < 32 || *at == 127) {
            *at = '?';
        }
    }
    (void)fprintf(stderr, "wend: %s\n", message);
    return EXIT_BAD_INPUT;
}

/* How long the first line of a text is. */
static int first_line(const char *text) {
    return (int)strcspn(text, "\n");
}

bool parse_whole(const char *text, int64_t low, int64_t high, int64_t *out) {
    bool negative = *text == '-';
    const char *at = text + (negative ? 1 : 0);
    if (*at == '\0') {
        return false;
    }
    int64_t value = 0;
    for (; *at; at++) {
        if (*at < '0' || *at > '9') {
            return false;
        }
        int64_t digit = *at - '0';
        if (value > (INT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    value = negative ? -value : value;
    if (value < low || value > high) {
        return false;
    }
    *out = value;
    return true;
}

bool parse_cell(const char *text, wend_cell *out, const char **rest) {
    const char *comma = strchr(text, ',');
    if (!comma) {
        return false;
    }
    const char *second = strchr(comma + 1, ',');
    size_t x_length = (size_t)(comma - text);
    size_t y_length = second ? (size_t)(second - comma - 1) : strlen(comma + 1);
    char x_text[16];
    char y_text[16];
    if (x_length >= sizeof x_text || y_length >= sizeof y_text) {
        return false;
    }
    memcpy(x_text, text, x_length);
    x_text[x_length] = '\0';
    memcpy(y_text, comma + 1, y_length);
    y_text[y_length] = '\0';
    int64_t x = 0;
    int64_t y = 0;
    if (!parse_whole(x_text, -(1 << 20), 1 << 20, &x) || !parse_whole(y_text, -(1 << 20), 1 << 20, &y)) {
        return false;
    }
    *out = (wend_cell){(int32_t)x, (int32_t)y};
    *rest = second ? second + 1 : NULL;
    return true;
}

bool parse_place(const char *text, wend_cell *out, char *reason) {
    const char *rest = NULL;
    (void)snprintf(reason, OPTION_REASON, "X,Y, two whole numbers");
    return parse_cell(text, out, &rest) && !rest;
}

bool parse_decimal(const char *text, double low, double high, double *out) {
    const char *at = text + (*text == '-' ? 1 : 0);
    size_t digits = 0;
    bool point = false;
    for (; *at; at++) {
        if (*at == '.' && !point) {
            point = true;
        } else if (*at >= '0' && *at <= '9') {
            digits++;
        } else {
            return false;
        }
    }
    if (digits == 0 || digits > 30) {
        return false;
    }
    double value = strtod(text, NULL);
    if (!(value >= low && value <= high)) {
        return false;
    }
    *out = value;
    return true;
}

static void add(struct command_line *line, struct option option) {
    if (line->option_count < OPTION_LIMIT) {
        line->options[line->option_count++] = option;
    }
}

void add_heading(struct command_line *line, const char *heading) {
    add(line, (struct option){.name = "", .help = heading, .kind = OPTION_HEADING});
}

void add_flag(struct command_line *line, const char *name, const char *help, bool *target) {
    add(line, (struct option){.name = name, .help = help, .kind = OPTION_FLAG, .target = target});
}

void add_text(struct command_line *line, const char *name, const char *argument, const char *help,
              const char **target) {
    add(line, (struct option){name, argument, help, OPTION_TEXT, target, 0, 0, NULL, NULL});
}

void add_number(struct command_line *line, const char *name, const char *argument, const char *help, uint32_t low,
                uint32_t high, uint32_t *target) {
    add(line, (struct option){name, argument, help, OPTION_NUMBER, target, low, high, NULL, NULL});
}

void add_seed(struct command_line *line, const char *help, uint64_t *target) {
    add(line, (struct option){"seed", "N", help, OPTION_SEED, target, 0, 0, NULL, NULL});
}

void add_word(struct command_line *line, const char *name, const char *argument, const char *help,
              const char *const *words, uint32_t *target) {
    add(line, (struct option){name, argument, help, OPTION_WORD, target, 0, 0, words, NULL});
}

void add_taken(struct command_line *line, const char *name, const char *argument, const char *help,
               option_take_fn *take, void *target) {
    add(line, (struct option){name, argument, help, OPTION_TAKEN, target, 0, 0, NULL, take});
}

static void print_help(const struct command_line *line) {
    bool begins_with_heading = line->option_count > 0 && line->options[0].kind == OPTION_HEADING;
    printf("usage: %s\n\n%s%s", line->usage, line->about, begins_with_heading ? "" : "\noptions:\n");
    for (size_t i = 0; i < line->option_count; i++) {
        const struct option *option = &line->options[i];
        if (option->kind == OPTION_HEADING) {
            printf("\n%s:\n", option->help);
            continue;
        }
        char left[64];
        (void)snprintf(left, sizeof left, "--%s%s%s", option->name, option->argument ? " " : "",
                       option->argument ? option->argument : "");
        printf("  %-27s %s\n", left, option->help);
    }
    printf("  %-27s %s\n", "--help", "this text");
}

static bool read_word(const struct option *option, const char *text, char *reason) {
    size_t used = 0;
    for (uint32_t i = 0; option->words[i]; i++) {
        if (strcmp(option->words[i], text) == 0) {
            *(uint32_t *)option->target = i;
            return true;
        }
        int written = snprintf(reason + used, OPTION_REASON - used, "%s%s", i > 0 ? ", " : "one of ", option->words[i]);
        used += written > 0 && (size_t)written < OPTION_REASON - used ? (size_t)written : 0;
    }
    return false;
}

static bool read_number(const struct option *option, const char *text, char *reason) {
    int64_t value = 0;
    if (!parse_whole(text, option->low, option->high, &value)) {
        (void)snprintf(reason, OPTION_REASON, "a whole number from %u to %u", (unsigned)option->low,
                       (unsigned)option->high);
        return false;
    }
    *(uint32_t *)option->target = (uint32_t)value;
    return true;
}

static bool read_seed(const struct option *option, const char *text, char *reason) {
    int64_t value = 0;
    if (!parse_whole(text, 0, INT64_MAX, &value)) {
        (void)snprintf(reason, OPTION_REASON, "a whole number from 0 to %lld", (long long)INT64_MAX);
        return false;
    }
    *(uint64_t *)option->target = (uint64_t)value;
    return true;
}

static bool read_value(const struct option *option, const char *text, char *reason) {
    switch (option->kind) {
    case OPTION_TEXT:
        *(const char **)option->target = text;
        (void)snprintf(reason, OPTION_REASON, "some text");
        return *text != '\0';
    case OPTION_NUMBER: return read_number(option, text, reason);
    case OPTION_SEED: return read_seed(option, text, reason);
    case OPTION_WORD: return read_word(option, text, reason);
    case OPTION_TAKEN: return option->take(option->target, text, reason);
    case OPTION_FLAG:
    case OPTION_HEADING: break;
    }
    return false;
}

static const struct option *find_option(const struct command_line *line, const char *name, size_t length) {
    for (size_t i = 0; i < line->option_count; i++) {
        bool named = line->options[i].kind != OPTION_HEADING;
        if (named && strlen(line->options[i].name) == length && memcmp(line->options[i].name, name, length) == 0) {
            return &line->options[i];
        }
    }
    return NULL;
}

/* Reads arguments[*at], which begins with two dashes, and moves *at over what it used. */
static bool read_option(struct command_line *line, int count, char **arguments, int *at) {
    const char *name = arguments[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct option *option = find_option(line, name, length);
    if (!option) {
        complain("unknown option --%.*s (see --help)", (int)length, name);
        return false;
    }
    if (option->kind == OPTION_FLAG) {
        if (equals) {
            complain("--%s takes no argument", option->name);
            return false;
        }
        *(bool *)option->target = true;
        return true;
    }
    const char *text = equals ? equals + 1 : NULL;
    if (!text) {
        *at += 1;
        if (*at >= count) {
            complain("--%s needs an argument: %s", option->name, option->argument);
            return false;
        }
        text = arguments[*at];
    }
    char reason[OPTION_REASON] = "";
    if (!read_value(option, text, reason)) {
        complain("--%s %s: expected %s", option->name, text, reason);
        return false;
    }
    return true;
}

static bool is_option(const char *argument) {
    return argument[0] == '-' && argument[1] != '\0';
}

enum command_line_result command_line_read(struct command_line *line, int count, char **arguments) {
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) {
            print_help(line);
            return COMMAND_LINE_HELP;
        }
    }
    size_t found = 0;
    bool options_end = false;
    for (int at = 0; at < count; at++) {
        const char *argument = arguments[at];
        if (!options_end && strcmp(argument, "--") == 0) {
            options_end = true;
        } else if (!options_end && is_option(argument)) {
            if (argument[1] != '-') {
                complain("unknown option %s (see --help)", argument);
                return COMMAND_LINE_BAD;
            }
            if (!read_option(line, count, arguments, &at)) {
                return COMMAND_LINE_BAD;
            }
        } else if (found < line->positional_needed) {
            line->positionals[found++] = argument;
        } else {
            complain("%s is one argument too many; usage: %.*s", argument, first_line(line->usage), line->usage);
            return COMMAND_LINE_BAD;
        }
    }
    if (found < line->positional_needed) {
        complain("an argument is missing; usage: %.*s", first_line(line->usage), line->usage);
        return COMMAND_LINE_BAD;
    }
    return COMMAND_LINE_GO;
}

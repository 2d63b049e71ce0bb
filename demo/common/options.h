/* SPDX-License-Identifier: MIT
 * Command lines: a table of options serves parsing and --help alike. Every number is read strictly: no blanks, no
 * trailing characters, in range. Options may stand before, between and after the other arguments; `--name value` and
 * `--name=value` mean the same; after `--` nothing is an option. */
#ifndef WEND_COMMON_OPTIONS_H
#define WEND_COMMON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wend/map.h>

enum { EXIT_DONE = 0, EXIT_NEGATIVE = 1, EXIT_BAD_INPUT = 2 };

enum option_kind {
    OPTION_HEADING, /* no option: a line of --help */
    OPTION_FLAG,    /* bool, no argument */
    OPTION_TEXT,    /* const char * */
    OPTION_NUMBER,  /* uint32_t in [low, high] */
    OPTION_SEED,    /* uint64_t */
    OPTION_WORD,    /* uint32_t: the place of the argument among words */
    OPTION_TAKEN    /* anything else: take reads the argument */
};

/* Reads an argument into the target; false: reason [OPTION_REASON] says what was expected. */
typedef bool option_take_fn(void *target, const char *text, char *reason);

struct option {
    const char *name;     /* without the dashes */
    const char *argument; /* as shown by --help; NULL for a flag */
    const char *help;
    enum option_kind kind;
    void *target;
    uint32_t low, high;
    const char *const *words; /* ends with NULL */
    option_take_fn *take;
};

enum { OPTION_REASON = 160, OPTION_LIMIT = 40, POSITIONAL_LIMIT = 3 };

struct command_line {
    const char *usage; /* first line of --help, and what to type */
    const char *about; /* the text below it */
    struct option options[OPTION_LIMIT];
    size_t option_count;
    size_t positional_needed;                  /* exactly so many */
    const char *positionals[POSITIONAL_LIMIT]; /* filled by command_line_read */
};

enum command_line_result { COMMAND_LINE_GO, COMMAND_LINE_HELP, COMMAND_LINE_BAD };

/* A line of --help above the options that follow. */
void add_heading(struct command_line *line, const char *heading);
/* Each adds an option to the table. argument is how --help shows it. */
void add_flag(struct command_line *line, const char *name, const char *help, bool *target);
void add_text(struct command_line *line, const char *name, const char *argument, const char *help, const char **target);
void add_number(struct command_line *line, const char *name, const char *argument, const char *help, uint32_t low,
                uint32_t high, uint32_t *target);
void add_seed(struct command_line *line, const char *help, uint64_t *target);
/* target is set to the place of the word in words, a list that ends with NULL. */
void add_word(struct command_line *line, const char *name, const char *argument, const char *help,
              const char *const *words, uint32_t *target);
void add_taken(struct command_line *line, const char *name, const char *argument, const char *help,
               option_take_fn *take, void *target);

/* Reads arguments (without program and command names) into the targets. HELP: help was asked for and printed.
 * BAD: one line on standard error says why. */
enum command_line_result command_line_read(struct command_line *line, int count, char **arguments);

/* One line on standard error, `wend: ` and the message, without control characters. Returns EXIT_BAD_INPUT. */
int complain(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* A whole decimal number in [low, high] and nothing else. */
bool parse_whole(const char *text, int64_t low, int64_t high, int64_t *out);
/* A decimal number such as 12 or 0.75 in [low, high] and nothing else; no exponents, no names. */
bool parse_decimal(const char *text, double low, double high, double *out);
/* X,Y, whole numbers within 2^20 of 0; *rest is what stands behind a second comma, or NULL. */
bool parse_cell(const char *text, wend_cell *out, const char **rest);
/* The same and nothing else; reason [OPTION_REASON] says what was expected. */
bool parse_place(const char *text, wend_cell *out, char *reason);

#endif

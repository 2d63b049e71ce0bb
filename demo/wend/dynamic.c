/* SPDX-License-Identifier: MIT
 * Scenarios of maps that change: see dynamic.h. */
#include "dynamic.h"

#include "common/options.h"
#include "common/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_LIMIT = 4096, WORD_LIMIT = 8 };

/* A file that is read from its first line on. */
struct reader {
    struct text_file file;
    size_t line; /* that was read last; 0: none yet */
};

/* The next line, or NULL. */
static char *next_line(struct reader *reader) {
    if (reader->line == reader->file.line_count) {
        return NULL;
    }
    return reader->file.lines[reader->line++];
}

static bool say_fault(const char *path, const struct reader *reader, const char *fault) {
    complain("%s:%zu: %s", path, reader->line > 0 ? reader->line : 1, fault);
    return false;
}

/* What comes behind the first word of a line, where that is `name`; else NULL. */
static char *behind(char *line, const char *name) {
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 || (line[length] != '\0' && line[length] != ' ' && line[length] != '\t')) {
        return NULL;
    }
    return line + length + strspn(line + length, " \t");
}

/* The number in a line `name number`. */
static bool read_named(char *line, const char *name, int64_t low, int64_t high, int64_t *number) {
    char *rest = line ? behind(line, name) : NULL;
    char *word = NULL;
    return rest && split_words(rest, " \t", false, &word, 1) == 1 && parse_whole(word, low, high, number);
}

/* Reads `height H`, `width W`, `map` and the rows of a patch; terrain is where they go. */
static const char *read_patch(struct reader *reader, struct patch *patch, uint8_t *terrain) {
    int64_t height = 0;
    int64_t width = 0;
    if (!read_named(next_line(reader), "height", 1, SIDE_LIMIT, &height)) {
        return "expected `height H` of a patch, from 1 to 4096";
    }
    if (!read_named(next_line(reader), "width", 1, SIDE_LIMIT, &width)) {
        return "expected `width W` of a patch, from 1 to 4096";
    }
    char *word = next_line(reader);
    if (!word || strcmp(word, "map") != 0) {
        return "expected `map`";
    }
    *patch = (struct patch){(int32_t)width, (int32_t)height, terrain};
    for (int64_t y = 0; y < height; y++) {
        const char *row = next_line(reader);
        if (!row) {
            return "the file ends before the last row of a patch";
        }
        if (strlen(row) != (size_t)width) {
            return "the row is not as long as its patch is wide";
        }
        for (int64_t x = 0; x < width; x++) {
            if (row[x] <= ' ' || row[x] > '~') {
                return "a byte in the row is not a character of a map";
            }
        }
        memcpy(terrain + y * width, row, (size_t)width);
    }
    return NULL;
}

/* Reads how many patches there are, and gets memory for them. */
static const char *begin_patches(struct reader *reader, int64_t *count, struct dynamic_scenario *out) {
    size_t size = 1;
    for (size_t i = 0; i < reader->file.line_count; i++) {
        size += strlen(reader->file.lines[i]);
    }
    char *line = next_line(reader);
    char *type = line ? behind(line, "type") : NULL;
    if (!type || strcmp(type, "patch") != 0) {
        return "expected `type patch`";
    }
    /* A patch has five lines or more. */
    if (!read_named(next_line(reader), "patches", 0, (int64_t)(reader->file.line_count / 5), count)) {
        return "expected `patches N`, no more than there are in the file";
    }
    out->patches = calloc((size_t)*count + 1, sizeof *out->patches);
    out->terrain = malloc(size);
    return out->patches && out->terrain ? NULL : "out of memory";
}

static const char *read_patches(struct reader *reader, struct dynamic_scenario *out) {
    int64_t count = 0;
    const char *fault = begin_patches(reader, &count, out);
    uint8_t *terrain = out->terrain;
    while (!fault && out->patch_count < (size_t)count) {
        struct patch *patch = &out->patches[out->patch_count];
        int64_t number = (int64_t)out->patch_count;
        if (!read_named(next_line(reader), "patch", number, number, &number)) {
            return "expected `patch N`, counting from 0 on";
        }
        fault = read_patch(reader, patch, terrain);
        terrain += (size_t)patch->width * (size_t)patch->height;
        out->patch_count++;
    }
    char *line = NULL;
    while (!fault && (line = next_line(reader)) != NULL) {
        if (line[strspn(line, " \t")] != '\0') {
            fault = "more follows after the last patch";
        }
    }
    return fault;
}

static bool read_patch_file(const char *path, struct dynamic_scenario *out) {
    struct reader reader = {.line = 0};
    if (!text_file_read(path, &reader.file)) {
        return false;
    }
    const char *fault = read_patches(&reader, out);
    text_file_free(&reader.file);
    return !fault || say_fault(path, &reader, fault);
}

/* Reads the patches of a file that lies beside the scenario, or where its absolute path says. */
static bool read_patch_file_beside(const char *scenario_path, const char *name, struct dynamic_scenario *out) {
    const char *slash = name[0] == '/' ? NULL : strrchr(scenario_path, '/');
    size_t directory = slash ? (size_t)(slash - scenario_path) + 1 : 0;
    size_t length = strlen(name);
    char *path = malloc(directory + length + 1);
    if (!path) {
        complain("out of memory");
        return false;
    }
    memcpy(path, scenario_path, directory);
    memcpy(path + directory, name, length + 1);
    bool good = read_patch_file(path, out);
    free(path);
    return good;
}

struct head {
    int64_t height, width; /* 0: not seen yet */
    bool has_cost;
    const char *patch_name; /* NULL: not seen yet */
};

static const char *read_head_line(char *line, struct head *head) {
    char *rest = NULL;
    if (behind(line, "height")) {
        bool good = head->height == 0 && read_named(line, "height", 1, SIDE_LIMIT, &head->height);
        return good ? NULL : "expected one `height H`, from 1 to 4096";
    }
    if (behind(line, "width")) {
        bool good = head->width == 0 && read_named(line, "width", 1, SIDE_LIMIT, &head->width);
        return good ? NULL : "expected one `width W`, from 1 to 4096";
    }
    if ((rest = behind(line, "cost")) != NULL) {
        char *words[2];
        bool good = !head->has_cost && split_words(rest, " \t", false, words, 2) == 2 && strcmp(words[0], "1") == 0 &&
                    strcmp(words[1], "octile") == 0;
        head->has_cost = true;
        return good ? NULL : "expected one `cost 1 octile`";
    }
    if ((rest = behind(line, "patch")) != NULL) {
        bool good = !head->patch_name && rest[0] != '\0';
        head->patch_name = rest;
        return good ? NULL : "expected one `patch FILE`";
    }
    return "the head has lines height, width, cost, patch and commands, this is none of them";
}

static const char *check_head(const struct head *head) {
    return head->height == 0   ? "the head ends without `height H`"
           : head->width == 0  ? "the head ends without `width W`"
           : !head->has_cost   ? "the head ends without `cost 1 octile`"
           : !head->patch_name ? "the head ends without `patch FILE`"
                               : NULL;
}

static const char *read_head(struct reader *reader, struct head *head) {
    char *line = next_line(reader);
    int64_t version = 0;
    if (!read_named(line, "version", 2, 2, &version)) {
        return "expected `version 2`";
    }
    while ((line = next_line(reader)) != NULL) {
        if (strcmp(line, "commands") == 0) {
            return check_head(head);
        }
        const char *fault = read_head_line(line, head);
        if (fault) {
            return fault;
        }
    }
    return "the file ends before `commands`";
}

/* The words of a query behind its letter and snapshot. */
static const char *read_query(char **words, const struct dynamic_scenario *scenario, struct dynamic_command *command) {
    static const char *const faults[4] = {"the x of the start is not on the map",
                                          "the y of the start is not on the map", "the x of the goal is not on the map",
                                          "the y of the goal is not on the map"};
    int64_t places[4];
    for (size_t i = 0; i < 4; i++) {
        if (!parse_whole(words[i], 0, (i % 2 == 0 ? scenario->width : scenario->height) - 1, &places[i])) {
            return faults[i];
        }
    }
    command->from = (wend_cell){(int32_t)places[0], (int32_t)places[1]};
    command->to = (wend_cell){(int32_t)places[2], (int32_t)places[3]};
    if (strcmp(words[4], "-1") == 0) {
        command->length = -1.0;
    } else if (!parse_decimal(words[4], 0.0, 1e12, &command->length)) {
        return "the length is neither a number nor -1";
    }
    return NULL;
}

/* The words of a patch behind its letter and snapshot. */
static const char *read_paste(char **words, const struct dynamic_scenario *scenario, struct dynamic_command *command) {
    int64_t number = 0;
    int64_t x = 0;
    int64_t y = 0;
    if (!parse_whole(words[0], 0, (int64_t)scenario->patch_count - 1, &number)) {
        return "there is no patch of that number";
    }
    command->patch = &scenario->patches[number];
    if (!parse_whole(words[1], 0, scenario->width - command->patch->width, &x) ||
        !parse_whole(words[2], 0, scenario->height - command->patch->height, &y)) {
        return "the patch does not lie on the map";
    }
    command->from = (wend_cell){(int32_t)x, (int32_t)y};
    return NULL;
}

static const char *read_command(char *line, const struct dynamic_scenario *scenario, struct dynamic_command *command) {
    char *words[WORD_LIMIT];
    size_t count = split_words(line, " \t", false, words, WORD_LIMIT);
    int64_t snapshot = 0;
    bool is_query = strcmp(words[0], "Q") == 0;
    if (!is_query && strcmp(words[0], "P") != 0) {
        return "expected P, a patch, or Q, a query";
    }
    if (count != (is_query ? 7 : 5)) {
        return is_query ? "expected Q, snapshot, start x, y, goal x, y, length" : "expected P, snapshot, patch, x, y";
    }
    if (!parse_whole(words[1], 0, INT32_MAX, &snapshot)) {
        return "the snapshot is not a number from 0 to 2147483647";
    }
    command->snapshot = (uint32_t)snapshot;
    command->is_query = is_query;
    return is_query ? read_query(words + 2, scenario, command) : read_paste(words + 2, scenario, command);
}

static const char *check_order(const struct dynamic_scenario *scenario, const struct dynamic_command *command) {
    const struct dynamic_command *before = scenario->command_count > 0 ? command - 1 : NULL;
    if (before && command->snapshot < before->snapshot) {
        return "the snapshot is an earlier one than that of the line before";
    }
    if (before && command->snapshot == before->snapshot && before->is_query && !command->is_query) {
        return "a patch comes after a query of the same snapshot";
    }
    return NULL;
}

static const char *read_commands(struct reader *reader, struct dynamic_scenario *out) {
    out->commands = calloc(reader->file.line_count + 1, sizeof *out->commands);
    if (!out->commands) {
        return "out of memory";
    }
    char *line = NULL;
    while ((line = next_line(reader)) != NULL) {
        if (line[strspn(line, " \t")] == '\0') {
            continue;
        }
        struct dynamic_command *command = &out->commands[out->command_count];
        command->line = reader->line;
        const char *fault = read_command(line, out, command);
        fault = fault ? fault : check_order(out, command);
        if (fault) {
            return fault;
        }
        out->command_count++;
    }
    return NULL;
}

bool dynamic_read(const char *path, struct dynamic_scenario *out) {
    struct reader reader = {.line = 0};
    struct head head = {0, 0, false, NULL};
    *out = (struct dynamic_scenario){.command_count = 0};
    if (!text_file_read(path, &reader.file)) {
        return false;
    }
    const char *fault = read_head(&reader, &head);
    bool good = !fault;
    if (good) {
        out->width = (int32_t)head.width;
        out->height = (int32_t)head.height;
        good = read_patch_file_beside(path, head.patch_name, out);
    }
    if (good) {
        fault = read_commands(&reader, out);
        good = !fault;
    }
    if (fault) {
        good = say_fault(path, &reader, fault);
    }
    text_file_free(&reader.file);
    if (!good) {
        dynamic_free(out);
    }
    return good;
}

void dynamic_free(struct dynamic_scenario *scenario) {
    free(scenario->patches);
    free(scenario->terrain);
    free(scenario->commands);
    *scenario = (struct dynamic_scenario){.command_count = 0};
}

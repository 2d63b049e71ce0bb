/* SPDX-License-Identifier: MIT */
#include "script.h"

#include "common/options.h"
#include "common/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_SECONDS 100000.0

static const char *const deeds[] = {"build", "sell", "call"};

/* The words of a line into a command: what is wrong with them, or NULL. */
static const char *understand(char **words, size_t count, struct command *command) {
    double seconds = 0.0;
    if (!parse_decimal(words[0], 0.0, LONGEST_SECONDS, &seconds)) return "expected seconds from 0 to 100000";
    command->tick = (uint64_t)(seconds * TICKS_PER_SECOND + 0.5);
    size_t deed = 0;
    while (count > 1 && deed < 3 && strcmp(words[1], deeds[deed]) != 0) deed++;
    if (count < 2 || deed == 3) return "expected build, sell or call after the seconds";
    command->deed = (enum deed)deed;
    const char *rest = NULL;
    size_t at = 2;
    if (command->deed == DEED_BUILD) {
        size_t kind = 0;
        while (count > 2 && kind < KIND_COUNT && strcmp(words[2], kind_rules[kind].name) != 0) kind++;
        if (count < 3 || kind == KIND_COUNT) return "expected arrow, cannon or frost after build";
        command->kind = (enum tower_kind)kind;
        at = 3;
    }
    if (command->deed != DEED_CALL) {
        if (count <= at || !parse_cell(words[at], &command->cell, &rest) || rest)
            return "expected X,Y, two whole numbers, at the end";
        at++;
    }
    return count > at ? "a word too many" : NULL;
}

bool script_read(const char *path, struct script *script) {
    *script = (struct script){0};
    struct text_file file;
    if (!text_file_read(path, &file)) return false;
    script->commands = calloc(file.line_count + 1, sizeof *script->commands);
    const char *fault = script->commands ? NULL : "no memory";
    uint64_t last = 0;
    size_t line = 0;
    while (!fault && line < file.line_count) {
        char *words[6];
        char *text = file.lines[line++];
        size_t count = text[0] == '#' ? 0 : split_words(text, " \t", false, words, 6);
        if (count == 0) continue;
        struct command *command = &script->commands[script->count++];
        command->line = line;
        fault = understand(words, count, command);
        if (!fault && command->tick < last) fault = "earlier than the line before";
        last = command->tick;
    }
    if (fault) complain("%s:%zu: %s", path, line, fault);
    text_file_free(&file);
    return !fault;
}

void script_free(struct script *script) {
    free(script->commands);
    *script = (struct script){0};
}

/* NULL, or why it could not be done. */
static const char *do_command(const struct command *command, struct game *game) {
    switch (command->deed) {
    case DEED_BUILD: {
        enum verdict verdict = game_build(game, command->kind, command->cell);
        return verdict == VERDICT_GOOD ? NULL : verdict_text(verdict);
    }
    case DEED_SELL: return game_sell(game, command->cell) ? NULL : "no tower is there";
    default: return game_call_wave(game) ? NULL : "no wave can be called";
    }
}

void script_play(struct script *script, struct game *game) {
    for (; script->next < script->count && script->commands[script->next].tick <= game->tick; script->next++) {
        const struct command *command = &script->commands[script->next];
        const char *reason = do_command(command, game);
        if (!reason) continue;
        printf("line %zu refused: %s\n", command->line, reason);
        script->refused++;
    }
}

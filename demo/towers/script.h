/* SPDX-License-Identifier: MIT
 * A player on paper: lines such as
 *     2.5 build arrow 20,10      seconds of the game, what to do, and where the upper left cell of the tower is
 *     40 sell 20,10
 *     41 call                    the next wave
 * Empty lines and those that begin with # say nothing. The times must not fall. */
#ifndef TOWERS_SCRIPT_H
#define TOWERS_SCRIPT_H

#include "game.h"

enum deed { DEED_BUILD, DEED_SELL, DEED_CALL };

struct command {
    uint64_t tick;
    enum deed deed;
    enum tower_kind kind;
    wend_cell cell;
    size_t line;
};

struct script {
    struct command *commands;
    size_t count, next;
    uint32_t refused; /* what could not be done */
};

/* False: one line on standard error says why. */
bool script_read(const char *path, struct script *script);
void script_free(struct script *script);

/* Does what is due; a line on standard output for what could not be done. */
void script_play(struct script *script, struct game *game);

#endif

/* SPDX-License-Identifier: MIT
 * wend: the command line. Tries the library on your own map: see `wend --help`. */
#include "settings.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int count, char **arguments);
    const char *about;
};

static const struct command commands[] = {
    {"make", command_make, "generate a map"},
    {"info", command_info, "say what is in a map"},
    {"field", command_field, "distance and direction to the nearest goal, for every cell"},
    {"path", command_path, "one route from a cell to another"},
    {"place", command_place, "where a building may stand without cutting anybody off"},
    {"range", command_range, "which cells units can reach, how many of them, and who is nearest"},
    {"flee", command_flee, "where to run from threats"},
    {"check", command_check, "compare with the published lengths of a MovingAI scenario"},
    {"check-raster", command_check_raster, "compare with published distances over a raster of costs"},
    {"check-dynamic", command_check_dynamic, "compare with the published lengths of a scenario whose map changes"},
    {"horde", command_horde, "let a crowd walk to goals"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int help(void) {
    printf("usage: wend COMMAND ... (wend COMMAND --help says more)\n\n"
           "Moves crowds over maps. Maps are .map (MovingAI), .pgm, .csv, .txt or .png (8-bit grey) files.\n"
           "In a .map `.` `G` `S` are free and all else is wall. In the others terrain is a number: t costs t,\n"
           "0 costs 1, and 255 is a wall. --costs and --blocked say otherwise.\n\n"
           "commands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        printf("  %-14s %s\n", commands[i].name, commands[i].about);
    }
    printf("\noptions:\n"
           "  --help         this text\n"
           "  --version      the version of the library\n\n"
           "Exit codes: 0 done; 1 the answer is negative (a mismatch, no path); 2 bad input, with a line on\n"
           "standard error that says what is wrong.\n");
    return finish_output(EXIT_DONE);
}

int main(int count, char **arguments) {
    if (count < 2) {
        return complain("a command is missing (see wend --help)");
    }
    if (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0) {
        return help();
    }
    if (strcmp(arguments[1], "--version") == 0) {
        uint32_t version = wend_version();
        printf("wend %u.%u.%u\n", (unsigned)(version / 10000), (unsigned)(version / 100 % 100),
               (unsigned)(version % 100));
        return finish_output(EXIT_DONE);
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(arguments[1], commands[i].name) == 0) {
            return finish_output(commands[i].run(count - 2, arguments + 2));
        }
    }
    return complain("there is no command %s (see wend --help)", arguments[1]);
}

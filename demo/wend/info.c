/* SPDX-License-Identifier: MIT
 * wend info: what is in a map. */
#include "settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct summary {
    size_t terrain[256];
    size_t blocked, narrow, components, largest;
};

/* Counts the cells of each component; the number of a component is one of its cells. */
static bool count_components(const struct world *world, struct summary *summary) {
    size_t cells = (size_t)world->width * (size_t)world->height;
    uint32_t *sizes = calloc(cells, sizeof *sizes);
    if (!sizes) {
        return false;
    }
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            uint32_t component = wend_mover_component(world->mover, x, y);
            if (component != WEND_NO_COMPONENT && component < cells) {
                sizes[component]++;
            }
        }
    }
    for (size_t i = 0; i < cells; i++) {
        summary->components += sizes[i] > 0;
        summary->largest = sizes[i] > summary->largest ? sizes[i] : summary->largest;
    }
    free(sizes);
    return true;
}

static void count_cells(const struct world *world, struct summary *summary) {
    for (int32_t y = 0; y < world->height; y++) {
        for (int32_t x = 0; x < world->width; x++) {
            summary->terrain[wend_map_terrain(world->map, x, y)]++;
            wend_status place = wend_mover_place(world->mover, x, y);
            summary->blocked += place == WEND_IN_WALL;
            summary->narrow += place == WEND_TOO_NARROW;
        }
    }
}

static void print_terrain(const struct world *world, const struct summary *summary) {
    wend_mover_desc desc;
    wend_mover_describe(world->mover, &desc);
    for (int terrain = 0; terrain < 256; terrain++) {
        if (summary->terrain[terrain] == 0) {
            continue;
        }
        if (world->characters && terrain > 32 && terrain < 127) {
            printf("  terrain %c    ", terrain);
        } else {
            printf("  terrain %-4d ", terrain);
        }
        if (desc.costs[terrain] == WEND_BLOCKED) {
            printf("wall     ");
        } else {
            printf("cost %-3d ", desc.costs[terrain]);
        }
        printf("%zu cells\n", summary->terrain[terrain]);
    }
}

static void print_summary(const struct world *world, const struct summary *summary, bool json) {
    const char *lattice = wend_map_lattice(world->map) == WEND_HEX ? "hex" : "square";
    uint64_t hash = wend_map_hash(world->map);
    size_t standing = (size_t)world->width * (size_t)world->height - summary->blocked - summary->narrow;
    if (json) {
        printf("{\"width\": %d, \"height\": %d, \"lattice\": \"%s\", \"free\": %zu, \"blocked\": %zu, \"narrow\": %zu, "
               "\"components\": %zu, \"largest\": %zu, \"hash\": \"%016" PRIx64 "\"}\n",
               (int)world->width, (int)world->height, lattice, standing, summary->blocked, summary->narrow,
               summary->components, summary->largest, hash);
        return;
    }
    printf("%d x %d cells, %s, hash %016" PRIx64 "\n", (int)world->width, (int)world->height, lattice, hash);
    printf("  free         %zu cells\n", standing);
    printf("  walls        %zu cells\n", summary->blocked);
    if (summary->narrow > 0) {
        printf("  too narrow   %zu cells\n", summary->narrow);
    }
    printf("  components   %zu, the largest has %zu cells\n", summary->components, summary->largest);
    print_terrain(world, summary);
}

int command_info(int count, char **arguments) {
    struct settings settings = {0};
    struct command_line line = {
        .usage = "wend info MAP [options]",
        .about =
            "Says what is in a map: its size, what its terrain costs, and how many parts cannot reach each other.\n"
            "JSON: width height lattice free blocked narrow components largest hash.\n",
        .positional_needed = 1};
    settings_add(&settings, &line);
    enum command_line_result result = command_line_read(&line, count, arguments);
    if (result != COMMAND_LINE_GO) {
        return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    }
    struct world world;
    if (!world_open(&settings, line.positionals[0], &world)) {
        return EXIT_BAD_INPUT;
    }
    struct summary summary = {{0}, 0, 0, 0, 0};
    count_cells(&world, &summary);
    bool counted = count_components(&world, &summary);
    if (counted) {
        print_summary(&world, &summary, settings.json);
    }
    world_close(&world);
    return counted ? EXIT_DONE : complain("out of memory");
}

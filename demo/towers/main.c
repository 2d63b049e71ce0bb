/* SPDX-License-Identifier: MIT
 * towers: a small tower defence on a map that towers change. */
#include "common/display.h"
#include "common/map_file.h"
#include "common/options.h"
#include "game.h"
#include "scene.h"
#include "script.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_FRAMES 3000 /* the first waves */

struct wishes {
    const char *map, *script, *screenshot;
    struct game_places places;
    uint64_t seed;
    uint32_t frames;
    wend_cell hover;
    uint32_t kind;
    bool has_hover, headless, shows_places;
};

static bool take_entrance(void *target, const char *text, char *reason) {
    struct game_places *places = target;
    if (places->entrance_count == ENTRANCES) {
        (void)snprintf(reason, OPTION_REASON, "at most %d entrances", ENTRANCES);
        return false;
    }
    return parse_place(text, &places->entrances[places->entrance_count], reason) && ++places->entrance_count;
}

static bool take_goal(void *target, const char *text, char *reason) {
    struct game_places *places = target;
    places->has_goal = parse_place(text, &places->goal, reason);
    return places->has_goal;
}

static bool take_hover(void *target, const char *text, char *reason) {
    struct wishes *wishes = target;
    wishes->has_hover = parse_place(text, &wishes->hover, reason);
    return wishes->has_hover;
}

static void print_summary(const struct game *game, const struct script *script, uint32_t in_wall) {
    static const char *const phases[] = {"playing", "lost", "won"};
    printf("map %s %dx%d  seed %llu\n", game->name, (int)game->width, (int)game->height,
           (unsigned long long)game->seed);
    printf("%s  wave %u  lives %u  money %u  score %u  towers %u  refused %u\n", phases[game->phase],
           (unsigned)game->wave, (unsigned)game->lives, (unsigned)game->money, (unsigned)game->score,
           (unsigned)game->tower_count, (unsigned)script->refused);
    printf("shot %u  through %u  on the way %u  in_wall %u  ticks %llu  hash %016llx\n", (unsigned)game->kills,
           (unsigned)game->leaked, (unsigned)game->enemy_count, (unsigned)in_wall, (unsigned long long)game->tick,
           (unsigned long long)game_hash(game));
}

static void play_headless(struct game *game, struct scene *scene, struct script *script, uint32_t frames) {
    uint32_t in_wall = 0;
    for (uint32_t frame = 0; frame < frames && game->phase == PHASE_PLAYING; frame++) {
        script_play(script, game);
        game_step(game);
        in_wall += game_count_in_wall(game);
    }
    scene_draw(scene, game);
    print_summary(game, script, in_wall);
}

static int play(const struct wishes *wishes, struct game *game, struct scene *scene, struct script *script) {
    scene->has_pointer = wishes->has_hover;
    scene->pointer = wishes->hover;
    scene->kind = (enum tower_kind)wishes->kind;
    scene->shows_places = wishes->shows_places;
    if (wishes->headless) {
        play_headless(game, scene, script, wishes->frames);
    } else if (window_run(game, scene, script, wishes->frames)) {
        print_summary(game, script, game_count_in_wall(game));
    } else {
        return EXIT_NO_WINDOW;
    }
    if (wishes->screenshot && !picture_write_png(&scene->picture, wishes->screenshot))
        return complain("%s: cannot be written", wishes->screenshot);
    return EXIT_DONE;
}

static bool hover_is_good(const struct wishes *wishes, const struct game *game) {
    wend_cell cell = wishes->hover;
    bool is_good =
        cell.x >= 0 && cell.y >= 0 && cell.x <= game->width - TOWER_SIDE && cell.y <= game->height - TOWER_SIDE;
    if (is_good || !wishes->has_hover) return true;
    complain("--hover %d,%d: a tower there is not on the map, which is %dx%d", (int)cell.x, (int)cell.y,
             (int)game->width, (int)game->height);
    return false;
}

static int run(const struct wishes *wishes) {
    char path[512];
    struct script script = {0};
    struct scene scene = {0};
    struct game *game = calloc(1, sizeof *game);
    if (!game) return complain("no memory");
    map_file_shipped("valley", path, sizeof path);
    const char *map = wishes->map ? wishes->map : path;
    int result = EXIT_BAD_INPUT;
    bool is_good = game_open(game, map, &wishes->places, wishes->seed) && hover_is_good(wishes, game) &&
                   (!wishes->script || script_read(wishes->script, &script));
    if (is_good && !scene_open(&scene, game)) {
        complain("%s: no memory for the picture", map);
        is_good = false;
    }
    if (is_good) result = play(wishes, game, &scene, &script);
    scene_close(&scene);
    script_free(&script);
    game_close(game);
    free(game);
    return result;
}

int main(int count, char **arguments) {
    static const char *const kinds[] = {"arrow", "cannon", "frost", NULL};
    struct wishes wishes = {.seed = 1};
    uint32_t frames = UINT32_MAX;
    struct command_line line = {
        .usage = "towers [--map FILE] [--seed N] [--script FILE] [options]",
        .about =
            "A small tower defence: enemies of three classes walk from the gates to the goal, each by its own\n"
            "field; towers stand in their way, but may never close it. Keys stand beside the map. With --headless\n"
            "there is no window: so many ticks of 1/60 s are played, as the --script says, a summary is printed,\n"
            "and the last frame goes to the --screenshot. A script has lines such as `2.5 build arrow 20,10`,\n"
            "`40 sell 20,10` and `41 call` (the next wave): seconds, deed, upper left cell of the tower. Exit\n"
            "code 2: bad input; 3: no window can be opened.\n"};
    add_text(&line, "map", "FILE", "a .map with . G S T W (default: the shipped valley)", &wishes.map);
    add_taken(&line, "entrance", "X,Y", "where enemies come from (up to four; default: two on the left)", take_entrance,
              &wishes.places);
    add_taken(&line, "goal", "X,Y", "where they want to go (default: on the right)", take_goal, &wishes.places);
    add_seed(&line, "of the order in which enemies come (default 1)", &wishes.seed);
    add_text(&line, "script", "FILE", "what a player does", &wishes.script);
    add_flag(&line, "headless", "without a window", &wishes.headless);
    add_number(&line, "frames", "N", "end after so many frames (default: 3000 headless, else never)", 0, 1000000,
               &frames);
    add_text(&line, "screenshot", "FILE", "write the last frame as PNG", &wishes.screenshot);
    add_word(&line, "tower", "arrow|cannon|frost", "begin with this kind chosen (default arrow)", kinds, &wishes.kind);
    add_taken(&line, "hover", "X,Y", "begin with the pointer there", take_hover, &wishes);
    add_flag(&line, "places", "begin with all places shown where towers may stand", &wishes.shows_places);
    enum command_line_result result = command_line_read(&line, count - 1, arguments + 1);
    if (result != COMMAND_LINE_GO) return result == COMMAND_LINE_HELP ? EXIT_DONE : EXIT_BAD_INPUT;
    wishes.frames = frames != UINT32_MAX ? frames : wishes.headless ? DEFAULT_FRAMES : 0;
    return run(&wishes);
}

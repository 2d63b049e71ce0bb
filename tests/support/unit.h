/* SPDX-License-Identifier: MIT
 * What every unit test needs: cmocka, and maps drawn as text. */
#ifndef TEST_UNIT_H
#define TEST_UNIT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "random_world.h"
#include "subject.h"

/* A picture: see world_draw. */
#define ROWS(...) (const char *const[]){__VA_ARGS__}, (int32_t)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

/* A world from a picture, to be given to free; and its objects, nothing built yet. */
world *drawn(wend_lattice lattice, const char *const *rows, int32_t count);
subject made(const world *w);

/* The same, built: whole, and compared with the oracle. */
subject built(const world *w);

void set_goal(const subject *s, int32_t x, int32_t y, uint32_t offset);
wend_status build(const subject *s);

#define assert_cell_equal(cell, want_x, want_y)                                                                        \
    do {                                                                                                               \
        assert_int_equal((cell).x, want_x);                                                                            \
        assert_int_equal((cell).y, want_y);                                                                            \
    } while (0)

#endif

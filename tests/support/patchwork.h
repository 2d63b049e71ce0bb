/* SPDX-License-Identifier: MIT
 * Terrain of many pages, for tests of builds: several kinds of ground pasted side by side. */
#ifndef TEST_PATCHWORK_H
#define TEST_PATCHWORK_H

#include "random.h"

#include <stdint.h>

/* Terrain [width * height]: one kind of ground, or patches of several. 255 is a wall, 0 free, others are costs. */
void patchwork(uint8_t *terrain, int32_t width, int32_t height, test_random *random);

#endif

/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <time.h>

double clock_ms(void) {
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

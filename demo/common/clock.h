/* SPDX-License-Identifier: MIT */
#ifndef WEND_COMMON_CLOCK_H
#define WEND_COMMON_CLOCK_H

/* [milliseconds] from any fixed point */
double clock_ms(void);

#endif

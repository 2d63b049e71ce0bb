/* SPDX-License-Identifier: MIT
 * Inside the library: names for code that is there twice, for lanes of 16 and of 32 bits. Whoever wants that writes it
 * into a header of its own and includes it once with WEND__LANE_BITS 16 and once with 32. In there:
 *
 *      WEND__LANE                       uint16_t
 *      WEND__LANES_WIDE                 wend__w16
 *      WEND__LANES_COUNT                WEND__W16_LANES
 *      WEND__LANES_INFINITE             WEND__W16_INFINITE
 *      WEND__LANES_OPERATION(add)       wend__w16_add
 *      WEND__LANES_NAME(row)            row_16 */
#ifndef WEND__WIDE_LANES_H
#define WEND__WIDE_LANES_H

/* Joins what the words stand for. */
#define WEND__JOIN_WORDS(a, b, c) a##b##c
#define WEND__JOIN(a, b, c) WEND__JOIN_WORDS(a, b, c)

#define WEND__LANE WEND__JOIN(uint, WEND__LANE_BITS, _t)
#define WEND__LANES_WIDE WEND__JOIN(wend__w, WEND__LANE_BITS, )
#define WEND__LANES_COUNT WEND__JOIN(WEND__W, WEND__LANE_BITS, _LANES)
#define WEND__LANES_INFINITE WEND__JOIN(WEND__W, WEND__LANE_BITS, _INFINITE)
#define WEND__LANES_OPERATION(name) WEND__JOIN(wend__w, WEND__LANE_BITS, _##name)
#define WEND__LANES_NAME(name) WEND__JOIN(name, _, WEND__LANE_BITS)

#endif

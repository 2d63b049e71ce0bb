/* SPDX-License-Identifier: MIT
 * Damage to what was saved. */
#ifndef TEST_DAMAGE_H
#define TEST_DAMAGE_H

#include "random.h"

#include <wend/base.h>

/* Makes the checksum right again. size is at least 8. */
void damage_seal(uint8_t *bytes, size_t size);

/* Changes up to three bytes behind magic and version, mostly in the first `head` ones, or cuts; then the checksum is right
 * again. size is at least 21. */
void damage_some(uint8_t *bytes, size_t *size, size_t head, test_random *random);

/* Loads what `bytes` hold, gives up what comes of it, and says how it went; whether memory was lost is up to it. */
typedef wend_status damage_load(void *context, const uint8_t *bytes, size_t size);

/* Every flipped bit, every cut and every few bytes more are refused, the cuts also with a right checksum. */
void damage_expect_refused(const uint8_t *bytes, size_t size, damage_load *load, void *context);

#endif

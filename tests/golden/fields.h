/* SPDX-License-Identifier: MIT
 * Hashes of the scenarios of test_golden.c, confirmed by the oracle. They change only with the meaning of the numbers. */
#ifndef GOLDEN_FIELDS_H
#define GOLDEN_FIELDS_H

#include <stdint.h>

#define GOLDEN_COUNT 12

static const struct {
    uint64_t field, map, routes;
} golden_fields[GOLDEN_COUNT] = {
    {UINT64_C(0x94e5ee7a524d1a60), UINT64_C(0x2368045303cc4a8b), UINT64_C(0x8d8526e54f52b54a)},
    {UINT64_C(0xd2171f59e54fc358), UINT64_C(0x42a527435cca9e76), UINT64_C(0xca53c2a7a4ea4651)},
    {UINT64_C(0x573242c69f6f1672), UINT64_C(0x1ebcaae980375f17), UINT64_C(0x86a8685e622e3494)},
    {UINT64_C(0x564244c666ad3c94), UINT64_C(0x196a41af1e71f501), UINT64_C(0x1e69cebe4c3b056d)},
    {UINT64_C(0xf1f450c7c54eac88), UINT64_C(0x9cffdf7545864e89), UINT64_C(0xce85a2739f068833)},
    {UINT64_C(0xf6ee05de1bcca36d), UINT64_C(0x705c2996268ebde8), UINT64_C(0x4ca04155152b6ead)},
    {UINT64_C(0xa09c847395212e2f), UINT64_C(0x673445163deb4fdb), UINT64_C(0x86942baa0da4764a)},
    {UINT64_C(0x25254fc5fb70c770), UINT64_C(0x37b2ff5270ef73de), UINT64_C(0x0bc9e88bced07855)},
    {UINT64_C(0x24a17988dbee6c80), UINT64_C(0x7474a906f6d63fdc), UINT64_C(0x5c64d811d7cf5951)},
    {UINT64_C(0x95c1e5ef4b923a74), UINT64_C(0xb80e3a2d23d78496), UINT64_C(0x9f8917df5f2e3eef)},
    {UINT64_C(0xcf2fb13584be05d0), UINT64_C(0x5ba4f10d124f0e44), UINT64_C(0x835b63b01309e3f0)},
    {UINT64_C(0xe3e922be66545fbb), UINT64_C(0x2d85231405e09590), UINT64_C(0xf738f3e201a94276)},
};

#endif

/* SPDX-License-Identifier: MIT
 * Bench: which peers there are. */
#include "cases.h"

#if defined(WEND_BENCH_HAVE_CXX)
#define IN_CXX(find) find
#else
#define IN_CXX(find) NULL
#endif

const bench_peer_entry bench_peers[] = {{"priority-queue", IN_CXX(peer_priority_queue), "a C++ compiler"},
                                        {"bfs", peer_bfs, "nothing"},
                                        {"boost", IN_CXX(peer_boost), "a C++ compiler and libboost-graph-dev"},
                                        {"lemon", IN_CXX(peer_lemon), "a C++ compiler and liblemon-dev"},
                                        {"libtcod", peer_libtcod, "libtcod-dev"},
                                        {NULL, NULL, NULL}};

const bench_peer *bench_find_peer(const bench_peer_entry *entry) {
    return entry->find ? entry->find() : NULL;
}

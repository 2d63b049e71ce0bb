/* SPDX-License-Identifier: MIT
 * The inputs of the fuzzers in fuzz/corpus, once each and without a fuzzer. */
#define _POSIX_C_SOURCE 200809L /* dirent.h */

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Each fuzzer stands for itself under the name that libFuzzer asks for; here all are parts of one program. */
#define LLVMFuzzerTestOneInput fuzz_mapfile
#include "fuzz/fuzz_mapfile.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_saved_map
#include "fuzz/fuzz_saved_map.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_saved
#include "fuzz/fuzz_saved.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_saved_crowd
#include "fuzz/fuzz_saved_crowd.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_crowd
#include "fuzz/fuzz_crowd.c"
#undef LLVMFuzzerTestOneInput

typedef int fuzzer(const uint8_t *data, size_t size);

/* The folder beside this file. */
static void corpus_path(char *path, size_t capacity, const char *name) {
    const char *file = __FILE__, *slash = strrchr(file, '/');
    int length = slash ? (int)(slash - file) : 1;
    snprintf(path, capacity, "%.*s/fuzz/corpus/%s", length, slash ? file : ".", name);
}

static void replay_file(const char *path, fuzzer *run) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t capacity = 1 << 20;
    uint8_t *bytes = malloc(capacity);
    assert_non_null(bytes);
    size_t size = fread(bytes, 1, capacity, file);
    fclose(file);
    assert_true(size < capacity);
    uint8_t *exact = malloc(size + 1); /* so that a read past the end is seen */
    assert_non_null(exact);
    memcpy(exact + 1, bytes, size);
    free(bytes);
    assert_int_equal(run(exact + 1, size), 0);
    free(exact);
}

static void replay(const char *name, fuzzer *run) {
    char folder[1024], path[2048];
    corpus_path(folder, sizeof folder, name);
    DIR *directory = opendir(folder);
    if (!directory) {
        printf("skipped: no files of fuzz/corpus/%s within reach\n", name);
        skip();
        return;
    }
    size_t count = 0;
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        replay_file(path, run);
        count++;
    }
    closedir(directory);
    assert_in_range(count, 10, 10000);
}

static void replays_mapfile(void **state) {
    (void)state;
    replay("mapfile", fuzz_mapfile);
}

static void replays_saved_map(void **state) {
    (void)state;
    replay("saved_map", fuzz_saved_map);
}

static void replays_saved(void **state) {
    (void)state;
    replay("saved", fuzz_saved);
}

static void replays_saved_crowd(void **state) {
    (void)state;
    replay("saved_crowd", fuzz_saved_crowd);
}

static void replays_crowd(void **state) {
    (void)state;
    replay("crowd", fuzz_crowd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replays_mapfile),     cmocka_unit_test(replays_saved_map), cmocka_unit_test(replays_saved),
        cmocka_unit_test(replays_saved_crowd), cmocka_unit_test(replays_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

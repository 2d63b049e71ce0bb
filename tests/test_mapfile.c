/* SPDX-License-Identifier: MIT
 * Maps from files and to files: what is read, what is written, what is refused and why. */
#include <wend/io.h>

#include "allocator.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_CELLS 4096
#define BYTES(literal) (literal), sizeof(literal) - 1

/* Refusals carry one sentence that can be printed as it is. */
static void check_sentence(const wend_read_error *error) {
    size_t length = strlen(error->message);
    assert_in_range(length, 5, sizeof error->message - 1);
    for (size_t i = 0; i < length; i++) assert_in_range(error->message[i], ' ', '~');
}

/* Reads a copy that ends where its memory ends. Whatever comes out, nothing may leak; a map is hashed and let go. */
static wend_status read_copy(const void *bytes, size_t size, wend_map_format format, wend_read_error *error,
                             uint64_t *hash) {
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    wend_read_options options = {.format = format, .allocator = &hooks};
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, bytes, size);
    wend_map *map = NULL;
    wend_status status = wend_map_read_memory(copy, size, &options, &map, NULL, error);
    free(copy);
    if (status == WEND_OK) {
        assert_non_null(map);
        assert_int_equal(error->line, 0);
        assert_string_equal(error->message, "");
        if (hash) *hash = wend_map_hash(map);
        wend_map_destroy(map);
    } else {
        assert_true(status < 0);
        assert_null(map);
        check_sentence(error);
    }
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.mistakes, 0);
    return status;
}

static wend_map *read_good(const void *bytes, size_t size, wend_map_format format, uint8_t *costs) {
    wend_read_options options = {.format = format};
    wend_read_error error;
    wend_map *map = NULL;
    wend_status status = wend_map_read_memory(bytes, size, &options, &map, costs, &error);
    if (status != WEND_OK) fail_msg("refused, line %u: %s", (unsigned)error.line, error.message);
    return map;
}

static void check_cells(const void *bytes, size_t size, wend_map_format format, int32_t width, int32_t height,
                        const uint8_t *cells) {
    wend_map *map = read_good(bytes, size, format, NULL);
    uint8_t read[MAX_CELLS];
    assert_int_equal(wend_map_width(map), width);
    assert_int_equal(wend_map_height(map), height);
    assert_int_equal(wend_map_read(map, (wend_rect){0, 0, width, height}, read, (size_t)width), WEND_OK);
    assert_memory_equal(read, cells, (size_t)width * (size_t)height);
    wend_map_destroy(map);
}

static void reads_movingai(void **state) {
    (void)state;
    const uint8_t *cells = (const uint8_t *)".@TS W";
    check_cells(BYTES("type octile\nheight 2\nwidth 3\nmap\n.@T\nS W\n"), WEND_FORMAT_MOVINGAI, 3, 2, cells);
    check_cells(BYTES("width 3\ntype octile\nheight 2\nmap\n.@T\nS W"), WEND_FORMAT_MOVINGAI, 3, 2, cells);
    check_cells(BYTES("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@T\r\nS W"), WEND_FORMAT_MOVINGAI, 3, 2, cells);
    check_cells(BYTES("type octile\nwidth\t3 \nheight  2\nmap \n.@T\r\nS W\n\n \t\n\r\n"), WEND_FORMAT_MOVINGAI, 3, 2,
                cells);
    check_cells(BYTES("type octile\nheight 0000000000001\nwidth 1\nmap\n."), WEND_FORMAT_MOVINGAI, 1, 1, cells);
}

static void movingai_costs(void **state) {
    (void)state;
    uint8_t costs[256];
    wend_map_destroy(read_good(BYTES("type octile\nheight 1\nwidth 1\nmap\n.\n"), WEND_FORMAT_MOVINGAI, costs));
    for (int terrain = 0; terrain < 256; terrain++) {
        bool passable = terrain == '.' || terrain == 'G' || terrain == 'S';
        assert_int_equal(costs[terrain], passable ? 1 : 255);
    }
}

static void numeric_costs(void **state) {
    (void)state;
    uint8_t costs[256];
    wend_map_destroy(read_good(BYTES("1,2"), WEND_FORMAT_CSV, costs));
    assert_int_equal(costs[0], 1);
    for (int terrain = 1; terrain < 256; terrain++) assert_int_equal(costs[terrain], terrain);
}

static void reads_pgm(void **state) {
    (void)state;
    const uint8_t cells[6] = {0, 10, 200, 13, 35, 32};
    check_cells(BYTES("P2 3 2 255 0 10 200 13 35 32"), WEND_FORMAT_PGM, 3, 2, cells);
    check_cells(BYTES("P2\n3\n2\n255\n0 10 200\n13 35 32\n"), WEND_FORMAT_PGM, 3, 2, cells);
    check_cells(BYTES("P2\r\n3 2\r\n255\r\n0 10 200\r\n13 35 32\r\n"), WEND_FORMAT_PGM, 3, 2, cells);
    check_cells(BYTES("P2#a\n#b\n3#c\n2 # d\r\n#e\n255#f\n0 10#g\n200 13 35\v\f32#h"), WEND_FORMAT_PGM, 3, 2, cells);
    check_cells(BYTES("P5 3 2 200 \0\n\xC8\r# "), WEND_FORMAT_PGM, 3, 2, cells);
    check_cells(BYTES("P5\n# a comment\n3 2\n255\n\0\n\xC8\r# "), WEND_FORMAT_PGM, 3, 2, cells);
    check_cells(BYTES("P5#a\n3 #b\r2\n#c\n255#d\n\0\n\xC8\r# "), WEND_FORMAT_PGM, 3, 2, cells);
}

static void reads_csv(void **state) {
    (void)state;
    const uint8_t cells[6] = {0, 10, 255, 1, 2, 3};
    check_cells(BYTES("0,10,255\n1,2,3\n"), WEND_FORMAT_CSV, 3, 2, cells);
    check_cells(BYTES("0,10,255\r\n1,2,3"), WEND_FORMAT_CSV, 3, 2, cells);
    check_cells(BYTES("\xEF\xBB\xBF 0 , 10,\t255 \n001,2,3\n \n\n"), WEND_FORMAT_CSV, 3, 2, cells);
    check_cells(BYTES("10"), WEND_FORMAT_CSV, 1, 1, cells + 1);
    check_cells(BYTES("1\n2\n3\n"), WEND_FORMAT_CSV, 1, 3, cells + 3);
}

static void reads_txt(void **state) {
    (void)state;
    const uint8_t digits[6] = {0, 1, 2, 9, 4, 5};
    check_cells(BYTES("012\n945\n"), WEND_FORMAT_TXT, 3, 2, digits);
    check_cells(BYTES("\xEF\xBB\xBF"
                      "012 \r\n 945\r\n\r\n"),
                WEND_FORMAT_TXT, 3, 2, digits);
    check_cells(BYTES("0 1 2\n9\t4  5"), WEND_FORMAT_TXT, 3, 2, digits);
    check_cells(BYTES("0\n1\n2"), WEND_FORMAT_TXT, 1, 3, digits);
    const uint8_t numbers[4] = {0, 10, 255, 7};
    check_cells(BYTES(" 0  10 \n255 007\n"), WEND_FORMAT_TXT, 2, 2, numbers);
}

static void reads_hex(void **state) {
    (void)state;
    wend_read_options options = {.format = WEND_FORMAT_TXT, .lattice = WEND_HEX};
    wend_map *map = NULL;
    assert_int_equal(wend_map_read_memory("01\n10", 5, &options, &map, NULL, NULL), WEND_OK);
    assert_int_equal(wend_map_lattice(map), WEND_HEX);
    wend_map_destroy(map);
}

/* What is refused. */

typedef struct refusal {
    wend_map_format format;
    const char *bytes;
    size_t size;
    wend_status status;
    uint32_t line;
    const char *sentence; /* a part of it */
} refusal;

static void check_refusals(const refusal *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        wend_read_error error;
        wend_status status = read_copy(cases[i].bytes, cases[i].size, cases[i].format, &error, NULL);
        bool equal =
            status == cases[i].status && error.line == cases[i].line && strstr(error.message, cases[i].sentence);
        if (!equal) {
            fail_msg("case %u: status %d, line %u: %s; expected %d, %u: %s", (unsigned)i, (int)status,
                     (unsigned)error.line, error.message, (int)cases[i].status, (unsigned)cases[i].line,
                     cases[i].sentence);
        }
    }
}

#define BAD WEND_ERROR_FORMAT
#define SIZE WEND_ERROR_SIZE
#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

static void refuses_movingai(void **state) {
    (void)state;
    const wend_map_format map = WEND_FORMAT_MOVINGAI;
    const refusal cases[] = {
        {map, BYTES(""), BAD, 0, "empty"},
        {map, BYTES("\n"), BAD, 1, "none of them"},
        {map, BYTES("type octile\nheight 2\nwidth 3\n"), BAD, 3, "before the line map"},
        {map, BYTES("type octile\nheight 2\nmap\n...\n...\n"), BAD, 3, "without a line width"},
        {map, BYTES("type octile\nwidth 3\nmap\n...\n...\n"), BAD, 3, "without a line height"},
        {map, BYTES("height 2\nwidth 3\nmap\n...\n...\n"), BAD, 3, "without a line type"},
        {map, BYTES("type tile\nheight 2\nwidth 3\nmap\n...\n...\n"), BAD, 1, "not octile"},
        {map, BYTES("type octile x\nheight 2\nwidth 3\nmap\n...\n...\n"), BAD, 1, "not octile"},
        {map, BYTES("type\nheight 2\nwidth 3\nmap\n...\n...\n"), BAD, 1, "not octile"},
        {map, BYTES("type octile\ntype octile\n"), BAD, 2, "type is given twice"},
        {map, BYTES("type octile\nheight 2\nheight 2\n"), BAD, 3, "height is given twice"},
        {map, BYTES("type octile\nheight\n"), BAD, 2, "height is not a whole number"},
        {map, BYTES("type octile\nheight 2.5\n"), BAD, 2, "height is not a whole number"},
        {map, BYTES("type octile\nheight +2\n"), BAD, 2, "height is not a whole number"},
        {map, BYTES("type octile\nheight 2 3\n"), BAD, 2, "height is not a whole number"},
        {map, BYTES("type octile\nheight 2\0\n"), BAD, 2, "height is not a whole number"},
        {map, BYTES("type octile\nheight two\n"), BAD, 2, "height is not a whole number"},
        {map, BYTES("type octile\nheight2\n"), BAD, 2, "none of them"},
        {map, BYTES("type octile\nheight 2\ndepth 3\n"), BAD, 3, "none of them"},
        {map, BYTES("type octile\nheight 0\nwidth 3\nmap\n"), SIZE, 2, "height is 0"},
        {map, BYTES("type octile\nheight 2\nwidth -3\nmap\n"), SIZE, 3, "width is negative"},
        {map, BYTES("type octile\nheight 2\nwidth -\nmap\n"), BAD, 3, "width is not a whole number"},
        {map, BYTES("type octile\nheight 2\nwidth 16385\nmap\n"), SIZE, 3, "width is above 16384"},
        {map, BYTES("type octile\nheight 99999999999\nwidth 3\nmap\n"), SIZE, 2, "height is above 16384"},
        {map, BYTES("type octile\nheight 18446744073709551617\nwidth 3\nmap\n"), SIZE, 2, "height is above 16384"},
        {map, BYTES(HEAD), BAD, 4, "after 0 of 2 rows"},
        {map, BYTES(HEAD "...\n"), BAD, 5, "after 1 of 2 rows"},
        {map, BYTES(HEAD "..\n...\n"), BAD, 5, "row 1 has 2 characters, the width is 3"},
        {map, BYTES(HEAD "...\n....\n"), BAD, 6, "row 2 has 4 characters, the width is 3"},
        {map, BYTES(HEAD "...\n\n...\n"), BAD, 6, "row 2 has 0 characters"},
        {map, BYTES(HEAD "...\n...\n...\n"), BAD, 7, "more follows after the last of 2 rows"},
        {map, BYTES(HEAD "...\n...\n\n\nx"), BAD, 9, "more follows"},
        {map, BYTES(HEAD "...\n.\0.\n"), BAD, 6, "column 2 has the byte 0x00"},
        {map, BYTES(HEAD "...\n..\t\n"), BAD, 6, "column 3 has the byte 0x09"},
        {map, BYTES(HEAD ".\r.\n...\n"), BAD, 5, "column 2 has the byte 0x0D"},
        {map, BYTES(HEAD ".\xE9.\n...\n"), BAD, 5, "column 2 has the byte 0xE9"},
        {map, BYTES(HEAD "...\n...\n\0"), BAD, 7, "more follows"},
    };
    check_refusals(cases, sizeof cases / sizeof *cases);
}

static void refuses_pgm(void **state) {
    (void)state;
    const wend_map_format pgm = WEND_FORMAT_PGM;
    const refusal cases[] = {
        {pgm, BYTES(""), BAD, 0, "empty"},
        {pgm, BYTES("P"), BAD, 1, "P2 or P5"},
        {pgm, BYTES("P6 1 1 255 abc"), BAD, 1, "P2 or P5"},
        {pgm, BYTES("P23 2 255 "), BAD, 1, "'3' follows P2"},
        {pgm, BYTES("P2"), BAD, 1, "before the width"},
        {pgm, BYTES("P2 # 3 2 255"), BAD, 1, "before the width"},
        {pgm, BYTES("P2\n3\n"), BAD, 3, "before the height"},
        {pgm, BYTES("P2\n3 2\n"), BAD, 3, "before the maxval"},
        {pgm, BYTES("P2\n3 x"), BAD, 2, "'x' stands where the height should"},
        {pgm, BYTES("P2\n3 2x"), BAD, 2, "'x' stands where the height should"},
        {pgm, BYTES("P2\n3\0 2"), BAD, 2, "0x00 stands where the width should"},
        {pgm, BYTES("P2\n0 2 255"), SIZE, 2, "width is 0"},
        {pgm, BYTES("P2\n3\n-2 255"), SIZE, 3, "height is negative"},
        {pgm, BYTES("P5\n16385 2 255\n"), SIZE, 2, "width is above 16384"},
        {pgm, BYTES("P5\n3 99999999999 255\n"), SIZE, 2, "height is above 16384"},
        {pgm, BYTES("P2\n1 1\n0\n0"), BAD, 3, "maxval must lie between 1 and 255"},
        {pgm, BYTES("P2\n1 1\n256\n0"), BAD, 3, "maxval must lie between 1 and 255"},
        {pgm, BYTES("P5\n1 1\n65535\nab"), BAD, 3, "maxval must lie between 1 and 255"},
        {pgm, BYTES("P2\n1 1\n-1\n0"), BAD, 3, "maxval is negative"},
        {pgm, BYTES("P2\n2 1\n9\n0\n"), BAD, 5, "before the next grey value"},
        {pgm, BYTES("P2\n2 1\n9\n0 -1"), BAD, 4, "next grey value is negative"},
        {pgm, BYTES("P2\n2 1\n9\n0 10"), BAD, 4, "column 2, row 1 is above maxval 9"},
        {pgm, BYTES("P2\n1 2\n9\n0\n99999999999"), BAD, 5, "column 1, row 2 is above maxval 9"},
        {pgm, BYTES("P2\n2 1\n9\n0 1 2"), BAD, 4, "more follows"},
        {pgm, BYTES("P2\n2 1\n9\n0 1.5"), BAD, 4, "'.' stands where the next grey value should"},
        {pgm, BYTES("P5\n2 1\n9"), BAD, 3, "before the grey values"},
        {pgm, BYTES("P5\n2 1\n9# no end"), BAD, 3, "before the grey values"},
        {pgm, BYTES("P5\n2 1\n9\n"), BAD, 0, "bytes after the head are 0, the grey values of 2 x 1 are 2"},
        {pgm, BYTES("P5\n2 1\n9\n\1"), BAD, 0, "bytes after the head are 1, the grey values of 2 x 1 are 2"},
        {pgm, BYTES("P5\n2 1\n9\n\1\1\1"), BAD, 0, "bytes after the head are 3, the grey values of 2 x 1 are 2"},
        {pgm, BYTES("P5\n2 1\n9\r\n\1\1"), BAD, 0, "bytes after the head are 3, the grey values of 2 x 1 are 2"},
        {pgm, BYTES("P5\n2 2\n9\n\1\1\1\12"), BAD, 0, "column 2, row 2 is above maxval 9"},
    };
    check_refusals(cases, sizeof cases / sizeof *cases);
}

static void refuses_csv(void **state) {
    (void)state;
    const wend_map_format csv = WEND_FORMAT_CSV;
    const refusal cases[] = {
        {csv, BYTES(""), BAD, 0, "empty"},
        {csv, BYTES("\xEF\xBB\xBF"), BAD, 0, "no rows"},
        {csv, BYTES("\n \n"), BAD, 2, "no rows"},
        {csv, BYTES("1,2\n3\n"), BAD, 2, "row 2 has 1 columns, those above have 2"},
        {csv, BYTES("1,2\n3,4,5\n"), BAD, 2, "row 2 has 3 columns, those above have 2"},
        {csv, BYTES("1,2\n\n3,4\n"), BAD, 3, "after a blank line"},
        {csv, BYTES("\n1,2\n"), BAD, 2, "after a blank line"},
        {csv, BYTES("1,,2\n"), BAD, 1, "column 2 is empty"},
        {csv, BYTES(",1\n"), BAD, 1, "column 1 is empty"},
        {csv, BYTES("1,2\n3,4,\n"), BAD, 2, "column 3 is empty"},
        {csv, BYTES("1,256\n"), BAD, 1, "column 2 is above 255"},
        {csv, BYTES("99999999999999999999999\n"), BAD, 1, "column 1 is above 255"},
        {csv, BYTES("1,-2\n"), BAD, 1, "'-' stands where the number of column 2 should"},
        {csv, BYTES("1,+2\n"), BAD, 1, "'+' stands where the number of column 2 should"},
        {csv, BYTES("x,y\n1,2\n"), BAD, 1, "'x' stands where the number of column 1 should"},
        {csv, BYTES("\"1\",2\n"), BAD, 1, "'\"' stands where"},
        {csv, BYTES("1;2\n"), BAD, 1, "';' stands after the number of column 1"},
        {csv, BYTES("1 2\n"), BAD, 1, "'2' stands after the number of column 1"},
        {csv, BYTES("1,2.0\n"), BAD, 1, "'.' stands after the number of column 2"},
        {csv, BYTES("1,2\n3\0,4\n"), BAD, 2, "0x00 stands after the number of column 1"},
        {csv, BYTES("1,2\r3,4\r"), BAD, 1, "0x0D stands after the number of column 2"},
    };
    check_refusals(cases, sizeof cases / sizeof *cases);
}

static void refuses_txt(void **state) {
    (void)state;
    const wend_map_format txt = WEND_FORMAT_TXT;
    const refusal cases[] = {
        {txt, BYTES(""), BAD, 0, "empty"},
        {txt, BYTES(" \n"), BAD, 1, "no rows"},
        {txt, BYTES("012\n01\n"), BAD, 2, "row 2 has 2 columns, those above have 3"},
        {txt, BYTES("012\n0123\n"), BAD, 2, "row 2 has 4 columns, those above have 3"},
        {txt, BYTES("0 1 2\n0 1\n"), BAD, 2, "row 2 has 2 columns, those above have 3"},
        {txt, BYTES("0 1\n\n0 1\n"), BAD, 3, "after a blank line"},
        {txt, BYTES("01#\n"), BAD, 1, "'#' stands where the number of column 3 should"},
        {txt, BYTES("0 1\n0 x\n"), BAD, 2, "'x' stands where the number of column 2 should"},
        {txt, BYTES("0 1\n0 1x\n"), BAD, 2, "'x' stands after the number of column 2"},
        {txt, BYTES("0 256\n"), BAD, 1, "column 2 is above 255"},
        {txt, BYTES("0 99999999999\n"), BAD, 1, "column 2 is above 255"},
        {txt, BYTES("0 -1\n"), BAD, 1, "'-' stands where the number of column 2 should"},
        {txt, BYTES("-1\n"), BAD, 1, "'-' stands where the number of column 1 should"},
        {txt, BYTES("01\n0\0\n"), BAD, 2, "0x00 stands where the number of column 2 should"},
        {txt, BYTES("1,2\n"), BAD, 1, "column 2 is empty"},
    };
    check_refusals(cases, sizeof cases / sizeof *cases);
}

/* Cells of one digit: `width` in each of `height` rows. */
static char *digits_of(size_t width, size_t height, const char *cell, size_t *size) {
    size_t cell_size = strlen(cell);
    char *text = malloc((width * cell_size + 1) * height), *at = text;
    assert_non_null(text);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++, at += cell_size) memcpy(at, cell, cell_size);
        if (cell[cell_size - 1] == ',') at--;
        *at++ = '\n';
    }
    *size = (size_t)(at - text);
    return text;
}

static void check_limit(size_t width, size_t height, const char *cell, wend_map_format format, wend_status expected,
                        const char *sentence) {
    size_t size;
    char *text = digits_of(width, height, cell, &size);
    wend_read_error error;
    assert_int_equal(read_copy(text, size, format, &error, NULL), expected);
    assert_non_null(strstr(error.message, sentence));
    free(text);
}

static void keeps_to_the_greatest_side(void **state) {
    (void)state;
    check_limit(WEND_MAX_SIDE, 1, "1,", WEND_FORMAT_CSV, WEND_OK, "");
    check_limit(WEND_MAX_SIDE, 1, "1", WEND_FORMAT_TXT, WEND_OK, "");
    check_limit(WEND_MAX_SIDE, 1, "1 ", WEND_FORMAT_TXT, WEND_OK, "");
    check_limit(1, WEND_MAX_SIDE, "1", WEND_FORMAT_TXT, WEND_OK, "");
    check_limit(1, WEND_MAX_SIDE, "1,", WEND_FORMAT_CSV, WEND_OK, "");
    check_limit(WEND_MAX_SIDE + 1, 1, "1,", WEND_FORMAT_CSV, SIZE, "more than 16384 columns");
    check_limit(WEND_MAX_SIDE + 1, 1, "1", WEND_FORMAT_TXT, SIZE, "more than 16384 columns");
    check_limit(WEND_MAX_SIDE + 1, 1, "1 ", WEND_FORMAT_TXT, SIZE, "more than 16384 columns");
    check_limit(1, WEND_MAX_SIDE + 1, "1", WEND_FORMAT_TXT, SIZE, "more than 16384 rows");
    check_limit(1, WEND_MAX_SIDE + 1, "1,", WEND_FORMAT_CSV, SIZE, "more than 16384 rows");
}

/* A few bytes that claim a huge map get no memory for it. */
static void claims_cost_nothing(void **state) {
    (void)state;
    const struct {
        wend_map_format format;
        const char *bytes;
    } cases[] = {
        {WEND_FORMAT_MOVINGAI, "type octile\nheight 16384\nwidth 16384\nmap\n..."},
        {WEND_FORMAT_PGM, "P5 16384 16384 255\nabc"},
        {WEND_FORMAT_PGM, "P2 16384 16384 255\n1 2 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_allocator counter = {0};
        wend_allocator hooks = test_allocator_hooks(&counter);
        wend_read_options options = {.format = cases[i].format, .allocator = &hooks};
        wend_map *map = NULL;
        assert_int_equal(wend_map_read_memory(cases[i].bytes, strlen(cases[i].bytes), &options, &map, NULL, NULL), BAD);
        assert_in_range(counter.greatest_bytes, 0, 65536);
        assert_int_equal(counter.live, 0);
    }
}

/* Samples that are cut and changed everywhere. */

static const struct sample {
    wend_map_format format;
    const char *bytes;
    size_t size;
    const char *extension;
} samples[] = {
    {WEND_FORMAT_MOVINGAI, BYTES("type octile\nheight 3\nwidth 4\nmap\n.@.T\nSSSG\n.W..\n"), ".map"},
    {WEND_FORMAT_MOVINGAI, BYTES("type octile\r\nwidth 4\r\nheight 2\r\nmap\r\n.@.T\r\nSSSG"), ".map"},
    {WEND_FORMAT_PGM, BYTES("P2 # grey\n3 2\n#\n255\n0 10 200\n255 1 90\n"), ".pgm"},
    {WEND_FORMAT_PGM,
     BYTES("P5\n# grey\n3 2\n255\n\0\n\xFF"
           "#1 "),
     ".pgm"},
    {WEND_FORMAT_CSV,
     BYTES("\xEF\xBB\xBF"
           "0, 10,255\r\n1,2 ,3\r\n"),
     ".csv"},
    {WEND_FORMAT_TXT, BYTES("0120\n3450\n"), ".txt"},
    {WEND_FORMAT_TXT, BYTES("0 12 \n255 7\n\n"), ".txt"},
};
#define SAMPLES (sizeof samples / sizeof *samples)

static void survives_cuts(void **state) {
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        wend_read_error error;
        assert_int_equal(read_copy(samples[i].bytes, samples[i].size, samples[i].format, &error, NULL), WEND_OK);
        for (size_t size = 0; size < samples[i].size; size++) {
            read_copy(samples[i].bytes, size, samples[i].format, &error, NULL);
            read_copy(samples[i].bytes + size, samples[i].size - size, samples[i].format, &error, NULL);
        }
    }
}

/* Only the end of the last line may be missing. */
static void finds_cuts(void **state) {
    (void)state;
    wend_read_error error;
    for (size_t size = 0; size + 1 < samples[0].size; size++)
        assert_int_equal(read_copy(samples[0].bytes, size, WEND_FORMAT_MOVINGAI, &error, NULL), BAD);
    for (size_t size = 0; size < samples[3].size; size++)
        assert_int_equal(read_copy(samples[3].bytes, size, WEND_FORMAT_PGM, &error, NULL), BAD);
}

static void survives_changes(void **state) {
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        char changed[128];
        wend_read_error error;
        for (size_t at = 0; at < samples[i].size; at++) {
            memcpy(changed, samples[i].bytes, samples[i].size);
            for (int value = 0; value < 256; value++) {
                changed[at] = (char)value;
                read_copy(changed, samples[i].size, samples[i].format, &error, NULL);
            }
        }
    }
}

/* Files. */

static void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static const char *path_of(const char *extension) {
    static char path[64];
    snprintf(path, sizeof path, "test_mapfile_scratch%s", extension);
    return path;
}

static void reads_files(void **state) {
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        const char *path = path_of(samples[i].extension);
        write_bytes(path, samples[i].bytes, samples[i].size);
        wend_map *map = NULL;
        wend_read_error error;
        uint64_t hash = 0;
        assert_int_equal(wend_map_read_file(path, NULL, &map, NULL, &error), WEND_OK);
        assert_int_equal(read_copy(samples[i].bytes, samples[i].size, samples[i].format, &error, &hash), WEND_OK);
        assert_true(wend_map_hash(map) == hash);
        wend_map_destroy(map);
        remove(path);
    }
}

/* Larger than what is read at once, and by a name in capitals. */
static void reads_a_large_file(void **state) {
    (void)state;
    size_t size;
    char *text = digits_of(500, 700, "7", &size);
    const char *path = path_of(".TXT");
    write_bytes(path, text, size);
    wend_map *map = NULL;
    assert_int_equal(wend_map_read_file(path, NULL, &map, NULL, NULL), WEND_OK);
    assert_int_equal(wend_map_width(map), 500);
    assert_int_equal(wend_map_height(map), 700);
    assert_int_equal(wend_map_terrain(map, 499, 699), 7);
    wend_map_destroy(map);
    remove(path);
    free(text);
}

static void check_file_refused(const char *path, wend_map_format format, wend_status expected, const char *sentence) {
    wend_read_options options = {.format = format};
    wend_read_error error;
    wend_map *map = NULL;
    assert_int_equal(wend_map_read_file(path, &options, &map, NULL, &error), expected);
    assert_null(map);
    check_sentence(&error);
    if (!strstr(error.message, sentence)) fail_msg("%s: %s, not: %s", path, error.message, sentence);
}

static void refuses_files(void **state) {
    (void)state;
    check_file_refused("no_such_file.map", WEND_FORMAT_AUTO, WEND_ERROR_IO, "no such file");
    check_file_refused("no_such_directory/file.csv", WEND_FORMAT_AUTO, WEND_ERROR_IO, "no such file");
    check_file_refused(".", WEND_FORMAT_CSV, WEND_ERROR_IO, "");
    check_file_refused("", WEND_FORMAT_CSV, WEND_ERROR_IO, "");
    check_file_refused("map", WEND_FORMAT_AUTO, BAD, "extension is none of");
    check_file_refused("map.", WEND_FORMAT_AUTO, BAD, "extension is none of");
    check_file_refused("file.map2", WEND_FORMAT_AUTO, BAD, "extension is none of");
    check_file_refused("file.ma", WEND_FORMAT_AUTO, BAD, "extension is none of");
    check_file_refused("file.csv.png", WEND_FORMAT_AUTO, BAD, "extension is none of");
    const char *path = path_of(".csv");
    write_bytes(path, "", 0);
    check_file_refused(path, WEND_FORMAT_AUTO, BAD, "empty");
    write_bytes(path, "1,2\n3\n", 6);
    check_file_refused(path, WEND_FORMAT_AUTO, BAD, "row 2 has 1 columns");
    check_file_refused(path, WEND_FORMAT_MOVINGAI, BAD, "none of them");
    remove(path);
}

static void refuses_arguments(void **state) {
    (void)state;
    const wend_status bad = WEND_ERROR_ARGUMENT;
    wend_allocator half = {0};
    wend_read_options csv = {.format = WEND_FORMAT_CSV}, none = {0}, far = {.format = (wend_map_format)5},
                      low = {.format = (wend_map_format)-1},
                      lattice = {.format = WEND_FORMAT_CSV, .lattice = (wend_lattice)2},
                      memory = {.format = WEND_FORMAT_CSV, .allocator = &half};
    wend_map *map = NULL;
    assert_int_equal(wend_map_read_memory("1", 1, NULL, &map, NULL, NULL), bad);
    assert_int_equal(wend_map_read_memory("1", 1, &csv, NULL, NULL, NULL), bad);
    assert_int_equal(wend_map_read_memory(NULL, 1, &csv, &map, NULL, NULL), bad);
    assert_int_equal(wend_map_read_memory(NULL, 0, &csv, &map, NULL, NULL), BAD);
    const wend_read_options *const refused[] = {&none, &far, &low, &lattice, &memory};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_int_equal(wend_map_read_memory("1", 1, refused[i], &map, NULL, NULL), bad);
    assert_int_equal(wend_map_read_file(NULL, &csv, &map, NULL, NULL), bad);
    assert_int_equal(wend_map_read_file("a.csv", &csv, NULL, NULL, NULL), bad);
    assert_int_equal(wend_map_read_file("a.csv", &far, &map, NULL, NULL), bad);
    assert_int_equal(wend_map_read_file("a.csv", &lattice, &map, NULL, NULL), bad);
    assert_null(map);
}

static wend_map *random_map(test_random *random, int32_t width, int32_t height, int32_t low, int32_t high) {
    uint8_t cells[MAX_CELLS];
    wend_map_desc desc = {.width = width, .height = height};
    wend_map *map = NULL;
    assert_int_equal(wend_map_create(&desc, &map), WEND_OK);
    for (int32_t i = 0; i < width * height; i++) cells[i] = (uint8_t)test_random_between(random, low, high);
    assert_int_equal(wend_map_write(map, (wend_rect){0, 0, width, height}, cells, (size_t)width), WEND_OK);
    return map;
}

static void check_round_trip(const wend_map *map, const char *extension, bool fits) {
    const char *path = path_of(extension);
    wend_read_error error;
    wend_map *again = NULL;
    assert_int_equal(wend_map_write_file(map, path, WEND_FORMAT_AUTO), fits ? WEND_OK : WEND_ERROR_FORMAT);
    if (!fits) return;
    wend_status status = wend_map_read_file(path, NULL, &again, NULL, &error);
    if (status != WEND_OK) fail_msg("%s, line %u: %s", path, (unsigned)error.line, error.message);
    assert_true(wend_map_hash(again) == wend_map_hash(map));
    wend_map_destroy(again);
    remove(path);
}

static void writes_what_it_reads(void **state) {
    (void)state;
    test_random random = test_random_of(2);
    static const int32_t sizes[][2] = {{1, 1}, {1, 40}, {40, 1}, {2, 2}, {64, 64}, {33, 57}};
    for (size_t i = 0; i < 40 * sizeof sizes / sizeof *sizes; i++) {
        int32_t width = sizes[i % 6][0], height = sizes[i % 6][1];
        wend_map *numbers = random_map(&random, width, height, 0, 255);
        wend_map *digits = random_map(&random, width, height, 0, 9);
        wend_map *characters = random_map(&random, width, height, ' ', '~');
        wend_map_set(numbers, 0, 0, 200);
        check_round_trip(numbers, ".pgm", true);
        check_round_trip(numbers, ".csv", true);
        check_round_trip(numbers, ".txt", width > 1);
        check_round_trip(numbers, ".map", false);
        check_round_trip(digits, ".txt", true);
        check_round_trip(characters, ".map", true);
        wend_map_destroy(numbers);
        wend_map_destroy(digits);
        wend_map_destroy(characters);
    }
}

static void check_written(const wend_map *map, const char *extension, const char *expected, size_t size) {
    char bytes[256];
    const char *path = path_of(extension);
    assert_int_equal(wend_map_write_file(map, path, WEND_FORMAT_AUTO), WEND_OK);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), size);
    fclose(file);
    assert_memory_equal(bytes, expected, size);
    remove(path);
}

static void writes_these_bytes(void **state) {
    (void)state;
    wend_map *map = read_good(BYTES("0,9\n40,64\n100,126"), WEND_FORMAT_CSV, NULL);
    check_written(map, ".csv", BYTES("0,9\n40,64\n100,126\n"));
    check_written(map, ".txt", BYTES("0 9\n40 64\n100 126\n"));
    check_written(map, ".pgm",
                  BYTES("P5\n2 3\n255\n\0\x09"
                        "(@d~"));
    wend_map_fill(map, (wend_rect){0, 0, 2, 1}, '.');
    check_written(map, ".map", BYTES("type octile\nheight 3\nwidth 2\nmap\n..\n(@\nd~\n"));
    wend_map_fill(map, (wend_rect){0, 0, 2, 3}, 9);
    check_written(map, ".txt", BYTES("99\n99\n99\n"));
    wend_map_destroy(map);
}

/* A refused write leaves a file that is there alone. */
static void refuses_to_write(void **state) {
    (void)state;
    wend_map *map = read_good(BYTES("0,9\n"), WEND_FORMAT_CSV, NULL);
    const char *path = path_of(".map");
    write_bytes(path, "here", 4);
    assert_int_equal(wend_map_write_file(NULL, path, WEND_FORMAT_CSV), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write_file(map, NULL, WEND_FORMAT_CSV), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write_file(map, path, (wend_map_format)5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write_file(map, path, (wend_map_format)-1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_write_file(map, path, WEND_FORMAT_AUTO), WEND_ERROR_FORMAT);
    assert_int_equal(wend_map_write_file(map, "name", WEND_FORMAT_AUTO), WEND_ERROR_FORMAT);
    assert_int_equal(wend_map_write_file(map, "no_such_directory/a.csv", WEND_FORMAT_AUTO), WEND_ERROR_IO);
    FILE *file = fopen(path, "rb");
    char kept[8];
    assert_int_equal(fread(kept, 1, sizeof kept, file), 4);
    fclose(file);
    remove(path);
    wend_map_destroy(map);
}

/* A device that is always full, where the system has one. */
static void notices_a_full_disk(void **state) {
    (void)state;
#if defined(_WIN32)
    FILE *file = NULL; /* wine has a file of this name that is never full */
#else
    FILE *file = fopen("/dev/full", "rb");
#endif
    if (!file) {
        printf("skipped: no /dev/full here\n");
        skip();
        return;
    }
    fclose(file);
    wend_map *map = read_good(BYTES("0,9\n"), WEND_FORMAT_CSV, NULL);
    assert_int_equal(wend_map_write_file(map, "/dev/full", WEND_FORMAT_CSV), WEND_ERROR_IO);
    wend_map_destroy(map);
}

/* Memory that ends at the Nth allocation. */

static void check_memory_failures(const struct sample *sample, bool from_file) {
    const char *path = path_of(sample->extension);
    write_bytes(path, sample->bytes, sample->size);
    wend_status status = WEND_ERROR_NO_MEMORY;
    for (uint32_t n = 1; status != WEND_OK; n++) {
        test_allocator counter = {.fail_at = n};
        wend_allocator hooks = test_allocator_hooks(&counter);
        wend_read_options options = {.format = sample->format, .allocator = &hooks};
        wend_read_error error;
        wend_map *map = NULL;
        uint8_t costs[256] = {77};
        status = from_file ? wend_map_read_file(path, &options, &map, costs, &error)
                           : wend_map_read_memory(sample->bytes, sample->size, &options, &map, costs, &error);
        assert_in_range(n, 1, 20);
        if (status != WEND_OK) {
            assert_int_equal(status, WEND_ERROR_NO_MEMORY);
            assert_int_equal(costs[0], 77);
            assert_null(map);
            check_sentence(&error);
        }
        wend_map_destroy(map);
        assert_int_equal(counter.live, 0);
        assert_int_equal(counter.mistakes, 0);
    }
    remove(path);
}

static void survives_want_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        check_memory_failures(&samples[i], false);
        check_memory_failures(&samples[i], true);
    }
}

static void survives_want_of_memory_when_writing(void **state) {
    (void)state;
    test_allocator counter = {0};
    wend_allocator hooks = test_allocator_hooks(&counter);
    wend_read_options options = {.format = WEND_FORMAT_TXT, .allocator = &hooks};
    wend_map *map = NULL;
    const char *path = path_of(".csv");
    assert_int_equal(wend_map_read_memory("01\n10", 5, &options, &map, NULL, NULL), WEND_OK);
    counter.fail_at = counter.calls + 1;
    assert_int_equal(wend_map_write_file(map, path, WEND_FORMAT_AUTO), WEND_ERROR_NO_MEMORY);
    assert_null(fopen(path, "rb"));
    counter.fail_at = 0;
    assert_int_equal(wend_map_write_file(map, path, WEND_FORMAT_AUTO), WEND_OK);
    remove(path);
    wend_map_destroy(map);
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.mistakes, 0);
}

/* The real maps, where they are there: size and number of passable cells, counted by another program. */

static const struct real_map {
    const char *path;
    int32_t width, height;
    uint32_t passable;
} real_maps[] = {
    {"gppc_classic/rmtst01.map", 182, 50, 5623},
    {"hog2_local/bad.map", 87, 87, 6597},
    {"hog2_local/bottleneck3.map", 37, 21, 503},
    {"hog2_local/corner.map", 50, 50, 2076},
    {"hog2_local/dia30x30.map", 30, 30, 876},
    {"hog2_local/empty_64.map", 64, 64, 4096},
    {"hog2_local/level9.map", 11, 11, 9},
    {"hog2_local/pacman.map", 43, 31, 311},
    {"hog2_local/smalltrap_2.map", 30, 8, 79},
    {"hog2_local/test_s1.map", 32, 32, 870},
    {"hog2_local/trap.map", 50, 9, 151},
    {"mapf/maze-32-32-2.map", 32, 32, 666},
    {"mapf/random-32-32-20.map", 32, 32, 819},
    {"mapf/room-32-32-4.map", 32, 32, 682},
    {"movingai/bg512/AR0011SR.map", 512, 512, 120458},
    {"movingai/cities/Berlin_0_256.map", 256, 256, 48147},
    {"movingai/cities/NewYork_0_512.map", 512, 512, 196644},
    {"movingai/da2/ht_chantry.map", 162, 141, 7461},
    {"movingai/da2/lt_gallowstemplar_n.map", 251, 180, 10021},
    {"movingai/dao/arena.map", 49, 49, 2054},
    {"movingai/dao/brc000d.map", 257, 261, 28963},
    {"movingai/dao/den312d.map", 65, 81, 2445},
    {"movingai/dao/lak303d.map", 194, 194, 14784},
    {"movingai/mazes/maze512-32-0.map", 512, 512, 253840},
    {"movingai/mazes/maze512-8-0.map", 512, 512, 232931},
    {"movingai/random/random512-10-0.map", 512, 512, 235900},
    {"movingai/random/random512-40-0.map", 512, 512, 104950},
    {"movingai/rooms/64room_000.map", 512, 512, 246178},
    {"movingai/rooms/8room_000.map", 512, 512, 206642},
    {"movingai/sc1/GladiatorPits.map", 768, 512, 302092},
    {"movingai/wc3maps512/golemsinthemist.map", 512, 512, 110831},
    {"weighted/den312d_trees.pgm", 65, 81, 5010},
    {"weighted/golemsinthemist_weighted.pgm", 512, 512, 195417},
    {"weighted/jacksboro_slope.pgm", 403, 344, 138632},
};

/* How often each byte stands in the last `cells` bytes of a file, line ends left out. */
static void count_bytes(const char *path, size_t cells, uint32_t counts[256]) {
    size_t capacity = 2 * cells + 4096;
    uint8_t *bytes = malloc(capacity);
    FILE *file = fopen(path, "rb");
    assert_true(bytes && file);
    size_t size = fread(bytes, 1, capacity, file);
    assert_true(size < capacity);
    fclose(file);
    bool is_text = strstr(path, ".map") != NULL;
    for (size_t at = size; cells > 0 && at > 0; at--) {
        if (is_text && (bytes[at - 1] == '\n' || bytes[at - 1] == '\r')) continue;
        counts[bytes[at - 1]]++;
        cells--;
    }
    free(bytes);
}

static void check_real_map(const char *path, const struct real_map *expected) {
    wend_map *map = NULL;
    wend_read_error error;
    uint8_t costs[256];
    uint32_t counts[256] = {0}, found[256] = {0}, passable = 0;
    wend_status status = wend_map_read_file(path, NULL, &map, costs, &error);
    if (status != WEND_OK) fail_msg("%s, line %u: %s", path, (unsigned)error.line, error.message);
    assert_int_equal(wend_map_width(map), expected->width);
    assert_int_equal(wend_map_height(map), expected->height);
    for (int32_t y = 0; y < expected->height; y++) {
        for (int32_t x = 0; x < expected->width; x++) {
            uint8_t terrain = wend_map_terrain(map, x, y);
            found[terrain]++;
            if (costs[terrain] != 255) passable++;
        }
    }
    assert_int_equal(passable, expected->passable);
    count_bytes(path, (size_t)expected->width * (size_t)expected->height, counts);
    assert_memory_equal(found, counts, sizeof counts);
    wend_map_destroy(map);
}

static void reads_real_maps(void **state) {
    (void)state;
    size_t read = 0;
    for (size_t i = 0; i < sizeof real_maps / sizeof *real_maps; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", WEND_DATA_DIR, real_maps[i].path);
        FILE *file = fopen(path, "rb");
        if (!file) {
            printf("skipped: %s is not there\n", real_maps[i].path);
            continue;
        }
        fclose(file);
        check_real_map(path, &real_maps[i]);
        read++;
    }
    if (read == 0) skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_movingai),
        cmocka_unit_test(movingai_costs),
        cmocka_unit_test(numeric_costs),
        cmocka_unit_test(reads_pgm),
        cmocka_unit_test(reads_csv),
        cmocka_unit_test(reads_txt),
        cmocka_unit_test(reads_hex),
        cmocka_unit_test(refuses_movingai),
        cmocka_unit_test(refuses_pgm),
        cmocka_unit_test(refuses_csv),
        cmocka_unit_test(refuses_txt),
        cmocka_unit_test(keeps_to_the_greatest_side),
        cmocka_unit_test(claims_cost_nothing),
        cmocka_unit_test(survives_cuts),
        cmocka_unit_test(finds_cuts),
        cmocka_unit_test(survives_changes),
        cmocka_unit_test(reads_files),
        cmocka_unit_test(reads_a_large_file),
        cmocka_unit_test(refuses_files),
        cmocka_unit_test(refuses_arguments),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(writes_these_bytes),
        cmocka_unit_test(refuses_to_write),
        cmocka_unit_test(notices_a_full_disk),
        cmocka_unit_test(survives_want_of_memory),
        cmocka_unit_test(survives_want_of_memory_when_writing),
        cmocka_unit_test(reads_real_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

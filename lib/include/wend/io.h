/* SPDX-License-Identifier: MIT
 * wend: maps from files and to files; maps, movers, fields and crowds as bytes (saved and loaded). Reading, writing and
 * loading allocate; saving does not.
 *
 * Every reader takes bytes it does not trust: a refused file gives a status, a line and a sentence, and no map.
 * Threads: functions share nothing. */
#ifndef WEND_IO_H
#define WEND_IO_H

#include <wend/crowd.h>
#include <wend/field.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_map_format {
    WEND_FORMAT_AUTO = 0,     /* by the file's extension: .map .pgm .csv .txt */
    WEND_FORMAT_MOVINGAI = 1, /* `type octile`; the characters are the terrain */
    WEND_FORMAT_PGM = 2,      /* P2 or P5, maxval up to 255; the grey values are the terrain */
    WEND_FORMAT_CSV = 3,      /* whole numbers 0..255, separated by commas (blanks allowed), a row a line */
    WEND_FORMAT_TXT = 4       /* rows of single digits without blanks, or of numbers 0..255 with blanks between */
} wend_map_format;

typedef struct wend_read_options {
    wend_map_format format;
    wend_lattice lattice;            /* default WEND_SQUARE */
    const wend_allocator *allocator; /* of the map and of all that reading needs; NULL means malloc */
} wend_read_options;

/* Where and why a file was refused. */
typedef struct wend_read_error {
    uint32_t line;     /* from 1; 0 where no line is to blame */
    char message[120]; /* one sentence, no line break */
} wend_read_error;

/* A map from a file, and the costs that fit its format (256 bytes, may be NULL): MovingAI `.` `G` `S` cost 1 and the
 * rest is blocked; numeric formats: terrain 0 costs 1, t costs t, 255 is blocked. error may be NULL.
 * options may be NULL: the format by the extension. Errors: ARGUMENT, IO, FORMAT, SIZE, NO_MEMORY. */
WEND_API wend_status wend_map_read_file(const char *path, const wend_read_options *options, wend_map **out,
                                        uint8_t *costs, wend_read_error *error);

/* The same from memory; the format must be named in options, which may not be NULL here. */
WEND_API wend_status wend_map_read_memory(const void *bytes, size_t size, const wend_read_options *options,
                                          wend_map **out, uint8_t *costs, wend_read_error *error);

/* Terrain to a file, by format or extension. MovingAI writes the terrain as characters and refuses those that are not
 * printable (FORMAT); the others write numbers, TXT single digits where all are below 10 (a map one cell wide with
 * greater ones it refuses: they would read as digits; FORMAT). Thin walls and links are not part of these formats: use
 * wend_map_save. Errors: ARGUMENT, IO (what was in the file is gone then), FORMAT, NO_MEMORY. */
WEND_API wend_status wend_map_write_file(const wend_map *map, const char *path, wend_map_format format);

/* Saved maps, movers and fields: little-endian bytes with version and checksum, the same on every machine and whatever
 * the history of what was saved. (What other threads read while a field goes on is something else: see snapshot.h.) */

/* The whole map: size, lattice, placement, terrain, thin walls, links. */

/* [bytes] what wend_map_save needs. */
WEND_API size_t wend_map_save_size(const wend_map *map);
/* Into the caller's bytes. Errors: ARGUMENT, CAPACITY. */
WEND_API wend_status wend_map_save(const wend_map *map, void *bytes, size_t capacity);
/* A new map. allocator NULL means malloc. Errors: ARGUMENT, FORMAT, VERSION, CHECKSUM, SIZE, NO_MEMORY. */
WEND_API wend_status wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator, wend_map **out);

/* A mover: its desc and its overlay as they are set, and the hash of its map. */

/* [bytes] what wend_mover_save needs. */
WEND_API size_t wend_mover_save_size(const wend_mover *mover);
/* Into the caller's bytes. Nobody may edit the map meanwhile. Errors: ARGUMENT, CAPACITY. */
WEND_API wend_status wend_mover_save(const wend_mover *mover, void *bytes, size_t capacity);
/* A new mover on a map that has the same hash as the saved one's: up to date with it, as after wend_mover_update. The
 * back end is not part of what was saved; 0 is the best one that there is.
 * Errors: ARGUMENT, FORMAT, VERSION, CHECKSUM, MISMATCH (another map), NO_MEMORY, UNSUPPORTED (the back end). */
WEND_API wend_status wend_mover_load(wend_map *map, const void *bytes, size_t size, wend_backend backend,
                                     wend_mover **out);

/* A field: its goals, values and directions, what it was made with (escape_depth, seeds, sights, cut_off) and the hash
 * of what it knows of its mover. */

/* [bytes] what wend_field_save needs. */
WEND_API size_t wend_field_save_size(const wend_field *field);
/* Into the caller's bytes. Of a snapshot too (wend_snapshot_field), in any thread: what it was when it was taken. A
 * field that is not up to date cannot be saved. Errors: ARGUMENT (also where wend_field_status is not OK), CAPACITY. */
WEND_API wend_status wend_field_save(const wend_field *field, void *bytes, size_t capacity);
/* A new field of a mover that has the same costs, steps and links as the saved one's had: up to date, with the same
 * hash and the same answers. Each cell's value and directions are checked against those round it; that a cell had a
 * value of its own (seeds), or is a target of what is cut off, and that something lies beyond a bound, is believed. Of
 * desc (may be NULL) goal_capacity, backend, slices, snapshots and snapshot_pages count; a goal_capacity of 0 is 64, or
 * as much as is needed: give one where bytes come from strangers. What was seen is found anew where the field has
 * sights. Linear in cells, and in the cells of all goals' footprints; cells without a way to go are each compared with
 * all goals. While it loads it takes 12 bytes per cell more.
 * Errors: ARGUMENT, FORMAT, VERSION, CHECKSUM, MISMATCH (another mover), CAPACITY (goal_capacity is less than the
 * goals), NO_MEMORY, UNSUPPORTED (the back end), BUSY (the mover is being updated in slices). */
WEND_API wend_status wend_field_load(wend_mover *mover, const wend_field_desc *desc, const void *bytes, size_t size,
                                     wend_field **out);

/* A crowd: its agents, what they were told and how they move. Neither the fields nor the users' pointers are saved. */

/* [bytes] what wend_crowd_save needs. */
WEND_API size_t wend_crowd_save_size(const wend_crowd *crowd);
/* Into the caller's bytes. Nobody may step the crowd meanwhile. Errors: ARGUMENT, CAPACITY. */
WEND_API wend_status wend_crowd_save(const wend_crowd *crowd, void *bytes, size_t capacity);
/* A new crowd on a map of the same size, lattice, cell size and origin, with the same ids. Once the same fields are set
 * again (those that were saved, or others that say the same) it goes on as the saved one does, bit for bit. User
 * pointers are NULL, and no events are told until the next step. capacity: agents it has room for, at least as many as
 * were saved; 0: those. The back end is not part of what was saved; 0 is the best one that there is.
 * Errors: ARGUMENT, SIZE, FORMAT, VERSION, CHECKSUM, MISMATCH (another map), NO_MEMORY, UNSUPPORTED (the back end). */
WEND_API wend_status wend_crowd_load(wend_map *map, const void *bytes, size_t size, uint32_t capacity,
                                     wend_backend backend, wend_crowd **out);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT
 * Text files as lines, and the words of a line. */
#ifndef WEND_COMMON_TEXT_FILE_H
#define WEND_COMMON_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct text_file {
    char *text;
    char **lines; /* without line ends, LF or CRLF; line i is lines[i - 1] */
    size_t line_count;
};

/* Does the name of a file end like this? `extension` in lower case, with its point; the name in either case. */
bool has_extension(const char *path, const char *extension);

/* False: one line on standard error says why. Text with NUL bytes is refused. */
bool text_file_read(const char *path, struct text_file *file);
void text_file_free(struct text_file *file);

/* Cuts a line at any of the separators; empty words are left out, or kept where keep_empty. Returns how many words
 * there are, of which the first `limit` are in words; the line is changed. */
size_t split_words(char *line, const char *separators, bool keep_empty, char **words, size_t limit);

#endif

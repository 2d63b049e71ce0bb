/* SPDX-License-Identifier: MIT
 * Text files: see text_file.h. */
#include "text_file.h"

#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 28 };

bool has_extension(const char *path, const char *extension) {
    size_t length = strlen(path);
    size_t tail = strlen(extension);
    if (length < tail) {
        return false;
    }
    for (size_t i = 0; i < tail; i++) {
        char letter = path[length - tail + i];
        letter = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
        if (letter != extension[i]) {
            return false;
        }
    }
    return true;
}

/* Reads all of a stream into memory that ends with NUL; NULL: fault says why. */
static char *read_all(FILE *stream, size_t *size, const char **fault) {
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, capacity - 1 - *size, stream);
        if (*size < capacity - 1) {
            break;
        }
        char *larger = capacity < TEXT_LIMIT ? realloc(text, capacity * 2) : NULL;
        if (!larger) {
            *fault = capacity < TEXT_LIMIT ? "out of memory" : "is larger than 256 MB";
            free(text);
            return NULL;
        }
        text = larger;
        capacity *= 2;
    }
    if (!text || ferror(stream)) {
        *fault = text ? "cannot be read" : "out of memory";
        free(text);
        return NULL;
    }
    text[*size] = '\0';
    return text;
}

static bool cut_lines(struct text_file *file, size_t size) {
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count += file->text[i] == '\n';
    }
    file->lines = malloc(count * sizeof *file->lines);
    if (!file->lines) {
        return false;
    }
    char *at = file->text;
    while (at < file->text + size) {
        char *end = strchr(at, '\n');
        char *next = end ? end + 1 : file->text + size;
        end = end ? end : next;
        if (end > at && end[-1] == '\r') {
            end--;
        }
        *end = '\0';
        file->lines[file->line_count++] = at;
        at = next;
    }
    return true;
}

bool text_file_read(const char *path, struct text_file *file) {
    *file = (struct text_file){.text = NULL};
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        complain("%s: cannot be opened", path);
        return false;
    }
    size_t size = 0;
    const char *fault = NULL;
    file->text = read_all(stream, &size, &fault);
    (void)fclose(stream);
    if (file->text && memchr(file->text, '\0', size)) {
        fault = "is not a text file";
    } else if (file->text && !cut_lines(file, size)) {
        fault = "out of memory";
    }
    if (fault) {
        complain("%s: %s", path, fault);
        text_file_free(file);
        return false;
    }
    return true;
}

void text_file_free(struct text_file *file) {
    free(file->text);
    free(file->lines);
    file->text = NULL;
    file->lines = NULL;
    file->line_count = 0;
}

size_t split_words(char *line, const char *separators, bool keep_empty, char **words, size_t limit) {
    size_t count = 0;
    char *at = line;
    for (;;) {
        if (!keep_empty) {
            at += strspn(at, separators);
            if (*at == '\0') {
                return count;
            }
        }
        char *end = at + strcspn(at, separators);
        bool more = *end != '\0';
        *end = '\0';
        if (count < limit) {
            words[count] = at;
        }
        count++;
        if (!more) {
            return count;
        }
        at = end + 1;
    }
}

/* SPDX-License-Identifier: MIT
 * Pictures: memory, colours, smooth-edged shapes, PNG. */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

bool picture_create(struct picture *picture, int32_t width, int32_t height, struct colour colour) {
    size_t count = (size_t)width * (size_t)height;
    *picture = (struct picture){width, height, malloc(count * sizeof(struct colour))};
    if (!picture->pixels) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        picture->pixels[i] = colour;
    }
    return true;
}

void picture_destroy(struct picture *picture) {
    free(picture->pixels);
    picture->pixels = NULL;
}

/* stb's own writer does not tell of a full disk. */
static bool write_png(const char *path, int32_t width, int32_t height, int32_t channels, const void *pixels) {
    int size = 0;
    unsigned char *png = stbi_write_png_to_mem(pixels, width * channels, width, height, channels, &size);
    FILE *file = png ? fopen(path, "wb") : NULL;
    bool written = file && fwrite(png, 1, (size_t)size, file) == (size_t)size;
    if (file) {
        written = fclose(file) == 0 && written;
    }
    STBIW_FREE(png);
    return written;
}

bool picture_write_png(const struct picture *picture, const char *path) {
    return write_png(path, picture->width, picture->height, 3, picture->pixels);
}

bool grey_write_png(const char *path, const uint8_t *grey, int32_t width, int32_t height) {
    return write_png(path, width, height, 1, grey);
}

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Looks at the header alone, so that nothing large is decoded in vain. Returns what is wrong, or NULL. */
static const char *check_png_header(const char *path) {
    static const uint8_t signature[16] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
    uint8_t header[26];
    FILE *file = fopen(path, "rb");
    if (!file) {
        return "cannot be opened";
    }
    size_t count = fread(header, 1, sizeof header, file);
    (void)fclose(file);
    if (count != sizeof header || memcmp(header, signature, sizeof signature) != 0) {
        return "is not a PNG picture";
    }
    uint32_t width = big_endian(header + 16);
    uint32_t height = big_endian(header + 20);
    if (width < 1 || height < 1 || width > WEND_MAX_SIDE || height > WEND_MAX_SIDE) {
        return "width and height must be 1 to 16384";
    }
    if (header[24] != 8 || header[25] != 0) {
        return "only 8-bit grey PNG pictures without transparency can be maps";
    }
    return NULL;
}

bool grey_read_png(const char *path, uint8_t **grey, int32_t *width, int32_t *height, char *message, size_t size) {
    const char *fault = check_png_header(path);
    if (fault) {
        (void)snprintf(message, size, "%s", fault);
        return false;
    }
    int channels = 0;
    int png_width = 0;
    int png_height = 0;
    *grey = stbi_load(path, &png_width, &png_height, &channels, 1);
    if (!*grey) {
        (void)snprintf(message, size, "damaged PNG picture (%s)", stbi_failure_reason());
        return false;
    }
    *width = png_width;
    *height = png_height;
    return true;
}

static uint8_t mix(uint8_t first, uint8_t second, uint32_t amount) {
    return (uint8_t)((first * (256 - amount) + second * amount + 128) >> 8);
}

struct colour colour_mix(struct colour first, struct colour second, uint32_t amount) {
    return (struct colour){mix(first.red, second.red, amount), mix(first.green, second.green, amount),
                           mix(first.blue, second.blue, amount)};
}

/* Lightness falls evenly and the hue turns evenly in the OKLab space, from yellow over red to indigo. */
struct colour colour_heat(uint32_t heat) {
    static const struct colour table[17] = {
        {253, 242, 176}, {255, 226, 158}, {255, 209, 145}, {255, 192, 132}, {255, 174, 122}, {255, 155, 116},
        {254, 134, 114}, {255, 108, 116}, {249, 83, 126},  {232, 73, 141},  {210, 66, 153},  {187, 63, 162},
        {162, 63, 166},  {137, 63, 166},  {112, 62, 160},  {89, 62, 149},   {67, 60, 134}};
    uint32_t place = heat > 255 ? 4080 : heat * 16;
    return place >= 4080 ? table[16] : colour_mix(table[place / 255], table[place / 255 + 1], place % 255);
}

static void blend(struct picture *picture, int32_t x, int32_t y, float coverage, struct colour colour) {
    struct colour *pixel = &picture->pixels[(size_t)y * (size_t)picture->width + (size_t)x];
    uint32_t amount = coverage >= 1.0f ? 256 : (uint32_t)(coverage * 256.0f);
    *pixel = colour_mix(*pixel, colour, amount);
}

static int32_t clamp_pixel(float place, int32_t limit) {
    return place < 0.0f ? 0 : place > (float)limit ? limit : (int32_t)place;
}

void picture_segment(struct picture *picture, float x0, float y0, float x1, float y1, float half_width,
                     struct colour colour) {
    float reach = half_width + 1.0f;
    int32_t left = clamp_pixel(fminf(x0, x1) - reach, picture->width);
    int32_t right = clamp_pixel(fmaxf(x0, x1) + reach + 1.0f, picture->width);
    int32_t top = clamp_pixel(fminf(y0, y1) - reach, picture->height);
    int32_t bottom = clamp_pixel(fmaxf(y0, y1) + reach + 1.0f, picture->height);
    float along_x = x1 - x0;
    float along_y = y1 - y0;
    float square = along_x * along_x + along_y * along_y;
    for (int32_t y = top; y < bottom; y++) {
        for (int32_t x = left; x < right; x++) {
            float from_x = (float)x + 0.5f - x0;
            float from_y = (float)y + 0.5f - y0;
            float part = square > 0.0f ? (from_x * along_x + from_y * along_y) / square : 0.0f;
            part = fminf(1.0f, fmaxf(0.0f, part));
            float away_x = from_x - part * along_x;
            float away_y = from_y - part * along_y;
            float coverage = half_width + 0.5f - sqrtf(away_x * away_x + away_y * away_y);
            if (coverage > 0.0f) {
                blend(picture, x, y, coverage, colour);
            }
        }
    }
}

void picture_disc(struct picture *picture, float x, float y, float radius, struct colour colour) {
    picture_segment(picture, x, y, x, y, radius, colour);
}

void picture_ring(struct picture *picture, float x, float y, float radius, float half_width, struct colour colour) {
    float reach = radius + half_width + 1.0f;
    int32_t left = clamp_pixel(x - reach, picture->width);
    int32_t right = clamp_pixel(x + reach + 1.0f, picture->width);
    int32_t top = clamp_pixel(y - reach, picture->height);
    int32_t bottom = clamp_pixel(y + reach + 1.0f, picture->height);
    for (int32_t row = top; row < bottom; row++) {
        for (int32_t column = left; column < right; column++) {
            float from_x = (float)column + 0.5f - x;
            float from_y = (float)row + 0.5f - y;
            float coverage = half_width + 0.5f - fabsf(sqrtf(from_x * from_x + from_y * from_y) - radius);
            if (coverage > 0.0f) {
                blend(picture, column, row, coverage, colour);
            }
        }
    }
}

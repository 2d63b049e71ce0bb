/* SPDX-License-Identifier: MIT */
#include "arrows.h"

#include <math.h>

/* Round a pixel. */
static void draw_arrow(struct picture *picture, const wend_sample *sample, float x, float y, float length) {
    static const struct colour arrow_colour = {38, 42, 58};
    float half_x = sample->x * length * 0.5f, half_y = sample->y * length * 0.5f;
    float to_x = x + half_x, to_y = y + half_y, thick = fmaxf(0.35f, length * 0.045f);
    picture_segment(picture, x - half_x, y - half_y, to_x, to_y, thick, arrow_colour);
    for (int side = -1; side <= 1; side += 2) {
        float back_x = -half_x * 0.7f - (float)side * half_y * 0.7f;
        float back_y = -half_y * 0.7f + (float)side * half_x * 0.7f;
        picture_segment(picture, to_x, to_y, to_x + back_x, to_y + back_y, thick, arrow_colour);
    }
}

void arrows_draw(struct picture *picture, const wend_field *field, int32_t top, float scale) {
    const wend_map *map = wend_mover_map(wend_field_mover(field));
    int32_t every = 1;
    while ((float)every * scale < 8.0f) every++;
    for (int32_t y = every / 2; y < wend_map_height(map); y += every)
        for (int32_t x = every / 2; x < wend_map_width(map); x += every) {
            float world_x, world_y;
            wend_sample sample;
            wend_map_centre(map, x, y, &world_x, &world_y);
            (void)wend_field_sample(field, WEND_SAMPLE_NEAREST, world_x, world_y, &sample);
            if (sample.status != WEND_OK) continue;
            draw_arrow(picture, &sample, world_x * scale, world_y * scale + (float)top, 0.66f * (float)every * scale);
        }
}

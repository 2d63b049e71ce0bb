/* SPDX-License-Identifier: MIT
 * What a program that uses wend does, once in C and once in C++. */
#ifndef CONSUMER_H
#define CONSUMER_H

#include <wend/wend.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 0 where a field on an empty 8 x 8 map has the distance it must have. */
static int check_field(void) {
    wend_map_desc desc;
    wend_map *map = NULL;
    wend_mover *mover = NULL;
    wend_field *field = NULL;
    wend_workspace *workspace = NULL;
    wend_goal goal = {7, 0, 1, 1, 0};
    float distance = -1.0f;

    memset(&desc, 0, sizeof desc);
    desc.width = 8;
    desc.height = 8;
    if (wend_map_create(&desc, &map) == WEND_OK && wend_mover_create(map, NULL, &mover) == WEND_OK &&
        wend_field_create(mover, NULL, &field) == WEND_OK && wend_workspace_create(64, NULL, &workspace) == WEND_OK &&
        wend_field_set_goals(field, &goal, 1, NULL) == WEND_OK && wend_field_build(field, workspace, NULL) == WEND_OK) {
        distance = wend_field_distance(field, 0, 0);
    }
    wend_workspace_destroy(workspace);
    wend_field_destroy(field);
    wend_mover_destroy(mover);
    wend_map_destroy(map);
    printf("distance %g\n", (double)distance);
    return distance == 7.0f ? 0 : 1;
}

/* Arguments: how many workers wend_tasks_openmp(2) must have here. */
static int consume(int argument_count, char **arguments) {
    unsigned expected = argument_count > 1 ? (unsigned)atoi(arguments[1]) : 1;
    unsigned workers = (unsigned)wend_tasks_openmp(2).worker_count;

    printf("wend %u, %u workers\n", (unsigned)wend_version(), workers);
    if (workers != expected) {
        fprintf(stderr, "expected %u workers\n", expected);
        return 1;
    }
    return check_field();
}

#endif

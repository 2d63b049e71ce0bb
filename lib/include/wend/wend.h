/* SPDX-License-Identifier: MIT
 * wend: crowds over maps. Data flows one way: map -> mover -> field -> samples -> crowd; paths search the mover too. */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include <wend/base.h>
#include <wend/map.h>
#include <wend/mover.h>
#include <wend/field.h>
#include <wend/placement.h>
#include <wend/snapshot.h>
#include <wend/tactics.h>
#include <wend/path.h>
#include <wend/crowd.h>
#include <wend/io.h>

#endif

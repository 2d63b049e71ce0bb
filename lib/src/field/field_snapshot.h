/* SPDX-License-Identifier: MIT
 * Inside the library: the memory that the snapshots of a field share. See field_snapshot.c. */
#ifndef WEND__FIELD_SNAPSHOT_H
#define WEND__FIELD_SNAPSHOT_H

#include "field/field.h"

/* Room for a field's snapshots. Errors: ARGUMENT (too few pages), NO_MEMORY; the field is as it was. */
wend_status wend__snapshots_create(wend_field *field, const wend_field_desc *desc);

/* The field is going; what is held stays. NULL is allowed. */
void wend__snapshots_leave(wend__snapshots *snapshots);

#endif

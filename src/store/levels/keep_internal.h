/* Texts of strangers as the store keeps them. */
#ifndef KEEP_INTERNAL_H
#define KEEP_INTERNAL_H

#include "store_internal.h"

/* Bytes that are not UTF-8 are Latin-1, as old collections have it. NULL: no memory. */
const char *store_utf8(struct lw_arena *arena, const char *text);

#endif

/* A pack as JSON, read from the store part by part while it is sent. */
#ifndef PACK_STREAM_H
#define PACK_STREAM_H

#include "levels/levels.h"
#include "lw/store/packs.h"

struct http_part;

/* lines: one object a level, and one for each source before its first level; else one
 * object as GET /packs/{id} has it. NULL: no memory. */
struct http_part *pack_stream_open(struct app *app, const struct lw_store_pack *pack,
                                   bool lines);

#endif

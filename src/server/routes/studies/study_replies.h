/* What the answers about studies have in common. */
#ifndef STUDY_REPLIES_H
#define STUDY_REPLIES_H

#include "http/exchange.h"
#include "lw/study.h"

/* The day that it is for studies: the server's. */
void study_day(struct exchange *exchange, char today[11]);
/* "completion": the panel's code and the link back; null without a code. */
void study_completion_json(struct lw_json_writer *json, const struct lw_study *study,
                           const char *code, struct lw_arena *arena);
/* Of that at most: a code has 100 bytes and a link 500, and each may be escaped. */
#define STUDY_COMPLETION_BYTES ((size_t)4400)

#endif

/* What a worker answers. */
#ifndef LW_WORK_RESULT_H
#define LW_WORK_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include "lw/draw.h"
#include "lw/rows.h"

/* What a call may reply: the job is later read with all about it in 16 MiB. */
#define LW_WORK_REPLY_BYTES ((size_t)12 << 20)

/* A level that was read, or why it was not taken. */
struct lw_work_level {
    uint32_t text;              /* the one that it stands in */
    uint32_t line;              /* of that text where it begins */
    const char *refused;        /* the reason; NULL: it was taken, and: */
    struct lw_found found;      /* without its kind: who asked knows it */
    const char *title, *author; /* author "": none */
};
/* All that was read. */
struct lw_work_read {
    const char *title, *author; /* of the last text as a whole */
    struct lw_work_level *levels;
    size_t n_levels;
    struct lw_message *messages;
    size_t n_messages;
};

/* A feature of a level, in the order of its kind. */
struct lw_work_feature {
    double value; /* NaN: undefined */
    double error; /* standard error when sampled, 0 when exact */
};

/* What a failure is about, besides place. */
enum lw_work_part { LW_WORK_NOWHERE, LW_WORK_RULES, LW_WORK_SOURCE, LW_WORK_TEXT };

/* A worker may be in a stranger's hands: numbers are in their ranges and texts have no
 * NUL, and nothing else is promised. */
struct lw_work_result {
    char place[100];   /* after a failure: JSON pointer to what is at fault, or "" */
    const char *reply; /* JSON of a call, a text that was written; NULL: none */
    size_t reply_len;
    enum lw_work_part part;           /* after a failure to read: */
    uint32_t text;                    /* the text at fault */
    uint64_t replay_left;             /* of the work that there was */
    double measures[LW_MAX_MEASURES]; /* of a replay */
    struct lw_work_feature *features; /* of a level that was measured */
    size_t n_features;                /* LW_MAX_FEATURES at most */
    struct lw_work_read read;
    struct lw_draw_list *lists; /* in the arena: do not free; they have no glyphs */
    size_t n_lists;
    double cpu_seconds; /* that its worker took, as seen from outside */
};

#endif

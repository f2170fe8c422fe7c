/* Packs in and out, in every text format of a kind and as JSON lines (one level a line
 * with everything the store knows of it; docs/store.md). */
#ifndef LW_STORE_EXCHANGE_H
#define LW_STORE_EXCHANGE_H

#include "lw/game.h"
#include "lw/store/keep_pack.h"

/* Tells why a level was not taken; number counts levels, or lines, from 1. */
typedef void (*lw_store_refuse_fn)(void *ctx, size_t number, const struct lw_error *err);

struct lw_store_import {
    const char *id;     /* of the pack; NULL: a new one */
    const char *title;  /* of the pack; NULL: the collection's own */
    const char *author; /* where the file has none; NULL: "" */
    const char *method; /* NULL: the generator that the level's file names, or "import" */
    const char *owner;  /* a player's id, or NULL */
    const char *game;   /* of lines that do not name theirs; NULL: these are refused */
    const char *rules;  /* "name=value" lines that the game was made with; NULL: "" */
    const char *numbered; /* levels are called this and their number; NULL: as they are */
    /* Says what is known of how hard a level is; NULL: nothing of any. */
    void (*rate)(struct lw_made_level *level);
    int64_t now_ms;
    lw_store_refuse_fn refuse; /* may be NULL */
    void *refuse_ctx;
};
/* Keeps the levels of a collection that can be played (lw_store_keep), with the stored
 * solutions that replay, and makes a pack of them: all in one transaction. LW_BAD_INPUT
 * when no level is good. */
lw_status lw_store_keep_pack(struct lw_store *store, const struct lw_collection *set,
                             const struct lw_store_import *how,
                             struct lw_store_imported *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* JSON lines of any games. */
lw_status lw_store_import_lines(struct lw_store *store, const char *text, size_t len,
                                const struct lw_store_import *how,
                                struct lw_store_imported *out,
                                struct lw_error *err) LW_MUST_CHECK;
/* format: "jsonl", or the name of a format of the pack's game. */
lw_status lw_store_export_pack(struct lw_store *store, const char *pack,
                               const char *format, struct lw_buffer *out,
                               struct lw_error *err) LW_MUST_CHECK;
/* All levels that are not hidden, as JSON lines. */
lw_status lw_store_export_all(struct lw_store *store, const char *game,
                              struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif

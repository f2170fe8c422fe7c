/* Packs: levels from text into the store, and out again as files. */
#ifndef PACKS_H
#define PACKS_H

#include "levels/levels.h"

struct pack_result {
    char id[LW_STORE_ID_SIZE];
    size_t n_levels, inserted, duplicates;
};

/* Puts every level of the collection into the store and makes a pack of them, all or
 * nothing. Levels that cannot be played are left out with a message. LW_BAD_INPUT when
 * none is left. id: the pack's, NULL for a new one. */
struct pack_new {
    const char *id, *title, *author, *owner, *method, *rules;
    const char *numbered; /* levels are called this and their number; NULL: as they are */
    struct replay_limit *limit; /* for solutions; NULL: none */
    /* What is known of how hard a level is; NULL: nothing of any. */
    struct level_rating (*rating)(const struct lw_level *level);
};
lw_status packs_put(struct app *app, struct lw_store *store, struct lw_opened *opened,
                    const struct pack_new *pack, struct pack_result *out,
                    struct lw_error *err) LW_MUST_CHECK;

/* The levels of a pack in a text format of the game. */
lw_status packs_write_text(struct app *app, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list,
                           const struct lw_format *format, struct lw_buffer *out,
                           struct lw_error *err) LW_MUST_CHECK;
/* A sheet of pictures. */
lw_status packs_write_sheet(struct app *app, const struct lw_store_pack *pack,
                            const struct lw_store_level_list *list, bool is_png,
                            struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif

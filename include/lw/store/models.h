/* Difficulty models in the store, by version. At most one of a game is in use; without
 * one, levels are rated by the model that ships with the program, or by the game's plain
 * scale. */
#ifndef LW_STORE_MODELS_H
#define LW_STORE_MODELS_H

#include "lw/base/json.h"
#include "lw/model.h"
#include "lw/store/connection.h"

/* code, name in the database and in JSON */
#define LW_STORE_MODEL_STATES(X)                                                         \
    X(OFFERED, "offered") /* better than the one in use was when it was learned */       \
    X(IN_USE, "in use")                                                                  \
    X(RETIRED, "retired") /* was in use */
enum lw_store_model_state {
#define X(code, name) LW_STORE_MODEL_##code,
    LW_STORE_MODEL_STATES(X)
#undef X
        LW_STORE_MODEL_N_STATES
};
const char *lw_store_model_state_name(enum lw_store_model_state state);

/* Of a model's text. */
#define LW_STORE_MODEL_BYTES ((size_t)8 << 20)

struct lw_store_model {
    int64_t version; /* counted over all games, from 1 */
    const char *game;
    enum lw_store_model_state state;
    int64_t made_ms, used_ms; /* used_ms: since when, or when last; 0: never */
    /* What it learned from: a hash of the evidence, and when the newest of it was stored.
     */
    const char *data_hash;
    int64_t data_ms;
    bool simulated;  /* some of it was of simulated players */
    bool unreadable; /* in use, but this program does not read it: what ships is used */
    const char *figures; /* JSON object: how it compared with the one in use */
    const char *text;    /* of the model file; NULL in lists */
};
struct lw_store_model_list {
    struct lw_store_model *models;
    size_t n;
};

/* A version as commands and the interface show it: an object of a list, without the text.
 */
void lw_store_model_json(const struct lw_store_model *model, struct lw_json_writer *json);

/* Stores a model as offered and fills model->version. LW_BAD_INPUT when levels of the
 * game cannot be rated by its text: it is none, of another game, or knows other features.
 */
lw_status lw_store_model_put(struct lw_store *store, struct lw_store_model *model,
                             struct lw_error *err) LW_MUST_CHECK;
/* Can levels of the game be rated by that text? why: says why not. */
bool lw_store_model_reads(const char *game, const char *text, size_t len,
                          const struct lw_alloc *alloc, struct lw_error *why);
/* The newest first; game NULL: of all. Without texts. */
lw_status lw_store_model_list(struct lw_store *store, const char *game,
                              struct lw_arena *arena, struct lw_store_model_list *out,
                              struct lw_error *err) LW_MUST_CHECK;
/* LW_NOT_FOUND when there is none. */
lw_status lw_store_model_get(struct lw_store *store, int64_t version,
                             struct lw_arena *arena, struct lw_store_model *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* The texts of all that are in use, for whoever rates levels. */
lw_status lw_store_models_in_use(struct lw_store *store, struct lw_arena *arena,
                                 struct lw_model_texts *out,
                                 struct lw_error *err) LW_MUST_CHECK;

/* From now on levels are rated by this version of the game; 0: by what ships. */
lw_status lw_store_model_use(struct lw_store *store, const char *game, int64_t version,
                             int64_t now_ms, struct lw_error *err) LW_MUST_CHECK;
/* Back to the one that was in use before, *version; 0: what ships. LW_NOT_FOUND when none
 * was. */
lw_status lw_store_model_back(struct lw_store *store, const char *game, int64_t *version,
                              struct lw_error *err) LW_MUST_CHECK;

#endif

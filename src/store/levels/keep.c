/* A level into the store, with all that is known of it. */
#include "lw/store/keep.h"

#include <math.h>
#include <string.h>

#include "levels/keep_internal.h"
#include "lw/store/open.h"
#include "lw/store/ratings.h"
#include "lw/store/solutions.h"

/* One level on its way. */
struct keeping {
    struct lw_store *store;
    const struct lw_made_level *made;
    const struct lw_store_origin *origin;
    struct lw_arena arena;
    struct lw_store_level row;
    struct lw_store_kept *out;
};

const char *store_utf8(struct lw_arena *arena, const char *text) {
    struct lw_buffer out;
    lw_buffer_init(&out, arena->alloc);
    size_t left = strlen(text);
    for (size_t used; left > 0; text += used, left -= used) {
        uint32_t scalar = lw_utf8_decode(text, left, &used);
        if (scalar == UINT32_MAX) {
            scalar = (unsigned char)*text;
        }
        lw_buffer_utf8(&out, scalar);
    }
    const char *copy =
        lw_buffer_ok(&out) ? lw_arena_text(arena, lw_buffer_text(&out), out.len) : NULL;
    lw_buffer_free(&out);
    return copy;
}

/* Solutions. */

/* The kind's metric of that name, its first for any other. */
static const char *metric_of(const struct lw_game_kind *kind, const char *name) {
    for (size_t i = 0; i < kind->solve->n_metrics; i++) {
        if (strcmp(kind->solve->metrics[i].name, name) == 0) {
            return kind->solve->metrics[i].name;
        }
    }
    return kind->solve->metrics[0].name;
}

static lw_status put_solution(struct keeping *k, const char *metric, const char *moves,
                              const double *values, struct lw_error *err) {
    const struct lw_game_kind *kind = k->made->level->game->kind;
    struct lw_store_solution solution = {
        .level = k->row.id,
        .metric = metric,
        .origin = k->origin->solver != NULL ? k->origin->solver : "import",
        .moves = store_utf8(&k->arena, moves),
        .n_moves = lw_measure_get(kind, values, "moves"),
        .n_pushes = lw_measure_get(kind, values, "pushes"),
        .made_ms = k->origin->now_ms};
    lw_status status = solution.moves != NULL
                           ? lw_store_solution_put(k->store, &solution, err)
                           : lw_fail_memory(err);
    k->out->n_solutions += status == LW_OK;
    return status;
}

/* A solution that does not replay is left out: it proves nothing. */
static lw_status try_solution(struct keeping *k, const struct lw_level *level,
                              const char *name, const char *moves, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    const struct lw_store_guard *guard = k->origin->guard;
    double values[LW_MAX_MEASURES];
    struct lw_error why;
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        values[i] = (double)NAN;
    }
    lw_status status =
        guard != NULL && guard->measure != NULL
            ? guard->measure(guard->ctx, level, moves, values, &why)
            : kind->solve->measure(level, moves, strlen(moves), values, &why);
    return status != LW_OK || *moves == '\0'
               ? LW_OK
               : put_solution(k, metric_of(kind, name), moves, values, err);
}

/* proved: the level is the one that the made level's solution was replayed on. */
static lw_status put_solutions(struct keeping *k, const struct lw_level *level,
                               bool proved, struct lw_error *err) {
    const struct lw_made_level *made = k->made;
    lw_status status = LW_OK;
    if (level->game->kind->solve == NULL) {
        return LW_OK;
    }
    if (made->solution != NULL && made->solution[0] != '\0') {
        status = proved ? put_solution(k, metric_of(level->game->kind, ""),
                                       made->solution, made->measures, err)
                        : try_solution(k, level, "", made->solution, err);
    }
    const struct lw_stored_solution *at = k->origin->solutions;
    for (; at != NULL && status == LW_OK; at = at->next) {
        status = try_solution(k, level, at->name, at->moves, err);
    }
    return status;
}

/* The level was there before, and may stand in the store mirrored or turned; moves count
 * only for the text that is stored. */
static lw_status put_solutions_of_known(struct keeping *k,
                                        const struct lw_store_level *stored,
                                        struct lw_error *err) {
    struct lw_opened opened;
    if ((k->made->solution == NULL && k->origin->solutions == NULL) ||
        strcmp(stored->text, k->row.text) == 0) {
        return put_solutions(k, k->made->level, true, err);
    }
    lw_status status =
        lw_store_level_open(k->store, k->store->alloc, stored, &opened, err);
    if (status == LW_OK) {
        status = put_solutions(k, opened.set.entries[0].level, false, err);
    }
    lw_opened_close(&opened);
    return status;
}

/* Features and rating. */

static bool is_feature(const struct lw_game_kind *kind, const char *name) {
    for (size_t i = 0; kind->features != NULL && i < kind->features->n_features; i++) {
        if (strcmp(kind->features->features[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* What was measured, and measures of the solution that no feature tells. Those with
 * columns of their own are left out. */
static lw_status put_features(struct keeping *k, struct lw_error *err) {
    const struct lw_made_level *made = k->made;
    const struct lw_game_kind *kind = made->level->game->kind;
    struct lw_store_feature rows[LW_MAX_FEATURES + LW_MAX_MEASURES];
    size_t n = 0;
    for (size_t i = 0; made->features != NULL && i < kind->features->n_features; i++) {
        const struct lw_feature *feature = &kind->features->features[i];
        if (feature->cost <= made->measured && !isnan(made->features->value[i])) {
            rows[n++] = (struct lw_store_feature){feature->name, made->features->value[i],
                                                  made->features->error[i]};
        }
    }
    for (size_t i = 0; made->solution != NULL && i < kind->solve->n_measures; i++) {
        const char *name = kind->solve->measures[i].name;
        if (!isnan(made->measures[i]) && strcmp(name, "moves") != 0 &&
            strcmp(name, "pushes") != 0 && !is_feature(kind, name)) {
            rows[n++] = (struct lw_store_feature){name, made->measures[i], 0};
        }
    }
    lw_status status =
        n > 0 ? lw_store_features_put(k->store, k->row.id, rows, n, err) : LW_OK;
    if (status == LW_OK && k->origin->n_features > 0) {
        status = lw_store_features_put(k->store, k->row.id, k->origin->features,
                                       k->origin->n_features, err);
    }
    return status;
}

/* What was measured here has an interval, too. */
static lw_status put_rating(struct keeping *k, const struct lw_store_level *stored,
                            struct lw_error *err) {
    const struct lw_verdict *v = &k->made->verdict;
    lw_status status = LW_OK;
    if (!k->made->rated) {
        return LW_OK;
    }
    if (stored != NULL && isnan(stored->percentile)) {
        status = lw_store_level_set_rating(k->store, k->row.id, v->percentile, v->rating,
                                           v->calibrated, err);
    }
    if (status == LW_OK && k->made->features != NULL) {
        struct lw_store_rating rating = {.level = k->row.id,
                                         .rater = v->calibrated ? "model:shipped"
                                                                : "model:plain",
                                         .value = v->percentile,
                                         .low = v->low,
                                         .high = v->high,
                                         .made_ms = k->origin->now_ms};
        status = lw_store_rating_put(k->store, &rating, err);
    }
    return status;
}

/* The row. */

static const char *copy(struct keeping *k, const char *text) {
    return store_utf8(&k->arena, store_or_empty(text));
}

static lw_status make_row(struct keeping *k, struct lw_error *err) {
    const struct lw_made_level *made = k->made;
    const struct lw_store_origin *origin = k->origin;
    const struct lw_store_guard *guard = origin->guard;
    const struct lw_game_kind *kind = made->level->game->kind;
    struct lw_store_level *row = &k->row;
    const char *text = NULL;
    *row = (struct lw_store_level){
        .game = kind->name,
        .rules = store_or_empty(origin->rules),
        .source = origin->source,
        .title = copy(k, origin->title),
        .author = copy(k, origin->author),
        .method = origin->method != NULL ? origin->method : "import",
        .options = store_or_empty(origin->options),
        .percentile = made->rated ? made->verdict.percentile : (double)NAN,
        .rating = made->rated ? made->verdict.rating : (double)NAN,
        .calibrated = made->rated && made->verdict.calibrated,
        .score = made->score,
        .created_ms = origin->now_ms};
    lw_id128_text(made->id, row->id);
    kind->level->size(made->level, &row->width, &row->height);
    lw_status status = lw_level_text_copy(made->level, &k->arena, &text, err);
    if (status != LW_OK) {
        return status;
    }
    row->text = store_utf8(&k->arena, text);
    if (row->text == NULL || row->title == NULL || row->author == NULL) {
        return lw_fail_memory(err);
    }
    return guard != NULL && guard->text != NULL
               ? guard->text(guard->ctx, made->level, strlen(row->text), err)
               : LW_OK;
}

static lw_status put_all(struct keeping *k, struct lw_error *err) {
    enum lw_store_put put = LW_STORE_DUPLICATE;
    struct lw_store_level stored;
    lw_status status = lw_store_level_put(k->store, &k->row, &put, err);
    bool known = put == LW_STORE_DUPLICATE;
    k->out->is_new = !known;
    if (status == LW_OK && known) {
        status = lw_store_level_get(k->store, k->row.id, &k->arena, &stored, err);
    }
    if (status == LW_OK && known && stored.hidden) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "this level was removed");
    }
    if (status == LW_OK) {
        status = known ? put_solutions_of_known(k, &stored, err)
                       : put_solutions(k, k->made->level, true, err);
    }
    if (status == LW_OK) {
        status = put_features(k, err);
    }
    return status == LW_OK ? put_rating(k, known ? &stored : NULL, err) : status;
}

lw_status lw_store_keep(struct lw_store *store, const struct lw_made_level *made,
                        const struct lw_store_origin *origin, struct lw_store_kept *out,
                        struct lw_error *err) {
    struct keeping k = {.store = store, .made = made, .origin = origin, .out = out};
    *out = (struct lw_store_kept){.is_new = false};
    lw_arena_init(&k.arena, store->alloc);
    lw_status status = make_row(&k, err);
    if (status == LW_OK) {
        memcpy(out->id, k.row.id, sizeof out->id);
        status = sql_begin(store->sql, err);
        if (status == LW_OK) {
            status = put_all(&k, err);
            status = sql_end(store->sql, status, err);
        }
    }
    lw_arena_free(&k.arena);
    return status;
}

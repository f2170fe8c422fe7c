/* A level made ready for the store: all of keeping that needs an engine. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "levels/keep_internal.h"
#include "lw/store/open.h"

/* One level on its way. */
struct readying {
    struct lw_store *store;
    const struct lw_made_level *made; /* NULL: it was read elsewhere */
    const struct lw_found *found;
    const struct lw_store_origin *origin;
    struct lw_arena *arena;
    struct lw_store_ready *out;
};

const char *store_utf8(struct lw_arena *arena, const char *text) {
    struct lw_buffer out;
    lw_buffer_init(&out, arena->alloc);
    size_t left = strlen(text);
    for (size_t used; left > 0; text += used, left -= used) {
        lw_buffer_utf8(&out, lw_utf8_or_latin1(text, left, &used));
    }
    const char *copy =
        lw_buffer_ok(&out) ? lw_arena_text(arena, lw_buffer_text(&out), out.len) : NULL;
    lw_buffer_free(&out);
    return copy;
}

static const char *copy(struct readying *r, const char *text) {
    return store_utf8(r->arena, store_or_empty(text));
}

/* The row. */

static lw_status too_heavy(const char *what, size_t found, size_t most,
                           struct lw_error *err) {
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "%s of this level has %zu bytes; the store takes at most %zu", what,
                   found, most);
}

/* Whoever brings it: the server, a file, a job. */
static lw_status weigh(const struct readying *r, struct lw_error *err) {
    const struct lw_store_ready *out = r->out;
    const struct lw_store_level *row = &out->row;
    if ((uint64_t)row->width * row->height > LW_STORE_MAX_SQUARES) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level has %u x %u squares; the store takes at most %d",
                       row->width, row->height, LW_STORE_MAX_SQUARES);
    }
    if (out->text_len > LW_STORE_MAX_TEXT) {
        return too_heavy("the text", out->text_len, LW_STORE_MAX_TEXT, err);
    }
    if (out->source_len > LW_STORE_MAX_SOURCE) {
        return too_heavy("the source", out->source_len, LW_STORE_MAX_SOURCE, err);
    }
    if (strlen(row->title) > LW_STORE_MAX_NAME) {
        return too_heavy("the title", strlen(row->title), LW_STORE_MAX_NAME, err);
    }
    if (strlen(row->author) > LW_STORE_MAX_NAME) {
        return too_heavy("the author", strlen(row->author), LW_STORE_MAX_NAME, err);
    }
    if (strlen(row->options) > LW_STORE_MAX_OPTIONS) {
        return too_heavy("what was said of the making", strlen(row->options),
                         LW_STORE_MAX_OPTIONS, err);
    }
    return LW_OK;
}

static const char *new_source_id(struct readying *r, const char *source) {
    char *id = lw_arena_zero(r->arena, 1, LW_STORE_ID_SIZE);
    if (id != NULL) {
        lw_id128_text(lw_hash128(source, strlen(source), 0), id);
    }
    return id;
}

/* A game's source is stored once, however many levels it has; and it may be a thousand
 * times the level, so it is looked at in memory of its own. */
static lw_status take_source(struct readying *r, struct lw_error *err) {
    struct lw_store_ready *out = r->out;
    const struct lw_store_ready *before = r->origin->before;
    struct lw_arena scratch;
    lw_arena_init(&scratch, r->store->alloc);
    const char *source = store_utf8(&scratch, r->found->source);
    size_t len = source == NULL ? 0 : strlen(source);
    out->source_len = len;
    if (source != NULL && before != NULL && before->source_len == len &&
        memcmp(before->source_text, source, len) == 0) {
        out->source_text = before->source_text;
        out->row.source = before->row.source;
    } else if (source != NULL) {
        out->source_text = lw_arena_text(r->arena, source, len);
        out->row.source = new_source_id(r, source);
    }
    lw_arena_free(&scratch);
    return out->source_text != NULL && out->row.source != NULL ? LW_OK
                                                               : lw_fail_memory(err);
}

static lw_status take_text(struct readying *r, struct lw_error *err) {
    struct lw_store_ready *out = r->out;
    out->row.text = copy(r, r->found->text);
    if (out->row.text == NULL) {
        return lw_fail_memory(err);
    }
    out->text_len = strlen(out->row.text);
    return r->found->source == NULL ? LW_OK : take_source(r, err);
}

static void take_verdict(const struct readying *r, struct lw_store_level *row) {
    const struct lw_verdict *verdict = r->origin->verdict;
    if (r->made != NULL) {
        verdict = r->made->rated ? &r->made->verdict : NULL;
    }
    r->out->rated = verdict != NULL;
    row->percentile = verdict != NULL ? verdict->percentile : (double)NAN;
    row->rating = verdict != NULL ? verdict->rating : (double)NAN;
    row->calibrated = verdict != NULL && verdict->calibrated;
}

static lw_status make_row(struct readying *r, struct lw_error *err) {
    const struct lw_store_origin *origin = r->origin;
    struct lw_store_level *row = &r->out->row;
    *row = (struct lw_store_level){
        .game = r->found->kind->name,
        .rules = copy(r, origin->rules),
        .title = store_label(r->arena, store_or_empty(origin->title)),
        .author = store_label(r->arena, store_or_empty(origin->author)),
        .method = copy(r, origin->method != NULL ? origin->method : "import"),
        .options = copy(r, origin->options),
        .width = r->found->width,
        .height = r->found->height,
        .score = r->found->score,
        .created_ms = origin->now_ms,
        .sealed = origin->sealed ? LW_STORE_SEALED : "",
        .owner = origin->owner == NULL ? NULL : copy(r, origin->owner)};
    take_verdict(r, row);
    lw_id128_text(r->found->id, row->id);
    if ((origin->owner != NULL && row->owner == NULL) || row->title == NULL ||
        row->author == NULL || row->rules == NULL || row->method == NULL ||
        row->options == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = take_text(r, err);
    return status == LW_OK ? weigh(r, err) : status;
}

/* Solutions. */

static lw_status add_solution(struct readying *r, const char *metric, const char *moves,
                              const double *values, struct lw_error *err) {
    const struct lw_game_kind *kind = r->found->kind;
    struct lw_store_ready *out = r->out;
    if (strlen(moves) > LW_STORE_MAX_MOVES) {
        return LW_OK;
    }
    struct lw_store_solution *solution =
        store_list_add(r->arena, &out->solutions, &out->n_solutions, sizeof *solution);
    if (solution == NULL) {
        return lw_fail_memory(err);
    }
    *solution = (struct lw_store_solution){
        .level = out->row.id,
        .origin = copy(r, r->origin->solver != NULL ? r->origin->solver : "import"),
        .moves = store_utf8(r->arena, moves),
        .made_ms = r->origin->now_ms};
    lw_store_solution_measure(kind, metric, values, solution);
    return solution->moves != NULL && solution->origin != NULL ? LW_OK
                                                               : lw_fail_memory(err);
}

/* A solution that does not replay is left out: it proves nothing. */
static lw_status try_solution(struct readying *r, const struct lw_level *level,
                              const char *name, const char *moves, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    double values[LW_MAX_MEASURES];
    struct lw_error why;
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        values[i] = (double)NAN;
    }
    if (*moves == '\0' || strlen(moves) > LW_STORE_MAX_MOVES) {
        return LW_OK;
    }
    return kind->solve->measure(level, moves, strlen(moves), values, &why) != LW_OK
               ? LW_OK
               : add_solution(r, name, moves, values, err);
}

/* proved: the level is the one that the made level's solution was replayed on. */
static lw_status add_solutions(struct readying *r, const struct lw_level *level,
                               bool proved, struct lw_error *err) {
    const struct lw_made_level *made = r->made;
    lw_status status = LW_OK;
    if (level->game->kind->solve == NULL) {
        return LW_OK;
    }
    if (made->solution != NULL && made->solution[0] != '\0') {
        status = proved ? add_solution(r, NULL, made->solution, made->measures, err)
                        : try_solution(r, level, "", made->solution, err);
    }
    const struct lw_stored_solution *at = r->origin->solutions;
    for (; at != NULL && status == LW_OK; at = at->next) {
        status = try_solution(r, level, at->name, at->moves, err);
    }
    return status;
}

/* The level may stand in the store already, mirrored or turned; moves count only for the
 * text that is stored. found: it does, in stored. */
static lw_status find_stored(struct readying *r, struct lw_store_level *stored,
                             bool *found, struct lw_error *err) {
    struct lw_store_ready *out = r->out;
    out->proved_text = out->row.text;
    out->proved_source = out->row.source;
    lw_status status =
        store_find_level(r->store, out->row.id, r->arena, stored, found, err);
    if (status == LW_OK && *found && stored->hidden) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "this level was removed");
    }
    *found = status == LW_OK && *found && !store_same_text(stored, &out->row);
    if (*found) {
        out->proved_text = stored->text;
        out->proved_source = stored->source;
    }
    return status;
}

static lw_status replay_all(struct readying *r, struct lw_error *err) {
    struct lw_store_level stored;
    struct lw_opened opened;
    bool is_other = false;
    lw_status status = find_stored(r, &stored, &is_other, err);
    if (status != LW_OK || (r->made->solution == NULL && r->origin->solutions == NULL)) {
        return status;
    }
    if (!is_other) {
        return add_solutions(r, r->made->level, true, err);
    }
    status = lw_store_level_open(r->store, r->store->alloc, &stored, &opened, err);
    if (status == LW_OK) {
        status = add_solutions(r, opened.set.entries[0].level, false, err);
    }
    lw_opened_close(&opened);
    return status;
}

/* Solutions of a level that was read elsewhere; is_other: those that win the stored one.
 */
static lw_status take_solutions(struct readying *r, const struct lw_store_level *stored,
                                bool is_other, struct lw_error *err) {
    const struct lw_store_replayer *replayer = r->origin->replayer;
    const struct lw_store_level_list one = {.levels = (struct lw_store_level[]){*stored},
                                            .n = 1};
    struct lw_row_list list = {.n = 0};
    lw_status status =
        is_other ? lw_store_rows(r->store, &one, r->arena, &list, err) : LW_OK;
    for (size_t i = 0; i < r->found->n_solutions && status == LW_OK; i++) {
        const struct lw_found_solution *at = &r->found->solutions[i];
        double measures[LW_MAX_MEASURES];
        struct lw_error why;
        memcpy(measures, at->measures, sizeof measures);
        if (!is_other || replayer->replay(replayer->ctx, &list.rows[0], at->moves,
                                          measures, &why) == LW_OK) {
            status = add_solution(r, at->name, at->moves, measures, err);
        }
    }
    return status;
}

static lw_status find_and_take(struct readying *r, struct lw_error *err) {
    struct lw_store_level stored;
    bool is_other = false;
    lw_status status = find_stored(r, &stored, &is_other, err);
    bool can_take = r->found->kind->solve != NULL && r->found->n_solutions > 0 &&
                    (!is_other || r->origin->replayer != NULL);
    return status == LW_OK && can_take ? take_solutions(r, &stored, is_other, err)
                                       : status;
}

/* Features and rating. */

static size_t measured_features(const struct lw_made_level *made,
                                struct lw_store_feature *rows) {
    const struct lw_game_kind *kind = made->level->game->kind;
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
            strcmp(name, "pushes") != 0 && lw_feature_find(kind, name) == SIZE_MAX) {
            rows[n++] = (struct lw_store_feature){name, made->measures[i], 0};
        }
    }
    return n;
}

/* What was measured, measures of the solution that no feature tells (those with columns
 * of their own are left out), and what the origin says. */
static lw_status add_features(struct readying *r, struct lw_error *err) {
    const struct lw_store_origin *origin = r->origin;
    struct lw_store_ready *out = r->out;
    size_t room = LW_MAX_FEATURES + LW_MAX_MEASURES;
    out->features =
        lw_arena_zero(r->arena, room + origin->n_features, sizeof *out->features);
    if (out->features == NULL) {
        return lw_fail_memory(err);
    }
    out->n_features = measured_features(r->made, out->features);
    for (size_t i = 0; i < origin->n_features && i < LW_MAX_FEATURES; i++) {
        struct lw_store_feature *row = &out->features[out->n_features++];
        *row = origin->features[i];
        row->name = copy(r, row->name);
        if (row->name == NULL) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}

/* What was measured here has an interval, too. */
static void add_rating(struct readying *r) {
    const struct lw_verdict *v = &r->made->verdict;
    const char *rater = v->calibrated ? "model:shipped" : "model:plain";
    char number[LW_STORE_ID_SIZE];
    if (v->calibrated && v->version != 0) {
        (void)snprintf(number, sizeof number, "model:%u", v->version);
        rater = copy(r, number);
    }
    struct lw_store_ready *out = r->out;
    out->measured = r->made->rated && r->made->features != NULL;
    out->rating = (struct lw_store_rating){.level = out->row.id,
                                           .rater = rater,
                                           .value = v->percentile,
                                           .low = v->low,
                                           .high = v->high,
                                           .made_ms = r->origin->now_ms};
}

lw_status lw_store_keep_ready(struct lw_store *store, const struct lw_made_level *made,
                              const struct lw_store_origin *origin,
                              struct lw_arena *arena, struct lw_store_ready **out,
                              struct lw_error *err) {
    struct lw_found found;
    struct lw_arena scratch;
    struct readying r = {
        .store = store, .made = made, .found = &found, .origin = origin, .arena = arena};
    assert(store->sql->depth == 0);
    *out = r.out = lw_arena_zero(arena, 1, sizeof *r.out);
    if (r.out == NULL) {
        return lw_fail_memory(err);
    }
    lw_arena_init(&scratch, store->alloc);
    lw_status status =
        lw_found_level(made->level, &made->id, NULL, &scratch, &found, err);
    if (status == LW_OK) {
        found.score = made->score;
        status = make_row(&r, err);
    }
    lw_arena_free(&scratch);
    if (status == LW_OK) {
        status = replay_all(&r, err);
    }
    if (status == LW_OK) {
        add_rating(&r);
        status =
            r.out->rating.rater == NULL ? lw_fail_memory(err) : add_features(&r, err);
    }
    return status;
}

lw_status lw_store_keep_found(struct lw_store *store, const struct lw_found *found,
                              const struct lw_store_origin *origin,
                              struct lw_arena *arena, struct lw_store_ready **out,
                              struct lw_error *err) {
    struct readying r = {
        .store = store, .found = found, .origin = origin, .arena = arena};
    assert(store->sql->depth == 0);
    *out = r.out = lw_arena_zero(arena, 1, sizeof *r.out);
    if (r.out == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = make_row(&r, err);
    return status == LW_OK ? find_and_take(&r, err) : status;
}

size_t lw_store_ready_bytes(const struct lw_store_ready *ready, const char **source,
                            size_t *n_source) {
    *source = store_or_empty(ready->row.source);
    *n_source = ready->source_len;
    return ready->text_len;
}

const char *lw_store_ready_game(const struct lw_store_ready *ready) {
    return ready->row.game;
}

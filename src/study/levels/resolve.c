/* From a definition's sets to levels, one set after the other. */
#include <math.h>
#include <string.h>

#include "define/check.h"
#include "levels/candidates.h"

/* What has to be measured of a candidate: the ranges it must be in, and what it is
 * matched on and sorted by. */
static bool read_filters(struct set_maker *maker) {
    const struct lw_study_set *set = maker->set;
    const struct lw_settings where = {set->where, set->n_where};
    struct lw_error err = {0};
    if (lw_filters_read(maker->kind, &where, maker->filters,
                        STUDY_MAX_FILTERS - STUDY_MAX_MATCHED - 1, &err) != LW_OK) {
        study_set_wrong(maker, "where",
                        "write a measure or feature and a range like 3..7", &err);
        return false;
    }
    maker->n_filters = where.n;
    size_t n_on = set->match == NULL ? 0 : set->match->n_on;
    for (size_t i = 0; i <= n_on; i++) {
        const char *name = i < n_on ? set->match->on[i] : set->sort;
        struct lw_filter filter;
        if (name != NULL && strcmp(name, "title") != 0 &&
            lw_filter_find(maker->kind, name, strlen(name), &filter, &err) == LW_OK) {
            maker->filters[maker->n_filters++] = filter;
        }
    }
    return true;
}

static double measure(const struct lw_game_kind *kind, const struct lw_made_level *made,
                      const char *name) {
    return lw_measure_get(kind, made->measures, name);
}

static lw_status hand_over(struct set_maker *maker, struct lw_study_level_set *out) {
    struct lw_error err = {0};
    out->set = maker->set;
    out->game = maker->kind->name;
    out->rules = maker->set->rules;
    out->source = maker->from.source;
    out->levels = lw_arena_zero(maker->arena, maker->n + 1, sizeof *out->levels);
    for (size_t i = 0; i < maker->n && out->levels != NULL; i++) {
        const struct study_candidate *item = &maker->items[i];
        struct lw_study_level *level = &out->levels[i];
        lw_id128_text(item->made.id, level->id);
        level->title = item->title;
        level->number = item->number;
        level->moves = measure(maker->kind, &item->made, "moves");
        level->pushes = measure(maker->kind, &item->made, "pushes");
        level->solution =
            lw_arena_text(maker->arena, item->made.solution, strlen(item->made.solution));
        if (level->solution == NULL || lw_level_text_copy(item->made.level, maker->arena,
                                                          &level->text, &err) != LW_OK) {
            return LW_NO_MEMORY;
        }
        out->n++;
    }
    return out->levels == NULL ? LW_NO_MEMORY : LW_OK;
}

static void no_such_game(const struct set_maker *maker) {
    struct lw_buffer remedy;
    lw_buffer_init(&remedy, maker->runtime->alloc);
    lw_buffer_puts(&remedy, "write one of ");
    lw_game_kind_names(lw_game_kinds(), &remedy);
    study_wrong(maker->report, study_member_or(maker->set->at, "game"),
                lw_buffer_text(&remedy), "there is no game '%s'", maker->set->game);
    lw_buffer_free(&remedy);
}

/* The sets before this one are chosen already. */
static lw_status resolve_set(struct set_maker *maker, const struct set_maker *before,
                             size_t n_before, struct lw_study_level_set *out) {
    const struct lw_budget *budget = &maker->sources->budget;
    lw_status status = LW_OK;
    maker->kind = lw_game_kind_find(maker->set->game);
    maker->proof = (struct lw_budget){
        .nodes = LW_PROOF_NODES,
        .memory_bytes = budget->memory_bytes > 0 ? budget->memory_bytes : LW_PROOF_BYTES,
        .cancel = budget->cancel};
    out->set = maker->set;
    out->game = maker->set->game;
    if (maker->kind == NULL || !lw_game_kind_listed(maker->kind) ||
        maker->kind->solve == NULL) {
        no_such_game(maker);
        return LW_OK;
    }
    bool good = read_filters(maker) && (maker->set->source == LW_STUDY_FROM_RECIPE
                                            ? study_candidates_make(maker)
                                            : study_candidates_read(maker));
    good = good && study_candidates_choose(maker, before, n_before);
    if (good) {
        status = hand_over(maker, out);
    } else {
        study_candidates_free(maker);
    }
    return maker->stopped != LW_OK ? maker->stopped : status;
}

lw_status lw_study_levels_resolve(const struct lw_study *study,
                                  const struct lw_study_sources *sources,
                                  const struct lw_runtime *runtime,
                                  struct lw_arena *arena, struct lw_study_faults *faults,
                                  struct lw_study_levels *out) {
    struct reporter report = {faults, study->json};
    size_t wrong = faults->n_wrong;
    *out = (struct lw_study_levels){NULL, 0};
    out->sets = lw_arena_zero(arena, study->n_sets + 1, sizeof *out->sets);
    struct set_maker *makers = lw_arena_zero(arena, study->n_sets + 1, sizeof *makers);
    lw_status status = out->sets == NULL || makers == NULL ? LW_NO_MEMORY : LW_OK;
    for (size_t i = 0; i < study->n_sets && status == LW_OK; i++) {
        makers[i] = (struct set_maker){.set = &study->sets[i],
                                       .sources = sources,
                                       .runtime = runtime,
                                       .arena = arena,
                                       .report = &report};
        status = resolve_set(&makers[i], makers, i, &out->sets[i]);
        out->n_sets = i + 1;
    }
    for (size_t i = 0; i < out->n_sets; i++) {
        study_candidates_free(&makers[i]);
    }
    if (status != LW_OK) {
        return status;
    }
    study_faults_sort(faults);
    return faults->n_wrong == wrong ? LW_OK : LW_BAD_INPUT;
}

lw_status lw_study_set_remake(const struct lw_study_remake *remake,
                              struct lw_arena *arena, struct lw_study_faults *faults,
                              struct lw_study_level_set *out) {
    struct reporter report = {faults, remake->study->json};
    struct lw_study_set *set = lw_arena_zero(arena, 1, sizeof *set);
    struct set_maker *maker = lw_arena_zero(arena, 1, sizeof *maker);
    if (set == NULL || maker == NULL) {
        return LW_NO_MEMORY;
    }
    const struct lw_study_set *from = &remake->study->sets[remake->set];
    *set = (struct lw_study_set){.at = from->at,
                                 .id = from->id,
                                 .game = from->game,
                                 .rules = from->rules,
                                 .source = LW_STUDY_FROM_RECIPE,
                                 .recipe = from->made_with,
                                 .game_file = from->game_file};
    *maker = (struct set_maker){.set = set,
                                .sources = remake->sources,
                                .runtime = remake->runtime,
                                .arena = arena,
                                .report = &report};
    *out = (struct lw_study_level_set){.set = set};
    size_t wrong = faults->n_wrong;
    lw_status status = resolve_set(maker, NULL, 0, out);
    study_candidates_free(maker);
    return status == LW_OK && faults->n_wrong > wrong ? LW_BAD_INPUT : status;
}

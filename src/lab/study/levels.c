/* Levels of a study opened and measured. */
#include "study/levels.h"

#include <math.h>
#include <string.h>

#include "lw/open.h"

#define SECONDS_A_LEVEL 30
#define NS_A_SECOND UINT64_C(1000000000)

lw_status study_levels_read(const struct study_export *e, struct lw_arena *arena,
                            struct study_levels *out, struct lw_error *err) {
    const struct lw_study_levels *all = &e->last->frozen.levels;
    size_t room = 1;
    for (size_t s = 0; s < all->n_sets; s++) {
        room += all->sets[s].n;
    }
    *out = (struct study_levels){.arena = arena};
    out->levels = lw_arena_zero(arena, room, sizeof *out->levels);
    out->opened = lw_arena_zero(arena, room, sizeof *out->opened);
    if (out->levels == NULL || out->opened == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t s = 0; s < all->n_sets; s++) {
        for (size_t l = 0; l < all->sets[s].n; l++) {
            if (study_levels_find(out, all->sets[s].levels[l].id) == out->n) {
                out->levels[out->n++] = (struct study_level){
                    .set = &all->sets[s], .of = &all->sets[s].levels[l], .number = l + 1};
            }
        }
    }
    return LW_OK;
}

void study_levels_close(struct study_levels *levels) {
    for (size_t i = 0; i < levels->n; i++) {
        if (levels->levels[i].level != NULL) {
            lw_opened_close(&levels->opened[i]);
        }
    }
    levels->n = 0;
}

size_t study_levels_find(const struct study_levels *levels, const char *id) {
    size_t i = 0;
    while (i < levels->n && strcmp(levels->levels[i].of->id, id) != 0) {
        i++;
    }
    return i;
}

static lw_status open_level(const struct study_export *e, struct study_levels *levels,
                            size_t i, struct lw_error *err) {
    struct study_level *level = &levels->levels[i];
    const struct lw_open_request request = {.alloc = e->alloc,
                                            .kinds = lw_game_kinds(),
                                            .game = level->set->game,
                                            .rules = level->set->rules,
                                            .text = level->of->text,
                                            .len = strlen(level->of->text),
                                            .one = true};
    lw_status status = lw_open(&request, &levels->opened[i], err);
    if (status != LW_OK) {
        lw_opened_close(&levels->opened[i]);
        return status;
    }
    level->level = levels->opened[i].set.entries[0].level;
    level->kind = levels->opened[i].kind;
    return LW_OK;
}

struct measuring {
    const struct study_export *e;
    struct study_levels *levels;
    enum lw_feature_cost up_to;
};

static void measure(void *ctx, size_t i, uint32_t worker) {
    const struct measuring *m = ctx;
    struct study_level *level = &m->levels->levels[i];
    const struct lw_runtime *runtime = m->e->runtime;
    (void)worker;
    if (level->level == NULL || level->kind->features == NULL || level->value == NULL) {
        return;
    }
    const struct lw_budget budget = {.time_ns = SECONDS_A_LEVEL * NS_A_SECOND};
    struct lw_feature_values values = {.asked = LW_ASKED_NOT};
    struct lw_error why;
    lw_status status = level->kind->features->compute(level->level, m->up_to, &budget,
                                                      runtime, &values, &why);
    for (size_t k = 0; k < level->kind->features->n_features; k++) {
        level->value[k] = status == LW_OK ? values.value[k] : (double)NAN;
    }
}

lw_status study_levels_measure(const struct study_export *e, struct study_levels *levels,
                               const bool *wanted, enum lw_feature_cost up_to,
                               struct lw_error *err) {
    struct measuring m = {e, levels, up_to};
    lw_status status = LW_OK;
    for (size_t i = 0; i < levels->n && status == LW_OK; i++) {
        struct study_level *level = &levels->levels[i];
        if (!wanted[i] || level->level != NULL) {
            continue;
        }
        status = open_level(e, levels, i, err);
        if (status == LW_OK && level->kind->features != NULL) {
            level->value = lw_arena_zero(levels->arena, LW_MAX_FEATURES, sizeof(double));
            status = level->value == NULL ? lw_fail_memory(err) : LW_OK;
        }
    }
    if (status == LW_OK) {
        lw_runtime_parallel(e->runtime, levels->n, measure, &m);
    }
    return status;
}

double study_level_feature(const struct study_level *level, const char *name) {
    size_t at = level->kind == NULL ? SIZE_MAX : lw_feature_find(level->kind, name);
    return at == SIZE_MAX || level->value == NULL ? (double)NAN : level->value[at];
}

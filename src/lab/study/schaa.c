/* The design Schaa (2021): generated levels judged one by one, in fives and among levels
 * that people made. */
#include "study/schaa.h"

#include <math.h>
#include <string.h>

#include "study/script.h"

#define N(array) (sizeof(array) / sizeof *(array))

static lw_status list_shown(struct schaa *s, struct lw_error *err) {
    bool *played = lw_arena_zero(&s->r->arena, s->levels.n + 1, sizeof *played);
    s->shown = lw_arena_zero(&s->r->arena, s->levels.n + 1, sizeof *s->shown);
    s->sets = lw_arena_zero(&s->r->arena, s->levels.n + 1, sizeof *s->sets);
    if (played == NULL || s->shown == NULL || s->sets == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < s->plays.n; i++) {
        played[s->plays.plays[i].level] = true;
    }
    for (size_t l = 0; l < s->levels.n; l++) {
        const char *set = s->levels.levels[l].set->set->id;
        if (!played[l]) {
            continue;
        }
        s->shown[s->n_shown++] = l;
        if (s->n_sets == 0 || strcmp(s->sets[s->n_sets - 1], set) != 0) {
            s->sets[s->n_sets++] = set;
        }
    }
    return study_levels_measure(s->e, &s->levels, played, LW_COST_SOLVE, err);
}

static lw_status read_study(struct schaa *s, struct lw_error *err) {
    static const char *const questions[] = {"difficulty", "entertainment", NULL};
    lw_status status = study_levels_read(s->e, &s->r->arena, &s->levels, err);
    if (status == LW_OK) {
        status = study_plays_read(s->e, &s->levels, questions, &s->plays, err);
    }
    return status == LW_OK ? list_shown(s, err) : status;
}

static lw_status analyze(const struct study_export *e, struct report *r,
                         struct lw_error *err) {
    lw_status (*const steps[])(struct schaa *, struct lw_error *) = {
        schaa_levels, schaa_correlations, schaa_diversity, schaa_makers, schaa_people};
    struct schaa *s = lw_arena_zero(&r->arena, 1, sizeof *s);
    if (s == NULL) {
        return lw_fail_memory(err);
    }
    s->e = e;
    s->r = r;
    lw_status status = read_study(s, err);
    for (size_t i = 0; i < N(steps) && status == LW_OK; i++) {
        status = steps[i](s, err);
    }
    study_levels_close(&s->levels);
    study_put_script(e, r, "schaa");
    return status;
}

const struct study_design study_schaa = {"schaa", analyze};

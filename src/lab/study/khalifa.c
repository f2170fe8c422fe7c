/* The design Khalifa (2015): what people think of generated levels beside the score that
 * the system gives them, by technique and game. */
#include "study/khalifa.h"

#include <math.h>
#include <string.h>

#include "study/script.h"

/* The definition names the technique; the set's id less the technique is the game: "push"
 * of "push-constructive". */
static const char *game_of(struct khalifa *k, const struct lw_study_set *set) {
    size_t len = strlen(set->id),
           tail = set->technique == NULL ? 0 : strlen(set->technique);
    if (tail > 0 && len > tail + 1 && set->id[len - tail - 1] == '-' &&
        strcmp(set->id + len - tail, set->technique) == 0) {
        return report_print(k->r, "%.*s", (int)(len - tail - 1), set->id);
    }
    return set->game_file != NULL ? set->game_file : set->game;
}

static size_t name_index(struct khalifa *k, enum khalifa_side side, const char *name) {
    size_t i = 0;
    while (i < k->n[side] && strcmp(k->names[side][i], name) != 0) {
        i++;
    }
    if (i == k->n[side]) {
        k->names[side][k->n[side]++] = name;
    }
    return i;
}

static lw_status sort_levels(struct khalifa *k, bool *played, struct lw_error *err) {
    for (int side = 0; side < KHALIFA_SIDES; side++) {
        k->names[side] = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof(char *));
        k->of[side] = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof(size_t));
        if (k->names[side] == NULL || k->of[side] == NULL) {
            return lw_fail_memory(err);
        }
    }
    for (size_t i = 0; i < k->plays.n; i++) {
        played[k->plays.plays[i].level] = true;
    }
    for (size_t l = 0; l < k->levels.n; l++) {
        const struct lw_study_set *set = k->levels.levels[l].set->set;
        if (played[l]) {
            k->of[KHALIFA_TECHNIQUE][l] =
                name_index(k, KHALIFA_TECHNIQUE,
                           set->technique == NULL ? "not named" : set->technique);
            k->of[KHALIFA_GAME][l] = name_index(k, KHALIFA_GAME, game_of(k, set));
        }
    }
    return LW_OK;
}

static lw_status mean_scores(struct khalifa *k, struct lw_error *err) {
    double *sum = lw_arena_zero(&k->r->arena, 2 * k->levels.n + 1, sizeof *sum);
    if (sum == NULL) {
        return lw_fail_memory(err);
    }
    double *n = sum + k->levels.n;
    for (size_t i = 0; i < k->plays.n; i++) {
        const struct study_play *play = &k->plays.plays[i];
        if (!isnan(play->answer[0])) {
            sum[play->level] += play->answer[0];
            n[play->level]++;
        }
    }
    for (size_t l = 0; l < k->levels.n; l++) {
        sum[l] /= n[l]; /* NaN when nobody scored it */
    }
    k->human = sum;
    return LW_OK;
}

static lw_status read_study(struct khalifa *k, struct lw_error *err) {
    static const char *const questions[] = {"score", NULL};
    lw_status status = study_levels_read(k->e, &k->r->arena, &k->levels, err);
    bool *played = NULL;
    if (status == LW_OK) {
        status = study_plays_read(k->e, &k->levels, questions, &k->plays, err);
        played = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof *played);
    }
    if (status == LW_OK && played == NULL) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        status = sort_levels(k, played, err);
    }
    if (status == LW_OK) {
        status = study_levels_measure(k->e, &k->levels, played, LW_COST_SOLVE, err);
    }
    return status == LW_OK ? mean_scores(k, err) : status;
}

/* The system's score of each level that was played and its parts, for the script. */
static lw_status put_levels(struct khalifa *k, struct lw_error *err) {
    const struct lw_game_kind *kind = k->levels.levels[k->plays.plays[0].level].kind;
    size_t most = kind == NULL || kind->features == NULL ? 0 : kind->features->n_features;
    struct lw_arena *arena = &k->r->arena;
    const char **ids = lw_arena_zero(arena, 2 * k->levels.n + 1, sizeof *ids);
    const char **names = lw_arena_zero(arena, most + 1, sizeof *names);
    double *x = lw_arena_zero(arena, k->levels.n * most + 1, sizeof *x);
    if (ids == NULL || names == NULL || x == NULL) {
        return lw_fail_memory(err);
    }
    const char **techniques = ids + k->levels.n;
    struct study_script_levels levels = {
        .ids = ids, .techniques = techniques, .features = names, .x = x};
    for (size_t f = 0; f < most; f++) {
        const char *name = kind->features->features[f].name;
        if (strcmp(name, "score") == 0 || strncmp(name, "score-", 6) == 0) {
            names[levels.p++] = name;
        }
    }
    for (size_t l = 0; l < k->levels.n; l++) {
        const struct study_level *level = &k->levels.levels[l];
        if (level->value == NULL) {
            continue;
        }
        ids[levels.n] = level->of->id;
        techniques[levels.n] = k->names[KHALIFA_TECHNIQUE][k->of[KHALIFA_TECHNIQUE][l]];
        for (size_t f = 0; f < levels.p; f++) {
            x[levels.n * levels.p + f] = study_level_feature(level, names[f]);
        }
        levels.n++;
    }
    study_put_script_levels(k->r, &levels);
    study_put_script(k->e, k->r, "khalifa");
    return LW_OK;
}

static lw_status analyze(const struct study_export *e, struct report *r,
                         struct lw_error *err) {
    struct khalifa *k = lw_arena_zero(&r->arena, 1, sizeof *k);
    if (k == NULL) {
        return lw_fail_memory(err);
    }
    k->e = e;
    k->r = r;
    lw_status status = read_study(k, err);
    if (status == LW_OK && k->plays.n == 0) {
        (void)report_words(r, "Nobody played a level.");
    } else if (status == LW_OK) {
        status = khalifa_put_scores(k, err);
        if (status == LW_OK) {
            status = khalifa_put_groups(k, err);
        }
        if (status == LW_OK) {
            status = put_levels(k, err);
        }
    }
    study_levels_close(&k->levels);
    return status;
}

const struct study_design study_khalifa = {"khalifa", analyze};

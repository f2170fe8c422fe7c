/* The six scores of a level (Khalifa and Fayek 2015) and their weighted sum. Constants
 * that the paper leaves out are those of its authors' program. */
#include <math.h>
#include <string.h>

#include "analyse/analyse_internal.h"
#include "make/generate_internal.h"

#define LENGTH_MEAN 1.221
#define LENGTH_SPREAD 0.461
#define RULES_MEAN 0.417
#define RULES_SPREAD 0.128
#define RULES_MIDDLE 0.4 /* above it idle rules add to the applied ones */
#define IDLE_TURNS 10

struct lw_ps_rater lw_ps_rater_usual(const struct lw_ps_analysis *analysis) {
    return (struct lw_ps_rater){.analysis = analysis,
                                .weights =
                                    {
#define X(code, name, weight, help) [LW_PS_SCORE_##code] = (weight),
                                        LW_PS_SCORES(X)
#undef X
                                    },
                                .max_states = 5000,
                                .strategy = LW_PS_BEST_NEW};
}

static double bell(double value, double mean, double spread) {
    double off = (value - mean) / spread;
    return exp(-off * off / 2);
}

static uint32_t count_object(const struct lw_ps_level *level, uint32_t words,
                             uint32_t id) {
    uint32_t n = 0;
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        n += lw_ps_has(level->cells + i * words, id);
    }
    return n;
}

/* Objects of a set; *created when a rule can make one of them. */
static uint32_t count_set(const struct lw_ps_analysis *a, const uint32_t *counts,
                          const uint64_t *set, bool *created) {
    uint32_t n = 0;
    for (uint32_t id = 0; id < a->game->n_objects; id++) {
        if (lw_ps_has(set, id)) {
            n += counts[id];
            *created = *created || (a->roles[id].behaviours & LW_PS_CREATED) != 0;
        }
    }
    return n;
}

static bool wins_balanced(const struct lw_ps_analysis *a, const uint32_t *counts) {
    for (uint32_t w = 0; w < a->game->n_wins; w++) {
        const struct lw_ps_win *win = &a->game->wins[w];
        bool created = false;
        uint32_t x = count_set(a, counts, win->x, &created);
        uint32_t y = win->has_y ? count_set(a, counts, win->y, &created) : x;
        if (x != y && !created) {
            return false;
        }
    }
    return true;
}

uint32_t lw_ps_needed(const struct lw_ps_analysis *a, uint32_t id) {
    const struct lw_ps_role *role = &a->roles[id];
    bool must_be_there = (role->types & LW_PS_WINNING_OBJECT) != 0 &&
                         (role->behaviours & LW_PS_CREATED) == 0;
    return role->minimum == 0 && must_be_there ? 1 : role->minimum;
}

static lw_status objects_score(const struct lw_ps_analysis *a,
                               const struct lw_ps_level *level,
                               const struct lw_alloc *alloc, double *score) {
    const struct lw_ps_game *game = a->game;
    uint32_t *counts = lw_alloc_zero(alloc, game->n_objects, sizeof *counts);
    if (counts == NULL) {
        return LW_NO_MEMORY;
    }
    uint32_t kinds = 0, enough = 0, players = 0;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        unsigned types = a->roles[id].types;
        counts[id] = count_object(level, game->obj_words, id);
        if ((types & LW_PS_PLAYER_OBJECT) != 0) {
            players += counts[id];
        } else if ((types & (LW_PS_RULE_OBJECT | LW_PS_WINNING_OBJECT)) != 0) {
            kinds++;
            enough += counts[id] >= lw_ps_needed(a, id);
        }
    }
    *score = 0.4 * (kinds == 0 ? 1 : (double)enough / kinds) +
             (wins_balanced(a, counts) ? 0.3 : 0) + (players == 1 ? 0.3 : 0);
    lw_alloc_free(alloc, counts, game->n_objects * sizeof *counts);
    return LW_OK;
}

struct rule_counts {
    double applied, idle; /* rules in the solution, and in turns without a key */
    bool starts_won;
};

/* Rules applied by the solution and by doing nothing at all. */
static lw_status count_rules(const struct lw_level *base, const char *moves, size_t len,
                             const struct lw_alloc *alloc, struct rule_counts *counts,
                             struct lw_error *err) {
    static const char letters[] = "uldrx";
    const struct lw_ps_level *level = lw_ps_level_of(base);
    struct lw_ps_engine *engine = NULL;
    lw_status status = lw_ps_engine_create(
        lw_ps_game_of(base->game),
        (struct lw_ps_engine_spec){level->width, level->height, 0}, alloc, &engine, err);
    if (status != LW_OK) {
        return status;
    }
    (void)lw_ps_load(engine, level->cells, "levelwright", 11);
    counts->starts_won = lw_ps_won(engine);
    lw_ps_rules_applied_clear(engine);
    for (size_t i = 0; i < IDLE_TURNS; i++) {
        (void)lw_ps_play(engine, LW_PS_PRESS_NONE);
    }
    counts->idle = (double)lw_ps_rules_applied(engine);
    lw_ps_start(engine, level->cells);
    lw_ps_rules_applied_clear(engine);
    for (size_t i = 0; i < len; i++) {
        const char *at = strchr(letters, moves[i]);
        (void)lw_ps_play(engine, (enum lw_ps_input)(int)(at - letters));
    }
    counts->applied = (double)lw_ps_rules_applied(engine);
    lw_ps_engine_destroy(engine);
    return LW_OK;
}

static double lines_score(const char *moves, size_t len) {
    size_t changes = 0;
    for (size_t i = 1; i < len; i++) {
        changes += moves[i] != moves[i - 1];
    }
    return len == 1 ? 1 : (double)changes / (double)len;
}

static void score_solution(struct lw_ps_rating *r, const struct lw_ps_level *level,
                           double applied, double idle) {
    size_t len = r->playout.moves.len;
    double area = (level->width > 2 ? level->width - 2 : 1) *
                  (double)(level->height > 2 ? level->height - 2 : 1);
    double ratio = applied / (double)len;
    ratio += (ratio > RULES_MIDDLE ? idle : -idle) / (double)len;
    r->length_ratio = (double)len / area;
    r->applied_ratio = ratio;
    r->scores[LW_PS_SCORE_LENGTH] = bell(r->length_ratio, LENGTH_MEAN, LENGTH_SPREAD);
    r->scores[LW_PS_SCORE_RULES] = bell(ratio, RULES_MEAN, RULES_SPREAD);
    r->scores[LW_PS_SCORE_LINES] = lines_score(lw_buffer_text(&r->playout.moves), len);
}

static double exploration(const struct lw_ps_rater *rater,
                          const struct lw_ps_playout *playout) {
    if (playout->outcome == LW_OUTCOME_SOLVED) {
        double share = (double)playout->expanded / (double)rater->max_states;
        double part = rater->exploration == LW_PS_EXPLORATION_PAPER ? 1 : 0.25;
        return 0.75 + part * (share > 1 ? 1 : share);
    }
    return playout->outcome == LW_OUTCOME_LIMIT ? 0.5 : 0;
}

static lw_status score_all(const struct lw_ps_rater *rater, const struct lw_level *level,
                           const struct lw_alloc *alloc, struct lw_ps_rating *r,
                           struct lw_error *err) {
    const struct lw_ps_playout *playout = &r->playout;
    bool solved = playout->outcome == LW_OUTCOME_SOLVED;
    struct rule_counts counts = {0};
    lw_status status = count_rules(level, lw_buffer_text(&playout->moves),
                                   playout->moves.len, alloc, &counts, err);
    if (status == LW_OK) {
        status = objects_score(rater->analysis, lw_ps_level_of(level), alloc,
                               &r->scores[LW_PS_SCORE_OBJECTS]);
    }
    if (status != LW_OK) {
        return status;
    }
    r->scores[LW_PS_SCORE_PLAY] = (solved ? 1 : 1 - playout->best_output) -
                                  (counts.starts_won ? 1 : 1 - playout->first_output);
    /* A level that is won before the first move has no solution to be judged by. */
    if (!counts.starts_won) {
        r->scores[LW_PS_SCORE_EXPLORATION] = exploration(rater, playout);
    }
    if (solved && !counts.starts_won) {
        score_solution(r, lw_ps_level_of(level), counts.applied, counts.idle);
    }
    for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
        r->total += rater->weights[i] * r->scores[i];
    }
    /* Above all that cannot be solved. */
    if (rater->objective.score != NULL && solved && !counts.starts_won) {
        r->total = 1 + rater->objective.score(rater->objective.ctx, level,
                                              lw_buffer_text(&playout->moves), 0);
    }
    return LW_OK;
}

lw_status lw_ps_rate(const struct lw_ps_rater *rater, const struct lw_level *level,
                     const struct lw_runtime *runtime, const struct lw_budget *budget,
                     struct lw_ps_rating *out, struct lw_error *err) {
    struct lw_budget own = budget == NULL ? (struct lw_budget){.nodes = 0} : *budget;
    struct lw_meter meter;
    *out = (struct lw_ps_rating){.length_ratio = NAN, .applied_ratio = NAN};
    /* The meter stops when it reaches its number: one more than may be expanded. */
    own.nodes = rater->max_states + 1;
    lw_meter_start(&meter, runtime, &own);
    lw_status status = lw_ps_play_level(
        &(struct lw_ps_playing){
            .level = level, .analysis = rater->analysis, .strategy = rater->strategy},
        runtime->alloc, &meter, &out->playout, err);
    return status == LW_OK ? score_all(rater, level, runtime->alloc, out, err) : status;
}

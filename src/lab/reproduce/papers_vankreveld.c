/* Van Kreveld, Loffler and Mutser (2015). Nobody's answers and none of the levels are
 * public, so their whole procedure runs on simulated people who rate other levels of the
 * same games: for Flow by the published function, for the others by one of our own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/vankreveld.h"
#include "reproduce/papers.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define MAX_LEVELS 80
#define MAX_FEATURES 7
#define REPEATS 100
#define PI 3.14159265358979323846

/* What people are like. */
#define PERSON_SPREAD 1.0 /* of all ratings of one person */
#define RATING_SPREAD 1.5 /* of one rating */
#define SOLVED 0.9        /* only solved levels are rated */
#define PERSON_PACE 0.6   /* of the logarithm of a person's times */
#define TIME_SPREAD 0.7
#define MOVES_SPREAD 0.4

struct game {
    const char *name;
    size_t n_people, n_levels, p;
    const char *columns[MAX_FEATURES];
    /* Of the features: as published for Flow, of the standardised ones for the others. */
    double weights[MAX_FEATURES];
    bool published;
};
static const struct game games[] = {
    {"flow",
     86,
     40,
     4,
     {"level_size", "colors", "avg_l1", "turns"},
     {0.088, -0.30, -0.40, 0.040},
     true},
    {"lazors",
     105,
     65,
     7,
     {"level_size_bbox", "usable_tiles", "emitters", "receivers", "mirrors",
      "reflections", "intersections"},
     {0.2, 0.3, 0.1, 0.1, 0.5, 0.4, 0.3},
     false},
    {"move",
     57,
     80,
     6,
     {"level_size", "balls", "colors", "rocks", "moves", "ci_min"},
     {0.1, 0.3, 0.3, -0.2, 0.5, 0.6},
     false}};
#define MEAN_RATING 5.0  /* far from both ends of the scale */
#define MAX_SQUARES 81   /* beyond, the published function leaves the scale */
#define RATING_RANGE 1.5 /* standard deviation of the levels of the other games */

struct levels {
    const struct game *game;
    double x[MAX_LEVELS * MAX_FEATURES];
    double truth[MAX_LEVELS];
};

/* The game's own function of each level, moved so that the mean is MEAN_RATING. */
static void find_truth(struct levels *l) {
    const struct game *game = l->game;
    size_t n = game->n_levels;
    double mean = 0, squares = 0;
    for (size_t k = 0; k < game->p; k++) {
        double middle = 0, apart = 0;
        for (size_t i = 0; i < n; i++) {
            middle += l->x[i * game->p + k] / (double)n;
        }
        for (size_t i = 0; i < n; i++) {
            apart += pow(l->x[i * game->p + k] - middle, 2) / (double)(n - 1);
        }
        double unit = game->published ? 1 : sqrt(apart);
        for (size_t i = 0; i < n; i++) {
            l->truth[i] += game->weights[k] * (l->x[i * game->p + k] - middle) / unit;
        }
    }
    for (size_t i = 0; i < n; i++) {
        mean += l->truth[i] / (double)n;
        squares += l->truth[i] * l->truth[i] / (double)(n - 1);
    }
    for (size_t i = 0; i < n; i++) {
        double scale = game->published ? 1 : RATING_RANGE / sqrt(squares);
        l->truth[i] = MEAN_RATING + scale * (l->truth[i] - mean);
    }
}

/* The rows before the first level that is too large; tables are sorted by size. */
static size_t count_small(const struct lw_table *table, const struct game *game) {
    const struct lw_column *squares = lw_table_find(table, game->columns[0]);
    size_t n = 0;
    while (squares != NULL && n < table->n_rows && squares->value[n] <= MAX_SQUARES) {
        n++;
    }
    return n;
}

/* As many levels as the paper had, evenly over the game's table, in its order. */
static lw_status read_levels(struct paper_job *job, struct levels *l,
                             struct lw_error *err) {
    const struct game *game = l->game;
    struct lw_table table;
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/%s/features.csv", job->shared, game->name);
    lw_status status = lab_table_read(&job->cli, path, &table, err);
    if (status != LW_OK) {
        return status;
    }
    size_t n = status == LW_OK ? count_small(&table, game) : 0;
    if (n < game->n_levels) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "%s has %zu levels, %zu are needed",
                         path, n, game->n_levels);
    }
    for (size_t k = 0; k < game->p && status == LW_OK; k++) {
        const double *column;
        status = lw_table_numbers(&table, game->columns[k], &column, err);
        for (size_t i = 0; i < game->n_levels && status == LW_OK; i++) {
            l->x[i * game->p + k] = column[i * n / game->n_levels];
        }
    }
    lw_table_free(&table);
    if (status == LW_OK) {
        find_truth(l);
    }
    return status;
}

static double normal(struct lw_rng *rng) {
    double u = 1 - lw_rng_unit(rng);
    return sqrt(-2 * log(u)) * cos(2 * PI * lw_rng_unit(rng));
}

/* Everyone's plays; returns how many. */
static size_t play(const struct levels *l, struct lw_rng *rng,
                   struct lw_human_play *plays) {
    size_t n = 0;
    for (size_t who = 0; who < l->game->n_people; who++) {
        double strict = PERSON_SPREAD * normal(rng), pace = PERSON_PACE * normal(rng);
        for (size_t i = 0; i < l->game->n_levels; i++) {
            double felt = l->truth[i] + strict + RATING_SPREAD * normal(rng);
            double seconds =
                exp(2 + 0.3 * l->truth[i] + pace + TIME_SPREAD * normal(rng));
            double moves = exp(1 + 0.2 * l->truth[i] + MOVES_SPREAD * normal(rng));
            if (lw_rng_chance(rng, SOLVED)) {
                plays[n++] =
                    (struct lw_human_play){.player = who,
                                           .level = i,
                                           .rating = fmin(fmax(round(felt), 1), 10),
                                           .seconds = seconds,
                                           .moves = moves};
            }
        }
    }
    return n;
}

/* What a study gives: two kinds of error for four targets, and weights of the rating. */
#define N_FIGURES (2 * LW_VANKREVELD_TARGETS + MAX_FEATURES)

/* Room for one study. */
struct study {
    struct lw_level_answers *answers;
    struct lw_human_play *plays;
};

static lw_status study(struct paper_job *job, const struct levels *l, size_t number,
                       const struct study *room, double *out, struct lw_error *err) {
    const struct game *game = l->game;
    struct lw_rng rng = lw_rng_make(job->seed, number);
    struct lw_vankreveld result;
    size_t n_flat;
    const struct lw_human_plays human = {.plays = room->plays,
                                         .n = play(l, &rng, room->plays),
                                         .n_players = game->n_people,
                                         .n_levels = game->n_levels};
    const struct lw_vankreveld_data data = {.x = l->x,
                                            .n = game->n_levels,
                                            .p = game->p,
                                            .names = game->columns,
                                            .answers = room->answers,
                                            .folds = 5};
    lw_status status =
        lw_vankreveld_answers(job->arena.alloc, &human, room->answers, &n_flat, err);
    if (status == LW_OK) {
        status = lw_vankreveld_run(job->arena.alloc, &data, &result, err);
    }
    if (status == LW_OK) {
        for (size_t t = 0; t < LW_VANKREVELD_TARGETS; t++) {
            out[t] = result.unweighted[t];
            out[LW_VANKREVELD_TARGETS + t] = result.weighted[t];
        }
        memcpy(out + 2 * LW_VANKREVELD_TARGETS, result.weights + 1,
               game->p * sizeof *out);
        lw_vankreveld_free(&result);
    }
    return status;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Mean over the repetitions, and what 95 of 100 lie between. */
static void put_figures(struct paper_job *job, const struct game *game,
                        const double *figures) {
    static const char *const words[] = {"rating", "scaled", "time", "moves"};
    for (size_t k = 0; k < 2 * LW_VANKREVELD_TARGETS + game->p; k++) {
        double sorted[REPEATS], sum = 0;
        char key[80];
        for (size_t i = 0; i < REPEATS; i++) {
            sorted[i] = figures[i * N_FIGURES + k];
            sum += sorted[i];
        }
        qsort(sorted, REPEATS, sizeof *sorted, ascending);
        if (k < 2 * LW_VANKREVELD_TARGETS) {
            (void)snprintf(key, sizeof key, "%s, %s", words[k % LW_VANKREVELD_TARGETS],
                           k < LW_VANKREVELD_TARGETS ? "unweighted" : "weighted");
        } else {
            (void)snprintf(key, sizeof key, "weight of %s",
                           game->columns[k - 2 * LW_VANKREVELD_TARGETS]);
        }
        paper_put_interval(job, key, sum / REPEATS, sorted[2], sorted[REPEATS - 3]);
    }
}

/* Figures 4 to 6. */
struct outlet {
    struct paper_job *job;
    const struct game *game;
};

static void draw(void *ctx, const struct lw_chart *chart) {
    const struct outlet *outlet = ctx;
    int number = 4 + (int)(outlet->game - games);
    char name[60], title[120];
    (void)snprintf(name, sizeof name, "vankreveld-figure-%d", number);
    (void)snprintf(title, sizeof title,
                   "Figure %d: features of %s and difficulty, simulated people", number,
                   outlet->game->name);
    paper_draw(outlet->job, name, title,
               "SIMULATED: Pearson's r over the levels of one simulated study.", chart);
}

static lw_status simulate(struct paper_job *job, const char *arg, struct lw_error *err) {
    const struct game *game = games;
    while (strcmp(game->name, arg) != 0) {
        game++;
    }
    size_t n_plays = game->n_people * game->n_levels;
    struct levels *l = lw_arena_zero(&job->arena, 1, sizeof *l);
    struct study room = {
        .answers = lw_arena_zero(&job->arena, game->n_levels, sizeof *room.answers),
        .plays = lw_arena_zero(&job->arena, n_plays, sizeof *room.plays)};
    double *figures =
        lw_arena_zero(&job->arena, (size_t)REPEATS * N_FIGURES, sizeof *figures);
    if (l == NULL || room.answers == NULL || room.plays == NULL || figures == NULL) {
        return lw_fail_memory(err);
    }
    l->game = game;
    lw_status status = read_levels(job, l, err);
    /* The first comes last, so that its answers are the ones that are drawn. */
    for (size_t i = REPEATS; status == LW_OK && i-- > 0;) {
        status = study(job, l, i, &room, figures + i * N_FIGURES, err);
    }
    if (status == LW_OK) {
        struct outlet outlet = {job, game};
        put_figures(job, game, figures);
        const struct lw_vankreveld_data data = {.x = l->x,
                                                .n = game->n_levels,
                                                .p = game->p,
                                                .names = game->columns,
                                                .answers = room.answers};
        status = vankreveld_chart(job->arena.alloc, &data, draw, &outlet, err);
        paper_note(job, "SIMULATED: %zu people, %zu other levels, mean of %d repetitions",
                   game->n_people, game->n_levels, REPEATS);
    }
    return status;
}

/* The rows. */

#define PICTURE(item_, what_, where_)                                                    \
    { .item = item_, .what = what_, .where = where_, .data = PAPER_PICTURE }
#define SIMULATED(item_, what_, where_, game_, words_, room_, ...)                       \
    {                                                                                    \
        .item = item_, .what = what_, .where = where_, .data = PAPER_SIMULATED,          \
        .compute = simulate, .arg = game_, .seconds = 0.3, .shared = true,               \
        .words = words_, .room = room_, .values = {                                      \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define SHOWN(name_, published_)                                                         \
    { name_, name_, published_, PAPER_SHOWN, 0 }
#define WEIGHT(name_, key_, published_)                                                  \
    { name_, "weight of " key_, published_, PAPER_INTERVAL, 0 }
#define ERRORS(item_, game_, where_, a_, b_, c_, d_, e_, f_, g_, h_)                     \
    SIMULATED(item_, "mean errors of " game_ "'s function", where_, game_, NULL, NULL,   \
              SHOWN("rating, unweighted", a_), SHOWN("scaled, unweighted", b_),          \
              SHOWN("time, unweighted", c_), SHOWN("moves, unweighted", d_),             \
              SHOWN("rating, weighted", e_), SHOWN("scaled, weighted", f_),              \
              SHOWN("time, weighted", g_), SHOWN("moves, weighted", h_))
#define NO_NUMBER                                                                        \
    { NULL, NULL, NAN, PAPER_SHOWN, 0 }
#define BARS "bars without numbers"

static const struct paper_row rows[] = {
    PICTURE("Figure 1", "a level of Flow and its solution", "section IV.A"),
    PICTURE("Figure 2", "a level of Lazors and its solution", "section IV.A"),
    PICTURE("Figure 3", "a level of Move and its solution", "section IV.A"),
    SIMULATED("Figure 4", "correlations of Flow's features with four targets",
              "section VI.A", "flow", BARS, NULL, NO_NUMBER),
    SIMULATED(
        "Section VI.A", "weights of Flow's function, found in ratings made with them",
        "section VI.A", "flow", NULL,
        "the published weight lies where 95 of 100 simulated studies do",
        WEIGHT("level size", "level_size", 0.088), WEIGHT("colors", "colors", -0.30),
        WEIGHT("average distance", "avg_l1", -0.40), WEIGHT("turns", "turns", 0.040)),
    ERRORS("Table I", "flow", "section VI.A", 0.4103, 0.6502, 42.84, 12.19, 0.4040,
           0.6423, 43.21, 11.86),
    SIMULATED("Figure 5", "correlations of Lazors' features with three targets",
              "section VI.B", "lazors", BARS, NULL, NO_NUMBER),
    ERRORS("Table II", "lazors", "section VI.B", 1.0957, 1.5410, 96.79, 72.84, 1.0138,
           1.4337, 108.39, 82.54),
    SIMULATED("Figure 6", "correlations of Move's features with three targets",
              "section VI.C", "move", BARS, NULL, NO_NUMBER),
    ERRORS("Table III", "move", "section VI.C", 0.9456, 1.3399, 84.05, 63.45, 0.9276,
           1.2930, 86.34, 64.35),
};

const struct paper paper_vankreveld = {
    .id = "vankreveld",
    .title = "Van Kreveld, L\xc3\xb6"
             "ffler and Mutser 2015, Automated Puzzle Difficulty "
             "Estimation",
    .note = "Not public: ratings, times and moves of 86, 105 and 57 people, and the "
            "levels. Everything here is of simulated people, marked SIMULATED, on other "
            "levels; how exact they are is assumed, so errors are shown and not judged.",
    .rows = rows,
    .n_rows = N(rows)};

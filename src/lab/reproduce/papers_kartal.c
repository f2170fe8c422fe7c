/* Kartal, Sohre and Guy (2016): the generator's times, one run of it, and Table 1 on
 * other people's data. */
#include <math.h>
#include <string.h>

#include "bench/bench_maker.h"
#include "bench/bench_mcts_run.h"
#include "lw/difficulty/paper_tables.h"
#include "reproduce/papers.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define CORPUS "log odds of giving up, sokobanonline.com"

/* Table 1 with the plays of sokobanonline.com in place of the paper's comparisons. */
static lw_status table_1(struct paper_job *job, const char *arg, struct lw_error *err) {
    static const char *const titles[LW_KARTAL_ROWS] = {"Tile Mixing",   "3x3 Block",
                                                       "Box Count",     "Goal distance",
                                                       "Congestion v1", "Congestion v2"};
    static const char *const columns[] = {"r_generated", "r_all"};
    lw_status status = paper_study(job, arg, err);
    for (size_t i = 0; status == LW_OK && i < 2 * LW_KARTAL_ROWS; i++) {
        char key[120], counted[120];
        (void)snprintf(key, sizeof key, CORPUS "/%s/%s", titles[i / 2], columns[i % 2]);
        (void)snprintf(counted, sizeof counted, CORPUS "/levels/%s", columns[i % 2]);
        const struct paper_number *r = paper_number(job, key);
        const struct paper_number *n = paper_number(job, counted);
        if (r == NULL || n == NULL) {
            return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no number '%s'", key);
        }
        (void)snprintf(key, sizeof key, "%s, %s", titles[i / 2], columns[i % 2]);
        paper_put_r(job, key, r->value, (size_t)n->value);
        if (i == 0) {
            paper_note(job, "%.0f generated levels", n->value);
        } else if (i == 1) {
            paper_note(job, "%s of %.0f of sokobanonline.com, log odds of giving up",
                       job->note, n->value);
        }
    }
    return status;
}

/* One row of `bench mcts`; boxes and open squares of the levels found. */
static lw_status time_to_score(struct paper_job *job, const char *arg,
                               struct lw_error *err) {
    struct maker_sums sums;
    const struct maker_row *row = maker_find(&maker_mcts, arg);
    lw_status status = maker_measure(
        &job->cli,
        &(struct maker_run){.generator = "mcts", .row = row, .seed = job->seed}, &sums,
        err);
    if (status == LW_OK) {
        paper_put(job, "hits", sums.n_hits);
        paper_put(job, "seconds",
                  sums.n_hits < sums.n_items
                      ? (double)NAN
                      : maker_mean(sums.seconds_sum, sums.n_items));
        if (sums.n_levels > 0) {
            paper_put(job, "boxes", maker_mean(sums.boxes, sums.n_levels));
            paper_put(job, "open", maker_mean(sums.floor, sums.n_levels));
        }
        paper_note(job, "%u of %u runs reached it within %.0f s", sums.n_hits,
                   sums.n_items, row->limit_s);
    }
    return status;
}

/* Figures 4 and 5. */

struct outlet {
    struct paper_job *job;
    int n;
};

static void draw(void *ctx, const struct lw_chart *chart) {
    struct outlet *outlet = ctx;
    if (outlet->n++ == 0) {
        paper_draw(outlet->job, "kartal-figure-4",
                   "Figure 4: the best score of one run by time",
                   "One run of each search, stopped after 1, 3, 10, ... a million "
                   "playouts.",
                   chart);
    } else {
        paper_draw(
            outlet->job, "kartal-figure-5",
            "Figure 5: score and perceived difficulty, simulated people",
            "SIMULATED: 210 choices between the levels of one run. The paper's six "
            "people gave r2 0.91.",
            chart);
    }
}

static lw_status one_run(struct paper_job *job, const char *arg, struct lw_error *err) {
    struct mcts_run runs[MCTS_RUN_STYLES];
    struct mcts_compared compared;
    struct outlet outlet = {.job = job};
    lw_status status = LW_OK;
    (void)arg;
    for (size_t i = 0; i < MCTS_RUN_STYLES && status == LW_OK; i++) {
        runs[i] = (struct mcts_run){
            .style = (enum mcts_style)i, .seed = job->seed, .n_points = MCTS_RUN_POINTS};
        status = mcts_run_measure(&job->cli, &runs[i], err);
    }
    if (status == LW_OK) {
        status = mcts_run_compare(job->arena.alloc, &runs[0], &compared, err);
    }
    if (status == LW_OK) {
        const struct mcts_run *usual = &runs[MCTS_RUN_DEFAULT];
        const struct mcts_run *literal = &runs[MCTS_RUN_PAPER];
        paper_put(job, "levels", (double)usual->n_levels);
        paper_put(job, "seconds", usual->set_seconds);
        paper_put(job, "levels_literal", (double)literal->n_levels);
        paper_put(job, "high",
                  (double)usual->thirds[2] /
                      (double)(usual->thirds[0] + usual->thirds[1]));
        paper_put_interval(job, "r2", compared.r2, compared.low, compared.high);
        mcts_run_draw(runs, MCTS_RUN_STYLES, &compared, draw, &outlet);
        paper_note(job, "a million playouts of one run");
    }
    return status;
}

/* The rows. */

#define OTHER_PEOPLE "plays of sokobanonline.com in place of 945 comparisons"
#define INSIDE "the published r lies in the 95 % interval of ours"
#define FEATURE(title_, generated_, all_)                                                \
    {                                                                                    \
        .item = "Table 1", .what = title_, .where = "Feature Analysis",                  \
        .data = PAPER_OTHERS, .compute = table_1, .arg = "kartal", .seconds = 6,         \
        .shared = true, .room = INSIDE, .why = OTHER_PEOPLE, .values = {                 \
            {"r, generated", title_ ", r_generated", generated_, PAPER_INTERVAL, 0},     \
            {"r, all", title_ ", r_all", all_, PAPER_INTERVAL, 0}                        \
        }                                                                                \
    }
#define FIVE_RUNS                                                                        \
    "our mean time is not above the published one (another machine); boxes and open "    \
    "squares within a quarter: a mean of five runs as the paper's"
#define SCORED(what_, arg_, cost_, why_, seconds_, boxes_, open_)                        \
    {                                                                                    \
        .item = "Table 2", .what = what_, .where = "Analysis and Discussion",            \
        .data = PAPER_OWN, .compute = time_to_score, .arg = arg_, .seconds = cost_,      \
        .room = FIVE_RUNS, .why = why_, .values = {                                      \
            {"seconds", "seconds", seconds_, PAPER_AT_MOST, 0},                          \
            {"boxes", "boxes", boxes_, PAPER_RATIO, 0.25},                               \
            {"open squares", "open", open_, PAPER_RATIO, 0.25}                           \
        }                                                                                \
    }
#define LITERAL                                                                          \
    "the paper does not say how its rollouts draw; with uniform ones our search stalls " \
    "below 1"
#define DEFAULT                                                                          \
    "our search looks for the score alone: it takes a walk and a push as one action, "   \
    "searches around each new best, and needs larger boards (7x7)"
#define PICTURE(item_, what_, where_)                                                    \
    { .item = item_, .what = what_, .where = where_, .data = PAPER_PICTURE }

static const struct paper_row rows[] = {
    PICTURE("Figure 1", "a high scoring 5x5 level", "Introduction"),
    PICTURE("Figure 2", "a level of score 0.31 and its solution", "Sokoban Puzzle"),
    PICTURE("Figure 3",
            "the application that shows two levels: the design kartal-pairwise",
            "Action set"),
    FEATURE("Tile Mixing", -0.05, 0.17),
    FEATURE("3x3 Block", 0.09, 0.24),
    FEATURE("Box Count", 0.48, 0.23),
    FEATURE("Goal distance", -0.16, 0.20),
    FEATURE("Congestion v1", 0.41, 0.05),
    FEATURE("Congestion v2", 0.43, 0.32),
    SCORED("score 0.4, our search", "0.4", 0.01, DEFAULT, 0.01, 2.0, 10.8),
    SCORED("score 0.8, our search", "0.8", 0.01, DEFAULT, 0.54, 4.2, 16.8),
    SCORED("score 1.2, our search", "1.2", 0.02, DEFAULT, 39.7, 6.0, 21.1),
    SCORED("score 1.4, our search", "1.4", 0.05, DEFAULT, 120, 7.0, 27.3),
    SCORED("score 0.4, the paper's search", "literal/0.4", 0.02, LITERAL, 0.01, 2.0,
           10.8),
    SCORED("score 0.8, the paper's search", "literal/0.8", 22, LITERAL, 0.54, 4.2, 16.8),
    SCORED("score 1.2, the paper's search", "literal/1.2", 100, LITERAL, 39.7, 6.0, 21.1),
    SCORED("score 1.4, the paper's search", "literal/1.4", 100, LITERAL, 120, 7.0, 27.3),
    {.item = "Figure 4",
     .what = "one run: levels of rising score, their time, and how many have high scores",
     .where = "Generating Level Sets",
     .data = PAPER_OWN,
     .compute = one_run,
     .arg = "",
     .seconds = 17,
     .words = "20 levels in 240 s; fewer levels of high score than of low and medium",
     .room =
         "as many levels in no more time (another machine); of the rising scores less "
         "than half lie in the upper third",
     .why = "our search leaves the low scores at once",
     .values = {{"levels", "levels", 20, PAPER_AT_LEAST, 0},
                {"seconds", "seconds", 240, PAPER_AT_MOST, 0},
                {"high by low and medium", "high", 1, PAPER_AT_MOST, 0},
                {"levels, the paper's search", "levels_literal", NAN, PAPER_SHOWN, 0}}},
    {.item = "Figure 5",
     .what = "score and perceived difficulty of the 20 levels of one run: r2",
     .where = "Analysis and Discussion",
     .data = PAPER_SIMULATED,
     .compute = one_run,
     .arg = "",
     .seconds = 17,
     .room = "the published r2 lies where 95 of 100 simulated studies do",
     .why = "how surely they choose is assumed (true spread 1.5, one guess in twenty); "
            "the two r2 are of different people and levels and differ",
     .values = {{"r2", "r2", 0.91, PAPER_INTERVAL, 0}}},
    PICTURE("Figure 6", "levels of varying size", "Limitations"),
};

const struct paper paper_kartal = {
    .id = "kartal",
    .title = "Kartal, Sohre and Guy 2016, Data-Driven Sokoban Puzzle Generation with "
             "Monte Carlo Tree Search",
    .note =
        "Not public: the comparisons, 945 of 120 levels and 210 of 20 levels, and the "
        "levels made by the program.",
    .rows = rows,
    .n_rows = N(rows)};

/* Schaa (2021): the genetic generator, what the thesis' own medians say, and Table 5.4 on
 * other people's data. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench_maker.h"
#include "lw/collection.h"
#include "reproduce/papers.h"

#define N(array) (sizeof(array) / sizeof *(array))

static lw_status evolve(struct paper_job *job, const char *arg, struct lw_error *err) {
    struct maker_sums sums;
    lw_status status =
        maker_measure(&job->cli,
                      &(struct maker_run){.generator = "evolve",
                                          .row = maker_find(&maker_evolve, arg),
                                          .seed = job->seed},
                      &sums, err);
    if (status == LW_OK) {
        paper_put(job, "minutes", maker_max(&sums) / 60);
        paper_put(job, "boxes", maker_mean(sums.boxes, sums.n_levels));
        paper_put(job, "pushes", maker_mean(sums.pushes, sums.n_levels));
        for (size_t i = 0; i < sums.n_stats; i++) {
            paper_put(job, sums.stats[i].name, sums.stats[i].value);
        }
        paper_note(job, "%u rooms of 3x3 templates, the author's settings", sums.n_items);
    }
    return status;
}

/* Tables 5.1 to 5.3, as they stand in the shared data. */

struct medians {
    struct lw_table table;
    const double *set, *fun, *fun_spread, *hard, *hard_spread;
};

static lw_status read_medians(struct paper_job *job, struct medians *m,
                              struct lw_error *err) {
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/human-data/schaa2021_levels.csv", job->shared);
    const struct {
        const char *name;
        const double **where;
    } columns[] = {{"set", &m->set},
                   {"entertainment_median", &m->fun},
                   {"entertainment_mad", &m->fun_spread},
                   {"difficulty_median", &m->hard},
                   {"difficulty_mad", &m->hard_spread}};
    lw_status status = lab_table_read(&job->cli, path, &m->table, err);
    if (status != LW_OK) {
        return status;
    }
    for (size_t k = 0; k < N(columns) && status == LW_OK; k++) {
        status = lw_table_numbers(&m->table, columns[k].name, columns[k].where, err);
    }
    if (status != LW_OK) {
        lw_table_free(&m->table);
    }
    return status;
}

/* Percent of a set's levels with at least that median, and the mean of all. */
static void put_set(struct paper_job *job, const struct medians *m, int set,
                    const char *what, const double *value) {
    double n = 0, three = 0, four = 0, sum = 0;
    char key[40];
    for (size_t i = 0; i < m->table.n_rows; i++) {
        if (m->set[i] == set) {
            n++;
            sum += value[i];
            three += value[i] >= 3;
            four += value[i] == 4;
        }
    }
    (void)snprintf(key, sizeof key, "%s %d, 3 and more", what, set);
    paper_put(job, key, 100 * three / n);
    (void)snprintf(key, sizeof key, "%s %d, 4", what, set);
    paper_put(job, key, 100 * four / n);
    (void)snprintf(key, sizeof key, "%s %d, mean", what, set);
    paper_put(job, key, sum / n);
}

/* Figures 5.1 and 5.2: medians with their mean deviations. */
static void draw_set(struct paper_job *job, const struct medians *m, int set) {
    struct lw_chart_series series[2];
    double x[2][20], y[2][20], low[2][20], high[2][20];
    size_t n = 0;
    char name[40], title[100];
    for (size_t i = 0; i < m->table.n_rows && n < 20; i++) {
        if (m->set[i] != set) {
            continue;
        }
        const double value[] = {m->hard[i], m->fun[i]};
        const double spread[] = {m->hard_spread[i], m->fun_spread[i]};
        for (size_t k = 0; k < 2; k++) {
            x[k][n] = (double)(n + 2) + (k == 0 ? -0.1 : 0.1);
            y[k][n] = value[k];
            low[k][n] = value[k] - spread[k];
            high[k][n] = value[k] + spread[k];
        }
        n++;
    }
    for (size_t k = 0; k < 2; k++) {
        series[k] =
            (struct lw_chart_series){.label = k == 0 ? "difficulty" : "entertainment",
                                     .mark = LW_MARK_POINTS,
                                     .x = x[k],
                                     .y = y[k],
                                     .low = low[k],
                                     .high = high[k],
                                     .n = n};
    }
    (void)snprintf(name, sizeof name, "schaa-figure-5.%d", set);
    (void)snprintf(title, sizeof title,
                   "Figure 5.%d: perceived difficulty and entertainment, set %d", set,
                   set);
    paper_draw(job, name, title,
               "Medians with mean absolute deviations, drawn from the numbers of Table "
               "5.1.",
               &(struct lw_chart){.title = "",
                                  .x_title = "level",
                                  .y_title = "median",
                                  .series = series,
                                  .n_series = 2,
                                  .has_y_range = true,
                                  .y_min = 0,
                                  .y_max = 6});
}

static lw_status medians(struct paper_job *job, const char *arg, struct lw_error *err) {
    struct medians m;
    struct lw_correlation c;
    (void)arg;
    lw_status status = read_medians(job, &m, err);
    if (status != LW_OK) {
        return status;
    }
    for (int set = 1; set <= 2; set++) {
        put_set(job, &m, set, "entertainment", m.fun);
        put_set(job, &m, set, "difficulty", m.hard);
        draw_set(job, &m, set);
    }
    status = lw_correlate(job->arena.alloc, m.fun, m.hard, m.table.n_rows, &c, err);
    if (status == LW_OK) {
        paper_put_rho(job, "spearman", c.spearman, m.table.n_rows);
        paper_put(job, "p", c.spearman_p);
        paper_note(job, "the published medians of %zu levels", m.table.n_rows);
    }
    lw_table_free(&m.table);
    return status;
}

/* Table 5.4 with the plays of a laboratory. */
static lw_status table_5_4(struct paper_job *job, const char *arg, struct lw_error *err) {
    static const char *const rows[] = {"moves of the players",
                                       "percent of moves above optimum", "time to solve",
                                       "perceived difficulty"};
    static const char *const columns[] = {"A* closed list", "A* open list",
                                          "optimal moves", "optimal pushes"};
    static const char place[] = "solved plays of the laboratory";
    lw_status status = paper_study(job, arg, err);
    for (size_t i = 0; status == LW_OK && i < N(rows) * N(columns); i++) {
        const char *row = rows[i / N(columns)], *column = columns[i % N(columns)];
        char key[160];
        (void)snprintf(key, sizeof key, "%s/%s / %s/spearman", place, row, column);
        const struct paper_number *rho = paper_number(job, key);
        (void)snprintf(key, sizeof key, "%s/%s / %s/n", place, row, column);
        const struct paper_number *n = paper_number(job, key);
        if (rho != NULL && n != NULL) {
            (void)snprintf(key, sizeof key, "%s, %s", row, column);
            paper_put_rho(job, key, rho->value, (size_t)n->value);
            paper_note(job,
                       "single plays of 16 levels in another laboratory, %.0f "
                       "with a rating",
                       n->value);
        }
    }
    return status;
}

/* Table 4.1: every sign of a level text, read by the reader that all commands use. */
static lw_status symbols(struct paper_job *job, const char *arg, struct lw_error *err) {
    const struct lw_game_kind *kind = lw_game_kind_find("sokoban");
    struct lw_game *game;
    struct lw_level *level = NULL;
    double n = 0;
    (void)arg;
    lw_status status = lw_game_create(kind, job->arena.alloc, &game, err);
    if (status == LW_OK) {
        static const char text[] = "#######\n#@$*. #\n#######\n",
                          on_goal[] = "#####\n#+$ #\n#####\n";
        status = lw_level_read(game, text, sizeof text - 1, &level, err);
        n += status == LW_OK ? 6 : 0; /* wall, player, box, both, goal, floor */
        lw_level_destroy(level);
        level = NULL;
        if (status == LW_OK) {
            status = lw_level_read(game, on_goal, sizeof on_goal - 1, &level, err);
            n += status == LW_OK; /* the player on a goal */
            lw_level_destroy(level);
        }
        lw_game_destroy(game);
        paper_put(job, "read", n);
    }
    return status;
}

/* The rows. */

#define PICTURE(item_, what_, where_)                                                    \
    { .item = item_, .what = what_, .where = where_, .data = PAPER_PICTURE }
#define HIDDEN(item_, what_, where_)                                                     \
    {                                                                                    \
        .item = item_, .what = what_, .where = where_, .data = PAPER_SIMULATED,          \
        .compute = paper_people, .arg = "schaa-sokostigation", .people = 77,             \
        .seconds = 3, .values = {                                                        \
            {"number in its analysis", item_, NAN, PAPER_SHOWN, 0}                       \
        }                                                                                \
    }
#define UNSEEN(item_, what_, where_)                                                     \
    {                                                                                    \
        .item = item_, .what = what_, .where = where_, .data = PAPER_PRIVATE,            \
        .why = "the levels are only printed as pictures"                                 \
    }
#define CELL(row_, column_, name_, rho_)                                                 \
    { name_, row_ ", " column_, rho_, PAPER_INTERVAL, 0 }
#define PLAYED(what_, row_, a_, b_, c_, d_)                                              \
    {                                                                                    \
        .item = "Table 5.4", .what = "Spearman's rho of " what_, .where = "p. 57",       \
        .data = PAPER_OTHERS, .compute = table_5_4, .arg = "schaa", .seconds = 0.5,      \
        .shared = true, .room = "the published rho lies in the 95 % interval of ours",   \
        .why = "plays of a laboratory in place of them", .values = {                     \
            CELL(row_, "A* closed list", "closed list", a_),                             \
            CELL(row_, "A* open list", "open list", b_),                                 \
            CELL(row_, "optimal moves", "moves", c_),                                    \
            CELL(row_, "optimal pushes", "pushes", d_)                                   \
        }                                                                                \
    }
#define EXACT "shares of ten levels are counted exactly"
#define COUNTED(item_, what_, where_, why_, ...)                                         \
    {                                                                                    \
        .item = item_, .what = what_, .where = where_, .data = PAPER_COUNTED,            \
        .compute = medians, .arg = "", .seconds = 0.01, .shared = true, .room = EXACT,   \
        .why = why_, .values = {                                                         \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define SHARE(name_, key_, published_)                                                   \
    { name_, key_, published_, PAPER_NEAR, 0.005 }

static const struct paper_row rows[] = {
    PICTURE("Figure 2.1", "pictures by wave function collapse, of another work", "p. 18"),
    PICTURE("Table 2.1", "survey of methods for such levels", "p. 17"),
    PICTURE("Table 3.1", "words of biology and of evolutionary algorithms", "p. 21"),
    PICTURE("Table 3.2", "quality diversity algorithms", "p. 22"),
    PICTURE("Table 3.3", "methods of supervised learning", "p. 25"),
    PICTURE("Table 3.4", "methods of unsupervised learning", "p. 26"),
    PICTURE("Table 3.5", "methods of reinforcement learning", "p. 26"),
    {.item = "Table 4.1",
     .what = "signs of the level format that are read",
     .where = "p. 35",
     .data = PAPER_COUNTED,
     .compute = symbols,
     .arg = "",
     .seconds = 0.001,
     .room = "signs are counted exactly",
     .why = "a sign is not read",
     .values = {{"signs", "read", 7, PAPER_NEAR, 0}}},
    PICTURE("Figure 4.1", "templates placed one by one", "p. 29"),
    PICTURE("Figure 4.2", "a room as it ends", "p. 30"),
    PICTURE("Figure 4.3", "the 17 wall templates, Taylor's", "p. 31"),
    PICTURE("Figure 4.4", "the goal range of a square", "p. 33"),
    PICTURE("Figure 4.5", "a level as text", "p. 34"),
    {.item = "Figure 4.6",
     .what = "mutations done and rejected in ten runs on 3x3 templates",
     .where = "p. 40",
     .data = PAPER_OWN,
     .compute = evolve,
     .arg = "3x3/6/templates",
     .seconds = 1.2,
     .words = "bars without numbers; both kinds are sometimes rejected",
     .values = {{"pairs inverted", "invert-done", NAN, PAPER_SHOWN, 0},
                {"rejected", "invert-rejected", NAN, PAPER_SHOWN, 0},
                {"player moved", "player-done", NAN, PAPER_SHOWN, 0},
                {"rejected", "player-rejected", NAN, PAPER_SHOWN, 0}}},
    {.item = "Figure 4.7",
     .what = "minutes for a level of six boxes, the slowest of ten",
     .where = "p. 42",
     .data = PAPER_OWN,
     .compute = evolve,
     .arg = "3x3/6",
     .seconds = 0.8,
     .room = "not above the published time (another machine, another solver), which is "
             "the caption's: the text has an hour",
     .why = "our solver is slower",
     .values = {{"minutes", "minutes", 112, PAPER_AT_MOST, 0},
                {"boxes, mean", "boxes", 6, PAPER_SHOWN, 0},
                {"pushes, mean", "pushes", NAN, PAPER_SHOWN, 0}}},
    PICTURE("Figure 4.8", "flow of the study: the design schaa-sokostigation", "p. 45"),
    PICTURE("Figure 4.9", "panel of difficulty and entertainment", "p. 46"),
    PICTURE("Figure 4.10", "panel of diversity", "p. 47"),
    PICTURE("Figure 4.11", "panel of levels made by people", "p. 47"),
    PICTURE("Figure 4.12", "how the work was organised", "p. 48"),
    PICTURE("Figure 4.13", "calendar of the work", "p. 50"),
    HIDDEN("Table 5.1", "medians of entertainment and difficulty of 20 levels", "p. 52"),
    COUNTED("Section 5.1", "set 1: percent of levels by median entertainment", "p. 51",
            NULL, SHARE("3 and more", "entertainment 1, 3 and more", 90)),
    COUNTED("Section 5.1", "set 2: percent of levels by median entertainment", "p. 51",
            NULL, SHARE("3 and more", "entertainment 2, 3 and more", 100),
            SHARE("exactly 4", "entertainment 2, 4", 60)),
    COUNTED(
        "Section 5.1", "set 1: percent of levels by median difficulty, mean", "p. 52-53",
        "of the ten medians in Table 5.1 seven are 3 or more (three are 2, 2 and 2.5)",
        SHARE("3 and more", "difficulty 1, 3 and more", 80),
        SHARE("mean", "difficulty 1, mean", 3.15)),
    COUNTED("Section 5.1", "set 2: percent of levels by median difficulty, mean", "p. 53",
            NULL, SHARE("3 and more", "difficulty 2, 3 and more", 90),
            SHARE("mean", "difficulty 2, mean", 3.35)),
    {.item = "Section 5.1",
     .what = "entertainment with difficulty: Spearman's rho",
     .where = "p. 52",
     .data = PAPER_CHECKED,
     .compute = medians,
     .arg = "",
     .seconds = 0.01,
     .shared = true,
     .room = "the published rho lies in the 95 % interval of ours",
     .why = "ours is of the 20 medians that he prints, and of 20 a rho of 0.420 has a p "
            "of 0.065: with his p of 0.001 his must be of single answers",
     .values = {{"rho", "spearman", 0.420, PAPER_INTERVAL, 0},
                {"p", "p", 0.001, PAPER_SHOWN, 0}}},
    {.item = "Figure 5.1",
     .what = "set 1: medians with deviations, drawn again from Table 5.1",
     .where = "p. 52",
     .data = PAPER_CHECKED,
     .compute = medians,
     .arg = "",
     .seconds = 0.01,
     .shared = true},
    {.item = "Figure 5.2",
     .what = "set 2: medians with deviations, drawn again from Table 5.1",
     .where = "p. 53",
     .data = PAPER_CHECKED,
     .compute = medians,
     .arg = "",
     .seconds = 0.01,
     .shared = true},
    HIDDEN("Figure 5.3", "experience of the people", "p. 54"),
    HIDDEN("Figure 5.4", "diversity of each half of a set", "p. 55"),
    UNSEEN("Table 5.2", "set 1: solver's figures of its levels", "p. 56"),
    UNSEEN("Table 5.3", "set 2: solver's figures of its levels", "p. 56"),
    PLAYED("moves of the player", "moves of the players", 0.762, 0.773, 0.856, 0.34),
    PLAYED("moves over the optimum", "percent of moves above optimum", 0.433, 0.418,
           0.408, 0.216),
    PLAYED("time to solve", "time to solve", 0.4, 0.42, 0.437, 0.34),
    PLAYED("perceived difficulty", "perceived difficulty", 0.286, 0.284, 0.187, 0.089),
    HIDDEN("Table 5.4", "Spearman's rho of pushes of the player", "p. 57"),
    HIDDEN("Figure 5.5", "generated levels taken for hand-made ones", "p. 58"),
    HIDDEN("Figure 5.6", "votes for hand-made, generated levels", "p. 59"),
    PICTURE("Figure 5.7", "pictures of the task of Figure 5.6", "p. 59"),
    HIDDEN("Figure A.1", "education", "p. 74"),
    HIDDEN("Figure A.2", "ages", "p. 74"),
    HIDDEN("Figure A.3", "levels of set 1 that were finished", "p. 75"),
    HIDDEN("Figure A.4", "levels of set 2 that were finished", "p. 75"),
    PICTURE("Figure B.1", "a level", "p. 77"),
    PICTURE("Figure B.2", "steps of a solution", "p. 77"),
    PICTURE("Figure B.3", "deadlocks", "p. 78"),
    PICTURE("Figure C.1", "settings of JSoko", "p. 80"),
    PICTURE("Figure D.1", "levels without open 3x3 squares", "p. 81"),
    PICTURE("Figure D.2", "levels without open 3x4 squares", "p. 82"),
    PICTURE("Figure E.1", "levels of the study, set 1, first half", "p. 83"),
    PICTURE("Figure E.2", "levels of the study, set 1, second half", "p. 84"),
    PICTURE("Figure E.3", "levels of the study, set 2, first half", "p. 85"),
    PICTURE("Figure E.4", "levels of the study, set 2, second half", "p. 85"),
};

const struct paper paper_schaa = {
    .id = "schaa",
    .title =
        "Schaa 2021, Generaci\xc3\xb3n Procedural de Niveles Interesantes de Sokoban",
    .note = "Not public: the answers of 77 people (announced behind a link of which no "
            "public copy exists), and the levels, which are printed as pictures.",
    .rows = rows,
    .n_rows = N(rows)};

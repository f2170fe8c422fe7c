/* Khalifa and Fayek (2015): players on the hand-made levels, their histograms, and what
 * the techniques make. */
#include <math.h>
#include <string.h>

#include "bench/bench_khalifa.h"
#include "reproduce/papers.h"

#define N(array) (sizeof(array) / sizeof *(array))
/* States a player may expand on a level; the paper names none for its comparison. */
#define PLAYER_STATES 1000000

static lw_status open_set(struct paper_job *job, struct khalifa_set *set,
                          struct lw_error *err) {
    if (khalifa_open(&job->cli, job->shared, set) == 0) {
        return LW_OK;
    }
    khalifa_close(set);
    return lw_fail(err, LW_NOT_FOUND, 0, 0,
                   "the games in %s/puzzlescript/khalifa could not be opened",
                   job->shared);
}

/* Figures 6 and 7: the new player by the old one. */
static lw_status play(struct paper_job *job, const char *arg, struct lw_error *err) {
    struct khalifa_set set;
    struct khalifa_played old, new;
    double moves_old = 0, moves_new = 0;
    lw_status status = open_set(job, &set, err);
    (void)arg;
    if (status != LW_OK) {
        return status;
    }
    size_t n_solved = 0;
    for (size_t g = 0; g < set.n && status == LW_OK; g++) {
        char key[60];
        status = khalifa_play(&job->cli, &set.games[g], LW_PS_BEST_OLD, PLAYER_STATES,
                              &old, err);
        if (status == LW_OK) {
            status = khalifa_play(&job->cli, &set.games[g], LW_PS_BEST_NEW, PLAYER_STATES,
                                  &new, err);
        }
        if (status == LW_OK) {
            (void)snprintf(key, sizeof key, "%s, states", set.games[g].name);
            paper_put(job, key, new.explored / old.explored);
            (void)snprintf(key, sizeof key, "%s, moves", set.games[g].name);
            paper_put(job, key,
                      new.n_solved == new.n &&old.n_solved == old.n
                          ? new.moves / old.moves
                          : (double)NAN);
            moves_old += old.moves;
            moves_new += new.moves;
            n_solved += old.n_solved + new.n_solved;
        }
    }
    khalifa_close(&set);
    if (status == LW_OK) {
        paper_put(job, "moves", moves_new / moves_old);
        paper_note(job, "hand-made levels solved within %d states: %zu of 80",
                   PLAYER_STATES, n_solved);
    }
    return status;
}

static lw_status hand_made(struct paper_job *job, const char *arg, struct lw_error *err) {
    struct khalifa_set set;
    struct khalifa_histogram lengths, applied;
    lw_status status = open_set(job, &set, err);
    (void)arg;
    if (status != LW_OK) {
        return status;
    }
    size_t n = 0;
    for (size_t g = 0; g < set.n; g++) {
        n += set.games[g].human.set.n_entries;
    }
    khalifa_histograms(&lengths, &applied);
    status = khalifa_human(&job->cli, &set, &lengths, &applied, err);
    if (status == LW_OK) {
        paper_put(job, "games", (double)set.n);
        paper_put(job, "levels", (double)n);
        paper_put(job, "length mean", khalifa_mean(&lengths));
        paper_put(job, "length deviation", khalifa_spread(&lengths));
        paper_put(job, "rules mean", khalifa_mean(&applied));
        paper_put(job, "rules deviation", khalifa_spread(&applied));
        paper_note(job, "shortest solutions of %zu hand-made levels", n);
    }
    khalifa_close(&set);
    return status;
}

/* Figures 10 to 12, and the same of the other two games. */
struct outlet {
    struct paper_job *job;
    size_t n;
};

static void draw(void *ctx, const struct lw_chart *chart) {
    static const struct {
        const char *name, *title;
    } known[] = {
        {"khalifa-figure-10", "Figure 10: best fitness by generation, Sokoban"},
        {"khalifa-figure-11", "Figure 11: best fitness by generation, LavaGame"},
        {"khalifa-figure-12", "Figure 12: best fitness by generation, BlockFaker"},
        {"khalifa-gemgame", "Best fitness by generation, GemGame"},
        {"khalifa-destroygame", "Best fitness by generation, DestroyGame"},
        {"khalifa-figure-4", "Figure 4: length of the solution by the area"},
        {"khalifa-figure-5", "Figure 5: rules applied by a move"}};
    struct outlet *outlet = ctx;
    paper_draw(outlet->job, known[outlet->n].name, known[outlet->n].title,
               outlet->n < 5 ? "Mean over eight outlines; the constructive technique has "
                               "no generations."
                             : "Shares of hand-made and of generated levels.",
               chart);
    outlet->n++;
}

/* The last generation's fitness of a genetic start, mean of the outlines. */
static double last_fitness(const struct khalifa_task *tasks, size_t game,
                           size_t technique) {
    double sum = 0;
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        if (tasks[i].game == game && tasks[i].technique == technique) {
            sum += tasks[i].curve[KHALIFA_GENERATIONS - 1] / LW_PS_N_OUTLINES;
        }
    }
    return sum;
}

static void put_techniques(struct paper_job *job, const struct khalifa_set *set,
                           const struct khalifa_task *tasks) {
    char key[80];
    for (size_t t = 0; t < KHALIFA_TECHNIQUES; t++) {
        struct khalifa_sums sums = khalifa_sum(tasks, KHALIFA_TASKS, t);
        double share = sums.n == 0 ? (double)NAN : 100.0 / sums.n;
        (void)snprintf(key, sizeof key, "%s, player", khalifa_techniques[t]);
        paper_put(job, key, sums.playable * share);
        (void)snprintf(key, sizeof key, "%s, player or won", khalifa_techniques[t]);
        paper_put(job, key, (sums.playable + sums.trivial) * share);
        (void)snprintf(key, sizeof key, "%s, solvable", khalifa_techniques[t]);
        paper_put(job, key, sums.solvable * share);
    }
    for (size_t g = 0; g < set->n; g++) {
        double built = last_fitness(tasks, g, KHALIFA_CONSTRUCTIVE_START);
        (void)snprintf(key, sizeof key, "%s, mixed", set->games[g].name);
        paper_put(job, key,
                  built - last_fitness(tasks, g, 1 + (size_t)LW_PS_START_MIXED));
        (void)snprintf(key, sizeof key, "%s, empty", set->games[g].name);
        paper_put(job, key,
                  built - last_fitness(tasks, g, 1 + (size_t)LW_PS_START_EMPTY));
    }
}

static lw_status techniques(struct paper_job *job, const char *arg,
                            struct lw_error *err) {
    struct khalifa_set set;
    struct khalifa_histogram lengths[KHALIFA_SERIES], applied[KHALIFA_SERIES];
    struct khalifa_task *tasks =
        lw_alloc_zero(job->arena.alloc, KHALIFA_TASKS, sizeof *tasks);
    (void)arg;
    lw_status status = tasks == NULL ? lw_fail_memory(err) : open_set(job, &set, err);
    if (status != LW_OK) {
        lw_alloc_free(job->arena.alloc, tasks,
                      tasks == NULL ? 0 : KHALIFA_TASKS * sizeof *tasks);
        return status;
    }
    khalifa_make(&job->cli, &set, job->seed, tasks);
    for (size_t i = 0; i < KHALIFA_TASKS && status == LW_OK; i++) {
        status = tasks[i].status;
        *err = tasks[i].err;
    }
    for (size_t k = 0; k < KHALIFA_SERIES && status == LW_OK; k++) {
        khalifa_histograms(&lengths[k], &applied[k]);
        if (k > 0) {
            khalifa_count(tasks, KHALIFA_TASKS, k - 1, &lengths[k], &applied[k]);
        }
    }
    if (status == LW_OK) {
        status = khalifa_human(&job->cli, &set, &lengths[0], &applied[0], err);
    }
    if (status == LW_OK) {
        struct outlet outlet = {.job = job};
        put_techniques(job, &set, tasks);
        khalifa_draw(&(struct khalifa_pictures){tasks, lengths, applied}, draw, &outlet);
        paper_note(job, "five games, eight outlines, the best two levels of each run");
    }
    khalifa_tasks_free(&job->cli, tasks, KHALIFA_TASKS);
    khalifa_close(&set);
    return status;
}

/* The rows. */

#define PICTURE(item_, what_, where_)                                                    \
    { .item = item_, .what = what_, .where = where_, .data = PAPER_PICTURE }
#define OTHER_LEVELS                                                                     \
    "the levels that the authors published are not those of the histogram: their "       \
    "shortest solutions have other values"
#define MADE(what_, why_, ...)                                                           \
    {                                                                                    \
        .item = "Level Generation", .what = what_, .where = "Results and Evaluation",    \
        .data = PAPER_OWN, .compute = techniques, .arg = "", .seconds = 47,              \
        .shared = true,                                                                  \
        .room = "within ten points: the standard error of a share of 80 levels is five", \
        .why = why_, .values = {                                                         \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define SHARE(name_, key_, published_)                                                   \
    { name_, key_, published_, PAPER_NEAR, 10 }
#define CURVES(item_, game_)                                                             \
    {                                                                                    \
        .item = item_,                                                                   \
        .what = "best fitness of " game_ " after 20 generations: "                       \
                "constructive start less another",                                       \
        .where = "Fitness Comparison", .data = PAPER_OWN, .compute = techniques,         \
        .arg = "", .seconds = 47, .shared = true,                                        \
        .words = "constructive highest, mixed almost the same, random lowest",           \
        .room = "mixed within 0.1; the empty start, which is the paper's random one, "   \
                "not above",                                                             \
        .why = "ours does not follow this order in this game", .values = {               \
            {"less mixed", game_ ", mixed", 0, PAPER_NEAR, 0.1},                         \
            {"less random", game_ ", empty", 0, PAPER_AT_LEAST, 0}                       \
        }                                                                                \
    }
#define PLAYERS                                                                          \
    "better: fewer states than the old player; worse: more; almost the same: within a "  \
    "quarter"

static const struct paper_row rows[] = {
    PICTURE("Figure 1", "the system as blocks", "Methodology"),
    PICTURE("Figure 2", "levels of Sokoban", "Level Evaluator"),
    PICTURE("Figure 3", "a level of LavaGame", "Automated Player"),
    {.item = "Tested Games",
     .what = "games and hand-made levels",
     .where = "Results and Evaluation",
     .data = PAPER_COUNTED,
     .compute = hand_made,
     .arg = "",
     .seconds = 0.7,
     .shared = true,
     .room = "all of them",
     .why = "one of them is missing",
     .values = {{"games", "games", 5, PAPER_NEAR, 0},
                {"levels", "levels", 40, PAPER_NEAR, 0}}},
    {.item = "Figure 4",
     .what = "moves by area of 40 hand-made levels",
     .where = "Heuristic Measures",
     .data = PAPER_OWN,
     .compute = hand_made,
     .arg = "",
     .seconds = 0.7,
     .shared = true,
     .room = "a tenth: what a histogram shows",
     .why = OTHER_LEVELS,
     .values = {{"mean", "length mean", 1.221, PAPER_RATIO, 0.1},
                {"deviation", "length deviation", 0.461, PAPER_RATIO, 0.1}}},
    {.item = "Figure 5",
     .what = "rules by move of 40 hand-made levels",
     .where = "Heuristic Measures",
     .data = PAPER_OWN,
     .compute = hand_made,
     .arg = "",
     .seconds = 0.7,
     .shared = true,
     .room = "a tenth: what a histogram shows",
     .why = OTHER_LEVELS,
     .values = {{"mean", "rules mean", 0.417, PAPER_RATIO, 0.1},
                {"deviation", "rules deviation", 0.128, PAPER_RATIO, 0.1}}},
    {.item = "Figure 6",
     .what = "states explored by the new player, those of the old one being 1",
     .where = "Automated Player",
     .data = PAPER_OWN,
     .compute = play,
     .arg = "",
     .seconds = 0.7,
     .shared = true,
     .words = "better in Sokoban and GemGame, almost the same elsewhere, worse in "
              "DestroyGame and LavaGame",
     .room = PLAYERS,
     .why = "ours is better in DestroyGame; the paper does not say how its evaluation "
            "adds up the distances between objects of a rule",
     .values = {{"Sokoban", "Sokoban, states", 1, PAPER_AT_MOST, 0},
                {"GemGame", "GemGame, states", 1, PAPER_AT_MOST, 0},
                {"BlockFaker", "BlockFaker, states", 1, PAPER_NEAR, 0.25},
                {"DestroyGame", "DestroyGame, states", 1, PAPER_AT_LEAST, 0},
                {"LavaGame", "LavaGame, states", 1, PAPER_AT_LEAST, 0}}},
    {.item = "Figure 7",
     .what = "length of the new player's solutions, those of the old one being 1",
     .where = "Automated Player",
     .data = PAPER_OWN,
     .compute = play,
     .arg = "",
     .seconds = 0.7,
     .shared = true,
     .words = "slightly shorter",
     .room = "not longer, over all five games",
     .why = "our new player explores fewer states and finds longer solutions",
     .values = {{"all games", "moves", 1, PAPER_AT_MOST, 0},
                {"Sokoban", "Sokoban, moves", NAN, PAPER_SHOWN, 0},
                {"LavaGame", "LavaGame, moves", NAN, PAPER_SHOWN, 0},
                {"BlockFaker", "BlockFaker, moves", NAN, PAPER_SHOWN, 0},
                {"GemGame", "GemGame, moves", NAN, PAPER_SHOWN, 0},
                {"DestroyGame", "DestroyGame, moves", NAN, PAPER_SHOWN, 0}}},
    PICTURE("Figure 8", "eight outlines, which `--outlines paper` takes",
            "Level Generation"),
    {.item = "Figure 9",
     .what = "system scores and human scores of the generated levels",
     .where = "Level Generation",
     .data = PAPER_SIMULATED,
     .compute = paper_people,
     .arg = "khalifa-scores",
     .people = 40,
     .seconds = 5,
     .words = "a good correlation, without a number",
     .values = {{"number in its analysis", "Figure 9", NAN, PAPER_SHOWN, 0}}},
    MADE("constructive: percent playable by the machine, by people",
         "almost all of our levels can be won; why fewer of the paper's can is not known",
         SHARE("machine", "constructive, player", 85),
         SHARE("people", "constructive, solvable", 90)),
    MADE("genetic, random start: percent playable by the machine, by people",
         "it is not said how levels are counted that are won at the start; with them the "
         "machine's share is the paper's within ten points",
         SHARE("machine, with won ones", "genetic, empty, player or won", 73.75),
         SHARE("people", "genetic, empty, solvable", 75)),
    MADE("genetic, constructive start: percent playable", "some cannot be won",
         SHARE("people", "genetic, constructive, solvable", 100)),
    MADE("genetic, mixed start: percent playable", "some cannot be won",
         SHARE("people", "genetic, mixed, solvable", 100)),
    CURVES("Figure 10", "Sokoban"),
    CURVES("Figure 11", "LavaGame"),
    CURVES("Figure 12", "BlockFaker"),
};

const struct paper paper_khalifa = {
    .id = "khalifa",
    .title = "Khalifa and Fayek 2015, Automatic Puzzle Level Generation: A General "
             "Approach using a Description Language",
    .note =
        "Not public: the scores that people gave. The games, the hand-made levels and "
        "the program are.",
    .rows = rows,
    .n_rows = N(rows)};

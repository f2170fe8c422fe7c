/* The level-making half of Khalifa and Fayek's experiment: five games, eight outlines,
 * 100 constructed levels, and four genetic runs of 20 generations of 50. */
#include <math.h>
#include <string.h>

#include "bench/bench_khalifa.h"

#define CONSTRUCTED 100
#define PROOF_STATES 400000
/* Techniques: constructive, then the genetic ones by their start. */
#define GENETIC_RANDOM (1 + (size_t)LW_PS_START_RANDOM)
#define GENETIC_EMPTY (1 + (size_t)LW_PS_START_EMPTY)

const char *const khalifa_techniques[KHALIFA_TECHNIQUES] = {
    "constructive", "genetic, random", "genetic, constructive", "genetic, mixed",
    "genetic, empty"};

struct job {
    const struct khalifa_game *games;
    struct khalifa_task *tasks;
    struct lw_runtime runtime; /* of one thread */
    const atomic_bool *cancel;
    uint64_t seed;
};

static void note_generation(void *ctx, uint32_t number, double best) {
    struct khalifa_task *task = ctx;
    if (number < KHALIFA_GENERATIONS) {
        task->curve[number] = best;
    }
}

/* What people found out by playing: can it be solved at all? */
static void prove(const struct job *job, struct khalifa_task *task) {
    const struct lw_budget budget = {
        .nodes = PROOF_STATES, .memory_bytes = (size_t)256 << 20, .cancel = job->cancel};
    for (size_t i = 0; i < LW_PS_BEST && task->best.levels[i] != NULL; i++) {
        struct lw_meter meter;
        struct lw_ps_playout playout;
        if (task->best.ratings[i].playout.outcome == LW_OUTCOME_SOLVED) {
            bool trivial = task->best.ratings[i].scores[LW_PS_SCORE_PLAY] <= 0;
            task->n_trivial += trivial;
            task->n_playable += !trivial;
            task->n_solvable += !trivial;
            continue;
        }
        lw_meter_start(&meter, &job->runtime, &budget);
        lw_status status =
            lw_ps_play_level(&(struct lw_ps_playing){.level = &task->best.levels[i]->base,
                                                     .strategy = LW_PS_BREADTH},
                             job->runtime.alloc, &meter, &playout, &task->err);
        task->n_solvable += status == LW_OK && playout.outcome == LW_OUTCOME_SOLVED;
        task->n_unknown += status != LW_OK || playout.outcome == LW_OUTCOME_LIMIT;
        lw_buffer_free(&playout.moves);
    }
}

static void work(void *ctx, size_t index, uint32_t worker) {
    const struct job *job = ctx;
    struct khalifa_task *task = &job->tasks[index];
    const struct lw_ps_analysis *analysis = &job->games[task->game].analysis;
    struct lw_ps_rater rater = lw_ps_rater_usual(analysis);
    struct lw_ps_level *outline = NULL;
    struct lw_rng rng = lw_rng_make(job->seed, task->stream);
    const struct lw_budget budget = {.cancel = job->cancel};
    (void)worker;
    if (task->dropped < LW_PS_N_SCORES) {
        rater.weights[task->dropped] = 0;
    }
    lw_ps_best_init(&task->best, job->runtime.alloc, false);
    task->status = lw_ps_outline(analysis, task->outline, &outline, &task->err);
    if (task->status == LW_OK && task->technique == 0) {
        task->status = lw_ps_construct_many(
            &rater, outline, CONSTRUCTED,
            &(struct lw_ps_run){.rng = &rng, .runtime = &job->runtime, .budget = &budget},
            &task->best, &task->err);
    } else if (task->status == LW_OK) {
        struct lw_ps_evolution evolution =
            lw_ps_evolution_usual((enum lw_ps_start)(task->technique - 1));
        evolution.generation = note_generation;
        evolution.ctx = task;
        task->status = lw_ps_evolve(
            &rater, outline, &evolution,
            &(struct lw_ps_run){.rng = &rng, .runtime = &job->runtime, .budget = &budget},
            &task->best, &task->err);
    }
    if (task->status == LW_OK) {
        prove(job, task);
    }
    lw_level_destroy(outline == NULL ? NULL : &outline->base);
}

void khalifa_run(struct cli *cli, const struct khalifa_set *set, uint64_t seed,
                 struct khalifa_task *tasks, size_t n_tasks) {
    struct job job = {.games = set->games,
                      .tasks = tasks,
                      .runtime = *cli->runtime,
                      .cancel = cli->cancel,
                      .seed = seed};
    job.runtime.n_workers = 1;
    job.runtime.parallel = NULL;
    job.runtime.progress = NULL;
    lw_runtime_parallel(cli->runtime, n_tasks, work, &job);
}

void khalifa_tasks_free(struct cli *cli, struct khalifa_task *tasks, size_t n_tasks) {
    for (size_t i = 0; i < n_tasks; i++) {
        lw_ps_best_free(&tasks[i].best);
    }
    lw_alloc_free(cli->alloc, tasks, n_tasks * sizeof *tasks);
}

void khalifa_make(struct cli *cli, const struct khalifa_set *set, uint64_t seed,
                  struct khalifa_task *tasks) {
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        size_t place = i / KHALIFA_TECHNIQUES;
        size_t technique = i % KHALIFA_TECHNIQUES;
        /* The fifth draws the same numbers as the other random start, so that only the
         * start tells them apart. */
        size_t numbers = technique == GENETIC_EMPTY ? GENETIC_RANDOM : technique;
        tasks[i] = (struct khalifa_task){.technique = technique,
                                         .dropped = LW_PS_N_SCORES,
                                         .outline = place % LW_PS_N_OUTLINES,
                                         .game = place / LW_PS_N_OUTLINES,
                                         .stream = place * GENETIC_EMPTY + numbers};
    }
    khalifa_run(cli, set, seed, tasks, KHALIFA_TASKS);
}

/* Workers on threads: nobody waits for a slow candidate, and what is final is told at
 * once, in the order of numbers. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#include "lw/make.h"

#define N_CANDIDATES 60

struct scene {
    atomic_uint begun, told;
    atomic_bool gave_up;
    uint64_t wait_at;   /* this candidate is slow: */
    unsigned wait_for;  /* it ends when so many have begun, */
    unsigned wait_told; /* and so many before it were told */
};

static void wait_a_little(void) {
    (void)nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

/* Gives nothing; its number is in its statistics. */
static lw_status slow_make(const struct lw_generate_request *request,
                           const struct lw_generate_task *task, struct lw_error *err) {
    struct scene *scene = request->objective.ctx;
    (void)task;
    (void)err;
    atomic_fetch_add(&scene->begun, 1);
    for (unsigned i = 0; request->index == scene->wait_at &&
                         (atomic_load(&scene->begun) < scene->wait_for ||
                          atomic_load(&scene->told) < scene->wait_told);
         i++) {
        if (i > 50000) { /* ten seconds at least: only what never ends ends so */
            atomic_store(&scene->gave_up, true);
            break;
        }
        wait_a_little();
    }
    request->stat(request->stat_ctx, "number", (double)request->index);
    return LW_OK;
}

static const struct lw_generator slow = {
    .name = "slow", .summary = "nothing", .make = slow_make};

static void on_checkpoint(void *ctx, uint64_t next_index) {
    atomic_store((atomic_uint *)ctx, (unsigned)next_index);
}

struct worker {
    lw_task_fn fn;
    void *task_ctx;
    size_t index;
};

static void *work(void *arg) {
    struct worker *worker = arg;
    worker->fn(worker->task_ctx, worker->index, (uint32_t)worker->index);
    return NULL;
}

static void on_threads(void *ctx, size_t count, lw_task_fn fn, void *task_ctx) {
    pthread_t threads[4];
    struct worker workers[4];
    (void)ctx;
    assert_true(count <= 4);
    for (size_t i = 0; i < count; i++) {
        workers[i] = (struct worker){fn, task_ctx, i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

static void run(struct scene *scene, uint32_t n_workers) {
    const struct lw_game_kind *kind = lw_game_kind_find("null");
    struct lw_game *game;
    struct lw_pool pool;
    struct lw_make_report report;
    struct lw_error err;
    assert_int_equal(
        kind->game->create(lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL, NULL),
        LW_OK);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    runtime.n_workers = n_workers;
    runtime.parallel = n_workers > 1 ? on_threads : NULL;
    lw_pool_init(&pool, kind, lw_alloc_libc());
    struct lw_candidate_plan plan = {
        .generator = &slow,
        .request = {.game = game, .objective = {.ctx = scene}},
        .count = N_CANDIDATES,
        .max_candidates = N_CANDIDATES,
        .checkpoint = on_checkpoint,
        .ctx = &scene->told};
    assert_int_equal(lw_candidates_make(&plan, &runtime, &pool, &report, &err), LW_LIMIT);
    assert_int_equal(report.n_candidates, N_CANDIDATES);
    assert_int_equal(report.next_index, N_CANDIDATES);
    assert_int_equal(atomic_load(&scene->begun), N_CANDIDATES);
    assert_int_equal(atomic_load(&scene->told), N_CANDIDATES);
    assert_true(report.stats[0].sum == N_CANDIDATES * (N_CANDIDATES - 1) / 2);
    assert_false(atomic_load(&scene->gave_up));
    lw_pool_free(&pool);
    lw_game_destroy(game);
}

/* The others make all the rest while one is at work on the first. */
static void nobody_waits_for_a_slow_candidate(void **state) {
    (void)state;
    for (uint32_t n_workers = 2; n_workers <= 4; n_workers++) {
        run(&(struct scene){.wait_at = 0, .wait_for = N_CANDIDATES}, n_workers);
    }
}

/* What comes before a slow one is told while that is being made. */
static void what_is_final_is_told_at_once(void **state) {
    (void)state;
    for (unsigned at = 1; at < N_CANDIDATES; at += 7) {
        run(&(struct scene){.wait_at = at, .wait_told = at}, 2);
    }
}

static void one_worker_does_the_same(void **state) {
    (void)state;
    run(&(struct scene){.wait_at = 0}, 1);
}

/* Ranges: what a candidate draws is its own affair. */

static const struct lw_option number_options[] = {
    {.name = "few", .type = LW_OPTION_INT, .fallback = "1"},
    {.name = "many", .type = LW_OPTION_INT, .fallback = "5"},
};

struct draws {
    int64_t few[N_CANDIDATES], many[N_CANDIDATES];
};

/* The seventh is refused, as what a generator cannot make. */
static lw_status number_prepare(const struct lw_generate_request *request,
                                const struct lw_runtime *runtime, void **shared,
                                struct lw_error *err) {
    (void)runtime;
    *shared = (void *)request->values;
    return request->values[1].i == 7 ? lw_fail(err, LW_IMPOSSIBLE, 0, 0, "not seven")
                                     : LW_OK;
}

static lw_status number_make(const struct lw_generate_request *request,
                             const struct lw_generate_task *task, struct lw_error *err) {
    struct draws *draws = request->objective.ctx;
    (void)err;
    assert_ptr_equal(task->shared, request->values);
    draws->few[request->index] = request->values[0].i;
    draws->many[request->index] = request->values[1].i;
    return LW_OK;
}

static const struct lw_generator number = {.name = "number",
                                           .summary = "nothing",
                                           .options = number_options,
                                           .n_options = 2,
                                           .prepare = number_prepare,
                                           .make = number_make};

static lw_status draw(const char *many, uint32_t n_workers, struct draws *draws) {
    const struct lw_game_kind *kind = lw_game_kind_find("null");
    struct lw_option_value values[2];
    struct lw_setting settings[] = {{"few", "2..3"}, {"many", many}};
    struct lw_make_report report;
    struct lw_pool pool;
    struct lw_error err;
    assert_int_equal(lw_generator_settings(&number, &(struct lw_settings){settings, 2}, 0,
                                           values, &err),
                     LW_OK);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    runtime.n_workers = n_workers;
    runtime.parallel = n_workers > 1 ? on_threads : NULL;
    lw_pool_init(&pool, kind, lw_alloc_libc());
    struct lw_candidate_plan plan = {
        .generator = &number,
        .request = {.values = values, .objective = {.ctx = draws}},
        .count = N_CANDIDATES,
        .max_candidates = N_CANDIDATES};
    lw_status status = lw_candidates_make(&plan, &runtime, &pool, &report, &err);
    lw_pool_free(&pool);
    return status;
}

static void every_candidate_draws_from_its_own_stream(void **state) {
    (void)state;
    struct draws one, three;
    unsigned seen[2][10] = {{0}};
    assert_int_equal(draw("5..9", 1, &one), LW_LIMIT);
    assert_int_equal(draw("5..9", 3, &three), LW_LIMIT);
    assert_memory_equal(&one, &three, sizeof one);
    for (size_t i = 0; i < N_CANDIDATES; i++) {
        assert_in_range(one.few[i], 2, 3);
        assert_in_range(one.many[i], 5, 9);
        seen[0][one.few[i]]++;
        seen[1][one.many[i]]++;
    }
    assert_true(seen[0][2] > 10 && seen[0][3] > 10);
    assert_true(seen[1][5] > 0 && seen[1][6] > 0 && seen[1][8] > 0 && seen[1][9] > 0);
    assert_int_equal(seen[1][7], 0);
    /* Nothing is left of a range. */
    assert_int_equal(draw("7", 1, &one), LW_IMPOSSIBLE);
    assert_int_equal(draw("1..1000", 1, &one), LW_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_waits_for_a_slow_candidate),
        cmocka_unit_test(what_is_final_is_told_at_once),
        cmocka_unit_test(one_worker_does_the_same),
        cmocka_unit_test(every_candidate_draws_from_its_own_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

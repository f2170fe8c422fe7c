/* Random calls against the store and against a model of a few arrays: both must answer
 * the same, and hold the same in the end. */
#include "store_test_support.h"

#include "lw/base/rng.h"

#define N_LEVELS 12
#define N_PLAYERS 3
#define N_PLAYS 8
#define N_SEQS 40
#define N_PACKS 4
#define N_DATES 9
#define N_JOBS 30
#define N_CALLS 350

struct model {
    bool level[N_LEVELS];
    int pack[N_PACKS][N_LEVELS]; /* members in order */
    int n_pack[N_PACKS];
    bool has_pack[N_PACKS];
    int play_player[N_PLAYS]; /* -1: not begun */
    bool event[N_PLAYS][N_SEQS];
    int undos[N_PLAYS], wins[N_PLAYS];
    int daily_level[N_DATES]; /* -1: none */
    int daily_number[N_DATES];
    double reserve[N_LEVELS]; /* NaN: not in it */
    enum lw_job_state job[N_JOBS];
    int tries[N_JOBS];
    int64_t lease_until[N_JOBS];
    int n_jobs;
};

struct world {
    struct test_env *env;
    struct lw_rng rng;
    struct model model;
    char level[N_LEVELS][LW_STORE_ID_SIZE];
    char player[N_PLAYERS][LW_STORE_ID_SIZE];
    char pack[N_PACKS][LW_STORE_ID_SIZE];
    char play[N_PLAYS][LW_STORE_ID_SIZE];
    char job[N_JOBS][LW_STORE_ID_SIZE];
    int64_t now;
};

static int pick(struct world *w, int n) {
    return (int)lw_rng_below(&w->rng, (uint32_t)n);
}

static void date_text(int date, char text[11]) {
    (void)snprintf(text, 11, "2026-11-%02u", ((unsigned)date + 1) % 100);
}

static bool was_daily(const struct model *m, int level) {
    for (int i = 0; i < N_DATES; i++) {
        if (m->daily_level[i] == level) {
            return true;
        }
    }
    return false;
}

static void put_level(struct world *w) {
    int at = pick(w, N_LEVELS);
    struct lw_store_level level = test_level((unsigned)at);
    enum lw_store_put put;
    OK(w->env, lw_store_level_put(w->env->store, &level, &put, &w->env->err));
    assert_int_equal(put, w->model.level[at] ? LW_STORE_DUPLICATE : LW_STORE_INSERTED);
    w->model.level[at] = true;
}

static bool is_in(const struct model *m, int pack, int level) {
    for (int i = 0; i < m->n_pack[pack]; i++) {
        if (m->pack[pack][i] == level) {
            return true;
        }
    }
    return false;
}

/* Of any levels: some come twice, and one that is not there refuses the pack. */
static void put_pack(struct world *w, int pack) {
    struct model *m = &w->model;
    const char *members[N_LEVELS];
    int n = pick(w, N_LEVELS + 1);
    bool all_there = true;
    m->n_pack[pack] = 0;
    for (int i = 0; i < n; i++) {
        int level = pick(w, N_LEVELS);
        members[i] = w->level[level];
        all_there = all_there && m->level[level];
        if (!is_in(m, pack, level)) {
            m->pack[pack][m->n_pack[pack]++] = level;
        }
    }
    struct lw_store_pack row = {.title = "p", .game = "sokoban", .created_ms = w->now};
    IS(all_there ? LW_OK : LW_NOT_FOUND,
       lw_store_pack_put(w->env->store, &row, members, (size_t)n, &w->env->err));
    m->has_pack[pack] = all_there;
    m->n_pack[pack] = all_there ? m->n_pack[pack] : 0;
    memcpy(w->pack[pack], row.id, sizeof row.id);
}

static void change_pack(struct world *w) {
    struct model *m = &w->model;
    int pack = pick(w, N_PACKS);
    if (m->has_pack[pack]) {
        OK(w->env, lw_store_pack_delete(w->env->store, w->pack[pack], &w->env->err));
        m->has_pack[pack] = false;
        m->n_pack[pack] = 0;
    } else {
        put_pack(w, pack);
    }
}

static void begin_play(struct world *w) {
    int play = pick(w, N_PLAYS);
    int level = pick(w, N_LEVELS);
    int player = pick(w, N_PLAYERS);
    char id[LW_STORE_ID_SIZE];
    if (w->model.play_player[play] >= 0) {
        return;
    }
    IS(w->model.level[level] ? LW_OK : LW_NOT_FOUND,
       lw_store_play_start(w->env->store,
                           &(struct lw_store_play_start){.player = w->player[player],
                                                         .level = w->level[level]},
                           w->now, id, &w->env->err));
    if (w->model.level[level]) {
        memcpy(w->play[play], id, sizeof id);
        w->model.play_player[play] = player;
    }
}

static void append(struct world *w) {
    struct model *m = &w->model;
    int play = pick(w, N_PLAYS);
    int player = pick(w, 4) == 0 ? pick(w, N_PLAYERS) : m->play_player[play];
    if (m->play_player[play] < 0) {
        return;
    }
    struct lw_store_event events[10];
    int n = pick(w, 10) + 1;
    int first = pick(w, N_SEQS - 10);
    size_t expected = 0;
    for (int i = 0; i < n; i++) {
        int kind = first + i == N_SEQS / 2 ? LW_EVENT_WIN : LW_EVENT_UNDO;
        events[i] = (struct lw_store_event){
            .play = w->play[play], .seq = first + i, .kind = (enum lw_event_kind)kind};
        expected += !m->event[play][first + i];
    }
    struct lw_store_appended appended;
    bool own = player == m->play_player[play];
    IS(own ? LW_OK : LW_NOT_FOUND,
       lw_store_events_append(w->env->store,
                              &(struct lw_store_batch){.player = w->player[player],
                                                       .events = events,
                                                       .n = (size_t)n,
                                                       .now_ms = w->now},
                              &appended, &w->env->err));
    if (!own) {
        return;
    }
    assert_int_equal(appended.stored, expected);
    assert_int_equal(appended.repeated, (size_t)n - expected);
    for (int i = 0; i < n; i++) {
        bool fresh = !m->event[play][first + i];
        m->undos[play] += fresh && events[i].kind == LW_EVENT_UNDO;
        m->wins[play] += fresh && events[i].kind == LW_EVENT_WIN;
        m->event[play][first + i] = true;
    }
}

static void change_reserve(struct world *w) {
    struct model *m = &w->model;
    int level = pick(w, N_LEVELS);
    /* Distinct scores, so that the best is one. */
    double score = pick(w, 100) * N_LEVELS + level;
    lw_status expected = was_daily(m, level) ? LW_EXISTS
                         : m->level[level]   ? LW_OK
                                             : LW_NOT_FOUND;
    IS(expected,
       lw_store_reserve_put(w->env->store,
                            &(struct lw_store_day){.game = "sokoban", .band = "easy"},
                            w->level[level], score, w->now, &w->env->err));
    if (expected == LW_OK) {
        m->reserve[level] = score;
    }
}

/* Numbers are counted by date, whichever day was made first. */
static void note_daily(struct model *m, int date, int level, int64_t number) {
    int n = 0;
    m->daily_level[date] = level;
    m->reserve[level] = (double)NAN;
    for (int i = 0; i < N_DATES; i++) {
        m->daily_number[i] = m->daily_level[i] >= 0 ? ++n : 0;
    }
    assert_int_equal(number, m->daily_number[date]);
}

static void make_daily(struct world *w) {
    struct model *m = &w->model;
    int date = pick(w, N_DATES);
    int level = pick(w, N_LEVELS);
    char text[11];
    int64_t number;
    date_text(date, text);
    lw_status expected = m->daily_level[date] >= 0 || was_daily(m, level) ? LW_EXISTS
                         : m->level[level]                                ? LW_OK
                                                                          : LW_NOT_FOUND;
    IS(expected, lw_store_daily_put(w->env->store,
                                    &(struct lw_store_day){
                                        .game = "sokoban", .band = "easy", .date = text},
                                    w->level[level], w->now, &number, &w->env->err));
    if (expected == LW_OK) {
        note_daily(m, date, level, number);
    }
}

static void make_daily_from_reserve(struct world *w) {
    struct model *m = &w->model;
    int date = pick(w, N_DATES);
    int best = -1;
    for (int i = 0; i < N_LEVELS; i++) {
        if (!isnan(m->reserve[i]) && (best < 0 || m->reserve[i] > m->reserve[best])) {
            best = i;
        }
    }
    char text[11];
    char level[LW_STORE_ID_SIZE];
    int64_t number;
    date_text(date, text);
    lw_status expected = best < 0                    ? LW_NOT_FOUND
                         : m->daily_level[date] >= 0 ? LW_EXISTS
                                                     : LW_OK;
    IS(expected,
       lw_store_daily_from_reserve(
           w->env->store,
           &(struct lw_store_day){.game = "sokoban", .band = "easy", .date = text},
           w->now, level, &number, &w->env->err));
    if (expected == LW_OK) {
        assert_string_equal(level, w->level[best]);
        note_daily(m, date, best, number);
    }
}

static void add_job(struct world *w) {
    struct model *m = &w->model;
    if (m->n_jobs == N_JOBS) {
        return;
    }
    struct lw_store_job_request request = {.kind = "k", .request = "{}", .max_tries = 2};
    OK(w->env, lw_store_job_enqueue(w->env->store, &request, w->now, w->job[m->n_jobs],
                                    &w->env->err));
    m->job[m->n_jobs++] = LW_JOB_QUEUED;
}

/* Time goes on with each call, so the oldest job that can be had is the next. Whoever
 * asks for a job makes those wait again whose lease has ended. */
static void lease(struct world *w) {
    struct model *m = &w->model;
    int next = 0;
    for (int i = 0; i < m->n_jobs; i++) {
        if (m->job[i] == LW_JOB_RUNNING && m->lease_until[i] < w->now) {
            m->job[i] = m->tries[i] < 2 ? LW_JOB_QUEUED : LW_JOB_FAILED;
        }
    }
    while (next < m->n_jobs && m->job[next] != LW_JOB_QUEUED) {
        next++;
    }
    struct lw_store_job job;
    bool found;
    struct lw_store_lease_request request = {
        .worker = "w", .now_ms = w->now, .lease_ms = 25};
    OK(w->env, lw_store_job_lease(w->env->store, &request, &w->env->arena, &job, &found,
                                  &w->env->err));
    assert_int_equal(found, next < m->n_jobs);
    if (found) {
        assert_string_equal(job.id, w->job[next]);
        assert_int_equal(job.tries, ++m->tries[next]);
        m->job[next] = LW_JOB_RUNNING;
        m->lease_until[next] = w->now + 25;
    }
}

static void end_job(struct world *w) {
    struct model *m = &w->model;
    if (m->n_jobs == 0) {
        return;
    }
    int at = pick(w, m->n_jobs);
    /* Some end a lease that they lost before. */
    bool is_old = m->tries[at] > 1 && pick(w, 3) == 0;
    bool runs = m->job[at] == LW_JOB_RUNNING && !is_old;
    struct lw_store_lease lease = {.worker = "w", .number = m->tries[at] - is_old};
    memcpy(lease.id, w->job[at], sizeof lease.id);
    struct lw_store *store = w->env->store;
    struct lw_error *err = &w->env->err;
    switch (pick(w, 4)) {
    case 0:
        IS(runs ? LW_OK : LW_NOT_FOUND,
           lw_store_job_finish(store, &lease, "", w->now, err));
        m->job[at] = runs ? LW_JOB_DONE : m->job[at];
        break;
    case 1:
        IS(runs ? LW_OK : LW_NOT_FOUND,
           lw_store_job_fail(store, &lease, "x", true, w->now, err));
        m->job[at] = !runs              ? m->job[at]
                     : m->tries[at] < 2 ? LW_JOB_QUEUED
                                        : LW_JOB_FAILED;
        break;
    case 2: {
        bool ends = m->job[at] == LW_JOB_RUNNING || m->job[at] == LW_JOB_QUEUED;
        IS(ends ? LW_OK : LW_EXISTS, lw_store_job_cancel(store, w->job[at], w->now, err));
        m->job[at] = ends ? LW_JOB_CANCELLED : m->job[at];
        break;
    }
    default: {
        size_t queued;
        size_t failed;
        size_t expected = 0;
        for (int i = 0; i < m->n_jobs; i++) {
            if (m->job[i] == LW_JOB_RUNNING && m->lease_until[i] < w->now) {
                m->job[i] = m->tries[i] < 2 ? LW_JOB_QUEUED : LW_JOB_FAILED;
                expected++;
            }
        }
        OK(w->env, lw_store_jobs_requeue(store, NULL, w->now, &queued, &failed, err));
        assert_int_equal(queued + failed, expected);
    }
    }
}

static void compare_plays(struct world *w) {
    for (int i = 0; i < N_PLAYS; i++) {
        if (w->model.play_player[i] < 0) {
            continue;
        }
        struct lw_store_play play;
        size_t n = 0;
        for (int seq = 0; seq < N_SEQS; seq++) {
            n += w->model.event[i][seq];
        }
        OK(w->env, lw_store_play_get(w->env->store, w->play[i], &w->env->arena, &play,
                                     &w->env->err));
        assert_int_equal(test_count_events(w->env, w->play[i]), n);
        assert_int_equal(play.undos, w->model.undos[i]);
        assert_int_equal(play.won_ms > 0, w->model.wins[i] > 0);
    }
}

static void compare(struct world *w) {
    struct model *m = &w->model;
    for (int i = 0; i < N_PACKS; i++) {
        struct lw_store_level_list list;
        OK(w->env, lw_store_pack_levels(w->env->store, m->has_pack[i] ? w->pack[i] : "",
                                        &w->env->arena, &list, &w->env->err));
        assert_int_equal(list.n, m->n_pack[i]);
        for (size_t k = 0; k < list.n; k++) {
            assert_string_equal(list.levels[k].id, w->level[m->pack[i][k]]);
        }
    }
    compare_plays(w);
    for (int i = 0; i < N_DATES; i++) {
        struct lw_store_daily day;
        char text[11];
        date_text(i, text);
        IS(m->daily_level[i] >= 0 ? LW_OK : LW_NOT_FOUND,
           lw_store_daily_get(
               w->env->store,
               &(struct lw_store_day){.game = "sokoban", .band = "easy", .date = text},
               &w->env->arena, &day, &w->env->err));
        if (m->daily_level[i] >= 0) {
            assert_string_equal(day.level, w->level[m->daily_level[i]]);
            assert_int_equal(day.number, m->daily_number[i]);
        }
    }
    for (int i = 0; i < m->n_jobs; i++) {
        struct lw_store_job job;
        OK(w->env, lw_store_job_get(w->env->store, w->job[i], &w->env->arena, &job,
                                    &w->env->err));
        assert_int_equal(job.state, m->job[i]);
    }
}

static void begin_world(struct world *w, struct test_env *env, uint64_t seed) {
    *w = (struct world){.env = env, .rng = lw_rng_make(seed, 0), .now = 1000};
    for (int i = 0; i < N_LEVELS; i++) {
        test_level_id((unsigned)i, w->level[i]);
        w->model.reserve[i] = (double)NAN;
    }
    for (int i = 0; i < N_PLAYS; i++) {
        w->model.play_player[i] = -1;
    }
    for (int i = 0; i < N_DATES; i++) {
        w->model.daily_level[i] = -1;
    }
    for (int i = 0; i < N_PLAYERS; i++) {
        char key[LW_STORE_SECRET_SIZE];
        OK(env, lw_store_player_create(env->store, 1, w->player[i], key, &env->err));
    }
}

static void run_seed(void **state, uint64_t seed) {
    static void (*const calls[])(struct world *) = {
        put_level,      change_pack, change_pack,
        begin_play,     append,      append,
        append,         make_daily,  make_daily_from_reserve,
        change_reserve, add_job,     lease,
        lease,          end_job};
    struct world w;
    begin_world(&w, *state, seed);
    for (int i = 0; i < N_CALLS; i++, w.now += 7) {
        calls[pick(&w, (int)(sizeof calls / sizeof *calls))](&w);
    }
    compare(&w);
}

static void test_seed_1(void **state) {
    run_seed(state, 1);
}

static void test_seed_2(void **state) {
    run_seed(state, 2);
}

static void test_seed_3(void **state) {
    run_seed(state, 3);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {EACH(test_seed_1), EACH(test_seed_2),
                                       EACH(test_seed_3)};
    int failed = cmocka_run_group_tests_name("model of SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("model of PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}

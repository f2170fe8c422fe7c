/* fill DATABASE STUDY PEOPLE SEED: simulated people go through a study at random, some
 * leave on the way, the third one withdraws, the fourth does nothing at all. Times are
 * drawn, too: the same database every time, as far as tables show it. */
#include "lw/store.h"
#include "study_random.h"

#define ENTERED_MS INT64_C(1794900000000)

static struct walk w;

struct choosing {
    const struct fixture_study *f;
};

static lw_status choose(void *ctx, const struct lw_store_cell_count *counts,
                        int64_t number, size_t *cell, struct lw_error *err) {
    const struct choosing *choosing = ctx;
    struct lw_study_cell_count taken[LW_STUDY_MAX_CELLS];
    (void)err;
    for (size_t i = 0; i < choosing->f->cells.n; i++) {
        taken[i] = (struct lw_study_cell_count){counts[i].inside, counts[i].completed};
    }
    *cell = lw_study_assign(choosing->f->study, taken, choosing->f->cells.n,
                            (uint64_t)number);
    return LW_OK;
}

static void enter(struct lw_store *store, struct fixture_study *f, const char *study,
                  struct lw_store_entered *out) {
    struct choosing choosing = {f};
    struct lw_store_entering entering = {.study = study,
                                         .language = "en",
                                         .version = 1,
                                         .counts_from = 1,
                                         .n_cells = f->cells.n,
                                         .keep_ms = 1000,
                                         .now_ms = ENTERED_MS,
                                         .choose = choose,
                                         .ctx = &choosing};
    walk_must(lw_store_person_enter(store, &entering, &f->arena, out, &f->err) == LW_OK,
              f->err.text);
}

static void take_part(struct lw_store *store, struct fixture_study *f, const char *study,
                      uint64_t seed, int64_t person) {
    struct lw_store_entered entered;
    struct lw_rng rng = lw_rng_make(seed, (uint64_t)person);
    enter(store, f, study, &entered);
    walk_begin(&w, f, (size_t)entered.person.cell, (uint64_t)entered.person.number);
    walk_at_random(&w, &rng,
                   person == 4       ? 0
                   : person % 4 == 0 ? 1 + lw_rng_below(&rng, 9)
                                     : 1000);
    struct lw_store_person_events events = {
        .person = entered.person.id,
        .events = (const char *const *)w.texts,
        .n = w.n,
        .progress = "",
        .state = w.progress.completed ? LW_PERSON_COMPLETED : LW_PERSON_INSIDE,
        .keep_ms = 1000,
        .now_ms = ENTERED_MS + person};
    walk_must(w.n == 0 || lw_store_person_append(store, &events, &f->err) == LW_OK,
              f->err.text);
    if (person == 3) {
        walk_must(lw_store_person_withdraw(store, study, entered.code, ENTERED_MS,
                                           &f->err) == LW_OK,
                  f->err.text);
    }
}

int main(int argc, char **argv) {
    struct fixture_study f = {.status = LW_OK};
    struct lw_store_options options = {.must_exist = true};
    struct lw_store_study_version version;
    struct lw_study_frozen frozen;
    struct lw_store *store = NULL;
    walk_must(argc == 5, "usage: fill DATABASE STUDY PEOPLE SEED");
    lw_arena_init(&f.arena, lw_alloc_libc());
    lw_study_faults_init(&f.faults, &f.arena);
    walk_must(lw_store_open(argv[1], &options, &store, &f.err) == LW_OK, f.err.text);
    walk_must(lw_store_study_version_get(store, argv[2], 1, &f.arena, &version, &f.err) ==
                  LW_OK,
              f.err.text);
    walk_must(lw_study_thaw(&f.arena, version.frozen, strlen(version.frozen), &frozen,
                            &f.err) == LW_OK,
              f.err.text);
    f.study = frozen.study;
    f.levels = frozen.levels;
    walk_must(lw_study_cells_make(f.study, &f.arena, &f.faults, &f.cells, &f.err) ==
                  LW_OK,
              f.err.text);
    for (int64_t i = 1, n = strtol(argv[3], NULL, 10); i <= n; i++) {
        take_part(store, &f, argv[2], strtoull(argv[4], NULL, 10), i);
    }
    lw_store_close(store);
    lw_arena_free(&f.arena);
    return 0;
}

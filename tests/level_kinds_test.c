/* A level that is handed to another kind's functions ends the process at once: nobody
 * reads one game's structs as another's. Every kind against every other. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lw/make.h"
#include "lw/open.h"
#include "lw/rules.h"

#define SOURCE                                                                           \
    "title one\n\nOBJECTS\n\nBackground .\nblack\n\nPlayer P\nblue\n\nGoal G\ngreen\n\n" \
    "LEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer\n\nRULES\n\n"       \
    "WINCONDITIONS\n\nall Player on Goal\n\nLEVELS\n\n"

static const struct {
    const char *kind, *source, *text;
} samples[] = {
    {"sokoban", NULL, "#####\n#@$.#\n#####\n"},
    {"flow", NULL, "3 2\nA.B\nA.B\n\n0 0\n"},
    {"puzzlescript", SOURCE, "P.G\n"},
    {"null", NULL, "..@....F\n"},
};
#define N_SAMPLES (sizeof samples / sizeof *samples)

/* The signal that ends kind's function when it is handed the level; 0: none does. */
static int signal_of(const struct lw_game_kind *kind, const struct lw_level *level) {
    uint32_t width = 0;
    uint32_t height = 0;
    int ended = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)signal(SIGABRT, SIG_DFL); /* cmocka has its own */
        (void)close(STDERR_FILENO);
        kind->level->size(level, &width, &height);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    return WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
}

static void foreign_levels_end_it(void **state) {
    (void)state;
    for (size_t i = 0; i < N_SAMPLES; i++) {
        const struct lw_game_kind *own = lw_game_kind_find(samples[i].kind);
        struct lw_collection set;
        struct lw_game *game;
        struct lw_error err = {0};
        const char *source = samples[i].source;
        const struct lw_game_spec spec = {.source = source,
                                          .source_len = source ? strlen(source) : 0};
        assert_int_equal(own->game->create(lw_alloc_libc(), &spec, &game, NULL, &err),
                         LW_OK);
        lw_collection_init(&set, lw_alloc_libc());
        const char *text = samples[i].text;
        assert_int_equal(lw_game_read(game, NULL, text, strlen(text), &set, &err), LW_OK);
        for (size_t k = 0; lw_game_kinds()[k] != NULL; k++) {
            const struct lw_game_kind *kind = lw_game_kinds()[k];
            int wanted = kind == own ? 0 : SIGABRT;
            if (signal_of(kind, set.entries[0].level) != wanted) {
                fail_msg("%s and a level of %s", kind->name, own->name);
            }
        }
        lw_collection_free(&set);
        lw_game_destroy(game);
    }
}

/* Arrays elsewhere have room for so many of a kind's features, measures and options. */
static void tables_fit(void **state) {
    (void)state;
    for (size_t k = 0; lw_game_kinds()[k] != NULL; k++) {
        const struct lw_game_kind *kind = lw_game_kinds()[k];
        assert_true(kind->features == NULL ||
                    kind->features->n_features <= LW_MAX_FEATURES);
        assert_true(kind->solve == NULL || kind->solve->n_measures <= LW_MAX_MEASURES);
        assert_true(kind->n_rule_options <= LW_MAX_RULES);
        for (size_t i = 0; kind->generators != NULL && kind->generators[i] != NULL; i++) {
            const struct lw_generator *generator = kind->generators[i];
            assert_true(generator->n_options <= LW_MAX_GENERATOR_OPTIONS);
        }
        const struct lw_batch *batch =
            kind->presets == NULL ? NULL : kind->presets->batch;
        for (uint64_t seed = 0; batch != NULL && seed < 100; seed++) {
            struct lw_rng rng = lw_rng_make(seed, 0);
            struct lw_drawn values[LW_MAX_DRAWN] = {{.name = NULL}};
            size_t n = 0;
            for (; batch->asked[n] != NULL; n++) {
                assert_true(n < LW_MAX_DRAWN);
                values[n] = (struct lw_drawn){.name = batch->asked[n]};
            }
            assert_in_range(batch->draw(&rng, values), n, LW_MAX_DRAWN);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(foreign_levels_end_it),
                                       cmocka_unit_test(tables_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

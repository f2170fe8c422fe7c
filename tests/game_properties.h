/* What holds of any kind of game, tried with the levels a test hands in: errors have a
 * place, texts read back as written, turned levels are the same puzzle, a seed names its
 * levels, a spent budget is no answer. Include after cmocka.h. */
#ifndef GAME_PROPERTIES_H
#define GAME_PROPERTIES_H

#include "game_fixture.h"

/* A text that the kind's own format refuses. */
struct bad_text {
    const char *text;
    uint32_t line, column;
    const char *says; /* part of the message */
};

static inline void every_error_names_its_place_in(const struct lw_game_kind *kind,
                                                  const struct bad_text *cases,
                                                  size_t n_cases) {
    for (size_t i = 0; i < n_cases; i++) {
        const struct bad_text *bad = &cases[i];
        struct game_fixture f;
        struct lw_error err = {0};
        fixture_open(&f, kind, NULL);
        assert_int_equal(kind->level->formats[0].read(f.game, bad->text,
                                                      strlen(bad->text), &f.set, &err),
                         LW_BAD_INPUT);
        if (err.line != bad->line || err.column != bad->column ||
            strstr(err.text, bad->says) == NULL) {
            fail_msg("case %zu: %u:%u: %s\nexpected %u:%u: %s\n%s", i, err.line,
                     err.column, err.text, bad->line, bad->column, bad->says, bad->text);
        }
        assert_non_null(strstr(err.text, "expected"));
        assert_int_equal(f.set.n_entries, 0);
        fixture_close(&f);
    }
}

/* How a test makes, compares and turns the levels of its kind. */
struct level_maker {
    const struct lw_game_kind *kind;
    struct lw_level *(*random_level)(const struct lw_game *game, uint64_t index);
    void (*check_same)(const struct lw_level *a, const struct lw_level *b);
    /* The same puzzle a quarter further, or mirrored. */
    struct lw_level *(*turned)(const struct lw_level *level, bool mirror);
    const char *moves; /* any line of play */
};

static inline void text_reads_back_in(const struct level_maker *maker,
                                      const struct lw_format *format, size_t n) {
    struct game_fixture f, back;
    struct lw_buffer text, again;
    struct lw_error err = {0};
    fixture_open(&f, maker->kind, NULL);
    fixture_open(&back, maker->kind, NULL);
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_init(&again, lw_alloc_libc());
    for (uint64_t i = 0; i < n; i++) {
        char title[32];
        (void)snprintf(title, sizeof title, "level %u", (unsigned)i);
        struct lw_entry *entry =
            lw_collection_add(&f.set, maker->random_level(f.game, i), title, 0);
        assert_true(lw_collection_solution(&f.set, entry, "", maker->moves));
    }
    assert_int_equal(lw_game_write(f.game, format, &f.set, &text, &err), LW_OK);
    assert_int_equal(lw_game_read(back.game, NULL, text.data, text.len, &back.set, &err),
                     LW_OK);
    assert_string_equal(back.set.format, format->name);
    assert_int_equal(back.set.n_entries, n);
    for (size_t i = 0; i < n; i++) {
        maker->check_same(f.set.entries[i].level, back.set.entries[i].level);
        assert_string_equal(back.set.entries[i].title, f.set.entries[i].title);
        assert_string_equal(back.set.entries[i].solutions->moves, maker->moves);
    }
    assert_int_equal(lw_game_write(back.game, format, &back.set, &again, &err), LW_OK);
    assert_string_equal(lw_buffer_text(&again), lw_buffer_text(&text));
    lw_buffer_free(&text);
    lw_buffer_free(&again);
    fixture_close(&f);
    fixture_close(&back);
}

static inline void printing_and_reading_are_inverse_in(const struct level_maker *maker) {
    for (size_t i = 0; i < maker->kind->level->n_formats; i++) {
        text_reads_back_in(maker, &maker->kind->level->formats[i], 200);
    }
}

/* All eight turns of a hundred levels have the id and the canonical form of the first. At
 * most max_equal pairs of the hundred may be one puzzle by chance. */
static inline void symmetric_levels_are_the_same_in(const struct level_maker *maker,
                                                    unsigned max_equal) {
    enum { N_LEVELS = 100 };
    const struct lw_level_ops *ops = maker->kind->level;
    struct game_fixture f;
    struct lw_id128 ids[N_LEVELS];
    fixture_open(&f, maker->kind, NULL);
    for (uint64_t i = 0; i < N_LEVELS; i++) {
        struct lw_level *level = maker->random_level(f.game, i);
        struct lw_level *canonical;
        assert_int_equal(ops->canonical(level, &ids[i], &canonical), LW_OK);
        for (int step = 0; step < 8; step++) {
            struct lw_level *next = maker->turned(level, step == 3);
            struct lw_level *other;
            struct lw_id128 id;
            assert_int_equal(ops->canonical(next, &id, &other), LW_OK);
            assert_true(lw_id128_equal(id, ids[i]));
            maker->check_same(canonical, other);
            lw_level_destroy(other);
            lw_level_destroy(level);
            level = next;
        }
        lw_level_destroy(canonical);
        lw_level_destroy(level);
    }
    fixture_close(&f);
    unsigned n_equal = 0;
    for (size_t i = 0; i < N_LEVELS; i++) {
        for (size_t k = 0; k < i; k++) {
            n_equal += lw_id128_equal(ids[i], ids[k]);
        }
    }
    assert_in_range(n_equal, 0, max_equal);
}

/* One search move: it can be made, and its text makes it too. */
static inline void check_move(struct lw_play *play, const void *state, lw_step_move move,
                              void *next, void *by_text) {
    const struct lw_play_ops *ops = play->level->game->kind->play;
    struct lw_buffer text;
    size_t used;
    lw_buffer_init(&text, lw_alloc_libc());
    enum lw_step step = ops->step(play, state, move, next);
    assert_int_not_equal(step, LW_STEP_ILLEGAL);
    ops->move_text(play, state, move, &text);
    assert_int_equal(
        ops->step_text(play, state,
                       (struct lw_step_text){lw_buffer_text(&text), text.len}, &used,
                       by_text, NULL),
        step);
    assert_int_equal(used, text.len);
    assert_memory_equal(next, by_text, play->state_bytes);
    assert_true(step == LW_STEP_SAME || ops->won(play, next) == (step == LW_STEP_WON));
    /* What stands behind the end of a text is not read. */
    assert_int_equal(ops->step_text(play, state,
                                    (struct lw_step_text){lw_buffer_text(&text), 0},
                                    &used, by_text, NULL),
                     LW_STEP_ILLEGAL);
    lw_buffer_free(&text);
}

/* All search moves on random ways through fifty levels. */
static inline void search_moves_are_moves_in(const struct level_maker *maker) {
    const struct lw_play_ops *ops = maker->kind->play;
    struct game_fixture f;
    fixture_open(&f, maker->kind, NULL);
    for (uint64_t i = 0; i < 50; i++) {
        struct lw_level *level = maker->random_level(f.game, i);
        struct lw_rng rng = lw_rng_make(99, i);
        struct lw_play *play;
        lw_step_move moves[LW_MAX_MOVES];
        assert_int_equal(ops->open(level, lw_alloc_libc(), &play, NULL), LW_OK);
        uint8_t *now = calloc(3, play->state_bytes);
        assert_non_null(now);
        uint8_t *next = now + play->state_bytes, *by_text = next + play->state_bytes;
        ops->start(play, now);
        for (int step = 0; step < 10; step++) {
            size_t n = ops->moves(play, now, moves);
            for (size_t k = 0; k < n; k++) {
                check_move(play, now, moves[k], next, by_text);
            }
            if (n > 0) {
                (void)ops->step(play, now, moves[lw_rng_below(&rng, (uint32_t)n)], next);
                memcpy(now, next, play->state_bytes);
            }
        }
        free(now);
        ops->close(play);
        lw_level_destroy(level);
    }
    fixture_close(&f);
}

/* options: "name=value", up to NULL. */
static inline void read_generator_options(const struct lw_generator *generator,
                                          const char *const *options,
                                          struct lw_option_value *values) {
    struct lw_error err = {0};
    lw_options_defaults(generator->options, generator->n_options, values);
    for (; *options != NULL; options++) {
        size_t len = strcspn(*options, "=");
        size_t at =
            lw_option_find(generator->options, generator->n_options, *options, len);
        assert_true(at < generator->n_options);
        assert_int_equal(lw_option_parse(&generator->options[at], *options + len + 1,
                                         &values[at], &err),
                         LW_OK);
    }
}

static inline bool collect_candidate(void *ctx, struct lw_candidate *candidate) {
    struct lw_collection *set = ctx;
    struct lw_entry *entry = lw_collection_add(set, candidate->level, "", 0);
    assert_non_null(entry);
    assert_true(lw_collection_solution(set, entry, "", candidate->solution));
    return true;
}

/* Candidates 0 to n_candidates - 1 of the kind's first generator into the fixture's set,
 * ending early when it has `wanted` levels. */
static inline void generate_candidates(struct game_fixture *f, uint64_t seed,
                                       uint64_t n_candidates, size_t wanted,
                                       const char *const *options) {
    const struct lw_generator *generator = f->game->kind->generators[0];
    struct lw_option_value values[16];
    struct lw_error err = {0};
    void *shared;
    read_generator_options(generator, options, values);
    struct lw_generate_request request = {.game = f->game, .values = values};
    assert_int_equal(generator->prepare(&request, &f->runtime, &shared, &err), LW_OK);
    for (uint64_t i = 0; i < n_candidates && f->set.n_entries < wanted; i++) {
        struct lw_rng rng = lw_rng_make(seed, i);
        request.index = i;
        assert_int_equal(
            generator->make(&request,
                            &(struct lw_generate_task){.shared = shared,
                                                       .rng = &rng,
                                                       .runtime = &f->runtime,
                                                       .emit = collect_candidate,
                                                       .emit_ctx = &f->set},
                            &err),
            LW_OK);
    }
    assert_int_equal(f->set.n_entries, wanted);
}

static inline void a_seed_names_its_levels_in(const struct lw_game_kind *kind,
                                              size_t wanted, const char *const *options) {
    struct lw_buffer texts[3];
    for (unsigned i = 0; i < 3; i++) {
        struct game_fixture f;
        fixture_open(&f, kind, NULL);
        generate_candidates(&f, i == 2 ? 9 : 8, 100 * wanted, wanted, options);
        lw_buffer_init(&texts[i], lw_alloc_libc());
        assert_int_equal(
            lw_game_write(f.game, &kind->level->formats[0], &f.set, &texts[i], NULL),
            LW_OK);
        fixture_close(&f);
    }
    assert_string_equal(lw_buffer_text(&texts[0]), lw_buffer_text(&texts[1]));
    assert_string_not_equal(lw_buffer_text(&texts[0]), lw_buffer_text(&texts[2]));
    for (unsigned i = 0; i < 3; i++) {
        lw_buffer_free(&texts[i]);
    }
}

/* The request is refused with a sentence that says so. */
static inline void a_request_is_refused_in(const struct lw_game_kind *kind,
                                           const char *const *options, const char *says) {
    const struct lw_generator *generator = kind->generators[0];
    struct game_fixture f;
    struct lw_option_value values[16];
    struct lw_error err = {0};
    void *shared;
    fixture_open(&f, kind, NULL);
    read_generator_options(generator, options, values);
    struct lw_generate_request request = {.game = f.game, .values = values};
    assert_int_equal(generator->prepare(&request, &f.runtime, &shared, &err), LW_USAGE);
    assert_non_null(strstr(err.text, says));
    fixture_close(&f);
}

/* Too few nodes, then too little memory, for the level of that text. */
static inline void a_spent_budget_is_a_limit_in(const struct lw_game_kind *kind,
                                                const char *text, uint64_t nodes,
                                                size_t memory_bytes) {
    const struct lw_budget budgets[] = {{.nodes = nodes}, {.memory_bytes = memory_bytes}};
    const enum lw_stop stops[] = {LW_STOP_NODES, LW_STOP_MEMORY};
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, text);
    for (unsigned i = 0; i < 2; i++) {
        struct lw_solve_request request = {.budget = budgets[i]};
        struct lw_solve_result result;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(kind->solve->solve(f.set.entries[0].level, &request, &f.runtime,
                                            &result, NULL),
                         LW_OK);
        assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
        assert_int_equal(result.stop, stops[i]);
        lw_solve_result_free(&result);
    }
    fixture_close(&f);
}

#endif

/* Cells, assignment and trial lists, each counted independently of the code that makes
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"

static const char *const things[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

static void make_orders(enum lw_study_scheme scheme, size_t k, struct lw_arena *arena,
                        struct lw_study_cells *cells) {
    struct lw_study_orders orders = {.of = things, .n_of = k, .scheme = scheme};
    struct lw_study_factor factor = {.id = "order", .orders = &orders};
    struct lw_study study = {.factors = &factor, .n_factors = 1};
    struct lw_study_faults faults;
    struct lw_error err = {0};
    lw_study_faults_init(&faults, arena);
    assert_int_equal(lw_study_cells_make(&study, arena, &faults, cells, &err), LW_OK);
}

/* From the printed names alone: how often each thing is in each place, and follows each.
 */
static void count_orders(const struct lw_study_cells *cells, size_t k, int place[8][8],
                         int follows[8][8]) {
    memset(place, 0, sizeof(int[8][8]));
    memset(follows, 0, sizeof(int[8][8]));
    for (size_t c = 0; c < cells->n; c++) {
        const char *name = cells->cells[c].name;
        assert_int_equal(strlen(name), 2 * k - 1);
        for (size_t i = 0; i < k; i++) {
            place[name[2 * i] - 'a'][i]++;
            if (i > 0) {
                follows[name[2 * i - 2] - 'a'][name[2 * i] - 'a']++;
            }
        }
    }
}

static void test_orders(void **state) {
    int place[8][8], follows[8][8];
    (void)state;
    for (size_t k = 2; k <= 8; k++) {
        for (int scheme = LW_STUDY_ORDERS_ALL; scheme <= LW_STUDY_ORDERS_BALANCED;
             scheme++) {
            struct lw_arena arena;
            struct lw_study_cells cells;
            if (scheme == LW_STUDY_ORDERS_ALL && k > 7) {
                continue;
            }
            lw_arena_init(&arena, lw_alloc_libc());
            make_orders((enum lw_study_scheme)scheme, k, &arena, &cells);
            count_orders(&cells, k, place, follows);
            for (size_t i = 0; i < k; i++) {
                for (size_t j = 0; j < k; j++) {
                    assert_int_equal(place[i][j] * (int)k, (int)cells.n);
                    if (scheme != LW_STUDY_ORDERS_ROTATED && i != j) {
                        assert_int_equal(follows[i][j] * (int)k, (int)cells.n);
                    }
                }
            }
            for (size_t i = 1; i < cells.n; i++) { /* no order twice */
                assert_int_equal(lw_study_cell_find(&cells, cells.cells[i].name), i);
            }
            lw_arena_free(&arena);
        }
    }
}

/* Every combination of the small study once, and the cell's order is what it says. */
static void test_small_cells(void **state) {
    struct fixture_study f;
    (void)state;
    fixture_small(&f);
    for (size_t c = 0; c < f.cells.n; c++) {
        for (size_t d = 0; d < c; d++) {
            assert_string_not_equal(f.cells.cells[c].name, f.cells.cells[d].name);
        }
        struct lw_study_plan plan;
        struct lw_study_plan_request request = {f.study, &f.cells, &f.levels, c, 1};
        assert_int_equal(lw_study_plan_make(&request, &f.arena, &plan, &f.err), LW_OK);
        assert_string_equal(plan.phases[0].id, "consent");
        assert_string_equal(plan.phases[plan.n_phases - 1].id, "end");
        char order[20] = "";
        size_t ant = 0, first = 0;
        for (size_t i = 0; i < plan.n_phases; i++) {
            const char *id = plan.phases[i].id;
            if (strlen(id) == 1) {
                (void)strcat(strcat(order, order[0] == '\0' ? "" : ">"), id);
                first = first == 0 ? i : first;
            }
            ant = strcmp(id, "ant") == 0 ? i : ant;
        }
        assert_non_null(strstr(f.cells.cells[c].name, order));
        assert_true((strncmp(f.cells.cells[c].name, "before", 6) == 0) == (ant < first));
    }
    fixture_free(&f);
}

/* The same cell and person, the same bytes; another person, others. */
static void test_deterministic(void **state) {
    struct fixture_study f;
    struct lw_buffer text[3];
    (void)state;
    fixture_small(&f);
    for (size_t i = 0; i < 3; i++) {
        struct lw_study_plan plan;
        struct lw_study_plan_request request = {f.study, &f.cells, &f.levels, 4,
                                                i == 2 ? 8u : 7u};
        assert_int_equal(lw_study_plan_make(&request, &f.arena, &plan, &f.err), LW_OK);
        lw_buffer_init(&text[i], lw_alloc_libc());
        lw_study_plan_text(&request, &plan, true, &text[i]);
    }
    assert_string_equal(lw_buffer_text(&text[0]), lw_buffer_text(&text[1]));
    assert_string_not_equal(strchr(lw_buffer_text(&text[0]), '\n'),
                            strchr(lw_buffer_text(&text[2]), '\n'));
    for (size_t i = 0; i < 3; i++) {
        lw_buffer_free(&text[i]);
    }
    fixture_free(&f);
}

static void test_attention(void **state) {
    struct lw_study_attention a = {.practice_trials = 24,
                                   .blocks = 3,
                                   .repeats = 2,
                                   .fixation_from_ms = 400,
                                   .fixation_to_ms = 1600};
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct lw_study_attention_trial trials[312];
        struct lw_rng stream = lw_rng_make(seed, 1);
        int n[4][4][3][2][2] = {0}, places[2] = {0}, directions[2] = {0},
            pairs[4][3] = {0};
        assert_int_equal(lw_study_attention_count(&a), 312);
        lw_study_attention_trials(&a, &stream, trials);
        for (size_t i = 0; i < 312; i++) {
            const struct lw_study_attention_trial *t = &trials[i];
            assert_int_equal(t->block, i < 24 ? 0 : 1 + (i - 24) / 96);
            assert_in_range(t->fixation_ms, 400, 1600);
            n[t->block][t->cue][t->flanker][t->below][t->right]++;
            if (t->block == 0) {
                places[t->below]++;
                directions[t->right]++;
                pairs[t->cue][t->flanker]++;
            }
        }
        assert_int_equal(places[0], 12);
        assert_int_equal(directions[0], 12);
        for (int cell = 0; cell < 48; cell++) {
            int cue = cell % 4, flanker = cell / 4 % 3, below = cell / 12 % 2,
                right = cell / 24;
            assert_int_equal(pairs[cue][flanker], 2);
            for (int block = 1; block < 4; block++) {
                assert_int_equal(n[block][cue][flanker][below][right], 2);
            }
        }
    }
}

static int run_of(const struct lw_study_word *w, size_t n, int property) {
    int longest = 1, run = 1;
    for (size_t i = 1; i < n; i++) {
        bool same = property == 0   ? w[i].high == w[i - 1].high
                    : property == 1 ? w[i].high_voice == w[i - 1].high_voice
                                    : (w[i].high == w[i].high_voice) ==
                                          (w[i - 1].high == w[i - 1].high_voice);
        run = same ? run + 1 : 1;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static void test_words(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        int64_t max_run = 2 + (int64_t)(seed % 4);
        struct lw_study_prompts p = {.interval_from_ms = 3000,
                                     .interval_to_ms = 5000,
                                     .lead_in_ms = 2000,
                                     .max_run = max_run};
        static struct lw_study_word words[1000];
        struct lw_rng stream = lw_rng_make(seed, 2);
        size_t n = lw_study_words_draw(&p, 30, &stream, words, 1000);
        assert_in_range(n, 30 * 60 / 5 - 2, 30 * 60 / 3);
        assert_int_equal(words[0].at_ms, 2000);
        for (size_t i = 1; i < n; i++) {
            assert_in_range(words[i].at_ms - words[i - 1].at_ms, 3000, 5000);
        }
        assert_true(words[n - 1].at_ms + 3000 <= 30 * 60000);
        for (size_t i = 0; i + 8 <= n; i += 8) {
            int count[4] = {0};
            for (size_t j = i; j < i + 8; j++) {
                count[words[j].high * 2 + words[j].high_voice]++;
            }
            assert_true(count[0] == 2 && count[1] == 2 && count[2] == 2 && count[3] == 2);
        }
        for (int property = 0; property < 3; property++) {
            assert_true(run_of(words, n, property) <= max_run);
        }
    }
}

/* Each pair once, no level with itself, sides about even. */
static void test_pairs(void **state) {
    struct fixture_study f;
    int first_left = 0, total = 0;
    (void)state;
    fixture_small(&f);
    struct lw_study_phase *phase =
        (struct lw_study_phase *)(uintptr_t)lw_study_phase_find(f.study, "c");
    phase->choose = LW_STUDY_PAIRS_ALL;
    phase->pairs = 0;
    for (uint64_t person = 1; person <= 60; person++) {
        struct lw_study_plan plan;
        struct lw_study_plan_request request = {f.study, &f.cells, &f.levels, 0, person};
        bool seen[5][5] = {{false}};
        assert_int_equal(lw_study_plan_make(&request, &f.arena, &plan, &f.err), LW_OK);
        for (size_t i = 0; i < plan.n_phases; i++) {
            if (plan.phases[i].phase != phase) {
                continue;
            }
            assert_int_equal(plan.phases[i].n_trials, 10); /* of 3 + 2 levels */
            for (size_t t = 0; t < 10; t++) {
                const struct lw_study_level_ref *r = plan.phases[i].trials[t].refs;
                size_t a = r[0].set * 3u + r[0].level, b = r[1].set * 3u + r[1].level;
                assert_true(a != b && !seen[a][b] && !seen[b][a]);
                seen[a][b] = true;
                first_left += a < b;
                total++;
            }
        }
    }
    assert_int_equal(total, 600);
    assert_in_range(first_left, 240, 360);
    fixture_free(&f);
}

/* How many faults trying the plans finds; the first is at that place. */
static size_t n_faults(struct fixture_study *f, const char *pointer) {
    struct lw_error err = {0};
    lw_study_faults_init(&f->faults, &f->arena);
    assert_int_equal(lw_study_plans_try(f->study, &f->cells, &f->levels, lw_alloc_libc(),
                                        &f->faults, &err),
                     LW_OK);
    if (f->faults.n > 0) {
        assert_string_equal(f->faults.faults[0].pointer, pointer);
        assert_true(f->faults.faults[0].line > 1);
    }
    return f->faults.n_wrong;
}

static bool has_plan(struct fixture_study *f) {
    struct lw_study_plan plan;
    struct lw_study_plan_request request = {f->study, &f->cells, &f->levels, 0, 1};
    return lw_study_plan_make(&request, &f->arena, &plan, &f->err) == LW_OK;
}

/* More pairs or marks than there are would stop everybody: a new study is refused, one
 * that is open already keeps its plans. */
static void test_too_much_asked(void **state) {
    static const enum lw_study_choose choices[] = {
        LW_STUDY_PAIRS_RANDOM, LW_STUDY_PAIRS_ALL, LW_STUDY_PAIRS_INFORMATION};
    static const int64_t most[] = {10, 10, 1000};
    const char *at = "/phases/3/phases/1/phases/2/least_pairs";
    struct fixture_study f;
    (void)state;
    fixture_small(&f);
    struct lw_study_phase *phase =
        (struct lw_study_phase *)(uintptr_t)lw_study_phase_find(f.study, "c");
    assert_int_equal(n_faults(&f, ""), 0);
    phase->pairs = 0;
    for (size_t i = 0; i < 3; i++) {
        phase->choose = choices[i];
        phase->least_pairs = most[i]; /* of 3 + 2 levels */
        assert_int_equal(n_faults(&f, ""), 0);
        phase->least_pairs = most[i] + 1;
        assert_int_equal(n_faults(&f, at), 1);
        assert_true(has_plan(&f));
    }
    phase->least_pairs = 1;
    phase = (struct lw_study_phase *)(uintptr_t)lw_study_phase_find(f.study, "pictures");
    struct lw_study_question *marked =
        (struct lw_study_question *)(uintptr_t)&phase->questions[0];
    marked->marks = 3; /* of 2 + 1 pictures */
    assert_int_equal(n_faults(&f, ""), 0);
    marked->marks = 4;
    assert_int_equal(n_faults(&f, "/phases/5/questions/0/marks"), 1);
    assert_true(has_plan(&f));
    fixture_free(&f);
}

static bool same_levels(const struct lw_study_trial *a, const struct lw_study_trial *b,
                        bool swapped) {
    const struct lw_study_level_ref *x = a->refs, *y = b->refs;
    return x[0].set == y[swapped].set && x[0].level == y[swapped].level &&
           x[1].set == y[!swapped].set && x[1].level == y[!swapped].level;
}

/* Trial 7, the eighth, is one of the first four again; all others are new. */
static void check_repeats(const struct lw_study_trial *trials, size_t n, int count[2]) {
    int n_same = 0;
    assert_int_equal(n, 11); /* the ten pairs of 3 + 2 levels, and one again */
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n; b++) {
            for (int swapped = 0; swapped < 2; swapped++) {
                if (same_levels(&trials[a], &trials[b], swapped == 1)) {
                    assert_true(a < 4 && b == 7);
                    count[swapped]++;
                    n_same++;
                }
            }
        }
    }
    assert_int_equal(n_same, 1);
}

/* A stated share of pairs comes again, with sides drawn anew. */
static void test_repeated_pairs(void **state) {
    struct fixture_study f;
    int count[2] = {0, 0};
    (void)state;
    fixture_small(&f);
    struct lw_study_phase *phase =
        (struct lw_study_phase *)(uintptr_t)lw_study_phase_find(f.study, "c");
    phase->choose = LW_STUDY_PAIRS_RANDOM;
    phase->repeats = true;
    phase->pairs = 0;
    for (uint64_t person = 1; person <= 60; person++) {
        struct lw_study_plan plan;
        struct lw_study_plan_request request = {f.study, &f.cells, &f.levels, 0, person};
        assert_int_equal(lw_study_plan_make(&request, &f.arena, &plan, &f.err), LW_OK);
        for (size_t i = 0; i < plan.n_phases; i++) {
            if (plan.phases[i].phase == phase) {
                check_repeats(plan.phases[i].trials, plan.phases[i].n_trials, count);
            }
        }
    }
    assert_in_range(count[0], 15, 45);
    assert_int_equal(count[0] + count[1], 60);
    fixture_free(&f);
}

/* Filling: at most 1 apart while nobody leaves; dropouts are made up for. */
static void test_assignment(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct lw_study study = {
            .seed = (int64_t)seed,
            .assignment = {seed % 2 == 0 ? LW_STUDY_TIES_RANDOM : LW_STUDY_TIES_IN_ORDER,
                           60}};
        struct lw_study_cell_count counts[40] = {{0, 0}};
        struct lw_rng rng = lw_rng_make(seed, 5);
        size_t n = 1 + lw_rng_below(&rng, 40);
        bool dropouts = seed % 3 == 0;
        for (uint64_t person = 1; person <= 400; person++) {
            int64_t least = INT64_MAX, most = 0;
            size_t cell = lw_study_assign(&study, counts, n, person);
            for (size_t i = 0; i < n; i++) {
                int64_t all = counts[i].open + counts[i].completed;
                least = all < least ? all : least;
            }
            assert_int_equal(counts[cell].open + counts[cell].completed, least);
            counts[cell].open++;
            size_t other = lw_rng_below(&rng, (uint32_t)n);
            if (counts[other].open > 0 && lw_rng_chance(&rng, 0.5)) {
                counts[other].open--;
                counts[other].completed += !(dropouts && lw_rng_chance(&rng, 0.1));
            }
            least = INT64_MAX;
            for (size_t i = 0; i < n; i++) {
                int64_t all = counts[i].open + counts[i].completed;
                least = all < least ? all : least;
                most = all > most ? all : most;
            }
            assert_true(dropouts || most - least <= 1);
        }
    }
}

/* What has to be done to win comes with a level, in the person's language, and only with
 * levels whose set says so. */
static void test_goal(void **state) {
    struct fixture_study f;
    struct lw_study_plan plan;
    struct lw_buffer text;
    (void)state;
    fixture_small(&f);
    struct lw_study_plan_request request = {f.study, &f.cells, &f.levels, f.cells.n - 1,
                                            1};
    assert_int_equal(lw_study_plan_make(&request, &f.arena, &plan, &f.err), LW_OK);
    lw_buffer_init(&text, lw_alloc_libc());
    lw_study_plan_json(&request, &plan, "de", plan.n_phases, &text);
    struct lw_json *json = NULL;
    size_t with = 0, without = 0;
    assert_int_equal(
        lw_json_read(&f.arena, lw_buffer_text(&text), text.len, &json, &f.err), LW_OK);
    for (const struct lw_json *level = lw_json_get(json, "levels")->first; level != NULL;
         level = level->next) {
        const struct lw_json *goal = lw_json_get(level, "goal");
        with += goal != NULL;
        without += goal == NULL;
        assert_true(goal == NULL ||
                    strcmp(goal->text, "Schiebe die Kiste auf das Ziel.") == 0);
    }
    assert_int_equal(with, 2);
    assert_int_equal(without, 3);
    lw_buffer_free(&text);
    fixture_free(&f);
}

/* A set's rules come with its levels as calls take them, whatever they are named. */
static void test_rules(void **state) {
    struct fixture_study f;
    struct lw_study_plan plan;
    struct lw_buffer text;
    (void)state;
    fixture_small(&f);
    struct lw_study_level_set *sets = (struct lw_study_level_set *)f.levels.sets;
    for (size_t s = 0; s < f.levels.n_sets; s++) {
        sets[s].rules = s == 0 ? "rules=strict\ncollide=no" : NULL;
    }
    struct lw_study_plan_request request = {f.study, &f.cells, &f.levels, f.cells.n - 1,
                                            1};
    assert_int_equal(lw_study_plan_make(&request, &f.arena, &plan, &f.err), LW_OK);
    lw_buffer_init(&text, lw_alloc_libc());
    lw_study_plan_json(&request, &plan, NULL, plan.n_phases, &text);
    struct lw_json *json = NULL;
    size_t with = 0, without = 0;
    assert_int_equal(
        lw_json_read(&f.arena, lw_buffer_text(&text), text.len, &json, &f.err), LW_OK);
    for (const struct lw_json *level = lw_json_get(json, "levels")->first; level != NULL;
         level = level->next) {
        const struct lw_json *rules = lw_json_get(level, "rules");
        with += rules != NULL;
        without += rules == NULL;
        if (rules != NULL) {
            assert_int_equal(rules->type, LW_JSON_OBJECT);
            assert_int_equal(rules->n_children, 2);
            assert_string_equal(lw_json_get(rules, "rules")->text, "strict");
            assert_string_equal(lw_json_get(rules, "collide")->text, "no");
        }
    }
    assert_true(with > 0);
    assert_true(without > 0);
    lw_buffer_free(&text);
    fixture_free(&f);
}

static void test_enough(void **state) {
    struct lw_study study = {.stopping = {.people = 4, .until = "2026-12-31"}};
    struct lw_study_cell_count counts[2] = {{1, 1}, {0, 1}};
    struct lw_error err = {0};
    struct lw_study_wanted wanted;
    (void)state;
    assert_int_equal(lw_study_wants_more(&study, counts, 2, STUDY_TODAY, &wanted, &err),
                     LW_OK);
    assert_int_equal(wanted.n, 1);
    assert_int_equal(wanted.why_none, LW_STUDY_WANTS_MORE);
    counts[1].open = 1;
    assert_int_equal(lw_study_wants_more(&study, counts, 2, STUDY_TODAY, &wanted, &err),
                     LW_FULL);
    assert_int_equal(wanted.why_none, LW_STUDY_IS_FULL);
    assert_int_equal(lw_study_wants_more(&study, counts, 1, "2027-01-01", &wanted, &err),
                     LW_FULL);
    assert_int_equal(wanted.why_none, LW_STUDY_IS_OVER);
    counts[0].completed = 3;
    assert_int_equal(lw_study_wants_more(&study, counts, 2, STUDY_TODAY, &wanted, &err),
                     LW_FULL);
    assert_int_equal(wanted.why_none, LW_STUDY_HAS_ENOUGH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),         cmocka_unit_test(test_small_cells),
        cmocka_unit_test(test_deterministic),  cmocka_unit_test(test_attention),
        cmocka_unit_test(test_words),          cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_too_much_asked), cmocka_unit_test(test_repeated_pairs),
        cmocka_unit_test(test_assignment),     cmocka_unit_test(test_enough),
        cmocka_unit_test(test_goal),           cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

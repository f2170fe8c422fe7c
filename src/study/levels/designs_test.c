/* The ready-made designs: no fault, every cell as often as the others, a plan for each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"
#include "test_size.h"

static lw_status get_pack(void *ctx, const struct lw_study_set *set,
                          const struct lw_open_request *how, struct lw_arena *arena,
                          struct lw_study_opened *out, struct lw_error *err) {
    struct lw_open_request request = *how;
    char path[400];
    (void)ctx;
    (void)snprintf(path, sizeof path, LW_TEST_DATA "/../../data/packs/%s.sok", set->pack);
    char *text = fixture_file(path, &request.len);
    request.text = text;
    request.file = "pack.sok";
    lw_status status = request.len > 0
                           ? lw_study_text_open(&request, arena, out, err)
                           : lw_fail(err, LW_NOT_FOUND, 0, 0, "no pack '%s'", set->pack);
    free(text);
    return status;
}

static void read_design(struct fixture_study *f, const struct lw_study_shipped *design) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_study_sources sources = fixture_sources();
    sources.pack = get_pack;
    fixture_read(f, design->text, design->len);
    assert_int_equal(f->status, LW_OK);
    f->status = lw_study_levels_resolve(f->study, &sources, &runtime, &f->arena,
                                        &f->faults, &f->levels);
    for (size_t i = 0; i < f->faults.n; i++) {
        if (f->faults.faults[i].gravity == LW_STUDY_WRONG) {
            print_message("%s%s: %s\n", design->file, f->faults.faults[i].pointer,
                          f->faults.faults[i].sentence);
        }
    }
    assert_int_equal(f->status, LW_OK);
}

/* By brute force over the cells' names: every value of every factor, and every pair of
 * values of two factors, equally often. */
static void count_cells(const struct fixture_study *f) {
    for (size_t a = 0; a < f->cells.n_factors; a++) {
        for (size_t b = 0; b < f->cells.n_factors; b++) {
            int n[10][10] = {{0}};
            size_t na = f->cells.values[a].n, nb = f->cells.values[b].n;
            for (size_t c = 0; c < f->cells.n; c++) {
                n[f->cells.cells[c].values[a]][f->cells.cells[c].values[b]]++;
            }
            for (size_t i = 0; i < na * nb && a != b; i++) {
                assert_int_equal((size_t)n[i / nb][i % nb] * na * nb, f->cells.n);
            }
        }
    }
}

static void plan_cells(struct fixture_study *f) {
    for (size_t cell = 0; cell < f->cells.n; cell++) {
        struct lw_study_plan plan;
        struct lw_study_plan_request request = {f->study, &f->cells, &f->levels, cell,
                                                cell + 1};
        struct lw_buffer text;
        lw_status status = lw_study_plan_make(&request, &f->arena, &plan, &f->err);
        if (status != LW_OK) {
            print_message("%s: %s\n", f->study->name, f->err.text);
        }
        assert_int_equal(status, LW_OK);
        lw_buffer_init(&text, lw_alloc_libc());
        lw_study_plan_json(&request, &plan, NULL, plan.n_phases, &text);
        for (size_t s = 0; s < f->study->n_sets;
             s++) { /* nothing says who made a level */
            const char *credit = f->study->sets[s].credit;
            assert_true(credit == NULL || strstr(lw_buffer_text(&text), credit) == NULL);
        }
        lw_buffer_clear(&text);
        lw_study_sheet_experimenter(&request, &plan, NULL, &text);
        assert_non_null(strstr(lw_buffer_text(&text), "Cell "));
        lw_buffer_clear(&text);
        lw_study_sheet(&request, &plan, NULL, &text); /* which is handed out */
        assert_null(strstr(lw_buffer_text(&text), "Cell "));
        assert_null(strstr(lw_buffer_text(&text), " = "));
        lw_buffer_free(&text);
    }
}

static size_t n_in(const struct fixture_study *f, const char *start) {
    size_t n = 0;
    for (size_t i = 0; i < f->levels.n_sets; i++) {
        if (strncmp(f->levels.sets[i].set->id, start, strlen(start)) == 0) {
            n += f->levels.sets[i].n;
        }
    }
    return n;
}

/* The numbers of levels that the papers have. */
static const struct {
    const char *design, *sets;
    size_t n;
} wanted[] = {
    {"vankreveld-rating-flow", "levels", 40},
    {"vankreveld-rating-flow", "training", 10},
    {"vankreveld-rating-lazors", "levels", 65},
    {"vankreveld-rating-lazors", "training", 10},
    {"vankreveld-rating-move", "levels", 80},
    {"vankreveld-rating-move", "training", 10},
    {"kartal-pairwise", "", 120},
    {"kartal-pairwise-validation", "", 20},
    {"schaa-sokostigation", "set-", 20},
    {"schaa-sokostigation", "human", 8},
    {"taylor-stroop", "", 100},
};

static void check_numbers(const struct fixture_study *f) {
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        if (strcmp(wanted[i].design, f->study->name) == 0) {
            assert_int_equal(n_in(f, wanted[i].sets), wanted[i].n);
        }
    }
    for (size_t s = 5;
         strcmp(f->study->name, "vankreveld-rating-move") == 0 && s < f->levels.n_sets;
         s++) { /* ten for each of 3 to 10 moves */
        for (size_t l = 0; l < f->levels.sets[s].n; l++) {
            assert_int_equal((int)f->levels.sets[s].levels[l].moves, (int)s - 2);
        }
    }
}

/* Of a grid in text: the character at a place, wall beyond its edges. */
static char cell_at(const char *text, int y, int x) {
    for (; y > 0 && *text != '\0'; y--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    int width = (int)strcspn(text, "\n");
    return y < 0 || x < 0 || x >= width ? '#' : text[x];
}

/* Has it a wall with nothing but wall around it? */
static bool has_buried_wall(const char *text) {
    int y = 0, x = 0;
    for (const char *at = text; *at != '\0'; at++) {
        size_t n_walls = 0;
        for (int i = 0; i < 9; i++) {
            n_walls += cell_at(text, y + i / 3 - 1, x + i % 3 - 1) == '#';
        }
        if (*at == '#' && n_walls == 9) {
            return true;
        }
        x = *at == '\n' ? 0 : x + 1;
        y += *at == '\n';
    }
    return false;
}

/* People say by pictures who made a level. Those by persons have walls around their rooms
 * only; a generated one whose rest is filled with wall would give itself away. */
static void check_outlines(const struct fixture_study *f) {
    bool by_pictures = strcmp(f->study->name, "schaa-sokostigation") == 0;
    for (size_t s = 0; by_pictures && s < f->levels.n_sets; s++) {
        bool is_shown = strcmp(f->levels.sets[s].set->id, "tutorial") != 0;
        for (size_t l = 0; is_shown && l < f->levels.sets[s].n; l++) {
            assert_false(has_buried_wall(f->levels.sets[s].levels[l].text));
        }
    }
}

static const struct lw_study_level_set *find_set(const struct fixture_study *f,
                                                 const char *start, size_t number) {
    char id[40];
    (void)snprintf(id, sizeof id, "%s%zu", start, number);
    for (size_t i = 0; i < f->levels.n_sets; i++) {
        if (strcmp(f->levels.sets[i].set->id, id) == 0) {
            return &f->levels.sets[i];
        }
    }
    fail_msg("there is no set %s", id);
    return NULL;
}

static double mean_pushes(const struct lw_study_level_set *set, size_t first,
                          size_t last) {
    double sum = 0;
    for (size_t i = first; i <= last; i++) {
        sum += set->levels[i].pushes;
    }
    return sum / (double)(last - first + 1);
}

/* Who made a level must not be told by how hard it is: on each of the four pages the
 * levels by persons need about as many pushes as the generated ones. */
static void check_makers(const struct fixture_study *f) {
    bool is_mixed = strcmp(f->study->name, "schaa-sokostigation") == 0;
    for (size_t page = 0; is_mixed && page < 4; page++) {
        size_t half = page % 2;
        double made =
            mean_pushes(find_set(f, "set-", page / 2 + 1), half * 5, half * 5 + 4);
        double human =
            mean_pushes(find_set(f, "human-", page / 2 + 1), half * 2, half * 2 + 1);
        print_message("%zu.%zu: %.1f pushes generated, %.1f by persons\n", page / 2 + 1,
                      half + 1, made, human);
        assert_true(human > made / 1.5 && human < made * 1.5);
    }
}

static void test_designs(void **state) {
    struct lw_study_shipped design;
    size_t n = 0;
    (void)state;
    for (; lw_study_design_get(n, &design); n++) {
        struct fixture_study f;
        bool costly = strncmp(design.file, "khalifa", 7) == 0 ||
                      strcmp(design.file, "taylor-online.json") == 0 ||
                      strcmp(design.file, "kartal-pairwise.json") == 0;
        if (costly && !test_is_whole()) {
            continue; /* recipes and proofs that take seconds */
        }
        read_design(&f, &design);
        assert_int_equal(f.faults.n_wrong, 0);
        assert_int_equal(f.faults.n_before_opening, 3); /* contact, approval, retention */
        assert_int_equal(strncmp(f.study->name, design.file, strlen(f.study->name)), 0);
        assert_true(f.study->n_choices > 0);
        check_numbers(&f);
        check_outlines(&f);
        check_makers(&f);
        count_cells(&f);
        plan_cells(&f);
        fixture_free(&f);
    }
    assert_int_equal(n, 9);
}

/* Sixteen cells with two authors; with five sets of levels there are forty. */
static void test_taylor(void **state) {
    struct lw_study_shipped design;
    struct fixture_study f;
    (void)state;
    assert_true(lw_study_design_find("taylor-stroop", &design));
    fixture_read(&f, design.text, design.len);
    assert_int_equal(f.cells.n, 16);
    static const char *const five[] = {"a", "b", "c", "d", "e"};
    f.study->factors[3].values = five;
    f.study->factors[3].n_values = 5;
    assert_int_equal(lw_study_cells_make(f.study, &f.arena, &f.faults, &f.cells, &f.err),
                     LW_OK);
    assert_int_equal(f.cells.n, 40);
    count_cells(&f);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taylor),
        cmocka_unit_test(test_designs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

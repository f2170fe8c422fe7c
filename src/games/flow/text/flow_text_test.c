/* Level text in and out, its errors, canonical form. */
#include "flow_fixture.h"

struct reading {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_error err;
    lw_status status;
};

static void read_text(struct reading *reading, const char *format, const char *text) {
    *reading = (struct reading){.game = test_game(false)};
    lw_collection_init(&reading->set, lw_alloc_libc());
    reading->status = lw_game_read(reading->game, format, text, strlen(text),
                                   &reading->set, &reading->err);
}

static void done(struct reading *reading) {
    lw_collection_free(&reading->set);
    lw_game_destroy(reading->game);
}

static void test_formats_are_told_apart(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *format;
    } cases[] = {
        {"# one\n3 2\nA.B\nA.B\n\n0 0\n", "pack"},
        {"A.B\r\nA.B\r\n", "single"},
        {"3:2,0,7,2;0,3;2,1,4,5\n", "levelpack"},
        {"{\"game\":\"flow\",\"rows\":[\"A.B\",\"A.B\"]}\n", "json"},
        {"{\"game\":\"flow\",\"text\":\"3 2\\nA.B\\nA.B\\n\"}\n", "json"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading;
        read_text(&reading, NULL, cases[i].text);
        assert_int_equal(reading.status, LW_OK);
        assert_string_equal(reading.set.format, cases[i].format);
        assert_int_equal(reading.set.n_entries, 1);
        const struct lw_flow_level *level =
            lw_flow_level_of(reading.set.entries[0].level);
        assert_int_equal(level->width, 3);
        assert_int_equal(level->height, 2);
        assert_int_equal(level->n_colours, 2);
        assert_int_equal(level->ends[1][0], 2);
        assert_int_equal(level->ends[1][1], 5);
        done(&reading);
    }
}

static void test_errors_name_the_place(void **unused) {
    (void)unused;
    static const struct {
        const char *format, *text;
        uint32_t line, column;
        const char *part;
    } cases[] = {
        {"pack", "3 2\nA.B\nA..\n", 2, 3, "colour B appears once"},
        {NULL, "3 2\nA.B\nA..\n", 2, 3, "colour B appears once"},
        {NULL, "AB.\n...\nA..\n", 1, 2, "colour B appears once"},
        {NULL, "AA.\n..A\n...\n", 2, 3, "colour A appears a third time"},
        {NULL, "A..\n..\n..A\n", 2, 3, "row 2 has 2 squares; expected 3"},
        {NULL, "...\n...\n", 1, 1, "no endpoints; expected two letters"},
        {NULL, "what is this?\n", 1, 1, "outside any level"},
        {"pack", "# x\n\n3 2\nABA\nBA.\n", 5, 2, "colour A appears a third time"},
        {"pack", "3 2\nA.A\n....\n", 3, 4, "row 2 has 4 squares"},
        {"pack", "3 2\nA.A\n..\n", 3, 3, "row 2 has 2 squares"},
        {"pack", "3 3\nA.A\n...\n", 4, 1, "the board ends after 2 rows"},
        {"pack", "3 2\n...\n...\n", 2, 1, "no endpoints"},
        {"pack", "65 2\n", 1, 1, "at most 64x64"},
        {"pack", "3 0\n", 1, 1, "at least one square"},
        {"pack", "hello\n", 1, 1, "outside any level"},
        {"pack", "3 1\nA\tA\n", 2, 2, "byte 0x09"},
        {"pack", "", 1, 1, "no level found"},
        {"single", "A.A\n..\n", 2, 3, "row 2 has 2 squares"},
        {"single", "A.A\n\n..B\n", 3, 1, "second board"},
        {"single", "...\n", 1, 1, "no endpoints"},
        {"single", "A.\n..\n", 1, 1, "colour A appears once"},
        {"levelpack", "3:2,0,7,2,1;0,3;2,1,4,5\n", 1, 11, "bridges"},
        {"levelpack", "3:2,0,7,2,,,x;0,3;2,1,4,5\n", 1, 13, "bridges"},
        {"levelpack", "3:2,0,7,2;0,4;2,1\n", 1, 13, "beside"},
        {"levelpack", "3:2,0,7,2;0,3;2,9\n", 1, 17, "index"},
        {"levelpack", "3:2,0,7,2;0,3\n", 1, 14, "';'"},
        {"levelpack", "3:2,0,7,1;0,3;2,1\n", 1, 15, "end of the line"},
        {"levelpack", "3:2,0,7,99;0,3\n", 1, 11, "between 1 and 62"},
        {"levelpack", "3:2,0,7,1;0\n", 1, 12, "at least two squares"},
        {"json", "\n{\"rows\":[\"A.\",\"..\"]}\n", 2, 0, "colour A appears once"},
        {"json", "{\"rows\":[\"A.\",\"A\"]}\n", 1, 1, "differ in length"},
        {"json", "{\"board\":1}\n", 1, 1, "\"rows\""},
        {"json", "{\"text\":\"3 2\\nA.B\\n\"}\n", 1, 0, "line 3 of"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading reading;
        read_text(&reading, cases[i].format, cases[i].text);
        if (strstr(reading.err.text, cases[i].part) == NULL) {
            fail_msg("case %zu: '%s' lacks '%s'", i, reading.err.text, cases[i].part);
        }
        assert_int_equal(reading.status, LW_BAD_INPUT);
        assert_int_equal(reading.err.line, cases[i].line);
        assert_int_equal(reading.err.column, cases[i].column);
        done(&reading);
    }
}

static void test_good_levels_survive_bad_ones(void **unused) {
    (void)unused;
    struct reading reading;
    read_text(&reading, "pack",
              "2 1\nA.\n\n# good\n2 1\nAA\n\n2 2\nA.A\n..\n2 1\nBB\n0 0\nrubbish\n");
    assert_int_equal(reading.status, LW_OK);
    assert_int_equal(reading.set.n_entries, 2);
    assert_string_equal(reading.set.entries[0].title, "good");
    assert_string_equal(reading.set.entries[1].title, "");
    assert_int_equal(reading.set.entries[1].line, 11);
    assert_int_equal(reading.set.n_errors, 2);
    assert_int_equal(reading.set.messages[0].line, 2);
    assert_int_equal(reading.set.messages[1].line, 9);
    done(&reading);
}

static void test_levelpack_solution_replays(void **unused) {
    (void)unused;
    struct reading reading;
    read_text(&reading, "levelpack", "3:2,0,7,2;0,3;5,4,1,2;\n");
    assert_int_equal(reading.status, LW_OK);
    const struct lw_entry *entry = &reading.set.entries[0];
    assert_string_equal(entry->title, "7");
    assert_string_equal(entry->solutions->moves, "A1d C2lur");
    assert_int_equal(lw_flow_kind.solve->measure(entry->level, entry->solutions->moves,
                                                 strlen(entry->solutions->moves), NULL,
                                                 NULL),
                     LW_OK);
    done(&reading);
}

static void test_json_solutions(void **unused) {
    (void)unused;
    struct reading reading;
    read_text(&reading, "json",
              "{\"rows\":[\"AA\"],\"solution\":\"A1r\",\"solutions\":[\"B1l\",{\"moves\":"
              "\"A1r\"},7]}\n");
    assert_int_equal(reading.status, LW_OK);
    const struct lw_stored_solution *solution = reading.set.entries[0].solutions;
    assert_string_equal(solution->moves, "A1r");
    assert_string_equal(solution->next->moves, "B1l");
    assert_string_equal(solution->next->next->moves, "A1r");
    assert_null(solution->next->next->next);
    done(&reading);
}

/* parse(print(x)) == x for every format that writes. */
static void test_round_trips(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    struct lw_rng rng = lw_rng_make(3, 0);
    for (uint32_t n = 0; n < 60;) {
        uint32_t width = 1 + lw_rng_below(&rng, 15), height = 1 + lw_rng_below(&rng, 15);
        char cells[256];
        uint32_t n_colours = test_random_cover(&rng, width, height, cells);
        if (n_colours == 0 || n_colours > LW_FLOW_MAX_COLOURS) {
            continue;
        }
        n++;
        struct lw_flow_level *level;
        assert_int_equal(lw_flow_level_create(game, width, height, cells, &level, NULL),
                         LW_OK);
        struct lw_collection set;
        lw_collection_init(&set, lw_alloc_libc());
        assert_non_null(lw_collection_add(&set, &level->level, "a title", 1));
        for (size_t f = 0; f < lw_flow_kind.level->n_formats; f++) {
            const struct lw_format *format = &lw_flow_kind.level->formats[f];
            if (format->write == NULL) {
                continue;
            }
            struct lw_buffer text;
            struct lw_collection again;
            lw_buffer_init(&text, lw_alloc_libc());
            lw_collection_init(&again, lw_alloc_libc());
            assert_int_equal(lw_game_write(game, format, &set, &text, NULL), LW_OK);
            assert_true(format->sniff(lw_buffer_text(&text), text.len) > 50);
            assert_int_equal(
                format->read(game, lw_buffer_text(&text), text.len, &again, NULL), LW_OK);
            assert_int_equal(again.n_entries, 1);
            const struct lw_flow_level *other = lw_flow_level_of(again.entries[0].level);
            assert_memory_equal(other->cells, level->cells, (size_t)width * height);
            assert_memory_equal(other->letters, level->letters, sizeof level->letters);
            lw_collection_free(&again);
            lw_buffer_free(&text);
        }
        lw_collection_free(&set);
    }
    lw_game_destroy(game);
}

static void test_all_letters(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    char cells[2 * LW_FLOW_MAX_COLOURS];
    for (uint32_t k = 0; k < LW_FLOW_MAX_COLOURS; k++) {
        cells[2 * k] = cells[2 * k + 1] = lw_flow_letters[k];
    }
    struct lw_flow_level *level;
    assert_int_equal(lw_flow_level_create(game, 62, 2, cells, &level, NULL), LW_OK);
    assert_int_equal(level->n_colours, 62);
    lw_level_destroy(&level->level);
    lw_game_destroy(game);
}

/* Every turned, mirrored and renamed copy has the same id and canonical form. */
static void test_canonical(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    struct lw_level *level = test_level(game, "A.B.C/..D../AB..C/..D..");
    struct lw_id128 id, other_id;
    struct lw_level *canonical, *other;
    const struct lw_level_ops *ops = lw_flow_kind.level;
    assert_int_equal(ops->canonical(level, &id, &canonical), LW_OK);
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint8_t cells[20];
        char text[20];
        uint32_t width, height;
        lw_sym_size(sym, flow->width, flow->height, &width, &height);
        lw_grid_transform(sym, flow->width, flow->height, flow->cells, cells);
        for (size_t i = 0; i < 20; i++) {
            text[i] = cells[i] == 0 ? '.' : (char)('z' - (cells[i] * 7 + sym) % 26);
        }
        struct lw_flow_level *turned;
        assert_int_equal(lw_flow_level_create(game, width, height, text, &turned, NULL),
                         LW_OK);
        assert_int_equal(ops->canonical(&turned->level, &other_id, &other), LW_OK);
        assert_true(lw_id128_equal(id, other_id));
        assert_memory_equal(lw_flow_level_of(other)->cells,
                            lw_flow_level_of(canonical)->cells, 20);
        lw_level_destroy(other);
        lw_level_destroy(&turned->level);
    }
    struct lw_level *different = test_level(game, "A.B.C/..D../A.B.C/..D..");
    assert_int_equal(ops->canonical(different, &other_id, NULL), LW_OK);
    assert_false(lw_id128_equal(id, other_id));
    lw_level_destroy(different);
    lw_level_destroy(canonical);
    lw_level_destroy(level);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats_are_told_apart),
        cmocka_unit_test(test_errors_name_the_place),
        cmocka_unit_test(test_good_levels_survive_bad_ones),
        cmocka_unit_test(test_levelpack_solution_replays),
        cmocka_unit_test(test_json_solutions),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_all_letters),
        cmocka_unit_test(test_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

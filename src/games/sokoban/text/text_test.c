/* Text collections: what is read, how it is owned, and that writing loses nothing. */
#include "test_support.h"

static const char *const exact_formats[] = {"xsb", "sok", "rle", "json"};
enum { N_EXACT = sizeof exact_formats / sizeof *exact_formats };

static const char *note(const struct lw_note *notes, const char *key) {
    const char *text = lw_note_find(notes, key);
    return text == NULL ? "(none)" : text;
}

static void test_titles_before(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(
        game, "xsb",
        "; A set\n; of two\n\n; One\n\n####\n#@$.#\n####\n\n2\n\n#####\n#@$.#\n#####\n",
        &set);
    assert_int_equal(set.n_entries, 2);
    assert_string_equal(set.entries[0].title, "One");
    assert_string_equal(set.entries[1].title, "2");
    assert_string_equal(note(set.notes, "Comment"), "A set\nof two");
    assert_int_equal(set.entries[0].line, 6);
    assert_int_equal(set.n_messages, 0);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_keys_behind(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(
        game, "sok",
        ":: made by hand ::\r\nTitle: Set\r\nAuthor: Zo\xeb\r\n\r\n"
        ";07\r\n#####\r\n#@$.#\r\n#####\r\nTitle: First\r\nComment:\r\nline a\r\n\r\n"
        "#line b#\r\nComment-End:\r\nSolution/Best\r\nr\r\n\r\n"
        "_#####\r\n_#p-b#\r\n_#--o#\r\n_#####\r\nTitle: Second\r\nID: 9\r\n",
        &set);
    assert_int_equal(set.n_entries, 2);
    assert_string_equal(set.title, "Set");
    assert_string_equal(note(set.notes, "Author"), "Zo\xc3\xab");
    assert_string_equal(note(set.notes, "Comment"), ":: made by hand ::");
    assert_string_equal(set.entries[0].title, "First");
    assert_string_equal(set.entries[0].notes->text, "07");
    assert_string_equal(set.entries[0].notes->next->text, "line a\n\n#line b#");
    assert_string_equal(set.entries[0].solutions->name, "Best");
    assert_string_equal(set.entries[0].solutions->moves, "R");
    assert_string_equal(set.entries[1].title, "Second");
    const struct lw_sokoban_level *level = lw_sokoban_level_of(set.entries[1].level);
    assert_int_equal(level->width, 5); /* the void on the left is gone */
    assert_int_equal(level->cells[8], LW_SOKOBAN_BOX);
    assert_int_equal(level->cells[13], LW_SOKOBAN_GOAL);
    for (size_t i = 0; i < N_EXACT; i++) {
        assert_round_trip(game, exact_formats[i], &set);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_other_title_places(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    /* Keys before every board, nothing behind the last. */
    read_text(game, "xsb",
              "Title: A\nAuthor: X\n\n#####\n#@$.#\n#####\n\nTitle: B\n\n#####\n#@$.#\n"
              "#####\n",
              &set);
    assert_string_equal(set.title, "");
    assert_string_equal(set.entries[0].title, "A");
    assert_string_equal(note(set.entries[0].notes, "Author"), "X");
    assert_string_equal(set.entries[1].title, "B");
    lw_collection_free(&set);
    /* Titles behind the boards without a key. */
    read_text(game, "xsb",
              "#####\n#@$.#\n#####\nAlpha\n\n#####\n#@$.#\n#####\n; Beta\nmore\n", &set);
    assert_string_equal(set.entries[0].title, "Alpha");
    assert_string_equal(set.entries[1].title, "Beta");
    assert_string_equal(note(set.entries[1].notes, "Comment"), "more");
    lw_collection_free(&set);
    /* A heading over untitled boards is the collection's. */
    read_text(game, "xsb", "My boards\n\n#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n",
              &set);
    assert_string_equal(set.entries[0].title, "");
    assert_string_equal(note(set.notes, "Comment"), "My boards");
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_run_length(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection one, many, plain;
    read_text(game, NULL, "6#|#@-$.#|-|6#|\nSolution\n2(r)\n", &one);
    read_text(game, NULL, "6#\n#@-$.#\n--\n6#\nSolution\nr(R)\n", &many);
    read_text(game, NULL, "######\n#@ $.#\n-\n######\nSolution: rr\n", &plain);
    assert_same_collection(&one, &many);
    assert_same_collection(&one, &plain);
    assert_string_equal(one.entries[0].solutions->moves, "rR");
    lw_collection_free(&one);
    lw_collection_free(&many);
    lw_collection_free(&plain);
    lw_game_destroy(game);
}

static void test_line_ends_and_symbols(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL), *private_symbols = make_game("X#O$&@~-");
    struct lw_collection lf, cr, own;
    read_text(game, "xsb", "#####\n#@$.#\n#####\n", &lf);
    read_text(game, "xsb", "\xef\xbb\xbf#####\r#@$.#\r#####", &cr);
    read_text(private_symbols, "xsb", "~XXXXX\n~X&O.X\n~XXXXX\n", &own);
    assert_same_collection(&lf, &cr);
    assert_same_collection(&lf, &own);
    lw_collection_free(&lf);
    lw_collection_free(&cr);
    lw_collection_free(&own);
    lw_game_destroy(game);
    lw_game_destroy(private_symbols);
    struct lw_option_value value = {.set = true, .text = "X#O"};
    struct lw_error err;
    assert_int_equal(lw_sokoban_kind.game->create(lw_alloc_libc(),
                                                  &(struct lw_game_spec){.rules = &value},
                                                  &game, NULL, &err),
                     LW_USAGE);
}

/* One bad board between two good ones: told with its place, the others kept. */
static void check_one_bad(const char *bad, uint32_t line, uint32_t column,
                          const char *words) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    char text[4000];
    static const char good[] = "#####\n#@$.#\n#####\n\n";
    (void)snprintf(text, sizeof text, "%s%s\n\n%s", good, bad, good);
    read_text(game, "xsb", text, &set);
    assert_int_equal(set.n_entries, 2);
    assert_int_equal(set.n_errors, 1);
    assert_int_equal(set.messages[0].line, line);
    assert_int_equal(set.messages[0].column, column);
    if (strstr(set.messages[0].text, words) == NULL) {
        fail_msg("'%s' lacks '%s'", set.messages[0].text, words);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_bad_boards(void **unused) {
    (void)unused;
    check_one_bad("#####\n#@\t.#\n#####", 6, 3, "a tab");
    check_one_bad("#####\n#@$x.#\n#####", 6, 4, "'x'");
    check_one_bad("######\n#@\xc3\xa9$.#\n######", 6, 3, "U+00E9");
    check_one_bad("5#|#@$.#|5", 5, 10, "nothing after");
    check_one_bad("99999999999#|#@$.#|5#", 5, 1, "1000 squares");
    check_one_bad("5#|9999|5#|#@$.#", 5, 1, "1000 rows");
    check_one_bad("####\n#  #\n####", 5, 0, "neither");
}

static void check_refused(const char *format, const char *text, size_t len,
                          const char *words) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_error err;
    assert_int_equal(try_read(game, format, text, len, &set, &err), LW_BAD_INPUT);
    if (strstr(err.text, words) == NULL) {
        fail_msg("'%s' lacks '%s'", err.text, words);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_no_level(void **unused) {
    (void)unused;
    check_refused("xsb", "", 0, "no board");
    check_refused("xsb", "just some words\n", 16, "no board");
    check_refused("xsb", "\xff\xfe#\0#\0", 6, "UTF-16");
    check_refused("json", "{\"board\": 3}", 12, "no board");
    check_refused("json", "{\"board\": [\"###\", ", 18, "");
    check_refused("slc", "<Other></Other>", 15, "SokobanLevels");
    /* A board of 10,000 x 10,000 floor squares inside walls. */
    size_t side = 10000, len = (side + 1) * side;
    char *text = malloc(len);
    assert_non_null(text);
    memset(text, ' ', len);
    for (size_t y = 0; y < side; y++) {
        text[y * (side + 1)] = text[y * (side + 1) + side - 1] = '#';
        text[y * (side + 1) + side] = '\n';
    }
    text[1] = '@';
    check_refused("xsb", text, len, "larger boards are not taken");
    free(text);
}

static void test_validate(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"#####\n# $.#\n#####\n", "no player"},
        {"######\n#@@$.#\n######\n", "2 players"},
        {"######\n#@$$.#\n######\n", "2 boxes but 1 goal;"},
        {"######\n#@$..#\n######\n", "1 box but 2 goals;"},
        {"#####\n#@ .#\n#####\n", "no box"},
        {"#####\n#@$. \n#####\n", "open at row 2, column 5"},
        {"########\n#@$#$..#\n########\n", "walled off"},
    };
    struct lw_game *game = make_game(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_collection set;
        struct lw_error err;
        read_text(game, "xsb", cases[i].text, &set);
        assert_int_equal(set.n_entries, 1);
        assert_int_equal(set.n_errors, 0);
        assert_true(set.n_messages >= 1);
        assert_int_equal(lw_sokoban_kind.level->validate(set.entries[0].level, &err),
                         LW_BAD_INPUT);
        if (strstr(err.text, cases[i].words) == NULL) {
            fail_msg("'%s' lacks '%s'", err.text, cases[i].words);
        }
        struct lw_play *play;
        assert_int_not_equal(lw_sokoban_kind.play->open(set.entries[0].level,
                                                        lw_alloc_libc(), &play, &err),
                             LW_OK);
        lw_collection_free(&set);
    }
    lw_game_destroy(game);
}

static void test_solutions(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "sok",
              "######\n#@ $.#\n######\nSolution\n\nR R\n\nSolution/wrong\nLL\n\n"
              "Solution/short\nr\n\nSolution\n9999999(9999999(l))\n\nSnapshot/x\nr*R\n\n",
              &set);
    const struct lw_stored_solution *at = set.entries[0].solutions;
    assert_string_equal(at->moves, "rR");
    assert_string_equal(at->next->moves, "LL");
    assert_string_equal(at->next->next->moves, "r");
    assert_null(at->next->next->next);
    assert_int_equal(set.n_messages, 3);
    assert_int_equal(set.n_errors, 1);
    assert_string_equal(note(set.entries[0].notes, "Snapshot/x"), "r*R");
    for (size_t i = 0; i < N_EXACT; i++) {
        assert_round_trip(game, exact_formats[i], &set);
    }
    struct lw_buffer moves = write_text(game, "lurd", &set);
    assert_string_equal(lw_buffer_text(&moves), "rR\n");
    lw_buffer_free(&moves);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* A level and n solutions of one line. */
static struct lw_buffer many_solutions(const char *board, size_t n, const char *line) {
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_puts(&text, board);
    for (size_t i = 0; i < n; i++) {
        lw_buffer_printf(&text, "Solution\n%s\n\n", line);
    }
    return text;
}

static size_t count_moves(const struct lw_entry *entry, size_t *n_solutions) {
    size_t n = 0;
    *n_solutions = 0;
    for (const struct lw_stored_solution *at = entry->solutions; at != NULL;
         at = at->next) {
        n += strlen(at->moves);
        (*n_solutions)++;
    }
    return n;
}

/* Few bytes that are many moves, or many boards to set up, are kept as far as they are
 * cheap; the level stays. */
static void test_solutions_are_bounded(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    size_t n;
    struct lw_buffer text =
        many_solutions("######\n#@ $.#\n######\n", 900, "499990(rl)RR");
    read_text(game, "sok", lw_buffer_text(&text), &set);
    assert_int_equal(set.n_entries, 1);
    assert_true(count_moves(&set.entries[0], &n) <= LW_MAX_EXPANDED_MOVES + text.len);
    assert_int_equal(n, 2);
    assert_int_equal(set.n_errors, 898);
    assert_non_null(strstr(set.messages[set.n_messages - 1].text, "2000000 moves"));
    lw_collection_free(&set);
    lw_buffer_free(&text);

    struct lw_buffer board;
    lw_buffer_init(&board, lw_alloc_libc());
    lw_buffer_puts(&board, "1000#\n#@$.995-#\n");
    for (int i = 0; i < 997; i++) {
        lw_buffer_puts(&board, "#998-#\n");
    }
    lw_buffer_puts(&board, "1000#\n\n");
    text = many_solutions(lw_buffer_text(&board), 900, "R");
    read_text(game, NULL, lw_buffer_text(&text), &set);
    assert_int_equal(set.n_entries, 1);
    (void)count_moves(&set.entries[0], &n);
    assert_in_range(n, 1, 100);
    lw_collection_free(&set);
    lw_buffer_free(&text);
    lw_buffer_free(&board);
    lw_game_destroy(game);
}

static void test_slc(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, NULL,
              "<?xml version='1.0' encoding='ISO-8859-1'?>\n"
              "<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n"
              "<SokobanLevels><Title>Two &amp; &#x33;</Title>\n"
              "<Description>a\nb</Description><Email>x@y</Email>\n"
              "<LevelCollection Copyright=\"Ren\xe9\" MaxWidth='5'>\n"
              "<!-- a remark --><Level Id='A \"b\"' Width='5' Height='3'>\n"
              "<L>#####</L><L>#@$.#</L><L>#####</L></Level>\n"
              "<Level Id='bad'><L>#####</L><L>#@?.#</L></Level>\n"
              "<Level Id='' Copyright='Me'><L>  #####</L><L>  #@$.#</L><L/>"
              "<L>  #####</L></Level>\n"
              "</LevelCollection></SokobanLevels>\n",
              &set);
    assert_int_equal(set.n_entries, 2);
    assert_string_equal(set.title, "Two & 3");
    assert_string_equal(note(set.notes, "Copyright"), "Ren\xc3\xa9");
    assert_string_equal(note(set.notes, "Description"), "a\nb");
    assert_string_equal(set.entries[0].title, "A \"b\"");
    assert_string_equal(note(set.entries[1].notes, "Copyright"), "Me");
    assert_int_equal(lw_sokoban_level_of(set.entries[1].level)->height, 4);
    assert_int_equal(set.n_errors, 1);
    assert_int_equal(set.messages[0].line, 9);
    assert_round_trip(game, "slc", &set);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_slc_tricks(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"<!DOCTYPE x [<!ENTITY a 'aaaa'>]><SokobanLevels>&a;</SokobanLevels>",
         "DOCTYPE defines"},
        {"<SokobanLevels><!ENTITY a 'b'></SokobanLevels>", "definition"},
        {"<SokobanLevels><Title>&nbsp;</Title></SokobanLevels>", "entity"},
        {"<SokobanLevels><Title>&#0;</Title></SokobanLevels>", "entity"},
        {"<SokobanLevels><Title></SokobanLevels>", "</Title> is expected"},
        {"<SokobanLevels><Level Id=></Level></SokobanLevels>", "quotes"},
        {"<SokobanLevels>", "ends before"},
        {"<?xml version='1.0' encoding='EBCDIC'?><SokobanLevels/>", "EBCDIC"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_refused("slc", cases[i].text, strlen(cases[i].text), cases[i].words);
    }
}

static void test_boxoban(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    static const char text[] = "; 0\n##########\n#@$.     #\n#        #\n#        #\n"
                               "#        #\n#        #\n#        #\n#        #\n"
                               "#        #\n##########\n\n";
    struct lw_collection set;
    struct lw_error err;
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(lw_game_read(game, NULL, text, strlen(text), &set, &err), LW_OK);
    assert_string_equal(set.format, "boxoban");
    struct lw_buffer out = write_text(game, "boxoban", &set);
    assert_string_equal(lw_buffer_text(&out), text);
    lw_buffer_free(&out);
    lw_collection_free(&set);
    read_text(game, NULL, "#####\n#@$.#\n#####\n", &set);
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_game_write(game, lw_game_format_find(&lw_sokoban_kind, "boxoban"),
                                   &set, &out, &err),
                     LW_BAD_INPUT);
    lw_buffer_free(&out);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* A title with escapes stays as it is in the data; JSON escapes it. */
static void test_escapes_in_title(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "xsb", "; \x1b[2Jgone\n\n#####\n#@$.#\n#####\n", &set);
    assert_string_equal(set.entries[0].title, "\x1b[2Jgone");
    struct lw_buffer json = write_text(game, "json", &set);
    assert_null(strchr(lw_buffer_text(&json), '\x1b'));
    assert_round_trip(game, "json", &set);
    lw_buffer_free(&json);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_json_forms(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set, plain;
    read_text(game, NULL,
              "{\"game\":\"sokoban\",\"title\":\" A\\nb \",\"author\":\"Me\","
              "\"text\":\"#####\\n#@$.#\\n#####\\n\",\"solutions\":[\"r\"]}\n\n"
              "{\"board\":[\"#####\",\"#@$x#\",\"#####\"]}\n{\"board\":\n",
              &set);
    read_text(game, "sok", "#####\n#@$.#\n#####\nTitle: A b\nAuthor: Me\nSolution\nR\n",
              &plain);
    assert_same_collection(&set, &plain);
    assert_int_equal(set.n_errors, 2);
    assert_int_equal(set.messages[0].line, 3);
    assert_int_equal(set.messages[0].column, 4);
    assert_int_equal(set.messages[1].line, 4);
    lw_collection_free(&set);
    /* A single object over several lines, and an array. */
    read_text(game, NULL, "{\n \"board\": [\n \"#####\",\n \"#@$.#\",\n \"#####\"]\n}\n",
              &set);
    assert_same_level(set.entries[0].level, plain.entries[0].level);
    lw_collection_free(&set);
    read_text(game, NULL, "[{\"board\":[\"#####\",\"#@$.#\",\"#####\"]}]", &set);
    assert_same_level(set.entries[0].level, plain.entries[0].level);
    lw_collection_free(&set);
    lw_collection_free(&plain);
    lw_game_destroy(game);
}

/* Random collections. */

static const char *random_word(struct lw_rng *rng, bool lines, struct lw_buffer *buf) {
    static const char *const pieces[] = {"a",
                                         "#12",
                                         "Title:",
                                         "; x",
                                         "####",
                                         "#@$.#",
                                         "-",
                                         "\xc3\xa9",
                                         "Comment-End:",
                                         "Comment:",
                                         "Author:",
                                         "5#|#@#",
                                         "lurd",
                                         "Solution",
                                         "\\",
                                         "\\Comment-End:",
                                         "::",
                                         "e.g. this - that",
                                         "<&\">",
                                         "Description:",
                                         "1",
                                         "\x1b[0m"};
    lw_buffer_clear(buf);
    uint32_t n = 1 + lw_rng_below(rng, 4);
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) {
            lw_buffer_putc(buf, lines && lw_rng_chance(rng, 0.6) ? '\n' : ' ');
        }
        lw_buffer_puts(buf, pieces[lw_rng_below(rng, sizeof pieces / sizeof *pieces)]);
    }
    if (lines && lw_rng_chance(rng, 0.2)) {
        lw_buffer_puts(buf, lw_rng_chance(rng, 0.5) ? "\n" : "  ");
    }
    return lw_buffer_text(buf);
}

static struct lw_level *random_level(const struct lw_game *game, struct lw_rng *rng) {
    uint8_t cells[12 * 12];
    uint32_t w = 3 + lw_rng_below(rng, 10), h = 3 + lw_rng_below(rng, 10);
    static const uint8_t inside[] = {0, 0, 0, 1, 1, 2, 4, 6, 8, 10};
    for (uint32_t i = 0; i < w * h; i++) {
        uint32_t x = i % w, y = i / w;
        bool rim = x == 0 || y == 0 || x + 1 == w || y + 1 == h;
        cells[i] = rim ? LW_SOKOBAN_WALL : inside[lw_rng_below(rng, sizeof inside)];
    }
    cells[w + 1] = LW_SOKOBAN_PLAYER;
    if (h > 4 && lw_rng_chance(rng, 0.2)) {
        memset(cells + 2 * w, 0, w); /* an inner row of nothing but floor */
    }
    struct lw_sokoban_level *level;
    assert_int_equal(lw_sokoban_level_create(game, w, h, cells, &level, NULL), LW_OK);
    return &level->level;
}

static void random_notes(struct lw_collection *set, struct lw_note **list,
                         struct lw_rng *rng, struct lw_buffer *buf) {
    static const char *const keys[] = {"Comment", "Author", "Description",
                                       "Title",   "ID",     "Foo"};
    for (uint32_t i = lw_rng_below(rng, 4); i > 0; i--) {
        const char *key = keys[lw_rng_below(rng, 6)];
        bool lines = strcmp(key, "Title") != 0 && strcmp(key, "Foo") != 0;
        assert_true(lw_collection_note(set, list, key, random_word(rng, lines, buf)));
    }
}

static void random_collection(const struct lw_game *game, struct lw_rng *rng,
                              struct lw_collection *set) {
    struct lw_buffer buf;
    lw_buffer_init(&buf, lw_alloc_libc());
    lw_collection_init(set, lw_alloc_libc());
    if (lw_rng_chance(rng, 0.5)) {
        const char *title = random_word(rng, false, &buf);
        set->title = lw_arena_text(&set->arena, title, strlen(title));
    }
    random_notes(set, &set->notes, rng, &buf);
    for (uint32_t i = 1 + lw_rng_below(rng, 4); i > 0; i--) {
        const char *title = lw_rng_chance(rng, 0.6) ? random_word(rng, false, &buf) : "";
        struct lw_entry *entry =
            lw_collection_add(set, random_level(game, rng), title, 0);
        assert_non_null(entry);
        random_notes(set, &entry->notes, rng, &buf);
        for (uint32_t k = lw_rng_below(rng, 3); k > 0; k--) {
            char moves[40];
            uint32_t n = 1 + lw_rng_below(rng, 30);
            for (uint32_t m = 0; m < n; m++) {
                moves[m] = "lurd"[lw_rng_below(rng, 4)];
            }
            moves[n] = '\0';
            const char *name =
                lw_rng_chance(rng, 0.5) ? random_word(rng, false, &buf) : "";
            assert_true(lw_collection_solution(set, entry, name, moves));
        }
    }
    lw_buffer_free(&buf);
}

static void test_random_round_trips(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    for (uint32_t seed = 0; seed < 1500; seed++) {
        struct lw_rng rng = lw_rng_make(20261115, seed);
        struct lw_collection made, set;
        random_collection(game, &rng, &made);
        /* The first pass gives letters their case; from then on nothing may change. */
        struct lw_buffer text = write_text(game, exact_formats[seed % N_EXACT], &made);
        read_text(game, exact_formats[seed % N_EXACT], lw_buffer_text(&text), &set);
        for (struct lw_entry *e = made.entries; e < made.entries + made.n_entries; e++) {
            const struct lw_entry *f = &set.entries[e - made.entries];
            const struct lw_stored_solution *t = f->solutions;
            for (struct lw_stored_solution *s = e->solutions; s != NULL; s = s->next) {
                assert_non_null(t);
                assert_true(lw_text_equal_nocase(s->moves, strlen(s->moves), t->moves));
                s->moves = t->moves;
                t = t->next;
            }
        }
        assert_same_collection(&made, &set);
        for (size_t i = 0; i < N_EXACT; i++) {
            assert_round_trip(game, exact_formats[i], &set);
        }
        lw_buffer_free(&text);
        lw_collection_free(&made);
        lw_collection_free(&set);
    }
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_titles_before),
        cmocka_unit_test(test_keys_behind),
        cmocka_unit_test(test_other_title_places),
        cmocka_unit_test(test_run_length),
        cmocka_unit_test(test_solutions_are_bounded),
        cmocka_unit_test(test_line_ends_and_symbols),
        cmocka_unit_test(test_bad_boards),
        cmocka_unit_test(test_no_level),
        cmocka_unit_test(test_validate),
        cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_slc),
        cmocka_unit_test(test_slc_tricks),
        cmocka_unit_test(test_boxoban),
        cmocka_unit_test(test_escapes_in_title),
        cmocka_unit_test(test_json_forms),
        cmocka_unit_test(test_random_round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

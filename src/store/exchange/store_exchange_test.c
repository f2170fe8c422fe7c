/* Packs in and out in every format, the check, backups, and copies between databases. */
#include <math.h>

#include "store_test_support.h"

#include "plays/counters.h"

/* One file of our own for each game. */
static const struct {
    const char *game, *file;
} files[] = {
    {"sokoban", "/sokoban/own.sok"},
    {"flow", "/flow/flow_own.txt"},
    {"lazors", "/lazors/levels/own_01.bff"},
    {"move", "/move/levels.txt"},
    {"puzzlescript", "/puzzlescript/push.txt"},
    {"puzzlescript", "/puzzlescript/melt.txt"},
};
#define N_FILES (sizeof files / sizeof *files)

struct opened {
    struct lw_game *game;
    struct lw_collection set;
};

static void read_file(const char *path, struct lw_buffer *out) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char part[4096];
    size_t n;
    while ((n = fread(part, 1, sizeof part, file)) > 0) {
        lw_buffer_add(out, part, n);
    }
    (void)fclose(file);
}

static void open_text(const char *game, const char *text, size_t len, const char *format,
                      struct opened *out) {
    const struct lw_game_kind *kind = lw_game_kind_find(game);
    assert_non_null(kind);
    struct lw_option_value values[16];
    struct lw_error err = {0};
    bool from_source = (kind->flags & LW_GAME_FROM_SOURCE) != 0;
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    lw_collection_init(&out->set, lw_alloc_libc());
    assert_int_equal(
        kind->game->create(lw_alloc_libc(),
                           &(struct lw_game_spec){.rules = values,
                                                  .source = from_source ? text : NULL,
                                                  .source_len = from_source ? len : 0},
                           &out->game, NULL, &err),
        LW_OK);
    if (lw_game_read(out->game, format, text, len, &out->set, &err) != LW_OK) {
        fail_msg("%s: %s", game, err.text);
    }
}

static void close_opened(struct opened *opened) {
    lw_collection_free(&opened->set);
    lw_game_destroy(opened->game);
}

static void import_file(struct test_env *env, size_t which,
                        struct lw_store_imported *imported) {
    struct lw_buffer text;
    struct opened opened;
    lw_buffer_init(&text, lw_alloc_libc());
    char path[400];
    (void)snprintf(path, sizeof path, "%s%s", LW_TEST_DATA, files[which].file);
    read_file(path, &text);
    open_text(files[which].game, lw_buffer_text(&text), text.len, NULL, &opened);
    struct lw_store_import how = {.title = files[which].file, .now_ms = 77};
    OK(env, lw_store_keep_pack(env->store, &opened.set, &how, imported, &env->err));
    assert_int_equal(imported->n_packs, 1);
    assert_int_equal(imported->n_new + imported->n_known + imported->n_refused,
                     opened.set.n_entries);
    close_opened(&opened);
    lw_buffer_free(&text);
}

static void tell(void *ctx, const char *sentence) {
    (void)ctx;
    print_message("finding: %s\n", sentence);
}

static void count(void *ctx, const char *sentence) {
    (void)sentence;
    ++*(int *)ctx;
}

static void check_clean(struct test_env *env, struct lw_store *store, size_t n_levels) {
    struct lw_store_checked checked;
    OK(env, lw_store_check(store, tell, NULL, &checked, &env->err));
    assert_int_equal(checked.n_findings, 0);
    assert_true(checked.n_levels >= n_levels);
}

/* Written in a format and read again the levels must have the same ids in the same
 * order. */
static void check_format(struct test_env *env, const char *pack,
                         const struct lw_format *format, const char *game) {
    struct lw_store_level_list list;
    struct lw_buffer text;
    struct opened opened;
    lw_buffer_init(&text, lw_alloc_libc());
    OK(env, lw_store_pack_levels(env->store, pack, &env->arena, &list, &env->err));
    lw_status status =
        lw_store_export_pack(env->store, pack, format->name, &text, &env->err);
    /* Boards of other sizes than 10 x 10, and a format for one level only. */
    if ((strcmp(format->name, "boxoban") == 0 && status == LW_BAD_INPUT) ||
        (strcmp(format->name, "single") == 0 && status == LW_USAGE && list.n > 1)) {
        lw_buffer_free(&text);
        return;
    }
    if (status != LW_OK) {
        fail_msg("%s as %s: %s", game, format->name, env->err.text);
    }
    assert_true(text.len > 0);
    if (format->read != NULL) {
        open_text(game, lw_buffer_text(&text), text.len, format->name, &opened);
        assert_int_equal(opened.set.n_entries, list.n);
        for (size_t i = 0; i < list.n; i++) {
            struct lw_id128 id;
            char hex[LW_STORE_ID_SIZE];
            assert_int_equal(opened.game->kind->level->canonical(
                                 opened.set.entries[i].level, &id, NULL),
                             LW_OK);
            lw_id128_text(id, hex);
            assert_string_equal(hex, list.levels[i].id);
        }
        close_opened(&opened);
    }
    lw_buffer_free(&text);
}

static void test_every_format(void **state) {
    struct test_env *env = *state;
    size_t n_formats = 0;
    for (size_t i = 0; i < N_FILES; i++) {
        struct lw_store_imported imported;
        import_file(env, i, &imported);
        assert_true(imported.n_new > 0);
        const struct lw_game_kind *kind = lw_game_kind_find(files[i].game);
        for (size_t f = 0; f < kind->level->n_formats; f++) {
            if (kind->level->formats[f].write != NULL) {
                check_format(env, imported.pack, &kind->level->formats[f], files[i].game);
                n_formats++;
            }
        }
        struct lw_buffer text;
        lw_buffer_init(&text, lw_alloc_libc());
        IS(LW_USAGE,
           lw_store_export_pack(env->store, imported.pack, "nonsense", &text, &env->err));
        assert_non_null(strstr(env->err.text, "jsonl"));
        lw_buffer_free(&text);
        /* The second time everything is known. */
        import_file(env, i, &imported);
        assert_int_equal(imported.n_new, 0);
    }
    assert_true(n_formats >= 10);
    check_clean(env, env->store, 10);
}

/* Out as JSON lines, in again into an empty store, out again: the same bytes. */
static void test_lines(void **state) {
    struct test_env *env = *state;
    struct lw_store_imported imported;
    struct lw_buffer first;
    struct lw_buffer second;
    lw_buffer_init(&first, lw_alloc_libc());
    lw_buffer_init(&second, lw_alloc_libc());
    for (size_t i = 0; i < N_FILES; i++) {
        import_file(env, i, &imported);
    }
    struct lw_store_level_list list;
    struct lw_store_filter filter = {.game = "sokoban"};
    OK(env, lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
    struct lw_store_feature feature = {.name = "boxes", .value = 3.5};
    OK(env, lw_store_features_put(env->store, list.levels[0].id, &feature, 1, &env->err));
    OK(env, lw_store_level_set_rating(env->store, list.levels[0].id, 12.5, 2.125, true,
                                      &env->err));
    OK(env, lw_store_export_all(env->store, NULL, &first, &env->err));
    test_env_close(env);
    test_env_fresh(env);
    struct lw_store_import how = {.title = "all", .now_ms = 99};
    OK(env, lw_store_import_lines(env->store, lw_buffer_text(&first), first.len, &how,
                                  &imported, &env->err));
    assert_int_equal(imported.n_refused, 0);
    assert_int_equal(imported.n_packs, 5);
    OK(env, lw_store_export_all(env->store, NULL, &second, &env->err));
    assert_string_equal(lw_buffer_text(&second), lw_buffer_text(&first));
    check_clean(env, env->store, 10);
    lw_buffer_free(&first);
    lw_buffer_free(&second);
}

struct refusals {
    size_t n, last;
};

static void note_refusal(void *ctx, size_t number, const struct lw_error *err) {
    struct refusals *refusals = ctx;
    refusals->n++;
    refusals->last = number;
    assert_true(strlen(err->text) > 10);
}

static void test_bad_lines(void **state) {
    struct test_env *env = *state;
    static const char good[] =
        "{\"game\":\"sokoban\",\"id\":\"forged\",\"title\":\"Gr\xfc\xdf"
        "e\",\"text\":\"#####\\n#@$.#\\n#####\\n\","
        "\"solutions\":[{\"moves\":\"R\"},{\"moves\":\"LLL\"}]}\n";
    static const char *const bad[] = {
        "{",
        "[]",
        "17",
        "{\"game\":\"chess\",\"text\":\"x\"}",
        "{\"text\":\"x\"}",
        "{\"game\":\"sokoban\"}",
        "{\"game\":\"sokoban\",\"text\":7}",
        "{\"game\":\"sokoban\",\"text\":\"\"}",
        "{\"game\":\"sokoban\",\"text\":\"###\\n# #\\n###\\n\"}",
        "{\"game\":\"flow\",\"rules\":\"rules=silly\",\"text\":\"2 1\\nAA\\n\"}",
        "{\"game\":\"puzzlescript\",\"text\":\"title x\"}",
        "\"; DROP TABLE levels\"",
    };
    struct refusals refusals = {0};
    struct lw_store_import how = {
        .title = "mixed", .refuse = note_refusal, .refuse_ctx = &refusals};
    struct lw_store_imported imported;
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        IS(LW_BAD_INPUT, lw_store_import_lines(env->store, bad[i], strlen(bad[i]), &how,
                                               &imported, &env->err));
        assert_int_equal(refusals.n, i + 1);
        assert_int_equal(refusals.last, 1);
        lw_buffer_printf(&text, "%s\n\n", bad[i]);
    }
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.levels + totals.packs, 0);
    lw_buffer_puts(&text, good);
    refusals = (struct refusals){0};
    OK(env, lw_store_import_lines(env->store, lw_buffer_text(&text), text.len, &how,
                                  &imported, &env->err));
    assert_int_equal(refusals.n, sizeof bad / sizeof *bad);
    assert_int_equal(imported.n_new, 1);
    assert_int_equal(imported.n_solutions, 1);
    struct lw_store_level_list list;
    OK(env,
       lw_store_pack_levels(env->store, imported.pack, &env->arena, &list, &env->err));
    assert_string_not_equal(list.levels[0].id, "forged");
    lw_buffer_free(&text);
    check_clean(env, env->store, 1);
}

/* Moves count for the text that is stored, not for the same puzzle mirrored. */
static void test_mirrored(void **state) {
    struct test_env *env = *state;
    static const char *const lines[] = {
        "{\"game\":\"sokoban\",\"text\":\"######\\n#@$ .#\\n######\\n\"}",
        "{\"game\":\"sokoban\",\"text\":\"######\\n#. $@#\\n######\\n\","
        "\"solutions\":[{\"moves\":\"LL\"}]}",
        "{\"game\":\"sokoban\",\"text\":\"######\\n#. $@#\\n######\\n\","
        "\"solutions\":[{\"moves\":\"RR\"}]}",
    };
    static const size_t n_solutions[] = {0, 0, 1};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct lw_store_import how = {.title = "mirrored", .now_ms = 5};
        struct lw_store_imported imported;
        OK(env, lw_store_import_lines(env->store, lines[i], strlen(lines[i]), &how,
                                      &imported, &env->err));
        assert_int_equal(imported.n_new, i == 0);
        assert_int_equal(imported.n_solutions, n_solutions[i]);
        check_clean(env, env->store, 1);
    }
}

/* A corridor of that many squares more than it needs, with what else its line says. */
static void import_rated(struct test_env *env, size_t n, const char *said,
                         struct lw_store_level *out) {
    struct lw_buffer line;
    lw_buffer_init(&line, lw_alloc_libc());
    lw_buffer_printf(&line,
                     "{\"game\":\"sokoban\",%s,\"text\":\"#####%.*s\\n#@$.%.*s#\\n"
                     "#####%.*s\\n\"}",
                     said, (int)n, "##########", (int)n, "          ", (int)n,
                     "##########");
    struct lw_store_import how = {.title = "rated", .now_ms = 5};
    struct lw_store_imported imported;
    struct lw_store_level_list list;
    OK(env, lw_store_import_lines(env->store, lw_buffer_text(&line), line.len, &how,
                                  &imported, &env->err));
    OK(env,
       lw_store_pack_levels(env->store, imported.pack, &env->arena, &list, &env->err));
    assert_int_equal(list.n, 1);
    *out = list.levels[0];
    lw_buffer_free(&line);
}

/* Lines of earlier versions: what stored levels call difficulty is a percentile, what
 * newly made ones call so is a rating, and theirs alone may be plain. */
static void test_former_ratings(void **state) {
    struct test_env *env = *state;
    static const struct {
        const char *said;
        double percentile, rating; /* 0: it has none */
        bool calibrated;
    } cases[] = {
        {"\"method\":\"farthest\",\"difficulty\":5", 5, 1.45, true},
        {"\"difficulty\":50", 50, 5.5, true},
        {"\"generator\":\"farthest\",\"seed\":1,\"candidate\":0,\"difficulty\":5.5", 50,
         5.5, true},
        {"\"seed\":1,\"candidate\":0,\"plain_difficulty\":3.25", 25, 3.25, false},
        {"\"generator\":\"farthest\",\"plain_difficulty\":10", 100, 10, false},
        {"\"generator\":\"farthest\",\"difficulty\":50", 0, 0, false},
        {"\"generator\":\"farthest\",\"method\":\"farthest\",\"difficulty\":50", 50, 5.5,
         true},
        {"\"generator\":\"farthest\",\"percentile\":40,\"rating\":4.6,"
         "\"calibrated\":false,\"plain_difficulty\":4.6",
         40, 4.6, false},
        {"\"method\":\"farthest\",\"difficulty\":1e999", 0, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_store_level level;
        import_rated(env, i, cases[i].said, &level);
        bool rated = cases[i].rating > 0;
        if (isnan(level.rating) == rated ||
            (rated && (fabs(level.rating - cases[i].rating) > 1e-9 ||
                       fabs(level.percentile - cases[i].percentile) > 1e-9)) ||
            level.calibrated != cases[i].calibrated) {
            fail_msg("%s: rating %g, percentile %g, calibrated %d", cases[i].said,
                     level.rating, level.percentile, level.calibrated);
        }
    }
}

/* A score is a number that the database can hold and JSON can say. */
static void test_scores(void **state) {
    struct test_env *env = *state;
    static const char *const notes[] = {"3.5", "inf", "-inf", "nan", "1e999", "many"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        char text[200];
        struct opened opened;
        struct lw_store_imported imported;
        struct lw_store_level_list list;
        struct lw_store_import how = {.title = "scores", .now_ms = 5};
        (void)snprintf(text, sizeof text,
                       "#####%.*s\n#@$.%.*s#\n#####%.*s\nTitle: one\nScore: %s\n", (int)i,
                       "######", (int)i, "      ", (int)i, "######", notes[i]);
        open_text("sokoban", text, strlen(text), NULL, &opened);
        OK(env, lw_store_keep_pack(env->store, &opened.set, &how, &imported, &env->err));
        OK(env, lw_store_pack_levels(env->store, imported.pack, &env->arena, &list,
                                     &env->err));
        assert_int_equal(list.n, 1);
        if (i == 0 ? list.levels[0].score != 3.5 : !isnan(list.levels[0].score)) {
            fail_msg("Score: %s is stored as %g", notes[i], list.levels[0].score);
        }
        close_opened(&opened);
    }
}

/* A file says which generator made a level, as a line of JSON does. */
static void test_generator_of_file(void **state) {
    struct test_env *env = *state;
    static const struct {
        const char *note, *given, *method;
    } cases[] = {{"Generator: farthest\n", NULL, "farthest"},
                 {"Generator: farthest\n", "shipped", "shipped"},
                 {"Generator: someone's program\n", NULL, "import"},
                 {"", NULL, "import"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        struct opened opened;
        struct lw_store_imported imported;
        struct lw_store_level_list list;
        struct lw_store_import how = {
            .title = "made", .method = cases[i].given, .now_ms = 5};
        (void)snprintf(text, sizeof text,
                       "#####%.*s\n#@$.%.*s#\n#####%.*s\nTitle: one\n%s", (int)i,
                       "######", (int)i, "      ", (int)i, "######", cases[i].note);
        open_text("sokoban", text, strlen(text), NULL, &opened);
        OK(env, lw_store_keep_pack(env->store, &opened.set, &how, &imported, &env->err));
        OK(env, lw_store_pack_levels(env->store, imported.pack, &env->arena, &list,
                                     &env->err));
        assert_int_equal(list.n, 1);
        assert_string_equal(list.levels[0].method, cases[i].method);
        close_opened(&opened);
    }
}

/* Each kind of damage must be found. */
static void test_check_finds(void **state) {
    struct test_env *env = *state;
    struct lw_store_imported imported;
    import_file(env, 0, &imported);
    struct lw_store_level_list list;
    OK(env,
       lw_store_pack_levels(env->store, imported.pack, &env->arena, &list, &env->err));
    assert_true(list.n >= 2);
    char player[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE];
    char play[LW_STORE_ID_SIZE];
    OK(env, lw_store_player_create(env->store, 1, player, key, &env->err));
    OK(env, lw_store_play_start(env->store,
                                &(struct lw_store_play_start){.player = player,
                                                              .level = list.levels[0].id},
                                1, play, &env->err));
    int64_t number;
    OK(env,
       lw_store_daily_put(env->store,
                          &(struct lw_store_day){
                              .game = "sokoban", .band = "easy", .date = "2026-01-01"},
                          list.levels[0].id, 1, &number, &env->err));
    check_clean(env, env->store, 2);
    static const char *const damages[] = {
        "UPDATE plays SET undos = 5",
        "UPDATE plays SET undos = 0, won_ms = 3",
        "UPDATE plays SET won_ms = NULL; UPDATE daily SET number = 2",
        "UPDATE daily SET number = 1; INSERT INTO solutions (level, metric, origin, "
        "moves,"
        " optimal, made_ms) SELECT min(id), 'moves', 'forged', 'l', 0, 0 FROM levels",
        "DELETE FROM solutions WHERE origin = 'forged'; UPDATE levels SET text ="
        " (SELECT max(text) FROM levels) WHERE id = (SELECT min(id) FROM levels"
        " WHERE text <> (SELECT max(text) FROM levels))",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        int n = 0;
        struct lw_store_checked checked;
        OK(env, sql_script(env->store->sql, damages[i], &env->err));
        OK(env, store_counters_start(env->store, &env->err)); /* have their own test */
        OK(env, lw_store_check(env->store, count, &n, &checked, &env->err));
        assert_int_equal(n, 1);
        assert_int_equal(checked.n_findings, 1);
    }
}

static void fill(struct test_env *env) {
    struct lw_store_imported imported;
    for (size_t i = 0; i < N_FILES; i++) {
        import_file(env, i, &imported);
    }
    struct lw_store_level_list list;
    OK(env,
       lw_store_pack_levels(env->store, imported.pack, &env->arena, &list, &env->err));
    char player[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE];
    char play[LW_STORE_ID_SIZE];
    char id[LW_STORE_ID_SIZE];
    int64_t number;
    OK(env, lw_store_player_create(env->store, 1, player, key, &env->err));
    for (int k = 0; k < 3; k++) {
        OK(env, lw_store_play_start(env->store,
                                    &(struct lw_store_play_start){
                                        .player = player, .level = list.levels[0].id},
                                    k, play, &env->err));
        struct lw_store_event events[300];
        for (int i = 0; i < 300; i++) {
            events[i] = (struct lw_store_event){
                .play = play, .seq = i, .kind = LW_EVENT_UNDO, .data = "'\"\n"};
        }
        struct lw_store_appended appended;
        OK(env, lw_store_events_append(
                    env->store,
                    &(struct lw_store_batch){
                        .player = player, .events = events, .n = 300, .now_ms = 5},
                    &appended, &env->err));
    }
    struct lw_store_job_request request = {.kind = "k", .request = "{}"};
    OK(env, lw_store_job_enqueue(env->store, &request, 1, id, &env->err));
    OK(env, lw_store_setting_put(env->store, "a", "b", 1, &env->err));
    OK(env, lw_store_token_rotate(env->store, "admin", 1, key, &env->err));
    OK(env, lw_store_daily_put(env->store,
                               &(struct lw_store_day){.game = "puzzlescript",
                                                      .band = "easy",
                                                      .date = "2026-01-01"},
                               list.levels[0].id, 1, &number, &env->err));
    struct lw_store_set set = {
        .title = "s", .game = "puzzlescript", .origin = "generated"};
    const char *members[] = {list.levels[0].id};
    OK(env, lw_store_set_put(env->store, &set, members, 1, &env->err));
    const struct lw_store_study_opening opening = {
        .title = "t", .hash = "h", .frozen = "{}", .now_ms = 1};
    OK(env, lw_store_study_open(env->store, &opening, id, &env->err));
}

static void same_totals(struct test_env *env, struct lw_store *a, struct lw_store *b) {
    struct lw_store_totals x;
    struct lw_store_totals y;
    OK(env, lw_store_report_totals(a, &x, &env->err));
    OK(env, lw_store_report_totals(b, &y, &env->err));
    assert_memory_equal(&x, &y, sizeof x);
    struct lw_buffer s;
    struct lw_buffer t;
    lw_buffer_init(&s, lw_alloc_libc());
    lw_buffer_init(&t, lw_alloc_libc());
    OK(env, lw_store_export_all(a, NULL, &s, &env->err));
    OK(env, lw_store_export_all(b, NULL, &t, &env->err));
    assert_string_equal(lw_buffer_text(&s), lw_buffer_text(&t));
    lw_buffer_free(&s);
    lw_buffer_free(&t);
}

/* There and back again: what comes home is what left. */
static void test_backup_and_copy(void **state) {
    struct test_env *env = *state;
    fill(env);
    char path[300];
    (void)snprintf(path, sizeof path, "%s/backup.db", env->dir);
    (void)unlink(path);
    if (env->postgres) {
        /* The test's own folder belongs to the server's user. */
        (void)snprintf(path, sizeof path, "/tmp/lw-store-backup-%ld.db", (long)getpid());
    }
    OK(env, lw_store_backup(env->store, path, false, &env->err));
    IS(LW_EXISTS, lw_store_backup(env->store, path, false, &env->err));
    OK(env, lw_store_backup(env->store, path, true, &env->err));
    struct lw_store *backup;
    struct lw_store_options options = {.must_exist = true};
    OK(env, lw_store_open(path, &options, &backup, &env->err));
    same_totals(env, env->store, backup);
    check_clean(env, backup, 10);
    size_t n_rows = 0;
    IS(LW_EXISTS, lw_store_copy(backup, env->store, false, &n_rows, &env->err));
    same_totals(env, env->store, backup);
    struct lw_store *other;
    OK(env, lw_store_open(env->url, NULL, &other, &env->err));
    IS(LW_BUSY, lw_store_copy(backup, env->store, true, &n_rows, &env->err));
    assert_non_null(strstr(env->err.text, "stop the server"));
    same_totals(env, other, backup);
    lw_store_close(other);
    /* PostgreSQL's own process may take a while to notice. */
    lw_status copied = LW_BUSY;
    for (int i = 0; i < 24 && copied == LW_BUSY; i++) {
        copied = lw_store_copy(backup, env->store, true, &n_rows, &env->err);
    }
    OK(env, copied);
    assert_true(n_rows > 900);
    /* Nothing of the exclusiveness stays. */
    OK(env, lw_store_open(env->url, NULL, &other, &env->err));
    same_totals(env, other, backup);
    lw_store_close(other);
    same_totals(env, env->store, backup);
    check_clean(env, env->store, 10);
    lw_store_close(backup);
    (void)unlink(path);
}

/* The columns that are copied are the columns that there are, but for the counters, which
 * are counted afresh. */
static void test_columns(void **state) {
    struct test_env *env = *state;
    if (env->postgres) {
        skip();
    }
    for (const struct store_table *at = store_tables(); at->name != NULL; at++) {
        struct sql_stmt *stmt;
        bool row = true;
        size_t n = 0;
        OK(env, sql_query(env->store->sql, "SELECT name FROM pragma_table_info(?1)",
                          SQL_ARGS(T(at->name)), &stmt, &env->err));
        while (row) {
            OK(env, sql_next(stmt, &row, &env->err));
            assert_true(!row || strstr(at->columns, sql_text(stmt, 0)) != NULL);
            n += row;
        }
        sql_done(stmt);
        assert_int_equal(n, strlen(at->types));
    }
    int64_t n_tables;
    OK(env, sql_number(env->store->sql,
                       "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
                       " AND name NOT LIKE 'count_%'",
                       SQL_NO_ARGS, &n_tables, &env->err));
    const struct store_table *end = store_tables();
    while (end->name != NULL) {
        end++;
    }
    assert_int_equal(n_tables, end - store_tables() + 2);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_every_format), EACH(test_lines),
        EACH(test_bad_lines),    EACH(test_mirrored),
        EACH(test_check_finds),  EACH(test_backup_and_copy),
        EACH(test_columns),      EACH(test_former_ratings),
        EACH(test_scores),       EACH(test_generator_of_file),
    };
    int failed = cmocka_run_group_tests_name("exchange on SQLite", tests,
                                             test_group_sqlite, test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("exchange on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}

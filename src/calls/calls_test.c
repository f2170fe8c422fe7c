/* Every call on every game, and every way to get a request wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "calls_test_support.h"

static void kinds_are_all_told(void **state) {
    (void)state;
    static const char *const names[N_GAMES] = {"sokoban", "flow", "lazors", "move",
                                               "puzzlescript"};
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *kinds =
        lw_json_get(ask(&f, LW_OK, "{'call':'kinds'}"), "kinds");
    assert_int_equal(kinds->n_children, N_GAMES);
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *kind = item_at(kinds, i);
        assert_string_equal(text_at(kind, "name"), names[i]);
        assert_true(lw_json_get(kind, "generators")->n_children > 0);
        assert_true(lw_json_get(kind, "formats")->n_children > 0);
        assert_true(lw_json_get(kind, "measures")->n_children > 0);
        assert_true(lw_json_get(kind, "features")->n_children > 0);
        assert_true(flag_at(kind, "pointer") ||
                    lw_json_get(kind, "keys")->n_children >= 4);
        assert_int_equal(flag_at(kind, "calibrated"), i == 0);
    }
    fixture_close(&f);
}

static void levels_are_parsed_and_read_back(void **state) {
    (void)state;
    static const size_t n_levels[N_GAMES] = {1, 2, 6, 1, 12};
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *reply =
            ask(&f, LW_OK, "{'call':'parse','grid':true,%s}", games[i]);
        const struct lw_json *levels = lw_json_get(reply, "levels");
        assert_true(levels->n_children >= (n_levels[i] > 1 ? 2 : 1));
        assert_int_equal(lw_json_get(reply, "messages")->n_children, 0);
        assert_true(lw_json_get(reply, "palette")->n_children > 2);
        const struct lw_json *level = levels->first, *grid = lw_json_get(level, "grid");
        assert_true(flag_at(level, "valid"));
        assert_int_equal(strlen(text_at(level, "id")), 32);
        assert_int_equal(lw_json_get(grid, "rows")->n_children,
                         (size_t)number_at(level, "height"));
        assert_int_equal(lw_json_get(grid, "rows")->first->n_children,
                         (size_t)number_at(level, "width"));
        /* Cells joined again are the same level. */
        struct lw_buffer text;
        lw_buffer_init(&text, lw_alloc_libc());
        lw_buffer_puts(&text, text_at(grid, "before"));
        for (const struct lw_json *row = lw_json_get(grid, "rows")->first; row != NULL;
             row = row->next) {
            for (const struct lw_json *cell = row->first; cell != NULL;
                 cell = cell->next) {
                lw_buffer_puts(&text, cell->text);
                lw_buffer_puts(&text,
                               cell->next != NULL ? text_at(grid, "separator") : "\n");
            }
        }
        lw_buffer_puts(&text, text_at(grid, "after"));
        /* A text after a game's source counts. */
        const struct lw_json *again =
            ask(&f, LW_OK, "{'call':'parse',%s,'%s':%s}", games[i],
                i == 1 ? "text" : "unused", i == 1 ? quoted(&f, text.data) : "1");
        if (i != 1) {
            again = ask(&f, LW_OK, "{'call':'parse','game':'%s','text':%s}",
                        text_at(reply, "game"), quoted(&f, text.data));
        }
        assert_string_equal(text_at(lw_json_get(again, "levels")->first, "id"),
                            text_at(level, "id"));
        assert_string_equal(text_at(lw_json_get(again, "levels")->first, "text"),
                            text_at(level, "text"));
        lw_buffer_free(&text);
    }
    fixture_close(&f);
}

static void content_tells_the_game(void **state) {
    (void)state;
    static const char *const files[][2] = {{"sokoban/microban-sample.xsb", "sokoban"},
                                           {"puzzlescript/push.txt", "puzzlescript"},
                                           {"flow/flow_own.txt", "flow"},
                                           {"lazors/levels/own_01.bff", "lazors"},
                                           {"move/levels.txt", "move"}};
    struct fixture f;
    fixture_open(&f, NULL);
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *reply =
            ask(&f, LW_OK, "{'call':'parse','game':'auto','text':%s}",
                quoted(&f, data_file(&f, files[i][0])));
        assert_string_equal(text_at(reply, "game"), files[i][1]);
    }
    ask(&f, LW_OK, "{'call':'parse','game':'auto','text':'hello'}");
    ask(&f, LW_BAD_INPUT, "{'call':'solve','game':'auto','text':'hello'}");
    fixture_close(&f);
}

static void bad_text_is_answered_at_its_line(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *reply =
        ask(&f, LW_OK, "{'call':'parse','text':'####\\n#@$#\\n####'}");
    const struct lw_json *level = lw_json_get(reply, "levels")->first;
    assert_false(flag_at(level, "valid"));
    assert_non_null(strstr(text_at(level, "message"), "goal"));
    assert_null(lw_json_get(level, "id"));
    ask(&f, LW_OK, "{'call':'draw','text':'####\\n#@$#\\n####'}");
    ask(&f, LW_BAD_INPUT, "{'call':'solve','text':'####\\n#@$#\\n####'}");
    char *source = lw_arena_text(&f.arena, data_file(&f, "puzzlescript/push.txt"),
                                 strlen(data_file(&f, "puzzlescript/push.txt")));
    char *rule = strstr(source, "[ >");
    size_t line = 1;
    for (char *at = source; at < rule; at++) {
        line += *at == '\n';
    }
    memcpy(rule, "| >", 3);
    reply = ask(&f, LW_OK, "{'call':'parse','source':%s}", quoted(&f, source));
    assert_false(flag_at(reply, "playable"));
    bool told = false;
    for (const struct lw_json *at = lw_json_get(reply, "messages")->first; at != NULL;
         at = at->next) {
        told = told || (size_t)number_at(at, "line") == line;
    }
    assert_true(told);
    fixture_close(&f);
}

static void every_game_is_drawn(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        for (int dark = 0; dark < 2; dark++) {
            const struct lw_json *draw =
                lw_json_get(ask(&f, LW_OK, "{'call':'draw','theme':'%s',%s}",
                                dark ? "dark" : "light", games[i]),
                            "draw");
            assert_true(lw_json_get(draw, "items")->n_children > 10);
            assert_int_equal(lw_json_get(draw, "rows")->n_children,
                             (size_t)number_at(draw, "height"));
            for (const struct lw_json *item = lw_json_get(draw, "items")->first;
                 item != NULL; item = item->next) {
                const char *what = item->first->text;
                size_t n = strcmp(what, "rect") == 0      ? 9
                           : strcmp(what, "circle") == 0  ? 7
                           : strcmp(what, "line") == 0    ? 7
                           : strcmp(what, "polygon") == 0 ? 3
                           : strcmp(what, "text") == 0    ? 6
                                                          : 0;
                assert_int_equal(item->n_children, n);
            }
        }
    }
    fixture_close(&f);
}

static void solutions_replay(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *solved = ask(&f, LW_OK, "{'call':'solve',%s}", games[i]);
        assert_string_equal(text_at(solved, "status"), "solved");
        const char *moves = quoted(&f, text_at(solved, "solution"));
        const struct lw_json *replay =
            ask(&f, LW_OK, "{'call':'replay',%s,'moves':%s}", games[i], moves);
        assert_true(flag_at(replay, "won"));
        assert_true(number_at(lw_json_get(replay, "measures"), "moves") ==
                    number_at(lw_json_get(solved, "measures"), "moves"));
        replay = ask(&f, LW_OK, "{'call':'replay',%s,'moves':''}", games[i]);
        assert_false(flag_at(replay, "won"));
        ask(&f, LW_BAD_INPUT, "{'call':'replay',%s,'moves':'?!'}", games[i]);
    }
    const struct lw_json *count =
        ask(&f, LW_OK, "{'call':'solve',%s,'count':2}", games[2]);
    assert_true(number_at(count, "n_solutions") >= 1);
    const struct lw_json *dead =
        ask(&f, LW_OK, "{'call':'solve','text':'#####\\n#$ .#\\n# @ #\\n#####'}");
    assert_string_equal(text_at(dead, "status"), "unsolvable");
    const struct lw_json *later =
        ask(&f, LW_OK, "{'call':'solve',%s,'moves':'dlUrrr'}", games[0]);
    const struct lw_json *whole =
        ask(&f, LW_OK, "{'call':'replay',%s,'moves':'dlUrrr%s'}", games[0],
            text_at(later, "solution"));
    assert_true(number_at(lw_json_get(whole, "measures"), "pushes") == 8);
    const struct lw_json *little =
        ask(&f, LW_OK, "{'call':'solve',%s,'nodes':1}", games[0]);
    assert_string_equal(text_at(little, "status"), "limit");
    assert_string_equal(text_at(little, "stop"), "node limit");
    fixture_close(&f);
}

/* What was cut short says nothing about the level. */
static void a_stop_leaves_no_half_measured_level(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    atomic_bool cancel = true;
    struct lw_calls_host host = {.cancel = &cancel};
    fixture_open(&f, &host);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        ask(&f, LW_CANCELLED, "{'call':'features',%s}", games[i]);
        ask(&f, LW_CANCELLED, "{'call':'rate',%s}", games[i]);
    }
    fixture_close(&f);
}

static void levels_are_measured_and_rated(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *features =
            lw_json_get(ask(&f, LW_OK, "{'call':'features',%s}", games[i]), "features");
        size_t n_all = features->n_children;
        assert_true(n_all > 3);
        features = lw_json_get(
            ask(&f, LW_OK, "{'call':'features','cost':'instant',%s}", games[i]),
            "features");
        assert_true(features->n_children > 0 && features->n_children < n_all);
        const struct lw_json *rate = ask(&f, LW_OK, "{'call':'rate',%s}", games[i]);
        assert_int_equal(flag_at(rate, "calibrated"), i == 0);
        assert_true(strlen(text_at(rate, "message")) > 10);
        double rating = number_at(rate, "rating");
        assert_true(rating >= 1 && rating <= 10);
        assert_true(number_at(rate, "low") <= number_at(rate, "percentile"));
        assert_true(lw_json_get(rate, "drivers")->n_children > 0);
    }
    ask(&f, LW_USAGE, "{'call':'features','cost':'dear',%s}", games[0]);
    fixture_close(&f);
}

static void levels_that_cannot_be_played_are_not_rated(void **state) {
    (void)state;
    static const struct {
        const char *text, *outcome;
    } cases[] = {{"#####\n#$ .#\n# @ #\n#####\n", "unsolvable"},
                 {"#####\n#*@ #\n#####\n", "solved-already"}};
    struct fixture f;
    fixture_open(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct lw_json *reply =
            ask(&f, LW_OK, "{'call':'rate','game':'sokoban','text':%s}",
                quoted(&f, cases[i].text));
        assert_string_equal(text_at(reply, "outcome"), cases[i].outcome);
        assert_false(flag_at(reply, "calibrated"));
        assert_null(lw_json_get(reply, "percentile"));
    }
    fixture_close(&f);
}

static void dead_squares_are_those_that_no_goal_can_be_reached_from(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *reply =
        ask(&f, LW_OK, "{'call':'squares','text':%s}", quoted(&f, MICROBAN_1));
    static const double want[] = {7, 22, 28, 31, 32};
    const struct lw_json *dead = lw_json_get(reply, "dead");
    assert_int_equal(dead->n_children, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(item_at(dead, i)->number == want[i]);
    }
    assert_int_equal(lw_json_get(reply, "floor")->n_children, 14);
    ask(&f, LW_OK, "{'call':'squares','text':'#####\\n#$ .#\\n#####'}");
    ask(&f, LW_UNSUPPORTED, "{'call':'squares','game':'move','text':'A. .a'}");
    fixture_close(&f);
}

static void turned_levels_are_the_same_puzzle(void **state) {
    (void)state;
    static const char *const ways[] = {"mirror", "flip", "rotate", "transpose"};
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *parsed = ask(&f, LW_OK, "{'call':'parse',%s}", games[i]);
        const struct lw_json *level = lw_json_get(parsed, "levels")->first;
        for (size_t w = 0; w < 4; w++) {
            const struct lw_json *turned = lw_json_get(
                ask(&f, LW_OK, "{'call':'transform','what':'%s',%s}", ways[w], games[i]),
                "level");
            assert_string_equal(text_at(turned, "id"), text_at(level, "id"));
            assert_true(number_at(turned, w < 2 ? "width" : "height") ==
                        number_at(level, "width"));
        }
    }
    const struct lw_json *trimmed =
        ask(&f, LW_OK, "{'call':'transform','what':'trim','text':%s}",
            quoted(&f, "#######\n#@$. ##\n#### ##\n### ###\n#######\n"));
    assert_string_equal(text_at(trimmed, "text"), "######\n#@$. #\n#### #\n   ###\n");
    fixture_close(&f);
}

static void packs_are_written_and_read_back(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    const struct lw_json *out = ask(
        &f, LW_OK,
        "{'call':'export','title':'A pack','levels':[{'text':%s,'title':'<one>',"
        "'author':'me','solution':'dlUrrrdLullddrUluRuulDrddrruLdlUU'}],'format':'sok'}",
        quoted(&f, MICROBAN_1));
    assert_string_equal(text_at(out, "ending"), ".sok");
    const struct lw_json *in =
        ask(&f, LW_OK, "{'call':'parse','text':%s}", quoted(&f, text_at(out, "text")));
    const struct lw_json *level = lw_json_get(in, "levels")->first;
    assert_string_equal(text_at(level, "title"), "<one>");
    assert_string_equal(text_at(level, "author"), "me");
    assert_string_equal(text_at(level, "solution"), "dlUrrrdLullddrUluRuulDrddrruLdlUU");
    /* New levels of a PuzzleScript game, with its own and without. */
    for (size_t append = 0; append < 2; append++) {
        out = ask(&f, LW_OK,
                  "{'call':'export',%s,'append':%s,"
                  "'levels':[{'text':'#####\\n#pct#\\n#####'}]}",
                  games[1], append ? "true" : "false");
        in = ask(&f, LW_OK, "{'call':'parse','source':%s}",
                 quoted(&f, text_at(out, "text")));
        assert_true(flag_at(in, "playable"));
        assert_int_equal(lw_json_get(in, "levels")->n_children,
                         (size_t)number_at(out, "count"));
        assert_true((lw_json_get(in, "levels")->n_children > 1) == (append == 1));
    }
    ask(&f, LW_USAGE, "{'call':'export','levels':7}");
    ask(&f, LW_USAGE, "{'call':'export','levels':[7]}");
    ask(&f, LW_USAGE, "{'call':'export','levels':[],'format':'pdf'}");
    ask(&f, LW_BAD_INPUT, "{'call':'export','levels':[{'text':'hello'}]}");
    fixture_close(&f);
}

static const struct {
    lw_status want;
    const char *request;
} wrong_requests[] = {
    {LW_BAD_INPUT, ""},
    {LW_BAD_INPUT, "{"},
    {LW_BAD_INPUT, "{\"call\":\"kinds\"} x"},
    {LW_BAD_INPUT, "{\"call\":\"\xff\"}"},
    {LW_USAGE, "[]"},
    {LW_USAGE, "7"},
    {LW_USAGE, "{}"},
    {LW_USAGE, "{\"call\":7}"},
    {LW_USAGE, "{\"call\":\"dance\"}"},
    {LW_USAGE, "{\"call\":\"kin\\u0000ds\"}"},
    {LW_USAGE, "{\"call\":\"solve\"}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":7}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#\",\"game\":\"chess\"}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#\",\"game\":[]}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"level\":2}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"level\":-1}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"level\":1.5}"},
    {LW_USAGE,
     "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"nodes\":\"many\"}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"nodes\":-5}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"nodes\":1e999}"},
    {LW_USAGE,
     "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\",\"metric\":\"fun\"}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#\",\"rules\":7}"},
    {LW_USAGE, "{\"call\":\"solve\",\"text\":\"#\",\"rules\":{\"gravity\":1}}"},
    {LW_USAGE,
     "{\"call\":\"draw\",\"text\":\"#####\\n#@$.#\\n#####\",\"theme\":\"pink\"}"},
    {LW_USAGE, "{\"call\":\"solve\",\"game\":\"puzzlescript\"}"},
    {LW_USAGE, "{\"call\":\"play.do\",\"handle\":1,\"moves\":\"r\"}"},
    {LW_USAGE, "{\"call\":\"play.do\",\"handle\":4294967295,\"moves\":\"r\"}"},
    {LW_USAGE, "{\"call\":\"play.do\",\"handle\":1e300,\"moves\":\"r\"}"},
    {LW_USAGE, "{\"call\":\"play.do\",\"handle\":null}"},
    {LW_USAGE, "{\"call\":\"play.close\",\"handle\":\"one\"}"},
    {LW_USAGE, "{\"call\":\"transform\",\"text\":\"#####\\n#@$.#\\n#####\",\"what\":1}"},
    {LW_USAGE, "{\"call\":\"transform\",\"text\":\"#####\\n#@$.#\\n#####\"}"},
    {LW_USAGE, "{\"call\":\"parse\",\"text\":\"#\",\"draw\":\"yes\"}"},
};

static void wrong_requests_are_refused(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    for (size_t i = 0; i < sizeof wrong_requests / sizeof *wrong_requests; i++) {
        ask_raw(&f, wrong_requests[i].request, strlen(wrong_requests[i].request),
                wrong_requests[i].want);
    }
    fixture_close(&f);
}

/* Bounded, not believed. */
static void huge_numbers_and_requests_do_no_harm(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    ask(&f, LW_OK,
        "{'call':'solve','text':%s,'nodes':1e300,'seconds':1e300,'memory':1e300}",
        quoted(&f, MICROBAN_1));
    char *deep = malloc(1 << 20);
    memset(deep, '[', 1 << 20);
    ask_raw(&f, deep, 1 << 20, LW_BAD_INPUT);
    free(deep);
    size_t huge = ((size_t)16 << 20) + 1;
    char *large = malloc(huge);
    memset(large, ' ', huge);
    ask_raw(&f, large, huge, LW_USAGE);
    free(large);
    fixture_close(&f);
}

/* Memory that ends after n allocations. */
struct scarce {
    struct lw_alloc alloc;
    long left;
};

static void *scarce_resize(void *ctx, void *block, size_t old_bytes, size_t new_bytes) {
    struct scarce *scarce = ctx;
    if (new_bytes > 0 && scarce->left-- <= 0) {
        return NULL;
    }
    return lw_alloc_libc()->resize(lw_alloc_libc()->ctx, block, old_bytes, new_bytes);
}

static void scarce_memory_is_an_error_and_nothing_leaks(void **state) {
    (void)state;
    static const char *const requests[] = {
        "{\"call\":\"play.open\",\"text\":\"#####\\n#@$.#\\n#####\",\"moves\":\"R\"}",
        "{\"call\":\"solve\",\"text\":\"######\\n#@ $.#\\n######\"}",
        "{\"call\":\"parse\",\"game\":\"flow\",\"text\":\"A.\\nA.\",\"grid\":true}",
        "{\"call\":\"transform\",\"what\":\"flip\",\"game\":\"move\",\"text\":\"A. .a\"}",
    };
    for (size_t r = 0; r < sizeof requests / sizeof *requests; r++) {
        bool done = false;
        for (long n = 1; n < 4000 && !done; n++) {
            struct scarce scarce = {.left = n};
            scarce.alloc = (struct lw_alloc){scarce_resize, &scarce};
            struct lw_runtime runtime = lw_runtime_bare(&scarce.alloc);
            struct lw_calls_host host = {.runtime = &runtime};
            struct lw_calls *calls = NULL;
            struct lw_buffer reply;
            lw_buffer_init(&reply, lw_alloc_libc());
            if (lw_calls_create(&host, &scarce.alloc, &calls, NULL) == LW_OK) {
                done = lw_calls_run(calls, requests[r], strlen(requests[r]), &reply) ==
                       LW_OK;
                assert_true(reply.len > 0);
            }
            lw_calls_destroy(calls);
            lw_buffer_free(&reply);
        }
        assert_true(done);
    }
}

static void check(struct fixture *f, lw_status want, const char *place,
                  const char *request) {
    char *copy = lw_arena_text(&f->arena, request, strlen(request));
    struct lw_json *root = NULL;
    for (char *at = copy; *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    assert_int_equal(lw_calls_check(f->calls, copy, strlen(copy), &f->reply), want);
    assert_int_equal(
        lw_json_read(&f->arena, lw_buffer_text(&f->reply), f->reply.len, &root, NULL),
        LW_OK);
    if (place != NULL) {
        assert_string_equal(text_at(root, "place"), place);
    }
}

/* What a host runs as a job can be checked before, and nothing else can. */
static void long_calls_and_no_others_have_a_check(void **state) {
    (void)state;
    struct fixture f;
    size_t n = 0;
    fixture_open(&f, NULL);
    for (const char *name; (name = lw_calls_long(n)) != NULL; n++) {
        char request[80];
        (void)snprintf(request, sizeof request, "{'call':'%s','nonsense':1}", name);
        struct lw_json *root = NULL;
        for (char *at = request; *at != '\0'; at++) {
            *at = *at == '\'' ? '"' : *at;
        }
        assert_int_not_equal(lw_calls_check(f.calls, request, strlen(request), &f.reply),
                             LW_OK);
        assert_int_equal(
            lw_json_read(&f.arena, lw_buffer_text(&f.reply), f.reply.len, &root, NULL),
            LW_OK);
        assert_string_not_equal(text_at(root, "error"), lw_status_name(LW_UNSUPPORTED));
    }
    assert_in_range(n, 1, LW_CALLS_MAX_LONG);
    check(&f, LW_UNSUPPORTED, NULL, "{'call':'parse'}");
    fixture_close(&f);
}

/* A slip of the pen is told before anything is done; a call does without. */
static void a_check_knows_every_member(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    check(&f, LW_USAGE, "/cuont", "{'call':'generate','cuont':5}");
    check(&f, LW_USAGE, "/a~1b~0", "{'call':'generate','a/b~':null}");
    check(&f, LW_USAGE, "/seed", "{'call':'generate','seed':1,'seed':1}");
    check(&f, LW_USAGE, "/tries",
          "{'call':'solve','text':'####\\n#@$.#\\n####','tries':1}");
    check(&f, LW_OK, NULL,
          "{'call':'generate','game':'sokoban','method':'farthest','rules':{},"
          "'options':{'boxes':2},'count':5,'seed':1,'difficulty':[3,6],'filters':"
          "{'lines':'4..'},'avoid':[],'templates':null,'examples':null,'text':null,"
          "'source':null,'order':'lines','diverse':1,'nodes':0,'memory':1e8,"
          "'candidates':0,'patience':1000,'seconds':60,'draw':true,'grid':true,"
          "'theme':'dark','format':'sok'}");
    fixture_close(&f);
}

/* What opening refuses is said of the member that it is in. */
static void what_cannot_be_opened_has_a_place(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    check(&f, LW_USAGE, "/game", "{'call':'solve','game':'chess','text':'#'}");
    check(&f, LW_USAGE, "/format",
          "{'call':'solve','text':'####\\n#@$.#\\n####','format':'odd'}");
    check(&f, LW_USAGE, "/rules/odd",
          "{'call':'solve','game':'flow','text':'2 2','rules':{'odd':1}}");
    check(&f, LW_USAGE, "/text", "{'call':'solve','game':'flow'}");
    check(&f, LW_USAGE, "/source", "{'call':'solve','game':'puzzlescript'}");
    check(&f, LW_BAD_INPUT, "/text", "{'call':'solve','text':''}");
    check(&f, LW_BAD_INPUT, "/text", "{'call':'solve','game':'auto','text':'prose'}");
    check(&f, LW_BAD_INPUT, "/text", "{'call':'solve','game':'auto'}");
    check(&f, LW_BAD_INPUT, "/text", "{'call':'solve','text':'#@$.#\\u0000'}");
    check(&f, LW_BAD_INPUT, "/source", "{'call':'solve','source':' ','text':'#'}");
    fixture_close(&f);
}

/* A check judges moves as the run does, also those of a game with its own rules. */
static void moves_are_judged_by_a_check(void **state) {
    (void)state;
    static const char *const lines[] = {"u", "urdl", "u r\\nd", "?", "uu?", "uR.x!"};
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char request[1 << 15];
        (void)snprintf(request, sizeof request,
                       "{\"call\":\"solve\",\"nodes\":1000,%s,\"moves\":\"%s\"}",
                       games[1], lines[i]);
        lw_status status = lw_calls_run(f.calls, request, strlen(request), &f.reply);
        check(&f, status, status == LW_OK ? NULL : "/moves", request);
        assert_int_equal(status, i < 3 ? LW_OK : LW_BAD_INPUT);
    }
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_check_knows_every_member),
        cmocka_unit_test(what_cannot_be_opened_has_a_place),
        cmocka_unit_test(moves_are_judged_by_a_check),
        cmocka_unit_test(kinds_are_all_told),
        cmocka_unit_test(levels_are_parsed_and_read_back),
        cmocka_unit_test(content_tells_the_game),
        cmocka_unit_test(bad_text_is_answered_at_its_line),
        cmocka_unit_test(every_game_is_drawn),
        cmocka_unit_test(solutions_replay),
        cmocka_unit_test(levels_are_measured_and_rated),
        cmocka_unit_test(a_stop_leaves_no_half_measured_level),
        cmocka_unit_test(levels_that_cannot_be_played_are_not_rated),
        cmocka_unit_test(dead_squares_are_those_that_no_goal_can_be_reached_from),
        cmocka_unit_test(turned_levels_are_the_same_puzzle),
        cmocka_unit_test(long_calls_and_no_others_have_a_check),
        cmocka_unit_test(packs_are_written_and_read_back),
        cmocka_unit_test(wrong_requests_are_refused),
        cmocka_unit_test(huge_numbers_and_requests_do_no_harm),
        cmocka_unit_test(scarce_memory_is_an_error_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

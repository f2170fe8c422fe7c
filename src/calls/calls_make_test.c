/* Making levels through the calls: what comes is proved, repeatable and as asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "calls_test_support.h"

static const char *level_members(struct fixture *f, size_t game, const char *source,
                                 const struct lw_json *level) {
    static const char *const names[N_GAMES] = {"sokoban", "puzzlescript", "flow",
                                               "lazors", "move"};
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_buffer_printf(&out, "\"game\":\"%s\",\"text\":%s", names[game],
                     quoted(f, text_at(level, "text")));
    if (game == 1) {
        lw_buffer_printf(&out, ",\"source\":%s", quoted(f, source));
    }
    char *copy = lw_arena_text(&f->arena, out.data, out.len);
    lw_buffer_free(&out);
    return copy;
}

static void every_game_makes_levels_that_replay(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    const char *source = data_file(&f, "puzzlescript/push.txt");
    for (size_t i = 0; i < N_GAMES; i++) {
        const struct lw_json *reply = ask(
            &f, LW_OK, "{'call':'generate',%s,'count':3,'seed':7,'draw':true}", games[i]);
        char *first = lw_arena_text(&f.arena, f.reply.data, f.reply.len);
        const struct lw_json *levels = lw_json_get(reply, "levels");
        assert_int_equal(levels->n_children, 3);
        assert_string_equal(text_at(lw_json_get(reply, "report"), "status"), "ok");
        for (const struct lw_json *level = levels->first; level != NULL;
             level = level->next) {
            assert_true(flag_at(level, "valid"));
            assert_non_null(lw_json_get(level, "draw"));
            const struct lw_json *replay =
                ask(&f, LW_OK, "{'call':'replay',%s,'moves':%s}",
                    level_members(&f, i, source, level),
                    quoted(&f, text_at(level, "solution")));
            assert_true(flag_at(replay, "won"));
            assert_true(number_at(lw_json_get(replay, "measures"), "moves") ==
                        number_at(lw_json_get(level, "measures"), "moves"));
        }
        /* The same again; the seconds are 0 without a clock. */
        ask(&f, LW_OK, "{'call':'generate',%s,'count':3,'seed':7,'draw':true}", games[i]);
        assert_string_equal(first, lw_buffer_text(&f.reply));
        const struct lw_json *other =
            ask(&f, LW_OK, "{'call':'generate',%s,'count':3,'seed':8}", games[i]);
        assert_string_not_equal(text_at(lw_json_get(other, "levels")->first, "text"),
                                text_at(levels->first, "text"));
    }
    fixture_close(&f);
}

static void wishes_are_kept(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *reply =
        ask(&f, LW_OK,
            "{'call':'generate','method':'farthest','options':{'boxes':2,'size':'2x1'},"
            "'count':4,'seed':3,'filters':{'lines':'5..','pushes':[8,null]},"
            "'order':'pushes'}");
    const struct lw_json *levels = lw_json_get(reply, "levels");
    assert_int_equal(levels->n_children, 4);
    double last = 0;
    for (const struct lw_json *at = levels->first; at != NULL; at = at->next) {
        const struct lw_json *measures = lw_json_get(at, "measures");
        assert_true(number_at(measures, "lines") >= 5);
        assert_true(number_at(measures, "pushes") >= 8);
        assert_true(number_at(measures, "pushes") >= last);
        last = number_at(measures, "pushes");
    }
    const struct lw_json *avoided =
        ask(&f, LW_OK,
            "{'call':'generate','method':'farthest','options':{'boxes':2,'size':'2x1'},"
            "'count':4,'seed':3,'filters':{'lines':'5..','pushes':[8,null]},"
            "'against':['%s'],'format':'sok'}",
            text_at(levels->first, "id"));
    for (const struct lw_json *at = lw_json_get(avoided, "levels")->first; at != NULL;
         at = at->next) {
        assert_string_not_equal(text_at(at, "id"), text_at(levels->first, "id"));
    }
    assert_non_null(strstr(text_at(avoided, "file"), "Title: farthest 3."));
    const struct lw_json *old_name =
        ask(&f, LW_OK,
            "{'call':'generate','method':'farthest','options':{'boxes':2,'size':'2x1'},"
            "'count':4,'seed':3,'filters':{'lines':'5..','pushes':[8,null]},"
            "'avoid':['%s']}",
            text_at(levels->first, "id"));
    assert_string_equal(text_at(lw_json_get(old_name, "levels")->first, "id"),
                        text_at(lw_json_get(avoided, "levels")->first, "id"));
    const struct lw_json *rated =
        ask(&f, LW_OK,
            "{'call':'generate','method':'farthest','options':{'boxes':2,'size':'1x1'},"
            "'count':2,'seed':1,'difficulty':[2,8]}");
    for (const struct lw_json *at = lw_json_get(rated, "levels")->first; at != NULL;
         at = at->next) {
        assert_true(number_at(at, "rating") >= 2 && number_at(at, "rating") <= 8);
        assert_true(number_at(at, "difficulty") == number_at(at, "rating"));
        assert_true(flag_at(at, "calibrated"));
    }
    fixture_close(&f);
}

/* Rated with the run, a level needs no call of its own; both say the same. */
static void made_levels_are_rated(void **state) {
    static const char *const games[] = {"sokoban", "flow"};
    struct fixture f;
    (void)state;
    fixture_open(&f, NULL);
    for (size_t i = 0; i < 2; i++) {
        const struct lw_json *made = ask(
            &f, LW_OK, "{'call':'generate','game':'%s','count':2,'seed':3,'rate':true}",
            games[i]);
        for (const struct lw_json *at = lw_json_get(made, "levels")->first; at != NULL;
             at = at->next) {
            double rating = number_at(at, "rating");
            bool calibrated = flag_at(at, "calibrated");
            const struct lw_json *rated =
                ask(&f, LW_OK, "{'call':'rate','game':'%s','text':%s}", games[i],
                    quoted(&f, text_at(at, "text")));
            assert_true(fabs(number_at(rated, "rating") - rating) < 1e-9);
            assert_int_equal(flag_at(rated, "calibrated"), calibrated);
        }
    }
    fixture_close(&f);
}

/* Also where nobody's play was learned from: what is made rates into the range. */
static void every_game_is_made_as_hard_as_asked(void **state) {
    static const char *const games[] = {"flow", "lazors", "move"};
    static const char *const ranges[] = {"[1,3]", "[7,9]"};
    struct fixture f;
    (void)state;
    fixture_open(&f, NULL);
    for (size_t i = 0; i < 6; i++) {
        const struct lw_json *made =
            ask(&f, LW_OK,
                "{'call':'generate','game':'%s','count':1,'seed':2,'difficulty':%s}",
                games[i % 3], ranges[i / 3]);
        assert_int_equal(lw_json_get(made, "levels")->n_children, 1);
        const struct lw_json *level = lw_json_get(made, "levels")->first;
        double claimed = number_at(level, "rating");
        /* What nobody's play stands behind does not bear the name that promises it. */
        assert_false(flag_at(level, "calibrated"));
        assert_null(lw_json_get(level, "difficulty"));
        assert_true(number_at(level, "plain_difficulty") == claimed);
        const struct lw_json *rated =
            ask(&f, LW_OK, "{'call':'rate','game':'%s','text':%s}", games[i % 3],
                quoted(&f, text_at(level, "text")));
        double rating = number_at(rated, "rating");
        assert_true(fabs(rating - claimed) < 1e-9);
        assert_true(i < 3 ? rating <= 3 : rating >= 7 && rating <= 9);
        assert_false(flag_at(rated, "calibrated"));
        assert_non_null(strstr(text_at(rated, "message"), "Uncalibrated"));
        assert_true(strlen(text_at(lw_json_get(rated, "drivers")->first, "words")) > 10);
    }
    fixture_close(&f);
}

static void wishes_at_odds_are_impossible(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    static const char *const at_odds[][2] = {
        {"'options':{'boxes':12,'size':'1x1'}", "/options/boxes"},
        {"'options':{'max-floor':3}", "/options/max-floor"},
        {"'method':'mcts','options':{'board':'2x2'}", "/options/board"},
        {"'filters':{'pushes':'9..','moves':'..5'}", "/filters"},
    };
    for (size_t i = 0; i < sizeof at_odds / sizeof *at_odds; i++) {
        char request[200];
        (void)snprintf(request, sizeof request, "{'call':'generate',%s}", at_odds[i][0]);
        const struct lw_json *reply = ask(&f, LW_IMPOSSIBLE, request, 0);
        assert_string_equal(text_at(reply, "place"), at_odds[i][1]);
        assert_null(strstr(text_at(reply, "message"), "--"));
    }
    fixture_close(&f);
}

static const char *const wrong[] = {
    "'method':'magic'",
    "'method':7",
    "'options':{'beauty':3}",
    "'options':{'boxes':'many'}",
    "'options':{'boxes':{}}",
    "'options':[]",
    "'count':0",
    "'count':1e9",
    "'count':-1",
    "'seed':-1",
    "'seed':1.5",
    "'filters':{'beauty':'1..'}",
    "'filters':{'lines':'x'}",
    "'filters':{'lines':[1,2,3]}",
    "'filters':{'lines':true}",
    "'filters':7",
    "'difficulty':'hard'",
    "'difficulty':{}",
    "'difficulty':[0,0.5]",
    "'difficulty':[11,12]",
    "'difficulty':[6,3]",
    "'against':['xyz']",
    "'against':'all'",
    "'avoid':['xyz']",
    "'order':'beauty'",
    "'format':'pdf'",
    "'examples':7",
};

static void what_cannot_be_made_is_said(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char request[200];
        (void)snprintf(request, sizeof request, "{'call':'generate','candidates':1,%s}",
                       wrong[i]);
        const struct lw_json *reply = ask(&f, LW_USAGE, request, 0);
        /* The place is the member that is wrong, and no word has the command line's
         * dashes. */
        const struct lw_json *place = lw_json_get(reply, "place");
        char member[40];
        assert_int_equal(sscanf(wrong[i], "'%39[a-z]'", member), 1);
        if (place == NULL || strncmp(place->text + 1, member, strlen(member)) != 0) {
            fail_msg("%s: place %s", wrong[i], place == NULL ? "unknown" : place->text);
        }
        assert_null(strstr(text_at(reply, "message"), "--"));
    }
    ask(&f, LW_BAD_INPUT, "{'call':'generate','game':'puzzlescript','source':'x'}");
    /* A run that ends without levels still answers. */
    const struct lw_json *none =
        ask(&f, LW_OK,
            "{'call':'generate','method':'farthest','candidates':3,"
            "'options':{'boxes':1,'size':'1x1'},'filters':{'pushes':'999..'}}");
    assert_int_equal(lw_json_get(none, "levels")->n_children, 0);
    assert_string_equal(text_at(lw_json_get(none, "report"), "status"), "limit");
    none = ask(&f, LW_OK,
               "{'call':'generate','method':'farthest','candidates':1,"
               "'options':{'size':'3x3','room-tries':1}}");
    assert_int_equal(lw_json_get(none, "levels")->n_children, 0);
    const char *why = text_at(lw_json_get(none, "report"), "message");
    assert_non_null(strstr(why, "raise room-tries"));
    fixture_close(&f);
}

/* Progress. */

struct listener {
    struct lw_arena arena;
    size_t n_told, n_levels, n_best, stop_after;
    double last_fraction;
};

static bool listen(void *ctx, const char *text, size_t len) {
    struct listener *l = ctx;
    struct lw_json *root = NULL;
    assert_int_equal(lw_json_read(&l->arena, text, len, &root, NULL), LW_OK);
    const struct lw_json *levels = lw_json_get(root, "levels");
    for (const struct lw_json *at = levels == NULL ? NULL : levels->first; at != NULL;
         at = at->next) {
        assert_true(strlen(text_at(at, "solution")) > 0);
        l->n_levels++;
    }
    l->n_best += lw_json_get(root, "best") != NULL;
    if (strcmp(text_at(root, "call"), "generate") == 0) {
        assert_true(number_at(root, "fraction") >= l->last_fraction);
        l->last_fraction = number_at(root, "fraction");
    }
    return ++l->n_told == l->stop_after;
}

static uint64_t ticks(void *ctx) {
    uint64_t *now_ns = ctx;
    return *now_ns += 20000000;
}

static void progress_tells_and_stops(void **state) {
    (void)state;
    for (size_t stop_after = 0; stop_after < 3; stop_after++) {
        uint64_t now_ns = 0;
        struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
        runtime.ctx = &now_ns;
        runtime.now_ns = ticks;
        struct listener listener = {.stop_after = stop_after};
        struct lw_calls_host host = {
            .runtime = &runtime, .progress = listen, .progress_ctx = &listener};
        struct fixture f;
        lw_arena_init(&listener.arena, lw_alloc_libc());
        fixture_open(&f, &host);
        const struct lw_json *reply =
            ask(&f, LW_OK,
                "{'call':'generate','method':'farthest','seconds':1e6,"
                "'options':{'boxes':2,'size':'2x1'},'count':20,'seed':1}");
        const char *status = text_at(lw_json_get(reply, "report"), "status");
        assert_string_equal(status, stop_after == 0 ? "ok" : "cancelled");
        assert_true(listener.n_told > 0);
        assert_int_equal(flag_at(lw_json_get(reply, "report"), "repeatable"),
                         stop_after == 0);
        if (stop_after == 0) {
            assert_true(listener.n_levels > 0 && listener.n_best > 0);
        }
        /* The next call is not stopped by the last one's end. */
        listener.stop_after = 0;
        ask(&f, LW_OK, "{'call':'solve','text':%s}", quoted(&f, MICROBAN_1));
        fixture_close(&f);
        lw_arena_free(&listener.arena);
    }
}

/* Asks for one level under a clock that moves with every look at it; limit 0: as long as
 * it takes. Returns the time that went by. */
static double make_within(struct fixture *f, double limit, const struct lw_json **level,
                          const struct lw_json **report) {
    const struct lw_json *reply =
        ask(f, LW_OK,
            "{'call':'generate','method':'farthest','seconds':%f,"
            "'options':{'boxes':2,'size':'2x1'},'seed':3}",
            limit);
    *level = lw_json_get(reply, "levels")->first;
    *report = lw_json_get(reply, "report");
    return lw_json_get(*report, "seconds")->number;
}

/* More than half of the time may have gone by and the level be whole; one that is said to
 * be whole is the level of an endless run. */
static void what_was_cut_short_is_known(void **state) {
    (void)state;
    const struct lw_json *level, *report;
    char whole[400];
    uint64_t now_ns = 0, n_whole = 0, n_cut = 0;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    runtime.ctx = &now_ns;
    runtime.now_ns = ticks;
    struct lw_calls_host host = {.runtime = &runtime};
    struct fixture f;
    fixture_open(&f, &host);
    double all = make_within(&f, 1e6, &level, &report);
    (void)snprintf(whole, sizeof whole, "%s", text_at(level, "text"));
    for (int i = 1; i <= 40; i++) {
        double limit = all * i / 20;
        double took = make_within(&f, limit, &level, &report);
        if (flag_at(report, "cut_short")) {
            assert_true(took >= limit);
            n_cut++;
        } else {
            assert_string_equal(text_at(level, "text"), whole);
            n_whole += !flag_at(report, "repeatable");
        }
    }
    assert_true(n_cut > 0 && n_whole > 0);
    fixture_close(&f);
}

static void a_flag_of_the_host_stops_too(void **state) {
    (void)state;
    struct fixture f;
    atomic_bool cancel = true;
    struct lw_calls_host host = {.cancel = &cancel};
    fixture_open(&f, &host);
    const struct lw_json *reply =
        ask(&f, LW_OK, "{'call':'generate','method':'farthest','count':5}");
    assert_string_equal(text_at(lw_json_get(reply, "report"), "status"), "cancelled");
    atomic_store(&cancel, false);
    reply = ask(&f, LW_OK, "{'call':'solve','text':%s}", quoted(&f, MICROBAN_1));
    assert_string_equal(text_at(reply, "status"), "solved");
    fixture_close(&f);
}

/* Mutations. */

static void small_changes_go_the_way_that_was_asked_for(void **state) {
    (void)state;
    static const char *const by[N_GAMES] = {"rating", "turns", "turns", "reflections",
                                            "moves"};
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    const char *source = data_file(&f, "puzzlescript/push.txt");
    for (size_t i = 0; i < N_GAMES; i++) {
        /* The small Lazors board is as hard as it can be. */
        for (int harder = 0; harder < (i == 3 ? 1 : 2); harder++) {
            const struct lw_json *reply = ask(
                &f, LW_OK, "{'call':'mutate',%s,'direction':'%s','seed':%d,'tries':200}",
                games[i], harder ? "harder" : "easier", 2);
            char *first = lw_arena_text(&f.arena, f.reply.data, f.reply.len);
            assert_string_equal(text_at(reply, "by"), by[i]);
            double before = number_at(reply, "before"), after = number_at(reply, "after");
            assert_true(harder ? after > before : after < before);
            /* A rating is never the measure that stood in for it. */
            bool rated = strcmp(by[i], "rating") == 0;
            assert_int_equal(flag_at(reply, "calibrated"), rated);
            assert_int_equal(lw_json_get(reply, "rating")->type,
                             rated ? LW_JSON_NUMBER : LW_JSON_NULL);
            assert_true(!rated || number_at(reply, "rating") == after);
            const struct lw_json *replay =
                ask(&f, LW_OK, "{'call':'replay',%s,'moves':%s}",
                    level_members(&f, i, source, reply),
                    quoted(&f, text_at(reply, "solution")));
            assert_true(flag_at(replay, "won"));
            /* Few cells differ; none is listed when a Sokoban board has grown or a target
             * of a Lazors level went elsewhere. */
            assert_in_range(lw_json_get(reply, "changed")->n_children,
                            i == 0 || i == 3 ? 0 : 1, 4);
            ask(&f, LW_OK, "{'call':'mutate',%s,'direction':'%s','seed':%d,'tries':200}",
                games[i], harder ? "harder" : "easier", 2);
            assert_string_equal(first, lw_buffer_text(&f.reply));
        }
    }
    ask(&f, LW_USAGE, "{'call':'mutate',%s}", games[0]);
    ask(&f, LW_USAGE, "{'call':'mutate',%s,'direction':'nicer'}", games[0]);
    ask(&f, LW_USAGE, "{'call':'mutate',%s,'direction':'harder','tries':0}", games[0]);
    ask(&f, LW_LIMIT,
        "{'call':'mutate','direction':'harder','tries':5,'text':'#####\\n#@$.#\\n#####'"
        "}");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_makes_levels_that_replay),
        cmocka_unit_test(wishes_are_kept),
        cmocka_unit_test(made_levels_are_rated),
        cmocka_unit_test(every_game_is_made_as_hard_as_asked),
        cmocka_unit_test(what_cannot_be_made_is_said),
        cmocka_unit_test(wishes_at_odds_are_impossible),
        cmocka_unit_test(progress_tells_and_stops),
        cmocka_unit_test(what_was_cut_short_is_known),
        cmocka_unit_test(a_flag_of_the_host_stops_too),
        cmocka_unit_test(small_changes_go_the_way_that_was_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

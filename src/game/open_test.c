/* Opening: which game, whose rules, which levels, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/open.h"

#define ROW "#####\n#@$.#\n#####\n"
#define FLOW "3 3\nR..\n...\nR..\n0 0\n"

static const char script[] = "title Little\n\n"
                             "========\nOBJECTS\n========\n\n"
                             "Background\ngreen\n\nWall\nbrown\n\nPlayer\nblue\n\n"
                             "Crate\norange\n\nTarget\nyellow\n\n"
                             "=======\nLEGEND\n=======\n\n"
                             ". = Background\n# = Wall\nP = Player\n* = Crate\n"
                             "O = Target\n\n"
                             "=======\nSOUNDS\n=======\n\n"
                             "================\nCOLLISIONLAYERS\n================\n\n"
                             "Background\nTarget\nPlayer, Wall, Crate\n\n"
                             "======\nRULES\n======\n\n"
                             "[ > Player | Crate ] -> [ > Player | > Crate ]\n\n"
                             "==============\nWINCONDITIONS\n==============\n\n"
                             "All Target on Crate\n\n"
                             "=======\nLEVELS\n=======\n\n"
                             "#####\n#P*O#\n#####\n\n#####\n#O*P#\n#####\n";

static struct lw_open_request ask(const char *text) {
    return (struct lw_open_request){.alloc = lw_alloc_libc(),
                                    .kinds = lw_game_kinds(),
                                    .text = text,
                                    .len = text == NULL ? 0 : strlen(text)};
}

static void opens(struct lw_open_request request, const char *kind, size_t n_levels,
                  enum lw_open_how how) {
    struct lw_opened opened;
    struct lw_error err = {0};
    lw_status status = lw_open(&request, &opened, &err);
    if (status != LW_OK) {
        fail_msg("%s: %s", kind, err.text);
    }
    assert_string_equal(opened.kind->name, kind);
    assert_int_equal(opened.set.n_entries, n_levels);
    assert_int_equal(opened.how, how);
    lw_opened_close(&opened);
}

static void refuses(struct lw_open_request request, lw_status status,
                    enum lw_open_part part, const char *words) {
    struct lw_opened opened;
    struct lw_error err = {0};
    assert_int_equal(lw_open(&request, &opened, &err), status);
    if (strstr(err.text, words) == NULL) {
        fail_msg("'%s' does not say '%s'", err.text, words);
    }
    assert_int_equal(opened.part, part);
    lw_opened_close(&opened);
}

static void kind_is_found(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW);
    opens(request, "sokoban", 1, LW_OPEN_BY_CONTENT);
    request.game = "sokoban";
    opens(request, "sokoban", 1, LW_OPEN_BY_NAME);
    request.game = NULL;
    request.file = "some.XSB";
    opens(request, "sokoban", 1, LW_OPEN_BY_ENDING);
    /* Several kinds claim .txt; the content decides among them. */
    request.file = "some.txt";
    opens(request, "sokoban", 1, LW_OPEN_BY_CONTENT);
    request = ask(FLOW);
    request.file = "some.txt";
    opens(request, "flow", 1, LW_OPEN_BY_CONTENT);
    request.file = "some.unknown";
    opens(request, "flow", 1, LW_OPEN_BY_CONTENT);
    opens(ask(script), "puzzlescript", 2, LW_OPEN_BY_CONTENT);
}

static void kind_is_not_guessed(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW);
    request.game = "chess";
    refuses(request, LW_USAGE, LW_OPEN_KIND, "there is no game 'chess'; the games are");
    refuses(ask("prose"), LW_BAD_INPUT, LW_OPEN_KIND, "not a level of any known game");
    /* Letters that the template's levels have too are no proof of it. */
    refuses(ask("From: me@here"), LW_BAD_INPUT, LW_OPEN_KIND, "any known game");
    const struct lw_game_kind *twice[] = {lw_game_kind_find("sokoban"),
                                          lw_game_kind_find("sokoban"), NULL};
    request = ask(ROW);
    request.kinds = twice;
    refuses(request, LW_BAD_INPUT, LW_OPEN_KIND, "could be Sokoban as well as Sokoban");
}

static void content_says_what_decided(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW);
    struct lw_opened opened;
    assert_int_equal(lw_open_kind(&request, &opened, NULL), LW_OK);
    assert_string_equal(opened.looks_like->name, "xsb");
    assert_null(opened.game);
    lw_opened_close(&opened);
}

static void text_is_checked(void **state) {
    (void)state;
    static const char zero[] = "#####\n#@$\0.#\n#####\n";
    struct lw_open_request request = ask(ROW);
    request.text = zero;
    request.len = sizeof zero - 1;
    refuses(request, LW_BAD_INPUT, LW_OPEN_KIND, "byte 10 is zero");
    request.game = "sokoban";
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "byte 10 is zero");
    request.game = "puzzlescript";
    refuses(request, LW_BAD_INPUT, LW_OPEN_GAME, "byte 10 is zero");
    refuses(ask(""), LW_BAD_INPUT, LW_OPEN_KIND, "the text is empty");
    request = ask(" \r\n\t\n");
    request.file = "blank.xsb";
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "the file is empty");
    request = ask(ROW);
    request.limits.bytes = strlen(ROW);
    opens(request, "sokoban", 1, LW_OPEN_BY_CONTENT);
    request.limits.bytes--;
    refuses(request, LW_BAD_INPUT, LW_OPEN_KIND, "bytes");
}

static void formats_are_obeyed(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW);
    request.game = "sokoban";
    request.format = "sok";
    struct lw_opened opened;
    assert_int_equal(lw_open(&request, &opened, NULL), LW_OK);
    assert_string_equal(opened.set.format, "sok");
    lw_opened_close(&opened);
    request.format = "nothing";
    refuses(request, LW_USAGE, LW_OPEN_LEVELS, "no format named 'nothing'");
    /* What no format knows, the game's own explains. */
    request = ask("9 x\n");
    request.game = "flow";
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "");
}

static void rules_are_read(void **state) {
    (void)state;
    struct lw_open_request request = ask(FLOW);
    struct lw_opened loose, strict;
    request.game = "flow";
    assert_int_equal(lw_open_game(&request, &loose, NULL), LW_OK);
    request.rules = "rules=loose\nrules=strict\n";
    assert_int_equal(lw_open_game(&request, &strict, NULL), LW_OK);
    assert_int_equal(strict.set.n_entries, 0);
    lw_opened_close(&loose);
    lw_opened_close(&strict);
    request.rules = "rules=odd";
    refuses(request, LW_USAGE, LW_OPEN_RULES, "'odd' is not");
    request.rules = "colour=red";
    refuses(request, LW_USAGE, LW_OPEN_RULES, "has no rule 'colour=red'; it has rules");
    request.rules = "rules";
    refuses(request, LW_USAGE, LW_OPEN_RULES, "NAME=VALUE");
    request.game = "null";
    request.rules = "a=b";
    refuses(request, LW_USAGE, LW_OPEN_RULES, "it has none");
}

static void rules_may_be_read_before(void **state) {
    (void)state;
    const struct lw_game_kind *kind = lw_game_kind_find("flow");
    struct lw_option_value values[LW_MAX_RULES];
    struct lw_arena arena;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(lw_rules_read(kind, "rules=strict", &arena, values, NULL), LW_OK);
    assert_int_equal(values[0].i, 1);
    assert_true(values[0].given);
    struct lw_open_request request = ask(FLOW);
    request.kind = kind;
    request.values = values;
    request.rules = "not looked at";
    opens(request, "flow", 1, LW_OPEN_BY_NAME);
    lw_arena_free(&arena);
}

static void sources_are_games(void **state) {
    (void)state;
    struct lw_open_request request = ask(NULL);
    request.game = "puzzlescript";
    refuses(request, LW_USAGE, LW_OPEN_GAME, "needs the source text of a game");
    request.source = script;
    request.source_len = strlen(script);
    opens(request, "puzzlescript", 2, LW_OPEN_BY_NAME); /* those of the source */
    request.text = "#####\n#P*O#\n#####\n";
    request.len = strlen(request.text);
    opens(request, "puzzlescript", 1, LW_OPEN_BY_NAME); /* bare, beside it */
    request.source = NULL;
    refuses(request, LW_BAD_INPUT, LW_OPEN_GAME, "");
    /* A whole game brings its own rules, whatever source comes with it. */
    request.text = script;
    request.len = strlen(script);
    request.source = "title Other\n";
    request.source_len = strlen(request.source);
    struct lw_opened opened;
    assert_int_equal(lw_open(&request, &opened, NULL), LW_OK);
    assert_true(opened.text_is_game);
    assert_int_equal(opened.set.n_entries, 2);
    lw_opened_close(&opened);
}

static void levels_come_beside(void **state) {
    (void)state;
    struct lw_open_request request = ask(script);
    struct lw_opened game, more;
    assert_int_equal(lw_open_game(&request, &game, NULL), LW_OK);
    assert_int_equal(game.set.n_entries, 0);
    request = ask("#####\n#P*O#\n#####\n\n#####\n#O*P#\n#####\n");
    assert_int_equal(lw_open_beside(game.game, &request, &more, NULL), LW_OK);
    assert_ptr_equal(more.game, game.game);
    assert_int_equal(more.set.n_entries, 2);
    lw_opened_close(&more);
    request = ask(script);
    assert_int_equal(lw_open_beside(game.game, &request, &more, NULL), LW_OK);
    assert_ptr_not_equal(more.game, game.game);
    lw_opened_close(&more);
    request = ask("");
    struct lw_error err = {0};
    assert_int_equal(lw_open_beside(game.game, &request, &more, &err), LW_BAD_INPUT);
    assert_int_equal(more.part, LW_OPEN_LEVELS);
    lw_opened_close(&more);
    lw_opened_close(&game);
}

static void levels_are_counted(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW "\n" ROW);
    opens(request, "sokoban", 2, LW_OPEN_BY_CONTENT);
    request.one = true;
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "2 levels where one was expected");
    request.one = false;
    request.limits.levels = 1;
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "at most 1");
    request.limits.levels = 2;
    request.limits.cells = 15;
    opens(request, "sokoban", 2, LW_OPEN_BY_CONTENT);
    request.limits.cells = 14;
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "5 x 3 cells");
}

static void games_may_lack_levels(void **state) {
    (void)state;
    char bare[sizeof script];
    memcpy(bare, script, sizeof script);
    *strstr(bare, "#####\n#P*O") = '\0';
    struct lw_open_request request = ask(bare);
    refuses(request, LW_BAD_INPUT, LW_OPEN_LEVELS, "no level in this text");
    request.may_lack_levels = true;
    opens(request, "puzzlescript", 0, LW_OPEN_BY_CONTENT);
}

static void unread_levels_are_counted(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW "\n#####\n#@.x#\n#####\n\n" ROW);
    struct lw_opened opened;
    request.game = "sokoban";
    assert_int_equal(lw_open(&request, &opened, NULL), LW_OK);
    assert_int_equal(opened.set.n_entries, 2);
    assert_int_equal(opened.n_unread, 1);
    assert_true(opened.set.n_messages > 0);
    lw_opened_close(&opened);
}

static void one_level_is_written(void **state) {
    (void)state;
    struct lw_open_request request = ask(ROW "\n#######\n#@ $ .#\n#######\nTitle: Two\n");
    struct lw_opened opened;
    struct lw_buffer text;
    struct lw_arena arena;
    const char *copy;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(lw_open(&request, &opened, NULL), LW_OK);
    assert_int_equal(lw_level_text(opened.set.entries[0].level, &text, NULL), LW_OK);
    assert_string_equal(lw_buffer_text(&text), ROW);
    assert_int_equal(lw_level_text_copy(opened.set.entries[0].level, &arena, &copy, NULL),
                     LW_OK);
    assert_string_equal(copy, ROW);
    lw_buffer_clear(&text);
    const struct lw_format *sok = lw_game_format_find(opened.kind, "sok");
    assert_int_equal(lw_entry_text(&opened.set.entries[1], sok, &text, NULL), LW_OK);
    assert_non_null(strstr(lw_buffer_text(&text), "Title: Two"));
    struct lw_id128 id, again;
    assert_int_equal(lw_level_id(opened.set.entries[0].level, &id, NULL), LW_OK);
    assert_int_equal(
        opened.kind->level->canonical(opened.set.entries[0].level, &again, NULL), LW_OK);
    assert_memory_equal(&id, &again, sizeof id);
    lw_opened_close(&opened);
    lw_arena_free(&arena);
    lw_buffer_free(&text);
}

static void one_level_is_read(void **state) {
    (void)state;
    struct lw_open_request request = ask(script);
    struct lw_opened opened;
    struct lw_level *level = NULL;
    struct lw_error err = {0};
    static const char rows[] = "#####\n#P*O#\n#####\n";
    assert_int_equal(lw_open_game(&request, &opened, NULL), LW_OK);
    assert_int_equal(lw_level_read(opened.game, rows, strlen(rows), &level, NULL), LW_OK);
    assert_ptr_equal(level->game, opened.game);
    lw_level_destroy(level);
    assert_int_equal(lw_level_read(opened.game, script, strlen(script), &level, &err),
                     LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "2 levels where one was expected"));
    lw_opened_close(&opened);
}

static void unplayable_levels_have_no_id(void **state) {
    (void)state;
    struct lw_open_request request = ask("#####\n# $.#\n#####\n");
    struct lw_opened opened;
    struct lw_error err = {0};
    struct lw_id128 id;
    request.game = "sokoban";
    assert_int_equal(lw_open(&request, &opened, NULL), LW_OK);
    assert_int_equal(lw_level_id(opened.set.entries[0].level, &id, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "player"));
    lw_opened_close(&opened);
}

static void games_are_made_alone(void **state) {
    (void)state;
    struct lw_game *game = NULL;
    assert_int_equal(
        lw_game_create(lw_game_kind_find("lazors"), lw_alloc_libc(), &game, NULL), LW_OK);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kind_is_found),
        cmocka_unit_test(kind_is_not_guessed),
        cmocka_unit_test(content_says_what_decided),
        cmocka_unit_test(text_is_checked),
        cmocka_unit_test(formats_are_obeyed),
        cmocka_unit_test(rules_are_read),
        cmocka_unit_test(rules_may_be_read_before),
        cmocka_unit_test(sources_are_games),
        cmocka_unit_test(levels_come_beside),
        cmocka_unit_test(levels_are_counted),
        cmocka_unit_test(games_may_lack_levels),
        cmocka_unit_test(unread_levels_are_counted),
        cmocka_unit_test(one_level_is_written),
        cmocka_unit_test(one_level_is_read),
        cmocka_unit_test(unplayable_levels_have_no_id),
        cmocka_unit_test(games_are_made_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

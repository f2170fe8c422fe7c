/* One collection, one game: a level of another is refused wherever it could get in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_fixture.h"
#include "lw/flow.h"
#include "lw/sokoban.h"

#define SOKOBAN_TEXT "#####\n#@$.#\n#####\n"
#define FLOW_TEXT "# one\n3 2\nA.B\nA.B\n\n0 0\n"

static struct game_fixture open_text(const struct lw_game_kind *kind, const char *text) {
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, text);
    return f;
}

static struct lw_level *copy_of(const struct game_fixture *f) {
    struct lw_level *copy = NULL;
    const struct lw_level *level = f->set.entries[0].level;
    assert_int_equal(level->game->kind->level->dup(level, &copy), LW_OK);
    return copy;
}

static void a_collection_takes_levels_of_one_game(void **unused) {
    (void)unused;
    struct game_fixture one = open_text(&lw_sokoban_kind, SOKOBAN_TEXT);
    struct game_fixture other = open_text(&lw_flow_kind, FLOW_TEXT);
    assert_ptr_equal(one.set.game, one.game);
    assert_null(lw_collection_add(&one.set, copy_of(&other), "", 0));
    assert_int_equal(one.set.n_entries, 1);
    assert_non_null(lw_collection_add(&one.set, copy_of(&one), "", 0));
    assert_int_equal(one.set.n_entries, 2);
    fixture_close(&other);
    fixture_close(&one);
}

static void reading_into_the_collection_of_another_game_is_refused(void **unused) {
    (void)unused;
    struct game_fixture one = open_text(&lw_sokoban_kind, SOKOBAN_TEXT);
    struct game_fixture other = open_text(&lw_flow_kind, FLOW_TEXT);
    struct lw_error err = {0};
    lw_status status =
        lw_game_read(other.game, NULL, FLOW_TEXT, strlen(FLOW_TEXT), &one.set, &err);
    assert_int_equal(status, LW_UNSUPPORTED);
    assert_non_null(strstr(err.text, "one game"));
    assert_int_equal(one.set.n_entries, 1);
    fixture_close(&other);
    fixture_close(&one);
}

/* As the export of a mixed pack did: one game's writer, another game's level. */
static void a_writer_never_meets_a_level_of_another_game(void **unused) {
    (void)unused;
    struct game_fixture one = open_text(&lw_sokoban_kind, SOKOBAN_TEXT);
    struct game_fixture other = open_text(&lw_flow_kind, FLOW_TEXT);
    const struct lw_format *flow = &lw_flow_kind.level->formats[0];
    struct lw_buffer out;
    struct lw_error err = {0};
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_game_write(other.game, flow, &one.set, &out, &err),
                     LW_UNSUPPORTED);
    assert_non_null(strstr(err.text, "level 1 belongs to another game"));
    assert_int_equal(lw_game_write(one.game, flow, &one.set, &out, &err), LW_UNSUPPORTED);
    assert_int_equal(out.len, 0);
    assert_int_equal(lw_game_write(other.game, flow, &other.set, &out, &err), LW_OK);
    assert_true(out.len > 0);
    lw_buffer_free(&out);
    fixture_close(&other);
    fixture_close(&one);
}

/* Emptied, it may serve another game. */
static void an_emptied_collection_has_no_game(void **unused) {
    (void)unused;
    struct game_fixture f = open_text(&lw_sokoban_kind, SOKOBAN_TEXT);
    lw_collection_free(&f.set);
    assert_null(f.set.game);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_collection_takes_levels_of_one_game),
        cmocka_unit_test(reading_into_the_collection_of_another_game_is_refused),
        cmocka_unit_test(a_writer_never_meets_a_level_of_another_game),
        cmocka_unit_test(an_emptied_collection_has_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

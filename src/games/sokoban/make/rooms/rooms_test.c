/* Rooms: templates and their turns, template files, checks, the four sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "make/rooms/rooms.h"

static const struct lw_option options[] = {ROOM_OPTIONS("2x2", "templates", "1")};

struct fixture {
    struct lw_game *game;
    struct lw_option_value values[ROOM_N_OPTIONS];
    struct lw_generate_request request;
    struct room_plan plan;
};

static void begin(struct fixture *f) {
    *f = (struct fixture){.game = NULL};
    struct lw_option_value rules[8];
    lw_options_defaults(lw_sokoban_kind.rule_options, lw_sokoban_kind.n_rule_options,
                        rules);
    assert_int_equal(lw_sokoban_kind.game->create(lw_alloc_libc(),
                                                  &(struct lw_game_spec){.rules = rules},
                                                  &f->game, NULL, NULL),
                     LW_OK);
    lw_options_defaults(options, ROOM_N_OPTIONS, f->values);
    f->request = (struct lw_generate_request){.game = f->game, .values = f->values};
}

static void set(struct fixture *f, const char *name, const char *text) {
    size_t i = lw_option_find(options, ROOM_N_OPTIONS, name, strlen(name));
    assert_true(i < ROOM_N_OPTIONS);
    assert_int_equal(lw_option_parse(&options[i], text, &f->values[i], NULL), LW_OK);
    f->values[i].set = f->values[i].given = true;
}

static lw_status plan(struct fixture *f, uint32_t n_boxes, struct lw_error *err) {
    return lw_sok_room_plan_init(&f->plan, &f->request,
                                 (struct room_options){options, ROOM_N_OPTIONS, n_boxes},
                                 lw_alloc_libc(), err);
}

static void end(struct fixture *f) {
    lw_sok_room_plan_free(&f->plan);
    lw_game_destroy(f->game);
}

static void paper_has_17_templates_in_75_turns(void **state) {
    (void)state;
    struct room_templates set;
    assert_int_equal(lw_sok_room_templates_read(&set, lw_alloc_libc(), NULL, 0, NULL),
                     LW_OK);
    assert_int_equal(set.n, 17);
    size_t n_distinct = 0;
    for (size_t i = 0; i < set.n; i++) {
        for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
            n_distinct += set.items[i].distinct[sym];
        }
    }
    assert_int_equal(n_distinct, 75);
    lw_sok_room_templates_free(&set);
}

static void bad_template_files_name_the_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } cases[] = {
        {"; only a remark\n", 0, 0},
        {"?????\n?---?\n?-x-?\n?---?\n?????\n", 3, 3},
        {"?????\n?---?\n?---\n", 3, 5},
        {"?????\n?---?\n\n?????\n", 3, 1},
        {"#????\n", 1, 1},
        {"?????\n?---??\n", 2, 6},
        {"?????\n?---?\n", 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct room_templates set;
        struct lw_error err;
        assert_int_equal(lw_sok_room_templates_read(&set, lw_alloc_libc(), cases[i].text,
                                                    strlen(cases[i].text), &err),
                         LW_BAD_INPUT);
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.column, cases[i].column);
    }
}

static struct room room_of(const char *text) {
    struct room room = {.width = (uint32_t)strcspn(text, "/")};
    size_t n = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c != '/') {
            room.cells[n++] = *c == '#'   ? ROOM_WALL
                              : *c == '~' ? ROOM_MARKED
                                          : ROOM_FLOOR;
        }
    }
    room.height = (uint32_t)(n / room.width);
    return room;
}

static enum room_fault check_text(const char *text, const struct room_checks *checks) {
    struct room room = room_of(text);
    return lw_sok_room_check(&room, checks);
}

static void checks_refuse_what_they_name(void **state) {
    (void)state;
    struct room_checks checks = {.min_floors = 6,
                                 .open_long = 4,
                                 .open_short = 3,
                                 .max_walls = 1,
                                 .max_narrow = 1};
    assert_int_equal(check_text("---/---", &checks), ROOM_GOOD);
    assert_int_equal(check_text("--#/---", &checks), ROOM_FEW_FLOORS);
    assert_int_equal(check_text("--#--/--#--", &checks), ROOM_SPLIT);
    assert_int_equal(check_text("--~--/--#--", &checks), ROOM_SPLIT);
    assert_int_equal(check_text("-----/--#--", &checks), ROOM_GOOD);
    assert_int_equal(check_text("----/----/----", &checks), ROOM_OPEN);
    assert_int_equal(check_text("---/---/---/---", &checks), ROOM_OPEN);
    assert_int_equal(check_text("---/---/#-#", &checks), ROOM_DEAD_END);
    /* A box that comes to the bend from one side cannot leave it on the other. */
    static const char bend[] = "---##/---##/##-##/##---/##---";
    static const char bent[] = "---###/---###/#-####/#-----/###---";
    checks.bends_part = true;
    checks.allow_dead_ends = true;
    assert_int_equal(check_text(bend, &checks), ROOM_GOOD);
    assert_int_equal(check_text(bent, &checks), ROOM_SPLIT);
    assert_int_equal(check_text("-----/-###-/-----", &checks), ROOM_SPLIT);
    assert_int_equal(check_text("---/---/---", &checks), ROOM_GOOD);
    checks.bends_part = checks.allow_dead_ends = false;
    assert_int_equal(check_text(bent, &checks), ROOM_GOOD);
    checks.max_walls = 0.1;
    assert_int_equal(check_text("----/-##-/----", &checks), ROOM_WALLS);
    checks.max_walls = 1;
    checks.max_narrow = 0.5;
    assert_int_equal(check_text("----/-##-/----", &checks), ROOM_NARROW);
    checks.max_floors = 5;
    assert_int_equal(check_text("---/---", &checks), ROOM_MANY_FLOORS);
}

/* Whatever the source, a room that comes out passes the checks and has its size. */
static void try_source(struct fixture *f, const char *source, uint32_t width,
                       uint32_t height) {
    set(f, "rooms", source);
    struct lw_error err = {.text = ""};
    assert_int_equal(plan(f, 3, &err), LW_OK);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 0), again = rng;
        struct room room, same;
        assert_int_equal(lw_sok_room_make(&f->plan, &rng, &room, NULL, &err), LW_OK);
        assert_int_equal(lw_sok_room_check(&room, &f->plan.checks), ROOM_GOOD);
        assert_int_equal(lw_sok_room_make(&f->plan, &again, &same, NULL, &err), LW_OK);
        assert_memory_equal(room.cells, same.cells, (size_t)room.width * room.height);
        if (width != 0) {
            assert_int_equal(room.width, width);
            assert_int_equal(room.height, height);
        }
        struct lw_level *level;
        struct room back;
        assert_int_equal(lw_sok_room_to_level(&room, NULL, false, f->game, &level, &err),
                         LW_OK);
        assert_true(lw_sok_room_of_level(level, &back));
        assert_int_equal(lw_sok_room_count_floors(&back),
                         lw_sok_room_count_floors(&room));
        if (f->plan.source == ROOM_EXAMPLES) {
            assert_int_equal(back.width, width);
            assert_int_equal(back.height, height);
        }
        lw_level_destroy(level);
    }
    lw_sok_room_plan_free(&f->plan);
}

static void every_source_makes_good_rooms(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    set(&f, "size", "3x2");
    try_source(&f, "templates", 9, 6);
    try_source(&f, "candidates", 9, 6);
    set(&f, "squares", "7x8");
    try_source(&f, "templates", 7, 8);
    static const char text[] = "#########\n#  #    #\n#       #\n## #  # #\n#   ##  #\n"
                               "# $ .@  #\n#########\n";
    struct lw_collection examples;
    lw_collection_init(&examples, lw_alloc_libc());
    assert_int_equal(lw_game_read(f.game, NULL, text, sizeof text - 1, &examples, NULL),
                     LW_OK);
    f.request.examples = &examples;
    try_source(&f, "given", 7, 5);
    set(&f, "open", "0x0");
    set(&f, "dead-ends", "yes");
    try_source(&f, "examples", 7, 8);
    lw_collection_free(&examples);
    end(&f);
}

static void impossible_requests_say_so(void **state) {
    (void)state;
    struct fixture f;
    struct lw_error err;
    begin(&f);
    set(&f, "size", "1x1");
    assert_int_equal(plan(&f, 4, &err), LW_IMPOSSIBLE);
    lw_sok_room_plan_free(&f.plan);
    set(&f, "max-floor", "5");
    assert_int_equal(plan(&f, 2, &err), LW_IMPOSSIBLE);
    lw_sok_room_plan_free(&f.plan);
    set(&f, "rooms", "given");
    set(&f, "max-floor", "50");
    assert_int_equal(plan(&f, 2, &err), LW_USAGE);
    end(&f);
}

/* One line of text a row: '#' '-' '~'. */
static void room_print(const struct room *room, struct lw_buffer *out) {
    static const char marks[] = {
        [ROOM_FLOOR] = '-', [ROOM_WALL] = '#', [ROOM_MARKED] = '~'};
    for (uint32_t y = 0; y < room->height; y++) {
        for (uint32_t x = 0; x < room->width; x++) {
            lw_buffer_putc(out, marks[room_at(room, x, y)]);
        }
        lw_buffer_putc(out, '\n');
    }
}

static void a_designers_templates_replace_the_papers(void **state) {
    (void)state;
    struct fixture f;
    begin(&f);
    static const char text[] = "; a pillar\n?????\n?---?\n?-#-?\n?---?\n?????\n";
    f.request.aux_text = text;
    f.request.aux_len = sizeof text - 1;
    assert_int_equal(plan(&f, 3, NULL), LW_OK);
    struct lw_rng rng = lw_rng_make(1, 0);
    struct room room;
    assert_int_equal(lw_sok_room_make(&f.plan, &rng, &room, NULL, NULL), LW_OK);
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    room_print(&room, &out);
    assert_string_equal(lw_buffer_text(&out), "------\n-#--#-\n------\n------\n"
                                              "-#--#-\n------\n");
    lw_buffer_free(&out);
    end(&f);
}

/* The player stands top left and pushes a box from the third square to the fourth. */
static void trimming_keeps_what_is_used_and_near(void **state) {
    (void)state;
    static const struct {
        const char *room;
        uint32_t keep;
        const char *left;
    } cases[] = {
        {"-----/-###-/-----", 4, "-----\n-###-\n-----\n"},
        /* A gap in the ring makes both its ends blind. */
        {"-----/-###-/-----", 3, "----#\n#####\n#####\n"},
        {"-----/-----/-----", 1, "----#\n----#\n#####\n"},
        {"-----/-----/-----", 0, "----#\n#####\n#####\n"},
    };
    uint8_t contents[ROOM_MAX_CELLS] = {LW_SOKOBAN_PLAYER, 0, LW_SOKOBAN_BOX,
                                        LW_SOKOBAN_GOAL};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct room room = room_of(cases[i].room);
        struct lw_buffer out;
        lw_buffer_init(&out, lw_alloc_libc());
        lw_sok_room_trim(&room, contents, "rR", cases[i].keep);
        room_print(&room, &out);
        assert_string_equal(lw_buffer_text(&out), cases[i].left);
        lw_buffer_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_has_17_templates_in_75_turns),
        cmocka_unit_test(bad_template_files_name_the_place),
        cmocka_unit_test(checks_refuse_what_they_name),
        cmocka_unit_test(every_source_makes_good_rooms),
        cmocka_unit_test(trimming_keeps_what_is_used_and_near),
        cmocka_unit_test(impossible_requests_say_so),
        cmocka_unit_test(a_designers_templates_replace_the_papers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

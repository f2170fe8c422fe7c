/* The packing plan and the rooms, on levels small enough to know what is right. */
#include "test_support.h"

#include "solve/solve_internal.h"

struct fixture {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_sokoban_board *board;
    struct sok_map map;
    struct sok_rooms rooms;
    struct sok_packing packing;
    struct lw_runtime runtime;
    struct lw_meter meter;
    struct sok_task task;
    uint64_t boxes[8];
};

static void set_up(struct fixture *f, const char *text) {
    *f = (struct fixture){.game = make_game(NULL)};
    read_text(f->game, NULL, text, &f->set);
    assert_int_equal(lw_sokoban_board_create(f->set.entries[0].level, lw_alloc_libc(),
                                             &f->board, NULL),
                     LW_OK);
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    lw_meter_start(&f->meter, &f->runtime, &(struct lw_budget){.nodes = 0});
    f->task = (struct sok_task){
        .board = f->board, .alloc = lw_alloc_libc(), .meter = &f->meter};
    (void)lw_sok_task_load(&f->task, NULL, f->boxes);
    assert_true(lw_sok_map_init(&f->map, f->board, SOK_UNIT_PUSHES, lw_alloc_libc()));
    assert_true(lw_sok_rooms_init(&f->rooms, &f->map, lw_alloc_libc()));
    assert_true(lw_sok_packing_find(&f->task, &f->map, &f->rooms, &f->packing));
}

static void tear_down(struct fixture *f) {
    lw_sok_packing_free(&f->packing);
    lw_sok_rooms_free(&f->rooms);
    lw_sok_map_free(&f->map);
    lw_sokoban_board_destroy(f->board);
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
}

static unsigned square_at(const struct fixture *f, unsigned x, unsigned y) {
    return f->board->square_of[y * f->board->width + x];
}

/* A dead end is filled from its far end. */
static void far_goals_come_first(void **state) {
    (void)state;
    struct fixture f;
    set_up(&f, "###########\n"
               "#    ######\n"
               "# $$$  ...#\n"
               "#  @ ######\n"
               "###########\n");
    assert_int_equal(f.packing.left, 0);
    assert_int_equal(f.packing.n_steps, 3);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(f.packing.steps[k].from, SOK_FAR);
        assert_int_equal(f.packing.steps[k].to, square_at(&f, 9 - k, 2));
    }
    assert_int_equal(lw_sok_packing_count(&f.packing, f.boxes), 0);
    assert_int_equal(lw_sok_packing_count(&f.packing, f.map.goals), 3);
    tear_down(&f);
}

/* A door between two rooms is a link, and one box blocks it. */
static void a_box_in_a_door_blocks_the_link(void **state) {
    (void)state;
    struct fixture f;
    uint64_t boxes[8] = {0};
    set_up(&f, "##########\n"
               "#   #    #\n"
               "# @$   . #\n"
               "#   #    #\n"
               "##########\n");
    assert_int_equal(f.rooms.n_links, 1);
    assert_int_equal(lw_sok_rooms_blocked(&f.rooms, f.boxes, NULL), 0);
    sok_bit_set(boxes, square_at(&f, 4, 2));
    assert_int_equal(lw_sok_rooms_blocked(&f.rooms, boxes, NULL), 1);
    assert_int_equal(lw_sok_rooms_blocked(&f.rooms, boxes, boxes), 0);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_goals_come_first),
        cmocka_unit_test(a_box_in_a_door_blocks_the_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

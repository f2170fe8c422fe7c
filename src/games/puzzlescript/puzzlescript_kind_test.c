/* The kind: levels in and out, play through packed states, identity, pictures. */
#include "kind_internal.h"
#include "test_support.h"

static const struct lw_game_kind *const kind = &lw_puzzlescript_kind;

struct file {
    char text[16384];
    size_t len;
    struct lw_game *game;
    struct lw_collection set;
};

static void open_file(const char *name, struct file *file) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/puzzlescript/%s", LW_TEST_DATA, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    file->len = fread(file->text, 1, sizeof file->text, in);
    (void)fclose(in);
    struct lw_error err;
    lw_collection_init(&file->set, lw_alloc_libc());
    assert_int_equal(kind->game->create(lw_alloc_libc(),
                                        &(struct lw_game_spec){.source = file->text,
                                                               .source_len = file->len},
                                        &file->game, &file->set, &err),
                     LW_OK);
    assert_int_equal(
        lw_game_read(file->game, NULL, file->text, file->len, &file->set, &err), LW_OK);
    assert_string_equal(file->set.format, "puzzlescript");
}

static void close_file(struct file *file) {
    lw_collection_free(&file->set);
    lw_game_destroy(file->game);
}

static void reads_levels(void **state) {
    (void)state;
    struct file file;
    open_file("warehouse.txt", &file);
    assert_int_equal(file.set.n_errors, 0);
    assert_int_equal(file.set.n_entries, 3);
    assert_string_equal(file.set.title, "Warehouse");
    assert_string_equal(lw_note_find(file.set.entries[1].notes, "Message"),
                        "Two of them.");
    uint32_t width = 0;
    uint32_t height = 0;
    kind->level->size(file.set.entries[1].level, &width, &height);
    assert_int_equal(width, 7);
    assert_int_equal(height, 6);
    assert_int_equal(file.set.entries[0].line, 90);
    close_file(&file);
}

/* What is written reads as the same levels, also when keys had to be made up. */
static void writes_levels(void **state) {
    (void)state;
    struct file file;
    open_file("warehouse.txt", &file);
    const struct lw_ps_game *game = lw_ps_game_of(file.game);
    struct lw_ps_level *odd = (struct lw_ps_level *)(void *)file.set.entries[2].level;
    uint32_t ice = object_named(game, "ice");
    odd->cells[6] |= 1ULL << ice;
    assert_true(lw_collection_solution(&file.set, &file.set.entries[0], "", "uldr"));
    assert_true(lw_collection_solution(&file.set, &file.set.entries[0], "", "x"));
    assert_true(lw_collection_note(&file.set, &file.set.entries[2].notes, "Message after",
                                   "The end."));
    struct lw_buffer out;
    struct lw_error err;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(
        lw_game_write(file.game, &kind->level->formats[0], &file.set, &out, &err), LW_OK);
    struct lw_game *again = NULL;
    struct lw_collection set;
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(kind->game->create(lw_alloc_libc(),
                                        &(struct lw_game_spec){.source = out.data,
                                                               .source_len = out.len},
                                        &again, &set, &err),
                     LW_OK);
    assert_int_equal(lw_game_read(again, NULL, out.data, out.len, &set, &err), LW_OK);
    assert_int_equal(set.n_entries, file.set.n_entries);
    assert_non_null(strstr(lw_buffer_text(&out), "LEVELS\n=======\n"));
    const struct lw_stored_solution *first = set.entries[0].solutions;
    assert_string_equal(first->moves, "uldr");
    assert_string_equal(first->next->moves, "x");
    assert_null(set.entries[1].solutions);
    assert_string_equal(lw_note_find(set.entries[1].notes, "Message"), "Two of them.");
    assert_string_equal(lw_note_find(set.entries[2].notes, "Message after"), "The end.");
    for (size_t i = 0; i < set.n_entries; i++) {
        struct lw_id128 one;
        struct lw_id128 two;
        assert_int_equal(kind->level->canonical(set.entries[i].level, &one, NULL), LW_OK);
        assert_int_equal(kind->level->canonical(file.set.entries[i].level, &two, NULL),
                         LW_OK);
        assert_true(lw_id128_equal(one, two));
    }
    lw_collection_free(&set);
    lw_game_destroy(again);
    lw_buffer_free(&out);
    close_file(&file);
}

static void identity(void **state) {
    (void)state;
    struct file one;
    struct file two;
    struct lw_id128 ids[3];
    open_file("warehouse.txt", &one);
    open_file("gravity.txt", &two);
    (void)kind->level->canonical(one.set.entries[0].level, &ids[0], NULL);
    (void)kind->level->canonical(one.set.entries[1].level, &ids[1], NULL);
    (void)kind->level->canonical(two.set.entries[0].level, &ids[2], NULL);
    assert_false(lw_id128_equal(ids[0], ids[1]));
    assert_false(lw_id128_equal(ids[0], ids[2]));
    close_file(&one);
    close_file(&two);
}

/* Stepping packed states gives the boards that one engine gives that never packs. */
static void packed_play(const char *name, size_t entry, uint64_t seed) {
    struct file file;
    open_file(name, &file);
    const struct lw_ps_game *game = lw_ps_game_of(file.game);
    const struct lw_ps_level *level = lw_ps_level_of(file.set.entries[entry].level);
    struct lw_play *play = NULL;
    struct lw_ps_engine *engine = NULL;
    struct lw_error err;
    assert_int_equal(kind->play->open(&level->base, lw_alloc_libc(), &play, &err), LW_OK);
    assert_int_equal(lw_ps_engine_create(
                         game, (struct lw_ps_engine_spec){level->width, level->height, 0},
                         lw_alloc_libc(), &engine, &err),
                     LW_OK);
    if (lw_ps_load(engine, level->cells, "levelwright", 11).again) {
        (void)lw_ps_play(engine, LW_PS_PRESS_NONE);
    }
    uint8_t *states = calloc(3, play->state_bytes);
    assert_non_null(states);
    uint8_t *now = states;
    uint8_t *next = states + play->state_bytes;
    uint8_t *other = next + play->state_bytes;
    struct lw_rng rng = lw_rng_make(seed, 0);
    kind->play->start(play, now);
    for (int i = 0; i < 300; i++) {
        lw_step_move move = lw_rng_below(&rng, 4);
        /* A detour through another state must not show. */
        (void)kind->play->step(play, now, lw_rng_below(&rng, 4), other);
        enum lw_step step = kind->play->step(play, now, move, next);
        struct lw_ps_turn turn = lw_ps_play(engine, (enum lw_ps_input)(int)move);
        lw_ps_pack(engine, other);
        assert_memory_equal(next, other, play->state_bytes);
        assert_int_equal(step == LW_STEP_WON, turn.won);
        if (step == LW_STEP_SAME) {
            assert_memory_equal(now, next, play->state_bytes);
        }
        lw_ps_unpack(lw_ps_engine_of(play), next);
        for (uint32_t cell = 0; cell < level->width * level->height; cell++) {
            assert_memory_equal(lw_ps_cell(lw_ps_engine_of(play), cell),
                                lw_ps_cell(engine, cell),
                                game->obj_words * sizeof(uint64_t));
        }
        uint8_t *swap = now;
        now = next;
        next = swap;
    }
    free(states);
    lw_ps_engine_destroy(engine);
    kind->play->close(play);
    close_file(&file);
}

static void plays(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        packed_play("warehouse.txt", 1, seed);
        packed_play("warehouse.txt", 2, seed);
        packed_play("gravity.txt", 0, seed);
    }
}

/* States reachable in a level of three free cells, one crate and one way to win. */
static void counts_states(void **state) {
    (void)state;
    struct file file;
    open_file("warehouse.txt", &file);
    struct lw_play *play = NULL;
    struct lw_error err;
    assert_int_equal(
        kind->play->open(file.set.entries[0].level, lw_alloc_libc(), &play, &err), LW_OK);
    struct lw_state_set set;
    lw_state_set_init(&set, lw_alloc_libc(), play->state_bytes);
    uint8_t buffers[2][64];
    assert_true(play->state_bytes <= 64);
    bool added = false;
    size_t n_won = 0;
    kind->play->start(play, buffers[0]);
    (void)lw_state_set_add(&set, buffers[0], &added);
    for (uint32_t i = 0; i < set.n_states; i++) {
        lw_step_move moves[LW_MAX_MOVES];
        memcpy(buffers[0], lw_state_set_get(&set, i), play->state_bytes);
        size_t n = kind->play->moves(play, buffers[0], moves);
        assert_int_equal(n, 4);
        for (size_t m = 0; m < n; m++) {
            enum lw_step step = kind->play->step(play, buffers[0], moves[m], buffers[1]);
            (void)lw_state_set_add(&set, buffers[1], &added);
            n_won += step == LW_STEP_WON && added;
        }
    }
    /* #p*o.# : the crate starts, is on the goal, or beyond it; the player walks freely
     * on the left of it: 1 + 2 + 3 states, won with either player cell. */
    assert_int_equal(set.n_states, 6);
    assert_int_equal(n_won, 2);
    lw_state_set_free(&set);
    kind->play->close(play);
    close_file(&file);
}

/* Plays so many moves; how many were made before the work was up. */
static size_t work_of(const struct file *file, size_t n_moves, uint64_t max_work,
                      uint64_t *work) {
    struct lw_play *play = NULL;
    size_t made = 0;
    assert_int_equal(
        kind->play->open(file->set.entries[0].level, lw_alloc_libc(), &play, NULL),
        LW_OK);
    unsigned char state[2][256];
    assert_true(play->work > 0 && play->state_bytes <= sizeof *state);
    kind->play->start(play, state[0]);
    play->max_work = max_work;
    while (made < n_moves && (max_work == 0 || play->work < max_work)) {
        uint64_t before = play->work;
        (void)kind->play->step(play, state[made % 2], (lw_step_move)(made % 4),
                               state[(made + 1) % 2]);
        assert_true(play->work > before);
        made++;
    }
    *work = play->work;
    kind->play->close(play);
    return made;
}

static void counts_work(void **state) {
    (void)state;
    struct file file;
    uint64_t work = 0;
    uint64_t again = 0;
    uint64_t half = 0;
    open_file("warehouse.txt", &file);
    assert_int_equal(work_of(&file, 200, 0, &work), 200);
    assert_int_equal(work_of(&file, 200, 0, &again), 200);
    assert_int_equal(work, again);
    size_t made = work_of(&file, 200, work / 2, &half);
    assert_true(made > 50 && made < 150 && half >= work / 2);
    assert_int_equal(work_of(&file, made, 0, &again), made);
    close_file(&file);
}

static void draws(void **state) {
    (void)state;
    struct file file;
    open_file("warehouse.txt", &file);
    struct lw_play *play = NULL;
    struct lw_draw_list list;
    assert_int_equal(
        kind->play->open(file.set.entries[0].level, lw_alloc_libc(), &play, NULL), LW_OK);
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    kind->play->draw(play, NULL, &list);
    assert_false(list.failed);
    assert_int_equal(list.width, 6);
    assert_int_equal(list.height, 3);
    assert_true(list.n_shapes >= 18);
    assert_string_equal(list.glyphs[6].text, "#");
    assert_string_equal(list.glyphs[7].text, "p");
    assert_string_equal(list.glyphs[8].text, "*");
    lw_draw_free(&list);
    kind->play->close(play);
    close_file(&file);
}

/* A crate on a target looks unlike a crate: by its key if the legend has one, and by what
 * it stands on. */
static void draws_what_is_below(void **state) {
    (void)state;
    static const char source[] =
        "OBJECTS\nbackground .\ngreen\n\nplayer p\nwhite\n\ncrate *\norange\n\n"
        "target o\nblue\n\nmark m\npink\n\nLEGEND\n@ = crate and target\n"
        "x = crate and mark\nSOUNDS\nCOLLISIONLAYERS\nbackground\ntarget\nmark\n"
        "player, crate\nRULES\nWINCONDITIONS\nLEVELS\n\np*@xo\n";
    struct lw_ps_game *game = NULL;
    struct lw_draw_list list;
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), source, sizeof source - 1, &game, NULL), LW_OK);
    const struct lw_ps_entry *entry = &game->entries[0];
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    lw_ps_draw_board(game, entry->width, entry->height, entry->cells, &list);
    assert_string_equal(list.glyphs[1].text, "*");
    assert_string_equal(list.glyphs[2].text, "@");
    assert_string_equal(list.glyphs[3].text, "x");
    assert_string_equal(list.glyphs[4].text, "o");
    assert_int_equal(list.glyphs[1].bg, list.glyphs[4].bg);
    assert_int_equal(list.glyphs[2].bg, list.glyphs[4].fg);
    assert_int_not_equal(list.glyphs[3].bg, list.glyphs[2].bg);
    lw_draw_free(&list);
    lw_ps_game_destroy(game);
}

static void refuses(void **state) {
    (void)state;
    static const char no_game[] = "this is a letter, not a game\n";
    struct lw_game *game = NULL;
    struct lw_collection messages;
    struct lw_error err = {0};
    lw_collection_init(&messages, lw_alloc_libc());
    assert_int_equal(
        kind->game->create(
            lw_alloc_libc(),
            &(struct lw_game_spec){.source = no_game, .source_len = sizeof no_game - 1},
            &game, &messages, &err),
        LW_BAD_INPUT);
    assert_true(messages.n_errors > 1);
    assert_int_equal(err.line, 1);
    lw_collection_free(&messages);
    assert_int_equal(
        kind->game->create(lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL, &err),
        LW_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_levels),  cmocka_unit_test(writes_levels),
        cmocka_unit_test(identity),      cmocka_unit_test(plays),
        cmocka_unit_test(counts_states), cmocka_unit_test(draws),
        cmocka_unit_test(counts_work),   cmocka_unit_test(draws_what_is_below),
        cmocka_unit_test(refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The null game: the smallest complete game, built always, so that the template for new
 * games cannot rot.
 *
 * A level is one line of text: `@` the counter, `F` the flag, `.` free cells, `#` rocks.
 * The counter steps left or right and wins on the flag. Every group of the game table is
 * filled in its simplest honest form; docs/adding-a-game.md walks through this folder. */
#include "null_internal.h"

static lw_status game_create(const struct lw_alloc *alloc,
                             const struct lw_game_spec *spec, struct lw_game **out,
                             struct lw_collection *messages, struct lw_error *err) {
    (void)spec;
    (void)messages;
    struct lw_game *game = lw_alloc_get(alloc, sizeof *game);
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    *game = (struct lw_game){.kind = &lw_null_kind, .alloc = alloc};
    *out = game;
    return LW_OK;
}

static void game_destroy(struct lw_game *game) {
    if (game != NULL) {
        lw_alloc_free(game->alloc, game, sizeof *game);
    }
}

static const struct lw_game_ops game_ops = {.create = game_create,
                                            .destroy = game_destroy};

/* What a newcomer is shown. */

static const struct lw_lesson lessons[] = {
    {"", "You are the disc. Reach the flag."},
    {"rr", "Step left or right, one cell at a time. Rocks are in the way."},
    {"rrrr", "On the flag, the level is solved."}};

const struct lw_guide lw_null_guide = {.goal = "Walk to the flag.",
                                       .level = "@...F.#\n",
                                       .lessons = lessons,
                                       .n_lessons = 3,
                                       .controls = "Arrow keys, or swipe."};

const struct lw_game_kind lw_null_kind = {
    .name = "null",
    .title = "Null",
    .summary = "Walk along the line to the flag. The template for new games.",
    .flags = LW_GAME_TEMPLATE,
    .game = &game_ops,
    .level = &lw_null_level_ops,
    .play = &lw_null_play_ops,
    .solve = &lw_null_solve_ops,
    .advice = &lw_null_advice_ops,
    .features = &lw_null_feature_ops,
    .generators = lw_null_generators,
    .edit = &lw_null_edit_ops,
    .presets = &lw_null_preset_ops,
    .guide = &lw_null_guide,
};

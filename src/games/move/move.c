/* Move: shift all balls at once until each stands on a goal of its colour.
 *
 * The kind's table; its parts are in the files beside this one: text.c and json.c,
 * level.c (levels and identity), board.c (one move), search.c, solve.c, play.c, draw.c,
 * features.c, generate.c. */
#include "move_internal.h"

static const struct lw_option rules[] = {
    [MOVE_RULE_COLLIDE] = {.name = "collide",
                           .type = LW_OPTION_CHOICE,
                           .fallback = "train",
                           .choices = "train|static",
                           .help = "train: a row of touching balls moves as a whole; "
                                   "static: any ball ahead blocks"},
};

static lw_status create(const struct lw_alloc *alloc, const struct lw_game_spec *spec,
                        struct lw_game **out, struct lw_collection *messages,
                        struct lw_error *err) {
    struct move_game *game = lw_alloc_zero(alloc, 1, sizeof *game);
    (void)messages;
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    game->game = (struct lw_game){.kind = &lw_move_kind, .alloc = alloc};
    game->train = spec->rules == NULL || spec->rules[MOVE_RULE_COLLIDE].i == 0;
    *out = &game->game;
    return LW_OK;
}

static void destroy(struct lw_game *game) {
    if (game != NULL) {
        lw_alloc_free(game->alloc, game, sizeof(struct move_game));
    }
}

static void destroy_level(struct lw_level *level) {
    if (level != NULL) {
        const struct lw_move_level *own = lw_move_level_of(level);
        lw_alloc_free(level->game->alloc, level,
                      sizeof *own +
                          (size_t)own->width * own->height * sizeof *own->squares);
    }
}

static lw_status dup_level(const struct lw_level *base, struct lw_level **out) {
    const struct lw_move_level *level = lw_move_level_of(base);
    struct lw_move_level *copy = NULL;
    lw_status status = lw_move_level_create(base->game, level->width, level->height,
                                            level->squares, &copy, NULL);
    if (status == LW_OK) {
        *out = &copy->level;
    }
    return status;
}

static void size(const struct lw_level *base, uint32_t *width, uint32_t *height) {
    const struct lw_move_level *level = lw_move_level_of(base);
    *width = level->width;
    *height = level->height;
}

static const struct lw_format formats[] = {
    {"move", "Move text", ".move .txt", lw_move_sniff_text, lw_move_read_text,
     lw_move_write_text},
    {"json", "JSON, one level per line", ".jsonl .json", lw_move_sniff_json,
     lw_move_read_json, lw_move_write_json},
};

static const struct lw_game_ops game_ops = {.create = create, .destroy = destroy};

static const struct lw_level_ops level_ops = {
    .formats = formats,
    .n_formats = sizeof formats / sizeof *formats,
    .destroy = destroy_level,
    .dup = dup_level,
    .size = size,
    .validate = lw_level_always_valid,
    .canonical = lw_move_canonical,
};

static const struct lw_generator *const generators[] = {&lw_move_generator, NULL};

const struct lw_game_kind lw_move_kind = {
    .name = "move",
    .title = "Move",
    .summary = "Every move shifts all balls one square the same way; rocks, edges and "
               "blocked balls hold them back. Bring every ball to a goal of its colour.",
    .rule_options = rules,
    .n_rule_options = MOVE_N_RULES,
    .game = &game_ops,
    .level = &level_ops,
    .play = &lw_move_play_ops,
    .solve = &lw_move_solve_ops,
    .advice = &lw_move_advice_ops,
    .features = &lw_move_feature_ops,
    .generators = generators,
    .edit = &lw_move_edit_ops,
    .presets = &lw_move_preset_ops,
    .guide = &lw_move_guide,
    .ideas = lw_move_ideas,
};

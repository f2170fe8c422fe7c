/* Lazors: drag blocks so that the beams light every target.
 *
 * The kind's table; its parts are in the files beside this one: bff.c, bff_write.c and
 * json.c (text), level.c (levels and identity), trace.c (light), play.c and draw.c (a
 * person's view), solver.c, plan.c and solve.c, advice.c, features.c, generate.c. */
#include "lazors_internal.h"

static const struct lw_option rules[] = {
    [LAZORS_RULE_PLACE] = {.name = "place",
                           .type = LW_OPTION_CHOICE,
                           .fallback = "all",
                           .choices = "all|atmost",
                           .help = "whether a solution places all movable blocks or at "
                                   "most these"},
};

static lw_status create(const struct lw_alloc *alloc, const struct lw_game_spec *spec,
                        struct lw_game **out, struct lw_collection *messages,
                        struct lw_error *err) {
    struct lazors_game *game = lw_alloc_zero(alloc, 1, sizeof *game);
    (void)messages;
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    game->game = (struct lw_game){.kind = &lw_lazors_kind, .alloc = alloc};
    game->place_all = spec->rules == NULL || spec->rules[LAZORS_RULE_PLACE].i == 0;
    *out = &game->game;
    return LW_OK;
}

static void destroy(struct lw_game *game) {
    if (game != NULL) {
        lw_alloc_free(game->alloc, game, sizeof(struct lazors_game));
    }
}

static void destroy_level(struct lw_level *level) {
    if (level != NULL) {
        struct lw_lazors_level *own = (struct lw_lazors_level *)level;
        lw_alloc_free(level->game->alloc, own, own->bytes);
    }
}

static lw_status dup_level(const struct lw_level *base, struct lw_level **out) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    struct lw_lazors_parts parts = {.width = level->width,
                                    .height = level->height,
                                    .cells = level->cells,
                                    .lasers = level->lasers,
                                    .n_lasers = level->n_lasers,
                                    .targets = level->targets,
                                    .n_targets = level->n_targets};
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        parts.stock[block] = level->stock[block];
    }
    struct lw_lazors_level *copy;
    lw_status status = lw_lazors_level_create(base->game, &parts, &copy, NULL);
    if (status == LW_OK) {
        *out = &copy->level;
    }
    return status;
}

/* The board's own cells: a drawing takes three by three for each, and adds the tray. */
static void size(const struct lw_level *base, uint32_t *width, uint32_t *height) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    *width = level->width;
    *height = level->height;
}

static const struct lw_format formats[] = {
    {"bff", "Lazors .bff text", ".bff", lw_lazors_sniff_bff, lw_lazors_read_bff,
     lw_lazors_write_bff},
    {"json", "JSON, one level per line", ".jsonl .json", lw_lazors_sniff_json,
     lw_lazors_read_json, lw_lazors_write_json},
};

static const struct lw_game_ops game_ops = {.create = create, .destroy = destroy};

static const struct lw_level_ops level_ops = {
    .formats = formats,
    .n_formats = sizeof formats / sizeof *formats,
    .destroy = destroy_level,
    .dup = dup_level,
    .size = size,
    .validate = lw_level_always_valid,
    .canonical = lw_lazors_canonical,
};

static const struct lw_generator *const generators[] = {&lw_lazors_generator, NULL};

const struct lw_game_kind lw_lazors_kind = {
    .name = "lazors",
    .title = "Lazors",
    .summary = "Beams of light run diagonally over the board. Drag the blocks so that "
               "every target is lit.",
    .flags = LW_GAME_ID_IS_COARSE, /* it does not say whether all blocks must be placed */
    .rule_options = rules,
    .n_rule_options = LAZORS_N_RULES,
    .game = &game_ops,
    .level = &level_ops,
    .play = &lw_lazors_play_ops,
    .solve = &lw_lazors_solve_ops,
    .advice = &lw_lazors_advice_ops,
    .features = &lw_lazors_feature_ops,
    .generators = generators,
    .edit = &lw_lazors_edit_ops,
    .pointing = &lw_lazors_pointing_ops,
    .presets = &lw_lazors_preset_ops,
    .guide = &lw_lazors_guide,
    .ideas = lw_lazors_ideas,
};

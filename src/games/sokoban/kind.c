/* Sokoban: the table that makes it a game kind. */
#include "sokoban_internal.h"

#include <string.h>

static const struct lw_option rule_options[] = {
    {.name = "symbols",
     .type = LW_OPTION_TEXT,
     .value_name = "PAIRS",
     .help =
         "private symbols of a text board, in pairs of the file's character and ours: "
         "X#O$&@~- reads X as wall, O as box, & as player, ~ as floor"},
};

/* Each pair is one character of the file and the usual symbol it stands for. */
static lw_status map_symbols(struct lw_sokoban_game *game, const char *pairs,
                             struct lw_error *err) {
    size_t len = strlen(pairs);
    if (len % 2 != 0) {
        return lw_fail_option(
            err, LW_USAGE, "symbols",
            "--symbols: '%.60s' has %zu characters; pairs are expected, such as "
            "X#O$ for X as wall and O as box",
            pairs, len);
    }
    for (size_t i = 0; i < len; i += 2) {
        unsigned char from = (unsigned char)pairs[i];
        if (from <= ' ' || from >= 0x7f || strchr("#-_ .$*@+", pairs[i + 1]) == NULL) {
            return lw_fail_option(
                err, LW_USAGE, "symbols",
                "--symbols: the pair at character %zu is not understood; a "
                "visible ASCII character and then one of # - . $ * @ + are "
                "expected",
                i + 1);
        }
        game->symbol[from] = pairs[i + 1];
    }
    return LW_OK;
}

static lw_status create(const struct lw_alloc *alloc, const struct lw_game_spec *spec,
                        struct lw_game **out, struct lw_collection *messages,
                        struct lw_error *err) {
    (void)messages;
    struct lw_sokoban_game *game = lw_alloc_zero(alloc, 1, sizeof *game);
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    game->game = (struct lw_game){.kind = &lw_sokoban_kind, .alloc = alloc};
    for (size_t i = 0; i < sizeof game->symbol; i++) {
        game->symbol[i] = (char)i;
    }
    if (spec->rules != NULL && spec->rules[0].set) {
        lw_status status = map_symbols(game, spec->rules[0].text, err);
        if (status != LW_OK) {
            lw_alloc_free(alloc, game, sizeof *game);
            return status;
        }
    }
    *out = &game->game;
    return LW_OK;
}

static void destroy(struct lw_game *game) {
    if (game != NULL) {
        lw_alloc_free(game->alloc, game, sizeof(struct lw_sokoban_game));
    }
}

static const struct lw_game_ops game_ops = {.create = create, .destroy = destroy};

const struct lw_game_kind lw_sokoban_kind = {
    .name = "sokoban",
    .title = "Sokoban",
    .summary = "Walk with the arrow keys and push the boxes, one at a time and never "
               "pulling. The level is won when every box stands on a goal.",
    .flags = LW_GAME_HAS_SETS,
    .rule_options = rule_options,
    .n_rule_options = sizeof rule_options / sizeof *rule_options,
    .game = &game_ops,
    .level = &lw_sokoban_level_ops,
    .play = &lw_sokoban_play_ops,
    .solve = &lw_sokoban_solve_ops,
    .advice = &lw_sokoban_advice_ops,
    .features = &lw_sokoban_feature_ops,
    .generators = lw_sokoban_generators,
    .edit = &lw_sokoban_edit_ops,
    .pointing = &lw_sokoban_pointing_ops,
    .presets = &lw_sokoban_preset_ops,
    .guide = &lw_sokoban_guide,
    .ideas = lw_sokoban_ideas,
};

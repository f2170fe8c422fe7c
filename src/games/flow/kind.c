/* Flow as a kind of game: the table. */
#include "text/reader.h"

const char lw_flow_letters[LW_FLOW_MAX_COLOURS + 1] =
    "RBYGOCMmPAWgTbcpDEFHIJKLNQSUVXZadefhijklnoqrstuvwxyz0123456789";

static const struct lw_option rule_options[] = {
    {.name = "rules",
     .type = LW_OPTION_CHOICE,
     .fallback = "loose",
     .choices = "loose|strict",
     .help = "strict: neighbouring squares of one colour must be joined"},
};

static lw_status create(const struct lw_alloc *alloc, const struct lw_game_spec *spec,
                        struct lw_game **out, struct lw_collection *messages,
                        struct lw_error *err) {
    (void)messages;
    struct flow_game *game = lw_alloc_zero(alloc, 1, sizeof *game);
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    game->game = (struct lw_game){.kind = &lw_flow_kind, .alloc = alloc};
    game->strict = spec->rules != NULL && spec->rules[0].i == 1;
    *out = &game->game;
    return LW_OK;
}

static void destroy(struct lw_game *game) {
    if (game != NULL) {
        lw_alloc_free(game->alloc, game, sizeof(struct flow_game));
    }
}

bool lw_flow_is_strict(const struct lw_game *game) {
    return ((const struct flow_game *)game)->strict;
}

static const struct lw_format formats[] = {
    {.name = "pack",
     .title = "Numberlink pack: WIDTH HEIGHT and rows, 0 0 ends",
     .endings = ".flow .txt",
     .sniff = lw_flow_pack_sniff,
     .read = lw_flow_pack_read,
     .write = lw_flow_pack_write},
    {.name = "single",
     .title = "one board as rows of text",
     .endings = ".txt",
     .sniff = lw_flow_single_sniff,
     .read = lw_flow_single_read,
     .write = lw_flow_single_write},
    {.name = "levelpack",
     .title = "levelpack lines with solution paths (read only)",
     .endings = ".txt",
     .sniff = lw_flow_levelpack_sniff,
     .read = lw_flow_levelpack_read},
    {.name = "json",
     .title = "one JSON object per line",
     .endings = ".jsonl .json",
     .sniff = lw_flow_json_sniff,
     .read = lw_flow_json_read,
     .write = lw_flow_json_write},
};

static const struct lw_game_ops game_ops = {.create = create, .destroy = destroy};

static const struct lw_level_ops level_ops = {
    .formats = formats,
    .n_formats = sizeof formats / sizeof *formats,
    .destroy = lw_flow_level_destroy,
    .dup = lw_flow_level_dup,
    .size = lw_flow_level_size,
    .validate = lw_flow_level_validate,
    .canonical = lw_flow_level_canonical,
};

static const struct lw_generator *const generators[] = {&lw_flow_paths_generator, NULL};

const struct lw_game_kind lw_flow_kind = {
    .name = "flow",
    .title = "Flow",
    .summary =
        "Join the two endpoints of every colour with a path. Paths must not cross, "
        "and together they must cover every square.",
    .rule_options = rule_options,
    .n_rule_options = sizeof rule_options / sizeof *rule_options,
    .game = &game_ops,
    .level = &level_ops,
    .play = &lw_flow_play_ops,
    .solve = &lw_flow_solve_ops,
    .advice = &lw_flow_advice_ops,
    .features = &lw_flow_feature_ops,
    .generators = generators,
    .edit = &lw_flow_edit_ops,
    .pointing = &lw_flow_pointing_ops,
    .presets = &lw_flow_preset_ops,
    .guide = &lw_flow_guide,
    .ideas = lw_flow_ideas,
};

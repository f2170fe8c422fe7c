/* inspect: what the rules of a PuzzleScript game mean. */
#include <string.h>

#include "lw/command/levels.h"
#include "lw/puzzlescript_design.h"

static const struct lw_option options[] = {
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object"},
};

static const char *const subtypes[] = {[LW_PS_USELESS] = "useless",
                                       [LW_PS_NORMAL] = "normal",
                                       [LW_PS_CRITICAL] = "critical"};

static const struct bit_name {
    unsigned bit;
    const char *name;
} types[] = {{LW_PS_PLAYER_OBJECT, "player"},
             {LW_PS_WINNING_OBJECT, "winning"},
             {LW_PS_RULE_OBJECT, "rule"},
             {LW_PS_SOLID_OBJECT, "solid"},
             {0, NULL}},
  behaviours[] = {{LW_PS_MOVES, "move"},
                  {LW_PS_TELEPORTS, "teleport"},
                  {LW_PS_CREATED, "create"},
                  {LW_PS_DESTROYED, "destroy"},
                  {0, NULL}},
  symmetries[] = {{1U << 1, "mirror left-right"}, {1U << 2, "mirror top-bottom"},
                  {1U << 3, "half turn"},         {1U << 4, "transpose"},
                  {1U << 5, "quarter turn"},      {1U << 6, "quarter turn back"},
                  {1U << 7, "other transpose"},   {0, NULL}};

static void put_names(struct lw_buffer *out, const struct bit_name *names, unsigned bits,
                      const char *joint) {
    size_t start = out->len;
    for (; names->name != NULL; names++) {
        if ((bits & names->bit) != 0) {
            lw_buffer_printf(out, "%s%s", out->len > start ? joint : "", names->name);
        }
    }
    if (out->len == start) {
        lw_buffer_puts(out, "-");
    }
}

static void json_names(struct lw_json_writer *json, const char *key,
                       const struct bit_name *names, unsigned bits) {
    lw_json_array(json, key);
    for (; names->name != NULL; names++) {
        if ((bits & names->bit) != 0) {
            lw_json_text(json, NULL, names->name);
        }
    }
    lw_json_array_end(json);
}

static bool related(const struct lw_ps_analysis *a, uint32_t x, uint32_t y) {
    return x != y && lw_ps_has(a->related + (size_t)x * a->game->obj_words, y);
}

static const char *subtype_of(const struct lw_ps_role *role) {
    return (role->types & LW_PS_RULE_OBJECT) != 0 ? subtypes[role->subtype] : "-";
}

/* Fills up to a column of the line that began at start; every scalar counts one. */
static void fill_line(struct lw_buffer *out, size_t start, size_t column) {
    size_t width = 0;
    for (size_t i = start; i < out->len; i++) {
        width += ((unsigned char)out->data[i] & 0xc0) != 0x80;
    }
    lw_buffer_repeat(out, ' ', width < column ? column - width : 1);
}

static void put_name(const struct lw_ps_game *game, uint32_t id, struct lw_buffer *out) {
    const char *name = game->objects[id].name;
    lw_buffer_safe(out, name, strlen(name));
}

static size_t longest_name(const struct lw_ps_game *game) {
    size_t longest = 0;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        size_t len = strlen(game->objects[id].name);
        longest = len > longest ? len : longest;
    }
    return longest < 40 ? longest : 40;
}

static void put_objects(const struct lw_ps_analysis *a, struct lw_buffer *out) {
    size_t name_columns = longest_name(a->game) + 2;
    size_t start = out->len;
    lw_buffer_puts(out, "object");
    fill_line(out, start, name_columns);
    lw_buffer_printf(out, "%-20s %-9s %8s %7s  %s\n", "type", "subtype", "priority",
                     "minimum", "behaviour");
    for (uint32_t id = 0; id < a->game->n_objects; id++) {
        const struct lw_ps_role *role = &a->roles[id];
        start = out->len;
        put_name(a->game, id, out);
        fill_line(out, start, name_columns);
        put_names(out, types, role->types, "+");
        fill_line(out, start, name_columns + 20);
        lw_buffer_printf(out, " %-9s %8u %7u  ", subtype_of(role), role->priority,
                         role->minimum);
        put_names(out, behaviours, role->behaviours, ", ");
        lw_buffer_putc(out, '\n');
    }
}

static void put_relations(const struct lw_ps_analysis *a, struct lw_buffer *out) {
    lw_buffer_puts(out, "\nrelations (in one rule or win condition)\n");
    for (uint32_t x = 0; x < a->game->n_objects; x++) {
        const char *joint = "";
        size_t start = out->len;
        lw_buffer_puts(out, "  ");
        put_name(a->game, x, out);
        fill_line(out, start, 16);
        lw_buffer_puts(out, " - ");
        for (uint32_t y = 0; y < a->game->n_objects; y++) {
            if (related(a, x, y)) {
                lw_buffer_puts(out, joint);
                put_name(a->game, y, out);
                joint = ", ";
            }
        }
        if (joint[0] == '\0' && lw_buffer_ok(out)) {
            out->len = start;
        } else {
            lw_buffer_putc(out, '\n');
        }
    }
}

static void put_text(const struct lw_ps_analysis *a, struct lw_buffer *out) {
    const struct lw_ps_game *game = a->game;
    const char *title = game->title[0] == '\0' ? "untitled" : game->title;
    lw_buffer_safe(out, title, strlen(title));
    lw_buffer_printf(out,
                     ": %u object%s on %u layer%s, %u rule%s after expansion, %u win "
                     "condition%s\n\n",
                     game->n_objects, game->n_objects == 1 ? "" : "s", game->n_layers,
                     game->n_layers == 1 ? "" : "s", game->n_rules,
                     game->n_rules == 1 ? "" : "s", game->n_wins,
                     game->n_wins == 1 ? "" : "s");
    put_objects(a, out);
    put_relations(a, out);
    lw_buffer_puts(out, "\nthe rules are the same under: ");
    put_names(out, symmetries, a->symmetries, ", ");
}

static void put_object_json(const struct lw_ps_analysis *a, uint32_t id,
                            struct lw_json_writer *json) {
    const struct lw_ps_role *role = &a->roles[id];
    lw_json_object(json, NULL);
    lw_json_text(json, "name", a->game->objects[id].name);
    lw_json_uint(json, "layer", a->game->objects[id].layer);
    json_names(json, "types", types, role->types);
    if ((role->types & LW_PS_RULE_OBJECT) != 0) {
        lw_json_text(json, "subtype", subtypes[role->subtype]);
    } else {
        lw_json_null(json, "subtype");
    }
    lw_json_uint(json, "priority", role->priority);
    lw_json_uint(json, "minimum", role->minimum);
    json_names(json, "behaviours", behaviours, role->behaviours);
    lw_json_array(json, "related");
    for (uint32_t y = 0; y < a->game->n_objects; y++) {
        if (related(a, id, y)) {
            lw_json_text(json, NULL, a->game->objects[y].name);
        }
    }
    lw_json_array_end(json);
    lw_json_object_end(json);
}

static void put_json(const struct lw_ps_analysis *a, const struct lw_collection *set,
                     struct lw_buffer *out) {
    const struct lw_ps_game *game = a->game;
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "title", game->title);
    lw_json_uint(&json, "layers", game->n_layers);
    lw_json_uint(&json, "rules", game->n_rules);
    lw_json_uint(&json, "win_conditions", game->n_wins);
    json_names(&json, "symmetries", symmetries, a->symmetries);
    lw_json_array(&json, "objects");
    for (uint32_t id = 0; id < game->n_objects; id++) {
        put_object_json(a, id, &json);
    }
    lw_json_array_end(&json);
    lw_messages_json(&json, set, NULL);
    lw_json_object_end(&json);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct cli_levels levels;
    struct lw_ps_analysis analysis;
    struct lw_error err;
    int code = cli_game_open(cli, args->operands[0], "puzzlescript", NULL, &levels);
    if (code != 0) {
        return code;
    }
    cli_levels_try(cli, &levels);
    lw_status status =
        lw_ps_analyse(lw_ps_game_of(levels.game), cli->alloc, &analysis, &err);
    if (status == LW_OK) {
        struct lw_buffer out;
        lw_buffer_init(&out, cli->alloc);
        if (cli_value(args, "json")->flag) {
            put_json(&analysis, &levels.set, &out);
        } else {
            put_text(&analysis, &out);
        }
        status = lw_buffer_ok(&out) ? LW_OK : lw_fail_memory(&err);
        if (status == LW_OK) {
            cli_put_line(cli, &out);
        }
        lw_buffer_free(&out);
        lw_ps_analysis_free(&analysis);
    }
    cli_levels_close(&levels);
    return status == LW_OK ? 0 : cli_fail(cli, args->operands[0], &err);
}

const struct cli_command cli_cmd_inspect = {
    .name = "inspect",
    .summary = "analyse the rules of a PuzzleScript game",
    .operands = "FILE",
    .description =
        "For every object: its type (player, winning, rule, solid), for rule objects "
        "whether the rules lead from it to the player and to a winning object "
        "(critical), to one of them (normal) or to neither (useless), how often rules "
        "mention it, how many a level needs before every rule can apply, and what the "
        "rules do with it. Then which objects occur together in a rule or win condition, "
        "and which symmetries of the board the rules preserve. The generators work from "
        "these.\n\nA few moves of every level are played as well, and rules that never "
        "settle are reported with their line. With --json the object also contains all "
        "messages about the file.",
    .examples = "levelwright inspect game.txt\n"
                "    a table\n"
                "levelwright inspect game.txt --json\n"
                "    the same for programs\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};

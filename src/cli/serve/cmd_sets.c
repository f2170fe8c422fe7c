/* sets: level sets from packs of the database, as Taylor (2015, chapter 3) chose his. */
#include <math.h>
#include <string.h>

#include "lw/command/cli.h"
#include "lw/command/database.h"

static const struct lw_option options[] = {
    CLI_DATABASE_OPTIONS,
    {.name = "count",
     .type = LW_OPTION_INT,
     .fallback = "25",
     .min = 1,
     .max = 1000,
     .letter = 'n',
     .help = "levels per set"},
    {.name = "width", .type = LW_OPTION_RANGE, .help = "of the levels, in cells"},
    {.name = "height", .type = LW_OPTION_RANGE, .help = "of the levels, in cells"},
    {.name = "pieces",
     .type = LW_OPTION_RANGE,
     .help = "number of pieces to place, such as boxes"},
    {.name = "boxes", .type = LW_OPTION_RANGE, .help = "the older name of --pieces"},
    {.name = "moves",
     .type = LW_OPTION_RANGE,
     .help = "moves of the best known solution"},
    {.name = "title",
     .type = LW_OPTION_TEXT,
     .value_name = "TEXT",
     .repeat = true,
     .help = "title of a set, in the order of the packs; default: the pack's own"},
    {.name = "generated",
     .type = LW_OPTION_TEXT,
     .value_name = "PACK",
     .repeat = true,
     .help = "this pack was made by a program; the others count as hand-made"},
    {.name = "easy",
     .type = LW_OPTION_FLAG,
     .help = "show these sets first, to everyone"},
    {.name = "nodes",
     .type = LW_OPTION_INT,
     .fallback = "1000000",
     .min = 0,
     .max = 1e15,
     .help = "node limit for solving a level without a known solution; 0 to leave such "
             "levels out"},
    {.name = "seed",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = 1e15,
     .help = "seed of the random choice"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "print results as JSON"},
};

/* The n-th use of a repeated option; NULL when there are fewer. */
static const char *repeat_text(const struct cli_args *args, const char *name, size_t n) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, name) == 0 && n-- == 0) {
            return args->repeats[i].text;
        }
    }
    return NULL;
}

static bool is_generated(const struct cli_args *args, const char *pack) {
    const char *text;
    for (size_t i = 0; (text = repeat_text(args, "generated", i)) != NULL; i++) {
        if (strcmp(text, pack) == 0) {
            return true;
        }
    }
    return false;
}

/* A pack by its id or by its title, which must be the only one such. */
static lw_status find_pack(struct lw_store *store, const char *name,
                           struct lw_arena *arena, struct lw_store_pack *out,
                           struct lw_error *err) {
    struct lw_store_pack_list list;
    size_t n = 0;
    lw_status status = lw_store_pack_list(
        store, &(struct lw_store_pack_filter){.page = {0, 100000}}, arena, &list, err);
    for (size_t i = 0; status == LW_OK && i < list.n; i++) {
        if (strcmp(list.packs[i].id, name) == 0) {
            *out = list.packs[i];
            return LW_OK;
        }
        if (strcmp(list.packs[i].title, name) == 0) {
            *out = list.packs[i];
            n++;
        }
    }
    if (status == LW_OK && n != 1) {
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0,
                    n == 0 ? "there is no pack '%.80s'; 'levelwright db packs' lists "
                             "them, 'levelwright db import FILE' makes one"
                           : "several packs are called '%.80s'; give the id, which "
                             "'levelwright db packs' shows",
                    name);
    }
    return status;
}

static lw_status name_packs(const struct cli_args *args, struct lw_store *store,
                            struct lw_arena *arena, struct lw_store_choice_pack *out,
                            struct lw_error *err) {
    for (size_t i = 0; i < args->n_operands; i++) {
        struct lw_store_pack *pack = lw_arena_zero(arena, 1, sizeof *pack);
        if (pack == NULL) {
            return lw_fail_memory(err);
        }
        lw_status status = find_pack(store, args->operands[i], arena, pack, err);
        if (status != LW_OK) {
            return status;
        }
        const char *title = repeat_text(args, "title", i);
        out[i] = (struct lw_store_choice_pack){
            .pack = pack->id,
            .title = title != NULL ? title : pack->title,
            .origin = is_generated(args, args->operands[i]) ? "generated" : "handmade",
            .pinned = cli_value(args, "easy")->flag};
    }
    return LW_OK;
}

static struct lw_store_range range_of(const struct cli_args *args, const char *name) {
    const struct lw_option_value *value = cli_value(args, name);
    return value->set ? (struct lw_store_range){value->lo, value->hi}
                      : (struct lw_store_range){0, 0};
}

static void show_json(struct cli *cli, const struct lw_store_chosen *chosen) {
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(cli, &line, &json);
    lw_json_text(&json, "set", chosen->set.id);
    lw_json_text(&json, "title", chosen->set.title);
    lw_json_text(&json, "origin", chosen->set.origin);
    lw_json_uint(&json, "levels", chosen->set.n_levels);
    lw_json_uint(&json, "of", chosen->n_pack);
    lw_json_uint(&json, "fit", chosen->n_fit);
    lw_json_uint(&json, "unsolved", chosen->n_unsolved);
    lw_json_real(&json, "mean_size", chosen->size);
    lw_json_real(&json, "mean_pieces", chosen->pieces);
    lw_json_real(&json, "mean_boxes", chosen->pieces); /* once its name */
    lw_json_real(&json, "mean_moves", chosen->moves);
    cli_json_end(cli, &line, &json);
}

static void show(struct cli *cli, const struct lw_store_chosen *chosen, size_t n) {
    (void)fprintf(cli->out, "%-32s %6s %6s %6s %6s %7s %6s %7s\n", "set", "levels", "fit",
                  "of", "left", "squares", "pieces", "moves");
    for (size_t i = 0; i < n; i++) {
        const struct lw_store_chosen *at = &chosen[i];
        (void)fprintf(cli->out, "%s %6llu %6zu %6zu %6zu %7.1f %6.2f %7.1f  ", at->set.id,
                      (unsigned long long)at->set.n_levels, at->n_fit, at->n_pack,
                      at->n_unsolved, at->size, at->pieces, at->moves);
        cli_put_safe(cli->out, at->set.title);
        (void)fputc('\n', cli->out);
    }
}

static int choose(struct cli *cli, const struct cli_args *args, struct lw_store *store) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_choice_pack packs[LW_STORE_MAX_CHOICE];
    struct lw_store_chosen chosen[LW_STORE_MAX_CHOICE];
    struct lw_arena arena;
    struct lw_store_choice choice = {
        .packs = packs,
        .n_packs = args->n_operands,
        .count = (size_t)cli_value(args, "count")->i,
        .seed = (uint64_t)cli_value(args, "seed")->i,
        .width = range_of(args, "width"),
        .height = range_of(args, "height"),
        .pieces = range_of(args, cli_value(args, "pieces")->set ? "pieces" : "boxes"),
        .moves = range_of(args, "moves"),
        .solve_nodes = (uint64_t)cli_value(args, "nodes")->i,
        .runtime = cli->runtime,
        .cancel = cli->cancel,
        .now_ms = cli_now_ms()};
    size_t n = args->n_operands;
    const char *where = NULL;
    lw_arena_init(&arena, cli->alloc);
    lw_status status = name_packs(args, store, &arena, packs, &err);
    if (status == LW_OK) {
        status = lw_store_sets_choose(store, &choice, &arena, chosen, &err);
        where = status != LW_OK && err.line > 0 ? args->operands[err.line - 1] : NULL;
        err.line = 0;
    }
    for (size_t i = 0; i < n && status == LW_OK && cli_value(args, "json")->flag; i++) {
        show_json(cli, &chosen[i]);
    }
    if (status == LW_OK && !cli_value(args, "json")->flag) {
        show(cli, chosen, n);
    }
    lw_arena_free(&arena);
    return status == LW_OK ? 0 : cli_fail(cli, where, &err);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store *store;
    lw_status status = cli_database_open(cli, args, false, &store, &err);
    int code = status == LW_OK ? choose(cli, args, store) : cli_fail(cli, NULL, &err);
    lw_store_close(store);
    return code;
}

const struct cli_command cli_cmd_sets = {
    .name = "sets",
    .summary = "make level sets from packs, matched in size, pieces and moves",
    .operands = "PACK...",
    .description =
        "Makes a level set from each pack of the database, given by id or title, as "
        "Taylor (2015, chapter 3) did: the same number of levels from each collection, "
        "with a given size, number of pieces and number of moves. The levels are drawn "
        "so "
        "that each has a counterpart in every other set; the means of each set are "
        "printed. A level without a known solution is solved first, within --nodes, and "
        "the solution is kept.\n\nThe server shows an easy set first and the others in "
        "an order that is random but fixed for each player. Either all sets are made or "
        "none.",
    .examples = "levelwright db import microban-1.xsb sasquatch-2.xsb\n"
                "    the collections\n"
                "levelwright sets Microban Sasquatch --pieces 3..6 --moves 40..200\n"
                "    25 levels from each, matched\n"
                "levelwright sets 'Sokoban, easy' --generated 'Sokoban, easy' --easy\n"
                "    a set that everyone sees first\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = LW_STORE_MAX_CHOICE,
    .run = run,
};

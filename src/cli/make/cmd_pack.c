/* pack: level files merged, proven, filtered, without duplicates, in order. */
#include <inttypes.h>
#include <string.h>

#include "lw/candidates.h"
#include "lw/command/levels.h"
#include "make/pool_options.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_POOL_OPTIONS,
    {.name = "limit",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 1e9,
     .letter = 'n',
     .help = "keep at most this many"},
    {.name = "diverse",
     .type = LW_OPTION_FLAG,
     .help = "with --limit: keep the most diverse instead of the first"},
    {.name = "nodes",
     .type = LW_OPTION_INT,
     .fallback = "2000000",
     .min = 1,
     .max = 9e18,
     .help = "search-node limit for solving a level without a valid stored solution"},
    {.name = "threads",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 4096,
     .fallback = "0",
     .help = "number of cores to use; 0 for all"},
};

struct item {
    struct lw_made_level made;
    enum lw_refusal refusal;
};

struct pack {
    struct cli *cli;
    const struct cli_args *args;
    struct lw_game *game; /* of the first file: levels outlive the others */
    struct lw_pool pool;
    struct lw_filter filters[CLI_MAX_FILTERS];
    struct item *items;
    size_t n_items, cap;
    uint64_t counts[LW_N_REFUSALS];
};

static size_t more_options(int argc, char **argv, struct lw_option *more, size_t room) {
    const struct lw_game_kind *kind = lw_game_kind_default(false);
    for (int i = 0; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--game") == 0) {
            kind = lw_game_kind_find(argv[i + 1]);
        }
    }
    return kind == NULL ? 0 : cli_pool_measure_options(kind, NULL, 0, more, room);
}

static char *copy_text(const struct lw_alloc *alloc, const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = lw_alloc_get(alloc, bytes);
    return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

/* The first stored solution that solves. */
static const char *good_solution(const struct lw_game_kind *kind,
                                 const struct lw_entry *entry) {
    const struct lw_stored_solution *at = entry->solutions;
    while (at != NULL && kind->solve->measure(entry->level, at->moves, strlen(at->moves),
                                              NULL, NULL) != LW_OK) {
        at = at->next;
    }
    return at == NULL ? NULL : at->moves;
}

/* The same puzzle, under the rules of both? */
static bool is_same(const struct lw_level *a, const struct lw_level *b) {
    struct lw_id128 one, two;
    return a->game->kind->level->canonical(a, &one, NULL) == LW_OK &&
           b->game->kind->level->canonical(b, &two, NULL) == LW_OK &&
           memcmp(&one, &two, sizeof one) == 0;
}

/* Levels are printed and read again for the first file's game, which they then belong
 * to; a pack is one game. A file with other rules (another PuzzleScript source) would
 * become other levels. */
static int move_level(struct pack *pack, const struct cli_levels *levels,
                      const struct lw_entry *entry, struct lw_level **out) {
    struct lw_error err = {.status = LW_OK};
    if (levels->game == pack->game) {
        return entry->level->game->kind->level->dup(entry->level, out) == LW_OK ? 0 : 5;
    }
    struct lw_buffer text;
    lw_buffer_init(&text, pack->cli->alloc);
    lw_status status = lw_level_text(entry->level, &text, &err);
    if (status == LW_OK) {
        status = lw_level_read(pack->game, lw_buffer_text(&text), text.len, out, &err);
    }
    if (status == LW_OK && (pack->game->kind->flags & LW_GAME_FROM_SOURCE) != 0 &&
        !is_same(entry->level, *out)) {
        lw_level_destroy(*out);
        status = lw_fail(&err, LW_BAD_INPUT, 0, 0,
                         "its levels have other rules than those of the first file");
    }
    lw_buffer_free(&text);
    return status == LW_OK ? 0 : cli_fail(pack->cli, levels->file, &err);
}

static int add_levels(struct pack *pack, const struct cli_levels *levels) {
    const struct lw_alloc *alloc = pack->cli->alloc;
    for (size_t i = 0; i < levels->set.n_entries; i++) {
        const struct lw_entry *entry = &levels->set.entries[i];
        struct lw_error err;
        struct lw_made_level made = {.index = pack->n_items};
        const char *solution = NULL;
        if (pack->game->kind->level->validate(entry->level, &err) == LW_OK) {
            solution = good_solution(pack->game->kind, entry);
        }
        int code = move_level(pack, levels, entry, &made.level);
        if (code != 0) {
            return code;
        }
        made.solution = solution == NULL ? NULL : copy_text(alloc, solution);
        made.title = entry->title[0] == '\0' ? NULL : copy_text(alloc, entry->title);
        if (!lw_grow(alloc, &pack->items, &pack->cap, pack->n_items + 1,
                     sizeof *pack->items)) {
            lw_made_level_free(alloc, &made);
            (void)lw_fail_memory(&err);
            return cli_fail(pack->cli, NULL, &err);
        }
        pack->items[pack->n_items++] = (struct item){.made = made};
    }
    return 0;
}

static void examine(void *ctx, size_t index, uint32_t worker) {
    struct pack *pack = ctx;
    struct lw_runtime runtime = *pack->cli->runtime;
    (void)worker;
    runtime.n_workers = 1;
    runtime.parallel = NULL;
    runtime.progress = NULL;
    struct item *item = &pack->items[index];
    item->refusal = lw_pool_examine(&pack->pool, &runtime, &item->made);
}

static int take_all(struct pack *pack) {
    lw_runtime_parallel(pack->cli->runtime, pack->n_items, examine, pack);
    for (size_t i = 0; i < pack->n_items; i++) {
        struct item *item = &pack->items[i];
        struct lw_error err;
        if (item->refusal == LW_REFUSED_NOT) {
            struct lw_made_level made = item->made;
            item->made = (struct lw_made_level){.level = NULL};
            if (lw_pool_take(&pack->pool, &made, &item->refusal, &err) != LW_OK) {
                return cli_fail(pack->cli, NULL, &err);
            }
        }
        pack->counts[item->refusal]++;
        lw_made_level_free(pack->cli->alloc, &item->made);
    }
    return 0;
}

/* Rates all levels when they are to be ordered by that; a game without ratings has its
 * own order. */
static int rate_levels(struct pack *pack, struct lw_rater *rater) {
    const char *order = cli_value(pack->args, "order")->text;
    struct lw_error err = {.status = LW_OK};
    if (order != NULL && !lw_order_is_rating(order)) {
        return 0;
    }
    lw_status status =
        lw_rater_open(rater, pack->game->kind, NULL, 0, pack->cli->alloc, &err);
    if (status != LW_OK) {
        return status == LW_UNSUPPORTED && order == NULL
                   ? 0
                   : cli_fail(pack->cli, NULL, &err);
    }
    struct lw_grader grader =
        lw_grader_make(rater, 1, 10, pack->cli->cancel, pack->cli->runtime);
    pack->pool.rates = true;
    lw_pool_rate_all(&pack->pool, &grader, pack->cli->runtime, 0);
    return 0;
}

static int order_levels(struct pack *pack) {
    struct lw_error err = {.status = LW_OK};
    struct lw_rater rater = {.kind = NULL};
    int code = rate_levels(pack, &rater);
    if (code == 0 &&
        lw_pool_order(&pack->pool, cli_value(pack->args, "order")->text, &err) != LW_OK) {
        code = cli_fail(pack->cli, NULL, &err);
    }
    lw_rater_close(&rater);
    return code;
}

static int deliver(struct pack *pack) {
    struct lw_error err = {.status = LW_OK};
    const struct lw_option_value *limit = cli_value(pack->args, "limit");
    size_t n = limit->set ? (size_t)limit->i : pack->pool.n_levels;
    lw_status status = LW_OK;
    if (cli_value(pack->args, "diverse")->flag) {
        status = lw_pool_diversify(&pack->pool, n, &err);
    }
    if (status != LW_OK) {
        return cli_fail(pack->cli, NULL, &err);
    }
    int ordered = order_levels(pack);
    if (ordered != 0) {
        return ordered;
    }
    lw_pool_limit(&pack->pool, n);
    (void)fprintf(pack->cli->err, "levelwright: kept %zu of %zu levels",
                  pack->pool.n_levels, pack->n_items);
    for (enum lw_refusal i = LW_REFUSED_INVALID; i < LW_N_REFUSALS; i++) {
        if (pack->counts[i] > 0) {
            (void)fprintf(pack->cli->err, ", %" PRIu64 " %s", pack->counts[i],
                          lw_refusal_name(i));
        }
    }
    (void)fputc('\n', pack->cli->err);
    struct cli_tally tally = {.good = pack->pool.n_levels,
                              .limit = pack->counts[LW_REFUSED_UNPROVEN],
                              .bad = pack->counts[LW_REFUSED_INVALID]};
    int code =
        cli_pool_deliver(pack->cli, pack->args,
                         &(struct cli_made){.game = pack->game, .pool = &pack->pool});
    return code != 0 ? code : cli_tally_exit_code(&tally);
}

static int avoid_levels(struct pack *pack) {
    struct lw_against against;
    struct lw_error err;
    lw_against_init(&against, pack->cli->alloc);
    int code = cli_against(pack->cli, pack->args, pack->game, &against);
    if (code == 0 && lw_pool_avoid(&pack->pool, &against, &err) != LW_OK) {
        code = cli_fail(pack->cli, NULL, &err);
    }
    lw_against_free(&against);
    return code;
}

static int prepare_pool(struct pack *pack) {
    size_t n_filters;
    lw_pool_init(&pack->pool, pack->game->kind, pack->cli->alloc);
    int code = cli_pool_filters(pack->cli, pack->args, pack->game->kind, pack->filters,
                                &n_filters);
    pack->pool.filters = pack->filters;
    pack->pool.n_filters = n_filters;
    pack->pool.budget =
        (struct lw_budget){.nodes = (uint64_t)cli_value(pack->args, "nodes")->i,
                           .memory_bytes = (size_t)1 << 30,
                           .cancel = pack->cli->cancel};
    if (code == 0) {
        code = cli_pool_check_outputs(pack->cli, pack->args, pack->game->kind);
    }
    return code != 0 ? code : avoid_levels(pack);
}

static int pack_files(struct pack *pack, struct cli_levels *files) {
    const struct cli_args *args = pack->args;
    for (size_t i = 0; i < args->n_operands; i++) {
        int code = cli_levels_open_args(pack->cli, args, args->operands[i], &files[i]);
        if (code == 0 && i == 0) {
            pack->game = files[0].game;
            code =
                pack->game->kind->solve == NULL
                    ? cli_usage(pack->cli, "%s has no solver, so no level can be proven",
                                pack->game->kind->title)
                    : prepare_pool(pack);
        }
        if (code == 0 && files[i].game->kind != pack->game->kind) {
            code = cli_usage(
                pack->cli,
                "'%.60s' contains %s levels, but the files before it contain %s levels",
                args->operands[i], files[i].game->kind->title, pack->game->kind->title);
        }
        code = code != 0 ? code : add_levels(pack, &files[i]);
        if (code != 0) {
            return code;
        }
    }
    int code = take_all(pack);
    return code != 0 ? code : deliver(pack);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct pack pack = {.cli = cli, .args = args};
    struct cli_levels *files = lw_alloc_zero(cli->alloc, args->n_operands, sizeof *files);
    if (files == NULL) {
        struct lw_error err;
        (void)lw_fail_memory(&err);
        return cli_fail(cli, NULL, &err);
    }
    int code = pack_files(&pack, files);
    for (size_t i = 0; i < pack.n_items; i++) {
        lw_made_level_free(cli->alloc, &pack.items[i].made);
    }
    lw_alloc_free(cli->alloc, pack.items, pack.cap * sizeof *pack.items);
    if (pack.pool.alloc != NULL) {
        lw_pool_free(&pack.pool);
    }
    for (size_t i = 0; i < args->n_operands; i++) {
        if (files[i].game != NULL) {
            cli_levels_close(&files[i]);
        }
    }
    lw_alloc_free(cli->alloc, files, args->n_operands * sizeof *files);
    return code;
}

const struct cli_command cli_cmd_pack = {
    .name = "pack",
    .summary = "merge level files into one pack",
    .operands = "FILE...",
    .description =
        "Merges level files of one game. Each level is proven solvable (its stored "
        "solution is replayed, or it is solved), the same puzzle appears only once even "
        "if mirrored or rotated, and the pack is sorted by difficulty. Levels that "
        "cannot be proven within --nodes are left out and counted.",
    .examples =
        "levelwright pack a.sok b.xsb -o all.sok\n"
        "    both files, without duplicates\n"
        "levelwright pack all.sok --pushes 20..60 --limit 30 --diverse -o thirty.sok\n"
        "    thirty levels that differ as much as possible\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 10000,
    .more_options = more_options,
    .run = run,
};

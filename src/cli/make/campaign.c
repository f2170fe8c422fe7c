/* Campaigns on the command line: the file is read and judged, its games are opened, and
 * the levels are made and written. */
#include "make/campaign.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "make/pool_options.h"
#include "make/recipe.h"

#define MAX_FILE ((size_t)1 << 20)

bool cli_is_campaign(const char *operand) {
    size_t len = strlen(operand);
    return len > 5 && strcmp(operand + len - 5, ".json") == 0 &&
           lw_game_kind_find(operand) == NULL;
}

/* Opening. */

/* A game's file is named from where the campaign is. */
static void beside(const char *campaign, const char *file, struct lw_buffer *out) {
    const char *slash = strrchr(campaign, '/');
    if (file[0] != '/' && slash != NULL) {
        lw_buffer_add(out, campaign, (size_t)(slash - campaign) + 1);
    }
    lw_buffer_puts(out, file);
}

static bool same_game(const struct lw_campaign_chapter *a,
                      const struct lw_campaign_chapter *b) {
    return a->kind == b->kind && strcmp(a->rules, b->rules) == 0 &&
           (a->file == NULL) == (b->file == NULL) &&
           (a->file == NULL || strcmp(a->file, b->file) == 0);
}

static int open_chapter(struct cli *cli, const char *path, struct cli_campaign *c,
                        size_t i) {
    const struct lw_campaign_chapter *chapter = &c->campaign.chapters[i];
    struct lw_error err = {.status = LW_OK};
    for (size_t k = 0; k < i; k++) {
        if (same_game(&c->campaign.chapters[k], chapter)) {
            c->games[i] = c->games[k];
            c->examples[i] = c->examples[k];
            return 0;
        }
    }
    if (chapter->file != NULL) {
        struct lw_buffer name;
        lw_buffer_init(&name, cli->alloc);
        beside(path, chapter->file, &name);
        int code = cli_game_open(cli, lw_buffer_text(&name), chapter->kind->name,
                                 chapter->rules, &c->sources[i]);
        lw_buffer_free(&name);
        c->games[i] = c->sources[i].game;
        c->examples[i] =
            code == 0 && c->sources[i].set.n_entries > 0 ? &c->sources[i].set : NULL;
        return code;
    }
    struct lw_open_request request = {
        .alloc = cli->alloc, .kind = chapter->kind, .rules = chapter->rules};
    if (lw_open_game(&request, &c->plain[i], &err) != LW_OK) {
        err.line = chapter->line;
        err.column = 0;
        return cli_fail(cli, path, &err);
    }
    c->games[i] = c->plain[i].game;
    return 0;
}

int cli_campaign_open(struct cli *cli, const char *path, struct cli_campaign *out) {
    struct lw_error err = {.status = LW_OK};
    *out = (struct cli_campaign){.games = NULL};
    lw_buffer_init(&out->text, cli->alloc);
    lw_arena_init(&out->campaign.arena, cli->alloc);
    lw_status status = lw_platform_read_file(path, MAX_FILE, &out->text, &err);
    if (status == LW_OK) {
        status = lw_campaign_read(&out->campaign, lw_buffer_text(&out->text),
                                  out->text.len, cli->alloc, &err);
    }
    if (status != LW_OK) {
        out->campaign.n_chapters = 0;
        return cli_fail(cli, path, &err);
    }
    size_t n = out->campaign.n_chapters;
    out->sources = lw_alloc_zero(cli->alloc, n, sizeof *out->sources);
    out->plain = lw_alloc_zero(cli->alloc, n, sizeof *out->plain);
    out->games = lw_alloc_zero(cli->alloc, n, sizeof *out->games);
    out->examples = lw_alloc_zero(cli->alloc, n, sizeof *out->examples);
    if (out->sources == NULL || out->plain == NULL || out->games == NULL ||
        out->examples == NULL) {
        (void)lw_fail_memory(&err);
        return cli_fail(cli, NULL, &err);
    }
    int code = 0;
    for (size_t i = 0; i < n && code == 0; i++) {
        code = open_chapter(cli, path, out, i);
    }
    return code;
}

void cli_campaign_close(struct cli *cli, struct cli_campaign *c) {
    size_t n = c->campaign.n_chapters;
    for (size_t i = 0; i < n; i++) {
        if (c->sources != NULL && c->sources[i].game != NULL) {
            cli_levels_close(&c->sources[i]);
        }
        if (c->plain != NULL && c->plain[i].kind != NULL) {
            lw_opened_close(&c->plain[i]);
        }
    }
    lw_alloc_free(cli->alloc, c->sources, n * sizeof *c->sources);
    lw_alloc_free(cli->alloc, c->plain, n * sizeof *c->plain);
    lw_alloc_free(cli->alloc, c->games, n * sizeof *c->games);
    lw_alloc_free(cli->alloc, c->examples, n * sizeof *c->examples);
    lw_buffer_free(&c->text);
    lw_campaign_close(&c->campaign);
}

/* Making. */

/* Everything else is said by the file. */
static int refuse_other_options(struct cli *cli, const struct cli_args *args) {
    const char *other =
        cli_given_beyond(args, "seed|threads|output|json|colour|recipe|expect");
    return other == NULL ? 0
                         : cli_usage(cli,
                                     "--%s: the campaign's file says that; a campaign "
                                     "takes --seed, --threads, --output, --recipe and "
                                     "--json",
                                     other);
}

/* Which levels have a neighbour whose interval reaches over them? */
static size_t count_sure(const struct lw_campaign_run *run, size_t *n_pairs) {
    size_t n = 0;
    *n_pairs = 0;
    for (size_t i = 1; i < run->n_levels; i++) {
        const struct lw_verdict *a = &run->levels[i - 1].made.verdict,
                                *b = &run->levels[i].made.verdict;
        if (run->levels[i].chapter == run->levels[i - 1].chapter) {
            (*n_pairs)++;
            n += a->rating <= b->rating;
        }
    }
    return n;
}

static void report(struct cli *cli, const struct cli_campaign *c,
                   const struct lw_campaign_run *run, double seconds) {
    for (size_t i = 0; i < c->campaign.n_chapters; i++) {
        const struct lw_campaign_report *at = &run->reports[i];
        (void)fprintf(cli->err,
                      "levelwright: chapter %zu: %" PRIu64 " candidates, %" PRIu64
                      " levels that fit, %" PRIu64 " too alike, %zu to choose from\n",
                      i + 1, at->n_candidates, at->n_made, at->n_alike, at->n_kept);
    }
    double worst = 0, sum = 0, least = 1, apart = 0;
    size_t n_pairs, n = run->n_levels, n_taught = 0, n_ideas = 0;
    for (size_t i = 0; i < n; i++) {
        const struct lw_campaign_level *level = &run->levels[i];
        double miss = fabs(level->made.verdict.rating - level->wanted);
        worst = fmax(worst, miss);
        sum += miss;
        least = fmin(least, level->apart);
        apart += level->apart;
        n_ideas += level->teaches != NULL;
        n_taught += level->has_it;
    }
    size_t sure = count_sure(run, &n_pairs);
    (void)fprintf(cli->err,
                  "levelwright: seed %" PRIu64
                  ": %zu levels in %.1f s; rating off the curve by %.2f on average, %.2f "
                  "at most; %zu of %zu steps rise; nearest other level: %.2f of the "
                  "squares differ on average, %.2f at least",
                  run->seed, n, seconds, n > 0 ? sum / (double)n : 0, worst, sure,
                  n_pairs, n > 0 ? apart / (double)n : 0, least);
    if (n_ideas > 0) {
        (void)fprintf(cli->err, "; %zu of %zu ideas taught as asked", n_taught, n_ideas);
    }
    (void)fputc('\n', cli->err);
}

static int finish_recipe(struct cli *cli, const struct cli_args *args,
                         const struct lw_campaign_run *run) {
    struct cli_recipe recipe = {.game = args->operands[0], .seed = run->seed};
    lw_buffer_init(&recipe.ids, cli->alloc);
    for (size_t i = 0; i < run->campaign->n_chapters; i++) {
        const struct lw_campaign_chapter *chapter = &run->campaign->chapters[i];
        for (size_t k = 0; k < chapter->n_sources; k++) {
            cli_recipe_add_generator(&recipe, chapter->kind,
                                     chapter->sources[k].generator);
        }
    }
    for (size_t i = 0; i < run->n_levels; i++) {
        cli_recipe_add_level(&recipe, &run->levels[i].made);
    }
    int code = cli_recipe_finish(cli, args, &recipe);
    lw_buffer_free(&recipe.ids);
    return code;
}

static int make(struct cli *cli, const struct cli_args *args,
                const struct cli_campaign *c, struct lw_campaign_run *run) {
    struct lw_error err = {.status = LW_OK};
    const struct lw_option_value *seed = cli_value(args, "seed");
    *run = (struct lw_campaign_run){.campaign = &c->campaign,
                                    .games = c->games,
                                    .examples = c->examples,
                                    .seed = seed->set              ? (uint64_t)seed->i
                                            : c->campaign.has_seed ? c->campaign.seed
                                                                   : cli_draw_seed(cli),
                                    .budget = {.cancel = cli->cancel},
                                    .alloc = cli->alloc};
    uint64_t begin_ns = lw_runtime_now_ns(cli->runtime);
    struct cli_progress *progress = cli_progress_begin(cli, "campaign");
    lw_status status = lw_campaign_make(run, cli->runtime, &err);
    cli_progress_end(progress);
    report(cli, c, run, (double)(lw_runtime_now_ns(cli->runtime) - begin_ns) * 1e-9);
    int code = status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
    int delivered = run->n_levels == 0 ? code : cli_campaign_deliver(cli, args, c, run);
    if (delivered == 0 && status != LW_CANCELLED && !atomic_load(cli->cancel)) {
        delivered = finish_recipe(cli, args, run);
    }
    return delivered != 0 ? delivered : code;
}

int cli_campaign_generate(struct cli *cli, const struct cli_args *args) {
    struct cli_campaign campaign;
    int code = refuse_other_options(cli, args);
    if (code != 0) {
        return code;
    }
    code = cli_campaign_open(cli, args->operands[0], &campaign);
    if (code == 0) {
        code = cli_campaign_check_outputs(cli, args, &campaign);
    }
    if (code == 0) {
        struct lw_campaign_run *run = lw_alloc_zero(cli->alloc, 1, sizeof *run);
        if (run == NULL) {
            struct lw_error err;
            (void)lw_fail_memory(&err);
            code = cli_fail(cli, NULL, &err);
        } else {
            code = make(cli, args, &campaign, run);
            lw_campaign_run_free(run);
            lw_alloc_free(cli->alloc, run, sizeof *run);
        }
    }
    cli_campaign_close(cli, &campaign);
    return code;
}

/* What a campaign is written as: a pack in the game's formats, JSON lines, a booklet as
 * PDF or SVG, and a report with pictures as a page of HTML. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lw/render.h"
#include "make/campaign.h"
#include "make/pool_options.h"

static bool ends_with(const char *path, const char *ending) {
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && lw_text_equal_nocase(path + n - m, m, ending);
}

static bool is_own(const char *path) {
    return ends_with(path, ".pdf") || ends_with(path, ".svg") ||
           ends_with(path, ".html") || ends_with(path, ".jsonl");
}

/* The one game of the campaign that has a format for this file; NULL: none or several. */
static const struct lw_game *game_of_file(const struct cli_campaign *c, const char *path,
                                          const struct lw_format **format) {
    const struct lw_game *game = NULL;
    for (size_t i = 0; i < c->campaign.n_chapters; i++) {
        const struct lw_format *one = NULL;
        if (game != c->games[i] &&
            lw_format_by_ending(c->games[i]->kind, path, &one, NULL) == LW_OK) {
            if (game != NULL) {
                return NULL;
            }
            game = c->games[i];
            *format = one;
        }
    }
    return game;
}

int cli_campaign_check_outputs(struct cli *cli, const struct cli_args *args,
                               const struct cli_campaign *campaign) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        const char *path = args->repeats[i].text;
        const struct lw_format *format;
        struct lw_error err;
        if (strcmp(args->options[args->repeats[i].option].name, "output") != 0) {
            continue;
        }
        if (!is_own(path) && game_of_file(campaign, path, &format) == NULL) {
            return cli_usage(cli,
                             "'%.100s': a campaign is written as .pdf or .svg (a "
                             "booklet), .html (a report), .jsonl, or in a format of one "
                             "of its games",
                             path);
        }
        if (lw_platform_may_write(path, &err) != LW_OK) {
            return cli_fail(cli, path, &err);
        }
    }
    return 0;
}

struct writing {
    struct cli *cli;
    const struct cli_campaign *c;
    const struct lw_campaign_run *run;
    struct lw_draw_list *lists; /* [n_levels] */
    struct lw_arena arena;
};

/* "difficulty 3.4, 12 pushes. New: a box has to wait" */
static const char *note_of(struct writing *w, const struct lw_campaign_level *level) {
    struct lw_buffer text;
    lw_buffer_init(&text, w->cli->alloc);
    lw_buffer_printf(&text, "difficulty %.1f", level->made.verdict.rating);
    const struct lw_solve_ops *solve = level->made.level->game->kind->solve;
    if (solve->n_measures > 0 && isfinite(level->made.measures[0])) {
        lw_buffer_printf(&text, ", %g %s", level->made.measures[0],
                         solve->measures[0].name);
    }
    if (level->has_it) {
        lw_buffer_printf(&text, ". New: %s", level->teaches->help);
    }
    char *copy = lw_arena_text(&w->arena, lw_buffer_text(&text), text.len);
    lw_buffer_free(&text);
    return copy == NULL ? "" : copy;
}

static size_t levels_of(const struct writing *w, size_t chapter) {
    size_t n = 0;
    for (size_t i = 0; i < w->run->n_levels; i++) {
        n += w->run->levels[i].chapter == chapter;
    }
    return n;
}

static const char *chapter_title(struct writing *w, size_t i) {
    const char *title = w->c->campaign.chapters[i].title;
    char text[40];
    if (title[0] != '\0') {
        return title;
    }
    (void)snprintf(text, sizeof text, "Chapter %zu", i + 1);
    char *copy = lw_arena_text(&w->arena, text, strlen(text));
    return copy == NULL ? "" : copy;
}

static lw_status write_booklet(struct writing *w, bool pdf, struct lw_buffer *out,
                               struct lw_error *err) {
    size_t n = w->run->n_levels, n_chapters = w->c->campaign.n_chapters;
    struct lw_booklet_item *items = lw_arena_zero(&w->arena, n, sizeof *items);
    struct lw_booklet_chapter *chapters =
        lw_arena_zero(&w->arena, n_chapters, sizeof *chapters);
    if (items == NULL || chapters == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        items[i] = (struct lw_booklet_item){.list = &w->lists[i],
                                            .title = "",
                                            .note = note_of(w, &w->run->levels[i]),
                                            .solution = w->run->levels[i].made.solution};
    }
    for (size_t i = 0; i < n_chapters; i++) {
        chapters[i] = (struct lw_booklet_chapter){.title = chapter_title(w, i),
                                                  .text = w->c->campaign.chapters[i].text,
                                                  .n_items = levels_of(w, i)};
    }
    struct lw_booklet book = {.title = w->c->campaign.title,
                              .subtitle = w->c->campaign.author,
                              .chapters = chapters,
                              .n_chapters = n_chapters,
                              .items = items};
    return lw_render_booklet(pdf ? LW_BOOKLET_PDF : LW_BOOKLET_SVG, &book, out, err);
}

/* JSON lines. */

static lw_status put_lines(const struct writing *w, struct lw_buffer *out,
                           struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < w->run->n_levels && status == LW_OK; i++) {
        const struct lw_campaign_level *level = &w->run->levels[i];
        const struct lw_made_line line = {
            .number = i + 1,
            .generator = level->generator->name,
            .seed = &level->seed,
            .rules = w->c->campaign.chapters[level->chapter].rules};
        status = lw_made_level_json(&level->made, &line, out, err);
        lw_buffer_putc(out, '\n');
    }
    return status;
}

/* A pack. */

static lw_status put_pack(const struct writing *w, const char *path,
                          struct lw_buffer *out, struct lw_error *err) {
    const struct lw_format *format = NULL;
    const struct lw_game *game = game_of_file(w->c, path, &format);
    struct lw_collection set;
    lw_collection_init(&set, w->cli->alloc);
    lw_status status = lw_campaign_collect(w->run, game, &set, err);
    if (status == LW_OK) {
        status = lw_game_write(game, format, &set, out, err);
    }
    lw_collection_free(&set);
    return status;
}

/* The report. */

static void put_curve(const struct writing *w, struct lw_buffer *out) {
    size_t n = w->run->n_levels;
    double step = n > 1 ? 800.0 / (double)(n - 1) : 0;
    lw_buffer_puts(out, "<svg viewBox=\"-30 -10 850 230\" role=\"img\"><title>Rating of "
                        "every level, and the curve that was asked for</title>\n");
    for (int y = 1; y <= 10; y += 3) {
        lw_buffer_printf(out,
                         "<line x1=\"0\" x2=\"800\" y1=\"%d\" y2=\"%d\" "
                         "stroke=\"#ddd\"/><text x=\"-8\" y=\"%d\" font-size=\"11\" "
                         "text-anchor=\"end\">%d</text>\n",
                         220 - 20 * y, 220 - 20 * y, 224 - 20 * y, y);
    }
    lw_buffer_puts(out, "<polyline fill=\"none\" stroke=\"#c60\" points=\"");
    for (size_t i = 0; i < n; i++) {
        lw_buffer_printf(out, "%.1f,%.1f ", step * (double)i,
                         220 - 20 * w->run->levels[i].wanted);
    }
    lw_buffer_puts(out, "\"/>\n");
    for (size_t i = 0; i < n; i++) {
        const struct lw_verdict *v = &w->run->levels[i].made.verdict;
        double x = step * (double)i;
        lw_buffer_printf(out,
                         "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
                         "stroke=\"#9bc\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" "
                         "fill=\"#246\"/>\n",
                         x, x, 220 - 20 * lw_plain_rating(v->low),
                         220 - 20 * lw_plain_rating(v->high), x, 220 - 20 * v->rating);
    }
    lw_buffer_puts(out, "</svg>\n");
}

static lw_status put_chapter(struct writing *w, size_t chapter, size_t first,
                             struct lw_buffer *out, struct lw_error *err) {
    size_t n = levels_of(w, chapter);
    struct lw_sheet_item *items = lw_arena_zero(&w->arena, n, sizeof *items);
    if (items == NULL) {
        return lw_fail_memory(err);
    }
    lw_buffer_puts(out, "<h2>");
    lw_markup_escape(out, chapter_title(w, chapter));
    lw_buffer_puts(out, "</h2>\n<p>");
    lw_markup_escape(out, w->c->campaign.chapters[chapter].text);
    const struct lw_campaign_report *at = &w->run->reports[chapter];
    lw_buffer_printf(out,
                     "</p>\n<p>%" PRIu64 " candidates, %" PRIu64 " levels that fit, "
                     "%" PRIu64 " too alike, %zu to choose from.</p>\n",
                     at->n_candidates, at->n_made, at->n_alike, at->n_kept);
    for (size_t i = 0; i < n; i++) {
        const struct lw_campaign_level *level = &w->run->levels[first + i];
        char title[60];
        (void)snprintf(title, sizeof title, "%.1f%s%s", level->made.verdict.rating,
                       level->has_it ? ", " : "",
                       level->has_it ? level->teaches->name : "");
        char *copy = lw_arena_text(&w->arena, title, strlen(title));
        if (copy == NULL) {
            return lw_fail_memory(err);
        }
        items[i] = (struct lw_sheet_item){
            .list = &w->lists[first + i], .title = copy, .number = first + i + 1};
    }
    return n == 0 ? LW_OK
                  : lw_render_sheet(LW_PICTURE_SVG, &(struct lw_sheet){items, n, NULL},
                                    &(struct lw_picture_style){.theme = LW_THEME_LIGHT},
                                    out, err);
}

static void put_table(const struct writing *w, struct lw_buffer *out) {
    lw_buffer_puts(out, "<table><tr><th>level<th>wanted<th>rating<th>90 % interval"
                        "<th>nearest other<th>new idea<th>made by</tr>\n");
    for (size_t i = 0; i < w->run->n_levels; i++) {
        const struct lw_campaign_level *level = &w->run->levels[i];
        const struct lw_verdict *v = &level->made.verdict;
        lw_buffer_printf(out,
                         "<tr><td>%zu<td>%.2f<td>%.2f<td>%.2f to %.2f<td>%.2f<td>%s%s"
                         "<td>%s %" PRIu64 ".%" PRIu64 "</tr>\n",
                         i + 1, level->wanted, v->rating, lw_plain_rating(v->low),
                         lw_plain_rating(v->high), level->apart,
                         level->teaches == NULL ? "" : level->teaches->name,
                         level->teaches != NULL && !level->has_it ? " (missed)" : "",
                         level->generator->name, level->seed, level->made.index);
    }
    lw_buffer_puts(out, "</table>\n");
}

static lw_status put_report(struct writing *w, struct lw_buffer *out,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    size_t first = 0;
    lw_buffer_puts(out, "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
                        "<title>");
    lw_markup_escape(out, w->c->campaign.title);
    lw_buffer_puts(out,
                   "</title>\n<style>body{font:15px system-ui,sans-serif;max-width:60em;"
                   "margin:2em auto;padding:0 1em}svg{width:100%;height:auto}"
                   "td,th{padding:.1em .6em;text-align:right}</style>\n<h1>");
    lw_markup_escape(out, w->c->campaign.title);
    lw_buffer_printf(out,
                     "</h1>\n<p>%zu levels, seed %" PRIu64 ", levelwright " LW_VERSION
                     ". Dots are ratings with their 90&nbsp;%% intervals; the line is "
                     "what was asked for.</p>\n",
                     w->run->n_levels, w->run->seed);
    put_curve(w, out);
    for (size_t i = 0; i < w->c->campaign.n_chapters && status == LW_OK; i++) {
        status = put_chapter(w, i, first, out, err);
        first += levels_of(w, i);
    }
    lw_buffer_puts(out, "<h2>All levels</h2>\n");
    put_table(w, out);
    lw_buffer_puts(out, "</html>\n");
    return status;
}

/* Files. */

static lw_status write_file(struct writing *w, const char *path, struct lw_error *err) {
    struct lw_buffer out;
    lw_buffer_init(&out, w->cli->alloc);
    lw_status status = ends_with(path, ".pdf") || ends_with(path, ".svg")
                           ? write_booklet(w, ends_with(path, ".pdf"), &out, err)
                       : ends_with(path, ".html")  ? put_report(w, &out, err)
                       : ends_with(path, ".jsonl") ? put_lines(w, &out, err)
                                                   : put_pack(w, path, &out, err);
    if (status == LW_OK) {
        status = cli_write_buffer(path, &out, err);
    }
    lw_buffer_free(&out);
    return status;
}

static int write_all(struct writing *w, const struct cli_args *args) {
    bool any = false;
    struct lw_error err = {.status = LW_OK};
    for (size_t i = 0; i < args->n_repeats; i++) {
        const char *path = args->repeats[i].text;
        if (strcmp(args->options[args->repeats[i].option].name, "output") != 0) {
            continue;
        }
        any = true;
        if (write_file(w, path, &err) != LW_OK) {
            return cli_fail(w->cli, path, &err);
        }
    }
    if (any && !cli_value(args, "json")->flag) {
        return 0;
    }
    struct lw_buffer lines;
    lw_buffer_init(&lines, w->cli->alloc);
    lw_status status = put_lines(w, &lines, &err);
    (void)fwrite(lw_buffer_text(&lines), 1, lines.len, w->cli->out);
    lw_buffer_free(&lines);
    return status == LW_OK ? 0 : cli_fail(w->cli, NULL, &err);
}

int cli_campaign_deliver(struct cli *cli, const struct cli_args *args,
                         const struct cli_campaign *campaign,
                         struct lw_campaign_run *run) {
    struct writing w = {.cli = cli, .c = campaign, .run = run};
    struct lw_error err = {.status = LW_OK};
    lw_status status = LW_OK;
    lw_arena_init(&w.arena, cli->alloc);
    w.lists = lw_alloc_zero(cli->alloc, run->n_levels, sizeof *w.lists);
    if (w.lists == NULL) {
        status = lw_fail_memory(&err);
    }
    for (size_t i = 0; i < run->n_levels && status == LW_OK; i++) {
        lw_draw_init(&w.lists[i], cli->alloc, LW_THEME_LIGHT);
    }
    for (size_t i = 0; i < run->n_levels && status == LW_OK; i++) {
        status = lw_level_draw(run->levels[i].made.level, &w.lists[i], &err);
    }
    int code = status == LW_OK ? write_all(&w, args) : cli_fail(cli, NULL, &err);
    for (size_t i = 0; w.lists != NULL && i < run->n_levels; i++) {
        lw_draw_free(&w.lists[i]);
    }
    lw_alloc_free(cli->alloc, w.lists, run->n_levels * sizeof *w.lists);
    lw_arena_free(&w.arena);
    return code;
}

/* Filters, packs to avoid and outputs of generate and pack. */
#include "make/pool_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"
#include "lw/base/json_value.h"
#include "lw/command/levels.h"

uint64_t cli_draw_seed(const struct cli *cli) {
    uint64_t now = lw_runtime_now_ns(cli->runtime) ^ lw_platform_cpu_ns() << 20;
    return lw_mix64(now) % 1000000000u;
}

/* Filters. */

size_t cli_pool_measure_options(const struct lw_game_kind *kind,
                                const struct lw_option *have, size_t n_have,
                                struct lw_option *more, size_t room) {
    size_t n = 0;
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        const struct lw_measure *measure = &kind->solve->measures[i];
        if (n < room && lw_option_find(have, n_have, measure->name,
                                       strlen(measure->name)) == n_have) {
            more[n++] = (struct lw_option){
                .name = measure->name, .type = LW_OPTION_RANGE, .help = measure->help};
        }
    }
    return n;
}

static int add_filter(struct cli *cli, const struct lw_game_kind *kind, const char *text,
                      bool is_min, struct lw_filter *filter) {
    static const struct lw_option least = {.name = "min", .type = LW_OPTION_REAL};
    size_t len = strcspn(text, "=");
    struct lw_error err = {.status = LW_OK};
    struct lw_option_value value = {.set = false};
    if (text[len] != '=') {
        return cli_usage(cli, "--%s '%.60s': expected NAME=%s", is_min ? "min" : "filter",
                         text, is_min ? "a number" : "a range");
    }
    lw_status status =
        is_min ? lw_filter_find(kind, text, len, filter, &err)
               : lw_filter_read(kind, text, len, text + len + 1, filter, &err);
    if (status == LW_OK && is_min) {
        status = lw_option_parse(&least, text + len + 1, &value, &err);
        filter->lo = value.real;
    }
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

int cli_pool_filters(struct cli *cli, const struct cli_args *args,
                     const struct lw_game_kind *kind,
                     struct lw_filter filters[CLI_MAX_FILTERS], size_t *n) {
    *n = 0;
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        const char *name = kind->solve->measures[i].name;
        size_t at = lw_option_find(args->options, args->n_options, name, strlen(name));
        if (at < args->n_options && args->options[at].type == LW_OPTION_RANGE &&
            args->values[at].given) {
            filters[(*n)++] = (struct lw_filter){
                .which = i, .lo = args->values[at].lo, .hi = args->values[at].hi};
        }
    }
    for (size_t i = 0; i < args->n_repeats; i++) {
        const char *name = args->options[args->repeats[i].option].name;
        bool is_min = strcmp(name, "min") == 0;
        if (!is_min && strcmp(name, "filter") != 0) {
            continue;
        }
        if (*n == CLI_MAX_FILTERS) {
            return cli_usage(cli, "more than %d filters were given", CLI_MAX_FILTERS);
        }
        int code = add_filter(cli, kind, args->repeats[i].text, is_min, &filters[(*n)++]);
        if (code != 0) {
            return code;
        }
    }
    struct lw_error err;
    if (lw_filters_possible(kind, filters, *n, NULL, NULL, &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    return 0;
}

int cli_against(struct cli *cli, const struct cli_args *args, struct lw_game *game,
                struct lw_against *against) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "against") != 0) {
            continue;
        }
        struct cli_levels levels;
        int code = cli_levels_beside(cli, args->repeats[i].text, game, &levels);
        if (code != 0) {
            return code;
        }
        struct lw_error err;
        lw_status status = lw_against_add_levels(against, &levels.set, &err);
        cli_levels_close(&levels);
        if (status != LW_OK) {
            return cli_fail(cli, NULL, &err);
        }
    }
    return 0;
}

/* Outputs. */

static bool ends_with(const char *path, const char *ending) {
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && lw_text_equal_nocase(path + n - m, m, ending);
}

static bool is_picture(const char *path, enum lw_picture_format *format) {
    *format = ends_with(path, ".png") ? LW_PICTURE_PNG : LW_PICTURE_SVG;
    return ends_with(path, ".png") || ends_with(path, ".svg");
}

static bool is_json_lines(const char *path) {
    return ends_with(path, ".jsonl") || ends_with(path, ".ndjson");
}

static int check_output(struct cli *cli, const struct lw_game_kind *kind,
                        const char *path) {
    enum lw_picture_format format;
    struct lw_error err;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (!is_picture(path, &format) && !is_json_lines(path) &&
        cli_write_format(cli, kind, NULL, path) == NULL) {
        return lw_status_exit_code(LW_USAGE);
    }
    return lw_platform_may_write(path, &err) == LW_OK ? 0 : cli_fail(cli, path, &err);
}

int cli_pool_check_outputs(struct cli *cli, const struct cli_args *args,
                           const struct lw_game_kind *kind) {
    const struct lw_option_value *to = cli_value(args, "to");
    int code = 0;
    if (to->set && cli_write_format(cli, kind, to->text, NULL) == NULL) {
        return lw_status_exit_code(LW_USAGE);
    }
    for (size_t i = 0; i < args->n_repeats && code == 0; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "output") == 0) {
            code = check_output(cli, kind, args->repeats[i].text);
        }
    }
    return code;
}

static lw_status put_sheet(struct cli *cli, const struct lw_collection *set,
                           enum lw_picture_format format, struct lw_buffer *out,
                           struct lw_error *err) {
    size_t n = set->n_entries;
    struct lw_picture_style style = {.theme = LW_THEME_LIGHT};
    struct lw_draw_list *lists = lw_alloc_zero(cli->alloc, n, sizeof *lists);
    struct lw_sheet_item *items = lw_alloc_zero(cli->alloc, n, sizeof *items);
    lw_status status = lists == NULL || items == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; lists != NULL && i < n; i++) {
        lw_draw_init(&lists[i], cli->alloc, style.theme);
    }
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = lw_level_draw(set->entries[i].level, &lists[i], err);
        items[i] = (struct lw_sheet_item){
            .list = &lists[i], .title = set->entries[i].title, .number = i + 1};
    }
    if (status == LW_OK) {
        status = lw_render_sheet(format, &(struct lw_sheet){items, n, set->title}, &style,
                                 out, err);
    }
    for (size_t i = 0; lists != NULL && i < n; i++) {
        lw_draw_free(&lists[i]);
    }
    lw_alloc_free(cli->alloc, lists, n * sizeof *lists);
    lw_alloc_free(cli->alloc, items, n * sizeof *items);
    return status;
}

struct delivery {
    struct cli *cli;
    const struct cli_args *args;
    const struct cli_made *made;
    struct lw_buffer json; /* all levels, one object a line */
    struct lw_collection set;
};

const char *cli_given_beyond(const struct cli_args *args, const char *words) {
    for (size_t i = 0; i < args->n_options; i++) {
        if (args->values[i].given &&
            lw_word_find(words, '|', args->options[i].name) == SIZE_MAX) {
            return args->options[i].name;
        }
    }
    return NULL;
}

lw_status cli_write_buffer(const char *path, const struct lw_buffer *buf,
                           struct lw_error *err) {
    return lw_buffer_ok(buf)
               ? lw_platform_write_file(path, lw_buffer_text(buf), buf->len, err)
               : lw_fail_memory(err);
}

static lw_status write_file(const struct delivery *d, const char *path,
                            struct lw_error *err) {
    enum lw_picture_format picture;
    struct lw_buffer out;
    lw_buffer_init(&out, d->cli->alloc);
    lw_status status = LW_OK;
    if (is_picture(path, &picture)) {
        status = put_sheet(d->cli, &d->set, picture, &out, err);
    } else if (is_json_lines(path)) {
        lw_buffer_add(&out, lw_buffer_text(&d->json), d->json.len);
    } else {
        const struct lw_format *format =
            cli_write_format(d->cli, d->made->game->kind, NULL, path);
        status = format == NULL
                     ? lw_fail(err, LW_USAGE, 0, 0,
                               "this extension belongs to no level format")
                     : lw_game_write(d->made->game, format, &d->set, &out, err);
    }
    if (status == LW_OK) {
        status = cli_write_buffer(path, &out, err);
    }
    lw_buffer_free(&out);
    return status;
}

static int write_standard_output(const struct delivery *d) {
    const struct lw_option_value *to = cli_value(d->args, "to");
    struct lw_buffer out;
    struct lw_error err = {.status = LW_OK};
    if (cli_value(d->args, "json")->flag) {
        (void)fwrite(lw_buffer_text(&d->json), 1, d->json.len, d->cli->out);
        return 0;
    }
    const struct lw_format *format =
        to->set ? lw_game_format_find(d->made->game->kind, to->text)
                : lw_game_format_of_packs(d->made->game->kind);
    if (format == NULL) {
        return cli_usage(d->cli, "%s has no level format that can be written; use --json",
                         d->made->game->kind->title);
    }
    lw_buffer_init(&out, d->cli->alloc);
    lw_status status = lw_game_write(d->made->game, format, &d->set, &out, &err);
    if (status == LW_OK) {
        (void)fwrite(lw_buffer_text(&out), 1, out.len, d->cli->out);
    }
    lw_buffer_free(&out);
    return status == LW_OK ? 0 : cli_fail(d->cli, NULL, &err);
}

static int write_all(const struct delivery *d) {
    bool to_file = false,
         to_standard = cli_value(d->args, "json")->flag || cli_value(d->args, "to")->set;
    for (size_t i = 0; i < d->args->n_repeats; i++) {
        const char *path = d->args->repeats[i].text;
        struct lw_error err;
        if (strcmp(d->args->options[d->args->repeats[i].option].name, "output") != 0) {
            continue;
        }
        if (strcmp(path, "-") == 0) {
            to_standard = true;
            continue;
        }
        to_file = true;
        if (write_file(d, path, &err) != LW_OK) {
            return cli_fail(d->cli, path, &err);
        }
    }
    return d->made->printed || (to_file && !to_standard) ? 0 : write_standard_output(d);
}

lw_status cli_made_line(const struct cli_args *args, const struct cli_made *made,
                        const struct lw_made_level *level, size_t number,
                        struct lw_buffer *out, struct lw_error *err) {
    struct lw_buffer rules;
    lw_buffer_init(&rules, out->alloc);
    cli_rule_lines(args, &rules);
    const struct lw_made_line line = {.number = number,
                                      .generator = made->source,
                                      .seed = made->source == NULL ? NULL : &made->seed,
                                      .rules = lw_buffer_text(&rules)};
    lw_status status = lw_made_level_json(level, &line, out, err);
    lw_buffer_free(&rules);
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}

int cli_pool_deliver(struct cli *cli, const struct cli_args *args,
                     const struct cli_made *made) {
    struct delivery d = {.cli = cli, .args = args, .made = made};
    struct lw_pool *pool = made->pool;
    struct lw_error err = {.status = LW_OK};
    lw_status status = LW_OK;
    lw_buffer_init(&d.json, cli->alloc);
    lw_collection_init(&d.set, cli->alloc);
    for (size_t i = 0; i < pool->n_levels && status == LW_OK; i++) {
        status = cli_made_line(args, made, &pool->levels[i], i + 1, &d.json, &err);
        lw_buffer_putc(&d.json, '\n');
    }
    if (status == LW_OK) {
        status = lw_pool_collect(pool, made->source, made->seed, &d.set, &err);
    }
    int code = status != LW_OK        ? cli_fail(cli, NULL, &err)
               : d.set.n_entries == 0 ? 0
                                      : write_all(&d);
    lw_collection_free(&d.set);
    lw_buffer_free(&d.json);
    return code;
}

/* Tables of levels: read, measured, made into evidence. */
#include "table/level_table.h"

#include <math.h>
#include <string.h>

#include "table/same_level.h"

#define MAX_FILE_BYTES ((size_t)256 << 20)

lw_status lab_table_read(struct cli *cli, const char *path, struct lw_table *out,
                         struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_platform_read_file(path, MAX_FILE_BYTES, &text, err);
    if (status == LW_OK) {
        status = lw_table_read(cli->alloc, lw_buffer_text(&text), text.len, out, err);
    }
    lw_buffer_free(&text);
    return status;
}

static bool allows_simulated(const struct cli_args *args) {
    for (size_t i = 0; i < args->n_options; i++) {
        if (strcmp(args->options[i].name, "simulated") == 0) {
            return args->values[i].i == 1;
        }
    }
    return false;
}

lw_status lab_people_read(struct cli *cli, const struct cli_args *args, const char *path,
                          struct lw_table *out, struct lw_error *err) {
    lw_status status = lab_table_read(cli, path, out, err);
    const struct lw_column *marked =
        status == LW_OK ? lw_table_find(out, "simulated") : NULL;
    size_t n = 0;
    uint32_t first = 0; /* line of the first */
    for (size_t i = 0; marked != NULL && i < out->n_rows; i++) {
        if (strcmp(marked->text[i], "true") == 0) {
            first = n++ == 0 ? out->lines[i] : first;
        }
    }
    if (n > 0 && !allows_simulated(args)) {
        lw_table_free(out);
        return lw_fail(err, LW_BAD_INPUT, first, 0,
                       "%zu rows are marked as simulated: no people did this; say "
                       "--simulated yes to learn from them all the same",
                       n);
    }
    return status;
}

void level_table_free(struct cli *cli, struct level_table *s) {
    lw_alloc_free(cli->alloc, s->items, (s->table.n_rows + 1) * sizeof *s->items);
    lw_collection_free(&s->set);
    lw_table_free(&s->table);
}

static lw_status read_level(struct level_table *s, const struct lw_game *game, size_t row,
                            const char *layout, struct lw_error *err) {
    struct lw_buffer text;
    size_t before = s->set.n_entries;
    lw_buffer_init(&text, s->set.arena.alloc);
    lw_buffer_puts(&text, layout);
    for (size_t i = 0; i < text.len; i++) {
        text.data[i] = text.data[i] == '|' ? '\n' : text.data[i];
    }
    lw_status status = lw_game_read(game, game->kind->level->formats[0].name,
                                    lw_buffer_text(&text), text.len, &s->set, err);
    lw_buffer_free(&text);
    if (status == LW_OK && s->set.n_entries != before + 1) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the cell does not contain exactly one level");
    }
    if (status == LW_OK) {
        s->items[s->n].level = s->set.entries[before].level;
        s->row[s->n] = row;
        status = game->kind->level->canonical(s->items[s->n].level, &s->ids[s->n], NULL);
        s->n++;
    } else {
        err->line = (uint32_t)row + 2;
        err->column = 0;
    }
    return status;
}

static void say_left_out(struct cli *cli, const struct level_table *s, const char *path,
                         const char *layout, size_t first_without) {
    if (s->n_without_level > 0) {
        (void)fprintf(cli->err, "levelwright %s: ", cli->command->name);
        cli_put_safe(cli->err, path);
        (void)fprintf(cli->err,
                      ": %zu of %zu rows have no level in column '%.60s' and are left "
                      "out; the first is row %zu\n",
                      s->n_without_level, s->table.n_rows, layout, first_without);
    }
    if (s->n_excluded > 0) {
        (void)fprintf(cli->err, "levelwright %s: ", cli->command->name);
        cli_put_safe(cli->err, path);
        (void)fprintf(cli->err,
                      ": %zu levels are left out because --exclude contains them\n",
                      s->n_excluded);
    }
}

lw_status level_table_read(struct cli *cli, const struct cli_args *args,
                           const struct lw_game *game, const char *path,
                           struct level_table *s, struct lw_error *err) {
    const struct level_table *skip = s->skip;
    const char *layout = cli_value(args, "layout")->text;
    *s = (struct level_table){.skip = skip};
    lw_collection_init(&s->set, cli->alloc);
    lw_status status = lab_people_read(cli, args, path, &s->table, err);
    if (status != LW_OK) {
        lw_collection_free(&s->set);
        return status;
    }
    size_t n = s->table.n_rows + 1, first_without = 0;
    const struct lw_column *column = lw_table_find(&s->table, layout);
    s->items = lw_alloc_zero(cli->alloc, n, sizeof *s->items);
    s->ids = lw_arena_zero(&s->table.arena, n, sizeof *s->ids);
    s->row = lw_arena_zero(&s->table.arena, n, sizeof *s->row);
    s->copies = lw_arena_zero(&s->table.arena, n, sizeof *s->copies);
    if (s->items == NULL || s->ids == NULL || s->row == NULL || s->copies == NULL) {
        status = lw_fail_memory(err);
    } else if (column == NULL) {
        status = lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", layout);
    }
    for (size_t i = 0; status == LW_OK && i < s->table.n_rows; i++) {
        if (column->text[i][0] == '\0') {
            first_without = s->n_without_level++ == 0 ? i + 1 : first_without;
            continue;
        }
        status = read_level(s, game, i, column->text[i], err);
        for (size_t k = 0; status == LW_OK && skip != NULL && k < skip->n; k++) {
            if (lw_id128_equal(s->ids[s->n - 1], skip->ids[k])) {
                s->n--;
                s->n_excluded++;
                break;
            }
        }
    }
    if (status == LW_OK) {
        say_left_out(cli, s, path, layout, first_without);
    } else {
        level_table_free(cli, s);
    }
    return status;
}

/* The number of a level's row in the column that an option names; rows without a level
 * may hold anything. */
static lw_status number_of(const struct cli_args *args, const struct level_table *s,
                           const char *option, size_t row, double *out,
                           struct lw_error *err) {
    const char *name = cli_value(args, option)->text;
    const struct lw_column *column = lw_table_find(&s->table, name);
    if (column == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 1, 0,
                       "there is no column '%.60s'; choose another with --%s", name,
                       option);
    }
    *out = column->value[row];
    return isnan(*out) ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                                 "column '%.60s', row %zu: '%.40s' is not a number; "
                                 "remove such rows first",
                                 name, row + 1, column->text[row])
                       : LW_OK;
}

/* What people did in all rows of one level. */
struct answers {
    double sum, n;        /* of a column that is the answer itself */
    double solved, plays; /* else */
};

static lw_status add_row(const struct cli_args *args, const struct level_table *s,
                         size_t row, struct answers *all, struct lw_error *err) {
    double solved, plays;
    if (cli_value(args, "answer")->set) {
        lw_status status = number_of(args, s, "answer", row, &solved, err);
        all->sum += solved;
        all->n++;
        return status;
    }
    lw_status status = number_of(args, s, "solved", row, &solved, err);
    if (status == LW_OK) {
        status = number_of(args, s, "plays", row, &plays, err);
    }
    if (status == LW_OK && !(solved >= 0 && solved <= plays)) {
        status = lw_fail(err, LW_BAD_INPUT, (uint32_t)row + 2, 0,
                         "%g finished out of %g plays is not possible", solved, plays);
    }
    if (status == LW_OK) {
        all->solved += solved;
        all->plays += plays;
    }
    return status;
}

/* What is to be predicted, larger for harder, and how often the level was played. */
static lw_status answer_of(const struct cli_args *args, const struct level_table *s,
                           size_t item, double *out, double *plays,
                           struct lw_error *err) {
    struct answers all = {.n = 0};
    lw_status status = add_row(args, s, s->row[item], &all, err);
    for (size_t c = 0; status == LW_OK && c < s->n_copies; c++) {
        if (lw_id128_equal(s->copies[c].id, s->ids[item])) {
            status = add_row(args, s, s->copies[c].row, &all, err);
        }
    }
    if (status == LW_OK && all.n > 0) {
        *out = all.sum / all.n;
        *plays = all.n;
    } else if (status == LW_OK) {
        /* Half a play on either side keeps none and all finite. */
        *out = -log((all.solved + 0.5) / (all.plays - all.solved + 0.5));
        *plays = all.plays;
    }
    return status;
}

lw_status level_table_pick(const char *const *names, size_t n, const char *list,
                           unsigned char *columns, struct lw_error *err) {
    memset(columns, list == NULL, n);
    for (const char *at = list == NULL ? "" : list; *at != '\0';) {
        size_t len = strcspn(at, ","), j = 0;
        while (j < n && (strlen(names[j]) != len || memcmp(names[j], at, len) != 0)) {
            j++;
        }
        if (j == n) {
            return lw_fail(err, LW_USAGE, 0, 0, "there is no feature '%.*s'", (int)len,
                           at);
        }
        columns[j] = 1;
        at += len + (at[len] == ',');
    }
    return LW_OK;
}

void level_table_tell_unmeasured(struct cli *cli, const struct level_table *s,
                                 size_t item) {
    (void)fprintf(cli->err, "levelwright %s: row %zu left out: %s\n", cli->command->name,
                  s->row[item] + 2, s->items[item].err.text);
}

/* Groups without a row left are closed up. */
static lw_status close_up_groups(struct learning *l, size_t n, size_t n_groups,
                                 const char **names, struct lw_error *err) {
    size_t *renumber = lw_arena_zero(&l->arena, n_groups + 1, sizeof *renumber);
    size_t n_used = 0;
    l->group_names = lw_arena_zero(&l->arena, n_groups + 1, sizeof *l->group_names);
    if (renumber == NULL || l->group_names == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        size_t *number = &renumber[l->group[i]];
        if (*number == 0) {
            l->group_names[n_used] = names[l->group[i]];
            *number = ++n_used;
        }
        l->group[i] = *number - 1;
    }
    l->e.n_groups = n_used;
    return LW_OK;
}

lw_status level_table_answers_differ(const double *y, size_t n, struct lw_error *err) {
    for (size_t i = 1; i < n; i++) {
        if (y[i] != y[0]) {
            return LW_OK;
        }
    }
    return n == 1 ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                            "all answers are about one level; ranking needs several")
                  : lw_fail(err, LW_BAD_INPUT, 0, 0,
                            "all %zu levels have the same answer; ranking needs answers "
                            "that differ",
                            n);
}

/* l->group holds the group of every row of the table, and of every level afterwards. */
static lw_status gather_rows(struct cli *cli, const struct cli_args *args,
                             const struct level_table *s, const struct lw_column *groups,
                             struct learning *l, struct lw_error *err) {
    size_t n = 0, p = l->e.p;
    for (size_t i = 0; i < s->n; i++) {
        if (s->items[i].status != LW_OK) {
            l->n_unmeasured++;
            level_table_tell_unmeasured(cli, s, i);
            continue;
        }
        lw_status status = answer_of(args, s, i, &l->y[n], &l->plays[n], err);
        if (status == LW_OK) {
            status = lw_column_name(groups, s->row[i], err);
        }
        if (status != LW_OK) {
            return status;
        }
        l->group[n] = l->group[s->row[i]];
        l->levels[n] = s->items[i].level;
        memcpy(l->x + n * p, s->items[i].values.value, p * sizeof *l->x);
        n++;
    }
    l->e.n = n;
    return level_table_answers_differ(l->y, n, err);
}

lw_status level_table_line(const struct lw_feature_ops *ops, const char *const *names,
                           unsigned char *room, const unsigned char **line,
                           struct lw_error *err) {
    *line = ops->line == NULL ? NULL : room;
    return ops->line == NULL
               ? LW_OK
               : level_table_pick(names, ops->n_features, ops->line, room, err);
}

lw_status level_table_gather(struct cli *cli, const struct cli_args *args,
                             struct level_table *s, const struct lw_feature_ops *ops,
                             struct learning *l, struct lw_error *err) {
    const char *group_name = cli_value(args, "group")->text;
    const struct lw_column *column = lw_table_find(&s->table, group_name);
    const char **group_names;
    size_t n_groups;
    if (column == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", group_name);
    }
    lw_status status =
        lw_table_levels(&s->table, column, &group_names, &n_groups, &l->group, err);
    if (status != LW_OK) {
        return status;
    }
    size_t p = ops->n_features;
    l->x = lw_arena_zero(&l->arena, s->n * p + 1, sizeof *l->x);
    l->y = lw_arena_zero(&l->arena, s->n + 1, sizeof *l->y);
    l->plays = lw_arena_zero(&l->arena, s->n + 1, sizeof *l->plays);
    l->names = lw_arena_zero(&l->arena, p + 1, sizeof *l->names);
    l->columns = lw_arena_zero(&l->arena, 2 * p + 1, 1);
    l->levels = lw_arena_zero(&l->arena, s->n + 1, sizeof *l->levels);
    if (l->levels == NULL || l->x == NULL || l->y == NULL || l->plays == NULL ||
        l->names == NULL || l->columns == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t j = 0; j < p; j++) {
        l->names[j] = ops->features[j].name;
    }
    l->e = (struct lw_evidence){
        .p = p, .names = l->names, .x = l->x, .y = l->y, .group = l->group};
    status = level_table_line(ops, l->names, l->columns + p, &l->e.line, err);
    if (status == LW_OK) {
        status = gather_rows(cli, args, s, column, l, err);
    }
    if (status == LW_OK) {
        status = same_level_join_near(cli, l->levels, l->e.n, l->group, &l->n_near, err);
        same_level_report(cli, s->n_copies, l->n_near);
    }
    if (status == LW_OK) {
        status = close_up_groups(l, l->e.n, n_groups, group_names, err);
    }
    const struct lw_option_value *list = cli_value(args, "features");
    return status == LW_OK ? level_table_pick(l->names, p, list->set ? list->text : NULL,
                                              l->columns, err)
                           : status;
}

int level_table_game(struct cli *cli, const struct cli_args *args, struct lw_game **out) {
    const struct lw_game_kind *kind = lw_game_kind_find(cli_value(args, "game")->text);
    struct lw_error err = {.text = ""};
    if (kind == NULL || kind->features == NULL || (kind->flags & LW_GAME_FROM_SOURCE)) {
        return cli_usage(cli, "no features are known for '%.40s'",
                         cli_value(args, "game")->text);
    }
    lw_status status = lw_game_create(kind, cli->alloc, out, &err);
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

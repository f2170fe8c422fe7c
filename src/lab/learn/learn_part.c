/* Parts of the evidence as fit takes it: tables of what people did, rows of features. */
#include <math.h>
#include <string.h>

#include "learn/learn.h"
#include "lw/base/csv.h"
#include "lw/base/hash.h"

/* A kind of evidence as a table, with what makes it worth reading: at least three rows
 * that are not all alike. */
enum { OUTCOMES, TIMES, UNDOS, RATINGS, CHOICES, N_TABLES };
static const struct {
    const char *name, *spec, *header;
} kinds[N_TABLES] = {
    {"won or not", "outcome", "level,player,solved\n"},
    {"times", "time", "level,player,seconds,finished\n"},
    {"undos and restarts", "time:seconds=takes_back", "level,player,takes_back\n"},
    {"ratings", "rating", "level,player,rating\n"},
    {"choices", "choice", "a,b,chosen\n"},
};

struct table {
    struct lw_buffer text;
    const char *name; /* kind and origin */
    size_t n_rows;
    bool differ;
    double first;
};

struct tables {
    const struct learn *learn;
    const struct learn_choice *choice;
    struct table *tables; /* [n_origins][N_TABLES] */
    size_t n;
    bool *seen; /* [n_levels] */
};

static struct table *table_of(struct tables *t, size_t kind, const char *origin) {
    size_t at = 0;
    while (origin != NULL && strcmp(t->learn->origins[at], origin) != 0) {
        at++;
    }
    return &t->tables[at * N_TABLES + kind];
}

static size_t half_of(const struct learn *learn, const char *player) {
    return (size_t)(lw_hash128(player, strlen(player), learn->seed).lo % LEARN_HALVES);
}

static bool chosen(const struct tables *t, const char *player, int64_t at_ms) {
    return (t->choice->half == LEARN_ALL ||
            t->choice->half == half_of(t->learn, player)) &&
           at_ms > t->choice->after_ms;
}

/* The level's number; n_levels when it has no features. */
static size_t find_level(const struct learn *learn, const char *id) {
    size_t low = 0, high = learn->n_levels;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(learn->levels[middle].id, id);
        if (order == 0) {
            return learn->items[middle].status == LW_OK ? middle : learn->n_levels;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return learn->n_levels;
}

static void note(struct table *table, double value) {
    table->first = table->n_rows == 0 ? value : table->first;
    table->differ = table->differ || value != table->first;
    table->n_rows++;
}

static void put_row(struct table *table, const char *level, const char *player,
                    double value) {
    struct lw_csv_writer csv;
    lw_csv_begin(&csv, &table->text);
    lw_csv_text(&csv, level);
    lw_csv_text(&csv, player);
    lw_csv_number(&csv, value);
    lw_csv_row_end(&csv);
    note(table, value);
}

static void put_time(struct tables *t, const struct lw_store_gathered_play *play) {
    double seconds = (double)play->time_ms / 1000;
    struct table *table = table_of(t, TIMES, play->origin);
    struct lw_csv_writer csv;
    lw_csv_begin(&csv, &table->text);
    lw_csv_text(&csv, play->level);
    lw_csv_text(&csv, play->player);
    lw_csv_number(&csv, seconds);
    lw_csv_number(&csv, play->won);
    lw_csv_row_end(&csv);
    note(table, seconds);
}

static void put_plays(struct tables *t) {
    const struct lw_store_gathered *all = &t->learn->gathered;
    for (size_t i = 0; i < all->n_plays; i++) {
        const struct lw_store_gathered_play *play = &all->plays[i];
        size_t level = find_level(t->learn, play->level);
        if (level == t->learn->n_levels || !chosen(t, play->player, play->at_ms)) {
            continue;
        }
        t->seen[level] = true;
        put_row(table_of(t, OUTCOMES, play->origin), play->level, play->player,
                play->won);
        put_time(t, play);
        if (play->won) {
            put_row(table_of(t, UNDOS, play->origin), play->level, play->player,
                    (double)(1 + play->undos + play->restarts));
        }
    }
}

static void put_answers(struct tables *t) {
    const struct learn *learn = t->learn;
    const struct lw_store_gathered *all = &learn->gathered;
    for (size_t i = 0; i < all->n_opinions; i++) {
        const struct lw_store_gathered_opinion *said = &all->opinions[i];
        size_t level = find_level(learn, said->level);
        if (level < learn->n_levels && chosen(t, said->player, said->at_ms)) {
            t->seen[level] = true;
            put_row(table_of(t, RATINGS, said->origin), said->level, said->player,
                    said->value);
        }
    }
    for (size_t i = 0; i < all->n_choices; i++) {
        const struct lw_store_gathered_choice *said = &all->choices[i];
        size_t a = find_level(learn, said->level_a), b = find_level(learn, said->level_b);
        if (a < learn->n_levels && b < learn->n_levels && said->answer != 0 &&
            chosen(t, said->player, said->at_ms)) {
            struct table *table = table_of(t, CHOICES, said->origin);
            t->seen[a] = t->seen[b] = true;
            lw_buffer_printf(&table->text, "%s,%s,%c\n", said->level_a, said->level_b,
                             said->answer < 0 ? 'a' : 'b');
            note(table, said->answer);
            table->differ = true;
        }
    }
}

/* "ratings", and of a study "ratings, study ...". */
static lw_status name_tables(struct tables *t, struct lw_arena *arena,
                             struct lw_error *err) {
    char name[240];
    for (size_t i = 0; i < t->n; i++) {
        const char *origin = t->learn->origins[i / N_TABLES];
        int len = snprintf(name, sizeof name, "%s%s%s", kinds[i % N_TABLES].name,
                           *origin == '\0' ? "" : ", ", origin);
        t->tables[i].name = lw_arena_text(arena, name, (size_t)len);
        if (t->tables[i].name == NULL) {
            return lw_fail_memory(err);
        }
        lw_buffer_puts(&t->tables[i].text, kinds[i % N_TABLES].header);
    }
    return LW_OK;
}

static lw_status tables_make(struct tables *t, const struct learn *learn,
                             const struct learn_choice *choice, struct lw_arena *arena,
                             struct lw_error *err) {
    *t = (struct tables){.learn = learn, .choice = choice};
    t->tables = lw_arena_zero(arena, learn->n_origins * N_TABLES, sizeof *t->tables);
    t->seen = lw_arena_zero(arena, learn->n_levels + 1, sizeof *t->seen);
    if (t->tables == NULL || t->seen == NULL) {
        return lw_fail_memory(err);
    }
    t->n = learn->n_origins * N_TABLES;
    for (size_t i = 0; i < t->n; i++) {
        lw_buffer_init(&t->tables[i].text, learn->cli->alloc);
    }
    lw_status status = name_tables(t, arena, err);
    if (status != LW_OK) {
        return status;
    }
    put_plays(t);
    put_answers(t);
    for (size_t i = 0; i < t->n; i++) {
        if (!lw_buffer_ok(&t->tables[i].text)) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}

static void tables_free(struct tables *t) {
    for (size_t i = 0; i < t->n; i++) {
        lw_buffer_free(&t->tables[i].text);
    }
}

static lw_status add_tables(const struct tables *t, struct learn_part *part,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; status == LW_OK && i < t->n; i++) {
        const struct table *from = &t->tables[i];
        struct lw_table table;
        if (from->n_rows < 3 || !from->differ) {
            continue;
        }
        status = lw_table_read(t->learn->cli->alloc, lw_buffer_text(&from->text),
                               from->text.len, &table, err);
        if (status == LW_OK) {
            status = lw_evidence_set_add(&part->set, from->name, &table,
                                         kinds[i % N_TABLES].spec, err);
            lw_table_free(&table);
        }
    }
    return status;
}

static lw_status fill_levels(const struct tables *t, struct learn_part *part,
                             struct lw_error *err) {
    const struct learn *learn = t->learn;
    const struct lw_feature_ops *ops = learn->kind->features;
    struct fit_learning *l = &part->learning;
    lw_status status =
        fit_learning_init(l, learn->cli->alloc, learn->n_levels, ops->n_features, err);
    part->level = status != LW_OK ? NULL
                                  : lw_arena_zero(&l->arena, learn->n_levels + 1,
                                                  sizeof *part->level);
    if (part->level == NULL) {
        return status != LW_OK ? status : lw_fail_memory(err);
    }
    for (size_t i = 0; i < learn->n_levels; i++) {
        size_t at = l->e.n;
        if (t->seen[i]) {
            memcpy(l->x + at * l->e.p, learn->items[i].values.value,
                   l->e.p * sizeof *l->x);
            l->level_names[at] = learn->levels[i].id;
            l->group[at] = learn->fold[learn->levels[i].source];
            part->level[at] = i;
            l->e.n++;
        }
    }
    for (size_t j = 0; j < l->e.p; j++) {
        l->names[j] = ops->features[j].name;
        l->columns[j] = 1;
    }
    l->e.n_groups = learn->n_folds;
    fit_close_up_groups(l);
    l->e.cancel = learn->cli->cancel;
    return LW_OK;
}

/* What all of the part says of each level, and what it says without each fold. */
static lw_status fill_answers(const struct learn *learn, struct learn_part *part,
                              struct lw_error *err) {
    struct fit_learning *l = &part->learning;
    double *without =
        lw_arena_zero(&l->arena, l->e.n * l->e.n_groups + 1, sizeof *without);
    lw_status status = without == NULL ? lw_fail_memory(err)
                                       : lw_joint_answers(learn->cli->alloc, &part->data,
                                                          &part->prior, l->y, err);
    if (status == LW_OK) {
        status = lw_joint_answers_without(learn->cli->runtime, &l->e, &part->data,
                                          &part->prior, without, err);
        l->e.y_without = without;
    }
    return status;
}

lw_status learn_part_make(const struct learn *learn, const struct learn_choice *choice,
                          struct learn_part *out, struct lw_error *err) {
    struct tables tables;
    struct lw_arena arena;
    *out = (struct learn_part){.prior = lw_joint_prior_default()};
    lw_arena_init(&arena, learn->cli->alloc);
    lw_status status = tables_make(&tables, learn, choice, &arena, err);
    if (status == LW_OK) {
        status = fill_levels(&tables, out, err);
    }
    if (status == LW_OK) {
        lw_evidence_set_init(&out->set, learn->cli->alloc,
                             (const char *const *)out->learning.level_names,
                             out->learning.e.n);
        status = add_tables(&tables, out, err);
    }
    if (status == LW_OK) {
        out->data = lw_evidence_set_data(&out->set);
        out->is_enough = out->set.n_sources > 0 && out->learning.e.n_groups >= 3 &&
                         out->learning.e.n >= LEARN_LEAST_LEVELS;
    }
    if (status == LW_OK && out->is_enough) {
        status = fill_answers(learn, out, err);
    }
    tables_free(&tables);
    lw_arena_free(&arena);
    return status;
}

void learn_part_free(struct learn_part *part) {
    if (part->set.arena.alloc != NULL) {
        lw_evidence_set_free(&part->set);
    }
    if (part->learning.arena.alloc != NULL) {
        fit_learning_free(&part->learning);
    }
}

struct fit_task learn_task(const struct learn *learn, const struct learn_part *part) {
    return (struct fit_task){.cli = learn->cli,
                             .learning = &part->learning,
                             .data = &part->data,
                             .prior = &part->prior};
}

lw_status learn_part_judge(const struct learn *learn, struct learn_part *part,
                           struct lw_judged *out, struct lw_error *err) {
    const struct fit_task task = learn_task(learn, part);
    double laplace;
    return fit_judge(&task, FIT_JOINT, out, &laplace, err);
}

lw_status learn_hash(const struct learn *learn, char hex[33], int64_t *newest_ms,
                     struct lw_error *err) {
    const struct lw_store_gathered *all = &learn->gathered;
    const struct learn_choice choice = {.half = LEARN_ALL};
    struct tables tables;
    struct lw_arena arena;
    struct lw_buffer hashes;
    *newest_ms = 0;
    for (size_t i = 0; i < all->n_plays; i++) {
        *newest_ms = all->plays[i].at_ms > *newest_ms ? all->plays[i].at_ms : *newest_ms;
    }
    for (size_t i = 0; i < all->n_opinions; i++) {
        *newest_ms =
            all->opinions[i].at_ms > *newest_ms ? all->opinions[i].at_ms : *newest_ms;
    }
    for (size_t i = 0; i < all->n_choices; i++) {
        *newest_ms =
            all->choices[i].at_ms > *newest_ms ? all->choices[i].at_ms : *newest_ms;
    }
    lw_arena_init(&arena, learn->cli->alloc);
    lw_buffer_init(&hashes, learn->cli->alloc);
    lw_status status = tables_make(&tables, learn, &choice, &arena, err);
    for (size_t i = 0; status == LW_OK && i < tables.n; i++) {
        const struct lw_buffer *text = &tables.tables[i].text;
        lw_id128_text(lw_hash128(lw_buffer_text(text), text->len, 0), hex);
        lw_buffer_puts(&hashes, hex);
    }
    if (status == LW_OK && !lw_buffer_ok(&hashes)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        lw_id128_text(lw_hash128(lw_buffer_text(&hashes), hashes.len, 0), hex);
    }
    lw_buffer_free(&hashes);
    tables_free(&tables);
    lw_arena_free(&arena);
    return status;
}

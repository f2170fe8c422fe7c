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

struct tables {
    const struct learn *learn;
    const struct learn_choice *choice;
    struct lw_buffer text[N_TABLES];
    size_t n_rows[N_TABLES];
    bool differ[N_TABLES];
    double first[N_TABLES];
    bool *seen; /* [n_levels] */
};

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

static void note(struct tables *t, size_t kind, double value) {
    t->first[kind] = t->n_rows[kind] == 0 ? value : t->first[kind];
    t->differ[kind] = t->differ[kind] || value != t->first[kind];
    t->n_rows[kind]++;
}

static void put_row(struct tables *t, size_t kind, const char *level, const char *player,
                    double value) {
    struct lw_csv_writer csv;
    lw_csv_begin(&csv, &t->text[kind]);
    lw_csv_text(&csv, level);
    lw_csv_text(&csv, player);
    lw_csv_number(&csv, value);
    lw_csv_row_end(&csv);
    note(t, kind, value);
}

static void put_time(struct tables *t, const struct lw_store_gathered_play *play) {
    double seconds = (double)play->time_ms / 1000;
    struct lw_csv_writer csv;
    lw_csv_begin(&csv, &t->text[TIMES]);
    lw_csv_text(&csv, play->level);
    lw_csv_text(&csv, play->player);
    lw_csv_number(&csv, seconds);
    lw_csv_number(&csv, play->won);
    lw_csv_row_end(&csv);
    note(t, TIMES, seconds);
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
        put_row(t, OUTCOMES, play->level, play->player, play->won);
        put_time(t, play);
        if (play->won) {
            put_row(t, UNDOS, play->level, play->player,
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
            put_row(t, RATINGS, said->level, said->player, said->value);
        }
    }
    for (size_t i = 0; i < all->n_choices; i++) {
        const struct lw_store_gathered_choice *said = &all->choices[i];
        size_t a = find_level(learn, said->level_a), b = find_level(learn, said->level_b);
        if (a < learn->n_levels && b < learn->n_levels && said->answer != 0 &&
            chosen(t, said->player, said->at_ms)) {
            t->seen[a] = t->seen[b] = true;
            lw_buffer_printf(&t->text[CHOICES], "%s,%s,%c\n", said->level_a,
                             said->level_b, said->answer < 0 ? 'a' : 'b');
            note(t, CHOICES, said->answer);
            t->differ[CHOICES] = true;
        }
    }
}

static lw_status tables_make(struct tables *t, const struct learn *learn,
                             const struct learn_choice *choice, struct lw_arena *arena,
                             struct lw_error *err) {
    *t = (struct tables){.learn = learn, .choice = choice};
    for (size_t k = 0; k < N_TABLES; k++) {
        lw_buffer_init(&t->text[k], learn->cli->alloc);
        lw_buffer_puts(&t->text[k], kinds[k].header);
    }
    t->seen = lw_arena_zero(arena, learn->n_levels + 1, sizeof *t->seen);
    if (t->seen == NULL) {
        return lw_fail_memory(err);
    }
    put_plays(t);
    put_answers(t);
    for (size_t k = 0; k < N_TABLES; k++) {
        if (!lw_buffer_ok(&t->text[k])) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}

static void tables_free(struct tables *t) {
    for (size_t k = 0; k < N_TABLES; k++) {
        lw_buffer_free(&t->text[k]);
    }
}

static lw_status add_tables(const struct tables *t, struct learn_part *part,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t k = 0; status == LW_OK && k < N_TABLES; k++) {
        struct lw_table table;
        if (t->n_rows[k] < 3 || !t->differ[k]) {
            continue;
        }
        status = lw_table_read(t->learn->cli->alloc, lw_buffer_text(&t->text[k]),
                               t->text[k].len, &table, err);
        if (status == LW_OK) {
            status = lw_evidence_set_add(&part->set, kinds[k].name, &table, kinds[k].spec,
                                         err);
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
    for (size_t k = 0; status == LW_OK && k < N_TABLES; k++) {
        lw_id128_text(lw_hash128(lw_buffer_text(&tables.text[k]), tables.text[k].len, 0),
                      hex);
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

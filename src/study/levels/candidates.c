/* Candidates of a set: read from a text, or made by a recipe. */
#include "levels/candidates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "define/check.h"

#define MAX_TEXT ((size_t)8 << 20)
#define MAX_LEVELS 5000
#define PATIENCE 5000 /* candidates in a row that give nothing */

void study_set_wrong(const struct set_maker *maker, const char *member,
                     const char *remedy, const struct lw_error *err) {
    study_wrong(maker->report, study_member_or(maker->set->at, member), remedy,
                "set '%s': %s", maker->set->id, err->text);
}

double study_candidate_value(const struct study_candidate *candidate,
                             const struct lw_filter *filter) {
    return !filter->is_feature ? candidate->made.measures[filter->which]
           : candidate->made.features == NULL
               ? (double)NAN
               : candidate->made.features->value[filter->which];
}

static char *copy_text(const struct lw_alloc *alloc, const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = lw_alloc_get(alloc, bytes);
    return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

static void pool_begin(struct set_maker *maker, struct lw_pool *pool) {
    lw_pool_init(pool, maker->kind, maker->runtime->alloc);
    pool->filters = maker->filters;
    pool->n_filters = maker->n_filters;
    pool->budget = maker->proof;
}

static enum lw_refusal examine(struct set_maker *maker, struct lw_made_level *made,
                               const char *solution) {
    const struct lw_alloc *alloc = maker->runtime->alloc;
    struct lw_pool pool;
    enum lw_refusal refusal = LW_REFUSED_UNPROVEN;
    pool_begin(maker, &pool);
    if (solution != NULL && (made->solution = copy_text(alloc, solution)) != NULL) {
        refusal = lw_pool_examine(&pool, maker->runtime, made);
    }
    if (refusal == LW_REFUSED_UNPROVEN) { /* the file's own solution may be wrong */
        if (made->solution != NULL) {
            lw_alloc_free(alloc, made->solution, strlen(made->solution) + 1);
            made->solution = NULL;
        }
        refusal = lw_pool_examine(&pool, maker->runtime, made);
    }
    lw_pool_free(&pool);
    return refusal;
}

/* Whether what costs nothing to measure is in its ranges: proving a level that will not
 * be taken anyway may cost minutes. */
static bool may_pass(const struct set_maker *maker, const struct lw_level *level) {
    const struct lw_feature_ops *ops = maker->kind->features;
    struct lw_feature_values *values;
    bool pass = true, any = false;
    for (size_t i = 0; i < maker->n_filters; i++) {
        const struct lw_filter *filter = &maker->filters[i];
        any = any || (filter->is_feature &&
                      ops->features[filter->which].cost == LW_COST_INSTANT);
    }
    values = any ? lw_alloc_zero(maker->runtime->alloc, 1, sizeof *values) : NULL;
    if (values == NULL) {
        return true;
    }
    lw_feature_values_clear(values, ops->n_features);
    any = ops->compute(level, LW_COST_INSTANT, &maker->proof, maker->runtime, values,
                       NULL) == LW_OK;
    for (size_t i = 0; i < maker->n_filters && any; i++) {
        const struct lw_filter *filter = &maker->filters[i];
        double value = filter->is_feature ? values->value[filter->which] : 0;
        if (filter->is_feature && ops->features[filter->which].cost == LW_COST_INSTANT) {
            pass = pass && value >= filter->lo && value <= filter->hi;
        }
    }
    lw_alloc_free(maker->runtime->alloc, values, sizeof *values);
    return pass;
}

static bool is_cancelled(const struct set_maker *maker) {
    const atomic_bool *cancel = maker->proof.cancel;
    return cancel != NULL && atomic_load(cancel);
}

/* Gives the candidate its title and takes it; false when memory is out. */
static bool take(struct set_maker *maker, struct study_candidate *item,
                 const char *title) {
    item->title = lw_arena_text(maker->arena, title, strlen(title));
    if (item->title == NULL || !lw_grow(maker->runtime->alloc, &maker->items, &maker->cap,
                                        maker->n + 1, sizeof *maker->items)) {
        lw_made_level_free(maker->runtime->alloc, &item->made);
        maker->stopped = LW_NO_MEMORY;
        return false;
    }
    maker->items[maker->n++] = *item;
    return true;
}

/* Proves and measures a copy. Those that do not pass the filters are left out; one that
 * cannot be proved is a fault. */
static bool add_level(struct set_maker *maker, const struct lw_entry *entry,
                      int64_t number) {
    const char *solution = entry->solutions == NULL ? NULL : entry->solutions->moves;
    struct study_candidate item = {.number = number};
    struct lw_error err = {0};
    if (!may_pass(maker, entry->level)) {
        return true;
    }
    if (maker->kind->level->dup(entry->level, &item.made.level) != LW_OK) {
        maker->stopped = LW_NO_MEMORY;
        return false;
    }
    enum lw_refusal refusal = examine(maker, &item.made, solution);
    if (refusal == LW_REFUSED_NOT) {
        return take(maker, &item, entry->title);
    }
    lw_made_level_free(maker->runtime->alloc, &item.made);
    if (is_cancelled(maker)) {
        maker->stopped = LW_CANCELLED;
    } else if (refusal != LW_REFUSED_FILTER) {
        lw_error_set(&err, LW_BAD_INPUT, 0, 0,
                     "level %lld (%.60s) is not proved solvable", (long long)number,
                     entry->title);
        study_set_wrong(maker, "numbers", "leave it out with \"numbers\"", &err);
    }
    return refusal == LW_REFUSED_FILTER && maker->stopped == LW_OK;
}

void study_candidates_free(struct set_maker *maker) {
    const struct lw_alloc *alloc = maker->runtime->alloc;
    for (size_t i = 0; i < maker->n; i++) {
        lw_made_level_free(alloc, &maker->items[i].made);
    }
    lw_alloc_free(alloc, maker->items, maker->cap * sizeof *maker->items);
    maker->items = NULL;
    maker->n = maker->cap = 0;
    if (maker->is_open) {
        lw_opened_close(&maker->from.opened);
        maker->is_open = false;
    }
}

/* Reading. */

static struct lw_open_request request_of(const struct set_maker *maker) {
    return (struct lw_open_request){.alloc = maker->runtime->alloc,
                                    .kinds = lw_game_kinds(),
                                    .game = maker->set->game,
                                    .rules = maker->set->rules,
                                    .limits = {.bytes = MAX_TEXT, .levels = MAX_LEVELS}};
}

lw_status lw_study_text_open(const struct lw_open_request *request,
                             struct lw_arena *arena, struct lw_study_opened *out,
                             struct lw_error *err) {
    lw_status status = lw_open(request, &out->opened, err);
    if (status == LW_OK && out->opened.text_is_game) {
        out->source = lw_arena_text(arena, request->text, request->len);
        status = out->source == NULL ? lw_fail_memory(err) : LW_OK;
    }
    return status;
}

static lw_status open_file(struct set_maker *maker, struct lw_open_request *request,
                           struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, maker->runtime->alloc);
    lw_status status =
        maker->sources->file(maker->sources->ctx, maker->set->file, &text, err);
    if (status == LW_OK) {
        request->file = maker->set->file;
        request->text = lw_buffer_text(&text);
        request->len = text.len;
        status = lw_study_text_open(request, maker->arena, &maker->from, err);
    }
    lw_buffer_free(&text);
    return status;
}

static lw_status open_source(struct set_maker *maker, struct lw_error *err) {
    const struct lw_study_sources *from = maker->sources;
    struct lw_open_request how = request_of(maker);
    lw_study_source_fn source = maker->set->source == LW_STUDY_FROM_PACK    ? from->pack
                                : maker->set->source == LW_STUDY_FROM_QUERY ? from->query
                                                                            : NULL;
    lw_collection_init(&maker->from.opened.set, maker->runtime->alloc);
    maker->is_open = true;
    if (maker->set->source == LW_STUDY_FROM_FILE && from->file != NULL) {
        return open_file(maker, &how, err);
    }
    return source != NULL
               ? source(from->ctx, maker->set, &how, maker->arena, &maker->from, err)
               : lw_fail(err, LW_UNSUPPORTED, 0, 0,
                         "levels of this kind of source cannot be had here");
}

static bool same_rules(struct set_maker *maker, struct lw_error *err) {
    struct lw_option_value asked[LW_MAX_RULES], stored[LW_MAX_RULES];
    const struct lw_game_kind *kind = maker->kind;
    bool same =
        lw_rules_read(kind, maker->set->rules, maker->arena, asked, err) == LW_OK &&
        lw_rules_read(kind, maker->from.rules, maker->arena, stored, err) == LW_OK;
    for (size_t i = 0; i < kind->n_rule_options && same; i++) {
        const struct lw_option_value *a = &asked[i], *b = &stored[i];
        const char *x = a->text == NULL ? "" : a->text;
        const char *y = b->text == NULL ? "" : b->text;
        same = a->set == b->set && a->flag == b->flag && a->i == b->i && a->i2 == b->i2 &&
               a->u == b->u && fabs(a->real - b->real) <= 0 && strcmp(x, y) == 0;
    }
    return same;
}

/* What a source handed over must be what the set is about. */
static lw_status check_opened(struct set_maker *maker, struct lw_error *err) {
    const struct lw_opened *opened = &maker->from.opened;
    if (opened->kind != maker->kind) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "its levels are of %s, not of %s",
                       opened->kind->title, maker->kind->title);
    }
    if (maker->from.rules != NULL && !same_rules(maker, err)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "its levels were stored with other rules than the set has; "
                       "theirs are '%.80s'",
                       maker->from.rules);
    }
    return opened->n_unread > 0
               ? lw_fail(err, LW_BAD_INPUT, 0, 0, "%zu of its levels cannot be read",
                         opened->n_unread)
               : LW_OK;
}

static bool add_entry(struct set_maker *maker, int64_t number) {
    const struct lw_collection *set = &maker->from.opened.set;
    struct lw_error err = {0};
    if (number < 1 || (size_t)number > set->n_entries) {
        lw_error_set(&err, LW_BAD_INPUT, 0, 0, "there is no level %lld; there are %zu",
                     (long long)number, set->n_entries);
        study_set_wrong(maker, "numbers", "name levels that are there", &err);
        return false;
    }
    return add_level(maker, &set->entries[number - 1], number);
}

bool study_candidates_read(struct set_maker *maker) {
    const struct lw_study_set *set = maker->set;
    static const char *const member[] = {"pack", "file", "recipe", "query"};
    struct lw_error err = {0};
    bool good = true;
    lw_status status = open_source(maker, &err);
    if (status == LW_OK) {
        status = check_opened(maker, &err);
    }
    if (status != LW_OK) {
        study_set_wrong(maker, member[set->source],
                        "check the name, and that the levels are of the set's game",
                        &err);
    }
    size_t n = set->n_numbers > 0 ? set->n_numbers : maker->from.opened.set.n_entries;
    for (size_t i = 0; i < n && good && status == LW_OK; i++) {
        good = add_entry(maker, set->n_numbers > 0 ? set->numbers[i] : (int64_t)i + 1);
    }
    return good && status == LW_OK;
}

/* Making. */

/* The game of a recipe: by its rules, or from its source. */
static lw_status open_game(struct set_maker *maker, struct lw_error *err) {
    const struct lw_study_set *set = maker->set;
    struct lw_open_request request = request_of(maker);
    struct lw_study_opened *from = &maker->from;
    struct lw_buffer text;
    request.may_lack_levels = true;
    lw_collection_init(&from->opened.set, maker->runtime->alloc);
    maker->is_open = true;
    if (set->game_file == NULL) {
        return lw_open_game(&request, &from->opened, err);
    }
    if (maker->sources->file == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "files cannot be had here");
    }
    lw_buffer_init(&text, maker->runtime->alloc);
    lw_status status =
        maker->sources->file(maker->sources->ctx, set->game_file, &text, err);
    if (status == LW_OK) {
        request.source = request.text = lw_buffer_text(&text);
        request.source_len = request.len = text.len;
        status = lw_open(&request, &from->opened, err);
    }
    if (status == LW_OK) {
        from->source = lw_arena_text(maker->arena, lw_buffer_text(&text), text.len);
        status = from->source == NULL ? lw_fail_memory(err) : LW_OK;
    }
    lw_buffer_free(&text);
    return status;
}

/* Moves the levels out of the run's pool as they are, proved and measured. */
static void take_made(struct set_maker *maker, struct lw_make *make) {
    struct lw_pool pool;
    pool_begin(maker, &pool);
    for (size_t i = 0; i < make->pool.n_levels && maker->stopped == LW_OK; i++) {
        struct lw_made_level *made = &make->pool.levels[i];
        struct study_candidate item = {.number = (int64_t)i + 1};
        char title[LW_MADE_TITLE_SIZE];
        if (lw_pool_passes(&pool, maker->runtime, made)) {
            lw_made_level_title(made, make->request.generator->name, make->request.seed,
                                title);
            item.made = *made;
            *made = (struct lw_made_level){.level = NULL};
            (void)take(maker, &item, title);
        }
    }
    lw_pool_free(&pool);
}

static lw_status make_levels(struct set_maker *maker,
                             const struct lw_make_request *request,
                             struct lw_error *err) {
    struct lw_make make;
    lw_status status = lw_make_open(&make, request, maker->runtime, err);
    if (status == LW_OK) {
        status = lw_make_run(&make, err);
    }
    if (status == LW_OK && !make.repeatable) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "its levels took %.0f s, so long that another machine may make "
                         "others in the time that is allowed here",
                         make.seconds);
    }
    if (status == LW_OK) {
        take_made(maker, &make);
    }
    lw_make_close(&make);
    return status;
}

static lw_status run_recipe(struct set_maker *maker, const struct lw_study_recipe *recipe,
                            struct lw_error *err) {
    const struct lw_budget *budget = &maker->sources->budget;
    const struct lw_settings options = {recipe->options, recipe->n_options};
    const struct lw_settings filters = {recipe->filters, recipe->n_filters};
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    struct lw_filter wanted[STUDY_MAX_FILTERS];
    const struct lw_generator *generator;
    lw_status status = open_game(maker, err);
    if (status == LW_OK) {
        status = lw_generator_get(maker->kind, recipe->method, &generator, err);
    }
    if (status == LW_OK) {
        status =
            lw_generator_settings(generator, &options, budget->memory_bytes, values, err);
    }
    if (status == LW_OK) {
        status = lw_filters_read(maker->kind, &filters, wanted, STUDY_MAX_FILTERS, err);
    }
    if (status != LW_OK) {
        return status;
    }
    const struct lw_collection *examples = &maker->from.opened.set;
    const struct lw_make_request request = {
        .game = maker->from.opened.game,
        .generator = generator,
        .values = values,
        .examples = examples->n_entries > 0 ? examples : NULL,
        .filters = wanted,
        .n_filters = filters.n,
        .seed = (uint64_t)recipe->seed,
        .count = (size_t)recipe->count,
        .diverse = (size_t)recipe->diverse,
        .patience = PATIENCE,
        .budget = {.time_ns = budget->time_ns, .cancel = budget->cancel},
        .memory_bytes = budget->memory_bytes,
        .order = recipe->order == NULL ? "index" : recipe->order};
    return make_levels(maker, &request, err);
}

bool study_candidates_make(struct set_maker *maker) {
    struct lw_error err = {0};
    lw_status status = run_recipe(maker, maker->set->recipe, &err);
    if (status == LW_CANCELLED || is_cancelled(maker)) {
        maker->stopped = LW_CANCELLED;
    } else if (status != LW_OK) {
        study_set_wrong(maker, "recipe", "try it with `levelwright generate` first",
                        &err);
    }
    return status == LW_OK && maker->stopped == LW_OK;
}

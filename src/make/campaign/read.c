/* From a campaign file to chapters: every fault with its line and column. */
#include "lw/campaign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"

#define MAX_TEXT 2000
#define MAX_NAME 200
#define USUAL_CANDIDATES 40 /* a level */

static lw_status fail_at(const struct lw_json *at, struct lw_error *err, const char *fmt,
                         ...) LW_PRINTF(3, 4);
static lw_status fail_at(const struct lw_json *at, struct lw_error *err, const char *fmt,
                         ...) {
    va_list args;
    va_start(args, fmt);
    lw_error_vset(err, LW_BAD_INPUT, at->line, at->column, fmt, args);
    va_end(args);
    return LW_BAD_INPUT;
}

/* What another reader found, at the place of the value. */
static lw_status found_at(const struct lw_json *at, lw_status status,
                          struct lw_error *err) {
    if (status == LW_OK || status == LW_NO_MEMORY || err == NULL) {
        return status;
    }
    struct lw_error was = *err;
    lw_error_without_dashes(&was);
    return fail_at(at, err, "%s", was.text);
}

static lw_status known_members(const struct lw_json *object, const char *names,
                               struct lw_error *err) {
    if (object->type != LW_JSON_OBJECT) {
        return fail_at(object, err, "an object with %s is expected", names);
    }
    for (const struct lw_json *at = object->first; at != NULL; at = at->next) {
        if (lw_word_find(names, ' ', at->key) == SIZE_MAX) {
            return fail_at(at, err, "'%.60s' is not known here; there may be %s", at->key,
                           names);
        }
    }
    return LW_OK;
}

static lw_status get_text(const struct lw_json *object, const char *key, size_t most,
                          const char **out, struct lw_error *err) {
    const struct lw_json *value = lw_json_get(object, key);
    return value == NULL ? LW_OK
                         : found_at(value, lw_json_as_name(value, most, out, err), err);
}

static lw_status get_whole(const struct lw_json *object, const char *key, int64_t most,
                           uint64_t *out, struct lw_error *err) {
    const struct lw_json *value = lw_json_get(object, key);
    int64_t number;
    if (value == NULL) {
        return LW_OK;
    }
    lw_status status =
        found_at(value, lw_json_as_whole(value, 1, most, &number, err), err);
    if (status == LW_OK) {
        *out = (uint64_t)number;
    }
    return status;
}

/* A curve. */

static lw_status read_curve(const struct lw_json *value, double least, double most,
                            double *out, size_t *n, struct lw_error *err) {
    if (value->type != LW_JSON_ARRAY || value->n_children < 2 ||
        value->n_children > LW_CAMPAIGN_MAX_CURVE) {
        return fail_at(value, err,
                       "'%s' must be a list of 2 to %d numbers, the first for the first "
                       "level and the last for the last",
                       value->key, LW_CAMPAIGN_MAX_CURVE);
    }
    *n = 0;
    for (const struct lw_json *at = value->first; at != NULL; at = at->next) {
        lw_status status =
            found_at(at, lw_json_as_number(at, least, most, &out[*n], err), err);
        if (status != LW_OK) {
            return status;
        }
        if (*n > 0 && out[*n] < out[*n - 1]) {
            return fail_at(at, err, "'%s' must not fall: %g comes after %g", value->key,
                           out[*n], out[*n - 1]);
        }
        (*n)++;
    }
    return LW_OK;
}

static lw_status read_difficulty(const struct lw_json *object,
                                 struct lw_campaign_chapter *chapter,
                                 struct lw_error *err) {
    const struct lw_json *rating = lw_json_get(object, "difficulty"),
                         *percentile = lw_json_get(object, "percentile");
    if ((rating == NULL) == (percentile == NULL)) {
        return fail_at(object, err,
                       "a chapter needs either 'difficulty', ratings within 1 to 10, or "
                       "'percentile', within 0 to 100; for example \"difficulty\": [2, "
                       "5]");
    }
    if (rating != NULL) {
        return read_curve(rating, 1, 10, chapter->curve, &chapter->n_curve, err);
    }
    lw_status status =
        read_curve(percentile, 0, 100, chapter->curve, &chapter->n_curve, err);
    for (size_t i = 0; i < chapter->n_curve; i++) {
        chapter->curve[i] = lw_plain_rating(chapter->curve[i]);
    }
    return status;
}

/* Sizes, filters, rises, ideas. */

static lw_status read_size(const struct lw_json *value, uint32_t *width, uint32_t *height,
                           struct lw_error *err) {
    static const struct lw_option option = {
        .name = "sizes", .type = LW_OPTION_SIZE, .min = 1, .max = 1000};
    struct lw_option_value size;
    const char *text;
    lw_status status = lw_json_as_name(value, MAX_NAME, &text, err);
    if (status == LW_OK) {
        status = lw_option_parse(&option, text, &size, err);
    }
    if (status == LW_OK) {
        *width = (uint32_t)size.i;
        *height = (uint32_t)size.i2;
    }
    return found_at(value, status, err);
}

static lw_status read_sizes(const struct lw_json *object,
                            struct lw_campaign_chapter *chapter, struct lw_error *err) {
    const struct lw_json *sizes = lw_json_get(object, "sizes");
    if (sizes == NULL) {
        return LW_OK;
    }
    if (sizes->type != LW_JSON_ARRAY || sizes->n_children != 2) {
        return fail_at(sizes, err,
                       "'sizes' must be the smallest and the largest, like [\"5x5\", "
                       "\"9x8\"]");
    }
    lw_status status =
        read_size(sizes->first, &chapter->least_width, &chapter->least_height, err);
    if (status == LW_OK) {
        status = read_size(sizes->first->next, &chapter->most_width,
                           &chapter->most_height, err);
    }
    if (status == LW_OK && (chapter->least_width > chapter->most_width ||
                            chapter->least_height > chapter->most_height)) {
        return fail_at(sizes, err, "the smallest of 'sizes' is larger than the largest");
    }
    return status;
}

static lw_status read_filters(struct lw_arena *arena, const struct lw_json *object,
                              struct lw_campaign_chapter *chapter, struct lw_error *err) {
    const struct lw_json *filters = lw_json_get(object, "filters");
    lw_status status = LW_OK;
    if (filters != NULL && filters->type != LW_JSON_OBJECT) {
        return fail_at(filters, err,
                       "'filters' must be an object like {\"boxes\": "
                       "\"2..4\"}");
    }
    for (const struct lw_json *at = filters == NULL ? NULL : filters->first;
         at != NULL && status == LW_OK; at = at->next) {
        const char *range = lw_json_option_text(at, arena);
        if (chapter->n_filters == LW_CAMPAIGN_MAX_FILTERS || range == NULL) {
            return fail_at(at, err,
                           "'%.60s' must be a range like \"2..4\", and at most %d "
                           "of them",
                           at->key, LW_CAMPAIGN_MAX_FILTERS);
        }
        status = found_at(at,
                          lw_filter_read(chapter->kind, at->key, strlen(at->key), range,
                                         &chapter->filters[chapter->n_filters++], err),
                          err);
    }
    return status;
}

static lw_status read_rises(const struct lw_json *object,
                            struct lw_campaign_chapter *chapter, struct lw_error *err) {
    const struct lw_json *rises = lw_json_get(object, "rising");
    lw_status status = LW_OK;
    if (rises != NULL &&
        (rises->type != LW_JSON_OBJECT || rises->n_children > LW_CAMPAIGN_MAX_RISES)) {
        return fail_at(rises, err,
                       "'rising' must be an object of at most %d, like "
                       "{\"boxes\": [1, 8]}",
                       LW_CAMPAIGN_MAX_RISES);
    }
    for (const struct lw_json *at = rises == NULL ? NULL : rises->first;
         at != NULL && status == LW_OK; at = at->next) {
        struct lw_campaign_rise *rise = &chapter->rises[chapter->n_rises++];
        double ends[LW_CAMPAIGN_MAX_CURVE];
        size_t n = 0;
        status = found_at(
            at, lw_filter_find(chapter->kind, at->key, strlen(at->key), &rise->what, err),
            err);
        if (status == LW_OK) {
            status = read_curve(at, -1e9, 1e9, ends, &n, err);
        }
        if (status == LW_OK && n != 2) {
            return fail_at(at, err, "'%.60s' must be two numbers, from and to", at->key);
        }
        rise->from = rise->what.lo = ends[0];
        rise->to = rise->what.hi = ends[1];
    }
    return status;
}

static const struct lw_idea *find_idea(const struct lw_game_kind *kind,
                                       const char *name) {
    const struct lw_idea *idea = kind->ideas;
    while (idea != NULL && idea->name != NULL && strcmp(idea->name, name) != 0) {
        idea++;
    }
    return idea != NULL && idea->name != NULL ? idea : NULL;
}

static lw_status read_ideas(const struct lw_json *object,
                            struct lw_campaign_chapter *chapter, struct lw_error *err) {
    const struct lw_json *ideas = lw_json_get(object, "teaches");
    if (ideas != NULL &&
        (ideas->type != LW_JSON_ARRAY || ideas->n_children > LW_CAMPAIGN_MAX_IDEAS)) {
        return fail_at(ideas, err, "'teaches' must be a list of at most %d ideas",
                       LW_CAMPAIGN_MAX_IDEAS);
    }
    for (const struct lw_json *at = ideas == NULL ? NULL : ideas->first; at != NULL;
         at = at->next) {
        const struct lw_idea *idea =
            at->type == LW_JSON_TEXT ? find_idea(chapter->kind, at->text) : NULL;
        if (idea == NULL) {
            char names[300] = "none";
            size_t len = 0;
            for (const struct lw_idea *i = chapter->kind->ideas;
                 i != NULL && i->name != NULL && len < sizeof names; i++) {
                len += (size_t)snprintf(names + len, sizeof names - len, "%s%s",
                                        len > 0 ? ", " : "", i->name);
            }
            return fail_at(at, err, "%s has no such idea to teach; it has %s",
                           chapter->kind->title, names);
        }
        chapter->teaches[chapter->n_teaches++] = idea;
    }
    return LW_OK;
}

/* Sources. */

static lw_status add_source(struct lw_arena *arena, struct lw_campaign_chapter *chapter,
                            const char *method, const struct lw_settings *settings,
                            struct lw_error *err) {
    struct lw_campaign_source *source = &chapter->sources[chapter->n_sources];
    struct lw_option_value *values =
        lw_arena_zero(arena, LW_MAX_GENERATOR_OPTIONS, sizeof *values);
    if (values == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_generator_get(chapter->kind, method, &source->generator, err);
    if (status == LW_OK) {
        status = lw_generator_settings(source->generator, settings, 0, values, err);
    }
    source->values = values;
    source->share = 1;
    chapter->n_sources += status == LW_OK;
    return status;
}

static lw_status read_source(struct lw_arena *arena, const struct lw_json *at,
                             struct lw_campaign_chapter *chapter, struct lw_error *err) {
    struct lw_settings settings = {NULL, 0};
    const char *method = NULL;
    uint64_t share = 1;
    if (chapter->n_sources == LW_CAMPAIGN_MAX_SOURCES) {
        return fail_at(at, err, "there are more than %d sources",
                       LW_CAMPAIGN_MAX_SOURCES);
    }
    lw_status status = known_members(at, "method options share", err);
    if (status == LW_OK) {
        status = get_text(at, "method", MAX_NAME, &method, err);
    }
    if (status == LW_OK) {
        status = get_whole(at, "share", 1000, &share, err);
    }
    const struct lw_json *options = lw_json_get(at, "options");
    if (status == LW_OK && options != NULL) {
        status = found_at(
            options,
            lw_json_as_settings(options, "the value of an option", arena, &settings, err),
            err);
    }
    if (status == LW_OK) {
        const struct lw_json *place = options != NULL ? options : at;
        status = found_at(place, add_source(arena, chapter, method, &settings, err), err);
    }
    if (status == LW_OK) {
        chapter->sources[chapter->n_sources - 1].share = (uint32_t)share;
    }
    return status;
}

/* What the kind's levels of each band are made with. */
static lw_status add_usual_sources(struct lw_arena *arena,
                                   struct lw_campaign_chapter *chapter,
                                   struct lw_error *err) {
    const struct lw_preset_ops *presets = chapter->kind->presets;
    lw_status status = LW_OK;
    for (size_t i = 0; presets != NULL && i < presets->n_presets && status == LW_OK;
         i++) {
        const struct lw_settings settings = lw_settings_of(presets->presets[i].options);
        status = add_source(arena, chapter, presets->presets[i].method, &settings, err);
    }
    return chapter->n_sources > 0 || status != LW_OK
               ? status
               : add_source(arena, chapter, NULL, &(struct lw_settings){NULL, 0}, err);
}

static lw_status read_sources(struct lw_arena *arena, const struct lw_json *object,
                              struct lw_campaign_chapter *chapter, struct lw_error *err) {
    const struct lw_json *sources = lw_json_get(object, "sources");
    if (sources == NULL) {
        return found_at(object, add_usual_sources(arena, chapter, err), err);
    }
    if (sources->type != LW_JSON_ARRAY || sources->n_children == 0) {
        return fail_at(sources, err,
                       "'sources' must be a list like [{\"method\": "
                       "\"random\"}]");
    }
    lw_status status = LW_OK;
    for (const struct lw_json *at = sources->first; at != NULL && status == LW_OK;
         at = at->next) {
        status = read_source(arena, at, chapter, err);
    }
    return status;
}

/* A chapter. */

static lw_status read_game(struct lw_arena *arena, const struct lw_json *object,
                           struct lw_campaign_chapter *chapter, struct lw_error *err) {
    const struct lw_json *name = lw_json_get(object, "game"),
                         *rules = lw_json_get(object, "rules");
    chapter->kind =
        name != NULL && name->type == LW_JSON_TEXT ? lw_game_kind_find(name->text) : NULL;
    if (chapter->kind == NULL) {
        struct lw_buffer names;
        lw_buffer_init(&names, lw_alloc_libc());
        lw_game_kind_names(lw_game_kinds(), &names);
        lw_status status =
            fail_at(name != NULL ? name : object, err,
                    "a chapter needs a 'game', one of %s", lw_buffer_text(&names));
        lw_buffer_free(&names);
        return status;
    }
    bool from_source = (chapter->kind->flags & LW_GAME_FROM_SOURCE) != 0;
    lw_status status = get_text(object, "file", MAX_TEXT, &chapter->file, err);
    if (status == LW_OK && from_source != (chapter->file != NULL)) {
        return fail_at(object, err,
                       from_source ? "%s needs the 'file' of a game"
                                   : "%s takes no 'file': its rules are known",
                       chapter->kind->title);
    }
    if (status != LW_OK || rules == NULL) {
        return status;
    }
    struct lw_settings settings;
    struct lw_buffer lines;
    status = found_at(
        rules, lw_json_as_settings(rules, "a rule's value", arena, &settings, err), err);
    lw_buffer_init(&lines, lw_alloc_libc());
    for (size_t i = 0; status == LW_OK && i < settings.n; i++) {
        lw_buffer_printf(&lines, "%s=%s\n", settings.list[i].name,
                         settings.list[i].value);
    }
    if (status == LW_OK) {
        chapter->rules = lw_arena_text(arena, lw_buffer_text(&lines), lines.len);
        status = chapter->rules == NULL ? lw_fail_memory(err) : LW_OK;
    }
    lw_buffer_free(&lines);
    return status;
}

static lw_status read_numbers(const struct lw_json *object,
                              struct lw_campaign_chapter *chapter, struct lw_error *err) {
    uint64_t count = 0;
    lw_status status = get_whole(object, "count", LW_CAMPAIGN_MAX_LEVELS, &count, err);
    if (status == LW_OK && count == 0) {
        return fail_at(object, err, "a chapter needs a 'count' of levels");
    }
    chapter->count = (size_t)count;
    chapter->candidates = count * USUAL_CANDIDATES;
    if (status == LW_OK) {
        status = get_whole(object, "candidates", 1000000000, &chapter->candidates, err);
    }
    return status;
}

static lw_status read_chapter(struct lw_campaign *out, const struct lw_json *object,
                              struct lw_error *err) {
    struct lw_arena *arena = &out->arena;
    struct lw_campaign_chapter *chapter = &out->chapters[out->n_chapters];
    *chapter = (struct lw_campaign_chapter){
        .title = "", .text = "", .rules = "", .line = object->line};
    lw_status status = known_members(
        object,
        "title text game file rules count difficulty percentile sizes filters "
        "rising teaches sources candidates",
        err);
    if (status == LW_OK) {
        status = get_text(object, "title", MAX_NAME, &chapter->title, err);
    }
    if (status == LW_OK) {
        status = get_text(object, "text", MAX_TEXT, &chapter->text, err);
    }
    if (status == LW_OK) {
        status = read_game(arena, object, chapter, err);
    }
    if (status == LW_OK) {
        status = read_numbers(object, chapter, err);
    }
    if (status == LW_OK) {
        status = read_difficulty(object, chapter, err);
    }
    if (status == LW_OK) {
        status = read_sizes(object, chapter, err);
    }
    if (status == LW_OK) {
        status = read_filters(arena, object, chapter, err);
    }
    if (status == LW_OK) {
        status = read_rises(object, chapter, err);
    }
    if (status == LW_OK) {
        status = read_ideas(object, chapter, err);
    }
    if (status == LW_OK && chapter->n_teaches > chapter->count) {
        return fail_at(object, err, "the chapter teaches %zu ideas with %zu levels",
                       chapter->n_teaches, chapter->count);
    }
    if (status == LW_OK) {
        status = read_sources(arena, object, chapter, err);
    }
    out->n_chapters++;
    out->n_levels += chapter->count;
    return status;
}

static lw_status read_root(struct lw_campaign *out, const struct lw_json *root,
                           struct lw_error *err) {
    const struct lw_json *chapters = lw_json_get(root, "chapters"),
                         *seed = lw_json_get(root, "seed"),
                         *apart = lw_json_get(root, "apart");
    lw_status status =
        known_members(root, "$schema title author seed apart chapters", err);
    if (status == LW_OK) {
        status = get_text(root, "title", MAX_NAME, &out->title, err);
    }
    if (status == LW_OK) {
        status = get_text(root, "author", MAX_NAME, &out->author, err);
    }
    if (status == LW_OK && seed != NULL) {
        int64_t number = 0;
        status = found_at(
            seed, lw_json_as_whole(seed, 0, INT64_C(9007199254740992), &number, err),
            err);
        out->seed = (uint64_t)number;
        out->has_seed = true;
    }
    if (status == LW_OK && apart != NULL) {
        status = found_at(apart, lw_json_as_number(apart, 0, 0.9, &out->apart, err), err);
    }
    if (status == LW_OK &&
        (chapters == NULL || chapters->type != LW_JSON_ARRAY || chapters->first == NULL ||
         chapters->n_children > LW_CAMPAIGN_MAX_CHAPTERS)) {
        return fail_at(chapters != NULL ? chapters : root, err,
                       "a campaign needs 'chapters', a list of 1 to %d",
                       LW_CAMPAIGN_MAX_CHAPTERS);
    }
    for (const struct lw_json *at = chapters == NULL ? NULL : chapters->first;
         at != NULL && status == LW_OK; at = at->next) {
        status = read_chapter(out, at, err);
        if (status == LW_OK && out->n_levels > LW_CAMPAIGN_MAX_LEVELS) {
            return fail_at(at, err, "with this chapter there are %zu levels; at most %d",
                           out->n_levels, LW_CAMPAIGN_MAX_LEVELS);
        }
    }
    return status;
}

lw_status lw_campaign_read(struct lw_campaign *out, const char *text, size_t len,
                           const struct lw_alloc *alloc, struct lw_error *err) {
    struct lw_json *root;
    *out = (struct lw_campaign){.title = "Campaign", .author = "", .apart = 0.2};
    lw_arena_init(&out->arena, alloc);
    lw_status status = lw_json_read(&out->arena, text, len, &root, err);
    return status == LW_OK ? read_root(out, root, err) : status;
}

void lw_campaign_close(struct lw_campaign *campaign) {
    lw_arena_free(&campaign->arena);
}

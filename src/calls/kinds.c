/* kinds: what every game offers, so that pages can be made from the tables. */
#include <string.h>

#include "calls_internal.h"
#include "lw/change.h"
#include "lw/grid.h"

/* The words of a text that are separated by one character. */
static void put_words(struct lw_json_writer *json, const char *key, const char *text,
                      char separator) {
    const char separators[] = {separator, '\0'};
    lw_json_array(json, key);
    while (*text != '\0') {
        size_t len = strcspn(text, separators);
        if (len > 0) {
            lw_json_text_len(json, NULL, text, len);
        }
        text += len + (text[len] != '\0');
    }
    lw_json_array_end(json);
}

static void put_option(struct lw_json_writer *json, const struct lw_option *option) {
    static const char *const types[] = {
        [LW_OPTION_FLAG] = "flag",     [LW_OPTION_INT] = "int",
        [LW_OPTION_REAL] = "real",     [LW_OPTION_TEXT] = "text",
        [LW_OPTION_CHOICE] = "choice", [LW_OPTION_SIZE] = "size",
        [LW_OPTION_RANGE] = "range",   [LW_OPTION_TIME] = "time",
        [LW_OPTION_BYTES] = "bytes"};
    lw_json_object(json, NULL);
    lw_json_text(json, "name", option->name);
    lw_json_text(json, "type", types[option->type]);
    if (option->fallback != NULL) {
        lw_json_text(json, "default", option->fallback);
    }
    if (option->min < option->max) {
        lw_json_real(json, "min", option->min);
        lw_json_real(json, "max", option->max);
    }
    if (option->choices != NULL) {
        put_words(json, "choices", option->choices, '|');
    }
    lw_json_text(json, "help", option->help);
    lw_json_object_end(json);
}

static void put_options(struct lw_json_writer *json, const char *key,
                        const struct lw_option *options, size_t n) {
    lw_json_array(json, key);
    for (size_t i = 0; i < n; i++) {
        put_option(json, &options[i]);
    }
    lw_json_array_end(json);
}

static void put_name(struct lw_json_writer *json, const char *name, const char *help) {
    lw_json_object(json, NULL);
    lw_json_text(json, "name", name);
    lw_json_text(json, "help", help);
    lw_json_object_end(json);
}

static void put_solve(struct lw_json_writer *json, const struct lw_solve_ops *ops) {
    lw_json_array(json, "metrics");
    for (size_t i = 0; ops != NULL && i < ops->n_metrics; i++) {
        put_name(json, ops->metrics[i].name, ops->metrics[i].help);
    }
    lw_json_array_end(json);
    lw_json_array(json, "measures");
    for (size_t i = 0; ops != NULL && i < ops->n_measures; i++) {
        put_name(json, ops->measures[i].name, ops->measures[i].help);
    }
    lw_json_array_end(json);
}

static void put_features(struct lw_json_writer *json, const struct lw_feature_ops *ops) {
    static const char *const kinds[] = {"initial", "solution", "dynamic"};
    static const char *const costs[] = {"instant", "solve", "enumerate"};
    lw_json_array(json, "features");
    for (size_t i = 0; ops != NULL && i < ops->n_features; i++) {
        const struct lw_feature *feature = &ops->features[i];
        lw_json_object(json, NULL);
        lw_json_text(json, "name", feature->name);
        lw_json_text(json, "kind", kinds[feature->kind]);
        lw_json_text(json, "cost", costs[feature->cost]);
        lw_json_text(json, "unit", feature->unit);
        lw_json_text(json, "help", feature->help);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_generators(struct lw_json_writer *json, const struct lw_game_kind *kind) {
    lw_json_array(json, "generators");
    for (size_t i = 0; kind->generators != NULL && kind->generators[i] != NULL; i++) {
        const struct lw_generator *generator = kind->generators[i];
        lw_json_object(json, NULL);
        lw_json_text(json, "name", generator->name);
        lw_json_text(json, "summary", generator->summary);
        put_options(json, "options", generator->options, generator->n_options);
        if (generator->main_options != NULL) {
            put_words(json, "main", generator->main_options, ' ');
        }
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_formats(struct lw_json_writer *json, const struct lw_level_ops *ops) {
    lw_json_array(json, "formats");
    for (size_t i = 0; i < ops->n_formats; i++) {
        const struct lw_format *format = &ops->formats[i];
        lw_json_object(json, NULL);
        lw_json_text(json, "name", format->name);
        lw_json_text(json, "title", format->title);
        put_words(json, "endings", format->endings, ' ');
        lw_json_bool(json, "read", format->read != NULL);
        lw_json_bool(json, "write", format->write != NULL);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_keys(struct lw_json_writer *json, const struct lw_play_ops *ops) {
    lw_json_array(json, "keys");
    for (size_t i = 0; ops != NULL && ops->keys != NULL && ops->keys[i].key != NULL;
         i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "key", ops->keys[i].key);
        lw_json_text(json, "move", ops->keys[i].move);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_bool(json, "pointer", ops != NULL && ops->pointer_text != NULL);
}

static void put_name_of(struct lw_json_writer *json, const char *key,
                        const struct lw_solve_ops *ops, unsigned flag) {
    size_t i = ops == NULL ? 0 : lw_measure_find(ops, flag);
    lw_json_text(json, key,
                 ops == NULL || i == ops->n_measures ? NULL : ops->measures[i].name);
}

static void put_counters(struct lw_json_writer *json, const struct lw_solve_ops *ops) {
    lw_json_array(json, "counters");
    for (size_t i = 0; ops != NULL && i < ops->n_measures; i++) {
        if ((ops->measures[i].flags & LW_MEASURE_COUNTER) != 0) {
            lw_json_text(json, NULL, ops->measures[i].name);
        }
    }
    lw_json_array_end(json);
    put_name_of(json, "fewest", ops, LW_MEASURE_FEWEST);
    put_name_of(json, "harder", ops, LW_MEASURE_HARDER);
    lw_json_bool(json, "counts_solutions", ops != NULL && ops->counts_solutions);
}

static void put_ideas(struct lw_json_writer *json, const struct lw_idea *idea) {
    lw_json_array(json, "ideas");
    for (; idea != NULL && idea->name != NULL; idea++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", idea->name);
        lw_json_text(json, "help", idea->help);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_pointing(struct lw_json_writer *json, const struct lw_game_kind *kind) {
    static const struct lw_pointing_ops swipes = {.how = LW_POINTING_SWIPE};
    const struct lw_pointing_ops *ops = kind->pointing != NULL ? kind->pointing : &swipes;
    lw_json_text(json, "pointing", lw_pointing_name(ops->how));
    lw_json_uint(json, "stride", ops->stride == 0 ? 1 : ops->stride);
    lw_json_text(json, "held", ops->held);
    lw_json_text(json, "tap", ops->tap_key);
    lw_json_bool(json, "walk", ops->walk != NULL);
    lw_json_bool(json, "drag", ops->drag != NULL);
    lw_json_bool(json, "words",
                 kind->play != NULL && kind->play->move_separator[0] != '\0');
}

static void put_transformations(struct lw_json_writer *json,
                                const struct lw_edit_ops *ops) {
    lw_json_array(json, "transformations");
    for (size_t i = 0; ops != NULL && i < LW_CALLS_N_TURNS; i++) {
        if ((ops->symmetries >> lw_calls_turns[i].sym & 1) != 0) {
            lw_json_text(json, NULL, lw_calls_turns[i].name);
        }
    }
    if (ops != NULL && ops->trim != NULL) {
        lw_json_text(json, NULL, "trim");
    }
    lw_json_array_end(json);
}

/* An object for each thing: its glyphs and what they become. */
static void put_single(struct lw_json_writer *json, const struct lw_single *rows) {
    lw_json_array(json, "single");
    while (rows != NULL && rows->glyph != NULL) {
        unsigned thing = rows->thing;
        lw_json_object(json, NULL);
        for (; rows->glyph != NULL && rows->thing == thing; rows++) {
            lw_json_text(json, rows->glyph, rows->becomes);
        }
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_edit(struct lw_json_writer *json, const struct lw_edit_ops *ops) {
    lw_json_object(json, "edit");
    lw_json_text(json, "blank", ops->blank);
    lw_json_text(json, "frame", ops->frame);
    put_single(json, ops->single);
    lw_json_text(json, "separator", ops->separator);
    lw_json_text(json, "first_line", ops->first_line);
    lw_json_text(json, "last_line", ops->last_line);
    lw_json_object_end(json);
}

static void put_editing(struct lw_json_writer *json, const struct lw_game_kind *kind) {
    const struct lw_edit_ops *ops = kind->edit;
    lw_json_bool(json, "editable", ops != NULL && ops->palette != NULL);
    if (ops != NULL) {
        put_edit(json, ops);
    }
    put_transformations(json, ops);
    lw_json_bool(json, "squares", ops != NULL && ops->survey != NULL);
    lw_json_bool(json, "trim", ops != NULL && ops->trim != NULL);
    lw_json_bool(json, "mutate", lw_change_possible(kind));
    lw_calls_put_palette(json, kind, NULL);
}

static void put_settings(struct lw_json_writer *json, const char *key,
                         const struct lw_setting *settings) {
    lw_json_object(json, key);
    for (; settings != NULL && settings->name != NULL; settings++) {
        lw_json_text(json, settings->name, settings->value);
    }
    lw_json_object_end(json);
}

static void put_presets(struct lw_json_writer *json, const struct lw_preset_ops *ops) {
    lw_json_array(json, "presets");
    for (size_t i = 0; ops != NULL && i < ops->n_presets; i++) {
        const struct lw_preset *preset = &ops->presets[i];
        lw_json_object(json, NULL);
        lw_json_text(json, "band", preset->band);
        lw_json_text(json, "method", preset->method);
        put_settings(json, "options", preset->options);
        put_settings(json, "filters", preset->filters);
        lw_json_real(json, "seconds", preset->seconds);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_guide(struct lw_json_writer *json, const struct lw_guide *guide) {
    if (guide == NULL) {
        return;
    }
    lw_json_text(json, "goal", guide->goal);
    lw_json_object(json, "howto");
    lw_json_text(json, "text", guide->level);
    lw_json_uint(json, "level", guide->level_number == 0 ? 1 : guide->level_number);
    lw_json_array(json, "steps");
    for (size_t i = 0; i < guide->n_lessons; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "moves", guide->lessons[i].moves);
        lw_json_text(json, "text", guide->lessons[i].text);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_text(json, "controls", guide->controls);
    lw_json_object_end(json);
}

static void put_kind(struct lw_json_writer *json, const struct lw_game_kind *kind) {
    size_t len;
    lw_json_object(json, NULL);
    lw_json_text(json, "name", kind->name);
    lw_json_text(json, "title", kind->title);
    lw_json_text(json, "summary", kind->summary);
    put_guide(json, kind->guide);
    lw_json_bool(json, "from_source", (kind->flags & LW_GAME_FROM_SOURCE) != 0);
    put_options(json, "rule_options", kind->rule_options, kind->n_rule_options);
    put_solve(json, kind->solve);
    put_counters(json, kind->solve);
    put_ideas(json, kind->ideas);
    put_features(json, kind->features);
    put_generators(json, kind);
    put_presets(json, kind->presets);
    put_formats(json, kind->level);
    put_keys(json, kind->play);
    put_pointing(json, kind);
    put_editing(json, kind);
    lw_json_bool(json, "hints", kind->advice != NULL);
    lw_json_bool(json, "calibrated", lw_model_shipped(kind->name, &len) != NULL);
    lw_json_object_end(json);
}

lw_status lw_calls_kinds(struct calls_request *rq) {
    lw_json_uint(rq->out, "version", 1);
    lw_json_array(rq->out, "kinds");
    for (const struct lw_game_kind *const *kind = lw_game_kinds(); *kind != NULL;
         kind++) {
        if (lw_game_kind_listed(*kind)) {
            put_kind(rq->out, *kind);
        }
    }
    lw_json_array_end(rq->out);
    return LW_OK;
}

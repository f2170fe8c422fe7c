/* A stored level brought to life: its game from rules and source, its text read. */
#include <math.h>
#include <string.h>

#include "exchange/revive.h"

#define MAX_RULES 16

/* "name=value" lines into the kind's rule options. */
static lw_status read_rules(const struct lw_game_kind *kind, struct lw_arena *arena,
                            const char *rules, struct lw_option_value *values,
                            struct lw_error *err) {
    if (kind->n_rule_options > MAX_RULES) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s has too many rules", kind->title);
    }
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    while (*rules != '\0') {
        size_t line = strcspn(rules, "\n");
        size_t name = strcspn(rules, "=\n");
        size_t at = lw_option_find(kind->rule_options, kind->n_rule_options, rules, name);
        if (name == line || at == kind->n_rule_options) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "'%.*s' is no rule of %s; NAME=VALUE was expected",
                           (int)(line < 60 ? line : 60), rules, kind->title);
        }
        /* The value's text is borrowed by the game's options. */
        const char *value = lw_arena_text(arena, rules + name + 1, line - name - 1);
        if (value == NULL) {
            return lw_fail_memory(err);
        }
        lw_status status =
            lw_option_parse(&kind->rule_options[at], value, &values[at], err);
        if (status != LW_OK) {
            return status;
        }
        rules += line;
        rules += *rules == '\n';
    }
    return LW_OK;
}

/* Is the text a whole game, that is: does it bring its own rules? */
static bool is_whole_game(const struct lw_game_kind *kind, const char *text) {
    const struct lw_format *own = &kind->level->formats[0];
    return own->sniff != NULL && own->sniff(text, strlen(text)) >= 80;
}

lw_status store_game(const struct lw_alloc *alloc, const char *kind_name,
                     const char *rules, const char *source, const char *text,
                     struct lw_game **out, struct lw_error *err) {
    *out = NULL;
    const struct lw_game_kind *kind = lw_game_kind_find(kind_name);
    if (kind == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no game '%.40s'", kind_name);
    }
    struct lw_option_value values[MAX_RULES];
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    lw_status status = read_rules(kind, &arena, rules, values, err);
    if (status == LW_OK && (kind->flags & LW_GAME_FROM_SOURCE) != 0) {
        source = source == NULL || is_whole_game(kind, text) ? text : source;
        status =
            kind->game->create(alloc, values, source, strlen(source), out, NULL, err);
    } else if (status == LW_OK) {
        status = kind->game->create(alloc, values, NULL, 0, out, NULL, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status store_read_one(const struct lw_game *game, const char *text,
                         struct lw_collection *set, struct lw_error *err) {
    const char *used;
    const char *own = game->kind->level->formats[0].name;
    size_t before = set->n_entries;
    lw_status status = lw_game_read(game, own, text, strlen(text), set, &used, err);
    if (status == LW_OK && set->n_entries != before + 1) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the text holds %zu levels where one was expected",
                         set->n_entries - before);
    }
    return status;
}

lw_status store_level_id(const struct lw_level *level, char id[LW_STORE_ID_SIZE],
                         struct lw_error *err) {
    const struct lw_level_ops *ops = level->game->kind->level;
    struct lw_id128 value;
    lw_status status = ops->validate(level, err);
    if (status == LW_OK && ops->canonical == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "levels of %s have no ids",
                       level->game->kind->title);
    }
    if (status == LW_OK) {
        status = ops->canonical(level, &value, NULL);
        if (status != LW_OK) {
            return lw_fail(err, status, 0, 0, "the level's id cannot be made");
        }
        lw_id128_text(value, id);
    }
    return status;
}

double store_measure(const struct lw_game_kind *kind, const double *values,
                     const char *name) {
    for (size_t i = 0; i < kind->solve->n_measures; i++) {
        if (strcmp(kind->solve->measures[i].name, name) == 0) {
            return values[i];
        }
    }
    return (double)NAN;
}

/* A game's rules: "name=value" lines, the values of a kind's rule options, and JSON. */
#include "lw/rules.h"

#include <string.h>

#include "lw/base/json_value.h"

/* Lines and values. */

static lw_status no_such_rule(const struct lw_game_kind *kind, const char *rule,
                              size_t len, struct lw_error *err) {
    char known[160] = "none";
    size_t used = 0;
    for (size_t i = 0; i < kind->n_rule_options; i++) {
        const char *name = kind->rule_options[i].name;
        size_t name_len = strlen(name);
        if (used + name_len + 3 < sizeof known) {
            memcpy(known + used, ", ", used > 0 ? 2 : 0);
            used += used > 0 ? 2 : 0;
            memcpy(known + used, name, name_len + 1);
            used += name_len;
        }
    }
    return lw_fail_option(err, LW_USAGE, "rule",
                          "%s has no rule '%.*s'; it has %s, given as NAME=VALUE",
                          kind->title, (int)(len < 60 ? len : 60), rule, known);
}

static lw_status read_rule(const struct lw_game_kind *kind, const char *rule, size_t len,
                           struct lw_arena *arena, struct lw_option_value *values,
                           struct lw_error *err) {
    const char *equals = memchr(rule, '=', len);
    size_t name_len = equals == NULL ? len : (size_t)(equals - rule);
    size_t at = lw_option_find(kind->rule_options, kind->n_rule_options, rule, name_len);
    if (at == kind->n_rule_options || equals == NULL) {
        return no_such_rule(kind, rule, len, err);
    }
    /* The value borrows its text. */
    const char *value = lw_arena_text(arena, equals + 1, len - name_len - 1);
    return value == NULL
               ? lw_fail_memory(err)
               : lw_option_parse(&kind->rule_options[at], value, &values[at], err);
}

lw_status lw_rules_read(const struct lw_game_kind *kind, const char *lines,
                        struct lw_arena *arena, struct lw_option_value *values,
                        struct lw_error *err) {
    lw_status status = LW_OK;
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    while (lines != NULL && *lines != '\0' && status == LW_OK) {
        size_t len = strcspn(lines, "\n");
        status = read_rule(kind, lines, len, arena, values, err);
        lines += len + (lines[len] == '\n');
    }
    return status;
}

/* JSON. */

void lw_rules_json(struct lw_json_writer *json, const char *lines) {
    if (lines == NULL || *lines == '\0') {
        return;
    }
    lw_json_object(json, "rules");
    while (*lines != '\0') {
        size_t len = strcspn(lines, "\n");
        size_t name_len = strcspn(lines, "=\n");
        char name[64];
        if (name_len < len && name_len < sizeof name) {
            memcpy(name, lines, name_len);
            name[name_len] = '\0';
            lw_json_text_len(json, name, lines + name_len + 1, len - name_len - 1);
        }
        lines += len + (lines[len] == '\n');
    }
    lw_json_object_end(json);
}

/* A name or value that would be another line, or another name, when it is read again. */
static lw_status check_setting(const struct lw_setting *rule, struct lw_error *err) {
    if (strpbrk(rule->name, "=\n") == NULL && strchr(rule->value, '\n') == NULL) {
        return LW_OK;
    }
    lw_status status =
        lw_fail(err, LW_USAGE, 0, 0,
                "'%.40s' cannot be a rule: names have no '=', and neither names nor "
                "values more than one line",
                rule->name);
    lw_error_point(err, rule->name);
    return status;
}

lw_status lw_rules_from_json(const struct lw_json *rules, struct lw_arena *arena,
                             const char **lines, struct lw_error *err) {
    struct lw_settings settings;
    struct lw_buffer text;
    if (rules == NULL || rules->type == LW_JSON_NULL) {
        *lines = "";
        return LW_OK;
    }
    lw_status status =
        lw_json_as_settings(rules, "the value of an option", arena, &settings, err);
    lw_buffer_init(&text, arena->alloc);
    for (size_t i = 0; status == LW_OK && i < settings.n; i++) {
        const struct lw_setting *rule = &settings.list[i];
        status = check_setting(rule, err);
        lw_buffer_printf(&text, "%s%s=%s", i > 0 ? "\n" : "", rule->name, rule->value);
    }
    if (status == LW_OK) {
        *lines = lw_buffer_ok(&text)
                     ? lw_arena_text(arena, lw_buffer_text(&text), text.len)
                     : NULL;
        status = *lines == NULL ? lw_fail_memory(err) : LW_OK;
    }
    lw_buffer_free(&text);
    return status;
}

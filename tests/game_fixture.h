/* What tests of a game need again and again: a game with its rules, levels from text or
 * from a file, and cells of a comma-separated table. Include after cmocka.h. */
#ifndef GAME_FIXTURE_H
#define GAME_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/game.h"

struct game_fixture {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_runtime runtime;
};

/* rule: "name=value" or NULL. */
static inline void fixture_open(struct game_fixture *f, const struct lw_game_kind *kind,
                                const char *rule) {
    struct lw_option_value values[16];
    struct lw_error err = {0};
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    if (rule != NULL) {
        size_t len = strcspn(rule, "=");
        size_t at = lw_option_find(kind->rule_options, kind->n_rule_options, rule, len);
        assert_true(at < kind->n_rule_options);
        assert_int_equal(
            lw_option_parse(&kind->rule_options[at], rule + len + 1, &values[at], &err),
            LW_OK);
    }
    assert_int_equal(kind->game->create(lw_alloc_libc(),
                                        &(struct lw_game_spec){.rules = values}, &f->game,
                                        NULL, &err),
                     LW_OK);
    lw_collection_init(&f->set, lw_alloc_libc());
}

static inline void fixture_close(struct game_fixture *f) {
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
}

static inline void fixture_read(struct game_fixture *f, const char *text) {
    struct lw_error err = {0};
    lw_status status = lw_game_read(f->game, NULL, text, strlen(text), &f->set, &err);
    if (status != LW_OK) {
        print_error("line %u column %u: %s\n", err.line, err.column, err.text);
    }
    assert_int_equal(status, LW_OK);
}

/* The file's text, to be freed by the caller; NULL when it cannot be opened. */
static inline char *fixture_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t len = 0, cap = 1 << 16;
    char *text = malloc(cap);
    assert_non_null(text);
    for (size_t got; (got = fread(text + len, 1, cap - len - 1, file)) > 0;) {
        len += got;
        if (cap - len < 2) {
            cap *= 2;
            text = realloc(text, cap);
            assert_non_null(text);
        }
    }
    (void)fclose(file);
    text[len] = '\0';
    return text;
}

/* Column number n (from 0) of the line at text. */
static inline const char *fixture_column(const char *line, unsigned n, char *out,
                                         size_t cap) {
    while (n-- > 0) {
        line += strcspn(line, ",\n");
        line += *line == ',';
    }
    size_t len = strcspn(line, ",\r\n");
    len = len < cap ? len : cap - 1;
    memcpy(out, line, len);
    out[len] = '\0';
    return out;
}

#endif

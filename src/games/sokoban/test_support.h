/* Helpers of this folder's tests. */
#ifndef SOKOBAN_TEST_SUPPORT_H
#define SOKOBAN_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/sokoban.h"

static inline struct lw_game *make_game(const char *symbols) {
    struct lw_option_value value = {.set = symbols != NULL, .text = symbols};
    struct lw_game *game;
    struct lw_error err;
    if (lw_sokoban_kind.game->create(lw_alloc_libc(),
                                     &(struct lw_game_spec){.rules = &value}, &game, NULL,
                                     &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    return game;
}

static inline lw_status try_read(const struct lw_game *game, const char *format,
                                 const char *text, size_t len, struct lw_collection *set,
                                 struct lw_error *err) {
    lw_collection_init(set, lw_alloc_libc());
    *err = (struct lw_error){.text = ""};
    return lw_game_read(game, format, text, len, set, err);
}

static inline void read_text(const struct lw_game *game, const char *format,
                             const char *text, struct lw_collection *set) {
    struct lw_error err;
    if (try_read(game, format, text, strlen(text), set, &err) != LW_OK) {
        fail_msg("%u:%u: %s\n%s", err.line, err.column, err.text, text);
    }
}

static inline struct lw_buffer write_text(const struct lw_game *game, const char *format,
                                          const struct lw_collection *set) {
    struct lw_buffer out;
    struct lw_error err;
    lw_buffer_init(&out, lw_alloc_libc());
    const struct lw_format *found = lw_game_format_find(&lw_sokoban_kind, format);
    assert_non_null(found);
    if (lw_game_write(game, found, set, &out, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    return out;
}

/* The whole file, or NULL when it is not there. */
static inline char *load_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    text[size] = '\0';
    *len = (size_t)size;
    (void)fclose(file);
    return text;
}

static inline void assert_same_level(const struct lw_level *a, const struct lw_level *b) {
    const struct lw_sokoban_level *x = lw_sokoban_level_of(a);
    const struct lw_sokoban_level *y = lw_sokoban_level_of(b);
    assert_int_equal(x->width, y->width);
    assert_int_equal(x->height, y->height);
    assert_memory_equal(x->cells, y->cells, (size_t)x->width * x->height);
}

static inline void assert_same_notes(const struct lw_note *a, const struct lw_note *b) {
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        assert_string_equal(a->key, b->key);
        assert_string_equal(a->text, b->text);
    }
    assert_null(a);
    assert_null(b);
}

/* Levels, titles, notes and solutions; not the lines they stood on. */
static inline void assert_same_collection(const struct lw_collection *a,
                                          const struct lw_collection *b) {
    assert_int_equal(a->n_entries, b->n_entries);
    assert_string_equal(a->title, b->title);
    assert_same_notes(a->notes, b->notes);
    for (size_t i = 0; i < a->n_entries; i++) {
        const struct lw_entry *x = &a->entries[i], *y = &b->entries[i];
        assert_same_level(x->level, y->level);
        assert_string_equal(x->title, y->title);
        assert_same_notes(x->notes, y->notes);
        const struct lw_stored_solution *s = x->solutions, *t = y->solutions;
        for (; s != NULL && t != NULL; s = s->next, t = t->next) {
            assert_string_equal(s->name, t->name);
            assert_string_equal(s->moves, t->moves);
        }
        assert_null(s);
        assert_null(t);
    }
}

/* Writes in the format, reads back, and expects the same. */
static inline void assert_round_trip(const struct lw_game *game, const char *format,
                                     const struct lw_collection *set) {
    struct lw_buffer text = write_text(game, format, set);
    struct lw_collection again;
    read_text(game, format, lw_buffer_text(&text), &again);
    assert_same_collection(set, &again);
    lw_collection_free(&again);
    lw_buffer_free(&text);
}

#endif

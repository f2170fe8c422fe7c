/* What the fuzz targets of the text formats share: read, and when that succeeds, expect
 * that writing and reading again gives the same. */
#ifndef SOKOBAN_FUZZ_SUPPORT_H
#define SOKOBAN_FUZZ_SUPPORT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lw/sokoban.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_expect(bool holds) {
    if (!holds) {
        abort();
    }
}

static inline struct lw_game *fuzz_game(void) {
    struct lw_game *game;
    fuzz_expect(lw_sokoban_kind.game->create(lw_alloc_libc(), &(struct lw_game_spec){0},
                                             &game, NULL, NULL) == LW_OK);
    return game;
}

static inline void fuzz_same_notes(const struct lw_note *a, const struct lw_note *b) {
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        fuzz_expect(strcmp(a->key, b->key) == 0 && strcmp(a->text, b->text) == 0);
    }
    fuzz_expect(a == NULL && b == NULL);
}

static inline void fuzz_same_entry(const struct lw_entry *a, const struct lw_entry *b) {
    const struct lw_sokoban_level *x = lw_sokoban_level_of(a->level);
    const struct lw_sokoban_level *y = lw_sokoban_level_of(b->level);
    fuzz_expect(x->width == y->width && x->height == y->height);
    fuzz_expect(memcmp(x->cells, y->cells, (size_t)x->width * x->height) == 0);
    fuzz_expect(strcmp(a->title, b->title) == 0);
    fuzz_same_notes(a->notes, b->notes);
    const struct lw_stored_solution *s = a->solutions, *t = b->solutions;
    for (; s != NULL && t != NULL; s = s->next, t = t->next) {
        fuzz_expect(strcmp(s->name, t->name) == 0 && strcmp(s->moves, t->moves) == 0);
    }
    fuzz_expect(s == NULL && t == NULL);
}

static inline void fuzz_round_trip(const struct lw_game *game, const char *name,
                                   const struct lw_collection *set) {
    const struct lw_format *format = lw_game_format_find(&lw_sokoban_kind, name);
    struct lw_buffer text;
    struct lw_collection again;
    struct lw_error err;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_collection_init(&again, lw_alloc_libc());
    fuzz_expect(lw_game_write(game, format, set, &text, &err) == LW_OK);
    fuzz_expect(format->read(game, lw_buffer_text(&text), text.len, &again, &err) ==
                LW_OK);
    fuzz_expect(again.n_entries == set->n_entries);
    fuzz_expect(strcmp(again.title, set->title) == 0);
    fuzz_same_notes(set->notes, again.notes);
    for (size_t i = 0; i < set->n_entries; i++) {
        fuzz_same_entry(&set->entries[i], &again.entries[i]);
    }
    lw_collection_free(&again);
    lw_buffer_free(&text);
}

/* formats: the ones that keep everything this format can say, ending in NULL. */
static inline void fuzz_format(const char *name, const char *const *formats,
                               const uint8_t *data, size_t size) {
    struct lw_game *game = fuzz_game();
    struct lw_collection set;
    struct lw_error err;
    lw_collection_init(&set, lw_alloc_libc());
    lw_status status = lw_game_format_find(&lw_sokoban_kind, name)
                           ->read(game, (const char *)data, size, &set, &err);
    fuzz_expect(status == LW_OK || status == LW_BAD_INPUT);
    fuzz_expect((status == LW_OK) == (set.n_entries > 0));
    for (size_t i = 0; status == LW_OK && formats[i] != NULL; i++) {
        fuzz_round_trip(game, formats[i], &set);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

#endif

/* A game and its levels from a file, for tests. */
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/puzzlescript.h"

struct fixture {
    struct lw_game *game;
    struct lw_collection set;
};

/* False when there is no such file. */
static inline bool fixture_open(struct fixture *f, const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    size_t len = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    assert_int_equal(lw_puzzlescript_kind.game->create(
                         lw_alloc_libc(),
                         &(struct lw_game_spec){.source = text, .source_len = len},
                         &f->game, NULL, NULL),
                     LW_OK);
    lw_collection_init(&f->set, lw_alloc_libc());
    assert_int_equal(lw_game_read(f->game, NULL, text, len, &f->set, NULL), LW_OK);
    return true;
}

static inline void fixture_close(struct fixture *f) {
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
}

/* The number of the object of that name. */
static inline uint32_t object_named(const struct lw_ps_game *game, const char *name) {
    uint32_t i = 0;
    while (i < game->n_objects && strcmp(game->objects[i].name, name) != 0) {
        i++;
    }
    assert_true(i < game->n_objects);
    return i;
}

#endif

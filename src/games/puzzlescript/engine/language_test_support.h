/* Tiny games on one set of objects, for tests of the language. Boards are printed with
 * the key of each cell's uppermost object. */
#ifndef LANGUAGE_TEST_SUPPORT_H
#define LANGUAGE_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lw/puzzlescript.h"

static const char head[] =
    "OBJECTS\nbackground .\ngreen\n\nplayer p\nwhite\n\nwall #\nbrown\n\ncrate "
    "*\norange\n\n"
    "target o\nblue\n\nmark m\npink\n\nghost g\ngray\n\nred r\nred\n\nblue b\nblue\n\n"
    "LEGEND\n@ = crate and target\nq = player and red\nw = player and mark\ncolour = red "
    "or blue\n"
    "mover = player or crate\nSOUNDS\ncrate move 111\nplayer cantmove 222\n"
    "mark create 333\nred destroy 444\nCOLLISIONLAYERS\nbackground\ntarget\n"
    "player, wall, crate\nmark\nghost\nred, blue\nRULES\n";

struct example {
    const char *about, *prelude, *rules, *wins, *level;
    const char *inputs; /* u l d r x, '.' no input, z undo, R restart */
    const char *expected;
};

#define PUSH "[ > player | crate ] -> [ > player | > crate ]\n"

static inline char key_of(const struct lw_ps_game *game, const uint64_t *cell) {
    static const char keys[] = ".op#*mgrb";
    static const char *const names[] = {"background", "target", "player", "wall", "crate",
                                        "mark",       "ghost",  "red",    "blue"};
    char key = '?';
    for (uint32_t id = 0; id < game->n_objects; id++) {
        for (size_t k = 0; k < 9 && lw_ps_has(cell, id); k++) {
            if (strcmp(game->objects[id].name, names[k]) == 0) {
                key = keys[k];
            }
        }
    }
    return key;
}

static inline size_t example_source(const struct example *ex, char *out, size_t room) {
    int len = snprintf(out, room, "%s%s%sWINCONDITIONS\n%s\nLEVELS\n\n%s\n", ex->prelude,
                       head, ex->rules, ex->wins, ex->level);
    assert_true(len > 0 && (size_t)len < room);
    return (size_t)len;
}

static inline struct lw_ps_game *compile(const struct example *ex) {
    char source[4096];
    struct lw_ps_game *game = NULL;
    size_t len = example_source(ex, source, sizeof source);
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
    for (size_t i = 0; i < game->n_notes; i++) {
        if (game->notes[i].is_error) {
            fail_msg("%s: line %d: %s", ex->about, game->notes[i].line,
                     game->notes[i].text);
        }
    }
    assert_true(game->playable);
    return game;
}

static inline struct lw_ps_engine *start(const struct lw_ps_game *game) {
    struct lw_ps_engine *engine = NULL;
    const struct lw_ps_entry *level = &game->entries[0];
    assert_int_equal(lw_ps_engine_create(
                         game,
                         (struct lw_ps_engine_spec){level->width, level->height,
                                                    LW_PS_KEEP_UNDO | LW_PS_KEEP_SOUNDS},
                         lw_alloc_libc(), &engine, NULL),
                     LW_OK);
    struct lw_ps_turn turn = lw_ps_load(engine, level->cells, "seed", 4);
    if (turn.again) {
        (void)lw_ps_play(engine, LW_PS_PRESS_NONE);
    }
    return engine;
}

/* The last turn. */
static inline struct lw_ps_turn press_all(struct lw_ps_engine *engine,
                                          const char *inputs) {
    struct lw_ps_turn turn = {0};
    for (; *inputs != '\0'; inputs++) {
        const char *at = strchr("uldrx", *inputs);
        if (*inputs == 'z') {
            (void)lw_ps_undo(engine);
        } else if (*inputs == 'R') {
            turn = lw_ps_restart(engine);
        } else {
            turn = lw_ps_play(engine, at == NULL ? LW_PS_PRESS_NONE
                                                 : (enum lw_ps_input)(at - "uldrx"));
        }
    }
    return turn;
}

static inline void print_board(const struct lw_ps_game *game,
                               const struct lw_ps_engine *engine, char *out) {
    const struct lw_ps_entry *level = &game->entries[0];
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            *out++ = key_of(game, lw_ps_cell(engine, x * level->height + y));
        }
        *out++ = '\n';
    }
    out[-1] = '\0';
}

/* An RC4 of its own, so that the seeded outcome is not taken from the engine. */
static inline double rc4_number(const char *seed, int number) {
    unsigned s[256];
    unsigned i = 0;
    unsigned j = 0;
    double value = 0;
    for (i = 0; i < 256; i++) {
        s[i] = i;
    }
    for (i = 0; i < 256; i++) {
        j = (j + s[i] + (unsigned char)seed[i % strlen(seed)]) % 256;
        unsigned swap = s[i];
        s[i] = s[j];
        s[j] = swap;
    }
    i = j = 0;
    for (int n = 0; n <= number; n++) {
        value = 0;
        for (int k = 0; k < 7; k++) {
            i = (i + 1) % 256;
            j = (j + s[i]) % 256;
            unsigned swap = s[i];
            s[i] = s[j];
            s[j] = swap;
            value = value * 256 + s[(s[i] + s[j]) % 256];
        }
    }
    return value / 72057594037927936.0;
}

static inline void check_example(const struct example *ex, const char *expected) {
    struct lw_ps_game *game = compile(ex);
    struct lw_ps_engine *engine = start(game);
    char board[256];
    (void)press_all(engine, ex->inputs);
    print_board(game, engine, board);
    if (strcmp(board, expected) != 0) {
        fail_msg("%s:\n%s\ninstead of\n%s", ex->about, board, expected);
    }
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

#endif

/* The compiler's driver: read, resolve, expand, make. Later steps run only while the
 * source is still worth it; what the reference calls playable stays playable. */
#include <string.h>

#include "compile/compile_internal.h"
#include "kind_internal.h"

static void check_layered(struct ps_compile *c) {
    for (size_t i = 0; i < c->n_names; i++) {
        if (c->names[i].kind == PS_OBJECT && c->names[i].id == PS_NO_ID) {
            lw_ps_error(c, c->names[i].line, 0, "the object %s is in no collision layer",
                        lw_ps_shout(c, c->names[i].text));
        }
    }
}

static void run(struct ps_compile *c) {
    lw_ps_read_source(c);
    if (c->stop || c->failed) {
        return;
    }
    lw_ps_resolve_names(c);
    if (c->stop || c->failed) {
        return;
    }
    lw_ps_make_levels(c);
    lw_ps_parse_rules(c);
    if (!c->stop && !c->failed) {
        lw_ps_expand_rules(c);
    }
    if (c->stop || c->failed || c->invalid) {
        return;
    }
    lw_ps_make_rules(c);
    lw_ps_make_wins(c);
    check_layered(c);
    lw_ps_finish_prelude(c);
    lw_ps_make_sounds(c);
    if (c->n_levels == 0) {
        lw_ps_error_global(c, "no levels: add one to the LEVELS section");
    }
    if (!c->stop && !c->failed && c->n_errors <= PS_MAX_ERRORS) {
        lw_ps_find_static(c);
        lw_ps_make_program(c);
        c->game->playable = !c->stop && !c->failed;
    }
}

static void release(struct ps_compile *c) {
    const struct lw_alloc *alloc = c->alloc;
    for (size_t i = 0; i < c->n_layers; i++) {
        lw_alloc_free(alloc, c->layers[i].names,
                      c->layers[i].cap * sizeof *c->layers[i].names);
    }
    for (size_t i = 0; i < c->n_levels; i++) {
        lw_alloc_free(alloc, c->levels[i].rows,
                      c->levels[i].cap * sizeof *c->levels[i].rows);
    }
    lw_alloc_free(alloc, c->layers, c->layers_cap * sizeof *c->layers);
    lw_alloc_free(alloc, c->levels, c->levels_cap * sizeof *c->levels);
    lw_alloc_free(alloc, c->names, c->names_cap * sizeof *c->names);
    lw_alloc_free(alloc, c->sounds, c->sounds_cap * sizeof *c->sounds);
    lw_alloc_free(alloc, c->rule_lines, c->rule_lines_cap * sizeof *c->rule_lines);
    lw_alloc_free(alloc, c->loops, c->loops_cap * sizeof *c->loops);
    lw_alloc_free(alloc, c->written, c->written_cap * sizeof *c->written);
    lw_alloc_free(alloc, c->rules.at, c->rules.cap * sizeof *c->rules.at);
    lw_alloc_free(alloc, c->wins, c->wins_cap * sizeof *c->wins);
    lw_alloc_free(alloc, c->notes, c->notes_cap * sizeof *c->notes);
    lw_arena_free(&c->scratch);
}

/* Blanks beyond ASCII, as pages and editors put them into text that is copied. */
static bool is_wide_blank(uint32_t scalar) {
    return scalar == 0xa0 || scalar == 0x1680 || (scalar >= 0x2000 && scalar <= 0x200a) ||
           scalar == 0x202f || scalar == 0x205f || scalar == 0x3000 || scalar == 0xfeff;
}

/* Does a byte of the eight want a look: beyond ASCII, a carriage return or a zero? */
static bool needs_cleaning(uint64_t word) {
    const uint64_t each = 0x0101010101010101ULL;
    uint64_t returns = word ^ '\r' * each;
    return ((word | (word - each) | (returns - each)) & 0x80 * each) != 0;
}

size_t lw_ps_clean_source(char *to, const char *from, size_t len) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t n = 0, i = len >= 3 && memcmp(from, mark, 3) == 0 ? 3 : 0;
    while (i < len) {
        uint64_t word = 0;
        if (i + 8 <= len) {
            memcpy(&word, from + i, 8);
        }
        if (i + 8 <= len && !needs_cleaning(word)) {
            memcpy(to + n, &word, 8);
            n += 8;
            i += 8;
            continue;
        }
        size_t used = 1;
        bool wide = (unsigned char)from[i] >= 0xc2 &&
                    is_wide_blank(lw_utf8_decode(from + i, len - i, &used));
        if (wide) {
            to[n++] = ' ';
            i += used;
        } else {
            to[n] = from[i++];
            n += to[n] != '\r' && to[n] != '\0';
        }
    }
    to[n] = '\0';
    return n;
}

static bool keep_notes(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    game->notes = lw_arena_get(&game->arena, (c->n_notes + 1) * sizeof *game->notes);
    if (game->notes == NULL) {
        return false;
    }
    lw_ps_find_columns(c);
    if (c->n_notes > 0) {
        memcpy(game->notes, c->notes, c->n_notes * sizeof *game->notes);
    }
    game->n_notes = c->n_notes;
    game->n_errors = c->n_errors;
    return true;
}

lw_status lw_ps_compile(const struct lw_alloc *alloc, const char *source, size_t len,
                        struct lw_ps_game **out, struct lw_error *err) {
    struct lw_ps_game *game = lw_alloc_zero(alloc, 1, sizeof *game);
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    game->base = (struct lw_game){&lw_puzzlescript_kind, alloc};
    lw_arena_init(&game->arena, alloc);
    game->title = game->author = game->homepage = "";
    struct ps_compile c = {.alloc = alloc, .game = game};
    lw_arena_init(&c.scratch, alloc);
    char *copy = lw_arena_get(&game->arena, len + 1);
    c.failed = copy == NULL;
    if (copy != NULL) {
        game->source_len = lw_ps_clean_source(copy, source, len);
        game->source = copy;
        run(&c);
    }
    bool kept = !c.failed && keep_notes(&c);
    release(&c);
    if (!kept || c.failed) {
        lw_ps_game_destroy(game);
        return lw_fail_memory(err);
    }
    game->symmetries = game->playable ? lw_ps_symmetries(game) : 1;
    game->identity = game->playable ? lw_ps_identity(game) : 0;
    *out = game;
    return LW_OK;
}

void lw_ps_game_destroy(struct lw_ps_game *game) {
    if (game != NULL) {
        const struct lw_alloc *alloc = game->base.alloc;
        lw_arena_free(&game->arena);
        lw_alloc_free(alloc, game, sizeof *game);
    }
}

const struct lw_ps_game *lw_ps_game_of(const struct lw_game *game) {
    return (const struct lw_ps_game *)(const void *)game;
}

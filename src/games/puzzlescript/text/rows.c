/* Rows of levels beside a game that is compiled already.
 *
 * Reading them as a file means compiling the game's source again, once for each level: a
 * mebibyte takes a third of a second. Plain rows (keys of the legend in plain ASCII, rows
 * equally long, levels apart by blank lines) need only the legend. Everything else
 * (notes, messages, faults to be reported) is left to the compiler, which has the last
 * word on what a text means; rows_test.c compares the two. */
#include <string.h>

#include "compile/compile_internal.h"
#include "text/rows.h"

/* Where the keys are looked up and the rows of the level that is being read. */
struct reader {
    const struct lw_ps_game *game;
    struct lw_collection *set;
    const struct lw_ps_name *keys[128]; /* of lower-case characters; NULL: none */
    const char *rows;                   /* the first */
    size_t width, height, stride;       /* from row to row, in bytes */
    uint32_t line;                      /* of the first */
    bool add;                           /* else only look */
    lw_status status;
    struct lw_error *err;
};

static void find_keys(struct reader *in) {
    const struct lw_ps_game *game = in->game;
    for (uint32_t i = 0; i < game->n_names; i++) {
        const struct lw_ps_name *name = &game->names[i];
        unsigned char key = (unsigned char)name->text[0];
        bool usable = name->kind == LW_PS_OBJECT || name->kind == LW_PS_AGGREGATE;
        if (usable && name->n_members > 0 && key > ' ' && key < 127 &&
            name->text[1] == '\0' && strchr("()=", key) == NULL) {
            in->keys[key] = name;
        }
    }
}

static unsigned char lower(char byte) {
    return (unsigned char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
}

static bool is_word(const char *line, size_t len) {
    static const char *const words[] = {"objects",         "legend", "sounds",
                                        "collisionlayers", "rules",  "winconditions",
                                        "levels"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (lw_text_equal_nocase(line, len, words[i])) {
            return true;
        }
    }
    return len >= 7 && lw_text_equal_nocase(line, 7, "message");
}

/* Is every character of the line a key, and is it as long as the rows before it? */
static bool is_row(const struct reader *in, const char *line, size_t len) {
    if (in->height > 0 && len != in->width) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)line[i] >= 128 || in->keys[lower(line[i])] == NULL) {
            return false;
        }
    }
    return !is_word(line, len);
}

/* The rows so far as a level. */
static lw_status add_level(struct reader *in) {
    const struct lw_ps_game *game = in->game;
    size_t n_cells = in->width * in->height;
    size_t bytes = n_cells * game->obj_words * sizeof(uint64_t);
    struct lw_ps_level *level = NULL;
    uint64_t *cells = lw_alloc_zero(game->base.alloc, 1, bytes);
    if (cells == NULL) {
        return lw_fail_memory(in->err);
    }
    for (size_t y = 0; y < in->height; y++) {
        for (size_t x = 0; x < in->width; x++) {
            const struct lw_ps_name *key = in->keys[lower(in->rows[y * in->stride + x])];
            uint64_t *cell = cells + (x * in->height + y) * game->obj_words;
            for (uint32_t i = 0; i < key->n_members; i++) {
                ps_set_bit(cell, key->members[i]);
            }
        }
    }
    lw_ps_fill_background(game, cells, n_cells);
    lw_status status = lw_ps_level_create(game, (uint32_t)in->width, (uint32_t)in->height,
                                          cells, &level, in->err);
    lw_alloc_free(game->base.alloc, cells, bytes);
    if (status == LW_OK) {
        level->line = in->line;
        status = lw_collection_add(in->set, &level->base, "", in->line) == NULL
                     ? lw_fail_memory(in->err)
                     : LW_OK;
    }
    return status;
}

/* Rows lie one after another in the text, so that the first and the step are enough. */
static bool take_row(struct reader *in, const char *line, size_t len, uint32_t number) {
    if (in->height == 0) {
        in->rows = line;
        in->width = len;
        in->line = number;
    } else if (in->height == 1) {
        in->stride = (size_t)(line - in->rows);
    } else if (line != in->rows + in->height * in->stride) {
        return false; /* blanks around some of them */
    }
    in->height++;
    size_t n_cells = in->width * in->height;
    return n_cells <= PS_MAX_CELLS && n_cells * in->game->obj_words <= PS_MAX_LEVEL_WORDS;
}

static void end_level(struct reader *in) {
    if (in->height > 0 && in->add && in->status == LW_OK) {
        in->status = add_level(in);
    }
    in->height = 0;
}

/* One line, without the blanks around it; false: not for us. */
static bool read_line(struct reader *in, const char *line, size_t len, uint32_t number) {
    while (len > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        len--;
    }
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t')) {
        len--;
    }
    if (len > 0) {
        return is_row(in, line, len) && take_row(in, line, len, number);
    }
    end_level(in);
    return true;
}

/* All lines: first to see whether they are plain, then to add what they are. */
static bool walk(struct reader *in, const char *text, size_t len, bool add) {
    uint32_t number = 1;
    bool plain = true;
    in->add = add;
    for (size_t at = 0; at < len && plain && in->status == LW_OK; number++) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line = end != NULL ? (size_t)(end - text) - at : len - at;
        plain = read_line(in, text + at, line, number);
        at += line + 1;
    }
    end_level(in);
    return plain;
}

bool lw_ps_read_rows(const struct lw_ps_game *game, const char *text, size_t len,
                     struct lw_collection *set, lw_status *status, struct lw_error *err) {
    struct reader in = {.game = game, .set = set, .status = LW_OK, .err = err};
    if (!game->playable || game->n_errors > 0 || game->levels_line == 0) {
        return false;
    }
    find_keys(&in);
    if (!walk(&in, text, len, false) || in.width == 0) {
        return false;
    }
    (void)walk(&in, text, len, true);
    *status = in.status;
    return true;
}

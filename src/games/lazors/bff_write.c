/* Writing .bff text, and telling it by its look. */
#include "lazors_internal.h"

#include <string.h>

static char cell_symbol(uint8_t cell) {
    return (char)(cell & LW_LAZORS_OPEN     ? 'o'
                  : cell == LW_LAZORS_EMPTY ? 'x'
                                            : lw_lazors_block_letter(cell));
}

static void put_comment(struct lw_buffer *out, const char *key, const char *text) {
    lw_buffer_puts(out, key);
    for (; *text != '\0'; text++) {
        lw_buffer_putc(out, *text);
        if (*text == '\n') {
            lw_buffer_puts(out, "# ");
        }
    }
    lw_buffer_putc(out, '\n');
}

static void put_level(const struct lw_lazors_level *level, struct lw_buffer *out) {
    lw_buffer_puts(out, "GRID START\n");
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        lw_buffer_putc(out, cell_symbol(level->cells[i]));
        lw_buffer_putc(out, (i + 1) % level->width == 0 ? '\n' : ' ');
    }
    lw_buffer_puts(out, "GRID STOP\n\n");
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        if (level->stock[block] > 0) {
            lw_buffer_printf(out, "%c %u\n", lw_lazors_block_letter(block),
                             level->stock[block]);
        }
    }
    lw_buffer_putc(out, '\n');
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &level->lasers[i];
        lw_buffer_printf(out, "L %d %d %d %d\n", laser->x, laser->y, laser->vx,
                         laser->vy);
    }
    lw_buffer_putc(out, '\n');
    for (uint32_t i = 0; i < level->n_targets; i++) {
        lw_buffer_printf(out, "P %d %d\n", level->targets[i].x, level->targets[i].y);
    }
}

lw_status lw_lazors_write_bff(const struct lw_game *game, const struct lw_collection *set,
                              struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        if (i > 0) {
            lw_buffer_putc(out, '\n');
        }
        if (set->n_entries > 1) {
            lw_buffer_puts(out, "---\n");
        }
        if (entry->title[0] != '\0') {
            put_comment(out, "# ", entry->title);
        }
        for (const struct lw_note *note = entry->notes; note != NULL; note = note->next) {
            /* A comment before a missing title would be read back as the title. */
            if (entry->title[0] == '\0') {
                continue;
            }
            bool plain = lw_text_equal_nocase(note->key, strlen(note->key), "comment");
            lw_buffer_puts(out, "# ");
            if (!plain) {
                lw_buffer_printf(out, "%s: ", note->key);
            }
            put_comment(out, "", note->text);
        }
        for (const struct lw_stored_solution *solution = entry->solutions;
             solution != NULL; solution = solution->next) {
            put_comment(out, "# solution: ", solution->moves);
        }
        put_level(lw_lazors_level_of(entry->level), out);
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* How a line begins: GRID and a blank (2), or a letter of the other lines, a blank and a
 * number (1). */
static int line_kind(const char *at, const char *end) {
    if (end - at >= 5 && lw_text_equal_nocase(at, 4, "GRID") &&
        (at[4] == ' ' || at[4] == '\t')) {
        return 2;
    }
    bool letter = end - at >= 3 && *at != '\0' && strchr("ABCLP", *at) != NULL;
    if (!letter || (at[1] != ' ' && at[1] != '\t')) {
        return 0;
    }
    for (at += 2; at < end && (*at == ' ' || *at == '\t');) {
        at++;
    }
    return at < end && ((*at >= '0' && *at <= '9') || *at == '-');
}

/* GRID at the start of a line is found in no other format; without it, the other lines
 * still tell a damaged level. */
int lw_lazors_sniff_bff(const char *text, size_t len) {
    const char *end = text + len;
    int sure = 0;
    for (const char *at = text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        while (at < end && (*at == ' ' || *at == '\t')) {
            at++;
        }
        int found = line_kind(at, newline != NULL ? newline : end);
        if (found == 2) {
            return 95;
        }
        sure = found == 1 ? 50 : sure;
        if (newline == NULL) {
            break;
        }
        at = newline + 1;
    }
    return sure;
}

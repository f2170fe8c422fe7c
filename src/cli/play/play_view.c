/* What a person sees who plays in a terminal. */
#include "play/play_view.h"

#include <inttypes.h>
#include <string.h>

#define FEW_ROWS 16 /* fewer leave room for one line of keys only */

static void mark_cell(struct screen *screen, uint32_t cell, lw_rgba colour) {
    if (cell < screen->list.width * screen->list.height && screen->list.glyphs != NULL) {
        screen->list.glyphs[cell].bg = colour;
    }
}

static void draw_marks(struct screen *screen) {
    bool dark = screen->theme == LW_THEME_DARK;
    for (size_t i = 0; i < screen->n_marked; i++) {
        mark_cell(screen, screen->marked[i],
                  screen->mark_dead ? (dark ? 0x8c2f39ff : 0xffb3b3ff)
                                    : (dark ? 0x2f6e4fff : 0xb8e6c8ff));
    }
    for (size_t i = 0; i < screen->n_path; i++) {
        mark_cell(screen, screen->path[i], dark ? 0x3b5b8cff : 0xb9d4ffff);
    }
    if (points(screen)) {
        mark_cell(screen, screen->cursor, dark ? 0xd8a03cff : 0xffd27fff);
    }
}

static void put_title(struct screen *screen) {
    const struct lw_entry *entry = &screen->levels->set.entries[screen->index];
    struct lw_buffer *frame = &screen->frame;
    bool colour = screen->cli->colour;
    const char *title = screen->levels->set.title;
    title = title[0] != '\0' ? title : screen->levels->game->kind->title;
    lw_buffer_puts(frame, colour ? "\033[1m" : "");
    lw_buffer_safe(frame, title, strlen(title));
    lw_buffer_printf(frame, ", level %zu of %zu%s", screen->index + 1,
                     screen->levels->set.n_entries, entry->title[0] != '\0' ? ": " : "");
    lw_buffer_safe(frame, entry->title, strlen(entry->title));
    lw_buffer_printf(frame, "%s\n\n", colour ? "\033[0m" : "");
}

static bool has_key(const struct screen *screen, const char *key) {
    const struct lw_key *at = ops_of(screen)->keys;
    while (at != NULL && at->key != NULL && strcmp(at->key, key) != 0) {
        at++;
    }
    return at != NULL && at->key != NULL;
}

/* Words up to the last that fits into so many columns, or as much of a longer word. */
static size_t line_length(const char *text, uint32_t columns) {
    size_t end = 0;
    uint32_t column = 0;
    for (size_t i = 0;; i++) {
        bool inside = ((unsigned char)text[i] & 0xc0) == 0x80;
        if (text[i] == '\0' || text[i] == ' ') {
            end = i;
        }
        if (text[i] == '\0' || (!inside && column == columns)) {
            return end > 0 ? end : i;
        }
        column += !inside;
    }
}

static void put_message(struct screen *screen) {
    const char *text = screen->message;
    do {
        size_t len = line_length(text, screen->columns);
        lw_buffer_safe(&screen->frame, text, len);
        lw_buffer_putc(&screen->frame, '\n');
        text += len;
        text += strspn(text, " ");
    } while (*text != '\0');
}

static void put_keys(struct screen *screen) {
    struct lw_buffer *frame = &screen->frame;
    lw_buffer_putc(frame, '\n');
    lw_buffer_puts(frame,
                   points(screen)
                       ? "arrows: cursor  space: pick up, put down  escape: cancel\n"
                       : "arrows: move  ");
    if (has_key(screen, "space")) {
        lw_buffer_printf(frame, "space: action  %s%s\n",
                         has_key(screen, ".") ? ".: wait  " : "",
                         has_key(screen, "c") ? "c: back to the checkpoint" : "");
    }
    lw_buffer_puts(frame, "u: undo  y: redo  R: restart  h: hint  d: dead?\n");
}

static void put_status(struct screen *screen) {
    struct lw_buffer *frame = &screen->frame;
    size_t n_moves = lw_session_n_moves(screen->session);
    bool last = screen->index + 1 == screen->levels->set.n_entries;
    lw_buffer_printf(frame, "\n%zu move%s", n_moves, n_moves == 1 ? "" : "s");
    if (lw_session_won(screen->session)) {
        lw_buffer_printf(frame, "  %sSOLVED%s  %s",
                         screen->cli->colour ? "\033[1;32m" : "",
                         screen->cli->colour ? "\033[0m" : "",
                         last ? "this was the last level" : "n: next level");
    }
    if (points(screen) && screen->list.width > 0) {
        lw_buffer_printf(frame, "  cursor at column %" PRIu32 ", row %" PRIu32 "%s",
                         screen->cursor % screen->list.width + 1,
                         screen->cursor / screen->list.width + 1,
                         screen->n_path > 0 ? ", dragging" : "");
    }
    lw_buffer_putc(frame, '\n');
    put_message(screen);
    if (screen->rows >= FEW_ROWS) {
        put_keys(screen);
    }
    lw_buffer_puts(frame, "n p: level  s: save  l: load  q: quit");
}

/* Where the player is, or else what changed last. */
void play_find_focus(struct screen *screen) {
    const struct lw_draw_list *list = &screen->list;
    size_t n = (size_t)list->width * list->height;
    if (list->glyphs == NULL) {
        return;
    }
    for (size_t i = 0; i < n && screen->n_seen == n; i++) {
        if (strcmp(screen->seen[i].text, list->glyphs[i].text) != 0) {
            screen->focus = (uint32_t)i;
        }
    }
    if (points(screen)) {
        screen->focus = screen->cursor;
    } else if (list->player != LW_DRAW_NOBODY) {
        screen->focus = list->player;
    }
    struct lw_glyph *seen =
        lw_alloc_resize(screen->cli->alloc, screen->seen, screen->n_seen * sizeof *seen,
                        n * sizeof *seen);
    if (seen != NULL) {
        memcpy(seen, list->glyphs, n * sizeof *seen);
        screen->seen = seen;
        screen->n_seen = n;
    }
}

/* The first of `size` cells of which `room` are shown around `at`. */
static uint32_t window_start(uint32_t at, uint32_t size, uint32_t room) {
    if (size <= room || at < room / 2) {
        return 0;
    }
    return at - room / 2 > size - room ? size - room : at - room / 2;
}

/* The board, the part of it that the game shows, or as much of that around the focus as
 * has room in so many rows. */
static void put_board(struct screen *screen, uint32_t room_y) {
    struct lw_draw_list *list = &screen->list;
    const struct lw_part *part = &screen->part;
    struct cli *cli = screen->cli;
    uint32_t columns = screen->columns;
    bool wide = cli->colour && 2 * part->width <= columns;
    uint32_t room_x = wide ? columns / 2 : columns;
    uint32_t x = screen->focus % list->width, y = screen->focus / list->width;
    uint32_t left = window_start(x > part->x ? x - part->x : 0, part->width, room_x);
    uint32_t top = window_start(y > part->y ? y - part->y : 0, part->height, room_y);
    uint32_t width = part->width - left < room_x ? part->width - left : room_x;
    for (uint32_t row = top; row < part->height && row - top < room_y; row++) {
        struct lw_draw_list line = {.width = width,
                                    .height = 1,
                                    .glyphs = list->glyphs +
                                              (size_t)(part->y + row) * list->width +
                                              part->x + left};
        lw_render_ansi(&line, cli_ansi_depth(cli), wide, &screen->frame);
    }
}

/* The part stays where it was while the game shows none (the player is gone). */
static void find_part(struct screen *screen) {
    const struct lw_draw_list *list = &screen->list;
    struct lw_part *part = &screen->part;
    bool fits = part->width > 0 && part->x + part->width <= list->width &&
                part->y + part->height <= list->height;
    if (!fits) {
        *part = (struct lw_part){.width = list->width, .height = list->height};
    }
    if (ops_of(screen)->part != NULL) {
        (void)ops_of(screen)->part(lw_session_play(screen->session),
                                   lw_session_state(screen->session), part);
    }
}

static uint32_t count_lines(const struct lw_buffer *text) {
    uint32_t n = 1;
    for (size_t i = 0; i < text->len; i++) {
        n += text->data[i] == '\n';
    }
    return n;
}

/* How many rows stay for the board when all else is shown. */
static uint32_t rows_left(struct screen *screen) {
    lw_buffer_clear(&screen->frame);
    put_title(screen);
    put_status(screen);
    uint32_t others = count_lines(&screen->frame);
    lw_buffer_clear(&screen->frame);
    return screen->rows > others + 1 ? screen->rows - others : 1;
}

/* Every line clears its rest, the screen below the last line is cleared too: no flicker.
 */
void play_show(struct screen *screen) {
    struct lw_play *play = lw_session_play(screen->session);
    struct cli *cli = screen->cli;
    lw_platform_terminal_size(fileno(cli->out), &screen->columns, &screen->rows);
    screen->columns = screen->columns > 0 ? screen->columns : 1;
    ops_of(screen)->draw(play, lw_session_state(screen->session), &screen->list);
    play_find_focus(screen);
    find_part(screen);
    draw_marks(screen);
    uint32_t room_y = rows_left(screen);
    put_title(screen);
    if (screen->list.glyphs != NULL && screen->list.width > 0) {
        put_board(screen, room_y);
    }
    put_status(screen);
    (void)fputs("\033[H", cli->out);
    const char *text = lw_buffer_text(&screen->frame);
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            (void)fputs("\033[K\n", cli->out);
        } else {
            (void)fputc(*text, cli->out);
        }
    }
    (void)fputs("\033[J", cli->out);
    (void)fflush(cli->out);
}

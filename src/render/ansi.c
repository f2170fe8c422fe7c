/* The terminal: glyphs with colours, as many as it shows. */
#include <limits.h>
#include <string.h>

#include "lw/render.h"

static int channel(lw_rgba colour, int shift) {
    return (int)(colour >> shift & 0xff);
}

static int distance(lw_rgba colour, int r, int g, int b) {
    int dr = channel(colour, 24) - r;
    int dg = channel(colour, 16) - g;
    int db = channel(colour, 8) - b;
    /* The eye sees green best and blue least. */
    return 3 * dr * dr + 4 * dg * dg + 2 * db * db;
}

static int nearest_16(lw_rgba colour) {
    static const unsigned char palette[16][3] = {
        {0, 0, 0},     {170, 0, 0},    {0, 170, 0},    {170, 85, 0},
        {0, 0, 170},   {170, 0, 170},  {0, 170, 170},  {170, 170, 170},
        {85, 85, 85},  {255, 85, 85},  {85, 255, 85},  {255, 255, 85},
        {85, 85, 255}, {255, 85, 255}, {85, 255, 255}, {255, 255, 255},
    };
    int best = 0;
    int best_distance = INT_MAX;
    for (int i = 0; i < 16; i++) {
        int d = distance(colour, palette[i][0], palette[i][1], palette[i][2]);
        if (d < best_distance) {
            best = i;
            best_distance = d;
        }
    }
    return best;
}

/* The 6x6x6 cube from 16, or the 24 greys from 232. */
static int nearest_256(lw_rgba colour) {
    int step[3];
    static const int levels[6] = {0, 95, 135, 175, 215, 255};
    for (int i = 0; i < 3; i++) {
        int value = channel(colour, 24 - 8 * i);
        step[i] = value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40;
    }
    int cube = distance(colour, levels[step[0]], levels[step[1]], levels[step[2]]);
    int mean = (channel(colour, 24) + channel(colour, 16) + channel(colour, 8)) / 3;
    int grey = mean < 3 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    int value = 8 + 10 * grey;
    if (distance(colour, value, value, value) < cube) {
        return 232 + grey;
    }
    return 16 + 36 * step[0] + 6 * step[1] + step[2];
}

static void put_colour(struct lw_buffer *out, enum lw_ansi_depth depth, lw_rgba colour,
                       bool background) {
    if (depth == LW_ANSI_TRUE) {
        lw_buffer_printf(out, ";%d;2;%d;%d;%d", background ? 48 : 38, channel(colour, 24),
                         channel(colour, 16), channel(colour, 8));
    } else if (depth == LW_ANSI_256) {
        lw_buffer_printf(out, ";%d;5;%d", background ? 48 : 38, nearest_256(colour));
    } else {
        int index = nearest_16(colour);
        int base = index < 8 ? 30 : 90 - 8;
        lw_buffer_printf(out, ";%d", base + index + (background ? 10 : 0));
    }
}

static bool same_look(const struct lw_glyph *a, const struct lw_glyph *b) {
    return a != NULL && a->fg == b->fg && a->bg == b->bg && a->bold == b->bold;
}

/* What fills a cell's second column: blocks and lines that lead to the right go on. */
static const char *continuation(const char *text) {
    static const struct {
        const char *glyphs; /* of three bytes each */
        const char *second;
    } runs[] = {
        {"\u2588", "\u2588"},
        {"\u2591", "\u2591"},
        {"\u2592", "\u2592"},
        {"\u2593", "\u2593"},
        {"\u2500\u250c\u2514\u251c\u252c\u2534\u253c\u256d\u2570\u2576", "\u2500"},
        {"\u2501\u250f\u2517\u2523\u2533\u253b\u254b\u257a", "\u2501"},
        {"\u2550\u2554\u255a\u2560\u2566\u2569\u256c", "\u2550"},
    };
    for (size_t i = 0; strlen(text) == 3 && i < sizeof runs / sizeof *runs; i++) {
        if (strstr(runs[i].glyphs, text) != NULL) {
            return runs[i].second;
        }
    }
    return " ";
}

static void put_row(const struct lw_glyph *row, uint32_t width, enum lw_ansi_depth depth,
                    bool wide, struct lw_buffer *out) {
    const struct lw_glyph *last = NULL;
    for (uint32_t x = 0; x < width; x++) {
        const struct lw_glyph *glyph = &row[x];
        if (depth != LW_ANSI_NONE && !same_look(last, glyph)) {
            lw_buffer_printf(out, "\033[0%s", glyph->bold ? ";1" : "");
            put_colour(out, depth, glyph->fg, false);
            put_colour(out, depth, glyph->bg, true);
            lw_buffer_putc(out, 'm');
            last = glyph;
        }
        const char *text = glyph->text[0] == '\0' ? " " : glyph->text;
        lw_buffer_safe(out, text, strlen(text));
        if (wide) {
            lw_buffer_puts(out, continuation(text));
        }
    }
    if (depth != LW_ANSI_NONE) {
        lw_buffer_puts(out, "\033[0m");
    }
}

void lw_render_ansi(const struct lw_draw_list *list, enum lw_ansi_depth depth, bool wide,
                    struct lw_buffer *out) {
    for (uint32_t y = 0; y < list->height && list->glyphs != NULL; y++) {
        put_row(list->glyphs + (size_t)y * list->width, list->width, depth, wide, out);
        lw_buffer_putc(out, '\n');
    }
}

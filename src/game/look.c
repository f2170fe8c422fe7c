/* Looks: the glyphs of a draw list as classes, compared over the eight symmetries.
 *
 * What there is most of, in both levels together, is taken for the background (walls in
 * Sokoban, empty squares in Flow): without that, two levels of one size would seem alike
 * for what neither of them has. */
#include "lw/look.h"

#include <string.h>

#include "lw/draw.h"
#include "lw/grid.h"

static uint8_t class_of(const struct lw_glyph *glyph) {
    unsigned char c = (unsigned char)glyph->text[0];
    if (c >= 'A' && c <= 'Z') {
        return 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return 'a';
    }
    if (c >= '0' && c <= '9') {
        return '0';
    }
    if (c < 0x80) {
        return c == '\0' ? ' ' : c;
    }
    /* One character of several bytes: any number that tells most of them apart. */
    unsigned sum = 0;
    for (const char *at = glyph->text; *at != '\0'; at++) {
        sum = sum * 31 + (unsigned char)*at;
    }
    return (uint8_t)(0x80 | sum);
}

lw_status lw_look_take(const struct lw_level *level, const struct lw_alloc *alloc,
                       struct lw_look *out, struct lw_error *err) {
    struct lw_draw_list list;
    *out = (struct lw_look){.alloc = alloc};
    lw_draw_init(&list, alloc, LW_THEME_LIGHT);
    lw_status status = lw_level_draw(level, &list, err);
    size_t n = (size_t)list.width * list.height;
    if (status == LW_OK) {
        out->width = list.width;
        out->height = list.height;
        out->cells = lw_alloc_get(alloc, LW_N_SYMMETRIES * n);
        status = out->cells == NULL || list.glyphs == NULL ? lw_fail_memory(err) : LW_OK;
    }
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        out->cells[i] = class_of(&list.glyphs[i]);
        out->counts[out->cells[i]]++;
    }
    for (int sym = 1; status == LW_OK && sym < LW_N_SYMMETRIES; sym++) {
        lw_grid_transform(sym, out->width, out->height, out->cells,
                          out->cells + (size_t)sym * n);
    }
    lw_draw_free(&list);
    return status;
}

void lw_look_free(struct lw_look *look) {
    if (look->cells != NULL) {
        lw_alloc_free(look->alloc, look->cells,
                      (size_t)LW_N_SYMMETRIES * look->width * look->height);
    }
    *look = (struct lw_look){.alloc = NULL};
}

static uint8_t most_common(const struct lw_look *a, const struct lw_look *b) {
    unsigned best = 0;
    for (unsigned c = 1; c < 256; c++) {
        best = a->counts[c] + b->counts[c] > a->counts[best] + b->counts[best] ? c : best;
    }
    return (uint8_t)best;
}

static double differ(const uint8_t *a, const uint8_t *b, size_t n, uint8_t background) {
    uint32_t differing = 0, shown = 0;
    for (size_t i = 0; i < n; i++) {
        differing += a[i] != b[i];
        shown += (a[i] != background) | (b[i] != background);
    }
    return shown == 0 ? 0 : (double)differing / shown;
}

double lw_look_distance(const struct lw_look *a, const struct lw_look *b) {
    double least = 1;
    size_t n = (size_t)a->width * a->height;
    if (n != (size_t)b->width * b->height) {
        return 1;
    }
    uint8_t background = most_common(a, b);
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t width, height;
        lw_sym_size(sym, a->width, a->height, &width, &height);
        if (width == b->width && height == b->height) {
            double d = differ(a->cells + (size_t)sym * n, b->cells, n, background);
            least = d < least ? d : least;
        }
    }
    return least;
}

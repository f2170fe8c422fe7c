/* Pictures: a draw list as SVG, PNG, terminal text; many as a contact sheet; a line of
 * play as an animation (SVG with SMIL, or animated PNG: every browser shows both).
 *
 * Nothing here knows a game. Titles are data: they are escaped for SVG and made harmless
 * for the terminal. Results are appended to a buffer, so that a file is written complete
 * or not at all. */
#ifndef LW_RENDER_H
#define LW_RENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/buffer.h"
#include "lw/base/status.h"
#include "lw/draw.h"

enum lw_picture_format { LW_PICTURE_SVG, LW_PICTURE_PNG };

struct lw_picture_style {
    double cell_px; /* edge of a cell; 0: chosen from the size of the board */
    enum lw_theme theme;
    uint32_t frame_ms; /* of an animation; 0: 160 */
};

/* One level. title (may be NULL) names the picture for screen readers. */
lw_status lw_render_picture(enum lw_picture_format format,
                            const struct lw_draw_list *list, const char *title,
                            const struct lw_picture_style *style, struct lw_buffer *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* A contact sheet: every level in a card of the same size with its number and title. */
struct lw_sheet_item {
    const struct lw_draw_list *list;
    const char *title;
    size_t number;
};
struct lw_sheet {
    const struct lw_sheet_item *items;
    size_t n_items;
    const char *title; /* NULL or "": none */
};
lw_status lw_render_sheet(enum lw_picture_format format, const struct lw_sheet *sheet,
                          const struct lw_picture_style *style, struct lw_buffer *out,
                          struct lw_error *err) LW_MUST_CHECK;

/* A booklet to print: a title page with the chapters, the levels six to a page, and their
 * solutions at the end. Pages are A4; in SVG they stand one under the other. */
struct lw_booklet_item {
    const struct lw_draw_list *list;
    const char *title;    /* beside the number; may be "" */
    const char *note;     /* a line under the picture; may be "" */
    const char *solution; /* "" leaves the level out at the end */
};
struct lw_booklet_chapter {
    const char *title, *text; /* text: a paragraph; may be "" */
    size_t n_items;
};
struct lw_booklet {
    const char *title, *subtitle;
    const struct lw_booklet_chapter *chapters; /* their items follow each other */
    size_t n_chapters;
    const struct lw_booklet_item *items;
};
enum lw_booklet_format { LW_BOOKLET_PDF, LW_BOOKLET_SVG };
lw_status lw_render_booklet(enum lw_booklet_format format, const struct lw_booklet *book,
                            struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

/* An animation. draw is called with frame = 0, 1, … n_frames - 1, in that order, and
 * resets the list itself; all frames have the same size. The last frame rests for a
 * while, then it begins again. */
#define LW_MAX_FRAMES 5000
/* Of one SVG picture: about 130 bytes and 3 microseconds each. */
#define LW_MAX_SVG_SHAPES 400000
typedef lw_status (*lw_frame_fn)(void *ctx, size_t frame, struct lw_draw_list *list,
                                 struct lw_error *err);
struct lw_animation {
    lw_frame_fn draw;
    void *ctx;
    size_t n_frames;
    const char *title; /* may be NULL */
};
lw_status lw_render_animation(enum lw_picture_format format,
                              const struct lw_animation *animation,
                              const struct lw_picture_style *style, struct lw_buffer *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Appends text so that it is only text in SVG, XML and HTML, inside quotes too;
 * characters that XML forbids are left out. */
void lw_markup_escape(struct lw_buffer *out, const char *text);

/* How many colours a terminal shows. */
enum lw_ansi_depth { LW_ANSI_NONE, LW_ANSI_16, LW_ANSI_256, LW_ANSI_TRUE };

/* The glyphs, one line a row. wide: two columns a cell, which makes cells about square.
 * Without colours there are no escapes at all. */
void lw_render_ansi(const struct lw_draw_list *list, enum lw_ansi_depth depth, bool wide,
                    struct lw_buffer *out);

#endif

/* Booklets: pages of a scene each, laid out once and written as PDF or SVG. */
#include <cairo-pdf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cairo_internal.h"

/* A4, in points. */
#define PAGE_WIDTH 595.0
#define PAGE_HEIGHT 842.0
#define MARGIN 50.0
#define COLUMNS 2
#define ROWS 3
#define GUTTER 26.0
#define INK 0x222222ff
#define FAINT_INK 0x666666ff
#define SOLUTION_COLUMNS 2
#define SOLUTION_SIZE 7.5
#define MAX_LINE 400

struct page {
    struct scene scene;
    size_t items_cap, labels_cap;
};

struct layout {
    struct lw_arena arena; /* of the labels' texts */
    const struct lw_alloc *alloc;
    const struct lw_booklet *book;
    struct page *pages;
    size_t n_pages, cap;
    double y; /* where the next line goes */
    bool failed;
};

/* Building blocks. */

static struct page *new_page(struct layout *at) {
    if (!lw_grow(at->alloc, &at->pages, &at->cap, at->n_pages + 1, sizeof *at->pages)) {
        at->failed = true;
        return NULL;
    }
    struct page *page = &at->pages[at->n_pages++];
    *page = (struct page){.scene = {.width = PAGE_WIDTH,
                                    .height = PAGE_HEIGHT,
                                    .background = 0xffffffff,
                                    .title = at->book->title}};
    at->y = MARGIN;
    return page;
}

static void put_label(struct layout *at, struct scene_label label) {
    struct page *page = &at->pages[at->n_pages - 1];
    char *copy = lw_arena_text(&at->arena, label.text, strlen(label.text));
    if (copy == NULL || !lw_grow(at->alloc, &page->scene.labels, &page->labels_cap,
                                 page->scene.n_labels + 1, sizeof *page->scene.labels)) {
        at->failed = true;
        return;
    }
    label.text = copy;
    page->scene.labels[page->scene.n_labels++] = label;
}

static void put_picture(struct layout *at, const struct scene_item *item) {
    struct page *page = &at->pages[at->n_pages - 1];
    if (!lw_grow(at->alloc, &page->scene.items, &page->items_cap, page->scene.n_items + 1,
                 sizeof *page->scene.items)) {
        at->failed = true;
        return;
    }
    page->scene.items[page->scene.n_items++] = *item;
}

/* The bytes of the first n characters. */
static size_t bytes_of(const char *text, size_t n) {
    size_t bytes = 0;
    while (n > 0 && text[bytes] != '\0') {
        bytes++;
        while (((unsigned char)text[bytes] & 0xc0) == 0x80) {
            bytes++;
        }
        n--;
    }
    return bytes;
}

/* A line cut to what fits: nothing measures letters in SVG, so that they count as a
 * little over half their height. */
static void put_line(struct layout *at, const char *text, double width,
                     struct scene_label label) {
    char line[MAX_LINE];
    size_t fits = (size_t)(width / (0.55 * label.size));
    size_t bytes = bytes_of(text, fits);
    bytes = bytes < sizeof line - 4 ? bytes : sizeof line - 4;
    bool cut = text[bytes] != '\0';
    (void)snprintf(line, sizeof line, "%.*s%s", (int)bytes, text, cut ? "…" : "");
    label.text = line;
    put_label(at, label);
}

/* How many bytes of a text go on its next line: as many words as fit, or as much of a
 * long word. */
static size_t line_of(const char *text, size_t fits) {
    size_t bytes = bytes_of(text, fits), end = bytes;
    while (text[bytes] != '\0' && end > 0 && text[end] != ' ') {
        end--;
    }
    end = end == 0 ? bytes : end;
    return end < MAX_LINE ? end : MAX_LINE - 1;
}

/* A paragraph, from the label's place down; returns where it ends. */
static double put_paragraph(struct layout *at, const char *text, double width,
                            struct scene_label label) {
    size_t fits = (size_t)(width / (0.52 * label.size));
    while (*text != '\0' && !at->failed) {
        char line[MAX_LINE];
        size_t end = line_of(text, fits);
        (void)snprintf(line, sizeof line, "%.*s", (int)end, text);
        label.text = line;
        put_label(at, label);
        label.y += label.size * 1.5;
        text += end;
        text += strspn(text, " ");
    }
    return label.y;
}

static void put_page_number(struct layout *at) {
    char text[24];
    (void)snprintf(text, sizeof text, "%zu", at->n_pages);
    put_label(at, (struct scene_label){.text = text,
                                       .x = PAGE_WIDTH / 2,
                                       .y = PAGE_HEIGHT - MARGIN / 2,
                                       .size = 9,
                                       .colour = FAINT_INK});
}

/* Pages. */

/* On how many pages a chapter's levels stand; the first has its heading. */
static size_t pages_of(const struct lw_booklet_chapter *chapter) {
    size_t each = COLUMNS * ROWS;
    return (chapter->n_items + each - 1) / each;
}

static void put_title_page(struct layout *at) {
    const struct lw_booklet *book = at->book;
    if (new_page(at) == NULL) {
        return;
    }
    put_line(
        at, book->title, PAGE_WIDTH - 2 * MARGIN,
        (struct scene_label){.x = PAGE_WIDTH / 2, .y = 200, .size = 30, .colour = INK});
    put_line(at, book->subtitle, PAGE_WIDTH - 2 * MARGIN,
             (struct scene_label){
                 .x = PAGE_WIDTH / 2, .y = 240, .size = 13, .colour = FAINT_INK});
    size_t page = 2, number = 1;
    double y = 330;
    for (size_t i = 0; i < book->n_chapters; i++, y += 24) {
        const struct lw_booklet_chapter *chapter = &book->chapters[i];
        char text[80];
        if (chapter->n_items == 0) {
            continue;
        }
        put_line(at, chapter->title, 260,
                 (struct scene_label){
                     .x = 120, .y = y, .size = 13, .colour = INK, .left = true});
        (void)snprintf(text, sizeof text, "%zu–%zu", number,
                       number + chapter->n_items - 1);
        put_line(at, text, 90,
                 (struct scene_label){
                     .x = 390, .y = y, .size = 11, .colour = FAINT_INK, .left = true});
        (void)snprintf(text, sizeof text, "page %zu", page);
        put_line(at, text, 90,
                 (struct scene_label){
                     .x = 440, .y = y, .size = 11, .colour = FAINT_INK, .left = true});
        number += chapter->n_items;
        page += pages_of(chapter);
    }
    char text[40];
    (void)snprintf(text, sizeof text, "Solutions: page %zu", page);
    put_line(at, text, 260,
             (struct scene_label){
                 .x = 120, .y = y + 12, .size = 11, .colour = FAINT_INK, .left = true});
}

struct box {
    double x, y, w, h;
};

static void put_level(struct layout *at, size_t number,
                      const struct lw_booklet_item *item, const struct box *box) {
    double x = box->x, y = box->y, w = box->w, h = box->h;
    char text[200];
    bool titled = item->title[0] != '\0';
    (void)snprintf(text, sizeof text, "%zu%s%.120s", number, titled ? ". " : "",
                   item->title);
    put_line(at, text, w,
             (struct scene_label){
                 .x = x, .y = y + 8, .size = 12, .colour = INK, .left = true});
    double room = h - 56, width = item->list->width, height = item->list->height;
    double scale = fmin(w / fmax(width, 1), room / fmax(height, 1));
    scale = fmin(scale, 32); /* squares of one page are of about one size */
    put_picture(at, &(struct scene_item){.list = item->list,
                                         .x = x + (w - scale * width) / 2,
                                         .y = y + 20 + (room - scale * height) / 2,
                                         .scale = scale});
    (void)put_paragraph(
        at, item->note, w,
        (struct scene_label){
            .x = x, .y = y + h - 26, .size = 8.5, .colour = FAINT_INK, .left = true});
}

static void put_chapter(struct layout *at, const struct lw_booklet_chapter *chapter,
                        size_t first) {
    double w = (PAGE_WIDTH - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS;
    double top = MARGIN, h = 0;
    for (size_t i = 0; i < chapter->n_items && !at->failed; i++) {
        size_t place = i % (COLUMNS * ROWS);
        if (place == 0) {
            if (new_page(at) == NULL) {
                return;
            }
            put_page_number(at);
            if (i == 0) {
                put_line(at, chapter->title, PAGE_WIDTH - 2 * MARGIN,
                         (struct scene_label){.x = MARGIN,
                                              .y = at->y + 6,
                                              .size = 20,
                                              .colour = INK,
                                              .left = true});
                at->y += 34;
                at->y = put_paragraph(at, chapter->text, PAGE_WIDTH - 2 * MARGIN,
                                      (struct scene_label){.x = MARGIN,
                                                           .y = at->y,
                                                           .size = 10.5,
                                                           .colour = FAINT_INK,
                                                           .left = true});
                at->y += 10;
            }
            top = at->y;
            h = (PAGE_HEIGHT - MARGIN - top) / ROWS;
        }
        size_t column = place % COLUMNS, row = place / COLUMNS;
        const struct box box = {MARGIN + (double)column * (w + GUTTER),
                                top + (double)row * h, w, h};
        put_level(at, first + i + 1, &at->book->items[first + i], &box);
    }
}

/* Solutions, in columns. */

struct column {
    size_t number; /* SOLUTION_COLUMNS: a new page is needed */
};

static void next_line(struct layout *at, struct column *column) {
    at->y += SOLUTION_SIZE * 1.35;
    if (column->number < SOLUTION_COLUMNS && at->y <= PAGE_HEIGHT - MARGIN) {
        return;
    }
    column->number++;
    at->y = MARGIN;
    if (column->number >= SOLUTION_COLUMNS && new_page(at) != NULL) {
        put_page_number(at);
        put_label(at, (struct scene_label){.text = "Solutions",
                                           .x = MARGIN,
                                           .y = at->y + 6,
                                           .size = 20,
                                           .colour = INK,
                                           .left = true});
        column->number = 0;
    }
    at->y = MARGIN + 34;
}

static void put_solution(struct layout *at, struct column *column, size_t number,
                         const char *moves) {
    double width = (PAGE_WIDTH - 2 * MARGIN - GUTTER) / SOLUTION_COLUMNS;
    size_t fits = (size_t)((width - 28) / (0.602 * SOLUTION_SIZE));
    bool first = true;
    while ((*moves != '\0' || first) && !at->failed) {
        char line[MAX_LINE];
        /* Moves of several letters stay whole where there are spaces between them. */
        size_t end = line_of(moves, fits);
        next_line(at, column);
        double x = MARGIN + (double)column->number * (width + GUTTER);
        if (first) {
            (void)snprintf(line, sizeof line, "%zu", number);
            put_label(at, (struct scene_label){.text = line,
                                               .x = x,
                                               .y = at->y,
                                               .size = SOLUTION_SIZE,
                                               .colour = INK,
                                               .left = true});
        }
        (void)snprintf(line, sizeof line, "%.*s", (int)end, moves);
        put_label(at, (struct scene_label){.text = line,
                                           .x = x + 28,
                                           .y = at->y,
                                           .size = SOLUTION_SIZE,
                                           .colour = FAINT_INK,
                                           .left = true,
                                           .fixed = true});
        moves += end;
        moves += strspn(moves, " ");
        first = false;
    }
}

/* Writing. */

static cairo_status_t append(void *ctx, const unsigned char *bytes, unsigned len) {
    struct lw_buffer *out = ctx;
    lw_buffer_add(out, (const char *)bytes, len);
    return lw_buffer_ok(out) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static lw_status write_pdf(const struct layout *at, struct lw_buffer *out,
                           struct lw_error *err) {
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(append, out, PAGE_WIDTH, PAGE_HEIGHT);
    cairo_t *cr = cairo_create(surface);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, at->book->title);
    /* The same booklet gives the same bytes: no time of day in it. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   "2000-01-01T00:00:00Z");
    for (size_t i = 0; i < at->n_pages; i++) {
        cairo_scene(cr, &at->pages[i].scene);
        cairo_show_page(cr);
    }
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    status = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status;
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS
               ? LW_OK
               : lw_fail(err, LW_NO_MEMORY, 0, 0, "the booklet could not be drawn: %s",
                         cairo_status_to_string(status));
}

/* All pages as one scene: what is drawn is moved down by the pages before it. */
static lw_status write_svg(struct layout *at, struct lw_buffer *out,
                           struct lw_error *err) {
    struct page all = {.scene = at->pages[0].scene};
    bool good = true;
    all.scene.height = PAGE_HEIGHT * (double)at->n_pages;
    all.scene.items = NULL;
    all.scene.labels = NULL;
    all.scene.n_items = all.scene.n_labels = 0;
    for (size_t i = 0; i < at->n_pages && good; i++) {
        const struct scene *page = &at->pages[i].scene;
        double down = PAGE_HEIGHT * (double)i;
        good = lw_grow(at->alloc, &all.scene.items, &all.items_cap,
                       all.scene.n_items + page->n_items + 1, sizeof *page->items) &&
               lw_grow(at->alloc, &all.scene.labels, &all.labels_cap,
                       all.scene.n_labels + page->n_labels + 1, sizeof *page->labels);
        for (size_t k = 0; good && k < page->n_items; k++) {
            all.scene.items[all.scene.n_items] = page->items[k];
            all.scene.items[all.scene.n_items++].y += down;
        }
        for (size_t k = 0; good && k < page->n_labels; k++) {
            all.scene.labels[all.scene.n_labels] = page->labels[k];
            all.scene.labels[all.scene.n_labels++].y += down;
        }
    }
    if (good) {
        svg_scene(out, &all.scene);
        good = lw_buffer_ok(out);
    }
    lw_alloc_free(at->alloc, all.scene.items, all.items_cap * sizeof *all.scene.items);
    lw_alloc_free(at->alloc, all.scene.labels, all.labels_cap * sizeof *all.scene.labels);
    return good ? LW_OK : lw_fail_memory(err);
}

static void lay_out(struct layout *at) {
    const struct lw_booklet *book = at->book;
    size_t first = 0;
    put_title_page(at);
    for (size_t i = 0; i < book->n_chapters && !at->failed; i++) {
        put_chapter(at, &book->chapters[i], first);
        first += book->chapters[i].n_items;
    }
    struct column column = {SOLUTION_COLUMNS};
    for (size_t i = 0; i < first && !at->failed; i++) {
        if (book->items[i].solution[0] != '\0') {
            put_solution(at, &column, i + 1, book->items[i].solution);
        }
    }
}

lw_status lw_render_booklet(enum lw_booklet_format format, const struct lw_booklet *book,
                            struct lw_buffer *out, struct lw_error *err) {
    struct layout at = {.alloc = out->alloc, .book = book};
    lw_arena_init(&at.arena, out->alloc);
    lay_out(&at);
    lw_status status = at.failed                  ? lw_fail_memory(err)
                       : format == LW_BOOKLET_PDF ? write_pdf(&at, out, err)
                                                  : write_svg(&at, out, err);
    for (size_t i = 0; i < at.n_pages; i++) {
        struct page *page = &at.pages[i];
        lw_alloc_free(at.alloc, page->scene.items,
                      page->items_cap * sizeof *page->scene.items);
        lw_alloc_free(at.alloc, page->scene.labels,
                      page->labels_cap * sizeof *page->scene.labels);
    }
    lw_alloc_free(at.alloc, at.pages, at.cap * sizeof *at.pages);
    lw_arena_free(&at.arena);
    return status;
}

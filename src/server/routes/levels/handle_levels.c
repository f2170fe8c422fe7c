/* Levels and their pictures. */
#include <math.h>
#include <string.h>

#include "controls.h"
#include "http/checker.h"
#include "levels/engine.h"
#include "levels/levels.h"
#include "lw/render.h"
#include "routes/handlers.h"

/* A picture occupies one of few threads and a worker, at these sizes for less than a
 * second. */
#define MAX_PICTURE_SQUARES 10000
#define MAX_PICTURE_PIXELS 16000000
/* So many count as one more request. */
#define SQUARES_A_REQUEST 500
#define PIXELS_A_REQUEST 500000

/* The level of the address; false with a problem in the response. */
static bool get_level(struct exchange *exchange, struct lw_store_level *row,
                      struct lw_store_best *best) {
    struct lw_error err = {.status = LW_OK};
    const char *id = exchange->ids[0];
    if (!is_id(id)) {
        http_problem(&exchange->response, 404, "not-found", "id",
                     "There is no such level.");
        return false;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_level_get(store, id, &exchange->arena, row, &err);
    if (status == LW_OK && best != NULL) {
        status = lw_store_level_best(store, id, best, &err);
    }
    if (status == LW_OK) {
        status = levels_make_whole(store, row, &exchange->arena, &err);
    }
    exchange_give(exchange, store);
    if (status == LW_OK && row->hidden) {
        status = lw_fail(&err, LW_NOT_FOUND, 0, 0, "this level was removed");
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
    return status == LW_OK;
}

void handle_level_get(struct exchange *exchange) {
    struct lw_store_level row;
    struct lw_store_best best;
    struct lw_json_writer json;
    if (!get_level(exchange, &row, &best)) {
        return;
    }
    reply_begin(exchange, 200, &json);
    level_json(&json, &row, &best);
    lw_json_object_end(&json);
}

static bool read_filter(struct exchange *exchange, struct lw_store_filter *filter) {
    static const struct {
        const char *name;
        enum lw_store_order order;
    } orders[] = {{"newest", LW_STORE_NEWEST},
                  {"easiest", LW_STORE_EASIEST},
                  {"hardest", LW_STORE_HARDEST},
                  {"id", LW_STORE_BY_ID}};
    const char *order = "newest";
    struct paging paging;
    memset(filter, 0, sizeof *filter);
    double old_min = -1, old_max = 101;
    filter->min_percentile = -1;
    filter->max_percentile = 101;
    if (!parameter_game(exchange, false, &filter->game) ||
        !parameter_real(exchange, "min_percentile", 0, 100, &filter->min_percentile) ||
        !parameter_real(exchange, "max_percentile", 0, 100, &filter->max_percentile) ||
        !parameter_real(exchange, "min_difficulty", 0, 100, &old_min) ||
        !parameter_real(exchange, "max_difficulty", 0, 100, &old_max) ||
        !parameter_choice(exchange, "order", "newest|easiest|hardest|id", &order) ||
        !parameter_paging(exchange, &paging)) {
        return false;
    }
    /* As they were named before, and null where nobody's play was learned from. */
    filter->calibrated = old_min >= 0 || old_max <= 100;
    filter->min_percentile = fmax(filter->min_percentile, old_min);
    filter->max_percentile = fmin(filter->max_percentile, old_max);
    filter->by_percentile = filter->min_percentile >= 0 || filter->max_percentile <= 100;
    filter->method = parameter_text(exchange, "method");
    filter->first = (uint64_t)((paging.page - 1) * paging.per_page);
    filter->limit = (uint32_t)paging.per_page;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (strcmp(orders[i].name, order) == 0) {
            filter->order = orders[i].order;
        }
    }
    return true;
}

static void list_levels(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_filter filter;
    struct lw_store_level_list list;
    struct lw_store_source_list sources;
    struct lw_json_writer json;
    if (!read_filter(exchange, &filter)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_level_list(store, &filter, &exchange->arena, &list, &err);
    if (status == LW_OK) {
        status = lw_store_source_list(store, &list, &exchange->arena, &sources, &err);
    }
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    level_list_json(&json, &list, &sources);
    lw_json_uint(&json, "page", filter.first / filter.limit + 1);
    lw_json_uint(&json, "per_page", filter.limit);
    lw_json_uint(&json, "total", list.total);
    lw_json_object_end(&json);
}

/* Megabytes of levels take tens of milliseconds: not on the threads that answer. */
void handle_levels(struct exchange *exchange) {
    prover_run(exchange, list_levels);
}

static lw_status draw_level(struct exchange *exchange, struct lw_store_level *row,
                            enum lw_picture_format format,
                            const struct lw_picture_style *style, struct lw_error *err) {
    const struct lw_store_level_list one = {.levels = row, .n = 1};
    struct lw_draw_list *lists = NULL;
    lw_status status = engine_draw(exchange, &one, style->theme, &lists, err);
    return status == LW_OK ? lw_render_picture(format, &lists[0], row->title, style,
                                               &exchange->response.body, err)
                           : status;
}

/* False with a problem in the response. A cell that is not asked for is chosen by
 * `render`, small enough for these levels. */
static bool may_draw(struct exchange *exchange, const struct lw_store_level *row,
                     enum lw_picture_format format, int64_t cell) {
    uint64_t squares = (uint64_t)row->width * row->height;
    double pixels = (row->width + 1.0) * (row->height + 1.0) * (double)(cell * cell);
    if (squares > MAX_PICTURE_SQUARES) {
        http_problem(&exchange->response, 422, "limit", "id",
                     "The level has %u x %u squares; pictures are drawn of at most %d.",
                     row->width, row->height, MAX_PICTURE_SQUARES);
        return false;
    }
    if (format == LW_PICTURE_PNG && pixels > MAX_PICTURE_PIXELS) {
        http_problem(&exchange->response, 422, "limit", "cell",
                     "The picture would have %.0f pixels, more than %d; ask for a "
                     "smaller cell or for SVG.",
                     pixels, MAX_PICTURE_PIXELS);
        return false;
    }
    unsigned cost = (unsigned)(squares / SQUARES_A_REQUEST);
    if (format == LW_PICTURE_PNG) {
        cost += (unsigned)(pixels / PIXELS_A_REQUEST);
    }
    return cost == 0 || exchange_within_rate(exchange, cost);
}

static void picture(struct exchange *exchange, enum lw_picture_format format) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_level row;
    const char *theme = "light";
    int64_t cell = 0;
    if (!parameter_choice(exchange, "theme", "light|dark", &theme) ||
        !parameter_int(exchange, "cell", 4, 128, &cell) ||
        !get_level(exchange, &row, NULL) || !may_draw(exchange, &row, format, cell)) {
        return;
    }
    struct lw_picture_style style = {
        .cell_px = (double)cell,
        .theme = strcmp(theme, "dark") == 0 ? LW_THEME_DARK : LW_THEME_LIGHT};
    lw_status status = draw_level(exchange, &row, format, &style, &err);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    exchange->response.type = format == LW_PICTURE_SVG ? "image/svg+xml" : "image/png";
    /* A level can be removed and a studio closed: caches must not answer for long, and
     * those between us and a player of a closed studio not at all. */
    exchange->response.cache = controls_is_on(exchange->app, LW_CONTROL_CLOSED)
                                   ? "private, no-cache"
                                   : "public, max-age=300";
    exchange->response.is_document = true;
}

static void draw_svg(struct exchange *exchange) {
    picture(exchange, LW_PICTURE_SVG);
}

static void draw_png(struct exchange *exchange) {
    picture(exchange, LW_PICTURE_PNG);
}

void handle_picture_svg(struct exchange *exchange) {
    prover_run(exchange, draw_svg);
}

void handle_picture_png(struct exchange *exchange) {
    prover_run(exchange, draw_png);
}

void handle_level_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_level_hide, exchange->ids[0], "id");
}

/* A pack as a file. Texts and sheets need an engine and are made beside the threads that
 * answer; JSON is read and sent part by part (levels/pack_stream.c). */
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "levels/pack_stream.h"
#include "levels/packs.h"
#include "routes/handlers.h"
#include "routes/levels/packs_internal.h"

static void name_file(struct exchange *exchange, const char *ending) {
    (void)snprintf(exchange->response.file_name, sizeof exchange->response.file_name,
                   "levelwright-%.8s.%s", exchange->ids[0], ending);
}

/* The format that was asked for, or the game's own. */
static const char *format_name(struct exchange *exchange,
                               const struct lw_game_kind *kind) {
    const char *name = parameter_text(exchange, "format");
    return name == NULL && kind != NULL ? kind->level->formats[0].name : name;
}

static void export_levels(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct whole_pack pack;
    if (!pack_get(exchange, &PACK_WHOLE, &pack)) {
        return;
    }
    const struct lw_game_kind *kind = lw_game_kind_find(pack.pack.game);
    const char *name = format_name(exchange, kind);
    bool is_png = strcmp(name, "png") == 0;
    lw_status status;
    if (is_png || strcmp(name, "svg") == 0) {
        exchange->response.type = is_png ? "image/png" : "image/svg+xml";
        exchange->response.is_document = true;
        status = packs_write_sheet(exchange, &pack.pack, &pack.levels, is_png, &err);
    } else {
        exchange->response.type = "text/plain; charset=utf-8";
        status = packs_write_text(exchange, &pack.pack, &pack.levels, name, &err);
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    name_file(exchange, name);
}

static void export_json(struct exchange *exchange, const struct lw_store_pack *pack,
                        bool lines) {
    exchange->response.type = lines ? "application/x-ndjson" : "application/json";
    exchange->response.part = pack_stream_open(exchange->app, pack, lines);
    if (exchange->response.part == NULL) {
        struct lw_error err;
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
        return;
    }
    name_file(exchange, lines ? "jsonl" : "json");
}

void handle_pack_export(struct exchange *exchange) {
    struct whole_pack pack;
    if (!pack_get(exchange, NULL, &pack)) {
        return;
    }
    const struct lw_game_kind *kind = lw_game_kind_find(pack.pack.game);
    const char *name = format_name(exchange, kind);
    const struct lw_format *format =
        kind == NULL ? NULL : lw_game_format_find(kind, name);
    if (name != NULL && (strcmp(name, "json") == 0 || strcmp(name, "jsonl") == 0)) {
        export_json(exchange, &pack.pack, strcmp(name, "jsonl") == 0);
    } else if (name != NULL && (strcmp(name, "png") == 0 || strcmp(name, "svg") == 0 ||
                                (format != NULL && format->write != NULL))) {
        checker_run(exchange, export_levels);
    } else {
        http_problem(&exchange->response, 400, "bad-field", "format",
                     "This game has no such format; /api/v1/kinds lists its formats, and "
                     "every game has json, jsonl, svg and png.");
    }
}

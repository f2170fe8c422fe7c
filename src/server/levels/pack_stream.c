/* A pack as JSON, part by part: a few levels at a time, so that a large pack takes little
 * memory, and a client that reads slowly holds no connection to the database. What
 * changes in the pack meanwhile is seen, as between two pages of a list. */
#include "levels/pack_stream.h"

#include <string.h>

#include "http/http.h"
#include "log.h"
#include "routes/levels/packs_internal.h"

#define LEVELS_A_PART 16
/* Of what a part has: of more, fewer levels are taken at a time; of less, more. A part is
 * made by a thread that answers others, too: this much takes it about a millisecond. */
#define LARGE_PART ((size_t)512 << 10)
#define SMALL_PART ((size_t)128 << 10)
#define MAX_SOURCES 1000 /* as many as a pack has levels */

enum stage { AT_HEAD, AT_LEVELS, AT_SOURCES, AT_END };

struct pack_stream {
    struct http_part part; /* first */
    struct app *app;
    struct lw_arena arena; /* the pack, and the ids of its sources */
    struct lw_store_pack pack;
    bool lines;
    enum stage stage;
    struct lw_json_writer json;
    uint64_t next;   /* level */
    uint32_t levels; /* at a time; fewer where they are heavy */
    const char *sources[MAX_SOURCES];
    size_t n_sources, next_source;
};

static bool knows_source(const struct pack_stream *stream, const char *id) {
    for (size_t i = stream->n_sources; i > 0; i--) {
        if (strcmp(stream->sources[i - 1], id) == 0) {
            return true;
        }
    }
    return false;
}

static lw_status write_source(struct pack_stream *stream, struct lw_store *store,
                              const char *id, struct lw_error *err) {
    struct lw_json_writer *json = &stream->json;
    struct lw_arena arena;
    const char *text = NULL;
    lw_arena_init(&arena, stream->app->alloc);
    lw_status status = lw_store_source_get(store, id, &arena, &text, err);
    if (status == LW_OK && stream->lines) {
        lw_json_object(json, NULL);
        lw_json_text(json, "game", stream->pack.game);
        lw_json_text(json, "source_id", id);
        lw_json_text(json, "source", text);
        lw_json_object_end(json);
    } else if (status == LW_OK) {
        lw_json_text(json, id, text);
    }
    lw_arena_free(&arena);
    return status;
}

static void end_line(struct pack_stream *stream) {
    if (stream->lines) {
        lw_buffer_putc(stream->json.buf, '\n');
        stream->json.need_comma = false;
    }
}

/* A source is written once: on a line before its first level, or behind all levels. */
static lw_status note_source(struct pack_stream *stream, struct lw_store *store,
                             const char *id, struct lw_error *err) {
    if (id == NULL || knows_source(stream, id) || stream->n_sources == MAX_SOURCES) {
        return LW_OK;
    }
    const char *copy = lw_arena_text(&stream->arena, id, strlen(id));
    if (copy == NULL) {
        return lw_fail_memory(err);
    }
    stream->sources[stream->n_sources++] = copy;
    if (!stream->lines) {
        return LW_OK;
    }
    lw_status status = write_source(stream, store, id, err);
    end_line(stream);
    return status;
}

static lw_status write_levels(struct pack_stream *stream, struct lw_store *store,
                              struct lw_error *err) {
    struct lw_json_writer *json = &stream->json;
    struct lw_store_level_list list;
    struct lw_arena arena;
    lw_arena_init(&arena, stream->app->alloc);
    lw_status status = lw_store_pack_page(
        store, stream->pack.id, (struct lw_store_page){stream->next, stream->levels},
        &arena, &list, err);
    if (status == LW_LIMIT && stream->levels > 1) {
        stream->levels /= 2;
        status = LW_OK;
    } else if (status == LW_OK && list.n == 0) {
        stream->stage = stream->lines ? AT_END : AT_SOURCES;
    }
    for (size_t i = 0; i < list.n && status == LW_OK; i++) {
        status = note_source(stream, store, list.levels[i].source, err);
        lw_json_object(json, NULL);
        level_json(json, &list.levels[i], NULL);
        lw_json_object_end(json);
        end_line(stream);
        stream->next++;
    }
    lw_arena_free(&arena);
    if (json->buf->len > LARGE_PART && stream->levels > 1) {
        stream->levels /= 2;
    } else if (list.n > 0 && json->buf->len < SMALL_PART &&
               stream->levels < LEVELS_A_PART) {
        stream->levels *= 2;
    }
    return status;
}

static void write_head(struct pack_stream *stream) {
    if (!stream->lines) {
        lw_json_object(&stream->json, NULL);
        pack_json(&stream->json, &stream->pack);
        lw_json_array(&stream->json, "levels");
    }
    stream->stage = AT_LEVELS;
}

static lw_status write_sources(struct pack_stream *stream, struct lw_store *store,
                               struct lw_error *err) {
    struct lw_json_writer *json = &stream->json;
    lw_status status = LW_OK;
    if (stream->next_source == 0) {
        lw_json_array_end(json);
        lw_json_object(json, "sources");
    }
    if (stream->next_source < stream->n_sources) {
        status = write_source(stream, store, stream->sources[stream->next_source], err);
    }
    if (++stream->next_source >= stream->n_sources) {
        lw_json_object_end(json);
        lw_json_object_end(json);
        stream->stage = AT_END;
    }
    return status;
}

static enum http_more more(struct http_part *part, struct lw_buffer *out) {
    struct pack_stream *stream = (struct pack_stream *)part;
    struct lw_error err = {.status = LW_OK};
    lw_status status = LW_OK;
    stream->json.buf = out;
    if (stream->stage == AT_END) {
        return HTTP_MORE_END;
    }
    struct lw_store *store = app_store(stream->app);
    if (stream->stage == AT_HEAD) {
        write_head(stream);
    }
    status = stream->stage == AT_LEVELS ? write_levels(stream, store, &err)
                                        : write_sources(stream, store, &err);
    app_give(stream->app, store);
    if (status != LW_OK) {
        log_event(stream->app->log, LOG_ERROR, "store", "%s", err.text);
    }
    return status == LW_OK ? HTTP_MORE : HTTP_MORE_FAILED;
}

static void close_stream(struct http_part *part) {
    struct pack_stream *stream = (struct pack_stream *)part;
    lw_arena_free(&stream->arena);
    lw_alloc_free(stream->app->alloc, stream, sizeof *stream);
}

struct http_part *pack_stream_open(struct app *app, const struct lw_store_pack *pack,
                                   bool lines) {
    struct pack_stream *stream = lw_alloc_zero(app->alloc, 1, sizeof *stream);
    if (stream == NULL) {
        return NULL;
    }
    lw_arena_init(&stream->arena, app->alloc);
    stream->part = (struct http_part){.more = more, .close = close_stream};
    stream->app = app;
    stream->lines = lines;
    stream->levels = 2;
    stream->pack = *pack;
    stream->pack.title = lw_arena_text(&stream->arena, pack->title, strlen(pack->title));
    stream->pack.author =
        lw_arena_text(&stream->arena, pack->author, strlen(pack->author));
    stream->pack.game = lw_arena_text(&stream->arena, pack->game, strlen(pack->game));
    stream->pack.notes = stream->pack.owner = stream->pack.aside = NULL;
    if (stream->pack.title == NULL || stream->pack.author == NULL ||
        stream->pack.game == NULL) {
        close_stream(&stream->part);
        return NULL;
    }
    return &stream->part;
}

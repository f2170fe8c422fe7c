/* Built-in files become shared responses at start; a request chooses one. */
#include "http/assets.h"

#include <stdio.h>
#include <string.h>

#include "http/pages.h"
#include "lw/platform.h"

#define MAX_FILE ((size_t)32 * 1024 * 1024)

struct assets {
    const struct lw_alloc *alloc;
    const char *dir;              /* NULL: built in */
    struct http_shared **entries; /* follow lw_pages */
    struct http_shared *missing;  /* shown when there are no pages */
};

const struct embedded *embedded_find(const char *name) {
    for (const struct embedded *file = embedded_files; file->name != NULL; file++) {
        if (strcmp(file->name, name) == 0) {
            return file;
        }
    }
    return NULL;
}

static struct http_shared *share_page(const struct lw_alloc *alloc,
                                      const struct lw_page *page) {
    struct http_shared *shared = lw_alloc_zero(alloc, 1, sizeof *shared);
    if (shared != NULL) {
        atomic_init(&shared->references, 1);
        shared->alloc = alloc;
        shared->bytes = (const char *)page->data;
        shared->len = page->size;
        shared->type = page->type;
        shared->encoding = page->gzip ? "gzip" : NULL;
        shared->cache =
            page->immutable ? "public, max-age=31536000, immutable" : "no-cache";
        (void)snprintf(shared->etag, sizeof shared->etag, "%s", page->etag);
    }
    return shared;
}

static struct http_shared *share_missing(const struct lw_alloc *alloc) {
    struct lw_buffer body;
    lw_buffer_init(&body, alloc);
    lw_buffer_puts(&body, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                          "<title>Levelwright</title><h1>Levelwright</h1>"
                          "<p>The server runs, but this program was built without the "
                          "pages. Build them with <code>./run</code>, or begin with "
                          "<a href=\"/api/v1/openapi.json\">the interface</a>.</p>");
    struct http_shared *shared =
        http_shared_create(alloc, &body, "text/html; charset=utf-8", "no-cache");
    lw_buffer_free(&body);
    return shared;
}

lw_status assets_create(struct app *app, struct assets **out, struct lw_error *err) {
    struct assets *assets = lw_alloc_zero(app->alloc, 1, sizeof *assets);
    if (assets == NULL) {
        return lw_fail_memory(err);
    }
    assets->alloc = app->alloc;
    assets->dir = app->config.web_dir;
    assets->missing = share_missing(app->alloc);
    assets->entries = lw_alloc_zero(app->alloc, lw_n_pages + 1, sizeof *assets->entries);
    bool good = assets->missing != NULL && assets->entries != NULL;
    for (size_t i = 0; good && i < lw_n_pages; i++) {
        assets->entries[i] = share_page(app->alloc, &lw_pages[i]);
        good = assets->entries[i] != NULL;
    }
    if (!good) {
        assets_destroy(assets);
        return lw_fail_memory(err);
    }
    *out = assets;
    return LW_OK;
}

void assets_destroy(struct assets *assets) {
    if (assets == NULL) {
        return;
    }
    for (size_t i = 0; assets->entries != NULL && i < lw_n_pages; i++) {
        http_shared_release(assets->entries[i]);
    }
    http_shared_release(assets->missing);
    lw_alloc_free(assets->alloc, assets->entries,
                  (lw_n_pages + 1) * sizeof *assets->entries);
    lw_alloc_free(assets->alloc, assets, sizeof *assets);
}

static bool path_is(const struct http_uri *uri, const char *path) {
    for (size_t i = 0; i < uri->n_segments; i++) {
        size_t len = strlen(uri->segments[i]);
        if (*path != '/' || strncmp(path + 1, uri->segments[i], len) != 0) {
            return false;
        }
        path += len + 1;
    }
    return *path == '\0' && uri->n_segments > 0;
}

/* Pages have addresses without an ending (/play, /make): all of them are index.html,
 * which looks at the address itself. */
static bool is_page(const struct http_uri *uri) {
    return uri->n_segments == 0 ||
           strchr(uri->segments[uri->n_segments - 1], '.') == NULL;
}

static void not_found(struct exchange *exchange) {
    http_problem(&exchange->response, 404, "not-found", NULL,
                 "There is no such page or file.");
}

static void serve_built_in(struct exchange *exchange) {
    struct assets *assets = exchange->app->assets;
    const char *accept = exchange->request.accept_encoding;
    bool packed = accept != NULL && strstr(accept, "gzip") != NULL;
    bool page = is_page(&exchange->uri);
    struct http_shared *found = NULL;
    for (size_t i = 0; i < lw_n_pages; i++) {
        bool same = page ? strcmp(lw_pages[i].path, "/index.html") == 0
                         : path_is(&exchange->uri, lw_pages[i].path);
        if (same && (!lw_pages[i].gzip || packed)) {
            found = assets->entries[i]; /* the gzip row comes last */
        }
    }
    if (found == NULL && page) {
        found = assets->missing;
    }
    if (found == NULL) {
        not_found(exchange);
        return;
    }
    exchange->response.shared = http_shared_get(found);
}

static const char *type_of(const char *path) {
    static const struct {
        const char *ending, *type;
    } rows[] = {{".html", "text/html; charset=utf-8"},
                {".js", "text/javascript; charset=utf-8"},
                {".css", "text/css; charset=utf-8"},
                {".json", "application/json"},
                {".webmanifest", "application/manifest+json"},
                {".svg", "image/svg+xml"},
                {".png", "image/png"},
                {".wasm", "application/wasm"}};
    size_t len = strlen(path);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t ending = strlen(rows[i].ending);
        if (len > ending && strcmp(path + len - ending, rows[i].ending) == 0) {
            return rows[i].type;
        }
    }
    return "text/plain; charset=utf-8";
}

/* Segments have been checked: none is a dot segment or has a slash in it. */
static void serve_from_dir(struct exchange *exchange, const char *dir) {
    struct lw_error err;
    struct lw_buffer path;
    lw_buffer_init(&path, exchange->app->alloc);
    lw_buffer_puts(&path, dir);
    if (is_page(&exchange->uri)) {
        lw_buffer_puts(&path, "/index.html");
    } else {
        for (size_t i = 0; i < exchange->uri.n_segments; i++) {
            lw_buffer_printf(&path, "/%s", exchange->uri.segments[i]);
        }
    }
    if (!lw_buffer_ok(&path) ||
        lw_platform_read_file(lw_buffer_text(&path), MAX_FILE, &exchange->response.body,
                              &err) != LW_OK) {
        not_found(exchange);
    } else {
        exchange->response.type = type_of(lw_buffer_text(&path));
        exchange->response.cache = "no-cache";
    }
    lw_buffer_free(&path);
}

void assets_serve(struct exchange *exchange) {
    const char *dir = exchange->app->assets->dir;
    if (dir != NULL) {
        serve_from_dir(exchange, dir);
    } else {
        serve_built_in(exchange);
    }
}

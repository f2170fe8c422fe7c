/* A study's export as a zip archive: made whole beside the threads that answer, in a file
 * without a name, and sent from there part by part. */
#include <stdio.h>

#include "http/checker.h"
#include "lw/server/export.h"
#include "routes/handlers.h"

#define MAX_BYTES ((uint64_t)2 << 30) /* of all files, before they are packed */
#define BLOCK_BYTES ((size_t)256 << 10)

struct sending {
    struct http_part part; /* first */
    const struct lw_alloc *alloc;
    FILE *file;
};

static enum http_more more(struct http_part *part, struct lw_buffer *out) {
    struct sending *sending = (struct sending *)part;
    char block[4096];
    size_t n = 1;
    while (out->len < BLOCK_BYTES && n > 0) {
        n = fread(block, 1, sizeof block, sending->file);
        lw_buffer_add(out, block, n);
    }
    return ferror(sending->file) ? HTTP_MORE_FAILED : n > 0 ? HTTP_MORE : HTTP_MORE_END;
}

static void close_part(struct http_part *part) {
    struct sending *sending = (struct sending *)part;
    (void)fclose(sending->file);
    lw_alloc_free(sending->alloc, sending, sizeof *sending);
}

/* Outlives the exchange, so its memory is the application's. */
static lw_status send_file(struct exchange *exchange, FILE *file, struct lw_error *err) {
    const struct lw_alloc *alloc = exchange->app->alloc;
    struct sending *sending = lw_alloc_zero(alloc, 1, sizeof *sending);
    if (sending == NULL) {
        (void)fclose(file);
        return lw_fail_memory(err);
    }
    (void)fseek(file, 0, SEEK_END);
    long len = ftell(file);
    rewind(file);
    *sending =
        (struct sending){{more, close_part, len > 0 ? (uint64_t)len : 0}, alloc, file};
    exchange->response.status = 200;
    exchange->response.type = "application/zip";
    exchange->response.part = &sending->part;
    (void)snprintf(exchange->response.file_name, sizeof exchange->response.file_name,
                   "study-%.8s.zip", exchange->ids[0]);
    return LW_OK;
}

static void run(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_server_zip *zip = NULL;
    const struct lw_alloc *alloc = exchange_alloc(exchange);
    struct lw_store *store = exchange_store(exchange);
    char name[60];
    FILE *file = NULL;
    (void)snprintf(name, sizeof name, "study-%.8s", exchange->ids[0]);
    lw_status status = lw_server_zip_create(name, MAX_BYTES, alloc, &zip, &err);
    if (status == LW_OK) {
        struct lw_study_files files = lw_server_zip_files(zip);
        status = lw_server_study_export(store, exchange->ids[0], &files, alloc, &err);
    }
    exchange_give(exchange, store);
    status = status == LW_OK ? lw_server_zip_take(zip, &file, &err) : status;
    lw_server_zip_destroy(zip);
    status = status == LW_OK ? send_file(exchange, file, &err) : status;
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
}

void handle_study_export(struct exchange *exchange) {
    checker_run(exchange, run);
}

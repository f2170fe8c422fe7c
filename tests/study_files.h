/* Files of an export in memory, and a reader of their CSV. */
#ifndef STUDY_FILES_H
#define STUDY_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/hash.h"
#include "lw/study.h"

#define FILES_MAX 400

struct memory_file {
    char path[100];
    struct lw_buffer bytes;
    bool closed;
};

struct memory_files {
    struct memory_file files[FILES_MAX];
    size_t n;
    size_t fail_after; /* writes; 0: never */
};

static inline lw_status memory_open(void *ctx, const char *path, void **file,
                                    struct lw_error *err) {
    struct memory_files *all = ctx;
    if (all->n == FILES_MAX) {
        return lw_fail(err, LW_FULL, 0, 0, "no room");
    }
    struct memory_file *out = &all->files[all->n++];
    (void)snprintf(out->path, sizeof out->path, "%s", path);
    lw_buffer_init(&out->bytes, lw_alloc_libc());
    *file = out;
    return LW_OK;
}

static inline lw_status memory_write(void *ctx, void *file, const char *bytes, size_t len,
                                     struct lw_error *err) {
    struct memory_files *all = ctx;
    if (all->fail_after > 0 && --all->fail_after == 0) {
        return lw_fail(err, LW_IO, 0, 0, "the disk is gone");
    }
    lw_buffer_add(&((struct memory_file *)file)->bytes, bytes, len);
    return LW_OK;
}

/* Not SHA-256, which this library does not have; what counts is that it is passed on. */
static inline lw_status memory_close(void *ctx, void *file, char sha256[65],
                                     struct lw_error *err) {
    struct memory_file *out = file;
    (void)ctx;
    (void)err;
    out->closed = true;
    lw_id128_text(lw_hash128(out->bytes.data, out->bytes.len, 1), sha256);
    lw_id128_text(lw_hash128(out->bytes.data, out->bytes.len, 2), sha256 + 32);
    return LW_OK;
}

static inline struct lw_study_files memory_sink(struct memory_files *all) {
    return (struct lw_study_files){all, memory_open, memory_write, memory_close};
}

static inline void memory_free(struct memory_files *all) {
    for (size_t i = 0; i < all->n; i++) {
        lw_buffer_free(&all->files[i].bytes);
    }
    all->n = 0;
}

static inline const char *memory_text(const struct memory_files *all, const char *path) {
    for (size_t i = 0; i < all->n; i++) {
        if (strcmp(all->files[i].path, path) == 0) {
            return lw_buffer_text(&all->files[i].bytes);
        }
    }
    return NULL;
}

/* Reads one cell into out and goes behind it; says what stood there: ',', '\n' or 0. */
static inline char csv_cell(const char **at, char *out, size_t room) {
    bool quoted = **at == '"';
    size_t n = 0;
    const char *p = *at + quoted;
    while (*p != '\0' && (quoted || (*p != ',' && *p != '\n'))) {
        if (quoted && *p == '"' && *++p != '"') {
            break;
        }
        if (n + 1 < room) {
            out[n++] = *p;
        }
        p++;
    }
    out[n] = '\0';
    char end = *p;
    *at = end == '\0' ? p : p + 1;
    return end;
}

/* The cell of a row (from 0) and column; NULL when there is none. */
static inline const char *csv_get(const char *text, size_t row, const char *column,
                                  char out[2000]) {
    size_t wanted = 0, i = 0;
    char end = ',';
    for (bool found = false; end == ','; i++) {
        end = csv_cell(&text, out, 2000);
        if (!found && strcmp(out, column) == 0) {
            wanted = i;
            found = true;
        }
        if (end != ',' && !found) {
            return NULL;
        }
    }
    for (size_t r = 0; *text != '\0'; r++) {
        i = 0;
        do {
            end = csv_cell(&text, out, 2000);
            if (r == row && i == wanted) {
                return out;
            }
            i++;
        } while (end == ',');
    }
    return NULL;
}

static inline size_t csv_rows(const char *text) {
    char cell[2000];
    size_t n = 0;
    while (*text != '\0') {
        while (csv_cell(&text, cell, sizeof cell) == ',') {
        }
        n++;
    }
    return n - 1;
}

#endif

/* An export in a folder. */
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>

#include <stdio.h>

#include "lw/base/buffer.h"
#include "lw/command/folder.h"

struct cli_folder {
    const struct lw_alloc *alloc;
    struct lw_buffer path; /* of the folder, with a slash at its end */
};

struct open_file {
    FILE *file;
    crypto_hash_sha256_state hash;
};

static lw_status fail_with(struct lw_error *err, const char *path) {
    return lw_fail(err, LW_IO, 0, 0, "%s: %s", path, strerror(errno));
}

static bool is_empty(const char *path) {
    DIR *dir = opendir(path);
    bool empty = dir != NULL;
    for (struct dirent *at; empty && (at = readdir(dir)) != NULL;) {
        empty = strcmp(at->d_name, ".") == 0 || strcmp(at->d_name, "..") == 0;
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return empty;
}

lw_status cli_folder_create(const char *path, const struct lw_alloc *alloc,
                            struct cli_folder **out, struct lw_error *err) {
    *out = NULL;
    if (sodium_init() < 0) {
        return lw_fail(err, LW_IO, 0, 0, "libsodium could not be initialised");
    }
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return fail_with(err, path);
    }
    if (!is_empty(path)) {
        return lw_fail(err, LW_EXISTS, 0, 0,
                       "%s already exists and is not an empty folder; name another one",
                       path);
    }
    struct cli_folder *folder = lw_alloc_zero(alloc, 1, sizeof *folder);
    if (folder == NULL) {
        return lw_fail_memory(err);
    }
    folder->alloc = alloc;
    lw_buffer_init(&folder->path, alloc);
    lw_buffer_printf(&folder->path, "%s/", path);
    *out = folder;
    return lw_buffer_ok(&folder->path) ? LW_OK : lw_fail_memory(err);
}

void cli_folder_destroy(struct cli_folder *folder) {
    if (folder != NULL) {
        lw_buffer_free(&folder->path);
        lw_alloc_free(folder->alloc, folder, sizeof *folder);
    }
}

/* Makes the folders that a path goes through, behind the first `from` bytes. */
static void make_folders(char *path, size_t from) {
    for (char *at = path + from; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        (void)mkdir(path, 0777); /* opening the file says what is wrong */
        *at = '/';
    }
}

static lw_status open_one(void *ctx, const char *path, void **file,
                          struct lw_error *err) {
    struct cli_folder *folder = ctx;
    struct open_file *out = lw_alloc_zero(folder->alloc, 1, sizeof *out);
    struct lw_buffer full;
    lw_buffer_init(&full, folder->alloc);
    lw_buffer_printf(&full, "%s%s", lw_buffer_text(&folder->path), path);
    lw_status status = out == NULL || !lw_buffer_ok(&full) ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        make_folders(full.data, folder->path.len);
        out->file = fopen(full.data, "wbx");
        status = out->file == NULL ? fail_with(err, full.data) : LW_OK;
    }
    if (status == LW_OK) {
        crypto_hash_sha256_init(&out->hash);
        *file = out;
    } else if (out != NULL) {
        lw_alloc_free(folder->alloc, out, sizeof *out);
    }
    lw_buffer_free(&full);
    return status;
}

static lw_status put(void *ctx, void *file, const char *bytes, size_t len,
                     struct lw_error *err) {
    struct open_file *out = file;
    (void)ctx;
    (void)crypto_hash_sha256_update(&out->hash, (const unsigned char *)bytes, len);
    return fwrite(bytes, 1, len, out->file) == len
               ? LW_OK
               : lw_fail(err, LW_IO, 0, 0, "the export could not be written: %s",
                         strerror(errno));
}

static lw_status close_one(void *ctx, void *file, char sha256[65], struct lw_error *err) {
    struct cli_folder *folder = ctx;
    struct open_file *out = file;
    unsigned char digest[crypto_hash_sha256_BYTES];
    (void)crypto_hash_sha256_final(&out->hash, digest);
    (void)sodium_bin2hex(sha256, 65, digest, sizeof digest);
    bool good = fclose(out->file) == 0;
    lw_alloc_free(folder->alloc, out, sizeof *out);
    return good ? LW_OK
                : lw_fail(err, LW_IO, 0, 0, "the export could not be written: %s",
                          strerror(errno));
}

struct lw_study_files cli_folder_files(struct cli_folder *folder) {
    return (struct lw_study_files){folder, open_one, put, close_one};
}

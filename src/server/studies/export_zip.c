/* An export in a zip archive. Tables grow side by side, and an archive has one file after
 * the other: each open file is kept in a file without a name until it is closed, and goes
 * into the archive then. No entry has a time or an owner, so the same files make the same
 * bytes. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "lw/server/export.h"

#define BLOCK_BYTES 65536

struct lw_server_zip {
    const struct lw_alloc *alloc;
    char name[100];
    uint64_t bytes, max_bytes;
    FILE *file;
    struct archive *archive;
};

struct entry {
    struct lw_buffer path;
    FILE *file;
    uint64_t bytes;
    crypto_hash_sha256_state hash;
};

static lw_status fail_file(struct lw_error *err) {
    return lw_fail(err, LW_IO, 0, 0, "the archive could not be written: %s",
                   strerror(errno));
}

static lw_status fail_archive(struct lw_server_zip *zip, struct lw_error *err) {
    const char *why = archive_error_string(zip->archive);
    return lw_fail(err, LW_IO, 0, 0, "the archive could not be written: %s",
                   why == NULL ? "libarchive does not say why" : why);
}

lw_status lw_server_zip_create(const char *name, uint64_t max_bytes,
                               const struct lw_alloc *alloc, struct lw_server_zip **out,
                               struct lw_error *err) {
    struct lw_server_zip *zip = lw_alloc_zero(alloc, 1, sizeof *zip);
    *out = zip;
    if (zip == NULL) {
        return lw_fail_memory(err);
    }
    zip->alloc = alloc;
    zip->max_bytes = max_bytes;
    (void)snprintf(zip->name, sizeof zip->name, "%s", name);
    if (sodium_init() < 0) {
        return lw_fail(err, LW_IO, 0, 0, "libsodium could not be initialised");
    }
    zip->file = tmpfile();
    if (zip->file == NULL) {
        return fail_file(err);
    }
    zip->archive = archive_write_new();
    if (zip->archive == NULL) {
        return lw_fail_memory(err);
    }
    /* The file is ours to read from afterwards. */
    if (archive_write_set_format_zip(zip->archive) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(zip->archive, 1) != ARCHIVE_OK ||
        archive_write_open_FILE(zip->archive, zip->file) != ARCHIVE_OK) {
        return fail_archive(zip, err);
    }
    return LW_OK;
}

void lw_server_zip_destroy(struct lw_server_zip *zip) {
    if (zip == NULL) {
        return;
    }
    if (zip->archive != NULL) {
        (void)archive_write_free(zip->archive);
    }
    if (zip->file != NULL) {
        (void)fclose(zip->file);
    }
    lw_alloc_free(zip->alloc, zip, sizeof *zip);
}

static void free_entry(struct lw_server_zip *zip, struct entry *entry) {
    if (entry->file != NULL) {
        (void)fclose(entry->file);
    }
    lw_buffer_free(&entry->path);
    lw_alloc_free(zip->alloc, entry, sizeof *entry);
}

static lw_status open_one(void *ctx, const char *path, void **file,
                          struct lw_error *err) {
    struct lw_server_zip *zip = ctx;
    struct entry *entry = lw_alloc_zero(zip->alloc, 1, sizeof *entry);
    if (entry == NULL) {
        return lw_fail_memory(err);
    }
    lw_buffer_init(&entry->path, zip->alloc);
    lw_buffer_printf(&entry->path, "%s/%s", zip->name, path);
    crypto_hash_sha256_init(&entry->hash);
    entry->file = tmpfile();
    lw_status status = entry->file == NULL           ? fail_file(err)
                       : !lw_buffer_ok(&entry->path) ? lw_fail_memory(err)
                                                     : LW_OK;
    if (status != LW_OK) {
        free_entry(zip, entry);
        return status;
    }
    *file = entry;
    return LW_OK;
}

static lw_status put(void *ctx, void *file, const char *bytes, size_t len,
                     struct lw_error *err) {
    struct lw_server_zip *zip = ctx;
    struct entry *entry = file;
    entry->bytes += len;
    zip->bytes += len;
    if (zip->bytes > zip->max_bytes) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "the export is larger than %llu MB, which is too much for one "
                       "archive; use `levelwright study export`",
                       (unsigned long long)(zip->max_bytes >> 20));
    }
    (void)crypto_hash_sha256_update(&entry->hash, (const unsigned char *)bytes, len);
    return fwrite(bytes, 1, len, entry->file) == len ? LW_OK : fail_file(err);
}

static lw_status write_entry(struct lw_server_zip *zip, struct entry *entry,
                             struct lw_error *err) {
    struct archive_entry *head = archive_entry_new();
    char block[BLOCK_BYTES];
    if (head == NULL) {
        return lw_fail_memory(err);
    }
    archive_entry_set_pathname(head, lw_buffer_text(&entry->path));
    archive_entry_set_size(head, (la_int64_t)entry->bytes);
    archive_entry_set_filetype(head, AE_IFREG);
    archive_entry_set_perm(head, 0644);
    bool good = archive_write_header(zip->archive, head) == ARCHIVE_OK;
    archive_entry_free(head);
    rewind(entry->file);
    for (size_t n; good && (n = fread(block, 1, sizeof block, entry->file)) > 0;) {
        good = archive_write_data(zip->archive, block, n) == (la_ssize_t)n;
    }
    good = good && archive_write_finish_entry(zip->archive) == ARCHIVE_OK;
    return !good ? fail_archive(zip, err) : ferror(entry->file) ? fail_file(err) : LW_OK;
}

static lw_status close_one(void *ctx, void *file, char sha256[65], struct lw_error *err) {
    struct lw_server_zip *zip = ctx;
    struct entry *entry = file;
    unsigned char digest[crypto_hash_sha256_BYTES];
    (void)crypto_hash_sha256_final(&entry->hash, digest);
    (void)sodium_bin2hex(sha256, 65, digest, sizeof digest);
    lw_status status =
        fflush(entry->file) == 0 ? write_entry(zip, entry, err) : fail_file(err);
    free_entry(zip, entry);
    return status;
}

struct lw_study_files lw_server_zip_files(struct lw_server_zip *zip) {
    return (struct lw_study_files){zip, open_one, put, close_one};
}

lw_status lw_server_zip_take(struct lw_server_zip *zip, FILE **out,
                             struct lw_error *err) {
    if (archive_write_close(zip->archive) != ARCHIVE_OK) {
        return fail_archive(zip, err);
    }
    if (fflush(zip->file) != 0) {
        return fail_file(err);
    }
    (void)archive_write_free(zip->archive);
    zip->archive = NULL;
    *out = zip->file;
    zip->file = NULL;
    rewind(*out);
    return LW_OK;
}

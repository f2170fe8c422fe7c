/* Opens an export: checksums, codebook, tables, definitions, people. */
#include "study/export_folder.h"

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/json_value.h"
#include "lw/platform.h"
#include "study/export_read.h"

#define MAX_SUMS_BYTES ((size_t)16 << 20)

/* A line of the list ends with it. Before the list is read nothing is asked. */
static bool is_listed(const struct study_export *e, const char *file) {
    size_t len = strlen(file);
    const char *at = e->sums;
    while (at != NULL && len > 0 && (at = strstr(at, file)) != NULL) {
        if (at >= e->sums + 66 && strncmp(at - 2, "  ", 2) == 0 &&
            (at[len] == '\n' || at[len] == '\0')) {
            return true;
        }
        at++;
    }
    return e->sums == NULL;
}

/* A file of the folder; the fault, if any, is in it. */
lw_status export_read_file(struct study_export *e, const char *file, size_t limit,
                           struct lw_buffer *out, struct lw_error *err) {
    struct lw_buffer path;
    (void)snprintf(e->file, sizeof e->file, "%s", file);
    if (file[0] == '/' || strstr(file, "..") != NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "'%.80s' is outside the folder; export the study again", file);
    }
    if (!is_listed(e, file)) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "has no line in checksums.sha256, so that nobody can say whether it "
            "is the file that was exported; export the study again");
    }
    lw_buffer_init(&path, e->alloc);
    lw_buffer_printf(&path, "%s/%s", e->folder, file);
    lw_status status = lw_buffer_ok(&path)
                           ? lw_platform_read_file(lw_buffer_text(&path), limit, out, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&path);
    return status;
}

static void hash_text(const struct lw_buffer *text, char out[65]) {
    unsigned char hash[crypto_hash_sha256_BYTES];
    (void)crypto_hash_sha256(hash, (const unsigned char *)lw_buffer_text(text),
                             text->len);
    (void)sodium_bin2hex(out, 65, hash, sizeof hash);
}

/* One line of the list: 64 digits, two blanks, a path. */
static lw_status check_sum(struct study_export *e, const char *line, uint32_t number,
                           struct lw_error *err) {
    struct lw_buffer text;
    char got[65];
    if (strlen(line) < 67 || strspn(line, "0123456789abcdef") != 64 ||
        strncmp(line + 64, "  ", 2) != 0) {
        return lw_fail(err, LW_BAD_INPUT, number, 0,
                       "a checksum and a file are expected; export the study again");
    }
    lw_buffer_init(&text, e->alloc);
    lw_status status = export_read_file(e, line + 66, EXPORT_MAX_BYTES, &text, err);
    if (status == LW_OK) {
        hash_text(&text, got);
        if (memcmp(got, line, 64) != 0) {
            status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                             "this is not the file that was exported (its checksum "
                             "differs); export the study again, or take the file as it "
                             "was");
        }
    }
    lw_buffer_free(&text);
    return status;
}

static lw_status check_sums(struct study_export *e, struct lw_error *err) {
    struct lw_buffer text;
    uint32_t number = 0;
    lw_buffer_init(&text, e->alloc);
    lw_status status =
        export_read_file(e, "checksums.sha256", MAX_SUMS_BYTES, &text, err);
    if (status != LW_OK && status != LW_NO_MEMORY) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "is missing: this is no folder of `levelwright study export`");
    }
    const char *sums = NULL;
    if (status == LW_OK) {
        hash_text(&text, e->hash);
        sums = lw_arena_text(&e->arena, lw_buffer_text(&text), text.len);
        status = sums == NULL ? lw_fail_memory(err) : LW_OK;
    }
    char *rest = text.data;
    while (status == LW_OK && rest != NULL && *rest != '\0') {
        char *line = rest;
        rest = strchr(line, '\n');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        (void)snprintf(e->file, sizeof e->file, "checksums.sha256");
        status = check_sum(e, line, ++number, err);
    }
    lw_buffer_free(&text);
    e->sums = sums;
    return status;
}

static lw_status read_version(struct study_export *e, const struct lw_table *versions,
                              size_t row, struct lw_error *err) {
    struct study_version *v = &e->versions[row];
    const char *file = lw_table_find(versions, "file")->text[row];
    struct lw_study_faults faults;
    struct lw_buffer text;
    lw_buffer_init(&text, e->alloc);
    lw_status status = export_read_file(e, file, LW_STUDY_MAX_BYTES * 16, &text, err);
    if (status == LW_OK) {
        const char *kept = lw_arena_text(&e->arena, lw_buffer_text(&text), text.len);
        v->number = (int64_t)lw_table_find(versions, "version")->value[row];
        status = kept == NULL ? lw_fail_memory(err)
                              : lw_study_thaw(&e->arena, kept, text.len, &v->frozen, err);
    }
    lw_buffer_free(&text);
    if (status == LW_OK) {
        lw_study_faults_init(&faults, &e->arena);
        status = lw_study_cells_make(v->frozen.study, &e->arena, &faults, &v->cells, err);
    }
    if (status == LW_OK &&
        strcmp(v->frozen.id, lw_table_find(versions, "hash")->text[row]) != 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "this is not the definition that versions.csv names (%.32s)",
                         lw_table_find(versions, "hash")->text[row]);
    }
    return status;
}

static lw_status read_versions(struct study_export *e, struct lw_error *err) {
    const struct lw_table *versions;
    static const char *const needed[] = {"version", "hash", "file"};
    const struct lw_column *column;
    lw_status status = study_export_table(e, "versions", &versions, err);
    for (size_t i = 0; status == LW_OK && i < 3; i++) {
        status = study_export_column(e, "versions", needed[i], &column, err);
    }
    if (status != LW_OK) {
        return status;
    }
    e->n_versions = versions->n_rows;
    e->versions = lw_arena_zero(&e->arena, e->n_versions + 1, sizeof *e->versions);
    if (e->versions == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; status == LW_OK && i < e->n_versions; i++) {
        status = read_version(e, versions, i, err);
    }
    if (status == LW_OK && e->n_versions == 0) {
        (void)snprintf(e->file, sizeof e->file, "versions.csv");
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no definition in this export");
    }
    if (status == LW_OK) {
        e->last = &e->versions[e->n_versions - 1];
        e->study = e->last->frozen.study;
    }
    return status;
}

/* Whoever consented and no rule leaves out; how far one must have come is the design's.
 */
static lw_status choose_people(struct study_export *e, bool simulated,
                               struct lw_error *err) {
    const struct lw_column *consented, *excluded, *marked, *number;
    lw_status status = study_export_column(e, "persons", "person", &number, err);
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "consented", &consented, err);
    }
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "excluded", &excluded, err);
    }
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "simulated", &marked, err);
    }
    if (status != LW_OK) {
        return status;
    }
    const struct lw_table *persons;
    status = study_export_table(e, "persons", &persons, err);
    size_t n = status == LW_OK ? persons->n_rows : 0;
    e->people =
        (struct study_people){.in = lw_arena_zero(&e->arena, n + 1, sizeof *e->people.in),
                              .simulated = simulated};
    if (status == LW_OK && e->people.in == NULL) {
        status = lw_fail_memory(err);
    }
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        bool one = marked->value[i] == 1;
        e->n_simulated += one;
        e->n_real += !one;
        e->people.in[i] =
            one == simulated && consented->value[i] == 1 && excluded->value[i] != 1;
        e->people.n += e->people.in[i];
    }
    return status;
}

lw_status study_export_open(const struct lw_alloc *alloc, const char *folder,
                            bool simulated, struct study_export *out,
                            struct lw_error *err) {
    *out = (struct study_export){.alloc = alloc, .folder = folder};
    lw_arena_init(&out->arena, alloc);
    if (sodium_init() < 0) {
        return lw_fail(err, LW_IO, 0, 0, "libsodium could not be initialised");
    }
    lw_status status = check_sums(out, err);
    if (status == LW_OK) {
        status = export_read_tables(out, err);
    }
    if (status == LW_OK) {
        status = read_versions(out, err);
    }
    if (status == LW_OK) {
        status = choose_people(out, simulated, err);
    }
    if (status == LW_OK) {
        out->file[0] = '\0';
    }
    return status;
}

void study_export_close(struct study_export *e) {
    for (size_t i = 0; i < e->n_tables; i++) {
        if (e->tables[i].is_read) {
            lw_table_free(&e->tables[i].table);
        }
    }
    lw_arena_free(&e->arena);
}

lw_status study_export_table(const struct study_export *e, const char *table,
                             const struct lw_table **out, struct lw_error *err) {
    for (size_t i = 0; i < e->n_tables; i++) {
        if (e->tables[i].is_read && strcmp(e->tables[i].name, table) == 0) {
            *out = &e->tables[i].table;
            return LW_OK;
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0, "the export has no table '%.40s'", table);
}

lw_status study_export_column(const struct study_export *e, const char *table,
                              const char *column, const struct lw_column **out,
                              struct lw_error *err) {
    const struct lw_table *found;
    lw_status status = study_export_table(e, table, &found, err);
    if (status != LW_OK) {
        return status;
    }
    *out = lw_table_find(found, column);
    return *out != NULL ? LW_OK
                        : lw_fail(err, LW_BAD_INPUT, 0, 0,
                                  "%.40s.csv has no column '%.60s'", table, column);
}

size_t study_person_row(const struct study_export *e, double person) {
    const struct lw_table *persons = NULL;
    struct lw_error err;
    if (study_export_table(e, "persons", &persons, &err) != LW_OK) {
        return 0;
    }
    const struct lw_column *number = lw_table_find(persons, "person");
    size_t low = 0, high = persons->n_rows;
    /* Rows are in the order of the numbers. */
    while (number != NULL && low < high) {
        size_t middle = low + (high - low) / 2;
        if (number->value[middle] < person) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return number != NULL && low < persons->n_rows && number->value[low] == person
               ? low
               : persons->n_rows;
}

bool study_person_in(const struct study_export *e, double person) {
    const struct lw_table *persons = NULL;
    struct lw_error err;
    size_t row = study_person_row(e, person);
    return study_export_table(e, "persons", &persons, &err) == LW_OK &&
           row < persons->n_rows && e->people.in[row];
}

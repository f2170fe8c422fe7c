/* Lists of withdrawals, and of studies that have ended. They hold hashes under keys of
 * the studies, and say nothing to whoever does not have the database. */
#include "serve/withdrawn.h"

#include <inttypes.h>
#include <string.h>

#include "lw/platform.h"

#define MAX_LIST ((size_t)64 << 20)

lw_status withdrawn_write(struct lw_store *store, struct lw_buffer *out,
                          struct lw_error *err) {
    struct lw_store_withdrawn_list list;
    struct lw_arena arena;
    lw_arena_init(&arena, out->alloc);
    lw_status status = lw_store_withdrawn_list(store, &arena, &list, err);
    for (size_t i = 0; status == LW_OK && i < list.n; i++) {
        lw_buffer_printf(out, "%s %s %" PRId64 "\n", list.rows[i].person,
                         list.rows[i].study, list.rows[i].at_ms);
    }
    for (size_t i = 0; status == LW_OK && i < list.n_ended; i++) {
        lw_buffer_printf(out, "%s %s %" PRId64 "\n",
                         lw_study_state_name(list.ended[i].state), list.ended[i].study,
                         list.ended[i].at_ms);
    }
    lw_arena_free(&arena);
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}

/* Is it a database rather than a list? */
static bool is_database(const char *from, const struct lw_buffer *text) {
    static const char sqlite[] = "SQLite format 3";
    return strncmp(from, "postgres", 8) == 0 || strncmp(from, "sqlite:", 7) == 0 ||
           strncmp(lw_buffer_text(text), sqlite, sizeof sqlite - 1) == 0;
}

static lw_status read_database(const char *from, struct lw_arena *arena,
                               struct lw_store_withdrawn_list *list,
                               struct lw_error *err) {
    const struct lw_store_options open = {.must_exist = true};
    struct lw_store *other = NULL;
    lw_status status = lw_store_open(from, &open, &other, err);
    if (status == LW_OK) {
        status = lw_store_withdrawn_list(other, arena, list, err);
    }
    lw_store_close(other);
    return status;
}

static bool read_line(const char *line, size_t len, struct lw_store_withdrawn *out) {
    char text[120];
    char rest;
    *out = (struct lw_store_withdrawn){.at_ms = 0};
    if (len >= sizeof text) {
        return false;
    }
    memcpy(text, line, len);
    text[len] = '\0';
    return sscanf(text, "%32[0-9a-f] %32[0-9a-f] %" SCNd64 " %c", out->person, out->study,
                  &out->at_ms, &rest) == 3;
}

static bool read_ended(const char *line, size_t len, struct lw_store_study_ended *out) {
    char text[120], word[20];
    char rest;
    *out = (struct lw_store_study_ended){.state = LW_STUDY_STATE_CLOSED};
    if (len >= sizeof text) {
        return false;
    }
    memcpy(text, line, len);
    text[len] = '\0';
    if (sscanf(text, "%19[a-z] %32[0-9a-f] %" SCNd64 " %c", word, out->study, &out->at_ms,
               &rest) != 3) {
        return false;
    }
    bool is_deleted = strcmp(word, lw_study_state_name(LW_STUDY_STATE_DELETED)) == 0;
    out->state = is_deleted ? LW_STUDY_STATE_DELETED : LW_STUDY_STATE_CLOSED;
    return is_deleted || strcmp(word, lw_study_state_name(out->state)) == 0;
}

static lw_status read_list(const struct lw_buffer *text, struct lw_arena *arena,
                           struct lw_store_withdrawn_list *list, struct lw_error *err) {
    const char *at = lw_buffer_text(text);
    size_t n_lines = 1;
    for (const char *c = at; *c != '\0'; c++) {
        n_lines += *c == '\n';
    }
    list->rows = lw_arena_zero(arena, n_lines, sizeof *list->rows);
    list->ended = lw_arena_zero(arena, n_lines, sizeof *list->ended);
    if (list->rows == NULL || list->ended == NULL) {
        return lw_fail_memory(err);
    }
    for (uint32_t line = 1; *at != '\0'; line++) {
        size_t len = strcspn(at, "\n");
        if (len == 0) {
            at++;
            continue;
        }
        if (read_ended(at, len, &list->ended[list->n_ended])) {
            list->n_ended++;
        } else if (read_line(at, len, &list->rows[list->n])) {
            list->n++;
        } else {
            return lw_fail(err, LW_BAD_INPUT, line, 1,
                           "expected PERSON STUDY TIME, or closed or deleted STUDY TIME, "
                           "as `levelwright db withdrawn` writes them");
        }
        at += len + (at[len] == '\n');
    }
    return LW_OK;
}

lw_status withdrawn_apply(struct lw_store *store, const char *from,
                          struct lw_error *err) {
    struct lw_store_withdrawn_list list = {.n = 0};
    struct lw_arena arena;
    struct lw_buffer text;
    struct lw_error none = {0};
    lw_arena_init(&arena, lw_alloc_libc());
    lw_buffer_init(&text, lw_alloc_libc());
    lw_status read = lw_platform_read_file(from, MAX_LIST, &text, &none);
    lw_status status;
    if (is_database(from, &text) || read == LW_LIMIT) {
        status = read_database(from, &arena, &list, err);
    } else if (read != LW_OK) {
        *err = none;
        status = read;
    } else {
        status = read_list(&text, &arena, &list, err);
    }
    if (status == LW_OK) {
        status = lw_store_withdrawn_add(store, &list, err);
    }
    lw_buffer_free(&text);
    lw_arena_free(&arena);
    return status;
}

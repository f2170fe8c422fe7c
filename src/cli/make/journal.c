/* Journals: written line by line, read back up to the last checkpoint. */
#include "make/journal.h"
#include "lw/base/json_value.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define MAX_JOURNAL_BYTES ((size_t)1 << 30)

/* Reading. */

struct reading {
    struct cli *cli;
    const char *path;
    const struct lw_game *game;
    struct lw_pool *pool;
    uint64_t next_index;
    struct lw_arena arena;
};

static lw_status bad_line(const struct reading *r, uint32_t line, struct lw_error *err) {
    (void)r;
    return lw_fail(err, LW_BAD_INPUT, line, 1,
                   "not a journal; give a journal written by generate --resume, or the "
                   "name of a new file");
}

static bool number_of(const struct lw_json *object, const char *key, double *out) {
    const struct lw_json *value = lw_json_get(object, key);
    if (value == NULL || value->type != LW_JSON_NUMBER) {
        return false;
    }
    *out = value->number;
    return true;
}

static char *copy_text(const struct lw_alloc *alloc, const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = lw_alloc_get(alloc, bytes);
    return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

/* A level is examined again: it is replayed and its id taken anew. */
static lw_status read_level(struct reading *r, const struct lw_json *object,
                            uint32_t line, struct lw_error *err) {
    const char *text = lw_json_text_or(object, "text", NULL),
               *solution = lw_json_text_or(object, "solution", NULL);
    double index, part, score = (double)NAN;
    if (text == NULL || solution == NULL || !number_of(object, "candidate", &index) ||
        !number_of(object, "part", &part)) {
        return bad_line(r, line, err);
    }
    (void)number_of(object, "score", &score);
    const struct lw_json *shortest = lw_json_get(object, "shortest");
    double score_moves = 0;
    (void)number_of(object, "score_moves", &score_moves);
    struct lw_made_level made = {
        .score = score,
        .score_moves = score_moves > 0 ? (uint32_t)score_moves : 0,
        .shortest = shortest != NULL && shortest->type == LW_JSON_TRUE,
        .index = (uint64_t)index,
        .part = (uint32_t)part};
    lw_status status = lw_level_read(r->game, text, strlen(text), &made.level, err);
    if (status != LW_OK) {
        return status == LW_BAD_INPUT ? bad_line(r, line, err) : status;
    }
    made.solution = copy_text(r->cli->alloc, solution);
    enum lw_refusal refusal = lw_pool_examine(r->pool, r->cli->runtime, &made);
    if (refusal != LW_REFUSED_NOT) {
        lw_made_level_free(r->cli->alloc, &made);
        return lw_fail(
            err, LW_BAD_INPUT, line, 1,
            "the level in the journal is now %s; start again with another file",
            lw_refusal_name(refusal));
    }
    return lw_pool_take(r->pool, &made, &refusal, err);
}

static lw_status read_line(struct reading *r, const char *line, size_t len,
                           uint32_t line_no, struct lw_error *err) {
    struct lw_json *object;
    double next;
    if (lw_json_read(&r->arena, line, len, &object, NULL) != LW_OK) {
        return bad_line(r, line_no, err);
    }
    if (number_of(object, "next", &next)) {
        r->next_index = (uint64_t)next;
        return LW_OK;
    }
    return read_level(r, object, line_no, err);
}

/* Where the last checkpoint's line ends. */
static size_t find_last_checkpoint(const char *text, size_t len) {
    size_t end = 0;
    for (size_t at = 0; at < len;) {
        const char *stop = memchr(text + at, '\n', len - at);
        if (stop == NULL) {
            break;
        }
        size_t next = (size_t)(stop - text) + 1;
        if (strncmp(text + at, "{\"next\":", 8) == 0) {
            end = next;
        }
        at = next;
    }
    return end;
}

static lw_status read_journal(struct reading *r, const char *identity, const char *text,
                              size_t len, size_t *good, struct lw_error *err) {
    size_t first = strcspn(text, "\n");
    struct lw_json *head = NULL;
    if (lw_json_read(&r->arena, text, first, &head, NULL) != LW_OK ||
        lw_json_get(head, "journal") == NULL) {
        return bad_line(r, 1, err);
    }
    if (first != strlen(identity) || memcmp(text, identity, first) != 0) {
        return lw_fail(err, LW_USAGE, 1, 1,
                       "the journal belongs to a run with other options; repeat those "
                       "options, or name a new file");
    }
    *good = find_last_checkpoint(text, len);
    *good = *good == 0 ? (first + 1 < len ? first + 1 : len) : *good;
    uint32_t line_no = 1;
    for (size_t at = first + 1; at < *good;) {
        size_t n = strcspn(text + at, "\n");
        line_no++;
        lw_status status = read_line(r, text + at, n, line_no, err);
        if (status != LW_OK) {
            return status;
        }
        at += n + 1;
    }
    return LW_OK;
}

static bool exists(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

/* Reads what there is and leaves the file ending with its last checkpoint. */
static int take_up(struct cli *cli, const struct cli_journaled *run) {
    struct lw_buffer text;
    struct lw_error err = {.status = LW_OK};
    struct reading reading = {
        .cli = cli, .path = run->path, .game = run->game, .pool = run->pool};
    size_t good = 0;
    lw_buffer_init(&text, cli->alloc);
    lw_arena_init(&reading.arena, cli->alloc);
    lw_status status = LW_OK;
    if (exists(run->path)) {
        status = lw_platform_read_file(run->path, MAX_JOURNAL_BYTES, &text, &err);
    } else {
        lw_buffer_puts(&text, run->identity);
        lw_buffer_putc(&text, '\n');
    }
    if (status == LW_OK) {
        status = read_journal(&reading, run->identity, lw_buffer_text(&text), text.len,
                              &good, &err);
    }
    if (status == LW_OK) {
        status = lw_platform_write_file(run->path, lw_buffer_text(&text), good, &err);
        *run->next_index = reading.next_index;
    }
    lw_arena_free(&reading.arena);
    lw_buffer_free(&text);
    return status == LW_OK ? 0 : cli_fail(cli, run->path, &err);
}

/* Writing. */

int cli_journal_open(struct cli_journal *journal, struct cli *cli,
                     const struct cli_journaled *run) {
    const char *path = run->path;
    *journal = (struct cli_journal){.cli = cli, .path = path};
    lw_buffer_init(&journal->line, cli->alloc);
    int code = take_up(cli, run);
    if (code != 0) {
        return code;
    }
    journal->file = fopen(path, "ab");
    if (journal->file == NULL) {
        struct lw_error err;
        (void)lw_fail(&err, LW_IO, 0, 0, "cannot be written: %s", strerror(errno));
        return cli_fail(cli, path, &err);
    }
    return 0;
}

void cli_journal_taken(void *ctx, const struct lw_made_level *made) {
    struct cli_journal *journal = ctx;
    uint64_t seed = 0;
    lw_buffer_clear(&journal->line);
    if (lw_made_level_json(made, &(struct lw_made_line){.seed = &seed}, &journal->line,
                           NULL) != LW_OK) {
        journal->failed = true;
        return;
    }
    lw_buffer_putc(&journal->line, '\n');
    (void)fwrite(lw_buffer_text(&journal->line), 1, journal->line.len, journal->file);
}

void cli_journal_checkpoint(void *ctx, uint64_t next_index) {
    struct cli_journal *journal = ctx;
    (void)fprintf(journal->file, "{\"next\":%llu}\n", (unsigned long long)next_index);
    journal->failed |= fflush(journal->file) != 0;
}

int cli_journal_close(struct cli_journal *journal) {
    int code = 0;
    if (journal->file != NULL) {
        journal->failed |= ferror(journal->file) != 0;
        journal->failed |= fclose(journal->file) != 0;
        if (journal->failed) {
            struct lw_error err;
            (void)lw_fail(&err, LW_IO, 0, 0, "the journal could not be written");
            code = cli_fail(journal->cli, journal->path, &err);
        }
    }
    lw_buffer_free(&journal->line);
    *journal = (struct cli_journal){.cli = NULL};
    return code;
}

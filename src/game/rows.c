/* Stored rows as games and levels, and back. */
#include "lw/rows.h"

#include <math.h>
#include <string.h>

static const char *or_empty(const char *text) {
    return text == NULL ? "" : text;
}

static struct lw_open_request request_of(const struct lw_alloc *alloc,
                                         const struct lw_game_kind *const *kinds,
                                         const struct lw_row *row, const char *text) {
    return (struct lw_open_request){.alloc = alloc,
                                    .kinds = kinds,
                                    .game = row->game,
                                    .text = text,
                                    .len = strlen(text),
                                    .rules = row->rules};
}

/* Under the row's rules; a row that no game of ours can have is not supported. */
static lw_status open_text(const struct lw_open_request *request, struct lw_opened *out,
                           struct lw_error *err) {
    struct lw_error why = {.status = LW_OK};
    lw_status status = lw_open(request, out, &why);
    if (status == LW_USAGE) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s", why.text);
    }
    if (status != LW_OK && err != NULL) {
        *err = why;
    }
    return status;
}

static void begin(const struct lw_alloc *alloc, struct lw_opened *out) {
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, alloc);
}

/* The row's text as a file has it: behind its source, if it has one. */
static const char *whole_text(const struct lw_row *row, struct lw_arena *arena) {
    size_t source_len = row->source == NULL ? 0 : strlen(row->source);
    size_t len = strlen(row->text);
    if (source_len == 0) {
        return row->text;
    }
    char *whole = lw_arena_get(arena, source_len + len + 1);
    if (whole != NULL) {
        memcpy(whole, row->source, source_len);
        memcpy(whole + source_len, row->text, len + 1);
    }
    return whole;
}

lw_status lw_row_open(const struct lw_alloc *alloc,
                      const struct lw_game_kind *const *kinds, const struct lw_row *row,
                      struct lw_opened *out, struct lw_error *err) {
    struct lw_arena arena;
    begin(alloc, out);
    lw_arena_init(&arena, alloc);
    const char *text = whole_text(row, &arena);
    lw_status status = text == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        struct lw_open_request request = request_of(alloc, kinds, row, text);
        request.one = true;
        status = open_text(&request, out, err);
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status describe(struct lw_collection *set, struct lw_entry *entry,
                          const struct lw_row *row, struct lw_error *err) {
    const char *title = or_empty(row->title);
    const char *author = or_empty(row->author);
    entry->title = lw_arena_text(&set->arena, title, strlen(title));
    bool named = *author == '\0' || lw_note_find(entry->notes, "Author") != NULL;
    bool good = entry->title != NULL &&
                (named || lw_collection_note(set, &entry->notes, "Author", author));
    return good ? LW_OK : lw_fail_memory(err);
}

static bool is_level(const struct lw_level *level, const struct lw_row *row,
                     struct lw_error *why) {
    struct lw_id128 id;
    char hex[33] = "";
    if (lw_level_id(level, &id, why) != LW_OK) {
        return false;
    }
    lw_id128_text(id, hex);
    return row->id == NULL || strcmp(hex, row->id) == 0;
}

/* The level of a row, that index says the place of, among the levels of one game. */
static lw_status add_row(struct lw_opened *all, size_t index, const struct lw_row *row,
                         struct lw_error *err) {
    struct lw_error why = {.status = LW_OK};
    struct lw_arena arena;
    lw_status status = strcmp(row->game, all->kind->name) == 0 ? LW_OK : LW_UNSUPPORTED;
    lw_arena_init(&arena, all->set.arena.alloc);
    if (status == LW_OK && index == all->set.n_entries) {
        const char *text = whole_text(row, &arena);
        status = text == NULL
                     ? lw_fail_memory(&why)
                     : lw_game_read(all->game, NULL, text, strlen(text), &all->set, &why);
    }
    lw_arena_free(&arena);
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    if (status != LW_OK || all->set.n_entries != index + 1 ||
        !is_level(all->set.entries[index].level, row, &why)) {
        return lw_fail(
            err, LW_UNSUPPORTED, 0, 0,
            "level %zu (%s) has other rules than the first, so one text cannot "
            "hold both; export as jsonl",
            index + 1, or_empty(row->id));
    }
    return describe(&all->set, &all->set.entries[index], row, err);
}

static bool same_source(const struct lw_row *a, const struct lw_row *b) {
    return a->source == b->source ||
           strcmp(or_empty(a->source), or_empty(b->source)) == 0;
}

static bool same_game(const struct lw_row *a, const struct lw_row *b) {
    return strcmp(a->game, b->game) == 0 &&
           strcmp(or_empty(a->rules), or_empty(b->rules)) == 0 && same_source(a, b);
}

static bool have_one_source(const struct lw_row_list *list) {
    bool same = list->rows[0].source != NULL;
    for (size_t i = 1; same && i < list->n; i++) {
        same = same_game(&list->rows[0], &list->rows[i]);
    }
    return same;
}

/* The source with the texts of all levels behind it is one text of the game, which is
 * compiled once. LW_BAD_INPUT: something is not what it was. */
static lw_status open_joined(const struct lw_alloc *alloc,
                             const struct lw_game_kind *const *kinds,
                             const struct lw_row_list *list, struct lw_opened *out,
                             struct lw_error *err) {
    const struct lw_row *first = &list->rows[0];
    struct lw_error why = {.status = LW_OK};
    struct lw_buffer text;
    lw_buffer_init(&text, alloc);
    lw_buffer_puts(&text, first->source);
    for (size_t i = 0; i < list->n; i++) {
        lw_buffer_puts(&text, list->rows[i].text);
    }
    lw_status status = lw_buffer_ok(&text) ? LW_OK : lw_fail_memory(err);
    if (status == LW_OK) {
        struct lw_open_request request =
            request_of(alloc, kinds, first, lw_buffer_text(&text));
        status = open_text(&request, out, err);
    }
    lw_buffer_free(&text);
    if (status == LW_OK && out->set.n_entries != list->n) {
        status = LW_BAD_INPUT;
    }
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        status = is_level(out->set.entries[i].level, &list->rows[i], &why)
                     ? describe(&out->set, &out->set.entries[i], &list->rows[i], err)
                     : LW_BAD_INPUT;
    }
    return status;
}

lw_status lw_rows_open(const struct lw_alloc *alloc,
                       const struct lw_game_kind *const *kinds,
                       const struct lw_row_list *list, struct lw_opened *out,
                       struct lw_error *err) {
    begin(alloc, out);
    if (have_one_source(list)) {
        lw_status status = open_joined(alloc, kinds, list, out, err);
        if (status != LW_BAD_INPUT) {
            return status;
        }
        lw_opened_close(out);
    }
    lw_status status = lw_row_open(alloc, kinds, &list->rows[0], out, err);
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        status = add_row(out, i, &list->rows[i], err);
    }
    return status;
}

static const struct lw_game_kind *find_kind(const struct lw_game_kind *const *kinds,
                                            const char *name) {
    while (*kinds != NULL && strcmp((*kinds)->name, name) != 0) {
        kinds++;
    }
    return *kinds;
}

/* Levels from first on that are of one game. */
static size_t run_length(const struct lw_game_kind *const *kinds,
                         const struct lw_row_list *list, size_t first) {
    const struct lw_row *row = &list->rows[first];
    const struct lw_game_kind *kind = find_kind(kinds, row->game);
    size_t n = 1;
    bool alone = kind == NULL || (row->source == NULL && kind->level->source_len != NULL);
    while (!alone && first + n < list->n && same_game(row, &list->rows[first + n])) {
        n++;
    }
    return n;
}

lw_status lw_rows_each(const struct lw_alloc *alloc,
                       const struct lw_game_kind *const *kinds,
                       const struct lw_row_list *list, const struct lw_rows_each *each,
                       struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0, n; i < list->n && status == LW_OK; i += n) {
        struct lw_opened opened;
        n = run_length(kinds, list, i);
        const struct lw_row_list run = {&list->rows[i], n};
        status = lw_rows_open(alloc, kinds, &run, &opened, err);
        for (size_t k = 0; k < n && status == LW_OK; k++) {
            status = each->take(each->ctx, i + k, opened.set.entries[k].level, err);
        }
        lw_opened_close(&opened);
    }
    return status;
}

/* Levels as rows. A source may be a thousand times the level, so the text is written
 * whole in memory of its own. */
static lw_status part_text(const struct lw_level *level, const char *whole,
                           const struct lw_found *before, struct lw_arena *arena,
                           struct lw_found *out) {
    const struct lw_level_ops *ops = level->game->kind->level;
    size_t len = strlen(whole);
    size_t at = ops->source_len == NULL ? 0 : ops->source_len(whole, len);
    out->text = lw_arena_text(arena, whole + at, len - at);
    out->text_len = len - at;
    out->source_len = at;
    if (at > 0 && before != NULL && before->source_len == at &&
        memcmp(before->source, whole, at) == 0) {
        out->source = before->source;
    } else if (at > 0) {
        out->source = lw_arena_text(arena, whole, at);
    }
    return out->text == NULL || (at > 0 && out->source == NULL) ? LW_NO_MEMORY : LW_OK;
}

lw_status lw_found_level(const struct lw_level *level, const struct lw_id128 *id,
                         const struct lw_found *before, struct lw_arena *arena,
                         struct lw_found *out, struct lw_error *err) {
    struct lw_arena scratch;
    const char *whole = NULL;
    *out = (struct lw_found){.kind = level->game->kind, .score = (double)NAN};
    lw_status status = LW_OK;
    if (id != NULL) {
        out->id = *id;
    } else {
        status = lw_level_id(level, &out->id, err);
    }
    if (status != LW_OK) {
        return status;
    }
    level->game->kind->level->size(level, &out->width, &out->height);
    lw_arena_init(&scratch, arena->alloc);
    status = lw_level_text_copy(level, &scratch, &whole, err);
    if (status == LW_OK && part_text(level, whole, before, arena, out) != LW_OK) {
        status = lw_fail_memory(err);
    }
    lw_arena_free(&scratch);
    return status;
}

/* parse and export: texts to levels and back. */
#include <string.h>

#include "calls_internal.h"

/* A text with more levels is read as far as this; a page shows no more. */
#define MAX_LEVELS 20000u

static void put_notes(struct lw_json_writer *json, const struct lw_entry *entry) {
    bool any = false;
    for (const struct lw_note *note = entry->notes; note != NULL; note = note->next) {
        any = any || strcmp(note->key, "Message") == 0;
    }
    if (any) {
        lw_json_array(json, "messages");
        for (const struct lw_note *note = entry->notes; note != NULL; note = note->next) {
            if (strcmp(note->key, "Message") == 0) {
                lw_json_text(json, NULL, note->text);
            }
        }
        lw_json_array_end(json);
    }
    if (entry->solutions != NULL) {
        lw_json_text(json, "solution", entry->solutions->moves);
    }
    if (entry->line > 0) {
        lw_json_uint(json, "line", entry->line);
    }
}

static lw_status put_levels(struct calls_request *rq, const struct calls_subject *s,
                            const struct calls_extras *extras) {
    lw_status status = LW_OK;
    const char *set_author = lw_note_find(s->set.notes, "Author");
    lw_json_array(rq->out, "levels");
    for (size_t i = 0; i < s->set.n_entries && i < MAX_LEVELS && status == LW_OK; i++) {
        const struct lw_entry *entry = &s->set.entries[i];
        const char *author = lw_note_find(entry->notes, "Author");
        author = author != NULL ? author : set_author;
        lw_json_object(rq->out, NULL);
        lw_json_text(rq->out, "title", entry->title);
        lw_json_text(rq->out, "author", author != NULL ? author : "");
        status = lw_calls_put_level(rq->calls, rq->out, entry->level, extras, rq->err);
        put_notes(rq->out, entry);
        lw_json_object_end(rq->out);
    }
    lw_json_array_end(rq->out);
    return status;
}

lw_status lw_calls_parse(struct calls_request *rq) {
    struct calls_subject s;
    struct calls_extras extras;
    lw_status read = lw_calls_subject_open(rq, &s);
    /* What is wrong with the text is the answer; what is wrong with the request is not.
     */
    if (read != LW_OK && read != LW_BAD_INPUT) {
        lw_calls_subject_close(&s);
        return read;
    }
    struct lw_error why = *rq->err;
    why.status = read;
    *rq->err = (struct lw_error){.status = LW_OK};
    lw_status status = lw_calls_get_extras(rq, &extras);
    if (read == LW_OK && status == LW_OK && !rq->check_only) {
        lw_game_try(&s.set, rq->calls->alloc, LW_TRY_WORK);
    }
    if (status == LW_OK) {
        lw_json_text(rq->out, "game", s.kind == NULL ? NULL : s.kind->name);
        lw_json_text(rq->out, "format", s.set.format);
        lw_json_text(rq->out, "title", s.set.title);
        lw_json_bool(rq->out, "playable", s.game != NULL);
        status = put_levels(rq, &s, &extras);
    }
    if (status == LW_OK) {
        lw_messages_json(rq->out, &s.set, &why);
        if (s.kind != NULL) {
            lw_calls_put_palette(rq->out, s.kind, s.game);
        }
    }
    lw_calls_subject_close(&s);
    return status;
}

/* Export. */

static lw_status bad_member(struct calls_request *rq, const struct lw_json *value,
                            const char *what) {
    return lw_fail(rq->err, LW_USAGE, value == NULL ? 0 : value->line, 0, "%s", what);
}

static lw_status add_notes(struct calls_request *rq, const struct lw_json *notes,
                           struct lw_entry *entry, struct lw_collection *out) {
    if (notes == NULL || notes->type != LW_JSON_OBJECT) {
        return LW_OK;
    }
    for (const struct lw_json *at = notes->first; at != NULL; at = at->next) {
        if ((at->type == LW_JSON_TEXT || at->type == LW_JSON_NUMBER) &&
            !lw_collection_note(out, &entry->notes, at->key, at->text)) {
            return lw_fail_memory(rq->err);
        }
    }
    return LW_OK;
}

/* The first level of the object's text, with what the object says of it. */
static lw_status add_level(struct calls_request *rq, const struct lw_game *game,
                           const struct lw_json *object, size_t number,
                           struct lw_collection *out) {
    const struct lw_json *text = lw_json_get(object, "text");
    struct lw_collection read;
    struct lw_level *copy = NULL;
    if (text == NULL || text->type != LW_JSON_TEXT) {
        return bad_member(rq, object, "each of 'levels' must be an object with a 'text'");
    }
    lw_collection_init(&read, game->alloc);
    struct lw_error why = {.status = LW_OK};
    lw_status status = lw_game_read(game, NULL, text->text, text->text_len, &read, &why);
    if (status == LW_OK && read.n_entries == 0) {
        status = lw_fail(&why, LW_BAD_INPUT, 0, 0, "there is no level in its text");
    }
    if (status != LW_OK) {
        (void)lw_fail(rq->err, status, why.line, why.column, "level %zu: %.300s", number,
                      why.text);
    } else {
        status = game->kind->level->dup(read.entries[0].level, &copy);
    }
    const char *title = lw_json_text_or(object, "title", NULL);
    const char *author = lw_json_text_or(object, "author", NULL);
    const char *solution = lw_json_text_or(object, "solution", NULL);
    struct lw_entry *entry = NULL;
    if (status == LW_OK) {
        title = title != NULL ? title : read.entries[0].title;
        entry = lw_collection_add(out, copy, title, 0);
        bool good = entry != NULL;
        good = good && (author == NULL || author[0] == '\0' ||
                        lw_collection_note(out, &entry->notes, "Author", author));
        good = good && (solution == NULL || solution[0] == '\0' ||
                        lw_collection_solution(out, entry, "", solution));
        status = good ? LW_OK : lw_fail_memory(rq->err);
    }
    if (status == LW_OK) {
        status = add_notes(rq, lw_json_get(object, "notes"), entry, out);
    }
    lw_collection_free(&read);
    return status;
}

/* The game's own levels come first when the request says append. */
static lw_status open_pack(struct calls_request *rq, struct calls_subject *s) {
    bool append;
    lw_status status = lw_calls_get_flag(rq, "append", &append);
    if (status != LW_OK) {
        return status;
    }
    append = append && lw_json_get(rq->json, "source") != NULL;
    status = append ? lw_calls_subject_open(rq, s) : lw_calls_subject_game(rq, s);
    if (append && status == LW_BAD_INPUT && s->no_levels) {
        status = LW_OK;
    }
    return status;
}

lw_status lw_calls_export(struct calls_request *rq) {
    struct calls_subject s = {.kind = NULL};
    const struct lw_json *levels = lw_json_get(rq->json, "levels");
    const struct lw_format *format = NULL;
    const char *title = NULL;
    struct lw_buffer text;
    if (levels == NULL || levels->type != LW_JSON_ARRAY) {
        return bad_member(rq, levels, "'levels' must be an array of levels");
    }
    lw_buffer_init(&text, rq->calls->alloc);
    lw_status status = open_pack(rq, &s);
    if (status == LW_OK) {
        format = lw_game_format_of_packs(s.kind);
        status = lw_calls_get_format(rq, s.kind, &format);
    }
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "title", &title);
    }
    size_t number = 1;
    for (const struct lw_json *at = levels->first; status == LW_OK && at != NULL;
         at = at->next) {
        status = add_level(rq, s.game, at, number++, &s.set);
    }
    if (status == LW_OK) {
        s.set.title = title != NULL ? title : s.set.title;
        status = lw_game_write(s.game, format, &s.set, &text, rq->err);
    }
    if (status == LW_OK) {
        char ending[16] = "";
        size_t len = strcspn(format->endings, " ");
        memcpy(ending, format->endings, len < sizeof ending ? len : 0);
        lw_json_text(rq->out, "format", format->name);
        lw_json_text(rq->out, "ending", ending);
        lw_json_uint(rq->out, "count", s.set.n_entries);
        lw_json_text_len(rq->out, "text", lw_buffer_text(&text), text.len);
    }
    lw_buffer_free(&text);
    lw_calls_subject_close(&s);
    return status;
}

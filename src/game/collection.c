/* Collections of levels with their texts and messages. */
#include "lw/collection.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/buffer.h"
#include "lw/base/json.h"
#include "lw/game.h"

#define MAX_MESSAGES 1000

void lw_collection_init(struct lw_collection *set, const struct lw_alloc *alloc) {
    *set = (struct lw_collection){.title = ""};
    lw_arena_init(&set->arena, alloc);
}

void lw_collection_free(struct lw_collection *set) {
    const struct lw_alloc *alloc = set->arena.alloc;
    for (size_t i = 0; i < set->n_entries; i++) {
        lw_level_destroy(set->entries[i].level);
    }
    lw_alloc_free(alloc, set->entries, set->entries_cap * sizeof *set->entries);
    lw_alloc_free(alloc, set->messages, set->messages_cap * sizeof *set->messages);
    lw_arena_free(&set->arena);
    *set = (struct lw_collection){.title = "", .arena = {.alloc = alloc}};
}

struct lw_entry *lw_collection_add(struct lw_collection *set, struct lw_level *level,
                                   const char *title, uint32_t line) {
    bool is_other = set->game != NULL && set->game != level->game;
    char *copy = is_other ? NULL : lw_arena_text(&set->arena, title, strlen(title));
    if (copy == NULL || !lw_grow(set->arena.alloc, &set->entries, &set->entries_cap,
                                 set->n_entries + 1, sizeof *set->entries)) {
        lw_level_destroy(level);
        return NULL;
    }
    set->game = level->game;
    struct lw_entry *entry = &set->entries[set->n_entries++];
    *entry = (struct lw_entry){.level = level, .title = copy, .line = line};
    return entry;
}

bool lw_collection_note(struct lw_collection *set, struct lw_note **list, const char *key,
                        const char *text) {
    struct lw_note *note = lw_arena_zero(&set->arena, 1, sizeof *note);
    if (note == NULL) {
        return false;
    }
    note->key = lw_arena_text(&set->arena, key, strlen(key));
    note->text = lw_arena_text(&set->arena, text, strlen(text));
    if (note->key == NULL || note->text == NULL) {
        return false;
    }
    while (*list != NULL) {
        list = &(*list)->next;
    }
    *list = note;
    return true;
}

bool lw_collection_solution(struct lw_collection *set, struct lw_entry *entry,
                            const char *name, const char *moves) {
    struct lw_stored_solution *solution = lw_arena_zero(&set->arena, 1, sizeof *solution);
    if (solution == NULL) {
        return false;
    }
    solution->name = lw_arena_text(&set->arena, name, strlen(name));
    solution->moves = lw_arena_text(&set->arena, moves, strlen(moves));
    if (solution->name == NULL || solution->moves == NULL) {
        return false;
    }
    struct lw_stored_solution **tail = &entry->solutions;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    *tail = solution;
    return true;
}

void lw_collection_message(struct lw_collection *set, bool is_error, uint32_t line,
                           uint32_t column, const char *fmt, ...) {
    set->n_errors += is_error;
    if (set->n_messages >= MAX_MESSAGES ||
        !lw_grow(set->arena.alloc, &set->messages, &set->messages_cap,
                 set->n_messages + 1, sizeof *set->messages)) {
        return;
    }
    char text[400];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    char *copy = lw_arena_text(&set->arena, text, strlen(text));
    if (copy != NULL) {
        set->messages[set->n_messages++] = (struct lw_message){
            .is_error = is_error, .line = line, .column = column, .text = copy};
    }
}

void lw_collection_fault(struct lw_collection *set, const struct lw_error *err,
                         struct lw_error *first) {
    lw_collection_message(set, true, err->line, err->column, "%s", err->text);
    *first = first->status == LW_OK ? *err : *first;
}

lw_status lw_collection_found(const struct lw_collection *set, size_t n_before,
                              const struct lw_error *first, struct lw_error *err) {
    if (set->n_entries > n_before) {
        return LW_OK;
    }
    if (err != NULL) {
        *err = *first;
    }
    return first->status;
}

static void message_json(struct lw_json_writer *json, const struct lw_message *message) {
    lw_json_object(json, NULL);
    lw_json_text(json, "severity", message->is_error ? "error" : "warning");
    lw_json_uint(json, "line", message->line);
    lw_json_uint(json, "column", message->column);
    lw_json_text(json, "message", message->text);
    lw_json_object_end(json);
}

void lw_messages_json(struct lw_json_writer *json, const struct lw_collection *set,
                      const struct lw_error *err) {
    bool said = err == NULL || err->status == LW_OK;
    lw_json_array(json, "messages");
    for (size_t i = 0; i < set->n_messages; i++) {
        const struct lw_message *at = &set->messages[i];
        message_json(json, at);
        said = said || (at->is_error && at->line == err->line);
    }
    if (!said) {
        message_json(json, &(struct lw_message){true, err->line, err->column, err->text});
    }
    lw_json_array_end(json);
}

const char *lw_note_find(const struct lw_note *list, const char *key) {
    for (; list != NULL; list = list->next) {
        if (lw_text_equal_nocase(list->key, strlen(list->key), key)) {
            return list->text;
        }
    }
    return NULL;
}

double lw_note_number(const struct lw_note *list, const char *key) {
    const char *text = lw_note_find(list, key);
    double value;
    return text != NULL && sscanf(text, "%lf", &value) == 1 && isfinite(value)
               ? value
               : (double)NAN;
}

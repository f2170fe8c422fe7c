/* Comments of level texts: title, notes and solutions of the level they stand with. */
#include <string.h>

#include "lw/collection.h"

void lw_remarks_init(struct lw_remarks *remarks, const struct lw_alloc *alloc) {
    lw_buffer_init(&remarks->title, alloc);
    lw_buffer_init(&remarks->comments, alloc);
    lw_buffer_init(&remarks->solutions, alloc);
}

void lw_remarks_free(struct lw_remarks *remarks) {
    lw_buffer_free(&remarks->title);
    lw_buffer_free(&remarks->comments);
    lw_buffer_free(&remarks->solutions);
}

void lw_remarks_clear(struct lw_remarks *remarks) {
    lw_buffer_clear(&remarks->title);
    lw_buffer_clear(&remarks->comments);
    lw_buffer_clear(&remarks->solutions);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static const char *skip_space(const char *text, const char *end) {
    while (text < end && is_space(*text)) {
        text++;
    }
    return text;
}

void lw_remarks_take(struct lw_remarks *remarks, const char *text, size_t len) {
    static const char mark[] = "solution:";
    const size_t mark_len = sizeof mark - 1;
    const char *end = text + len;
    text = skip_space(text, end);
    while (end > text && is_space(end[-1])) {
        end--;
    }
    len = (size_t)(end - text);
    if (len > mark_len && lw_text_equal_nocase(text, mark_len, mark)) {
        text = skip_space(text + mark_len, end);
        lw_buffer_add(&remarks->solutions, text, (size_t)(end - text));
        lw_buffer_putc(&remarks->solutions, '\n');
    } else if (len > 0 && remarks->title.len == 0) {
        lw_buffer_add(&remarks->title, text, len);
    } else if (len > 0) {
        lw_buffer_add(&remarks->comments, text, len);
        lw_buffer_putc(&remarks->comments, '\n');
    }
}

static bool keep_lines(struct lw_collection *set, struct lw_entry *entry,
                       const struct lw_buffer *lines, bool solutions) {
    const char *at = lw_buffer_text(lines), *end = at + lines->len;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        char *copy = lw_arena_text(&set->arena, at, (size_t)(newline - at));
        if (copy == NULL ||
            !(solutions ? lw_collection_solution(set, entry, "", copy)
                        : lw_collection_note(set, &entry->notes, "Comment", copy))) {
            return false;
        }
        at = newline + 1;
    }
    return true;
}

bool lw_remarks_add(const struct lw_remarks *remarks, struct lw_collection *set,
                    struct lw_level *level, uint32_t line) {
    struct lw_entry *entry =
        lw_collection_add(set, level, lw_buffer_text(&remarks->title), line);
    return entry != NULL && lw_buffer_ok(&remarks->title) &&
           lw_buffer_ok(&remarks->comments) && lw_buffer_ok(&remarks->solutions) &&
           keep_lines(set, entry, &remarks->comments, false) &&
           keep_lines(set, entry, &remarks->solutions, true);
}

/* What the readers of all formats share. */
#include "text/reader.h"

#include <string.h>

bool lw_flow_next_line(struct flow_lines *lines) {
    if (lines->next == lines->end) {
        return false;
    }
    const char *start = lines->next;
    const char *stop = memchr(start, '\n', (size_t)(lines->end - start));
    lines->next = stop == NULL ? lines->end : stop + 1;
    stop = stop == NULL ? lines->end : stop;
    while (stop > start && stop[-1] == '\r') {
        stop--;
    }
    lines->text = start;
    lines->len = (size_t)(stop - start);
    lines->line++;
    return true;
}

bool lw_flow_blank(const struct flow_lines *lines) {
    for (size_t i = 0; i < lines->len; i++) {
        if (lines->text[i] != ' ' && lines->text[i] != '\t') {
            return false;
        }
    }
    return true;
}

bool lw_flow_read_number(const char **at, const char *end, uint32_t *value) {
    uint32_t n = 0, digits = 0;
    while (*at < end && **at >= '0' && **at <= '9' && digits < 9) {
        n = n * 10 + (uint32_t)(**at - '0');
        (*at)++;
        digits++;
    }
    *value = n;
    return digits > 0;
}

void lw_flow_complain(struct flow_reader *reader, const struct lw_error *err) {
    if (reader->n_good == 0 && !reader->waiting) {
        reader->waiting = true;
        reader->first = *err;
        return;
    }
    lw_collection_message(reader->set, true, err->line, err->column, "%s", err->text);
}

static void release_first(struct flow_reader *reader) {
    if (reader->waiting) {
        reader->waiting = false;
        lw_collection_message(reader->set, true, reader->first.line, reader->first.column,
                              "%s", reader->first.text);
    }
}

lw_status lw_flow_take(struct flow_reader *reader, const struct flow_board *board,
                       struct lw_entry **entry) {
    struct lw_flow_level *level;
    struct lw_error err = {0};
    lw_status status = lw_flow_level_create(reader->game, board->width, board->height,
                                            board->cells, &level, &err);
    if (status == LW_BAD_INPUT) {
        if (board->row_line != 0) {
            err.line += board->row_line - (err.line > 0);
            lw_flow_complain(reader, &err);
        } else {
            struct lw_error inner;
            lw_error_set(&inner, LW_BAD_INPUT, board->line, 0,
                         "row %u, square %u: %.350s", err.line, err.column, err.text);
            lw_flow_complain(reader, &inner);
        }
        return LW_OK;
    }
    if (status != LW_OK) {
        return status;
    }
    struct lw_entry *added =
        lw_collection_add(reader->set, &level->level, board->title, board->line);
    if (added == NULL) {
        return LW_NO_MEMORY;
    }
    release_first(reader);
    reader->n_good++;
    if (entry != NULL) {
        *entry = added;
    }
    return LW_OK;
}

lw_status lw_flow_finish(struct flow_reader *reader, const char *what,
                         struct lw_error *err) {
    if (reader->n_good > 0) {
        return LW_OK;
    }
    if (reader->waiting) {
        return lw_fail(err, LW_BAD_INPUT, reader->first.line, reader->first.column, "%s",
                       reader->first.text);
    }
    return lw_fail(err, LW_BAD_INPUT, 1, 1, "no level found; expected %s", what);
}

void lw_flow_put_rows(const struct lw_flow_level *level, const char *begin,
                      const char *end, struct lw_buffer *out) {
    for (uint32_t y = 0; y < level->height; y++) {
        lw_buffer_puts(out, begin);
        for (uint32_t x = 0; x < level->width; x++) {
            uint8_t cell = level->cells[y * level->width + x];
            lw_buffer_putc(out, cell == 0 ? '.' : level->letters[cell - 1]);
        }
        lw_buffer_puts(out, end);
    }
}

/* The lines of a levelpack: size, numbers, then every colour's whole path as cell
 * indices. Read only; the paths become the level's stored solution. */
#include "text/reader.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CELLS (LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE)

struct pack_line {
    const struct flow_lines *lines;
    const char *at, *end;
    uint32_t width, height, n_flows, number;
    char cells[MAX_CELLS];
    bool taken[MAX_CELLS];
    struct lw_buffer moves;
};

static lw_status fail_here(const struct pack_line *line, struct lw_error *err,
                           const char *expected) {
    return lw_fail(err, LW_BAD_INPUT, line->lines->line,
                   (uint32_t)(line->at - line->lines->text) + 1, "expected %s", expected);
}

static bool take_char(struct pack_line *line, char c) {
    if (line->at < line->end && *line->at == c) {
        line->at++;
        return true;
    }
    return false;
}

static lw_status read_head(struct pack_line *line, struct lw_error *err) {
    uint32_t zero;
    if (!lw_flow_read_number(&line->at, line->end, &line->width)) {
        return fail_here(line, err, "the width as a number");
    }
    line->height = line->width;
    if (take_char(line, ':') &&
        !lw_flow_read_number(&line->at, line->end, &line->height)) {
        return fail_here(line, err, "the height as a number after ':'");
    }
    lw_status status =
        lw_flow_check_size(line->width, line->height, line->lines->line, 1, err);
    if (status != LW_OK) {
        return status;
    }
    if (!take_char(line, ',') || !lw_flow_read_number(&line->at, line->end, &zero) ||
        !take_char(line, ',') ||
        !lw_flow_read_number(&line->at, line->end, &line->number) ||
        !take_char(line, ',') ||
        !lw_flow_read_number(&line->at, line->end, &line->n_flows)) {
        return fail_here(line, err, "'SIZE,0,NUMBER,FLOWS' with numbers and commas");
    }
    /* Bridges, holes and walls follow after further commas; empty ones mean none. */
    while (take_char(line, ',')) {
        if (line->at < line->end && *line->at != ',' && *line->at != ';') {
            return fail_here(line, err,
                             "a plain board: bridges, holes and walls belong to other "
                             "games and are not read");
        }
    }
    if (line->n_flows == 0 || line->n_flows > LW_FLOW_MAX_COLOURS) {
        return fail_here(line, err, "between 1 and 62 flows");
    }
    return LW_OK;
}

static char step_letter(const struct pack_line *line, uint32_t from, uint32_t to) {
    if (to == from + 1 && to % line->width != 0) {
        return 'r';
    }
    if (from == to + 1 && from % line->width != 0) {
        return 'l';
    }
    return to == from + line->width ? 'd' : from == to + line->width ? 'u' : '\0';
}

static lw_status read_flow(struct pack_line *line, char letter, struct lw_error *err) {
    uint32_t n_cells = line->width * line->height, last = 0, n = 0;
    if (!take_char(line, ';')) {
        return fail_here(line, err, "';' before each flow, as many as announced");
    }
    do {
        uint32_t cell;
        const char *before = line->at;
        if (!lw_flow_read_number(&line->at, line->end, &cell) || cell >= n_cells) {
            line->at = before;
            return fail_here(line, err, "a square's index on the board");
        }
        char step = n == 0 ? ' ' : step_letter(line, last, cell);
        if (step == '\0' || line->taken[cell]) {
            line->at = before;
            return fail_here(line, err, "a free square beside the one before");
        }
        line->taken[cell] = true;
        if (n == 0) {
            line->cells[cell] = letter;
            lw_flow_put_cell(line->width, cell, &line->moves);
        } else {
            lw_buffer_putc(&line->moves, step);
        }
        last = cell;
        n++;
    } while (take_char(line, ','));
    if (n < 2) {
        return fail_here(line, err, "a flow of at least two squares");
    }
    line->cells[last] = letter;
    return LW_OK;
}

static lw_status read_line(struct pack_line *line, struct lw_error *err) {
    lw_status status = read_head(line, err);
    if (status != LW_OK) {
        return status;
    }
    memset(line->cells, '.', sizeof line->cells);
    memset(line->taken, 0, sizeof line->taken);
    for (uint32_t k = 0; k < line->n_flows && status == LW_OK; k++) {
        if (k > 0) {
            lw_buffer_putc(&line->moves, ' ');
        }
        status = read_flow(line, lw_flow_letters[k], err);
    }
    if (status == LW_OK) {
        (void)take_char(line, ';');
        if (line->at != line->end) {
            status = fail_here(line, err, "the end of the line after the last flow");
        }
    }
    return status;
}

int lw_flow_levelpack_sniff(const char *text, size_t len) {
    struct flow_lines lines = flow_lines_of(text, len);
    while (lw_flow_next_line(&lines)) {
        if (lw_flow_blank(&lines)) {
            continue;
        }
        size_t i = 0, commas = 0;
        while (i < lines.len && lines.text[i] != ';') {
            char c = lines.text[i++];
            if (c == ',') {
                commas++;
            } else if (commas < 4 && c != ':' && (c < '0' || c > '9')) {
                return 0;
            }
        }
        return i < lines.len && commas >= 3 ? 95 : 0;
    }
    return 0;
}

static lw_status take_line(struct flow_reader *reader, struct pack_line *line) {
    char title[16];
    struct lw_buffer name;
    lw_buffer_init(&name, reader->set->arena.alloc);
    lw_buffer_printf(&name, "%u", line->number);
    size_t len = name.len < sizeof title ? name.len : sizeof title - 1;
    memcpy(title, lw_buffer_text(&name), len);
    title[len] = '\0';
    lw_buffer_free(&name);
    struct lw_entry *entry = NULL;
    lw_status status = lw_flow_take(reader,
                                    &(struct flow_board){.width = line->width,
                                                         .height = line->height,
                                                         .cells = line->cells,
                                                         .title = title,
                                                         .line = line->lines->line},
                                    &entry);
    if (status == LW_OK && entry != NULL &&
        (!lw_buffer_ok(&line->moves) ||
         !lw_collection_solution(reader->set, entry, "", lw_buffer_text(&line->moves)))) {
        status = LW_NO_MEMORY;
    }
    return status;
}

lw_status lw_flow_levelpack_read(const struct lw_game *game, const char *text, size_t len,
                                 struct lw_collection *set, struct lw_error *err) {
    struct flow_reader reader = {.game = game, .set = set};
    struct flow_lines lines = flow_lines_of(text, len);
    struct pack_line *line = lw_alloc_zero(game->alloc, 1, sizeof *line);
    if (line == NULL) {
        return lw_fail_memory(err);
    }
    lw_buffer_init(&line->moves, game->alloc);
    line->lines = &lines;
    lw_status status = LW_OK;
    while (status == LW_OK && lw_flow_next_line(&lines)) {
        struct lw_error problem;
        if (lw_flow_blank(&lines)) {
            continue;
        }
        line->at = lines.text;
        line->end = lines.text + lines.len;
        lw_buffer_clear(&line->moves);
        if (read_line(line, &problem) != LW_OK) {
            lw_flow_complain(&reader, &problem);
        } else {
            status = take_line(&reader, line);
        }
    }
    lw_buffer_free(&line->moves);
    lw_alloc_free(game->alloc, line, sizeof *line);
    return status != LW_OK
               ? lw_fail_memory(err)
               : lw_flow_finish(&reader, "lines 'SIZE,0,NUMBER,FLOWS;…'", err);
}

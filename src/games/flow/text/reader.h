/* Lines of a level file, and what goes wrong in them. */
#ifndef FLOW_READER_H
#define FLOW_READER_H

#include "flow_internal.h"

struct flow_lines {
    const char *next, *end;
    const char *text; /* the line at hand, without its end */
    size_t len;
    uint32_t line; /* its number, from 1 */
};

static inline struct flow_lines flow_lines_of(const char *text, size_t len) {
    return (struct flow_lines){.next = text, .end = text + len};
}

/* Steps to the next line; false at the end of the text. */
bool lw_flow_next_line(struct flow_lines *lines);
/* Only blanks, or nothing. */
bool lw_flow_blank(const struct flow_lines *lines);
/* Reads a decimal number of up to nine digits at *at, steps behind it. */
bool lw_flow_read_number(const char **at, const char *end, uint32_t *value);

/* Keeps what is good: the first complaint waits until it is clear whether the file held
 * any level; then it is a message, otherwise the error of the whole. */
struct flow_reader {
    const struct lw_game *game;
    struct lw_collection *set;
    size_t n_good;
    bool waiting;
    struct lw_error first;
};

void lw_flow_complain(struct flow_reader *reader, const struct lw_error *err);
/* A level as a format has it. */
struct flow_board {
    uint32_t width, height;
    const char *cells;
    const char *title;
    uint32_t line;     /* where it begins */
    uint32_t row_line; /* of its first row; 0: its rows are no lines */
};
/* Takes a finished board whose first row stands in row_line (0: the whole board stands in
 * one line). */
lw_status lw_flow_take(struct flow_reader *reader, const struct flow_board *board,
                       struct lw_entry **entry);
/* The status of the whole reading; what names the thing expected. */
lw_status lw_flow_finish(struct flow_reader *reader, const char *what,
                         struct lw_error *err);

int lw_flow_pack_sniff(const char *text, size_t len);
lw_status lw_flow_pack_read(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err);
lw_status lw_flow_pack_write(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err);
int lw_flow_single_sniff(const char *text, size_t len);
lw_status lw_flow_single_read(const struct lw_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err);
lw_status lw_flow_single_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err);
int lw_flow_levelpack_sniff(const char *text, size_t len);
lw_status lw_flow_levelpack_read(const struct lw_game *game, const char *text, size_t len,
                                 struct lw_collection *set, struct lw_error *err);
int lw_flow_json_sniff(const char *text, size_t len);
lw_status lw_flow_json_read(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err);
lw_status lw_flow_json_write(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err);
/* The rows of a level, each ended by end. */
void lw_flow_put_rows(const struct lw_flow_level *level, const char *begin,
                      const char *end, struct lw_buffer *out);

#endif

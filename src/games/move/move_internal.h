/* What the files of the Move folder share. */
#ifndef MOVE_INTERNAL_H
#define MOVE_INTERNAL_H

#include "lw/move.h"

struct move_game {
    struct lw_game game;
    bool train;
};

enum { MOVE_RULE_COLLIDE, MOVE_N_RULES };

/* The letter of a move in the order of lw_dir. */
#define MOVE_LETTERS "URDL"

lw_status lw_move_read_text(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err);
lw_status lw_move_write_text(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err);
int lw_move_sniff_text(const char *text, size_t len);
lw_status lw_move_read_json(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err);
lw_status lw_move_write_json(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err);
int lw_move_sniff_json(const char *text, size_t len);

/* One row of squares as text ("A. .. ##"), without the line end. */
void lw_move_put_row(const struct lw_move_level *level, uint32_t y,
                     struct lw_buffer *out);
/* Reads two characters as a square; what was expected goes to err without a place. */
lw_status lw_move_read_square(const char *text, size_t len, struct lw_move_square *square,
                              struct lw_error *err);

lw_status lw_move_canonical(const struct lw_level *level, struct lw_id128 *id,
                            struct lw_level **canonical);

struct move_play {
    struct lw_play play;
    const struct lw_alloc *alloc;
    struct lw_move_board board;
};

void lw_move_draw(struct lw_play *play, const void *state, struct lw_draw_list *list);

extern const struct lw_play_ops lw_move_play_ops;
extern const struct lw_solve_ops lw_move_solve_ops;
extern const struct lw_advice_ops lw_move_advice_ops;
extern const struct lw_feature_ops lw_move_feature_ops;
extern const struct lw_generator lw_move_generator;

extern const struct lw_edit_ops lw_move_edit_ops;
extern const struct lw_preset_ops lw_move_preset_ops;
extern const struct lw_guide lw_move_guide;
extern const struct lw_idea lw_move_ideas[];

#endif

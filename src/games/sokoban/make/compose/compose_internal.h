/* Compose: large levels from small rooms with doors between them and goal rooms that are
 * emptied backwards. */
#ifndef SOKOBAN_COMPOSE_INTERNAL_H
#define SOKOBAN_COMPOSE_INTERNAL_H

#include "make/rooms/rooms.h"

#define COMPOSE_MAX_SIDE 30
#define COMPOSE_MAX_CELLS (COMPOSE_MAX_SIDE * COMPOSE_MAX_SIDE)
#define COMPOSE_MAX_BOXES 40
#define COMPOSE_NO_ROOM 0xff

struct compose_task {
    uint32_t width, height; /* squares without the outer wall */
    uint32_t n_boxes;
    uint32_t room_side;
    uint32_t n_attempts;
    double extra_doors; /* chance of a door that is not needed */
    uint32_t keep_floor;
};

struct compose_board {
    struct room room;
    uint32_t n_rooms;
    uint8_t room_of[COMPOSE_MAX_CELLS]; /* COMPOSE_NO_ROOM: wall, or a door's square */
    uint16_t inward[COMPOSE_MAX_CELLS]; /* steps to the nearest door of the room */
    uint8_t contents[ROOM_MAX_CELLS];   /* as lw_sok_room_to_level takes them */
};

/* Rooms side by side, each of templates where they fit, and doors that join them all.
 * False: some could not be joined. */
bool lw_sok_compose_lay_out(const struct compose_task *task,
                            const struct room_templates *templates, struct lw_rng *rng,
                            struct compose_board *board);
/* Goals in as few rooms as will hold them, far from the doors. False: no room for them.
 */
bool lw_sok_compose_place_goals(const struct compose_task *task, struct lw_rng *rng,
                                struct compose_board *board);
/* Pulls the boxes out of the goals one after another and away over the board; the moves
 * of the solution go to out, its box lines to n_lines. False: a box is shut in. */
bool lw_sok_compose_unpack(struct lw_rng *rng, struct compose_board *board,
                           uint32_t *n_lines, struct lw_buffer *out);

#endif

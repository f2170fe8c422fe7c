/* Floor that a solution has no use for. A little of it is what tempts a player off the
 * way; whole parts of a room that never matter are only there to be walked round. */
#include <string.h>

#include "make/rooms/rooms.h"

struct steps {
    uint32_t n;
    uint16_t queue[ROOM_MAX_CELLS]; /* cells in order of their distance */
    uint16_t from[ROOM_MAX_CELLS]; /* [cell]: steps to what is used, UINT16_MAX: unseen */
};

static void use(struct steps *steps, size_t cell) {
    if (steps->from[cell] == UINT16_MAX) {
        steps->from[cell] = 0;
        steps->queue[steps->n++] = (uint16_t)cell;
    }
}

/* Everything the play touches; boxes and goals stand on what it touches or on their own.
 */
static void use_all(const struct room *room, const uint8_t *contents, const char *moves,
                    struct steps *steps) {
    static const char letters[] = "urdlURDL";
    size_t n_cells = (size_t)room->width * room->height, player = 0;
    for (size_t i = 0; i < n_cells; i++) {
        if (contents[i] != 0) {
            use(steps, i);
        }
        player = (contents[i] & LW_SOKOBAN_PLAYER) != 0 ? i : player;
    }
    for (const char *c = moves; *c != '\0'; c++) {
        const char *letter = strchr(letters, *c);
        if (letter == NULL) {
            continue;
        }
        enum lw_dir dir = (enum lw_dir)((letter - letters) % LW_N_DIRS);
        int64_t ahead = lw_dir_dy(dir) * (int64_t)room->width + lw_dir_dx(dir);
        player = (size_t)((int64_t)player + ahead);
        use(steps, player);
        if (letter - letters >= LW_N_DIRS) {
            use(steps, (size_t)((int64_t)player + ahead));
        }
    }
}

static bool is_blind_end(const struct room *room, size_t cell) {
    int64_t x = (int64_t)(cell % room->width), y = (int64_t)(cell / room->width);
    uint32_t n_walls = 0;
    for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
        n_walls += room_at(room, x + lw_dir_dx(dir), y + lw_dir_dy(dir)) == ROOM_WALL;
    }
    return n_walls >= 3;
}

/* From the farthest square inwards, so that a blind end of any length goes at once. */
static void close_blind_ends(struct room *room, const struct steps *steps) {
    for (uint32_t i = steps->n; i-- > 0;) {
        size_t cell = steps->queue[i];
        if (steps->from[cell] > 0 && is_blind_end(room, cell)) {
            room->cells[cell] = ROOM_WALL;
        }
    }
}

void lw_sok_room_trim(struct room *room, const uint8_t *contents, const char *moves,
                      uint32_t keep) {
    struct steps steps = {.n = 0};
    memset(steps.from, 0xff, sizeof steps.from);
    use_all(room, contents, moves, &steps);
    for (uint32_t i = 0; i < steps.n; i++) {
        uint32_t cell = steps.queue[i];
        int64_t x = cell % room->width, y = cell / room->width;
        for (enum lw_dir dir = 0; dir < LW_N_DIRS && steps.from[cell] < keep; dir++) {
            int64_t nx = x + lw_dir_dx(dir), ny = y + lw_dir_dy(dir);
            if (room_at(room, nx, ny) == ROOM_WALL) {
                continue;
            }
            size_t next = (size_t)ny * room->width + (size_t)nx;
            if (steps.from[next] == UINT16_MAX) {
                steps.from[next] = (uint16_t)(steps.from[cell] + 1);
                steps.queue[steps.n++] = (uint16_t)next;
            }
        }
    }
    for (size_t i = 0; i < (size_t)room->width * room->height; i++) {
        if (steps.from[i] == UINT16_MAX) {
            room->cells[i] = ROOM_WALL;
        }
    }
    close_blind_ends(room, &steps);
}

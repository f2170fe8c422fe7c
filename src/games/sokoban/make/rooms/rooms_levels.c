/* Rooms and levels: a level's walls taken as a room, a room written as a level. */
#include <string.h>

#include "make/rooms/rooms.h"

/* Everything that can be walked to from beyond the edge is outside. */
static void mark_outside(const struct lw_sokoban_level *level, uint32_t *stack,
                         bool *outside) {
    uint32_t w = level->width, h = level->height;
    size_t n = 0;
    for (uint32_t i = 0; i < w * h; i++) {
        uint32_t x = i % w, y = i / w;
        bool edge = x == 0 || y == 0 || x + 1 == w || y + 1 == h;
        outside[i] = edge && (level->cells[i] & LW_SOKOBAN_WALL) == 0;
        if (outside[i]) {
            stack[n++] = i;
        }
    }
    while (n > 0) {
        uint32_t i = stack[--n];
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            int64_t x = (int64_t)(i % w) + lw_dir_dx(dir);
            int64_t y = (int64_t)(i / w) + lw_dir_dy(dir);
            if (x < 0 || y < 0 || x >= (int64_t)w || y >= (int64_t)h) {
                continue;
            }
            uint32_t to = (uint32_t)y * w + (uint32_t)x;
            if (!outside[to] && (level->cells[to] & LW_SOKOBAN_WALL) == 0) {
                outside[to] = true;
                stack[n++] = to;
            }
        }
    }
}

bool lw_sok_room_of_level(const struct lw_level *level, struct room *room) {
    const struct lw_sokoban_level *from = lw_sokoban_level_of(level);
    uint32_t w = from->width, h = from->height;
    if (w > ROOM_MAX_SIDE + 2 || h > ROOM_MAX_SIDE + 2) {
        return false;
    }
    bool outside[(ROOM_MAX_SIDE + 2) * (ROOM_MAX_SIDE + 2)];
    uint32_t stack[(ROOM_MAX_SIDE + 2) * (ROOM_MAX_SIDE + 2)];
    mark_outside(from, stack, outside);
    uint32_t left = w, right = 0, top = h, bottom = 0;
    for (uint32_t i = 0; i < w * h; i++) {
        if (!outside[i] && (from->cells[i] & LW_SOKOBAN_WALL) == 0) {
            left = i % w < left ? i % w : left;
            right = i % w > right ? i % w : right;
            top = i / w < top ? i / w : top;
            bottom = i / w > bottom ? i / w : bottom;
        }
    }
    if (left > right) {
        return false;
    }
    room->width = right - left + 1;
    room->height = bottom - top + 1;
    for (uint32_t y = 0; y < room->height; y++) {
        for (uint32_t x = 0; x < room->width; x++) {
            uint32_t i = (y + top) * w + x + left;
            bool floor = !outside[i] && (from->cells[i] & LW_SOKOBAN_WALL) == 0;
            room->cells[y * room->width + x] = floor ? ROOM_FLOOR : ROOM_WALL;
        }
    }
    return true;
}

struct frame {
    uint32_t left, top, right, bottom; /* room squares kept, inclusive */
};

static struct frame frame_of(const struct room *room, bool trim) {
    struct frame all = {0, 0, room->width - 1, room->height - 1};
    if (!trim) {
        return all;
    }
    struct frame frame = {room->width, room->height, 0, 0};
    for (uint32_t i = 0; i < room->width * room->height; i++) {
        if (room->cells[i] != ROOM_WALL) {
            uint32_t x = i % room->width, y = i / room->width;
            frame.left = x < frame.left ? x : frame.left;
            frame.right = x > frame.right ? x : frame.right;
            frame.top = y < frame.top ? y : frame.top;
            frame.bottom = y > frame.bottom ? y : frame.bottom;
        }
    }
    return frame.left > frame.right ? all : frame;
}

lw_status lw_sok_room_to_level(const struct room *room, const uint8_t *contents,
                               bool trim, const struct lw_game *game,
                               struct lw_level **out, struct lw_error *err) {
    struct frame frame = frame_of(room, trim);
    uint32_t w = frame.right - frame.left + 3, h = frame.bottom - frame.top + 3;
    uint8_t cells[(ROOM_MAX_SIDE + 2) * (ROOM_MAX_SIDE + 2)];
    memset(cells, LW_SOKOBAN_WALL, sizeof cells);
    for (uint32_t y = frame.top; y <= frame.bottom; y++) {
        for (uint32_t x = frame.left; x <= frame.right; x++) {
            size_t from = (size_t)y * room->width + x;
            if (room->cells[from] != ROOM_WALL) {
                cells[(y - frame.top + 1) * w + x - frame.left + 1] =
                    contents == NULL ? 0 : contents[from];
            }
        }
    }
    struct lw_sokoban_level *level;
    lw_status status = lw_sokoban_level_create(game, w, h, cells, &level, err);
    if (status == LW_OK) {
        *out = &level->level;
    }
    return status;
}

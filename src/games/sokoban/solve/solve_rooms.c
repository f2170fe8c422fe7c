/* Rooms and the links between them. A room is floor made of blocks of two by two; what is
 * left are corridors and doors. A link is a corridor between rooms; a box on one of its
 * squares that every way through uses blocks it. */
#include "solve/solve_internal.h"

struct surveyor {
    const struct sok_map *map;
    uint8_t *in_room; /* [n + 1] */
    uint32_t *part;   /* [n + 1]: which corridor, from 1 */
    uint32_t *mark;   /* [n + 1]: the flood that came by */
    uint16_t *queue;
    uint32_t stamp;
};

static void find_rooms(struct surveyor *s) {
    const struct sok_map *map = s->map;
    for (unsigned square = 0; square < map->n; square++) {
        unsigned right = map->nb[square * 4 + 1], below = map->nb[square * 4 + 2];
        unsigned corner = map->nb[right * 4 + 2];
        if (right != map->n && below != map->n && corner != map->n) {
            s->in_room[square] = s->in_room[right] = 1;
            s->in_room[below] = s->in_room[corner] = 1;
        }
    }
}

/* How many squares of the corridor touch a room. */
static unsigned doors_of(const struct surveyor *s, unsigned square) {
    unsigned n = 0;
    for (unsigned dir = 0; dir < 4; dir++) {
        n += s->in_room[s->map->nb[square * 4 + dir]];
    }
    return n;
}

/* Floods the corridor from `start` without `hole`; returns the doors met. */
static unsigned flood(struct surveyor *s, unsigned start, unsigned hole, size_t *n) {
    const struct sok_map *map = s->map;
    size_t head = 0, tail = 0;
    unsigned doors = 0;
    s->stamp++;
    s->mark[start] = s->stamp;
    s->queue[tail++] = (uint16_t)start;
    while (head < tail) {
        unsigned at = s->queue[head++];
        doors += doors_of(s, at);
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = map->nb[at * 4 + dir];
            if (to != map->n && to != hole && !s->in_room[to] &&
                s->mark[to] != s->stamp) {
                s->mark[to] = s->stamp;
                s->queue[tail++] = (uint16_t)to;
            }
        }
    }
    *n = tail;
    return doors;
}

/* Does a box on this square of a corridor with so many doors part any two of them? */
static bool cuts(struct surveyor *s, unsigned square, unsigned doors) {
    size_t n;
    if (doors_of(s, square) > 0) {
        return true;
    }
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned to = s->map->nb[square * 4 + dir];
        if (to != s->map->n) {
            unsigned met = flood(s, to, square, &n);
            if (met > 0 && met < doors) {
                return true;
            }
        }
    }
    return false;
}

static bool survey(struct surveyor *s, struct sok_rooms *rooms) {
    const struct sok_map *map = s->map;
    size_t cap = 0;
    for (unsigned square = 0; square < map->n; square++) {
        size_t n;
        if (s->in_room[square] || s->part[square] != 0) {
            continue;
        }
        unsigned doors = flood(s, square, map->n, &n);
        uint32_t number = rooms->n_links + 1;
        for (size_t i = 0; i < n; i++) {
            s->part[s->queue[i]] = doors > 1 ? number : UINT32_MAX;
        }
        if (doors > 1) {
            rooms->n_links++;
        }
    }
    cap = rooms->n_links;
    rooms->links =
        lw_arena_zero(&rooms->arena, (cap + 1) * map->n_words, sizeof *rooms->links);
    if (rooms->links == NULL) {
        return false;
    }
    for (unsigned square = 0; square < map->n; square++) {
        uint32_t number = s->part[square];
        size_t n;
        if (number != 0 && number != UINT32_MAX &&
            cuts(s, square, flood(s, square, map->n, &n))) {
            sok_bit_set(rooms->links + (size_t)(number - 1) * map->n_words, square);
        }
    }
    return true;
}

bool lw_sok_rooms_init(struct sok_rooms *rooms, const struct sok_map *map,
                       const struct lw_alloc *alloc) {
    *rooms = (struct sok_rooms){.n_words = map->n_words};
    lw_arena_init(&rooms->arena, alloc);
    struct surveyor s = {.map = map};
    size_t n = (size_t)map->n + 1;
    s.in_room = lw_arena_zero(&rooms->arena, n, sizeof *s.in_room);
    s.part = lw_arena_zero(&rooms->arena, n, sizeof *s.part);
    s.mark = lw_arena_zero(&rooms->arena, n, sizeof *s.mark);
    s.queue = lw_arena_zero(&rooms->arena, n, sizeof *s.queue);
    if (s.in_room == NULL || s.part == NULL || s.mark == NULL || s.queue == NULL) {
        return false;
    }
    find_rooms(&s);
    return survey(&s, rooms);
}

void lw_sok_rooms_free(struct sok_rooms *rooms) {
    lw_arena_free(&rooms->arena);
}

uint32_t lw_sok_rooms_blocked(const struct sok_rooms *rooms, const uint64_t *boxes,
                              const uint64_t *except) {
    uint32_t n = 0;
    for (uint32_t link = 0; link < rooms->n_links; link++) {
        const uint64_t *mask = rooms->links + (size_t)link * rooms->n_words;
        uint64_t hit = 0;
        for (uint32_t i = 0; i < rooms->n_words; i++) {
            hit |= mask[i] & boxes[i] & ~(except == NULL ? 0 : except[i]);
        }
        n += hit != 0;
    }
    return n;
}

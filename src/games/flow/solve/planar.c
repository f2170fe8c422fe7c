/* Paths cannot cross: the order of endpoints around a face.
 *
 * The edges that are not ruled out form a plane graph. Where two colours' endpoints
 * alternate around one face of it (a b a b), their paths would have to cross. The outside
 * of the board and every hole that finished paths leave are faces. */
#include "solve/engine.h"

#define MAX_TERMINALS (2 * LW_FLOW_MAX_COLOURS)

struct face {
    uint64_t first, second; /* colours whose first, second endpoint was met */
    uint32_t n;
    uint8_t met[MAX_TERMINALS];
};

static void meet(const struct flow_engine *engine, struct face *face, uint32_t cell) {
    uint32_t colour = engine->level->cells[cell];
    if (colour == 0) {
        return;
    }
    uint64_t bit = 1ULL << (colour - 1);
    uint64_t *seen =
        engine->level->ends[colour - 1][0] == cell ? &face->first : &face->second;
    if ((engine->done & bit) == 0 && (*seen & bit) == 0) {
        *seen |= bit;
        face->met[face->n++] = (uint8_t)(colour - 1);
    }
}

/* Walks the face to the left of an edge, marking its edges in left (free scratch). */
static void walk_face(const struct flow_engine *engine, uint32_t cell, uint32_t dir,
                      uint8_t *left, struct face *face) {
    face->first = face->second = 0;
    face->n = 0;
    while ((left[cell] >> dir & 1) != 0) {
        left[cell] &= (uint8_t) ~(1U << dir);
        cell = flow_neighbour(engine, cell, dir);
        meet(engine, face, cell);
        uint32_t dirs = (uint32_t)(engine->used[cell] | engine->open[cell]);
        /* Leftmost way on, then straight, right, back. */
        dir = (dir + 3) & 3;
        while ((dirs >> dir & 1) == 0) {
            dir = (dir + 1) & 3;
        }
    }
}

static bool nested(const struct face *face) {
    uint64_t both = face->first & face->second;
    if (flow_single(both)) {
        return true;
    }
    uint8_t stack[MAX_TERMINALS];
    uint32_t depth = 0;
    uint64_t begun = 0;
    for (uint32_t i = 0; i < face->n; i++) {
        uint8_t colour = face->met[i];
        uint64_t bit = 1ULL << colour;
        if ((both & bit) == 0) {
            continue;
        }
        if ((begun & bit) == 0) {
            begun |= bit;
            stack[depth++] = colour;
        } else if (stack[--depth] != colour) {
            return false;
        }
    }
    return true;
}

bool lw_flow_uncrossed(struct flow_engine *engine) {
    uint8_t *left = engine->faces;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        left[i] = (uint8_t)(engine->used[i] | engine->open[i]);
    }
    struct face face;
    for (uint32_t k = 0; k < engine->level->n_colours; k++) {
        if ((engine->done >> k & 1) != 0) {
            continue;
        }
        uint32_t cell = engine->level->ends[k][0];
        while (left[cell] != 0) {
            walk_face(engine, cell, flow_first_dir(left[cell]), left, &face);
            if (!nested(&face)) {
                engine->culprit = (uint16_t)cell;
                return false;
            }
        }
    }
    return true;
}

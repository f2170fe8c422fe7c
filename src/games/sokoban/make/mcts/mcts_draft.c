/* Drafts on bit boards: opening squares, placing boxes, pushing, post-processing. */
#include <assert.h>
#include <string.h>

#include "make/mcts/mcts_internal.h"

void lw_sok_draft_frame_init(struct draft_frame *frame, uint32_t width, uint32_t height) {
    assert(width > 0 && height > 0 && width * height <= DRAFT_MAX_SQUARES);
    memset(frame, 0, sizeof *frame);
    frame->width = width;
    frame->height = height;
    frame->n_squares = width * height;
    for (uint32_t i = 0; i < frame->n_squares; i++) {
        uint32_t x = i % width, y = i / width;
        frame->x[i] = (uint8_t)x;
        frame->y[i] = (uint8_t)y;
        frame->all |= draft_bit(i);
        frame->rows[y] |= draft_bit(i);
        frame->columns[x] |= draft_bit(i);
    }
    frame->not_left = frame->all & ~frame->columns[0];
    frame->not_right = frame->all & ~frame->columns[width - 1];
}

void lw_sok_draft_init(struct draft *draft, uint32_t player) {
    draft->open = draft_bit(player);
    draft->boxes = draft->starts = 0;
    draft->n_boxes = 0;
    draft->player = draft->player_start = (uint8_t)player;
    draft->frozen = draft->ended = false;
    draft->n_pushes = 0;
}

uint32_t lw_sok_draft_nth(uint64_t set, uint32_t nth) {
    for (; nth > 0; nth--) {
        set &= set - 1;
    }
    return lw_bits_first(set);
}

uint64_t lw_sok_draft_flood(const struct draft_frame *frame, uint64_t from,
                            uint64_t free) {
    uint64_t reach = from & free, before;
    do {
        before = reach;
        reach |= (reach >> frame->width | reach << frame->width |
                  (reach & frame->not_right) << 1 | (reach & frame->not_left) >> 1) &
                 free;
    } while (reach != before);
    return reach;
}

uint64_t lw_sok_draft_deletable(const struct draft_frame *frame,
                                const struct draft *draft) {
    uint64_t open = draft->open;
    return (open >> frame->width | open << frame->width | (open & frame->not_right) << 1 |
            (open & frame->not_left) >> 1) &
           frame->all & ~open;
}

void lw_sok_draft_place(struct draft *draft, uint32_t square) {
    uint32_t box = draft->n_boxes++;
    assert(box < DRAFT_MAX_BOXES);
    draft->boxes |= draft_bit(square);
    draft->start[box] = draft->at[box] = (uint8_t)square;
    draft->pushed[box] = 0;
    draft->box_at[square] = (uint8_t)box;
}

void lw_sok_draft_freeze(struct draft *draft) {
    draft->frozen = true;
    draft->starts = draft->boxes;
}

uint32_t lw_sok_draft_pushable(const struct draft_frame *frame, const struct draft *draft,
                               uint64_t sets[LW_N_DIRS]) {
    uint64_t free = draft->open & ~draft->boxes;
    uint64_t reach = lw_sok_draft_flood(frame, draft_bit(draft->player), free);
    uint32_t count = 0;
    for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
        sets[dir] = draft->boxes & draft_shift(frame, reach, dir) &
                    draft_shift(frame, free, (dir + 2) % LW_N_DIRS);
        count += draft_count(sets[dir]);
    }
    return count;
}

void lw_sok_draft_push(const struct draft_frame *frame, struct draft *draft,
                       uint32_t square, uint32_t dir) {
    uint64_t to = draft_shift(frame, draft_bit(square), dir);
    uint32_t target = lw_bits_first(to);
    uint32_t box = draft->box_at[square];
    draft->boxes = (draft->boxes & ~draft_bit(square)) | to;
    draft->at[box] = (uint8_t)target;
    draft->pushed[box]++;
    draft->box_at[target] = (uint8_t)box;
    draft->player = (uint8_t)square;
    draft->pushes[draft->n_pushes++] = (uint16_t)(square << 2 | dir);
}

bool lw_sok_draft_try_push(const struct draft_frame *frame, struct draft *draft,
                           uint32_t square, uint32_t dir) {
    uint64_t bit = draft_bit(square), free = draft->open & ~draft->boxes;
    uint64_t behind = draft_shift(frame, bit, (dir + 2) % LW_N_DIRS) & free;
    if ((draft->boxes & bit) == 0 || behind == 0 ||
        (draft_shift(frame, bit, dir) & free) == 0 ||
        draft->n_pushes == DRAFT_MAX_PUSHES) {
        return false;
    }
    if ((lw_sok_draft_flood(frame, draft_bit(draft->player), free) & behind) == 0) {
        return false;
    }
    lw_sok_draft_push(frame, draft, square, dir);
    return true;
}

bool lw_sok_draft_step(const struct draft_frame *frame, struct draft *draft,
                       uint32_t dir) {
    uint64_t to = draft_shift(frame, draft_bit(draft->player), dir) & draft->open;
    if (to == 0) {
        return false;
    }
    uint32_t square = lw_bits_first(to);
    if ((to & draft->boxes) == 0) {
        draft->player = (uint8_t)square;
        return true;
    }
    if ((draft_shift(frame, to, dir) & draft->open & ~draft->boxes) == 0 ||
        draft->n_pushes == DRAFT_MAX_PUSHES) {
        return false;
    }
    lw_sok_draft_push(frame, draft, square, dir);
    return true;
}

static uint32_t apart(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

void lw_sok_draft_finish(const struct draft_frame *frame,
                         const struct draft_weights *weights, const struct draft *draft,
                         struct draft_level *level) {
    uint64_t unpushed = 0;
    level->boxes = level->goals = 0;
    level->n_boxes = 0;
    level->kept = 0;
    level->player = draft->player_start;
    for (uint32_t i = 0; i < draft->n_boxes; i++) {
        uint32_t from = draft->start[i], to = draft->at[i];
        if (draft->pushed[i] == 0) {
            unpushed |= draft_bit(from);
            continue;
        }
        uint32_t shift =
            apart(frame->x[from], frame->x[to]) + apart(frame->y[from], frame->y[to]);
        if (draft->pushed[i] < weights->min_pushes || shift < weights->min_shift) {
            continue;
        }
        level->kept |= (uint16_t)(1u << i);
        level->start[level->n_boxes] = (uint8_t)from;
        level->goal[level->n_boxes++] = (uint8_t)to;
        level->boxes |= draft_bit(from);
        level->goals |= draft_bit(to);
    }
    level->open = draft->open & ~unpushed;
}

void lw_sok_draft_close_off(const struct draft_frame *frame, struct draft_level *level) {
    level->open = lw_sok_draft_flood(frame, draft_bit(level->player), level->open);
}

/* Every square that the player or a box comes to stand on. */
static uint64_t used_squares(const struct draft_frame *frame,
                             const struct draft_level *level, const char *moves) {
    uint64_t used = level->boxes | level->goals, boxes = level->boxes;
    uint64_t player = draft_bit(level->player);
    for (; *moves != '\0'; moves++) {
        const char *letters = "urdlURDL";
        uint32_t dir = (uint32_t)(strchr(letters, *moves) - letters) % LW_N_DIRS;
        used |= player;
        player = draft_shift(frame, player, dir);
        if ((boxes & player) != 0) {
            boxes = (boxes & ~player) | draft_shift(frame, player, dir);
            used |= boxes;
        }
    }
    return used | player;
}

void lw_sok_draft_trim(const struct draft_frame *frame, struct draft_level *level,
                       const char *moves) {
    uint64_t used = used_squares(frame, level, moves), before;
    do {
        before = level->open;
        for (uint64_t left = before & ~used; left != 0; left &= left - 1) {
            uint64_t bit = left & (~left + 1);
            uint32_t ways = 0;
            for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
                ways += (draft_shift(frame, bit, dir) & level->open) != 0;
            }
            level->open &= ways <= 1 ? ~bit : ~(uint64_t)0;
        }
    } while (level->open != before);
}

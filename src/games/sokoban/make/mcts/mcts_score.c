/* The evaluation of drafts: the six features of Kartal, Sohre and Guy (2016), Table 1,
 * their weighted sum f(P), and the gates that keep it honest. Where the paper leaves a
 * definition open, the one that reproduces its Table 2 is taken: the rectangle of a box
 * and its goal includes both ends and counts that box and goal, and the 3x3 feature is
 * the share of the board's squares. */
#include "make/mcts/mcts_internal.h"

/* Squares that are the upper left corner of a full block of that size. A run of k + 1
 * begins where a run of k begins here and one step on. */
static uint64_t full_blocks(const struct draft_frame *frame, uint64_t set, uint32_t wide,
                            uint32_t high) {
    for (uint32_t i = 1; i < wide; i++) {
        set &= draft_shift(frame, set, LW_DIR_LEFT);
    }
    for (uint32_t i = 1; i < high; i++) {
        set &= set >> frame->width;
    }
    return set;
}

/* The squares of the 3x3 blocks with these corners. */
static uint64_t cover(const struct draft_frame *frame, uint64_t corners) {
    uint64_t wide = corners | corners << 1 | corners << 2;
    return wide | wide << frame->width | wide << (2 * frame->width);
}

static double block_share(const struct draft_frame *frame, uint64_t open) {
    uint64_t uniform = cover(frame, full_blocks(frame, open, 3, 3)) |
                       cover(frame, full_blocks(frame, frame->all & ~open, 3, 3));
    return (double)draft_count(frame->all & ~uniform) / (double)frame->n_squares;
}

/* Open rectangles of the gate's size, lying and standing. */
static uint32_t open_rooms(const struct draft_frame *frame,
                           const struct draft_weights *weights, uint64_t open) {
    uint32_t wide = weights->room_wide, high = weights->room_high;
    uint32_t count = draft_count(full_blocks(frame, open, wide, high));
    return wide == high ? count
                        : count + draft_count(full_blocks(frame, open, high, wide));
}

/* All squares between two lines of the table, both included. */
static uint64_t span(const uint64_t *lines, uint32_t a, uint32_t b) {
    uint64_t set = 0;
    for (uint32_t i = a < b ? a : b, last = a < b ? b : a; i <= last; i++) {
        set |= lines[i];
    }
    return set;
}

static uint64_t rectangle(const struct draft_frame *frame, uint32_t a, uint32_t b) {
    return span(frame->rows, frame->y[a], frame->y[b]) &
           span(frame->columns, frame->x[a], frame->x[b]);
}

static double congestion(const struct draft_frame *frame,
                         const struct draft_weights *weights,
                         const struct draft_level *level) {
    double sum = 0;
    for (uint32_t i = 0; i < level->n_boxes; i++) {
        uint64_t area = rectangle(frame, level->start[i], level->goal[i]);
        double boxes = (double)draft_count(area & level->boxes);
        double goals = (double)draft_count(area & level->goals);
        double open = (double)draft_count(area & level->open);
        sum += (weights->alpha * boxes + weights->beta * goals) / (weights->gamma * open);
    }
    return sum;
}

double lw_sok_draft_score(const struct draft_frame *frame,
                          const struct draft_weights *weights,
                          const struct draft_level *level) {
    if (level->n_boxes == 0) {
        return 0;
    }
    double sum = weights->blocks * block_share(frame, level->open) +
                 weights->congestion * congestion(frame, weights, level) +
                 weights->boxes * level->n_boxes;
    if (weights->distance != 0) {
        sum += weights->distance * lw_sok_draft_push_bound(frame, level);
    }
    double score = sum / weights->scale;
    if (weights->gates) {
        double away = (double)draft_count(level->boxes & ~level->goals);
        score *= away / (double)level->n_boxes;
        score /= 1.0 + (double)open_rooms(frame, weights, level->open);
        double share = (double)draft_count(level->open) / (double)frame->n_squares;
        score *= share > weights->max_open ? weights->max_open / share : 1;
    }
    return score;
}

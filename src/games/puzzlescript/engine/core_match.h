/* Finding where runs of cells match: on boards, and cell by cell. */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include <string.h>

#include "engine/core_board.h"

/* Boards. */

/* Signed shift that brings the cell at step k of a row onto its start. */
static inline int64_t step_of(const struct lw_ps_engine *e, enum lw_ps_dir dir) {
    return e->steps[dir];
}

/* Word i of a plane moved by shift; the padding around the planes makes every read safe,
 * and starts whose row leaves the board are not valid anyway. */
struct plane_shift {
    int64_t words;
    unsigned bits; /* 0 to 63, beyond the words */
};
static inline uint64_t shifted_word(const uint64_t *plane, int64_t i,
                                    struct plane_shift shift) {
    const uint64_t *at = plane + i + shift.words;
    return at[0] >> shift.bits | (at[1] << 1) << (63 - shift.bits);
}

/* Joins one plane, or where it is not, into hits[from, to); returns the union of what is
 * left. */
static inline uint64_t join_plane(const uint64_t *plane, uint64_t flip,
                                  struct plane_shift shift, uint64_t *restrict hits,
                                  uint32_t from, uint32_t to) {
    uint64_t left = 0;
    for (uint32_t i = from; i < to; i++) {
        hits[i] &= shifted_word(plane, i, shift) ^ flip;
        left |= hits[i];
    }
    return left;
}

/* Joins one test into hits[from, to); returns the union of what is left. */
static inline uint64_t join_test(const struct lw_ps_engine *e, const struct ps_test *test,
                                 int64_t step, uint64_t *hits, uint32_t from,
                                 uint32_t to) {
    int64_t cells = step * test->at;
    struct plane_shift shift = {cells >> 6, (unsigned)(cells & 63)};
    const uint16_t *planes = e->program->planes + test->first_plane;
    uint64_t left = 0;
    if (test->op != PS_TEST_ANY || test->n_planes == 1) {
        uint64_t flip = test->op == PS_TEST_NONE ? ~0ULL : 0;
        left = join_plane(ps_plane(e, test->plane), flip, shift, hits, from, to);
        for (uint32_t p = 1; p < test->n_planes && left != 0; p++) {
            left = join_plane(ps_plane(e, planes[p]), flip, shift, hits, from, to);
        }
        return left;
    }
    for (uint32_t i = from; i < to; i++) {
        if (hits[i] == 0) {
            continue;
        }
        uint64_t any = 0;
        for (uint32_t p = 0; p < test->n_planes; p++) {
            any |= shifted_word(ps_plane(e, planes[p]), i, shift);
        }
        hits[i] &= any;
        left |= hits[i];
    }
    return left;
}

/* All starts of the segment on the board; false when there is none. */
static inline bool match_words(const struct lw_ps_engine *e,
                               const struct ps_segment *segment, int64_t step,
                               uint64_t *hits, uint32_t words) {
    const uint64_t *valid = e->valid + (size_t)segment->valid * PS_BW(e);
    uint32_t from = 0;
    uint32_t to = words;
    /* A longer row would be sought beyond the padding. */
    if (!e->fits[segment->valid]) {
        return false;
    }
    memcpy(hits, valid, words * sizeof *hits);
    const struct ps_test *tests = e->program->tests + segment->first_test;
    for (uint32_t t = 0; t < segment->n_tests; t++) {
        if (join_test(e, &tests[t], step, hits, from, to) == 0) {
            return false;
        }
        if (words > 4) {
            while (hits[from] == 0) {
                from++;
            }
            while (hits[to - 1] == 0) {
                to--;
            }
        }
    }
    if (words > 4) {
        memset(hits, 0, from * sizeof *hits);
        memset(hits + to, 0, (words - to) * sizeof *hits);
    }
    return true;
}

static inline uint64_t turned(uint64_t word, unsigned by) {
    return word >> by | word << (-by & 63);
}

static LW_OUTLINE uint64_t more_planes(const struct lw_ps_engine *e,
                                       const struct ps_test *test, uint64_t found) {
    const uint16_t *planes = e->program->planes + test->first_plane;
    for (uint32_t p = 1; p < test->n_planes; p++) {
        uint64_t plane = *ps_plane(e, planes[p]);
        found = test->op == PS_TEST_ALL ? found & plane : found | plane;
    }
    return found;
}

/* Boards of one word: what a turn brings in at the other end belongs to starts whose row
 * leaves the board. */
static inline bool match_word(const struct lw_ps_engine *e,
                              const struct ps_segment *segment, int64_t step,
                              uint64_t *hits) {
    uint64_t left = e->valid[segment->valid];
    const struct ps_test *test = e->program->tests + segment->first_test;
    for (const struct ps_test *end = test + segment->n_tests; test < end; test++) {
        unsigned by = (unsigned)(step * test->at) & 63;
        uint64_t found = *ps_plane(e, test->plane);
        if (test->n_planes > 1) {
            found = more_planes(e, test, found);
        }
        left &= turned(test->op == PS_TEST_NONE ? ~found : found, by);
        if (left == 0) {
            return false;
        }
    }
    *hits = left;
    return true;
}

static LW_OUTLINE bool match_segment(const struct lw_ps_engine *e,
                                     const struct ps_segment *segment, int64_t step,
                                     uint64_t *hits) {
    if (PS_BW(e) == 1) {
        return match_word(e, segment, step, hits);
    }
    if (PS_BW(e) == 2) {
        return match_words(e, segment, step, hits, 2);
    }
    if (PS_BW(e) == 4) {
        return match_words(e, segment, step, hits, 4);
    }
    return match_words(e, segment, step, hits, PS_BW(e));
}

/* Adds to out the starts of hits where the plane (or where it is not) is missing, and
 * returns their union. */
static inline uint64_t join_misses(const struct lw_ps_engine *e, const uint64_t *plane,
                                   uint64_t flip, int64_t cells, const uint64_t *hits,
                                   uint64_t *restrict out) {
    struct plane_shift shift = {cells >> 6, (unsigned)(cells & 63)};
    (void)e;
    if (PS_BW(e) == 1) {
        uint64_t bad = hits[0] & (turned(plane[0], shift.bits) ^ flip);
        out[0] |= bad;
        return bad;
    }
    uint64_t any = 0;
    for (uint32_t i = 0; i < PS_BW(e); i++) {
        uint64_t bad = hits[i] & (shifted_word(plane, i, shift) ^ flip);
        out[i] |= bad;
        any |= bad;
    }
    return any;
}

/* Is there a start in hits where the right side of the segment does not hold yet? With
 * all, out has every such start. */
static LW_OUTLINE bool find_unsettled(const struct lw_ps_engine *e,
                                      const struct ps_segment *segment, int64_t step,
                                      const uint64_t *hits, bool all, uint64_t *out) {
    const struct ps_test *test =
        e->program->tests + segment->first_test + segment->n_tests;
    uint64_t any = 0;
    memset(out, 0, PS_BW(e) * sizeof *out);
    for (const struct ps_test *end = test + segment->n_settled; test < end; test++) {
        const uint16_t *planes = e->program->planes + test->first_plane;
        uint64_t flip = test->op == PS_TEST_NONE ? 0 : ~0ULL;
        for (uint32_t p = 0; p < test->n_planes && (all || any == 0); p++) {
            if (flip != 0 || e->counts[planes[p]] != 0) {
                any |= join_misses(e, ps_plane(e, planes[p]), flip, step * test->at, hits,
                                   out);
            }
        }
    }
    return any != 0;
}

/* Cells. */

static inline bool cell_matches(const struct lw_ps_engine *e,
                                const struct lw_ps_pattern *pattern, uint32_t cell) {
    const uint64_t *objects = e->objects + (size_t)cell * PS_OW(e);
    const uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    uint64_t bad = 0;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        bad |=
            (pattern->required[w] & ~objects[w]) | (pattern->forbidden[w] & objects[w]);
    }
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        bad |= (pattern->moving[w] & ~movements[w]) | (pattern->still[w] & movements[w]);
    }
    for (uint32_t a = 0; a < pattern->n_any && bad == 0; a++) {
        const uint64_t *any = pattern->any + (size_t)a * PS_OW(e);
        uint64_t hit = 0;
        for (uint32_t w = 0; w < PS_OW(e); w++) {
            hit |= any[w] & objects[w];
        }
        bad |= hit == 0;
    }
    return bad == 0;
}

static bool run_matches(const struct lw_ps_engine *e, const struct lw_ps_pattern *left,
                        uint32_t n, int64_t start, int64_t step) {
    for (uint32_t k = 0; k < n; k++) {
        if (!cell_matches(e, &left[k], (uint32_t)(start + k * step))) {
            return false;
        }
    }
    return true;
}

#endif

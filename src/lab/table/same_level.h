/* The same level more than once: one rule for all commands that learn from tables or
 * report on them.
 *
 * A level counts once, where it stands first, turned or mirrored or not. Plays of all its
 * rows are added up; of other answers it has the mean. A level that is almost the same as
 * one of another group stays a level of its own, but belongs to that group, so that the
 * two are left out together. */
#ifndef LAB_SAME_LEVEL_H
#define LAB_SAME_LEVEL_H

#include "table/level_table.h"

/* Takes rows out of a table whose level stands in it before or in one of the n_before
 * tables, and keeps them in its copies; levels of excluded (may be NULL) are dropped and
 * counted. Before measuring. */
void same_level_set_aside(struct level_table *study, const struct level_table *before,
                          size_t n_before, const struct level_table *excluded,
                          size_t *n_excluded);

/* Two levels are alike when they differ in NEAR_CELLS squares at most, under any
 * symmetry, or both are like a third. Gives each of n levels the group of the first one
 * that it is like; counts those that change. Only levels that are drawn by squares. */
#define NEAR_CELLS 2
lw_status same_level_join_near(struct cli *cli, const struct lw_level *const *levels,
                               size_t n, size_t *group, size_t *n_near,
                               struct lw_error *err) LW_MUST_CHECK;
/* The same by their stored texts, for whoever may not open them: walls and floor outside
 * of a level are compared, too. */
struct same_level_texts {
    const struct lw_game_kind *kind;
    const char *const *texts;
    size_t n;
};
lw_status same_level_join_texts(const struct lw_alloc *alloc,
                                const struct same_level_texts *levels, size_t *group,
                                size_t *n_near, struct lw_error *err) LW_MUST_CHECK;
/* Says on cli->err how many there are. */
void same_level_report(struct cli *cli, size_t n_copies, size_t n_near);

#endif

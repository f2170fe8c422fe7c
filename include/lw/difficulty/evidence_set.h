/* Evidence about levels, gathered from tables. */
#ifndef LW_DIFFICULTY_EVIDENCE_SET_H
#define LW_DIFFICULTY_EVIDENCE_SET_H

#include "lw/difficulty/joint.h"
#include "lw/stats.h"

/* Evidence gathered from tables; levels are known by their names beforehand, players by
 * the names they bear in the tables (the same name in two sources is the same player). */
struct lw_evidence_set {
    struct lw_arena arena;
    const char *const *level_names; /* [n_names] */
    const size_t *level_of;         /* [n_names]; NULL: name i is of level i */
    size_t n_names, n_levels;
    const char **player_names;
    size_t n_players, players_cap;
    struct lw_joint_source *sources;
    size_t n_sources, sources_cap;
    struct lw_observation *observations;
    size_t n_observations, observations_cap;
    size_t n_unknown; /* rows about levels that are not in the list */
};
void lw_evidence_set_init(struct lw_evidence_set *set, const struct lw_alloc *alloc,
                          const char *const *level_names, size_t n_levels);
/* For levels that have several names: name i is of level_of[i]. Borrowed. */
void lw_evidence_set_names(struct lw_evidence_set *set, const char *const *names,
                           const size_t *level_of, size_t n_names);
void lw_evidence_set_free(struct lw_evidence_set *set);
/* spec: KIND or KIND:ROLE=COLUMN,… where the roles are those of docs/formats.md. Rows
 * about unknown levels are counted, not used. Errors name the column and the row. */
lw_status lw_evidence_set_add(struct lw_evidence_set *set, const char *name,
                              struct lw_table *table, const char *spec,
                              struct lw_error *err) LW_MUST_CHECK;
/* A source of completion counts that needs no table: solved[i] of plays[i] plays of
 * level[i]. */
struct lw_completion {
    const char *name;
    const size_t *level;          /* [n] */
    const double *solved, *plays; /* [n] */
    size_t n;
};
lw_status lw_evidence_set_completion(struct lw_evidence_set *set,
                                     const struct lw_completion *source,
                                     struct lw_error *err) LW_MUST_CHECK;
struct lw_joint_data lw_evidence_set_data(const struct lw_evidence_set *set);

#endif

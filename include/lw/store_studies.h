/* The store's studies and comparisons, and reports over everything that was played. */
#ifndef LW_STORE_STUDIES_H
#define LW_STORE_STUDIES_H

#include "lw/store_base.h"

/* Studies: a definition that the study code understands. */

struct lw_store_study {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *definition /* JSON */, *state;
    int64_t created_ms;
};
/* Makes or replaces. */
lw_status lw_store_study_put(struct lw_store *store, struct lw_store_study *study,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_study_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_study *out,
                             struct lw_error *err) LW_MUST_CHECK;
struct lw_store_study_list {
    struct lw_store_study *studies;
    size_t n;
};
lw_status lw_store_study_list(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_study_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* "Which of the two is harder?" answered by a player; study may be NULL. */
struct lw_store_comparison {
    const char *study, *player, *level_a, *level_b;
    int answer; /* -1: a, 0: equal, 1: b */
    int64_t made_ms;
};
lw_status lw_store_comparison_add(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) LW_MUST_CHECK;
struct lw_store_comparison_list {
    struct lw_store_comparison *comparisons;
    size_t n;
};
/* study NULL: all. */
lw_status lw_store_comparison_list(struct lw_store *store, const char *study,
                                   struct lw_arena *arena,
                                   struct lw_store_comparison_list *out,
                                   struct lw_error *err) LW_MUST_CHECK;

/* Reports. */

/* Taylor 2015, Table 3.1: how many players had that many sessions. */
struct lw_store_sessions_row {
    int64_t sessions, users;
};
struct lw_store_sessions_table {
    struct lw_store_sessions_row *rows; /* by sessions */
    size_t n;
};
lw_status lw_store_report_sessions(struct lw_store *store, struct lw_arena *arena,
                                   struct lw_store_sessions_table *out,
                                   struct lw_error *err) LW_MUST_CHECK;
/* Taylor 2015, Table 3.2: a row a level set, totals over all sessions. attempted and
 * solved count a player's levels once; time is that of the plays. */
struct lw_store_set_row {
    char set[LW_STORE_ID_SIZE];
    const char *title, *origin;
    int64_t users, attempted, restarted, solved, quit, time_ms;
};
struct lw_store_set_table {
    struct lw_store_set_row *rows; /* generated first, then by position */
    size_t n;
};
lw_status lw_store_report_sets(struct lw_store *store, struct lw_arena *arena,
                               struct lw_store_set_table *out,
                               struct lw_error *err) LW_MUST_CHECK;

/* Levels by game, method and tenth of predicted difficulty (-1: unknown). */
struct lw_store_level_count {
    const char *game, *method;
    int64_t tenth, levels, plays, wins;
};
struct lw_store_level_counts {
    struct lw_store_level_count *rows;
    size_t n;
};
lw_status lw_store_report_levels(struct lw_store *store, struct lw_arena *arena,
                                 struct lw_store_level_counts *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Plays by day, the last n_days up to now. */
struct lw_store_day_count {
    int64_t day; /* since 1970-01-01, UTC */
    int64_t plays, wins, players;
};
struct lw_store_day_counts {
    struct lw_store_day_count *rows;
    size_t n;
};
lw_status lw_store_report_days(struct lw_store *store, int64_t now_ms, int64_t n_days,
                               struct lw_arena *arena, struct lw_store_day_counts *out,
                               struct lw_error *err) LW_MUST_CHECK;
/* Does predicted difficulty say how many give up? One row a game and tenth. */
struct lw_store_calibration_row {
    const char *game;
    int64_t tenth;
    double predicted; /* mean percentile of the plays' levels */
    int64_t plays, wins;
    double mean_win_ms; /* NaN: no wins */
};
struct lw_store_calibration {
    struct lw_store_calibration_row *rows;
    size_t n;
};
lw_status lw_store_report_calibration(struct lw_store *store, struct lw_arena *arena,
                                      struct lw_store_calibration *out,
                                      struct lw_error *err) LW_MUST_CHECK;
/* Totals for /metrics and db info. */
struct lw_store_totals {
    int64_t levels, packs, sets, players, sessions, plays, wins, events, days, reserve,
        jobs, studies;
};
lw_status lw_store_report_totals(struct lw_store *store, struct lw_store_totals *out,
                                 struct lw_error *err) LW_MUST_CHECK;

#endif

/* Reports over everything that was played. */
#ifndef LW_STORE_REPORTS_H
#define LW_STORE_REPORTS_H

#include "lw/store/connection.h"

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
/* What players said: how hard levels of a game are, 1 to 10. */
struct lw_store_rating_count {
    const char *game;
    int64_t ratings;
    double mean;
};
struct lw_store_rating_counts {
    struct lw_store_rating_count *rows; /* games with ratings */
    size_t n;
};
lw_status lw_store_report_ratings(struct lw_store *store, struct lw_arena *arena,
                                  struct lw_store_rating_counts *out,
                                  struct lw_error *err) LW_MUST_CHECK;
/* Totals for /metrics and db info. */
struct lw_store_totals {
    int64_t levels, packs, sets, players, sessions, plays, wins, events, days, reserve,
        jobs, studies, ratings, comparisons;
};
lw_status lw_store_report_totals(struct lw_store *store, struct lw_store_totals *out,
                                 struct lw_error *err) LW_MUST_CHECK;

#endif

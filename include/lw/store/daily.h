/* The level of the day with its reserve. A level is daily at most once, ever. */
#ifndef LW_STORE_DAILY_H
#define LW_STORE_DAILY_H

#include "lw/store/connection.h"

struct lw_store_daily {
    const char *game, *band; /* "easy", "medium", "hard" */
    const char *date;        /* YYYY-MM-DD */
    int64_t number;          /* 1, 2, … a game and band */
    char level[LW_STORE_ID_SIZE];
    bool from_reserve;
    int64_t made_ms;
};
/* Which level of the day: by date, or by number when date is NULL. */
struct lw_store_day {
    const char *game, *band;
    const char *date; /* YYYY-MM-DD */
    int64_t number;
};
/* Gives the date its level and the next number. LW_EXISTS when the date has one already
 * or the level was daily before. */
lw_status lw_store_daily_put(struct lw_store *store, const struct lw_store_day *day,
                             const char *level, int64_t now_ms, int64_t *number,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_daily_get(struct lw_store *store, const struct lw_store_day *day,
                             struct lw_arena *arena, struct lw_store_daily *out,
                             struct lw_error *err) LW_MUST_CHECK;
struct lw_store_daily_list {
    struct lw_store_daily *days;
    size_t n;
    uint64_t total;
};
/* Newest first, none after the connection's day (lw_store_see_as_of). */
lw_status lw_store_daily_archive(struct lw_store *store, const struct lw_store_day *day,
                                 struct lw_store_page page, struct lw_arena *arena,
                                 struct lw_store_daily_list *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Days after that date have no level any more; the levels stay, for everybody to see. */
lw_status lw_store_daily_forget_after(struct lw_store *store, const char *date,
                                      struct lw_error *err) LW_MUST_CHECK;
/* Was the level ever daily? */
lw_status lw_store_daily_used(struct lw_store *store, const char *level, bool *used,
                              struct lw_error *err) LW_MUST_CHECK;

/* Levels held back for days when making one failed. A higher score is better. */
lw_status lw_store_reserve_put(struct lw_store *store, const struct lw_store_day *day,
                               const char *level, double score, int64_t now_ms,
                               struct lw_error *err) LW_MUST_CHECK;
/* Makes the best of the reserve the level of that date, all in one; LW_NOT_FOUND when
 * the reserve is empty. */
lw_status lw_store_daily_from_reserve(struct lw_store *store,
                                      const struct lw_store_day *day, int64_t now_ms,
                                      char level[LW_STORE_ID_SIZE], int64_t *number,
                                      struct lw_error *err) LW_MUST_CHECK;

#endif

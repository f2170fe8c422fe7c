/* The level of the day: one a game and band, in the database's time zone. */
#ifndef DAILY_H
#define DAILY_H

#include "app.h"

/* The time zone of the days, in the database's settings. */
#define DAILY_ZONE_SETTING "daily-timezone"

lw_status daily_create(struct app *app, struct daily **out,
                       struct lw_error *err) LW_MUST_CHECK;
void daily_destroy(struct daily *daily); /* NULL-safe */
/* The ready answer for today; a reference. LW_NOT_FOUND when there is none yet; another
 * status when the store cannot tell, and nothing is ready. */
lw_status daily_today(struct daily *daily, const char *game, const char *band,
                      struct http_shared **out, struct lw_error *err) LW_MUST_CHECK;
/* From time to time: sees to it that today and tomorrow have their levels. */
void daily_tick(struct daily *daily);

/* The JSON object of a day; LW_NOT_FOUND when there is none. Days to come stay hidden. */
lw_status daily_json(struct app *app, const struct lw_store_day *which,
                     struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif

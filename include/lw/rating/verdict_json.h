/* A verdict as members of JSON. */
#ifndef LW_RATING_VERDICT_JSON_H
#define LW_RATING_VERDICT_JSON_H

#include "lw/base/json.h"
#include "lw/rating/verdict.h"

/* What JSON had under the name of difficulty and still has for one version: the rating
 * (plain_difficulty when it is not calibrated), the percentile of a calibrated level, or
 * nothing. */
enum lw_former_name { LW_FORMER_NONE, LW_FORMER_RATING, LW_FORMER_PERCENTILE };
/* calibrated, rating, percentile and band into an open object; a level whose percentile
 * is NaN has null for them. model_version only where the model is of a store. */
void lw_verdict_json(const struct lw_verdict *verdict, enum lw_former_name former,
                     struct lw_json_writer *json);
/* The same with the interval, the score, the drivers in words, and whether the level lies
 * outside what was learned from. */
void lw_verdict_json_whole(const struct lw_game_kind *kind,
                           const struct lw_verdict *verdict, enum lw_former_name former,
                           struct lw_json_writer *json);
/* Rating, percentile and calibrated as those wrote them; false without a percentile. What
 * is no number of its scale counts as absent, and a rating is made from the percentile
 * then. Nothing else of the verdict is known. */
bool lw_verdict_read(const struct lw_json *object, struct lw_verdict *out);

#endif

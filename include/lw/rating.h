/* How hard a level is for people, and why. */
#ifndef LW_RATING_H
#define LW_RATING_H

#include "lw/rating/band.h"
#include "lw/rating/grader.h"
#include "lw/rating/pairs.h"
#include "lw/rating/ratable.h"
#include "lw/rating/rater.h"
#include "lw/rating/verdict.h"
#include "lw/rating/verdict_json.h"
#include "lw/rating/words.h"

#endif

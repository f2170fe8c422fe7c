/* The store: levels, packs, players, plays, events, jobs and everything else that lasts.
 * What holds for all of it is said in lw/store_base.h. */
#ifndef LW_STORE_H
#define LW_STORE_H

#include "lw/store_base.h"
#include "lw/store_jobs.h"
#include "lw/store_levels.h"
#include "lw/store_plays.h"
#include "lw/store_studies.h"

#endif

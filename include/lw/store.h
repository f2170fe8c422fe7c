/* The store: levels, packs, players, plays, events, jobs and everything else that lasts.
 * What holds for all of it is said in lw/store/connection.h. */
#ifndef LW_STORE_H
#define LW_STORE_H

#include "lw/store/cells.h"
#include "lw/store/choice.h"
#include "lw/store/comparisons.h"
#include "lw/store/complaints.h"
#include "lw/store/connection.h"
#include "lw/store/daily.h"
#include "lw/store/database.h"
#include "lw/store/events.h"
#include "lw/store/exchange.h"
#include "lw/store/features.h"
#include "lw/store/gathered.h"
#include "lw/store/jobs.h"
#include "lw/store/keep.h"
#include "lw/store/levels.h"
#include "lw/store/models.h"
#include "lw/store/packs.h"
#include "lw/store/passphrases.h"
#include "lw/store/person_log.h"
#include "lw/store/persons.h"
#include "lw/store/players.h"
#include "lw/store/plays.h"
#include "lw/store/ratings.h"
#include "lw/store/reports.h"
#include "lw/store/sets.h"
#include "lw/store/settings.h"
#include "lw/store/solutions.h"
#include "lw/store/studies.h"
#include "lw/store/studio.h"
#include "lw/store/tidy.h"
#include "lw/store/withdrawals.h"

#endif

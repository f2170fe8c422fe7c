/* The parts of a zone, and the rule for the time after the last entry of its file. */
#ifndef ZONE_INTERNAL_H
#define ZONE_INTERNAL_H

#include <stdbool.h>

#include "daily/zone.h"

/* A day of a year as POSIX writes it: Mm.w.d, Jn or n. */
struct zone_when {
    char kind; /* 'M', 'J' or 'n' */
    int month, week, day;
    int32_t time_s; /* after the day's midnight; may be negative or beyond a day */
};

struct zone_rule {
    bool given, has_summer;
    int32_t standard_s, summer_s; /* to add to UTC */
    struct zone_when start, end;  /* of summer time */
};

/* "CET-1CEST,M3.5.0,M10.5.0/3". False when it is none. */
bool zone_rule_read(const char *text, struct zone_rule *out);
int32_t zone_rule_offset(const struct zone_rule *rule, int64_t second);

#endif

/* Where midnight is: the time zone by which the level of the day changes.
 *
 * A zone is "UTC", a fixed offset ("+05:30") or a name of the system's time zone files
 * ("Europe/Paris"). Days are counted from 1970-01-01 of the zone's own calendar. The C
 * library's zones are not used: they are one for the whole process. */
#ifndef ZONE_H
#define ZONE_H

#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct zone;

/* NULL: UTC. */
lw_status zone_open(const char *name, const struct lw_alloc *alloc, struct zone **out,
                    struct lw_error *err) LW_MUST_CHECK;
/* From the bytes of a time zone file (RFC 8536). */
lw_status zone_read(const unsigned char *bytes, size_t len, const char *name,
                    const struct lw_alloc *alloc, struct zone **out,
                    struct lw_error *err) LW_MUST_CHECK;
void zone_close(struct zone *zone); /* NULL-safe */
const char *zone_name(const struct zone *zone);

/* Seconds to add to UTC at that second since 1970. */
int32_t zone_offset(const struct zone *zone, int64_t second);
/* The day of an instant. Never falls as time goes on, even where clocks were set back
 * over midnight: a day that has begun stays. */
int64_t zone_day(const struct zone *zone, int64_t ms);
/* The first instant of that day, or of the next one that there is: some zones have left
 * out a date. */
int64_t zone_day_start(const struct zone *zone, int64_t day);

#endif

/* Dates and times as text. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "lw/base/json.h"

/* Milliseconds since 1970 as "2026-11-16T01:02:03Z". */
void json_time(struct lw_json_writer *json, const char *key, int64_t ms);

void date_of(int64_t ms, char date[11]); /* YYYY-MM-DD, UTC */
bool date_read(const char *date, int64_t *ms);
/* Days are counted from 1970-01-01. */
void date_of_day(int64_t days, char date[11]);
void civil_of_day(int64_t days, int *year, int *month, int *day);
int64_t days_of(int year, int month, int day);

#endif

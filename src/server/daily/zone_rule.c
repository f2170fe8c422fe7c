/* The rule at the end of a time zone file: when summer time begins and ends in every year
 * from then on. The form is that of POSIX's TZ, with RFC 8536's hours from -167 to 167.
 */
#include <string.h>

#include "daily/clock.h"
#include "daily/zone_internal.h"

#define DAY_S 86400

/* The abbreviation: letters, or anything between angle brackets. */
static bool skip_name(const char **at) {
    const char *from = *at;
    if (*from == '<') {
        const char *end = strchr(from, '>');
        if (end == NULL) {
            return false;
        }
        *at = end + 1;
        return true;
    }
    while ((**at >= 'a' && **at <= 'z') || (**at >= 'A' && **at <= 'Z')) {
        (*at)++;
    }
    return *at - from >= 3;
}

static bool read_number(const char **at, int max, int *out) {
    int value = 0;
    const char *from = *at;
    while (**at >= '0' && **at <= '9' && *at - from < 4) {
        value = value * 10 + (**at - '0');
        (*at)++;
    }
    *out = value;
    return *at > from && value <= max;
}

/* [+-]hh[:mm[:ss]] */
static bool read_time(const char **at, int32_t *out) {
    int sign = **at == '-' ? -1 : 1;
    int parts[3] = {0, 0, 0};
    *at += **at == '-' || **at == '+';
    if (!read_number(at, 167, &parts[0])) {
        return false;
    }
    for (int i = 1; i < 3 && **at == ':'; i++) {
        (*at)++;
        if (!read_number(at, 59, &parts[i])) {
            return false;
        }
    }
    *out = sign * (parts[0] * 3600 + parts[1] * 60 + parts[2]);
    return true;
}

static bool read_when(const char **at, struct zone_when *out) {
    *out = (struct zone_when){.kind = 'n', .time_s = 7200};
    if (*(*at)++ != ',') {
        return false;
    }
    if (**at == 'M') {
        out->kind = 'M';
        (*at)++;
        if (!read_number(at, 12, &out->month) || *(*at)++ != '.' ||
            !read_number(at, 5, &out->week) || *(*at)++ != '.' ||
            !read_number(at, 6, &out->day) || out->month == 0 || out->week == 0) {
            return false;
        }
    } else {
        if (**at == 'J') {
            out->kind = 'J';
            (*at)++;
        }
        if (!read_number(at, 365, &out->day) || (out->kind == 'J' && out->day == 0)) {
            return false;
        }
    }
    if (**at == '/') {
        (*at)++;
        return read_time(at, &out->time_s);
    }
    return true;
}

bool zone_rule_read(const char *text, struct zone_rule *out) {
    const char *at = text;
    int32_t west;
    memset(out, 0, sizeof *out);
    if (!skip_name(&at) || !read_time(&at, &west)) {
        return false;
    }
    /* POSIX counts westwards. */
    out->standard_s = -west;
    out->given = true;
    if (*at == '\0') {
        return true;
    }
    out->has_summer = true;
    out->summer_s = out->standard_s + 3600;
    if (!skip_name(&at)) {
        return false;
    }
    if (*at != ',') {
        if (!read_time(&at, &west)) {
            return false;
        }
        out->summer_s = -west;
    }
    return read_when(&at, &out->start) && read_when(&at, &out->end) && *at == '\0';
}

static bool is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The second, on a clock without an offset, at which the change comes in that year. */
static int64_t when_in(const struct zone_when *when, int year) {
    int64_t day;
    if (when->kind == 'M') {
        int64_t first = days_of(year, when->month, 1);
        int64_t next = when->month == 12 ? days_of(year + 1, 1, 1)
                                         : days_of(year, when->month + 1, 1);
        int64_t weekday = ((first + 4) % 7 + 7) % 7; /* 1970-01-01 was a Thursday */
        day = first + (when->day - weekday + 7) % 7 + (int64_t)(when->week - 1) * 7;
        while (day >= next) {
            day -= 7; /* week 5 is the last, whichever that is */
        }
    } else {
        day = days_of(year, 1, 1) + when->day;
        /* Jn counts from 1 and knows no 29 February. */
        day -= when->kind == 'J' && !(is_leap(year) && when->day >= 60);
    }
    return day * DAY_S + when->time_s;
}

int32_t zone_rule_offset(const struct zone_rule *rule, int64_t second) {
    int year, month, day;
    if (!rule->has_summer) {
        return rule->standard_s;
    }
    int64_t local = second + rule->standard_s;
    civil_of_day((local >= 0 ? local : local - (DAY_S - 1)) / DAY_S, &year, &month, &day);
    int64_t start = when_in(&rule->start, year) - rule->standard_s;
    int64_t end = when_in(&rule->end, year) - rule->summer_s;
    bool summer =
        start < end ? second >= start && second < end : second >= start || second < end;
    return summer ? rule->summer_s : rule->standard_s;
}

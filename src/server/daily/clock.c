/* Dates of the Gregorian calendar from milliseconds and back, in UTC, without the C
 * library's time zones. Days are counted from 1 March so that the leap day is the last
 * of its year. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daily/clock.h"

#define DAY_MS INT64_C(86400000)

void civil_of_day(int64_t days, int *year, int *month, int *day) {
    days += 719468; /* from 0000-03-01 */
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t of_era = days - era * 146097;
    int64_t year_of_era =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * shifted + 2) / 5 + 1);
    *month = (int)(shifted < 10 ? shifted + 3 : shifted - 9);
    *year = (int)(year_of_era + era * 400 + (*month <= 2));
}

int64_t days_of(int year, int month, int day) {
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int64_t of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    return era * 146097 + of_era - 719468;
}

static int64_t day_number(int64_t ms) {
    return ms >= 0 ? ms / DAY_MS : -((-ms + DAY_MS - 1) / DAY_MS);
}

void date_of_day(int64_t days, char date[11]) {
    int year, month, day;
    char text[40];
    civil_of_day(days, &year, &month, &day);
    (void)snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
    memcpy(date, text, 10);
    date[10] = '\0';
}

void date_of(int64_t ms, char date[11]) {
    date_of_day(day_number(ms), date);
}

bool date_read(const char *date, int64_t *ms) {
    static const char shape[] = "0000-00-00";
    char back[11];
    if (strlen(date) != 10) {
        return false;
    }
    for (size_t i = 0; i < 10; i++) {
        bool digit = date[i] >= '0' && date[i] <= '9';
        if (shape[i] == '0' ? !digit : date[i] != '-') {
            return false;
        }
    }
    int year = (date[0] - '0') * 1000 + (date[1] - '0') * 100 + (date[2] - '0') * 10 +
               (date[3] - '0');
    int month = (date[5] - '0') * 10 + (date[6] - '0');
    int day = (date[8] - '0') * 10 + (date[9] - '0');
    if (month < 1 || month > 12 || day < 1 || day > 31) {
        return false;
    }
    *ms = days_of(year, month, day) * DAY_MS;
    /* 31 April comes back as 1 May. */
    date_of(*ms, back);
    return strcmp(back, date) == 0;
}

void json_time(struct lw_json_writer *json, const char *key, int64_t ms) {
    char date[11];
    char text[64];
    date_of(ms, date);
    int64_t of_day = (ms - day_number(ms) * DAY_MS) / 1000;
    (void)snprintf(text, sizeof text, "%sT%02d:%02d:%02dZ", date, (int)(of_day / 3600),
                   (int)(of_day / 60 % 60), (int)(of_day % 60));
    lw_json_text(json, key, text);
}

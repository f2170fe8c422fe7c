/* Reading a time zone file, and days of a zone. */
#include "daily/zone.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daily/zone_internal.h"

#define DAY_MS INT64_C(86400000)
#define FOLDER "/usr/share/zoneinfo/"
#define MAX_FILE ((size_t)256 * 1024)
#define MAX_NAME 63
#define MAX_OFFSET_S (26 * 3600)
/* RFC 8536 asks writers to stay above -2^59: sums with offsets cannot overflow then. */
#define MAX_SECOND (INT64_C(1) << 59)
#define HEADER_SIZE 44

struct zone {
    const struct lw_alloc *alloc;
    char name[MAX_NAME + 1];
    size_t n; /* transitions, by time */
    int64_t *at_s;
    int32_t *offset_s;     /* from then on */
    int32_t before_s;      /* before the first */
    struct zone_rule rule; /* after the last */
};

static uint32_t read_u32(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int64_t read_i64(const unsigned char *at) {
    return (int64_t)((uint64_t)read_u32(at) << 32 | read_u32(at + 4));
}

/* The counts of a header, in the file's order. */
struct counts {
    uint32_t utc, standard, leap, transitions, types, letters;
};

static bool read_header(const unsigned char *bytes, size_t len, struct counts *out) {
    if (len < HEADER_SIZE || memcmp(bytes, "TZif", 4) != 0) {
        return false;
    }
    *out =
        (struct counts){read_u32(bytes + 20), read_u32(bytes + 24), read_u32(bytes + 28),
                        read_u32(bytes + 32), read_u32(bytes + 36), read_u32(bytes + 40)};
    return out->utc < 1000 && out->standard < 1000 && out->leap < 1000 &&
           out->transitions < 20000 && out->types > 0 && out->types < 256 &&
           out->letters < 10000;
}

static size_t block_size(const struct counts *counts, size_t time_size) {
    return counts->transitions * (time_size + 1) + (size_t)counts->types * 6 +
           counts->letters + counts->leap * (time_size + 4) + counts->standard +
           counts->utc;
}

static bool read_block(const unsigned char *at, const struct counts *counts,
                       struct zone *zone) {
    const unsigned char *which = at + (size_t)counts->transitions * 8;
    const unsigned char *types = which + counts->transitions;
    zone->before_s = (int32_t)read_u32(types);
    for (size_t i = 0; i < counts->transitions; i++) {
        if (which[i] >= counts->types) {
            return false;
        }
        zone->at_s[i] = read_i64(at + i * 8);
        zone->offset_s[i] = (int32_t)read_u32(types + (size_t)which[i] * 6);
        if (zone->offset_s[i] > MAX_OFFSET_S || zone->offset_s[i] < -MAX_OFFSET_S ||
            zone->at_s[i] > MAX_SECOND || zone->at_s[i] < -MAX_SECOND ||
            (i > 0 && zone->at_s[i] <= zone->at_s[i - 1])) {
            return false;
        }
    }
    return zone->before_s <= MAX_OFFSET_S && zone->before_s >= -MAX_OFFSET_S;
}

/* The rule stands between two line ends behind the block. */
static bool read_footer(const unsigned char *at, const unsigned char *end,
                        struct zone *zone) {
    char text[100];
    if (at >= end || *at != '\n') {
        return false;
    }
    const unsigned char *stop = memchr(at + 1, '\n', (size_t)(end - at - 1));
    if (stop == NULL || (size_t)(stop - at) > sizeof text) {
        return false;
    }
    size_t len = (size_t)(stop - at - 1);
    memcpy(text, at + 1, len);
    text[len] = '\0';
    return len == 0 || zone_rule_read(text, &zone->rule);
}

/* Files of version 1 end in 2037; none is left in use. */
static bool read_parts(const unsigned char *bytes, size_t len, struct zone *zone) {
    struct counts first;
    struct counts second;
    if (!read_header(bytes, len, &first) || bytes[4] < '2') {
        return false;
    }
    size_t skip = HEADER_SIZE + block_size(&first, 4);
    if (skip > len || !read_header(bytes + skip, len - skip, &second) ||
        skip + HEADER_SIZE + block_size(&second, 8) > len) {
        return false;
    }
    zone->n = second.transitions;
    zone->at_s = lw_alloc_zero(zone->alloc, zone->n + 1, sizeof *zone->at_s);
    zone->offset_s = lw_alloc_zero(zone->alloc, zone->n + 1, sizeof *zone->offset_s);
    const unsigned char *block = bytes + skip + HEADER_SIZE;
    return zone->at_s != NULL && zone->offset_s != NULL &&
           read_block(block, &second, zone) &&
           read_footer(block + block_size(&second, 8), bytes + len, zone);
}

static lw_status make(const char *name, const struct lw_alloc *alloc, struct zone **out,
                      struct lw_error *err) {
    *out = lw_alloc_zero(alloc, 1, sizeof **out);
    if (*out == NULL) {
        return lw_fail_memory(err);
    }
    (*out)->alloc = alloc;
    (void)snprintf((*out)->name, sizeof(*out)->name, "%s", name);
    return LW_OK;
}

lw_status zone_read(const unsigned char *bytes, size_t len, const char *name,
                    const struct lw_alloc *alloc, struct zone **out,
                    struct lw_error *err) {
    lw_status status = make(name, alloc, out, err);
    if (status == LW_OK && !read_parts(bytes, len, *out)) {
        zone_close(*out);
        *out = NULL;
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the file of time zone '%s' is damaged; version 2 of the format "
                         "was expected",
                         name);
    }
    return status;
}

void zone_close(struct zone *zone) {
    if (zone != NULL) {
        lw_alloc_free(zone->alloc, zone->at_s, (zone->n + 1) * sizeof *zone->at_s);
        lw_alloc_free(zone->alloc, zone->offset_s,
                      (zone->n + 1) * sizeof *zone->offset_s);
        lw_alloc_free(zone->alloc, zone, sizeof *zone);
    }
}

/* "+hh:mm" */
static bool read_fixed(const char *name, int32_t *seconds) {
    static const char form[] = "s00:00";
    for (size_t i = 0; i < sizeof form; i++) {
        bool good = form[i] == 's'   ? name[i] == '+' || name[i] == '-'
                    : form[i] == '0' ? name[i] >= '0' && name[i] <= '9'
                                     : name[i] == form[i];
        if (!good) {
            return false;
        }
    }
    int hours = (name[1] - '0') * 10 + name[2] - '0';
    int minutes = (name[4] - '0') * 10 + name[5] - '0';
    *seconds = (name[0] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    return hours <= 15 && minutes < 60;
}

/* A name cannot lead out of the folder. */
static bool is_name(const char *name) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    size_t len = strlen(name);
    return len > 0 && len <= MAX_NAME && name[0] != '/' && strspn(name, letters) == len;
}

static lw_status open_file(const char *name, const struct lw_alloc *alloc,
                           struct zone **out, struct lw_error *err) {
    char path[sizeof FOLDER + MAX_NAME];
    (void)snprintf(path, sizeof path, "%s%s", FOLDER, name);
    FILE *file = is_name(name) ? fopen(path, "rb") : NULL;
    unsigned char *bytes = file == NULL ? NULL : lw_alloc_get(alloc, MAX_FILE);
    size_t len = bytes == NULL ? 0 : fread(bytes, 1, MAX_FILE, file);
    lw_status status =
        len > 0 ? zone_read(bytes, len, name, alloc, out, err)
                : lw_fail(err, LW_USAGE, 0, 0,
                          "there is no time zone '%.60s'; give UTC, an offset like "
                          "+05:30, or a name below " FOLDER " like Europe/Paris",
                          name);
    lw_alloc_free(alloc, bytes, MAX_FILE);
    if (file != NULL) {
        (void)fclose(file);
    }
    return status;
}

lw_status zone_open(const char *name, const struct lw_alloc *alloc, struct zone **out,
                    struct lw_error *err) {
    int32_t seconds = 0;
    *out = NULL;
    name = name == NULL ? "UTC" : name;
    if (strcmp(name, "UTC") != 0 && !read_fixed(name, &seconds)) {
        return open_file(name, alloc, out, err);
    }
    lw_status status = make(name, alloc, out, err);
    if (status == LW_OK) {
        (*out)->before_s = seconds;
    }
    return status;
}

const char *zone_name(const struct zone *zone) {
    return zone->name;
}

/* How many transitions there were up to that second. */
static size_t count_before(const struct zone *zone, int64_t second) {
    size_t low = 0;
    size_t high = zone->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (zone->at_s[middle] <= second) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int32_t zone_offset(const struct zone *zone, int64_t second) {
    size_t i = count_before(zone, second);
    if (i == zone->n && zone->rule.given) {
        return zone_rule_offset(&zone->rule, second);
    }
    return i == 0 ? zone->before_s : zone->offset_s[i - 1];
}

static int64_t floor_div(int64_t value, int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

static int64_t calendar_day(const struct zone *zone, int64_t second) {
    return floor_div(second + zone_offset(zone, second), DAY_MS / 1000);
}

int64_t zone_day(const struct zone *zone, int64_t ms) {
    int64_t second = floor_div(ms, 1000);
    int64_t day = calendar_day(zone, second);
    size_t i = count_before(zone, second);
    if (i > 0) {
        int64_t before = calendar_day(zone, zone->at_s[i - 1] - 1);
        day = before > day ? before : day;
    }
    return day;
}

int64_t zone_day_start(const struct zone *zone, int64_t day) {
    /* Offsets are below 26 hours, and no zone has left out more than one date. */
    int64_t low = day * DAY_MS - 2 * DAY_MS;
    int64_t high = day * DAY_MS + 3 * DAY_MS;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (zone_day(zone, middle) >= day) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

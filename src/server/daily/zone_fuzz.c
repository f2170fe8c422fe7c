/* Fuzz target: any bytes as a time zone file, then days of that zone. */
#include <assert.h>

#include "daily/zone.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_error err;
    struct zone *zone = NULL;
    if (zone_read(data, size, "fuzz", lw_alloc_libc(), &zone, &err) == LW_OK) {
        for (int64_t day = -30000; day < 60000; day += 7919) {
            int64_t start = zone_day_start(zone, day);
            assert(start > (day - 3) * 86400000 && start < (day + 4) * 86400000);
        }
        zone_close(zone);
    }
    return 0;
}

/* What every fuzz target is held to besides not crashing: a second of the processor for a
 * megabyte. The build renames the entry point of each target (cmake/module.cmake), so
 * that the fuzzer and the replay of the corpus both come through here.
 *
 * The thread's own processor time is counted, so that a busy machine changes nothing.
 * What a target does with what it read, within budgets of its own (opening a store,
 * solving within a few hundred nodes), is the part that does not grow with the input. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lw/base/compiler.h"

#define NS_A_BYTE 1000
#define FIXED_NS 250000000

#if LW_ADDRESS_SANITIZER
#define TIMES_SLOWER 12
#else
#define TIMES_SLOWER 3 /* not optimised, or watched for threads */
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int lw_fuzz_input(const uint8_t *data, size_t size);

static int64_t cpu_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int64_t allowed = (FIXED_NS + (int64_t)size * NS_A_BYTE) * TIMES_SLOWER;
    int64_t begin = cpu_ns();
    int result = lw_fuzz_input(data, size);
    int64_t took = cpu_ns() - begin;
    if (took > allowed) {
        (void)fprintf(stderr, "slow: %zu bytes took %.2f s of CPU, over %.2f s\n", size,
                      (double)took * 1e-9, (double)allowed * 1e-9);
        abort();
    }
    return result;
}

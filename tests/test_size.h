/* How many rounds a test does. ./test asks for small sizes under the sanitizers: they
 * make a test several times slower, and what they look for shows in its first rounds. In
 * dev, and wherever LW_TEST_SIZE is not "small", every test is whole. */
#ifndef TEST_SIZE_H
#define TEST_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static inline bool test_is_whole(void) {
    const char *size = getenv("LW_TEST_SIZE");
    return size == NULL || strcmp(size, "small") != 0;
}

static inline size_t test_size(size_t whole, size_t small) {
    return test_is_whole() ? whole : small;
}

#endif

/* A check of markup for the tests of this folder; include it after cmocka.h. */
#ifndef WELL_FORMED_H
#define WELL_FORMED_H

#include <stdbool.h>
#include <string.h>

/* Every tag closes in order, quotes pair up, no markup stands in text. */
static inline void check_well_formed(const char *svg) {
    const char *stack[32];
    size_t lens[32];
    size_t depth = 0;
    for (const char *at = svg; *at != '\0';) {
        if (*at != '<') {
            assert_true(*at != '>');
            at++;
            continue;
        }
        bool closing = at[1] == '/';
        const char *name = at + 1 + closing;
        size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        assert_true(len > 0);
        const char *end = name + len;
        for (bool quoted = false; quoted || *end != '>'; end++) {
            assert_true(*end != '\0' && *end != '<');
            quoted = *end == '"' ? !quoted : quoted;
        }
        if (closing) {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(lens[depth], len);
            assert_memory_equal(stack[depth], name, len);
        } else if (end[-1] != '/') {
            assert_true(depth < 32);
            stack[depth] = name;
            lens[depth++] = len;
        }
        at = end + 1;
    }
    assert_int_equal(depth, 0);
}

#endif

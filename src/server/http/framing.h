/* Where a request ends: one reading, or none.
 *
 * A proxy and this server must agree where one request ends and the next begins, or a
 * stranger hides a request in the body of another. libmicrohttpd takes what is ambiguous
 * in one way, proxies in another; such requests are refused and the connection closed. */
#ifndef FRAMING_H
#define FRAMING_H

#include <stdbool.h>

struct framing {
    unsigned n_lengths, n_encodings;
    bool bad_name, bad_length, bad_encoding;
};

/* One header, as it came. */
void framing_take(struct framing *framing, const char *name, const char *value);
/* What is wrong, as a sentence; NULL: nothing. version: "HTTP/1.0" or "HTTP/1.1". */
const char *framing_problem(const struct framing *framing, const char *version);

#endif

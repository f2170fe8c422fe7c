/* Headers that say where a request ends. */
#include "http/framing.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* A token of RFC 9110: no white space, no control characters, none of the separators. */
static bool is_token(const char *name) {
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (const char *at = name; *at != '\0'; at++) {
        char c = *at;
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && !(c >= '0' && c <= '9') && strchr(marks, c) == NULL) {
            return false;
        }
    }
    return *name != '\0';
}

void framing_take(struct framing *framing, const char *name, const char *value) {
    framing->bad_name = framing->bad_name || !is_token(name);
    if (strcasecmp(name, "Content-Length") == 0) {
        size_t digits = value == NULL ? 0 : strspn(value, "0123456789");
        framing->n_lengths++;
        framing->bad_length =
            framing->bad_length || digits == 0 || digits > 18 || value[digits] != '\0';
    } else if (strcasecmp(name, "Transfer-Encoding") == 0) {
        framing->n_encodings++;
        framing->bad_encoding =
            framing->bad_encoding || value == NULL || strcasecmp(value, "chunked") != 0;
    }
}

const char *framing_problem(const struct framing *framing, const char *version) {
    if (framing->bad_name) {
        return "A header has an invalid name, or white space before its colon.";
    }
    if (framing->n_lengths > 1 || framing->bad_length) {
        return "Content-Length must be one number.";
    }
    if (framing->n_encodings > 1 || framing->bad_encoding) {
        return "Transfer-Encoding, if given, must be chunked.";
    }
    if (framing->n_encodings > 0 && framing->n_lengths > 0) {
        return "A request may have a Content-Length or a Transfer-Encoding, not both.";
    }
    if (framing->n_encodings > 0 && strcmp(version, "HTTP/1.0") == 0) {
        return "HTTP/1.0 has no Transfer-Encoding.";
    }
    return NULL;
}

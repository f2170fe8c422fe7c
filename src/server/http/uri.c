/* The request target: path segments and parameters, decoded once and refused when they
 * could mean anything else to somebody else (dot segments, NUL, slashes in escapes). */
#include <string.h>

#include "http/http.h"

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char low = (char)(c | 32);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/* Decodes in place; *end gets the end of the text. False for a bad escape or a control
 * character. */
static bool decode(char *text, bool plus_is_space) {
    char *out = text;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == '%') {
            int high = hex_digit(at[1]);
            int low = high < 0 ? -1 : hex_digit(at[2]);
            if (low < 0) {
                return false;
            }
            c = (unsigned char)(high * 16 + low);
            at += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (c < 32 || c == 127) {
            return false;
        }
        *out++ = (char)c;
    }
    *out = '\0';
    return true;
}

static bool good_segment(const char *text) {
    return strcmp(text, ".") != 0 && strcmp(text, "..") != 0 && *text != '\0' &&
           strpbrk(text, "/\\") == NULL;
}

static bool read_path(char *path, struct http_uri *uri) {
    uri->n_segments = 0;
    uri->slash_end = false;
    if (*path++ != '/') {
        return false;
    }
    while (*path != '\0') {
        char *end = strchr(path, '/');
        if (end != NULL) {
            *end = '\0';
        }
        if (uri->n_segments == HTTP_MAX_SEGMENTS || !decode(path, false) ||
            !good_segment(path)) {
            return false;
        }
        uri->segments[uri->n_segments++] = path;
        if (end == NULL) {
            return true;
        }
        path = end + 1;
    }
    uri->slash_end = uri->n_segments > 0;
    return true;
}

static bool read_parameters(char *query, struct http_uri *uri) {
    uri->n_parameters = 0;
    while (query != NULL && *query != '\0') {
        char *next = strchr(query, '&');
        if (next != NULL) {
            *next++ = '\0';
        }
        char *value = strchr(query, '=');
        if (value != NULL) {
            *value++ = '\0';
        }
        if (uri->n_parameters == HTTP_MAX_PARAMETERS || !decode(query, true) ||
            (value != NULL && !decode(value, true))) {
            return false;
        }
        uri->parameters[uri->n_parameters++] =
            (struct http_parameter){query, value == NULL ? "" : value};
        query = next;
    }
    return true;
}

bool http_uri_read(const char *target, struct http_uri *uri) {
    size_t len = strlen(target);
    if (len > HTTP_MAX_URI) {
        return false;
    }
    memcpy(uri->bytes, target, len + 1);
    uri->bytes[strcspn(uri->bytes, "#")] = '\0';
    char *query = strchr(uri->bytes, '?');
    if (query != NULL) {
        *query++ = '\0';
    }
    return read_path(uri->bytes, uri) && read_parameters(query, uri);
}

const char *http_uri_parameter(const struct http_uri *uri, const char *name) {
    for (size_t i = 0; i < uri->n_parameters; i++) {
        if (strcmp(uri->parameters[i].name, name) == 0) {
            return uri->parameters[i].value;
        }
    }
    return NULL;
}

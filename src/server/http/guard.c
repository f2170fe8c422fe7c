/* Which names this server answers to, and from which pages.
 *
 * A page on a foreign name that resolves to this machine (DNS rebinding) sends its own
 * name as Host; a foreign page that posts here sends its own Origin. Neither can be
 * faked by a browser. Numeric addresses cannot be rebound, so they are always fine as
 * Host. */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "http/guard.h"

/* "name:port" or "[v6]:port" to the name alone; false when it is neither. */
static bool host_name(const char *text, char name[256]) {
    size_t len;
    const char *rest;
    if (*text == '[') {
        const char *end = strchr(text, ']');
        if (end == NULL) {
            return false;
        }
        text++;
        len = (size_t)(end - text);
        rest = end + 1;
    } else {
        len = strcspn(text, ":");
        rest = text + len;
    }
    if (len == 0 || len > 255 || (*rest != '\0' && *rest != ':')) {
        return false;
    }
    if (*rest == ':' && (rest[1] == '\0' || rest[1 + strspn(rest + 1, "0123456789")])) {
        return false;
    }
    memcpy(name, text, len);
    name[len] = '\0';
    if (len > 1 && name[len - 1] == '.') {
        name[len - 1] = '\0';
    }
    return true;
}

static bool is_numeric(const char *name) {
    unsigned char bytes[16];
    return inet_pton(AF_INET, name, bytes) == 1 || inet_pton(AF_INET6, name, bytes) == 1;
}

static bool may_be_called(const struct app *app, const char *host) {
    char name[256];
    if (!host_name(host, name)) {
        return false;
    }
    if (is_numeric(name) || strcasecmp(name, "localhost") == 0) {
        return true;
    }
    for (size_t i = 0; i < app->config.n_hosts; i++) {
        if (strcasecmp(name, app->config.hosts[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Same host and port as the request was sent to, or one of our names (a proxy may speak
 * to us on another port than the browser to it). */
static bool own_origin(const struct app *app, const struct http_request *request) {
    const char *rest = NULL;
    if (strncasecmp(request->origin, "http://", 7) == 0) {
        rest = request->origin + 7;
    } else if (strncasecmp(request->origin, "https://", 8) == 0) {
        rest = request->origin + 8;
    } else {
        return false;
    }
    if (strcasecmp(rest, request->host) == 0) {
        return true;
    }
    char name[256];
    if (!host_name(rest, name)) {
        return false;
    }
    for (size_t i = 0; i < app->config.n_hosts; i++) {
        if (strcasecmp(name, app->config.hosts[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool guard_check(struct exchange *exchange) {
    const struct http_request *request = &exchange->request;
    if (request->host == NULL || !may_be_called(exchange->app, request->host)) {
        http_problem(
            &exchange->response, 403, "foreign-host", "Host",
            "This server does not answer to that name. Start it with --host NAME "
            "if the name is its own.");
        return false;
    }
    if (request->origin != NULL && !own_origin(exchange->app, request)) {
        http_problem(&exchange->response, 403, "foreign-origin", "Origin",
                     "Pages of another site may not use this server.");
        return false;
    }
    bool changes = request->method != HTTP_GET && request->method != HTTP_HEAD;
    if (changes && request->fetch_site != NULL &&
        strcmp(request->fetch_site, "cross-site") == 0) {
        http_problem(&exchange->response, 403, "foreign-origin", "Sec-Fetch-Site",
                     "Pages of another site may not use this server.");
        return false;
    }
    return true;
}

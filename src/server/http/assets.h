/* The pages: built in, or from a folder while they are being written. */
#ifndef ASSETS_H
#define ASSETS_H

#include "http/exchange.h"

lw_status assets_create(struct app *app, struct assets **out,
                        struct lw_error *err) LW_MUST_CHECK;
void assets_destroy(struct assets *assets);
void assets_serve(struct exchange *exchange);

/* Files that the program carries besides the pages: the interface's description and the
 * shipped packs. */
struct embedded {
    const char *name; /* "openapi.json", "packs/easy.sok" */
    const unsigned char *data, *end;
};
extern const struct embedded embedded_files[]; /* ends with name NULL */
const struct embedded *embedded_find(const char *name);

#endif

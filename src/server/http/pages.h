/* The studio's pages, built into the program.
 *
 * web/build.mjs writes web/dist; cmake/pages.cmake puts its files here byte for byte. A
 * file that packs well has two rows with the same path, the plain one and the gzip one,
 * so that a reply is chosen and never compressed while serving. Without web/dist the
 * table is empty and the server says how to build the pages. */
#ifndef LW_SERVER_PAGES_H
#define LW_SERVER_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct lw_page {
    const char *path; /* "/index.html", "/assets/main-1a2b3c4d.js" */
    const char *type; /* the Content-Type header */
    const char *etag; /* quoted, differs between the plain and the gzip row */
    bool gzip;        /* data is packed: send Content-Encoding: gzip */
    bool immutable;   /* the name changes with the content: may be kept for ever */
    const unsigned char *data;
    size_t size;
};

/* Sorted by path, plain before gzip; n_pages rows. */
extern const struct lw_page lw_pages[];
extern const size_t lw_n_pages;

#endif

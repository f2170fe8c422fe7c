/* TLS by the server itself: its certificate and key, checked before they are used, and
 * read again when their files change. Only daemon.c and tls.c know GnuTLS. */
#ifndef TLS_H
#define TLS_H

#include "app.h"
#include "lw/base/json.h"

struct tls;

/* Reads and checks the files of the configuration: the key must be the certificate's, and
 * today among its days. What is only odd is logged: names of --host that it does not
 * cover, an end within two weeks, a key that others may read. */
lw_status tls_create(struct app *app, struct tls **out,
                     struct lw_error *err) LW_MUST_CHECK;
void tls_destroy(struct tls *tls); /* NULL-safe; no connection is left */
/* Reads files that have changed; those that cannot be used are reported, and the last
 * good ones stay. Reports once a day that the end is near. */
void tls_tick(struct tls *tls);
/* Members about it, for the administrator. */
void tls_json(struct tls *tls, struct lw_json_writer *json);

/* How libmicrohttpd gets the certificate: a function for MHD_OPTION_HTTPS_CERT_CALLBACK2,
 * which finds its tls in the session that tls_adopt was called with. */
void *tls_retrieve(void);
void tls_adopt(struct tls *tls, void *session);

#endif

/* Shared by daemon.c (requests) and daemon_reply.c (responses). */
#ifndef DAEMON_INTERNAL_H
#define DAEMON_INTERNAL_H

#include <microhttpd.h>

#include "daemon.h"

enum connection_state { CONNECTION_WAITING, CONNECTION_READING, CONNECTION_ANSWERING };

/* One socket, from accept to close. */
struct connection {
    struct connection *before, *after;
    int fd;
    atomic_int state;
    _Atomic uint64_t since_ns; /* in this state */
    bool cut;
};

struct daemon {
    struct app *app;
    struct MHD_Daemon *mhd;
    uint16_t port;
    pthread_mutex_t lock; /* of the list and of making shared responses */
    struct connection *first;
};

/* Answers with exchange->response. */
enum MHD_Result daemon_reply(struct daemon *daemon, struct MHD_Connection *connection,
                             struct exchange *exchange);

#endif

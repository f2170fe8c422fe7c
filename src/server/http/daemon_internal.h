/* Shared by daemon.c (requests) and daemon_reply.c (responses). */
#ifndef DAEMON_INTERNAL_H
#define DAEMON_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>

#include "http/daemon.h"

enum connection_state {
    CONNECTION_WAITING,   /* for a request */
    CONNECTION_READING,   /* one */
    CONNECTION_ANSWERING, /* it: the answer is made, or is an event stream */
    CONNECTION_SENDING    /* the answer, as fast as the client reads */
};

/* One socket, from accept to close. */
struct connection {
    struct connection *before, *after;
    int fd;
    atomic_int state;
    _Atomic uint64_t since_ns; /* in this state */
    bool cut;
    bool counted;       /* among those of its address */
    uint64_t client;    /* its address, hashed */
    unsigned n_refused; /* requests in a row; its own thread's */
    bool lingers;       /* its client may still be sending when the answer is out */
};

/* A socket whose answer is sent, and whose client still sends: closing it now would reset
 * the connection and take the answer with it, so it is emptied for a while. */
struct lingering {
    int fd;
    uint64_t until_ns;
};
#define MAX_LINGERING 256

/* How many connections there are, and by address: a slot may serve two addresses, which
 * then share their share. Under the lock. */
#define ADMIT_SLOTS 65536
struct crowd {
    uint32_t n;
    uint32_t counts[ADMIT_SLOTS];
};

struct daemon {
    struct app *app;
    struct MHD_Daemon *mhd;
    uint16_t port;
    pthread_mutex_t lock; /* of the list and of making shared responses */
    struct connection *first;
    struct crowd crowd;
    struct lingering lingering[MAX_LINGERING];
    size_t n_lingering;
};

void daemon_set_state(struct daemon *daemon, struct MHD_Connection *mhd,
                      enum connection_state state);

/* Notes the status of an answer. True: whoever is refused without end goes on with a new
 * connection, or not at all. */
bool daemon_has_enough(struct MHD_Connection *mhd, unsigned status);

/* Keeps the socket open when libmicrohttpd closes it; under the lock. */
void daemon_linger(struct daemon *daemon, int fd);
void daemon_linger_end(struct daemon *daemon); /* closes them all */

/* Answers with exchange->response. */
enum MHD_Result daemon_reply(struct daemon *daemon, struct MHD_Connection *connection,
                             struct exchange *exchange);

#endif

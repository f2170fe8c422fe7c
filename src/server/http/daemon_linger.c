/* Clients that send what nobody wants to read: a body, or requests after a thousand that
 * were refused. The answer goes out before all of it has come; if the socket were closed
 * then, what still arrives would be answered with a reset, and the client would lose the
 * answer that it has not read yet. So the socket is kept for some seconds and what comes
 * is thrown away. */
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/daemon_internal.h"

#define LINGER_NS (UINT64_C(10) * 1000000000)
/* At one call, from all of them. */
#define MAX_BYTES ((size_t)64 << 20)

void daemon_linger(struct daemon *daemon, int fd) {
    if (daemon->n_lingering == MAX_LINGERING) {
        return;
    }
    int own = dup(fd);
    if (own >= 0) {
        (void)shutdown(own, SHUT_WR);
        daemon->lingering[daemon->n_lingering++] =
            (struct lingering){own, daemon->app->now_ns() + LINGER_NS};
    }
}

/* True when nothing more can come. */
static bool throw_away(int fd, size_t *left) {
    char bytes[16384];
    while (*left > 0) {
        ssize_t n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (n < 0) {
            return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
        }
        if (n == 0) {
            return true;
        }
        *left -= (size_t)n < *left ? (size_t)n : *left;
    }
    return false;
}

void daemon_drain_lingering(struct daemon *daemon, uint64_t now_ns) {
    size_t left = MAX_BYTES;
    (void)pthread_mutex_lock(&daemon->lock);
    for (size_t i = 0; i < daemon->n_lingering;) {
        struct lingering *at = &daemon->lingering[i];
        if (throw_away(at->fd, &left) || now_ns > at->until_ns) {
            (void)close(at->fd);
            *at = daemon->lingering[--daemon->n_lingering];
        } else {
            i++;
        }
    }
    (void)pthread_mutex_unlock(&daemon->lock);
}

void daemon_linger_end(struct daemon *daemon) {
    while (daemon->n_lingering > 0) {
        (void)close(daemon->lingering[--daemon->n_lingering].fd);
    }
}

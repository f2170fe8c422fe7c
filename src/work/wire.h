/* Bytes between a worker and whoever gives it work. Numbers are little-endian; a text is
 * its length and its bytes. A message is a head of three numbers and a body.
 *
 * The other side is not trusted, whichever it is: a reader takes nothing beyond what
 * came, and once it met something wrong it says so and gives zeros from there on. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"

/* Writing: failure sticks to the buffer. */
void wire_put_u8(struct lw_buffer *out, uint8_t value);
void wire_put_u32(struct lw_buffer *out, uint32_t value);
void wire_put_u64(struct lw_buffer *out, uint64_t value);
void wire_put_real(struct lw_buffer *out, double value);
void wire_put_bool(struct lw_buffer *out, bool value);
void wire_put_bytes(struct lw_buffer *out, const char *bytes, size_t len);
void wire_put_text(struct lw_buffer *out, const char *text); /* NULL stays NULL */

struct wire_reader {
    const char *at;
    size_t left;
    struct lw_arena *arena; /* for copies of texts */
    bool bad;               /* or memory is out */
};

uint8_t wire_get_u8(struct wire_reader *in);
uint32_t wire_get_u32(struct wire_reader *in);
uint64_t wire_get_u64(struct wire_reader *in);
double wire_get_real(struct wire_reader *in);
bool wire_get_bool(struct wire_reader *in);
/* A copy with a NUL behind it; NULL when it was NULL. */
const char *wire_get_bytes(struct wire_reader *in, size_t *len);
/* The same of a text, which has no NUL inside. */
const char *wire_get_text(struct wire_reader *in);
/* A text that must be there: "" instead of NULL, which is bad. */
const char *wire_get_needed(struct wire_reader *in);
/* A number of things that follow, each of at least that many bytes: more than there can
 * be is bad, so that nobody makes room for them. */
size_t wire_get_count(struct wire_reader *in, size_t bytes_each);

/* Messages on a socket. */

enum wire_type {
    WIRE_HELLO = 1, /* from the worker, once */
    WIRE_TASK,      /* to the worker */
    WIRE_CANCEL,    /* to the worker: of the task of that number */
    WIRE_PROGRESS,  /* from the worker, as the result */
    WIRE_RESULT
};

#define WIRE_MAX_BYTES ((size_t)96 << 20) /* of one message */

struct wire_message {
    enum wire_type type;
    uint32_t number;       /* of the task */
    struct lw_buffer body; /* lent by the channel until the next one is received */
};

struct wire_channel {
    int fd;
    char head[12];
    size_t n_head;
    struct lw_buffer body;
    size_t max_bytes; /* of a message that is received; at most WIRE_MAX_BYTES */
};

enum wire_event {
    WIRE_MESSAGE,
    WIRE_NOTHING, /* in that time */
    WIRE_CLOSED,
    WIRE_BAD /* this is no message; nothing sensible comes after it */
};

void wire_open(struct wire_channel *channel, int fd, const struct lw_alloc *alloc);
void wire_close(struct wire_channel *channel); /* the socket, too */
/* Sends a message whole; false when the other side is gone. */
bool wire_send(struct wire_channel *channel, enum wire_type type, uint32_t number,
               const struct lw_buffer *body);
/* timeout_ms -1: as long as it takes; else it returns in that time, however many bytes
 * come meanwhile, and goes on with a message in pieces at the next call. */
enum wire_event wire_receive(struct wire_channel *channel, int timeout_ms,
                             struct wire_message *out);
/* Nothing is lent any more: a large buffer is freed. False when a message has begun. */
bool wire_rest(struct wire_channel *channel);

#endif

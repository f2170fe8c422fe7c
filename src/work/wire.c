/* Bytes and messages. */
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define NONE UINT32_MAX              /* the length of a text that is NULL */
#define KEPT_BYTES ((size_t)1 << 20) /* of a buffer that waits for the next message */

/* Writing. */

static void put_number(struct lw_buffer *out, uint64_t value, size_t bytes) {
    char text[8];
    for (size_t i = 0; i < bytes; i++) {
        text[i] = (char)(unsigned char)(value >> (8 * i) & 0xff);
    }
    lw_buffer_add(out, text, bytes);
}

void wire_put_u8(struct lw_buffer *out, uint8_t value) {
    put_number(out, value, 1);
}

void wire_put_u32(struct lw_buffer *out, uint32_t value) {
    put_number(out, value, 4);
}

void wire_put_u64(struct lw_buffer *out, uint64_t value) {
    put_number(out, value, 8);
}

void wire_put_real(struct lw_buffer *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_number(out, bits, 8);
}

void wire_put_bool(struct lw_buffer *out, bool value) {
    put_number(out, value ? 1 : 0, 1);
}

void wire_put_bytes(struct lw_buffer *out, const char *bytes, size_t len) {
    if (len >= NONE) {
        out->failed = true;
        return;
    }
    wire_put_u32(out, bytes == NULL ? NONE : (uint32_t)len);
    if (bytes != NULL) {
        lw_buffer_add(out, bytes, len);
    }
}

void wire_put_text(struct lw_buffer *out, const char *text) {
    wire_put_bytes(out, text, text == NULL ? 0 : strlen(text));
}

/* Reading. */

static const char *take(struct wire_reader *in, size_t bytes) {
    if (in->bad || in->left < bytes) {
        in->bad = true;
        return NULL;
    }
    const char *at = in->at;
    in->at += bytes;
    in->left -= bytes;
    return at;
}

static uint64_t decode(const char *at, size_t bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++) {
        value |= (uint64_t)(unsigned char)at[i] << (8 * i);
    }
    return value;
}

static uint64_t get_number(struct wire_reader *in, size_t bytes) {
    const char *at = take(in, bytes);
    return at == NULL ? 0 : decode(at, bytes);
}

uint8_t wire_get_u8(struct wire_reader *in) {
    return (uint8_t)get_number(in, 1);
}

uint32_t wire_get_u32(struct wire_reader *in) {
    return (uint32_t)get_number(in, 4);
}

uint64_t wire_get_u64(struct wire_reader *in) {
    return get_number(in, 8);
}

double wire_get_real(struct wire_reader *in) {
    uint64_t bits = get_number(in, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool wire_get_bool(struct wire_reader *in) {
    uint64_t value = get_number(in, 1);
    in->bad = in->bad || value > 1;
    return value == 1;
}

const char *wire_get_bytes(struct wire_reader *in, size_t *len) {
    uint32_t n = wire_get_u32(in);
    *len = 0;
    if (in->bad || n == NONE) {
        return NULL;
    }
    const char *at = take(in, n);
    const char *copy = at == NULL ? NULL : lw_arena_text(in->arena, at, n);
    in->bad = copy == NULL;
    *len = copy == NULL ? 0 : n;
    return copy;
}

const char *wire_get_text(struct wire_reader *in) {
    size_t len;
    const char *text = wire_get_bytes(in, &len);
    if (text != NULL && strlen(text) != len) {
        in->bad = true;
        return NULL;
    }
    return text;
}

const char *wire_get_needed(struct wire_reader *in) {
    const char *text = wire_get_text(in);
    in->bad = in->bad || text == NULL;
    return text != NULL ? text : "";
}

size_t wire_get_count(struct wire_reader *in, size_t bytes_each) {
    uint32_t n = wire_get_u32(in);
    if (in->bad || n > in->left / bytes_each) {
        in->bad = true;
        return 0;
    }
    return n;
}

/* Messages. */

void wire_open(struct wire_channel *channel, int fd, const struct lw_alloc *alloc) {
    *channel = (struct wire_channel){.fd = fd, .max_bytes = WIRE_MAX_BYTES};
    lw_buffer_init(&channel->body, alloc);
}

void wire_close(struct wire_channel *channel) {
    if (channel->fd >= 0) {
        (void)close(channel->fd);
    }
    channel->fd = -1;
    lw_buffer_free(&channel->body);
}

static bool send_all(int fd, const char *bytes, size_t len) {
    while (len > 0) {
        ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        bytes += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool wire_send(struct wire_channel *channel, enum wire_type type, uint32_t number,
               const struct lw_buffer *body) {
    char head[12];
    size_t len = body == NULL ? 0 : body->len;
    struct lw_buffer text = {.data = head, .cap = sizeof head};
    if ((body != NULL && !lw_buffer_ok(body)) || len > WIRE_MAX_BYTES) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        uint32_t value = i == 0 ? (uint32_t)len : i == 1 ? (uint32_t)type : number;
        for (size_t k = 0; k < 4; k++) {
            text.data[text.len++] = (char)(unsigned char)(value >> (8 * k) & 0xff);
        }
    }
    return send_all(channel->fd, head, sizeof head) &&
           (len == 0 || send_all(channel->fd, body->data, len));
}

/* Some of the bytes that are there; 0: none in that time, -1: the other side is gone. */
static ssize_t receive_some(int fd, int timeout_ms, char *to, size_t most) {
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    int ready = poll(&waiting, 1, timeout_ms);
    if (ready <= 0) {
        return ready == 0 || errno == EINTR ? 0 : -1;
    }
    ssize_t n = recv(fd, to, most, 0);
    return n > 0 ? n : n < 0 && errno == EINTR ? 0 : -1;
}

static enum wire_event give(struct wire_channel *channel, struct wire_message *out) {
    uint64_t type = decode(channel->head + 4, 4);
    channel->n_head = 0;
    out->type = (enum wire_type)type;
    out->number = (uint32_t)decode(channel->head + 8, 4);
    out->body = channel->body;
    return type >= WIRE_HELLO && type <= WIRE_RESULT && lw_buffer_ok(&channel->body)
               ? WIRE_MESSAGE
               : WIRE_BAD;
}

bool wire_rest(struct wire_channel *channel) {
    if (channel->n_head > 0) {
        return false;
    }
    if (channel->body.cap > KEPT_BYTES) {
        lw_buffer_free(&channel->body);
    }
    return true;
}

static int64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Never more than the message at hand is read, so a message that comes in pieces is the
 * only thing to remember. */
enum wire_event wire_receive(struct wire_channel *channel, int timeout_ms,
                             struct wire_message *out) {
    char piece[65536];
    int64_t until = timeout_ms < 0 ? 0 : now_ms() + timeout_ms;
    int wait_ms = timeout_ms;
    for (;;) {
        bool in_head = channel->n_head < sizeof channel->head;
        size_t len = in_head ? 0 : (size_t)decode(channel->head, 4);
        if (len > channel->max_bytes) {
            return WIRE_BAD;
        }
        size_t left =
            in_head ? sizeof channel->head - channel->n_head : len - channel->body.len;
        if (!in_head && left == 0) {
            return give(channel, out);
        }
        if (wait_ms < 0 && timeout_ms >= 0) {
            return WIRE_NOTHING; /* what drips in does not hold anybody up */
        }
        ssize_t n = receive_some(channel->fd, wait_ms, piece,
                                 left < sizeof piece ? left : sizeof piece);
        if (n <= 0) {
            return n == 0 ? WIRE_NOTHING : WIRE_CLOSED;
        }
        if (in_head) {
            memcpy(channel->head + channel->n_head, piece, (size_t)n);
            channel->n_head += (size_t)n;
            lw_buffer_clear(&channel->body);
        } else {
            lw_buffer_add(&channel->body, piece, (size_t)n);
            if (!lw_buffer_ok(&channel->body)) {
                return WIRE_BAD;
            }
        }
        if (timeout_ms >= 0) {
            int64_t left_ms = until - now_ms();
            wait_ms = left_ms > 0 ? (int)left_ms : -1;
        }
    }
}

/* Addresses never leave this file: the table holds keyed hashes, the key is made at
 * start, nothing is written anywhere. A full neighbourhood gives up its oldest bucket,
 * which at worst forgives somebody. */
#include "http/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define N_SHARDS 16
#define N_SLOTS 4096 /* a shard */
#define N_PROBES 8

struct bucket {
    uint64_t client;
    uint64_t last_ns; /* 0: never used */
    double tokens;
};

struct shard {
    pthread_mutex_t lock;
    struct bucket buckets[N_SLOTS];
};

struct limits {
    const struct lw_alloc *alloc;
    double rate, full;
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct shard shards[N_SHARDS];
};

struct limits *limits_create(const struct lw_alloc *alloc, double rate, double full) {
    struct limits *limits = lw_alloc_zero(alloc, 1, sizeof *limits);
    if (limits != NULL) {
        limits->alloc = alloc;
        limits->rate = rate;
        limits->full = full;
        randombytes_buf(limits->key, sizeof limits->key);
        for (size_t i = 0; i < N_SHARDS; i++) {
            (void)pthread_mutex_init(&limits->shards[i].lock, NULL);
        }
    }
    return limits;
}

void limits_destroy(struct limits *limits) {
    if (limits != NULL) {
        for (size_t i = 0; i < N_SHARDS; i++) {
            (void)pthread_mutex_destroy(&limits->shards[i].lock);
        }
        sodium_memzero(limits->shards, sizeof limits->shards);
        lw_alloc_free(limits->alloc, limits, sizeof *limits);
    }
}

static struct bucket *find_bucket(struct limits *limits, struct shard *shard,
                                  uint64_t client, uint64_t now_ns) {
    struct bucket *oldest = NULL;
    for (size_t i = 0; i < N_PROBES; i++) {
        struct bucket *bucket = &shard->buckets[((client >> 8) + i) % N_SLOTS];
        if (bucket->client == client && bucket->last_ns != 0) {
            return bucket;
        }
        if (oldest == NULL || bucket->last_ns < oldest->last_ns) {
            oldest = bucket;
        }
    }
    *oldest = (struct bucket){client, now_ns, limits->full};
    return oldest;
}

/* Under the lock: the bucket with what has come into it since. */
static struct bucket *fill_bucket(struct limits *limits, struct shard *shard,
                                  uint64_t client, uint64_t now_ns) {
    struct bucket *bucket = find_bucket(limits, shard, client, now_ns);
    /* The clock is read before the lock is held, so times come out of order. */
    if (now_ns > bucket->last_ns) {
        bucket->tokens += (double)(now_ns - bucket->last_ns) / 1e9 * limits->rate;
        bucket->last_ns = now_ns;
    }
    if (bucket->tokens > limits->full) {
        bucket->tokens = limits->full;
    }
    return bucket;
}

void limits_charge(struct limits *limits, uint64_t client, uint64_t cost,
                   uint64_t now_ns) {
    struct shard *shard = &limits->shards[client % N_SHARDS];
    (void)pthread_mutex_lock(&shard->lock);
    struct bucket *bucket = fill_bucket(limits, shard, client, now_ns);
    bucket->tokens -= (double)cost;
    if (bucket->tokens < -limits->full) {
        bucket->tokens = -limits->full;
    }
    (void)pthread_mutex_unlock(&shard->lock);
}

bool limits_take(struct limits *limits, uint64_t client, unsigned cost, uint64_t now_ns,
                 unsigned *retry_s) {
    struct shard *shard = &limits->shards[client % N_SHARDS];
    (void)pthread_mutex_lock(&shard->lock);
    struct bucket *bucket = fill_bucket(limits, shard, client, now_ns);
    double full = limits->full;
    double need = cost < full ? cost : full; /* what costs more must still be possible */
    bool taken = bucket->tokens >= need;
    if (taken) {
        bucket->tokens -= need;
    } else {
        *retry_s = (unsigned)((need - bucket->tokens) / limits->rate) + 1;
    }
    (void)pthread_mutex_unlock(&shard->lock);
    return taken;
}

/* The 16 bytes of an IPv6 address; IPv4 as mapped. */
static bool address_bytes(const struct sockaddr *address, unsigned char bytes[16]) {
    memset(bytes, 0, 16);
    if (address != NULL && address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        bytes[10] = bytes[11] = 0xff;
        memcpy(bytes + 12, &in.sin_addr, 4);
        return true;
    }
    if (address != NULL && address->sa_family == AF_INET6) {
        struct sockaddr_in6 in6;
        memcpy(&in6, address, sizeof in6);
        memcpy(bytes, &in6.sin6_addr, 16);
        return true;
    }
    return false;
}

static bool is_mapped(const unsigned char bytes[16]) {
    static const unsigned char prefix[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(bytes, prefix, sizeof prefix) == 0;
}

static bool is_loopback(const unsigned char bytes[16]) {
    static const unsigned char one[16] = {[15] = 1};
    return is_mapped(bytes) ? bytes[12] == 127 : memcmp(bytes, one, 16) == 0;
}

static uint64_t hash_bytes(const struct limits *limits, const unsigned char bytes[16]) {
    unsigned char cut[16];
    unsigned char out[crypto_shorthash_BYTES];
    memcpy(cut, bytes, 16);
    if (!is_mapped(bytes)) {
        memset(cut + 8, 0, 8);
    }
    (void)crypto_shorthash(out, cut, sizeof cut, limits->key);
    uint64_t client;
    memcpy(&client, out, sizeof client);
    return client;
}

uint64_t limits_client(const struct limits *limits, const struct sockaddr *address) {
    unsigned char bytes[16];
    (void)address_bytes(address, bytes);
    return hash_bytes(limits, bytes);
}

uint64_t limits_name(const struct limits *limits, const char *name) {
    unsigned char out[crypto_shorthash_BYTES];
    uint64_t number;
    (void)crypto_shorthash(out, (const unsigned char *)name, strlen(name), limits->key);
    memcpy(&number, out, sizeof number);
    return number;
}

static bool is_port(const char *text, size_t len) {
    size_t n = 1;
    while (n < len && text[n] >= '0' && text[n] <= '9') {
        n++;
    }
    return len == 0 || (text[0] == ':' && len > 1 && n == len);
}

/* "1.2.3.4", "::1", "[::1]", and the forms with a port that some proxies write; blanks
 * around. */
static bool read_address(const char *text, size_t len, unsigned char bytes[16]) {
    char copy[64];
    while (len > 0 && *text == ' ') {
        text++;
        len--;
    }
    while (len > 0 && text[len - 1] == ' ') {
        len--;
    }
    bool in_brackets = len > 0 && *text == '[';
    text += in_brackets;
    len -= in_brackets;
    const char *end = memchr(text, in_brackets ? ']' : ':', len);
    size_t n = end == NULL ? len : (size_t)(end - text);
    if (in_brackets && end == NULL) {
        return false;
    }
    if (!in_brackets && end != NULL && memchr(end + 1, ':', len - n - 1) != NULL) {
        n = len; /* more than one colon: all of it is an address */
    }
    if (n == 0 || n >= sizeof copy ||
        !is_port(text + n + in_brackets, len - n - in_brackets)) {
        return false;
    }
    memcpy(copy, text, n);
    copy[n] = '\0';
    memset(bytes, 0, 16);
    if (!in_brackets && inet_pton(AF_INET, copy, bytes + 12) == 1) {
        bytes[10] = bytes[11] = 0xff;
        return true;
    }
    return (in_brackets || n == len) && inet_pton(AF_INET6, copy, bytes) == 1;
}

bool limits_is_address(const char *text) {
    unsigned char bytes[16];
    return read_address(text, strlen(text), bytes);
}

/* Bits of the address that count, of 128. */
static bool read_network(const char *text, unsigned char bytes[16], unsigned *bits) {
    const char *slash = strchr(text, '/');
    size_t len = slash == NULL ? strlen(text) : (size_t)(slash - text);
    if (!read_address(text, len, bytes)) {
        return false;
    }
    unsigned most = is_mapped(bytes) ? 32 : 128;
    unsigned long prefix = most;
    if (slash != NULL) {
        size_t n = strspn(slash + 1, "0123456789");
        if (n == 0 || n > 3 || slash[1 + n] != '\0') {
            return false;
        }
        prefix = strtoul(slash + 1, NULL, 10);
    }
    *bits = (unsigned)prefix + (128 - most);
    return prefix <= most;
}

bool limits_is_network(const char *text) {
    unsigned char bytes[16];
    unsigned bits;
    return read_network(text, bytes, &bits);
}

static bool is_allowed(const struct app *app, const unsigned char bytes[16]) {
    for (size_t i = 0; i < app->config.n_allow; i++) {
        unsigned char network[16];
        unsigned bits;
        if (!read_network(app->config.allow[i], network, &bits)) {
            continue;
        }
        unsigned char mask = (unsigned char)(0xff00u >> bits % 8);
        if (memcmp(network, bytes, bits / 8) == 0 &&
            (bits % 8 == 0 || ((network[bits / 8] ^ bytes[bits / 8]) & mask) == 0)) {
            return true;
        }
    }
    return app->config.n_allow == 0;
}

static bool is_proxy(const struct app *app, const unsigned char bytes[16]) {
    for (size_t i = 0; i < app->config.n_proxies; i++) {
        unsigned char proxy[16];
        const char *text = app->config.proxies[i];
        if (read_address(text, strlen(text), proxy) && memcmp(proxy, bytes, 16) == 0) {
            return true;
        }
    }
    return false;
}

bool limits_is_proxy(const struct app *app, const struct sockaddr *address) {
    unsigned char bytes[16];
    return address_bytes(address, bytes) && is_proxy(app, bytes);
}

/* The list grows to the right: the last address that is not itself a named proxy is the
 * farthest that can be believed. */
static void believe(const struct app *app, const char *list, unsigned char bytes[16]) {
    const char *end = list + strlen(list);
    while (end > list && is_proxy(app, bytes)) {
        const char *start = end;
        while (start > list && start[-1] != ',') {
            start--;
        }
        unsigned char next[16];
        if (!read_address(start, (size_t)(end - start), next)) {
            return;
        }
        memcpy(bytes, next, 16);
        end = start > list ? start - 1 : list;
    }
}

struct peer limits_peer(const struct app *app, const struct sockaddr *address,
                        const char *forwarded_for) {
    unsigned char bytes[16];
    bool known = address_bytes(address, bytes);
    bool is_local = known && is_loopback(bytes) && forwarded_for == NULL;
    if (forwarded_for != NULL) {
        believe(app, forwarded_for, bytes);
    }
    return (struct peer){.client = hash_bytes(app->limits, bytes),
                         .is_local = is_local,
                         .is_shut = !is_local && !is_allowed(app, bytes)};
}

/* Honest players for siege.py: each at an address of its own sends events, wins and asks
 * for the daily level at its own times, and every answer is timed from the moment at
 * which the request was due, so that a server that keeps a player waiting is charged for
 * all that the player would have asked meanwhile.
 *
 *   siege_players PORT SECONDS PERIOD_MS MOVES < players > result
 *
 * A line of players is "ADDRESS KEY PLAY"; MOVES win the level of all plays, so the
 * server has them replayed. The result has a line "play PLAY ACKNOWLEDGED DOUBTFUL" for
 * each, and "events|daily|wins COUNT P50 P99 MAX" in milliseconds, "status CODE COUNT" of
 * other answers, "broken COUNT", "cpu SECONDS". One thread and no JSON: on a machine that
 * it shares with the server it has to be cheap. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_PLAYERS = 2000,
    BATCH = 5,       /* events of a request */
    DAILY_EVERY = 5, /* requests */
    WIN_EVERY = 4,
    PATIENCE_MS = 60000,
    AGAIN_MS = 200, /* after a refusal or a broken connection */
    HEAD = 8192
};

enum kind { EVENTS, DAILY, WINS, N_KINDS };

struct player {
    char address[64], key[80], play[40];
    int fd;
    bool connecting, asking;
    enum kind kind;
    uint64_t wanted_ns, due_ns; /* at first, and now, after a refusal */
    uint64_t n_asked;
    uint64_t acknowledged; /* events: numbers from 1 */
    unsigned n_sent;       /* events of this request */
    bool doubtful;         /* whether the batch behind it is stored */
    char out[2048];
    size_t out_len, out_at;
    char head[HEAD];
    size_t head_len;
    uint64_t body_left;
    bool in_body;
    int status;
    bool closes;
};

struct times {
    double *ms;
    size_t n, room;
};

struct run {
    struct player *players;
    size_t n;
    int epoll;
    uint16_t port;
    const char *moves;
    uint64_t end_ns, period_ns, random;
    struct times times[N_KINDS];
    uint64_t statuses[600], broken;
};

static uint64_t now_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t draw(struct run *run) {
    run->random = run->random * 6364136223846793005u + 1442695040888963407u;
    return run->random >> 33;
}

static void note_time(struct times *times, double ms) {
    if (times->n == times->room) {
        times->room = times->room == 0 ? 4096 : times->room * 2;
        double *more = realloc(times->ms, times->room * sizeof *more);
        if (more == NULL) {
            abort();
        }
        times->ms = more;
    }
    times->ms[times->n++] = ms;
}

static void hang_up(struct player *player) {
    if (player->fd >= 0) {
        (void)close(player->fd);
    }
    player->fd = -1;
    player->asking = player->connecting = false;
}

static void watch(struct run *run, struct player *player, int how) {
    struct epoll_event event = {
        .events = EPOLLIN |
                  (player->connecting || player->out_at < player->out_len ? EPOLLOUT : 0),
        .data.ptr = player};
    (void)epoll_ctl(run->epoll, how, player->fd, &event);
}

static bool dial(struct run *run, struct player *player) {
    struct sockaddr_in from = {.sin_family = AF_INET};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(run->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    (void)inet_pton(AF_INET, player->address, &from.sin_addr);
    player->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (player->fd < 0 || bind(player->fd, (void *)&from, sizeof from) != 0 ||
        (connect(player->fd, (void *)&to, sizeof to) != 0 && errno != EINPROGRESS)) {
        hang_up(player);
        return false;
    }
    player->connecting = true;
    watch(run, player, EPOLL_CTL_ADD);
    return true;
}

static void write_request(const struct run *run, struct player *player) {
    char body[1024];
    size_t len = 0;
    if (player->kind == DAILY) {
        player->out_len = (size_t)snprintf(
            player->out, sizeof player->out,
            "GET /api/v1/daily?game=sokoban HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return;
    }
    len += (size_t)snprintf(body, sizeof body, "{\"events\":[");
    player->n_sent = player->kind == WINS ? 1 : BATCH;
    for (unsigned i = 1; i <= player->n_sent; i++) {
        len += (size_t)snprintf(body + len, sizeof body - len,
                                "%s{\"play\":\"%s\",\"seq\":%llu,\"kind\":\"%s\","
                                "\"data\":\"%s\",\"t_ms\":%llu}",
                                i > 1 ? "," : "", player->play,
                                (unsigned long long)(player->acknowledged + i),
                                player->kind == WINS ? "win" : "move",
                                player->kind == WINS ? run->moves : "R",
                                (unsigned long long)(player->acknowledged + i) * 300);
    }
    len += (size_t)snprintf(body + len, sizeof body - len, "]}");
    player->out_len =
        (size_t)snprintf(player->out, sizeof player->out,
                         "POST /api/v1/events HTTP/1.1\r\nHost: "
                         "localhost\r\nContent-Type: application/json\r\n"
                         "Authorization: Player %s\r\nContent-Length: %zu\r\n\r\n%s",
                         player->key, len, body);
}

/* The next request, or the same again. */
static void ask(struct run *run, struct player *player, uint64_t now) {
    if (player->fd < 0 && !dial(run, player)) {
        run->broken++;
        player->due_ns = now + AGAIN_MS * UINT64_C(1000000);
        return;
    }
    if (!player->doubtful) { /* else the same as before */
        player->kind = player->n_asked % DAILY_EVERY == 0 ? DAILY
                       : player->n_asked % WIN_EVERY == 1 ? WINS
                                                          : EVENTS;
    }
    player->doubtful = player->kind != DAILY;
    player->asking = true;
    player->out_at = player->head_len = 0;
    player->in_body = false;
    write_request(run, player);
    watch(run, player, EPOLL_CTL_MOD);
}

static void finish(struct run *run, struct player *player) {
    uint64_t now = now_ns();
    player->asking = false;
    if (player->status == 200) {
        note_time(&run->times[player->kind], (double)(now - player->wanted_ns) / 1e6);
        player->n_asked++;
        if (player->kind != DAILY) {
            player->acknowledged += player->n_sent;
            player->doubtful = false;
        }
        /* Half to one and a half periods after this one was due. */
        player->wanted_ns += run->period_ns / 2 + draw(run) % run->period_ns;
        player->due_ns = player->wanted_ns;
    } else {
        run->statuses[player->status < 600 ? player->status : 0]++;
        player->doubtful = false; /* a refusal stores nothing */
        player->due_ns = now + AGAIN_MS * UINT64_C(1000000);
    }
    if (player->closes) {
        hang_up(player);
    }
}

static void break_off(struct run *run, struct player *player) {
    /* Closed while nothing was asked: servers may. */
    run->broken += player->asking ? 1 : 0;
    if (player->asking) {
        player->due_ns = now_ns() + AGAIN_MS * UINT64_C(1000000);
    }
    hang_up(player);
}

static void read_head(struct player *player) {
    player->status = atoi(player->head + 9);
    player->body_left = 0;
    player->closes = false;
    for (char *line = player->head; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n' ? 1 : 0;
        if (strncasecmp(line, "content-length:", 15) == 0) {
            player->body_left = strtoull(line + 15, NULL, 10);
        } else if (strncasecmp(line, "connection: close", 17) == 0) {
            player->closes = true;
        }
        if (*line == '\0') {
            break;
        }
    }
    player->in_body = true;
}

/* False when the connection is over. */
static bool take(struct run *run, struct player *player, const char *bytes, size_t len) {
    while (len > 0) {
        if (player->in_body) {
            size_t part = len < player->body_left ? len : (size_t)player->body_left;
            player->body_left -= part;
            bytes += part;
            len -= part;
        } else {
            if (!player->asking || player->head_len + 1 >= HEAD) {
                return false;
            }
            player->head[player->head_len++] = *bytes++;
            player->head[player->head_len] = '\0';
            len--;
            if (player->head_len >= 4 &&
                strcmp(player->head + player->head_len - 4, "\r\n\r\n") == 0) {
                read_head(player);
            }
        }
        if (player->in_body && player->body_left == 0) {
            player->in_body = false;
            finish(run, player);
            if (player->fd < 0) {
                return true;
            }
        }
    }
    return true;
}

static void serve(struct run *run, struct player *player, uint32_t events) {
    char bytes[16384];
    if (player->fd < 0) {
        return;
    }
    if ((events & EPOLLOUT) != 0) {
        player->connecting = false;
        ssize_t sent = send(player->fd, player->out + player->out_at,
                            player->out_len - player->out_at, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN) {
            break_off(run, player);
            return;
        }
        player->out_at += sent > 0 ? (size_t)sent : 0;
        watch(run, player, EPOLL_CTL_MOD);
    }
    if ((events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) {
        ssize_t got = recv(player->fd, bytes, sizeof bytes, 0);
        bool over = got == 0 || (got < 0 && errno != EAGAIN);
        if (over || (got > 0 && !take(run, player, bytes, (size_t)got))) {
            break_off(run, player);
        }
    }
}

/* After the end only those go on who do not know what became of their last batch. */
static bool step(struct run *run) {
    struct epoll_event events[256];
    uint64_t now = now_ns();
    uint64_t next = now + 100000000;
    bool busy = now < run->end_ns;
    for (size_t i = 0; i < run->n; i++) {
        struct player *player = &run->players[i];
        bool wants = now < run->end_ns || player->doubtful;
        if (player->asking && now > player->due_ns &&
            now - player->due_ns > PATIENCE_MS * UINT64_C(1000000)) {
            break_off(run, player);
        }
        if (!player->asking && wants && player->due_ns <= now) {
            ask(run, player, now);
        }
        if (!player->asking && wants && player->due_ns < next) {
            next = player->due_ns;
        }
        busy = busy || player->asking || player->doubtful;
    }
    int wait_ms = next <= now ? 0 : (int)((next - now) / 1000000) + 1;
    int n = epoll_wait(run->epoll, events, 256, wait_ms);
    for (int i = 0; i < n; i++) {
        serve(run, events[i].data.ptr, events[i].events);
    }
    return busy && now < run->end_ns + PATIENCE_MS * UINT64_C(2000000);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(struct run *run) {
    static const char *const names[] = {"events", "daily", "wins"};
    for (size_t i = 0; i < run->n; i++) {
        const struct player *player = &run->players[i];
        printf("play %s %llu %d\n", player->play,
               (unsigned long long)player->acknowledged,
               player->doubtful ? (int)player->n_sent : 0);
    }
    for (int kind = 0; kind < N_KINDS; kind++) {
        struct times *times = &run->times[kind];
        size_t last = times->n == 0 ? 0 : times->n - 1;
        if (times->n > 0) {
            qsort(times->ms, times->n, sizeof *times->ms, compare);
            printf("%s %zu %.2f %.2f %.2f\n", names[kind], times->n, times->ms[last / 2],
                   times->ms[last * 99 / 100], times->ms[last]);
        }
    }
    for (size_t i = 0; i < 600; i++) {
        if (run->statuses[i] > 0) {
            printf("status %zu %llu\n", i, (unsigned long long)run->statuses[i]);
        }
    }
    printf("broken %llu\ncpu %.2f\n", (unsigned long long)run->broken,
           (double)clock() / CLOCKS_PER_SEC);
}

int main(int argc, char **argv) {
    struct run run = {.random = 1, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    run.players = calloc(MAX_PLAYERS, sizeof *run.players);
    if (argc != 5 || strlen(argv[4]) > 200 || run.players == NULL || run.epoll < 0) {
        (void)fprintf(stderr, "siege_players PORT SECONDS PERIOD_MS MOVES < players\n");
        return 1;
    }
    uint64_t begin = now_ns();
    run.port = (uint16_t)strtoul(argv[1], NULL, 10);
    run.end_ns = begin + strtoull(argv[2], NULL, 10) * 1000000000u;
    run.period_ns = strtoull(argv[3], NULL, 10) * 1000000u;
    run.moves = argv[4];
    for (struct player *it = run.players; run.n < MAX_PLAYERS; it++, run.n++) {
        if (scanf("%63s %79s %39s", it->address, it->key, it->play) != 3) {
            break;
        }
        it->fd = -1;
        it->wanted_ns = it->due_ns = begin + draw(&run) % run.period_ns;
    }
    while (step(&run)) {
    }
    report(&run);
    for (size_t i = 0; i < run.n; i++) {
        hang_up(&run.players[i]);
    }
    for (int kind = 0; kind < N_KINDS; kind++) {
        free(run.times[kind].ms);
    }
    (void)close(run.epoll);
    free(run.players);
    return 0;
}

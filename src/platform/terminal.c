/* The keyboard of a terminal in raw mode. */
#include "lw/platform.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#define STEP_MS 50

struct lw_terminal {
    struct termios before;
    bool changed;
    uint32_t columns, rows;
};

lw_status lw_terminal_enter(struct lw_terminal **out, struct lw_error *err) {
    struct lw_terminal *terminal = lw_alloc_zero(lw_alloc_libc(), 1, sizeof *terminal);
    if (terminal == NULL) {
        return lw_fail_memory(err);
    }
    if (tcgetattr(STDIN_FILENO, &terminal->before) != 0) {
        lw_alloc_free(lw_alloc_libc(), terminal, sizeof *terminal);
        return lw_fail(err, LW_IO, 0, 0,
                       "playing needs a terminal; give the moves with --moves instead");
    }
    struct termios raw = terminal->before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    terminal->changed = tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
    lw_platform_terminal_size(STDOUT_FILENO, &terminal->columns, &terminal->rows);
    *out = terminal;
    return LW_OK;
}

void lw_terminal_leave(struct lw_terminal *terminal) {
    if (terminal != NULL) {
        if (terminal->changed) {
            (void)tcsetattr(STDIN_FILENO, TCSANOW, &terminal->before);
        }
        lw_alloc_free(lw_alloc_libc(), terminal, sizeof *terminal);
    }
}

/* Waits in short steps so that a cancel is noticed. 1: a byte, 0: nothing in time,
 * -1: end of input or cancel. */
static int next_byte(const atomic_bool *cancel, int wait_ms, char *out) {
    const int step_ms = wait_ms < STEP_MS ? wait_ms : STEP_MS;
    for (int waited = 0; waited <= wait_ms; waited += STEP_MS) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (cancel != NULL && atomic_load(cancel)) {
            return -1;
        }
        int ready = poll(&input, 1, step_ms);
        if (ready > 0) {
            ssize_t got = read(STDIN_FILENO, out, 1);
            if (got == 1) {
                return 1;
            }
            if (got == 0 || errno != EINTR) {
                return -1;
            }
        } else if (ready < 0 && errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

/* The rest of an escape sequence; a lone escape is the escape key. */
static const char *escape_key(const atomic_bool *cancel) {
    char c;
    if (next_byte(cancel, 50, &c) != 1 || (c != '[' && c != 'O')) {
        return "escape";
    }
    while (next_byte(cancel, 50, &c) == 1) {
        switch (c) {
        case 'A':
            return "up";
        case 'B':
            return "down";
        case 'C':
            return "right";
        case 'D':
            return "left";
        default:
            /* Parameters of a longer sequence go on until its final letter. */
            if (c >= '@' && c <= '~') {
                return "";
            }
        }
    }
    return "";
}

static bool was_resized(struct lw_terminal *terminal) {
    uint32_t columns;
    uint32_t rows;
    lw_platform_terminal_size(STDOUT_FILENO, &columns, &rows);
    bool resized = columns != terminal->columns || rows != terminal->rows;
    terminal->columns = columns;
    terminal->rows = rows;
    return resized;
}

bool lw_terminal_key(struct lw_terminal *terminal, const atomic_bool *cancel, int wait_ms,
                     char key[16]) {
    for (int left = wait_ms;;) {
        char c;
        int step = left >= 0 && left < 2 * STEP_MS ? left : 2 * STEP_MS;
        int got = next_byte(cancel, step, &c);
        if (got < 0) {
            return false;
        }
        if (got == 0) {
            bool resized = was_resized(terminal);
            left -= left >= 0 ? step : 0;
            if (resized || left == 0) {
                (void)snprintf(key, 16, "%s", resized ? "resize" : "time");
                return true;
            }
            continue;
        }
        const char *name = c == '\033'                ? escape_key(cancel)
                           : c == '\r' || c == '\n'   ? "enter"
                           : c == '\177' || c == '\b' ? "backspace"
                           : c == ' '                 ? "space"
                                                      : NULL;
        if (name == NULL) {
            key[0] = c;
            key[1] = '\0';
            return true;
        }
        if (name[0] != '\0') {
            (void)snprintf(key, 16, "%s", name);
            return true;
        }
    }
}

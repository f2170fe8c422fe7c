/* Playing in a terminal: the screen, the keys, and a cursor for games that are played by
 * pointing.
 *
 * The session has the rules of undo and redo; this file has only what a person sees:
 * which level, where the cursor is, which cells are marked, what was last said. */
#include "play/play_screen.h"

#include <inttypes.h>
#include <string.h>

#include "lw/command/levels.h"
#include "play/play_view.h"

#define ADVICE_NS 3000000000u
#define LEAST_TICK_S 0.02
#define ADVICE_BYTES ((size_t)512 << 20)

static void say(struct screen *screen, const char *text) {
    (void)snprintf(screen->message, sizeof screen->message, "%s", text);
}

static void forget_marks(struct screen *screen) {
    screen->n_marked = 0;
}

/* All messages of that key, one after the other. */
static void say_notes(struct screen *screen, const char *key) {
    const struct lw_note *note = screen->levels->set.entries[screen->index].notes;
    for (; note != NULL; note = note->next) {
        size_t len = strlen(screen->message);
        if (strcmp(note->key, key) == 0) {
            (void)snprintf(screen->message + len, sizeof screen->message - len, "%s%s",
                           len > 0 ? " " : "", note->text);
        }
    }
}

/* What the author of the rules should know, after whatever else there is to say. */
static void say_warning(struct screen *screen) {
    if (ops_of(screen)->warning == NULL) {
        return;
    }
    struct lw_warning warning = ops_of(screen)->warning(lw_session_play(screen->session));
    if (warning.text != NULL &&
        (screen->told.text != warning.text || screen->told.line != warning.line)) {
        size_t len = strlen(screen->message);
        (void)snprintf(screen->message + len, sizeof screen->message - len,
                       "%s(warning: line %" PRIu32 ": %s)", len > 0 ? " " : "",
                       warning.line, warning.text);
        screen->told = warning;
    }
}

/* A board too large for the terminal is to be shown around the player, and the player is
 * where a key changes something. */
static void look_for_player(struct screen *screen, const struct lw_level *level) {
    struct lw_session *trial = NULL;
    const struct lw_key *key = ops_of(screen)->keys;
    size_t used;
    if (key == NULL ||
        lw_session_create(level, screen->cli->alloc, &trial, NULL) != LW_OK) {
        return;
    }
    while (key->key != NULL && lw_session_move(trial, key->move, strlen(key->move), &used,
                                               NULL) != LW_STEP_CHANGED) {
        key++;
    }
    ops_of(screen)->draw(lw_session_play(trial), lw_session_state(trial), &screen->list);
    play_find_focus(screen);
    lw_session_destroy(trial);
}

/* The clock of a game in which time runs. A message has to be read first. */
static void set_clock(struct screen *screen, const struct lw_level *level) {
    double seconds = ops_of(screen)->tick_s == NULL ? 0 : ops_of(screen)->tick_s(level);
    bool runs = seconds > 0;
    seconds = seconds < LEAST_TICK_S ? LEAST_TICK_S : seconds;
    screen->tick_ns = runs ? (uint64_t)((seconds < 3600 ? seconds : 3600) * 1e9) : 0;
    screen->waits = screen->message[0] != '\0';
    screen->next_tick_ns = lw_runtime_now_ns(screen->cli->runtime) + screen->tick_ns;
}

static bool open_level(struct screen *screen, size_t index) {
    struct lw_error err = {0};
    struct lw_session *session = NULL;
    const struct lw_level *level = screen->levels->set.entries[index].level;
    lw_status status = level->game->kind->level->validate(level, &err);
    if (status == LW_OK) {
        status = lw_session_create(level, screen->cli->alloc, &session, &err);
    }
    if (status != LW_OK) {
        (void)snprintf(screen->message, sizeof screen->message,
                       "level %zu is not playable: %.200s", index + 1, err.text);
        return false;
    }
    lw_session_destroy(screen->session);
    screen->session = session;
    screen->index = index;
    screen->cursor = 0;
    screen->focus = 0;
    screen->n_path = 0;
    forget_marks(screen);
    look_for_player(screen, level);
    screen->part = (struct lw_part){.width = 0};
    say(screen, "");
    say_notes(screen, "Message");
    set_clock(screen, level);
    say_warning(screen);
    return true;
}

/* What the game says of a step, or that it has won. */
static void after_step(struct screen *screen, enum lw_step step) {
    const char *said = ops_of(screen)->said == NULL
                           ? NULL
                           : ops_of(screen)->said(lw_session_play(screen->session));
    if (said != NULL) {
        say(screen, said);
    } else if (step == LW_STEP_WON) {
        say(screen, "Solved!");
        say_notes(screen, "Message after");
    }
    say_warning(screen);
}

static void make_move(struct screen *screen, const char *text, size_t len) {
    struct lw_error err = {0};
    size_t used = 0;
    forget_marks(screen);
    say(screen, "");
    enum lw_step step = lw_session_move(screen->session, text, len, &used, &err);
    if (step == LW_STEP_ILLEGAL) {
        say(screen, err.text[0] != '\0' ? err.text : "that move is not possible here");
    } else {
        after_step(screen, step);
    }
}

/* Ticks are nobody's move: taking one back goes on to the last that a person made. */
static void undo(struct screen *screen) {
    struct lw_buffer line;
    lw_buffer_init(&line, screen->cli->alloc);
    lw_session_text(screen->session, &line);
    size_t n = line.len;
    while (screen->tick_ns > 0 && n > 0 &&
           line.data[n - 1] == *ops_of(screen)->tick_move) {
        n--;
    }
    bool undone = n > 0 || screen->tick_ns == 0;
    for (size_t i = line.len; undone && i > n; i--) {
        undone = lw_session_undo(screen->session);
    }
    undone = undone && lw_session_undo(screen->session);
    say(screen, undone ? "" : "nothing to undo");
    lw_buffer_free(&line);
}

static void redo(struct screen *screen) {
    say(screen, lw_session_redo(screen->session) ? "" : "nothing to redo");
}

static void restart(struct screen *screen) {
    say(screen, lw_session_restart(screen->session) ? "back at the start; u undoes this"
                                                    : "this is the start");
}

static void change_level(struct screen *screen, bool forward) {
    size_t n = screen->levels->set.n_entries;
    if (forward ? screen->index + 1 >= n : screen->index == 0) {
        say(screen, forward ? "this is the last level" : "this is the first level");
        return;
    }
    (void)open_level(screen, forward ? screen->index + 1 : screen->index - 1);
}

static void next_level(struct screen *screen) {
    change_level(screen, true);
}

static void previous_level(struct screen *screen) {
    change_level(screen, false);
}

static void remember_marks(struct screen *screen, const struct lw_advice *advice) {
    forget_marks(screen);
    if (advice->n_cells > 0 &&
        lw_grow(screen->cli->alloc, &screen->marked, &screen->marked_cap, advice->n_cells,
                sizeof *screen->marked)) {
        screen->mark_dead = advice->outcome == LW_OUTCOME_UNSOLVABLE;
        memcpy(screen->marked, advice->cells, advice->n_cells * sizeof *advice->cells);
        screen->n_marked = advice->n_cells;
    }
}

/* Is the word in the text, and not only its letters in another word? */
static bool has_word(const char *text, const char *word) {
    static const char ends[] = " .,:;()'";
    size_t len = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == text || strchr(ends, at[-1]) != NULL) &&
            strchr(ends, at[len]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The key that makes the move, else the move as it is written. */
static const char *key_of(const struct screen *screen, const char *move) {
    const struct lw_key *key = ops_of(screen)->keys;
    while (key != NULL && key->key != NULL && strcmp(key->move, move) != 0) {
        key++;
    }
    return key != NULL && key->key != NULL ? key->key : move;
}

static void ask(struct screen *screen, bool for_hint) {
    const struct lw_advice_ops *advice_ops = screen->levels->game->kind->advice;
    if (advice_ops == NULL || (for_hint ? advice_ops->hint : advice_ops->dead) == NULL) {
        say(screen, "this game has no hints");
        return;
    }
    say(screen, "thinking...");
    play_show(screen);
    struct lw_advice advice;
    lw_advice_init(&advice, screen->cli->alloc);
    struct lw_budget budget = {.time_ns = ADVICE_NS,
                               .memory_bytes = ADVICE_BYTES,
                               .cancel = screen->cli->cancel};
    lw_status status = (for_hint ? advice_ops->hint : advice_ops->dead)(
        lw_session_play(screen->session), lw_session_state(screen->session),
        screen->cli->runtime, &budget, &advice);
    if (status != LW_OK) {
        say(screen, lw_status_text(status));
    } else if (advice.text[0] != '\0') {
        say(screen, advice.text);
    } else {
        static const char *const words[] = {
            [LW_OUTCOME_SOLVED] = "the level can still be solved from here",
            [LW_OUTCOME_UNSOLVABLE] = "this position is a dead end; undo with u",
            [LW_OUTCOME_LIMIT] = "no answer within three seconds"};
        say(screen, words[advice.outcome]);
    }
    if (for_hint && advice.move.len > 0 &&
        !has_word(screen->message, lw_buffer_text(&advice.move))) {
        size_t len = strlen(screen->message);
        (void)snprintf(screen->message + len, sizeof screen->message - len, " (%.60s)",
                       key_of(screen, lw_buffer_text(&advice.move)));
    }
    remember_marks(screen, &advice);
    lw_advice_free(&advice);
}

static void hint(struct screen *screen) {
    ask(screen, true);
}

static void dead(struct screen *screen) {
    ask(screen, false);
}

/* The file: "level N", then the session's own line. */
static void save(struct screen *screen) {
    struct lw_buffer text;
    lw_buffer_init(&text, screen->cli->alloc);
    lw_buffer_printf(&text, "level %zu\n", screen->index + 1);
    lw_session_save(screen->session, &text);
    lw_buffer_putc(&text, '\n');
    struct lw_error err = {0};
    lw_status status =
        lw_platform_write_file(screen->save_path, lw_buffer_text(&text), text.len, &err);
    lw_buffer_free(&text);
    if (status != LW_OK) {
        say(screen, err.text);
    } else {
        (void)snprintf(screen->message, sizeof screen->message, "saved to %.200s",
                       screen->save_path);
    }
}

static void load(struct screen *screen) {
    struct lw_buffer text;
    lw_buffer_init(&text, screen->cli->alloc);
    struct lw_error err = {0};
    size_t number = 0;
    lw_status status =
        lw_platform_read_file(screen->save_path, (size_t)16 << 20, &text, &err);
    const char *line_end = strchr(lw_buffer_text(&text), '\n');
    if (status != LW_OK) {
        say(screen, err.text);
    } else if (sscanf(lw_buffer_text(&text), "level %9zu", &number) != 1 || number == 0 ||
               number > screen->levels->set.n_entries || line_end == NULL) {
        say(screen, "the saved game belongs to another collection");
    } else if (open_level(screen, number - 1)) {
        size_t len = text.len - (size_t)(line_end + 1 - text.data);
        while (len > 0 && line_end[len] == '\n') {
            len--;
        }
        status = lw_session_load(screen->session, line_end + 1, len, &err);
        say(screen, status == LW_OK ? "loaded" : err.text);
    }
    lw_buffer_free(&text);
}

static void leave(struct screen *screen) {
    screen->quit = true;
}

static const struct {
    const char *key;
    void (*act)(struct screen *screen);
} actions[] = {
    {"u", undo}, {"backspace", undo}, {"y", redo},       {"R", restart},
    {"h", hint}, {"d", dead},         {"n", next_level}, {"p", previous_level},
    {"s", save}, {"l", load},         {"q", leave},      {"\004", leave},
};

/* Pointing. */

static void add_to_path(struct screen *screen) {
    if (lw_grow(screen->cli->alloc, &screen->path, &screen->path_cap, screen->n_path + 1,
                sizeof *screen->path)) {
        screen->path[screen->n_path++] = screen->cursor;
    }
}

static void let_go(struct screen *screen) {
    struct lw_buffer text;
    lw_buffer_init(&text, screen->cli->alloc);
    bool understood = ops_of(screen)->pointer_text != NULL &&
                      ops_of(screen)->pointer_text(lw_session_play(screen->session),
                                                   lw_session_state(screen->session),
                                                   screen->path, screen->n_path, &text);
    screen->n_path = 0;
    if (understood) {
        make_move(screen, lw_buffer_text(&text), text.len);
    } else {
        say(screen, "that is not a valid move here");
    }
    lw_buffer_free(&text);
}

static bool point(struct screen *screen, const char *key) {
    uint32_t width = screen->list.width;
    uint32_t x = width > 0 ? screen->cursor % width : 0;
    uint32_t y = width > 0 ? screen->cursor / width : 0;
    if (strcmp(key, "space") == 0 || strcmp(key, "enter") == 0) {
        if (screen->n_path > 0) {
            let_go(screen);
        } else {
            add_to_path(screen);
            say(screen, "");
        }
        return true;
    }
    if (strcmp(key, "escape") == 0) {
        screen->n_path = 0;
        return true;
    }
    if (strcmp(key, "left") == 0 && x > 0) {
        screen->cursor--;
    } else if (strcmp(key, "right") == 0 && x + 1 < width) {
        screen->cursor++;
    } else if (strcmp(key, "up") == 0 && y > 0) {
        screen->cursor -= width;
    } else if (strcmp(key, "down") == 0 && y + 1 < screen->list.height) {
        screen->cursor += width;
    } else {
        return false;
    }
    if (screen->n_path > 0) {
        add_to_path(screen);
    }
    return true;
}

static void press(struct screen *screen, const char *key) {
    if (points(screen) && point(screen, key)) {
        return;
    }
    for (const struct lw_key *at = ops_of(screen)->keys; at != NULL && at->key != NULL;
         at++) {
        if (strcmp(at->key, key) == 0) {
            make_move(screen, at->move, strlen(at->move));
            return;
        }
    }
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].key, key) == 0) {
            forget_marks(screen);
            actions[i].act(screen);
            return;
        }
    }
}

/* Milliseconds until the next tick is due; negative: there is none to wait for. */
static int time_to_tick(const struct screen *screen) {
    if (screen->tick_ns == 0 || screen->waits || lw_session_won(screen->session)) {
        return -1;
    }
    uint64_t now_ns = lw_runtime_now_ns(screen->cli->runtime);
    return now_ns >= screen->next_tick_ns
               ? 0
               : (int)((screen->next_tick_ns - now_ns + 999999) / 1000000);
}

/* What was last said stays until the game says something new. */
static void tick(struct screen *screen) {
    struct lw_error err = {0};
    const char *move = ops_of(screen)->tick_move;
    size_t used = 0;
    enum lw_step step = lw_session_move(screen->session, move, strlen(move), &used, &err);
    screen->next_tick_ns = lw_runtime_now_ns(screen->cli->runtime) + screen->tick_ns;
    after_step(screen, step);
}

/* A key, or time; false when it is over. */
static bool next_event(struct screen *screen, struct lw_terminal *terminal) {
    char key[16];
    if (!lw_terminal_key(terminal, screen->cli->cancel, time_to_tick(screen), key)) {
        return false;
    }
    if (strcmp(key, "time") == 0) {
        tick(screen);
    } else {
        screen->waits = false;
        press(screen, key);
    }
    return !screen->quit;
}

static int play_until_quit(struct screen *screen) {
    struct lw_error err = {0};
    struct lw_terminal *terminal = NULL;
    if (lw_terminal_enter(&terminal, &err) != LW_OK) {
        return cli_fail(screen->cli, NULL, &err);
    }
    /* The other screen, no text cursor, lines that are too long cut. */
    (void)fputs("\033[?1049h\033[?25l\033[?7l", screen->cli->out);
    do {
        play_show(screen);
    } while (cli_out_ok(screen->cli) && next_event(screen, terminal));
    (void)fputs("\033[?7h\033[?25h\033[?1049l", screen->cli->out);
    (void)fflush(screen->cli->out);
    lw_terminal_leave(terminal);
    return 0;
}

int cli_play_screen(struct cli *cli, const struct cli_levels *levels, size_t index,
                    enum lw_theme theme, const char *save_path) {
    struct screen screen = {
        .cli = cli, .levels = levels, .theme = theme, .save_path = save_path};
    lw_draw_init(&screen.list, cli->alloc, theme);
    lw_buffer_init(&screen.frame, cli->alloc);
    int code;
    struct lw_error err = {0};
    const struct lw_level *level = levels->set.entries[index].level;
    if (level->game->kind->level->validate(level, &err) != LW_OK) {
        code = cli_refuse_level(cli, levels, index, false, &err);
    } else if (!open_level(&screen, index)) {
        (void)lw_fail(&err, LW_BAD_INPUT, 0, 0, "%s", screen.message);
        code = cli_fail(cli, levels->file, &err);
    } else {
        code = play_until_quit(&screen);
    }
    lw_session_destroy(screen.session);
    lw_draw_free(&screen.list);
    lw_buffer_free(&screen.frame);
    lw_alloc_free(cli->alloc, screen.marked, screen.marked_cap * sizeof *screen.marked);
    lw_alloc_free(cli->alloc, screen.seen, screen.n_seen * sizeof *screen.seen);
    lw_alloc_free(cli->alloc, screen.path, screen.path_cap * sizeof *screen.path);
    return code;
}

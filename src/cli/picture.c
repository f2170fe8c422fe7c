/* Levels as draw lists, lines of play as frames. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum lw_ansi_depth cli_ansi_depth(const struct cli *cli) {
    const char *colorterm = getenv("COLORTERM");
    const char *term = getenv("TERM");
    if (!cli->colour) {
        return LW_ANSI_NONE;
    }
    if (colorterm != NULL &&
        (strcmp(colorterm, "truecolor") == 0 || strcmp(colorterm, "24bit") == 0)) {
        return LW_ANSI_TRUE;
    }
    return term != NULL && strstr(term, "256color") != NULL ? LW_ANSI_256 : LW_ANSI_16;
}

enum lw_theme cli_theme(const char *word, bool on_terminal) {
    if (strcmp(word, "auto") != 0) {
        return strcmp(word, "dark") == 0 ? LW_THEME_DARK : LW_THEME_LIGHT;
    }
    if (!on_terminal) {
        return LW_THEME_LIGHT;
    }
    /* "15;0": the terminal's foreground and background as numbers of the 16 colours. */
    const char *pair = getenv("COLORFGBG");
    const char *background = pair == NULL ? NULL : strrchr(pair, ';');
    bool light = background != NULL &&
                 (strcmp(background, ";7") == 0 || strcmp(background, ";15") == 0);
    return light ? LW_THEME_LIGHT : LW_THEME_DARK;
}

lw_status cli_draw_level(struct cli *cli, const struct lw_level *level,
                         struct lw_draw_list *list, struct lw_error *err) {
    const struct lw_play_ops *play_ops = level->game->kind->play;
    if (play_ops == NULL || play_ops->draw == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s has no pictures",
                       level->game->kind->title);
    }
    struct lw_play *play = NULL;
    lw_status status = play_ops->open(level, cli->alloc, &play, err);
    if (status == LW_OK) {
        play_ops->draw(play, NULL, list);
        play_ops->close(play);
        status = list->failed ? lw_fail_memory(err) : LW_OK;
    }
    return status;
}

lw_status cli_show_level(struct cli *cli, const struct lw_level *level,
                         enum lw_theme theme, struct lw_error *err) {
    struct lw_draw_list list;
    lw_draw_init(&list, cli->alloc, theme);
    lw_status status = cli_draw_level(cli, level, &list, err);
    if (status == LW_OK) {
        struct lw_buffer text;
        lw_buffer_init(&text, cli->alloc);
        lw_render_ansi(&list, cli_ansi_depth(cli), cli->colour, &text);
        (void)fwrite(lw_buffer_text(&text), 1, text.len, cli->out);
        status = lw_buffer_ok(&text) ? LW_OK : lw_fail_memory(err);
        lw_buffer_free(&text);
    }
    lw_draw_free(&list);
    return status;
}

/* The first pass counts the moves and sees that they win. */
static lw_status count_frames(struct cli_frames *frames, struct lw_error *err) {
    size_t at = 0;
    size_t n_moves = 0;
    while (at < frames->len) {
        size_t used = 0;
        enum lw_step step = lw_session_move(frames->session, frames->moves + at,
                                            frames->len - at, &used, err);
        if (step == LW_STEP_ILLEGAL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "move %zu of the solution is not possible", n_moves + 1);
        }
        at += used > 0 ? used : 1;
        n_moves++;
    }
    if (!lw_session_won(frames->session)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the solution does not solve the level: after its %zu moves the "
                       "level is not won",
                       n_moves);
    }
    frames->n_frames = n_moves + 1;
    (void)lw_session_restart(frames->session);
    return LW_OK;
}

lw_status cli_frames_open(struct cli *cli, const struct lw_level *level,
                          const char *moves, size_t len, struct cli_frames *out,
                          struct lw_error *err) {
    *out = (struct cli_frames){.moves = moves, .len = len};
    while (out->len > 0 && strchr(" \r\n\t", moves[out->len - 1]) != NULL) {
        out->len--;
    }
    lw_status status = lw_session_create(level, cli->alloc, &out->session, err);
    if (status == LW_OK) {
        status = count_frames(out, err);
    }
    if (status != LW_OK) {
        cli_frames_close(out);
    }
    return status;
}

void cli_frames_close(struct cli_frames *frames) {
    lw_session_destroy(frames->session);
    frames->session = NULL;
}

lw_status cli_frames_draw(void *ctx, size_t frame, struct lw_draw_list *list,
                          struct lw_error *err) {
    struct cli_frames *frames = ctx;
    if (frame > 0) {
        size_t used = 0;
        (void)lw_session_move(frames->session, frames->moves + frames->at,
                              frames->len - frames->at, &used, err);
        frames->at += used > 0 ? used : 1;
    }
    struct lw_play *play = lw_session_play(frames->session);
    play->level->game->kind->play->draw(play, lw_session_state(frames->session), list);
    return LW_OK;
}

/* Levels as draw lists, lines of play as frames. */
#include "draw/picture.h"

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

lw_status cli_show_level(struct cli *cli, const struct lw_level *level,
                         enum lw_theme theme, struct lw_error *err) {
    struct lw_draw_list list;
    lw_draw_init(&list, cli->alloc, theme);
    lw_status status = lw_level_draw(level, &list, err);
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

/* Plays everything to see that it wins, then goes back to the start: the frames are what
 * redo gives. */
static lw_status rehearse(struct cli_frames *frames, const char *moves, size_t len,
                          struct lw_error *err) {
    lw_status status = lw_session_replay(frames->session, moves, len, err);
    if (status != LW_OK) {
        return status;
    }
    size_t n_moves = lw_session_n_moves(frames->session);
    if (!lw_session_won(frames->session)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the solution does not solve the level: after its %zu moves the "
                       "level is not won",
                       n_moves);
    }
    frames->n_frames = n_moves + 1;
    while (lw_session_undo(frames->session)) {
    }
    return LW_OK;
}

lw_status cli_frames_open(struct cli *cli, const struct lw_level *level,
                          const char *moves, size_t len, struct cli_frames *out,
                          struct lw_error *err) {
    *out = (struct cli_frames){0};
    lw_status status = lw_session_create(level, cli->alloc, &out->session, err);
    if (status == LW_OK) {
        status = rehearse(out, moves, len, err);
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
    (void)err;
    if (frame > 0) {
        (void)lw_session_redo(frames->session);
    }
    struct lw_play *play = lw_session_play(frames->session);
    play->level->game->kind->play->draw(play, lw_session_state(frames->session), list);
    return LW_OK;
}

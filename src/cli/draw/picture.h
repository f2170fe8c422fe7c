/* What several commands draw: levels as draw lists, lines of play as frames. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "lw/command/cli.h"
#include "lw/render.h"
#include "lw/session.h"

/* How many colours cli->out shows, from the environment. */
enum lw_ansi_depth cli_ansi_depth(const struct cli *cli);
/* "auto", "light" or "dark"; auto asks the terminal's environment when on_terminal and is
 * light on paper. */
enum lw_theme cli_theme(const char *word, bool on_terminal);

/* The level as terminal text on cli->out. */
lw_status cli_show_level(struct cli *cli, const struct lw_level *level,
                         enum lw_theme theme, struct lw_error *err) LW_MUST_CHECK;

/* A line of play as frames for lw_render_animation. */
struct cli_frames {
    struct lw_session *session;
    size_t n_frames; /* the start and one a move */
};
/* Refuses moves that do not win. */
lw_status cli_frames_open(struct cli *cli, const struct lw_level *level,
                          const char *moves, size_t len, struct cli_frames *out,
                          struct lw_error *err) LW_MUST_CHECK;
void cli_frames_close(struct cli_frames *frames);
/* An lw_frame_fn. */
lw_status cli_frames_draw(void *ctx, size_t frame, struct lw_draw_list *list,
                          struct lw_error *err);

#endif

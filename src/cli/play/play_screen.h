/* Playing in a terminal. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "draw/picture.h"
#include "lw/command/levels.h"

/* Plays the collection from level `index` (from 0) until the player quits; save_path is
 * where s saves and l loads. Returns an exit code. */
int cli_play_screen(struct cli *cli, const struct cli_levels *levels, size_t index,
                    enum lw_theme theme, const char *save_path);

#endif

/* What the parts of the kind share. */
#ifndef KIND_INTERNAL_H
#define KIND_INTERNAL_H

#include "lw/puzzlescript.h"

extern const struct lw_format lw_ps_format;
size_t lw_ps_source_len(const char *text, size_t len);
extern const struct lw_play_ops lw_ps_play_ops;
extern const struct lw_edit_ops lw_ps_edit_ops;
extern const struct lw_pointing_ops lw_ps_pointing_ops;
extern const struct lw_preset_ops lw_ps_preset_ops;
extern const struct lw_guide lw_ps_guide;

/* The one-character name (UTF-8) for exactly these objects, with or without the
 * background; NULL when the legend has none. */
const char *lw_ps_glyph_for(const struct lw_ps_game *game, const uint64_t *cell);
void lw_ps_draw_board(const struct lw_ps_game *game, uint32_t width, uint32_t height,
                      const uint64_t *cells, struct lw_draw_list *list);

/* compile.c: without carriage returns and a byte order mark, all blanks as plain ones;
 * `to` has room for len + 1 bytes. */
size_t lw_ps_clean_source(char *to, const char *from, size_t len);

#endif

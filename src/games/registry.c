/* Every kind of game there is: one line each. */
#include <stddef.h>
#include <string.h>

#include "lw/flow.h"
#include "lw/game.h"
#include "lw/lazors.h"
#include "lw/move.h"
#include "lw/null.h"
#include "lw/puzzlescript.h"
#include "lw/sokoban.h"

static const struct lw_game_kind *const kinds[] = {
    &lw_sokoban_kind, &lw_puzzlescript_kind, &lw_flow_kind, &lw_lazors_kind,
    &lw_move_kind,    &lw_null_kind,         NULL,
};

const struct lw_game_kind *const *lw_game_kinds(void) {
    return kinds;
}

const struct lw_game_kind *lw_game_kind_find(const char *name) {
    for (size_t i = 0; kinds[i] != NULL; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

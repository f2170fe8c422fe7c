/* Every kind of game there is, in the order they are listed to people: one line each, the
 * name of its folder. */
#define KINDS(X)                                                                         \
    X(sokoban)                                                                           \
    X(flow)                                                                              \
    X(lazors)                                                                            \
    X(move)                                                                              \
    X(puzzlescript)                                                                      \
    X(null)

#include <stddef.h>
#include <string.h>

#include "lw/game.h"

#define DECLARE(name) extern const struct lw_game_kind lw_##name##_kind;
KINDS(DECLARE)

static const struct lw_game_kind *const kinds[] = {
#define ROW(name) &lw_##name##_kind,
    KINDS(ROW) NULL,
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

const struct lw_game_kind *lw_game_kind_default(bool from_source) {
    size_t i = 0;
    while (from_source && kinds[i + 1] != NULL &&
           (kinds[i]->flags & LW_GAME_FROM_SOURCE) == 0) {
        i++;
    }
    return kinds[i];
}

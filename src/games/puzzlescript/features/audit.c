/* Watching a game being played for what of it is never used.
 *
 * What a solution does not need may still be there for those who err, so keys of no plan
 * are pressed as well. A line of the source counts as used when one of the rules that it
 * was expanded to has matched, whether or not that changed anything. */
#include "lw/puzzlescript/audit.h"

#include <string.h>

#include "kind_internal.h"
#include "lw/base/rng.h"

#define RESTART_EVERY 100
#define MAX_WORK 200000000 /* of one level: about a second */

struct lw_ps_audit {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct lw_ps_game *game;
    bool *matched;  /* [n_rules] */
    uint64_t *seen; /* objects */
};

lw_status lw_ps_audit_create(const struct lw_ps_game *game, const struct lw_alloc *alloc,
                             struct lw_ps_audit **out, struct lw_error *err) {
    struct lw_ps_audit *audit = lw_alloc_zero(alloc, 1, sizeof *audit);
    if (audit == NULL) {
        return lw_fail_memory(err);
    }
    audit->alloc = alloc;
    audit->game = game;
    lw_arena_init(&audit->arena, alloc);
    audit->matched = lw_arena_zero(&audit->arena, game->n_rules + 1U, 1);
    audit->seen = lw_arena_zero(&audit->arena, game->obj_words, sizeof *audit->seen);
    if (audit->matched == NULL || audit->seen == NULL) {
        lw_ps_audit_destroy(audit);
        return lw_fail_memory(err);
    }
    *out = audit;
    return LW_OK;
}

void lw_ps_audit_destroy(struct lw_ps_audit *audit) {
    if (audit != NULL) {
        const struct lw_alloc *alloc = audit->alloc;
        lw_arena_free(&audit->arena);
        lw_alloc_free(alloc, audit, sizeof *audit);
    }
}

static void look(struct lw_ps_audit *audit, const struct lw_ps_engine *engine,
                 size_t n_cells) {
    const uint64_t *cells = lw_ps_cell(engine, 0);
    uint32_t words = audit->game->obj_words;
    for (size_t i = 0; i < n_cells * words; i++) {
        audit->seen[i % words] |= cells[i];
    }
}

static void press(struct lw_ps_audit *audit, struct lw_ps_engine *engine,
                  const struct lw_ps_level *level, enum lw_ps_input input) {
    struct lw_ps_turn turn = lw_ps_play(engine, input);
    look(audit, engine, (size_t)level->width * level->height);
    if (turn.won) {
        lw_ps_start(engine, level->cells);
        lw_ps_set_spending_limit(engine, MAX_WORK);
    }
}

static void follow(struct lw_ps_audit *audit, struct lw_ps_engine *engine,
                   const struct lw_ps_level *level, const char *moves) {
    static const char letters[] = "uldrx";
    for (; moves != NULL && *moves != '\0'; moves++) {
        const char *at = strchr(letters, *moves);
        press(audit, engine, level,
              at == NULL ? LW_PS_PRESS_NONE : (enum lw_ps_input)(int)(at - letters));
    }
}

static void wander(struct lw_ps_audit *audit, struct lw_ps_engine *engine,
                   const struct lw_ps_level *level, uint32_t n_inputs, uint64_t number) {
    struct lw_rng rng = lw_rng_make(0, number);
    uint32_t n_keys = audit->game->noaction ? 4 : 5;
    for (uint32_t i = 0; i < n_inputs && lw_ps_spent(engine) < MAX_WORK; i++) {
        if (i % RESTART_EVERY == 0) {
            lw_ps_start(engine, level->cells);
            lw_ps_set_spending_limit(engine, MAX_WORK);
        }
        press(audit, engine, level, (enum lw_ps_input)(int)lw_rng_below(&rng, n_keys));
    }
}

lw_status lw_ps_audit_watch(struct lw_ps_audit *audit, const struct lw_ps_level *level,
                            const char *moves, uint32_t n_inputs, uint64_t number,
                            struct lw_error *err) {
    struct lw_ps_engine *engine = NULL;
    lw_status status = lw_ps_engine_create(
        audit->game, (struct lw_ps_engine_spec){level->width, level->height, 0},
        audit->alloc, &engine, err);
    if (status != LW_OK) {
        return status;
    }
    lw_ps_start(engine, level->cells);
    lw_ps_set_spending_limit(engine, MAX_WORK);
    look(audit, engine, (size_t)level->width * level->height);
    follow(audit, engine, level, moves);
    wander(audit, engine, level, n_inputs, number);
    for (uint32_t r = 0; r < audit->game->n_rules; r++) {
        audit->matched[r] = audit->matched[r] || lw_ps_rule_matched(engine, r);
    }
    lw_ps_engine_destroy(engine);
    return LW_OK;
}

/* Rules of a line may stand in both lists, early and late. */
static bool line_matched(const struct lw_ps_audit *audit, uint32_t line) {
    for (uint32_t r = 0; r < audit->game->n_rules; r++) {
        if (audit->game->rules[r].line == line && audit->matched[r]) {
            return true;
        }
    }
    return false;
}

uint32_t lw_ps_audit_idle_line(const struct lw_ps_audit *audit, uint32_t *at) {
    const struct lw_ps_rule *rules = audit->game->rules;
    for (; *at < audit->game->n_rules; (*at)++) {
        uint32_t line = rules[*at].line;
        bool first = *at == 0 || rules[*at - 1].line != line;
        if (first && !line_matched(audit, line)) {
            (*at)++;
            return line;
        }
    }
    return 0;
}

const struct lw_ps_object *lw_ps_audit_absent(const struct lw_ps_audit *audit,
                                              uint32_t *at) {
    for (; *at < audit->game->n_objects; (*at)++) {
        if (!lw_ps_has(audit->seen, *at)) {
            return &audit->game->objects[(*at)++];
        }
    }
    return NULL;
}

/* The engine: one level played with all of the language. */
#ifndef LW_PUZZLESCRIPT_ENGINE_H
#define LW_PUZZLESCRIPT_ENGINE_H

#include "lw/puzzlescript/game.h"

struct lw_ps_engine;

/* What one call of lw_ps_press did. */
struct lw_ps_turn {
    bool changed; /* objects differ from before */
    bool won;
    bool cancelled;
    bool restarted;
    bool again;        /* another turn without input is due */
    bool checkpoint;   /* set a checkpoint */
    uint32_t commands; /* what was queued */
    const char *message;
};

enum { LW_PS_KEEP_UNDO = 1, LW_PS_KEEP_SOUNDS = 2 };
struct lw_ps_engine_spec {
    uint32_t width, height;
    unsigned flags; /* of the above */
};

lw_status lw_ps_engine_create(const struct lw_ps_game *game,
                              struct lw_ps_engine_spec spec, const struct lw_alloc *alloc,
                              struct lw_ps_engine **out,
                              struct lw_error *err) LW_MUST_CHECK;
void lw_ps_engine_destroy(struct lw_ps_engine *engine);
/* Loads a level of the engine's size (cells as in lw_ps_entry) and runs the start rules
 * when the game asks for them; seed (may be NULL: unseeded) feeds the generator. */
struct lw_ps_turn lw_ps_load(struct lw_ps_engine *engine, const uint64_t *cells,
                             const char *seed, size_t seed_len);
/* The start of every play: loaded with a fixed seed, and all that again asks for. Rules
 * that never settle are cut off. */
void lw_ps_start(struct lw_ps_engine *engine, const uint64_t *cells);
/* One turn. again is left to the caller: press NONE while turn.again. */
struct lw_ps_turn lw_ps_press(struct lw_ps_engine *engine, enum lw_ps_input input);
/* One turn and every turn again asks for, at most 500; the last turn, changed and won
 * collected over all. */
struct lw_ps_turn lw_ps_play(struct lw_ps_engine *engine, enum lw_ps_input input);
bool lw_ps_undo(struct lw_ps_engine *engine);
struct lw_ps_turn lw_ps_restart(struct lw_ps_engine *engine);
bool lw_ps_won(const struct lw_ps_engine *engine);
/* A turn whose rules do not settle within this much work (rules looked at, matches
 * taken) is cut off as it stands; the default is far beyond any playable game. */
void lw_ps_set_work_limit(struct lw_ps_engine *engine, uint64_t limit);
/* The same over all turns, those that again asks for included: what they have cost since
 * the engine was made, every turn something for its size, and where they are cut off.
 * Counted, not timed, so the same moves are cut at the same place everywhere. */
uint64_t lw_ps_spent(const struct lw_ps_engine *engine);
void lw_ps_set_spending_limit(struct lw_ps_engine *engine, uint64_t limit);
/* Rules that would not settle: what was cut off, and the line of its first rule. */
enum lw_ps_cut_kind {
    LW_PS_CUT_NOT,
    LW_PS_CUT_GROUP, /* still changed something after 200 passes */
    LW_PS_CUT_LOOP,  /* likewise; the rest of the rules was left out */
    LW_PS_CUT_AGAIN, /* asked for ever more turns */
    LW_PS_CUT_WORK   /* one turn cost more than it may */
};
struct lw_ps_cut {
    enum lw_ps_cut_kind kind;
    uint32_t line;
};
/* The first since the engine was made. A turn that only ran out of what its caller let it
 * spend does not count. */
struct lw_ps_cut lw_ps_cut_off(const struct lw_ps_engine *engine);
/* Off while a message is shown after a win; see section 9 of the semantics. */
void lw_ps_set_win_tests(struct lw_ps_engine *engine, bool on);
/* obj_words words of a cell (x*height+y). */
const uint64_t *lw_ps_cell(const struct lw_ps_engine *engine, uint32_t cell);

/* Packed states: the objects that can change, the generator and the checkpoint where the
 * game has them. Unpacking needs the level to be loaded; it empties the undo stack. */
size_t lw_ps_state_bytes(const struct lw_ps_engine *engine);
void lw_ps_pack(const struct lw_ps_engine *engine, void *state);
void lw_ps_unpack(struct lw_ps_engine *engine, const void *state);

/* Sounds since the last clear, with LW_PS_KEEP_SOUNDS: seeds in the order played. */
size_t lw_ps_sounds(const struct lw_ps_engine *engine, const char *const **seeds);
void lw_ps_sounds_clear(struct lw_ps_engine *engine);
/* Times that a rule changed something since the last clear. */
uint64_t lw_ps_rules_applied(const struct lw_ps_engine *engine);
void lw_ps_rules_applied_clear(struct lw_ps_engine *engine);
/* Has the rule of that number matched since the engine was made? */
bool lw_ps_rule_matched(const struct lw_ps_engine *engine, uint32_t rule);

#endif

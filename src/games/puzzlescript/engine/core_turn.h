/* One turn: rules, movement, late rules, commands; and what surrounds turns: loading,
 * restart, undo. Follows sections 6, 8 and 9 of the semantics. */
#ifndef CORE_TURN_H
#define CORE_TURN_H

#include <string.h>

#include "engine/engine_internal.h"

/* Groups and loops. */

/* First rule in [from, end) that has to be looked at and matches, or end. Rules that do
 * not match are passed over here: in which group they stand does not matter. */
static LW_OUTLINE uint32_t next_rule(struct lw_ps_engine *e, uint32_t from,
                                     uint32_t end) {
    if (e->has_events) {
        ps_tell_rules(e);
    }
    uint32_t w = from >> 6;
    uint64_t bits = e->need[w] & ~e->asleep[w] & ~0ULL << (from & 63);
    for (;;) {
        for (; bits != 0; bits &= bits - 1) {
            uint32_t rule = 64 * w + lw_bits_first(bits);
            if (rule >= end || ps_find_rule(e, rule)) {
                return rule < end ? rule : end;
            }
        }
        w++;
        if (64 * w >= end) {
            return end;
        }
        bits = e->need[w] & ~e->asleep[w];
    }
}

/* Applies a rule that was just found and decides when it is looked at again. */
static LW_OUTLINE bool run_rule(struct lw_ps_engine *e, uint32_t rule) {
    const struct ps_rule_code *code = &e->program->codes[rule];
    enum ps_applied applied = ps_apply_rule(e, rule);
    if (applied == PS_CHANGED) {
        ps_set_bit(e->matched, rule);
        return true;
    }
    if (applied == PS_NO_EFFECT) {
        ps_set_bit(e->matched, rule);
    }
    if (applied == PS_NO_EFFECT && code->quiet) {
        ps_set_bit(e->idle, rule);
    }
    if (applied == PS_NO_MATCH || code->pure) {
        e->need[rule >> 6] &= ~(1ULL << (rule & 63));
    }
    return false;
}

/* Runs a group from the first of its rules that matches. */
LW_INLINE bool run_group(struct lw_ps_engine *e, const struct lw_ps_group *group,
                         uint32_t rule) {
    uint32_t end = group->first + group->n_rules;
    if (group->random) {
        return ps_apply_random(e, group);
    }
    bool any = false;
    for (int pass = 0; pass < 200 && e->work < e->work_limit; pass++) {
        bool changed = false;
        for (; rule < end; rule = next_rule(e, rule + 1, end)) {
            changed = run_rule(e, rule) || changed;
        }
        if (!changed) {
            break;
        }
        any = true;
        rule = next_rule(e, group->first, end);
        if (pass == 199 && rule < end) {
            ps_note_cut(e, LW_PS_CUT_GROUP, group->line);
        }
    }
    return any;
}

struct pass {
    uint32_t group;
    uint32_t n_jumps;
    bool changed; /* since the pass or the last jump began */
    bool ended;
};

/* After group g: jump back when its loop asks for it. */
static void after_group(const struct lw_ps_program *program, int which, struct pass *pass,
                        uint32_t g, uint32_t n_groups) {
    const int32_t *jump = program->jump[which];
    uint32_t at = g;
    if (!pass->changed || jump[g] < 0) {
        at = g + 1;
        if (at != n_groups || !pass->changed || jump[at] < 0) {
            pass->group = at;
            return;
        }
    }
    pass->group = (uint32_t)jump[at];
    pass->changed = false;
    pass->ended = ++pass->n_jumps > 200;
}

/* The pass ends before its rules do, by a loop or in group g. */
static LW_OUTLINE void note_stop(struct lw_ps_engine *e, const struct pass *pass,
                                 const struct lw_ps_rule_list *list, uint32_t g) {
    if (pass->ended) {
        ps_note_cut(e, LW_PS_CUT_LOOP, list->groups[pass->group].line);
        return;
    }
    e->stop_line = list->groups[g < list->n_groups ? g : list->n_groups - 1].line;
    if (e->work >= e->turn_limit) {
        ps_note_cut(e, LW_PS_CUT_WORK, e->stop_line);
    }
}

/* Runs the groups of a list from one with a rule that matches. Groups without one are
 * passed over; only the ends of loops in between matter, and those only after a change.
 */
static LW_OUTLINE void run_groups(struct lw_ps_engine *e, int which, uint32_t rule) {
    const struct lw_ps_game *game = e->game;
    const struct lw_ps_rule_list *list = which == 0 ? &game->early : &game->late;
    const uint32_t *next_loop = e->program->next_loop[which];
    uint32_t n = list->n_groups;
    uint32_t end = e->program->end[which];
    struct pass pass = {0};
    for (;;) {
        uint32_t g = rule < end ? game->rules[rule].group : n;
        if (pass.changed && next_loop[pass.group] < g) {
            after_group(e->program, which, &pass, next_loop[pass.group], n);
        } else if (g == n) {
            if (!pass.changed || next_loop[n] != n) {
                return;
            }
            after_group(e->program, which, &pass, n - 1, n);
        } else {
            if (which == 1 || !e->banned[g]) {
                pass.changed = run_group(e, &list->groups[g], rule) || pass.changed;
            }
            after_group(e->program, which, &pass, g, n);
        }
        if (pass.ended || e->work >= e->work_limit) {
            note_stop(e, &pass, list, g);
            return;
        }
        if (pass.group >= n) {
            return;
        }
        rule = next_rule(e, list->groups[pass.group].first, end);
    }
}

static inline void run_list(struct lw_ps_engine *e, int which) {
    uint32_t end = e->program->end[which];
    uint32_t rule = end == 0 ? 0 : next_rule(e, e->program->first[which], end);
    if (rule < end) {
        run_groups(e, which, rule);
    }
}

/* The undo log. */

static bool log_cells(struct lw_ps_engine *e, const struct ps_log *from, bool mark) {
    struct ps_log *to = &e->undo;
    /* Below the first input there is nothing to go back to: what the start rules and
     * their again did cannot be undone. */
    if ((e->flags & LW_PS_KEEP_UNDO) == 0 || (!mark && e->n_frames == 0)) {
        return true;
    }
    if (!lw_grow(e->alloc, &to->cells, &to->cells_cap, to->n + from->n,
                 sizeof *to->cells) ||
        !lw_grow(e->alloc, &to->old, &to->old_cap, (to->n + from->n) * PS_OW(e),
                 sizeof *to->old) ||
        !lw_grow(e->alloc, &e->frames, &e->frames_cap, e->n_frames + 1,
                 sizeof *e->frames)) {
        return false;
    }
    e->frames[e->n_frames++] = (struct ps_frame){to->n, mark};
    if (from->n > 0) {
        memcpy(to->cells + to->n, from->cells, from->n * sizeof *to->cells);
        memcpy(to->old + to->n * PS_OW(e), from->old,
               from->n * PS_OW(e) * sizeof *to->old);
    }
    to->n += from->n;
    return true;
}

/* What is asked of all turns together: rules and matches, and beside them a share of the
 * board and every cell that was changed. */
static inline void spend(struct lw_ps_engine *e) {
    e->spent += e->work * e->unit_cost + e->turn_cost + 16 * (uint64_t)e->save.n;
}

static void begin_turn(struct lw_ps_engine *e) {
    e->turn_number++;
    if (e->turn_number == 0) {
        memset(e->touched_at, 0, e->n_cells * sizeof *e->touched_at);
        e->turn_number = 1;
    }
    spend(e);
    e->save.n = 0;
    e->work = 0;
    if (e->all_limit != UINT64_MAX) {
        uint64_t left = e->spent < e->all_limit ? e->all_limit - e->spent : 0;
        left /= e->unit_cost;
        e->work_limit = left < e->turn_limit ? left : e->turn_limit;
    }
}

static bool core_undo(struct lw_ps_engine *e) {
    if (e->game->noundo) {
        return false;
    }
    begin_turn(e);
    while (e->n_frames > 0) {
        struct ps_frame frame = e->frames[--e->n_frames];
        for (size_t i = e->undo.n; i-- > frame.first;) {
            ps_set_objects(e, e->undo.cells[i], e->undo.old + i * PS_OW(e));
        }
        e->undo.n = frame.first;
        if (frame.mark && ps_turn_changed(e)) {
            return true;
        }
    }
    return ps_turn_changed(e);
}

/* A turn. */

static bool player_stayed(const struct lw_ps_engine *e) {
    for (uint32_t i = 0; i < e->n_players; i++) {
        const uint64_t *objects = e->objects + (size_t)e->players[i] * PS_OW(e);
        uint64_t any = 0;
        for (uint32_t w = 0; w < PS_OW(e); w++) {
            any |= objects[w] & e->game->player[w];
        }
        if (any == 0) {
            return false;
        }
    }
    return e->n_players > 0;
}

static void forget_turn_sounds(struct lw_ps_engine *e) {
    e->n_move_seeds = 0;
    memset(e->created, 0, PS_OW(e) * sizeof *e->created);
    memset(e->destroyed, 0, PS_OW(e) * sizeof *e->destroyed);
}

/* Steps 1 to 5. */
LW_INLINE void run_rules(struct lw_ps_engine *e, enum lw_ps_input input) {
    static const enum lw_ps_dir dirs[] = {LW_PS_UP, LW_PS_LEFT, LW_PS_DOWN, LW_PS_RIGHT,
                                          LW_PS_ACTION};
    if (e->game->has_rigid) {
        memset(e->banned, 0, (e->game->early.n_groups + 1) * sizeof *e->banned);
    }
    e->n_players = 0;
    e->n_cant_seeds = 0;
    for (int round = 0; round < 50 && e->spent <= e->all_limit; round++) {
        if (input >= 0) {
            ps_push_player(e, dirs[input]);
        }
        e->commands = 0;
        e->message = NULL;
        if (e->program->has_move_sounds || e->program->has_cell_sounds) {
            forget_turn_sounds(e);
        }
        run_list(e, 0);
        if (ps_resolve_movements(e)) {
            run_list(e, 1);
            return;
        }
        e->spent += 4 * (e->turn_cost + 16 * (uint64_t)e->save.n);
        ps_restore_turn(e);
    }
    e->commands = 0;
}

static void play_sound(struct lw_ps_engine *e, const char *seed) {
    if (lw_grow(e->alloc, &e->sounds, &e->sounds_cap, e->n_sounds + 1,
                sizeof *e->sounds)) {
        e->sounds[e->n_sounds++] = seed;
    }
}

static void play_sounds(struct lw_ps_engine *e) {
    for (size_t i = 0; i < e->n_cant_seeds; i++) {
        play_sound(e, e->cant_seeds[i]);
    }
    for (size_t i = 0; i < e->n_move_seeds; i++) {
        play_sound(e, e->move_seeds[i]);
    }
    for (int destroy = 0; destroy < 2; destroy++) {
        const uint64_t *touched = destroy ? e->destroyed : e->created;
        for (uint32_t s = 0; s < e->game->n_sounds; s++) {
            const struct lw_ps_sound *sound = &e->game->sounds[s];
            uint64_t hit = 0;
            for (uint32_t w = 0; w < PS_OW(e); w++) {
                hit |= sound->objects[w] & touched[w];
            }
            if (hit != 0 &&
                sound->event == (destroy ? LW_PS_SOUND_DESTROY : LW_PS_SOUND_CREATE)) {
                play_sound(e, sound->seed);
            }
        }
    }
}

/* The turn did nothing after all. */
static void take_back(struct lw_ps_engine *e) {
    ps_clear_movements(e);
    ps_restore_turn(e);
}

static void copy_board(struct lw_ps_engine *e, uint64_t *to) {
    memcpy(to, e->objects, (size_t)e->n_cells * PS_OW(e) * sizeof *to);
}

static void set_board(struct lw_ps_engine *e, const uint64_t *from) {
    for (uint32_t cell = 0; cell < e->n_cells; cell++) {
        const uint64_t *value = from + (size_t)cell * PS_OW(e);
        const uint64_t *now = e->objects + (size_t)cell * PS_OW(e);
        uint64_t diff = 0;
        for (uint32_t w = 0; w < PS_OW(e); w++) {
            diff |= value[w] ^ now[w];
        }
        if (diff != 0) {
            ps_set_objects(e, cell, value);
        }
    }
}

static struct lw_ps_turn take_turn(struct lw_ps_engine *e, enum lw_ps_input input,
                                   bool start);

/* Would a turn without input do anything? Its traces are removed, but not the random
 * numbers it drew. With keep, a trial that drew none is left standing: the turn that
 * follows would only repeat it. */
static bool try_again(struct lw_ps_engine *e, bool keep) {
    uint32_t commands = e->commands;
    const char *message = e->message;
    e->drew = false;
    begin_turn(e);
    run_rules(e, LW_PS_PRESS_NONE);
    if (keep && !e->drew && ps_turn_changed(e) &&
        (e->commands & (LW_PS_CANCEL | LW_PS_RESTART)) == 0) {
        e->trial_kept = true;
        return true;
    }
    bool does = ps_turn_changed(e) && (e->commands & LW_PS_CANCEL) == 0;
    if ((e->commands & LW_PS_CANCEL) != 0) {
        does = (e->commands & ~(uint32_t)LW_PS_CANCEL) != 0;
    } else if ((e->commands & (LW_PS_WIN | LW_PS_RESTART)) != 0) {
        does = true;
    } else if (!does && (e->commands & LW_PS_CHECKPOINT) != 0) {
        copy_board(e, e->restart);
    }
    take_back(e);
    e->commands = commands;
    e->message = message;
    return does;
}

static struct lw_ps_turn do_restart(struct lw_ps_engine *e, bool commanded) {
    struct lw_ps_turn turn = {.restarted = true};
    if (e->restarting || (!commanded && e->game->norestart)) {
        return (struct lw_ps_turn){0};
    }
    e->restarting = true;
    begin_turn(e);
    ps_clear_movements(e);
    set_board(e, e->restart);
    (void)log_cells(e, &e->save, !commanded);
    turn.changed = e->save.n > 0;
    if (e->game->run_rules_on_level_start) {
        struct lw_ps_turn first = take_turn(e, LW_PS_PRESS_NONE, true);
        turn.again = first.again;
        turn.changed = turn.changed || first.changed;
    }
    e->restarting = false;
    return turn;
}

/* Step 7 after cancel and restart: sounds, winning, checkpoint, again. */
LW_INLINE void finish_turn(struct lw_ps_engine *e, struct lw_ps_turn *turn, bool start,
                           bool keep) {
    if ((e->flags & LW_PS_KEEP_SOUNDS) != 0) {
        play_sounds(e);
    }
    bool won = e->win_tests && ((e->commands & LW_PS_WIN) != 0 || ps_conditions_hold(e));
    turn->won = won && !start;
    if (turn->won) {
        return;
    }
    if ((e->commands & LW_PS_CHECKPOINT) != 0) {
        copy_board(e, e->restart);
        turn->checkpoint = true;
    }
    if ((e->commands & LW_PS_AGAIN) != 0 && turn->changed) {
        turn->again = try_again(e, keep);
    }
}

/* A turn that is taken back, or goes on with a restart. */
static bool ends_early(struct lw_ps_engine *e, enum lw_ps_input input,
                       struct lw_ps_turn *turn) {
    if (e->game->require_player_movement && input >= 0 && player_stayed(e)) {
        take_back(e);
        e->win_tests = true;
        turn->commands = 0;
        turn->message = NULL;
        return true;
    }
    if ((e->commands & LW_PS_CANCEL) != 0) {
        take_back(e);
        turn->cancelled = true;
        return true;
    }
    if ((e->commands & LW_PS_RESTART) != 0) {
        if ((e->flags & LW_PS_KEEP_SOUNDS) != 0) {
            play_sounds(e);
        }
        (void)log_cells(e, &e->save, true);
        struct lw_ps_turn restarted = do_restart(e, true);
        restarted.commands = turn->commands;
        restarted.message = turn->message;
        *turn = restarted;
        return true;
    }
    return false;
}

/* Steps 6 and 7. */
LW_INLINE void end_turn(struct lw_ps_engine *e, enum lw_ps_input input, bool start,
                        bool keep, struct lw_ps_turn *turn) {
    *turn = (struct lw_ps_turn){.commands = e->commands, .message = e->message};
    if ((e->commands != 0 || e->game->require_player_movement) &&
        ends_early(e, input, turn)) {
        return;
    }
    turn->changed = ps_turn_changed(e);
    if (turn->changed && (e->flags & LW_PS_KEEP_UNDO) != 0) {
        (void)log_cells(e, &e->save, input >= 0);
    }
    finish_turn(e, turn, start, keep);
}

static void do_turn(struct lw_ps_engine *e, enum lw_ps_input input, bool start, bool keep,
                    struct lw_ps_turn *turn) {
    begin_turn(e);
    run_rules(e, input);
    end_turn(e, input, start, keep, turn);
}

static struct lw_ps_turn take_turn(struct lw_ps_engine *e, enum lw_ps_input input,
                                   bool start) {
    struct lw_ps_turn turn;
    do_turn(e, input, start, false, &turn);
    return turn;
}

/* Public. */

static struct lw_ps_turn core_press(struct lw_ps_engine *e, enum lw_ps_input input) {
    return take_turn(e, input, false);
}

/* The turns that again asks for. */
static void play_on(struct lw_ps_engine *e, struct lw_ps_turn *turn) {
    bool changed = turn->changed;
    int i = 0;
    for (; turn->again && !turn->won && i < 500 && e->spent < e->all_limit; i++) {
        const char *message = turn->message;
        if (e->trial_kept) {
            e->trial_kept = false;
            end_turn(e, LW_PS_PRESS_NONE, false, true, turn);
        } else {
            do_turn(e, LW_PS_PRESS_NONE, false, true, turn);
        }
        turn->message = message != NULL ? message : turn->message;
        changed = changed || turn->changed;
    }
    if (e->trial_kept) {
        e->trial_kept = false;
        take_back(e);
    }
    if (i == 500 && turn->again && !turn->won) {
        ps_note_cut(e, LW_PS_CUT_AGAIN, e->again_line);
    }
    turn->changed = changed;
}

static struct lw_ps_turn core_play(struct lw_ps_engine *e, enum lw_ps_input input) {
    struct lw_ps_turn turn;
    do_turn(e, input, false, true, &turn);
    if (turn.again) {
        play_on(e, &turn);
    }
    return turn;
}

static struct lw_ps_turn core_restart(struct lw_ps_engine *e) {
    return do_restart(e, false);
}

static struct lw_ps_turn core_load(struct lw_ps_engine *e, const uint64_t *cells,
                                   const char *seed, size_t seed_len) {
    lw_ps_rc4_seed(&e->rng, seed == NULL ? "" : seed, seed == NULL ? 0 : seed_len);
    begin_turn(e);
    ps_clear_movements(e);
    set_board(e, cells);
    copy_board(e, e->restart);
    e->undo.n = 0;
    e->n_frames = 0;
    e->win_tests = true;
    e->commands = 0;
    if (e->game->run_rules_on_level_start) {
        return take_turn(e, LW_PS_PRESS_NONE, true);
    }
    return (struct lw_ps_turn){0};
}

static bool core_won(const struct lw_ps_engine *e) {
    return ps_conditions_hold(e);
}

const struct ps_core PS_CORE = {.load = core_load,
                                .press = core_press,
                                .play = core_play,
                                .undo = core_undo,
                                .restart = core_restart,
                                .won = core_won,
                                .pack = core_pack,
                                .unpack = core_unpack};

#endif

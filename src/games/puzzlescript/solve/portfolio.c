/* The automated player as others call it: one strategy, or a portfolio of three that take
 * turns by the work that they have done.
 *
 * No strategy is best for all games: where few states can be reached breadth-first wins,
 * where a win condition leads the way the cost does, and elsewhere what is new. Work is
 * counted, not timed, so that what comes out does not depend on the machine. All three
 * look at every state in the end, so any of them may prove that there is no solution. */
#include <string.h>

#include "solve/player_internal.h"

#define SLICE_WORK 4000000 /* about 20 milliseconds */
/* What breadth-first may do alone where the fewest moves are asked for. */
#define HEAD_START_WORK 100000000

enum { BREADTH, COST, WIDTH, N_MEMBERS };

struct member {
    struct ps_player player;
    struct lw_alloc_limit limit;
    struct lw_ps_playout out;
    bool open, ended;
};

struct portfolio {
    const struct lw_ps_playing *playing;
    const struct lw_alloc *alloc;
    struct lw_meter *meter;
    struct member members[N_MEMBERS];
    struct lw_ps_playout *out;
};

static const enum lw_ps_strategy strategies[N_MEMBERS] = {LW_PS_BREADTH, LW_PS_BEST_MIXED,
                                                          LW_PS_WIDTH};

static void close_member(struct portfolio *f, struct member *m) {
    if (m->open) {
        m->open = false;
        m->ended = true;
        f->out->expanded += m->out.expanded;
        f->out->generated += m->out.generated;
        f->out->arrangements += m->out.arrangements;
        f->out->closed += m->player.seen.n_states;
        if (m->player.play != NULL && f->out->warning.text == NULL) {
            f->out->warning = lw_ps_play_ops.warning(m->player.play);
        }
        lw_ps_player_close(&m->player);
        f->out->peak_bytes += m->limit.peak_bytes;
    }
}

/* A member whose share of the memory is used up has ended; the others go on. */
static lw_status open_member(struct portfolio *f, int which, struct lw_error *err) {
    struct member *m = &f->members[which];
    struct lw_ps_playing playing = *f->playing;
    playing.strategy = strategies[which];
    playing.quick = true;
    m->player =
        (struct ps_player){.alloc = &m->limit.alloc, .meter = f->meter, .out = &m->out};
    m->open = true;
    lw_alloc_limit_init(&m->limit, f->alloc,
                        f->meter->budget.memory_bytes / (which == BREADTH ? 2 : 4));
    lw_status status = lw_ps_player_open(&m->player, &playing, err);
    if (status == LW_NO_MEMORY && m->limit.refused) {
        f->out->stop = LW_STOP_MEMORY;
        close_member(f, m);
        return LW_OK;
    }
    return status;
}

/* The shorter of two lines is kept. */
static lw_status take_solution(struct portfolio *f, struct member *m,
                               struct lw_error *err) {
    struct lw_buffer *moves = &f->out->moves;
    struct lw_buffer line;
    lw_buffer_init(&line, f->alloc);
    lw_ps_player_moves(&m->player, &line);
    if (f->out->outcome != LW_OUTCOME_SOLVED || line.len < moves->len) {
        lw_buffer_clear(moves);
        lw_buffer_puts(moves, lw_buffer_text(&line));
    }
    bool good = lw_buffer_ok(&line) && lw_buffer_ok(moves);
    lw_buffer_free(&line);
    f->out->outcome = LW_OUTCOME_SOLVED;
    return good ? LW_OK : lw_fail_memory(err);
}

/* Who has done least for its share: breadth-first, which is to prove something, has as
 * much as the others together where the fewest moves are asked for. */
static int choose(const struct portfolio *f) {
    int best = -1;
    uint64_t least = UINT64_MAX;
    bool fewest = f->playing->fewest;
    const struct member *breadth = &f->members[BREADTH];
    bool alone = f->out->outcome == LW_OUTCOME_SOLVED ||
                 (fewest && !breadth->ended && breadth->player.work < HEAD_START_WORK);
    for (int i = 0; i < N_MEMBERS; i++) {
        const struct member *m = &f->members[i];
        uint64_t done = m->player.work;
        if (fewest && i == BREADTH) {
            done = done < HEAD_START_WORK ? 0 : (done - HEAD_START_WORK) / 2;
        }
        if (!m->ended && done < least && (!alone || i == BREADTH)) {
            best = i;
            least = done;
        }
    }
    return best;
}

/* False when all is known that was asked for. */
static bool judge(struct portfolio *f, int which, lw_status *status,
                  struct lw_error *err) {
    struct member *m = &f->members[which];
    m->ended = true;
    if (m->out.outcome == LW_OUTCOME_SOLVED) {
        *status = take_solution(f, m, err);
        f->out->optimal = which == BREADTH && !m->player.incomplete;
        close_member(f, m);
        return *status == LW_OK && f->playing->fewest && which != BREADTH;
    }
    if (m->out.outcome == LW_OUTCOME_UNSOLVABLE && f->out->outcome != LW_OUTCOME_SOLVED) {
        f->out->outcome = LW_OUTCOME_UNSOLVABLE;
        return false;
    }
    f->out->stop = m->out.stop;
    close_member(f, m);
    return f->out->stop == LW_STOP_MEMORY || f->meter->stop == LW_STOP_NONE;
}

/* Breadth-first has left no shorter line than the one that is known. */
static bool is_proved(const struct portfolio *f) {
    const struct ps_player *breadth = &f->members[BREADTH].player;
    return f->out->outcome == LW_OUTCOME_SOLVED && f->members[BREADTH].open &&
           !breadth->incomplete && breadth->depth + 1 >= f->out->moves.len;
}

static lw_status run_members(struct portfolio *f, struct lw_error *err) {
    lw_status status = LW_OK;
    for (bool on = true; on && status == LW_OK;) {
        int which = choose(f);
        if (which < 0) {
            break;
        }
        struct member *m = &f->members[which];
        if (!m->open) {
            status = open_member(f, which, err);
        }
        if (status != LW_OK || m->ended) {
            continue;
        }
        if (!lw_ps_player_run(&m->player, SLICE_WORK)) {
            on = judge(f, which, &status, err);
        } else if (is_proved(f)) {
            f->out->optimal = true;
            on = false;
        }
    }
    if (f->out->outcome != LW_OUTCOME_LIMIT) {
        f->out->stop = LW_STOP_NONE;
    }
    return status;
}

static lw_status run_portfolio(const struct lw_ps_playing *playing,
                               const struct lw_alloc *alloc, struct lw_meter *meter,
                               struct lw_ps_playout *out, struct lw_error *err) {
    struct portfolio f = {.playing = playing, .alloc = alloc, .meter = meter, .out = out};
    out->outcome = LW_OUTCOME_LIMIT;
    lw_status status = run_members(&f, err);
    for (int i = 0; i < N_MEMBERS; i++) {
        close_member(&f, &f.members[i]);
    }
    return status;
}

static lw_status run_one(const struct lw_ps_playing *playing,
                         const struct lw_alloc *alloc, struct lw_meter *meter,
                         struct lw_ps_playout *out, struct lw_error *err) {
    struct lw_alloc_limit limit;
    struct lw_buffer moves = out->moves;
    lw_alloc_limit_init(&limit, alloc, meter->budget.memory_bytes);
    struct ps_player p = {.alloc = &limit.alloc, .meter = meter, .out = out};
    lw_status status = lw_ps_player_open(&p, playing, err);
    out->moves = moves;
    if (status == LW_OK) {
        (void)lw_ps_player_run(&p, UINT64_MAX);
        if (out->outcome == LW_OUTCOME_SOLVED) {
            lw_ps_player_moves(&p, &out->moves);
            status = lw_buffer_ok(&out->moves) ? LW_OK : lw_fail_memory(err);
        }
        out->optimal = out->outcome == LW_OUTCOME_SOLVED && !p.incomplete &&
                       p.strategy == LW_PS_BREADTH;
        out->closed = p.seen.n_states;
        out->warning = lw_ps_play_ops.warning(p.play);
    } else if (status == LW_NO_MEMORY && limit.refused) {
        out->outcome = LW_OUTCOME_LIMIT;
        out->stop = LW_STOP_MEMORY;
        status = LW_OK;
    }
    lw_ps_player_close(&p);
    out->peak_bytes = limit.peak_bytes;
    return status;
}

lw_status lw_ps_play_level(const struct lw_ps_playing *playing,
                           const struct lw_alloc *alloc, struct lw_meter *meter,
                           struct lw_ps_playout *out, struct lw_error *err) {
    *out = (struct lw_ps_playout){.first_output = 1, .best_output = 1};
    lw_buffer_init(&out->moves, alloc);
    return playing->strategy == LW_PS_PORTFOLIO
               ? run_portfolio(playing, alloc, meter, out, err)
               : run_one(playing, alloc, meter, out, err);
}

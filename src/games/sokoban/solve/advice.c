/* Advice for a player: the next push, and whether the position is lost.
 *
 * Hints follow a push-optimal line where one is found soon, so that taking hint after
 * hint leads home; otherwise any line. A position is called dead only when that is
 * proved, and the boxes named are enough for the proof by themselves where the budget
 * allows to find out. */
#include <stdio.h>

#include "sokoban_internal.h"
#include "solve/solve_internal.h"

#define OPTIMAL_NODES 20000 /* before any line will do */
#define PROOF_NODES 60000   /* in all, for boxes that might be left out of the blame */
#define UNBOUNDED_NODES 200000

static const char solved_already[] = "The level is solved already.";

struct adviser {
    struct lw_alloc_limit limit;
    struct lw_meter meter;
    struct lw_sokoban_board *board;
    struct sok_map map;
    struct sok_position pos;
    struct sok_task task;
    uint64_t *boxes, *blamed;
    struct lw_arena arena;
    struct lw_advice *advice;
};

static lw_status adviser_open(struct adviser *a, const struct lw_play *play,
                              const struct lw_runtime *runtime,
                              const struct lw_budget *budget) {
    struct lw_budget bounded = budget == NULL ? (struct lw_budget){.nodes = 0} : *budget;
    if (bounded.nodes == 0 && bounded.time_ns == 0) {
        bounded.nodes = UNBOUNDED_NODES;
    }
    lw_alloc_limit_init(&a->limit, runtime->alloc, bounded.memory_bytes);
    lw_meter_start(&a->meter, runtime, &bounded);
    lw_arena_init(&a->arena, &a->limit.alloc);
    lw_status status =
        lw_sokoban_board_create(play->level, &a->limit.alloc, &a->board, NULL);
    if (status != LW_OK) {
        return status;
    }
    if (a->board->n_squares > SOK_MAX_SQUARES ||
        !lw_sok_map_init(&a->map, a->board, SOK_UNIT_PUSHES, &a->limit.alloc) ||
        !lw_sok_position_init(&a->pos, &a->map, &a->limit.alloc)) {
        return LW_NO_MEMORY;
    }
    a->boxes = lw_arena_zero(&a->arena, a->map.n_words, sizeof *a->boxes);
    a->blamed = lw_arena_zero(&a->arena, a->map.n_words, sizeof *a->blamed);
    a->task = (struct sok_task){
        .board = a->board, .alloc = &a->limit.alloc, .meter = &a->meter};
    return a->boxes == NULL || a->blamed == NULL ? LW_NO_MEMORY : LW_OK;
}

static void adviser_close(struct adviser *a) {
    lw_sok_position_free(&a->pos);
    lw_arena_free(&a->arena);
    if (a->map.alloc != NULL) {
        lw_sok_map_free(&a->map);
    }
    lw_sokoban_board_destroy(a->board);
}

static bool point_at(struct lw_advice *advice, const uint32_t *cells, size_t n) {
    uint32_t *copy = lw_alloc_get(advice->alloc, n * sizeof *copy);
    if (copy == NULL) {
        return false;
    }
    lw_alloc_free(advice->alloc, advice->cells, advice->n_cells * sizeof *advice->cells);
    memcpy(copy, cells, n * sizeof *copy);
    advice->cells = copy;
    advice->n_cells = n;
    return true;
}

static lw_status say_dead(struct adviser *a) {
    struct lw_advice *advice = a->advice;
    uint32_t *cells = lw_arena_get(&a->arena, a->map.n_boxes * sizeof *cells);
    size_t n = 0;
    unsigned square;
    if (cells == NULL) {
        return LW_NO_MEMORY;
    }
    SOK_FOR_BITS(square, a->blamed, a->map.n_words) {
        cells[n++] = a->board->cell_of[square];
    }
    advice->outcome = LW_OUTCOME_UNSOLVABLE;
    if (n == 1) {
        (void)snprintf(advice->text, sizeof advice->text,
                       "This position is lost: the marked box can never reach a goal. "
                       "Undo, or start again.");
    } else {
        (void)snprintf(advice->text, sizeof advice->text,
                       "This position is lost: the %zu marked boxes can never all reach "
                       "goals. Undo, or start again.",
                       n);
    }
    return point_at(advice, cells, n) ? LW_OK : LW_NO_MEMORY;
}

/* The whole position is proved lost; looks for fewer boxes that suffice. */
static lw_status blame_and_say(struct adviser *a) {
    struct sok_prover *prover = lw_sok_prover_create(&a->map, &a->limit.alloc);
    memcpy(a->blamed, a->boxes, a->map.n_words * sizeof *a->blamed);
    if (prover != NULL) {
        (void)lw_sok_prove_less(prover, a->blamed, a->task.player, NULL,
                                PROOF_NODES / a->map.n_boxes);
    }
    lw_sok_prover_destroy(prover);
    return say_dead(a);
}

/* Searches for a solution or a proof that there is none. */
static enum sok_end search(struct adviser *a, struct lw_buffer *moves) {
    static const struct sok_front_options optimal = {.unit = SOK_UNIT_PUSHES,
                                                     .bound = true,
                                                     .freeze = true,
                                                     .corral = true,
                                                     .tunnels = true,
                                                     .weight = 1};
    enum sok_end end = SOK_END_MEMORY;
    struct sok_front *front = lw_sok_front_create(&a->task, &optimal);
    if (front != NULL) {
        end = lw_sok_front_run(front, OPTIMAL_NODES);
        if (end == SOK_END_SOLVED && !lw_sok_front_moves(front, moves)) {
            end = SOK_END_MEMORY;
        }
    }
    lw_sok_front_destroy(front);
    return end == SOK_END_SLICE ? lw_sok_portfolio(&a->task, moves).end : end;
}

/* The moves up to the first push, and the box it takes. */
static lw_status say_push(struct adviser *a, const struct lw_buffer *moves) {
    static const char *const ways[LW_N_DIRS] = {"up", "to the right", "down",
                                                "to the left"};
    const struct lw_sokoban_board *board = a->board;
    struct lw_advice *advice = a->advice;
    const char *text = lw_buffer_text(moves);
    uint16_t player = a->task.player;
    size_t len = 0;
    while (len < moves->len && strchr(lw_sokoban_push_letters, text[len]) == NULL) {
        player = board->next[player][lw_sokoban_lurd_dir(text[len++])];
    }
    if (len == moves->len) {
        return LW_OK;
    }
    enum lw_dir dir = lw_sokoban_lurd_dir(text[len]);
    uint32_t cell = board->cell_of[board->next[player][dir]];
    lw_buffer_add(&advice->move, text, len + 1);
    (void)snprintf(advice->text, sizeof advice->text,
                   "Push the box in column %u, row %u %s.",
                   (unsigned)(cell % board->width + 1),
                   (unsigned)(cell / board->width + 1), ways[dir]);
    return lw_buffer_ok(&advice->move) && point_at(advice, &cell, 1) ? LW_OK
                                                                     : LW_NO_MEMORY;
}

static lw_status decide(struct adviser *a, bool hint) {
    struct lw_buffer moves;
    struct lw_advice *advice = a->advice;
    lw_buffer_init(&moves, &a->limit.alloc);
    enum sok_end end = search(a, &moves);
    lw_status status = LW_OK;
    if (end == SOK_END_SOLVED) {
        advice->outcome = LW_OUTCOME_SOLVED;
        (void)snprintf(advice->text, sizeof advice->text, "This can still be won.");
        status = hint ? say_push(a, &moves) : LW_OK;
    } else if (end == SOK_END_EXHAUSTED) {
        status = blame_and_say(a);
    } else {
        advice->outcome = LW_OUTCOME_LIMIT;
        (void)snprintf(advice->text, sizeof advice->text,
                       "No answer within the %s; ask again with more, or undo.",
                       end == SOK_END_MEMORY ? "memory allowed" : "time allowed");
    }
    lw_buffer_free(&moves);
    return status;
}

/* All boxes stand on goals from the start, which play does not yet call won: it waits for
 * a push. Such a level is never lost, even where no push is left; where a line leads away
 * and back, a hint still shows it. */
static lw_status say_solved_at_start(struct adviser *a, bool hint) {
    struct lw_advice *advice = a->advice;
    lw_status status = LW_OK;
    char push[sizeof advice->text] = "";
    if (hint && !lw_sok_plainly_dead(&a->pos, a->blamed)) {
        struct lw_buffer moves;
        lw_buffer_init(&moves, &a->limit.alloc);
        if (search(a, &moves) == SOK_END_SOLVED) {
            status = say_push(a, &moves);
            (void)snprintf(push, sizeof push, "%s", advice->text);
        }
        lw_buffer_free(&moves);
    }
    advice->outcome = LW_OUTCOME_SOLVED;
    (void)snprintf(advice->text, sizeof advice->text, "%s%s%.80s", solved_already,
                   push[0] != '\0' ? " To play it all the same: " : "", push);
    return status;
}

static lw_status advise(struct lw_play *play, const void *state,
                        const struct lw_runtime *runtime, const struct lw_budget *budget,
                        struct lw_advice *advice, bool hint) {
    struct adviser a = {.advice = advice};
    lw_status status = adviser_open(&a, play, runtime, budget);
    if (status == LW_OK) {
        bool solved = lw_sok_task_load(&a.task, state, a.boxes);
        lw_sok_position_load(&a.pos, a.boxes, a.task.player);
        if (solved && !a.task.circular) {
            advice->outcome = LW_OUTCOME_SOLVED;
            (void)snprintf(advice->text, sizeof advice->text, "%s", solved_already);
        } else if (solved) {
            status = say_solved_at_start(&a, hint);
        } else if (lw_sok_plainly_dead(&a.pos, a.blamed)) {
            status = say_dead(&a);
        } else {
            status = decide(&a, hint);
        }
    } else if (a.limit.refused) {
        advice->outcome = LW_OUTCOME_LIMIT;
        (void)snprintf(advice->text, sizeof advice->text,
                       "No answer within the memory allowed.");
        status = LW_OK;
    }
    adviser_close(&a);
    return status;
}

static lw_status hint(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return advise(play, state, runtime, budget, advice, true);
}

static lw_status dead(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return advise(play, state, runtime, budget, advice, false);
}

const struct lw_advice_ops lw_sokoban_advice_ops = {.hint = hint, .dead = dead};

/* The game interface: one table of functions a kind of game.
 *
 * A *kind* (sokoban, puzzlescript, …) makes *games* (plain Sokoban; one PuzzleScript file
 * with its compiled rules; Flow under the loose or the strict rule), a game has *levels*,
 * and a level is played through a *play* handle that owns the scratch memory of one
 * thread. Each group of the table may be NULL: the kind then lacks that ability, and
 * generic code says so. docs/adding-a-game.md walks through every callback with the
 * `null` game, which is always built.
 *
 * Sketched against all games:
 *   sokoban       states are boxes and player; moves u r d l
 *   puzzlescript  one game per source file; a step needs scratch (play handle); action is
 *                 a fifth move; undo is the session's business, not the rules'
 *   flow          no player; a person's move is one press-drag-release (text of any
 *                 length, step_text), while search uses single-square moves
 *   lazors        a move takes a block from one cell to another
 *   move          one move shifts all balls at once
 *
 * Structs of a kind embed struct lw_game, struct lw_level and struct lw_play as their
 * first member. */
#ifndef LW_GAME_H
#define LW_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/budget.h"
#include "lw/base/buffer.h"
#include "lw/base/hash.h"
#include "lw/base/option.h"
#include "lw/base/rng.h"
#include "lw/base/runtime.h"
#include "lw/base/status.h"
#include "lw/collection.h"
#include "lw/draw.h"

struct lw_game_kind;

struct lw_game {
    const struct lw_game_kind *kind;
    const struct lw_alloc *alloc;
};
typedef struct lw_game lw_game;

/* Immutable once made; may be shared between threads. */
struct lw_level {
    const struct lw_game *game; /* outlives the level */
};
typedef struct lw_level lw_level;

/* One thread's access to a level: scratch memory for stepping. */
struct lw_play {
    const struct lw_level *level; /* outlives the play handle */
    size_t state_bytes;           /* of every packed state of this level */
    /* Of games whose rules people bring: what the start and all steps have cost so far,
     * in a unit of the kind, and where they are cut off (0: nowhere). Whoever sets
     * max_work looks at work after each step: one that reached it means nothing. */
    uint64_t work, max_work;
};
typedef struct lw_play lw_play;

/* Game: how a kind makes games. */

struct lw_game_ops {
    /* values follow kind->rule_options. source is the game's own text (a PuzzleScript
     * file) or NULL for kinds without LW_GAME_FROM_SOURCE. Messages about the source go
     * to messages (may be NULL), which also receives warnings of a good source. */
    lw_status (*create)(const struct lw_alloc *alloc,
                        const struct lw_option_value *values, const char *source,
                        size_t source_len, struct lw_game **out,
                        struct lw_collection *messages, struct lw_error *err);
    void (*destroy)(struct lw_game *game); /* NULL-safe */
};

/* Level: text, identity, picture. */

#define LW_SURE_PERHAPS 1
#define LW_SURE_WHOLE_GAME 80 /* of a kind's own format: the text is a game's source */

struct lw_format {
    const char *name;    /* "xsb" */
    const char *title;   /* "XSB text collection" */
    const char *endings; /* ".xsb .txt", first one is written; "" if none */
    /* How sure the content is of this format, 0 (no) to 100; LW_SURE_PERHAPS chooses a
     * format of a game that is known, but never the game. */
    int (*sniff)(const char *text, size_t len);
    /* Appends to set. Fails only when nothing could be read at all (err says why) or
     * memory is out; a bad level among good ones is a message. NULL: cannot read. */
    lw_status (*read)(const struct lw_game *game, const char *text, size_t len,
                      struct lw_collection *set, struct lw_error *err);
    /* NULL: cannot write. Called through lw_game_write only. */
    lw_status (*write)(const struct lw_game *game, const struct lw_collection *set,
                       struct lw_buffer *out, struct lw_error *err);
};

struct lw_level_ops {
    const struct lw_format *formats; /* the first is the kind's own */
    size_t n_formats;
    void (*destroy)(struct lw_level *level); /* NULL-safe */
    lw_status (*dup)(const struct lw_level *level, struct lw_level **out);
    /* Cells across and down, as people count them; a drawing may be finer or have more
     * (a tray): its own list says how large it is. */
    void (*size)(const struct lw_level *level, uint32_t *width, uint32_t *height);
    /* May it be played and solved? Reading already refused what is no level at all;
     * this refuses what convert keeps (boxes unlike goals, no player, …). */
    lw_status (*validate)(const struct lw_level *level, struct lw_error *err);
    /* The same for all levels that are the same puzzle. canonical may be NULL; otherwise
     * it receives the level in its canonical form. */
    lw_status (*canonical)(const struct lw_level *level, struct lw_id128 *id,
                           struct lw_level **canonical);
    /* Cells in which two levels of one game differ, turned and mirrored as the game
     * allows to look most alike; UINT32_MAX when they cannot be laid upon each other.
     * NULL: the kind does not compare levels. */
    uint32_t (*difference)(const struct lw_level *a, const struct lw_level *b);
};

/* Play: states and moves. */

typedef uint32_t lw_move;
#define LW_MAX_MOVES 1024 /* no state of any game offers more search moves */

enum lw_step {
    LW_STEP_ILLEGAL, /* not a move here; out is not written */
    LW_STEP_SAME,    /* allowed, but nothing changed */
    LW_STEP_CHANGED,
    LW_STEP_WON /* changed, and the level is now won */
};

/* What only playing shows about the rules of a game, for whoever wrote them. */
struct lw_warning {
    uint32_t line;    /* of the game's source; 0: none */
    const char *text; /* static; NULL: there is nothing to say */
};

/* Cells of a board. */
struct lw_part {
    uint32_t x, y, width, height;
};

struct lw_play_ops {
    lw_status (*open)(const struct lw_level *level, const struct lw_alloc *alloc,
                      struct lw_play **out, struct lw_error *err);
    void (*close)(struct lw_play *play); /* NULL-safe */
    /* States are packed bytes with no padding: equal bytes, equal state. */
    void (*start)(struct lw_play *play, void *state);
    bool (*won)(struct lw_play *play, const void *state);
    /* Search moves worth trying from here, in a fixed order. */
    size_t (*moves)(struct lw_play *play, const void *state, lw_move moves[LW_MAX_MOVES]);
    /* Pure in state; state and out may not overlap. */
    enum lw_step (*step)(struct lw_play *play, const void *state, lw_move move,
                         void *out);
    /* One search move as text ("u", "D", "A3>B4") and back. Text of a whole line of play
     * is the concatenation with move_separator between. move_text may look at the state
     * to choose its spelling (capital letters for pushes). */
    void (*move_text)(struct lw_play *play, const void *state, lw_move move,
                      struct lw_buffer *out);
    /* Applies the first move in text, as a person would make it, and says how many bytes
     * it took. Covers every move_text and whatever else the game lets people do. */
    enum lw_step (*step_text)(struct lw_play *play, const void *state, const char *text,
                              size_t len, size_t *used, void *out, struct lw_error *err);
    const char *move_separator;
    /* Where it does not depend on the state which moves can be made: reads the first move
     * in text as step_text does, without a play. NULL: only the play can tell. */
    lw_status (*read_move)(const struct lw_game *game, const char *text, size_t len,
                           size_t *used, struct lw_error *err);
    /* What the game told the player in the last step; NULL when nothing. The function may
     * be NULL. */
    const char *(*said)(struct lw_play *play);
    /* The first warning since the handle was opened; text NULL when there is none. The
     * function may be NULL. */
    struct lw_warning (*warning)(struct lw_play *play);
    /* Draws state (NULL: the start). */
    void (*draw)(struct lw_play *play, const void *state, struct lw_draw_list *list);
    /* The part of the board that the game shows to its player; false (and part is left
     * alone) when it cannot tell. NULL: all of it, always. */
    bool (*part)(struct lw_play *play, const void *state, struct lw_part *part);
    /* Games in which time runs: seconds between ticks, 0 when it stands in this level;
     * and the text of the move that a tick makes. Both NULL: it never runs. */
    double (*tick_s)(const struct lw_level *level);
    const char *tick_move;
    /* Which keys of a terminal or browser mean which move text; ends with key NULL. Keys
     * are "up", "right", "down", "left", "space" or one character. NULL when moves need
     * pointing: then pointer_text turns a drag from cell to cell into move text. */
    const struct lw_key {
        const char *key;
        const char *move;
    } * keys;
    bool (*pointer_text)(struct lw_play *play, const void *state, const uint32_t *cells,
                         size_t n_cells, struct lw_buffer *out);
};

/* Solve. */

enum lw_outcome {
    LW_OUTCOME_SOLVED,
    LW_OUTCOME_UNSOLVABLE, /* proved */
    LW_OUTCOME_LIMIT       /* the budget ended first */
};

const char *lw_outcome_name(enum lw_outcome outcome); /* solved|unsolvable|limit */

/* What is minimised. The first metric of a kind is its default. */
struct lw_metric {
    const char *name;
    const char *help;
};

/* What one solution measures: "moves", "pushes", … The JSON keys of solve. */
struct lw_measure {
    const char *name;
    const char *help;
};
#define LW_MAX_MEASURES 16

struct lw_solve_request {
    size_t metric;     /* index into metrics */
    const void *state; /* packed start state; NULL: the level's own */
    struct lw_budget budget;
    uint32_t n_threads; /* inside this one level; 0 or 1: one */
    /* Count distinct solutions up to this many; 0: do not count. Kinds whose solutions
     * are unique objects (Flow, Lazors) prove uniqueness with 2. */
    uint64_t count_up_to;
    const char *engine; /* force one engine by name; NULL: the kind chooses */
};

struct lw_solve_result {
    enum lw_outcome outcome;
    bool optimal;        /* proved for the metric */
    bool counted;        /* n_solutions holds */
    bool count_complete; /* no more exist than n_solutions */
    uint64_t n_solutions;
    struct lw_buffer solution;        /* move text; empty unless solved */
    double measures[LW_MAX_MEASURES]; /* of the solution, in kind order; NaN: undefined */
    uint64_t expanded, generated, closed;
    size_t peak_bytes;
    double seconds;
    enum lw_stop stop;         /* why the limit was reached */
    const char *engine;        /* which engine decided; static text */
    char note[160];            /* anything a person should know; may be empty */
    struct lw_warning warning; /* of the rules, met on the way */
};

void lw_solve_result_init(struct lw_solve_result *result, const struct lw_alloc *alloc);
void lw_solve_result_free(struct lw_solve_result *result);

struct lw_solve_ops {
    const struct lw_metric *metrics;
    size_t n_metrics;
    const struct lw_measure *measures;
    size_t n_measures;
    /* result is initialised; returns other than OK only for bad requests or levels. */
    lw_status (*solve)(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err);
    /* Replays moves from the start, independently of the solver; fails with the number
     * of the offending move when it does not end in a win. values may be NULL. */
    lw_status (*measure)(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err);
};

/* Advice for a player. */

struct lw_advice {
    enum lw_outcome outcome; /* of the position: can it still be won? */
    struct lw_buffer move;   /* next move(s) when solved */
    uint32_t *cells; /* cells concerned when dead, or to point at; row-major indices */
    size_t n_cells;
    const struct lw_alloc *alloc;
    char text[200]; /* a sentence for the player */
};

void lw_advice_init(struct lw_advice *advice, const struct lw_alloc *alloc);
void lw_advice_free(struct lw_advice *advice);

struct lw_advice_ops {
    lw_status (*hint)(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice);
    /* UNSOLVABLE only when proved; LIMIT: cannot tell within the budget. */
    lw_status (*dead)(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice);
};

/* Features. */

enum lw_feature_kind { LW_FEATURE_INITIAL, LW_FEATURE_SOLUTION, LW_FEATURE_DYNAMIC };
enum lw_feature_cost { LW_COST_INSTANT, LW_COST_SOLVE, LW_COST_ENUMERATE };

struct lw_feature {
    const char *name;
    enum lw_feature_kind kind;
    enum lw_feature_cost cost;
    const char *unit;
    const char *help; /* the definition in a sentence */
};
/* A row of the table from a kind's list of X(code, name, kind, cost, unit, help). */
#define LW_FEATURE_ROW(code, name, kind, cost, unit, help)                               \
    {name, LW_FEATURE_##kind, LW_COST_##cost, unit, help},
#define LW_MAX_FEATURES 96
/* Raised when some feature is computed differently under the same definition, so that
 * values kept from before are not taken for those of now. */
#define LW_FEATURES_VERSION 3

struct lw_feature_values {
    double value[LW_MAX_FEATURES]; /* NaN: undefined for this level or over budget */
    double error[LW_MAX_FEATURES]; /* standard error when sampled, 0 when exact */
    double
        seconds[LW_MAX_FEATURES]; /* spent on it; shared work counts at its first use */
    /* What measuring found out about a solution, so that nobody need ask again. */
    enum lw_asked {
        LW_ASKED_NOT, /* nothing, or nothing that is kept */
        LW_ASKED_SOLVED,
        LW_ASKED_UNSOLVABLE, /* proved */
        LW_ASKED_LIMIT
    } asked;
};

/* The first n are undefined, exact and cost nothing, as compute begins. */
void lw_feature_values_clear(struct lw_feature_values *values, size_t n);

/* How a feature is told to players. */
enum lw_wording {
    LW_WORDING_NUMBER, /* a count: "12 boxes" */
    LW_WORDING_SHARE,  /* 0 to 1: percent */
    LW_WORDING_LOG10,  /* the decimal logarithm of a count */
    LW_WORDING_CHANCE, /* ln(1 - log10 u): "once in 120 tries" */
    LW_WORDING_DEGREE  /* a number that means nothing by itself: only compared */
};
struct lw_feature_words {
    enum lw_wording how;
    const char *unit; /* "boxes"; may be "" */
    /* Half a sentence for values above, or not above, what is usual. */
    const char *more, *less;
};

/* A term of the scale of a kind from which nobody's play has been learned: the feature in
 * standard deviations from the mean of reference levels, times its weight. */
struct lw_plain_term {
    size_t feature;
    bool log; /* ln(1 + value) is used */
    double mean, sd;
    double weight; /* positive is harder */
};

struct lw_feature_ops {
    const struct lw_feature *features;
    size_t n_features;
    const struct lw_feature_words *words; /* [n_features], or NULL: none yet */
    const struct lw_plain_term *plain;    /* NULL: by "walker" alone, if there is one */
    size_t n_plain;
    /* Computes the features up to the given cost; values->asked is zero before. */
    lw_status (*compute)(const struct lw_level *level, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err);
};

/* Generators. */

/* What a run may bind: a higher value is better. */
struct lw_objective {
    double (*score)(void *ctx, const struct lw_level *level, const char *solution,
                    uint32_t worker);
    void *ctx;     /* NULL score: the generator's own */
    double enough; /* a generator may stop at this score; 0: only the best will do */
    /* What is wanted: 0 levels of the usual difficulty, about -1.5 the easiest and 1.5
     * the hardest tenth of them. For what a generator is free to choose. */
    double lean;
};
/* The range of an option under an objective: as it is when it was given or nothing is
 * bound, else `slack` to both sides of middle + per_lean * lean. */
struct lw_option_value lw_objective_range(const struct lw_objective *objective,
                                          const struct lw_option_value *value,
                                          double middle, double per_lean, double slack);
/* What an objective says of a level; the generator's own value when nothing is bound. */
double lw_objective_value(const struct lw_objective *objective,
                          const struct lw_level *level, const char *solution,
                          uint32_t worker, double own);
/* A whole number of the range, all alike, from least to most at the widest; draws nothing
 * when there is only one. */
uint32_t lw_range_pick(const struct lw_option_value *range, double least, double most,
                       struct lw_rng *rng);

struct lw_candidate {
    struct lw_level *level; /* taken by the receiver */
    const char *solution;   /* move text, borrowed; claimed; proving replays it */
    double score;
    bool shortest;        /* proved: no solution has fewer moves */
    uint32_t score_moves; /* moves of the solution that the score judges, when it is not
                           * the one given; else 0 */
};

/* Returns false to stop the generator. */
typedef bool (*lw_emit_fn)(void *ctx, struct lw_candidate *candidate);

/* A number about a run that adds up over runs ("playouts", "mutations-rejected"). Called
 * from the thread that makes the candidate. */
typedef void (*lw_stat_fn)(void *ctx, const char *name, double value);

struct lw_generate_request {
    const struct lw_game *game;
    const struct lw_option_value *values; /* follow the generator's options */
    const struct lw_collection *examples; /* rooms, outlines, training levels; or NULL */
    const char *aux_text;                 /* a template file's text, or NULL */
    size_t aux_len;
    struct lw_objective objective;
    uint64_t index;          /* number of the candidate to make, from 0 */
    struct lw_budget budget; /* for this one candidate */
    lw_stat_fn stat;         /* may be NULL */
    void *stat_ctx;
};

struct lw_generator {
    const char *name;
    const char *summary;
    /* What its levels are ordered by unless told otherwise (see lw_pool_order). */
    const char *order;
    /* An option "apart" says in how many cells levels have to differ. */
    const struct lw_option *options;
    size_t n_options;
    /* Checks the request and prepares what all candidates share; shared may stay NULL.
     * NULL, like release, when there is nothing to check or share. */
    lw_status (*prepare)(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err);
    /* Makes candidate request->index with its own random stream rng; emits zero or more
     * levels. Deterministic in (request, rng) unless the budget has time in it. Called
     * from several threads at once with the same shared. */
    lw_status (*make)(const struct lw_generate_request *request, const void *shared,
                      struct lw_rng *rng, const struct lw_runtime *runtime,
                      uint32_t worker, lw_emit_fn emit, void *emit_ctx,
                      struct lw_error *err);
    void (*release)(const struct lw_generate_request *request, void *shared);
};

/* The kind. */

enum {
    LW_GAME_FROM_SOURCE = 1 /* a game is made from a source text that also has levels */
};

struct lw_game_kind {
    const char *name;    /* "sokoban" */
    const char *title;   /* "Sokoban" */
    const char *summary; /* the rules in two sentences, for a player */
    unsigned flags;
    const struct lw_option *rule_options;
    size_t n_rule_options;
    const struct lw_game_ops *game;   /* never NULL */
    const struct lw_level_ops *level; /* never NULL */
    const struct lw_play_ops *play;
    const struct lw_solve_ops *solve;
    const struct lw_advice_ops *advice;
    const struct lw_feature_ops *features;
    const struct lw_generator *const *generators; /* NULL-terminated, or NULL */
};

/* All kinds, NULL-terminated, in the order they are listed to people. */
const struct lw_game_kind *const *lw_game_kinds(void);
const struct lw_game_kind *lw_game_kind_find(const char *name);

/* Reads text in the named format, or the one the content looks most like, or the kind's
 * own (*format_used says which). set is empty or holds levels of this game. */
lw_status lw_game_read(const struct lw_game *game, const char *format, const char *text,
                       size_t len, struct lw_collection *set, const char **format_used,
                       struct lw_error *err) LW_MUST_CHECK;
/* Writes set, whose levels all belong to game, in a format of its kind; anything else is
 * refused with a sentence. The one way to a format's writer. */
lw_status lw_game_write(const struct lw_game *game, const struct lw_format *format,
                        const struct lw_collection *set, struct lw_buffer *out,
                        struct lw_error *err) LW_MUST_CHECK;
const struct lw_format *lw_game_format_find(const struct lw_game_kind *kind,
                                            const char *name);
/* Does the file's name end as files of this format do? */
bool lw_format_has_ending(const struct lw_format *format, const char *file);
/* How sure the surest format that the kind can read is of the text; *format is left alone
 * at 0. */
int lw_kind_sureness(const struct lw_game_kind *kind, const char *text, size_t len,
                     const struct lw_format **format);
/* Plays a level a little, with keys of no plan (number chooses them), in search of a
 * warning; nothing for kinds that give none. Ends soon after max_work (see lw_play) is
 * spent, and says what was. */
uint64_t lw_level_try(const struct lw_level *level, const struct lw_alloc *alloc,
                      uint64_t max_work, uint64_t number, struct lw_warning *out);
/* What playing these moves from the start shows about the rules; no text: nothing. */
struct lw_warning lw_line_warning(const struct lw_level *level,
                                  const struct lw_alloc *alloc, const char *moves,
                                  size_t len);
/* The same as lw_level_try with every level, in equal shares; each warning becomes a
 * message, once. */
void lw_game_try(struct lw_collection *set, const struct lw_alloc *alloc,
                 uint64_t max_work);
#define LW_TRY_WORK 2000000u /* of lw_game_try for a person who waits */
/* Is this among the messages already? */
bool lw_warning_told(const struct lw_collection *set, const struct lw_warning *warning);
/* As member "warning", when there is one. */
struct lw_json_writer;
void lw_warning_json(struct lw_json_writer *json, const struct lw_warning *warning);
void lw_game_destroy(struct lw_game *game);
void lw_level_destroy(struct lw_level *level);
/* The validate of kinds whose levels can all be played: no reader lets others through. */
lw_status lw_level_always_valid(const struct lw_level *level, struct lw_error *err);
/* Do two levels of one kind differ in fewer than `apart` cells? In small levels in fewer
 * than a third of the cells within the border. False for kinds that do not compare. */
bool lw_level_alike(const struct lw_level *a, const struct lw_level *b, uint32_t apart);

#endif

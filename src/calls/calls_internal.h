/* What the files of this folder share: the context, one request, and the parts that many
 * calls read or write. */
#ifndef CALLS_INTERNAL_H
#define CALLS_INTERNAL_H

#include "lw/base/json_value.h"
#include "lw/calls.h"
#include "lw/make.h"
#include "lw/model.h"
#include "lw/open.h"
#include "lw/session.h"

#define CALLS_NO_CELL UINT32_MAX

/* The context. */

struct calls_play; /* one game that is being played; play.c */
void lw_calls_play_destroy(struct calls_play *play); /* NULL-safe */

struct calls_slot {
    struct calls_play *play; /* NULL: free */
    uint32_t age; /* how many games it has had, so that old handles are noticed */
};

struct lw_calls {
    struct lw_calls_host host;
    const struct lw_alloc *alloc;
    struct lw_runtime runtime; /* the host's, with this context's clock and progress */
    atomic_bool own_cancel;
    atomic_bool *cancel; /* the host's, else the own one */
    struct calls_slot *slots;
    size_t n_slots, slots_cap;
    /* Of the running call, or the latest. */
    const char *name;
    struct lw_calls_failure failure;
    uint64_t began_ns, told_ns;
    bool telling;
    struct lw_progress latest; /* what an engine last said of itself */
    struct lw_buffer note;
    /* Adds to a progress message; NULL: there is nothing to add. */
    void (*describe)(void *ctx, struct lw_json_writer *json);
    void *describe_ctx;
};

/* One request. */

struct calls_request {
    struct lw_calls *calls;
    const struct lw_json *json;
    struct lw_arena *arena; /* of this request */
    struct lw_json_writer *out;
    struct lw_error *err;
    char *place;     /* of the failure: JSON pointer to the member that is wrong */
    bool check_only; /* everything is read and judged, then nothing is done */
    uint64_t read;   /* bit i: somebody asked for member i of the request */
};

typedef lw_status (*calls_fn)(struct calls_request *rq);

lw_status lw_calls_kinds(struct calls_request *rq);
lw_status lw_calls_parse(struct calls_request *rq);
lw_status lw_calls_draw(struct calls_request *rq);
lw_status lw_calls_play_open(struct calls_request *rq);
lw_status lw_calls_play_do(struct calls_request *rq);
lw_status lw_calls_play_undo(struct calls_request *rq);
lw_status lw_calls_play_redo(struct calls_request *rq);
lw_status lw_calls_play_restart(struct calls_request *rq);
lw_status lw_calls_play_walk(struct calls_request *rq);
lw_status lw_calls_play_drag(struct calls_request *rq);
lw_status lw_calls_play_targets(struct calls_request *rq);
lw_status lw_calls_play_state(struct calls_request *rq);
lw_status lw_calls_play_close(struct calls_request *rq);
lw_status lw_calls_play_hint(struct calls_request *rq);
lw_status lw_calls_play_dead(struct calls_request *rq);
lw_status lw_calls_solve(struct calls_request *rq);
lw_status lw_calls_replay(struct calls_request *rq);
lw_status lw_calls_squares(struct calls_request *rq);
lw_status lw_calls_features(struct calls_request *rq);
lw_status lw_calls_rate(struct calls_request *rq);
lw_status lw_calls_generate(struct calls_request *rq);
lw_status lw_calls_mutate(struct calls_request *rq);
lw_status lw_calls_transform(struct calls_request *rq);
lw_status lw_calls_export(struct calls_request *rq);

/* Notes which member is wrong: /key, or /parent/key. */
void lw_calls_point(struct calls_request *rq, const char *parent, const char *key);
/* The same for a status other than OK, unless a place is known already; gives it back. */
lw_status lw_calls_at(struct calls_request *rq, const char *key, lw_status status);
/* Reports progress to the host, unless it heard a moment ago. */
void lw_calls_tell(struct lw_calls *calls);
double lw_calls_seconds(const struct lw_calls *calls);

/* Members of a request; USAGE when one has another type or lies outside. */

/* NULL when absent or null. Whatever is asked for by no call is unknown to it. */
const struct lw_json *lw_calls_member(struct calls_request *rq, const char *key);
/* After a check: does the request have members that nobody asked for, or one twice? */
lw_status lw_calls_check_members(struct calls_request *rq) LW_MUST_CHECK;

/* *out is NULL when absent. Texts may hold NUL bytes: len counts. */
lw_status lw_calls_get_text(struct calls_request *rq, const char *key, const char **out,
                            size_t *len) LW_MUST_CHECK;
/* A text without NUL bytes. */
lw_status lw_calls_get_name(struct calls_request *rq, const char *key,
                            const char **out) LW_MUST_CHECK;
/* Which of the words ("a|b|c"); *out stays when absent. */
lw_status lw_calls_get_choice(struct calls_request *rq, const char *key,
                              const char *choices, size_t *out) LW_MUST_CHECK;
lw_status lw_calls_get_flag(struct calls_request *rq, const char *key,
                            bool *out) LW_MUST_CHECK;
lw_status lw_calls_get_whole(struct calls_request *rq, const char *key,
                             uint64_t otherwise, uint64_t least, uint64_t most,
                             uint64_t *out) LW_MUST_CHECK;
lw_status lw_calls_get_theme(struct calls_request *rq, enum lw_theme *out) LW_MUST_CHECK;
/* nodes, seconds and memory over these defaults and under the host's ceilings. */
lw_status lw_calls_get_budget(struct calls_request *rq, uint64_t nodes, double seconds,
                              size_t memory_bytes, struct lw_budget *out) LW_MUST_CHECK;
/* The format to write, as the member "format" names it; *out stays when there is none. */
lw_status lw_calls_get_format(struct calls_request *rq, const struct lw_game_kind *kind,
                              const struct lw_format **out) LW_MUST_CHECK;
/* A member that is an object of names and values, as text in the arena; null is left out.
 * wanted: what a value must be, in words. */
lw_status lw_calls_get_settings(struct calls_request *rq, const char *key,
                                const char *wanted,
                                struct lw_settings *out) LW_MUST_CHECK;
/* After a failure about that member's settings, points at the one that the error's field
 * names; is the status. */
lw_status lw_calls_at_setting(struct calls_request *rq, const char *key,
                              lw_status status);

/* The game and the levels that a request is about. */

struct calls_subject {
    const struct lw_game_kind *kind;
    struct lw_game *game;
    struct lw_collection set;
    const char *levels_in;        /* the member of the request that has the levels */
    const struct lw_entry *entry; /* the level meant; NULL until picked */
    bool no_levels;               /* the game stands, but no level could be read */
};

/* Only the game; its levels are not read. Close in any case. */
lw_status lw_calls_subject_game(struct calls_request *rq,
                                struct calls_subject *s) LW_MUST_CHECK;
/* The game and all levels of the request's text. Close in any case. */
lw_status lw_calls_subject_open(struct calls_request *rq,
                                struct calls_subject *s) LW_MUST_CHECK;
/* Opens and picks the level that the request names; it can be played. */
lw_status lw_calls_subject_level(struct calls_request *rq,
                                 struct calls_subject *s) LW_MUST_CHECK;
lw_status lw_calls_subject_pick(struct calls_request *rq,
                                struct calls_subject *s) LW_MUST_CHECK;
void lw_calls_subject_close(struct calls_subject *s);

/* Levels as text and cells. */

/* The symmetries that have names. */
#define LW_CALLS_N_TURNS 4
extern const struct calls_turn {
    const char *name;
    int sym;
} lw_calls_turns[LW_CALLS_N_TURNS];

/* What a level's object has beyond the usual. */
struct calls_extras {
    bool draw, grid;
    enum lw_theme theme;
};
lw_status lw_calls_get_extras(struct calls_request *rq,
                              struct calls_extras *out) LW_MUST_CHECK;
/* Members of a level's object, without the braces. */
lw_status lw_calls_put_level(struct lw_calls *calls, struct lw_json_writer *json,
                             const struct lw_level *level,
                             const struct calls_extras *extras,
                             struct lw_error *err) LW_MUST_CHECK;
/* The picture of a state (NULL: the start) as member "draw". */
lw_status lw_calls_put_draw(struct lw_calls *calls, struct lw_json_writer *json,
                            struct lw_play *play, const void *state, enum lw_theme theme,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status lw_calls_put_level_draw(struct lw_calls *calls, struct lw_json_writer *json,
                                  const struct lw_level *level, enum lw_theme theme,
                                  struct lw_error *err) LW_MUST_CHECK;
/* As member "palette". */
void lw_calls_put_palette(struct lw_json_writer *json, const struct lw_game_kind *kind,
                          const struct lw_game *game);
void lw_calls_put_cells(struct lw_json_writer *json, const char *key,
                        const uint32_t *cells, size_t n);
/* As member "measures". */
void lw_calls_put_measures(struct lw_json_writer *json, const struct lw_game_kind *kind,
                           const double *values);

/* Playing: what play.c and the files beside it share. */

struct calls_play {
    const struct lw_alloc *alloc;
    struct calls_subject subject;
    struct lw_session *session;
    enum lw_theme theme;
    bool warned;         /* a warning of its rules was given */
    struct lw_part part; /* that the game showed last; width 0: none */
};

/* By the request's handle. */
lw_status lw_calls_get_play(struct calls_request *rq,
                            struct calls_play **out) LW_MUST_CHECK;
/* What one call did, for its state. */
struct calls_step_report {
    bool changed;
    size_t made_at; /* length of the line of play before */
    struct lw_step_trace trace;
    const char *message; /* borrowed from the game */
};
/* Makes all moves of the text or none. */
lw_status lw_calls_make_moves(struct calls_request *rq, struct calls_play *play,
                              const char *text, size_t len,
                              struct calls_step_report *report) LW_MUST_CHECK;

#endif

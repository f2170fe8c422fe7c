/* Complaints of players about levels and packs, and what the administrator decides. */
#ifndef LW_STORE_COMPLAINTS_H
#define LW_STORE_COMPLAINTS_H

#include "lw/store/levels.h"

/* Complaints from so many addresses take a thing out of the lists until it is decided. */
#define LW_STORE_COMPLAINTS_TO_HIDE 3
#define LW_STORE_COMPLAINTS_A_DAY 20 /* of one player */
#define LW_STORE_COMPLAINT_NOTE 200  /* bytes */

enum lw_store_thing { LW_STORE_LEVEL, LW_STORE_PACK };
struct lw_store_complaint {
    enum lw_store_thing thing;
    const char *id;       /* of the level or pack */
    const char *reporter; /* a player's id */
    const char *client;   /* whose address, hashed; "" for this machine */
    const char *reason;   /* a word that the caller knows */
    const char *note;     /* "" for none */
    int64_t made_ms;
};
/* LW_NOT_FOUND when there is no such thing, LW_LIMIT when the player has complained too
 * often within a day; the same complaint again changes nothing. Only complaints of
 * players who have played, and whom nobody ignores, count towards hiding. */
lw_status lw_store_complaint_put(struct lw_store *store,
                                 const struct lw_store_complaint *complaint,
                                 struct lw_error *err) LW_MUST_CHECK;

/* A thing that waits for a decision. */
struct lw_store_case {
    enum lw_store_thing thing;
    char id[LW_STORE_ID_SIZE];
    const char *title, *author, *game;
    const char *owner; /* a player's id, or NULL */
    bool is_aside;     /* no list shows it now */
    int64_t n_complaints, n_clients;
    bool has_level;                        /* a pack may be empty */
    struct lw_store_level level;           /* the level, or the pack's first */
    struct lw_store_complaint *complaints; /* the latest ones */
    size_t n;
};
struct lw_store_case_list {
    struct lw_store_case *cases; /* most addresses first */
    size_t n;
    uint64_t total;
};
lw_status lw_store_case_list(struct lw_store *store, struct lw_store_page page,
                             struct lw_arena *arena, struct lw_store_case_list *out,
                             struct lw_error *err) LW_MUST_CHECK;

/* KEEP: it is listed again, and these complaints count no more. REMOVE: a level is
 * hidden; a pack is deleted, and its levels that its owner brought and no other pack has
 * are hidden. REMOVE_OWNER: the same of everything that the owner brought. */
enum lw_store_decision { LW_STORE_KEEP_IT, LW_STORE_REMOVE_IT, LW_STORE_REMOVE_OWNER };
lw_status lw_store_case_decide(struct lw_store *store, enum lw_store_thing thing,
                               const char *id, enum lw_store_decision decision,
                               struct lw_error *err) LW_MUST_CHECK;
/* Complaints of this player count no more, those made before included. */
lw_status lw_store_reporter_ignore(struct lw_store *store, const char *player,
                                   struct lw_error *err) LW_MUST_CHECK;

/* What a player has brought, since a moment and in all. */
struct lw_store_brought {
    int64_t packs, levels, recent_packs, recent_levels;
};
lw_status lw_store_brought_by(struct lw_store *store, const char *player,
                              int64_t since_ms, struct lw_store_brought *out,
                              struct lw_error *err) LW_MUST_CHECK;

#endif

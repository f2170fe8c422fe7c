/* What the operator decides about the studio while it runs: switches, and invitations to
 * a closed one. Servers on one database share them. */
#ifndef LW_STORE_STUDIO_H
#define LW_STORE_STUDIO_H

#include "lw/store/connection.h"

/* Code, name, what it means when it is on. */
#define LW_CONTROL_LIST(X)                                                               \
    X(READ_ONLY, "read_only", "nothing is stored for players")                           \
    X(CLOSED, "closed", "only invited players may enter")                                \
    X(PACKS_OFF, "packs_off", "nobody makes or imports packs")                           \
    X(JOBS_OFF, "jobs_off", "nobody asks for jobs")                                      \
    X(PLAYERS_OFF, "players_off", "there are no new players")

enum lw_control {
#define X(code, name, help) LW_CONTROL_##code,
    LW_CONTROL_LIST(X)
#undef X
        LW_CONTROL_COUNT
};
const char *lw_control_name(enum lw_control control);
const char *lw_control_help(enum lw_control control);
bool lw_control_find(const char *name, enum lw_control *out);

/* A bit for each that is on. */
lw_status lw_store_controls_get(struct lw_store *store, unsigned *on,
                                struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_control_put(struct lw_store *store, enum lw_control control, bool on,
                               int64_t now_ms, struct lw_error *err) LW_MUST_CHECK;

/* Routes of the interface that are switched off one by one, by name ("GET
 * /api/v1/daily"); the server knows which there are (lw/server.h). */
#define LW_ROUTE_NAME_SIZE 100
struct lw_store_routes {
    const char **names;
    size_t n;
};
lw_status lw_store_routes_off(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_routes *out,
                              struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_route_put(struct lw_store *store, const char *name, bool off,
                             int64_t now_ms, struct lw_error *err) LW_MUST_CHECK;

/* An invitation makes as many players as it has uses. Its code is shown once and stored
 * hashed; the id names it afterwards. */
struct lw_store_invitation {
    char id[LW_STORE_ID_SIZE];
    const char *note;
    int64_t uses_left, created_ms, expires_ms;
};
struct lw_store_invitations {
    struct lw_store_invitation *rows;
    size_t n;
};
/* note, uses_left, created_ms and expires_ms are given, id and code filled. */
lw_status lw_store_invitation_put(struct lw_store *store, struct lw_store_invitation *row,
                                  char code[LW_STORE_SECRET_SIZE],
                                  struct lw_error *err) LW_MUST_CHECK;
/* Newest first, those that are used up or over too; at most 1000. */
lw_status lw_store_invitations_list(struct lw_store *store, struct lw_arena *arena,
                                    struct lw_store_invitations *out,
                                    struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_invitation_delete(struct lw_store *store, const char *id,
                                     struct lw_error *err) LW_MUST_CHECK;
/* Uses it once, inside of a transaction with what it is for; LW_NOT_FOUND when it is not
 * known, used up or over. */
lw_status lw_store_invitation_use(struct lw_store *store, const char *code,
                                  int64_t now_ms, struct lw_error *err) LW_MUST_CHECK;

#endif

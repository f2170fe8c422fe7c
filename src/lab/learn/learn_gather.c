/* What the studio and its studies have gathered, put together. */
#include <stdlib.h>
#include <string.h>

#include "learn/learn.h"

/* The rows of both, those of the studio first. */
static lw_status put_together(struct learn *learn, void *rows_ptr, size_t *n,
                              const void *more, size_t n_more, size_t bytes_each) {
    void *rows;
    memcpy(&rows, rows_ptr, sizeof rows);
    char *all = lw_arena_zero(&learn->arena, *n + n_more + 1, bytes_each);
    if (all == NULL) {
        return LW_NO_MEMORY;
    }
    if (*n > 0) {
        memcpy(all, rows, *n * bytes_each);
    }
    if (n_more > 0) {
        memcpy(all + *n * bytes_each, more, n_more * bytes_each);
    }
    *n += n_more;
    memcpy(rows_ptr, &all, sizeof all);
    return LW_OK;
}

static lw_status add_studies(struct learn *learn, struct lw_error *err) {
    struct lw_store_gathered *all = &learn->gathered;
    const struct lw_store_gathered *more = &learn->studies.gathered;
    lw_status status = put_together(learn, &all->plays, &all->n_plays, more->plays,
                                    more->n_plays, sizeof *all->plays);
    if (status == LW_OK) {
        status = put_together(learn, &all->opinions, &all->n_opinions, more->opinions,
                              more->n_opinions, sizeof *all->opinions);
    }
    if (status == LW_OK) {
        status = put_together(learn, &all->choices, &all->n_choices, more->choices,
                              more->n_choices, sizeof *all->choices);
    }
    all->n_simulated += more->n_simulated;
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}

static void note_origin(struct learn *learn, const char *origin) {
    size_t at = 0;
    origin = origin == NULL ? "" : origin;
    while (at < learn->n_origins && strcmp(learn->origins[at], origin) != 0) {
        at++;
    }
    learn->origins[at] = origin;
    learn->n_origins += at == learn->n_origins;
}

/* Each origin's plays and answers came about in their own way, so its evidence is a
 * source of its own to the model. */
static lw_status list_origins(struct learn *learn, struct lw_error *err) {
    const struct lw_store_gathered *all = &learn->gathered;
    size_t most = 1 + all->n_plays + all->n_opinions + all->n_choices;
    learn->origins = lw_arena_zero(&learn->arena, most + 1, sizeof *learn->origins);
    if (learn->origins == NULL) {
        return lw_fail_memory(err);
    }
    note_origin(learn, NULL);
    for (size_t i = 0; i < all->n_plays; i++) {
        note_origin(learn, all->plays[i].origin);
    }
    for (size_t i = 0; i < all->n_opinions; i++) {
        note_origin(learn, all->opinions[i].origin);
    }
    for (size_t i = 0; i < all->n_choices; i++) {
        note_origin(learn, all->choices[i].origin);
    }
    return LW_OK;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static lw_status count_players(struct learn *learn, struct lw_error *err) {
    const struct lw_store_gathered *all = &learn->gathered;
    size_t n = 0;
    const char **names =
        lw_arena_zero(&learn->arena, all->n_plays + all->n_opinions + all->n_choices + 1,
                      sizeof *names);
    if (names == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < all->n_plays; i++) {
        names[n++] = all->plays[i].player;
    }
    for (size_t i = 0; i < all->n_opinions; i++) {
        names[n++] = all->opinions[i].player;
    }
    for (size_t i = 0; i < all->n_choices; i++) {
        names[n++] = all->choices[i].player;
    }
    qsort(names, n, sizeof *names, by_text);
    for (size_t i = 0; i < n; i++) {
        learn->n_players += i == 0 || strcmp(names[i - 1], names[i]) != 0;
    }
    return LW_OK;
}

lw_status learn_gather(struct learn *learn, struct lw_error *err) {
    const struct lw_store_gathering how = {.game = learn->kind->name,
                                           .with_simulated =
                                               cli_value(learn->args, "simulated")->flag,
                                           .now_ms = cli_now_ms()};
    lw_status status =
        lw_store_gather(learn->store, &how, &learn->arena, &learn->gathered, err);
    if (status == LW_OK) {
        status =
            learn_studies_gather(learn->store, &how, &learn->arena, &learn->studies, err);
    }
    if (status == LW_OK) {
        status = add_studies(learn, err);
    }
    if (status == LW_OK) {
        status = list_origins(learn, err);
    }
    return status == LW_OK ? count_players(learn, err) : status;
}

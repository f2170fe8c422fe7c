/* A new store gets the shipped packs, level sets of some of them and of people, and a
 * reserve for the level of the day. Files are named GAME-DIFFICULTY.ENDING,
 * reserve-GAME-DIFFICULTY and set-GAME-NAME; data/packs/README.md says how each was made.
 * Their ratings come along as data, since measuring them all takes longer than anyone
 * waits for a first page. */
#include "levels/shipped.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "http/assets.h"
#include "levels/packs.h"
#include "log.h"
#include "lw/rating.h"

#define SETTING "shipped-packs"
#define EDITION "3" /* 1: without ratings; 2: without sets of people's levels */
#define RATINGS "packs/ratings.txt"
#define SET_SIZE 25

struct file_name {
    bool is_reserve;
    char game[20], band[20];
};

static bool read_name(const char *name, struct file_name *out) {
    static const char packs[] = "packs/";
    static const char reserve[] = "reserve-";
    memset(out, 0, sizeof *out);
    if (strncmp(name, packs, sizeof packs - 1) != 0) {
        return false;
    }
    name += sizeof packs - 1;
    out->is_reserve = strncmp(name, reserve, sizeof reserve - 1) == 0;
    if (out->is_reserve) {
        name += sizeof reserve - 1;
    }
    return sscanf(name, "%19[a-z]-%19[a-z].", out->game, out->band) == 2 &&
           lw_game_kind_find(out->game) != NULL;
}

static void make_titles(const struct lw_game_kind *kind, const char *band, char title[80],
                        char prefix[40]) {
    (void)snprintf(title, 80, "%s, %s", kind->title, band);
    (void)snprintf(prefix, 40, "%c%.30s", band[0] - 'a' + 'A', band + 1);
}

/* The same id in every store, so that links to a shipped pack are the same everywhere. */
static void pack_id(const char *name, char id[LW_STORE_ID_SIZE]) {
    lw_id128_text(lw_hash128(name, strlen(name), 7), id);
}

/* One line a level: its id and its percentile. False: a remark. */
static bool read_rating(const char *line, char id[LW_STORE_ID_SIZE], double *percentile) {
    return sscanf(line, "%32[0-9a-f] %lf", id, percentile) == 2;
}

/* A percentile of the list is by the model that ships for the game, if one does. */
static bool is_calibrated(const char *game) {
    size_t len;
    return lw_model_shipped(game, &len) != NULL;
}

/* What the list says of a level. */
static void know_rating(struct lw_made_level *made) {
    const struct embedded *file = embedded_find(RATINGS);
    char id[LW_STORE_ID_SIZE], other[LW_STORE_ID_SIZE];
    double percentile;
    lw_id128_text(made->id, id);
    /* A zero byte ends the file. */
    const char *at = file == NULL ? NULL : strstr((const char *)file->data, id);
    if (at != NULL && read_rating(at, other, &percentile)) {
        made->rated = true;
        made->verdict = (struct lw_verdict){
            .percentile = percentile,
            .rating = lw_plain_rating(percentile),
            .calibrated = is_calibrated(made->level->game->kind->name)};
    }
}

static lw_status put_reserve(struct app *app, struct lw_store *store,
                             const struct lw_opened *opened, const struct file_name *name,
                             struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < opened->set.n_entries && status == LW_OK; i++) {
        const struct lw_entry *entry = &opened->set.entries[i];
        struct lw_store_origin origin = {.method = "shipped",
                                         .solver = "generator",
                                         .solutions = entry->solutions,
                                         .sealed = true,
                                         .now_ms = app_now_ms(app)};
        struct lw_made_level made;
        struct lw_store_kept kept;
        status = lw_made_level_found(entry->level, &made, err);
        if (status == LW_OK) {
            know_rating(&made);
            made.score = 0;
            status = lw_store_keep(store, &made, &origin, &kept, err);
        }
        if (status == LW_OK) {
            status = lw_store_reserve_put(
                store, &(struct lw_store_day){.game = name->game, .band = name->band},
                kept.id, 0, app_now_ms(app), err);
        }
    }
    return status;
}

/* Packs of some games are level sets too: the easy one first, as Taylor showed it. */
static lw_status put_set(struct app *app, struct lw_store *store, const char *pack,
                         const char *title, const struct file_name *name,
                         struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_level_list list;
    lw_arena_init(&arena, app->alloc);
    lw_status status = lw_store_pack_levels(store, pack, &arena, &list, err);
    if (status == LW_OK && list.n >= SET_SIZE) {
        const char *ids[SET_SIZE];
        bool easy = strcmp(name->band, "easy") == 0;
        struct lw_store_set set = {.title = title,
                                   .game = name->game,
                                   .origin = "generated",
                                   .pinned = easy,
                                   .position = easy ? 0 : 1};
        for (size_t i = 0; i < SET_SIZE; i++) {
            ids[i] = list.levels[i].id;
        }
        status = lw_store_set_put(store, &set, ids, SET_SIZE, err);
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status put_file(struct app *app, struct lw_store *store,
                          const struct embedded *file, const struct file_name *name,
                          struct lw_error *err) {
    const struct lw_game_kind *kind = lw_game_kind_find(name->game);
    struct lw_opened opened;
    struct lw_open_request request = {.alloc = app->alloc,
                                      .kind = kind,
                                      .text = (const char *)file->data,
                                      .len = (size_t)(file->end - file->data)};
    struct lw_store_imported result;
    char title[80];
    char prefix[40];
    char id[LW_STORE_ID_SIZE];
    make_titles(kind, name->band, title, prefix);
    pack_id(file->name, id);
    lw_status status = lw_open(&request, &opened, err);
    if (status == LW_OK && name->is_reserve) {
        status = put_reserve(app, store, &opened, name, err);
    } else if (status == LW_OK) {
        struct lw_store_import pack = {.id = id,
                                       .title = title,
                                       .author = "Levelwright",
                                       .method = "shipped",
                                       .rate = know_rating,
                                       .now_ms = app_now_ms(app)};
        status = packs_put(store, &opened.set, &pack, &result, err);
        if (status == LW_OK && (kind->flags & LW_GAME_HAS_SETS) != 0) {
            status = put_set(app, store, id, title, name, err);
        }
    }
    lw_opened_close(&opened);
    return status;
}

/* Level sets of people, as Taylor compared with (2015, chapter 3). They are no packs:
 * who made a set is shown after it was played. */
static bool read_set_name(const char *name, char game[20]) {
    return sscanf(name, "packs/set-%19[a-z]-", game) == 1 &&
           lw_game_kind_find(game) != NULL;
}

static lw_status keep_of_set(struct app *app, struct lw_store *store,
                             const struct lw_entry *entry, char id[LW_STORE_ID_SIZE],
                             struct lw_error *err) {
    struct lw_store_origin origin = {.title = entry->title,
                                     .author = lw_note_find(entry->notes, "Author"),
                                     .method = "handmade",
                                     .solver = "solver",
                                     .solutions = entry->solutions,
                                     .now_ms = app_now_ms(app)};
    struct lw_made_level made;
    struct lw_store_kept kept;
    lw_status status = lw_made_level_found(entry->level, &made, err);
    if (status == LW_OK) {
        know_rating(&made);
        status = lw_store_keep(store, &made, &origin, &kept, err);
    }
    if (status == LW_OK) {
        memcpy(id, kept.id, LW_STORE_ID_SIZE);
    }
    return status;
}

static lw_status put_set_file(struct app *app, struct lw_store *store,
                              const struct embedded *file, const char *game,
                              struct lw_error *err) {
    struct lw_opened opened;
    struct lw_open_request request = {.alloc = app->alloc,
                                      .kind = lw_game_kind_find(game),
                                      .text = (const char *)file->data,
                                      .len = (size_t)(file->end - file->data)};
    char ids[SET_SIZE][LW_STORE_ID_SIZE];
    const char *levels[SET_SIZE];
    size_t n = 0;
    lw_status status = lw_open(&request, &opened, err);
    for (; status == LW_OK && n < opened.set.n_entries && n < SET_SIZE; n++) {
        status = keep_of_set(app, store, &opened.set.entries[n], ids[n], err);
        levels[n] = ids[n];
    }
    if (status == LW_OK) {
        struct lw_store_set set = {
            .title = opened.set.title, .game = game, .origin = "handmade", .position = 2};
        pack_id(file->name, set.id);
        status = lw_store_set_put(store, &set, levels, n, err);
    }
    lw_opened_close(&opened);
    return status;
}

static lw_status put_set_files(struct app *app, struct lw_store *store,
                               struct lw_error *err) {
    lw_status status = LW_OK;
    for (const struct embedded *file = embedded_files;
         status == LW_OK && file->name != NULL; file++) {
        char game[20];
        if (read_set_name(file->name, game)) {
            status = put_set_file(app, store, file, game, err);
            if (status == LW_EXISTS || status == LW_BAD_INPUT) {
                log_event(app->log, LOG_WARNING, "shipped", "%s: %s", file->name,
                          err->text);
                status = LW_OK;
            }
        }
    }
    return status;
}

static lw_status put_files(struct app *app, struct lw_store *store,
                           struct lw_error *err) {
    lw_status status = LW_OK;
    size_t n = 0;
    for (const struct embedded *file = embedded_files;
         status == LW_OK && file->name != NULL; file++) {
        struct file_name name;
        if (read_name(file->name, &name)) {
            status = put_file(app, store, file, &name, err);
            n++;
            if (status == LW_EXISTS || status == LW_BAD_INPUT) {
                log_event(app->log, LOG_WARNING, "shipped", "%s: %s", file->name,
                          err->text);
                status = LW_OK;
            }
        }
    }
    if (status == LW_OK) {
        log_event(app->log, LOG_INFO, "shipped", "%zu shipped packs are in the store", n);
    }
    return status;
}

/* Levels that someone took out of the store stay out. */
static lw_status put_rating(struct lw_store *store, const char *line,
                            struct lw_error *err) {
    char id[LW_STORE_ID_SIZE];
    double percentile;
    if (!read_rating(line, id, &percentile)) {
        return LW_OK;
    }
    struct lw_arena arena;
    struct lw_store_level level;
    lw_arena_init(&arena, lw_alloc_libc());
    lw_status status = lw_store_level_get(store, id, &arena, &level, err);
    if (status == LW_OK) {
        status =
            lw_store_level_set_rating(store, id, percentile, lw_plain_rating(percentile),
                                      is_calibrated(level.game), err);
    }
    lw_arena_free(&arena);
    return status == LW_NOT_FOUND ? LW_OK : status;
}

/* A store of an earlier program. */
static lw_status put_ratings(struct lw_store *store, struct lw_error *err) {
    const struct embedded *file = embedded_find(RATINGS);
    struct lw_error end_err;
    if (file == NULL) {
        return LW_OK;
    }
    lw_status status = lw_store_begin(store, err);
    if (status != LW_OK) {
        return status;
    }
    const char *end = (const char *)file->end; /* a zero byte follows */
    for (const char *line = (const char *)file->data; line < end && status == LW_OK;) {
        status = put_rating(store, line, err);
        line += strcspn(line, "\n") + 1;
    }
    lw_status ended = lw_store_end(store, status == LW_OK, &end_err);
    if (status == LW_OK && ended != LW_OK) {
        *err = end_err;
        status = ended;
    }
    return status;
}

lw_status shipped_put(struct app *app, struct lw_error *err) {
    struct lw_arena arena;
    const char *value = NULL;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_patient_store(app);
    lw_status status = lw_store_setting_get(store, SETTING, &arena, &value, err);
    bool known = value != NULL && strcmp(value, EDITION) == 0;
    if (status == LW_OK && !known) {
        status = value == NULL ? put_files(app, store, err) : put_ratings(store, err);
    }
    if (status == LW_OK && !known) {
        status = put_set_files(app, store, err);
    }
    if (status == LW_OK && !known) {
        status = lw_store_setting_put(store, SETTING, EDITION, app_now_ms(app), err);
    }
    app_patient_give(app, store);
    lw_arena_free(&arena);
    return status;
}

/* Simulated people play the Sokoban levels of a database, through the store as the server
 * writes it: players, plays, events, ratings, comparisons. Whether they win, how long
 * they take and what they say depends on the level's floor and, the other way round than
 * for people, on its boxes; or on nothing at all.
 *
 * learn_people DATABASE floor|nothing PLAYS SEED [people]
 * learn_people - floor FILE     the difficulty by which they play, one number a level
 *
 * With "people" the players are not marked as simulated. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lw/base/rng.h"
#include "lw/open.h"
#include "lw/store.h"

#define PLAYS_EACH 20
#define DAYS_AGO 20

static double normal(struct lw_rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += lw_rng_unit(rng);
    }
    return sum - 6;
}

static double difficulty(const char *text) {
    double floor = 0, boxes = 0;
    for (; *text != '\0'; text++) {
        floor += strchr(" .@+$*", *text) != NULL;
        boxes += *text == '$' || *text == '*';
    }
    return 2.2 * (log(floor) - 3.6) - 1.2 * (log(boxes) - 1);
}

static void need(lw_status status, const struct lw_error *err) {
    if (status != LW_OK) {
        (void)fprintf(stderr, "learn_people: %s\n", err->text);
        exit(1);
    }
}

struct crowd {
    struct lw_store *store;
    struct lw_error err;
    struct lw_store_level_list levels;
    struct lw_rng rng;
    bool random, people;
    int64_t now_ms;
};

/* One play, as the server stores it: start, undos, and the win or the end. */
static void play(struct crowd *c, const char *player, double ability,
                 const struct lw_store_level *level) {
    double d = c->random ? 0 : difficulty(level->text);
    double noise = c->random ? 0 : ability - d;
    bool won = lw_rng_unit(&c->rng) < 1 / (1 + exp(-noise));
    int64_t t_ms =
        (int64_t)(1000 * exp(4 + (c->random ? 0 : 0.5 * d) + 0.5 * normal(&c->rng)));
    unsigned n_undos = (unsigned)(exp((c->random ? 0 : 0.4 * d) + normal(&c->rng)));
    struct lw_store_event events[42];
    struct lw_store_appended appended;
    char id[LW_STORE_ID_SIZE];
    size_t n = 0;
    c->now_ms += 100;
    need(lw_store_play_start(
             c->store,
             &(struct lw_store_play_start){.player = player, .level = level->id},
             c->now_ms, id, &c->err),
         &c->err);
    events[n++] = (struct lw_store_event){.play = id, .kind = LW_EVENT_START};
    for (unsigned i = 0; i < n_undos && i < 40; i++, n++) {
        events[n] = (struct lw_store_event){
            .play = id, .seq = (int64_t)n, .kind = LW_EVENT_UNDO, .t_ms = t_ms / 2};
    }
    events[n] = (struct lw_store_event){.play = id,
                                        .seq = (int64_t)n,
                                        .kind = won ? LW_EVENT_WIN : LW_EVENT_QUIT,
                                        .t_ms = t_ms,
                                        .moves = 9,
                                        .pushes = 3};
    need(lw_store_events_append(
             c->store,
             &(struct lw_store_batch){
                 .player = player, .events = events, .n = n + 1, .now_ms = c->now_ms},
             &appended, &c->err),
         &c->err);
    if (lw_rng_unit(&c->rng) < 0.3) {
        double said =
            c->random ? 1 + 9 * lw_rng_unit(&c->rng) : 5.5 + 1.5 * d + normal(&c->rng);
        struct lw_store_opinion opinion = {.player = player,
                                           .level = level->id,
                                           .value = (int)fmin(fmax(said, 1), 10),
                                           .made_ms = c->now_ms};
        need(lw_store_opinion_put(c->store, &opinion, &c->err), &c->err);
    }
}

static void compare(struct crowd *c, const char *player, const struct lw_store_level *a,
                    const struct lw_store_level *b) {
    double gap = c->random ? 0 : difficulty(a->text) - difficulty(b->text);
    struct lw_store_comparison comparison = {
        .player = player,
        .level_a = a->id,
        .level_b = b->id,
        .answer = lw_rng_unit(&c->rng) < 1 / (1 + exp(-gap)) ? -1 : 1,
        .made_ms = c->now_ms};
    need(lw_store_comparison_put(c->store, &comparison, &c->err), &c->err);
}

static void visit(struct crowd *c, size_t *order, size_t n_plays) {
    char id[LW_STORE_ID_SIZE], key[LW_STORE_SECRET_SIZE];
    double ability = 0.3 + 0.7 * normal(&c->rng);
    need(lw_store_player_create(c->store, c->now_ms, id, key, &c->err), &c->err);
    if (!c->people) {
        need(lw_store_player_simulated(c->store, id, &c->err), &c->err);
    }
    for (size_t i = 0; i < n_plays && i < c->levels.n; i++) {
        size_t k = i + lw_rng_below(&c->rng, (uint32_t)(c->levels.n - i));
        size_t level = order[k];
        order[k] = order[i];
        order[i] = level;
        play(c, id, ability, &c->levels.levels[level]);
        if (i % 5 == 4) {
            compare(c, id, &c->levels.levels[order[i - 1]], &c->levels.levels[level]);
        }
    }
}

static int fill(char **argv, bool people) {
    static struct crowd crowd;
    struct crowd *c = &crowd;
    struct lw_store_filter filter = {
        .game = "sokoban", .order = LW_STORE_BY_ID, .limit = 10000};
    struct lw_arena arena;
    size_t n_plays = strtoul(argv[3], NULL, 10);
    *c = (struct crowd){.random = strcmp(argv[2], "nothing") == 0, .people = people};
    c->rng = lw_rng_make(strtoul(argv[4], NULL, 10), 7);
    c->now_ms = ((int64_t)time(NULL) - DAYS_AGO * 86400) * 1000;
    lw_arena_init(&arena, lw_alloc_libc());
    need(lw_store_open(argv[1], NULL, &c->store, &c->err), &c->err);
    need(lw_store_level_list(c->store, &filter, &arena, &c->levels, &c->err), &c->err);
    size_t *order = lw_arena_zero(&arena, c->levels.n + 1, sizeof *order);
    for (size_t i = 0; i < c->levels.n; i++) {
        order[i] = i;
    }
    while (n_plays > 0) {
        size_t n = n_plays < PLAYS_EACH ? n_plays : PLAYS_EACH;
        visit(c, order, n);
        n_plays -= n;
    }
    lw_store_close(c->store);
    lw_arena_free(&arena);
    return 0;
}

static int print_difficulty(const char *path) {
    static char text[1 << 20];
    struct lw_opened opened;
    struct lw_error err;
    FILE *in = fopen(path, "rb");
    size_t len = in == NULL ? 0 : fread(text, 1, sizeof text - 1, in);
    struct lw_open_request request = {.alloc = lw_alloc_libc(),
                                      .kind = lw_game_kind_find("sokoban"),
                                      .text = text,
                                      .len = len};
    if (in != NULL) {
        (void)fclose(in);
    }
    need(lw_open(&request, &opened, &err), &err);
    for (size_t i = 0; i < opened.set.n_entries; i++) {
        struct lw_buffer level;
        lw_buffer_init(&level, lw_alloc_libc());
        need(lw_level_bare_text(opened.set.entries[i].level, &level, &err), &err);
        (void)printf("%.6f\n", difficulty(lw_buffer_text(&level)));
        lw_buffer_free(&level);
    }
    lw_opened_close(&opened);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "-") == 0) {
        return print_difficulty(argv[3]);
    }
    if (argc != 5 && argc != 6) {
        return 1;
    }
    return fill(argv, argc == 6);
}

/* Complaints, their review, the order of packs and the limits of a player, against people
 * who would use them against others. */
#include "daily/daily_test_support.h"

#include "levels/packs.h"

#define N_SPAM 200
#define PAGE 20

struct person {
    char id[LW_STORE_ID_SIZE], header[100];
    uint64_t address;
};

/* Two boxes, walls grow with the number: each is another puzzle. */
static void level_text(unsigned number, char text[400]) {
    unsigned width = 6 + number % 20, height = 4 + number / 20;
    size_t len = 0;
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            bool wall = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            text[len++] = wall               ? '#'
                          : y == 1 && x == 1 ? '@'
                          : y == 1 && x == 2 ? '$'
                          : y == 1 && x == 4 ? '.'
                                             : ' ';
        }
        text[len++] = '\\';
        text[len++] = 'n';
    }
    text[len] = '\0';
    assert_true(len < 400);
}

static struct person join(struct place *place, uint64_t address) {
    struct lw_error err;
    struct person person = {.address = address};
    char key[LW_STORE_SECRET_SIZE];
    struct lw_store *store = app_store(place->app);
    assert_int_equal(
        lw_store_player_create(store, app_now_ms(place->app), person.id, key, &err),
        LW_OK);
    app_give(place->app, store);
    (void)snprintf(person.header, sizeof person.header, "Player %s", key);
    return person;
}

/* The text that the answer has under a key, "" if it was refused. */
static unsigned post(struct place *place, const struct person *person, const char *target,
                     const char *body, const char *key, char out[LW_STORE_ID_SIZE]) {
    struct exchange exchange;
    struct asked asked = {.method = HTTP_POST,
                          .target = target,
                          .who = person->header,
                          .body = body,
                          .client = person->address};
    unsigned status = send(place, &asked, &exchange);
    if (key != NULL && status < 300) {
        copy_text(reply_tree(&exchange), key, out, LW_STORE_ID_SIZE);
    }
    exchange_free(&exchange);
    return status;
}

static unsigned bring(struct place *place, const struct person *person, unsigned number,
                      char pack[LW_STORE_ID_SIZE]) {
    char text[400], body[700];
    level_text(number, text);
    (void)snprintf(body, sizeof body,
                   "{\"title\":\"Pack %u\",\"game\":\"sokoban\",\"levels\":[{\"text\":"
                   "\"%s\",\"title\":\"L\"}]}",
                   number, text);
    return post(place, person, "/api/v1/packs", body, "id", pack);
}

static void level_of(struct place *place, const char *pack,
                     char level[LW_STORE_ID_SIZE]) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_store_level_list list;
    lw_arena_init(&arena, lw_alloc_libc());
    struct lw_store *store = app_whole_store(place->app);
    assert_int_equal(lw_store_pack_levels(store, pack, &arena, &list, &err), LW_OK);
    app_give(place->app, store);
    assert_int_equal(list.n, 1);
    memcpy(level, list.levels[0].id, LW_STORE_ID_SIZE);
    lw_arena_free(&arena);
}

static void play(struct place *place, const struct person *person, const char *level) {
    char body[80], id[LW_STORE_ID_SIZE];
    (void)snprintf(body, sizeof body, "{\"level\":\"%s\"}", level);
    assert_int_equal(post(place, person, "/api/v1/plays", body, "play", id), 201);
}

static unsigned complain(struct place *place, const struct person *person,
                         const char *thing, const char *id) {
    char body[160];
    (void)snprintf(body, sizeof body,
                   "{\"thing\":\"%s\",\"id\":\"%s\",\"reason\":\"spam\",\"note\":\"x\"}",
                   thing, id);
    return post(place, person, "/api/v1/complaints", body, NULL, NULL);
}

static unsigned decide(struct place *place, const char *body) {
    struct person admin = {.address = 0};
    (void)snprintf(admin.header, sizeof admin.header, "Admin %s", place->app->new_token);
    return post(place, &admin, "/api/v1/admin/complaints", body, NULL, NULL);
}

/* Does the answer to a GET have the text? */
static bool shows(struct place *place, const char *target, const char *who,
                  const char *text) {
    struct exchange exchange;
    struct asked asked = {.method = HTTP_GET, .target = target, .who = who};
    bool found = send(place, &asked, &exchange) == 200 &&
                 strstr(lw_buffer_text(&exchange.response.body), text) != NULL;
    exchange_free(&exchange);
    return found;
}

static bool is_there(struct place *place, const char *kind, const char *id) {
    char target[100];
    (void)snprintf(target, sizeof target, "/api/v1/%s/%s", kind, id);
    return shows(place, target, NULL, id);
}

/* url: another database than a file of its own; NULL: that. */
static void open_moderated(struct place *place, struct files *files, const char *url) {
    make_files(files);
    place->now = utc(2026, 11, 15, 12);
    place->config = (struct lw_server_config){.db = url != NULL ? url : files->db,
                                              .n_workers = UINT32_MAX,
                                              .no_packs = true,
                                              .rate = 1e6,
                                              .now_ms = read_clock,
                                              .now_ctx = place};
    struct lw_error err;
    assert_int_equal(app_open(&place->config, 4, &place->app, &err), LW_OK);
}

/* Straight into the store: a spammer has many days and addresses. */
static void put_pack(struct place *place, const char *owner, unsigned number,
                     const char *level) {
    struct lw_error err;
    char title[40];
    struct lw_store *store = app_store(place->app);
    (void)snprintf(title, sizeof title, "Spam %u", number);
    struct lw_store_pack pack = {.title = title,
                                 .game = "sokoban",
                                 .owner = owner,
                                 .created_ms = app_now_ms(place->app)};
    assert_int_equal(lw_store_pack_put(store, &pack, &level, 1, &err), LW_OK);
    app_give(place->app, store);
}

static size_t count_titles(struct place *place, const char *target, const char *title) {
    struct exchange exchange;
    size_t n = 0;
    struct asked asked = {.method = HTTP_GET, .target = target};
    assert_int_equal(send(place, &asked, &exchange), 200);
    const struct lw_json *at = lw_json_get(reply_tree(&exchange), "packs")->first;
    for (; at != NULL; at = at->next) {
        n += strncmp(lw_json_get(at, "title")->text, title, strlen(title)) == 0;
    }
    exchange_free(&exchange);
    return n;
}

/* Two hundred packs of one owner fill three places of the first page. */
static void spam_does_not_fill_the_page(void **state) {
    struct files files;
    struct place place = {.now = 0};
    char pack[LW_STORE_ID_SIZE], level[LW_STORE_ID_SIZE];
    (void)state;
    open_moderated(&place, &files, NULL);
    for (unsigned i = 0; i < 10; i++) {
        struct person honest = join(&place, 100 + i);
        assert_int_equal(bring(&place, &honest, i, pack), 201);
    }
    level_of(&place, pack, level);
    struct person spammer = join(&place, 1);
    atomic_fetch_add(&place.now, HOUR_MS);
    for (unsigned i = 0; i < N_SPAM; i++) {
        put_pack(&place, spammer.id, i, level);
    }
    for (int round = 0; round < 6; round++) { /* before and after they are ranked */
        assert_int_equal(count_titles(&place, "/api/v1/packs?per_page=20", "Pack"), 10);
        atomic_fetch_add(&place.now, HOUR_MS);
        packs_tick(place.app);
    }
    /* As all lists were before. */
    assert_int_equal(
        count_titles(&place, "/api/v1/packs?per_page=20&order=newest", "Spam"), PAGE);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* People count, not plays; neither one's own nor those of borrowed levels. */
static void packs_that_people_play_come_first(const char *url) {
    struct files files;
    struct place place = {.now = 0};
    char packs[3][LW_STORE_ID_SIZE], levels[3][LW_STORE_ID_SIZE];
    struct person owners[3];
    open_moderated(&place, &files, url);
    for (unsigned i = 0; i < 3; i++) {
        owners[i] = join(&place, 10 + i);
        assert_int_equal(bring(&place, &owners[i], i, packs[i]), 201);
        level_of(&place, packs[i], levels[i]);
        atomic_fetch_add(&place.now, 1);
    }
    for (unsigned i = 0; i < 4; i++) { /* four people play the first one */
        struct person person = join(&place, 20 + i);
        play(&place, &person, levels[0]);
    }
    struct person eager = join(&place, 30);
    for (unsigned i = 0; i < 100; i++) {
        play(&place, &eager, levels[1]);
        play(&place, &owners[2], levels[2]);
    }
    put_pack(&place, owners[2].id, 7, levels[0]); /* borrowed fame */
    atomic_fetch_add(&place.now, HOUR_MS);
    packs_tick(place.app);
    struct exchange exchange;
    struct asked asked = {.method = HTTP_GET, .target = "/api/v1/packs"};
    assert_int_equal(send(&place, &asked, &exchange), 200);
    const struct lw_json *first = lw_json_get(reply_tree(&exchange), "packs")->first;
    assert_string_equal(lw_json_get(first, "title")->text, "Pack 0");
    assert_string_equal(lw_json_get(first->next, "title")->text, "Pack 1");
    exchange_free(&exchange);
    close_place(&place);
    remove_files(&files);
}

/* Ten players of one address hide nothing; three addresses do, until it is decided. */
static void one_address_hides_nothing(const char *url) {
    struct files files;
    struct place place = {.now = 0};
    char pack[LW_STORE_ID_SIZE], level[LW_STORE_ID_SIZE], body[700];
    struct person people[3];
    open_moderated(&place, &files, url);
    struct person owner = join(&place, 1);
    assert_int_equal(bring(&place, &owner, 0, pack), 201);
    level_of(&place, pack, level);
    for (int i = 0; i < 10; i++) {
        struct person many = join(&place, 2);
        play(&place, &many, level);
        assert_int_equal(complain(&place, &many, "level", level), 201);
        assert_int_equal(complain(&place, &many, "pack", pack), 201);
    }
    for (uint64_t i = 0; i < 5; i++) { /* who never played counts not at all */
        struct person idle = join(&place, 50 + i);
        assert_int_equal(complain(&place, &idle, "level", level), 201);
        assert_int_equal(complain(&place, &idle, "pack", pack), 201);
    }
    assert_true(shows(&place, "/api/v1/levels", NULL, level));
    assert_true(shows(&place, "/api/v1/packs", NULL, pack));
    for (unsigned i = 0; i < 3; i++) {
        people[i] = join(&place, 70 + i);
        play(&place, &people[i], level);
        assert_int_equal(complain(&place, &people[i], "level", level), 201);
        assert_int_equal(complain(&place, &people[i], "pack", pack), 201);
    }
    assert_false(shows(&place, "/api/v1/levels", NULL, level));
    assert_false(shows(&place, "/api/v1/packs", NULL, pack));
    assert_true(is_there(&place, "levels", level)); /* its link still works */
    assert_true(is_there(&place, "packs", pack));
    (void)snprintf(body, sizeof body,
                   "{\"decision\":\"keep\",\"thing\":\"level\",\"id\":\"%s\"}", level);
    assert_int_equal(decide(&place, body), 200);
    assert_true(shows(&place, "/api/v1/levels", NULL, level));
    for (unsigned i = 0; i < 3; i++) { /* the same again is no news */
        assert_int_equal(complain(&place, &people[i], "level", level), 201);
    }
    assert_true(shows(&place, "/api/v1/levels", NULL, level));
    /* Two of those who complain of the pack are not listened to any more. */
    for (unsigned i = 0; i < 2; i++) {
        (void)snprintf(body, sizeof body, "{\"decision\":\"ignore\",\"reporter\":\"%s\"}",
                       people[i].id);
        assert_int_equal(decide(&place, body), 200);
    }
    assert_true(shows(&place, "/api/v1/packs", NULL, pack));
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* What a decision removes, and what it leaves: levels that others have packed. */
static void decisions_remove(const char *url) {
    struct files files;
    struct place place = {.now = 0};
    char packs[3][LW_STORE_ID_SIZE], levels[3][LW_STORE_ID_SIZE], body[700], admin[100];
    open_moderated(&place, &files, url);
    struct person owner = join(&place, 1), other = join(&place, 2);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(bring(&place, &owner, i, packs[i]), 201);
        level_of(&place, packs[i], levels[i]);
    }
    put_pack(&place, other.id, 1, levels[2]);
    assert_int_equal(complain(&place, &other, "pack", packs[0]), 201);
    (void)snprintf(admin, sizeof admin, "Admin %s", place.app->new_token);
    assert_true(shows(&place, "/api/v1/admin/complaints", admin, packs[0]));
    assert_true(shows(&place, "/api/v1/admin/complaints", admin, "\"reason\":\"spam\""));
    assert_false(shows(&place, "/api/v1/admin/complaints", other.header, packs[0]));
    (void)snprintf(body, sizeof body,
                   "{\"decision\":\"remove\",\"thing\":\"pack\",\"id\":\"%s\"}",
                   packs[0]);
    assert_int_equal(decide(&place, body), 200);
    assert_false(is_there(&place, "packs", packs[0]));
    assert_false(is_there(&place, "levels", levels[0]));
    assert_true(is_there(&place, "levels", levels[1]));
    assert_int_equal(complain(&place, &other, "level", levels[1]), 201);
    (void)snprintf(body, sizeof body,
                   "{\"decision\":\"remove-owner\",\"thing\":\"level\",\"id\":\"%s\"}",
                   levels[1]);
    assert_int_equal(decide(&place, body), 200);
    assert_false(is_there(&place, "packs", packs[1]));
    assert_false(is_there(&place, "packs", packs[2]));
    assert_false(is_there(&place, "levels", levels[1]));
    assert_true(is_there(&place, "levels", levels[2])); /* the other's pack has it */
    assert_false(shows(&place, "/api/v1/admin/complaints", admin, "\"thing\""));
    assert_int_equal(decide(&place, body), 200); /* nothing more to remove */
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* A day's packs and complaints, also when the clock is set over a day and back. */
static void a_player_has_limits(const char *url) {
    struct files files;
    struct place place = {.now = 0};
    char pack[LW_STORE_ID_SIZE];
    open_moderated(&place, &files, url);
    struct person person = join(&place, 1);
    for (unsigned i = 0; i < 30; i++) {
        assert_int_equal(bring(&place, &person, i, pack), 201);
    }
    assert_int_equal(bring(&place, &person, 30, pack), 429);
    atomic_fetch_add(&place.now, -3 * DAY_MS); /* back: nothing is forgotten */
    assert_int_equal(bring(&place, &person, 30, pack), 429);
    atomic_fetch_add(&place.now, 4 * DAY_MS);
    assert_int_equal(bring(&place, &person, 31, pack), 201);
    for (unsigned i = 0; i < 20; i++) {
        struct person owner = join(&place, 200 + i);
        char other[LW_STORE_ID_SIZE];
        assert_int_equal(bring(&place, &owner, 40 + i, other), 201);
        assert_int_equal(complain(&place, &person, "pack", other), 201);
    }
    assert_int_equal(complain(&place, &person, "pack", pack), 429);
    atomic_fetch_add(&place.now, -2 * DAY_MS);
    assert_int_equal(complain(&place, &person, "pack", pack), 429);
    atomic_fetch_add(&place.now, 4 * DAY_MS);
    assert_int_equal(complain(&place, &person, "pack", pack), 201);
    /* Players are free to make; addresses are not. */
    unsigned refused = 0;
    for (unsigned i = 0; i < 80; i++) {
        struct person many = join(&place, 9);
        refused += bring(&place, &many, 100, pack) == 429;
    }
    assert_int_equal(refused, 20);
    close_place(&place);
    remove_files(&files);
}

/* Titles that hide, turn or imitate others. */
static void titles_are_cleaned(void **state) {
    static const struct {
        const char *sent, *shown;
    } cases[] = {
        {"Plain", "Plain"},
        {"  two \\t blanks\\n", "two blanks"},
        {"a\\u202egnp.exe", "agnp.exe"},
        {"zero\\u200bwidth\\ufeff", "zerowidth"},
        {"odd\\u00a0\\u3164\\u2800blank", "odd blank"},
        {"bell\\u0007", "bell"},
        {"nai\\u0308ve", "nai\xcc\x88ve"},
        {"Z\\u0300\\u0301\\u0302\\u0303\\u0304\\u0305", "Z\xcc\x80\xcc\x81\xcc\x82"},
        {"\\u200d\\u200c", NULL},
        {"\\u2066\\u3000\\u2069", NULL},
    };
    struct files files;
    struct place place = {.now = 0};
    char pack[LW_STORE_ID_SIZE], text[400], body[700], target[100], wanted[100];
    (void)state;
    open_moderated(&place, &files, NULL);
    struct person person = join(&place, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        level_text((unsigned)i, text);
        (void)snprintf(body, sizeof body,
                       "{\"title\":\"%s\",\"game\":\"sokoban\",\"levels\":[{\"text\":"
                       "\"%s\",\"title\":\"%s\"}]}",
                       cases[i].sent, text, cases[i].sent);
        unsigned status = post(&place, &person, "/api/v1/packs", body, "id", pack);
        if (cases[i].shown == NULL) {
            assert_true(status == 422 || status == 400);
            continue;
        }
        assert_int_equal(status, 201);
        (void)snprintf(target, sizeof target, "/api/v1/packs/%s", pack);
        (void)snprintf(wanted, sizeof wanted, "\"title\":\"%s\"", cases[i].shown);
        if (!shows(&place, target, NULL, wanted)) {
            fail_msg("%s is not shown as %s", cases[i].sent, cases[i].shown);
        }
    }
    close_place(&place);
    remove_files(&files);
}

/* Each on a database of its own kind. */
static void (*const on_both[])(const char *url) = {packs_that_people_play_come_first,
                                                   one_address_hides_nothing,
                                                   decisions_remove, a_player_has_limits};
#define N_ON_BOTH (sizeof on_both / sizeof *on_both)

static void on_sqlite(void **state) {
    (void)state;
    for (size_t i = 0; i < N_ON_BOTH; i++) {
        on_both[i](NULL);
    }
}

static void on_postgres(void **state) {
    (void)state;
    for (size_t i = 0; i < N_ON_BOTH; i++) {
        on_own_postgres(on_both[i]);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spam_does_not_fill_the_page),
        cmocka_unit_test(on_sqlite),
        cmocka_unit_test(on_postgres),
        cmocka_unit_test(titles_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

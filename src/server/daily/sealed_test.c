/* Levels of days to come are sealed: no route shows them before their midnight, nobody
 * can play them, and nobody without the database's key can make them. */
#include "daily/daily_test_support.h"

#include "daily/seed.h"

#define MAX_SECRETS 400
#define TODAY "2026-11-15"
#define TOMORROW "2026-11-16"

struct secrets {
    struct lw_arena arena;
    struct lw_store_level_list list;
    const char **members; /* of each its text, as JSON has it */
    size_t n_tomorrow;
    char level[LW_STORE_ID_SIZE]; /* one of tomorrow's, of Sokoban */
    const char *text;
};

/* "text":"…" */
static const char *json_member(struct lw_arena *arena, const char *text) {
    struct lw_buffer out;
    struct lw_json_writer json;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_json_begin(&json, &out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "text", text);
    lw_json_object_end(&json);
    const char *member = lw_arena_text(arena, lw_buffer_text(&out) + 1, out.len - 2);
    lw_buffer_free(&out);
    assert_non_null(member);
    return member;
}

/* Everything that is sealed, as the store has it. */
static void find_secrets(struct place *place, struct secrets *out) {
    struct lw_error err;
    struct lw_store_filter filter = {.sealed_after = TODAY, .limit = MAX_SECRETS};
    memset(out, 0, sizeof *out);
    lw_arena_init(&out->arena, lw_alloc_libc());
    struct lw_store *store = app_whole_store(place->app);
    assert_int_equal(lw_store_level_list(store, &filter, &out->arena, &out->list, &err),
                     LW_OK);
    app_give(place->app, store);
    out->members = lw_arena_zero(&out->arena, out->list.n + 1, sizeof *out->members);
    assert_non_null(out->members);
    for (size_t i = 0; i < out->list.n; i++) {
        const struct lw_store_level *row = &out->list.levels[i];
        out->members[i] = json_member(&out->arena, row->text);
        bool is_tomorrows = strcmp(row->sealed, TOMORROW) == 0;
        out->n_tomorrow += is_tomorrows;
        if (is_tomorrows && strcmp(row->game, "sokoban") == 0) {
            (void)snprintf(out->level, sizeof out->level, "%s", row->id);
            out->text = row->text;
        }
    }
    assert_true(out->list.n > out->n_tomorrow); /* the reserve */
    assert_true(out->n_tomorrow > 0);
}

/* The level's id, its text as JSON has it, its title: none of them is in the answer. */
static void check_answer(const struct asked *asked, const char *answer,
                         const struct secrets *secrets) {
    for (size_t i = 0; i < secrets->list.n; i++) {
        const struct lw_store_level *row = &secrets->list.levels[i];
        const char *own = asked->target;
        bool is_asked = strstr(own, row->id) != NULL; /* may be told back */
        if ((!is_asked && strstr(answer, row->id) != NULL) ||
            strstr(answer, secrets->members[i]) != NULL ||
            strstr(answer, row->text) != NULL ||
            strstr(answer, "\"title\":\"" TOMORROW "\"") != NULL) {
            fail_msg("GET %s as %s shows %s level %s", asked->target,
                     asked->who == NULL ? "a stranger" : asked->who, row->game, row->id);
        }
    }
}

/* The address of a route with its {id}, and a parameter. */
static void walk(struct place *place, const struct route *route, const char *id,
                 const char *query, const char *who, const struct secrets *secrets) {
    char target[300];
    struct exchange exchange;
    const char *hole = strstr(route->pattern, "{id}");
    (void)snprintf(
        target, sizeof target, "%.*s%s%s%s",
        hole == NULL ? (int)strlen(route->pattern) : (int)(hole - route->pattern),
        route->pattern, hole == NULL ? "" : id, hole == NULL ? "" : hole + 4, query);
    struct asked asked = {.method = HTTP_GET, .target = target, .who = who};
    unsigned status = send(place, &asked, &exchange);
    const struct http_shared *shared = exchange.response.shared;
    const char *answer =
        shared != NULL ? shared->bytes : lw_buffer_text(&exchange.response.body);
    check_answer(&asked, answer, secrets);
    /* No route knows the level by its id; those for participants know nobody here. */
    if (hole != NULL && strcmp(id, secrets->level) == 0) {
        assert_int_equal(status, route->auth == AUTH_PERSON ? 401 : 404);
    }
    exchange_free(&exchange);
}

static const char *const queries[] = {
    "",
    "?per_page=200",
    "?per_page=200&page=2",
    "?order=newest&per_page=200",
    "?order=hardest&per_page=200",
    "?order=id&per_page=200&page=2",
    "?game=sokoban",
    "?game=sokoban&band=hard",
    "?game=sokoban&date=" TOMORROW,
    "?game=flow&band=medium&date=" TOMORROW,
    "?game=sokoban&number=2",
    "?format=jsonl",
    "?format=json",
    "?method=shipped&per_page=200",
};

/* Ids of every other kind of thing: packs, sets, the jobs that made the levels. */
static size_t other_ids(struct place *place, struct lw_arena *arena, const char **out,
                        size_t most) {
    struct lw_error err;
    struct lw_store_pack_list packs;
    struct lw_store_set_list sets;
    struct lw_store_job_list jobs;
    size_t n = 0;
    struct lw_store *store = app_whole_store(place->app);
    assert_int_equal(lw_store_pack_list(store,
                                        &(struct lw_store_pack_filter){.page = {0, 50}},
                                        arena, &packs, &err),
                     LW_OK);
    assert_int_equal(lw_store_set_list(store, NULL, NULL, arena, &sets, &err), LW_OK);
    assert_int_equal(lw_store_job_list(store, "daily", (struct lw_store_page){0, 50},
                                       arena, &jobs, &err),
                     LW_OK);
    app_give(place->app, store);
    for (size_t i = 0; i < packs.n && n < most; i++) {
        out[n++] = packs.packs[i].id;
    }
    for (size_t i = 0; i < sets.n && n < most; i++) {
        out[n++] = sets.sets[i].id;
    }
    for (size_t i = 0; i < jobs.n && n < most; i++) {
        out[n++] = jobs.jobs[i].id;
    }
    return n;
}

static void walk_all(struct place *place, const char *who,
                     const struct secrets *secrets) {
    const char *ids[200];
    struct lw_arena arena;
    size_t n_routes;
    const struct route *table = routes(&n_routes);
    lw_arena_init(&arena, lw_alloc_libc());
    size_t n_ids = other_ids(place, &arena, ids, 100);
    for (size_t i = 0; i < secrets->list.n && n_ids < 200; i += 5) {
        ids[n_ids++] = secrets->list.levels[i].id;
    }
    ids[n_ids - 1] = secrets->level;
    for (size_t i = 0; i < n_routes; i++) {
        bool by_id = strstr(table[i].pattern, "{id}") != NULL;
        if (table[i].method != HTTP_GET || table[i].auth == AUTH_ADMIN) {
            continue;
        }
        for (size_t k = 0; k < (by_id ? n_ids : 1); k++) {
            size_t n_queries = by_id ? 1 : sizeof queries / sizeof *queries;
            for (size_t q = 0; q < n_queries; q++) {
                walk(place, &table[i], by_id ? ids[k] : "", queries[q], who, secrets);
            }
        }
    }
    lw_arena_free(&arena);
}

static void open_made(struct place *place, const char *db) {
    open_place(place, db, NULL, 2);
    daily_tick(place->app->daily);
    wait_for_jobs(place);
}

static void no_route_shows_it(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12), .job_seconds = 0.3};
    struct secrets secrets;
    char player[100], admin[100], target[120];
    struct exchange exchange;
    (void)state;
    make_files(&files);
    open_made(&place, files.db);
    find_secrets(&place, &secrets);
    make_player(&place, player);
    (void)snprintf(admin, sizeof admin, "Admin %s", place.app->new_token);
    walk_all(&place, NULL, &secrets);
    walk_all(&place, player, &secrets);
    /* The administrator sees them, at one place. */
    struct asked asked = {HTTP_GET, "/api/v1/admin/sealed?per_page=200", admin, NULL, 0};
    assert_int_equal(send(&place, &asked, &exchange), 200);
    assert_non_null(strstr(lw_buffer_text(&exchange.response.body), secrets.level));
    assert_non_null(
        strstr(lw_buffer_text(&exchange.response.body), "\"opens\":\"" TOMORROW "\""));
    exchange_free(&exchange);
    asked.who = player;
    assert_int_equal(status_of(&place, asked), 401);
    /* At midnight it is there, in its list, and where it was refused. */
    (void)snprintf(target, sizeof target, "/api/v1/levels/%s", secrets.level);
    asked = (struct asked){HTTP_GET, target, NULL, NULL, 0};
    atomic_store(&place.now, utc(2026, 11, 16, 0) - 1);
    assert_int_equal(status_of(&place, asked), 404);
    atomic_store(&place.now, utc(2026, 11, 16, 0));
    assert_int_equal(status_of(&place, asked), 200);
    lw_arena_free(&secrets.arena);
    close_place(&place);
    remove_files(&files);
}

/* Plays and packs of a sealed level are refused as those of a level that is not there. */
static void nobody_plays_it_early(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12), .job_seconds = 0.3};
    struct secrets secrets;
    struct exchange exchange;
    char player[100], play[80], pack[160], win[300];
    (void)state;
    make_files(&files);
    open_made(&place, files.db);
    find_secrets(&place, &secrets);
    make_player(&place, player);
    (void)snprintf(play, sizeof play, "{\"level\":\"%s\"}", secrets.level);
    (void)snprintf(pack, sizeof pack,
                   "{\"title\":\"Mine\",\"game\":\"sokoban\",\"levels\":[\"%s\"]}",
                   secrets.level);
    struct asked start = {HTTP_POST, "/api/v1/plays", player, play, 0};
    struct asked make = {HTTP_POST, "/api/v1/packs", player, pack, 0};
    assert_int_equal(status_of(&place, start), 404);
    assert_int_equal(status_of(&place, make), 404);
    atomic_store(&place.now, utc(2026, 11, 16, 0));
    assert_int_equal(status_of(&place, make), 201);
    assert_int_equal(send(&place, &start, &exchange), 201);
    char id[LW_STORE_ID_SIZE];
    copy_text(reply_tree(&exchange), "play", id, sizeof id);
    exchange_free(&exchange);
    /* The clock was wrong: what it let begin does not count before the day. */
    atomic_store(&place.now, utc(2026, 11, 15, 13));
    assert_int_equal(status_of(&place, start), 404);
    (void)snprintf(win, sizeof win,
                   "{\"events\":[{\"play\":\"%s\",\"seq\":1,\"kind\":\"win\","
                   "\"t_ms\":1,\"data\":\"r\"}]}",
                   id);
    assert_int_equal(
        status_of(&place, (struct asked){HTTP_POST, "/api/v1/events", player, win, 0}),
        404);
    walk_all(&place, NULL, &secrets); /* its own play is in the player's list */
    lw_arena_free(&secrets.arena);
    close_place(&place);
    remove_files(&files);
}

/* Somebody who brings the same puzzle gets it like any other, without a word of the day;
 * the day keeps it. */
static void brought_by_somebody(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12), .job_seconds = 0.3};
    struct secrets secrets;
    struct exchange exchange;
    struct lw_buffer body;
    struct lw_json_writer json;
    char player[100], target[100];
    (void)state;
    make_files(&files);
    open_made(&place, files.db);
    find_secrets(&place, &secrets);
    make_player(&place, player);
    lw_buffer_init(&body, lw_alloc_libc());
    lw_json_begin(&json, &body);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "title", "Mine");
    lw_json_text(&json, "game", "sokoban");
    lw_json_array(&json, "levels");
    lw_json_object(&json, NULL);
    lw_json_text(&json, "text", secrets.text);
    lw_json_object_end(&json);
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    struct asked make = {HTTP_POST, "/api/v1/packs", player, lw_buffer_text(&body), 0};
    assert_int_equal(status_of(&place, make), 201);
    lw_buffer_free(&body);
    (void)snprintf(target, sizeof target, "/api/v1/levels/%s", secrets.level);
    struct asked get = {HTTP_GET, target, NULL, NULL, 0};
    assert_int_equal(send(&place, &get, &exchange), 200);
    assert_null(strstr(lw_buffer_text(&exchange.response.body), TOMORROW));
    exchange_free(&exchange);
    lw_arena_free(&secrets.arena);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

static void make_one_day(struct place *place, const char *date) {
    struct lw_error err;
    char id[LW_STORE_ID_SIZE], request[120];
    (void)snprintf(request, sizeof request,
                   "{\"game\":\"flow\",\"band\":\"medium\",\"date\":\"%s\"}", date);
    struct lw_store *store = app_store(place->app);
    assert_int_equal(
        lw_store_job_enqueue(
            store, &(struct lw_store_job_request){.kind = "daily", .request = request}, 1,
            id, &err),
        LW_OK);
    app_give(place->app, store);
    place->app->config.n_workers = 2;
    assert_int_equal(jobs_create(place->app, &place->app->jobs, &err), LW_OK);
    wait_for_jobs(place);
}

/* Two databases make different levels of a date; a copy of one makes the same. */
static void only_the_key_makes_it(void **state) {
    struct files files[3];
    struct place places[3];
    struct lw_error err;
    char path[100];
    char levels[3][LW_STORE_ID_SIZE];
    (void)state;
    for (int i = 0; i < 3; i++) {
        make_files(&files[i]);
        places[i] = (struct place){.now = utc(2026, 11, 15, 12)};
        if (i == 2) {
            /* Before any day was made. */
            struct lw_store *from = app_whole_store(places[0].app);
            (void)snprintf(path, sizeof path, "%s", files[2].db);
            assert_int_equal(lw_store_backup(from, path, false, &err), LW_OK);
            app_give(places[0].app, from);
        }
        open_place(&places[i], files[i].db, NULL, UINT32_MAX);
    }
    for (int i = 0; i < 3; i++) {
        make_one_day(&places[i], TOMORROW);
        atomic_store(&places[i].now, utc(2026, 11, 16, 12));
        struct day day = ask(&places[i], "flow", "medium", "");
        assert_int_equal(day.status, 200);
        assert_false(day.reserve);
        memcpy(levels[i], day.level, sizeof levels[i]);
    }
    assert_string_not_equal(levels[0], levels[1]);
    assert_string_equal(levels[0], levels[2]);
    for (int i = 0; i < 3; i++) {
        close_place(&places[i]);
        remove_files(&files[i]);
    }
}

/* Game, band, date and try all count, and so does the key. */
static void seeds_differ(void **state) {
    struct seed_key key = {{1}}, other = {{2}};
    struct seed_day day = {"sokoban", "easy", TODAY, 0};
    const struct seed_day others[] = {{"flow", "easy", TODAY, 0},
                                      {"sokoban", "hard", TODAY, 0},
                                      {"sokoban", "easy", TOMORROW, 0},
                                      {"sokoban", "easy", TODAY, 1}};
    (void)state;
    assert_true(seed_of_day(&key, &day) == seed_of_day(&key, &day));
    assert_true(seed_of_day(&key, &day) != seed_of_day(&other, &day));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_true(seed_of_day(&key, &day) != seed_of_day(&key, &others[i]));
    }
}

/* A level that is removed leaves its day to another; numbers stay without gaps. */
static void removed_levels_leave_their_day(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12), .job_seconds = 0.3};
    char admin[100], target[120];
    (void)state;
    make_files(&files);
    open_made(&place, files.db);
    struct day today = ask(&place, "sokoban", "easy", "");
    (void)snprintf(admin, sizeof admin, "Admin %s", place.app->new_token);
    (void)snprintf(target, sizeof target, "/api/v1/admin/levels/%s", today.level);
    struct asked removal = {HTTP_DELETE, target, admin, NULL, 0};
    assert_int_equal(status_of(&place, removal), 200);
    check_store(&place);
    atomic_fetch_add(&place.now, HOUR_MS);
    struct day again = ask(&place, "sokoban", "easy", "");
    assert_int_equal(again.status, 200);
    assert_string_not_equal(again.level, today.level);
    assert_int_equal(again.number, today.number);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(no_route_shows_it),
        cmocka_unit_test(nobody_plays_it_early),
        cmocka_unit_test(brought_by_somebody),
        cmocka_unit_test(only_the_key_makes_it),
        cmocka_unit_test(removed_levels_leave_their_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

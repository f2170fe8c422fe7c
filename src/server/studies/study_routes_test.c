/* Taking part, through the handlers: what is refused, with which code and place, and that
 * nothing of it is stored. The study is tests/data/studies/mini.json: two cells, four
 * people, levels to play, open pairs, questions. */
#include "studies/pairs.h"
#include "studies/study_test_support.h"

/* Gives the first level up and leaves its question open; level gets the id. */
static void play_first(struct env *env, char level[33]) {
    char event[600];
    const struct lw_json *trials = levels_of(env, "main");
    (void)snprintf(level, 33, "%s", lw_json_get(trials->first, "levels")->first->text);
    give(env, CONSENT);
    (void)snprintf(event, sizeof event,
                   START("main") "\n\"type\":\"level-start\",\"phase\":\"main\","
                                 "\"trial\":0,\"data\":{\"level\":\"%s\"}",
                   level);
    give(env, event);
}

static void end_level(char *event, size_t room, const char *level, int trial,
                      const char *rest) {
    (void)snprintf(event, room,
                   "\"type\":\"level-end\",\"phase\":\"main\",\"trial\":%d,\"data\":{"
                   "\"level\":\"%s\",\"moves\":3,\"undos\":0,\"restarts\":0,"
                   "\"play_ms\":900.5,%s}",
                   trial, level, rest);
}

static void knows_who_asks(void **state) {
    struct env *env = *state;
    char first[sizeof env->key];
    enter(env, NULL);
    memcpy(first, env->key, sizeof first);
    ask(env, HTTP_GET, "/me", NULL, NULL);
    is_refused(env, 401, "unauthorized", "Authorization");
    ask(env, HTTP_GET, "/me", "Person wrong", NULL);
    is_refused(env, 401, "unauthorized", NULL);
    ask(env, HTTP_GET, "/me", "Player wrong", NULL);
    is_refused(env, 401, "unauthorized", NULL);
    /* Somebody else's session, of another study. */
    struct lw_store *store = app_store(env->app);
    struct lw_error err;
    char other[LW_STORE_ID_SIZE];
    const struct lw_store_study_opening opening = {
        .title = "t", .hash = "h", .frozen = "{}"};
    assert_int_equal(lw_store_study_open(store, &opening, other, &err), LW_OK);
    app_give(env->app, store);
    char mine[LW_STORE_ID_SIZE];
    memcpy(mine, env->study, sizeof mine);
    memcpy(env->study, other, sizeof other);
    ask(env, HTTP_GET, "/me", first, NULL);
    is_refused(env, 401, "unauthorized", NULL);
    ask(env, HTTP_POST, "/events", first, "{\"events\":[{}]}");
    is_refused(env, 401, "unauthorized", NULL);
    memcpy(env->study, "0000000000000000000000000000dead", sizeof mine);
    ask(env, HTTP_GET, "/me", first, NULL);
    is_refused(env, 404, "not-found", NULL);
    ask(env, HTTP_GET, "", NULL, NULL);
    is_refused(env, 404, "not-found", NULL);
    memcpy(env->study, mine, sizeof mine);
    ask(env, HTTP_POST, "/persons", NULL, "{\"language\":\"xx\"}");
    is_refused(env, 400, "bad-field", "/language");
    ask(env, HTTP_POST, "/persons", NULL, "{\"language\":\"en\",\"name\":\"me\"}");
    is_refused(env, 400, "bad-field", "/name");
}

static void refuses_answers(struct env *env) {
    char event[600];
    static const char answer[] =
        "\"type\":\"answer\",\"phase\":\"main\",\"trial\":0,\"data\":{\"question\":"
        "\"%s\",\"value\":%s,\"reaction_ms\":900}";
    static const struct {
        const char *question, *value, *place;
    } wrong[] = {{"hard", "11", "/events/0/data/value"},
                 {"hard", "0", "/events/0/data/value"},
                 {"hard", "2.5", "/events/0/data/value"},
                 {"hard", "\"7\"", "/events/0/data/value"},
                 {"soft", "7", "/events/0/data/question"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        (void)snprintf(event, sizeof event, answer, wrong[i].question, wrong[i].value);
        refuses(env, event, 422, "bad-input", wrong[i].place);
    }
    (void)snprintf(event, sizeof event, answer, "hard", "7");
    give(env, event);
    refuses(env, event, 422, "bad-input", "/events/0/data/question"); /* a second one */
}

static void refuses_events(void **state) {
    struct env *env = *state;
    char level[33];
    char event[600];
    enter(env, NULL);
    refuses(env, START("main"), 409, "out-of-order", "/events/0/phase");
    refuses(env, "\"type\":\"jump\",\"phase\":\"consent\"", 422, "bad-input",
            "/events/0/type");
    refuses(env, START("consent") "\n" START("consent"), 409, "out-of-order",
            "/events/1/type");
    refuses(env, "\"type\":\"phase-start\"", 422, "bad-input", NULL);
    send_at(env, 3, env->now_ms, START("consent")); /* a gap */
    is_refused(env, 409, "out-of-order", "/events/0/seq");
    play_first(env, level);
    /* Ranges, words, other levels, other trials. */
    end_level(event, sizeof event, level, 0, "\"outcome\":\"bored\"");
    refuses(env, event, 422, "bad-input", "/events/0/data/outcome");
    end_level(event, sizeof event, level, 0, "\"outcome\":\"left\"");
    refuses(env, event, 422, "bad-input", "/events/0/data/outcome");
    end_level(event, sizeof event, level, 1, "\"outcome\":\"gave-up\"");
    refuses(env, event, 409, "out-of-order", "/events/0/trial");
    end_level(event, sizeof event, "0000000000000000000000000000dead", 0,
              "\"outcome\":\"gave-up\"");
    refuses(env, event, 422, "bad-input", "/events/0/data/level");
    end_level(event, sizeof event, level, 0, "\"outcome\":\"gave-up\",\"x\":1");
    refuses(env, event, 422, "bad-input", NULL);
    /* A win is replayed. */
    end_level(event, sizeof event, level, 0, "\"outcome\":\"solved\"");
    refuses(env, event, 422, "not-a-win", "/events/0/data/solution");
    end_level(event, sizeof event, level, 0,
              "\"outcome\":\"solved\",\"solution\":\"uuu\"");
    refuses(env, event, 422, "not-a-win", "/events/0/data/solution");
    end_level(event, sizeof event, level, 0, "\"outcome\":\"gave-up\"");
    give(env, event);
    refuses_answers(env);
    refuses(env, END("main"), 422, "bad-input", "/events/0/data/reason");
    send_at(env, env->seq, env->now_ms - 120000, START("main"));
    is_refused(env, 422, "bad-input", "/events/0/clock");
    ask(env, HTTP_POST, "/events", env->key, "{\"events\":[]}");
    is_refused(env, 400, "bad-field", "/events");
    ask(env, HTTP_POST, "/events", env->key, "{\"events\":7}");
    is_refused(env, 400, "bad-field", "/events");
    ask(env, HTTP_POST, "/events", env->key, "{\"events\":[7]}");
    is_refused(env, 422, "bad-input", "/events/0");
}

static void set_state(struct env *env, enum lw_study_state study_state) {
    struct lw_error err;
    struct lw_store *store = app_store(env->app);
    assert_int_equal(
        lw_store_study_set_state(store, env->study, study_state, env->now_ms, &err),
        LW_OK);
    app_give(env->app, store);
}

/* Whoever has the trial link goes through the study and takes nobody's place; a stranger
 * cannot say so of themselves. */
static void tries_without_counting(void **state) {
    struct env *env = *state;
    char key[LW_STORE_ID_SIZE];
    char body[200];
    struct lw_error err;
    ask(env, HTTP_POST, "/persons", NULL, "{\"language\":\"en\",\"simulated\":true}");
    is_refused(env, 400, "bad-field", "/simulated");
    ask(env, HTTP_POST, "/persons", NULL,
        "{\"language\":\"en\",\"trial\":\"00000000000000000000000000000000\"}");
    is_refused(env, 400, "bad-field", "/trial");
    struct lw_store *store = app_store(env->app);
    assert_int_equal(lw_store_study_trial_key(store, env->study, key, &err), LW_OK);
    app_give(env->app, store);
    (void)snprintf(body, sizeof body, "{\"language\":\"en\",\"trial\":\"%s\"}", key);
    for (int i = 0; i < 8; i++) {
        ask(env, HTTP_POST, "/persons", NULL, body);
        assert_int_equal(env->status, 201);
        if (i >= 2 && i < 6) {
            enter(env, NULL); /* four are wanted, and find their places */
        }
    }
    try_enter(env, NULL);
    is_refused(env, 409, "full", NULL);
    set_state(env, LW_STUDY_STATE_PAUSED);
    ask(env, HTTP_POST, "/persons", NULL, body);
    assert_int_equal(env->status, 201);
    set_state(env, LW_STUDY_STATE_CLOSED);
    ask(env, HTTP_POST, "/persons", NULL, body);
    is_refused(env, 409, "closed", NULL);
}

/* A clock that is wrong must not lock anybody out: from the future nothing is stored, and
 * whoever comes back after setting it right goes on. */
static void bears_wrong_clocks(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    send_at(env, 0, INT64_C(4102440000000), START("consent")); /* 2099 */
    is_refused(env, 422, "bad-input", "/events/0/clock");
    assert_non_null(strstr(of_error(env, "message"), "set its date"));
    send_at(env, 0, env->now_ms + DAY_MS - 1000, START("consent"));
    assert_int_equal(env->status, 200);
    env->seq = 1;
    refuses(env, "\"type\":\"lost\",\"phase\":\"consent\",\"data\":{\"events\":1}", 422,
            "bad-input", "/events/0/clock");
    assert_int_equal(env->seq, 1);
    give(env,
         "\"type\":\"resume\",\"phase\":\"consent\",\"data\":{\"after\":\"reload\"}\n"
         "\"type\":\"lost\",\"phase\":\"consent\",\"data\":{\"events\":1}");
    /* What waited in a queue for days is no clock of the future. */
    env->now_ms += 9 * DAY_MS;
    send_at(env, env->seq, env->now_ms - 8 * DAY_MS,
            "\"type\":\"lost\",\"phase\":\"consent\",\"data\":{\"events\":2}");
    assert_int_equal(env->status, 200);
}

static void takes_events_once(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    give(env, CONSENT);
    assert_int_equal(env->seq, 3);
    send_at(env, 0, env->now_ms, CONSENT); /* all of them again */
    assert_int_equal(env->status, 200);
    assert_int_equal(lw_json_number_or(env->body, "next_seq", -1), 3);
    send_at(env, 0, env->now_ms, CONSENT "\n" START("main")); /* and a new one */
    assert_int_equal(env->status, 200);
    assert_int_equal(lw_json_number_or(env->body, "next_seq", -1), 4);
    send_at(env, 2, env->now_ms, START("consent")); /* another under the same number */
    is_refused(env, 409, "exists", "/events/0/seq");
    send_at(env, 2, env->now_ms + 1, END("consent"));
    is_refused(env, 409, "exists", "/events/0/seq");
    ask(env, HTTP_POST, "/events", env->key,
        "{\"events\":[{\"seq\":1,\"type\":\"phase-start\",\"phase\":\"x\",\"t\":1,"
        "\"clock\":1.8e12},{\"seq\":1,\"type\":\"phase-start\",\"phase\":\"x\",\"t\":1,"
        "\"clock\":1.8e12}]}");
    is_refused(env, 409, "out-of-order", "/events/1/seq");
}

static void ends_with_a_no(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    give(env, START("consent") "\n\"type\":\"consent\",\"phase\":\"consent\",\"data\":{"
                               "\"answer\":\"no\",\"version\":\"1\",\"of_age\":false,"
                               "\"statements\":[],\"special\":[],\"language\":\"en\"}");
    assert_string_equal(lw_json_text_or(env->body, "state", ""), "declined");
    const struct lw_json *completion = lw_json_get(env->body, "completion");
    assert_string_equal(lw_json_text_or(completion, "code", ""), "N-2");
    assert_string_equal(lw_json_text_or(completion, "url", ""),
                        "https://panel.example/?c=N-2");
    refuses(env, END("consent"), 409, "finished", NULL);
}

/* To the end, with an open pair on the way. */
static void completes(struct env *env) {
    char level[33];
    char event[900];
    play_first(env, level);
    const struct lw_json *second =
        lw_json_get(levels_of(env, "main")->first->next, "levels")->first;
    end_level(event, sizeof event, level, 0, "\"outcome\":\"gave-up\"");
    give(env, event);
    (void)snprintf(event, sizeof event,
                   "\"type\":\"level-start\",\"phase\":\"main\",\"trial\":1,\"data\":{"
                   "\"level\":\"%s\"}",
                   second->text);
    give(env, event);
    end_level(event, sizeof event, second->text, 1, "\"outcome\":\"gave-up\"");
    give(env, event);
    ask(env, HTTP_POST, "/pair", env->key, "{\"phase\":\"pairs\",\"trial\":0}");
    is_refused(env, 409, "out-of-order", "/phase");
    give(env, END("main") "\n" START("pairs"));
    ask(env, HTTP_POST, "/pair", env->key, "{\"phase\":\"pairs\",\"trial\":1}");
    is_refused(env, 409, "out-of-order", "/trial");
    ask(env, HTTP_POST, "/pair", env->key, "{\"phase\":\"pairs\",\"trial\":2}");
    is_refused(env, 400, "bad-field", "/trial");
    static const char start[] =
        "\"type\":\"pair-start\",\"phase\":\"pairs\",\"trial\":0,\"data\":{\"left\":"
        "\"%s\",\"right\":\"%s\"}";
    (void)snprintf(event, sizeof event, start, level, second->text);
    refuses(env, event, 409, "out-of-order", "/events/0/trial"); /* not asked for yet */
    char pair[2][33];
    for (int i = 0; i < 2; i++) { /* the same when it is asked for again */
        ask(env, HTTP_POST, "/pair", env->key, "{\"phase\":\"pairs\",\"trial\":0}");
        assert_int_equal(env->status, 200);
        const struct lw_json *levels = lw_json_get(env->body, "levels")->first;
        if (i == 1) {
            assert_string_equal(levels->text, pair[0]);
            assert_string_equal(levels->next->text, pair[1]);
        }
        (void)snprintf(pair[0], 33, "%s", levels->text);
        (void)snprintf(pair[1], 33, "%s", levels->next->text);
    }
    assert_string_not_equal(pair[0], pair[1]);
    (void)snprintf(event, sizeof event, start, pair[1], pair[0]);
    refuses(env, event, 422, "bad-input", NULL); /* the wrong way round */
    (void)snprintf(event, sizeof event, start, pair[0], pair[1]);
    give(env, event);
    give(env, "\"type\":\"comparison\",\"phase\":\"pairs\",\"trial\":0,\"data\":{"
              "\"answer\":\"left\",\"reaction_ms\":2000}");
    give(env, END("pairs") "\n" START("about"));
    refuses(env,
            "\"type\":\"answer\",\"phase\":\"about\",\"trial\":0,\"data\":{"
            "\"question\":\"ill\",\"value\":\"yes\",\"reaction_ms\":1}",
            422, "bad-input", "/events/0/data/question"); /* was not allowed */
    give(env, END("about"));
}

static void goes_to_the_end(void **state) {
    struct env *env = *state;
    enter(env, NULL); /* ties in order: the first cell, without the second survey */
    completes(env);
    give(env, START("bye") "\n" END("bye") "\n" START("end"));
    assert_int_equal(lw_json_get(env->body, "completion")->type, LW_JSON_NULL);
    give(env, END("end"));
    assert_string_equal(lw_json_text_or(env->body, "state", ""), "completed");
    assert_string_equal(lw_json_text_or(lw_json_get(env->body, "completion"), "code", ""),
                        "C-1");
    refuses(env, START("end"), 409, "finished", NULL);
}

/* The study says beforehand why nobody can enter, by the code that entering is refused
 * with. */
static void is_shut(struct env *env, const char *why) {
    ask(env, HTTP_GET, "", NULL, NULL);
    assert_int_equal(lw_json_get(env->body, "wanted")->type, LW_JSON_FALSE);
    assert_string_equal(lw_json_text_or(env->body, "shut", ""), why);
}

static void takes_enough(void **state) {
    struct env *env = *state;
    char first[sizeof env->key];
    enter(env, "P1");
    for (int i = 0; i < 3; i++) {
        enter(env, NULL);
    }
    try_enter(env, NULL);
    is_refused(env, 409, "full", NULL);
    is_shut(env, "full");
    enter(env, "P1"); /* is inside already */
    memcpy(first, env->key, sizeof first);
    /* An hour later the others have not been heard of, and their places are free; who was
     * slow goes on all the same. */
    env->now_ms += 61 * 60000;
    enter(env, NULL);
    memcpy(env->key, first, sizeof first);
    env->seq = 0;
    give(env, CONSENT);
}

static void has_enough(void **state) {
    struct env *env = *state;
    ask(env, HTTP_GET, "", NULL, NULL);
    assert_int_equal(lw_json_get(env->body, "shut")->type, LW_JSON_NULL);
    for (int i = 0; i < 4; i++) {
        enter(env, NULL);
        completes(env);
        ask(env, HTTP_GET, "/me", env->key, NULL);
        const struct lw_json *phases =
            lw_json_get(lw_json_get(env->body, "plan"), "phases");
        for (const struct lw_json *at = phases->first->next->next->next->next; at != NULL;
             at = at->next) {
            char events[200];
            const char *id = lw_json_text_or(at, "id", "");
            (void)snprintf(
                events, sizeof events,
                "\"type\":\"phase-start\",\"phase\":\"%s\"\n\"type\":"
                "\"phase-end\",\"phase\":\"%s\",\"data\":{\"reason\":\"done\"}",
                id, id);
            give(env, events);
        }
    }
    try_enter(env, NULL);
    is_refused(env, 409, "enough", NULL);
    is_shut(env, "enough");
}

static void keeps_to_its_days(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    env->now_ms = START_MS + 44 * DAY_MS; /* 2026-12-31: the study ended the day before */
    try_enter(env, NULL);
    is_refused(env, 409, "over", NULL);
    is_shut(env, "over");
    env->now_ms += DAY_MS; /* the approval has run out, who is inside may finish */
    try_enter(env, NULL);
    is_refused(env, 409, "approval", NULL);
    is_shut(env, "approval");
    give(env, START("consent"));
    env->now_ms += DAY_MS;
    send_at(env, env->seq, env->now_ms, START("consent"));
    is_refused(env, 409, "out-of-order", NULL);
    send_at(env, env->seq, env->now_ms,
            "\"type\":\"page\",\"phase\":\"consent\",\"data\":{\"page\":0}");
    is_refused(env, 409, "approval", NULL);
    env->now_ms = START_MS - 400 * DAY_MS;
    try_enter(env, NULL);
    is_refused(env, 409, "approval", NULL);
}

static void set_study(struct env *env, enum lw_study_state state) {
    struct lw_error err;
    struct lw_store *store = app_store(env->app);
    assert_int_equal(
        lw_store_study_set_state(store, env->study, state, env->now_ms, &err), LW_OK);
    app_give(env->app, store);
}

static void pauses_and_closes(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    set_study(env, LW_STUDY_STATE_PAUSED);
    try_enter(env, NULL);
    is_refused(env, 409, "paused", NULL);
    is_shut(env, "paused");
    give(env, CONSENT); /* who is inside goes on */
    set_study(env, LW_STUDY_STATE_CLOSED);
    try_enter(env, NULL);
    is_refused(env, 409, "closed", NULL);
    send_at(env, env->seq, env->now_ms, START("main"));
    is_refused(env, 409, "closed", NULL);
    ask(env, HTTP_GET, "/me", env->key, NULL);
    is_refused(env, 409, "closed", NULL);
    char body[60];
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", env->code);
    ask(env, HTTP_POST, "/withdraw", NULL, body);
    assert_true(env->status == 409 || env->status == 404);
    is_shut(env, "closed");
    assert_string_equal(lw_json_text_or(env->body, "state", ""), "closed");
}

static void lets_people_withdraw(void **state) {
    struct env *env = *state;
    char body[60];
    enter(env, NULL);
    give(env, CONSENT);
    ask(env, HTTP_POST, "/withdraw", NULL, "{\"code\":\"ABCD-EFGH-JKLM-NPQR\"}");
    is_refused(env, 404, "not-found", "/code");
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", env->code);
    ask(env, HTTP_POST, "/withdraw", NULL, body);
    assert_int_equal(env->status, 200);
    assert_string_equal(lw_json_text_or(lw_json_get(env->body, "completion"), "code", ""),
                        "W-3");
    ask(env, HTTP_GET, "/me", env->key, NULL);
    is_refused(env, 401, "unauthorized", NULL);
    send_at(env, env->seq, env->now_ms, START("main"));
    is_refused(env, 401, "unauthorized", NULL);
}

static void deletes_on_its_day(void **state) {
    struct env *env = *state;
    struct lw_store_study row;
    struct lw_store_person_list list;
    struct lw_error err;
    enter(env, NULL);
    give(env, CONSENT);
    for (int i = 0; i < 2; i++) {
        int64_t day_ms = START_MS + (225 + i) * DAY_MS; /* 2027-06-30 and the day after */
        env->now_ms = day_ms;
        studies_tick(env->app);
        struct lw_store *store = app_store(env->app);
        assert_int_equal(lw_store_study_get(store, env->study, &env->arena, &row, &err),
                         LW_OK);
        assert_int_equal(lw_store_person_list(store, env->study,
                                              &(struct lw_store_page){0, 10}, &env->arena,
                                              &list, &err),
                         LW_OK);
        app_give(env->app, store);
        assert_int_equal(row.state == LW_STUDY_STATE_DELETED, i == 1);
        assert_int_equal(list.n, i == 0);
    }
    ask(env, HTTP_GET, "", NULL, NULL);
    assert_string_equal(lw_json_text_or(env->body, "state", ""), "deleted");
}

/* What the plan of whoever asks says of the debriefing. */
static void debriefs(struct env *env, const char *title, const char *page) {
    ask(env, HTTP_GET, "/me", env->key, NULL);
    const struct lw_json *phases = lw_json_get(lw_json_get(env->body, "plan"), "phases");
    const struct lw_json *at = phases->first;
    while (strcmp(lw_json_text_or(at, "type", ""), "debriefing") != 0) {
        at = at->next;
        assert_non_null(at);
    }
    const struct lw_json *pages = lw_json_get(at, "pages");
    assert_string_equal(lw_json_text_or(at, "title", ""), title);
    assert_string_equal(pages == NULL ? "" : pages->first->text, page);
}

/* What was hidden is told when its turn has come, and from then on. */
static void tells_at_the_end(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    debriefs(env, "", "");
    completes(env);
    debriefs(env, "Thanks", "Thank you.");
    give(env, START("bye"));
    debriefs(env, "Thanks", "Thank you.");
    give(env, END("bye") "\n" START("end") "\n" END("end"));
    debriefs(env, "Thanks", "Thank you.");
    enter(env, NULL); /* the next person does not read it, either */
    debriefs(env, "", "");
    give(env, CONSENT);
    debriefs(env, "", "");
}

/* What is believed of the level that the first person found harder. */
static double believed(const struct judgement *j) {
    struct lw_belief belief = {0, 0};
    assert_true(pairs_believed(j->held, "pairs", j->state.left, &belief));
    return belief.mean;
}

/* An answer is stored, beliefs are made from the log, and only then is it noted: it
 * counted when they were made. The next answer of that person counts. */
static void counts_an_answer_once(void **state) {
    struct env *env = *state;
    struct study_held *held = NULL;
    struct lw_store_person person;
    struct judgement *j = calloc(1, sizeof *j);
    struct lw_error err;
    assert_non_null(j);
    enter(env, NULL);
    completes(env);
    struct lw_store *store = app_store(env->app);
    assert_int_equal(
        lw_store_person_get(store, env->study, 1, &env->arena, &person, &err), LW_OK);
    assert_int_equal(
        studies_hold(env->app->studies, store, env->study, person.version, &held, &err),
        LW_OK);
    assert_int_equal(judge_begin(j, held, &person, &env->arena), LW_OK);
    double once = believed(j);
    assert_true(once > 0);
    pairs_forget(env->app->studies, env->study);
    j->compared = 'l';
    while (strcmp(j->plan.phases[j->state.progress.phase].id, "pairs") != 0) {
        j->state.progress.phase--;
    }
    struct judgement *other = calloc(1, sizeof *other);
    assert_non_null(other);
    *other = *j;
    assert_int_equal(pairs_choose(other, 1, store, &env->arena, &err), LW_OK);
    assert_true(believed(j) == once);
    j->compared_seq = person.next_seq - 1;
    pairs_note(j, env->app->studies);
    assert_true(believed(j) == once);
    j->compared_seq = person.next_seq;
    pairs_note(j, env->app->studies);
    assert_true(believed(j) > once);
    studies_release(env->app->studies, held);
    app_give(env->app, store);
    free(other);
    free(j);
}

/* The link is the invitation: a closed studio has studies, too. */
static void opens_in_a_closed_studio(void **state) {
    struct env *env = *state;
    atomic_store(&env->app->controls, 1u << LW_CONTROL_CLOSED);
    enter(env, NULL);
    give(env, CONSENT);
    atomic_store(&env->app->controls, 1u << LW_CONTROL_READ_ONLY);
    send_at(env, env->seq, env->now_ms, START("main"));
    is_refused(env, 503, "read-only", NULL);
    ask(env, HTTP_GET, "/me", env->key, NULL);
    assert_int_equal(env->status, 200);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(knows_who_asks),           EACH(refuses_events),
        EACH(takes_events_once),        EACH(ends_with_a_no),
        EACH(goes_to_the_end),          EACH(takes_enough),
        EACH(keeps_to_its_days),        EACH(pauses_and_closes),
        EACH(lets_people_withdraw),     EACH(deletes_on_its_day),
        EACH(opens_in_a_closed_studio), EACH(bears_wrong_clocks),
        EACH(tries_without_counting),   EACH(has_enough),
        EACH(counts_an_answer_once),    EACH(tells_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

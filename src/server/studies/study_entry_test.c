/* The door of a study, through the handlers: what is stored of whom, and when. */
#include "http/limits.h"
#include "http/quota.h"
#include "studies/study_test_support.h"

#define DEVICE                                                                           \
    "\"type\":\"device\",\"phase\":\"consent\",\"data\":{\"width\":1280,"                \
    "\"height\":720,\"pixel_ratio\":1,\"touch\":false,\"isolated\":true,"                \
    "\"timer_ms\":0.005}"
#define DECIDE(answer, more)                                                             \
    "\"type\":\"consent\",\"phase\":\"consent\",\"data\":{\"answer\":\"" answer          \
    "\",\"version\":\"1\",\"language\":\"en\",\"special\":[]," more "}"

/* What a page has measured meanwhile comes together with a yes, or not at all. */
static void stores_nothing_before_consent(void **state) {
    struct env *env = *state;
    enter(env, NULL);
    refuses(env, START("consent") "\n" DEVICE, 409, "out-of-order", "/events/1/type");
    refuses(env,
            START("consent") "\n" DEVICE
                             "\n" DECIDE("no", "\"of_age\":false,\"statements\":[]"),
            409, "out-of-order", "/events/1/type");
    give(env, START("consent"));
    refuses(env,
            "\"type\":\"visibility\",\"phase\":\"consent\",\"data\":{\"visible\":true}",
            409, "out-of-order", "/events/0/type");
    give(env, DEVICE "\n" DECIDE("yes", "\"of_age\":true,\"statements\":[\"read\"]"));
    give(env, DEVICE);
    assert_int_equal(env->seq, 4);
}

/* The answer to entering may be lost on its way, and with it the code. As long as nobody
 * has decided anything, coming again gives another, and whatever was handed out before
 * is good for nothing. */
static void hands_out_anew_what_was_lost(void **state) {
    struct env *env = *state;
    struct env before;
    char body[60];
    enter(env, "P1");
    before = *env;
    enter(env, "P1");
    assert_int_equal(lw_json_number_or(env->body, "number", 0), 1);
    assert_int_equal(strlen(env->code), LW_STORE_CODE_SIZE - 1);
    assert_string_not_equal(env->code, before.code);
    ask(env, HTTP_GET, "/me", before.key, NULL);
    is_refused(env, 401, "unauthorized", NULL);
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", before.code);
    ask(env, HTTP_POST, "/withdraw", NULL, body);
    assert_int_equal(env->status, 404);
    give(env, CONSENT);
    /* From here on the code is in the person's hands alone. */
    before = *env;
    enter(env, "P1");
    assert_string_equal(env->code, "");
    ask(env, HTTP_GET, "/me", before.key, NULL);
    assert_int_equal(env->status, 200);
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", before.code);
    ask(env, HTTP_POST, "/withdraw", NULL, body);
    assert_int_equal(env->status, 200);
}

/* Whoever is inside comes back in whatever state the study is, as long as it is not
 * closed: else they would never see their panel's code. */
static void lets_the_panels_people_back(void **state) {
    struct env *env = *state;
    enter(env, "P1");
    for (int i = 0; i < 3; i++) {
        enter(env, NULL);
    }
    enter(env, "P1");
    env->now_ms = START_MS + 45 * DAY_MS; /* the approval ended the day before */
    enter(env, "P1");
    give(env, CONSENT);
    try_enter(env, "P2");
    is_refused(env, 409, "approval", NULL);
}

/* A person is stored, so an address that has stored enough brings none. */
static void lets_no_address_fill_it(void **state) {
    struct env *env = *state;
    env->client = 7;
    try_enter(env, NULL);
    assert_int_equal(env->status, 201);
    limits_charge(env->app->stored_by_client, 7, QUOTA_CLIENT_BYTES, env->app->now_ns());
    try_enter(env, NULL);
    is_refused(env, 429, "too-much-data", NULL);
    env->client = 8;
    try_enter(env, NULL);
    assert_int_equal(env->status, 201);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(stores_nothing_before_consent),
        EACH(hands_out_anew_what_was_lost),
        EACH(lets_the_panels_people_back),
        EACH(lets_no_address_fill_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The door of a study, through the handlers: what is stored of whom, and when. */
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
    send(env, START("consent"));
    refuses(env,
            "\"type\":\"visibility\",\"phase\":\"consent\",\"data\":{\"visible\":true}",
            409, "out-of-order", "/events/0/type");
    send(env, DEVICE "\n" DECIDE("yes", "\"of_age\":true,\"statements\":[\"read\"]"));
    send(env, DEVICE);
    assert_int_equal(env->seq, 4);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(stores_nothing_before_consent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Campaign files are judged with their places, and campaigns rise, teach and repeat. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lw/campaign.h"
#include "lw/open.h"

static lw_status read_text(const char *text, struct lw_campaign *out,
                           struct lw_error *err) {
    *err = (struct lw_error){.status = LW_OK};
    return lw_campaign_read(out, text, strlen(text), lw_alloc_libc(), err);
}

static void refuse(const char *text, uint32_t line, uint32_t column, const char *says) {
    struct lw_campaign *campaign =
        lw_alloc_zero(lw_alloc_libc(), 1, sizeof(struct lw_campaign));
    struct lw_error err;
    assert_non_null(campaign);
    assert_int_equal(read_text(text, campaign, &err), LW_BAD_INPUT);
    if (strstr(err.text, says) == NULL || err.line != line || err.column != column) {
        fail_msg("'%s' at %u:%u: '%s'", text, err.line, err.column, err.text);
    }
    lw_campaign_close(campaign);
    lw_alloc_free(lw_alloc_libc(), campaign, sizeof *campaign);
}

static void faults_are_told_with_their_place(void **state) {
    (void)state;
    refuse("[]", 1, 1, "an object");
    refuse("{}", 1, 1, "needs 'chapters'");
    refuse("{\"chapters\": [], \"x\": 1}", 1, 23, "'x' is not known");
    refuse("{\"chapters\":\n [{\"game\": \"chess\"}]}", 2, 12, "one of sokoban");
    refuse("{\"chapters\":\n [{\"game\": \"move\"}]}", 2, 3, "'count'");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 2}]}", 1, 15, "'difficulty'");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 0}]}", 1, 41, "count");
    refuse(
        "{\"chapters\": [{\"game\": \"move\", \"count\": 2,\n\"difficulty\": [5, 2]}]}",
        2, 19, "must not fall");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 2, \"difficulty\": [2, 5],\n"
           "\"teaches\": [\"flying\"]}]}",
           2, 13, "it has edge, rock");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 2, \"difficulty\": [2, 5],\n"
           "\"rising\": {\"wings\": [1, 2]}}]}",
           2, 21, "no measure or feature 'wings'");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 2, \"difficulty\": [2, 5],\n"
           "\"sources\": [{\"method\": \"magic\"}]}]}",
           2, 13, "no generator 'magic'");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 2, \"difficulty\": [2, 5],\n"
           "\"sources\": [{\"options\": {\"ball\": 2}}]}]}",
           2, 25, "has no option 'ball'");
    refuse("{\"chapters\": [{\"game\": \"move\", \"count\": 2, \"difficulty\": [2, 5],\n"
           "\"sizes\": [\"9x9\", \"5x5\"]}]}",
           2, 10, "larger than the largest");
    refuse("{\"chapters\": [{\"game\": \"puzzlescript\", \"count\": 2}]}", 1, 15,
           "'file'");
}

/* The other workers' turn comes first: order of work changes nothing. */
static void backwards(void *ctx, size_t count, lw_task_fn fn, void *task_ctx) {
    (void)ctx;
    while (count-- > 0) {
        fn(task_ctx, count, (uint32_t)count);
    }
}

static const char small[] =
    "{\"apart\": 0.15, \"chapters\": ["
    "{\"game\": \"move\", \"count\": 8, \"difficulty\": [2, 5], \"rising\": {\"balls\": "
    "[1, 3]}, \"teaches\": [\"rock\", \"colours\"], \"candidates\": 260,"
    " \"sources\": [{\"options\": {\"width\": \"3..4\", \"height\": \"3..4\", \"balls\": "
    "\"1..3\", \"moves\": \"2..6\"}}]},"
    "{\"game\": \"move\", \"count\": 4, \"percentile\": [45, 60], \"candidates\": 100}]}";

/* Returns the game, which outlives the levels. */
static struct lw_game *make_small(struct lw_campaign_run *run,
                                  const struct lw_campaign *campaign,
                                  uint32_t n_workers) {
    const struct lw_game_kind *kind = lw_game_kind_find("move");
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_game *game;
    struct lw_error err = {.status = LW_OK};
    assert_int_equal(lw_game_create(kind, lw_alloc_libc(), &game, &err), LW_OK);
    struct lw_game *games[2] = {game, game};
    runtime.n_workers = n_workers;
    runtime.parallel = n_workers > 1 ? backwards : NULL;
    *run = (struct lw_campaign_run){.campaign = campaign, .games = games, .seed = 3};
    lw_status status = lw_campaign_make(run, &runtime, &err);
    if (status != LW_OK) {
        fail_msg("%s", err.text);
    }
    run->games = NULL;
    assert_int_equal(run->n_levels, 12);
    return game;
}

static void check_rise(const struct lw_campaign_run *run) {
    for (size_t i = 0; i < run->n_levels; i++) {
        const struct lw_campaign_level *level = &run->levels[i];
        assert_true(level->made.rated);
        assert_int_equal(level->chapter, i / 8);
        assert_true(fabs(level->made.verdict.rating - level->wanted) < 1);
        assert_true(level->apart >= run->campaign->apart);
        assert_true(i % 8 == 0 ||
                    level[-1].made.verdict.rating <= level->made.verdict.rating);
        assert_int_equal(level->teaches != NULL, i == 0 || i == 4);
        assert_int_equal(level->has_it, i == 0 || i == 4);
    }
    assert_string_equal(run->levels[0].teaches->name, "rock");
    assert_string_equal(run->levels[4].teaches->name, "colours");
}

/* Ideas by their own words: balls, rocks and colours counted in the level's features. */
static void check_ideas(const struct lw_campaign_run *run) {
    for (size_t i = 0; i < 8; i++) {
        const struct lw_made_level *made = &run->levels[i].made;
        const struct lw_game_kind *kind = made->level->game->kind;
        double rocks = made->features->value[lw_feature_find(kind, "rocks")];
        double colours = made->features->value[lw_feature_find(kind, "colors")];
        assert_true(i != 0 || rocks >= 1);
        assert_true(i >= 4 || colours == 1);
        assert_true(i != 4 || colours >= 2);
    }
}

static void a_campaign_rises_teaches_and_repeats(void **state) {
    struct lw_campaign *campaign =
        lw_alloc_zero(lw_alloc_libc(), 1, sizeof(struct lw_campaign));
    struct lw_campaign_run *one = lw_alloc_zero(lw_alloc_libc(), 2, sizeof *one);
    struct lw_error err;
    (void)state;
    assert_true(campaign != NULL && one != NULL);
    assert_int_equal(read_text(small, campaign, &err), LW_OK);
    struct lw_game *first = make_small(&one[0], campaign, 1);
    check_rise(&one[0]);
    check_ideas(&one[0]);
    struct lw_game *second = make_small(&one[1], campaign, 3);
    for (size_t i = 0; i < 12; i++) {
        assert_true(lw_id128_equal(one[0].levels[i].made.id, one[1].levels[i].made.id));
        for (size_t k = 0; k < i; k++) {
            assert_false(
                lw_id128_equal(one[0].levels[i].made.id, one[0].levels[k].made.id));
        }
    }
    lw_campaign_run_free(&one[0]);
    lw_campaign_run_free(&one[1]);
    lw_game_destroy(first);
    lw_game_destroy(second);
    lw_campaign_close(campaign);
    lw_alloc_free(lw_alloc_libc(), one, 2 * sizeof *one);
    lw_alloc_free(lw_alloc_libc(), campaign, sizeof *campaign);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_told_with_their_place),
        cmocka_unit_test(a_campaign_rises_teaches_and_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

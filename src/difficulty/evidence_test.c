/* Evidence tables: what is read, and how bad ones are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/difficulty/evidence_set.h"
#include "lw/difficulty/joint.h"

static const char *const levels[] = {"one", "two", "three"};

/* Reads one table; the error's text stays in err. */
static lw_status add(struct lw_evidence_set *set, const char *csv, const char *spec,
                     struct lw_error *err) {
    struct lw_table table;
    *err = (struct lw_error){.text = ""};
    lw_status status = lw_table_read(lw_alloc_libc(), csv, strlen(csv), &table, err);
    if (status == LW_OK) {
        status = lw_evidence_set_add(set, "file.csv", &table, spec, err);
        lw_table_free(&table);
    }
    return status;
}

static void every_kind_is_read(void **unused) {
    (void)unused;
    struct lw_evidence_set set;
    struct lw_error err;
    lw_evidence_set_init(&set, lw_alloc_libc(), levels, 3);
    assert_int_equal(add(&set,
                         "level,solved,plays\none,3,10\ntwo,10,10\nthree,0,4\n"
                         "unknown,1,2\n",
                         "completion", &err),
                     LW_OK);
    assert_int_equal(set.n_observations, 3);
    assert_int_equal(set.n_unknown, 1);
    assert_int_equal(add(&set, "level,player,solved\none,ann,1\ntwo,bob,0\nthree,ann,1\n",
                         "outcome", &err),
                     LW_OK);
    assert_int_equal(set.n_players, 2);
    assert_int_equal(add(&set,
                         "id,who,score,day\none,bob,1,x\ntwo,bob,5,x\nthree,cy,9,x\n"
                         "one,bob,bad,y\n",
                         "rating:level=id,player=who,rating=score,keep=day:x", &err),
                     LW_OK);
    assert_int_equal(set.n_players, 3);
    assert_true(fabs(set.sources[2].centre - 5) < 1e-12);
    assert_true(fabs(set.observations[6].value + 1) < 1e-12);
    assert_int_equal(add(&set,
                         "level,player,seconds\none,ann,10\ntwo,ann,\nthree,bob,40\n",
                         "time:limit=300", &err),
                     LW_OK);
    assert_true(set.observations[10].censored && !set.observations[9].censored);
    assert_int_equal(
        add(&set, "a,b,chosen\none,two,a\ntwo,three,b\none,three,b\n", "choice", &err),
        LW_OK);
    assert_int_equal(set.n_sources, 5);
    struct lw_joint_data data = lw_evidence_set_data(&set);
    struct lw_joint_prior prior = lw_joint_prior_default();
    double answers[3];
    assert_int_equal(lw_joint_answers(lw_alloc_libc(), &data, &prior, answers, &err),
                     LW_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_true(isfinite(answers[i]));
    }
    lw_evidence_set_free(&set);
}

static void bad_tables_are_refused_by_name(void **unused) {
    (void)unused;
    const struct {
        const char *csv, *spec, *says;
    } cases[] = {
        {"level,solved\none,1\n", "completion", "'plays'"},
        {"level,solved,plays\none,1,2\ntwo,5,4\n", "completion",
         "column 'solved', row 2: '5'"},
        {"level,solved,plays\none,1,2\ntwo,1,\n", "completion", "column 'plays', row 2"},
        {"level,solved,plays\none,1,2\ntwo,1,many\n", "completion",
         "column 'plays', row 2: 'many'"},
        {"level,solved,plays\none,2,2\ntwo,3,3\nthree,4,4\n", "completion",
         "column 'solved': everything is solved"},
        {"level,player,rating\none,p,3\ntwo,p,\n", "rating", "column 'rating', row 2"},
        {"level,player,rating\none,p,3\ntwo,p,3\nthree,q,3\n", "rating",
         "column 'rating': all 3 rows hold the same value"},
        {"level,player,rating\none,p,3\ntwo,,4\n", "rating", "column 'player', row 2"},
        {"level,player,rating\none,p,3\n", "rating", "only 1 rows"},
        {"level,player,solved\none,p,1\ntwo,p,yes\n", "outcome",
         "column 'solved', row 2: 'yes'"},
        {"level,player,solved\none,p,0\ntwo,p,0\nthree,p,0\n", "outcome",
         "nothing is solved"},
        {"level,player,seconds\none,p,0\n", "time", "column 'seconds', row 1: '0'"},
        {"level,player,seconds\none,p,\n", "time", "limit=SECONDS"},
        {"level,player,seconds,finished\none,p,3,maybe\n", "time",
         "column 'finished', row 1"},
        {"a,b,chosen\none,one,a\n", "choice", "compared with itself"},
        {"a,b,chosen\none,two,c\n", "choice", "column 'chosen', row 1: 'c'"},
        {"a,b,chosen\none,two,a\n", "coin", "is not a kind of evidence"},
        {"a,b,chosen\none,two,a\n", "choice:level=a", "has no role 'level'"},
        {"a,b,chosen\none,two,a\n", "choice:a", "ROLE=COLUMN"},
        {"a,b,chosen\none,two,a\n", "choice:keep=phase:post", "no column 'phase'"},
        {"a,a,chosen\none,two,a\n", "choice", "both named 'a'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_evidence_set set;
        struct lw_error err;
        lw_evidence_set_init(&set, lw_alloc_libc(), levels, 3);
        lw_status status = add(&set, cases[i].csv, cases[i].spec, &err);
        if (status == LW_OK || strstr(err.text, cases[i].says) == NULL) {
            print_message("case %zu: '%s' lacks '%s'\n", i, err.text, cases[i].says);
        }
        assert_int_not_equal(status, LW_OK);
        assert_non_null(strstr(err.text, cases[i].says));
        lw_evidence_set_free(&set);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(bad_tables_are_refused_by_name),
    };
    return cmocka_run_group_tests_name("evidence", tests, NULL, NULL);
}

/* Cells: quoting, and nothing that a spreadsheet would run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/csv.h"

static void check_cell(const char *text, const char *want) {
    struct lw_buffer out;
    struct lw_csv_writer csv;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_csv_begin(&csv, &out);
    lw_csv_text(&csv, text);
    assert_string_equal(lw_buffer_text(&out), want);
    lw_buffer_free(&out);
}

static void formulas_are_text(void **unused) {
    (void)unused;
    check_cell("=1+1", "'=1+1");
    check_cell("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    check_cell("+cmd", "'+cmd");
    check_cell("-2+3", "'-2+3");
    check_cell("@SUM(A1)", "'@SUM(A1)");
    check_cell("\t=1", "'\t=1");
    check_cell("\r=1", "\"'\r=1\"");
    check_cell("  =1", "'  =1");
    check_cell("-", "'-");
    check_cell("-inf", "'-inf");
}

static void plain_cells_stay(void **unused) {
    (void)unused;
    check_cell("Microban 1", "Microban 1");
    check_cell("a,b", "\"a,b\"");
    check_cell("say \"hi\"", "\"say \"\"hi\"\"\"");
    check_cell("two\nlines", "\"two\nlines\"");
    check_cell("-2.5", "-2.5");
    check_cell("-1e-3", "-1e-3");
    check_cell("", "");
    check_cell(NULL, "");
    check_cell("a=b", "a=b");
}

static void rows_have_commas_and_ends(void **unused) {
    (void)unused;
    struct lw_buffer out;
    struct lw_csv_writer csv;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_csv_begin(&csv, &out);
    lw_csv_text(&csv, "x");
    lw_csv_number(&csv, -0.1);
    lw_csv_number(&csv, NAN);
    lw_csv_text(&csv, "y");
    lw_csv_row_end(&csv);
    lw_csv_number(&csv, 3);
    lw_csv_row_end(&csv);
    assert_string_equal(lw_buffer_text(&out), "x,-0.1,,y\n3\n");
    lw_buffer_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_text),
        cmocka_unit_test(plain_cells_stay),
        cmocka_unit_test(rows_have_commas_and_ends),
    };
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}

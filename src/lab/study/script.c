/* Scripts are files among the ready-made designs; the report gets them with what they
 * have to know. */
#include "study/script.h"

#include <stdio.h>
#include <string.h>

#include "lw/base/csv.h"

void study_put_script(const struct study_export *e, struct report *r,
                      const char *design) {
    static const char mark[] = "#SETTINGS#";
    struct lw_study_shipped common, own;
    struct lw_buffer text;
    char path[60];
    (void)snprintf(path, sizeof path, "loaders/%.40s.R", design);
    if (!lw_study_file_find("loaders/plays.R", &common) ||
        !lw_study_file_find(path, &own)) {
        r->failed = true;
        return;
    }
    const char *at = strstr(common.text, mark);
    lw_buffer_init(&text, r->arena.alloc);
    lw_buffer_add(&text, common.text, (size_t)(at - common.text));
    lw_buffer_printf(&text, "simulated <- %s", e->people.simulated ? "TRUE" : "FALSE");
    lw_buffer_puts(&text, at + strlen(mark));
    lw_buffer_puts(&text, own.text);
    r->failed = r->failed || !lw_buffer_ok(&text);
    report_add_file(r, "analysis.R", lw_buffer_text(&text));
    lw_buffer_free(&text);
}

void study_put_script_levels(struct report *r, const struct study_script_levels *levels) {
    struct lw_buffer text;
    struct lw_csv_writer csv;
    lw_buffer_init(&text, r->arena.alloc);
    lw_csv_begin(&csv, &text);
    lw_csv_text(&csv, "level");
    if (levels->techniques != NULL) {
        lw_csv_text(&csv, "technique");
    }
    for (size_t k = 0; k < levels->p; k++) {
        lw_csv_text(&csv, levels->features[k]);
    }
    lw_csv_row_end(&csv);
    for (size_t i = 0; i < levels->n; i++) {
        lw_csv_text(&csv, levels->ids[i]);
        if (levels->techniques != NULL) {
            lw_csv_text(&csv, levels->techniques[i]);
        }
        for (size_t k = 0; k < levels->p; k++) {
            lw_csv_number(&csv, levels->x[i * levels->p + k]);
        }
        lw_csv_row_end(&csv);
    }
    r->failed = r->failed || !lw_buffer_ok(&text);
    report_add_file(r, "features.csv", lw_buffer_text(&text));
    lw_buffer_free(&text);
}

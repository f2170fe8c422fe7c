/* The script in R that computes the same from the same export. */
#include <string.h>

#include "lw/study/shipped.h"
#include "study/taylor.h"

static void put_r_text(struct lw_buffer *out, const char *name, const char *text) {
    lw_buffer_printf(out, "%s <- ", name);
    if (text == NULL) {
        lw_buffer_puts(out, "NA\n");
        return;
    }
    lw_buffer_putc(out, '"');
    for (const char *c = text; *c != '\0'; c++) {
        lw_buffer_printf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    lw_buffer_puts(out, "\"\n");
}

void taylor_put_script(const struct taylor_data *d, struct report *r) {
    static const char mark[] = "#SETTINGS#";
    struct lw_study_shipped script;
    struct lw_buffer text;
    if (!lw_study_file_find("loaders/taylor.R", &script)) {
        r->failed = true;
        return;
    }
    const char *at = strstr(script.text, mark);
    lw_buffer_init(&text, r->arena.alloc);
    lw_buffer_add(&text, script.text, (size_t)(at - script.text));
    put_r_text(&text, "attention_phase", d->phases.attention);
    put_r_text(&text, "words_phase", d->phases.words);
    put_r_text(&text, "sokoban_phase", d->phases.sokoban);
    put_r_text(&text, "survey_phase", d->phases.survey);
    put_r_text(&text, "generated_phase", d->phases.main[TAYLOR_GENERATED]);
    put_r_text(&text, "hand_made_phase", d->phases.main[TAYLOR_HAND_MADE]);
    lw_buffer_printf(&text, "simulated <- %s\n",
                     d->e->people.simulated ? "TRUE" : "FALSE");
    lw_buffer_puts(&text, "computer_bands <- c(");
    const struct lw_study_phase *survey = d->phases.survey_phase;
    const char *before = "";
    for (size_t i = 0; survey != NULL && i < survey->n_questions; i++) {
        const struct lw_study_question *q = &survey->questions[i];
        for (size_t k = 0; strcmp(q->id, "computer-hours") == 0 && k < q->n_options;
             k++) {
            lw_buffer_printf(&text, "%s\"%s\"", before, q->options[k].id);
            before = ", ";
        }
    }
    lw_buffer_puts(&text, ")\n");
    lw_buffer_printf(&text, "margin <- %.17g\nalpha <- %.17g", taylor_margin(d->e->study),
                     d->e->study->analysis.alpha);
    lw_buffer_puts(&text, at + strlen(mark));
    r->failed = r->failed || !lw_buffer_ok(&text);
    report_add_file(r, "analysis.R", lw_buffer_text(&text));
    lw_buffer_free(&text);
}

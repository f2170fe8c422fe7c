/* A plan for the researcher as a list, and as sheets to be printed: one to be handed to
 * the participant, one for the experimenter. */
#include <string.h>

#include "lw/study/plan.h"

static void put_level(const struct lw_study_plan_request *r,
                      struct lw_study_level_ref ref, struct lw_buffer *out) {
    const struct lw_study_level_set *set = &r->levels->sets[ref.set];
    lw_buffer_printf(out, " %s:%lld", set->set->id,
                     (long long)set->levels[ref.level].number);
}

static void put_trial(const struct lw_study_plan_request *r,
                      const struct lw_study_trial *t, struct lw_buffer *out) {
    static const char *const cues[] = {"no cue", "centre cue", "double cue",
                                       "spatial cue"};
    static const char *const flankers[] = {"neutral", "congruent", "incongruent"};
    lw_buffer_puts(out, lw_study_trial_kind_name(t->kind));
    for (size_t i = 0; i < t->n_refs && t->kind != LW_STUDY_TRIAL_OPEN_PAIR; i++) {
        put_level(r, t->refs[i], out);
    }
    if (t->kind == LW_STUDY_TRIAL_ATTENTION) {
        const struct lw_study_attention_trial *a = &t->attention;
        lw_buffer_printf(out, " block %u, %s, %s, %s, %s, fixation %u ms", a->block,
                         cues[a->cue], flankers[a->flanker], a->below ? "below" : "above",
                         a->right ? "right" : "left", a->fixation_ms);
    } else if (t->kind == LW_STUDY_TRIAL_WORD) {
        lw_buffer_printf(out, " \"%s\" in a %s voice at %.3f s",
                         t->word.high ? "high" : "low",
                         t->word.high_voice ? "high" : "low", t->word.at_ms / 1000.0);
    } else if (t->kind == LW_STUDY_TRIAL_TONES) {
        lw_buffer_printf(out, " %u", t->tones.n);
    } else if (t->kind == LW_STUDY_TRIAL_OPEN_PAIR) {
        lw_buffer_puts(out, " chosen when it is reached");
    }
    lw_buffer_putc(out, '\n');
}

static void put_line(const struct lw_study_plan_phase *phase, size_t seq,
                     struct lw_buffer *out) {
    lw_buffer_printf(out, "%2zu  %-14s %s", seq, lw_study_phase_type_name(phase->type),
                     phase->id);
    if (phase->phase != NULL && phase->type == LW_STUDY_INSTRUMENT) {
        lw_buffer_printf(out, " (%s)",
                         lw_study_instrument_name(phase->phase->instrument));
    }
    if (phase->n_trials > 0) {
        lw_buffer_printf(out, ", %zu %s%s", phase->n_trials,
                         phase->trials[0].kind == LW_STUDY_TRIAL_LEVEL ? "level"
                                                                       : "trial",
                         phase->n_trials == 1 ? "" : "s");
    }
    if (phase->n_prompts > 0) {
        lw_buffer_printf(out, ", %zu words", phase->n_prompts);
    }
    if (phase->phase != NULL && phase->phase->minutes > 0) {
        lw_buffer_printf(out, ", %g minutes", phase->phase->minutes);
    }
    lw_buffer_putc(out, '\n');
}

void lw_study_plan_text(const struct lw_study_plan_request *request,
                        const struct lw_study_plan *plan, bool trials,
                        struct lw_buffer *out) {
    const struct lw_study_cell *cell = &request->cells->cells[plan->cell];
    lw_buffer_printf(out, "%s, version %lld, cell %s (%s), person %llu\n",
                     request->study->name, (long long)request->study->version, cell->id,
                     cell->name, (unsigned long long)plan->person);
    for (size_t i = 0; i < plan->n_phases; i++) {
        const struct lw_study_plan_phase *phase = &plan->phases[i];
        put_line(phase, i, out);
        for (size_t t = 0; t < phase->n_trials && trials; t++) {
            lw_buffer_printf(out, "      %3zu ", t);
            put_trial(request, &phase->trials[t], out);
        }
        for (size_t w = 0; w < phase->n_prompts && trials; w++) {
            struct lw_study_trial word = {.kind = LW_STUDY_TRIAL_WORD,
                                          .word = phase->prompts[w]};
            lw_buffer_printf(out, "      w%02zu ", w);
            put_trial(request, &word, out);
        }
    }
}

/* A sheet. The one that is handed out has the order and the instructions of its cell and
 * nothing that tells one cell from another: the texts are those of the pages. */
struct sheet {
    const struct lw_study_plan_request *request;
    const char *language;
    bool is_experimenters;
    struct lw_buffer *out;
};

static const char *sheet_text(const struct sheet *sheet, struct lw_study_text text) {
    return lw_study_text_in(sheet->request->study, text, sheet->language);
}

/* Ids are the researcher's words and may say what is hidden. */
static const char *title_of(const struct sheet *sheet,
                            const struct lw_study_plan_phase *planned) {
    static const char *const kinds[] = {
        [LW_STUDY_INSTRUCTIONS] = "Instructions", [LW_STUDY_INSTRUMENT] = "Test",
        [LW_STUDY_PRACTICE] = "Practice",         [LW_STUDY_PLAY] = "Levels to play",
        [LW_STUDY_RATE] = "Levels to rate",       [LW_STUDY_COMPARE] = "Pairs of levels",
        [LW_STUDY_SURVEY] = "Questions",          [LW_STUDY_DEBRIEFING] = "Debriefing",
        [LW_STUDY_CONSENT] = "Consent",           [LW_STUDY_END] = "End"};
    const char *title =
        planned->phase == NULL ? "" : sheet_text(sheet, planned->phase->title);
    return title[0] != '\0'          ? title
           : sheet->is_experimenters ? planned->id
                                     : kinds[planned->type];
}

static void put_sheet_phase(const struct sheet *sheet,
                            const struct lw_study_plan_phase *planned, size_t number) {
    const struct lw_study_phase *phase = planned->phase;
    struct lw_buffer *out = sheet->out;
    lw_buffer_printf(out, "\n## %zu. %s", number, title_of(sheet, planned));
    if (phase != NULL && phase->minutes > 0) {
        lw_buffer_printf(out, " (%g minutes)", phase->minutes);
    }
    lw_buffer_puts(out, "\n");
    if (sheet->is_experimenters) {
        lw_buffer_printf(out, "\n[ ] began ____:____   [ ] ended ____:____   `%s`\n",
                         planned->id);
    }
    if (phase == NULL) {
        return;
    }
    if (planned->n_trials > 0 && planned->trials[0].kind == LW_STUDY_TRIAL_LEVEL) {
        lw_buffer_printf(out, "\nLevels: %zu", planned->n_trials);
        lw_buffer_puts(out,
                       phase->level_order == LW_STUDY_FREE ? ", in any order.\n" : ".\n");
    }
    if (phase->prompts != NULL) {
        lw_buffer_printf(out, "\nKeys: %s high, %s low (without number pad: %s, %s).\n",
                         phase->prompts->high_key, phase->prompts->low_key,
                         phase->prompts->other_high_key, phase->prompts->other_low_key);
    }
    for (size_t i = 0; i < phase->n_pages; i++) {
        lw_buffer_printf(out, "\n%s\n", sheet_text(sheet, phase->pages[i]));
    }
}

static void put_sheet_cell(const struct sheet *sheet, const struct lw_study_cell *cell) {
    const struct lw_study *study = sheet->request->study;
    lw_buffer_puts(sheet->out, "**For the experimenter. Not to be handed out:** it says "
                               "which condition this is and what people are told at the "
                               "end.\n\n");
    lw_buffer_printf(sheet->out, "Cell %s: ", cell->id);
    for (size_t f = 0; f < study->n_factors; f++) {
        lw_buffer_printf(sheet->out, "%s%s = %s", f == 0 ? "" : ", ",
                         study->factors[f].id,
                         sheet->request->cells->values[f].names[cell->values[f]]);
    }
    lw_buffer_printf(sheet->out, "%sversion %lld.", study->n_factors == 0 ? "" : "; ",
                     (long long)study->version);
}

static void put_sheet(const struct sheet *sheet, const struct lw_study_plan *plan) {
    const struct lw_study *study = sheet->request->study;
    const struct lw_study_cell *cell = &sheet->request->cells->cells[plan->cell];
    struct lw_buffer *out = sheet->out;
    lw_buffer_printf(out, "# %s\n\n", sheet_text(sheet, study->title));
    if (sheet->is_experimenters) {
        put_sheet_cell(sheet, cell);
    } else {
        lw_buffer_printf(out, "Sheet %s.", cell->id);
    }
    lw_buffer_printf(out, " About %lld minutes.\n", (long long)study->minutes);
    lw_buffer_printf(out, "\nPerson: ______________   Date: ______________%s\n",
                     sheet->is_experimenters ? "   Experimenter: ______________" : "");
    if (study->device.keyboard || study->device.headphones || study->device.full_screen) {
        lw_buffer_printf(out, "\nNeeded:%s%s%s\n",
                         study->device.keyboard ? " keyboard;" : "",
                         study->device.headphones ? " wired headphones;" : "",
                         study->device.full_screen ? " full screen;" : "");
    }
    size_t number = 1;
    for (size_t i = 0; i < plan->n_phases; i++) {
        const struct lw_study_plan_phase *phase = &plan->phases[i];
        if (sheet->is_experimenters || phase->type != LW_STUDY_DEBRIEFING) {
            put_sheet_phase(sheet, phase, number++);
        }
    }
}

void lw_study_sheet(const struct lw_study_plan_request *request,
                    const struct lw_study_plan *plan, const char *language,
                    struct lw_buffer *out) {
    const struct sheet sheet = {request, language, false, out};
    put_sheet(&sheet, plan);
}

void lw_study_sheet_experimenter(const struct lw_study_plan_request *request,
                                 const struct lw_study_plan *plan, const char *language,
                                 struct lw_buffer *out) {
    const struct sheet sheet = {request, language, true, out};
    put_sheet(&sheet, plan);
}

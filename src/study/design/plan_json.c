/* A plan as the pages get it. What the design hides stays here: who made a level, with
 * which technique, in which set it is, which cell this is, and until its turn comes the
 * debriefing. */
#include <math.h>
#include <string.h>

#include "lw/rules.h"
#include "lw/study/plan.h"

struct printer {
    const struct lw_study_plan_request *request;
    const char *language;
    size_t reached; /* the phase whose turn it is */
    struct lw_json_writer json;
};

const char *lw_study_trial_kind_name(enum lw_study_trial_kind kind) {
    static const char *const names[] = {"level",     "pair", "open-pair", "pictures",
                                        "attention", "word", "tones",     "questions"};
    return names[kind];
}

static void put_text(struct printer *p, const char *key, struct lw_study_text text) {
    if (text.in != NULL) {
        lw_json_text(&p->json, key,
                     lw_study_text_in(p->request->study, text, p->language));
    }
}

static void put_pages(struct printer *p, const struct lw_study_phase *phase) {
    lw_json_array(&p->json, "pages");
    for (size_t i = 0; i < phase->n_pages; i++) {
        put_text(p, NULL, phase->pages[i]);
    }
    lw_json_array_end(&p->json);
}

static void put_question(struct printer *p, const struct lw_study_question *q) {
    static const char *const types[] = {"scale",   "opposites", "likert", "one",
                                        "several", "number",    "words",  "mark"};
    lw_json_object(&p->json, NULL);
    lw_json_text(&p->json, "id", q->id);
    lw_json_text(&p->json, "type", types[q->type]);
    put_text(p, "text", q->text);
    if (q->from < q->to) {
        lw_json_real(&p->json, "from", q->from);
        lw_json_real(&p->json, "to", q->to);
    }
    put_text(p, "low", q->low);
    put_text(p, "high", q->high);
    if (q->n_options > 0) {
        lw_json_array(&p->json, "options");
        for (size_t i = 0; i < q->n_options; i++) {
            lw_json_object(&p->json, NULL);
            lw_json_text(&p->json, "id", q->options[i].id);
            put_text(p, "text", q->options[i].text);
            lw_json_object_end(&p->json);
        }
        lw_json_array_end(&p->json);
    }
    lw_json_bool(&p->json, "no_opinion", q->no_opinion);
    lw_json_bool(&p->json, "required", q->required);
    if (q->special != NULL) {
        lw_json_text(&p->json, "special", q->special);
    }
    lw_json_int(&p->json, "max_length", q->max_length);
    lw_json_int(&p->json, "marks", q->marks);
    lw_json_object_end(&p->json);
}

static void put_attention(struct printer *p, const struct lw_study_attention *a) {
    lw_json_object(&p->json, "attention");
    lw_json_int(&p->json, "cue_ms", a->cue_ms);
    lw_json_int(&p->json, "gap_ms", a->gap_ms);
    lw_json_int(&p->json, "answer_ms", a->answer_ms);
    lw_json_int(&p->json, "trial_ms", a->trial_ms);
    lw_json_text(&p->json, "left_key", a->left_key);
    lw_json_text(&p->json, "right_key", a->right_key);
    lw_json_real(&p->json, "arrows_degrees", a->arrows_degrees);
    lw_json_real(&p->json, "offset_degrees", a->offset_degrees);
    lw_json_real(&p->json, "distance_cm", a->distance_cm);
    lw_json_object_end(&p->json);
}

static void put_words(struct printer *p, const struct lw_study_prompts *prompts) {
    lw_json_object(&p->json, "prompts");
    lw_json_bool(&p->json, "feedback", prompts->feedback);
    lw_json_text(&p->json, "high_key", prompts->high_key);
    lw_json_text(&p->json, "low_key", prompts->low_key);
    lw_json_text(&p->json, "other_high_key", prompts->other_high_key);
    lw_json_text(&p->json, "other_low_key", prompts->other_low_key);
    lw_json_object_end(&p->json);
}

static const struct lw_study_level *level_of(const struct printer *p,
                                             struct lw_study_level_ref ref) {
    return &p->request->levels->sets[ref.set].levels[ref.level];
}

static void put_word(struct printer *p, const struct lw_study_word *word) {
    lw_json_text(&p->json, "word", word->high ? "high" : "low");
    lw_json_text(&p->json, "voice", word->high_voice ? "high" : "low");
    lw_json_uint(&p->json, "at_ms", word->at_ms);
}

static void put_attention_trial(struct printer *p,
                                const struct lw_study_attention_trial *t) {
    static const char *const cues[] = {"none", "centre", "double", "spatial"};
    static const char *const flankers[] = {"neutral", "congruent", "incongruent"};
    lw_json_uint(&p->json, "block", t->block);
    lw_json_text(&p->json, "cue", cues[t->cue]);
    lw_json_text(&p->json, "flanker", flankers[t->flanker]);
    lw_json_text(&p->json, "place", t->below ? "below" : "above");
    lw_json_text(&p->json, "direction", t->right ? "right" : "left");
    lw_json_uint(&p->json, "fixation_ms", t->fixation_ms);
}

static void put_trial(struct printer *p, const struct lw_study_trial *trial) {
    lw_json_object(&p->json, NULL);
    lw_json_text(&p->json, "kind", lw_study_trial_kind_name(trial->kind));
    if (trial->n_refs > 0 && trial->kind != LW_STUDY_TRIAL_OPEN_PAIR) {
        lw_json_array(&p->json, "levels");
        for (size_t i = 0; i < trial->n_refs; i++) {
            lw_json_text(&p->json, NULL, level_of(p, trial->refs[i])->id);
        }
        lw_json_array_end(&p->json);
    }
    if (trial->kind == LW_STUDY_TRIAL_ATTENTION) {
        put_attention_trial(p, &trial->attention);
    } else if (trial->kind == LW_STUDY_TRIAL_WORD) {
        put_word(p, &trial->word);
    } else if (trial->kind == LW_STUDY_TRIAL_TONES) {
        lw_json_array(&p->json, "opposed");
        for (size_t i = 0; i < trial->tones.n; i++) {
            lw_json_bool(&p->json, NULL, trial->tones.opposed[i] == 1);
        }
        lw_json_array_end(&p->json);
    }
    lw_json_object_end(&p->json);
}

static void put_play(struct printer *p, const struct lw_study_phase *phase) {
    static const char *const give_up[] = {"any-time", "later", "never"};
    lw_json_bool(&p->json, "free", phase->level_order == LW_STUDY_FREE);
    lw_json_text(&p->json, "give_up", give_up[phase->give_up]);
    lw_json_int(&p->json, "give_up_seconds", phase->give_up_seconds);
    lw_json_bool(&p->json, "unwinnable", phase->unwinnable);
    lw_json_text(&p->json, "ask", phase->ask == LW_STUDY_ASK_SOLVED ? "solved" : "ended");
}

static void put_settings(struct printer *p, const struct lw_study_phase *phase) {
    lw_json_real(&p->json, "minutes", phase->minutes);
    if (phase->type == LW_STUDY_INSTRUMENT) {
        lw_json_text(&p->json, "instrument", lw_study_instrument_name(phase->instrument));
        if (phase->check != NULL) {
            lw_json_int(&p->json, "trials_an_attempt", phase->check->trials);
            lw_json_int(&p->json, "needed", phase->check->needed);
        }
        if (phase->attention != NULL) {
            put_attention(p, phase->attention);
        }
    }
    if (phase->prompts != NULL) {
        put_words(p, phase->prompts);
    }
    if (phase->type == LW_STUDY_PLAY || phase->type == LW_STUDY_PRACTICE) {
        put_play(p, phase);
    }
    if (phase->type == LW_STUDY_RATE) {
        lw_json_text(&p->json, "show",
                     phase->show == LW_STUDY_EACH ? "each" : "together");
    }
    if (phase->type == LW_STUDY_COMPARE) {
        put_text(p, "question", phase->question);
        lw_json_int(&p->json, "least_pairs", phase->least_pairs);
        lw_json_bool(&p->json, "as_many_as_one_likes", phase->pairs == 0);
        lw_json_bool(&p->json, "equal", phase->equal);
        lw_json_bool(&p->json, "play", phase->play);
    }
    lw_json_bool(&p->json, "undo", phase->undo);
}

static void put_phase(struct printer *p, const struct lw_study_plan_phase *planned,
                      size_t seq) {
    const struct lw_study_phase *phase = planned->phase;
    lw_json_object(&p->json, NULL);
    lw_json_uint(&p->json, "seq", seq);
    lw_json_text(&p->json, "id", planned->id);
    lw_json_text(&p->json, "type", lw_study_phase_type_name(planned->type));
    if (phase != NULL) {
        if (phase->type != LW_STUDY_DEBRIEFING || seq <= p->reached) {
            put_text(p, "title", phase->title);
            put_pages(p, phase);
        }
        put_settings(p, phase);
        lw_json_array(&p->json, "questions");
        for (size_t i = 0; i < phase->n_questions; i++) {
            put_question(p, &phase->questions[i]);
        }
        lw_json_array_end(&p->json);
        lw_json_array(&p->json, "trials");
        for (size_t i = 0; i < planned->n_trials; i++) {
            put_trial(p, &planned->trials[i]);
        }
        lw_json_array_end(&p->json);
    }
    if (planned->n_prompts > 0) {
        lw_json_array(&p->json, "words");
        for (size_t i = 0; i < planned->n_prompts; i++) {
            lw_json_object(&p->json, NULL);
            put_word(p, &planned->prompts[i]);
            lw_json_object_end(&p->json);
        }
        lw_json_array_end(&p->json);
    }
    lw_json_object_end(&p->json);
}

static void put_statements(struct printer *p, const char *key,
                           const struct lw_study_statement *statements, size_t n) {
    lw_json_array(&p->json, key);
    for (size_t i = 0; i < n; i++) {
        lw_json_object(&p->json, NULL);
        lw_json_text(&p->json, "id", statements[i].id);
        put_text(p, "text", statements[i].text);
        lw_json_bool(&p->json, "required", statements[i].required && key[1] == 't');
        lw_json_object_end(&p->json);
    }
    lw_json_array_end(&p->json);
}

static void put_head(struct printer *p) {
    const struct lw_study *study = p->request->study;
    lw_json_text(&p->json, "name", study->name);
    lw_json_int(&p->json, "version", study->version);
    lw_json_text(&p->json, "language", p->language);
    lw_json_array(&p->json, "languages");
    for (size_t i = 0; i < study->n_languages; i++) {
        lw_json_text(&p->json, NULL, study->languages[i]);
    }
    lw_json_array_end(&p->json);
    put_text(p, "title", study->title);
    put_text(p, "summary", study->summary);
    lw_json_int(&p->json, "minutes", study->minutes);
    if (study->contact != NULL) {
        lw_json_object(&p->json, "contact");
        lw_json_text(&p->json, "name", study->contact->name);
        lw_json_text(&p->json, "email", study->contact->email);
        lw_json_text(&p->json, "institution", study->contact->institution);
        lw_json_object_end(&p->json);
    }
    lw_json_object(&p->json, "device");
    lw_json_bool(&p->json, "keyboard", study->device.keyboard);
    lw_json_bool(&p->json, "headphones", study->device.headphones);
    lw_json_bool(&p->json, "full_screen", study->device.full_screen);
    lw_json_bool(&p->json, "phone", study->device.phone);
    lw_json_object_end(&p->json);
    lw_json_object(&p->json, "consent");
    lw_json_text(&p->json, "version", study->consent.version);
    put_text(p, "text", study->consent.text);
    lw_json_int(&p->json, "minimum_age", study->consent.minimum_age);
    put_statements(p, "statements", study->consent.statements,
                   study->consent.n_statements);
    put_statements(p, "special", study->consent.special, study->consent.n_special);
    lw_json_object_end(&p->json);
}

static bool plan_shows(const struct lw_study_plan *plan, size_t set, size_t level) {
    for (size_t i = 0; i < plan->n_phases; i++) {
        for (size_t t = 0; t < plan->phases[i].n_trials; t++) {
            const struct lw_study_trial *trial = &plan->phases[i].trials[t];
            if (t > 0 && trial->kind == LW_STUDY_TRIAL_OPEN_PAIR) {
                break; /* its levels are those of the first */
            }
            for (size_t r = 0; r < trial->n_refs; r++) {
                if (trial->refs[r].set == set && trial->refs[r].level == level) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The same puzzle may be in two sets. */
static bool came_before(const struct lw_study_levels *levels, size_t set, size_t level) {
    const char *id = levels->sets[set].levels[level].id;
    for (size_t s = 0; s <= set; s++) {
        for (size_t l = 0; l < (s < set ? levels->sets[s].n : level); l++) {
            if (strcmp(levels->sets[s].levels[l].id, id) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Each level that the plan shows, once. Its own title would say where it is from. */
static void put_levels(struct printer *p, const struct lw_study_plan *plan) {
    const struct lw_study_levels *levels = p->request->levels;
    lw_json_object(&p->json, "levels");
    for (size_t s = 0; s < levels->n_sets; s++) {
        const struct lw_study_level_set *set = &levels->sets[s];
        for (size_t l = 0; l < set->n; l++) {
            if (!plan_shows(plan, s, l) || came_before(levels, s, l)) {
                continue;
            }
            lw_json_object(&p->json, set->levels[l].id);
            lw_json_text(&p->json, "game", set->game);
            lw_json_text(&p->json, "text", set->levels[l].text);
            put_text(p, "goal", set->set->goal);
            lw_rules_json(&p->json, set->rules);
            if (set->source != NULL) {
                lw_json_text(&p->json, "source", set->source);
            }
            lw_json_object_end(&p->json);
        }
    }
    lw_json_object_end(&p->json);
}

void lw_study_plan_json(const struct lw_study_plan_request *request,
                        const struct lw_study_plan *plan, const char *language,
                        size_t reached, struct lw_buffer *out) {
    struct printer p = {
        .request = request, .language = request->study->languages[0], .reached = reached};
    for (size_t i = 0; i < request->study->n_languages && language != NULL; i++) {
        if (strcmp(request->study->languages[i], language) == 0) {
            p.language = request->study->languages[i];
        }
    }
    lw_json_begin(&p.json, out);
    lw_json_object(&p.json, NULL);
    put_head(&p);
    lw_json_array(&p.json, "phases");
    for (size_t i = 0; i < plan->n_phases; i++) {
        put_phase(&p, &plan->phases[i], i);
    }
    lw_json_array_end(&p.json);
    put_levels(&p, plan);
    lw_json_object_end(&p.json);
}

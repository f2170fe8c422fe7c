/* Checks of phases: what they refer to, and what an instrument needs. */
#include <math.h>
#include <string.h>

#include "define/check.h"

struct checker {
    const struct lw_study *study;
    const struct reporter *report;
    bool is_new;
    const char *ids[600]; /* of the phases so far */
    size_t n_ids;
    bool used_set[200], used_factor[LW_STUDY_MAX_FACTORS];
};

/* The values of a plain factor; NULL when it has orders. */
static void check_by(struct checker *c, const struct lw_study_by *by, bool orders_do) {
    if (by->by == NULL) {
        return;
    }
    size_t which = lw_study_factor_find(c->study, by->by);
    if (which == c->study->n_factors) {
        study_wrong(c->report, study_member_or(by->at, "by"),
                    "name a factor of this study", "there is no factor '%.60s'", by->by);
        return;
    }
    const struct lw_study_factor *factor = &c->study->factors[which];
    c->used_factor[which] = true;
    if (factor->orders != NULL) {
        if (!orders_do || by->n_cases > 0) {
            study_wrong(c->report, by->at,
                        "use it as {\"by\": FACTOR} for the order of a group",
                        "the factor '%s' is an order and has no cases", factor->id);
        }
        return;
    }
    for (size_t i = 0; i < factor->n_values; i++) {
        bool found = false;
        for (size_t j = 0; j < by->n_cases; j++) {
            found = found || strcmp(by->cases[j].value, factor->values[i]) == 0;
        }
        if (!found) {
            study_wrong(c->report, study_member_or(by->at, "cases"), "add a case for it",
                        "there is no case for '%s' = '%.60s'", factor->id,
                        factor->values[i]);
        }
    }
    for (size_t j = 0; j < by->n_cases; j++) {
        if (!study_has_name(factor->values, factor->n_values, by->cases[j].value)) {
            study_wrong(
                c->report,
                study_member_or(study_member_or(by->at, "cases"), by->cases[j].value),
                "remove it, or add the value to the factor",
                "the factor '%s' has no value '%.60s'", factor->id, by->cases[j].value);
        }
    }
}

static void check_pick(struct checker *c, const struct lw_study_pick *pick) {
    check_by(c, &pick->sets, false);
    for (size_t i = 0; i < pick->sets.n_cases; i++) {
        const struct lw_study_case *one = &pick->sets.cases[i];
        if (one->n_names == 0) {
            study_wrong(c->report, pick->sets.at, "name a set", "no set is named");
        }
        for (size_t j = 0; j < one->n_names; j++) {
            const struct lw_study_set *set = lw_study_set_find(c->study, one->names[j]);
            if (set == NULL) {
                study_wrong(c->report, pick->sets.at,
                            "name one of 'sets', or add it there",
                            "there is no level set '%.60s'", one->names[j]);
            } else {
                c->used_set[set - c->study->sets] = true;
            }
        }
    }
    if (pick->last != 0 && pick->last < pick->first) {
        study_wrong(c->report, study_member_or(pick->at, "last"), "write a larger number",
                    "the last level is %lld, the first %lld", (long long)pick->last,
                    (long long)pick->first);
    }
}

/* Orders name every phase inside exactly once. */
static void check_order_names(struct checker *c, const struct lw_study_phase *group,
                              const struct lw_json *at, const char *const *names,
                              size_t n) {
    bool ok = n == group->n_phases;
    for (size_t i = 0; i < group->n_phases && ok; i++) {
        ok = study_has_name(names, n, group->phases[i].id);
    }
    if (!ok) {
        study_wrong(
            c->report, at, "name every phase inside the group exactly once",
            "the order has %zu names, the group '%s' has %zu phases, and they differ", n,
            group->id, group->n_phases);
    }
}

static void check_group(struct checker *c, const struct lw_study_phase *group) {
    const struct lw_study_by *order = group->order;
    if (order == NULL) {
        return;
    }
    check_by(c, order, true);
    if (group->shuffled) {
        study_wrong(c->report, study_member_or(group->at, "shuffled"),
                    "keep one of the two", "the group is shuffled and has an order");
    }
    for (size_t i = 0; i < order->n_cases; i++) {
        check_order_names(c, group, order->at, order->cases[i].names,
                          order->cases[i].n_names);
    }
    size_t which = order->by == NULL ? c->study->n_factors
                                     : lw_study_factor_find(c->study, order->by);
    if (which < c->study->n_factors && c->study->factors[which].orders != NULL) {
        const struct lw_study_orders *orders = c->study->factors[which].orders;
        check_order_names(c, group, order->at, orders->of, orders->n_of);
    }
}

static void check_question(struct checker *c, const struct lw_study_phase *phase,
                           size_t number) {
    const struct lw_study_question *q = &phase->questions[number];
    bool ranged = lw_json_get(q->at, "from") != NULL && lw_json_get(q->at, "to") != NULL;
    bool steps = ranged && (q->type == LW_STUDY_SCALE || q->type == LW_STUDY_OPPOSITES);
    for (size_t i = 0; i < number; i++) {
        if (study_same_id(phase->questions[i].id, q->id)) {
            study_wrong(c->report, study_member_or(q->at, "id"), "give it another id",
                        "the phase '%s' has two questions '%s'", phase->id, q->id);
        }
    }
    if (ranged && q->from >= q->to) {
        study_wrong(c->report, study_member_or(q->at, "to"), "write a larger number",
                    "the largest answer must be above the smallest");
    }
    if (steps &&
        (floor(q->from) != q->from || floor(q->to) != q->to || q->to - q->from > 100)) {
        study_wrong(c->report, study_member_or(q->at, "from"),
                    "write whole numbers, at most 100 apart",
                    "the steps of a scale are whole numbers");
    }
    for (size_t i = 0; i < q->n_options; i++) {
        for (size_t j = 0; j < i; j++) {
            if (study_same_id(q->options[i].id, q->options[j].id)) {
                study_wrong(c->report, study_member_or(q->at, "options"),
                            "give it another id", "two options have the id '%s'",
                            q->options[i].id);
            }
        }
    }
    bool special = false;
    for (size_t i = 0; i < c->study->consent.n_special; i++) {
        special = special || (q->special != NULL &&
                              strcmp(c->study->consent.special[i].id, q->special) == 0);
    }
    if (q->special != NULL && !special) {
        study_wrong(c->report, study_member_or(q->at, "special"),
                    "add it to 'special' of the consent",
                    "the consent does not ask for the special consent '%s'", q->special);
    }
    if (q->special != NULL && q->required) {
        study_wrong(c->report, q->at, "write \"required\": false",
                    "a question about a special category cannot be required");
    }
    if (q->type == LW_STUDY_MARK && phase->show != LW_STUDY_TOGETHER) {
        study_wrong(c->report, q->at,
                    "use it in a phase of type rate that shows them together",
                    "only pictures that are shown together can be marked");
    }
}

static void check_prompts(struct checker *c, const struct lw_study_phase *phase) {
    const struct lw_study_prompts *p = phase->prompts;
    const struct lw_json *at = study_member_or(phase->at, "prompts");
    static const char *const moves[] = {"KeyW", "KeyA", "KeyS", "KeyD"};
    const char *keys[] = {p->high_key, p->low_key, p->other_high_key, p->other_low_key};
    if (p->interval_to_ms < p->interval_from_ms) {
        study_wrong(c->report, study_member_or(at, "interval_to_ms"),
                    "write a larger number",
                    "the longest interval is shorter than the shortest");
    }
    for (size_t i = 0; i < 4; i++) {
        if (study_has_name(moves, 4, keys[i]) || study_has_name(keys, i, keys[i])) {
            study_wrong(c->report, at, "use other keys",
                        "the key %s also moves the player, or stands for two answers",
                        keys[i]);
        }
    }
    if (phase->minutes <= 0) {
        study_wrong(c->report, phase->at, "add minutes",
                    "words need a phase that ends by time");
    }
    const struct lw_study_device *device = &c->study->device;
    if (!device->keyboard || !device->headphones || device->phone) {
        study_wrong(c->report, study_member_or(c->study->json, "device"),
                    "write keyboard and headphones true, phone false",
                    "the phase '%s' plays words that are answered by keys", phase->id);
    }
}

static void check_attention(struct checker *c, const struct lw_study_phase *phase) {
    const struct lw_study_attention *a = phase->attention;
    const struct lw_json *at = study_member_or(phase->at, "attention");
    int64_t longest = a->fixation_to_ms + a->cue_ms + a->gap_ms + a->answer_ms;
    if (a->practice_trials % 24 != 0) {
        study_wrong(c->report, study_member_or(at, "practice_trials"),
                    "write a multiple of 24", "%lld practice trials cannot be balanced",
                    (long long)a->practice_trials);
    }
    if (a->fixation_to_ms < a->fixation_from_ms) {
        study_wrong(c->report, study_member_or(at, "fixation_to_ms"),
                    "write a larger number",
                    "the longest fixation is shorter than the shortest");
    }
    if (a->trial_ms < longest) {
        study_wrong(
            c->report, study_member_or(at, "trial_ms"),
            "make the trial longer, or its parts shorter",
            "a trial of %lld ms cannot hold fixation, cue, gap and answer of %lld ms",
            (long long)a->trial_ms, (long long)longest);
    }
    if (strcmp(a->left_key, a->right_key) == 0) {
        study_wrong(c->report, study_member_or(at, "right_key"), "use another key",
                    "both directions have the same key");
    }
    if (!c->study->device.keyboard || !c->study->device.full_screen ||
        c->study->device.phone) {
        study_wrong(c->report, study_member_or(c->study->json, "device"),
                    "write keyboard and full_screen true, phone false",
                    "the phase '%s' times key presses and fills the screen", phase->id);
    }
}

static void check_instrument(struct checker *c, const struct lw_study_phase *phase) {
    bool attention = phase->instrument == LW_STUDY_ATTENTION;
    bool check = phase->instrument >= LW_STUDY_HEADPHONE_CHECK;
    if (!attention && phase->attention != NULL) {
        study_wrong(c->report, study_member_or(phase->at, "attention"), "remove it",
                    "only attention-network has it");
    }
    if (!check && phase->check != NULL) {
        study_wrong(c->report, study_member_or(phase->at, "check"), "remove it",
                    "only headphone-check and pitch-check have it");
    }
    if (phase->instrument != LW_STUDY_STROOP && phase->prompts != NULL) {
        study_wrong(c->report, study_member_or(phase->at, "prompts"), "remove it",
                    "only auditory-stroop has it");
    }
    if (c->is_new && phase->instrument != LW_STUDY_STROOP && phase->minutes > 0) {
        study_wrong(c->report, study_member_or(phase->at, "minutes"), "remove it",
                    "%s ends when its trials are over, not by time",
                    lw_study_instrument_name(phase->instrument));
    }
    if (attention && phase->attention != NULL) {
        check_attention(c, phase);
    }
    if (check && phase->check != NULL && phase->check->needed > phase->check->trials) {
        study_wrong(
            c->report, study_member_or(study_member_or(phase->at, "check"), "needed"),
            "write a smaller number", "%lld right answers are required out of %lld",
            (long long)phase->check->needed, (long long)phase->check->trials);
    }
}

static void check_id(struct checker *c, const struct lw_study_phase *phase) {
    static const char *const reserved[] = {"consent", "end"};
    if (study_has_name(reserved, 2, phase->id)) {
        study_wrong(c->report, study_member_or(phase->at, "id"), "give it another id",
                    "'%s' is the name of a phase that every study has", phase->id);
    }
    if (phase->id[0] != '\0' && study_has_name(c->ids, c->n_ids, phase->id)) {
        study_wrong(c->report, study_member_or(phase->at, "id"), "give it another id",
                    "there are two phases '%s'", phase->id);
    }
    if (c->n_ids < sizeof c->ids / sizeof c->ids[0]) {
        c->ids[c->n_ids++] = phase->id;
    } else {
        study_wrong(c->report, phase->at, "use fewer", "there are more than 600 phases");
    }
}

static void check_when(struct checker *c, const struct lw_study_phase *phase) {
    for (size_t i = 0; i < phase->n_when; i++) {
        size_t which = lw_study_factor_find(c->study, phase->when[i].name);
        const struct lw_json *at =
            study_member_or(study_member_or(phase->at, "when"), phase->when[i].name);
        if (which == c->study->n_factors || c->study->factors[which].orders != NULL) {
            study_wrong(c->report, at, "name a factor that has values",
                        "there is no factor '%.60s' with values", phase->when[i].name);
        } else if (!study_has_name(c->study->factors[which].values,
                                   c->study->factors[which].n_values,
                                   phase->when[i].value)) {
            study_wrong(c->report, at, "use one of the factor's values",
                        "the factor '%.60s' has no value '%.60s'", phase->when[i].name,
                        phase->when[i].value);
        } else {
            c->used_factor[which] = true;
        }
    }
}

static void check_compare(struct checker *c, const struct lw_study_phase *phase) {
    if (phase->pairs > 0 && phase->least_pairs > phase->pairs) {
        study_wrong(c->report, study_member_or(phase->at, "least_pairs"),
                    "write a smaller number",
                    "at least %lld pairs are asked for, and at most %lld",
                    (long long)phase->least_pairs, (long long)phase->pairs);
    }
    if (phase->repeats && phase->choose != LW_STUDY_PAIRS_RANDOM) {
        study_wrong(c->report, study_member_or(phase->at, "repeats"),
                    "write \"choose\": \"random\", or remove it",
                    "only pairs that are drawn evenly are repeated");
    } else if (phase->repeats && phase->pairs > 0 &&
               phase->pairs < LW_STUDY_REPEAT_EVERY) {
        study_wrong(c->report, study_member_or(phase->at, "repeats"),
                    "ask about more pairs, or remove it",
                    "the first pair to be repeated is number %d, and there are only %lld",
                    LW_STUDY_REPEAT_EVERY, (long long)phase->pairs);
    }
    if (phase->level_order != LW_STUDY_LISTED) {
        study_wrong(c->report, study_member_or(phase->at, "level_order"), "remove it",
                    "pairs have no order of levels; 'choose' says how they are drawn");
    }
}

static void check_phase(struct checker *c, const struct lw_study_phase *phase) {
    check_id(c, phase);
    check_when(c, phase);
    for (size_t i = 0; i < phase->n_levels; i++) {
        check_pick(c, &phase->levels[i]);
    }
    for (size_t i = 0; i < phase->n_questions; i++) {
        check_question(c, phase, i);
    }
    if (phase->type == LW_STUDY_INSTRUMENT) {
        check_instrument(c, phase);
    }
    if (phase->type == LW_STUDY_INSTRUMENT && phase->instrument == LW_STUDY_STROOP
            ? phase->prompts != NULL
            : phase->type != LW_STUDY_INSTRUMENT && phase->prompts != NULL) {
        check_prompts(c, phase);
    }
    if (phase->type == LW_STUDY_COMPARE) {
        check_compare(c, phase);
    }
    if (phase->type == LW_STUDY_RATE && phase->level_order == LW_STUDY_FREE) {
        study_wrong(c->report, study_member_or(phase->at, "level_order"),
                    "write listed or shuffled", "pictures have no free order");
    }
    if (phase->type == LW_STUDY_GROUP) {
        check_group(c, phase);
        for (size_t i = 0; i < phase->n_phases; i++) {
            check_phase(c, &phase->phases[i]);
            if (phase->phases[i].type == LW_STUDY_DEBRIEFING) {
                study_wrong(c->report, phase->phases[i].at,
                            "move it to the end of the study",
                            "a debriefing cannot stand inside a group");
            }
        }
    }
}

static void check_used(struct checker *c) {
    const struct lw_study *study = c->study;
    for (size_t i = 0; i < study->n_sets; i++) {
        if (study->sets[i].match != NULL) {
            const struct lw_study_set *other =
                lw_study_set_find(study, study->sets[i].match->set);
            c->used_set[other == NULL ? i : (size_t)(other - study->sets)] = true;
        }
    }
    for (size_t i = 0; i < study->n_sets; i++) {
        if (!c->used_set[i]) {
            study_wrong(c->report, study->sets[i].at, "remove it, or use it in a phase",
                        "no phase uses the set '%s'", study->sets[i].id);
        }
    }
    for (size_t i = 0; i < study->n_factors; i++) {
        if (!c->used_factor[i]) {
            study_wrong(c->report, study->factors[i].at,
                        "remove it, or use it in a phase",
                        "no phase depends on the factor '%s'", study->factors[i].id);
        }
    }
}

void study_check_phases(const struct lw_study *study, const struct reporter *report,
                        bool is_new) {
    struct checker c = {.study = study, .report = report, .is_new = is_new};
    for (size_t i = 0; i < study->n_phases; i++) {
        const struct lw_study_phase *phase = &study->phases[i];
        check_phase(&c, phase);
        if (phase->type == LW_STUDY_DEBRIEFING && i + 1 < study->n_phases) {
            study_wrong(report, phase->at, "move it to the end",
                        "a debriefing says what was hidden, so nothing may follow it");
        }
    }
    if (report->faults->n_wrong == 0) {
        check_used(&c);
    }
}

/* Checks of a definition's outer part; check_phases.c has those of its phases. */
#include "define/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct lw_json *study_member_or(const struct lw_json *object, const char *key) {
    const struct lw_json *member = lw_json_get(object, key);
    return member == NULL ? object : member;
}

bool study_has_name(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

bool study_same_id(const char *a, const char *b) {
    return a[0] != '\0' && strcmp(a, b) == 0;
}

static const struct lw_json *child_at(const struct lw_json *list, size_t i) {
    const struct lw_json *child = list == NULL ? NULL : list->first;
    while (child != NULL && i-- > 0) {
        child = child->next;
    }
    return child;
}

/* A name that a list of names has twice, at its place. */
static void check_distinct(const struct reporter *report, const struct lw_json *list,
                           const char *const *names, size_t n, const char *what) {
    for (size_t i = 1; i < n; i++) {
        if (study_has_name(names, i, names[i])) {
            study_wrong(report, child_at(list, i), "remove it or give it another name",
                        "%s '%.60s' appears twice", what, names[i]);
        }
    }
}

/* Dates compare as texts. */
static void check_approval(const struct lw_study *study, const struct reporter *report,
                           const char *today) {
    const struct lw_study_approval *approval = study->approval;
    const struct lw_json *at = study_member_or(study->json, "approval");
    if (approval == NULL) {
        return;
    }
    if (approval->from[0] == '\0' || approval->until[0] == '\0') {
        return;
    }
    if (strcmp(approval->from, approval->until) > 0) {
        study_wrong(report, study_member_or(at, "until"), "exchange the two dates",
                    "the approval ends on %s, before it begins on %s", approval->until,
                    approval->from);
    } else if (today != NULL && strcmp(today, approval->until) > 0) {
        study_before_opening(report, study_member_or(at, "until"),
                             "ask the board for an extension and write its date",
                             "the approval expired on %s; today is %s", approval->until,
                             today);
    } else if (today != NULL && strcmp(today, approval->from) < 0) {
        study_before_opening(report, study_member_or(at, "from"), "wait until then",
                             "the approval begins on %s; today is %s", approval->from,
                             today);
    }
}

static void check_people(const struct lw_study *study, const struct reporter *report,
                         const char *today) {
    const char *until = study->stopping.until, *kept = study->retention_until;
    const struct lw_json *stopping = study_member_or(study->json, "stopping");
    if (study->contact != NULL && study->contact->email[0] != '\0' &&
        strchr(study->contact->email, '@') == NULL) {
        study_wrong(report,
                    study_member_or(study_member_or(study->json, "contact"), "email"),
                    "write it like name@example.org", "'%.60s' is not an email address",
                    study->contact->email);
    }
    if (kept != NULL && today != NULL && strcmp(kept, today) <= 0) {
        study_before_opening(report, study_member_or(study->json, "retention_until"),
                             "write a later date, as the consent text promises it",
                             "the data would be deleted on %s; today is %s", kept, today);
    }
    if (until != NULL && kept != NULL && strcmp(kept, until) <= 0) {
        study_wrong(report, study_member_or(study->json, "retention_until"),
                    "keep the data for longer, or stop earlier",
                    "the data would be deleted on %s, before the study ends on %s", kept,
                    until);
    }
    if (until != NULL && today != NULL && strcmp(until, today) < 0) {
        study_before_opening(report, study_member_or(stopping, "until"),
                             "write a later date", "the last day was %s; today is %s",
                             until, today);
    }
    const struct lw_study_panel *panel = study->panel;
    if (panel != NULL && panel->return_to != NULL &&
        (strncmp(panel->return_to, "https://", 8) != 0 ||
         strstr(panel->return_to, "{code}") == NULL)) {
        study_wrong(report,
                    study_member_or(study_member_or(study->json, "panel"), "return_to"),
                    "write it like https://panel.example/done?code={code}",
                    "this is not an https link with {code} in it");
    }
}

static void check_statements(const struct reporter *report,
                             const struct lw_study_statement *statements, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (study_same_id(statements[i].id, statements[j].id)) {
                study_wrong(report, study_member_or(statements[i].at, "id"),
                            "give it another id", "the id '%s' is used twice",
                            statements[i].id);
            }
        }
    }
}

/* A permission that people are never shown would be none. */
static void check_learning(const struct lw_study *study, const struct reporter *report) {
    const struct lw_study_consent *consent = &study->consent;
    for (size_t i = 0; consent->learning != NULL && i < consent->n_statements; i++) {
        if (strcmp(consent->statements[i].id, consent->learning) == 0) {
            return;
        }
    }
    if (consent->learning != NULL) {
        study_wrong(
            report, study_member_or(study_member_or(study->json, "consent"), "learning"),
            "add it to 'statements' of the consent, and say there what is learned",
            "no statement '%s' is there to be ticked", consent->learning);
    }
}

static bool path_is_inside(const char *path) {
    size_t len = strlen(path);
    return path[0] != '/' && strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0 &&
           strstr(path, "/../") == NULL && strchr(path, '\\') == NULL &&
           (len < 3 || strcmp(path + len - 3, "/..") != 0);
}

static void check_set(const struct lw_study *study, size_t number,
                      const struct reporter *report) {
    const struct lw_study_set *set = &study->sets[number];
    bool earlier = false;
    for (size_t i = 0; i < number; i++) {
        if (study_same_id(study->sets[i].id, set->id)) {
            study_wrong(report, study_member_or(set->at, "id"), "give it another id",
                        "there are two sets '%s'", set->id);
        }
        earlier = earlier ||
                  (set->match != NULL && strcmp(study->sets[i].id, set->match->set) == 0);
    }
    if (set->made_by == LW_STUDY_BY_PERSON &&
        (set->author == NULL || set->credit == NULL || set->terms == NULL)) {
        study_wrong(report, set->at,
                    "add author, credit and terms, as the author asks for",
                    "levels made by a person need their author, credit and terms");
    }
    if (set->file != NULL && !path_is_inside(set->file)) {
        study_wrong(report, study_member_or(set->at, "file"),
                    "write a path inside the definition's folder",
                    "'%.100s' is outside the definition's folder", set->file);
    }
    if (set->match != NULL && set->match->set[0] != '\0' && !earlier) {
        study_wrong(report, study_member_or(study_member_or(set->at, "match"), "set"),
                    "name a set that comes earlier in the list",
                    "there is no set '%s' before this one", set->match->set);
    }
    if (set->match != NULL && lw_json_get(set->at, "take") != NULL) {
        study_wrong(
            report, study_member_or(set->at, "take"),
            "remove it; with 'count', levels spread over the other set are matched",
            "'take' has no effect where 'match' chooses the levels");
    }
    if (set->recipe != NULL && set->recipe->count > 0 &&
        set->count > set->recipe->count) {
        study_wrong(report, study_member_or(set->at, "count"),
                    "let the recipe make as many", "%lld levels are to be taken of %lld",
                    (long long)set->count, (long long)set->recipe->count);
    }
}

static void check_factor(const struct lw_study *study, size_t number,
                         const struct reporter *report) {
    const struct lw_study_factor *factor = &study->factors[number];
    for (size_t i = 0; i < number; i++) {
        if (study_same_id(study->factors[i].id, factor->id)) {
            study_wrong(report, study_member_or(factor->at, "id"), "give it another id",
                        "there are two factors '%s'", factor->id);
        }
    }
    check_distinct(report, lw_json_get(factor->at, "values"), factor->values,
                   factor->n_values, "the value");
    if (factor->orders != NULL) {
        const struct lw_json *orders = lw_json_get(factor->at, "orders");
        check_distinct(report, lw_json_get(orders, "of"), factor->orders->of,
                       factor->orders->n_of, "the thing");
    }
    if (factor->wanted > (int64_t)factor->n_values && factor->why_fewer == NULL) {
        study_wrong(report, study_member_or(factor->at, "wanted"), "add why_fewer",
                    "%lld values are wanted but there are %zu, and nothing says why",
                    (long long)factor->wanted, factor->n_values);
    }
}

static void check_exclusion(const struct lw_study *study,
                            const struct lw_study_exclusion *rule,
                            const struct reporter *report) {
    const struct lw_study_measure *measure = lw_study_measures;
    while (measure->name != NULL && strcmp(measure->name, rule->measure) != 0) {
        measure++;
    }
    if (measure->name == NULL && rule->measure[0] != '\0') {
        study_wrong(
            report, study_member_or(rule->at, "measure"),
            "use one that docs/studies.md lists: accuracy, missed_share, seconds, ...",
            "there is no measure '%.60s'", rule->measure);
    }
    if (rule->phase != NULL && lw_study_phase_find(study, rule->phase) == NULL) {
        study_wrong(report, study_member_or(rule->at, "phase"),
                    "name a phase of this study", "there is no phase '%s'", rule->phase);
    }
    if (isnan(rule->above) && isnan(rule->below)) {
        study_wrong(report, rule->at, "add above or below", "the rule has no bound");
    }
}

/* A page sends nothing while the person reads, or while the network is away. Whoever goes
 * on after the lease has no place any more that somebody else may not have. */
static void check_lease(const struct lw_study *study, const struct reporter *report) {
    int64_t lease = study->assignment.lease_minutes;
    const struct lw_json *at = study_member_or(study->json, "assignment");
    if (lease > 0 && lease < study->minutes) {
        study_advise(report, study_member_or(at, "lease_minutes"),
                     "write at least as many 'lease_minutes' as 'minutes'",
                     "a place is kept for %lld minutes without a sign of the person, and "
                     "taking part takes %lld",
                     (long long)lease, (long long)study->minutes);
    }
}

static void check_analysis(const struct lw_study *study, const struct reporter *report) {
    static const char *const designs[] = {"taylor", "kartal",  "vankreveld",
                                          "schaa",  "khalifa", "own"};
    if (study->analysis.design[0] != '\0' &&
        !study_has_name(designs, 6, study->analysis.design)) {
        study_wrong(report,
                    study_member_or(study_member_or(study->json, "analysis"), "design"),
                    "write one of: taylor, kartal, vankreveld, schaa, khalifa, own",
                    "there is no analysis '%s'", study->analysis.design);
    }
}

void study_check(const struct lw_study *study, const struct reporter *report,
                 const char *today) {
    check_approval(study, report, today);
    check_people(study, report, today);
    check_statements(report, study->consent.statements, study->consent.n_statements);
    check_statements(report, study->consent.special, study->consent.n_special);
    check_learning(study, report);
    for (size_t i = 0; i < study->n_sets; i++) {
        check_set(study, i, report);
    }
    for (size_t i = 0; i < study->n_factors; i++) {
        check_factor(study, i, report);
    }
    for (size_t i = 0; i < study->n_exclusions; i++) {
        check_exclusion(study, &study->exclusions[i], report);
    }
    check_analysis(study, report);
    check_lease(study, report);
    /* What is frozen outlives the texts of the pages that it was written for. */
    if (today != NULL) {
        study_check_interface(study, report);
    }
    study_check_phases(study, report, today != NULL);
}

void study_check_cells(const struct lw_study *study, const struct lw_study_cells *cells,
                       const struct reporter *report) {
    const struct lw_study_stopping *stopping = &study->stopping;
    int64_t people = stopping->people, n = (int64_t)cells->n, below = people / n * n;
    int64_t above = below + n;
    bool reasoned = stopping->why_uneven != NULL && stopping->why_uneven[0] != '\0';
    if (study->cells.n_balance == 0 || people == 0 || people % n == 0 || reasoned) {
        return;
    }
    char remedy[200], less[40] = "";
    if (below > 0) {
        (void)snprintf(less, sizeof less, "%lld or ", (long long)below);
    }
    (void)snprintf(
        remedy, sizeof remedy,
        "ask %s%lld people, say in \"why_uneven\" why cells may differ by one, "
        "or drop the claim of balance",
        less, (long long)above);
    study_wrong(
        report, study_member_or(study_member_or(study->json, "stopping"), "people"),
        remedy, "%lld people cannot fill %zu cells evenly", (long long)people, cells->n);
}

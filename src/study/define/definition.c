/* Reading a definition: the tree, then the shapes, then what only the whole can tell. */
#include <stdio.h>
#include <string.h>

#include "define/check.h"
#include "define/reader.h"
#include "lw/study/cells.h"

/* The texts cannot be read before their languages are known. */
static void read_languages(struct reader *reader, const struct lw_json *root) {
    static const char *const english[] = {"en"};
    const struct lw_json *list = lw_json_get(root, "languages");
    size_t n = list == NULL || list->type != LW_JSON_ARRAY ? 0 : list->n_children;
    const char **languages = study_get(reader, n, sizeof *languages);
    reader->languages = english;
    reader->n_languages = 1;
    if (n == 0 || n > 50 || languages == NULL) {
        return; /* the shape says what is wrong */
    }
    n = 0;
    for (const struct lw_json *child = list->first; child != NULL; child = child->next) {
        if (child->type != LW_JSON_TEXT) {
            continue;
        }
        if (!study_is_language(child->text)) {
            study_wrong(&reader->report, child,
                        "write a language tag like en, de or pt-BR",
                        "'%.40s' is not a language tag", child->text);
        }
        for (size_t i = 0; i < n; i++) {
            if (strcmp(languages[i], child->text) == 0) {
                study_wrong(&reader->report, child, "keep one of the two",
                            "the language '%.40s' appears twice", child->text);
            }
        }
        languages[n++] = child->text;
    }
    if (n > 0) {
        reader->languages = languages;
        reader->n_languages = n;
    }
}

static void complete_phases(struct reader *reader, struct lw_study_phase *phases,
                            size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct lw_study_phase *phase = &phases[i];
        bool instrument = phase->type == LW_STUDY_INSTRUMENT;
        if (instrument && phase->instrument == LW_STUDY_ATTENTION &&
            phase->attention == NULL &&
            (phase->attention = study_get(reader, 1, sizeof *phase->attention)) != NULL) {
            study_shape_defaults(&study_attention_shape, phase->attention);
        }
        if (instrument && phase->instrument == LW_STUDY_STROOP &&
            phase->prompts == NULL &&
            (phase->prompts = study_get(reader, 1, sizeof *phase->prompts)) != NULL) {
            study_shape_defaults(&study_prompts_shape, phase->prompts);
        }
        if (instrument && phase->instrument >= LW_STUDY_HEADPHONE_CHECK &&
            phase->check == NULL &&
            (phase->check = study_get(reader, 1, sizeof *phase->check)) != NULL) {
            study_shape_defaults(&study_check_shape, phase->check);
        }
        complete_phases(reader, phase->phases, phase->n_phases);
    }
}

/* What follows from other members. */
static void complete(struct reader *reader, struct lw_study *study) {
    for (size_t i = 0; i < study->n_sets; i++) {
        struct lw_study_set *set = &study->sets[i];
        set->source = set->pack != NULL     ? LW_STUDY_FROM_PACK
                      : set->file != NULL   ? LW_STUDY_FROM_FILE
                      : set->recipe != NULL ? LW_STUDY_FROM_RECIPE
                                            : LW_STUDY_FROM_QUERY;
    }
    complete_phases(reader, study->phases, study->n_phases);
}

static lw_status verdict(const struct lw_study_faults *faults, struct lw_error *err) {
    if (faults->no_memory) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < faults->n; i++) {
        const struct lw_study_fault *fault = &faults->faults[i];
        if (fault->gravity == LW_STUDY_WRONG) {
            return lw_fail(err, LW_BAD_INPUT, fault->line, fault->column,
                           "%.80s%s%.180s; %.120s", fault->pointer,
                           fault->pointer[0] == '\0' ? "" : ": ", fault->sentence,
                           fault->remedy);
        }
    }
    return LW_OK;
}

static void not_json(struct lw_study_faults *faults, const struct lw_error *err) {
    struct lw_json at = {.line = err->line, .column = err->column};
    struct reporter report = {faults, NULL};
    study_wrong(&report, &at,
                "correct the JSON here; editors that know JSON show the place", "%s",
                err->text);
}

/* Cells are worked out only from factors without a fault. */
static bool factors_stand(const struct lw_study_faults *faults) {
    bool stand = faults->n_wrong < LW_STUDY_MAX_FAULTS;
    for (size_t i = 0; i < faults->n; i++) {
        const char *at = faults->faults[i].pointer;
        stand = stand && strncmp(at, "/factors", 8) != 0 && strncmp(at, "/cells", 6) != 0;
    }
    return stand;
}

lw_status study_read_tree(struct lw_arena *arena, const struct lw_json *root,
                          const char *today, struct lw_study **out,
                          struct lw_study_faults *faults, struct lw_error *err) {
    struct reader reader = {.arena = arena, .report = {faults, root}};
    struct lw_study *study = study_get(&reader, 1, sizeof *study);
    *out = study;
    if (study == NULL) {
        return lw_fail_memory(err);
    }
    study->json = root;
    read_languages(&reader, root);
    study_read_object(&reader, root, &study_shape, study);
    study->languages = reader.languages;
    study->n_languages = reader.n_languages;
    complete(&reader, study);
    if (reader.no_memory) {
        return lw_fail_memory(err);
    }
    struct lw_study_cells cells = {0};
    study_check(study, &reader.report, today);
    if (factors_stand(faults)) {
        size_t before = faults->n_wrong;
        lw_status status = lw_study_cells_make(study, arena, faults, &cells, err);
        if (status != LW_OK && faults->n_wrong == before) {
            return status;
        }
        if (faults->n_wrong == before) {
            study_check_cells(study, &cells, &reader.report);
        }
    }
    study_faults_sort(faults);
    return verdict(faults, err);
}

lw_status lw_study_read(struct lw_arena *arena, const struct lw_study_input *input,
                        struct lw_study **out, struct lw_study_faults *faults,
                        struct lw_error *err) {
    struct lw_json *root = NULL;
    *out = NULL;
    if (input->len > LW_STUDY_MAX_BYTES) {
        struct reporter report = {faults, NULL};
        study_wrong(&report, NULL, "keep levels in files of their own",
                    "the definition has %zu bytes; at most %zu are read", input->len,
                    LW_STUDY_MAX_BYTES);
        return verdict(faults, err);
    }
    struct lw_error why = {0};
    lw_status status = lw_json_read(arena, input->text, input->len, &root, &why);
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    if (status != LW_OK) {
        not_json(faults, &why);
        return verdict(faults, err);
    }
    return study_read_tree(arena, root, input->today, out, faults, err);
}

const char *lw_study_text_in(const struct lw_study *study, struct lw_study_text text,
                             const char *language) {
    if (text.in == NULL) {
        return "";
    }
    for (size_t i = 0; i < study->n_languages && language != NULL; i++) {
        if (strcmp(study->languages[i], language) == 0) {
            return text.in[i];
        }
    }
    return text.in[0];
}

static const struct lw_study_phase *find_phase(const struct lw_study_phase *phases,
                                               size_t n, const char *id) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(phases[i].id, id) == 0) {
            return &phases[i];
        }
        const struct lw_study_phase *inside =
            find_phase(phases[i].phases, phases[i].n_phases, id);
        if (inside != NULL) {
            return inside;
        }
    }
    return NULL;
}

const struct lw_study_phase *lw_study_phase_find(const struct lw_study *study,
                                                 const char *id) {
    return find_phase(study->phases, study->n_phases, id);
}

const struct lw_study_set *lw_study_set_find(const struct lw_study *study,
                                             const char *id) {
    for (size_t i = 0; i < study->n_sets; i++) {
        if (strcmp(study->sets[i].id, id) == 0) {
            return &study->sets[i];
        }
    }
    return NULL;
}

size_t lw_study_factor_find(const struct lw_study *study, const char *id) {
    size_t i = 0;
    while (i < study->n_factors && strcmp(study->factors[i].id, id) != 0) {
        i++;
    }
    return i;
}

const char *lw_study_phase_type_name(enum lw_study_phase_type type) {
    static const char *const names[] = {
        "instructions", "instrument", "practice", "play",    "rate", "compare",
        "survey",       "debriefing", "group",    "consent", "end"};
    return names[type];
}

const char *lw_study_instrument_name(enum lw_study_instrument instrument) {
    static const char *const names[] = {"attention-network", "auditory-stroop",
                                        "headphone-check", "pitch-check"};
    return names[instrument];
}

const struct lw_study_measure lw_study_measures[] = {
#define X(code, name, unit, about) {name, unit, about},
    LW_STUDY_MEASURE_LIST(X)
#undef X
        {NULL, NULL, NULL},
};

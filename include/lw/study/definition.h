/* A study's definition: what a researcher writes, read into structs.
 *
 * docs/study.schema.json describes the file; it is made from the same table that reads it
 * (src/study/define/shapes.c), so that the two cannot differ. Everything lives in the
 * caller's arena. Members keep the file's names. */
#ifndef LW_STUDY_DEFINITION_H
#define LW_STUDY_DEFINITION_H

#include "lw/base/json.h"
#include "lw/study/analysis.h"
#include "lw/study/factors.h"
#include "lw/study/faults.h"
#include "lw/study/measure_list.h"
#include "lw/study/phase.h"
#include "lw/study/sets.h"
#include "lw/study/taking_part.h"
#include "lw/study/text.h"

#define LW_STUDY_FORMAT 1 /* of the file */
#define LW_STUDY_MAX_FACTORS 12
#define LW_STUDY_MAX_CELLS 5040
#define LW_STUDY_MAX_BYTES                                                               \
    ((size_t)4 << 20) /* of a definition, of a frozen one 16 times */

/* What the pages say in a language, where the study says it differently or the pages do
 * not speak it. */
struct lw_study_interface {
    const struct lw_json *at;
    const char *language;
    struct lw_setting *texts; /* by the pages' keys */
    size_t n_texts;
};

struct lw_study {
    const struct lw_json *json; /* as read */
    int64_t format, version;
    const char *name;
    const char *const *languages; /* the first is the one to fall back on */
    size_t n_languages;
    struct lw_study_interface *interfaces; /* of some of the languages */
    size_t n_interfaces;
    struct lw_study_text title, summary;
    const char *source; /* the paper it follows; NULL: none */
    struct lw_study_contact *contact;
    struct lw_study_approval *approval;
    struct lw_study_consent consent;
    struct lw_study_device device;
    struct lw_study_panel *panel;
    const char *retention_until; /* date; NULL: not yet said */
    int64_t seed;                /* of every draw */
    int64_t minutes;             /* that taking part is said to take */
    struct lw_study_set *sets;
    size_t n_sets;
    struct lw_study_factor *factors;
    size_t n_factors;
    struct lw_study_cell_design cells;
    struct lw_study_assignment assignment;
    struct lw_study_stopping stopping;
    struct lw_study_exclusion *exclusions;
    size_t n_exclusions;
    struct lw_study_analysis analysis;
    struct lw_study_choice *choices;
    size_t n_choices;
    struct lw_study_phase *phases;
    size_t n_phases;
};

struct lw_study_input {
    const char *text;
    size_t len;
    const char *today; /* "2026-11-17": have dates passed? NULL: not compared, nor
                        * are texts for the pages with those that the pages have */
};

/* Reads and checks. Every fault goes to `faults`, in the order of their places; BAD_INPUT
 * when there is one that forbids using the definition (faults->n_wrong > 0), with the
 * first of them in err. Nothing but *out is of use then. The text is not needed after. */
lw_status lw_study_read(struct lw_arena *arena, const struct lw_study_input *input,
                        struct lw_study **out, struct lw_study_faults *faults,
                        struct lw_error *err) LW_MUST_CHECK;

/* In that language, else in the first; "" when there is no such text. */
const char *lw_study_text_in(const struct lw_study *study, struct lw_study_text text,
                             const char *language);
/* By id; NULL when there is none. Phases are found inside groups, too. */
const struct lw_study_phase *lw_study_phase_find(const struct lw_study *study,
                                                 const char *id);
const struct lw_study_set *lw_study_set_find(const struct lw_study *study,
                                             const char *id);
/* n_factors when there is none. */
size_t lw_study_factor_find(const struct lw_study *study, const char *id);

/* The JSON Schema (draft 2020-12) of the file, as docs/study.schema.json. */
void lw_study_schema(struct lw_buffer *out);
/* What the pages say to participants, in English, by key: a JSON object. */
void lw_study_page_texts(struct lw_buffer *out);
/* What the study has the pages say in a language; NULL: nothing of its own. */
const struct lw_study_interface *lw_study_interface_find(const struct lw_study *study,
                                                         const char *language);

/* Canonical JSON: members in the order of their names, no white space, numbers as short
 * as they can be. The same value, the same bytes. */
void lw_study_canonical(const struct lw_json *value, struct lw_buffer *out);

#endif

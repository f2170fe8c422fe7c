/* Who may take part in a study, with what consent, device and panel. */
#ifndef LW_STUDY_TAKING_PART_H
#define LW_STUDY_TAKING_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/json.h"
#include "lw/study/text.h"

struct lw_study_contact {
    const char *name, *email, *institution; /* institution may be NULL */
};

struct lw_study_approval {
    const char *board, *number, *from, *until; /* dates as 2027-01-31 */
};

/* A statement the person ticks; or, in the list of special categories (GDPR, article 9),
 * one that allows certain questions and is never ticked beforehand. */
struct lw_study_statement {
    const struct lw_json *at;
    const char *id;
    struct lw_study_text text;
    bool required;
};

struct lw_study_consent {
    const char *version;
    struct lw_study_text text;
    int64_t minimum_age;
    struct lw_study_statement *statements;
    size_t n_statements;
    const char *learning; /* id of the statement that allows it; NULL: none is learned */
    struct lw_study_statement *special;
    size_t n_special;
};

struct lw_study_device {
    bool keyboard, headphones, full_screen; /* needed */
    bool phone;                             /* allowed */
};

/* A recruiting panel: its person's id is taken from the link; the code says how it went.
 */
struct lw_study_panel {
    const char *id_parameter; /* of the link's query: PROLIFIC_PID */
    const char *completed, *declined, *withdrawn, *unsuitable; /* codes; may be NULL */
    const char *return_to; /* link with {code} in it; NULL: the code is only shown */
};

#endif

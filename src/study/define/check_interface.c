/* Checks of the texts that a study brings for the pages: of known keys only, with the
 * same places for numbers and names as the English ones. What is not there is met in
 * English. */
#include <stdio.h>
#include <string.h>

#include "define/check.h"
#include "define/page_texts.h"

static const char *english_of(const char *key) {
    for (size_t i = 0; i < study_n_page_texts; i++) {
        if (strcmp(study_page_texts[i].name, key) == 0) {
            return study_page_texts[i].value;
        }
    }
    return NULL;
}

/* The next {name} from there on, with its braces; NULL: none. */
static const char *next_place(const char *text, size_t *len) {
    for (const char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{')) {
        const char *end = at + 1 +
                          strspn(at + 1, "abcdefghijklmnopqrstuvwxyz"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (*end == '}' && end > at + 1) {
            *len = (size_t)(end - at) + 1;
            return at;
        }
    }
    return NULL;
}

/* A place of one text that the other lacks, copied; false: it has them all. */
static bool lacks_place(const char *of, const char *in, char *out, size_t room) {
    size_t len = 0;
    for (const char *at = next_place(of, &len); at != NULL;
         at = next_place(at + len, &len)) {
        (void)snprintf(out, room, "%.*s", (int)len, at);
        if (strstr(in, out) == NULL) {
            return true;
        }
    }
    return false;
}

static void check_text(const struct reporter *report, const struct lw_json *at) {
    const char *english = english_of(at->key);
    const char *text = at->type == LW_JSON_TEXT ? at->text : "";
    char place[40], remedy[200];
    if (english == NULL) {
        study_wrong(
            report, at,
            "remove it, or use a key that `levelwright study schema --texts` prints",
            "the pages have no text '%.80s'", at->key);
    } else if (at->type != LW_JSON_TEXT) {
        study_wrong(report, at, "write it in quotation marks", "'%.80s' must be a text",
                    at->key);
    } else if (lacks_place(english, text, place, sizeof place)) {
        (void)snprintf(remedy, sizeof remedy, "write %s where it belongs in: %.120s",
                       place, english);
        study_wrong(report, at, remedy, "%s is missing", place);
    } else if (lacks_place(text, english, place, sizeof place)) {
        (void)snprintf(remedy, sizeof remedy, "remove it; in English it is: %.120s",
                       english);
        study_wrong(report, at, remedy, "there is nothing to put for %s", place);
    }
}

/* Has the list a text of each key? Counts those that it lacks; one of them in *key. */
static size_t count_missing(const struct lw_study_interface *own, const char **key) {
    size_t missing = 0;
    for (size_t i = study_n_page_texts; i-- > 0;) {
        bool found = false;
        for (size_t j = 0; j < own->n_texts && !found; j++) {
            found = strcmp(own->texts[j].name, study_page_texts[i].name) == 0;
        }
        if (!found) {
            *key = study_page_texts[i].name;
            missing++;
        }
    }
    return missing;
}

static bool is_shipped(const char *language) {
    char base[20];
    (void)snprintf(base, sizeof base, "%.*s", (int)strcspn(language, "-"), language);
    return study_has_name(study_page_languages, study_n_page_languages, base);
}

static void check_complete(const struct lw_study *study, const struct reporter *report,
                           const char *language, const struct lw_json *at) {
    const struct lw_study_interface *own = lw_study_interface_find(study, language);
    const char *key = "";
    if (is_shipped(language)) {
        return;
    }
    if (own == NULL) {
        study_advise(
            report, at,
            "translate what `levelwright study schema --texts` prints and add it "
            "as \"interface\"",
            "the pages have no texts in '%.40s': people will see English buttons",
            language);
        return;
    }
    size_t missing = count_missing(own, &key);
    if (missing > 0) {
        study_advise(
            report, study_member_or(own->at, "texts"),
            "translate them too; `levelwright study schema --texts` prints all",
            "%zu of %zu texts are missing, such as '%s': people will see them in English",
            missing, study_n_page_texts, key);
    }
}

void study_check_interface(const struct lw_study *study, const struct reporter *report) {
    const struct lw_json *list = lw_json_get(study->json, "languages");
    for (size_t i = 0; i < study->n_interfaces; i++) {
        const struct lw_study_interface *own = &study->interfaces[i];
        const struct lw_json *texts = lw_json_get(own->at, "texts");
        const struct lw_json *language = study_member_or(own->at, "language");
        if (own->language[0] == '\0' || texts == NULL) {
            continue; /* said already */
        }
        if (!study_has_name(study->languages, study->n_languages, own->language)) {
            study_wrong(report, language,
                        "add it to \"languages\", or remove these texts",
                        "the study has no language '%.40s'", own->language);
        } else if (lw_study_interface_find(study, own->language) != own) {
            study_wrong(report, language, "put all its texts into one",
                        "the language '%.40s' appears twice", own->language);
        }
        for (const struct lw_json *c = texts->first; c != NULL; c = c->next) {
            check_text(report, c);
        }
    }
    for (const struct lw_json *c = list == NULL ? NULL : list->first; c != NULL;
         c = c->next) {
        if (c->type == LW_JSON_TEXT) {
            check_complete(study, report, c->text, c);
        }
    }
}

const struct lw_study_interface *lw_study_interface_find(const struct lw_study *study,
                                                         const char *language) {
    for (size_t i = 0; i < study->n_interfaces; i++) {
        if (strcmp(study->interfaces[i].language, language) == 0) {
            return &study->interfaces[i];
        }
    }
    return NULL;
}

void lw_study_page_texts(struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    for (size_t i = 0; i < study_n_page_texts; i++) {
        lw_json_text(&json, study_page_texts[i].name, study_page_texts[i].value);
    }
    lw_json_object_end(&json);
}

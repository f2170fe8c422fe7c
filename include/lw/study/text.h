/* A study's texts, in its languages. */
#ifndef LW_STUDY_TEXT_H
#define LW_STUDY_TEXT_H

/* A text in every language of the study, in their order; in NULL: there is none. Plain
 * text in paragraphs (a blank line between), "# " before a heading, "- " before an item.
 */
struct lw_study_text {
    const char *const *in;
};

#endif

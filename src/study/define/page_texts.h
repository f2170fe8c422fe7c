/* The texts of the pages that participants read, which a study may give in a language
 * that the pages do not speak. */
#ifndef STUDY_PAGE_TEXTS_H
#define STUDY_PAGE_TEXTS_H

#include "lw/study/definition.h"

extern const struct lw_setting study_page_texts[]; /* key and English text */
extern const size_t study_n_page_texts;
extern const char *const study_page_languages[]; /* that the pages speak */
extern const size_t study_n_page_languages;

#endif

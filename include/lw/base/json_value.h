/* Values of JSON that somebody sent: type and range are checked, and what is wrong is
 * said in one way. Who asks knows where the value is: lw_json_point writes the place. */
#ifndef LW_BASE_JSON_VALUE_H
#define LW_BASE_JSON_VALUE_H

#include "lw/base/json.h"
#include "lw/base/option.h"

/* LW_USAGE with the line of the value: "'count' must be a number, not a text". */
lw_status lw_json_wrong(const struct lw_json *value, const char *wanted,
                        struct lw_error *err);

/* Each leaves *out alone when it fails. */

/* Texts may hold NUL bytes: len counts. max_len 0: of any length. */
lw_status lw_json_as_text(const struct lw_json *value, size_t max_len, const char **out,
                          size_t *len, struct lw_error *err) LW_MUST_CHECK;
/* A text without NUL bytes, which would be cut by whoever reads it next. */
lw_status lw_json_as_name(const struct lw_json *value, size_t max_len, const char **out,
                          struct lw_error *err) LW_MUST_CHECK;
/* Which of the words in choices ("a|b|c"). */
lw_status lw_json_as_choice(const struct lw_json *value, const char *choices, size_t *out,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status lw_json_as_flag(const struct lw_json *value, bool *out,
                          struct lw_error *err) LW_MUST_CHECK;
lw_status lw_json_as_whole(const struct lw_json *value, int64_t least, int64_t most,
                           int64_t *out, struct lw_error *err) LW_MUST_CHECK;
/* most HUGE_VAL: any finite number from least on. */
lw_status lw_json_as_number(const struct lw_json *value, double least, double most,
                            double *out, struct lw_error *err) LW_MUST_CHECK;

/* An option's value as one would type it, however it was written; NULL: it cannot be one.
 * A range may be a pair of numbers, null for an open end. */
const char *lw_json_option_text(const struct lw_json *value, struct lw_arena *arena);
/* An object of options; a member that is null is left out. wanted: what a value must be,
 * in words. The error's field is the member at fault; none: it is no object. */
lw_status lw_json_as_settings(const struct lw_json *object, const char *wanted,
                              struct lw_arena *arena, struct lw_settings *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* For what may be there: the member's value when it is one of that type. */
const char *lw_json_text_or(const struct lw_json *object, const char *key,
                            const char *otherwise);
double lw_json_number_or(const struct lw_json *object, const char *key, double otherwise);

/* Which of the words between the separators it is, from 0; SIZE_MAX: none. */
size_t lw_word_find(const char *words, char separator, const char *word);

/* Adds "/key" to a JSON pointer (RFC 6901); a long key is cut between characters. */
void lw_json_point(char *place, size_t room, const char *key);

#endif

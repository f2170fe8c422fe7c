/* Members of bodies and parameters of queries, checked, with problems that name them. */
#ifndef FIELDS_H
#define FIELDS_H

#include "http/exchange.h"

/* The body as JSON object; NULL with a problem in the response. */
const struct lw_json *exchange_json(struct exchange *exchange);

/* Does the address have only parameters of the route, each once? */
bool parameters_check(struct exchange *exchange);

/* Members of a JSON object. False with a problem in the response, whose place is a JSON
 * pointer; absent is fine unless required, and leaves *out alone. */
bool field_refuse(struct exchange *exchange, const char *key, const char *sentence);
/* Does the object have only members of that list of words, each once? */
bool fields_check(struct exchange *exchange, const struct lw_json *object,
                  const char *known);
/* Does each of these come once at most? What else is there is not looked at. */
bool fields_once(struct exchange *exchange, const struct lw_json *object,
                 const char *known);
/* From now on members of list[index] are read; give what it returns to field_leave. */
size_t field_enter(struct exchange *exchange, const char *list, size_t index);
void field_leave(struct exchange *exchange, size_t outside);
bool field_object(struct exchange *exchange, const struct lw_json *value);
bool field_id(struct exchange *exchange, const struct lw_json *object, const char *key,
              bool required, const char **out);
bool field_choice(struct exchange *exchange, const struct lw_json *object,
                  const char *key, const char *choices, const char **out);
bool field_text(struct exchange *exchange, const struct lw_json *object, const char *key,
                bool required, size_t max_len, const char **out);
struct field_int {
    const char *key;
    int64_t min, max;
    bool required;
};
bool field_int(struct exchange *exchange, const struct lw_json *object,
               struct field_int field, int64_t *out);
bool field_real(struct exchange *exchange, const struct lw_json *object, const char *key,
                double min, double max, double *out);
bool field_bool(struct exchange *exchange, const struct lw_json *object, const char *key,
                bool *out);
/* Parameters of the query, in the same way. The route has them in its table; all others
 * were refused before. */
const char *parameter_text(const struct exchange *exchange, const char *name);
bool parameter_int(struct exchange *exchange, const char *name, int64_t min, int64_t max,
                   int64_t *out);
bool parameter_real(struct exchange *exchange, const char *name, double min, double max,
                    double *out);
/* One of the words in choices ("a|b|c"); *out keeps its value when absent. */
bool parameter_choice(struct exchange *exchange, const char *name, const char *choices,
                      const char **out);
bool parameter_game(struct exchange *exchange, bool required, const char **out);
struct paging {
    int64_t page, per_page;
};
bool parameter_paging(struct exchange *exchange, struct paging *out);
bool is_id(const char *text); /* 32 lower-case hexadecimal digits */

#endif

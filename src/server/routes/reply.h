/* Answers as JSON. */
#ifndef REPLY_H
#define REPLY_H

#include "http/exchange.h"
#include "routes/fields.h"

/* A JSON object for the response, status given. */
void reply_begin(struct exchange *exchange, unsigned status, struct lw_json_writer *json);
/* Gives the store back after a call; begins the answer, or says what went wrong (false).
 */
bool reply_from_store(struct exchange *exchange, struct lw_store *store, lw_status status,
                      const struct lw_error *err, struct lw_json_writer *json);
/* Deletes by one call of the store; the answer says so, or why not. */
void reply_delete(struct exchange *exchange,
                  lw_status (*call)(struct lw_store *store, const char *id,
                                    struct lw_error *err),
                  const char *id, const char *place);

/* page, per_page and total, and the end of the answer's object. */
void reply_end_page(struct lw_json_writer *json, const struct paging *paging,
                    uint64_t total);

#endif

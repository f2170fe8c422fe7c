/* Answers as JSON. */
#ifndef REPLY_H
#define REPLY_H

#include "http/exchange.h"

/* A JSON object for the response, status given. */
void reply_begin(struct exchange *exchange, unsigned status, struct lw_json_writer *json);
/* Deletes by one call of the store; the answer says so, or why not. */
void reply_delete(struct exchange *exchange,
                  lw_status (*call)(struct lw_store *store, const char *id,
                                    struct lw_error *err),
                  const char *id, const char *place);

/* NaN becomes null. */
void json_real_or_null(struct lw_json_writer *json, const char *key, double value);

#endif

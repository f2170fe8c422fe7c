/* What jobs of this server found out about levels that somebody brings back, such as a
 * page that publishes them: their verdicts are taken from the jobs and from nobody else.
 */
#ifndef JOB_VERDICTS_H
#define JOB_VERDICTS_H

#include "http/exchange.h"
#include "lw/rating.h"

struct job_verdicts;

/* None at first. NULL: memory is out. It lives as long as the exchange. */
struct job_verdicts *job_verdicts_create(struct exchange *exchange);
/* How a job rated the level of that id. NULL: it did not, or is no longer there, or the
 * results of the jobs named before are all that one request has read. */
const struct lw_verdict *job_verdicts_find(struct job_verdicts *verdicts, const char *job,
                                           const char *level);

#endif

#include "calls_internal.h"
lw_status calls_mutate(struct calls_request *rq) {
    return lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "not yet");
}

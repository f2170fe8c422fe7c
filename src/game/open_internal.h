/* What the files of opening share. */
#ifndef OPEN_INTERNAL_H
#define OPEN_INTERNAL_H

#include "lw/open.h"

/* Sets kind, how and looks_like of out. */
lw_status lw_open_find_kind(const struct lw_open_request *request, struct lw_opened *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* Is it text at all, of a size that is allowed, with something in it? */
lw_status lw_open_check_text(const struct lw_open_request *request, const char *text,
                             size_t len, struct lw_error *err) LW_MUST_CHECK;

#endif

/* An option's value as one would type it. */
#ifndef LW_BASE_OPTION_PRINT_H
#define LW_BASE_OPTION_PRINT_H

#include "lw/base/buffer.h"
#include "lw/base/option.h"

/* Appends the value: parsed again it is the same. Nothing for a value that is not set. */
void lw_option_print(const struct lw_option *option, const struct lw_option_value *value,
                     struct lw_buffer *out);

#endif

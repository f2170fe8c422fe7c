/* From argv to a command's values. */
#ifndef LW_COMMAND_PARSE_H
#define LW_COMMAND_PARSE_H

#include "lw/command/cli.h"

/* What was typed; args points into it, so it must not be moved. */
struct cli_parsed {
    const struct lw_alloc *alloc;
    struct lw_option options[CLI_MAX_OPTIONS]; /* the command's, further, common ones */
    struct cli_args args;
    size_t cap; /* of operands and repeats */
    bool help;
};

/* Options that every command has (help, colour). */
extern const struct lw_option cli_common_options[];
extern const size_t cli_n_common_options;

/* argv holds what follows the command's name. Parsed must be freed whatever is returned.
 * A request for help ends parsing at once. */
lw_status cli_parse(const struct cli_command *command, int argc, char **argv,
                    const struct lw_alloc *alloc, struct cli_parsed *out,
                    struct lw_error *err) LW_MUST_CHECK;
void cli_parsed_free(struct cli_parsed *parsed);

/* "N", "FILE", "10s": what stands for the option's value in help. */
const char *cli_value_name(const struct lw_option *option);

#endif

/* Lines of bytes as the command line of every command: parsed or refused in one line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lw/cli.h"
#include "lw/command/parse.h"

#define MAX_WORDS 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_command(const struct cli_command *command, int argc, char **argv) {
    struct cli_parsed parsed;
    struct lw_error err = {0};
    lw_status status = cli_parse(command, argc, argv, lw_alloc_libc(), &parsed, &err);
    if (status == LW_OK && !parsed.help &&
        (parsed.args.n_operands < command->min_operands ||
         parsed.args.n_operands > command->max_operands)) {
        abort();
    }
    if (status != LW_OK && err.text[0] == '\0') {
        abort();
    }
    cli_parsed_free(&parsed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    char *argv[MAX_WORDS];
    int argc = 0;
    if (text == NULL) {
        return 0;
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    for (char *at = text; argc < MAX_WORDS; at++) {
        argv[argc++] = at;
        at = strchr(at, '\n');
        if (at == NULL) {
            break;
        }
        *at = '\0';
    }
    for (const struct cli_command *const *at = lw_cli_program.commands; *at != NULL;
         at++) {
        try_command(*at, argc, argv);
    }
    free(text);
    return 0;
}

/* A page is put together from what each program says about its own commands. */
#include "pages.h"

#include <string.h>

#include "outside.h"

static const struct cli_page *const pages[] = {
    &cli_page_man, &cli_page_markdown, &cli_page_bash, &cli_page_zsh, &cli_page_fish,
};

const struct cli_page *cli_page_find(const char *name) {
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(pages[i]->name, name) == 0) {
            return pages[i];
        }
    }
    return NULL;
}

static void put_own(struct cli *cli, const struct cli_page *page,
                    const struct cli_command *except) {
    for (const struct cli_command *const *at = cli->program->commands; *at != NULL;
         at++) {
        if (*at != except) {
            page->command(cli->out, *at);
        }
    }
}

void cli_page_part(struct cli *cli, const struct cli_page *page) {
    put_own(cli, page, &cli_cmd_help);
}

/* All that is known here when the other program is not installed. */
static void put_missing(struct cli *cli, const struct cli_page *page) {
    for (const struct cli_outside *at = cli->program->outside; at->name != NULL; at++) {
        const struct cli_command command = {
            .name = at->name,
            .summary = at->summary,
            .operands = "",
            .description =
                "This command belongs to another program, which is not installed."};
        page->command(cli->out, &command);
    }
}

static lw_status put_outside(struct cli *cli, const struct cli_page *page,
                             struct lw_error *err) {
    struct lw_buffer part;
    lw_buffer_init(&part, cli->alloc);
    lw_status status = cli_outside_part(cli, page->name, &part, err);
    if (status == LW_OK) {
        (void)fwrite(lw_buffer_text(&part), 1, part.len, cli->out);
    } else if (status == LW_NOT_FOUND) {
        put_missing(cli, page);
        status = LW_OK;
    }
    lw_buffer_free(&part);
    return status;
}

int cli_page_write(struct cli *cli, const struct cli_page *page) {
    struct lw_error err = {0};
    page->head(cli->out, cli->program);
    put_own(cli, page, NULL);
    if (cli->program->outside != NULL && put_outside(cli, page, &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    page->tail(cli->out);
    return 0;
}

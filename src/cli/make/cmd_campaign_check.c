/* campaign check: is this campaign one that can be made? */
#include <string.h>

#include "make/campaign.h"

static int run(struct cli *cli, const struct cli_args *args) {
    struct cli_campaign c;
    int code = cli_campaign_open(cli, args->operands[0], &c);
    if (code == 0) {
        (void)fprintf(cli->out, "%s: %zu chapters, %zu levels\n", c.campaign.title,
                      c.campaign.n_chapters, c.campaign.n_levels);
    }
    for (size_t i = 0; code == 0 && i < c.campaign.n_chapters; i++) {
        const struct lw_campaign_chapter *chapter = &c.campaign.chapters[i];
        (void)fprintf(cli->out, "%zu. %s: %zu of %s, difficulty %.3g to %.3g", i + 1,
                      chapter->title, chapter->count, chapter->kind->title,
                      chapter->curve[0], chapter->curve[chapter->n_curve - 1]);
        for (size_t k = 0; k < chapter->n_teaches; k++) {
            (void)fprintf(cli->out, "%s%s", k == 0 ? "; new: " : ", ",
                          chapter->teaches[k]->name);
        }
        (void)fputc('\n', cli->out);
    }
    cli_campaign_close(cli, &c);
    return code;
}

const struct cli_command cli_cmd_campaign_check = {
    .name = "campaign check",
    .summary = "judge a campaign file, and say what it asks for",
    .operands = "FILE.json",
    .description =
        "Reads a campaign file as 'generate' does, with the games that it names, and "
        "prints its chapters. A fault is told with its line and column, and gives exit "
        "code 2. Nothing is made.",
    .examples = "levelwright campaign check campaign.json\n    the chapters, or the "
                "first fault with its place\n",
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};

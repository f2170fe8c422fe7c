/* generate with a campaign file, and what checks such a file. */
#ifndef CLI_CAMPAIGN_H
#define CLI_CAMPAIGN_H

#include "lw/campaign.h"
#include "lw/command/levels.h"

/* Is this the name of a campaign file and not of a game? */
bool cli_is_campaign(const char *operand);
/* Options of generate that a campaign takes; the file says everything else. */
int cli_campaign_generate(struct cli *cli, const struct cli_args *args);

/* A campaign with its games open. */
struct cli_campaign {
    struct lw_campaign campaign;
    struct cli_levels *sources;            /* [n_chapters], of those with a file */
    struct lw_opened *plain;               /* [n_chapters], of the others */
    struct lw_game **games;                /* [n_chapters]; of equal chapters the same */
    const struct lw_collection **examples; /* [n_chapters] */
    struct lw_buffer text;
};
/* Returns an exit code. Close it in any case. */
int cli_campaign_open(struct cli *cli, const char *path, struct cli_campaign *out);
void cli_campaign_close(struct cli *cli, struct cli_campaign *campaign);

/* campaign_write.c */
/* Can all outputs be written? */
int cli_campaign_check_outputs(struct cli *cli, const struct cli_args *args,
                               const struct cli_campaign *campaign);
int cli_campaign_deliver(struct cli *cli, const struct cli_args *args,
                         const struct cli_campaign *campaign,
                         struct lw_campaign_run *run);

#endif

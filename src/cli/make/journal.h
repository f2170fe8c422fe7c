/* The journal of a run that can be taken up again: a first line that says what the run
 * is, one JSON object a level taken, and a line {"next":N} whenever all candidates below
 * N are done. What follows the last such line is forgotten on taking up. */
#ifndef CLI_JOURNAL_H
#define CLI_JOURNAL_H

#include "lw/command/cli.h"
#include "lw/make.h"

struct cli_journal {
    struct cli *cli;
    const char *path;
    FILE *file;
    struct lw_buffer line;
    bool failed;
};

/* The first line of a run's journal. */
void cli_journal_identity(const struct cli_args *args,
                          const struct lw_make_request *request, struct lw_buffer *out);

/* The run that a journal belongs to. */
struct cli_journaled {
    const char *path;
    const char *identity; /* the journal's first line: what makes the run this one */
    const struct lw_game *game;
    struct lw_pool *pool;
    uint64_t *next_index;
};
/* Opens or begins the journal. identity is one line that names the run; a journal of
 * another run is refused. Levels written before go to the pool, *next_index to the first
 * candidate to make. Returns an exit code. */
int cli_journal_open(struct cli_journal *journal, struct cli *cli,
                     const struct cli_journaled *run);
/* For struct lw_candidate_plan; ctx is the journal. */
void cli_journal_taken(void *ctx, const struct lw_made_level *made);
void cli_journal_checkpoint(void *ctx, uint64_t next_index);
/* Returns an exit code: a journal that could not be written is an error. */
int cli_journal_close(struct cli_journal *journal);

#endif

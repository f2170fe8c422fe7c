/* Suggestions: optimal string alignment distance, three rows at a time. */
#include "lw/command/suggest.h"

#include <stdint.h>
#include <string.h>

#define MAX_WORD 63

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t cli_edit_distance(const char *a, const char *b) {
    size_t a_len = strlen(a);
    size_t b_len = strlen(b);
    if (a_len > MAX_WORD || b_len > MAX_WORD) {
        return SIZE_MAX;
    }
    size_t rows[3][MAX_WORD + 1];
    for (size_t j = 0; j <= b_len; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_len; i++) {
        size_t *now = rows[i % 3];
        const size_t *before = rows[(i - 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            size_t replace = before[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = least(replace, least(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = least(now[j], rows[(i - 2) % 3][j - 2] + 1);
            }
        }
    }
    return rows[a_len % 3][b_len];
}

void cli_suggest_begin(struct cli_suggest *suggest, const char *word) {
    /* A third of the word wrong is still a slip; more is another word. */
    *suggest = (struct cli_suggest){.word = word, .distance = strlen(word) / 3 + 2};
}

void cli_suggest_offer(struct cli_suggest *suggest, const char *candidate) {
    size_t distance = cli_edit_distance(suggest->word, candidate);
    /* A beginning of the candidate is the likeliest slip of all. */
    size_t len = strlen(suggest->word);
    if (len >= 3 && strncmp(suggest->word, candidate, len) == 0) {
        distance = 1;
    }
    if (distance < suggest->distance) {
        suggest->distance = distance;
        suggest->best = candidate;
    }
}

size_t cli_choose(struct cli *cli, const struct cli_choice *choice, const char *name) {
    struct cli_suggest suggest;
    cli_suggest_begin(&suggest, name);
    for (size_t i = 0; i < choice->n; i++) {
        if (strcmp(choice->name(i), name) == 0) {
            return i;
        }
        cli_suggest_offer(&suggest, choice->name(i));
    }
    if (suggest.best != NULL) {
        (void)cli_usage(cli, "there is no %s '%.60s'; did you mean '%s'?", choice->what,
                        name, suggest.best);
    } else {
        (void)cli_usage(cli, "there is no %s '%.60s'; '%s' lists them", choice->what,
                        name, choice->lists);
    }
    return choice->n;
}

int cli_choice_list(struct cli *cli, const struct cli_choice *choice) {
    for (size_t i = 0; i < choice->n; i++) {
        (void)fprintf(cli->out, "%-16s %s\n", choice->name(i), choice->summary(i));
    }
    return 0;
}

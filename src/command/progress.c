/* Progress on a terminal: one line on cli->err, rewritten a few times a second. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lw/command/cli.h"

#define BAR_CELLS 24
#define MIN_GAP_NS 100000000u

struct cli_progress {
    struct cli *cli;
    const char *what;
    bool shown; /* a line stands on the terminal */
    uint64_t start_ns;
    uint64_t last_ns;
    lw_progress_fn old_fn;
    void *old_ctx;
};

static void put_bar(FILE *out, double part) {
    int full = (int)(part * BAR_CELLS);
    (void)fputc('[', out);
    for (int i = 0; i < BAR_CELLS; i++) {
        (void)fputc(i < full ? '=' : i == full ? '>' : ' ', out);
    }
    (void)fputc(']', out);
}

static void put_duration(FILE *out, double seconds) {
    if (seconds < 60) {
        (void)fprintf(out, "%.0f s", seconds);
    } else if (seconds < 3600) {
        (void)fprintf(out, "%d min %02d s", (int)(seconds / 60), (int)seconds % 60);
    } else {
        (void)fprintf(out, "%d h %02d min", (int)(seconds / 3600),
                      (int)(seconds / 60) % 60);
    }
}

static void show(void *ctx, const struct lw_progress *now) {
    struct cli_progress *progress = ctx;
    FILE *out = progress->cli->err;
    uint64_t now_ns = lw_runtime_now_ns(progress->cli->runtime);
    if (progress->shown && now_ns - progress->last_ns < MIN_GAP_NS) {
        return;
    }
    progress->last_ns = now_ns;
    progress->shown = true;
    double seconds = (double)(now_ns - progress->start_ns) * 1e-9;
    double rate = seconds > 0 ? (double)now->done / seconds : 0;
    (void)fprintf(out, "\r\033[K%s: ", now->phase != NULL ? now->phase : progress->what);
    if (now->total > 0) {
        put_bar(out, (double)now->done / (double)now->total);
        (void)fprintf(out, " %" PRIu64 "/%" PRIu64, now->done, now->total);
    } else {
        (void)fprintf(out, "%" PRIu64, now->done);
    }
    (void)fprintf(out, ", %.3g/s", rate);
    if (now->found > 0) {
        (void)fprintf(out, ", found %" PRIu64, now->found);
    }
    if (isfinite(now->best) && now->best != 0) {
        (void)fprintf(out, ", best %.4g", now->best);
    }
    if (now->total > now->done && rate > 0) {
        (void)fputs(", ", out);
        put_duration(out, (double)(now->total - now->done) / rate);
        (void)fputs(" left", out);
    }
    (void)fflush(out);
}

struct cli_progress *cli_progress_begin(struct cli *cli, const char *what) {
    struct cli_progress *progress = lw_alloc_zero(cli->alloc, 1, sizeof *progress);
    if (progress == NULL) {
        return NULL;
    }
    *progress = (struct cli_progress){.cli = cli,
                                      .what = what,
                                      .start_ns = lw_runtime_now_ns(cli->runtime),
                                      .old_fn = cli->runtime->progress,
                                      .old_ctx = cli->runtime->progress_ctx};
    int fd = fileno(cli->err);
    if (fd >= 0 && lw_platform_is_terminal(fd)) {
        cli->runtime->progress = show;
        cli->runtime->progress_ctx = progress;
    }
    return progress;
}

void cli_progress_hide(struct cli_progress *progress) {
    if (progress != NULL && progress->shown) {
        (void)fputs("\r\033[K", progress->cli->err);
        (void)fflush(progress->cli->err);
        progress->shown = false;
    }
}

void cli_progress_end(struct cli_progress *progress) {
    if (progress == NULL) {
        return;
    }
    cli_progress_hide(progress);
    progress->cli->runtime->progress = progress->old_fn;
    progress->cli->runtime->progress_ctx = progress->old_ctx;
    lw_alloc_free(progress->cli->alloc, progress, sizeof *progress);
}

/* bench puzzlescript FILES: the same measurements of any games.
 *
 * A file of JSON Lines holds sessions as conform reads them: a game, a level, a seed and
 * inputs, which are played over and over. So another engine can be run on the same file.
 * Any other file is a game, each level of which gets random inputs. */
#include <string.h>

#include "bench/bench_puzzlescript.h"
#include "lw/base/json_value.h"
#include "lw/base/rng.h"
#include "lw/puzzlescript.h"

#define LIMIT_BYTES (256U << 20)
#define RESTART_EVERY 200
#define ROW_CHARS 80

struct files_bench {
    struct cli *cli;
    const struct cli_args *args;
    bool json;
    double seconds; /* for each row */
};

/* What a row says: inputs and compiling, both by the CPU's clock. */
struct row {
    char name[ROW_CHARS];
    double inputs_a_second, compile_ms;
};

static double cpu_seconds(void) {
    return (double)lw_platform_cpu_ns() * 1e-9;
}

double bench_random_inputs(struct lw_ps_engine *engine, const uint64_t *cells,
                           uint64_t seed, double seconds) {
    struct lw_rng rng = lw_rng_make(seed, 0);
    (void)lw_ps_load(engine, cells, "bench", 5);
    uint64_t n = 0;
    double start = 0;
    double spent = 0;
    /* The first round warms up. */
    for (int round = 0; spent < seconds; round++) {
        for (int i = 0; i < RESTART_EVERY; i++) {
            enum lw_ps_input input = (enum lw_ps_input)(int)lw_rng_below(&rng, 5);
            if (lw_ps_play(engine, input).won) {
                (void)lw_ps_load(engine, cells, "bench", 5);
            }
        }
        (void)lw_ps_restart(engine);
        if (round == 0) {
            start = cpu_seconds();
        } else {
            n += RESTART_EVERY;
            spent = cpu_seconds() - start;
        }
    }
    return (double)n / spent;
}

static void put_row(const struct files_bench *b, const struct row *row) {
    if (b->json) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(b->cli, &line, &json);
        lw_json_text(&json, "row", row->name);
        lw_json_real(&json, "inputs_per_second", row->inputs_a_second);
        lw_json_real(&json, "compile_ms", row->compile_ms);
        cli_json_end(b->cli, &line, &json);
        return;
    }
    cli_put_safe(b->cli->out, row->name);
    size_t len = strlen(row->name);
    (void)fprintf(b->cli->out, "%*s %12.0f inputs a second, compiled in %8.3f ms\n",
                  len < 30 ? (int)(30 - len) : 0, "", row->inputs_a_second,
                  row->compile_ms);
}

/* Compiles once more to measure it: the first time also warms up. */
static lw_status compile(const struct files_bench *b, const char *source, size_t len,
                         struct lw_ps_game **game, struct row *row,
                         struct lw_error *err) {
    lw_status status = lw_ps_compile(b->cli->alloc, source, len, game, err);
    double start = cpu_seconds();
    struct lw_ps_game *again = NULL;
    if (status == LW_OK && !(*game)->playable) {
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0, "%s: the game does not compile", row->name);
    }
    if (status == LW_OK) {
        status = lw_ps_compile(b->cli->alloc, source, len, &again, err);
        row->compile_ms = 1e3 * (cpu_seconds() - start);
    }
    lw_ps_game_destroy(again);
    return status;
}

static lw_status replay(const struct files_bench *b, struct lw_ps_game *game,
                        const struct lw_json *session, size_t n_inputs, struct row *row,
                        struct lw_error *err) {
    uint64_t n = 0;
    double start = cpu_seconds(), spent = 0;
    lw_status status = LW_OK;
    while (status == LW_OK && (n == 0 || spent < b->seconds)) {
        status = lw_ps_session_play(b->cli->alloc, game, session, err);
        n += n_inputs;
        spent = cpu_seconds() - start;
    }
    row->inputs_a_second = (double)n / spent;
    return status;
}

static lw_status bench_session(const struct files_bench *b, const struct lw_json *session,
                               struct lw_error *err) {
    struct row row = {.name = ""};
    struct lw_ps_game *game = NULL;
    const struct lw_json *source = lw_json_get(session, "source");
    const struct lw_json *inputs = lw_json_get(session, "inputs");
    size_t n_inputs = 0;
    for (const struct lw_json *at = inputs == NULL ? NULL : inputs->first; at != NULL;
         at = at->next) {
        n_inputs++;
    }
    (void)snprintf(row.name, sizeof row.name, "%s",
                   lw_json_text_or(session, "name", "session"));
    if (source == NULL || source->type != LW_JSON_TEXT || n_inputs == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "%s: a session needs a source and at least one input", row.name);
    }
    lw_status status = compile(b, source->text, source->text_len, &game, &row, err);
    if (status == LW_OK) {
        status = replay(b, game, session, n_inputs, &row, err);
    }
    if (status == LW_OK && bench_wants(b->args, row.name)) {
        put_row(b, &row);
    }
    lw_ps_game_destroy(game);
    return status;
}

/* A session that cannot be played is reported, and those after it are run. */
static int bench_sessions(const struct files_bench *b, const char *path,
                          const struct lw_buffer *text) {
    struct lw_error err = {0};
    int code = 0;
    for (const char *at = text->data; at != NULL && *at != '\0';) {
        const char *end = strchr(at, '\n');
        size_t len = end == NULL ? strlen(at) : (size_t)(end - at);
        struct lw_arena arena;
        struct lw_json *session = NULL;
        lw_arena_init(&arena, b->cli->alloc);
        lw_status status =
            len == 0 ? LW_OK : lw_json_read(&arena, at, len, &session, &err);
        if (status == LW_OK && session != NULL) {
            status = bench_session(b, session, &err);
        }
        lw_arena_free(&arena);
        code = status == LW_OK ? code : cli_fail(b->cli, path, &err);
        if (bench_stopped(b->cli, path) != 0) {
            return lw_status_exit_code(LW_CANCELLED);
        }
        at = end == NULL ? NULL : end + 1;
    }
    return code;
}

static lw_status bench_level(const struct files_bench *b, const struct lw_ps_game *game,
                             uint32_t entry, struct row *row, struct lw_error *err) {
    const struct lw_ps_entry *level = &game->entries[entry];
    struct lw_ps_engine *engine = NULL;
    lw_status status = lw_ps_engine_create(
        game, (struct lw_ps_engine_spec){level->width, level->height, 0}, b->cli->alloc,
        &engine, err);
    if (status == LW_OK) {
        row->inputs_a_second = bench_random_inputs(
            engine, level->cells, (uint64_t)cli_value(b->args, "seed")->i, b->seconds);
        put_row(b, row);
    }
    lw_ps_engine_destroy(engine);
    return status;
}

static int bench_levels(const struct files_bench *b, const char *path,
                        const struct lw_buffer *text) {
    struct row row;
    struct lw_error err = {0};
    struct lw_ps_game *game = NULL;
    const char *slash = strrchr(path, '/');
    const char *file = slash == NULL ? path : slash + 1;
    (void)snprintf(row.name, sizeof row.name, "%s", file);
    lw_status status = compile(b, text->data, text->len, &game, &row, &err);
    for (uint32_t i = 0, number = 0; status == LW_OK && i < game->n_entries; i++) {
        if (game->entries[i].message != NULL) {
            continue;
        }
        (void)snprintf(row.name, sizeof row.name, "%.60s level %u", file, ++number);
        if (bench_wants(b->args, row.name)) {
            status = bench_level(b, game, i, &row, &err);
        }
        if (bench_stopped(b->cli, row.name) != 0) {
            break;
        }
    }
    lw_ps_game_destroy(game);
    return status == LW_OK ? 0 : cli_fail(b->cli, path, &err);
}

int bench_script_files(struct cli *cli, const struct cli_args *args) {
    const struct lw_option_value *time = cli_value(args, "time");
    struct files_bench b = {.cli = cli,
                            .args = args,
                            .json = cli_value(args, "json")->flag,
                            .seconds = time->set ? (double)time->u * 1e-9 : 1.0};
    int code = 0;
    for (size_t i = 1; i < args->n_operands; i++) {
        struct lw_buffer text;
        struct lw_error err = {0};
        lw_buffer_init(&text, cli->alloc);
        const char *path = args->operands[i];
        if (lw_platform_read_file(path, LIMIT_BYTES, &text, &err) != LW_OK) {
            code = cli_fail(cli, path, &err);
        } else {
            const char *first = lw_buffer_text(&text);
            int own = first[strspn(first, " \t\r\n")] == '{'
                          ? bench_sessions(&b, path, &text)
                          : bench_levels(&b, path, &text);
            code = own == 0 ? code : own;
        }
        lw_buffer_free(&text);
    }
    return code;
}

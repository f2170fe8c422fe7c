/* bench puzzlescript: inputs a second, compile time and breadth-first expansions, beside
 * what the reference engine makes (README and reference-speed.csv of the data). CPU time
 * of one thread. With files: those alone, without any reference. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_puzzlescript.h"
#include "lw/puzzlescript.h"

#define LIMIT_BYTES (64U << 20)

/* Games of the recorded sessions, by index; -1: the Sokoban of khalifa/human. */
static const struct row {
    const char *name;
    int index;
    double reference; /* inputs a CPU second */
} rows[] = {{"collapse", 31, 1160},         {"kettle", 81, 18100},
            {"stones", 197, 290},           {"finale", 212, 500},
            {"neoprenanzieher", 291, 1710}, {"sokoban", -1, 130000}};

struct bench {
    struct cli *cli;
    const struct cli_args *args;
    bool json;
    struct lw_arena arena;
    struct lw_json **tests; /* the recorded sessions */
    size_t n_tests;
    double log_sum;
    size_t n_ratios;
};

static lw_status read_data(struct bench *b, const char *name, struct lw_buffer *out,
                           struct lw_error *err) {
    struct lw_buffer path;
    lw_buffer_init(&path, b->cli->alloc);
    lw_buffer_printf(&path, "%s/puzzlescript/%s", cli_value(b->args, "data")->text, name);
    lw_status status =
        lw_platform_read_file(lw_buffer_text(&path), LIMIT_BYTES, out, err);
    lw_buffer_free(&path);
    return status;
}

static lw_status read_tests(struct bench *b, const char *name, struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, b->cli->alloc);
    lw_status status = read_data(b, name, &text, err);
    size_t cap = 2000;
    b->n_tests = 0;
    b->tests = lw_arena_get(&b->arena, cap * sizeof(struct lw_json *));
    char *at = text.data;
    while (status == LW_OK && b->tests != NULL && at != NULL && *at != '\0' &&
           b->n_tests < cap) {
        char *end = strchr(at, '\n');
        size_t len = end == NULL ? strlen(at) : (size_t)(end - at);
        status = lw_json_read(&b->arena, at, len, &b->tests[b->n_tests], err);
        b->n_tests += status == LW_OK;
        at = end == NULL ? NULL : end + 1;
    }
    lw_buffer_free(&text);
    return status;
}

static const struct lw_json *find_test(const struct bench *b, int index) {
    for (size_t i = 0; i < b->n_tests; i++) {
        const struct lw_json *number = lw_json_get(b->tests[i], "index");
        if (number != NULL && (int)number->number == index) {
            return b->tests[i];
        }
    }
    return NULL;
}

static void put_row(struct bench *b, const char *name, const char *unit, double value,
                    double reference, bool faster_is_more) {
    double ratio = faster_is_more ? value / reference : reference / value;
    if (b->json) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(b->cli, &line, &json);
        lw_json_text(&json, "row", name);
        lw_json_text(&json, "unit", unit);
        lw_json_real(&json, "value", value);
        lw_json_real(&json, "reference", reference);
        lw_json_real(&json, "ratio", ratio);
        cli_json_end(b->cli, &line, &json);
        return;
    }
    (void)fprintf(b->cli->out, "%-18s %14.1f %-22s reference %10.1f  %8.1fx\n", name,
                  value, unit, reference, ratio);
}

static double cpu_seconds(void) {
    return (double)lw_platform_cpu_ns() * 1e-9;
}

/* Inputs. */

static lw_status bench_game(struct bench *b, const struct row *row, const char *source,
                            size_t len, uint32_t entry, struct lw_error *err) {
    struct lw_ps_game *game = NULL;
    struct lw_ps_engine *engine = NULL;
    lw_status status = lw_ps_compile(b->cli->alloc, source, len, &game, err);
    while (status == LW_OK && entry < game->n_entries &&
           game->entries[entry].message != NULL) {
        entry++;
    }
    if (status == LW_OK && entry >= game->n_entries) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "%s: no such level", row->name);
    }
    if (status == LW_OK) {
        const struct lw_ps_entry *level = &game->entries[entry];
        status = lw_ps_engine_create(
            game, (struct lw_ps_engine_spec){level->width, level->height, 0},
            b->cli->alloc, &engine, err);
    }
    if (status == LW_OK) {
        const struct lw_option_value *time = cli_value(b->args, "time");
        double seconds = time->set ? (double)time->u * 1e-9 : 1.0;
        double rate =
            bench_random_inputs(engine, game->entries[entry].cells,
                                (uint64_t)cli_value(b->args, "seed")->i, seconds);
        put_row(b, row->name, "inputs a second", rate, row->reference, true);
        b->log_sum += log(rate / row->reference);
        b->n_ratios++;
    }
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
    return status;
}

static lw_status bench_inputs(struct bench *b, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == LW_OK; i++) {
        if (!bench_wants(b->args, rows[i].name)) {
            continue;
        }
        const struct lw_json *test = find_test(b, rows[i].index);
        if (rows[i].index < 0) {
            struct lw_buffer source;
            lw_buffer_init(&source, b->cli->alloc);
            status = read_data(b, "khalifa/human/Sokoban.txt", &source, err);
            if (status == LW_OK) {
                status = bench_game(b, &rows[i], source.data, source.len, 0, err);
            }
            lw_buffer_free(&source);
        } else if (test != NULL) {
            const struct lw_json *source = lw_json_get(test, "source");
            const struct lw_json *level = lw_json_get(test, "target_level_index");
            status = bench_game(b, &rows[i], source->text, source->text_len,
                                level == NULL ? 0 : (uint32_t)level->number, err);
        }
    }
    if (b->n_ratios > 1) {
        put_row(b, "geometric mean", "times the reference",
                exp(b->log_sum / (double)b->n_ratios), 1, true);
    }
    return status;
}

/* Compiling. */

static lw_status compile_seconds(struct bench *b, const struct lw_json *source,
                                 double *seconds, struct lw_error *err) {
    double start = cpu_seconds();
    double spent = 0;
    int n = 0;
    while (n < 3 || (spent < 0.005 && n < 200)) {
        struct lw_ps_game *game = NULL;
        lw_status status =
            lw_ps_compile(b->cli->alloc, source->text, source->text_len, &game, err);
        if (status != LW_OK) {
            return status;
        }
        lw_ps_game_destroy(game);
        n++;
        spent = cpu_seconds() - start;
    }
    *seconds = spent / n;
    return LW_OK;
}

/* Rows "index,name,width,height,objects,rules,inputs,compile_ms,…"; names may hold
 * commas in quotes, so the fields are counted from the end. */
static bool csv_compile_ms(const char *line, size_t len, int *index, double *ms) {
    size_t commas = 0;
    size_t at = len;
    while (at > 0 && commas < 2) {
        at--;
        commas += line[at] == ',';
    }
    if (commas < 2 || line[0] < '0' || line[0] > '9') {
        return false;
    }
    *index = (int)strtol(line, NULL, 10);
    *ms = strtod(line + at + 1, NULL);
    return *ms > 0;
}

static lw_status bench_compile(struct bench *b, struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, b->cli->alloc);
    lw_status status = read_data(b, "reference-speed.csv", &text, err);
    double log_ratio = 0;
    double total = 0;
    double reference_total = 0;
    size_t n = 0;
    for (const char *at = text.data; status == LW_OK && at != NULL && *at != '\0';) {
        const char *end = strchr(at, '\n');
        size_t len = end == NULL ? strlen(at) : (size_t)(end - at);
        int index = 0;
        double ms = 0;
        double seconds = 0;
        const struct lw_json *test =
            csv_compile_ms(at, len, &index, &ms) ? find_test(b, index) : NULL;
        if (test != NULL) {
            status = compile_seconds(b, lw_json_get(test, "source"), &seconds, err);
            log_ratio += log(ms * 1e-3 / seconds);
            total += seconds * 1e3;
            reference_total += ms;
            n++;
        }
        at = end == NULL ? NULL : end + 1;
    }
    lw_buffer_free(&text);
    if (status == LW_OK && n > 0) {
        put_row(b, "compile", "ms for all games", total, reference_total, false);
        put_row(b, "compile mean", "times the reference", exp(log_ratio / (double)n), 1,
                true);
    }
    return status;
}

/* Breadth first. */

/* A 6 by 7 Sokoban of the usual four rules. */
static const char small_sokoban[] =
    "objects\nbackground .\ngreen\n\ntarget o\nblue\n\nwall #\nbrown\n\nplayer p\nwhite\n"
    "\ncrate *\norange\n\nlegend\n@ = crate and target\nsounds\ncollisionlayers\n"
    "background\ntarget\nplayer, wall, crate\nrules\n"
    "[ > player | crate ] -> [ > player | > crate ]\nwinconditions\n"
    "all target on crate\nlevels\n\n"
    "######\n#o...#\n#.*..#\n#.p..#\n#..*.#\n#...o#\n######\n";

static lw_status expand_all(struct bench *b, struct lw_play *play, double *rate) {
    const struct lw_play_ops *ops = play->level->game->kind->play;
    struct lw_state_set set;
    uint64_t expanded = 0;
    double start = cpu_seconds();
    double spent = 0;
    uint8_t *state = lw_arena_get(&b->arena, 2 * play->state_bytes);
    if (state == NULL) {
        return LW_NO_MEMORY;
    }
    lw_state_set_init(&set, b->cli->alloc, play->state_bytes);
    while (spent < 1) {
        bool added = false;
        lw_state_set_clear(&set);
        ops->start(play, state);
        (void)lw_state_set_add(&set, state, &added);
        for (uint32_t i = 0; i < set.n_states; i++) {
            lw_step_move moves[LW_MAX_MOVES];
            memcpy(state, lw_state_set_get(&set, i), play->state_bytes);
            size_t n = ops->moves(play, state, moves);
            for (size_t m = 0; m < n; m++) {
                uint8_t *next = state + play->state_bytes;
                if (ops->step(play, state, moves[m], next) == LW_STEP_CHANGED) {
                    (void)lw_state_set_add(&set, next, &added);
                }
            }
            expanded++;
        }
        spent = cpu_seconds() - start;
    }
    *rate = (double)expanded / spent;
    lw_state_set_free(&set);
    return LW_OK;
}

static lw_status bench_expansions(struct bench *b, struct lw_error *err) {
    struct lw_ps_game *game = NULL;
    struct lw_ps_level *level = NULL;
    struct lw_play *play = NULL;
    double rate = 0;
    lw_status status =
        lw_ps_compile(b->cli->alloc, small_sokoban, sizeof small_sokoban - 1, &game, err);
    if (status == LW_OK) {
        const struct lw_ps_entry *entry = &game->entries[0];
        status = lw_ps_level_create(game, entry->width, entry->height, entry->cells,
                                    &level, err);
    }
    if (status == LW_OK) {
        status = game->base.kind->play->open(&level->base, b->cli->alloc, &play, err);
    }
    if (status == LW_OK) {
        status = expand_all(b, play, &rate);
        put_row(b, "breadth-first", "expansions a second", rate, 15500, true);
    }
    if (play != NULL) {
        game->base.kind->play->close(play);
    }
    if (level != NULL) {
        lw_level_destroy(&level->base);
    }
    lw_ps_game_destroy(game);
    return status;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct bench b = {.cli = cli, .args = args, .json = cli_value(args, "json")->flag};
    struct lw_error err = {0};
    if (args->n_operands > 1) {
        return bench_script_files(cli, args);
    }
    lw_arena_init(&b.arena, cli->alloc);
    lw_status status = read_tests(&b, "sim_tests_dev.jsonl", &err);
    if (status == LW_OK) {
        status = bench_inputs(&b, &err);
    }
    if (status == LW_OK && bench_wants(args, "compile")) {
        status = bench_compile(&b, &err);
    }
    if (status == LW_OK && bench_wants(args, "breadth-first")) {
        status = bench_expansions(&b, &err);
    }
    lw_arena_free(&b.arena);
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

const struct lab_bench bench_puzzlescript = {
    .name = "puzzlescript",
    .summary = "inputs, compile time and expansions compared with the reference engine",
    .run = run,
};

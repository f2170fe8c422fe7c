/* The null game: the smallest complete game, built always, so that the template for new
 * games cannot rot.
 *
 * A level is one line of text: `@` the counter, `F` the flag, `.` free cells, `#` rocks.
 * The counter steps left or right and wins on the flag. Every group of the game table is
 * filled in its simplest honest form; docs/adding-a-game.md walks through this file. */
#include "lw/null.h"

#include <stdio.h>
#include <string.h>

#include "lw/grid.h"
#include "lw/search.h"

#define MAX_WIDTH 200

struct null_level {
    struct lw_level level;
    uint32_t width;
    uint32_t start, flag;
    char cells[MAX_WIDTH]; /* '.' or '#' */
};

static const struct null_level *level_of(const struct lw_level *level) {
    return (const struct null_level *)level;
}

/* Game. */

static lw_status game_create(const struct lw_alloc *alloc,
                             const struct lw_option_value *values, const char *source,
                             size_t source_len, struct lw_game **out,
                             struct lw_collection *messages, struct lw_error *err) {
    (void)values;
    (void)source;
    (void)source_len;
    (void)messages;
    struct lw_game *game = lw_alloc_get(alloc, sizeof *game);
    if (game == NULL) {
        return lw_fail_memory(err);
    }
    *game = (struct lw_game){.kind = &lw_null_kind, .alloc = alloc};
    *out = game;
    return LW_OK;
}

static void game_destroy(struct lw_game *game) {
    if (game != NULL) {
        lw_alloc_free(game->alloc, game, sizeof *game);
    }
}

static const struct lw_game_ops game_ops = {.create = game_create,
                                            .destroy = game_destroy};

/* Level. */

static lw_status level_dup(const struct lw_level *level, struct lw_level **out) {
    struct null_level *copy = lw_alloc_get(level->game->alloc, sizeof *copy);
    if (copy == NULL) {
        return LW_NO_MEMORY;
    }
    *copy = *level_of(level);
    *out = &copy->level;
    return LW_OK;
}

static void level_destroy(struct lw_level *level) {
    if (level != NULL) {
        lw_alloc_free(level->game->alloc, level, sizeof(struct null_level));
    }
}

static void level_size(const struct lw_level *level, uint32_t *width, uint32_t *height) {
    *width = level_of(level)->width;
    *height = 1;
}

/* A level and its mirror image are one puzzle: the lesser text stands for both. */
static lw_status level_canonical(const struct lw_level *level, struct lw_id128 *id,
                                 struct lw_level **canonical) {
    const struct null_level *from = level_of(level);
    struct null_level mirror = *from;
    for (uint32_t i = 0; i < from->width; i++) {
        mirror.cells[i] = from->cells[from->width - 1 - i];
    }
    mirror.start = from->width - 1 - from->start;
    mirror.flag = from->width - 1 - from->flag;
    int order = memcmp(from->cells, mirror.cells, from->width);
    bool keep = order < 0 || (order == 0 && from->start <= mirror.start);
    const struct null_level *chosen = keep ? from : &mirror;

    uint8_t bytes[MAX_WIDTH + 2];
    memcpy(bytes, chosen->cells, chosen->width);
    bytes[chosen->width] = (uint8_t)chosen->start;
    bytes[chosen->width + 1] = (uint8_t)chosen->flag;
    *id = lw_hash128(bytes, chosen->width + 2u, 0);
    return canonical == NULL ? LW_OK : level_dup(&chosen->level, canonical);
}

/* One line of a file as a level. */
static lw_status parse_line(const struct lw_game *game, const char *text, size_t len,
                            uint32_t line, struct lw_level **out, struct lw_error *err) {
    struct null_level made = {.level = {.game = game}, .width = (uint32_t)len};
    int n_start = 0, n_flag = 0;
    if (len > MAX_WIDTH) {
        return lw_fail(err, LW_BAD_INPUT, line, MAX_WIDTH + 1,
                       "the line has %zu cells; at most %d are possible", len, MAX_WIDTH);
    }
    for (size_t i = 0; i < len; i++) {
        made.cells[i] = text[i] == '#' ? '#' : '.';
        if (text[i] == '@') {
            made.start = (uint32_t)i;
            n_start++;
        } else if (text[i] == 'F') {
            made.flag = (uint32_t)i;
            n_flag++;
        } else if (text[i] != '.' && text[i] != '#') {
            return lw_fail(err, LW_BAD_INPUT, line, (uint32_t)i + 1,
                           "expected one of @ F . # here");
        }
    }
    if (n_start != 1 || n_flag != 1) {
        return lw_fail(err, LW_BAD_INPUT, line, 1,
                       "a level needs one @ and one F; found %d and %d", n_start, n_flag);
    }
    return level_dup(&made.level, out);
}

static lw_status text_read(const struct lw_game *game, const char *text, size_t len,
                           struct lw_collection *set, struct lw_error *err) {
    uint32_t line = 0;
    size_t before = set->n_entries;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line_len = end == NULL ? len - at : (size_t)(end - text) - at;
        size_t cells = line_len;
        line++;
        if (cells > 0 && text[at + cells - 1] == '\r') {
            cells--;
        }
        if (cells > 0 && text[at] != ';') {
            struct lw_level *level = NULL;
            struct lw_error why;
            lw_status status = parse_line(game, text + at, cells, line, &level, &why);
            if (status == LW_BAD_INPUT) {
                lw_collection_message(set, true, why.line, why.column, "%s", why.text);
            } else if (status != LW_OK ||
                       lw_collection_add(set, level, "", line) == NULL) {
                return lw_fail_memory(err);
            }
        }
        at += line_len + 1;
    }
    if (set->n_entries == before) {
        return lw_fail(err, LW_BAD_INPUT, 1, 1, "no level in this text");
    }
    return LW_OK;
}

static void put_level(const struct null_level *level, struct lw_buffer *out) {
    for (uint32_t i = 0; i < level->width; i++) {
        lw_buffer_putc(out, i == level->start  ? '@'
                            : i == level->flag ? 'F'
                                               : level->cells[i]);
    }
    lw_buffer_putc(out, '\n');
}

static lw_status text_write(const struct lw_game *game, const struct lw_collection *set,
                            struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        put_level(level_of(set->entries[i].level), out);
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* Low on purpose: any other game's format should win over the template's. */
static int text_sniff(const char *text, size_t len) {
    return len > 0 && memchr(text, 'F', len) != NULL && memchr(text, '@', len) != NULL;
}

static const struct lw_format formats[] = {{.name = "null",
                                            .title = "one level a line",
                                            .endings = ".null",
                                            .sniff = text_sniff,
                                            .read = text_read,
                                            .write = text_write}};

static const struct lw_level_ops level_ops = {.formats = formats,
                                              .n_formats = 1,
                                              .destroy = level_destroy,
                                              .dup = level_dup,
                                              .size = level_size,
                                              .validate = lw_level_always_valid,
                                              .canonical = level_canonical};

/* Play. */

/* A state is one byte: where the counter stands. Moves: 0 left, 1 right. */
static lw_status play_open(const struct lw_level *level, const struct lw_alloc *alloc,
                           struct lw_play **out, struct lw_error *err) {
    struct lw_play *play = lw_alloc_get(alloc, sizeof *play);
    if (play == NULL) {
        return lw_fail_memory(err);
    }
    *play = (struct lw_play){.level = level, .state_bytes = 1};
    *out = play;
    return LW_OK;
}

static void play_close(struct lw_play *play) {
    if (play != NULL) {
        lw_alloc_free(play->level->game->alloc, play, sizeof *play);
    }
}

static void play_start(struct lw_play *play, void *state) {
    *(uint8_t *)state = (uint8_t)level_of(play->level)->start;
}

static bool play_won(struct lw_play *play, const void *state) {
    return *(const uint8_t *)state == level_of(play->level)->flag;
}

static size_t play_moves(struct lw_play *play, const void *state,
                         lw_move moves[LW_MAX_MOVES]) {
    const struct null_level *level = level_of(play->level);
    uint32_t at = *(const uint8_t *)state;
    size_t n = 0;
    if (at > 0 && level->cells[at - 1] != '#') {
        moves[n++] = 0;
    }
    if (at + 1 < level->width && level->cells[at + 1] != '#') {
        moves[n++] = 1;
    }
    return n;
}

static enum lw_step play_step(struct lw_play *play, const void *state, lw_move move,
                              void *out) {
    lw_move moves[LW_MAX_MOVES];
    size_t n = play_moves(play, state, moves);
    for (size_t i = 0; i < n; i++) {
        if (moves[i] == move) {
            uint8_t at = *(const uint8_t *)state;
            *(uint8_t *)out = (uint8_t)(move == 0 ? at - 1 : at + 1);
            return play_won(play, out) ? LW_STEP_WON : LW_STEP_CHANGED;
        }
    }
    return LW_STEP_ILLEGAL;
}

static void play_move_text(struct lw_play *play, const void *state, lw_move move,
                           struct lw_buffer *out) {
    (void)play;
    (void)state;
    lw_buffer_putc(out, move == 0 ? 'l' : 'r');
}

static enum lw_step play_step_text(struct lw_play *play, const void *state,
                                   const char *text, size_t len, size_t *used, void *out,
                                   struct lw_error *err) {
    if (len == 0 || (text[0] != 'l' && text[0] != 'r')) {
        (void)lw_fail(err, LW_BAD_INPUT, 0, 0, "a move is l or r");
        return LW_STEP_ILLEGAL;
    }
    *used = 1;
    enum lw_step step = play_step(play, state, text[0] == 'r', out);
    if (step == LW_STEP_ILLEGAL) {
        (void)lw_fail(err, LW_BAD_INPUT, 0, 0, "a rock or the edge is in the way");
    }
    return step;
}

static void play_draw(struct lw_play *play, const void *state,
                      struct lw_draw_list *list) {
    const struct null_level *level = level_of(play->level);
    bool dark = list->theme == LW_THEME_DARK;
    lw_rgba ground = dark ? 0x22262eff : 0xf2efe6ff,
            rock = dark ? 0x59616eff : 0x8a8170ff;
    lw_rgba ink = dark ? 0xffc857ff : 0x1f6febff;
    uint32_t at = state == NULL ? level->start : *(const uint8_t *)state;
    lw_draw_reset(list, level->width, 1, ground);
    for (uint32_t x = 0; x < level->width; x++) {
        float left = (float)x;
        if (level->cells[x] == '#') {
            lw_draw_rect(list, (struct lw_rect){left, 0, 1, 1}, 0, rock);
            lw_draw_glyph(list, x, 0, "#", (struct lw_ink){rock, ground, false});
        }
        if (x == level->flag) {
            lw_draw_text(list, left + 0.5f, 0.5f, 0.8f, ink, "F");
            lw_draw_glyph(list, x, 0, "F", (struct lw_ink){ink, ground, true});
        }
        if (x == at) {
            lw_draw_circle(list, left + 0.5f, 0.5f, 0.35f, ink);
            lw_draw_glyph(list, x, 0, "@", (struct lw_ink){ink, ground, true});
        }
    }
}

static const struct lw_key keys[] = {{"left", "l"}, {"right", "r"}, {NULL, NULL}};

static const struct lw_play_ops play_ops = {.open = play_open,
                                            .close = play_close,
                                            .start = play_start,
                                            .won = play_won,
                                            .moves = play_moves,
                                            .step = play_step,
                                            .move_text = play_move_text,
                                            .step_text = play_step_text,
                                            .move_separator = "",
                                            .draw = play_draw,
                                            .keys = keys};

/* Solve. */

static const struct lw_metric metrics[] = {{"moves", "fewest moves"}};
static const struct lw_measure measures[] = {
    {"moves", "steps of the counter",
     LW_MEASURE_COUNTER | LW_MEASURE_FEWEST | LW_MEASURE_HARDER}};

/* The play operations as the graph that the generic search walks. */
static size_t graph_moves(void *play, const void *state, uint32_t *moves) {
    return play_moves(play, state, moves);
}

static bool graph_step(void *play, const void *state, uint32_t move, void *out,
                       uint32_t *cost) {
    (void)cost;
    return play_step(play, state, move, out) >= LW_STEP_CHANGED;
}

static bool graph_won(void *play, const void *state) {
    return play_won(play, state);
}

static void tell_path(struct lw_play *play, const struct lw_graph_result *found,
                      uint8_t at, struct lw_buffer *out) {
    for (size_t i = 0; i < found->n_path; i++) {
        uint8_t next;
        play_move_text(play, &at, found->path[i], out);
        (void)play_step(play, &at, found->path[i], &next);
        at = next;
    }
}

static lw_status solve(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    static const enum lw_outcome outcomes[] = {[LW_SEARCH_FOUND] = LW_OUTCOME_SOLVED,
                                               [LW_SEARCH_EXHAUSTED] =
                                                   LW_OUTCOME_UNSOLVABLE,
                                               [LW_SEARCH_LIMIT] = LW_OUTCOME_LIMIT};
    struct lw_play play = {.level = level, .state_bytes = 1};
    const struct lw_graph graph = {.ctx = &play,
                                   .state_bytes = play.state_bytes,
                                   .moves = graph_moves,
                                   .step = graph_step,
                                   .won = graph_won};
    struct lw_graph_result found;
    struct lw_meter meter;
    uint8_t start;
    play_start(&play, &start);
    start = request->state == NULL ? start : *(const uint8_t *)request->state;
    lw_meter_start(&meter, runtime, &request->budget);
    lw_status status =
        lw_graph_search(&graph, LW_GRAPH_BREADTH, &start, runtime->alloc, &meter, &found);
    if (status == LW_OK) {
        tell_path(&play, &found, start, &result->solution);
        result->outcome = outcomes[found.end];
        result->optimal = result->outcome == LW_OUTCOME_SOLVED;
        result->stop = found.stop;
        result->expanded = found.expanded;
        result->generated = found.generated;
        result->closed = found.closed;
        result->peak_bytes = found.peak_bytes;
        result->measures[0] = (double)result->solution.len;
    }
    result->engine = "breadth-first";
    result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    lw_graph_result_free(&found);
    return status == LW_OK && lw_buffer_ok(&result->solution) ? LW_OK
                                                              : lw_fail_memory(err);
}

static lw_status measure(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err) {
    struct lw_play play = {.level = level, .state_bytes = 1};
    uint8_t at, next;
    play_start(&play, &at);
    for (size_t i = 0; i < len; i++, at = next) {
        size_t used;
        if (play_step_text(&play, &at, moves + i, len - i, &used, &next, NULL) ==
            LW_STEP_ILLEGAL) {
            return lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)i + 1,
                           "move %zu cannot be made", i + 1);
        }
    }
    if (!play_won(&play, &at)) {
        return lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)len + 1,
                       "the moves end %d cells from the flag",
                       (int)level_of(level)->flag - (int)at);
    }
    if (values != NULL) {
        values[0] = (double)len;
    }
    return LW_OK;
}

static const struct lw_solve_ops solve_ops = {.metrics = metrics,
                                              .n_metrics = 1,
                                              .measures = measures,
                                              .n_measures = 1,
                                              .solve = solve,
                                              .measure = measure};

/* Advice: the first move of a solution from here, if there is one. */

static lw_status advise(struct lw_play *play, const void *state,
                        const struct lw_runtime *runtime, const struct lw_budget *budget,
                        bool hint, struct lw_advice *advice) {
    struct lw_solve_request request = {.budget = *budget, .state = state};
    struct lw_solve_result result;
    lw_solve_result_init(&result, runtime->alloc);
    lw_status status = solve(play->level, &request, runtime, &result, NULL);
    advice->outcome = result.outcome;
    if (result.outcome == LW_OUTCOME_UNSOLVABLE) {
        (void)snprintf(advice->text, sizeof advice->text, "A rock is in the way.");
    } else if (hint && result.solution.len > 0) {
        lw_buffer_add(&advice->move, result.solution.data, 1);
        (void)snprintf(advice->text, sizeof advice->text, "Step to the %s.",
                       result.solution.data[0] == 'l' ? "left" : "right");
    }
    lw_solve_result_free(&result);
    return status;
}

static lw_status hint(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return advise(play, state, runtime, budget, true, advice);
}

static lw_status dead(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return advise(play, state, runtime, budget, false, advice);
}

static const struct lw_advice_ops advice_ops = {.hint = hint, .dead = dead};

/* Features. */

static const struct lw_feature features[] = {
    {"width", LW_FEATURE_INITIAL, LW_COST_INSTANT, "cells", "cells in the line"},
    {"distance", LW_FEATURE_INITIAL, LW_COST_INSTANT, "cells",
     "cells between counter and flag, the flag's included"},
};

static lw_status
features_compute(const struct lw_level *level, enum lw_feature_cost up_to,
                 const struct lw_budget *budget, const struct lw_runtime *runtime,
                 struct lw_feature_values *values, struct lw_error *err) {
    const struct null_level *line = level_of(level);
    (void)up_to;
    (void)budget;
    (void)runtime;
    (void)err;
    memset(values, 0, sizeof *values);
    values->value[0] = (double)line->width;
    values->value[1] = line->flag > line->start ? (double)(line->flag - line->start)
                                                : (double)(line->start - line->flag);
    return LW_OK;
}

static const struct lw_feature_words feature_words[] = {
    {LW_WORDING_NUMBER, "cells", "the line is long", "the line is short"},
    {LW_WORDING_NUMBER, "cells", "the flag is far away", "the flag is near"},
};

/* Mean and spread of distances on lines of 2 to 64 cells. */
static const struct lw_plain_term plain[] = {
    {.feature = 1, .log = true, .mean = 2.2, .sd = 0.9, .weight = 1}};

static const struct lw_feature_ops feature_ops = {.features = features,
                                                  .n_features = 2,
                                                  .words = feature_words,
                                                  .plain = plain,
                                                  .n_plain = 1,
                                                  .compute = features_compute};

/* Generator. */

static const struct lw_option scatter_options[] = {{.name = "width",
                                                    .type = LW_OPTION_INT,
                                                    .fallback = "12",
                                                    .min = 2,
                                                    .max = MAX_WIDTH,
                                                    .help = "cells in the line"}};

static lw_status scatter(const struct lw_generate_request *request,
                         const struct lw_generate_task *task, struct lw_error *err) {
    uint32_t width =
        (uint32_t)lw_option_get(scatter_options, 1, request->values, "width")->i;
    struct null_level made = {.level = {.game = request->game}, .width = width};
    memset(made.cells, '.', width);
    made.start = lw_rng_below(task->rng, width);
    made.flag = (made.start + 1 + lw_rng_below(task->rng, width - 1)) % width;
    struct lw_solve_request solve_request = {.budget = request->budget};
    struct lw_solve_result result;
    lw_solve_result_init(&result, task->runtime->alloc);
    struct lw_candidate candidate = {0};
    lw_status status = solve(&made.level, &solve_request, task->runtime, &result, err);
    if (status == LW_OK) {
        status = level_dup(&made.level, &candidate.level);
    }
    if (status == LW_OK) {
        candidate.solution = lw_buffer_text(&result.solution);
        candidate.score = result.measures[0];
        (void)task->emit(task->emit_ctx, &candidate);
    }
    lw_solve_result_free(&result);
    return status;
}

static const struct lw_generator scatter_generator = {
    .name = "scatter",
    .summary = "counter and flag at random places of an empty line",
    .options = scatter_options,
    .n_options = 1,
    .make = scatter};

static const struct lw_generator *const generators[] = {&scatter_generator, NULL};

/* Editing: one character a cell, one of each thing, and no way to turn a line but over.
 */

static const struct lw_brush palette[] = {
    {".", "free"}, {"#", "rock"}, {"@", "counter"}, {"F", "flag"}};

static const struct lw_single single[] = {{"@", "."}, {"F", "."}, {NULL, NULL}};

static const struct lw_edit_ops edit_ops = {.palette = palette,
                                            .n_palette = 4,
                                            .blank = ".",
                                            .single = single,
                                            .separator = "",
                                            .symmetries = 1 << 0 | 1 << LW_SYM_MIRROR_X,
                                            .mutate = lw_level_swap_cells};

/* What the level of the day and the pages make when only a band is asked for. */

static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "scatter",
     .options = (const struct lw_setting[]){{"width", "6"}, {NULL, NULL}},
     .seconds = 10},
    {.band = "medium",
     .method = "scatter",
     .options = (const struct lw_setting[]){{"width", "12"}, {NULL, NULL}},
     .seconds = 10},
    {.band = "hard",
     .method = "scatter",
     .options = (const struct lw_setting[]){{"width", "40"}, {NULL, NULL}},
     .seconds = 10},
};

static const struct lw_preset_ops preset_ops = {.presets = presets, .n_presets = 3};

/* What a newcomer is shown. */

static const struct lw_lesson lessons[] = {
    {"", "You are the disc. The flag is where you want to be."},
    {"rr", "Step left or right, one cell at a time. Rocks are in the way."},
    {"rrrr", "On the flag, the level is solved."}};

static const struct lw_guide guide = {.goal = "Walk to the flag.",
                                      .level = "@...F.#\n",
                                      .lessons = lessons,
                                      .n_lessons = 3,
                                      .controls = "Arrow keys, or swipe."};

const struct lw_game_kind lw_null_kind = {
    .name = "null",
    .title = "Null",
    .summary = "Walk along the line to the flag. The template for new games.",
    .flags = LW_GAME_TEMPLATE,
    .game = &game_ops,
    .level = &level_ops,
    .play = &play_ops,
    .solve = &solve_ops,
    .advice = &advice_ops,
    .features = &feature_ops,
    .generators = generators,
    .edit = &edit_ops,
    .presets = &preset_ops,
    .guide = &guide,
};

/* Another engine, for tests beside the first: it follows the semantics step by step, cell
 * by cell, without boards, events or anything kept between turns. */
#ifndef NAIVE_TEST_SUPPORT_H
#define NAIVE_TEST_SUPPORT_H

#include "test_support.h"

#include "lw/base/json.h"
#include "lw/base/rng.h"

#define MAX_CELLS 600
#define MAX_LAYERS 64
#define MAX_TUPLES 20000
#define GAME_WORK 400000 /* patterns tested by the plain engine for one game */
#define MAX_INPUTS 60

struct rc4 {
    uint8_t s[256], i, j;
};

struct plain {
    const struct lw_ps_game *game;
    uint32_t width, height, n, ow, mw;
    uint64_t *objects, *movements, *save, *restart;
    uint8_t *rigid; /* [cell][layer]: group */
    bool *banned;
    struct found *row_places; /* MAX_TUPLES: where one row matches, for find_tuples */
    uint32_t commands;
    struct rc4 rc4;
    uint64_t work;
    bool too_much, restarting;
};

struct outcome {
    bool changed, won, again;
};

static void rc4_seed(struct rc4 *r, const char *seed) {
    size_t len = strlen(seed);
    unsigned j = 0;
    for (unsigned i = 0; i < 256; i++) {
        r->s[i] = (uint8_t)i;
    }
    for (unsigned i = 0; i < 256; i++) {
        j = (j + r->s[i] + (uint8_t)seed[i % len]) & 255;
        uint8_t swap = r->s[i];
        r->s[i] = r->s[j];
        r->s[j] = swap;
    }
    r->i = r->j = 0;
}

static double rc4_unit(struct rc4 *r) {
    double sum = 0;
    for (int k = 0; k < 7; k++) {
        r->i = (uint8_t)(r->i + 1);
        r->j = (uint8_t)(r->j + r->s[r->i]);
        uint8_t swap = r->s[r->i];
        r->s[r->i] = r->s[r->j];
        r->s[r->j] = swap;
        sum = sum * 256 + r->s[(uint8_t)(r->s[r->i] + r->s[r->j])];
    }
    return sum / 72057594037927936.0;
}

static uint64_t *objects_at(struct plain *p, uint32_t cell) {
    return p->objects + (size_t)cell * p->ow;
}

static uint64_t *movements_at(struct plain *p, uint32_t cell) {
    return p->movements + (size_t)cell * p->mw;
}

static void put_bit(uint64_t *set, uint32_t bit, bool on) {
    uint64_t mask = 1ULL << (bit & 63);
    set[bit >> 6] = on ? set[bit >> 6] | mask : set[bit >> 6] & ~mask;
}

static bool pattern_matches(struct plain *p, const struct lw_ps_pattern *left,
                            uint32_t cell) {
    const uint64_t *objects = objects_at(p, cell), *movements = movements_at(p, cell);
    bool good = true;
    p->work++;
    for (uint32_t w = 0; w < p->ow; w++) {
        good = good && (left->required[w] & ~objects[w]) == 0 &&
               (left->forbidden[w] & objects[w]) == 0;
    }
    for (uint32_t a = 0; a < left->n_any; a++) {
        uint64_t some = 0;
        for (uint32_t w = 0; w < p->ow; w++) {
            some |= left->any[(size_t)a * p->ow + w] & objects[w];
        }
        good = good && some != 0;
    }
    for (uint32_t w = 0; w < p->mw; w++) {
        good = good && (left->moving[w] & ~movements[w]) == 0 &&
               (left->still[w] & movements[w]) == 0;
    }
    return good;
}

/* A match of a row: its start and the gaps of its ellipses. */
struct found {
    uint32_t start;
    uint16_t gap[2];
};

static bool cell_along(const struct plain *p, enum lw_ps_dir dir, uint32_t start,
                       uint32_t steps, uint32_t *cell) {
    static const int dx[] = {0, 0, -1, 1}, dy[] = {-1, 1, 0, 0};
    int x = (int)(start / p->height) + dx[dir] * (int)steps;
    int y = (int)(start % p->height) + dy[dir] * (int)steps;
    *cell = (uint32_t)(x * (int)p->height + y);
    return x >= 0 && y >= 0 && x < (int)p->width && y < (int)p->height;
}

/* The cell of the board under cell k of the row. */
static bool cell_under(const struct plain *p, const struct lw_ps_row *row,
                       enum lw_ps_dir dir, const struct found *f, uint32_t k,
                       uint32_t *cell) {
    uint32_t steps = k;
    for (uint32_t e = 0; e < row->n_ellipses; e++) {
        if (k > row->ellipsis[e]) {
            steps = steps - 1 + f->gap[e];
        }
    }
    return cell_along(p, dir, f->start, steps, cell);
}

static bool row_matches(struct plain *p, const struct lw_ps_row *row, enum lw_ps_dir dir,
                        const struct found *f) {
    for (uint32_t k = 0; k < row->n_cells; k++) {
        uint32_t cell;
        if (!row->left[k].is_ellipsis && (!cell_under(p, row, dir, f, k, &cell) ||
                                          !pattern_matches(p, &row->left[k], cell))) {
            return false;
        }
    }
    return true;
}

static size_t find_row(struct plain *p, const struct lw_ps_row *row, enum lw_ps_dir dir,
                       struct found *out, size_t room) {
    bool by_rows = dir == LW_PS_LEFT || dir == LW_PS_RIGHT;
    uint32_t longest = p->width > p->height ? p->width : p->height;
    uint32_t gaps0 = row->n_ellipses > 0 ? longest : 1;
    uint32_t gaps1 = row->n_ellipses > 1 ? longest : 1;
    size_t n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t x = by_rows ? i % p->width : i / p->height;
        uint32_t y = by_rows ? i / p->width : i % p->height;
        struct found f = {.start = x * p->height + y};
        for (uint32_t g0 = 0; g0 < gaps0; g0++) {
            for (uint32_t g1 = 0; g1 < gaps1; g1++) {
                f.gap[0] = (uint16_t)g0;
                f.gap[1] = (uint16_t)g1;
                if (row_matches(p, row, dir, &f)) {
                    if (n == room) {
                        p->too_much = true;
                        return 0;
                    }
                    out[n++] = f;
                }
            }
        }
    }
    return n;
}

/* All tuples of a rule, the first row varying fastest: n_rows matches each. */
static struct found *find_tuples(struct plain *p, const struct lw_ps_rule *rule,
                                 size_t *n_tuples) {
    struct found *tuples = NULL, *one = p->row_places;
    size_t n = 1;
    for (uint32_t r = 0; r < rule->n_rows && n > 0 && !p->too_much; r++) {
        size_t n_one = find_row(p, &rule->rows[r], rule->dir, one, MAX_TUPLES);
        if (n_one * n > MAX_TUPLES) {
            p->too_much = true;
            break;
        }
        /* As many as there are: blocks of the largest size would take most of the time.
         */
        tuples = realloc(tuples, (n_one * n + 1) * rule->n_rows * sizeof *tuples);
        assert_non_null(tuples);
        for (size_t b = n_one; b-- > 0;) {
            for (size_t a = 0; a < n; a++) {
                struct found *to = tuples + (b * n + a) * rule->n_rows;
                memmove(to, tuples + a * rule->n_rows, r * sizeof *to);
                to[r] = one[b];
            }
        }
        n *= n_one;
    }
    *n_tuples = p->too_much ? 0 : n;
    return tuples;
}

static bool mark_rigid(struct plain *p, const struct lw_ps_rule *rule,
                       const struct lw_ps_effect *effect, uint32_t cell) {
    uint8_t number = p->game->early.groups[rule->group].rigid;
    uint8_t *marks = p->rigid + (size_t)cell * p->game->n_layers;
    bool all = true;
    for (uint32_t l = 0; l < p->game->n_layers; l++) {
        all = all && (!lw_ps_has(effect->rigid_layers, 5 * l) || marks[l] != 0);
    }
    for (uint32_t l = 0; l < p->game->n_layers && !all; l++) {
        if (lw_ps_has(effect->rigid_layers, 5 * l)) {
            marks[l] |= number;
        }
    }
    return !all;
}

static bool apply_cell(struct plain *p, const struct lw_ps_rule *rule,
                       const struct lw_ps_effect *effect, uint32_t cell) {
    uint64_t *objects = objects_at(p, cell), *movements = movements_at(p, cell);
    uint64_t old[16], old_moves[32];
    memcpy(old, objects, p->ow * sizeof *old);
    memcpy(old_moves, movements, p->mw * sizeof *old_moves);
    for (uint32_t w = 0; w < p->ow; w++) {
        objects[w] = (objects[w] & ~effect->clear[w]) | effect->set[w];
    }
    for (uint32_t w = 0; w < p->mw; w++) {
        movements[w] = (movements[w] & ~effect->mov_clear[w]) | effect->mov_set[w];
    }
    if (effect->n_random > 0) {
        uint32_t id = effect->random[(size_t)(rc4_unit(&p->rc4) * effect->n_random)];
        for (uint32_t o = 0; o < p->game->n_objects; o++) {
            if (p->game->objects[o].layer == p->game->objects[id].layer) {
                put_bit(objects, o, o == id);
            }
        }
        for (uint32_t d = 0; d < 5; d++) {
            put_bit(movements, 5U * p->game->objects[id].layer + d, false);
        }
    }
    for (uint32_t l = 0; l < p->game->n_layers; l++) {
        if (lw_ps_has(effect->random_dir, 5 * l)) {
            put_bit(movements, 5 * l + (uint32_t)(rc4_unit(&p->rc4) * 4), true);
        }
    }
    bool marked = rule->rigid && !rule->late && mark_rigid(p, rule, effect, cell);
    return marked || memcmp(old, objects, p->ow * sizeof *old) != 0 ||
           memcmp(old_moves, movements, p->mw * sizeof *old_moves) != 0;
}

static bool apply_tuple(struct plain *p, const struct lw_ps_rule *rule,
                        const struct found *tuple) {
    bool changed = false;
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        const struct lw_ps_row *row = &rule->rows[r];
        for (uint32_t k = 0; row->right != NULL && k < row->n_cells; k++) {
            uint32_t cell;
            if (!row->left[k].is_ellipsis &&
                cell_under(p, row, rule->dir, &tuple[r], k, &cell)) {
                changed = apply_cell(p, rule, &row->right[k], cell) || changed;
            }
        }
    }
    return changed;
}

static void queue(struct plain *p, uint32_t commands) {
    bool stronger = (commands & LW_PS_CANCEL) != 0;
    if (commands == 0 || (p->commands & LW_PS_CANCEL) != 0 ||
        ((p->commands & LW_PS_RESTART) != 0 && !stronger)) {
        return;
    }
    if ((commands & (LW_PS_CANCEL | LW_PS_RESTART)) != 0) {
        p->commands = 0;
    }
    p->commands |= commands;
}

static bool apply_rule(struct plain *p, const struct lw_ps_rule *rule) {
    size_t n;
    bool changed = false;
    struct found *tuples = find_tuples(p, rule, &n);
    for (size_t i = 0; i < n; i++) {
        const struct found *tuple = tuples + i * rule->n_rows;
        bool still = true;
        for (uint32_t r = 0; i > 0 && r < rule->n_rows; r++) {
            still = still && row_matches(p, &rule->rows[r], rule->dir, &tuple[r]);
        }
        changed = (still && apply_tuple(p, rule, tuple)) || changed;
    }
    if (n > 0) {
        queue(p, rule->commands);
    }
    free(tuples);
    return changed;
}

static bool apply_random(struct plain *p, const struct lw_ps_group *group) {
    size_t total = 0, n;
    for (uint32_t i = 0; i < group->n_rules; i++) {
        free(find_tuples(p, &p->game->rules[group->first + i], &n));
        total += n;
    }
    if (total == 0) {
        return false;
    }
    size_t pick = (size_t)(rc4_unit(&p->rc4) * (double)total);
    for (uint32_t i = 0; i < group->n_rules; i++) {
        const struct lw_ps_rule *rule = &p->game->rules[group->first + i];
        struct found *tuples = find_tuples(p, rule, &n);
        bool here = pick < n;
        bool changed = here && apply_tuple(p, rule, tuples + pick * rule->n_rows);
        free(tuples);
        if (here) {
            queue(p, rule->commands);
            return changed;
        }
        pick -= n;
    }
    return false;
}

static bool run_group(struct plain *p, const struct lw_ps_group *group) {
    if (group->random) {
        return apply_random(p, group);
    }
    bool ever = false, changed = true;
    for (int pass = 0; changed && pass <= 200 && !p->too_much; pass++) {
        changed = false;
        for (uint32_t i = 0; i < group->n_rules; i++) {
            changed = apply_rule(p, &p->game->rules[group->first + i]) || changed;
        }
        ever = ever || changed;
        p->too_much = p->too_much || p->work > GAME_WORK;
        /* What never settles is cut off; exactly when is not compared here. */
        p->too_much = p->too_much || pass > 190;
    }
    return ever;
}

static void run_list(struct plain *p, const struct lw_ps_rule_list *list, bool late) {
    bool changed = false;
    int jumps = 0;
    for (uint32_t g = 0; g < list->n_groups && !p->too_much; g++) {
        if (late || !p->banned[g]) {
            changed = run_group(p, &list->groups[g]) || changed;
        }
        for (uint32_t l = 0; l < list->n_loops; l++) {
            uint32_t last = list->loops[l].last;
            if (changed && (last == g || (last == g + 1 && last == list->n_groups))) {
                changed = false;
                p->too_much = p->too_much || ++jumps > 190;
                g = list->loops[l].first - 1; /* wraps before group 0; ++ follows */
                break;
            }
        }
    }
}

static bool holds_player(const struct plain *p, const uint64_t *objects) {
    uint64_t some = 0, missing = 0;
    for (uint32_t w = 0; w < p->ow; w++) {
        some |= objects[w] & p->game->player[w];
        missing |= p->game->player[w] & ~objects[w];
    }
    return p->game->player_all ? missing == 0 && some != 0 : some != 0;
}

static void push_players(struct plain *p, int input) {
    static const uint32_t dirs[] = {LW_PS_UP, LW_PS_LEFT, LW_PS_DOWN, LW_PS_RIGHT,
                                    LW_PS_ACTION};
    for (uint32_t cell = 0; cell < p->n && input >= 0; cell++) {
        for (uint32_t id = 0; id < p->game->n_objects; id++) {
            if (holds_player(p, objects_at(p, cell)) && lw_ps_has(p->game->player, id) &&
                lw_ps_has(objects_at(p, cell), id)) {
                put_bit(movements_at(p, cell),
                        5U * p->game->objects[id].layer + dirs[input], true);
            }
        }
    }
}

static bool move_layer(struct plain *p, uint32_t cell, uint32_t layer) {
    const uint64_t *mask = p->game->layer_masks + (size_t)layer * p->ow;
    bool moved = false;
    for (uint32_t d = 0; d < 5; d++) {
        uint32_t to;
        if (!lw_ps_has(movements_at(p, cell), 5 * layer + d)) {
            continue;
        }
        if (d < LW_PS_ACTION) {
            uint64_t there = 0;
            if (!cell_along(p, (enum lw_ps_dir)d, cell, 1, &to)) {
                continue;
            }
            for (uint32_t w = 0; w < p->ow; w++) {
                there |= objects_at(p, to)[w] & mask[w];
            }
            if (there != 0) {
                continue;
            }
            for (uint32_t w = 0; w < p->ow; w++) {
                objects_at(p, to)[w] |= objects_at(p, cell)[w] & mask[w];
                objects_at(p, cell)[w] &= ~mask[w];
            }
        }
        for (uint32_t e = 0; e < 5; e++) {
            put_bit(movements_at(p, cell), 5 * layer + e, false);
        }
        moved = true;
    }
    return moved;
}

/* False when a rigid group was newly banned. */
static bool resolve(struct plain *p) {
    bool moved = true, banned = false;
    while (moved) {
        moved = false;
        for (uint32_t cell = 0; cell < p->n; cell++) {
            for (uint32_t l = 0; l < p->game->n_layers; l++) {
                moved = move_layer(p, cell, l) || moved;
            }
        }
    }
    for (uint32_t cell = 0; cell < p->n && p->game->has_rigid; cell++) {
        for (uint32_t l = 0; l < p->game->n_layers; l++) {
            uint8_t mark = p->rigid[(size_t)cell * p->game->n_layers + l];
            bool stuck = false;
            for (uint32_t d = 0; d < 5; d++) {
                stuck = stuck || lw_ps_has(movements_at(p, cell), 5 * l + d);
            }
            if (!stuck || mark == 0) {
                continue;
            }
            for (uint32_t g = 0; g < p->game->early.n_groups; g++) {
                if (p->game->early.groups[g].rigid == mark && !p->banned[g]) {
                    p->banned[g] = banned = true;
                }
            }
            break;
        }
    }
    memset(p->rigid, 0, (size_t)p->n * p->game->n_layers);
    memset(p->movements, 0, (size_t)p->n * p->mw * sizeof *p->movements);
    return !banned;
}

static void run_rules(struct plain *p, int input) {
    size_t bytes = (size_t)p->n * p->ow * sizeof *p->objects;
    memset(p->banned, 0, p->game->early.n_groups + 1);
    for (int round = 0; round < 50 && !p->too_much; round++) {
        push_players(p, input);
        p->commands = 0;
        run_list(p, &p->game->early, false);
        if (resolve(p)) {
            run_list(p, &p->game->late, true);
            memset(p->movements, 0, (size_t)p->n * p->mw * sizeof *p->movements);
            return;
        }
        memcpy(p->objects, p->save, bytes);
    }
    p->commands = 0;
}

static bool stayed(struct plain *p) {
    bool any = false;
    for (uint32_t cell = 0; cell < p->n; cell++) {
        const uint64_t *before = p->save + (size_t)cell * p->ow;
        if (holds_player(p, before)) {
            uint64_t now = 0;
            for (uint32_t w = 0; w < p->ow; w++) {
                now |= objects_at(p, cell)[w] & p->game->player[w];
            }
            any = true;
            if (now == 0) {
                return false;
            }
        }
    }
    return any;
}

static bool win_holds(struct plain *p, const struct lw_ps_win *win) {
    bool some = false, all = true;
    for (uint32_t cell = 0; cell < p->n; cell++) {
        uint64_t x_some = 0, x_missing = 0, y_some = 0, y_missing = 0;
        for (uint32_t w = 0; w < p->ow; w++) {
            uint64_t has = objects_at(p, cell)[w];
            x_some |= has & win->x[w];
            x_missing |= win->x[w] & ~has;
            y_some |= win->has_y ? has & win->y[w] : 1;
            y_missing |= win->has_y ? win->y[w] & ~has : 0;
        }
        bool x = win->x_all ? x_missing == 0 : x_some != 0;
        bool y = win->y_all ? y_missing == 0 : y_some != 0;
        some = some || (x && y);
        all = all && (!x || y);
    }
    return win->quantifier == LW_PS_ALL    ? all
           : win->quantifier == LW_PS_SOME ? some
                                           : !some;
}

static struct outcome turn(struct plain *p, int input, bool start, bool trial);

static struct outcome restart(struct plain *p) {
    struct outcome out = {0};
    if (p->restarting) {
        return out;
    }
    p->restarting = true;
    memcpy(p->objects, p->restart, (size_t)p->n * p->ow * sizeof *p->objects);
    if (p->game->run_rules_on_level_start) {
        out = turn(p, -1, true, false);
        out.won = false;
    }
    p->restarting = false;
    out.changed = true;
    return out;
}

static bool tried_again(struct plain *p) {
    size_t bytes = (size_t)p->n * p->ow * sizeof *p->objects;
    uint64_t *now = malloc(bytes);
    assert_non_null(now);
    memcpy(now, p->objects, bytes);
    struct outcome next = turn(p, -1, false, true);
    memcpy(p->objects, now, bytes);
    free(now);
    return next.changed;
}

/* A trial only says, in changed, whether the turn would do anything. */
static struct outcome turn(struct plain *p, int input, bool start, bool trial) {
    size_t bytes = (size_t)p->n * p->ow * sizeof *p->objects;
    struct outcome out = {0};
    memcpy(p->save, p->objects, bytes);
    run_rules(p, input);
    if (p->game->require_player_movement && input >= 0 && stayed(p)) {
        memcpy(p->objects, p->save, bytes);
        return out;
    }
    uint32_t commands = p->commands;
    if ((commands & LW_PS_CANCEL) != 0) {
        memcpy(p->objects, p->save, bytes);
        out.changed = trial && (commands & ~(uint32_t)LW_PS_CANCEL) != 0;
        return out;
    }
    if ((commands & LW_PS_RESTART) != 0) {
        return trial ? (struct outcome){.changed = true} : restart(p);
    }
    out.changed = memcmp(p->objects, p->save, bytes) != 0;
    if (trial) {
        out.changed = out.changed || (commands & LW_PS_WIN) != 0;
        return out;
    }
    bool conditions = p->game->n_wins > 0;
    for (uint32_t i = 0; i < p->game->n_wins; i++) {
        conditions = conditions && win_holds(p, &p->game->wins[i]);
    }
    out.won = !start && (conditions || (commands & LW_PS_WIN) != 0);
    if (out.won) {
        return out;
    }
    if ((commands & LW_PS_CHECKPOINT) != 0) {
        memcpy(p->restart, p->objects, bytes);
    }
    out.again = (commands & LW_PS_AGAIN) != 0 && out.changed && tried_again(p);
    return out;
}

static void plain_open(struct plain *p, const struct lw_ps_game *game,
                       const struct lw_ps_entry *level) {
    *p = (struct plain){.game = game,
                        .width = level->width,
                        .height = level->height,
                        .n = level->width * level->height,
                        .ow = game->obj_words,
                        .mw = game->mov_words};
    size_t words = (size_t)p->n * p->ow;
    p->objects = calloc(words, sizeof *p->objects);
    p->save = calloc(words, sizeof *p->save);
    p->restart = calloc(words, sizeof *p->restart);
    p->movements = calloc((size_t)p->n * p->mw, sizeof *p->movements);
    p->rigid = calloc((size_t)p->n * game->n_layers, 1);
    p->banned = calloc(game->early.n_groups + 1, sizeof *p->banned);
    p->row_places = calloc(MAX_TUPLES, sizeof *p->row_places);
    assert_non_null(p->row_places);
    assert_true(p->objects != NULL && p->save != NULL && p->restart != NULL &&
                p->movements != NULL && p->rigid != NULL && p->banned != NULL);
}

static void plain_close(struct plain *p) {
    free(p->objects);
    free(p->save);
    free(p->restart);
    free(p->movements);
    free(p->rigid);
    free(p->banned);
    free(p->row_places);
}

static struct outcome drain(struct plain *p, struct outcome out) {
    for (int i = 0; out.again && !out.won && !p->too_much; i++) {
        out = turn(p, -1, false, false);
        p->too_much = p->too_much || i > 100;
    }
    return out;
}

static struct outcome plain_load(struct plain *p, const struct lw_ps_entry *level,
                                 const char *seed) {
    size_t bytes = (size_t)p->n * p->ow * sizeof *p->objects;
    struct outcome out = {0};
    rc4_seed(&p->rc4, seed);
    memcpy(p->objects, level->cells, bytes);
    memcpy(p->restart, level->cells, bytes);
    if (p->game->run_rules_on_level_start) {
        p->restarting = true;
        out = turn(p, -1, true, false);
        p->restarting = false;
    }
    return drain(p, out);
}

static void compare(const struct plain *p, const struct lw_ps_engine *engine,
                    const char *name, uint32_t level, uint32_t input) {
    if (memcmp(p->objects, lw_ps_cell(engine, 0),
               (size_t)p->n * p->ow * sizeof *p->objects) != 0) {
        fail_msg("%s: level %u differs after input %u", name, level, input);
    }
}

/* The number of inputs compared. */
static uint32_t play_level(const struct lw_ps_game *game, uint32_t number,
                           const char *name, struct lw_rng *rng, uint64_t *work) {
    const struct lw_ps_entry *level = &game->entries[number];
    struct plain p;
    struct lw_ps_engine *engine = NULL;
    uint32_t done = 0;
    assert_int_equal(
        lw_ps_engine_create(
            game,
            (struct lw_ps_engine_spec){level->width, level->height, LW_PS_KEEP_UNDO},
            lw_alloc_libc(), &engine, NULL),
        LW_OK);
    plain_open(&p, game, level);
    p.work = *work;
    struct outcome out = plain_load(&p, level, "seed");
    if (lw_ps_load(engine, level->cells, "seed", 4).again) {
        (void)lw_ps_play(engine, LW_PS_PRESS_NONE);
    }
    while (!p.too_much && done < MAX_INPUTS) {
        compare(&p, engine, name, number, done);
        int input = (int)lw_rng_below(rng, 6) - 1;
        out = turn(&p, input, false, false);
        out = drain(&p, out);
        if (p.too_much) {
            break;
        }
        struct lw_ps_turn got = lw_ps_play(engine, (enum lw_ps_input)input);
        if (got.won != out.won) {
            fail_msg("%s: level %u, input %u: won %d, plainly %d", name, number, done,
                     got.won, out.won);
        }
        done++;
        if (got.won) {
            break;
        }
    }
    *work = p.work;
    plain_close(&p);
    lw_ps_engine_destroy(engine);
    return done;
}

static uint32_t play_game(const char *source, size_t len, const char *name,
                          uint64_t seed) {
    struct lw_ps_game *game = NULL;
    struct lw_rng rng = lw_rng_make(seed, 0);
    uint64_t work = 0;
    uint32_t done = 0;
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
    bool fits = game->playable && game->n_layers <= MAX_LAYERS && game->obj_words <= 16 &&
                game->mov_words <= 32;
    for (uint32_t i = 0; fits && i < game->n_entries && work < GAME_WORK; i++) {
        const struct lw_ps_entry *level = &game->entries[i];
        if (level->message == NULL && level->cells != NULL &&
            level->width * level->height <= MAX_CELLS) {
            done += play_level(game, i, name, &rng, &work);
        }
    }
    lw_ps_game_destroy(game);
    return done;
}

#endif

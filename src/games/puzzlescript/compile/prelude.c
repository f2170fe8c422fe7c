/* The prelude: title, flags, sizes and colours of the whole game. */
#include <math.h>
#include <string.h>

#include "compile/compile_internal.h"

enum key {
    KEY_TITLE,
    KEY_AUTHOR,
    KEY_HOMEPAGE,
    KEY_BACKGROUND_COLOR,
    KEY_TEXT_COLOR,
    KEY_KEY_REPEAT,
    KEY_REALTIME,
    KEY_AGAIN,
    KEY_FLICKSCREEN,
    KEY_ZOOMSCREEN,
    KEY_PALETTE,
    KEY_YOUTUBE,
    N_KEYS
};

static const char *const keys[N_KEYS] = {"title",
                                         "author",
                                         "homepage",
                                         "background_color",
                                         "text_color",
                                         "key_repeat_interval",
                                         "realtime_interval",
                                         "again_interval",
                                         "flickscreen",
                                         "zoomscreen",
                                         "color_palette",
                                         "youtube"};

static const char *const flags[] = {"run_rules_on_level_start",
                                    "require_player_movement",
                                    "noundo",
                                    "norestart",
                                    "noaction",
                                    "norepeat_action",
                                    "debug",
                                    "verbose_logging",
                                    "throttle_movement",
                                    "scanline"};

static void set_flag(struct lw_ps_game *game, size_t flag) {
    bool *known[] = {&game->run_rules_on_level_start, &game->require_player_movement,
                     &game->noundo, &game->norestart, &game->noaction};
    if (flag < sizeof known / sizeof known[0]) {
        *known[flag] = true;
    }
}

/* The value as written, up to a comment. */
static struct ps_text value_of(struct ps_compile *c, const struct ps_line *line,
                               uint32_t pos) {
    uint32_t end = line->cut > pos ? line->cut : pos;
    uint32_t after = end;
    struct ps_text word;
    if (line->cut < line->len && lw_ps_next_word(line->code, line->len, &after, &word)) {
        lw_ps_warn(c, line->number, line->cut + 1,
                   "a comment stands inside this value: what follows it is ignored");
    }
    while (pos < end && (line->raw[pos] == ' ' || line->raw[pos] == '\t')) {
        pos++;
    }
    while (end > pos && ps_is_blank(line->raw[end - 1])) {
        end--;
    }
    return (struct ps_text){line->raw + pos, end - pos};
}

static const char *keep(struct ps_compile *c, struct ps_text text) {
    char *copy = lw_arena_text(&c->game->arena, text.at, text.len);
    c->failed = c->failed || copy == NULL;
    return copy;
}

static struct ps_text lowered(struct ps_compile *c, const struct ps_line *line,
                              struct ps_text value) {
    (void)c;
    return (struct ps_text){line->code + (value.at - line->raw), value.len};
}

static void take_value(struct ps_compile *c, const struct ps_line *line, enum key key,
                       struct ps_text value) {
    struct ps_text low = lowered(c, line, value);
    struct lw_ps_game *game = c->game;
    switch (key) {
    case KEY_TITLE:
        game->title = keep(c, value);
        break;
    case KEY_AUTHOR:
        game->author = keep(c, value);
        break;
    case KEY_HOMEPAGE:
        game->homepage = keep(c, value);
        break;
    case KEY_BACKGROUND_COLOR:
        c->background_colour = low;
        c->background_colour_line = line->number;
        break;
    case KEY_TEXT_COLOR:
        c->text_colour = low;
        c->text_colour_line = line->number;
        break;
    case KEY_REALTIME:
        c->realtime = low;
        break;
    case KEY_AGAIN:
        c->again = low;
        break;
    case KEY_FLICKSCREEN:
        c->flick = low;
        c->flick_line = line->number;
        break;
    case KEY_ZOOMSCREEN:
        c->zoom = low;
        c->zoom_line = line->number;
        break;
    case KEY_YOUTUBE:
        lw_ps_warn(c, line->number, 1, "'youtube' plays no music any more; remove it");
        break;
    case KEY_PALETTE:
        c->palette = low;
        c->palette_number = lw_ps_palette_find(low);
        break;
    default:
        break;
    }
}

static void read_key(struct ps_compile *c, const struct ps_line *line, enum key key,
                     uint32_t pos) {
    struct ps_text value = value_of(c, line, pos);
    if (value.len == 0) {
        lw_ps_error(c, line->number, pos + 1, "'%s' needs a value after it", keys[key]);
        return;
    }
    if (c->key_lines[key] != 0) {
        lw_ps_warn(c, line->number, 1,
                   "'%s' was already set on line %u; the last one holds", keys[key],
                   c->key_lines[key]);
    }
    c->key_lines[key] = line->number;
    take_value(c, line, key, value);
}

void lw_ps_read_prelude(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    if (!lw_ps_next_word(line->code, line->len, &pos, &word)) {
        return;
    }
    uint32_t column = (uint32_t)(word.at - line->code) + 1;
    uint32_t run = lw_ps_name_run(word.at, word.len, 0);
    if (run > 0) {
        pos -= word.len - run;
        word.len = run;
    }
    for (size_t k = 0; k < N_KEYS; k++) {
        if (ps_text_is(word, keys[k])) {
            read_key(c, line, (enum key)k, pos);
            return;
        }
    }
    for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++) {
        struct ps_text extra;
        if (!ps_text_is(word, flags[f])) {
            continue;
        }
        if (lw_ps_next_word(line->code, line->len, &pos, &extra)) {
            lw_ps_warn(c, line->number, pos, "'%s' takes no value, but '%.*s' follows it",
                       flags[f], (int)extra.len, extra.at);
        }
        set_flag(c->game, f);
        return;
    }
    lw_ps_error(
        c, line->number, column,
        "'%.*s' is not a setting of the prelude (expected title, author, …, or the "
        "heading OBJECTS)",
        (int)(word.len > 60 ? 60 : word.len), word.at);
}

/* Afterwards. */

static bool whole_number(struct ps_compile *c, uint32_t line, struct ps_text text,
                         uint32_t *out) {
    uint64_t value = 0;
    bool negative = text.len > 1 && text.at[0] == '-';
    for (uint32_t i = negative; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9') {
            return false;
        }
        value = value < 100000 ? value * 10 + (uint64_t)(text.at[i] - '0') : value;
    }
    if (negative || value == 0) {
        lw_ps_warn(c, line, 0, "the size '%.*s' must be greater than 0", (int)text.len,
                   text.at);
        return false;
    }
    *out = (uint32_t)value;
    return text.len > 0;
}

static struct ps_text trimmed(const char *at, size_t len) {
    for (; len > 0 && ps_is_blank(*at); len--) {
        at++;
    }
    while (len > 0 && ps_is_blank(at[len - 1])) {
        len--;
    }
    return (struct ps_text){at, (uint32_t)len};
}

/* "WxH"; each part that is no whole number is said apart. */
static void read_size(struct ps_compile *c, struct ps_text text, uint32_t line,
                      uint32_t *width, uint32_t *height) {
    if (text.len == 0) {
        return;
    }
    const char *cross = memchr(text.at, 'x', text.len);
    struct ps_text parts[2] = {{text.at, text.len}, {text.at, 0}};
    if (cross != NULL) {
        size_t left = (size_t)(cross - text.at);
        parts[0] = trimmed(text.at, left);
        parts[1] = trimmed(cross + 1, text.len - left - 1);
    }
    uint32_t sizes[2] = {0, 0};
    bool good = cross != NULL;
    for (int i = 0; i < 2 && cross != NULL; i++) {
        bool number = whole_number(c, line, parts[i], &sizes[i]);
        bool dotted = memchr(parts[i].at, '.', parts[i].len) != NULL;
        if (!number && dotted) {
            lw_ps_warn(c, line, 0, "'%.*s' is not a whole number", (int)parts[i].len,
                       parts[i].at);
        }
        good = good && number;
    }
    if (!good) {
        lw_ps_warn(c, line, 0, "the size '%.*s' is not of the form WIDTHxHEIGHT",
                   (int)text.len, text.at);
        return;
    }
    *width = sizes[0];
    *height = sizes[1];
}

static double seconds_of(struct ps_text text, double fallback) {
    double value = 0;
    double place = 0;
    for (uint32_t i = 0; i < text.len; i++) {
        if (text.at[i] == '.' && place == 0) {
            place = 1;
        } else if (text.at[i] >= '0' && text.at[i] <= '9') {
            value = value * 10 + (text.at[i] - '0');
            place *= 10;
        } else {
            break;
        }
    }
    value = place > 1 ? value / place : value;
    return text.len > 0 && value > 0 && value < 1e6 ? value : fallback;
}

static void screen_colour(struct ps_compile *c, struct ps_text word, uint32_t line,
                          const char *what, lw_rgba *out) {
    if (word.len > 0 && !lw_ps_colour(c->palette_number, word, out)) {
        lw_ps_error(
            c, line, 0,
            "%s '%.*s' is not a colour (expected a name such as pink, or #1412fa)", what,
            (int)word.len, word.at);
    }
}

/* Rows that a text takes on the screen, wrapped at words to 34 columns. */
uint32_t lw_ps_wrapped_rows(const char *text) {
    uint32_t rows = 1;
    uint32_t column = 0;
    while (*text != '\0') {
        uint32_t len = (uint32_t)strcspn(text, " ");
        if (column > 0 && column + 1 + len > 34) {
            rows++;
            column = 0;
        }
        column += len + (column > 0);
        while (column > 34) {
            rows++;
            column -= 34;
        }
        text += len;
        text += *text == ' ';
    }
    return rows;
}

void lw_ps_finish_prelude(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    read_size(c, c->flick, c->flick_line, &game->flick_width, &game->flick_height);
    read_size(c, c->zoom, c->zoom_line, &game->zoom_width, &game->zoom_height);
    game->again_interval = seconds_of(c->again, 0.15);
    game->realtime_interval = seconds_of(c->realtime, 0);
    game->background_colour = 0x000000ffU;
    game->text_colour = 0xffffffffU;
    screen_colour(c, c->text_colour, c->text_colour_line, "text_color",
                  &game->text_colour);
    screen_colour(c, c->background_colour, c->background_colour_line, "background_color",
                  &game->background_colour);
    /* Five rows for both. */
    uint32_t author_rows = game->author[0] == '\0' ? 0 : lw_ps_wrapped_rows(game->author);
    if (lw_ps_wrapped_rows(game->title) + (author_rows > 0) > 5) {
        lw_ps_warn(c, c->key_lines[KEY_TITLE], 1, "the title is too long for the screen");
    }
    if (author_rows > 3) {
        lw_ps_warn(c, c->key_lines[KEY_AUTHOR], 1,
                   "the author is too long for the screen");
    }
}

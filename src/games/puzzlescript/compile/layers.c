/* The SOUNDS and COLLISIONLAYERS sections. */
#include <string.h>

#include "compile/compile_internal.h"

/* Sounds. */

enum { N_SFX = 11 };

static const char *const sound_events[] = {
    "titlescreen", "startgame", "cancel",   "endgame",     "startlevel",
    "undo",        "restart",   "endlevel", "showmessage", "closemessage"};

/* sfx0 … sfx10 and then the others; -1: none of them. */
static int event_number(struct ps_text word) {
    uint32_t sfx = lw_ps_command_bit(word) / LW_PS_SFX;
    if (sfx != 0) {
        return (int)lw_bits_first(sfx);
    }
    for (size_t i = 0; i < sizeof sound_events / sizeof sound_events[0]; i++) {
        if (ps_text_is(word, sound_events[i])) {
            return (int)i + N_SFX;
        }
    }
    return -1;
}

static bool is_seed(struct ps_text word) {
    for (uint32_t i = 0; i < word.len; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') {
            return false;
        }
    }
    return word.len > 0;
}

static bool check_tail(struct ps_compile *c, const struct ps_line *line, uint32_t pos,
                       struct ps_text seed) {
    struct ps_text extra;
    if (lw_ps_next_word(line->code, line->len, &pos, &extra)) {
        lw_ps_error(c, line->number, pos,
                    "nothing may follow the sound %.*s on this line, but %s does",
                    (int)seed.len, seed.at, lw_ps_shout(c, extra));
        return false;
    }
    return true;
}

static void keep_sound(struct ps_compile *c, struct ps_sound_line sound) {
    if (lw_ps_grow(c, &c->sounds, &c->sounds_cap, c->n_sounds + 1, sizeof *c->sounds)) {
        c->sounds[c->n_sounds++] = sound;
    }
}

/* A line with an error in it declares nothing; one that just ends too early is judged
 * with the others, after reading. */
static void event_sound(struct ps_compile *c, const struct ps_line *line, uint32_t pos,
                        struct ps_text word, uint32_t event) {
    struct ps_text seed;
    bool more = lw_ps_next_word(line->code, line->len, &pos, &seed);
    if (more && !is_seed(seed)) {
        lw_ps_error(c, line->number, pos,
                    "expected the number of a sound (such as 123123) after %s",
                    lw_ps_shout(c, word));
        return;
    }
    if (more && !check_tail(c, line, pos, seed)) {
        return;
    }
    c->events_seen |= 1U << event;
    keep_sound(c, (struct ps_sound_line){.name = PS_NO_NAME,
                                         .line = line->number,
                                         .event = (uint8_t)event,
                                         .seed = more ? "" : NULL});
}

static uint8_t direction_bits(struct ps_text word) {
    static const struct {
        const char *word;
        uint8_t bits;
    } table[] = {{"up", 1},          {"down", 2},     {"left", 4},       {"right", 8},
                 {"horizontal", 12}, {"vertical", 3}, {"orthogonal", 15}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (ps_text_is(word, table[i].word)) {
            return table[i].bits;
        }
    }
    return 0;
}

static int verb_number(struct ps_text word, uint8_t *dirs) {
    static const char *const verbs[] = {"move", "cantmove", "create", "destroy"};
    for (int i = 0; i < 4; i++) {
        if (ps_text_is(word, verbs[i])) {
            return i;
        }
    }
    if (ps_text_is(word, "action")) {
        *dirs = 1 << LW_PS_ACTION;
        return LW_PS_SOUND_MOVE;
    }
    return -1;
}

static void object_sound(struct ps_compile *c, const struct ps_line *line, uint32_t pos,
                         uint32_t name) {
    struct ps_sound_line sound = {.name = name, .line = line->number};
    struct ps_text word = {line->code, 0};
    bool more = lw_ps_next_word(line->code, line->len, &pos, &word);
    int verb = more ? verb_number(word, &sound.dirs) : -1;
    if (verb < 0) {
        lw_ps_error(c, line->number, pos,
                    "expected move, cantmove, create, destroy or action after %s",
                    lw_ps_shout(c, c->names[name].text));
        return;
    }
    sound.event = (uint8_t)verb;
    bool directed = verb <= LW_PS_SOUND_CANTMOVE && sound.dirs == 0;
    while ((more = lw_ps_next_word(line->code, line->len, &pos, &word)) && directed &&
           direction_bits(word) != 0) {
        sound.dirs |= direction_bits(word);
    }
    if (more && !is_seed(word)) {
        lw_ps_error(c, line->number, pos,
                    "expected the number of a sound (such as 123123) here, found %s",
                    lw_ps_shout(c, word));
        return;
    }
    sound.dirs = directed && sound.dirs == 0 ? 15 : sound.dirs;
    if (more) {
        sound.seed = lw_arena_text(&c->game->arena, word.at, word.len);
        c->failed = c->failed || sound.seed == NULL;
        if (!check_tail(c, line, pos, word)) {
            return;
        }
    }
    keep_sound(c, sound);
}

void lw_ps_read_sounds(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    if (!lw_ps_next_word(line->code, line->len, &pos, &word)) {
        return;
    }
    uint32_t column = (uint32_t)(word.at - line->code) + 1;
    uint32_t used = lw_ps_name_run(word.at, word.len, 0);
    if (used == 0) {
        lw_ps_warn(
            c, line->number, column,
            "'%.*s' is no name: expected an object or a sound event, and this line "
            "declares nothing",
            (int)(word.len > 60 ? 60 : word.len), word.at);
        return;
    }
    pos -= word.len - used;
    word.len = used;
    uint32_t name = lw_ps_name_index(c, word);
    int event = event_number(word);
    if (event >= 0) {
        event_sound(c, line, pos, word, (uint32_t)event);
    } else if (ps_name_defined(c, name)) {
        object_sound(c, line, pos, name);
    } else {
        lw_ps_error(c, line->number, 1, "'%.*s' is neither an object nor a sound event",
                    (int)(word.len > 60 ? 60 : word.len), word.at);
    }
}

/* Says what is wrong with a declaration; false: nothing will sound. */
static bool check_sound(struct ps_compile *c, const struct ps_sound_line *line,
                        uint32_t *declared) {
    bool good = line->seed != NULL;
    if (!good) {
        lw_ps_error(c, line->line, 0,
                    "expected the number of a sound (such as 123123) at the end");
    }
    if (line->name == PS_NO_NAME) {
        if ((*declared >> line->event & 1) != 0) {
            lw_ps_warn(c, line->line, 0,
                       "this sound is declared already; the last holds");
        }
        *declared |= 1U << line->event;
        return false;
    }
    if (c->names[ps_name_target(c, line->name)].kind == PS_AGGREGATE) {
        lw_ps_error(c, line->line, 0,
                    "%s is an aggregate (and): sounds belong to objects and properties",
                    lw_ps_shout(c, c->names[line->name].text));
        return false;
    }
    return good;
}

void lw_ps_make_sounds(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    uint32_t declared = 0;
    game->sounds = lw_arena_zero(&game->arena, c->n_sounds + 1, sizeof *game->sounds);
    if (game->sounds == NULL) {
        c->failed = true;
        return;
    }
    for (size_t i = 0; i < c->n_sounds; i++) {
        const struct ps_sound_line *line = &c->sounds[i];
        if (!check_sound(c, line, &declared)) {
            continue;
        }
        uint64_t *objects = lw_ps_new_mask(c, game->obj_words);
        const uint64_t *mask = lw_ps_name_mask(c, line->name);
        if (c->failed) {
            return;
        }
        memcpy(objects, mask, game->obj_words * sizeof *objects);
        game->sounds[game->n_sounds++] =
            (struct lw_ps_sound){.event = (enum lw_ps_sound_event)line->event,
                                 .seed = line->seed,
                                 .dirs = line->dirs,
                                 .objects = objects};
    }
}

/* Collision layers. */

static size_t count_in(const struct ps_layer *layer, uint32_t object) {
    size_t n = 0;
    for (size_t i = 0; i < layer->n; i++) {
        n += layer->names[i] == object;
    }
    return n;
}

static void warn_elsewhere(struct ps_compile *c, uint32_t line, uint32_t object) {
    for (size_t l = 0; l + 1 < c->n_layers; l++) {
        if (count_in(&c->layers[l], object) > 0) {
            lw_ps_warn(
                c, line, 0,
                "the object %s is in the collision layers %zu and %zu; the last holds",
                lw_ps_shout(c, c->names[object].text), l + 1, c->n_layers);
            return;
        }
    }
}

static void place(struct ps_compile *c, uint32_t line, uint32_t object) {
    struct ps_layer *layer = &c->layers[c->n_layers - 1];
    if (c->names[object].kind != PS_OBJECT) {
        return;
    }
    warn_elsewhere(c, line, object);
    if (lw_ps_grow(c, &layer->names, &layer->cap, layer->n + 1, sizeof *layer->names)) {
        layer->names[layer->n++] = object;
    }
}

static void layer_name(struct ps_compile *c, const struct ps_line *line,
                       struct ps_text word) {
    uint32_t name = lw_ps_name_index(c, word);
    bool is_background = ps_text_is(word, "background");
    if ((is_background && c->layers[c->n_layers - 1].n > 0) || c->layer_has_background) {
        lw_ps_error(c, line->number, (uint32_t)(word.at - line->code) + 1,
                    "the background needs a layer of its own");
    }
    c->layer_has_background = c->layer_has_background || is_background;
    if (!ps_name_defined(c, name) ||
        c->names[ps_name_target(c, name)].kind == PS_UNDEFINED) {
        lw_ps_error(c, line->number, (uint32_t)(word.at - line->code) + 1,
                    "%s cannot be put into a layer: it is defined nowhere",
                    lw_ps_shout(c, word));
        return;
    }
    if (c->names[name].mark == c->mark) {
        lw_ps_warn(c, line->number, 0, "%s is listed twice in this layer",
                   lw_ps_shout(c, word));
    }
    c->names[name].mark = c->mark;
    const struct ps_name *target = &c->names[ps_name_target(c, name)];
    if (target->kind == PS_AGGREGATE) {
        lw_ps_error(
            c, line->number, (uint32_t)(word.at - line->code) + 1,
            "%s is an aggregate (and): its objects share cells and so cannot share "
            "a layer",
            lw_ps_shout(c, word));
    } else if (target->kind == PS_OBJECT) {
        place(c, line->number, ps_name_target(c, name));
    } else {
        for (uint32_t i = 0; i < target->n_members && !c->failed; i++) {
            place(c, line->number, target->members[i]);
        }
    }
}

/* A line makes a new layer unless it begins with a comment: then what follows the comment
 * belongs to the layer before, as in the reference. */
static bool new_layer(struct ps_compile *c, const struct ps_line *line) {
    uint32_t text = 0;
    while (text < line->cut && ps_is_blank(line->code[text])) {
        text++;
    }
    if (line->in_comment || (text == line->cut && line->cut < line->len)) {
        if (c->n_layers == 0) {
            lw_ps_error(
                c, line->number, 1,
                "a comment opens this line, so that it belongs to the layer before, "
                "but there is none");
        }
        return c->n_layers > 0;
    }
    if (!lw_ps_grow(c, &c->layers, &c->layers_cap, c->n_layers + 1, sizeof *c->layers)) {
        return false;
    }
    c->layers[c->n_layers++] = (struct ps_layer){.line = line->number};
    c->layer_has_background = false;
    return true;
}

void lw_ps_read_layers(struct ps_compile *c, const struct ps_line *line) {
    if (line->blank || !new_layer(c, line)) {
        return;
    }
    c->mark++;
    uint32_t pos = 0;
    while (pos < line->len && !c->failed && !c->stop) {
        char byte = line->code[pos];
        if (ps_is_blank(byte) || byte == ',') {
            pos++;
            continue;
        }
        uint32_t used = lw_ps_name_run(line->code, line->len, pos);
        if (used == 0) {
            size_t bytes = 1;
            (void)lw_utf8_decode(line->code + pos, line->len - pos, &bytes);
            lw_ps_error(c, line->number, pos + 1,
                        "unexpected character '%.*s' in a layer", (int)bytes,
                        line->code + pos);
            pos += (uint32_t)bytes;
            continue;
        }
        layer_name(c, line, (struct ps_text){line->code + pos, used});
        pos += used;
        if (c->n_layers > PS_MAX_OBJECTS ||
            c->layers[c->n_layers - 1].n > PS_MAX_OBJECTS) {
            lw_ps_error(c, line->number, 1, "more than %d layers or objects in a layer",
                        (int)PS_MAX_OBJECTS);
            c->stop = true;
        }
    }
}

/* Names: the table of everything that can be named, and what the names resolve to once
 * the collision layers are known. */
#include <string.h>

#include "compile/compile_internal.h"

static uint32_t hash_text(struct ps_text text) {
    uint32_t hash = 2166136261U;
    for (uint32_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.at[i]) * 16777619U;
    }
    return hash ^ hash >> 15;
}

static uint32_t find_slot(const struct ps_compile *c, struct ps_text text) {
    uint32_t slot = hash_text(text) & (c->n_slots - 1);
    while (c->slots[slot] != PS_NO_NAME &&
           !lw_ps_text_same(c->names[c->slots[slot]].text, text)) {
        slot = (slot + 1) & (c->n_slots - 1);
    }
    return slot;
}

uint32_t lw_ps_name_index(const struct ps_compile *c, struct ps_text text) {
    return c->n_slots == 0 ? PS_NO_NAME : c->slots[find_slot(c, text)];
}

static bool rehash(struct ps_compile *c) {
    uint32_t n_slots = c->n_slots == 0 ? 256 : c->n_slots * 2;
    uint32_t *slots = lw_arena_get(&c->scratch, n_slots * sizeof *slots);
    if (slots == NULL) {
        c->failed = true;
        return false;
    }
    memset(slots, 0xff, n_slots * sizeof *slots);
    c->slots = slots;
    c->n_slots = n_slots;
    for (uint32_t i = 0; i < c->n_names; i++) {
        slots[find_slot(c, c->names[i].text)] = i;
    }
    return true;
}

uint32_t lw_ps_name_intern(struct ps_compile *c, struct ps_text text) {
    if ((c->n_names + 1) * 2 > c->n_slots && !rehash(c)) {
        return 0;
    }
    uint32_t slot = find_slot(c, text);
    if (c->slots[slot] != PS_NO_NAME) {
        return c->slots[slot];
    }
    if (c->n_names >= PS_MAX_NAMES) {
        lw_ps_error(c, c->line, 1, "more than %d names", (int)PS_MAX_NAMES);
        c->stop = true;
        return 0;
    }
    if (!lw_ps_grow(c, &c->names, &c->names_cap, c->n_names + 1, sizeof *c->names)) {
        return 0;
    }
    c->names[c->n_names] =
        (struct ps_name){.text = text, .id = PS_NO_ID, .layer = PS_NO_ID};
    c->slots[slot] = (uint32_t)c->n_names;
    return (uint32_t)c->n_names++;
}

void lw_ps_set_layer(uint64_t *movements, uint32_t layer) {
    for (uint32_t d = 0; d < LW_PS_N_MOVEMENTS; d++) {
        ps_set_bit(movements, 5 * layer + d);
    }
}

uint64_t *lw_ps_new_mask(struct ps_compile *c, uint32_t words) {
    c->n_mask_words += words;
    if (c->n_mask_words > PS_MAX_MASK_WORDS) {
        if (!c->stop) {
            lw_ps_error_global(
                c,
                "the game is too large: its rules and levels need more than "
                "%d MB",
                (int)(PS_MAX_MASK_WORDS >> 17));
        }
        c->stop = true;
        c->failed = true;
        return NULL;
    }
    uint64_t *mask = lw_arena_zero(&c->game->arena, words, sizeof *mask);
    c->failed = c->failed || mask == NULL;
    return mask;
}

const uint64_t *lw_ps_name_mask(struct ps_compile *c, uint32_t index) {
    struct ps_name *name = &c->names[index];
    if (name->mask == NULL) {
        name->mask = lw_ps_get(c, c->game->obj_words, sizeof *name->mask);
        for (uint32_t i = 0; i < name->n_ids && name->mask != NULL; i++) {
            ps_set_bit(name->mask, name->ids[i]);
        }
    }
    return name->mask;
}

/* Ids and layers. */

/* Ids in order of layer and place; an object listed twice keeps the last. */
static void number_objects(struct ps_compile *c) {
    uint32_t *last = lw_ps_get(c, c->n_names + 1, sizeof *last);
    if (last == NULL) {
        return;
    }
    uint32_t place = 0;
    for (size_t l = 0; l < c->n_layers; l++) {
        for (size_t i = 0; i < c->layers[l].n; i++) {
            last[c->layers[l].names[i]] = ++place;
        }
    }
    place = 0;
    uint32_t id = 0;
    for (size_t l = 0; l < c->n_layers; l++) {
        for (size_t i = 0; i < c->layers[l].n; i++) {
            uint32_t name = c->layers[l].names[i];
            if (last[name] == ++place) {
                c->names[name].id = (uint16_t)id++;
                c->names[name].layer = (uint16_t)l;
            }
        }
    }
    c->game->n_objects = id;
    c->game->n_layers = (uint32_t)c->n_layers;
    c->game->obj_words = (id + 63) / 64 == 0 ? 1 : (id + 63) / 64;
    c->game->mov_words = (c->game->n_layers * 5 + 63) / 64;
}

static void fill_object(struct ps_compile *c, const struct ps_name *name) {
    struct lw_ps_object *object = &c->game->objects[name->id];
    object->name = lw_arena_text(&c->game->arena, name->text.at, name->text.len);
    c->failed = c->failed || object->name == NULL;
    object->line = name->line;
    object->layer = name->layer;
    object->n_colours = name->n_colours;
    memcpy(object->colours, name->colours, sizeof object->colours);
    bool whole = name->sprite_rows == 0;
    for (int i = 0; i < 25; i++) {
        int y = i / 5;
        int x = i % 5;
        char pixel = '.';
        if (y < name->sprite_rows && x < name->row_len[y]) {
            pixel = name->sprite[y][x];
        }
        int colour = whole ? 0 : pixel == '.' ? -1 : pixel - '0';
        bool shown = colour >= 0 && colour < name->n_colours &&
                     (name->colours[colour] & 0xff) != 0;
        object->pixels[i] = (int8_t)(shown ? colour : -1);
    }
}

static void fill_objects(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    game->objects =
        lw_arena_zero(&game->arena, game->n_objects + 1, sizeof *game->objects);
    game->layer_masks = lw_ps_new_mask(c, game->n_layers * game->obj_words + 1);
    if (game->objects == NULL || game->layer_masks == NULL) {
        c->failed = true;
        return;
    }
    for (size_t i = 0; i < c->n_names; i++) {
        if (c->names[i].kind == PS_OBJECT && c->names[i].id != PS_NO_ID) {
            fill_object(c, &c->names[i]);
            ps_set_bit(game->layer_masks + (size_t)c->names[i].layer * game->obj_words,
                       c->names[i].id);
        }
    }
}

static void check_sprites(struct ps_compile *c) {
    for (size_t i = 0; i < c->n_names; i++) {
        if (c->names[i].many_colours) {
            lw_ps_error(c, c->names[i].line + 1, 0,
                        "the object %s has more than 10 colours",
                        lw_ps_shout(c, c->names[i].text));
        }
    }
    for (size_t i = 0; i < c->n_names; i++) {
        struct ps_name *name = &c->names[i];
        if (name->kind != PS_OBJECT) {
            continue;
        }
        if (name->n_colours == 0) {
            lw_ps_error(c, name->line, 0, "the object %s has no colour",
                        lw_ps_shout(c, name->text));
            name->colours[name->n_colours++] = 0xff00ffffU;
        }
        if (name->sprite_rows > 0 && (name->bad_sprite || name->sprite_rows != 5)) {
            lw_ps_warn(c, name->line, 0, "the sprite of %s is not 5 wide and 5 high",
                       lw_ps_shout(c, name->text));
        }
    }
}

/* Object ids of every name; members without a layer are left out. */
static void resolve_ids(struct ps_compile *c) {
    for (size_t i = 0; i < c->n_names; i++) {
        struct ps_name *name = &c->names[i];
        const struct ps_name *target = &c->names[ps_name_target(c, (uint32_t)i)];
        uint32_t n = target->kind == PS_OBJECT ? 1 : target->n_members;
        if (target->kind == PS_UNDEFINED || target->kind == PS_SYNONYM) {
            continue;
        }
        name->ids = lw_ps_get(c, n, sizeof *name->ids);
        for (uint32_t m = 0; m < n && !c->failed; m++) {
            uint16_t id =
                target->kind == PS_OBJECT ? target->id : c->names[target->members[m]].id;
            if (id != PS_NO_ID) {
                name->ids[name->n_ids++] = id;
            }
        }
        if (target->kind != PS_OBJECT && name->n_ids > 0) {
            uint16_t layer = c->game->objects[name->ids[0]].layer;
            for (uint32_t m = 1; m < name->n_ids; m++) {
                layer = c->game->objects[name->ids[m]].layer == layer ? layer : PS_NO_ID;
            }
            name->layer =
                target->kind == PS_PROPERTY && name->n_ids == n ? layer : PS_NO_ID;
        } else {
            name->layer = target->layer;
        }
    }
}

/* Aggregates, player, background. */

static bool check_members(struct ps_compile *c, const struct ps_name *name) {
    bool good = true;
    for (uint32_t m = 0; m < name->n_members; m++) {
        const struct ps_name *member = &c->names[name->members[m]];
        if (member->kind == PS_PROPERTY) {
            lw_ps_error_global(c, "the aggregate %s is made of the property %s",
                               lw_ps_shout(c, name->text), lw_ps_shout(c, member->text));
        }
        if (member->kind == PS_OBJECT && member->id == PS_NO_ID) {
            lw_ps_error(c, name->line, 0, "the object %s is in no collision layer",
                        lw_ps_shout(c, member->text));
            good = false;
        }
    }
    return good;
}

static void check_aggregate(struct ps_compile *c, const struct ps_name *name) {
    if (!check_members(c, name)) {
        return;
    }
    for (uint32_t a = 0; a < name->n_members; a++) {
        for (uint32_t b = a + 1; b < name->n_members; b++) {
            const struct ps_name *first = &c->names[name->members[a]];
            const struct ps_name *second = &c->names[name->members[b]];
            if (first->id != PS_NO_ID && second->id != PS_NO_ID &&
                first->layer == second->layer) {
                lw_ps_error(c, name->line, 0,
                            "the aggregate %s joins %s and %s, which share a collision "
                            "layer and cannot be in one cell",
                            lw_ps_shout(c, name->text), lw_ps_shout(c, first->text),
                            lw_ps_shout(c, second->text));
            }
        }
    }
}

static void find_background(struct ps_compile *c) {
    struct ps_text text = {"background", 10};
    uint32_t name = lw_ps_name_index(c, text);
    c->background_name = PS_NO_NAME;
    if (!ps_name_defined(c, name)) {
        c->following = true;
        lw_ps_error_global(c,
                           "no background: define an object, synonym or property of that "
                           "name to fill empty cells");
        c->following = false;
        return;
    }
    uint32_t target = ps_name_target(c, name);
    if (c->names[target].kind == PS_AGGREGATE) {
        lw_ps_error(c, c->names[name].line, 0,
                    "the background cannot be an aggregate (and): use an object or a "
                    "property (or)");
        return;
    }
    c->background_name = name;
}

static void find_player(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    uint32_t name = lw_ps_name_index(c, (struct ps_text){"player", 6});
    game->player = lw_ps_new_mask(c, game->obj_words);
    if (!ps_name_defined(c, name)) {
        c->following = true;
        lw_ps_error_global(c, "no player: nothing will answer to the keys");
        c->following = false;
        return;
    }
    if (c->failed) {
        return;
    }
    game->player_all = c->names[ps_name_target(c, name)].kind == PS_AGGREGATE;
    for (uint32_t i = 0; i < c->names[name].n_ids; i++) {
        ps_set_bit(game->player, c->names[name].ids[i]);
        game->objects[c->names[name].ids[i]].is_player = true;
    }
}

static void place_background(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    game->background = 0;
    game->background_layer = 0;
    if (c->background_name == PS_NO_NAME) {
        return;
    }
    const struct ps_name *name = &c->names[c->background_name];
    if (name->n_ids == 0) {
        if (c->names[ps_name_target(c, c->background_name)].kind != PS_OBJECT) {
            lw_ps_error_global(c, "the background is in no collision layer");
        }
        return;
    }
    game->background = name->ids[0];
    game->background_layer = game->objects[name->ids[0]].layer;
    for (uint32_t i = 1; i < name->n_ids; i++) {
        if (game->objects[name->ids[i]].layer != game->background_layer) {
            lw_ps_error(c, name->line, 0,
                        "the objects of the background must share a collision layer: %s "
                        "and %s do not",
                        game->objects[name->ids[0]].name,
                        game->objects[name->ids[i]].name);
            return;
        }
    }
}

/* The names for those who read the game. */
static void keep_names(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    static const enum lw_ps_name_kind kinds[] = {
        LW_PS_UNKNOWN, LW_PS_OBJECT, LW_PS_UNKNOWN, LW_PS_PROPERTY, LW_PS_AGGREGATE};
    game->names = lw_arena_zero(&game->arena, c->n_names + 1, sizeof *game->names);
    for (size_t i = 0; i < c->n_names && game->names != NULL; i++) {
        const struct ps_name *name = &c->names[i];
        uint16_t *members =
            lw_arena_get(&game->arena, (name->n_ids + 1) * sizeof *members);
        const char *text = lw_arena_text(&game->arena, name->text.at, name->text.len);
        if (members == NULL || text == NULL) {
            c->failed = true;
            return;
        }
        if (name->n_ids > 0) {
            memcpy(members, name->ids, name->n_ids * sizeof *members);
        }
        game->names[game->n_names++] = (struct lw_ps_name){
            .text = text,
            .kind = kinds[c->names[ps_name_target(c, (uint32_t)i)].kind],
            .line = name->line,
            .members = members,
            .n_members = name->n_ids};
    }
    c->failed = c->failed || game->names == NULL;
}

void lw_ps_resolve_names(struct ps_compile *c) {
    if (!ps_name_defined(c, lw_ps_name_index(c, (struct ps_text){"player", 6}))) {
        lw_ps_error_global(
            c, "no object or legend entry is called player: there must be one");
    }
    if (!ps_name_defined(c, lw_ps_name_index(c, (struct ps_text){"background", 10}))) {
        lw_ps_error_global(
            c, "no object or legend entry is called background: there must be "
               "one");
    }
    size_t n_placed = 0;
    for (size_t l = 0; l < c->n_layers; l++) {
        n_placed += c->layers[l].n;
    }
    if (c->n_layers == 0 || n_placed == 0) {
        lw_ps_error_global(c, "no collision layers: every object needs one");
        c->stop = true;
        return;
    }
    if (c->palette.len > 0 && c->palette_number == 0) {
        lw_ps_error(c, 0, 0, "the palette '%.*s' is unknown; the default one is used",
                    (int)c->palette.len, c->palette.at);
    }
    check_sprites(c);
    number_objects(c);
    if (c->game->n_objects > PS_MAX_OBJECTS || c->n_layers > PS_MAX_OBJECTS) {
        lw_ps_error_global(c, "more than %d objects or layers", (int)PS_MAX_OBJECTS);
        c->stop = true;
        return;
    }
    fill_objects(c);
    if (c->failed) {
        return;
    }
    for (size_t i = 0; i < c->n_names; i++) {
        if (c->names[i].kind == PS_AGGREGATE) {
            check_aggregate(c, &c->names[i]);
        }
    }
    resolve_ids(c);
    find_background(c);
    find_player(c);
    place_background(c);
    keep_names(c);
}

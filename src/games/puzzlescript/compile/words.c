/* The words of the rules, and the first look at a line of them while the source is read:
 * are the names known? Words are found by their first letter, because every word of every
 * rule and every name of the game is asked here. */
#include <string.h>

#include "compile/compile_internal.h"

static const char *const mod_words[] = {
    "",           "up",    "down",     "left",          "right",      "action",
    "stationary", "no",    "random",   "randomdir",     ">",          "<",
    "^",          "v",     "parallel", "perpendicular", "horizontal", "vertical",
    "orthogonal", "moving"};

/* Modifiers that begin with a character. */
static const uint32_t mods_by_letter[128] = {
    ['u'] = 1U << PS_MOD_UP,
    ['d'] = 1U << PS_MOD_DOWN,
    ['l'] = 1U << PS_MOD_LEFT,
    ['r'] = 1U << PS_MOD_RIGHT | 1U << PS_MOD_RANDOM | 1U << PS_MOD_RANDOMDIR,
    ['a'] = 1U << PS_MOD_ACTION,
    ['s'] = 1U << PS_MOD_STATIONARY,
    ['n'] = 1U << PS_MOD_NO,
    ['>'] = 1U << PS_MOD_FORWARD,
    ['<'] = 1U << PS_MOD_BACK,
    ['^'] = 1U << PS_MOD_CCW,
    ['v'] = 1U << PS_MOD_CW | 1U << PS_MOD_VERTICAL,
    ['p'] = 1U << PS_MOD_PARALLEL | 1U << PS_MOD_PERPENDICULAR,
    ['h'] = 1U << PS_MOD_HORIZONTAL,
    ['o'] = 1U << PS_MOD_ORTHOGONAL,
    ['m'] = 1U << PS_MOD_MOVING};

bool lw_ps_word_is_mod(struct ps_text word, uint8_t *mod) {
    unsigned char first = (unsigned char)word.at[0];
    for (uint32_t mods = first < 128 ? mods_by_letter[first] : 0; mods != 0;
         mods &= mods - 1) {
        *mod = (uint8_t)lw_bits_first(mods);
        if (ps_text_is(word, mod_words[*mod])) {
            return true;
        }
    }
    return false;
}

static uint32_t sfx_bit(struct ps_text word) {
    bool is_sfx = word.len >= 4 && word.len <= 5 && memcmp(word.at, "sfx", 3) == 0;
    if (!is_sfx || word.at[3] < '0' || word.at[3] > '9') {
        return 0;
    }
    if (word.len == 4) {
        return (uint32_t)LW_PS_SFX << (word.at[3] - '0');
    }
    return word.at[3] == '1' && word.at[4] == '0' ? (uint32_t)LW_PS_SFX << 10 : 0;
}

uint32_t lw_ps_command_bit(struct ps_text word) {
    switch (word.at[0]) {
    case 'c':
        return ps_text_is(word, "cancel")       ? LW_PS_CANCEL
               : ps_text_is(word, "checkpoint") ? LW_PS_CHECKPOINT
                                                : 0;
    case 'r':
        return ps_text_is(word, "restart") ? LW_PS_RESTART : 0;
    case 'w':
        return ps_text_is(word, "win") ? LW_PS_WIN : 0;
    case 'a':
        return ps_text_is(word, "again") ? LW_PS_AGAIN : 0;
    case 'm':
        return ps_text_is(word, "message") ? LW_PS_MESSAGE : 0;
    case 's':
        return sfx_bit(word);
    default:
        return 0;
    }
}

bool lw_ps_is_keyword(struct ps_text word) {
    static const char *const by_letter[26] = {
        ['a' - 'a'] = "any all action again ",
        ['c' - 'a'] = "checkpoint collisionlayers create cantmove cancel closemessage ",
        ['d' - 'a'] = "down destroy ",
        ['e' - 'a'] = "endgame endlevel ",
        ['h' - 'a'] = "horizontal ",
        ['l' - 'a'] = "legend levels left late ",
        ['m' - 'a'] = "moving message move ",
        ['n' - 'a'] = "no ",
        ['o' - 'a'] = "objects orthogonal ",
        ['p' - 'a'] = "parallel perpendicular ",
        ['r' - 'a'] = "rules right rigid randomdir random restart ",
        ['s' - 'a'] = "sounds some stationary startgame startlevel showmessage ",
        ['t' - 'a'] = "titlescreen ",
        ['u' - 'a'] = "up undo ",
        ['v' - 'a'] = "v vertical ",
        ['w' - 'a'] = "winconditions win "};
    char first = word.at[0];
    const char *list = "... | [ ] ^ > < ";
    if (first >= 'a' && first <= 'z') {
        list = by_letter[first - 'a'];
    }
    while (list != NULL && *list != '\0') {
        uint32_t same = 0;
        while (same < word.len && list[same] == word.at[same]) {
            same++;
        }
        if (same == word.len && list[same] == ' ') {
            return true;
        }
        for (list += same; *list != ' '; list++) {
        }
        list++;
    }
    return sfx_bit(word) != 0;
}

/* The first look. */

static bool is_rule_word(struct ps_text word) {
    uint8_t mod = 0;
    bool known = lw_ps_word_is_mod(word, &mod);
    bool absolute = known && (mod <= PS_MOD_RIGHT || mod == PS_MOD_RANDOM ||
                              (mod >= PS_MOD_HORIZONTAL && mod <= PS_MOD_ORTHOGONAL));
    return absolute || ps_text_is(word, "late") || ps_text_is(word, "rigid") ||
           ps_text_is(word, "startloop") || ps_text_is(word, "endloop");
}

static void look_at_word(struct ps_compile *c, const struct ps_line *line,
                         struct ps_text word, bool first, bool inside) {
    uint8_t mod = 0;
    uint32_t column = (uint32_t)(word.at - line->code) + 1;
    if ((!inside && is_rule_word(word)) || (inside && lw_ps_word_is_mod(word, &mod))) {
        return;
    }
    if (ps_name_listed(c, lw_ps_name_index(c, word))) {
        if (first) {
            lw_ps_error(
                c, line->number, column,
                "an object stands before the brackets, where only directions may");
        }
        return;
    }
    if (!ps_text_is(word, "...") && !ps_text_is(word, "rigid") &&
        lw_ps_command_bit(word) == 0) {
        lw_ps_error(c, line->number, column,
                    "the name '%.*s' in this rule does not exist",
                    (int)(word.len > 60 ? 60 : word.len), word.at);
    }
}

void lw_ps_read_rules(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    bool inside = false;
    uint32_t begin = 0;
    while (begin < line->cut && ps_is_blank(line->code[begin])) {
        begin++;
    }
    /* A comment at its beginning makes a line no rule, though its words are looked at. */
    bool first = begin < line->cut && !line->in_comment;
    if (first && lw_ps_grow(c, &c->rule_lines, &c->rule_lines_cap, c->n_rule_lines + 1,
                            sizeof *c->rule_lines)) {
        c->rule_lines[c->n_rule_lines++] = *line;
    }
    while (pos < line->len) {
        char byte = line->code[pos];
        if (ps_is_blank(byte)) {
            pos++;
        } else if (byte == '-' && pos + 1 < line->len && line->code[pos + 1] == '>') {
            pos += 2;
            first = false;
        } else if (strchr("[|]+", byte) != NULL) {
            inside = inside || byte != '+';
            first = false;
            pos++;
        } else {
            uint32_t end = pos;
            while (end < line->len && !ps_ends_word(line->code[end])) {
                end++;
            }
            struct ps_text word = {line->code + pos, end - pos};
            look_at_word(c, line, word, first, inside);
            if (ps_text_is(word, "message")) {
                return;
            }
            first = false;
            pos = end;
        }
    }
}

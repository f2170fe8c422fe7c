/* Errors and warnings, one mistake at a time, in a small game that has none. What is
 * expected is written as the reference's reader would go over the line: '!' an error, '?'
 * a warning, the section, and the line within it; a bare '!' has no line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lw/puzzlescript.h"

enum part { PRELUDE, OBJECTS, LEGEND, SOUNDS, LAYERS, RULES, WINS, LEVELS, N_PARTS };

static const char *const headings[N_PARTS] = {
    "",        "OBJECTS\n",       "LEGEND\n", "SOUNDS\n", "COLLISIONLAYERS\n",
    "RULES\n", "WINCONDITIONS\n", "LEVELS\n"};
static const char *const short_names[N_PARTS] = {
    "prelude", "objects", "legend", "sounds", "layers", "rules", "wins", "levels"};

/* Lines of a part are counted from its heading, which is 0 (of the prelude: from 1). */
static const char *const good[N_PARTS] = {
    "title a small game\n",
    "background\ngreen\n\nplayer\nblue white\n.000.\n.111.\n00000\n.111.\n.1.1.\n\n"
    "crate\norange\n\ntarget\npink\n\nwall\nbrown\n\n",
    ". = background\np = player\n* = crate\n@ = crate and target\n# = wall\no = target\n"
    "thing = crate or wall\nboth = crate and target\n",
    "crate move 123\nsfx1 456\n",
    "background\ntarget\nplayer, wall, crate\n",
    "[ > player | crate ] -> [ > player | > crate ]\n",
    "all target on crate\n",
    "\n#####\n#p*o#\n#####\n"};

struct mistake {
    const char *about;
    enum part part;
    const char
        *text; /* the part instead of the good one; NULL: without its heading too */
    const char *expected;
};

#define PLAYER "background\ngreen\n\nplayer\nblue\n\n"
#define LONG "twenty letters and more in a line "
#define KEYS ". = background\np = player\n* = crate\n# = wall\no = target\n"
#define OTHERS "target\npink\n\nwall\nbrown\n\n"

static const struct mistake mistakes[] = {
    {"nothing", PRELUDE, "", ""},
    {"a colon after a key", PRELUDE, "title: a game\nauthor: me\n", ""},
    {"a flag with something behind it", PRELUDE, "debug: yes\n", "?prelude1"},
    {"an unknown palette is told before sprites", PRELUDE, "color_palette none\n", "!0"},
    {"music of old", PRELUDE, "youtube 4XglYW89WLQ\n", "?prelude1"},
    {"blanks in a size", PRELUDE, "flickscreen 5 x 4\n", ""},
    {"a heading twice and too early", LEGEND, "RULES\nRULES\n",
     "!legend1 !legend2 !legend2 !rules0 !levels2 !levels3"},
    {"a heading twice", LEGEND, "LEGEND\n" KEYS, "!legend1"},
    {"objects twice", SOUNDS, "OBJECTS\nSOUNDS\n", "!sounds1 !sounds1 !sounds2"},
    /* Objects. */
    {"an object twice, without a sprite", OBJECTS,
     PLAYER "crate\norange\n\ncrate\nred\n\n" OTHERS, "!objects10 !objects11 !objects11"},
    {"an object twice, with a sprite", OBJECTS,
     PLAYER "crate\norange\n\ncrate\nred\n00000\n00000\n00000\n00000\n00000\n\n" OTHERS,
     "!objects10 !objects12 !objects13 !objects14 !objects15 !objects16"},
    {"a name up to what is no letter", OBJECTS, PLAYER "crate-x\norange\n\n" OTHERS, ""},
    {"no name", OBJECTS, PLAYER "crate\norange\n\n- x\nred\n\n" OTHERS,
     "?objects10 !objects11 !objects11"},
    {"no colour", OBJECTS, PLAYER "crate\norang blue\n\n" OTHERS, "!objects8"},
    {"two that are none", OBJECTS, PLAYER "crate\norang bleu\n\n" OTHERS,
     "!objects8 !objects8 !objects7"},
    {"what is no word ends the colours", OBJECTS, PLAYER "crate\n#1 bleu\n\n" OTHERS,
     "!objects8 !objects7"},
    {"half a word is a colour", OBJECTS, PLAYER "crate\nredish\n\n" OTHERS, "!objects8"},
    {"more than ten colours", OBJECTS,
     PLAYER "crate\nred red red red red red red red red red red red\n\n" OTHERS,
     "!objects8"},
    {"a colour that is not there", OBJECTS,
     PLAYER "crate\nred\n01100\n00000\n00200\n00000\n00000\n\n" OTHERS,
     "!objects9 !objects11"},
    {"the sixth error ends all", OBJECTS,
     PLAYER "crate\nred\n12345\n67891\n11111\n11111\n11111\n\n" OTHERS,
     "!objects9 !objects9 !objects9 !objects9 !objects9 !objects10"},
    {"a sprite cut short", OBJECTS,
     PLAYER "crate\nred\n00000\n00000\n00000\n00000\nbox\norange\n\n" OTHERS,
     "!objects13 !objects14 ?objects7"},
    {"a line of letters within a sprite", OBJECTS,
     PLAYER "crate\nred\n00000\n00000\nabc\n00000\n00000\n00000\n" OTHERS, "!objects11"},
    {"a last row cut short", OBJECTS,
     PLAYER "crate\nred\n00000\n00000\n00000\n00000\n0000\n.....\n\n" OTHERS,
     "?objects7"},
    {"a row too long", OBJECTS,
     PLAYER "crate\nred\n00000\n00000\n00000\n000000\n00000\n\n" OTHERS,
     "?objects12 ?objects7"},
    {"two last rows too long: what is too much is a name", OBJECTS,
     PLAYER "crate\nred\n00000\n00000\n00000\n00000\n00000z\n\ntarget\nred\n"
            "00000\n00000\n00000\n00000\n00000z\n\nwall\nbrown\n\n",
     "!objects21"},
    /* Legend. */
    {"no equals sign", LEGEND, KEYS "z wall\n", "!legend6 !legend6"},
    {"a key on the right", LEGEND, KEYS "z = . and #\n", "!legend6 !legend6"},
    {"a sign between names", LEGEND, KEYS "z = crate & wall\n", "!legend6"},
    {"a name missing at the end", LEGEND, KEYS "z = crate or\n", "!legend6"},
    {"a word twice", LEGEND, KEYS "z = crate or crate\n", "?legend6"},
    {"a property of an aggregate is still a property", LEGEND,
     KEYS "z = crate and target\ny = z or wall\nthing = y or crate\n", "!legend7"},
    {"an object twice by way of a property", LEGEND,
     KEYS "z = crate or wall\ny = z or crate\n", ""},
    /* Sounds. */
    {"no verb", SOUNDS, "crate jump 123\n", "!sounds1"},
    {"no seed", SOUNDS, "crate move\n", "!sounds1"},
    {"a direction for a verb that has none", SOUNDS, "crate create up 123\n", "!sounds1"},
    {"neither object nor event", SOUNDS, "house move 123\n", "!sounds1"},
    {"a key is no name", SOUNDS, "* move 123\n", "?sounds1"},
    {"signs are no name either", SOUNDS, "crate move 123\n-- what\nundo 1\n", "?sounds2"},
    {"a name up to what is no letter, then no verb", SOUNDS, "crate-x move 123\n",
     "!sounds1"},
    {"an event up to what is no letter, then no seed", SOUNDS, "undo, 123\n", "!sounds1"},
    {"an aggregate with a seed", SOUNDS, "both move 123\n", "!sounds1"},
    {"an aggregate without", SOUNDS, "both move\n", "!sounds1 !sounds1"},
    {"an event twice", SOUNDS, "undo 1\nundo 2\n", "?sounds2"},
    {"without the heading rules know no name", SOUNDS, NULL,
     "!layers0 !rules1 !rules1 !wins1 !wins1 !rules1 !rules1 !rules1 !rules1 !rules1 !"},
    /* Layers. */
    {"a comment first joins the layer before", LAYERS,
     "background\ntarget\nplayer, wall\n(and) crate\n", ""},
    {"the background with another", LAYERS,
     "background\ntarget\nplayer, wall, crate\n"
     "background\n",
     "?layers4"},
    {"a word twice in a layer", LAYERS, "background\ntarget\nplayer, wall, crate, wall\n",
     "?layers3"},
    {"an object twice by way of a property in a layer", LAYERS,
     "background\ntarget\nplayer, thing, crate\n", ""},
    /* Rules. */
    {"a plus at the first rule", RULES, "+ [ player ] -> [ player ]\n", "!rules1"},
    {"a plus in the middle", RULES,
     "[ player ] -> [ player ]\ndown + [ player ] -> [ "
     "player ]\n",
     "!rules2"},
    {"late behind the brackets", RULES, "[ player ] late -> [ player ]\n",
     "!rules1 !rules1"},
    {"a movement before a bar", RULES, "[ > | crate ] -> [ | > crate ]\n",
     "!rules1 !rules1"},
    {"a movement before the bracket's end", RULES, "[ player > ] -> [ player ]\n",
     "!rules1 !rules1 !rules1 !"},
    {"an arrow within the first cell", RULES, "[ > player -> [ player ]\n",
     "?rules1 !rules1 ?rules1"},
    {"an arrow within another", RULES, "[ > player | crate -> [ player ]\n",
     "!rules1 ?rules1 !rules1 ?rules1"},
    {"brackets within brackets", RULES, "[ > player [ crate ] -> [ player ]\n",
     "?rules1 !rules1"},
    {"a bracket too many ends the rule", RULES, "[ player ] ] -> [ house ]\n",
     "!rules1 ?rules1"},
    {"so does a second arrow", RULES, "[ player ] -> [ crate ] -> [ wall\n", "!rules1"},
    {"a name twice, and twice with no", RULES, "[ crate no crate no crate ] -> [ ]\n",
     "!rules1 ?rules1"},
    {"random may give what is there", RULES, "[ crate ] -> [ crate random thing ]\n",
     "?rules1"},
    {"brackets in a message are its text", RULES, "[ player ] -> message [ a ] -> b\n",
     ""},
    {"an ellipsis outside", RULES, "[ player ] ... -> [ player ]\n", "?rules1"},
    {"nothing at all", RULES, "down -> cancel\n", "!rules1 !rules1 !rules1"},
    {"two rows of unequal length are one error", RULES,
     "[ player | ] [ crate ] -> [ player ] [ crate | ]\n", "!rules1"},
    {"a sound that is not declared", RULES,
     "[ player ] -> sfx1\n[ player ] -> sfx2\n[ player ] -> sfx2\n", "?rules2 ?rules3"},
    {"late rules with movements are told once", RULES,
     "late [ > player ] -> [ player ]\nlate [ > crate ] -> [ crate ]\n", "!rules1"},
    {"being still is a movement", RULES, "late [ player ] -> [ stationary player ]\n",
     "!rules1"},
    {"a comment glued to a word is no comment", RULES, "[ player ] -> win(the end)\n",
     "!rules1 !rules1"},
    {"nor is one that ends at a word", RULES, "[ player) ] -> [ player ]\n",
     "!rules1 !rules1"},
    {"a heading and a line of signs before a comment", RULES,
     "[ player ] -> win\n===(a)\nWINCONDITIONS(b)\n===(c)\n", "!wins0"},
    {"signs glued to a name are no signs", RULES, "[ ++player ] -> [ player ]\n",
     "!rules1"},
    {"a comment at a bracket is one", RULES,
     "[(a)player(] -> [(b)player](c)->(d)[ player ](e)+(f)\n", "!rules1 !rules1"},
    {"random before what shares its layer", RULES, "[ ] -> [ random thing wall ]\n",
     "!rules1"},
    {"random on the left", RULES, "[ random thing ] -> [ ]\n", "!rules1"},
    {"a loop that does not end", RULES, "startloop\n[ player ] -> [ player ]\n",
     "!rules1"},
    {"a loop that does not begin", RULES, "[ player ] -> [ player ]\nendloop\n",
     "!rules2"},
    {"a loop within a loop", RULES,
     "startloop\n[ player ] -> [ player ]\nstartloop\n[ crate ] -> [ crate ]\nendloop\n"
     "endloop\n",
     "!rules3 !rules6"},
    {"two loops one after the other", RULES,
     "startloop\n[ player ] -> [ player ]\nendloop\nstartloop\n[ crate ] -> [ crate ]\n"
     "endloop\n",
     ""},
    {"a loop that begins within a group", RULES,
     "[ player ] -> [ player ]\nstartloop\n+ [ crate ] -> [ crate ]\nendloop\n",
     "!rules2"},
    {"no of what a property may give", RULES, "[ thing ] -> [ thing no crate ]\n", ""},
    {"no of what is there", RULES, "[ crate ] -> [ crate no crate ]\n",
     "!rules1 !rules1"},
    {"no of what is put there, said on both sides", RULES,
     "[ player no crate | ] -> [ crate no crate | ]\n", "!rules1 ?rules1 !rules1"},
    {"a comment first makes it no rule", RULES, "(so) player [ ] -> [ ]\n", ""},
    /* Win conditions. */
    {"no quantifier", WINS, "every target on crate\n", "!wins1"},
    {"no quantifier and no name", WINS, "every house\n", "!wins1 !wins1 !wins1"},
    {"two names that are none", WINS, "all house on tree\n",
     "!wins1 !wins1 !wins1 !wins1"},
    {"in for on", WINS, "all target in crate\n", "!wins1"},
    {"a word too many", WINS, "all target on crate now\n", "!wins1"},
    {"two words too many", WINS, "all target on crate or wall\n", "!wins1 !wins1"},
    {"a key", WINS, "all target on *\n", "!wins1"},
    /* Levels. */
    {"a blank within a row", LEVELS, "\n#####\n#p *#\n#####\n", "!levels3"},
    {"an unknown key", LEVELS, "\n#####\n#px*#\n#####\n", "!levels3 !levels3"},
    {"an unknown key behind a comment line", LEVELS, "\n#####\n(here)\n#px*#\n#####\n",
     "!levels4 !levels3"},
    {"long messages are told when levels are made", LEVELS,
     "\nmessage " LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG
     "\n\n#x#\n",
     "!levels4 ?levels2 !levels4"},
    {"two keys beyond ASCII", LEVELS, "\n\xc3\xa4\xc3\xb6p\n",
     "!levels2 !levels2 !levels2"},
};

/* The whole game; first lines of the parts, from 1. */
static size_t write_game(const struct mistake *mistake, char *out, size_t room,
                         int *first) {
    size_t len = 0;
    int line = 1;
    for (int p = 0; p < N_PARTS; p++) {
        const char *text = mistake->part == (enum part)p ? mistake->text : good[p];
        const char *heading = text == NULL ? "" : headings[p];
        size_t begin = len;
        len += (size_t)snprintf(out + len, room - len, "%s%s", heading,
                                text == NULL ? "" : text);
        assert_true(len < room);
        first[p] = line - (p == PRELUDE);
        for (size_t i = begin; i < len; i++) {
            line += out[i] == '\n';
        }
    }
    return len;
}

static void print_notes(const struct lw_ps_game *game, const int *first, char *out,
                        size_t room) {
    size_t len = 0;
    out[0] = '\0';
    for (size_t i = 0; i < game->n_notes; i++) {
        const struct lw_ps_note *note = &game->notes[i];
        int part = N_PARTS - 1;
        while (part > 0 && first[part] > note->line) {
            part--;
        }
        len += (size_t)snprintf(out + len, room - len, "%s%c", i == 0 ? "" : " ",
                                note->is_error ? '!' : '?');
        if (note->line > 0) {
            len += (size_t)snprintf(out + len, room - len, "%s%d", short_names[part],
                                    note->line - first[part]);
        } else if (note->line == 0) {
            len += (size_t)snprintf(out + len, room - len, "0");
        }
        assert_true(len < room);
    }
}

static void all_mistakes(void **state) {
    (void)state;
    int n_wrong = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char source[2048];
        char notes[512];
        int first[N_PARTS];
        struct lw_ps_game *game = NULL;
        size_t len = write_game(&mistakes[i], source, sizeof source, first);
        assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
        print_notes(game, first, notes, sizeof notes);
        if (strcmp(notes, mistakes[i].expected) != 0) {
            n_wrong++;
            print_message("%s: '%s' instead of '%s'\n", mistakes[i].about, notes,
                          mistakes[i].expected);
            for (size_t k = 0; k < game->n_notes; k++) {
                print_message("    %d: %s\n", game->notes[k].line, game->notes[k].text);
            }
        }
        lw_ps_game_destroy(game);
    }
    assert_int_equal(n_wrong, 0);
}

/* Objects of the background share a layer; the first of them fills empty cells. */
static void background_layers(void **state) {
    (void)state;
    static const char *const layers[] = {"floor, grass\nplayer\n",
                                         "floor\ngrass\nplayer\n"};
    for (size_t i = 0; i < 2; i++) {
        char source[512];
        struct lw_ps_game *game = NULL;
        int len = snprintf(source, sizeof source,
                           "OBJECTS\nfloor .\nblack\n\ngrass ,\ngreen\n\nplayer p\nred\n"
                           "LEGEND\nbackground = floor or grass\nSOUNDS\n"
                           "COLLISIONLAYERS\n%sRULES\nWINCONDITIONS\nLEVELS\n\np.,\n",
                           layers[i]);
        assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, (size_t)len, &game, NULL),
                         LW_OK);
        assert_int_equal(game->n_errors, i);
        if (i == 1) {
            assert_int_equal(game->notes[0].line, 11);
        }
        assert_true(game->playable);
        lw_ps_game_destroy(game);
    }
}

/* The reference counts a wrong name several times; people are told of it once. */
static void told_once(void **state) {
    (void)state;
    static const struct mistake wrong[] = {
        {"in a rule", RULES, "[ > plaeyr | crate ] -> [ > player | > crate ]\n", ""},
        {"in a condition", WINS, "all target on craet\n", ""},
        {"in a level", LEVELS, "\n##\nxp\n", ""}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char source[2048];
        int first[N_PARTS];
        struct lw_ps_game *game = NULL;
        size_t n_shown = 0;
        size_t len = write_game(&wrong[i], source, sizeof source, first);
        assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
        for (size_t k = 0; k < game->n_notes; k++) {
            n_shown += !game->notes[k].follows;
        }
        assert_int_equal(n_shown, 1);
        assert_true(game->n_errors > 1);
        lw_ps_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_mistakes),
                                       cmocka_unit_test(background_layers),
                                       cmocka_unit_test(told_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The shapes of a definition's outer part: who asks, whom, on what terms, which levels,
 * factors, rules and plan. shapes_phase.c has what people do. */
#include "define/shape.h"

#define STUDY(f) MEMBER(struct lw_study, f)
#define WHOLE_MAX 9007199254740991.0 /* what JSON's numbers hold exactly */

static const struct shape_member contact_members[] = {
    {"name", SHAPE_STRING, MEMBER(struct lw_study_contact, name), .required = true,
     .help = "who answers questions"},
    {"email", SHAPE_STRING, MEMBER(struct lw_study_contact, email), .required = true,
     .help = "where"},
    {"institution", SHAPE_STRING, MEMBER(struct lw_study_contact, institution),
     .help = "who is responsible for the data"},
};
static const struct shape contact = {"contact",
                                     "whom a participant can ask",
                                     MEMBERS(contact_members),
                                     sizeof(struct lw_study_contact),
                                     SHAPE_NOWHERE,
                                     NULL,
                                     NULL};

static const struct shape_member approval_members[] = {
    {"board", SHAPE_STRING, MEMBER(struct lw_study_approval, board), .required = true,
     .help = "the ethics board that approved the study"},
    {"number", SHAPE_STRING, MEMBER(struct lw_study_approval, number), .required = true,
     .help = "the number that the board gave the approval"},
    {"from", SHAPE_DATE, MEMBER(struct lw_study_approval, from), .required = true,
     .help = "first day on which the approval is valid"},
    {"until", SHAPE_DATE, MEMBER(struct lw_study_approval, until), .required = true,
     .help = "last day on which it is valid"},
};
static const struct shape approval = {
    "approval",
    "the ethics approval; the study opens only while it is valid",
    MEMBERS(approval_members),
    sizeof(struct lw_study_approval),
    SHAPE_NOWHERE,
    NULL,
    NULL};

static const struct shape_member statement_members[] = {
    {"id", SHAPE_ID, MEMBER(struct lw_study_statement, id), .required = true,
     .help = "name in the data"},
    {"text", SHAPE_TEXT, MEMBER(struct lw_study_statement, text), .required = true,
     .help = "the statement that is ticked"},
    {"required", SHAPE_FLAG, MEMBER(struct lw_study_statement, required),
     .fallback = "true",
     .help = "nobody takes part without ticking it; special categories are "
             "never required"},
};
static const struct shape statement = {
    "statement",
    "a statement to be ticked, never ticked beforehand",
    MEMBERS(statement_members),
    sizeof(struct lw_study_statement),
    offsetof(struct lw_study_statement, at),
    NULL,
    NULL};

static const struct shape_member consent_members[] = {
    {"version", SHAPE_STRING, MEMBER(struct lw_study_consent, version), .required = true,
     .max = 40, .help = "version of the text, kept with each person's consent"},
    {"text", SHAPE_TEXT, MEMBER(struct lw_study_consent, text), .required = true,
     .help = "what people are told before they say yes"},
    {"minimum_age", SHAPE_WHOLE, MEMBER(struct lw_study_consent, minimum_age),
     .fallback = "18", .min = 1, .max = 120, .help = "years; people confirm it"},
    {"statements", SHAPE_LIST, LIST_OF(struct lw_study_consent, statements),
     .of = &statement, .max = 50, .help = "each is ticked by itself"},
    {"learning", SHAPE_ID, MEMBER(struct lw_study_consent, learning),
     .help = "the statement by which people allow `levelwright learn` to use what they "
             "do; without it nobody's is used"},
    {"special", SHAPE_LIST, LIST_OF(struct lw_study_consent, special), .of = &statement,
     .max = 20,
     .help =
         "separate, optional consent to special categories of data (health, ethnicity)"},
};
static const struct shape consent = {"consent",
                                     "informed consent",
                                     MEMBERS(consent_members),
                                     sizeof(struct lw_study_consent),
                                     SHAPE_NOWHERE,
                                     NULL,
                                     NULL};

static const struct shape_member device_members[] = {
    {"keyboard", SHAPE_FLAG, MEMBER(struct lw_study_device, keyboard),
     .fallback = "false", .help = "a keyboard is needed"},
    {"headphones", SHAPE_FLAG, MEMBER(struct lw_study_device, headphones),
     .fallback = "false", .help = "wired headphones are needed"},
    {"full_screen", SHAPE_FLAG, MEMBER(struct lw_study_device, full_screen),
     .fallback = "false", .help = "the study runs full screen"},
    {"phone", SHAPE_FLAG, MEMBER(struct lw_study_device, phone), .fallback = "true",
     .help = "a phone or tablet will do"},
};
static const struct shape device = {"device",
                                    "what people need",
                                    MEMBERS(device_members),
                                    sizeof(struct lw_study_device),
                                    SHAPE_NOWHERE,
                                    NULL,
                                    NULL};

static const struct shape_member panel_members[] = {
    {"id_parameter", SHAPE_STRING, MEMBER(struct lw_study_panel, id_parameter),
     .required = true, .max = 60,
     .help = "parameter of the link that carries the panel's id for the person"},
    {"completed", SHAPE_STRING, MEMBER(struct lw_study_panel, completed),
     .required = true, .max = 100, .help = "code for people who reached the end"},
    {"declined", SHAPE_STRING, MEMBER(struct lw_study_panel, declined), .max = 100,
     .help = "code for people who did not consent"},
    {"withdrawn", SHAPE_STRING, MEMBER(struct lw_study_panel, withdrawn), .max = 100,
     .help = "code for people who withdrew"},
    {"unsuitable", SHAPE_STRING, MEMBER(struct lw_study_panel, unsuitable), .max = 100,
     .help = "code for people whose device or headphones were not suitable"},
    {"return_to", SHAPE_STRING, MEMBER(struct lw_study_panel, return_to), .max = 500,
     .help = "https link back to the panel, with {code} where the code belongs"},
};
static const struct shape panel = {"panel",
                                   "completion codes of a recruiting panel",
                                   MEMBERS(panel_members),
                                   sizeof(struct lw_study_panel),
                                   SHAPE_NOWHERE,
                                   NULL,
                                   NULL};

static const struct shape_member recipe_members[] = {
    {"method", SHAPE_ID, MEMBER(struct lw_study_recipe, method),
     .help = "the generator; default: the game's first"},
    {"options", SHAPE_PAIRS, LIST_OF(struct lw_study_recipe, options),
     .help = "of the generator, as `levelwright generate` takes them"},
    {"filters", SHAPE_PAIRS, LIST_OF(struct lw_study_recipe, filters),
     .help = "measures or features and their ranges, \"pushes\": \"10..40\""},
    {"order", SHAPE_STRING, MEMBER(struct lw_study_recipe, order), .max = 60,
     .help = "of the levels, as `levelwright generate --order`; default: as made"},
    {"count", SHAPE_WHOLE, MEMBER(struct lw_study_recipe, count), .required = true,
     .min = 1, .max = 500, .help = "how many levels"},
    {"seed", SHAPE_WHOLE, MEMBER(struct lw_study_recipe, seed), .required = true,
     .max = WHOLE_MAX, .help = "the same seed makes the same levels again"},
    {"diverse", SHAPE_WHOLE, MEMBER(struct lw_study_recipe, diverse), .fallback = "1",
     .min = 1, .max = 20,
     .help = "make this many times as many and keep those that differ most"},
};
static const struct shape recipe = {"recipe",
                                    "levels that are made, and can be made again",
                                    MEMBERS(recipe_members),
                                    sizeof(struct lw_study_recipe),
                                    SHAPE_NOWHERE,
                                    NULL,
                                    NULL};

static const struct shape_member query_members[] = {
    {"author", SHAPE_STRING, MEMBER(struct lw_study_query, author), .max = 200,
     .help = "only levels by this author"},
    {"method", SHAPE_ID, MEMBER(struct lw_study_query, method),
     .help = "only levels made by this generator"},
};
static const struct shape query = {
    "query",
    "levels of the database; `where`, `match` and `count` choose among them",
    MEMBERS(query_members),
    sizeof(struct lw_study_query),
    SHAPE_NOWHERE,
    NULL,
    NULL};

static const struct shape_member match_members[] = {
    {"set", SHAPE_ID, MEMBER(struct lw_study_match, set), .required = true,
     .help = "the set to resemble; it comes earlier in the list"},
    {"on", SHAPE_STRINGS, LIST_OF(struct lw_study_match, on), .required = true, .min = 1,
     .max = 8, .help = "measures or features in which levels should be alike"},
    {"within", SHAPE_NUMBER, MEMBER(struct lw_study_match, within), .fallback = "0",
     .max = 100,
     .help = "largest distance in standard deviations of that set; 0 for any"},
};
static const struct shape match = {
    "match",
    "for each level of another set, or count of them spread "
    "over it, the nearest one",
    MEMBERS(match_members),
    sizeof(struct lw_study_match),
    SHAPE_NOWHERE,
    NULL,
    NULL};

#define SET(f) MEMBER(struct lw_study_set, f)
static const struct shape_member set_members[] = {
    {"id", SHAPE_ID, SET(id), .required = true, .help = "name in the data"},
    {"game", SHAPE_ID, SET(game), .required = true,
     .help = "kind of game: sokoban, flow, ..."},
    {"title", SHAPE_TEXT, SET(title), .help = "for people; says nothing that is hidden"},
    {"goal", SHAPE_TEXT, SET(goal),
     .help = "what has to be done to win; shown above each level, the same for all sets "
             "that people should not tell apart"},
    {"made_by", SHAPE_CHOICE, SET(made_by), .required = true, .words = "program|person",
     .help = "who made the levels"},
    {"author", SHAPE_STRING, SET(author), .max = 200,
     .help = "of levels made by a person"},
    {"credit", SHAPE_STRING, SET(credit), .max = 1000,
     .help = "how the author is named to people"},
    {"terms", SHAPE_STRING, SET(terms), .max = 1000,
     .help = "on what terms the levels may be used"},
    {"technique", SHAPE_ID, SET(technique),
     .help = "which of several techniques made them"},
    {"rules", SHAPE_STRING, SET(rules), .max = 1000,
     .help = "rule options of the game, name=value lines"},
    {"pack", SHAPE_STRING, SET(pack), .max = 200, .help = "a pack, by name"},
    {"file", SHAPE_STRING, SET(file), .max = 500,
     .help = "a level file, by its path from the definition's folder"},
    {"recipe", SHAPE_MAYBE, SET(recipe), .of = &recipe, .help = "how to make them"},
    {"query", SHAPE_MAYBE, SET(query), .of = &query, .help = "those of the database"},
    {"game_file", SHAPE_STRING, SET(game_file), .max = 500,
     .help = "of a recipe: the file with the game's rules, if the kind needs one"},
    {"made_with", SHAPE_MAYBE, SET(made_with), .of = &recipe,
     .help = "of a file: the recipe that made it, to be checked with --remake"},
    {"numbers", SHAPE_WHOLES, LIST_OF(struct lw_study_set, numbers), .max = 2000,
     .help = "only these levels of the source, counted from 1, in this order"},
    {"where", SHAPE_PAIRS, LIST_OF(struct lw_study_set, where),
     .help = "only levels with measures and features in these ranges"},
    {"match", SHAPE_MAYBE, SET(match), .of = &match, .help = "alike to another set"},
    {"count", SHAPE_WHOLE, SET(count), .fallback = "0", .max = 2000,
     .help = "how many to take; 0 for all"},
    {"take", SHAPE_CHOICE, SET(take), .words = "first|random|spread", .fallback = "first",
     .help =
         "which: the first, drawn by seed, or evenly spread over the sorted levels; not "
         "with match"},
    {"seed", SHAPE_WHOLE, SET(seed), .fallback = "0", .max = WHOLE_MAX,
     .help = "of take random"},
    {"sort", SHAPE_STRING, SET(sort), .max = 60,
     .help = "ascending by this measure or feature (pushes, moves, ...), or by title"},
};
static const struct shape set = {"set",
                                 "levels that a study uses",
                                 MEMBERS(set_members),
                                 sizeof(struct lw_study_set),
                                 offsetof(struct lw_study_set, at),
                                 NULL,
                                 "pack|file|recipe|query"};

static const struct shape_member orders_members[] = {
    {"of", SHAPE_STRINGS, LIST_OF(struct lw_study_orders, of), .required = true, .min = 2,
     .max = 20, .help = "the things whose order differs between cells: ids of phases"},
    {"scheme", SHAPE_CHOICE, MEMBER(struct lw_study_orders, scheme), .required = true,
     .words = "all|rotated|balanced|listed",
     .help = "every order; a cyclic Latin square; a Williams square; those of the list"},
    {"list", SHAPE_LISTS, LIST_OF(struct lw_study_orders, list), .max = 5040,
     .help = "of scheme listed"},
};
static const struct shape orders = {"orders",
                                    "orders of some things",
                                    MEMBERS(orders_members),
                                    sizeof(struct lw_study_orders),
                                    SHAPE_NOWHERE,
                                    NULL,
                                    NULL};

#define FACTOR(f) MEMBER(struct lw_study_factor, f)
static const struct shape_member factor_members[] = {
    {"id", SHAPE_ID, FACTOR(id), .required = true, .help = "name in the data"},
    {"title", SHAPE_TEXT, FACTOR(title), .help = "for the researcher"},
    {"values", SHAPE_STRINGS, LIST_OF(struct lw_study_factor, values), .min = 1,
     .max = 100, .help = "what differs between people"},
    {"orders", SHAPE_MAYBE, FACTOR(orders), .of = &orders, .help = "orders as values"},
    {"wanted", SHAPE_WHOLE, FACTOR(wanted), .fallback = "0", .max = 1000,
     .help = "how many values the design asks for, where fewer are available"},
    {"why_fewer", SHAPE_STRING, FACTOR(why_fewer), .max = 2000, .help = "and why"},
};
static const struct shape factor = {"factor",
                                    "what differs between people",
                                    MEMBERS(factor_members),
                                    sizeof(struct lw_study_factor),
                                    offsetof(struct lw_study_factor, at),
                                    NULL,
                                    "values|orders"};

static const struct shape_member balance_members[] = {
    {"kind", SHAPE_CHOICE, MEMBER(struct lw_study_balance, kind), .required = true,
     .words = "crossed|positions|carry-over",
     .help = "every combination equally often; each thing in each place equally often; "
             "each thing right after each other one equally often"},
    {"factors", SHAPE_STRINGS, LIST_OF(struct lw_study_balance, factors),
     .required = true, .min = 1, .max = LW_STUDY_MAX_FACTORS,
     .help = "which factors; one for an order"},
};
static const struct shape balance = {
    "balance",
    "what the cells keep apart; it is counted over all of them",
    MEMBERS(balance_members),
    sizeof(struct lw_study_balance),
    offsetof(struct lw_study_balance, at),
    NULL,
    NULL};

static const struct shape_member listed_members[] = {
    {"values", SHAPE_PAIRS, LIST_OF(struct lw_study_listed_cell, values),
     .required = true, .help = "a value for every factor"},
};
static const struct shape listed = {"cell",
                                    "one cell, written out",
                                    MEMBERS(listed_members),
                                    sizeof(struct lw_study_listed_cell),
                                    offsetof(struct lw_study_listed_cell, at),
                                    NULL,
                                    NULL};

static const struct shape_member cells_members[] = {
    {"list", SHAPE_LIST, LIST_OF(struct lw_study_cell_design, list), .of = &listed,
     .max = LW_STUDY_MAX_CELLS, .help = "default: all combinations of the factors"},
    {"balance", SHAPE_LIST, LIST_OF(struct lw_study_cell_design, balance), .of = &balance,
     .max = 50, .help = "what is claimed, and counted"},
};
static const struct shape cells = {"cells",
                                   "the combinations that people are assigned to",
                                   MEMBERS(cells_members),
                                   sizeof(struct lw_study_cell_design),
                                   SHAPE_NOWHERE,
                                   NULL,
                                   NULL};

static const struct shape_member assignment_members[] = {
    {"ties", SHAPE_CHOICE, MEMBER(struct lw_study_assignment, ties),
     .words = "random|in-order", .fallback = "random",
     .help = "among the emptiest cells: one drawn by the seed, or the first"},
    {"lease_minutes", SHAPE_WHOLE, MEMBER(struct lw_study_assignment, lease_minutes),
     .fallback = "120", .min = 1, .max = 100000,
     .help = "a person's place in a cell becomes free after this long without any sign "
             "of them"},
};
static const struct shape assignment = {"assignment",
                                        "the emptiest cell is filled first",
                                        MEMBERS(assignment_members),
                                        sizeof(struct lw_study_assignment),
                                        SHAPE_NOWHERE,
                                        NULL,
                                        NULL};

static const struct shape_member stopping_members[] = {
    {"people", SHAPE_WHOLE, MEMBER(struct lw_study_stopping, people), .fallback = "0",
     .max = 1000000,
     .help = "this many people; 0: until the date, or until it is closed"},
    {"counted", SHAPE_CHOICE, MEMBER(struct lw_study_stopping, counted),
     .words = "completed|kept", .fallback = "completed",
     .help = "who counts: all who reached the end, or those not excluded"},
    {"across_versions", SHAPE_CHOICE, MEMBER(struct lw_study_stopping, across_versions),
     .words = "carry-over|anew", .fallback = "carry-over",
     .help = "in a new version of the study: carry the counts over where the cells are "
             "the same, or start again"},
    {"until", SHAPE_DATE, MEMBER(struct lw_study_stopping, until), .help = "last day"},
    {"reason", SHAPE_STRING, MEMBER(struct lw_study_stopping, reason), .max = 2000,
     .required = true, .help = "why this many"},
    {"why_uneven", SHAPE_STRING, MEMBER(struct lw_study_stopping, why_uneven),
     .max = 2000,
     .help = "the reason for a number that leaves some cells with one person more than "
             "others"},
};
static const struct shape stopping = {"stopping",
                                      "when enough have taken part",
                                      MEMBERS(stopping_members),
                                      sizeof(struct lw_study_stopping),
                                      SHAPE_NOWHERE,
                                      NULL,
                                      NULL};

#define EXCLUSION(f) MEMBER(struct lw_study_exclusion, f)
static const struct shape_member exclusion_members[] = {
    {"id", SHAPE_ID, EXCLUSION(id), .required = true, .help = "name in the data"},
    {"measure", SHAPE_STRING, EXCLUSION(measure), .required = true, .max = 60,
     .help = "the measure to look at; docs/studies.md lists them"},
    {"phase", SHAPE_ID, EXCLUSION(phase), .help = "in this phase; default: in all"},
    {"above", SHAPE_NUMBER, EXCLUSION(above), .fallback = "nan", .min = -1e12,
     .max = 1e12, .help = "left out if it is larger"},
    {"below", SHAPE_NUMBER, EXCLUSION(below), .fallback = "nan", .min = -1e12,
     .max = 1e12, .help = "left out if it is smaller"},
    {"only_flag", SHAPE_FLAG, EXCLUSION(only_flag), .fallback = "false",
     .help = "mark the person, do not leave out"},
    {"because", SHAPE_STRING, EXCLUSION(because), .required = true, .max = 2000,
     .help = "the reason"},
};
static const struct shape exclusion = {"exclusion",
                                       "who is left out, decided beforehand",
                                       MEMBERS(exclusion_members),
                                       sizeof(struct lw_study_exclusion),
                                       offsetof(struct lw_study_exclusion, at),
                                       NULL,
                                       NULL};

#define ANALYSIS(f) MEMBER(struct lw_study_analysis, f)
static const struct shape_member analysis_members[] = {
    {"design", SHAPE_STRING, ANALYSIS(design), .required = true, .max = 40,
     .help =
         "taylor, kartal, vankreveld, schaa, khalifa or own: what `study analyze` runs"},
    {"hypotheses", SHAPE_STRINGS, LIST_OF(struct lw_study_analysis, hypotheses),
     .required = true, .min = 1, .max = 50, .help = "what is expected"},
    {"primary", SHAPE_STRING, ANALYSIS(primary), .required = true, .max = 4000,
     .help = "the one test that decides"},
    {"text", SHAPE_STRING, ANALYSIS(text), .required = true, .max = 20000,
     .help = "the whole plan"},
    {"registered", SHAPE_STRING, ANALYSIS(registered), .max = 500,
     .help = "where the plan is registered"},
    {"alpha", SHAPE_NUMBER, ANALYSIS(alpha), .fallback = "0.05", .min = 0.0001,
     .max = 0.5, .help = "significance level"},
    {"equivalence_margin", SHAPE_NUMBER, ANALYSIS(equivalence_margin), .fallback = "0",
     .max = 1e9, .help = "differences below this count as none; 0: not tested"},
    {"settings", SHAPE_PAIRS, LIST_OF(struct lw_study_analysis, settings),
     .help = "read by the analysis of that design"},
};
static const struct shape analysis = {"analysis",
                                      "what will be computed, decided beforehand",
                                      MEMBERS(analysis_members),
                                      sizeof(struct lw_study_analysis),
                                      SHAPE_NOWHERE,
                                      NULL,
                                      NULL};

static const struct shape_member choice_members[] = {
    {"question", SHAPE_STRING, MEMBER(struct lw_study_choice, question), .required = true,
     .max = 2000, .help = "what the paper leaves open"},
    {"choice", SHAPE_STRING, MEMBER(struct lw_study_choice, choice), .required = true,
     .max = 2000, .help = "what this study does"},
    {"because", SHAPE_STRING, MEMBER(struct lw_study_choice, because), .required = true,
     .max = 2000, .help = "the reason"},
};
static const struct shape choice = {
    "choice",
    "what a paper leaves open, and what this study does instead",
    MEMBERS(choice_members),
    sizeof(struct lw_study_choice),
    SHAPE_NOWHERE,
    NULL,
    NULL};

static const struct shape_member interface_members[] = {
    {"language", SHAPE_STRING, MEMBER(struct lw_study_interface, language),
     .required = true, .max = 20, .help = "one of the study's languages"},
    {"texts", SHAPE_PAIRS, LIST_OF(struct lw_study_interface, texts), .required = true,
     .help = "by the keys that `levelwright study schema --texts` prints"},
};
static const struct shape interface_shape = {
    "interface",
    "what the pages say in a language; English stands in for what is missing",
    MEMBERS(interface_members),
    sizeof(struct lw_study_interface),
    offsetof(struct lw_study_interface, at),
    NULL,
    NULL};

static const struct shape_member study_members[] = {
    {"$schema", SHAPE_STRING, .offset = SHAPE_NOWHERE, .max = 500,
     .help = "for editors; not read"},
    {"format", SHAPE_WHOLE, STUDY(format), .required = true, .min = 1, .max = 1,
     .help = "version of this file format"},
    {"name", SHAPE_ID, STUDY(name), .required = true, .help = "short name"},
    {"version", SHAPE_WHOLE, STUDY(version), .required = true, .min = 1, .max = 1e9,
     .help = "of this definition; a change after opening is a new version"},
    {"languages", SHAPE_STRINGS, LIST_OF(struct lw_study, languages), .required = true,
     .min = 1, .max = 50,
     .help = "language tags (en, de, pt-BR); every text is in all of them"},
    {"interface", SHAPE_LIST, LIST_OF(struct lw_study, interfaces),
     .of = &interface_shape, .max = 50,
     .help = "buttons and other texts of the pages, in languages that the pages do not "
             "have, or instead of their own"},
    {"title", SHAPE_TEXT, STUDY(title), .required = true, .help = "as people see it"},
    {"summary", SHAPE_TEXT, STUDY(summary), .required = true,
     .help = "in a sentence or two"},
    {"source", SHAPE_STRING, STUDY(source), .max = 1000, .help = "the paper it follows"},
    {"contact", SHAPE_MAYBE, STUDY(contact), .of = &contact, .opening = true,
     .help = "whom to ask"},
    {"approval", SHAPE_MAYBE, STUDY(approval), .of = &approval, .opening = true,
     .help = "ethics approval"},
    {"consent", SHAPE_OBJECT, STUDY(consent), .of = &consent, .required = true,
     .help = "informed consent"},
    {"device", SHAPE_OBJECT, STUDY(device), .of = &device, .help = "what people need"},
    {"panel", SHAPE_MAYBE, STUDY(panel), .of = &panel, .help = "recruiting panel"},
    {"retention_until", SHAPE_DATE, STUDY(retention_until), .opening = true,
     .help = "day on which what is left of the data is deleted"},
    {"seed", SHAPE_WHOLE, STUDY(seed), .required = true, .max = WHOLE_MAX,
     .help = "of every draw: orders, pairs, prompts"},
    {"minutes", SHAPE_WHOLE, STUDY(minutes), .required = true, .min = 1, .max = 1440,
     .help = "that taking part takes, as people are told"},
    {"sets", SHAPE_LIST, LIST_OF(struct lw_study, sets), .of = &set, .max = 200,
     .help = "level sets"},
    {"factors", SHAPE_LIST, LIST_OF(struct lw_study, factors), .of = &factor,
     .max = LW_STUDY_MAX_FACTORS, .help = "what differs between people"},
    {"cells", SHAPE_OBJECT, STUDY(cells), .of = &cells,
     .help = "combinations of factors"},
    {"assignment", SHAPE_OBJECT, STUDY(assignment), .of = &assignment,
     .help = "who gets which cell"},
    {"stopping", SHAPE_OBJECT, STUDY(stopping), .of = &stopping, .required = true,
     .help = "when enough have taken part"},
    {"exclusions", SHAPE_LIST, LIST_OF(struct lw_study, exclusions), .of = &exclusion,
     .max = 100, .help = "who is left out"},
    {"analysis", SHAPE_OBJECT, STUDY(analysis), .of = &analysis, .required = true,
     .help = "the planned analysis"},
    {"choices", SHAPE_LIST, LIST_OF(struct lw_study, choices), .of = &choice, .max = 100,
     .help = "what the paper leaves open"},
    {"phases", SHAPE_LIST, LIST_OF(struct lw_study, phases), .of = &study_phase_shape,
     .required = true, .min = 1, .max = 200, .help = "what people do, in order"},
};
const struct shape study_shape = {"study",
                                  "A study of people playing puzzle levels",
                                  MEMBERS(study_members),
                                  sizeof(struct lw_study),
                                  SHAPE_NOWHERE,
                                  NULL,
                                  NULL};

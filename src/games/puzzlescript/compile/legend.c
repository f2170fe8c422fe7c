/* The LEGEND section: synonyms (A = B), properties (or), aggregates (and). */
#include <string.h>

#include "compile/compile_internal.h"

#define MAX_WORDS 4096

struct words {
    struct ps_text *at;
    uint32_t n;
};

/* The line as name, '=' and names with their connectives between them. What is none of
 * these ends it; so does a name without '=' behind it. */
static struct words split(struct ps_compile *c, const struct ps_line *line) {
    struct words words = {lw_ps_get(c, line->len + 2, sizeof *words.at), 0};
    uint32_t pos = 0;
    struct ps_text word;
    if (words.at == NULL || !lw_ps_next_word(line->code, line->len, &pos, &word)) {
        return words;
    }
    const char *equals = memchr(word.at + 1, '=', word.len - 1);
    if (equals != NULL) {
        pos -= word.len - (uint32_t)(equals - word.at);
        word.len = (uint32_t)(equals - word.at);
    }
    words.at[words.n++] = word;
    while (lw_ps_next_word(line->code, line->len, &pos, &word)) {
        uint32_t at = (uint32_t)(word.at - line->code);
        uint32_t used =
            words.n == 1 ? word.at[0] == '=' : lw_ps_name_run(word.at, word.len, 0);
        if (used == 0) {
            lw_ps_error(c, line->number, at + 1,
                        "'%.*s' makes no sense here: expected %s",
                        (int)(word.len > 60 ? 60 : word.len), word.at,
                        words.n == 1 ? "'='" : "a name, AND or OR");
            break;
        }
        words.at[words.n++] = (struct ps_text){word.at, used};
        pos = at + used;
    }
    return words;
}

static void remove_words(struct words *words, uint32_t at, uint32_t count) {
    for (uint32_t i = at; i + count < words->n; i++) {
        words->at[i] = words->at[i + count];
    }
    words->n = words->n > count + at ? words->n - count : at;
}

/* A name on its own right side is an error; the rest of the line still holds. */
static bool drop_self(struct ps_compile *c, uint32_t line, struct words *words) {
    bool found = false;
    for (uint32_t i = 2; i < words->n;) {
        if (!lw_ps_text_same(words->at[i], words->at[0])) {
            i += 2;
            continue;
        }
        found = true;
        if (i >= 4) {
            remove_words(words, i - 1, 2);
        } else {
            remove_words(words, i, 2);
        }
    }
    if (found) {
        lw_ps_error(c, line, 1, "%s cannot be defined by itself",
                    lw_ps_shout(c, words->at[0]));
    }
    return found;
}

static bool is_connective(struct ps_text word) {
    return ps_text_is(word, "and") || ps_text_is(word, "or");
}

static void check_connectives(struct ps_compile *c, uint32_t line,
                              const struct words *words) {
    for (uint32_t i = 3; i < words->n; i += 2) {
        if (!is_connective(words->at[i])) {
            lw_ps_error(c, line, 0, "expected AND or OR between names, found %s",
                        lw_ps_shout(c, words->at[i]));
        }
    }
}

static void check_names(struct ps_compile *c, uint32_t line, const struct words *words) {
    c->mark++;
    for (uint32_t i = 2; i < words->n; i += 2) {
        uint32_t name = lw_ps_name_index(c, words->at[i]);
        if (name != PS_NO_NAME && c->names[name].mark == c->mark) {
            lw_ps_warn(c, line, 0, "%s is repeated on the right side",
                       lw_ps_shout(c, words->at[i]));
        }
        if (name != PS_NO_NAME) {
            c->names[name].mark = c->mark;
        }
    }
    for (uint32_t i = 2; i < words->n; i += 2) {
        if (!ps_name_defined(c, lw_ps_name_index(c, words->at[i]))) {
            lw_ps_error(c, line, 0, "%s is defined nowhere",
                        lw_ps_shout(c, words->at[i]));
        }
    }
}

static const char *const form = "expected A = B, A = B or C …, or A = B and C …";

/* Has the line as many words as an entry? */
static bool check_length(struct ps_compile *c, uint32_t line, const struct words *words) {
    if (words->n == 1) {
        lw_ps_error(c, line, 1, "this is not a legend entry: %s", form);
    } else if (words->n % 2 == 0) {
        lw_ps_error(c, line, 1, "'%.*s' dangles at the end of this legend entry: %s",
                    (int)words->at[words->n - 1].len, words->at[words->n - 1].at, form);
    }
    return words->n % 2 == 1 && words->n > 1;
}

/* The form as a whole; false says that the entry is lost. */
static bool check_form(struct ps_compile *c, uint32_t line, const struct words *words) {
    bool all = true;
    bool mixed = false;
    for (uint32_t i = 3; i < words->n; i += 2) {
        all = all && is_connective(words->at[i]);
        mixed = mixed || !lw_ps_text_same(words->at[3], words->at[i]);
    }
    if (!all) {
        lw_ps_error(c, line, 1, "this legend entry is badly formed: %s", form);
        return false;
    }
    if (mixed) {
        /* Read as an aggregate when it begins with AND, as the reference does. */
        lw_ps_error(c, line, 1, "AND and OR cannot be mixed in one legend entry");
        return ps_text_is(words->at[3], "and");
    }
    return true;
}

/* Flattens one operand into the entry's members. Names already in the table are flat. */
static void add_operand(struct ps_compile *c, uint32_t line, struct ps_name *entry,
                        uint32_t name) {
    uint32_t target = ps_name_target(c, name);
    const struct ps_name *operand = &c->names[target];
    bool is_property = entry->kind == PS_PROPERTY;
    if (operand->kind == entry->kind) {
        for (uint32_t i = 0; i < operand->n_members; i++) {
            entry->members[entry->n_members++] = operand->members[i];
        }
        return;
    }
    if (operand->kind == PS_AGGREGATE && is_property) {
        /* The rest of it still is a property. */
        lw_ps_error(c, line, 0, "a property (or) cannot contain the aggregate %s (and)",
                    lw_ps_shout(c, c->names[name].text));
        return;
    }
    if (operand->kind == PS_PROPERTY && !is_property) {
        lw_ps_error(c, line, 0, "an aggregate (and) cannot contain a property (or)");
    }
    entry->members[entry->n_members++] = target;
}

static size_t flat_size(const struct ps_compile *c, const struct words *words) {
    size_t n = 0;
    for (uint32_t i = 2; i < words->n; i += 2) {
        uint32_t name = lw_ps_name_index(c, words->at[i]);
        n += 1 + (name == PS_NO_NAME ? 0 : c->names[ps_name_target(c, name)].n_members);
    }
    return n;
}

static void define(struct ps_compile *c, uint32_t line, const struct words *words) {
    uint32_t n_operands = (words->n - 1) / 2;
    struct ps_name entry = {.kind = PS_SYNONYM, .line = line};
    if (n_operands > 1) {
        entry.kind = ps_text_is(words->at[3], "and") ? PS_AGGREGATE : PS_PROPERTY;
    }
    size_t room = flat_size(c, words);
    if (room > PS_MAX_OBJECTS * 2) {
        lw_ps_error(c, line, 1, "this legend entry has more than %d members",
                    (int)PS_MAX_OBJECTS * 2);
        return;
    }
    entry.members = lw_ps_get(c, room, sizeof *entry.members);
    for (uint32_t i = 2; i < words->n && !c->failed; i += 2) {
        uint32_t operand = lw_ps_name_intern(c, words->at[i]);
        if (c->failed || c->stop) {
            return;
        }
        if (entry.kind == PS_SYNONYM) {
            entry.members[entry.n_members++] = operand;
        } else {
            add_operand(c, line, &entry, operand);
        }
    }
    uint32_t name = lw_ps_name_intern(c, words->at[0]);
    if (c->failed || c->stop) {
        return;
    }
    struct ps_name *slot = &c->names[name];
    slot->kind = entry.kind;
    slot->line = line;
    slot->members = entry.members;
    slot->n_members = entry.n_members;
}

void lw_ps_read_legend(struct ps_compile *c, const struct ps_line *line) {
    struct words words = split(c, line);
    if (words.n == 0 || words.n > MAX_WORDS) {
        return;
    }
    check_connectives(c, line->number, &words);
    if (!check_length(c, line->number, &words)) {
        return;
    }
    uint32_t known = lw_ps_name_index(c, words.at[0]);
    bool taken = ps_name_defined(c, known);
    if (taken) {
        lw_ps_error(c, line->number, 1, "the name %s is already in use (on line %u)",
                    lw_ps_shout(c, words.at[0]), c->names[known].line);
    }
    if (lw_ps_is_keyword(words.at[0])) {
        lw_ps_warn(c, line->number, 1,
                   "'%s' is a word of the language; do not name an object so",
                   lw_ps_shout(c, words.at[0]));
    }
    if (drop_self(c, line->number, &words) && words.n < 3) {
        return;
    }
    check_names(c, line->number, &words);
    if (check_form(c, line->number, &words) && !taken) {
        define(c, line->number, &words);
    }
}

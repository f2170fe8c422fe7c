/* The RULES section as written: once all sections are read, the rules' structure. */
#include <string.h>

#include "compile/compile_internal.h"

struct parser {
    struct ps_compile *c;
    const struct ps_line *line;
    struct ps_source_rule out;
    struct ps_cell *left, *right; /* growing */
    uint32_t n_left, n_right;
    uint32_t *left_len, *right_len;
    uint32_t n_left_rows, n_right_rows;
    struct ps_term *terms; /* room for the whole line */
    uint32_t n_terms;
    uint32_t cell_from; /* first term of the cell being read */
    uint32_t row_cells;
    uint32_t column; /* of the token being read; 0 after the last */
    int balance;
    bool in_row, rhs, pending; /* pending: a modifier waits for its name */
    uint8_t pending_mod;
    bool has_plus;
    bool dropped; /* the rest of the line is not looked at */
    bool has_arrow;
    uint32_t last_bracket;        /* where the last '[' stands */
    uint32_t max_rows, max_cells; /* of either side */
};

static void fail_at(struct parser *p, const char *text) {
    lw_ps_error(p->c, p->line->number, p->column, "%s", text);
}

static void end_cell(struct parser *p) {
    struct ps_cell cell = {p->terms + p->cell_from, p->n_terms - p->cell_from};
    if (p->rhs) {
        p->right[p->n_right++] = cell;
    } else {
        p->left[p->n_left++] = cell;
    }
    p->cell_from = p->n_terms;
    p->row_cells++;
}

static void end_row(struct parser *p) {
    if (p->rhs) {
        p->right_len[p->n_right_rows++] = p->row_cells;
    } else {
        p->left_len[p->n_left_rows++] = p->row_cells;
    }
    p->row_cells = 0;
}

/* A cell whose last word is a movement cannot end: it goes on, as the reference has it.
 */
static void close_cell(struct parser *p) {
    if (p->pending) {
        fail_at(p, "a movement in a rule needs an object behind it");
    } else {
        end_cell(p);
    }
}

static void add_dirs(struct parser *p, const uint8_t *dirs, uint32_t n) {
    for (uint32_t i = 0; i < n && p->out.n_dirs < sizeof p->out.dirs; i++) {
        p->out.dirs[p->out.n_dirs++] = dirs[i];
    }
}

static void join_group(struct parser *p, bool first) {
    struct ps_compile *c = p->c;
    if (p->has_plus) {
        fail_at(p, "two '+' on one rule: one joins it to the group of the rule before");
        return;
    }
    p->has_plus = true;
    if (c->n_written == 0) {
        fail_at(p, "'+' joins a rule to the one before, but there is none");
        return;
    }
    if (!first) {
        fail_at(p, "'+' must be the first sign on its line");
    }
    p->out.rule.group = c->written[c->n_written - 1].rule.group;
}

/* Words before the first bracket. Returns false at the bracket. */
static bool head_token(struct parser *p, struct ps_text word, bool first) {
    static const uint8_t all[] = {LW_PS_UP, LW_PS_DOWN, LW_PS_LEFT, LW_PS_RIGHT};
    uint8_t mod = 0;
    bool is_mod = lw_ps_word_is_mod(word, &mod);
    if (ps_text_is(word, "[")) {
        if (p->out.n_dirs == 0) {
            add_dirs(p, all, 4);
        }
        return false;
    }
    if (ps_text_is(word, "+")) {
        join_group(p, first);
    } else if (is_mod && mod >= PS_MOD_UP && mod <= PS_MOD_RIGHT) {
        add_dirs(p, all + (mod - PS_MOD_UP), 1);
    } else if (is_mod && mod == PS_MOD_HORIZONTAL) {
        add_dirs(p, all + 2, 2);
    } else if (is_mod && mod == PS_MOD_VERTICAL) {
        add_dirs(p, all, 2);
    } else if (is_mod && mod == PS_MOD_ORTHOGONAL) {
        add_dirs(p, all, 4);
    } else if (ps_text_is(word, "late")) {
        p->out.rule.late = true;
    } else if (ps_text_is(word, "rigid")) {
        p->out.rule.rigid = true;
    } else if (is_mod && mod == PS_MOD_RANDOM) {
        p->out.rule.random = true;
        if (p->has_plus) {
            fail_at(p, "only the first rule of a group can make it random: '+' and "
                       "'random' do not go together");
        }
    } else if (is_mod && mod >= PS_MOD_FORWARD && mod <= PS_MOD_PERPENDICULAR) {
        fail_at(p, "a rule's direction cannot be relative: use up, down, left, right, "
                   "horizontal, vertical, or none for all four");
    } else {
        lw_ps_error(p->c, p->line->number, p->column,
                    "a rule begins with directions or a bracket, not with '%s'",
                    lw_ps_shout(p->c, word));
    }
    return true;
}

static void open_bracket(struct parser *p) {
    if (++p->balance > 1) {
        lw_ps_warn(p->c, p->line->number, p->column,
                   "'[' inside '[': close the first one, brackets do not nest");
    }
    if (p->n_terms > p->cell_from || p->pending) {
        fail_at(p, "'[' before the bracket in front of it was closed");
    }
    p->in_row = true;
    p->n_terms = p->cell_from;
    p->pending = false;
}

static void close_bracket(struct parser *p) {
    if (--p->balance < 0) {
        lw_ps_warn(p->c, p->line->number, p->column,
                   "']' closes a bracket that was never opened: the rule is dropped");
        p->dropped = true;
        return;
    }
    close_cell(p);
    end_row(p);
    p->in_row = false;
}

static void cell_mod(struct parser *p, uint8_t mod) {
    if (p->pending) {
        fail_at(p, "one object can have only one movement at a time");
    } else if (!p->in_row) {
        lw_ps_warn(
            p->c, p->line->number, p->column,
            "a direction stands between the brackets; put it before the first one");
    } else {
        p->pending = true;
        p->pending_mod = mod;
    }
}

static void cell_name(struct parser *p, struct ps_text word, uint32_t name) {
    if (!p->in_row) {
        lw_ps_warn(p->c, p->line->number, p->column, "%s stands outside the brackets",
                   lw_ps_shout(p->c, word));
        return;
    }
    p->terms[p->n_terms++] =
        (struct ps_term){name, p->pending ? p->pending_mod : (uint8_t)PS_MOD_NONE};
    p->pending = false;
}

static void arrow(struct parser *p) {
    if (p->rhs) {
        fail_at(p, "'->' appears twice in one rule");
        p->dropped = true;
        return;
    }
    if (p->row_cells > 0) {
        fail_at(p, "'->' inside brackets: it stands between the two sides");
        return;
    }
    p->rhs = true;
}

static void bar(struct parser *p) {
    if (!p->in_row) {
        lw_ps_warn(p->c, p->line->number, p->column, "'|' stands outside the brackets");
        return;
    }
    close_cell(p);
}

static void command(struct parser *p, uint32_t bit, bool more_brackets) {
    static const char *const where =
        "a command stands before the end of the rule; put commands last";
    if (!p->rhs) {
        lw_ps_error(p->c, p->line->number, p->column, "%s", where);
    } else if (p->in_row || more_brackets) {
        lw_ps_warn(p->c, p->line->number, p->column, "%s", where);
    }
    uint32_t sfx = bit / LW_PS_SFX;
    if (sfx != 0 && (p->c->events_seen & sfx) == 0) {
        lw_ps_warn(p->c, p->line->number, p->column,
                   "SFX%u is played here but declared nowhere in SOUNDS",
                   lw_bits_first(sfx));
    }
    p->out.rule.commands |= bit;
}

/* The rest of the line after the word message, in its own case. */
static void message(struct parser *p, uint32_t pos) {
    uint32_t end = p->line->len;
    while (pos < end && ps_is_blank(p->line->raw[pos])) {
        pos++;
    }
    while (end > pos && ps_is_blank(p->line->raw[end - 1])) {
        end--;
    }
    p->out.rule.message =
        lw_arena_text(&p->c->game->arena, p->line->raw + pos, end - pos);
    p->c->failed = p->c->failed || p->out.rule.message == NULL;
}

static void body_token(struct parser *p, struct ps_text word, bool more_brackets) {
    uint8_t mod = 0;
    uint32_t name = lw_ps_name_index(p->c, word);
    if (ps_text_is(word, "[")) {
        open_bracket(p);
    } else if (lw_ps_word_is_mod(word, &mod)) {
        cell_mod(p, mod);
    } else if (ps_text_is(word, "|")) {
        bar(p);
    } else if (ps_text_is(word, "]")) {
        close_bracket(p);
    } else if (ps_text_is(word, "->")) {
        arrow(p);
    } else if (ps_name_listed(p->c, name)) {
        cell_name(p, word, name);
    } else if (ps_text_is(word, "...")) {
        if (p->in_row) {
            p->terms[p->n_terms++] = (struct ps_term){PS_NO_NAME, PS_MOD_ELLIPSIS};
        } else {
            lw_ps_warn(p->c, p->line->number, p->column,
                       "'...' stands outside the brackets");
        }
    } else if (lw_ps_command_bit(word) != 0) {
        command(p, lw_ps_command_bit(word), more_brackets);
    } else {
        /* Told while reading; what the rule lacks without it is no news either. */
        p->c->following = true;
        lw_ps_error(p->c, p->line->number, p->column,
                    "'%.*s' is nothing a cell of a rule can hold",
                    (int)(word.len > 60 ? 60 : word.len), word.at);
    }
}

/* Next token of a rule: brackets, bars and arrows need no blanks around them. */
static bool next_token(const struct ps_line *line, uint32_t *pos, struct ps_text *word) {
    uint32_t at = *pos;
    bool is_first = at == 0;
    while (at < line->cut && ps_is_blank(line->code[at])) {
        at++;
    }
    if (at >= line->cut) {
        return false;
    }
    uint32_t end = at;
    while (end < line->cut && !ps_ends_word(line->code[end])) {
        if (line->code[end] == '-' && end + 1 < line->cut && line->code[end + 1] == '>') {
            break;
        }
        end++;
        if (is_first && end == at + 1 && line->code[at] == '+') {
            break;
        }
    }
    if (end == at) {
        end += line->code[at] == '-' ? 2 : 1;
    }
    *word = (struct ps_text){line->code + at, end - at};
    *pos = end;
    return true;
}

/* A look over the whole line before it is read. */
static void measure(struct parser *p) {
    const struct ps_line *line = p->line;
    for (uint32_t i = 0; i < line->cut; i++) {
        char byte = line->code[i];
        p->has_arrow = p->has_arrow ||
                       (byte == '-' && i + 1 < line->cut && line->code[i + 1] == '>');
        p->last_bracket = byte == '[' ? i : p->last_bracket;
        p->max_rows += byte == ']';
        p->max_cells += byte == ']' || byte == '|';
    }
}

static bool check_shape(struct parser *p) {
    if (p->out.rule.late && p->out.rule.rigid) {
        fail_at(p, "a late rule cannot be rigid: late rules have no movements");
    }
    bool only_commands = p->out.rule.commands != 0 && p->n_right_rows == 0;
    if (p->n_left_rows != p->n_right_rows && !only_commands) {
        lw_ps_warn(
            p->c, p->line->number, p->column,
            "%u bracketed patterns left of the arrow but %u on its right: the rule is "
            "dropped",
            p->n_left_rows, p->n_right_rows);
        return false;
    }
    bool good = p->n_left_rows > 0;
    for (uint32_t r = 0; r < p->n_right_rows; r++) {
        if (p->left_len[r] != p->right_len[r]) {
            fail_at(p, "a pattern and what replaces it need the same number of cells");
            p->c->invalid = true;
            good = false;
        }
        if (p->left_len[r] == 0) {
            lw_ps_error_global(p->c, "a pattern without any cell would match everything");
            good = false;
        }
    }
    for (uint32_t r = 0; r < p->n_left_rows; r++) {
        good = good && p->left_len[r] > 0;
    }
    if (p->n_left_rows == 0) {
        fail_at(p, "this rule refers to nothing");
    }
    return good;
}

static void check_repeats(struct parser *p, const struct ps_cell *cell) {
    uint32_t twice_no = PS_NO_NAME;
    bool told = false;
    for (uint32_t a = 0; a < cell->n; a++) {
        for (uint32_t b = 0; b < a; b++) {
            const struct ps_term *one = &cell->terms[a];
            const struct ps_term *two = &cell->terms[b];
            if (one->name != two->name || one->name == PS_NO_NAME) {
                continue;
            }
            if (one->mod == PS_MOD_NO && two->mod == PS_MOD_NO) {
                twice_no = one->name;
                continue;
            }
            told = true;
            lw_ps_error(p->c, p->line->number, p->column, "%s is named twice in one cell",
                        lw_ps_shout(p->c, p->c->names[one->name].text));
        }
    }
    if (twice_no != PS_NO_NAME && !told) {
        lw_ps_warn(p->c, p->line->number, p->column, "NO %s is said twice in one cell",
                   lw_ps_shout(p->c, p->c->names[twice_no].text));
    }
}

/* Cells end with bars and brackets, and words need something between them. */
static bool make_room(struct parser *p) {
    p->terms = lw_ps_get(p->c, p->line->len / 2 + 2, sizeof *p->terms);
    p->left = lw_ps_get(p->c, 2U * p->max_cells, sizeof *p->left);
    p->left_len = lw_ps_get(p->c, 2U * p->max_rows, sizeof *p->left_len);
    if (p->c->failed) {
        return false;
    }
    p->right = p->left + p->max_cells;
    p->right_len = p->left_len + p->max_rows;
    return true;
}

static void keep_rule(struct parser *p) {
    struct ps_compile *c = p->c;
    struct ps_rule *rule = &p->out.rule;
    rule->has_right = p->n_right_rows > 0;
    rule->n_rows = p->n_left_rows;
    rule->row_len = p->left_len;
    rule->left = p->left;
    rule->right = p->right;
    for (uint32_t r = 0; r < rule->n_rows; r++) {
        rule->n_cells += p->left_len[r];
        if (p->left_len[r] > PS_MAX_ROW_CELLS) {
            fail_at(p, "a pattern of this rule has too many cells");
            c->stop = true;
            return;
        }
    }
    for (uint32_t i = 0; i < rule->n_cells; i++) {
        check_repeats(p, &rule->left[i]);
        if (rule->has_right) {
            check_repeats(p, &rule->right[i]);
        }
    }
    if (c->n_written > 0 && p->has_plus &&
        c->written[c->n_written - 1].rule.late != rule->late) {
        lw_ps_warn(c, p->line->number, p->column,
                   "this rule is late and the rest of its group is not, or the other way "
                   "round");
    }
    if (lw_ps_grow(c, &c->written, &c->written_cap, c->n_written + 1,
                   sizeof *c->written)) {
        c->written[c->n_written++] = p->out;
    }
}

static bool loop_word(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    struct ps_text more;
    if (!next_token(line, &pos, &word) || next_token(line, &pos, &more)) {
        return false;
    }
    bool start = ps_text_is(word, "startloop");
    if (!start && !ps_text_is(word, "endloop")) {
        return false;
    }
    if (lw_ps_grow(c, &c->loops, &c->loops_cap, c->n_loops + 1, sizeof *c->loops)) {
        c->loops[c->n_loops++] = (struct ps_loop_mark){line->number, start};
    }
    return true;
}

static void parse_rule(struct ps_compile *c, const struct ps_line *line) {
    struct parser p = {.c = c, .line = line};
    p.out.rule.line = p.out.rule.group = line->number;
    measure(&p);
    if (loop_word(c, line) || !make_room(&p)) {
        return;
    }
    if (!p.has_arrow) {
        if (line->cut < line->len) {
            fail_at(&p, "a comment inside the rule: everything from its '(' on is "
                        "ignored, and so there is no arrow");
            return;
        }
        fail_at(&p, "this rule has no arrow: expected [ … ] -> [ … ]");
    }
    uint32_t pos = 0;
    struct ps_text word;
    bool head = true;
    bool first = true;
    while (!c->failed && !p.dropped && next_token(line, &pos, &word)) {
        uint32_t at = (uint32_t)(word.at - line->code);
        p.column = at + 1;
        head = head && head_token(&p, word, first);
        first = false;
        if (!head) {
            bool says = ps_text_is(word, "message") &&
                        !ps_name_listed(c, lw_ps_name_index(c, word));
            body_token(&p, word, !says && at < p.last_bracket);
            if (says) {
                message(&p, pos);
                break;
            }
        }
    }
    p.column = 0;
    if (!p.dropped && check_shape(&p)) {
        keep_rule(&p);
    }
    c->following = false;
}

/* Is the line between two rules of one group? */
static bool splits_group(const struct ps_compile *c, uint32_t line) {
    for (size_t i = 0; i < c->n_written; i++) {
        const struct ps_rule *rule = &c->written[i].rule;
        if (rule->line > line && rule->group < line) {
            return true;
        }
    }
    return false;
}

static void check_loops(struct ps_compile *c) {
    uint32_t open = 0;
    for (size_t i = 0; i < c->n_loops && !c->stop; i++) {
        const struct ps_loop_mark *mark = &c->loops[i];
        const char *word = mark->start ? "startloop" : "endloop";
        if (splits_group(c, mark->line)) {
            lw_ps_error(c, mark->line, 0,
                        "'%s' stands within a group of rules joined by '+'", word);
        }
        if (mark->start && open != 0) {
            lw_ps_error(c, mark->line, 0,
                        "'startloop' within the loop of line %u: loops do not nest",
                        open);
        } else if (!mark->start && open == 0) {
            lw_ps_error(c, mark->line, 0, "'endloop' without a 'startloop' before it");
        } else {
            open = mark->start ? mark->line : 0;
        }
    }
    if (open != 0) {
        lw_ps_error(c, open, 0, "every startloop needs an endloop");
    }
}

void lw_ps_parse_rules(struct ps_compile *c) {
    for (size_t i = 0; i < c->n_rule_lines && !c->failed && !c->stop; i++) {
        parse_rule(c, &c->rule_lines[i]);
    }
    check_loops(c);
}

"""Rules as written to rules as run: the expansion of the semantics, step by step, and the
sets that a cell of a rule needs and changes."""
import json
import re

from source import AMBIGUOUS, DIRECTIONS, Unsure

TURNED = {
    "right": {"^": "up", "v": "down", "<": "left", ">": "right"},
    "up": {"^": "left", "v": "right", "<": "down", ">": "up"},
    "down": {"^": "right", "v": "left", "<": "up", ">": "down"},
    "left": {"^": "down", "v": "up", "<": "right", ">": "left"},
}
RELATIVE = {"^", "v", "<", ">", "parallel", "perpendicular"}
RULE_DIRECTIONS = {
    "up": ["up"], "down": ["down"], "left": ["left"], "right": ["right"],
    "horizontal": ["left", "right"], "vertical": ["up", "down"],
    "orthogonal": ["up", "down", "left", "right"],
}
MODIFIERS = RELATIVE | set(DIRECTIONS) | {
    "horizontal", "vertical", "orthogonal", "moving", "stationary", "no", "random",
    "randomdir"}
MOST_CLONES = 400
COMMANDS = {"cancel", "checkpoint", "restart", "win", "again", "message"} | {
    f"sfx{i}" for i in range(11)}
ELLIPSIS = [("...", "...")]


class Rule:
    """Sides are lists of rows of cells; a cell is a list of (modifier, name)."""

    def __init__(self, line):
        self.line = self.group = line
        self.late = self.rigid = self.random = False
        self.directions, self.left, self.right, self.commands = [], [], [], []
        self.direction = None
        self.moved, self.chosen = {}, {}  # what was made concrete, and how often

    def copy(self):
        other = Rule(self.line)
        other.__dict__.update(self.__dict__)
        other.left = [[list(cell) for cell in row] for row in self.left]
        other.right = [[list(cell) for cell in row] for row in self.right]
        other.moved, other.chosen = dict(self.moved), dict(self.chosen)
        return other

    def change_cell(self, row, cell, change):
        for side in (self.left, self.right):
            if side:
                side[row][cell] = [change(*term) for term in side[row][cell]]

    def change_right(self, change):
        self.right = [[[change(*t) for t in cell] for cell in row] for row in self.right]

    def text(self):
        along = self.direction if any(len(row) > 1 for row in self.left) else ""
        return json.dumps([self.line, self.late, self.rigid, self.random, along,
                           self.left, self.right, self.commands])


# Reading

def tokens_of(text):
    message = re.search(r"\bmessage\b", text, re.I)
    if message and text.rfind("]") < message.start():
        text = text[:message.end()]
    text = re.sub(r"(->|\.\.\.|[\[\]|])", r" \1 ", text.split("(")[0].lower())
    text = re.sub(r"(?<=\s)([<>^+])(?=\S)", r"\1 ", " " + text)
    return text.split()


def read_rule(game, line, text, last_group):
    rule = Rule(line)
    tokens = tokens_of(text)
    side, row, cell, after_arrow = rule.left, None, None, False
    while tokens:
        token = tokens.pop(0)
        if token == "[":
            row, cell = [], []
        elif token == "->":
            side, after_arrow = rule.right, True
        elif token == "]":
            side.append(row + [cell])
            row = None
        elif token == "|":
            row, cell = row + [cell], []
        elif row is None:
            read_outside(rule, token, after_arrow, last_group)
        elif token == "...":
            cell += ELLIPSIS
        elif token in MODIFIERS:
            cell.append((token, tokens.pop(0)))
        else:
            cell.append(("", token))
    rule.directions = rule.directions or RULE_DIRECTIONS["orthogonal"]
    if rule.right and [len(r) for r in rule.left] != [len(r) for r in rule.right]:
        raise Unsure("sides")
    return rule


def read_outside(rule, token, after_arrow, last_group):
    if token == "+":
        rule.group = last_group
    elif token in COMMANDS:
        rule.commands.append(token)
    elif token in RULE_DIRECTIONS and not after_arrow:
        rule.directions = rule.directions + RULE_DIRECTIONS[token]
    elif token in ("late", "rigid", "random") and not after_arrow:
        setattr(rule, token, True)
    else:
        raise Unsure(f"token {token}")


# Expanding

def expand(game, written):
    """steps 1 to 8"""
    words = {m for side in (written.left, written.right) for row in side
             for cell in row for m, _ in cell}
    long = any(len(row) > 1 for row in written.left)
    directions = written.directions
    if not long and not words & RELATIVE:
        directions = directions[:1]
    out = []
    for direction in directions:
        rule = turn(game, written, direction)
        for one in choose_movements(rule):
            out += choose_members(game, one)
    for rule in out:
        if not rule.late:
            keep_still(game, rule)
    return out


def turn(game, written, direction):
    """steps 3 to 5: absolute directions, rows read downwards and rightwards, aggregates and
    synonyms replaced"""
    axis = "v" if direction in ("up", "down") else "h"
    other = "h" if axis == "v" else "v"
    words = dict(TURNED[direction], parallel=f"{axis} parallel",
                 perpendicular=f"{other} perpendicular")

    def cell_of(cell):
        if cell == ELLIPSIS:
            return cell
        first, more = [], []
        for modifier, name in cell:
            modifier, name = words.get(modifier, modifier), game.target(name)
            if game.kind(name) == "and":
                name, *others = game.members(name)
                more += [(modifier, o) for o in others]
            first.append((modifier, name))
        return first + more

    rule = written.copy()
    rule.direction = direction
    rule.left = [[cell_of(cell) for cell in row] for row in written.left]
    rule.right = [[cell_of(cell) for cell in row] for row in written.right]
    has_ellipsis = any(ELLIPSIS == cell for row in rule.left for cell in row)
    if not has_ellipsis and direction in ("up", "left"):
        rule.direction = {"up": "down", "left": "right"}[direction]
        rule.left = [row[::-1] for row in rule.left]
        rule.right = [row[::-1] for row in rule.right]
    return rule


def choose_movements(rule):
    """step 6"""
    queue, at = [rule], 0
    while at < len(queue):
        clones = list(movement_clones(queue[at]))
        if clones:
            queue += clones
            del queue[at]
            if len(queue) > MOST_CLONES:
                raise Unsure("too many copies")
        else:
            at += 1
    for one in queue:
        spread_movements(one)
    return queue


def movement_clones(rule):
    for r, row in enumerate(rule.left):
        for c, cell in enumerate(row):
            word, name = next(((m, n) for m, n in cell if m in AMBIGUOUS), (None, None))
            for direction in AMBIGUOUS.get(word, []):
                clone = rule.copy()
                clone.change_cell(r, c, lambda m, n: (
                    (direction, n) if (m, n) == (word, name) else (m, n)))
                known, count, place = clone.moved.get((name, word), (direction, 0, None))
                if place != (r, c):
                    clone.moved[name, word] = (known, count + 1, place or (r, c))
                yield clone


def spread_movements(rule):
    words = {}
    for (name, word), (direction, count, _) in rule.moved.items():
        if count == 1:
            rule.change_right(lambda m, n: (
                (direction, n) if (m, n) == (word, name) else (m, n)))
        words[word] = None if word in words or count != 1 else direction
    for word, direction in words.items():
        if direction:
            rule.change_right(lambda m, n: (direction if m == word else m, n))
    if any(m in AMBIGUOUS for row in rule.right for cell in row for m, _ in cell):
        raise Unsure("a movement is left over")


def properties(game, cell):
    return [n for m, n in cell if m not in ("random", "...") and game.kind(n) == "or"]


def choose_members(game, rule):
    """step 7"""
    def without_properties(cell):
        return [(m, o) for m, n in cell for o in
                (game.members(n) if m == "no" else [n])]

    rule.left = [[without_properties(cell) for cell in row] for row in rule.left]
    rule.right = [[without_properties(cell) for cell in row] for row in rule.right]
    unclear = {
        p for r, row in enumerate(rule.right) for c, cell in enumerate(row)
        for p in properties(game, cell) if p not in properties(game, rule.left[r][c])
    }
    queue, at = [rule], 0
    while at < len(queue):
        clones = list(member_clones(game, queue[at], unclear))
        if clones:
            queue += clones
            del queue[at]
            if len(queue) > MOST_CLONES:
                raise Unsure("too many copies")
        else:
            at += 1
    for one in queue:
        for name, (member, count) in one.chosen.items():
            if count == 1:
                one.change_right(put_member(name, member))
        if any(p in unclear for row in one.right for cell in row
               for p in properties(game, cell)):
            raise Unsure("a property is left over")
    return queue


def put_member(name, member):
    return lambda m, n: (m, member if n == name and m != "random" else n)


def member_clones(game, rule, unclear):
    for r, row in enumerate(rule.left):
        for c, cell in enumerate(row):
            for name in properties(game, cell):
                if game.single_layer(name) is not None and name not in unclear:
                    continue
                for member in game.members(name):
                    clone = rule.copy()
                    clone.change_cell(r, c, put_member(name, member))
                    _, count = clone.chosen.get(name, (member, 0))
                    clone.chosen[name] = (member, count + 1)
                    yield clone
                return


def keep_still(game, rule):
    """step 8"""
    for r, row in enumerate(rule.right):
        for c, cell in enumerate(row):
            if cell == ELLIPSIS:
                continue
            named = {o for _, n in rule.left[r][c] for o in game.members(n)}
            layers = {game.layer[o] for o in named}
            row[c] = [
                ("stationary", n) if m == "" and game.kind(n) == "object"
                and game.layer[n] not in layers else (m, n) for m, n in cell
            ]


def is_possible(game, rule):
    """step 10"""
    for row in rule.left:
        for cell in row:
            layers, wanted = {}, set()
            for m, n in cell:
                if m in ("...", "no"):
                    continue
                if layers.setdefault(game.single_layer(n), n) != n:
                    return False
                wanted.add(n)
            if wanted & {n for m, n in cell if m == "no"}:
                return False
    return True


def rules_of(game):
    rules, group = [], None
    for line, text in game.rule_lines:
        written = read_rule(game, line, text, group)
        group = written.group
        rules += expand(game, written)
    kept, seen, last = [], set(), None
    for rule in reversed(rules):  # of equal rules of a group the last one stays
        if rule.group != last:
            seen, last = set(), rule.group
        if rule.text() not in seen:
            seen.add(rule.text())
            kept.append(rule)
    rules = [rule for rule in reversed(kept) if is_possible(game, rule)]
    for rule in rules:
        rule.needs = [[pattern(game, cell) for cell in row] for row in rule.left]
        rule.makes = [
            [effect(game, left, right) for left, right in zip(*rows)]
            for rows in zip(rule.left, rule.right)
        ]
    return rules


# Sets

def layer_bits(layers):
    return sum(0x1f << (5 * layer) for layer in layers)


def pattern(game, cell):
    """what a cell has to hold: objects, not these, one of each of these, movements, none
    of these; None for an ellipsis"""
    if cell == ELLIPSIS:
        return None
    there = [(m, n, game.single_layer(n)) for m, n in cell if m != "no"]
    return (
        game.mask(n for _, n, _ in there if game.kind(n) == "object"),
        game.mask(n for m, n in cell if m == "no"),
        [game.mask(game.members(n)) for _, n, _ in there if game.kind(n) == "or"],
        sum(1 << (5 * l + DIRECTIONS[m]) for m, _, l in there if m in DIRECTIONS),
        layer_bits({l for m, _, l in there if m == "stationary"}),
    )


def effect(game, left, right):
    """objects set and cleared, movements set and cleared, objects of which one is set at
    random, layers that move at random, layers that rigid marks"""
    if left == ELLIPSIS:
        return None
    wanted, _, _, movements, _ = pattern(game, left)
    there = [(m, n, game.single_layer(n)) for m, n in right if m not in ("no", "random")]
    if any(layer is None for _, _, layer in there):
        raise Unsure("a property on the right")
    objects = [n for _, n, _ in there if game.kind(n) == "object"]
    put = game.mask(objects)
    clear = game.mask(n for m, n in right if m == "no")
    for o in objects:
        clear |= game.layer_mask[game.layer[o]]
    clear |= wanted if wanted & ~put else 0
    move = sum(1 << (5 * l + DIRECTIONS[m]) for m, _, l in there if m in DIRECTIONS)
    stop = layer_bits({l for m, _, l in there if m})
    used_left = {game.single_layer(n) for m, n in left if m != "no"}
    for layer in used_left - {l for _, _, l in there}:
        clear |= game.layer_mask[layer]
        stop |= layer_bits({layer})
    stop |= movements if movements & ~move else 0
    chance = sorted({game.id[o] for m, n in right if m == "random"
                     for o in game.members(n)})
    aimless = sorted({l for m, _, l in there if m == "randomdir"})
    rigid = [l for l in range(len(game.layers)) if (stop | move) >> (5 * l) & 0x1f]
    return put, clear, move, stop, chance, aimless, rigid

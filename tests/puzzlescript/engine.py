"""Playing a game as the semantics say, cell by cell, without any short cut."""
from rules import rules_of
from source import DIRECTIONS, Unsure

STEP = [(0, -1), (0, 1), (-1, 0), (1, 0)]
KEYS = ["up", "left", "down", "right", "action"]  # the inputs 0 to 4
MOST_WORK = 300000
MOST_PASSES = 190  # the reference stops at 200, with an error


class TooMuch(Exception):
    pass


class Random:
    """RC4; seven bytes a number"""

    def __init__(self, seed):
        if seed is None:
            self.s = None
            return
        key = seed.encode("latin-1")
        self.s, j = list(range(256)), 0
        for i in range(256):
            j = (j + self.s[i] + key[i % len(key)]) & 255
            self.s[i], self.s[j] = self.s[j], self.s[i]
        self.i = self.j = 0

    def below(self, n):
        if self.s is None:
            raise Unsure("the seed of a later level")
        value = 0.0
        for _ in range(7):
            self.i = (self.i + 1) & 255
            self.j = (self.j + self.s[self.i]) & 255
            self.s[self.i], self.s[self.j] = self.s[self.j], self.s[self.i]
            value = value * 256 + self.s[(self.s[self.i] + self.s[self.j]) & 255]
        return int(value / 2**56 * n)


class Program:
    """rules in groups, numbered where rigid, and the loops over them"""

    def __init__(self, game):
        rules = rules_of(game)
        self.lists = [self._groups(rules, late) for late in (False, True)]
        self.loops = [
            [inside for first, last in game.loops for inside in
             [[i for i, g in enumerate(groups) if first < g[0].group < last]] if inside]
            for groups in self.lists
        ]

    @staticmethod
    def _groups(rules, late):
        groups = []
        for rule in rules:
            if rule.late == late:
                if not groups or groups[-1][0].group != rule.group:
                    groups.append([])
                groups[-1].append(rule)
        return groups


class Play:
    def __init__(self, game, level, seed):
        self.game, self.program = game, Program(game)
        self.sounds, self.work, self.restarting = [], 0, False
        self.load(level, seed)
        self.sounds = []
        self.settle()

    def load(self, entry, seed):
        self.entry, self.random, self.win_tests = entry, Random(seed), True
        self.width, self.height, cells = self.game.levels[entry]
        self.objects, self.saved, self.undo_stack = list(cells), list(cells), []
        self.again = False
        if "run_rules_on_level_start" in self.game.flags:
            self.turn(None, start=True)

    def win(self):
        """the next entry; before a message and at the end the level stays"""
        if self.entry + 1 == len(self.game.levels):
            if "require_player_movement" in self.game.flags:
                raise Unsure("the end, again")
            self.win_tests = False
        elif self.game.levels[self.entry + 1] is None:
            self.entry += 1
            self.win_tests = False
        else:
            self.load(self.entry + 1, None)

    def press(self, what):
        if what == "undo":
            self.undo()
        elif what == "restart":
            self.restart()
        else:
            self.turn(None if what == "tick" else KEYS[what])
        self.settle()

    def settle(self):
        turns = 0
        while self.again:
            self.turn(None)
            turns += 1
            if turns > MOST_PASSES:
                raise TooMuch

    # Matching

    def beside(self, cell, direction, steps=1):
        x, y = divmod(cell, self.height)
        x, y = x + STEP[direction][0] * steps, y + STEP[direction][1] * steps
        inside = 0 <= x < self.width and 0 <= y < self.height
        return x * self.height + y if inside else None

    def holds(self, needs, cell):
        wanted, banned, some, moving, still = needs
        objects, movements = self.objects[cell], self.movements[cell]
        self.work += 1
        return (objects & wanted == wanted and not objects & banned
                and all(objects & one for one in some)
                and movements & moving == moving and not movements & still)

    def row_holds(self, row, cells):
        return all(n is None or self.holds(n, c) for n, c in zip(row, cells))

    def matches_of_row(self, row, direction):
        longest = max(self.width, self.height)
        by_rows = direction in (2, 3)
        starts = [x * self.height + y for y in range(self.height)
                  for x in range(self.width)] if by_rows else range(len(self.objects))
        gaps = [[]]
        for _ in range(row.count(None)):
            gaps = [gap + [n] for gap in gaps for n in range(longest)]
        for start in starts:
            if not self.holds(row[0], start):
                continue
            for gap in gaps:
                cells = self.cells_under(row, direction, start, list(gap))
                if cells and self.row_holds(row, cells):
                    yield cells

    def cells_under(self, row, direction, start, gap):
        cells, steps = [], 0
        for needs in row:
            if needs is None:
                steps += gap.pop(0)
                cells.append(None)
                continue
            cell = self.beside(start, direction, steps)
            if cell is None:
                return None
            cells.append(cell)
            steps += 1
        return cells

    def matches(self, rule):
        """tuples of one match a row, the first row varying fastest"""
        found = [()]
        for row in rule.needs:
            mine = list(self.matches_of_row(row, DIRECTIONS[rule.direction]))
            found = [t + (m,) for m in mine for t in found]
            if self.work > MOST_WORK or len(found) > 5000:
                raise TooMuch
        return found

    # Applying

    def apply(self, rule, match):
        changes = [self.apply_cell(rule, makes, cell)
                   for row, cells in zip(rule.makes, match)
                   for makes, cell in zip(row, cells) if makes is not None]
        return any(changes)

    def apply_cell(self, rule, makes, cell):
        put, clear, move, stop, chance, aimless, rigid = makes
        objects = self.objects[cell] & ~clear | put
        movements = self.movements[cell] & ~stop | move
        if chance:
            pick = chance[self.random.below(len(chance))]
            layer = self.game.layer[self.game.order[pick]]
            objects = objects & ~self.game.layer_mask[layer] | 1 << pick
            movements &= ~(0x1f << 5 * layer)
        for layer in aimless:
            movements |= 1 << 5 * layer + self.random.below(4)
        changed = (objects, movements) != (self.objects[cell], self.movements[cell])
        self.created |= objects & ~self.objects[cell]
        self.destroyed |= self.objects[cell] & ~objects
        self.objects[cell], self.movements[cell] = objects, movements
        marks = self.marks[cell]
        if rule.rigid and not rule.late and not all(l in marks for l in rigid):
            for layer in rigid:
                if marks.setdefault(layer, rule.group) != rule.group:
                    raise Unsure("two rigid groups in one place")
            changed = True
        return changed

    def queue(self, commands):
        if "cancel" in self.commands or not commands:
            return
        if "restart" in self.commands and "cancel" not in commands:
            return
        if "cancel" in commands or "restart" in commands:
            self.commands = set()
        self.commands |= set(commands)

    def run_rule(self, rule):
        found, changed = self.matches(rule), False
        for number, match in enumerate(found):
            if number == 0 or all(map(self.row_holds, rule.needs, match)):
                changed = self.apply(rule, match) or changed
        if found:
            self.queue(rule.commands)
        return changed

    def run_group(self, group):
        if group[0].random:
            found = [(rule, match) for rule in group for match in self.matches(rule)]
            if not found:
                return False
            rule, match = found[self.random.below(len(found))]
            changed = self.apply(rule, match)
            self.queue(rule.commands)
            return changed
        for number in range(MOST_PASSES):
            if not any([self.run_rule(rule) for rule in group]):
                return number > 0
        raise TooMuch

    def run_list(self, late):
        groups, at, changed, jumps = self.program.lists[late], 0, False, 0
        while at < len(groups):
            if late or groups[at][0].group not in self.banned:
                changed = self.run_group(groups[at]) or changed
            loop = next((l for l in self.program.loops[late] if l[-1] == at), None)
            at += 1
            if loop and changed:
                at, changed, jumps = loop[0], False, jumps + 1
                if jumps > MOST_PASSES:
                    raise TooMuch

    # Moving

    def hear(self, verb, heard, cell, layers):
        for sound, objects, directions, seed in self.game.sounds:
            for o in objects:
                layer = self.game.layer[o]
                if (sound == verb and layer in layers and seed not in heard
                        and self.objects[cell] >> self.game.id[o] & 1
                        and any(self.movements[cell] >> 5 * layer + d & 1
                                for d in directions)):
                    heard.append(seed)

    def move_layer(self, cell, layer):
        bits = self.movements[cell] >> 5 * layer & 0x1f
        if bits == 0:
            return False
        if bits & bits - 1:
            raise Unsure("two movements in one layer")
        direction, mask = bits.bit_length() - 1, self.game.layer_mask[layer]
        to = self.beside(cell, direction) if direction < 4 else cell
        if direction < 4 and (to is None or self.objects[to] & mask):
            return False
        self.hear("move", self.moved, cell, {layer})
        if direction < 4:
            self.objects[to] |= self.objects[cell] & mask
            self.objects[cell] &= ~mask
        self.movements[cell] &= ~(0x1f << 5 * layer)
        return True

    def resolve(self):
        """false when a rigid group was newly banned"""
        layers = range(len(self.game.layers))
        while any([self.move_layer(cell, layer) for cell in range(len(self.objects))
                   if self.movements[cell] for layer in layers]):
            pass
        before = len(self.banned)
        for cell, movements in enumerate(self.movements):
            if movements == 0:
                continue
            self.hear("cantmove", self.stuck, cell, set(layers))
            held = [l for l in layers if movements >> 5 * l & 0x1f
                    and l in self.marks[cell]]
            self.banned |= {self.marks[cell][l] for l in held[:1]}
        return len(self.banned) == before

    def run_rules(self, key):
        game, before = self.game, list(self.objects)
        self.banned, self.stuck = set(), []
        self.players = [cell for cell, o in enumerate(before) if (
            o & game.player == game.player if game.player_all else o & game.player)]
        for _ in range(50):
            self.objects = list(before)
            self.movements = [0] * len(before)
            self.marks = [{} for _ in before]
            self.commands, self.moved = set(), []
            self.created = self.destroyed = 0
            for cell in self.players if key else []:
                for o in game.order:
                    if before[cell] & game.player & 1 << game.id[o]:
                        self.movements[cell] |= 1 << 5 * game.layer[o] + DIRECTIONS[key]
            self.run_list(False)
            if self.resolve():
                self.movements = [0] * len(before)
                self.run_list(True)
                return
        raise TooMuch

    # Turns

    def turn(self, key, start=False):
        before = list(self.objects)
        self.again = False
        self.run_rules(key)
        if "require_player_movement" in self.game.flags and key and self.players and all(
                self.objects[cell] & self.game.player for cell in self.players):
            self.objects = before
            self.win_tests = True
        elif "cancel" in self.commands:
            self.objects = before
        elif "restart" in self.commands:
            self.sound()
            self.undo_stack.append(before)
            self.restart(commanded=True)
        else:
            self.finish(key, before, start)

    def finish(self, key, before, start):
        modified = self.objects != before
        if modified and key:
            self.undo_stack.append(before)
        self.sound()
        if not start and self.win_tests and ("win" in self.commands or self.is_won()):
            self.win()
            return
        if "checkpoint" in self.commands:
            self.saved = list(self.objects)
        self.again = "again" in self.commands and modified and self.would_do_something()

    def sound(self):
        self.sounds += self.stuck + self.moved
        for verb, touched in (("create", self.created), ("destroy", self.destroyed)):
            self.sounds += [seed for sound, objects, _, seed in self.game.sounds
                            if sound == verb and self.game.mask(objects) & touched]

    def would_do_something(self):
        before = list(self.objects)
        self.run_rules(None)
        modified = self.objects != before
        does = (len(self.commands) > 1 if "cancel" in self.commands
                else modified or bool({"win", "restart"} & self.commands))
        if not does and "checkpoint" in self.commands and "cancel" not in self.commands:
            self.saved = list(self.objects)
        self.objects = before
        return does

    def is_won(self):
        def hit(side, objects):
            mask, all_of_it = side
            return objects & mask == mask if all_of_it else objects & mask != 0

        for quantifier, x, y in self.game.wins:
            at_home = [y is None or hit(y, o) for o in self.objects if hit(x, o)]
            if not {"all": all(at_home), "no": not any(at_home)}.get(
                    quantifier, any(at_home)):
                return False
        return bool(self.game.wins)

    def restart(self, commanded=False):
        if self.restarting or not commanded and "norestart" in self.game.flags:
            return
        self.restarting = True
        if not commanded:
            self.undo_stack.append(list(self.objects))
        self.objects, self.again = list(self.saved), False
        if "run_rules_on_level_start" in self.game.flags:
            self.turn(None, start=True)
        self.restarting = False

    def undo(self):
        if "noundo" in self.game.flags:
            return
        while self.undo_stack and self.undo_stack[-1] == self.objects:
            self.undo_stack.pop()
        if self.undo_stack:
            self.objects = self.undo_stack.pop()
        self.again = False

    def board(self):
        """as the recorded sessions write it"""
        kinds, text = {}, ""
        for number, objects in enumerate(self.objects, 1):
            names = " ".join(sorted(
                (o for o in self.game.order if objects >> self.game.id[o] & 1),
                key=lambda name: name.encode("utf-16-be")))
            if names not in kinds:
                kinds[names] = len(kinds)
                text += f"{names}:"
            text += f"{kinds[names]}," + ("\n" if number % self.width == 0 else "")
        return text

#!/usr/bin/env python3
"""Random PuzzleScript games, played by the program and by the plain reading in this
folder; both must come to the same boards and sounds.

    tests/puzzlescript/random_games.py PROGRAM [FIRST [COUNT]]

FIRST is the seed of the first game. Games whose rules never settle, or about which the
plain reading is not sure, are left out. A recorded session in place of a game:

    tests/puzzlescript/random_games.py PROGRAM FILE.jsonl
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from engine import Play, TooMuch
from source import Game, Unsure

FLAGS = {
    "run_rules_on_level_start": 0.3, "require_player_movement": 0.15, "noundo": 0.08,
    "norestart": 0.08, "debug": 0.05, "verbose_logging": 0.05, "norepeat_action": 0.05,
    "throttle_movement": 0.05, "scanline": 0.05, "realtime_interval 0.5": 0.1,
    "again_interval 0.1": 0.1, "key_repeat_interval 0.2": 0.05, "flickscreen 5x4": 0.05,
    "zoomscreen 3x3": 0.05, "color_palette 3": 0.05, "text_color #fa0": 0.05,
    "background_color darkblue": 0.05, "author Nobody (in particular)": 0.1,
}
COLOURS = ["red", "BLUE", "#fff", "#12ab34", "transparent", "lightgreen #eee"]
LEFT_WORDS = [">"] * 3 + ["no"] * 2 + [
    "<", "^", "v", "up", "down", "left", "right", "action", "moving", "horizontal",
    "vertical", "orthogonal", "parallel", "perpendicular", "stationary"]
RIGHT_WORDS = [">", "<", "^", "v", "up", "down", "left", "right", "stationary",
               "randomdir", "action"]
COMMANDS = ["again"] * 3 + ["cancel", "restart", "checkpoint", "sfx0", "win",
                            "message Hello (you)"]


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.things = [f"{letter}x" for letter in "abcdefg"[:self.rng.randint(3, 7)]]
        self.things[-1] += self.rng.choice(["", "", "_1", "é", "ж"])
        self.hero = self.rng.choice(["player"] * 3 + ["hero"])
        self.placed = [self.hero] + self.things
        self.grounds = self.rng.choice([["background"]] * 4 + [["grass", "sand"]])
        self.keys = dict(zip([*self.placed, *self.grounds], "p12345é♥9"))
        self.keys.update(zip(self.grounds, ".,"))
        self.layers = self.deal(self.rng.choice([1, 2, 2, 3, 3, 4, 4, 6]))
        self.layer = {o: i for i, layer in enumerate(self.layers) for o in layer}
        self.groups = {}  # names of the legend, with their members
        self.extra = [f"zz{i}" for i in range(self.rng.choice([0] * 9 + [20, 62, 70]))]

    def chance(self, p):
        return self.rng.random() < p

    def deal(self, n):
        layers = [[] for _ in range(n)]
        for o in self.rng.sample(self.placed, len(self.placed)):
            self.rng.choice(layers).append(o)
        return [layer for layer in layers if layer]

    def put(self, *lines):
        self.lines += lines

    def source(self):
        self.put("title Random",
                 *[flag for flag, p in FLAGS.items() if self.chance(p)], "")
        self.put_objects()
        self.put_legend()
        self.put_sounds()
        self.put("COLLISIONLAYERS", self.rng.choice(["background", "Background"]),
                 *[self.rng.choice([", ", " "]).join(layer) for layer in self.layers])
        self.put(*(self.extra if self.chance(0.5) or not self.extra
                   else [" ".join(self.extra)]))
        self.put_rules()
        self.put_wins()
        self.put_levels()
        text = "\n".join(self.lines) + ("\n" if self.chance(0.9) else "")
        return text.replace("\n", "\r\n") if self.chance(0.1) else text

    def put_objects(self):
        self.put("OBJECTS")
        for o in [*self.grounds, *self.placed, *self.extra]:
            key = self.keys.get(o, "")
            in_line = self.chance(0.5)
            self.put(f"{o} {key}" if in_line else o, self.rng.choice(COLOURS))
            self.put(*(["00000", "0...0", ".....", "0.0.0", "00000"]
                       if self.chance(0.2) else []), "")
            if not in_line and key:
                self.groups[key] = [o]

    def put_legend(self):
        self.put("LEGEND", *[f"{key} = {o[0]}" for key, o in self.groups.items()])
        self.groups = {}
        if len(self.grounds) > 1:
            self.put(f"background = {' or '.join(self.grounds)}")
        for i in range(self.rng.randint(0, 3)):
            pool = self.rng.choice(self.layers) if self.chance(0.5) else self.placed
            if len(pool) > 1:
                self.put_property(f"Any{i}", self.rng.sample(
                    pool, self.rng.randint(2, min(4, len(pool)))))
        self.properties = list(self.groups)
        self.put_player()
        for key in "QR" if len(self.layers) > 1 else "":
            if self.chance(0.5):
                layers = self.rng.sample(self.layers, 2)
                self.groups[key.lower()] = [self.rng.choice(layer) for layer in layers]
                self.put(f"{key} = {' AND '.join(self.groups[key.lower()])}")
        self.all_of += [key for key in self.groups if key in "qr"]
        if self.chance(0.3):
            self.groups["other"] = [self.rng.choice(self.placed)]
            self.put(f"other = {self.groups['other'][0]}")

    def put_property(self, name, members):
        """of objects, or of a property and the objects that it lacks"""
        inner = [p for p, o in self.groups.items() if set(o) < set(members)]
        words = list(members)
        if inner and self.chance(0.6):
            part = self.groups[inner[0]]
            rest = [o for o in members if o not in part]
            members, words = part + rest, [inner[0], *rest]
        self.groups[name.lower()] = members
        self.put(f"{name} = {' or '.join(words)}")

    def put_player(self):
        """by another name: one object, any of two, two together, or what is any"""
        self.all_of = []
        if self.hero == "player":
            return
        others = [o for o in self.things if self.layer[o] != self.layer[self.hero]]
        what = self.rng.randrange(4)
        if what == 0 and others:
            self.groups["y"] = self.groups["player"] = [self.hero, self.rng.choice(others)]
            self.all_of = ["y", "player"]
            self.put(f"y = {' and '.join(self.groups['y'])}", "Player = Y")
        elif what == 1 and self.properties:
            name = self.rng.choice(self.properties)
            self.groups["player"] = self.groups[name]
            self.put(f"player = {name}")
        elif what == 2:
            self.groups["player"] = [self.hero]
            self.put(f"player = {self.hero}")
        else:
            self.put_property("player", [self.hero, self.rng.choice(self.things)])

    def put_sounds(self):
        self.put("SOUNDS")
        for _ in range(self.rng.randint(0, 6)):
            verb = self.rng.choice(["move", "cantmove", "create", "destroy", "action"])
            where = self.rng.choice(["", "", "up", "horizontal", "down left"])
            self.put(" ".join([self.rng.choice(self.placed + self.properties), verb,
                               where if "move" in verb else "",
                               str(self.rng.randint(1000, 99999999))]))
        self.put(*["sfx0 123", "startgame 5"][:self.rng.randint(0, 2)])

    # Rules

    def members(self, name):
        return self.groups.get(name, [name])

    def any_name(self):
        if self.groups and self.chance(0.33):
            return self.rng.choice(list(self.groups))
        return self.rng.choice(self.placed)

    def left_cell(self, late):
        cell, used = [], set()
        for _ in range(self.rng.choice([0, 1, 1, 1, 2, 2, 3])):
            name = self.any_name()
            layers = {self.layer[o] for o in self.members(name)}
            word = self.rng.choice(LEFT_WORDS) if self.chance(0.5) else ""
            word = word if not late or word == "no" else ""
            if layers & used or name in [n for _, n in cell]:
                continue
            if word == "no" and name in self.all_of:
                continue
            used |= set() if word == "no" else layers
            cell.append((word, name))
        return cell

    def right_cell(self, left, late):
        cell, used = [], set()
        for word, name in left:
            what = self.rng.random()
            if what < 0.15 or word == "no" and what < 0.5:
                continue
            if word == "no" and what < 0.7:
                cell.append((word, name))
                continue
            if word == "no" or what < 0.3:
                o = self.rng.choice(self.members(name))
                name = self.rng.choice(self.layers[self.layer[o]])
                word = ""
            layers = {self.layer[o] for o in self.members(name)}
            if not layers & used:
                used |= layers
                cell.append((self.right_word(word, late), name))
        o = self.rng.choice(self.placed)
        if self.chance(0.2) and self.layer[o] not in used:
            cell.append(("random", self.any_name()) if self.chance(0.25)
                        else (self.right_word("", late), o))
        return cell

    def right_word(self, word, late):
        what = self.rng.random()
        if late or what < 0.3:
            return ""
        return self.rng.choice(RIGHT_WORDS) if what < 0.7 else word

    def row(self, late):
        n = self.rng.choice([1, 1, 2, 2, 2, 3, 3])
        left = [self.left_cell(late) for _ in range(n)]
        if n == 1 and not left[0]:
            left = [[("", self.rng.choice(self.placed))]]
        sides = [left, [self.right_cell(cell, late) for cell in left]]
        sides = [[" ".join(f"{w} {name}".strip() for w, name in cell) for cell in side]
                 for side in sides]
        for at in range(n - 1, 0, -1):
            if self.chance(0.12):
                for side in sides:
                    side.insert(at, "...")
        return [f"[ {' | '.join(side)} ]" for side in sides]

    def rule(self, may_join):
        late, words = self.chance(0.25), []
        if self.chance(0.25):
            words.append(self.rng.choice(["up", "down", "left", "right", "horizontal",
                                          "vertical", "orthogonal", "up down"]))
        words += ["late"] if late else ["rigid"] if self.chance(0.15) else []
        words += ["random"] if self.chance(0.15) else []
        self.rng.shuffle(words)
        words = ["+"] + words if may_join and self.chance(0.2) else words
        rows = [self.row(late) for _ in range(self.rng.choice([1, 1, 1, 2, 2, 3]))]
        commands = [self.rng.choice(COMMANDS)] if self.chance(0.3) else []
        right = [] if commands and self.chance(0.3) else [right for _, right in rows]
        text = " ".join([*words, *[left for left, _ in rows], "->", *right])
        if self.chance(0.2):
            text = "".join(self.rng.choice([c.lower(), c.upper()]) for c in text)
        if self.chance(0.15):
            text = text.replace("[ ", "[").replace(" ]", "]").replace(" | ", "|")
        if self.chance(0.1):
            text = text.replace(" ", "\t")
        if not commands and self.chance(0.1):
            return text + " ( a (nested) comment )"
        return " ".join([text, *commands])

    def put_rules(self):
        self.put("RULES")
        looping = may_join = False
        for _ in range(self.rng.randint(1, 7)):
            if not looping and self.chance(0.1):
                self.put("startloop")
                looping, may_join = True, False
            self.put(self.rule(may_join))
            may_join = True
            if looping and self.chance(0.4):
                self.put("endloop")
                looping = may_join = False
        self.put(*["endloop"] * looping)

    def put_wins(self):
        self.put("", "WINCONDITIONS")
        names = self.placed + list(self.groups)
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            on = f" on {self.rng.choice(names)}" if self.chance(0.7) else ""
            quantifier = self.rng.choice(["all", "some", "any", "no"])
            self.put(f"{quantifier} {self.rng.choice(names)}{on}")

    def put_level(self):
        width, height = self.rng.randint(1, 8), self.rng.randint(1, 8)
        grounds = [self.keys[o] for o in self.grounds]
        keys = [self.keys[o] for o in self.placed] + [k for k in self.all_of if len(k) == 1]
        weights = [10 // len(grounds)] * len(grounds) + [2] * len(keys)
        rows = [self.rng.choices(grounds + keys, weights, k=width) for _ in range(height)]
        if self.chance(0.95):
            rows[self.rng.randrange(height)][self.rng.randrange(width)] = self.rng.choice(
                ["p", *[k for k in self.all_of if k == "y"] * 3])
        rows = ["".join(row) for row in rows]
        if self.chance(0.1):
            rows[-1] = rows[-1][:-1] or rows[-1] + "."
        if self.chance(0.1):
            rows.insert(self.rng.randint(1, height), "( between rows )")
        self.put("", *rows)

    def put_levels(self):
        self.put("LEVELS")
        self.put_level()
        while self.chance(0.4):
            if self.chance(0.3):
                self.put("", "message Well (done)!")
            self.put_level()
        self.put(*["message The end"] * self.chance(0.2))

    def inputs(self):
        return self.rng.choices([0, 1, 2, 3, 4, "undo", "restart", "tick"],
                                [4, 4, 4, 4, 2, 1, 1, 1], k=40)


def session(source, inputs, seed, level=0):
    """None when the plain reading gives up"""
    try:
        play = Play(Game(source), level, seed)
        for what in inputs:
            play.press(what)
    except (Unsure, TooMuch):
        return None
    return {"source": source, "inputs": inputs, "target_level_index": level,
            "random_seed": seed, "expected_final_level_string": play.board(),
            "expected_sounds": play.sounds}


def random_sessions(first, count):
    for seed in range(first, first + count):
        maker = Maker(seed)
        source = maker.source()
        made = session(source, maker.inputs(), str(seed))
        if made:
            yield dict(made, name=f"game {seed}")


def recorded_sessions(path):
    with open(path, encoding="utf-8") as lines:
        for test in map(json.loads, lines):
            made = session(test["source"], test["inputs"], test["random_seed"] or "0",
                           test["target_level_index"])
            if made:
                yield dict(made, name=test["name"])


def main(program, what="1", count="60"):
    made = (random_sessions(int(what), int(count)) if what.isdigit()
            else recorded_sessions(what))
    lines = [json.dumps(dict(one, index=number)) for number, one in enumerate(made)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as file:
        file.write("\n".join(lines) + "\n")
    result = subprocess.run([program, "conform", "puzzlescript", file.name], text=True,
                            capture_output=True, check=False)
    print(result.stdout, result.stderr, sep="", end="")
    if result.returncode != 0:
        print(f"the sessions are in {file.name}")
        return 1
    os.unlink(file.name)
    if not what.isdigit():
        return 0
    return 0 if len(lines) * 2 > int(count) else "too few games settle"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

"""A second, plain reading of PuzzleScript, to check the engine by: a source text as names,
layers, rules as written, win conditions, sounds and levels. It only understands games
without mistakes; what it cannot be sure of it refuses (Unsure)."""
import re

SECTIONS = ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions",
            "levels"]
DIRECTIONS = {"up": 0, "down": 1, "left": 2, "right": 3, "action": 4}
AMBIGUOUS = {
    "horizontal": ["left", "right"],
    "vertical": ["up", "down"],
    "moving": ["up", "down", "left", "right", "action"],
    "orthogonal": ["up", "down", "left", "right"],
    # what parallel and perpendicular become; kept apart from the words as written
    "h parallel": ["left", "right"],
    "v parallel": ["up", "down"],
    "h perpendicular": ["left", "right"],
    "v perpendicular": ["up", "down"],
}


class Unsure(Exception):
    pass


class Game:
    def __init__(self, source):
        self.flags = set()
        self.objects = []
        self.names = {}  # name: (kind, value); kinds: object, synonym, or, and
        self.layers = []  # lists of objects
        self.loops = []
        self.rule_lines, self.win_lines, self.sound_lines = [], [], []
        self.level_rows = []  # None for a message
        self._read(source.replace("\r", ""))
        self._number_objects()
        self._read_wins()
        self._read_sounds()
        self._read_levels()

    # Lines

    def _read(self, source):
        section, self._line_of_object = None, 0
        raw = source.split("\n")
        for number, (line, whole) in enumerate(zip(without_comments(raw), raw), 1):
            low = line.strip().lower()
            if section != "levels" and low in SECTIONS:
                section = low
                self._line_of_object = 0
            elif low.startswith("=") and (section != "levels" or set(low) <= set("= ")):
                continue
            elif section is None:
                self.flags.add((low.split() or [""])[0])
            elif section == "levels":
                self._level_line(line, low, whole)
            elif section == "objects":
                self._object_line(low)
            elif low:
                self._plain_line(section, number, line.strip(), low)

    def _plain_line(self, section, number, line, low):
        if section == "legend":
            self._legend_line(low)
        elif section == "sounds":
            self.sound_lines.append(low.split())
        elif section == "collisionlayers":
            words = [word for word in re.split(r"[,\s]+", low) if word]
            self.layers.append([o for word in words for o in self.members(word)])
        elif section == "winconditions":
            self.win_lines.append(low.split())
        elif low == "startloop":
            self.loops.append([number, None])
        elif low == "endloop":
            self.loops[-1][1] = number
        else:
            self.rule_lines.append((number, line))

    def _object_line(self, low):
        """0: a name is expected, 1: colours, 2 to 6: a row of the matrix or a name"""
        if not low:
            self._line_of_object = 0
        elif self._line_of_object == 1:
            self._line_of_object = 2
        elif self._line_of_object >= 2 and re.fullmatch(r"[0-9.]{5}", low):
            self._line_of_object = (self._line_of_object + 1) % 7
        else:
            name, *synonyms = low.split()
            self.objects.append(name)
            self.names[name] = ("object", name)
            self.names.update((synonym, ("synonym", name)) for synonym in synonyms)
            self._line_of_object = 1

    def _legend_line(self, low):
        name, words = re.match(r"(\S+?)\s*=\s*(.*)", low).groups()
        words = words.split()
        joints = set(words[1::2])
        if not joints:
            self.names[name] = ("synonym", words[0])
        elif len(joints) == 1 and joints <= {"or", "and"}:
            kind = joints.pop()
            self.names[name] = (kind, self._flat(words[0::2], kind))
        else:
            raise Unsure("legend")

    def _level_line(self, line, low, whole):
        if re.match(r"message\b", low):
            self.level_rows.append(None)
            self._open_level = False
        elif low:
            if not getattr(self, "_open_level", False):
                self.level_rows.append([])
            self.level_rows[-1].append(low)
            self._open_level = True
        elif not whole.strip():
            self._open_level = False

    # Names

    def target(self, name):
        while self.names.get(name, ("",))[0] == "synonym":
            name = self.names[name][1]
        if name not in self.names:
            raise Unsure(f"name {name}")
        return name

    def kind(self, name):
        return self.names[name][0]

    def members(self, name):
        kind, value = self.names[self.target(name)]
        return [value] if kind == "object" else list(value)

    def _flat(self, words, kind):
        members = []
        for word in words:
            if self.kind(self.target(word)) not in ("object", kind):
                raise Unsure("legend")
            members += [o for o in self.members(word) if o not in members]
        return members

    def mask(self, objects):
        return sum(1 << self.id[o] for o in set(objects))

    def _number_objects(self):
        self.layer, order = {}, []
        for number, layer in enumerate(self.layers):
            for o in layer:
                if o in order:
                    order.remove(o)
                order.append(o)
                self.layer[o] = number
        if set(order) != set(self.objects):
            raise Unsure("object without layer")
        self.order = order
        self.id = {o: i for i, o in enumerate(order)}
        self.layer_mask = [
            self.mask(o for o in order if self.layer[o] == number)
            for number in range(len(self.layers))
        ]
        self.player = self.mask(self.members("player"))
        self.player_all = self.kind(self.target("player")) == "and"
        self.background = self.members("background")[0]

    def single_layer(self, name):
        """the layer that all members of a property share, or None"""
        layers = {self.layer[o] for o in self.members(name)}
        return layers.pop() if len(layers) == 1 else None

    # The rest

    def _read_wins(self):
        def side(word):
            return self.mask(self.members(word)), self.kind(self.target(word)) == "and"

        self.wins = [
            (words[0], side(words[1]), side(words[3]) if len(words) > 3 else None)
            for words in self.win_lines
        ]

    def _read_sounds(self):
        self.sounds = []  # (verb, objects, directions, seed)
        for words in self.sound_lines:
            if words[0] not in self.names:
                continue
            verb, *directions, seed = words[1:]
            if verb == "action":
                verb, directions = "move", ["action"]
            concrete = [
                d for word in directions or ["orthogonal"]
                for d in AMBIGUOUS.get(word, [word])
            ]
            numbers = {DIRECTIONS[d] for d in concrete}
            self.sounds.append((verb, self.members(words[0]), numbers, seed))

    def _read_levels(self):
        ground = self.layer_mask[self.layer[self.background]]
        self.levels = []  # (width, height, cells column by column), None: a message
        for rows in self.level_rows:
            if rows is None:
                self.levels.append(None)
                continue
            width, height = len(rows[0]), len(rows)
            rows = [(row + row[-1] * width)[:width] for row in rows]
            cells = [
                self._cell(rows[y][x]) for x in range(width) for y in range(height)
            ]
            usual = 1 << self.id[self.background]
            fill = next((cell & ground for cell in cells if cell & ground), usual)
            cells = [cell if cell & ground else cell | fill for cell in cells]
            self.levels.append((width, height, cells))

    def _cell(self, glyph):
        if self.kind(self.target(glyph)) == "or":
            raise Unsure(f"glyph {glyph}")
        return self.mask(self.members(glyph))


def without_comments(lines):
    depth, out = 0, []
    for line in lines:
        kept = ""
        for at, letter in enumerate(line):
            begins_word = at == 0 or not re.match(r"\w", line[at - 1])
            if depth == 0 and begins_word and re.match(r"message\b", line[at:], re.I):
                kept += line[at:]
                break
            if letter == "(":
                depth += 1
            elif letter == ")":
                depth = max(0, depth - 1)
            elif depth == 0:
                kept += letter
        out.append(kept)
    return out

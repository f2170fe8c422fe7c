#!/usr/bin/env python3
"""Fails on a game that is named outside its folder and the registry: what generic code needs
to know of a game is in its table (include/lw/game.h), and what pages need is in the reply of
`kinds` or in the game's own web folder.

Looked for are a game's headers, identifiers with its prefix, its name as a string literal or
part of one, and as a member of an object; and names that only one game has (of its features,
options and formats) where code looks one up, or the pages have a title for it. Names that are
English words too count only as whole literals, and there where the line speaks of games,
compares, or lists another game. A game's own pages may not import those of another."""
import json
import os
import re
import subprocess
import sys

GAMES = sorted(entry.name for entry in os.scandir("src/games") if entry.is_dir())
PREFIXES = {"puzzlescript": ["ps"], "sokoban": ["sok"]}  # identifiers that do not bear the folder's name
WORDS = {"move", "flow", "null"}     # also words of English or of JSON

# Who may name games, and why.
EXEMPT = [
    (r"src/games/", "a game's own folder (others are kept apart by includes.py), and the registry"),
    (r"src/lab/", "the laboratory studies single games"),
    (r"src/cli/judge/cmd_check\.c$", "tests PuzzleScript games for their makers"),
    (r"src/cli/judge/cmd_inspect\.c$", "explains the rules of PuzzleScript games"),
    (r"src/store/sql/schema\.c$", "migrations speak of data that is stored already"),
    (r"web/tests/", "checks play every game"),
    (r".*_(test|fuzz)\.c$", "tests bring levels of games"),
    (r".*(test|fuzz)_support\.h$", "tests bring levels of games"),
    (r"include/lw/(%s)(_\w+)?(/.*|\.h)$" % "|".join(GAMES), "a game's own headers"),
]


def is_exempt(path):
    return any(re.match(pattern, path) for pattern, _ in EXEMPT)


def without_comments(text):
    """The same lines with comments blanked."""
    def blank(found):
        part = found.group(0)
        return part if part[0] in "\"'`" else re.sub(r"[^\n]", " ", part)
    return re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', blank, text,
                  flags=re.S)


LITERAL = re.compile(r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`\n]*`''')
# Examples in help and in descriptions, which a person reads: (path, what the literal has).
EXAMPLES = [
    ("src/cli/draw/cmd_render.c", "of a PuzzleScript game"),
    ("src/cli/judge/cmd_features.c", "levelwright features "),
    ("src/cli/judge/cmd_solve.c", "of a PuzzleScript game"),
    ("src/cli/make/cmd_generate.c", "levelwright generate "),
    ("src/cli/make/cmd_generate.c", "defined by a file (PuzzleScript)"),
    ("src/cli/play/cmd_play.c", "a PuzzleScript game: "),
    ("src/cli/serve/cmd_sets.c", "levelwright sets "),
    ("src/study/define/shapes.c", "kind of game: sokoban"),
]


def names_a_game(path, line, name):
    """Does the line name the game, where games are spoken of?"""
    literals = LITERAL.findall(line)
    if name not in WORDS:
        member = re.search(r"(?:^|[{,(\s])%s\s*:(?!:)|\.%s\b" % (name, name),
                           LITERAL.sub('""', line))
        inside = [text for text in literals if re.search(r"(?i)\b%s\b" % name, text)
                  and not any(path == where and part in text for where, part in EXAMPLES)]
        return bool(member or inside)
    if not any(text[1:-1] == name for text in literals):
        return False
    compared = re.search(r'''(?:\bcase|[=!]==?)\s*(["'`])%s\1''' % name, line)
    others = any(text[1:-1] in GAMES and text[1:-1] != name for text in literals)
    games = re.search(r"(?i)\b\w*(game|kind|level)\w*\b", line)
    return bool(compared or others or games)


def problems_of(path, text):
    prefixes = {prefix: game for game in GAMES for prefix in [game, *PREFIXES.get(game, [])]}
    identifier = re.compile(r"\blw_(%s)_\w+" % "|".join(prefixes), re.I)
    header = re.compile(r'#\s*include\s+"(?:lw/)?(%s)(?:_\w+)?(?:/[^"]+)?(?:\.h)?"' % "|".join(GAMES))
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        if found := header.search(line):
            yield f"{path}:{number}: includes a header of {found.group(1)}"
        elif found := identifier.search(line):
            yield f"{path}:{number}: {found.group(0)} belongs to {prefixes[found.group(1).lower()]}"
        else:
            for name in GAMES:
                if names_a_game(path, line, name):
                    yield f"{path}:{number}: names the game '{name}'"


# A name is looked up: compared, found in a table, read from a request.
LOOKUP = re.compile(r"\bstrcmp\(|_find\(|\bfields_(?:check|once)\(|\bfield_\w+\(")
LOOKED_UP = [  # who may, and what
    (r"src/model/khalifa\.c$|src/difficulty/papers/", None),  # published formulas
    (r"src/store/|src/server/routes/play/handle_events\.c$", "pushes"),  # a column of its own
    (r"src/server/routes/levels/handle_sets\.c$", "boxes"),  # the older name, read for one version
    (r"src/cli/judge/cmd_solve\.c$|src/make/candidates\.c$", "metric apart"),  # of all games
]
# Also words of the interface, whichever game has an option of that name.
SHARED = {"any", "closed", "level", "levels", "metric", "move", "needed", "null", "open", "pack",
          "place", "rules", "set", "sessions", "squares", "start", "stop", "target", "trim"}


def names_of_one_game():
    """Names of features, options, formats and measures that exactly one game has."""
    owners = {}
    for path in subprocess.run(["git", "ls-files", "src/games/*/*.[ch]"], capture_output=True,
                               text=True, check=True).stdout.split():
        if re.search(r"_(test|fuzz)\.c$|_support\.h$", path) or not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as source:
            found = re.findall(r'\.name = "([a-z][\w-]+)"|^\s*X\(\w+,\s*"([a-z]\w+)",',
                               source.read(), re.M)
        for pair in found:
            owners.setdefault(pair[0] or pair[1], set()).add(path.split("/")[2])
    return {name: next(iter(games)) for name, games in owners.items()
            if len(games) == 1 and name not in SHARED}


def lookups(path, text, names):
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        literals = LITERAL.findall(line) if path.startswith("src/") and LOOKUP.search(line) else []
        for word in {word for literal in literals for word in literal[1:-1].split(" ")}:
            allowed = any(re.match(where, path) and (what is None or word in what.split())
                          for where, what in LOOKED_UP)
            if word in names and not allowed:
                yield f"{path}:{number}: '{word}' is a name of {names[word]} only"


def titles(names):
    """Names that the pages give to what one game has: they belong into its web folder."""
    path = "web/texts/en.json"
    with open(path, encoding="utf-8") as page:
        texts = json.load(page)
    for group in ("methods", "options", "optionHelp"):
        for name in texts.get(group, {}):
            if name in names:
                yield f"{path}: {group}.{name} is a name of {names[name]} only"


def imports(path):
    """Pages of one game that import those of another."""
    own = path.split("/")[2]
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            found = re.search(r'''(?:from|import)\s*\(?\s*["'][^"']*?\.\./(%s)/''' % "|".join(GAMES),
                              line)
            if found and found[1] != own:
                yield f"{path}:{number}: {own} may not know {found[1]}"


def main():
    patterns = ["src/*.c", "src/*.h", "include/*.h", "web/src/*", "web/texts/*", "web/*.js",
                "web/*.mjs", "web/index.html", "web/style/*", "web/style.css"]
    files = subprocess.run(["git", "ls-files", *patterns], capture_output=True, text=True,
                           check=True).stdout.split()
    pages = subprocess.run(["git", "ls-files", *(f"src/games/*/web/*.{end}" for end in
                                                 ("js", "jsx", "mjs"))],
                           capture_output=True, text=True, check=True).stdout.split()
    problems, n = [problem for path in pages for problem in imports(path)], 0
    names = names_of_one_game()
    problems += titles(names)
    for path in files:
        if not is_exempt(path) and os.path.exists(path):
            with open(path, encoding="utf-8") as source:
                text = source.read()
            problems += [*problems_of(path, text), *lookups(path, text, names)]
            n += 1
    print("\n".join(problems) if problems else f"{n} files name no game")
    return 1 if problems else 0


sys.exit(main())

#!/usr/bin/env python3
"""Fails on a game that is named outside its folder and the registry: what generic code needs
to know of a game is in its table (include/lw/game.h), and what pages need is in the reply of
`kinds` or in the game's own web folder.

Looked for are a game's headers, identifiers with its prefix, and its name as a string
literal. Names that are English words too count only where the line speaks of games."""
import os
import re
import subprocess
import sys

GAMES = sorted(entry.name for entry in os.scandir("src/games") if entry.is_dir())
PREFIXES = {"puzzlescript": ["ps"]}  # identifiers that do not bear the folder's name
WORDS = {"move", "flow", "null"}     # also words of English or of JSON

# Who may name games, and why.
EXEMPT = [
    (r"src/games/", "a game's own folder (others are kept apart by includes.py), and the registry"),
    (r"src/lab/", "the laboratory studies single games"),
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


def names_a_game(line, name):
    """Is the game's name a string literal of its own, where games are spoken of?"""
    literal = re.search(r'''(["'`])%s\1''' % name, line)
    member = re.match(r"\s*%s\s*:" % name, line) and name not in WORDS
    if not literal:
        return bool(member)
    return name not in WORDS or re.search(r"(?i)\b\w*(game|kind|level)\w*\b", line) is not None


def problems_of(path, text):
    prefixes = {prefix: game for game in GAMES for prefix in [game, *PREFIXES.get(game, [])]}
    identifier = re.compile(r"\b(?:lw|LW)_(%s)_\w+" % "|".join(prefixes))
    header = re.compile(r'#\s*include\s+"(?:lw/)?(%s)(?:_\w+)?(?:/[^"]+)?(?:\.h)?"' % "|".join(GAMES))
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        if found := header.search(line):
            yield f"{path}:{number}: includes a header of {found.group(1)}"
        elif found := identifier.search(line):
            yield f"{path}:{number}: {found.group(0)} belongs to {prefixes[found.group(1)]}"
        else:
            for name in GAMES:
                if names_a_game(line, name):
                    yield f"{path}:{number}: names the game '{name}'"


def main():
    patterns = ["src/*.c", "src/*.h", "include/*.h", "web/src/*", "web/texts/*", "web/*.js",
                "web/*.mjs"]
    files = subprocess.run(["git", "ls-files", *patterns], capture_output=True, text=True,
                           check=True).stdout.split()
    problems, n = [], 0
    for path in files:
        if not is_exempt(path) and os.path.exists(path):
            with open(path, encoding="utf-8") as source:
                problems += problems_of(path, source.read())
            n += 1
    print("\n".join(problems) if problems else f"{n} files name no game")
    return 1 if problems else 0


sys.exit(main())

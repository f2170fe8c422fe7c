#!/usr/bin/env python3
"""Fails where code goes round a door. A collection is written by lw_game_write only, which
refuses levels of another game; games are made and texts are read by src/game alone (lw_open
and its neighbours), so that no caller grows a second way from text to levels; and nobody
builds a collection of one level to write it."""
import re
import subprocess
import sys

# (pattern, who may, whether tests may, what others do instead)
DOORS = (
    (re.compile(r"(->|\.)write\("), ("src/game/",), False, "lw_game_write"),
    (re.compile(r"\bgame->create\("), ("src/game/",), True, "lw_open, lw_game_create"),
    (re.compile(r"\b(formats\[.*?\]|format|own|reader)(->|\.)read\("), ("src/game/",), True,
     "lw_open, lw_game_read"),
    (re.compile(r"\blw_collection_add\("), ("include/", "src/game/", "src/games/", "src/make/",
                                            "src/calls/pack.c"), True,
     "lw_level_text, lw_entry_text, lw_pool_collect"),
)
TEST = re.compile(r"^tests/|_(test|fuzz)\.c$|_support\.h$")
# Other writers of that name: their receiver says so. A kind that counts its calls in a test
# stands behind the door and hands on to the one it wraps.
OTHERS = re.compile(r"\blog->write\(|\blw_flow_kind\.level->formats\[0\]\.write\(")


def main():
    problems = []
    paths = subprocess.run(["git", "ls-files", "src/*.[ch]", "tests/*.[ch]", "include/*.h"],
                           capture_output=True, text=True, check=True).stdout.split()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for pattern, folders, tests_may, instead in DOORS:
            if path.startswith(folders) or tests_may and TEST.search(path):
                continue
            for number, line in enumerate(text.split("\n"), 1):
                if pattern.search(line) and not OTHERS.search(line):
                    problems.append(f"{path}:{number}: use {instead}: {line.strip()}")
    print("\n".join(problems) if problems else f"{len(paths)} sources go through the doors")
    return 1 if problems else 0


sys.exit(main())

#!/usr/bin/env python3
"""Fails where code goes round a door. A collection is written by lw_game_write only, which
refuses levels of another game; games are made and texts are read by src/game alone (lw_open
and its neighbours), so that no caller grows a second way from text to levels; nobody builds a
collection of one level to write it; and names and values become options, filters, a generator
and a share of the way in src/make and src/base alone, so that no caller forgets a bound."""
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
    # The command line's own options are read by src/command, the rules of a game by src/game.
    (re.compile(r"\blw_options_defaults\("), ("include/", "src/base/", "src/game/", "src/command/"),
     True, "lw_generator_settings, lw_options_read"),
    # NAME=RANGE of the command line is one text, not a setting.
    (re.compile(r"\blw_filter_read\("), ("include/", "src/make/", "src/cli/make/pool_options.c"),
     True, "lw_filters_read"),
    (re.compile(r"(->|\.)generators\b"), ("include/", "src/make/", "src/games/",
                                          "src/calls/kinds.c"), True,
     "lw_generator_find, lw_generator_get"),
    (re.compile(r"has no generator"), ("src/make/",), True, "lw_generator_get"),
    (re.compile(r'strcmp\(.*phase, "generating"\)'), ("src/make/",), True, "lw_make_fraction"),
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

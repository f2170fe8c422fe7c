#!/usr/bin/env python3
"""Fails where code goes round a door that checks: a collection is written by lw_game_write
only, which refuses levels of another game, and no format's writer is called elsewhere."""
import re
import subprocess
import sys

# pattern: (the file that may, what others do instead)
DOORS = {
    re.compile(r"(->|\.)write\("): ("src/game/", "lw_game_write"),
}
# Other writers of that name: their receiver says so.
OTHERS = re.compile(r"\blog->write\(")


def main():
    problems = []
    paths = subprocess.run(["git", "ls-files", "src/*.[ch]", "tests/*.[ch]", "include/*.h"],
                           capture_output=True, text=True, check=True).stdout.split()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for pattern, (folder, instead) in DOORS.items():
            if path.startswith(folder):
                continue
            for number, line in enumerate(text.split("\n"), 1):
                if pattern.search(line) and not OTHERS.search(line):
                    problems.append(f"{path}:{number}: use {instead}: {line.strip()}")
    print("\n".join(problems) if problems else f"{len(paths)} sources go through the doors")
    return 1 if problems else 0


sys.exit(main())

#!/usr/bin/env python3
"""Fails on sources longer than 700 lines and on functions of C longer than 60, from the
line of the name to the closing brace. Nothing is exempt: what is longer is split by idea.
Fails on functions with more than eight parameters, and when more functions than before have
more than six: beyond that a struct names them."""
import re
import subprocess
import sys

MAX_FILE = 700
MAX_FUNCTION = 60
GOOD_PARAMETERS = 6
MAX_PARAMETERS = 8
MAX_ABOVE_GOOD = 78  # functions that still have more than six; may only fall
# clang-format settles the layout: what begins in the first column and ends with a brace is
# a function when it has a parameter list and is no initialiser.
NAME = re.compile(r"\b(\w+)\(")


def functions(lines):
    """Yields (name, first line, number of lines), lines counted from 1."""
    begin = None
    for number, line in enumerate(lines, 1):
        if line.startswith("}"):
            if begin is not None and line == "}":
                yield begin[0], begin[1], number - begin[1] + 1
            begin = None
        elif re.match(r"[A-Za-z_]", line):
            name = NAME.search(line)
            begin = (name.group(1), number) if name and "=" not in line else None


def parameters(lines, first):
    """How many parameters the function has whose name stands in line `first`."""
    text = "\n".join(lines[first - 1:first + 19])
    depth, n = 1, 1
    for char in text[NAME.search(text).end():]:
        depth += (char == "(") - (char == ")")
        n += char == "," and depth == 1
        if depth == 0:
            break
    return n


def main():
    problems = []
    above_good = []
    longest = {"file": (0, ""), "function": (0, "")}
    paths = subprocess.run(["git", "ls-files", "*.c", "*.h", "*.py", "*.sh", "*.js", "*.mjs",
                            "*.jsx", "*.css", "*.cmake"],
                           capture_output=True, text=True, check=True).stdout.split()
    for path in paths:
        if path.startswith(("tests/data/", "tests/corpus/")):
            continue
        with open(path, encoding="utf-8") as text:
            lines = text.read().split("\n")
        n_lines = len(lines) - 1
        longest["file"] = max(longest["file"], (n_lines, path))
        if n_lines > MAX_FILE:
            problems.append(f"{path}: {n_lines} lines, {MAX_FILE} are the ceiling")
        if not path.endswith((".c", ".h")):
            continue
        for name, first, length in functions(lines):
            longest["function"] = max(longest["function"], (length, f"{path}:{first} {name}"))
            if length > MAX_FUNCTION:
                problems.append(f"{path}:{first}: {name} has {length} lines, "
                                f"{MAX_FUNCTION} are the ceiling")
            n = parameters(lines, first)
            if n > MAX_PARAMETERS:
                problems.append(f"{path}:{first}: {name} has {n} parameters; name them in a struct")
            elif n > GOOD_PARAMETERS:
                above_good.append(f"{path}:{first}: {name} has {n} parameters")
    if len(above_good) > MAX_ABOVE_GOOD:
        problems += above_good + [f"{len(above_good)} functions have more than {GOOD_PARAMETERS} "
                                  f"parameters; there were {MAX_ABOVE_GOOD}: use a struct"]
    print("\n".join(problems) if problems else
          "longest file {0[0]} lines ({0[1]}), longest function {1[0]} ({1[1]}), "
          "{2} functions with more than {3} parameters".format(
              longest["file"], longest["function"], len(above_good), GOOD_PARAMETERS))
    return 1 if problems else 0


sys.exit(main())

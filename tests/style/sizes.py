#!/usr/bin/env python3
"""Fails on sources longer than 700 lines and on functions of C longer than 60, from the
line of the name to the closing brace. Nothing is exempt: what is longer is split by idea.
Fails on functions and callbacks with more than six parameters, beyond which a struct names
them."""
import re
import subprocess
import sys

MAX_FILE = 700
MAX_FUNCTION = 60
MAX_PARAMETERS = 6
# A library calls these, and says what they take.
CALLBACKS = {"src/server/http/daemon.c": "answer", "src/server/http/tls.c": "retrieve"}
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


def pointers(lines):
    """Yields (name, line) of every pointer to a function that is declared."""
    for number, line in enumerate(lines, 1):
        for found in re.finditer(r"\(\*(\w+)\)\(", line):
            yield found.group(1), number


def parameters(lines, first, name):
    """How many parameters the function has whose name stands in line `first`."""
    text = "\n".join(lines[first - 1:first + 19])
    depth, n = 1, 1
    for char in text[re.search(r"\b%s\)?\(" % name, text).end():]:
        depth += (char == "(") - (char == ")")
        n += char == "," and depth == 1
        if depth == 0:
            break
    return n


def main():
    problems = []
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
        for name, first in [*((name, first) for name, first, _ in functions(lines)),
                            *pointers(lines)]:
            n = parameters(lines, first, name)
            if n > MAX_PARAMETERS and CALLBACKS.get(path) != name:
                problems.append(f"{path}:{first}: {name} has {n} parameters, "
                                f"{MAX_PARAMETERS} are the ceiling; name them in a struct")
    print("\n".join(problems) if problems else
          "longest file {0[0]} lines ({0[1]}), longest function {1[0]} ({1[1]}), "
          "at most {2} parameters but where a library says so".format(
              longest["file"], longest["function"], MAX_PARAMETERS))
    return 1 if problems else 0


sys.exit(main())

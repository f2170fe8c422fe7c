#!/usr/bin/env python3
"""Fails on lines of the docs over 100 columns (rows of tables cannot be broken, and are let
through, as are the examples of the generated page), on paragraphs of more than fourteen lines,
on a word that comes twice in a row, and on links to files that are not there."""
import os
import re
import subprocess
import sys

MAX_COLUMNS = 100
MAX_PARAGRAPH = 14
GENERATED = "docs/commands.md"
TWICE = re.compile(r"(?<![\w-])([A-Za-z]{2,}(?: [a-z]+)?|\(\w+\)) \1(?![\w-])")


def check(path):
    with open(path, encoding="utf-8") as page:
        lines = page.read().split("\n")
    in_code = False
    length = 0
    for number, line in enumerate(lines, 1):
        fence = re.match(r"\s*```", line)
        in_code = in_code != bool(fence)
        table = line.startswith("|")
        if len(line) > MAX_COLUMNS and not table and not (in_code and path == GENERATED):
            yield f"{path}:{number}: {len(line)} columns, {MAX_COLUMNS} are the ceiling"
        prose = line.strip() and not (in_code or fence or table or re.match(r"\s*([-*]|\d+\.) ", line))
        length = length + 1 if prose else 0
        if length == MAX_PARAGRAPH + 1:
            yield f"{path}:{number}: a paragraph of more than {MAX_PARAGRAPH} lines"
        if found := (path == GENERATED or not in_code) and TWICE.search(line):
            yield f"{path}:{number}: '{found[0]}' comes twice"
        if in_code:
            continue
        for target in re.findall(r"\]\(([^)#\s]+)", line):
            here = os.path.join(os.path.dirname(path), target)
            if not re.match(r"[a-z]+:", target) and not os.path.exists(here):
                yield f"{path}:{number}: there is no {target}"


def main():
    paths = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True,
                           check=True).stdout.split()
    paths = [path for path in paths if not path.startswith(("tests/data/", "tests/corpus/"))]
    problems = [problem for path in paths for problem in check(path)]
    print("\n".join(problems) if problems else
          f"{len(paths)} pages, no line over {MAX_COLUMNS} columns")
    return 1 if problems or not paths else 0


sys.exit(main())

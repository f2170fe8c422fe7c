#!/usr/bin/env python3
"""Fails on unfinished marks and on paths of one machine in tracked files, and on extensions
of a compiler outside the one header that puts plain C17 in their place."""
import re
import subprocess
import sys

BAD = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b|/ho" r"me/\w|(?<!src)(?<!lw)/wo" r"rk/\w|/ro" r"ot/\w")

EXTENSION = re.compile(r"\b__(builtin_\w+|attribute__|extension__|typeof__|int128|GNUC__|asm__|"
                       r"has_\w+|SANITIZE_\w+|thread)\b")
EXTENSIONS_HERE = "include/lw/base/compiler.h"


def main():
    problems = []
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True,
                           check=True).stdout.split("\n")
    for path in files:
        if not re.search(r"\.(c|h|md|sh|py|js|cmake|txt|json)$|^(run|test)$", path):
            continue
        if path.startswith(("tests/data/", "tests/corpus/")):
            continue
        with open(path, encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                # mkstemp's pattern is not an unfinished mark
                if BAD.search(line.replace("X" * 6, "")):
                    problems.append(f"{path}:{number}: {line.strip()[:90]}")
                extension = path.endswith((".c", ".h")) and EXTENSION.search(line)
                if extension and path != EXTENSIONS_HERE:
                    problems.append(f"{path}:{number}: {extension[0]} belongs in {EXTENSIONS_HERE}")
    print("\n".join(problems) if problems else "no unfinished marks, no machine paths, "
          "no extensions of C outside one header")
    return 1 if problems else 0


sys.exit(main())

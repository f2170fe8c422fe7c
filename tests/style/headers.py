#!/usr/bin/env python3
"""Fails on a public header that needs another one before it, and on a guard that two headers
share. CC names the C compiler."""
import os
import re
import subprocess
import sys


def main():
    paths = subprocess.run(["git", "ls-files", "include/lw/*.h"], capture_output=True, text=True,
                           check=True).stdout.split()
    problems = []
    owner = {}
    for path in paths:
        run = subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Werror", "-fsyntax-only",
                              "-Iinclude", "-x", "c", "-"],
                             input=f'#include "{path.removeprefix("include/")}"\n',
                             capture_output=True, text=True, check=False)
        if run.returncode != 0:
            problems.append(f"{path} does not stand alone:\n{run.stderr}")
        with open(path, encoding="utf-8") as header:
            guard = re.search(r"#ifndef (\w+)", header.read())
        if not guard:
            problems.append(f"{path} has no guard")
        elif owner.setdefault(guard[1], path) != path:
            problems.append(f"{path} has the guard of {owner[guard[1]]}")
    print("\n".join(problems) if problems else f"{len(paths)} public headers, each stands alone")
    return 1 if problems or not paths else 0


sys.exit(main())

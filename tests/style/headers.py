#!/usr/bin/env python3
"""Fails on a public header that needs another one before it, on a guard that two headers share,
and where docs/architecture.md says that a header includes all of its folder and it does not, or
the other way round. CC names the C compiler."""
import os
import re
import subprocess
import sys


def other_folders():
    """Where the page's list of headers that include their folder is not true."""
    with open("docs/architecture.md", encoding="utf-8") as page:
        said = re.search(r"includes all of their folder:(.*?);", page.read(), re.S)
    said = set(re.findall(r"`(\w+)\.h`", said[1] if said else ""))
    for folder in sorted(entry.name for entry in os.scandir("include/lw") if entry.is_dir()):
        path = f"include/lw/{folder}.h"
        included = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as header:
                included = header.read()
        lacking = [name for name in sorted(os.listdir(f"include/lw/{folder}"))
                   if f'"lw/{folder}/{name}"' not in included]
        if lacking and folder in said:
            yield f"{path} lacks {' '.join(lacking)}, but docs/architecture.md says it has all"
        if not lacking and folder not in said:
            yield f"docs/architecture.md does not say that {path} includes all of its folder"


def main():
    paths = subprocess.run(["git", "ls-files", "include/lw/*.h"], capture_output=True, text=True,
                           check=True).stdout.split()
    problems = list(other_folders())
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

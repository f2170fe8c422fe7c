#!/usr/bin/env python3
"""Fails on an include against the arrows of docs/architecture.md, on a page or a build that
draws them otherwise. The table below is the one statement of who may see whom."""
import os
import re
import subprocess
import sys

# module: what it may include besides itself
MAY = {
    "base": [],
    "grid": ["base"],
    "search": ["base"],
    "game": ["base", "grid"],
    "games": ["base", "grid", "search", "game"],  # each game; the registry sees all games
    "session": ["base", "grid", "game"],
    "model": ["base"],
    "rating": ["base", "grid", "game", "model"],
    "make": ["base", "grid", "game", "model", "rating"],
    "calls": ["base", "grid", "game", "games", "session", "model", "rating", "make"],
    "platform": ["base"],
    "work": ["base", "grid", "game", "games", "model", "calls", "platform"],
    "study": ["base", "grid", "game", "games", "model", "rating", "make"],
    "render": ["base", "grid", "game"],
    "stats": ["base"],
    "difficulty": ["base", "stats", "model"],
    "store": ["base", "grid", "game", "games", "model", "rating", "make"],
    "server": ["base", "grid", "game", "games", "model", "rating", "make", "study", "calls",
               "platform", "work", "render", "store"],
    "command": ["base", "game", "games", "model", "rating", "make", "study", "platform",
                "store"],
    "cli": ["base", "grid", "game", "games", "session", "model", "rating", "make", "study",
            "platform", "work", "render", "store", "server", "command"],
    "lab": ["base", "grid", "game", "games", "session", "model", "rating", "make", "study",
            "platform", "work", "render", "stats", "difficulty", "store", "command"],
    "wasm": ["base", "calls"],
}
# public headers that do not bear their module's name
HEADER_MODULE = {"chart": "render", "collection": "game", "draw": "game", "json_lines": "game",
                 "open": "game", "rows": "game", "rules": "game", "walker": "game", "candidates": "make", "change": "make",
                 "filter": "make",
                 "against": "make", "made_level": "make", "pool": "make",
                 "look": "game", "campaign": "make"}
GAMES = {entry.name for entry in os.scandir("src/games") if entry.is_dir()}
CORE = {"base", "grid", "search", "game", "games", "session", "model", "rating", "make",
        "calls"}
# what the core may never see: it also becomes WebAssembly
SYSTEM = {"unistd.h", "pthread.h", "time.h", "signal.h", "setjmp.h", "locale.h", "fcntl.h",
          "threads.h", "dirent.h", "sys/stat.h", "sys/types.h", "sys/time.h"}


def game_of(stem):
    """The game whose public header this is: GAME.h or GAME_PART.h."""
    for game in GAMES:
        if stem == game or stem.startswith(game + "_"):
            return game
    return None


def root_of(path):
    """The folder of a module's or game's sources; its rooms are folders inside it."""
    parts = path.split("/")
    return "/".join(parts[:3 if parts[1] == "games" and len(parts) > 3 else 2])


def header_module(name):
    stem = name.removesuffix(".h").split("/")[0]  # some modules have a folder of headers
    if game_of(stem):
        return "games"
    return HEADER_MODULE.get(stem, stem)


def other_arrows():
    """Where docs/architecture.md and CMakeLists.txt do not say what the table says."""
    with open("docs/architecture.md", encoding="utf-8") as page:
        drawing = page.read().split("## Arrows", 1)[1].split("```")[1]
    rows = re.sub(r"\n +", " ", drawing).split("\n")  # a long row goes on in the next line
    drawn = {row.split()[0]: row.split()[1:] for row in rows if row}
    drawn["base"] = []
    with open("CMakeLists.txt", encoding="utf-8") as build:
        linked = dict(re.findall(r"lw_module\((\w+)[^)]*?LINKS ([a-z\s\"]*)", build.read()))
    for module, may in MAY.items():
        if sorted(drawn.pop(module, [])) != sorted(may):
            yield f"docs/architecture.md: {module} stands on {' '.join(may) or 'nothing'}"
        if sorted(linked.get(module, " ".join(may)).replace('"', "").split()) != sorted(may):
            yield f"CMakeLists.txt: {module} stands on {' '.join(may) or 'nothing'}"
    for module in drawn:
        yield f"docs/architecture.md: there is no module {module}"


def main():
    problems = list(other_arrows())
    files = subprocess.run(["git", "ls-files", "src/*.c", "src/*.h", "include/*.h"],
                           capture_output=True, text=True, check=True).stdout.split()
    for path in files:
        parts = path.split("/")
        if path.startswith("include/lw/"):
            module = header_module(path.removeprefix("include/lw/"))
            game = game_of(parts[2].removesuffix(".h"))
        else:
            module = parts[1]
            game = parts[2] if module == "games" and len(parts) > 3 else None
        is_test = bool(re.search(r"_(test|fuzz)\.c$|(test|fuzz)_support\.h$", path))
        registry = path == "src/games/registry.c"
        with open(path, encoding="utf-8") as source:
            lines = source.readlines()
        if module not in MAY:
            problems.append(f"{path}: no such module in the table of tests/style/includes.py")
            continue
        for number, line in enumerate(lines, 1):
            found = re.match(r'\s*#\s*include\s+[<"]([^>"]+)[>"]', line)
            if not found:
                continue
            name = found.group(1)
            if name.startswith("lw/"):
                target = header_module(name.removeprefix("lw/"))
                stem = name.removeprefix("lw/").removesuffix(".h").split("/")[0]
                if target != module and target not in MAY[module]:
                    problems.append(f"{path}:{number}: {module} may not include {name}")
                if game and game_of(stem) not in (None, game) and not registry:
                    problems.append(f"{path}:{number}: {game} may not know {stem}")
            elif module in CORE and not is_test and name in SYSTEM:
                problems.append(f"{path}:{number}: the core may not use <{name}>")
            elif "/" in name and os.path.exists(f"{root_of(path)}/{name}"):
                pass  # a room of the same folder
            elif "/" in name and not name.startswith(("sys/", "linux/", "sanitizer/", "arpa/", "netinet/", "gsl/", "cairo/", "gnutls/", "Random123/")):
                problems.append(f"{path}:{number}: {name} reaches into another folder")
    print("\n".join(problems) if problems else f"{len(files)} files, no include against the arrows")
    return 1 if problems else 0


sys.exit(main())

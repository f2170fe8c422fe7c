#!/usr/bin/env python3
"""Fails on sources longer than 700 lines and on functions of C longer than 60, from the
line of the name to the closing brace. Nothing is exempt: what is longer is split by idea.
Fails on functions with more than six parameters, beyond which a struct names them. Those that
still have more are listed below by name; the list may only shrink, and a name that has left
its place fails too."""
import re
import subprocess
import sys

MAX_FILE = 700
MAX_FUNCTION = 60
MAX_PARAMETERS = 6
# A library calls these, and says what they take.
CALLBACKS = {"src/server/http/daemon.c": "answer", "src/server/http/tls.c": "retrieve"}
# To be brought down.
STILL_MORE = {
    "src/difficulty/evidence.c": "lw_evidence_set_completion",
    "src/difficulty/joint/joint.c": "joint_init lw_joint_fit",
    "src/difficulty/learners/learner.c": "lesson_make training_init",
    "src/difficulty/pairs.c": "errors_of",
    "src/difficulty/papers/papers_tables.c": "pearson_of papers_name_culprit papers_grid_search",
    "src/difficulty/skill.c": "spearman",
    "src/games/puzzlescript/engine/core_match.h": "join_plane",
    "src/games/puzzlescript/engine/engine.c": "lw_ps_engine_create",
    "src/games/puzzlescript/engine/program.c": "wait_for_set",
    "src/games/puzzlescript/engine/program_rules.c": "add_test",
    "src/games/puzzlescript/make/generate_prove.c": "lw_ps_prune",
    "src/games/puzzlescript/solve/relax.c": "add_way",
    "src/games/puzzlescript/solve/relax_cost.c": "serve",
    "src/games/sokoban/make/evolve/evolve_range.c": "lw_sok_evolve_goal_range",
    "src/games/sokoban/make/farthest/farthest_modes.c": "lw_sok_far_find",
    "src/games/sokoban/make/farthest/farthest_test.c": "run_generator",
    "src/games/sokoban/make/rooms/rooms.c": "lw_sok_room_plan_init",
    "src/games/sokoban/people/people_graph.c": "lw_sok_people_runs",
    "src/games/sokoban/play/ways.c": "targets",
    "src/stats/tests.c": "lw_t_test_two lw_wilcoxon_paired",
    "src/stats/transform.c": "lw_logit_transform",
    "src/store/levels/store_sets_test.c": "play",
    "src/store/studies/persons.c": "one_person",
}
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
    allowed = {(path, name) for table in (CALLBACKS, STILL_MORE)
               for path, names in table.items() for name in names.split()}
    above = set()
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
                above.add((path, name))
                if (path, name) not in allowed:
                    problems.append(f"{path}:{first}: {name} has {n} parameters, "
                                    f"{MAX_PARAMETERS} are the ceiling; name them in a struct")
    problems += [f"tests/style/sizes.py: {name} of {path} is listed, but has no more than "
                 f"{MAX_PARAMETERS} parameters; take it off the list"
                 for path, name in sorted(allowed - above)]
    print("\n".join(problems) if problems else
          "longest file {0[0]} lines ({0[1]}), longest function {1[0]} ({1[1]}), "
          "{2} functions with more than {3} parameters".format(
              longest["file"], longest["function"], len(above), MAX_PARAMETERS))
    return 1 if problems else 0


sys.exit(main())

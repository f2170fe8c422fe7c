#!/usr/bin/env python3
"""Writes the sources of recorded PuzzleScript tests into a folder, for fuzzing.

    tools/puzzlescript-corpus.py FOLDER FILE.jsonl...

then, with the fuzz preset built:

    build/fuzz/puzzlescript_fuzz -max_total_time=600 -timeout=25 -rss_limit_mb=2048 NEW FOLDER

NEW is an empty folder for what the fuzzer finds. The sources belong to their authors and
stay out of the repository.
"""
import json
import pathlib
import sys


def main(folder, *files):
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for file in map(pathlib.Path, files):
        for line in file.read_text(encoding="utf-8").splitlines():
            test = json.loads(line)
            name = f"{file.stem}-{test['index']}.txt"
            (target / name).write_text(test["source"], encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])

#!/usr/bin/env bash
# Every analysis on every nasty table: it ends with numbers, an explicit
# "undefined", or one sentence that names the place; never with nan, inf or minus nought.
# With "all" as second argument every way of asking on every table, which takes twice as long;
# with "some", a third of the analyses on each table.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
small && set -- "$1" some
# The laboratory itself: to go in by the front door each time would start two programs.
python3 - "$program-lab" "${2:-}" <<'P'
import json, math, re, subprocess, sys

program = sys.argv[1]
# What each analysis is asked; every table has the columns x, y, g and w, or lacks them.
analyses = [
    ["describe"], ["describe", "-x", "y"], ["correlate", "-x", "x", "-y", "y"],
    ["regress", "-f", "y ~ x"], ["regress", "-f", "y ~ x + g", "--weights", "w"],
    ["regress", "-f", "y ~ 0 + x"], ["regress", "-f", "y ~ 1"],
    ["cross-validate", "-f", "y ~ x", "--folds", "3"],
    ["cross-validate", "-f", "y ~ x", "--group", "g", "--weights", "w"],
    ["log", "-x", "y"], ["regress", "-f", "log(y) ~ x"], ["logit", "-x", "y"], ["logit", "-x", "y", "--adjust", "0"],
    ["box-cox", "-f", "y ~ x"], ["box-cox", "-f", "y ~ 1"],
    ["t-test", "-x", "g", "-y", "y", "--margin", "0.5"],
    ["t-test", "-x", "g", "-y", "y", "--group", "x"],
    ["components"], ["components", "-x", "x,y,w"],
    ["mixed", "-f", "y ~ x + (1 | g)"], ["mixed", "-f", "y ~ x + (1 | g)", "--ml"],
    ["mixed", "-f", "y ~ x + (1 | g)", "--symmetry"],
    ["trueskill", "--a", "x", "--b", "g", "--result", "y"],
    ["bradley-terry", "--a", "x", "--b", "g", "--result", "y"],
    ["ordinal", "-f", "y ~ x"], ["ordinal", "-f", "g ~ x"],
    ["rasch", "--a", "x", "--b", "g", "--result", "y"],
]

def table(rows, header="x,y,g,w"):
    return header + "\n" + "".join(",".join(map(str, r)) + "\n" for r in rows)

def plain(n):
    return [(i, 10 + 3 * i + i * i * 7 % 5, "ab"[i % 2], 1 + i % 3) for i in range(n)]

base = plain(12)
tables = {
    "plain": table(base),
    "missing": table([r if i != 4 else (r[0], "", r[2], r[3]) for i, r in enumerate(base)]),
    "na": table([r if i != 4 else (r[0], r[1], "NA", "NA") for i, r in enumerate(base)]),
    "words": table([r if i != 2 else (r[0], "many", r[2], r[3]) for i, r in enumerate(base)]),
    "nan words": table([r if i != 2 else ("nan", "inf", r[2], "-inf") for i, r in enumerate(base)]),
    "hexadecimal": table([r if i != 2 else ("0x10", r[1], r[2], r[3]) for i, r in enumerate(base)]),
    "constant y": table([(r[0], 7, r[2], r[3]) for r in base]),
    "constant x": table([(3, r[1], r[2], r[3]) for r in base]),
    "constant g": table([(r[0], r[1], "a", r[3]) for r in base]),
    "all constant": table([(1, 1, "a", 1)] * 6),
    "nought": table([(0, 0, "a", 0)] * 6),
    "duplicate names": table(base, "x,y,x,w"),
    "no name": table(base, "x,,g,w"),
    "straight line": table([(i, 2 * i + 1, "ab"[i % 2], 1) for i in range(10)]),
    "falling line": table([(i, 50 - 2 * i, "ab"[i % 2], 1) for i in range(10)]),
    "within is nothing": table([(i % 3, i // 4, "abcdefg"[i // 4], 1) for i in range(24)]),
    "collinear": table([(i, i * i, "ab"[i % 2], 2 * i) for i in range(9)]),
    "separated": table([(i, int(i >= 6), "ab"[int(i >= 6)], 1) for i in range(12)]),
    "solved": table([(i % 5, int(i * 7 % 11 < 5), "pqr"[i % 3], 1) for i in range(45)]),
    "all solved": table([(i % 5, 1, "pqr"[i % 3], 1) for i in range(45)]),
    "games": table([("pqrs"[i % 4], "ab"[i * 5 % 3 % 2], "qrsp"[i % 4], 1) for i in range(40)]),
    "undefeated": table([("p", "a", "qr"[i % 2], 1) for i in range(9)]),
    "two islands": table([("pq"[i % 2], "a", "qp"[i % 2], 1) for i in range(4)] +
                         [("rs"[i % 2], "a", "sr"[i % 2], 1) for i in range(4)]),
    "against itself": table([("p", "a", "p", 1)] * 3),
    "weights nought": table([(r[0], r[1], r[2], 0) for r in base]),
    "weights below": table([(r[0], r[1], r[2], -r[3]) for r in base]),
    "some weights": table([(r[0], r[1], r[2], r[3] - 1) for r in base]),
    "shares": table([(i, i / 11, "ab"[i % 2], 1) for i in range(12)]),
    "huge": table([(1e150 * r[0], 1e300 * (1 + 0.1 * r[1]) / 10, r[2], 1e250) for r in base]),
    "tiny": table([(1e-300 * r[0], 1e-290 * r[1], r[2], 1e-200) for r in base]),
    "far from nought": table([(1e9 + r[0], 1e12 + r[1], r[2], 1) for r in base]),
    "too large": table([(r[0], "1e999", r[2], 1) for r in base]),
    "few": table(base[:3]), "two rows": table(base[:2]), "one row": table(base[:1]),
    "no rows": table([]), "empty": "", "blank lines": "\n\n\n", "a header without end": "x,y,g,w",
    "byte order mark": "\ufeff" + table(base),
    "carriage returns": table(base).replace("\n", "\r\n"),
    "old line ends": table(base).replace("\n", "\r"),
    "semicolons": table(base).replace(",", ";"),
    "tabs": table(base).replace(",", "\t"),
    "decimal commas": table([(r[0], '"%d,5"' % r[1], r[2], r[3]) for r in base]),
    "semicolons and commas": table(base).replace(",", ";").replace("1;", "1,5;"),
    "ragged": table(base) + "1,2\n", "open quote": table(base) + '"1,2,a,3\n',
    "text after a quote": table(base) + '"1"2,2,a,3\n',
    "formulas": table([(r[0], r[1], g, 1) for r, g in zip(base, ["=1+1", "+2", "-3", "@x", "\t=4"] * 3)]),
    "markup": table([(r[0], r[1], "<script>alert(1)</script>", 1) if r[0] % 2 else r for r in base]),
    "quotes and lines": table([(r[0], r[1], '"a ""b""\nc"' if r[0] % 2 else "d", 1) for r in base]),
    "control signs": table([(r[0], r[1], "\x1b[31mred" if r[0] % 2 else "blue", 1) for r in base]),
    "zero byte": table(base) + "1,2,\0,3\n",
    "not utf-8": table(base).replace("a", "\udcff"),
    "long names": table([(r[0], r[1], "n" * 5000 + str(r[0] % 2), 1) for r in base]),
    "many groups": table([(i, i * 37 % 101, "g%d" % i, 1) for i in range(60)]),
    "likert to ten": table([(i * 7 % 13, 1 + i * 11 % 10, "ab"[i % 2], 1) for i in range(60)]),
    "many rows": table([(i * 7919 % 1009, 1 + i * 104729 % 997, "abcd"[i % 4], 1 + i % 5)
                        for i in range(20000)]),
}
bare = re.compile(r"(?<![\w.])[-+]?(nan|inf|infinity)(?![\w])", re.I)
minus_nought = re.compile(r"(?<![\w.])-0(\.0*)?(?![\w.])")
failed = []

def check(name, what, args, form):
    command = [program, "analyze", args[0], "table.csv"] + args[1:] + form
    try:
        done = subprocess.run(command, capture_output=True, timeout=900)
    except subprocess.TimeoutExpired:
        return "does not end"
    out, err = (s.decode("utf-8", "surrogateescape") for s in (done.stdout, done.stderr))
    if done.returncode not in (0, 1, 2):
        return "ends with %d: %s" % (done.returncode, err[-300:])
    if done.returncode != 0:
        lines = err.strip().split("\n")
        if len(lines) != 1 or len(lines[0]) < 25:
            return "is refused without one sentence: %r" % err
        if bare.search(err) and name not in ("nan words",):
            return "says %r" % err
        if "\x1b" in err or out:
            return "prints %r, %r" % (out[:80], err)
        return None
    # Names of the table's own may be anything; what is computed may not.
    if form:
        def constant(text):
            raise ValueError(text)
        values = json.loads(out, parse_constant=constant)
        def walk(value):
            if isinstance(value, dict):
                return all(map(walk, value.values()))
            if isinstance(value, list):
                return all(map(walk, value))
            return not isinstance(value, float) or (math.isfinite(value) and
                                                    not (value == 0 and math.copysign(1, value) < 0))
        if not walk(values):
            return "has a number that is none: " + out[:300]
        for key, value in values.items():
            if re.search(r"(^|_)p(_|$)", key) and value == 0:
                return "%s is nought" % key
    elif bare.search(out) or minus_nought.search(out):
        return "prints " + (bare.search(out) or minus_nought.search(out)).group(0)
    return None

# Tables that are no tables are refused before any analysis looks at them.
unreadable = {"duplicate names", "no name", "no rows", "empty", "blank lines", "a header without end",
              "semicolons", "tabs", "semicolons and commas", "ragged", "open quote",
              "text after a quote", "zero byte"}

def one_each(number):
    """One way of asking for each analysis, another one for each table; all with argument 'all'."""
    if "all" in sys.argv:
        return analyses
    ways = {}
    for args in analyses:
        ways.setdefault(args[0], []).append(args)
    chosen = [w[number % len(w)] for w in ways.values()]
    return chosen[number % 3::3] if "some" in sys.argv else chosen

for number, (name, text) in enumerate(tables.items()):
    with open("table.csv", "wb") as f:
        f.write(text.encode("utf-8", "surrogateescape"))
    chosen = [analyses[0]] if name in unreadable else one_each(number)
    for args in chosen:
        # What a person sees is made from the JSON, so some tables are enough for it.
        for form in ([], ["--json"]) if number % 5 == 0 else (["--json"],):
            try:
                wrong = check(name, args[0], args, form)
            except ValueError as e:
                wrong = "is no JSON: %s" % e
            if wrong:
                failed.append("%s, %s: %s" % (name, " ".join(args + form), wrong))
for line in failed:
    print("FAILED:", line)
print("%d tables, %d analyses, %d failed" % (len(tables), len(analyses), len(failed)))
sys.exit(1 if failed else 0)
P

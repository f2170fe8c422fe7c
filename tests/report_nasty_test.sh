#!/usr/bin/env bash
# report on nasty tables: a page without nan, inf, minus nought or script, or one sentence.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
python3 - "$program" <<'P'
import csv, io, json, os, re, subprocess, sys

program = sys.argv[1]

def level(i):
    inside = "@" + " " * (i % 3) + "$" + " " * (1 + i % 5) + "."
    wall = "#" * (len(inside) + 2)
    return "|".join([wall, "#" + inside + "#"] + ["#" + " " * len(inside) + "#"] * (i % 4) + [wall])

def table(rows, header=("layout", "answer", "g", "other")):
    out = io.StringIO()
    w = csv.writer(out, lineterminator="\n")
    w.writerow(header)
    w.writerows(rows)
    return out.getvalue()

base = [[level(i), 1 + i * 3 % 11, "abc"[i % 3], i] for i in range(18)]

def changed(row, column, value):
    return table([[value if i == row and c == column else v for c, v in enumerate(r)]
                  for i, r in enumerate(base)])

def column(c, make):
    return table([[make(i) if k == c else v for k, v in enumerate(r)] for i, r in enumerate(base)])

tables = {
    "plain": (0, table(base)),
    "unsolvable": (0, changed(4, 0, "#####|#@$ #|#  .#|#####")),
    "no level": (0, changed(4, 0, "")),
    "not a level": (2, changed(4, 0, "hello")),
    "two levels": (2, changed(4, 0, "####|#@ #|####||####|#@ #|####")),
    "missing answer": (2, changed(4, 1, "")),
    "answer in words": (2, changed(4, 1, "hard")),
    "infinite answer": (2, changed(4, 1, "inf")),
    "group without a name": (2, changed(4, 2, "")),
    "group NA": (2, changed(4, 2, "NA")),
    "one group": (2, column(2, lambda i: "same")),
    "a group each": (0, column(2, lambda i: "g%d" % i)),
    "equal answers": (2, column(1, lambda i: 4)),
    "two answers": (0, column(1, lambda i: i % 2)),
    "huge answers": (0, column(1, lambda i: 1e200 * (1 + i * 3 % 11))),
    "tiny answers": (0, column(1, lambda i: 1e-200 * (1 + i * 3 % 11))),
    "far answers": (0, column(1, lambda i: 1e9 + i * 3 % 11)),
    "answers below": (0, column(1, lambda i: -i)),
    "one level": (2, column(0, lambda i: level(0))),
    "formulas": (0, column(2, lambda i: ["=1+1", "+A2", "-A3", "@x", "\t=4", "\r5"][i % 6])),
    "markup": (0, column(2, lambda i: ["<script>alert(1)</script>", "\"><img src=x onerror=y>",
                                       "a&b", "]]>", "x\ny", "\x1b[31m"][i % 6])),
    "long names": (0, column(2, lambda i: "n" * 3000 + "abc"[i % 3])),
    "few": (2, table(base[:4])), "one row": (2, table(base[:1])), "no rows": (2, table([])),
    "empty": (2, ""), "duplicate names": (2, table(base, ("layout", "answer", "g", "g"))),
    "no such column": (2, table(base, ("map", "answer", "g", "other"))),
    "byte order mark": (0, "\ufeff" + table(base)),
    "carriage returns": (0, table(base).replace("\n", "\r\n")),
    "semicolons": (2, table(base).replace(",", ";")),
    "ragged": (2, table(base) + "x\n"), "open quote": (2, table(base) + "\"x\n"),
}
bare = re.compile(r"(?<![\w.])[-+\u2212]?(nan|inf|infinity)(?![\w])", re.I)
minus = re.compile(r"(?<![\w.])[-\u2212]0(\.0*)?(?![\w.])")
wrong = []
for name, (code, text) in tables.items():
    for f in os.listdir("."):
        os.remove(f)
    with open("table.csv", "wb") as f:
        f.write(text.encode())
    done = subprocess.run([program, "report", "table.csv", "--answer", "answer", "--group", "g",
                           "--features", "moves,pushes,lines,boxes,floor,walker", "--json",
                           "-o", "page.html", "--csv", "part"], capture_output=True, timeout=900)
    out, err = done.stdout.decode(), done.stderr.decode()
    def fail(what):
        wrong.append("%s: %s" % (name, what))
    if done.returncode != code:
        fail("ends with %d: %s" % (done.returncode, err[-200:]))
    elif code != 0:
        lines = err.strip().split("\n")
        if len(lines[-1]) < 25 or os.path.exists("page.html"):
            fail("is refused with %r" % err)
    else:
        for line in out.splitlines():
            json.loads(line, parse_constant=lambda c: fail("JSON holds " + c))
        page = open("page.html", encoding="utf-8", errors="surrogateescape").read()
        shown = re.sub(r"<style>.*?</style>", "", page, flags=re.S)
        words = re.sub(r"<[^>]*>", " ", shown)
        attributes = " ".join(re.findall(r"\s(?:x|y|d|x1|x2|y1|y2|cx|cy|width|height|points)=\"[^\"]*\"", shown))
        for where, what in (("page", words), ("drawing", attributes)):
            if bare.search(what):
                fail("the %s holds %s" % (where, bare.search(what).group(0)))
        if minus.search(words):
            fail("the page holds " + minus.search(words).group(0))
        if re.search(r"<(script|img|iframe|object)", page, re.I) or re.search(r"\son\w+=", re.sub(r">[^<]*<", "><", page)):
            fail("the page could run something")
        for f in os.listdir("."):
            if f.startswith("part-") and f.endswith(".csv"):
                for row in csv.reader(open(f, newline="", encoding="utf-8", errors="surrogateescape")):
                    for cell in row:
                        if bare.fullmatch(cell) or minus.fullmatch(cell):
                            fail("%s holds %s" % (f, cell))
                        if cell[:1] in "=+@\t\r" and cell or re.match(r"-(?![\d.])", cell):
                            fail("%s: a cell starts a formula: %r" % (f, cell))
for line in wrong:
    print("FAILED:", line)
print("%d tables, %d failed" % (len(tables), len(wrong)))
sys.exit(1 if wrong else 0)
P

"""Simulated people go through the running server over HTTP, with the same decisions in the same order as in process;
the export that the server writes is the one that `study simulate` writes, row for row.

    simulated.py PROGRAM [--postgres] [DESIGN...]

What cannot be equal is left out: the server's own times, the study's id, how it was marked, and the device of the
person who is in front of it (nobody). Arrivals are drawn on a clock of their own: whoever comes is let in when all that
the others did until then has been sent, and a place that was left is free when its lease has run out there."""
import csv
import json
import os
import subprocess
import sys
import tempfile

from harness import PATIENCE, Checks, Server, arguments
from person import Person, filled_in, run_program

SEED, PEOPLE = 11, 3
USUAL = ["kartal-pairwise-validation"]
BUNDLE = 60
# Columns that differ by their nature: the server's clock, and the mark.
LEFT_OUT = {"server_ms", "end_server_ms", "answer_server_ms", "consent_server_ms", "entered_ms", "seen_ms", "ended_ms",
            "added_ms", "simulated"}


class Walker(Person):
    """A person whose events are known beforehand."""

    def __init__(self, ask, study, entering):
        super().__init__(ask, study)
        self.cell, self.ms = entering["cell"], entering["ms"]
        self.left_ms = entering["seen_ms"] if entering["state"] == "inside" else None
        self.waiting = []

    def send_until(self, clock):
        """What happened until then."""
        while self.waiting and self.waiting[0]["clock"] <= clock:
            self.log.append(self.waiting.pop(0))
        self.send(BUNDLE)


def read_log(path, ask, study):
    walkers = []
    with open(path, encoding="utf-8") as file:
        for row in map(json.loads, file):
            if "enter" in row:
                walkers.append(Walker(ask, study, row))
            else:
                walkers[-1].waiting.append(row["event"])
    return walkers


def walk(server, study, walkers, lease_ms, checks):
    for number, person in enumerate(walkers):
        for other in walkers[:number]:
            other.send_until(person.ms)
            if other.left_ms is not None and other.left_ms + lease_ms <= person.ms:
                server.change(f"UPDATE study_persons SET lease_ms = 1 WHERE study = '{study}' AND number = {other.number}")
        checks.same(person.enter().status, 201, f"person {number + 1} enters")
        checks.same(person.number, number + 1, "the number given")
        cell = server.rows(f"SELECT cell FROM study_persons WHERE study = '{study}' AND number = {person.number}")[0][0]
        checks.same(int(cell), person.cell, f"the cell of person {person.number}")
    for person in walkers:
        person.send_until(float("inf"))


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return [{name: value for name, value in row.items() if name not in LEFT_OUT} for row in csv.DictReader(file)]


def compare(design, ours, theirs, checks):
    names = sorted(name for name in os.listdir(ours) if name.endswith(".csv"))
    checks.same(names, sorted(name for name in os.listdir(theirs) if name.endswith(".csv")), f"{design}: the tables")
    rows = 0
    for name in names:
        here, there = table(os.path.join(ours, name)), table(os.path.join(theirs, name))
        checks.same(len(here), len(there), f"{design}: rows of {name}")
        different = [(a, b) for a, b in zip(here, there) if a != b]
        for a, b in different[:2]:
            checks.same({k: a[k] for k in a if a[k] != b.get(k)}, {k: b.get(k) for k in a if a[k] != b.get(k)},
                        f"{design}: a row of {name}")
        checks.same(len(different), 0, f"{design}: rows of {name} that differ")
        rows += len(here)
    return rows


def one(server, program, design, checks):
    run = run_program(program)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, design + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(filled_in(run, design, stopping={"people": PEOPLE, "reason": "the test's", "why_uneven": "the test's"}), file)
        where = ["--db", server.db] if server.db else ["--data", server.data]
        study = json.loads(run("study", "open", path, "--json", *where))["study"]
        frozen = os.path.join(folder, "frozen.json")
        rows = server.rows(f"SELECT frozen FROM study_versions WHERE study = '{study}'")
        with open(frozen, "w", encoding="utf-8") as file:
            file.write("|".join(rows[0]))
        ours, theirs, log = (os.path.join(folder, name) for name in ("ours", "theirs", "log"))
        run("study", "simulate", frozen, "--people", str(PEOPLE), "--seed", str(SEED), "-o", ours, "--log", log)
        walkers = read_log(log, server.ask, study)
        lease_ms = json.loads("|".join(rows[0]))["definition"].get("assignment", {}).get("lease_minutes", 120) * 60000
        walk(server, study, walkers, lease_ms, checks)
        run("study", "export", study, "-o", theirs, *where)
        n = compare(design, ours, theirs, checks)
        checks.that(any(person.state == "completed" for person in walkers), f"{design}: somebody comes to the end")
        print(f"{design}: {len(walkers)} simulated people over HTTP, {sum(len(p.log) for p in walkers)} events, "
              f"{n} rows of the export the same as in process")


def main(program, *designs):
    checks = Checks()
    if "--all" in designs:
        listed = subprocess.run([program, "study", "list-designs", "--json"], capture_output=True, text=True, check=True,
                                timeout=PATIENCE).stdout
        designs = [json.loads(line)["design"] for line in listed.splitlines()]
    with Server(program, ["--no-daily"]) as server:
        for design in designs or USUAL:
            one(server, program, design, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

"""Simulated participants, more than are wanted, all at once: exactly as many as wanted complete the study, cells fill
evenly, and no event is lost or doubled, although people leave, the definition gets a new version and the server is
killed with -9 in between. Who leaves is made up for when the lease of the cell runs out. Every person keeps a list of
what they did; the stored log is compared with it.

    studies.py PROGRAM [--people N] [--kills N] [--postgres]"""
import argparse
import collections
import contextlib
import json
import os
import random
import sqlite3
import sys
import threading
import time

from harness import PATIENCE, Checks, Server, arguments, cpu_s, wait_until
from person import Gone, Person, open_study, run_program, solutions_of

DESIGNS = {"taylor-stroop": 2, "schaa-sokostigation": None}  # and how many trials of a long phase are done
EVENTS = {"taylor-stroop": 300, "schaa-sokostigation": 60}  # that a person sends at least
PANEL = {"id_parameter": "PID", "completed": "DONE-1", "declined": "NO-2", "return_to": "https://panel.example/?c={code}"}
LEAVE = 0.1
MORE = 0.1  # so many come in vain


class Crowd:
    def __init__(self, server, study, options):
        self.server, self.study = server, study
        self.up = threading.Event()
        self.up.set()
        self.end = time.monotonic() + 4 * PATIENCE
        self.faults, self.refused, self.alive_at_kills = [], [], []
        self.solutions, self.most, self.persons = solutions_of(server, study), options["most"], []
        all_who_come = options["people"] + round(MORE * options["people"])
        for _ in range(all_who_come):
            self.one_more()
        rng = random.Random(options["people"])
        # Of those who come first, so that each has a place to leave.
        self.leaving = {n: options["least"] * rng.uniform(0, 1)
                        for n in rng.sample(range(all_who_come // 2), round(LEAVE * all_who_come))}

    def one_more(self):
        seed = len(self.persons)
        self.persons.append(Person(self.ask, self.study, seed, panel=f"P{seed}" if seed % 2 else None,
                                   solutions=self.solutions, most=self.most))
        return self.persons[-1]

    def ask(self, method, path, body, headers):
        try:
            return self.server.ask(method, path, body, headers)
        except OSError as error:
            raise Gone from error
        except Exception as error:  # a half of an answer
            if type(error).__module__ == "http.client":
                raise Gone from error
            raise

    def visit(self, number, person):
        """Once through, from wherever the person is; whoever leaves does so after some events."""
        if person.key is None:
            reply = person.enter()
            if reply.status == 409 and reply.json()["error"]["code"] in ("enough", "full"):
                self.refused.append(number)
                return
            if reply.status != 201:
                raise AssertionError(f"person {number} may not enter: {reply.status} {reply.body.decode()[:300]}")
        leaves = number in self.leaving
        for _ in person.doing(bundle=random.Random(number).choice([5, 20, 60])):
            if leaves and len(person.log) > self.leaving[number]:
                return

    def take_part(self, number):
        person = self.persons[number]
        try:
            while time.monotonic() < self.end:
                self.up.wait(PATIENCE)
                try:
                    self.visit(number, person)
                    return
                except Gone:
                    time.sleep(0.05)
            raise AssertionError(f"person {number} did not get to the end")
        except Exception as fault:  # pylint: disable=broad-except; reported below
            self.faults.append(repr(fault)[:500])

    def stored(self):
        return int(self.server.rows("SELECT coalesce(sum(next_seq), 0) FROM study_persons")[0][0])

    def by_state(self):
        return collections.Counter({state: int(n) for state, n in self.server.rows(
            f"SELECT state, count(*) FROM study_persons WHERE study = '{self.study}' GROUP BY state")})

    def replace(self, wanted, checks):
        """Whoever left keeps the place until the lease runs out; then as many as left are let in, and nobody more."""
        late = self.one_more()
        checks.same(late.enter().status, 409, "somebody who comes while all places are held")
        soon = int(time.time() * 1000) + 200
        self.server.change(f"UPDATE study_persons SET lease_ms = {soon} WHERE study = '{self.study}' AND state = 'inside'")
        missing = wanted - self.by_state()["completed"]
        wait_until(lambda: late.enter().status == 201)
        newcomers = [late] + [self.one_more() for _ in range(missing - 1)]
        for person in newcomers:
            if person is not late:
                checks.same(person.enter().status, 201, "a place whose lease has run out")
            for _ in person.doing():
                pass
        checks.same(self.one_more().enter().json()["error"]["code"], "enough", "somebody who comes after all")
        return missing

    def kill_when(self, holds, threads):
        wait_until(lambda: holds() or not any(thread.is_alive() for thread in threads))
        self.alive_at_kills.append(sum(thread.is_alive() for thread in threads))
        self.up.clear()
        self.server.kill()
        self.server.start()
        self.up.set()

    def run(self, kills, expected, mend):
        threads = [threading.Thread(target=self.take_part, args=(n,), daemon=True) for n in range(len(self.persons))]
        begun, half = self.stored(), len(threads) // 2
        for thread in threads[:half]:
            thread.start()
        wait_until(lambda: self.stored() > begun)  # so that somebody is in the first version
        mend()  # takes seconds, in which most of the first half come to the end
        for thread in threads[half:]:
            thread.start()
        for kill in range(kills):
            wanted = begun + expected * (kill + 1) // (kills + 1)
            self.kill_when(lambda wanted=wanted: self.stored() >= wanted, threads)
        for thread in threads:
            thread.join()


def compare_logs(crowd, checks):
    """What is stored of each person is what they did: all that was acknowledged, nothing twice, nothing else."""
    logs = collections.defaultdict(list)
    for row in crowd.server.rows("SELECT p.number, e.seq, e.event FROM study_events e JOIN study_persons p ON p.id = e.person"
                                 f" WHERE p.study = '{crowd.study}' ORDER BY p.number, e.seq"):
        logs[int(row[0])].append((int(row[1]), json.loads("|".join(row[2:]))))
    known = {person.number: person for person in crowd.persons}
    for number, log in logs.items():
        person = known.get(number)
        if not checks.that(person, f"events of person {number}, whom nobody knows"):
            continue
        checks.same([seq for seq, _ in log], list(range(len(log))), f"numbers of person {number}'s events")
        checks.that(len(log) >= person.acknowledged, f"person {number}: {person.acknowledged} acknowledged, {len(log)} stored")
        checks.that([event for _, event in log] == person.log[:len(log)], f"the stored log of person {number} is what was done")
        if person.state == "completed":
            checks.same(len(log), len(person.log), f"events of person {number}, who has completed it")
    return sum(len(log) for log in logs.values())


def fill(program, server, design, options, checks):
    people = options["people"]
    stopping = {"people": people, "reason": "as many as the test lets in", "why_uneven": "the test's number"}
    run, how = run_program(program), {"stopping": stopping, "panel": PANEL,
                                      "assignment": {"ties": "random", "lease_minutes": 1440}}
    study = open_study(server, run, design, server.data, **how)
    cells = server.get("/api/v1/admin/studies/" + study, headers=server.admin()).json()["cells"]
    crowd = Crowd(server, study, {**options, "most": DESIGNS[design], "least": EVENTS[design]})
    before = sum(os.times()[:2])
    crowd.run(options["kills"], people * EVENTS[design],
              lambda: open_study(server, run, design, server.data, version_of=study, summary="Mended.", **how))
    checks.that(all(crowd.alive_at_kills), f"people were inside at each kill: {crowd.alive_at_kills}")
    states = crowd.by_state()
    checks.same(states["completed"] + states["inside"], people, f"places that were taken: {states}")
    checks.that(crowd.refused, "somebody was one too many")
    missing = crowd.replace(people, checks)
    checks.same(crowd.faults, [], "faults")
    checks.same(crowd.by_state()["completed"], people, "who completed it")
    checks.that(all(person.completion == {"code": "DONE-1", "url": "https://panel.example/?c=DONE-1"}
                    for person in crowd.persons if person.state == "completed"), "everybody's completion code")
    taken = {int(cell): int(n) for cell, n in crowd.server.rows(
        f"SELECT cell, count(*) FROM study_persons WHERE study = '{study}' AND state = 'completed' GROUP BY cell")}
    counts = [taken.get(number, 0) for number in range(len(cells))]
    checks.that(max(counts) - min(counts) <= 1, f"cells differ by at most one: {counts}")
    versions = dict(crowd.server.rows(
        f"SELECT version, count(*) FROM study_persons WHERE study = '{study}' GROUP BY version"))
    checks.same(len(versions), 2, f"versions that people came by: {versions}")
    n = compare_logs(crowd, checks)
    print(f"{design}: {people} people ({missing} made up for, {len(crowd.refused)} refused as enough), by version {versions}, inside at kills "
          f"{crowd.alive_at_kills}, cells {counts}, {n} events as they were done; "
          f"{sum(os.times()[:2]) - before:.1f} s of CPU here, {cpu_s(server.process.pid):.1f} s of the last server")
    return study


def restored_elsewhere(server, checks):
    """A backup from before a withdrawal, in a new database: the list of withdrawals keeps the person away."""
    run = run_program(server.program)
    where = ["--db", server.db or os.path.join(server.data, "levelwright.db")]
    study = open_study(server, run, "kartal-pairwise-validation", server.data)
    person = Person(server.ask, study, seed=1)
    checks.same(person.enter().status, 201, "somebody enters")
    old, copy, names = (os.path.join(server.data, name) for name in ("old.db", "copy.db", "withdrawn.txt"))
    run("db", "backup", old, *where)
    checks.same(server.post(person.path("/withdraw"), {"code": person.code}).status, 204, "withdrawn")
    run("db", "withdrawn", "-o", names, *where)
    for more, there in (([], 1), (["--withdrawn", names], 0), (["--withdrawn", where[1]], 0)):
        if os.path.exists(copy):
            os.remove(copy)
        run("db", "restore", old, "--db", copy, *more)
        with contextlib.closing(sqlite3.connect(copy)) as link:
            found = link.execute("SELECT count(*) FROM study_persons WHERE study = ? AND number = ?", (study, person.number))
            checks.same(found.fetchone()[0], there, f"people of a backup restored with {more}")
    # Closed stays closed: an older backup over it brings neither the key nor an open study back.
    run("study", "close", study, "--db", copy)
    run("db", "restore", old, "--force", "--db", copy)
    with contextlib.closing(sqlite3.connect(copy)) as link:
        found = link.execute("SELECT state, secret FROM studies WHERE id = ?", (study,)).fetchone()
        checks.same(found, ("closed", ""), "a closed study after an older backup was restored")


def check_database(server, checks):
    where = server.db or os.path.join(server.data, "levelwright.db")
    try:
        run_program(server.program)("db", "check", "--db", where)
    except Exception as error:  # pylint: disable=broad-except
        checks.that(False, f"db check: {getattr(error, 'stdout', '')} {getattr(error, 'stderr', error)}")


def one_of_a_source(program, server, checks):
    """Wins of games that are made from source are replayed, too."""
    study = open_study(server, run_program(program), "khalifa-scores", server.data)
    person = Person(server.ask, study, seed=1, solutions=solutions_of(server, study))
    person.enter()
    person.take_part()
    checks.same(person.state, "completed", "a person who plays PuzzleScript comes to the end")


def main(program, *more):
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=24)
    parser.add_argument("--kills", type=int, default=1)
    options = vars(parser.parse_args(more))
    checks = Checks()
    with Server(program, ["--no-daily"]) as server:
        for design in DESIGNS:
            fill(program, server, design, options, checks)
        one_of_a_source(program, server, checks)
        restored_elsewhere(server, checks)
        check_database(server, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

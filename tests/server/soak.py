"""All kinds of writes at once: players, plays, events, wins, packs, jobs, days, withdrawals, the administrator's. The
server's own writers line up, so none of them finds the database locked: not one answer is 503.

    soak.py PROGRAM [--seconds S] [--postgres]"""
import collections
import random
import sys
import threading
import time

from harness import Checks, Server, arguments, wait_until
from person import open_study, run_program

LEVEL = "#######\n#@ $ .#\n#######\n"


def level_text(rng):
    """A corridor of a random length: easily solved, and often new."""
    before, after = rng.randrange(1, 30), rng.randrange(1, 30)
    row = "#@" + " " * before + "$" + " " * after + ".#"
    return "#" * len(row) + "\n" + row + "\n" + "#" * len(row) + "\n", "r" * before + "R" * (after + 1)


class Writer(threading.Thread):
    """Does one kind of thing until the time is over, and counts the answers."""

    def __init__(self, server, seed, end):
        super().__init__()
        self.server, self.end, self.rng = server, end, random.Random(seed)
        self.answers = collections.Counter()
        self.busy = []
        self.problem = None
        self.link = server.connect()

    def ask(self, method, path, body=None, headers=None):
        reply = self.server.ask(method, path, body=body, headers=headers, connection=self.link)
        self.answers[type(self).__name__, reply.status] += 1
        if reply.status >= 500:
            self.busy.append(f"{method} {path}: {reply.status} {reply.body.decode()[:200]}")
        return reply

    def run(self):
        try:
            self.prepare()
            done = 0
            while time.monotonic() < self.end or done < 3:
                self.step()
                done += 1
        except Exception as error:  # a thread's failure is the test's
            self.problem = f"{type(self).__name__}: {error!r}"

    def prepare(self):
        reply = self.ask("POST", "/api/v1/players")
        self.me = {"Authorization": "Player " + reply.json()["key"]}

    def step(self):
        raise NotImplementedError


class Coming(Writer):
    """Players come, play a little and go again."""

    def step(self):
        self.prepare()
        play = self.ask("POST", "/api/v1/plays", {"level": self.server.level}, self.me).json()["play"]
        self.ask("POST", "/api/v1/events", {"events": [{"play": play, "seq": 0, "kind": "quit"}]}, self.me)
        self.ask("DELETE", "/api/v1/players/me", headers=self.me)


class Playing(Writer):
    def step(self):
        play = self.ask("POST", "/api/v1/plays", {"level": self.server.level}, self.me).json()["play"]
        for seq in range(5):
            self.ask("POST", "/api/v1/events", {"events": [{"play": play, "seq": seq, "kind": "move", "data": "r"}]},
                     self.me)
        self.ask("POST", "/api/v1/events", {"events": [{"play": play, "seq": 9, "kind": "win",
                                                        "data": self.server.moves}]}, self.me)


class Packing(Writer):
    def step(self):
        texts = [level_text(self.rng)[0] for _ in range(10)]
        headers = {**self.me, "Content-Type": "text/plain"}
        made = self.ask("POST", "/api/v1/packs/import?game=sokoban&title=soak", "\n".join(texts), headers)
        if made.status == 201:
            self.ask("DELETE", "/api/v1/packs/" + made.json()["id"], headers=self.me)


class Asking(Writer):
    def step(self):
        text = level_text(self.rng)[0]
        made = self.ask("POST", "/api/v1/jobs", {"call": "solve", "game": "sokoban", "text": text}, self.me)
        if made.status == 202 and self.rng.random() < 0.3:
            self.ask("DELETE", "/api/v1/jobs/" + made.json()["job"], headers=self.me)


class Leaving(Writer):
    """People of a study who withdraw as soon as they are in: what they left must go from the files, too."""

    def prepare(self):
        self.at = f"/api/v1/studies/{self.server.study}"

    def step(self):
        made = self.ask("POST", self.at + "/persons", {"language": "en"})
        if made.status == 201:
            self.ask("POST", self.at + "/withdraw", {"code": made.json()["code"]})


class Ruling(Writer):
    """What the administrator does; and reads, which wait for nobody."""

    def prepare(self):
        self.me = self.server.admin()

    def step(self):
        text, _ = level_text(self.rng)
        headers = {**self.me, "Content-Type": "text/plain"}
        made = self.ask("POST", "/api/v1/packs/import?game=sokoban&title=rule", text, headers)
        if made.status == 201:
            self.ask("DELETE", "/api/v1/admin/packs/" + made.json()["id"], headers=self.me)
        for path in ("insight", "reports/tables", "levels?game=sokoban", "daily?game=sokoban"):
            self.ask("GET", "/api/v1/" + path)


KINDS = [Coming, Playing, Playing, Playing, Packing, Packing, Asking, Asking, Ruling, Leaving]


def soak(server, seconds, checks):
    reply = server.post("/api/v1/packs/import?game=sokoban&title=first", LEVEL,
                        headers={**server.admin(), "Content-Type": "text/plain"})
    server.level = server.get("/api/v1/packs/" + reply.json()["id"]).json()["levels"][0]["id"]
    server.moves = "rRR"
    server.study = open_study(server, run_program(server.program), "kartal-pairwise-validation", server.data,
                              stopping={"people": 0, "until": "2099-01-01", "reason": "it goes on"})
    end = time.monotonic() + seconds
    writers = [kind(server, seed, end) for seed, kind in enumerate(KINDS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    answers = sum((writer.answers for writer in writers), collections.Counter())
    busy = [one for writer in writers for one in writer.busy]
    for (name, status), n in sorted(answers.items()):
        print(f"  {name:8s} {status} {n}")
    checks.same([writer.problem for writer in writers if writer.problem], [], "all went on to the end")
    checks.same(busy[:3], [], f"{len(busy)} of {sum(answers.values())} answers say that the server failed")
    wanted = {("Coming", 201), ("Playing", 200), ("Packing", 201), ("Asking", 202), ("Ruling", 200), ("Leaving", 204)}
    checks.same(wanted - set(answers), set(), "everything was tried")
    checks.that(wait_until(lambda: server.rows("SELECT count(*) FROM study_scrub") == [["0"]]),
                "what was withdrawn is gone from the files")


def main(program, *more):
    seconds = float(more[more.index("--seconds") + 1]) if "--seconds" in more else 6
    checks = Checks()
    with Server(program, ["--workers", "3"]) as server:
        soak(server, seconds, checks)
        checks.same(server.stop(), 0, "the server ends well")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

"""Power cuts: the server is killed under load, what it had not synchronised is dropped, and everything that it had
acknowledged must be there when it starts again.

    cuts.py PROGRAM LIBRARY [--kills N] [--seed N] [--lie]

LIBRARY is powercut.so, see tests/powercut. With --lie the disk only says that it has synchronised, and the run fails unless
that is found: a test of this test."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "powercut"))
from acknowledged import Clients
from disk import HOWS, Disk
from harness import Checks, Server, is_sanitized

OPTIONS = ["--no-daily", "--workers", "1", "--log", "none"]


class Cuts:
    def __init__(self, program, library, seed, lie):
        self.program, self.rng, self.seed, self.lie = program, random.Random(seed), seed, lie
        self.data = tempfile.mkdtemp(prefix="levelwright-")
        self.server = Server(program, OPTIONS, data=self.data)
        with self.server as server:
            self.clients = Clients(server, seed)
        self.disk = Disk(self.data, os.path.abspath(library))
        self.server.environment = self.disk.environment(lie)
        self.problems, self.kills, self.events, self.hows = [], 0, 0, dict.fromkeys(HOWS, 0)

    def problem(self, text):
        self.problems.append(f"seed {self.seed}, kill {self.kills}: {text}")

    def started(self):
        """False when it died on the way, as it may when it was to be killed."""
        try:
            self.server.start()
        except RuntimeError as error:
            if not self.disk.numbers()[2]:
                self.problem(f"no start after the cut: {error!s:.500}")
                raise
            self.server.kill()
            return False
        return True

    def work_until_killed(self):
        """At some write of its own, or from outside at any time."""
        if self.rng.random() < 0.2:
            self.disk.die_in(self.rng.randint(1, 30))
            if not self.started():
                return
        elif not self.started():
            return
        try:
            self.compare()
        except OSError:
            if not self.disk.numbers()[2]:  # else it died a little after its start
                raise
        self.disk.die_in(self.rng.choice((self.rng.randint(1, 60), self.rng.randint(1, 800))))
        end = time.monotonic() + self.rng.choice((0.1, 0.5, 60))
        self.clients.run(self.server, lambda: time.monotonic() < end and not self.disk.numbers()[2])
        self.server.kill()

    def compare(self):
        lost = self.clients.lost(self.server)
        if lost:
            self.problem(f"{len(lost)} acknowledged and lost: {lost[:5]}")
        if self.server.get("/api/v1/packs").status != 200:
            self.problem("packs are not listed")

    def kill(self):
        self.kills += 1
        self.work_until_killed()
        of_itself = self.disk.numbers()[2]
        record = self.disk.read()
        self.events += record.n
        if of_itself and (wrong := self.disk.differs(record)):
            self.problem(f"the record does not have all that was written to {wrong}")
        how = self.rng.choice(HOWS[:1] + HOWS[2:]) if self.rng.random() < 0.9 else "everything"
        self.hows[how] += 1
        self.disk.leave(record.left(how, self.rng))
        if self.check().returncode != 0:
            self.problem(f"levelwright db check after a cut that left {how}: {self.check().stderr:.500}")

    def check(self):
        """On a copy, as a server has to be the first who opens what the cut has left."""
        copy = self.data + ".copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.data, copy)
        done = subprocess.run([self.program, "db", "check", "--db", copy + "/levelwright.db"], capture_output=True,
                              text=True, check=False)
        shutil.rmtree(copy)
        return done

    def end(self):
        with self.server:
            self.compare()
        self.disk.close()
        shutil.rmtree(self.data)

    def stuck(self, error):
        """What a lying disk left could not even be started."""
        print(f"{error!s:.200}")


def main(kind, kills):
    """Cuts of that kind, as often as asked, or so often."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--kills", type=int, default=kills)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lie", action="store_true")
    args = parser.parse_args()
    if is_sanitized(args.program):
        print("skipped: a sanitizer has functions of its own in front of the library's")
        return 77
    cuts, checks = kind(args.program, args.library, args.seed, args.lie), Checks()
    try:
        while cuts.kills < args.kills and not (args.lie and cuts.problems):
            cuts.kill()
            if cuts.kills % 50 == 0:
                print(f"{cuts.kills} kills, {cuts.clients.n_noted()} acknowledged, {len(cuts.problems)} problems", flush=True)
        cuts.end()
    except RuntimeError as error:
        if not args.lie:
            raise
        cuts.stuck(error)
    print(f"seed {args.seed}: {cuts.kills} kills, {cuts.events} writes and synchronisations, acknowledged "
          + ", ".join(f"{n} {name}" for name, n in cuts.clients.by_kind().items())
          + "; left: " + ", ".join(f"{how} {n}" for how, n in cuts.hows.items()))
    if args.lie:
        print("\n".join(cuts.problems[:3]))
        checks.that(cuts.problems, "a disk that lies loses something, and that is noticed")
    else:
        checks.same(cuts.problems, [], "after power cuts")
        checks.that(cuts.clients.n_noted() > 5 * args.kills, f"something was acknowledged: {cuts.clients.n_noted()}")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(Cuts, 10))

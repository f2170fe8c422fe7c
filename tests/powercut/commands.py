"""Commands that are cut off at each of their writes: the upgrade of an old database, a first import, a backup.

    commands.py PROGRAM LIBRARY tests/data/old-database/database.sql [--points N]

The power goes at N points spread over all writes, synchronisations and names (0: at every one), and after the end of the
command. What the cut leaves must open again; what a command has said is done must be there."""
import argparse
import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from disk import HOWS, Disk

LEVELS = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"


def read_all(path):
    """{table: its rows}, of what has rows."""
    with contextlib.closing(sqlite3.connect(path)) as link:
        names = [row[0] for row in link.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(map(repr, link.execute(f"SELECT * FROM {name}"))) for name in names}


def keys_of(path, table):
    with contextlib.closing(sqlite3.connect(path)) as link:
        columns = [row[1] for row in link.execute(f"PRAGMA table_info({table})") if row[5]]
        return {repr(row) for row in link.execute(f"SELECT {', '.join(columns)} FROM {table}")} if columns else set()


class Upgrade:
    """db packs on a database of version 1."""

    def __init__(self, program, folder, old):
        self.program, self.path = program, folder + "/levelwright.db"
        with open(old, encoding="utf-8") as file, contextlib.closing(sqlite3.connect(self.path)) as link:
            link.executescript(file.read())
        self.old = {name: keys_of(self.path, name) for name in read_all(self.path)}
        self.wanted = None

    def command(self):
        return [self.program, "db", "packs", "--db", self.path]

    def finished(self):
        """After a run that was not cut."""
        self.wanted = read_all(self.path)
        if len(self.wanted["schema_version"]) < 2:
            return "nothing was upgraded"
        for name, keys in self.old.items():
            if name in self.wanted and not keys <= keys_of(self.path, name):
                return f"rows of {name} are gone"
        return None

    def problem(self, _done):
        again = subprocess.run(self.command(), capture_output=True, text=True, check=False)
        if again.returncode != 0:
            return f"it does not open: {again.stderr:.300}"
        found = read_all(self.path)
        return None if found == self.wanted else f"{[name for name in self.wanted if found.get(name) != self.wanted[name]]} differ"


class Import:
    """db import into a folder that is not there yet."""

    def __init__(self, program, folder, _old):
        self.program, self.data, self.path = program, folder + "/new/data", folder + "/new/data/levelwright.db"
        self.file = folder + ".xsb"
        with open(self.file, "w", encoding="ascii") as file:
            file.write(LEVELS)

    def command(self):
        return [self.program, "db", "import", self.file, "--data", self.data]

    def finished(self):
        return None if len(read_all(self.path)["levels"]) == 2 else "two levels were not imported"

    def problem(self, done):
        if done and not os.path.exists(self.path):
            return "the database is gone"
        if done and len(read_all(self.path).get("levels", ())) != 2:
            return "what was imported is gone"
        again = subprocess.run(self.command(), capture_output=True, text=True, check=False)
        return None if again.returncode == 0 else f"no second import: {again.stderr:.300}"


class Backup:
    """db backup over an older backup."""

    def __init__(self, program, folder, old):
        self.upgrade = Upgrade(program, folder, old)
        self.program, self.path, self.copy = program, self.upgrade.path, folder + "/backup.db"
        for path in (self.path, self.copy):
            subprocess.run([program, "db", "backup", path + ".first", "--db", self.path], check=True, capture_output=True)
            os.replace(path + ".first", path)
        with contextlib.closing(sqlite3.connect(self.copy)) as link:
            link.execute("INSERT INTO settings VALUES ('older', 'yes', 0)")
            link.commit()
        self.older, self.newer = read_all(self.copy), read_all(self.path)

    def command(self):
        return [self.program, "db", "backup", self.copy, "--force", "--db", self.path]

    def finished(self):
        return None if read_all(self.copy) == self.newer else "the backup is not what was backed up"

    def problem(self, done):
        if not os.path.exists(self.copy):
            return "no backup is there"
        found = read_all(self.copy)
        if found != self.newer and (done or found != self.older):
            return f"neither the old backup nor the new one: {[name for name in self.newer if found.get(name) != self.newer[name]]}"
        return None if read_all(self.path) == self.newer else "the database has changed"


def check(program, path):
    if not os.path.exists(path):
        return None
    done = subprocess.run([program, "db", "check", "--db", path], capture_output=True, text=True, check=False)
    return f"db check: {done.stdout:.200}{done.stderr:.200}" if done.returncode else None


class Run:
    """One command, cut again and again."""

    def __init__(self, kind, args):
        self.folder = tempfile.mkdtemp(prefix="levelwright-")
        self.rng, self.kind, self.args = random.Random(kind.__name__), kind, args
        self.case = kind(args.program, self.folder, args.database)
        self.disk = Disk(self.folder, os.path.abspath(args.library))
        self.fresh = {name: getattr(file, "data", None) for name, file in self.disk.before.items() if name != "."}
        self.n_cut, self.problems = 0, []

    def once(self, die_in):
        """The record, and whether the command said that it had done it."""
        if die_in:
            self.disk.die_in(die_in)
        done = subprocess.run(self.case.command(), env={**os.environ, **self.disk.environment()}, capture_output=True,
                              text=True, check=False)
        if not die_in and done.returncode != 0:
            raise RuntimeError(f"{self.case.command()}: {done.stderr}")
        record = self.disk.read()
        if wrong := self.disk.differs(record):
            self.problems.append(f"{self.kind.__name__}, event {die_in}: written past the library: {wrong}")
        return record, done.returncode == 0

    def cut(self, die_in, how):
        """die_in 0: after its end."""
        record, done = self.once(die_in)
        self.disk.leave(record.left(how, self.rng))
        self.n_cut += 1
        wrong = self.case.problem(done) or check(self.args.program, self.case.path)
        if wrong:
            self.problems.append(f"{self.kind.__name__}, event {die_in}, the cut left {how}: {wrong}")
        self.disk.leave(self.fresh)

    def run(self):
        record, _ = self.once(0)
        if wrong := self.case.finished():
            self.problems.append(f"{self.kind.__name__}: {wrong}")
        self.disk.leave(self.fresh)
        n = record.n
        step = max(1, n // self.args.points if self.args.points else 1)
        for how in HOWS:
            self.cut(0, how)
        for die_in in range(1, n + 1, step):
            for how in HOWS if not self.args.points else (self.rng.choice(HOWS),):
                self.cut(die_in, how)
        print(f"{self.kind.__name__}: {n} events, cut {self.n_cut} times, {len(self.problems)} problems")
        self.disk.close()
        shutil.rmtree(self.folder)
        return self.problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("database")
    parser.add_argument("--points", type=int, default=25)
    args = parser.parse_args()
    problems = [problem for kind in (Upgrade, Import, Backup) for problem in Run(kind, args).run()]
    print("\n".join("FAILED: " + problem for problem in problems[:20]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

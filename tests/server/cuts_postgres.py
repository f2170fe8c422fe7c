"""Power cuts of PostgreSQL: its processes run on the recorded disk, end all at once, and find again what a cut may have left.

    cuts_postgres.py PROGRAM LIBRARY [--kills N] [--seed N] [--lie]

Names are kept as the journals of Linux's file systems keep them, and nothing stale is seen in files that grow: PostgreSQL
relies on both. Data is not."""
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from acknowledged import Clients
from cuts import OPTIONS, main
from disk import HOWS, Disk
from harness import PATIENCE, Postgres, Server, wait_until


class Cluster(Postgres):
    """A scratch server with small files of its log, so that many are made and used again."""

    def __init__(self):
        self.environment, self.limits = {}, ("-c", "wal_keep_size=0", "-c", "min_wal_size=2MB", "-c", "max_wal_size=4MB",
                                            "-c", "checkpoint_timeout=30s", "-c", "autovacuum_naptime=1s")
        super().__init__(("--wal-segsize=1",))

    def children(self):
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="ascii") as file:
                    if int(file.read().rsplit(")", 1)[1].split()[1]) == self.process.pid:
                        found.append(int(name))
            except (OSError, ValueError):
                pass
        return found

    def kill(self):
        """All of its processes, which have processes groups of their own."""
        children = self.children()
        self.process.kill()
        self.process.wait()
        for pid in children:
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in children))

    def answers(self):
        return self.psql("SELECT 1", check=False).returncode == 0


class Cuts:
    def __init__(self, program, library, seed, lie):
        self.rng, self.seed, self.problems, self.kills, self.events = random.Random(seed), seed, [], 0, 0
        self.cluster = Server.postgres = Cluster()
        self.data = tempfile.mkdtemp(prefix="levelwright-")
        self.server = Server(program, OPTIONS, data=self.data)
        with self.server as server:
            self.clients = Clients(server, seed)
        self.cluster.process.send_signal(2)
        self.cluster.process.wait(PATIENCE)
        self.disk = Disk(self.cluster.dir + "/data", os.path.abspath(library), linux=True,
                         owner="postgres" if os.geteuid() == 0 else None)
        self.cluster.environment = self.disk.environment(lie)
        self.hows = dict.fromkeys(HOWS, 0)

    def problem(self, text):
        self.problems.append(f"seed {self.seed}, kill {self.kills}: {text}")

    def begin(self):
        self.cluster.run()
        if not wait_until(lambda: self.cluster.answers() or self.cluster.process.poll() is not None) or \
                self.cluster.process.poll() is not None:
            with open(self.cluster.dir + "/log", encoding="utf-8", errors="replace") as log:
                raise RuntimeError("PostgreSQL does not start after a cut: " + log.read()[-1500:])
        self.server.start()
        try:
            lost = self.clients.lost(self.server)
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"kill {self.kills}: {error.stderr}") from error
        if lost:
            self.problem(f"{len(lost)} acknowledged and lost: {lost[:5]}")

    def kill(self):
        self.kills += 1
        self.begin()
        self.disk.die_in(self.rng.randint(1, 3000))
        end = time.monotonic() + self.rng.choice((0.3, 2, 4))
        self.clients.run(self.server, lambda: time.monotonic() < end and not self.disk.numbers()[2])
        self.disk.cut()
        self.server.kill()
        self.cluster.kill()
        record, how = self.disk.read(), self.rng.choice(HOWS)
        self.events += record.n
        self.hows[how] += 1
        left = record.left(how, self.rng)
        for name in ("postmaster.pid", "postmaster.opts"):  # by which the next start finds what memory is left over
            with open(os.path.join(self.disk.folder, name), "rb") as file:
                left[name] = file.read()
        self.disk.leave(left)

    def end(self):
        self.cluster.environment = {}
        self.begin()
        done = subprocess.run([self.server.program, "db", "check", "--db", self.server.db], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            self.problem(f"levelwright db check: {done.stdout:.300}{done.stderr:.300}")
        self.server.stop()
        self.disk.close()
        shutil.rmtree(self.data)

    def stuck(self, error):
        self.problem(f"{error!s:.300}")


if __name__ == "__main__":
    sys.exit(main(Cuts, 3))

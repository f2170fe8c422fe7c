"""What a stranger's request may do to an engine: crash, spin, take all memory, reach for files and the network. Each
costs that job or that request; the server answers throughout.

    workers.py PROGRAM [--postgres]"""
import os
import signal
import subprocess
import sys
import threading
import time

from harness import LEVEL, Checks, Server, arguments, children, cpu_s, is_sanitized, wait_until

PLAIN = ["--job-memory", "64M", "--no-daily", "--workers", "2"]
SMALL = [*PLAIN, "--job-time", "1s", "--budget", "cpu_ms=0.2"]  # what spins takes all that it may
FAULTS = {"LEVELWRIGHT_WORK_FAULTS": "1", "ASAN_OPTIONS": "handle_segv=0", "TSAN_OPTIONS": "handle_segv=0"}


def solve(mark=""):
    """Whatever it is asked to do, it is a level that can be solved."""
    return {"call": "solve", "text": LEVEL + f"Title: {mark}\n"}


def state_of(pid):
    """Its letter in /proc, or None when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


class Listener(threading.Thread):
    """Asks /healthz again and again; how long the slowest answer took, and how many were none."""

    def __init__(self, server):
        super().__init__()
        self.server, self.ends = server, False
        self.n = self.bad = 0
        self.slowest = 0.0

    def run(self):
        while not self.ends:
            began = time.monotonic()
            self.bad += self.server.get("/healthz").status != 200
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.n += 1
            time.sleep(0.1)


def job(server, me, mark):
    made = server.post("/api/v1/jobs", solve(mark), headers=me)
    if made.status != 202:
        return made.status, made.code(), made.json()["error"]["message"]
    row = server.wait_job(made.json()["job"])
    error = row.get("error") or {}
    return row["state"], error.get("code"), error.get("message")


def faults(server, checks):
    me = server.player()
    checks.same(job(server, me, "good")[0], "done", "an honest job")
    checks.same(job(server, me, "fault-run-crash")[:2], ("failed", "crashed"), "a job that crashes its worker")
    checks.same(job(server, me, "fault-run-crash")[:2], (422, "crashed"), "the same again")
    checks.same(job(server, me, "fault-check-crash")[:2], (422, "crashed"), "a request that crashes whoever reads it")
    checks.same(job(server, me, "fault-run-spin")[:2], ("failed", "limit"), "a job that never ends")
    checks.that("signal 11" in server.log_text(), "the log has the signal")
    checks.same(job(server, me, "fault-run-memory")[:2], ("failed", "limit"), "a job that takes all memory")
    found = job(server, me, "fault-run-file")
    checks.same((found[0], found[2]), ("failed", "a file was refused"), "a job that opens a file")
    checks.same(job(server, me, "fault-run-socket")[:2], ("failed", "crashed"), "a job that makes a socket")
    checks.same(job(server, me, "fault-run-program")[:2], ("failed", "crashed"), "a job that starts a program")
    checks.that(f"signal {signal.SIGSYS:d} " in server.log_text(), "by the filter's signal")


def packs(server, checks):
    """A worker reads a pack: what breaks it is not read by the server, nor stored."""
    me = server.player()
    for mark, wanted in (("good", 201), ("fault-read-crash", 422), ("fault-read-spin", 422)):
        text = LEVEL + f"Title: {mark}\n"
        made = server.post("/api/v1/packs", {"title": "t", "game": "sokoban", "levels": [{"text": text}]}, headers=me)
        checks.same(made.status, wanted, f"a pack: {mark}, {made.body[:200]}")
        made = server.post("/api/v1/packs/import?game=sokoban", text,
                           headers={**me, "Content-Type": "text/plain"})
        checks.same(made.status, wanted, f"an import: {mark}, {made.body[:200]}")


def stored(server, checks):
    """What is stored is read by workers, too: wins, pictures and files."""
    me = server.player()
    for mark, level in (("draw", "#######\n#@ $ .#\n#######\n"), ("write", "######\n#@ $.#\n######\n"),
                        ("replay", "######\n#@$ .#\n######\n")):
        made = server.post("/api/v1/packs", {"title": "t", "game": "sokoban",
                                             "levels": [{"text": level, "title": f"fault-{mark}-crash"}]}, headers=me)
        checks.same(made.status, 201, f"a pack that breaks nothing yet: {made.body[:200]}")
        pack = made.json()["id"]
        id = server.get(f"/api/v1/packs/{pack}").json()["levels"][0]["id"]
        play = server.post("/api/v1/plays", {"level": id}, headers=me).json()["play"]
        moves = {"draw": "rRR", "write": "rR", "replay": "RR"}[mark]
        win = {"events": [{"play": play, "seq": 1, "kind": "win", "data": moves}]}
        found = {"draw svg": server.get(f"/api/v1/levels/{id}/picture.svg"),
                 "draw png": server.get(f"/api/v1/levels/{id}/picture.png"),
                 "draw sheet": server.get(f"/api/v1/packs/{pack}/export?format=svg"),
                 "write xsb": server.get(f"/api/v1/packs/{pack}/export?format=xsb"),
                 "replay win": server.post("/api/v1/events", win, headers=me)}
        for name, reply in found.items():
            wanted = (422, "crashed") if name.startswith(mark) else (200, None)
            checks.same((reply.status, reply.code() if reply.status >= 400 else None), wanted,
                        f"{name} of a level that breaks whoever is to {mark}: {reply.body[:200]}")


def health(server, checks):
    workers = server.get("/healthz", headers=server.admin()).json()["workers"]
    checks.that(workers["died"] >= 4, "deaths are counted")
    checks.that(workers["sandbox"] == "full" or workers["lacking"] == "landlock", f"the sandbox: {workers}")


def secrets(server, checks):
    """A worker knows no password of the database."""
    checks.same(job(server, server.player(), "another")[0], "done", "an honest job after all that")
    pids = children(server.process.pid)
    checks.that(pids, "there are workers")
    for pid in pids:
        with open(f"/proc/{pid}/environ", "rb") as file:
            checks.that(b"LEVELWRIGHT_DB" not in file.read(), "a worker's environment")
        links = sorted(os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd"))
        checks.that(not any(link.endswith((".db", ".db-wal", ".db-shm")) for link in links), f"its files: {links}")
        checks.same(sum(link.startswith("socket:") for link in links), 1, f"its sockets: {links}")


def orphans(program, checks):
    """Neither a stop nor a kill leaves a worker, also not one that is at work and deaf."""
    for kill in (False, True):
        # No limit of time: on a busy machine it would be over before the worker gets its turn.
        with_faults = Server(program, PLAIN)
        with_faults.environment = FAULTS
        with with_faults as server:
            me = server.player()
            made = server.post("/api/v1/jobs", solve("fault-run-spin"), headers=me)
            checks.same(made.status, 202, "a job that spins")
            server.wait_job(made.json()["job"], ("running",))
            pids = children(server.process.pid)
            # The one that spins uses the processor.
            checks.that(wait_until(lambda: any(cpu_s(pid) > 0.2 for pid in pids)), "it spins")
            if kill:
                server.kill()
            else:
                checks.same(server.stop(), 0, "an orderly stop")
            checks.that(wait_until(lambda: all(state_of(pid) in (None, "Z") for pid in pids)),
                        f"workers are left after a {'kill' if kill else 'stop'}: {pids}")


def rated(server, me, checks, text, title):
    """A level that somebody brings, plays and rates."""
    made = server.post("/api/v1/packs", {"title": "t", "game": "sokoban", "levels": [{"text": text, "title": title}]}, headers=me)
    checks.same(made.status, 201, f"a pack that breaks nothing yet: {made.body[:200]}")
    id = server.get("/api/v1/packs/" + made.json()["id"]).json()["levels"][0]["id"]
    play = server.post("/api/v1/plays", {"level": id}, headers=me).json()["play"]
    server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": "move", "data": "R"}]}, headers=me)
    reply = server.post("/api/v1/ratings", {"level": id, "value": 5}, headers=me)
    checks.same(reply.status, 200, f"a rating: {reply.body[:200]}")
    return id


def learning(program, checks):
    """Levels that a model is learned from are measured by workers: what breaks one is left out, and no more."""
    with_faults = Server(program, ["--job-memory", "256M", "--no-daily", "--workers", "1"])
    with_faults.environment = FAULTS
    with with_faults as server:
        me = server.player()
        good = rated(server, me, checks, "#######\n#@$  .#\n#######\n", "good")
        crash = rated(server, me, checks, "########\n#@$   .#\n########\n", "fault-measure-crash")
        made = server.post("/api/v1/admin/models/learn", {"game": "sokoban"}, headers=server.admin())
        checks.same(made.status, 202, f"a job that learns: {made.body[:200]}")
        row = server.wait_job(made.json()["job"])
        checks.that(row["state"] == "done" and row["result"]["levels"] == 1, f"it has learned from the good one: {row}")
        spin = rated(server, me, checks, "#########\n#@$    .#\n#########\n", "fault-measure-spin")
        db = server.db or os.path.join(server.data, "levelwright.db")
        done = subprocess.run([program, "learn", "--db", db, "--time", "100ms"], env={**os.environ, **FAULTS}, check=False,
                              capture_output=True, text=True)
        checks.same(done.returncode, 3, f"learned from the command line: {done.stderr}")
        checks.that("2 levels could not be measured" in done.stderr, f"what is left out is told: {done.stderr}")
        measured = {id for id, in server.rows("SELECT DISTINCT level FROM features")}
        checks.same([id in measured for id in (good, crash, spin)], [True, False, False], "what is measured is stored")
        checks.that(server.alive(), "the server is alive")


def main():
    program = arguments()[0]
    checks = Checks()
    if is_sanitized(program):
        # Its report of a crash takes a worker longer than it may take, and there is no sandbox.
        print("skipped: a sanitizer watches")
        return 0
    held = Server(program, SMALL)
    held.environment = FAULTS
    with held as server:
        checks.that("workers" in server.get("/healthz", headers=server.admin()).json(), "there are workers")
        if job(server, server.player(), "fault-run-file")[0] == "done" and checks.bad == 0:
            print("skipped: this build has no faults to ask for")
            return 0
        listener = Listener(server)
        listener.start()
        faults(server, checks)
        packs(server, checks)
        stored(server, checks)
        health(server, checks)
        secrets(server, checks)
        listener.ends = True
        listener.join()
        checks.same(listener.bad, 0, "answers of /healthz that were not 200")
        print(f"{listener.n} answers of /healthz meanwhile, the slowest {listener.slowest * 1000:.0f} ms")
    orphans(program, checks)
    learning(program, checks)
    return checks.end()


sys.exit(main())

"""kill -9 during event load and during a job; a full disk; a start after that."""
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from harness import Checks, Holder, Server, arguments, busy
from load import run_players

SLOW = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 1000, "seed": 1,
        "options": {"boxes": 3, "size": "2x2"}, "seconds": 30}


def check_database(server, checks):
    where = server.db or os.path.join(server.data, "levelwright.db")
    done = subprocess.run([server.program, "db", "check", "--db", where],
                          capture_output=True, text=True, check=False)
    checks.same(done.returncode, 0, "levelwright db check: " + done.stdout + done.stderr)


def killed_in_a_job(program, checks):
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily"], data=data).start()
    me = server.player()
    quick = server.post("/api/v1/jobs", {**SLOW, "count": 2}, headers=me).json()["job"]
    server.wait_job(quick)
    job = server.post("/api/v1/jobs", SLOW, headers=me).json()["job"]
    server.wait_job(job, ("running",))
    time.sleep(1.2)
    server.kill()
    check_database(server, checks)
    begin = time.time()
    server.start()
    checks.that(time.time() - begin < 2 * busy() or "asan" in program or "tsan" in program, "a second start is quick")
    row = server.wait_job(job, ("running", "done", "failed"))
    checks.that(row["state"] != "failed", "the job goes on after the crash")
    deadline = time.time() + 20
    while row["attempts"] < 2 and time.time() < deadline:
        row = server.get("/api/v1/jobs/" + job).json()
    checks.that(row["attempts"] >= 2, f"it is tried again: {row['attempts']}")
    checks.same(server.get("/api/v1/jobs/" + quick).json()["state"], "done", "a job that was done stays done")
    # An orderly end puts it back as well.
    checks.same(server.stop(), 0, "exit code")
    server.start()
    row = server.wait_job(job, ("running", "done"))
    checks.that(row["state"] in ("running", "done"), "queued again by an orderly end")
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=me)
    server.stop()
    check_database(server, checks)
    shutil.rmtree(data)


def killed_under_load(program, checks, players):
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily", "--workers", "0"], data=data)
    server.start()
    server.fixed_port = str(server.port)  # players find it again
    run_players(server, players, 4, True, checks)
    server.stop()
    check_database(server, checks)
    shutil.rmtree(data)


def held_up(server, checks):
    """Requests that wait for a locked database do not keep the others waiting."""
    replies = []
    waiting = [threading.Thread(target=lambda: replies.append(server.post("/api/v1/players"))) for _ in range(4)]
    for thread in waiting:
        thread.start()
    time.sleep(0.05)
    start = time.monotonic()
    checks.same(server.get("/healthz").status, 200, "health of a locked database")
    seconds = time.monotonic() - start
    checks.that(seconds < 1, f"health of a locked database took {seconds:.1f} s")
    for thread in waiting:
        thread.join()
    checks.same([(reply.status, reply.code()) for reply in replies], [(503, "busy")] * 4,
                "players for a locked database")


def locked(program, checks):
    """A database that another program holds is answered with 503, and then used again."""
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        me = server.player()
        level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
        play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
        events = {"events": [{"play": play, "seq": 1, "kind": "start"}]}
        holder = Holder(server)
        reply = server.post("/api/v1/events", events, headers=me)
        checks.same((reply.status, reply.code()), (503, "busy"), "events for a locked database")
        checks.that(int(reply.headers["Retry-After"]) > 0, "with a time to wait")
        checks.same(server.get("/api/v1/packs").status, 200, "reading goes on")
        if not server.postgres:  # whose lock is on events alone
            held_up(server, checks)
        holder.let_go()
        again = server.post("/api/v1/events", events, headers=me)
        checks.same((again.status, again.json().get("stored")), (200, 1), "the same events, sent again")


def fill_up(server, checks, codes):
    """Sends events until they are refused; returns how many were acknowledged."""
    me = server.player()
    level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    stored, refused, seq = 0, None, 0
    while refused is None and seq < 100000:
        events = [{"play": play, "seq": seq + i, "kind": "undo", "data": "x" * 5000} for i in range(20)]
        reply = server.post("/api/v1/events", {"events": events}, headers=me)
        if reply.status == 200:
            stored += reply.json()["stored"]
        else:
            refused = reply
        seq += 20
    checks.that(refused is not None and refused.status == 503 and refused.code() in codes,
                f"a full disk: {refused and refused.body}")
    checks.that(refused is not None and int(refused.headers["Retry-After"]) > 0, "with a time to wait")
    checks.that(server.alive(), "alive on a full disk")
    checks.same(server.get("/api/v1/packs").status, 200, "reading goes on")
    return stored


def full(program, checks):
    """A database that may not grow any more: 503, and nothing that was stored is lost."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily", "--workers", "0"], data=data).start()
    server.stop()
    size = os.path.getsize(os.path.join(data, "levelwright.db"))
    server = Server(program, ["--no-daily", "--workers", "0", "--log", "none"], data=data,
                    file_limit=size + 200000).start()
    # A file that may not grow is a failure of input and output for SQLite, not a full disk.
    stored = fill_up(server, checks, ("full", "busy"))
    server.stop()
    server = Server(program, ["--no-daily", "--workers", "0"], data=data).start()
    checks.same(server.get("/api/v1/insight").json()["totals"]["events"], stored, "events kept on a full disk")
    server.stop()
    check_database(server, checks)
    shutil.rmtree(data)


def full_disk(program, checks):
    """A real file system of a few megabytes; the same server goes on when there is room again."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "levelwright-test", data], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: a small disk; only root may mount one")
        os.rmdir(data)
        return
    try:
        ballast = os.path.join(data, "ballast")
        with open(ballast, "wb") as file:
            file.write(b"x" * 1000000)
        with Server(program, ["--no-daily", "--workers", "0", "--log", "none"], data=data) as server:
            stored = fill_up(server, checks, ("full",))
            os.remove(ballast)
            me = server.player()
            level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
            play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
            again = server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": "start"}]}, headers=me)
            checks.same(again.status, 200, "an event after room was made")
            checks.same(server.get("/api/v1/insight").json()["totals"]["events"], stored + 1, "events kept on a small disk")
            server.stop()
            check_database(server, checks)
    finally:
        subprocess.run(["umount", data], check=False)
        os.rmdir(data)


def main(program, players="60"):
    checks = Checks()
    killed_in_a_job(program, checks)
    killed_under_load(program, checks, int(players))
    locked(program, checks)
    if not Server.postgres:  # its own processes write its files
        full(program, checks)
        full_disk(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

"""kill -9 during event load and during a job; a full disk; a start after that."""
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from harness import LEVEL, Checks, Holder, Server, arguments, cpu_s, wait_until
from load import run_players

QUICK = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 2, "seed": 1,
         "options": {"boxes": 3, "size": "2x2"}}
LARGE = "#" * 100 + "\n#@$." + " " * 95 + "#\n" + ("#" + " " * 98 + "#\n") * 100 + "#" * 100 + "\n"
ENDLESS = {**QUICK, "count": 1000, "options": {"boxes": 5, "size": "3x3"}, "seconds": 7200}


def check_database(server, checks):
    where = server.db or os.path.join(server.data, "levelwright.db")
    done = subprocess.run([server.program, "db", "check", "--db", where],
                          capture_output=True, text=True, check=False)
    checks.same(done.returncode, 0, "levelwright db check: " + done.stdout + done.stderr)


def start_costs(program, data):
    """Seconds of the processor until a server answers that has no jobs to do."""
    server = Server(program, ["--no-daily", "--workers", "0"], data=data).start()
    seconds = cpu_s(server.process.pid)
    server.stop()
    return seconds


def killed_in_a_job(program, checks):
    data = tempfile.mkdtemp(prefix="levelwright-")
    start_costs(program, data)
    server = Server(program, ["--no-daily", "--job-time", "2h"], data=data).start()
    me = server.player()
    quick = server.post("/api/v1/jobs", QUICK, headers=me).json()["job"]
    server.wait_job(quick)
    job = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
    server.wait_job(job, ("running",))
    wait_until(lambda: server.get("/api/v1/jobs/" + job).json()["progress"])
    server.kill()
    check_database(server, checks)
    seconds = start_costs(program, data)
    checks.that(seconds < 2, f"a second start is quick: {seconds:.2f} s of CPU")
    checks.same(server.log_text().count('"event":"shipped"'), 1, "starts that put the shipped packs into the store")
    server.start()
    row = wait_until(lambda: (now := server.get("/api/v1/jobs/" + job).json())["attempts"] >= 2 and now)
    checks.that(row, "it is tried again")
    checks.that(row and row["state"] != "failed", "the job goes on after the crash")
    checks.same(server.get("/api/v1/jobs/" + quick).json()["state"], "done", "a job that was done stays done")
    # An orderly end puts it back as well.
    checks.same(server.stop(), 0, "exit code")
    checks.same(server.rows(f"SELECT state FROM jobs WHERE id = '{job}'"), [["queued"]], "queued again by an orderly end")
    server.start()
    checks.same(server.wait_job(job, ("running", "done", "failed"))["state"], "running", "and taken up again")
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=me)
    server.stop()
    check_database(server, checks)
    shutil.rmtree(data)


def killed_under_load(program, checks, players):
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily", "--workers", "0"], data=data)
    server.start()
    run_players(server, players, 4, True, checks)
    server.stop()
    check_database(server, checks)
    shutil.rmtree(data)


def health_beside_waiting(server, checks):
    """How many seconds the health takes while four requests wait for the lock."""
    replies = []
    waiting = [threading.Thread(target=lambda: replies.append(server.post("/api/v1/players"))) for _ in range(4)]
    for thread in waiting:
        thread.start()
    time.sleep(0.05)
    start = time.monotonic()
    checks.same(server.get("/healthz").status, 200, "health of a locked database")
    seconds = time.monotonic() - start
    for thread in waiting:
        thread.join()
    checks.same([(reply.status, reply.code()) for reply in replies], [(503, "busy")] * 4,
                "players for a locked database")
    return seconds


def held_up(server, checks):
    """Requests that wait for a locked database do not keep the others waiting: none waits as long as a job would, which
    is five seconds. Any of the tries will do, as the machine may stand still in one."""
    tries = [health_beside_waiting(server, checks)]
    while min(tries) >= 4 and len(tries) < 10:
        tries.append(health_beside_waiting(server, checks))
    checks.that(min(tries) < 4, f"health of a locked database took {tries} s")


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
    """Sends events until they are refused, at last even a few: the server's own look whether there is room again must
    not find any. Returns how many were acknowledged."""
    me = server.player()
    level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    stored, refused, seq, n = 0, None, 0, 400
    while n > 5 and seq < 100000:
        events = [{"play": play, "seq": seq + i, "kind": "move", "data": "x" * 200} for i in range(n)]
        reply = server.post("/api/v1/events", {"events": events}, headers=me)
        if reply.status == 200:
            stored += reply.json()["stored"]
        else:
            refused = reply
            n //= 4
        seq += n
    checks.that(refused is not None and refused.status == 503 and refused.code() in codes,
                f"a full disk: {refused and refused.body}")
    checks.that(refused is not None and int(refused.headers["Retry-After"]) > 0, "with a time to wait")
    health = server.get("/healthz")
    checks.same((health.status, health.json()["status"]), (503, "degraded"), "the state of health on a full disk")
    checks.that(health.json()["storage"] in ("full", "failing"), f"and why: {health.body}")
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


def mount_small(folder):
    """A file system of a few megabytes; False where nobody may mount one."""
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "levelwright-test", folder], check=False,
                      stderr=subprocess.DEVNULL).returncode == 0:
        return True
    print("skipped: a small disk; only root may mount one")
    os.rmdir(folder)
    return False


def write_everywhere(server, checks, me, level, pack, job):
    """Every way to write, on a full disk: the same problem, unless it needs so little that there is room."""
    admin, text = server.admin(), {**me, "Content-Type": "text/plain"}
    n_refused = 0
    for method, path, body, headers in (
            ("POST", "players", None, {}), ("POST", "plays", {"level": level}, me), ("POST", "jobs", QUICK, me),
            ("POST", "packs/import?game=sokoban&title=z", LARGE, text),
            ("POST", "packs", {"title": "u", "game": "sokoban", "levels": [{"text": LARGE}]}, me),
            ("POST", "admin/batch", {"seconds": 5}, admin), ("DELETE", "admin/packs/" + pack, None, admin),
            ("DELETE", "jobs/" + job, None, me), ("DELETE", "admin/levels/" + level, None, admin),
            ("GET", "daily?game=flow&difficulty=hard", None, {}), ("POST", "admin/token/rotate", None, admin),
            ("DELETE", "players/me", None, me)):
        reply = server.ask(method, "/api/v1/" + path, body=body, headers=headers)
        n_refused += reply.status == 503
        checks.that(reply.status in (200, 201, 202) or (reply.status, reply.code()) == (503, "full"),
                    f"{method} {path} on a full disk: {reply.status} {reply.body[:200]}")
        checks.that(reply.status != 503 or int(reply.headers["Retry-After"] or 0) > 0, f"{method} {path}: a time to wait")
    checks.that(n_refused > 0, "what needs room is refused")


def full_everywhere(program, checks):
    """All ways to write on a full disk; a job that ends there is kept when there is room again."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    if not mount_small(data):
        return
    try:
        with Server(program, ["--no-daily", "--workers", "1", "--log", "none"], data=data) as server:
            me = server.player()
            level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
            pack = server.post("/api/v1/packs", {"title": "t", "game": "sokoban", "levels": [{"text": LEVEL}]}, headers=me)
            ends = server.post("/api/v1/jobs", {**QUICK, "count": 1000, "seconds": 4}, headers=server.player()).json()["job"]
            server.wait_job(ends, ("running", "done"))
            waits = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
            fill_up(server, checks, ("full",))
            write_everywhere(server, checks, me, level, pack.json()["id"], waits)
            subprocess.run(["mount", "-o", "remount,size=64m", data], check=True)
            row = server.wait_job(ends)
            checks.same((row["state"], row["attempts"]), ("done", 1), "a job on a full disk")
            checks.that(row["result"] and row["result"]["levels"], "has its levels")
            checks.same(server.post("/api/v1/players").status, 201, "a player when there is room again")
            server.stop()
            check_database(server, checks)
    finally:
        subprocess.run(["umount", data], check=False)
        os.rmdir(data)


def full_disk(program, checks):
    """A real file system of a few megabytes; the same server goes on when there is room again."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    if not mount_small(data):
        return
    try:
        ballast = os.path.join(data, "ballast")
        with open(ballast, "wb") as file:
            # As much as the log may have when the disk is full: it goes into the database first.
            file.write(b"x" * 4500000)
        with Server(program, ["--no-daily", "--workers", "0", "--log", "none"], data=data) as server:
            stored = fill_up(server, checks, ("full",))
            os.remove(ballast)
            me = server.player()
            level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
            play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
            again = server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": "start"}]}, headers=me)
            checks.same(again.status, 200, "an event after room was made")
            checks.that(wait_until(server.alive), "and all is well again")
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
        full_everywhere(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

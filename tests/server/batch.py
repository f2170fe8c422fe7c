"""Taylor's batch mode: progress, kill -9 in the middle, deadline, cancel, no duplicates, his menu.

    batch.py PROGRAM [--postgres]"""
import shutil
import sys
import tempfile
import time

from harness import Checks, Server, arguments

MENU = {("2x3", b) for b in range(4, 8)} | {("3x3", b) for b in range(4, 7)} | {("2x2", b) for b in range(5, 9)}


def made(server):
    """Ids of the stored levels of the batches' generator."""
    rows, page = [], 1
    while True:
        found = server.get(f"/api/v1/levels?game=sokoban&method=farthest&per_page=200&page={page}").json()["levels"]
        rows += [(level["id"], level["text"]) for level in found]
        page += 1
        if len(found) < 200:
            return rows


def start(server, body):
    return server.post("/api/v1/admin/batch", body, headers=server.admin()).json()["job"]


def state_of(server, job):
    return ((server.get("/api/v1/jobs/" + job).json()["progress"] or {}).get("state")) or {}


def wait_state(server, job, holds, wait=60):
    end = time.time() + wait
    while time.time() < end:
        state = state_of(server, job)
        if state and holds(state):
            return state
        time.sleep(0.1)
    raise RuntimeError(f"the batch did not get there: {state_of(server, job)}")


def killed(program, checks):
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily"], data=data).start()
    token = server.token
    job = start(server, {"seconds": 5, "size": "2x2", "boxes": 2, "seed": 3})
    before = wait_state(server, job, lambda s: s["stored"] >= 3 and s["elapsed_s"] >= 1)
    server.kill()
    begin = time.time()
    server.start()
    server.token = token
    row = server.wait_job(job)
    took = time.time() - begin
    result = row["result"]
    checks.same((row["state"], row["attempts"]), ("done", 2), "a batch after kill -9")
    checks.that(result["stored"] > before["stored"] and result["next"] > before["next"],
                f"it goes on where it was: {before}, {result}")
    checks.that(5 <= result["elapsed_s"] < 9, f"the time of both lives: {result['elapsed_s']}")
    checks.that(took < 9, f"the second life had what was left: {took:.1f} s")
    rows = made(server)
    checks.same(len({i for i, _ in rows}), len(rows), "levels and their ids")
    # Levels of the last second before the kill are stored and not counted; made again they are known.
    checks.that(result["stored"] <= len(rows) <= result["stored"] + result["duplicates"] + 1,
                f"{len(rows)} stored: {result}")
    # The same seed again makes the same levels: all known.
    again = server.wait_job(start(server, {"seconds": 1, "size": "2x2", "boxes": 2, "seed": 3}))["result"]
    checks.that(again["duplicates"] > 0 and again["stored"] == 0, f"the same levels are refused: {again}")
    checks.same(len(made(server)), len(rows), "levels after that")
    server.stop()
    shutil.rmtree(data)


def deadline_and_cancel(server, checks):
    begin = time.time()
    row = server.wait_job(start(server, {"seconds": 2, "size": "3x3", "boxes": 6, "seed": 1}))
    took = time.time() - begin
    checks.that(row["state"] == "done" and 2 <= took < 15, f"a deadline of 2 s: {row['state']} after {took:.1f} s")
    job = start(server, {"seconds": 600, "size": "2x2", "boxes": 2, "seed": 99})
    stored = wait_state(server, job, lambda s: s["stored"] >= 2)["stored"]
    before = len(made(server))
    begin = time.time()
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=server.admin())
    checks.same(server.wait_job(job)["state"], "cancelled", "a cancelled batch")
    time.sleep(0.5)
    checks.that(len(made(server)) >= max(stored, before), "what it made is kept")
    after = len(made(server))
    time.sleep(1)
    checks.same(len(made(server)), after, "levels made after a cancel")


def menu(server, checks):
    drawn = set()
    for seed in range(5):
        job = start(server, {"seconds": 1, "seed": seed})
        result = server.wait_job(job)["result"]
        drawn.add((result["size"], result["boxes"]))
    checks.that(drawn <= MENU, f"size and boxes are from the menu: {sorted(drawn)}")
    checks.that(len(drawn) >= 3, f"the days differ: {sorted(drawn)}")


def main(program):
    checks = Checks()
    killed(program, checks)
    with Server(program, ["--no-daily"]) as server:
        deadline_and_cancel(server, checks)
        menu(server, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

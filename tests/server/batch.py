"""Taylor's batch mode: progress, kill -9 in the middle, deadline, cancel, no duplicates, his menu.

    batch.py PROGRAM [--postgres]"""
import shutil
import sys
import tempfile
import time

from harness import PATIENCE, Checks, Server, arguments

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


def wait_state(server, job, holds):
    """None when the batch ended before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        row = server.get("/api/v1/jobs/" + job).json()
        state = (row["progress"] or {}).get("state")
        if state and holds(state):
            return state
        if row["state"] not in ("queued", "running"):
            return None
        time.sleep(0.1)
    raise RuntimeError(f"the batch did not get there: {row}")


def watch(server, job, before, checks):
    """Follows a batch to its end: time and counts never go back behind what was known."""
    row = {"state": ""}
    end = time.monotonic() + PATIENCE
    while row["state"] != "done" and time.monotonic() < end:
        row = server.get("/api/v1/jobs/" + job).json()
        state = row["result"] or (row["progress"] or {}).get("state")
        if state and not all(state[name] >= before[name] for name in ("elapsed_s", "next", "stored")):
            checks.that(False, f"it goes on where it was: {before}, then {state}")
            break
        before = state or before
        time.sleep(0.02)
    return server.wait_job(job)


def again(server, first, checks):
    """The same seed makes the same levels: all known, as far as the first batch came."""
    job = start(server, {"seconds": 600, "size": "2x2", "boxes": 2, "seed": 3})
    state = wait_state(server, job, lambda s: s["duplicates"] >= 3)
    checks.that(state["stored"] <= max(0, state["next"] - first["next"]), f"the same levels are refused: {state}")
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=server.admin())
    checks.same(server.wait_job(job)["state"], "cancelled", "and the rest cancelled")


def killed(program, checks):
    """On a machine that stands still for seconds the kill may come too late; a longer batch is not over then."""
    for seconds in (5, 20, 80):
        if killed_within(program, checks, seconds):
            return
    checks.that(False, "a batch of 80 s is over before it can be killed")


def killed_within(program, checks, seconds):
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily"], data=data).start()
    token = server.token
    job = start(server, {"seconds": seconds, "size": "2x2", "boxes": 2, "seed": 3})
    before = wait_state(server, job, lambda s: s["stored"] >= 3 and s["elapsed_s"] >= 1)
    server.kill()
    server.start()
    server.token = token
    row = before and watch(server, job, before, checks)
    if not row or row["attempts"] == 1 or before["elapsed_s"] > seconds / 2:
        server.stop()
        shutil.rmtree(data)
        return False
    result = row["result"]
    checks.same((row["state"], row["attempts"]), ("done", 2), "a batch after kill -9")
    checks.that(result["stored"] > before["stored"] and result["next"] > before["next"],
                f"the second life made levels too: {before}, {result}")
    checks.that(result["elapsed_s"] >= seconds, f"the time was used: {result}")
    rows = made(server)
    checks.same(len({i for i, _ in rows}), len(rows), "levels and their ids")
    # Levels of the last moment before the kill are stored and not counted; made again they are known.
    checks.that(result["stored"] <= len(rows), f"{len(rows)} stored: {result}")
    again(server, result, checks)
    server.stop()
    shutil.rmtree(data)
    return True


def short(server, checks):
    """Wherever the deadline falls, a level that it cut short is not stored beside whole ones."""
    body = {"size": "2x2", "boxes": 3, "seed": 3}
    first = server.wait_job(start(server, body | {"seconds": 4}))["result"]
    for i in range(4):
        result = server.wait_job(start(server, body | {"seconds": 1 + 0.05 * i}))["result"]
        whole = result["stored"] + result["duplicates"]
        checks.that(result["next"] == whole + result["cut_short"] and result["cut_short"] <= 1,
                    f"one level is cut short at most: {result}")
        checks.that(whole == 1 or result["stored"] <= max(0, result["next"] - first["next"]),
                    f"levels that are known: {result}, after {first}")


def deadline_and_cancel(server, checks):
    row = server.wait_job(start(server, {"seconds": 2, "size": "3x3", "boxes": 6, "seed": 1}))
    checks.that(row["state"] == "done" and row["result"]["elapsed_s"] >= 2, f"a deadline in the middle of a level: {row}")
    job = start(server, {"seconds": 600, "size": "2x2", "boxes": 2, "seed": 99})
    stored = wait_state(server, job, lambda s: s["stored"] >= 2)["stored"]
    before = len(made(server))
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=server.admin())
    checks.same(server.wait_job(job)["state"], "cancelled", "a cancelled batch")
    # There is one worker: when it has done something else, it is done with this one.
    server.wait_job(start(server, {"seconds": 1, "size": "2x2", "boxes": 2, "seed": 98}))
    after = len(made(server))
    checks.that(after >= max(stored, before), "what it made is kept")
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


def games(server, checks):
    """Each game that has a menu makes batches, with options of its own; the first is made when none is named."""
    result = server.wait_job(start(server, {"game": "null", "seconds": 1, "width": 9, "seed": 1}))["result"]
    checks.same((result["game"], result["width"]), ("null", 9), "the game and the option asked for")
    checks.that(result["stored"] > 0, f"levels of another game are stored: {result}")
    result = server.wait_job(start(server, {"seconds": 1, "seed": 1}))["result"]
    checks.same(result["game"], "sokoban", "the game when none is named")


def main(program):
    checks = Checks()
    killed(program, checks)
    with Server(program, ["--no-daily", "--workers", "1"]) as server:
        short(server, checks)
        deadline_and_cancel(server, checks)
        menu(server, checks)
        games(server, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

"""The server's own work while another program holds the database: nothing that was made is lost or made twice.

    locks.py PROGRAM [--postgres]

daily.py does the same to the levels of the day."""
import sys
import time

from harness import PATIENCE, Checks, Holder, Server, arguments, wait_until

HELD = 9  # seconds; connections give up on a lock after 0.25 and 5


def tries(server, job):
    return int(server.rows(f"SELECT tries FROM jobs WHERE id = '{job}'")[0][0])


def has_stored(server, batch):
    """The batch has kept a level, as it may find none in its seconds on a machine that stands still."""
    progress = server.get("/api/v1/jobs/" + batch).json()["progress"] or {}
    return (progress.get("state") or {}).get("stored", 0) > 0


def jobs(server, checks):
    """A batch that goes on, a job whose result comes and one that fails while nobody can write."""
    me = server.player()
    batch = server.post("/api/v1/admin/batch", {"seconds": 14, "size": "2x2", "boxes": 2, "seed": 3},
                        headers=server.admin()).json()["job"]
    made = server.post("/api/v1/jobs", {"call": "generate", "method": "farthest", "count": 1000, "seed": 1,
                                        "options": {"boxes": 3, "size": "2x2"}, "seconds": 6}, headers=me).json()["job"]
    hopeless = server.post("/api/v1/jobs", {"call": "generate", "method": "farthest", "seconds": 3, "seed": 1,
                                            "options": {"boxes": 2, "size": "2x2"}, "filters": {"pushes": "9000..9999"}},
                           headers=me).json()["job"]
    for job in (batch, made):
        server.wait_job(job, ("running", "done"))
    wait_until(lambda: has_stored(server, batch))
    holder = Holder(server, "jobs, levels, solutions, schema_lock")
    time.sleep(HELD)
    holder.let_go()
    row = server.wait_job(made)
    checks.same((row["state"], tries(server, made)), ("done", 1), "a job that ended under a lock")
    checks.that(row["result"] and row["result"]["levels"], "has its levels")
    row = server.wait_job(hopeless)
    checks.that(row["state"] in ("done", "failed") and tries(server, hopeless) == 1, f"one that found nothing: {row}")
    row = server.wait_job(batch)
    result = row["result"]
    checks.same((row["state"], tries(server, batch)), ("done", 1), "a batch under a lock")
    checks.that(result and result["stored"] > 0 and result["cut_short"] <= 1 and
                result["next"] == result["stored"] + result["duplicates"] + result["cut_short"],
                f"every level that was made is stored: {result}")
    checks.that("job-not-kept" not in server.log_text(), "nothing is thrown away")


def a_new_day(program, checks):
    """The level of the day has to be taken from the reserve when nobody can write: 503, not 404, and then the level."""
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        known = server.get("/api/v1/daily?game=flow&difficulty=easy").json()["level"]["id"]
        holder = Holder(server, "daily, schema_lock")
        reply = server.get("/api/v1/daily?game=flow&difficulty=hard")
        checks.same((reply.status, reply.code()), (503, "busy"), "the level of the day of a locked database")
        checks.that(int(reply.headers["Retry-After"] or 0) > 0, "with a time to wait")
        again = server.get("/api/v1/daily?game=flow&difficulty=easy").json()
        checks.same(again["level"]["id"], known, "one that is known is served")
        holder.let_go()
        end = time.time() + PATIENCE
        while reply.status == 503 and time.time() < end:
            time.sleep(0.2)
            reply = server.get("/api/v1/daily?game=flow&difficulty=hard")
        checks.same(reply.status, 200, "and after that")


def main(program):
    checks = Checks()
    a_new_day(program, checks)
    with Server(program, ["--no-daily"]) as server:
        jobs(server, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

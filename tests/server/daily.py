"""Tomorrow's levels, made for real: every game and difficulty, on a new store that another program locks now and then.

    daily.py PROGRAM [--postgres]

Takes minutes; prints how long each took."""
import sys
import time

from harness import Checks, Holder, Server, arguments

RECIPES = 15
NIGHT = 2 * 3600  # seconds that are always left when a day's jobs begin
HOLDS = 2
HELD = 6  # seconds; connections give up on a lock after 0.25 and 5


def make(server):
    made, holds, end = [], 0, time.monotonic() + 1500
    while len(made) < RECIPES and time.monotonic() < end:
        if holds < HOLDS:
            holder = Holder(server, "jobs, levels, solutions, daily, reserve, schema_lock")
            time.sleep(HELD)
            holder.let_go()
            holds += 1
        time.sleep(1)
        made = server.rows("SELECT game, band, level FROM daily WHERE from_reserve = 0")
    server.wait_quiet()
    return made


def main(program):
    checks = Checks()
    with Server(program, ["--workers", "3"]) as server:
        begin = time.time()
        made = make(server)
        checks.same(len(made), RECIPES, "levels made for tomorrow")
        print(f"{len(made)} levels of the day in {time.time() - begin:.0f} s, {HOLDS * HELD} of them locked")
        for kind, request, seconds, tries, state in server.rows(
                "SELECT kind, request, (ended_ms - started_ms) / 1000.0, tries, state FROM jobs"):
            print(f"{float(seconds):7.1f} s  {kind} {request}")
            checks.same((state, tries), ("done", "1"), "the job " + request)
        worked = server.cpu_s()
        checks.that(worked < NIGHT, f"one after the other they are made in time: {worked:.0f} s of CPU")
        print(f"{worked:.0f} s of CPU")
        checks.same(server.rows("SELECT count(*) FROM jobs"), [[str(RECIPES)]], "jobs")
        days = server.rows("SELECT count(*), count(DISTINCT level) FROM daily")
        checks.same(days, [[str(2 * RECIPES)] * 2], "days and their levels")
        reserve = server.rows("SELECT count(*) FROM reserve WHERE level IN (SELECT level FROM daily)")
        checks.same(reserve, [["0"]], "levels of a day that are in reserve too")
        checks.that("job-not-kept" not in server.log_text(), "nothing is thrown away")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

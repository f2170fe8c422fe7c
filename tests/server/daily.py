"""Tomorrow's levels, made for real: every game and difficulty, on a new store.

    daily.py PROGRAM

Takes minutes; prints how long each took."""
import sqlite3
import sys
import time

from harness import Checks, Server, arguments

RECIPES = 15
NIGHT = 2 * 3600  # seconds that are always left when a day's jobs begin


def rows(server, text):
    with sqlite3.connect(f"file:{server.data}/levelwright.db?mode=ro", uri=True) as link:
        return link.execute(text).fetchall()


def main(program):
    checks = Checks()
    with Server(program, ["--workers", "3"]) as server:
        begin = time.time()
        made = []
        while len(made) < RECIPES and time.time() - begin < 1500:
            time.sleep(1)
            made = rows(server, "SELECT game, difficulty, level FROM daily WHERE from_reserve = 0")
        checks.same(len(made), RECIPES, "levels made for tomorrow")
        print(f"{len(made)} levels of the day in {time.time() - begin:.0f} s")
        worst = 0
        for kind, request, seconds, tries in rows(
                server, "SELECT kind, request, (ended_ms - started_ms) / 1000.0, tries FROM jobs WHERE state = 'done'"):
            print(f"{seconds:7.1f} s  {kind} {request}")
            worst = max(worst, seconds)
            checks.same(tries, 1, "tries of " + request)
        checks.that(worst * RECIPES < NIGHT, f"one after the other they are made in time: {worst:.0f} s the slowest")
        days = rows(server, "SELECT count(*), count(DISTINCT level) FROM daily")[0]
        checks.same(days, (2 * RECIPES, 2 * RECIPES), "days and their levels")
        reserve = rows(server, "SELECT count(*) FROM reserve WHERE level IN (SELECT level FROM daily)")
        checks.same(reserve, [(0,)], "levels of a day that are in reserve too")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

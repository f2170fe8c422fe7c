#!/usr/bin/env python3
"""Makes database.sql with an older program: make.py PROGRAM [COMMIT] > database.sql

A server of that program is asked for levels of the day, packs, plays and jobs, as people do it. Then what
ships with the program is thinned out, so that the file stays small, and the rest is written as SQL. The
first lines are remarks with what a test cannot read from hashes: a player's key and the admin's token."""
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "server"))
from harness import LEVEL, Server  # noqa: E402

SOURCE = """title old
========
OBJECTS
========
Background
black
Wall
brown
Player
blue
Crate
orange
Target
red
=======
LEGEND
=======
. = Background
# = Wall
P = Player
* = Crate
O = Target
=======
SOUNDS
=======
================
COLLISIONLAYERS
================
Background
Target
Player, Wall, Crate
======
RULES
======
[ > Player | Crate ] -> [ > Player | > Crate ]
==============
WINCONDITIONS
==============
all Target on Crate
=======
LEVELS
=======
######
#P*.O#
######
"""
KEEP = 4  # levels of each shipped pack and each reserve


def ask(reply, *wanted):
    if reply.status not in wanted:
        raise SystemExit(f"{reply.status}: {reply.body[:300]!r}")
    return reply.json()


def play(server, me):
    pack = ask(server.post("/api/v1/packs", {"title": "Mine", "game": "sokoban", "levels": [
        {"text": LEVEL, "title": "One push", "solution": "R"}, {"text": "######\n#@ $.#\n######\n"}]}, headers=me), 201)
    level = ask(server.get("/api/v1/packs/" + pack["id"]), 200)["levels"][0]["id"]
    run = ask(server.post("/api/v1/plays", {"level": level}, headers=me), 201)["play"]
    events = [{"play": run, "seq": 0, "kind": "start", "moves": 0, "pushes": 0, "t_ms": 0},
              {"play": run, "seq": 1, "kind": "restart", "moves": 3, "pushes": 0, "t_ms": 900},
              {"play": run, "seq": 2, "kind": "win", "moves": 1, "pushes": 1, "t_ms": 2000, "data": "R"}]
    ask(server.post("/api/v1/events", {"events": events}, headers=me), 200)
    ask(server.post("/api/v1/packs", {"title": "Rules of my own", "game": "puzzlescript", "levels": [{"text": SOURCE}]},
                    headers=me), 201)


def fill(server):
    me = server.player()
    play(server, me)
    for game in ("sokoban", "flow", "lazors", "move", "puzzlescript"):
        ask(server.get(f"/api/v1/daily?game={game}&difficulty=easy"), 200)
    made = ask(server.post("/api/v1/jobs", {"call": "generate", "game": "flow", "count": 2, "seed": 4,
                                            "options": {"size": "5x5"}}, headers=me), 202)
    server.wait_job(made["job"])
    batch = ask(server.post("/api/v1/admin/batch", {"seconds": 3, "size": "2x2", "boxes": 2, "seed": 3},
                            headers=server.admin()), 202)
    server.wait_job(batch["job"])
    return me["Authorization"].split()[1], made["job"]


def thin(link):
    """Leaves the first levels of what ships, and all that somebody made or plays."""
    link.execute("PRAGMA foreign_keys = OFF")
    link.executescript(f"""
        DELETE FROM pack_levels WHERE position > {KEEP} AND pack IN
            (SELECT p.id FROM packs p WHERE p.author = 'Levelwright');
        DELETE FROM reserve WHERE level NOT IN (SELECT r.level FROM reserve r WHERE (SELECT count(*) FROM reserve o
            WHERE o.game = r.game AND o.difficulty = r.difficulty AND o.level < r.level) < 2);
        DELETE FROM set_levels; DELETE FROM sets;
        CREATE TEMP TABLE kept AS SELECT level FROM pack_levels UNION SELECT level FROM reserve UNION
            SELECT level FROM daily UNION SELECT level FROM plays UNION SELECT id FROM (SELECT id FROM levels
            WHERE method = 'farthest' ORDER BY id LIMIT 10);
        DELETE FROM levels WHERE id NOT IN (SELECT level FROM kept);
        DELETE FROM solutions WHERE level NOT IN (SELECT level FROM kept);
        DELETE FROM features WHERE level NOT IN (SELECT level FROM kept);
        DELETE FROM ratings WHERE level NOT IN (SELECT level FROM kept);
        DROP TABLE kept;""")
    link.commit()


def main(program, commit="unknown"):
    server = Server(program, ["--workers", "2"])
    with server:
        key, job = fill(server)
        token = server.token
        server.stop()
        link = sqlite3.connect(f"{server.data}/levelwright.db")
        thin(link)
        print(f"-- made by make.py with the program of commit {commit}")
        print(f"-- key {key}\n-- token {token}\n-- job {job}")
        for line in link.iterdump():
            print(line)
        link.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A database of an earlier program opens: every level, pack, day, play and job is where it was, links and keys
stay valid, and ratings say what they are.

    old.py PROGRAM DATABASE.sql [--postgres]

tests/data/old-database says how the database was made."""
import contextlib
import datetime
import pathlib
import re
import sqlite3
import subprocess
import sys

from harness import Checks, Server, arguments

SHIPPED_SINCE = 75  # levels of three sets that the database gets besides, each with a solution
CALIBRATED = {"sokoban"}  # games whose play had been learned from then


def read_old(path):
    """The old database, and what its remarks tell."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    link = sqlite3.connect(":memory:")
    link.row_factory = sqlite3.Row
    link.executescript(text)
    return link, dict(re.findall(r"^-- (key|token|job) (\w+)$", text, re.M))


def read_shipped():
    """Percentiles of the levels that ship, by their ids."""
    path = pathlib.Path(__file__).resolve().parents[2] / "data" / "packs" / "ratings.txt"
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: float(percentile) for name, percentile in rows}


def write_old(link, path):
    with contextlib.closing(sqlite3.connect(path)) as copy:
        link.backup(copy)


def levels(server, old, checks, remarks):
    """All are there; those in reserve are sealed now, for the administrator to see."""
    admin = {"Authorization": "Admin " + remarks["token"]}
    reserve = {row["level"] for row in old.execute("SELECT level FROM reserve")}
    packed = {row["level"] for row in old.execute("SELECT level FROM pack_levels")}
    sealed = {}
    for page in range(1, 6):
        reply = server.get(f"/api/v1/admin/sealed?per_page=200&page={page}", headers=admin).json()
        sealed.update((row["id"], row) for row in reply["levels"])
    checks.same(set(sealed), reserve - packed, "the sealed levels are the reserve")
    rows = old.execute("SELECT * FROM levels").fetchall()
    checks.that(len({row["game"] for row in rows}) == 5, "levels of every game")
    shipped = read_shipped()
    for row in rows:
        reply = server.get("/api/v1/levels/" + row["id"])
        checks.same(reply.status, 404 if row["id"] in sealed else 200, f"level {row['id']} is shown")
        now = sealed.get(row["id"]) or reply.json()
        same = ("id", "game", "text", "title", "author", "method", "width", "height")
        checks.same([now[name] for name in same], [row[name] for name in same], f"level {row['id']}")
        # Levels that ship are rated by what measures them now.
        percentile, calibrated = shipped.get(row["id"], row["difficulty"]), row["game"] in CALIBRATED
        checks.same(now["percentile"], percentile, f"{row['game']}: the percentile")
        checks.same(now["calibrated"], calibrated and percentile is not None, f"{row['game']}: calibrated")
        checks.same(now["difficulty"], percentile if calibrated else None, f"{row['game']}: the old name")
        wanted = None if percentile is None else 1 + 9 * percentile / 100
        checks.that(wanted is None and now["rating"] is None or abs(now["rating"] - wanted) < 1e-9,
                    f"{row['game']}: rating {now['rating']} of percentile {percentile}")
        best = old.execute("SELECT min(n_moves) FROM solutions WHERE level = ?", (row["id"],)).fetchone()[0]
        if row["id"] not in sealed:
            checks.same(now["best"]["moves"], best, f"level {row['id']}: the best solution")


def sources(server, old, checks):
    """Texts that were whole have come apart: a source is stored once."""
    stored = server.rows("SELECT count(*), count(source), count(DISTINCT source) FROM levels WHERE game = 'puzzlescript'")[0]
    distinct = {row[0].rpartition("LEVELS")[0] for row in
                old.execute("SELECT text FROM levels WHERE game = 'puzzlescript'")}
    checks.that(stored[0] == stored[1] and int(stored[0]) > int(stored[2]) == len(distinct), f"sources are shared: {stored}")


def packs(server, old, checks):
    for row in old.execute("SELECT * FROM packs").fetchall():
        now = server.get("/api/v1/packs/" + row["id"]).json()
        ids = [one[0] for one in old.execute("SELECT level FROM pack_levels WHERE pack = ? ORDER BY position",
                                             (row["id"],))]
        checks.same((now["title"], now["game"], [level["id"] for level in now["levels"]]),
                    (row["title"], row["game"], ids), f"pack {row['id']}")


def days(server, old, checks):
    """Days of the past keep their levels. Those to come were made from seeds that everybody knows, and are made
    anew; the date may change while this runs."""
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    for row in old.execute("SELECT * FROM daily").fetchall():
        found = server.rows(f"SELECT level, number FROM daily WHERE game = '{row['game']}' AND"
                            f" band = '{row['difficulty']}' AND date = '{row['date']}'")
        checks.same(found, [] if row["date"] > today and not found else [[row["level"], str(row["number"])]],
                    f"the day {row['date']} of {row['game']}")


def people(server, old, checks, remarks):
    me = {"Authorization": "Player " + remarks["key"]}
    progress = server.get("/api/v1/players/me", headers=me)
    checks.same(progress.status, 200, "the key of a player is valid")
    won = old.execute("SELECT level FROM plays WHERE won_ms IS NOT NULL").fetchall()
    checks.that(len(won) > 0 and all(row["level"] in progress.body.decode() for row in won), "what was won is known")
    for name in ("plays", "events", "players", "jobs", "solutions", "reserve"):
        wanted = old.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        wanted += SHIPPED_SINCE if name == "solutions" else 0
        checks.same(server.rows(f"SELECT count(*) FROM {name}"), [[str(wanted)]], f"rows of {name}")
    admin = {"Authorization": "Admin " + remarks["token"]}
    checks.same(server.get("/api/v1/admin/packs/aside", headers=admin).status, 200, "the token is valid")
    job = server.get("/api/v1/jobs/" + remarks["job"]).json()
    checks.same((job["state"], len(job["result"]["levels"])), ("done", 2), "the result of a job")


def insight(server, old, checks):
    """Counters that were not there before hold what was played before."""
    def count(query):
        return old.execute(query).fetchone()[0]
    now = server.get("/api/v1/insight").json()
    for name in ("levels", "players", "sessions", "plays", "events"):
        wanted = count(f"SELECT count(*) FROM {name}") + (SHIPPED_SINCE if name == "levels" else 0)
        checks.same(now["totals"][name], wanted, f"insight: {name}")
    checks.same(now["totals"]["wins"], count("SELECT count(won_ms) FROM plays"), "insight: wins")
    checks.same(sum(row["plays"] for row in now["levels"]),
                count("SELECT count(*) FROM plays p JOIN levels l ON l.id = p.level WHERE l.hidden = 0"),
                "insight: plays of levels")
    checks.same(sum(row["wins"] for row in now["calibration"]),
                count("SELECT count(won_ms) FROM plays p JOIN levels l ON l.id = p.level"
                      " WHERE l.difficulty IS NOT NULL"), "insight: wins of rated levels")


def db_check(program, server, checks):
    path = server.db or server.data + "/levelwright.db"
    done = subprocess.run([program, "db", "check", "--db", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    checks.same(done.returncode, 0, "db check: " + done.stdout.decode()[:300])


def as_version_2(link):
    """The same database as the next program left it."""
    link.executescript("ALTER TABLE packs ADD COLUMN aside TEXT NOT NULL DEFAULT '';"
                       "INSERT INTO schema_version (version) VALUES (2)")


def move_to_postgres(program, server, old):
    """What people do who change their database."""
    path = server.data + "/old.db"
    write_old(old, path)
    subprocess.run([program, "db", "move", server.db, "--db", path], check=True, stdout=subprocess.DEVNULL)


def one_version(program, database, version, checks):
    old, remarks = read_old(database)
    if version == 2:
        as_version_2(old)
    server = Server(program, ["--no-daily", "--workers", "0"])
    server.zone = []  # the database has its own
    if server.db:
        move_to_postgres(program, server, old)
    else:
        write_old(old, server.data + "/levelwright.db")
    with server:
        levels(server, old, checks, remarks)
        sources(server, old, checks)
        packs(server, old, checks)
        days(server, old, checks)
        people(server, old, checks, remarks)
        insight(server, old, checks)
        db_check(program, server, checks)


def main(program, database):
    checks = Checks()
    for version in (1, 2):
        one_version(program, database, version, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

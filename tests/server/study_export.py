"""A study's export over HTTP: the same folder as the command line writes, as a zip archive; and what players of the
open studio did, in the same form.

    study_export.py PROGRAM [--postgres]"""
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import zipfile

from harness import LEVEL, PATIENCE, Checks, Server, arguments

sys.dont_write_bytecode = True
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OTHER = "#########\n#@$    .#\n#########\n"
LEVELS = {"made.sok": "#######\n#@ $ .#\n#######\n\n########\n#@ $  .#\n########\n\n######\n#@$ .#\n######\n",
          "drawn.sok": "#####\n#@$.#\n#####\n\n#########\n#@$    .#\n#########\n"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout


def open_study(program, db, folder):
    for name, text in LEVELS.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    with open(os.path.join(TESTS, "data", "studies", "small.json"), encoding="utf-8") as small, \
            open(os.path.join(folder, "small.json"), "w", encoding="utf-8") as file:
        file.write(small.read())
    run(program, "study", "open", os.path.join(folder, "small.json"), "--db", db)
    return run(program, "study", "list", "--db", db).split()[0]


def files_of(archive, checks):
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        checks.same(found.testzip(), None, "the archive is whole")
        return {name.split("/", 1)[1]: found.read(name) for name in found.namelist()}


def tables_of(folder):
    """As the script in the folder reads them."""
    spec = importlib.util.spec_from_file_location("load", os.path.join(folder, "load.py"))
    load = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(load)
    return load.load(folder)


def play(server, player, level, events):
    """The play's id."""
    play_id = server.post("/api/v1/plays", {"level": level}, headers=player).json()["play"]
    sent = [{"play": play_id, "seq": i, "kind": kind, "t_ms": 1000 * i, "data": data} for i, (kind, data) in enumerate(events)]
    reply = server.post("/api/v1/events", {"events": sent}, headers=player)
    assert reply.status == 200, reply.body
    return play_id


def open_studio(program, checks):
    """Players at levels, what they said, and the tables of it."""
    with Server(program, ["--no-daily", "--workers", "0"]) as server, tempfile.TemporaryDirectory() as folder:
        db = server.db or os.path.join(server.data, "levelwright.db")
        body = {"title": '=1, "two"', "game": "sokoban", "levels": [{"text": LEVEL}, {"text": OTHER}]}
        pack = server.post("/api/v1/packs", body, headers=server.admin()).json()["id"]
        levels = [row["id"] for row in server.get("/api/v1/packs/" + pack).json()["levels"]]
        players = [server.player() for _ in range(4)]
        for player in players[:3]:
            play(server, player, levels[0], [("start", ""), ("undo", "=cmd"), ("win", "R")])
            play(server, player, levels[1], [("start", ""), ("quit", "é, \"x\"\ny")])
            server.post("/api/v1/ratings", {"level": levels[0], "value": 3}, headers=player)
            server.post("/api/v1/comparisons", {"levels": levels[:2], "harder": "second"}, headers=player)
        server.ask("DELETE", "/api/v1/players/me", headers=players[2])
        for name in ("first", "second"):
            run(program, "db", "export", "plays", "--tidy", os.path.join(folder, name), "--db", db)
        run("diff", "-r", os.path.join(folder, "first"), os.path.join(folder, "second"))
        tables = tables_of(os.path.join(folder, "first"))
        checks.same({name: len(rows) for name, rows in tables.items()},
                    {"players": 3, "sources": 0, "levels": 2, "plays": 4, "events": 10, "ratings": 2, "comparisons": 2},
                    "rows; who was deleted is not there")
        checks.same([row["player"] for row in tables["players"]], [1, 2, 3], "players are numbers")
        # Players who came in the same millisecond are numbered in any order.
        numbers = {row["player"] for row in tables["plays"]}
        checks.that(len(numbers) == 2 and numbers < {1, 2, 3}, f"two of them have played: {numbers}")
        checks.same({(row["player"], row["level"], row["won_ms"] is not None) for row in tables["plays"]},
                    {(n, level, level == levels[0]) for n in numbers for level in levels[:2]}, "plays, won or not")
        checks.same([row["data"] for row in tables["events"]][:5], [None, "=cmd", "R", None, "é, \"x\"\ny"],
                    "what clients said comes back")
        checks.same({(row["value"], row["level"]) for row in tables["ratings"]}, {(3.0, levels[0])}, "ratings")
        checks.same({(row["level_a"], row["level_b"], row["harder"]) for row in tables["comparisons"]},
                    {(levels[0], levels[1], "b")}, "comparisons")
        ids = [row[0] for row in server.rows("SELECT id FROM players")]
        for name in os.listdir(os.path.join(folder, "second")):
            with open(os.path.join(folder, "second", name), "rb") as file:
                text = file.read()
            checks.that(not any(player.encode() in text for player in ids), f"{name} has a player's id")


def main(program):
    checks = Checks()
    open_studio(program, checks)
    with Server(program, ["--no-daily", "--workers", "0"]) as server, tempfile.TemporaryDirectory() as folder:
        db = server.db or os.path.join(server.data, "levelwright.db")
        study = open_study(program, db, folder)
        run(os.path.join(os.path.dirname(program), "tests", "study_fill"), db, study, "8", "3")
        path = f"/api/v1/admin/studies/{study}/export"
        reply = server.get(path, headers=server.admin())
        checks.same((reply.status, reply.headers["Content-Type"]), (200, "application/zip"), "an archive")
        checks.that(f"study-{study[:8]}.zip" in reply.headers["Content-Disposition"], "its name")
        checks.that(server.get(path, headers=server.admin()).body == reply.body, "the same bytes again")

        by_hand = os.path.join(folder, "by-hand")
        run(program, "study", "export", study, "-o", by_hand, "--db", db)
        files = files_of(reply.body, checks)
        there = {os.path.relpath(os.path.join(at, name), by_hand) for at, _, names in os.walk(by_hand) for name in names}
        checks.same(set(files), there, "the same files as on the command line")
        for name in sorted(there & set(files)):
            with open(os.path.join(by_hand, name), "rb") as file:
                checks.that(file.read() == files[name], f"{name} is another on the command line")
        rows = run(sys.executable, "-B", os.path.join(by_hand, "load.py"))
        checks.that("persons: 7 rows\n" in rows, f"eight entered and one withdrew: {rows}")

        head = server.ask("HEAD", path, headers=server.admin())
        checks.same((head.status, head.body), (200, b""), "only the head")
        checks.same(server.get(path).status, 401, "a stranger")
        checks.same(server.get(path, headers=server.player()).status, 401, "a player")
        missing = server.get(path.replace(study, "0" * 32), headers=server.admin())
        checks.same((missing.status, missing.code()), (404, "not-found"), "no such study")
        checks.that(server.alive(), "the server is there")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(arguments()[0]))

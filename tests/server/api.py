"""Every route of docs/openapi.json against the running server: statuses, members, errors."""
import json
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from harness import LEVEL, Checks, Server, arguments, wait_until
from person import Person, filled_in, open_study, run_program
from schema import Interface

GAMES = ("sokoban", "flow", "lazors", "move", "puzzlescript")
NOBODY = "0" * 32


class Asker:
    """Asks, and holds every reply against the description."""

    def __init__(self, server, interface, checks):
        self.server, self.interface, self.checks = server, interface, checks

    def __call__(self, method, template, status, path=None, **more):
        reply = self.server.ask(method, path or template, **more)
        what = f"{method} {path or template}"
        self.checks.same(reply.status, status, what + " " + reply.body[:200].decode("utf-8", "replace"))
        for problem in self.interface.check(method, template, reply):
            self.checks.that(False, problem)
        if reply.status >= 400:
            self.checks.that(reply.code(), what + " gives a problem object")
        return reply


def system(ask, checks):
    ask("GET", "/healthz", 200)
    away = {"X-Forwarded-For": "203.0.113.9"}
    ask("GET", "/metrics", 401, headers=away)
    ask("GET", "/metrics", 200, headers={**away, **ask.server.admin()})
    text = ask("GET", "/metrics", 200).body.decode()
    checks.that("# TYPE levelwright_requests_total counter" in text, "metrics are typed")
    served = ask("GET", "/api/v1/openapi.json", 200).json()
    checks.that(served == ask.interface.document, "the served description is docs/openapi.json")
    kinds = ask("GET", "/api/v1/kinds", 200).json()["kinds"]
    checks.same({k["name"] for k in kinds} >= set(GAMES), True, "all games are known")


def after_head(server, path):
    """The first line of the answer that follows the one to HEAD, on the same connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
        head = f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        link.sendall((head + "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").encode())
        with link.makefile("rb") as answer:
            return answer.read().split(b"\r\n\r\n", 1)[1].split(b"\r\n", 1)[0]


def levels(ask, checks, me, admin):
    for game in GAMES:
        found = ask("GET", "/api/v1/packs", 200, f"/api/v1/packs?game={game}").json()
        if not checks.that(found["total"] >= 3, f"packs of {game} ship"):
            continue
        pack = ask("GET", "/api/v1/packs/{id}", 200, "/api/v1/packs/" + found["packs"][0]["id"]).json()
        checks.that(len(pack["levels"]) >= 10, f"a pack of {game} has levels")
        level = pack["levels"][0]
        ask("GET", "/api/v1/levels/{id}", 200, "/api/v1/levels/" + level["id"])
        picture = ask("GET", "/api/v1/levels/{id}/picture.svg", 200,
                      f"/api/v1/levels/{level['id']}/picture.svg?theme=dark&cell=20")
        checks.that(b"<svg" in picture.body, f"{game} has an SVG picture")
        picture = ask("GET", "/api/v1/levels/{id}/picture.png", 200, f"/api/v1/levels/{level['id']}/picture.png")
        checks.that(picture.body.startswith(b"\x89PNG"), f"{game} has a PNG picture")
        for name in ("json", "jsonl", "svg", "png", None):
            query = f"?format={name}" if name else ""
            ask("GET", "/api/v1/packs/{id}/export", 200, f"/api/v1/packs/{pack['id']}/export{query}")
        # Out and in again: the same levels.
        text = ask.server.get(f"/api/v1/packs/{pack['id']}/export").body
        again = ask("POST", "/api/v1/packs/import", 201, f"/api/v1/packs/import?game={game}&title=Again",
                    body=text, headers={**me, "Content-Type": "text/plain"}).json()
        checks.same((again["n_levels"], again["inserted"]), (len(pack["levels"]), 0),
                    f"{game}: an exported pack comes back as the same levels")
    checks.same(after_head(ask.server, f"/api/v1/packs/{pack['id']}/export?format=json"), b"HTTP/1.1 200 OK",
                "the answer after HEAD of a stream")
    ask("GET", "/api/v1/packs/{id}/export", 400, f"/api/v1/packs/{pack['id']}/export?format=exe")
    ask("GET", "/api/v1/packs/{id}/export", 404, f"/api/v1/packs/{NOBODY}/export")
    ask("GET", "/api/v1/packs/{id}", 404, "/api/v1/packs/" + NOBODY)
    ask("GET", "/api/v1/packs/{id}", 404, "/api/v1/packs/x")
    ask("GET", "/api/v1/packs", 400, "/api/v1/packs?page=0")
    ask("GET", "/api/v1/levels", 200, "/api/v1/levels?game=sokoban&order=easiest&per_page=5")
    ask("GET", "/api/v1/levels", 400, "/api/v1/levels?min_difficulty=hard")
    ask("GET", "/api/v1/levels", 404, "/api/v1/levels?game=chess")
    ask("GET", "/api/v1/levels/{id}", 404, "/api/v1/levels/" + NOBODY)
    ask("GET", "/api/v1/levels/{id}/picture.svg", 404, f"/api/v1/levels/{NOBODY}/picture.svg")
    ask("GET", "/api/v1/levels/{id}/picture.svg", 400, f"/api/v1/levels/{level['id']}/picture.svg?cell=9999")
    body = {"title": "Mine", "game": "sokoban", "levels": [{"text": LEVEL, "solution": "R"}]}
    made = ask("POST", "/api/v1/packs", 201, body=body, headers=me).json()
    checks.same((made["inserted"], made["duplicates"]), (1, 0), "a new level is inserted")
    made_level = ask.server.get("/api/v1/packs/" + made["id"]).json()["levels"][0]["id"]
    turned = {**body, "levels": [{"text": "#####\n#.$@#\n#####\n"}]}
    checks.same(ask("POST", "/api/v1/packs", 201, body=turned, headers=me).json()["duplicates"], 1,
                "its mirror image is the same puzzle")
    twice = {**body, "levels": [made_level, made_level, *body["levels"]]}
    checks.same(ask("POST", "/api/v1/packs", 201, body=twice, headers=me).json()["n_levels"], 1,
                "a level that comes twice is in the pack once")
    ask("POST", "/api/v1/packs", 401, body=body)
    ask("POST", "/api/v1/packs", 400, body={"title": "x"}, headers=me)
    ask("POST", "/api/v1/packs", 404, body={**body, "game": "chess"}, headers=me)
    ask("POST", "/api/v1/packs", 404, body={**body, "levels": [NOBODY]}, headers=me)
    bad = ask("POST", "/api/v1/packs", 422, body={**body, "levels": [{"text": "###\n#@#\n###"}]}, headers=me)
    checks.same(bad.json()["error"].get("place"), "/levels/0", "the place of a bad level is named")
    ask("POST", "/api/v1/packs", 415, body="{}", headers={**me, "Content-Type": "text/plain"})
    ask("POST", "/api/v1/packs/import", 400, body="x", headers={**me, "Content-Type": "text/plain"})
    ask("POST", "/api/v1/packs/import", 422, "/api/v1/packs/import?game=sokoban", body="no level",
        headers={**me, "Content-Type": "text/plain"})
    ask("DELETE", "/api/v1/admin/packs/{id}", 401, "/api/v1/admin/packs/" + made["id"])
    ask("DELETE", "/api/v1/admin/packs/{id}", 401, "/api/v1/admin/packs/" + made["id"], headers=me)
    ask("DELETE", "/api/v1/admin/packs/{id}", 200, "/api/v1/admin/packs/" + made["id"], headers=admin)
    ask("DELETE", "/api/v1/admin/packs/{id}", 404, "/api/v1/admin/packs/" + made["id"], headers=admin)


def wins_counted(ask):
    text = ask("GET", "/metrics", 200).body.decode()
    return sum(int(line.split()[-1]) for line in text.splitlines() if line.startswith("levelwright_wins"))


def plays(ask, checks, me, other):
    set_id = ask("GET", "/api/v1/sets", 200, headers=me).json()["sets"][0]["id"]
    level = ask("GET", "/api/v1/sets/{id}", 200, "/api/v1/sets/" + set_id).json()["levels"][0]
    ask("GET", "/api/v1/sets/{id}", 404, "/api/v1/sets/" + NOBODY)
    ask("GET", "/api/v1/sets", 401, headers={"Authorization": "Player wrong"})
    solved = ask.server.post("/api/v1/jobs", {"call": "solve", "text": level["text"]}, headers=me).json()
    solution = ask.server.wait_job(solved["job"])["result"]["solution"]
    play = ask("POST", "/api/v1/plays", 201, body={"level": level["id"], "set": set_id}, headers=me).json()["play"]
    ask("POST", "/api/v1/plays", 401, body={"level": level["id"]})
    ask("POST", "/api/v1/plays", 404, body={"level": NOBODY}, headers=me)
    ask("POST", "/api/v1/plays", 400, body={"level": "x"}, headers=me)
    ask("POST", "/api/v1/plays", 415, body="x", headers=me)
    start = {"play": play, "seq": 0, "kind": "start"}
    win = {"play": play, "seq": 3, "kind": "win", "t_ms": 9000, "moves": 1, "data": solution}
    events = [start, {"play": play, "seq": 1, "kind": "restart", "moves": 4, "pushes": 2, "t_ms": 4000}]
    checks.same(ask("POST", "/api/v1/events", 200, body={"events": events}, headers=me).json()["stored"], 2, "events")
    again = ask("POST", "/api/v1/events", 200, body={"events": events}, headers=me).json()
    checks.same((again["stored"], again["duplicates"]), (0, 2), "the same events twice")
    forged = ask("POST", "/api/v1/events", 422, body={"events": [{**win, "data": "rrr"}]}, headers=me)
    checks.same(forged.code(), "not-a-win", "a forged win")
    ask("POST", "/api/v1/events", 422, body={"events": [{**win, "data": ""}]}, headers=me)
    ask("POST", "/api/v1/events", 404, body={"events": [win]}, headers=other)
    ask("POST", "/api/v1/events", 401, body={"events": [win]})
    ask("POST", "/api/v1/events", 400, body={"events": []}, headers=me)
    ask("POST", "/api/v1/events", 400, body={"events": [{**start, "kind": "fly"}]}, headers=me)
    ask("POST", "/api/v1/events", 400, body={"events": [{**start, "seq": -1}]}, headers=me)
    ask("POST", "/api/v1/events", 415, body="x", headers=me)
    taken = ask("POST", "/api/v1/events", 409, body={"events": [start, {**win, "seq": 1}]}, headers=me)
    checks.same((taken.code(), taken.json().get("error", {}).get("place")), ("exists", "/events/1"),
                "a win under the number of another event")
    progress = ask("GET", "/api/v1/players/me", 200, headers=me).json()
    checks.that(not any(row["solved"] for row in progress["levels"]), "is not stored")
    before = wins_counted(ask)
    won = ask("POST", "/api/v1/events", 200, body={"events": [win]}, headers=me).json()
    checks.that(won["wins"][0]["moves"] > 1, "the replay counts the moves, not the client")
    again = ask("POST", "/api/v1/events", 200, body={"events": [win]}, headers=me).json()
    checks.same((again["stored"], again["duplicates"], again["wins"]), (0, 1, won["wins"]), "the same win twice")
    checks.same(wins_counted(ask), before + 1, "wins in the metrics")
    progress = ask("GET", "/api/v1/players/me", 200, headers=me).json()
    mine = [row for row in progress["levels"] if row["level"] == level["id"]]
    checks.that(mine and mine[0]["solved"], "the win is in the player's progress")
    tables = ask("GET", "/api/v1/reports/tables", 200).json()
    row = [r for r in tables["sets"] if r["set"] == set_id][0]
    checks.same((row["users"], row["attempted"], row["restarted"], row["solved"]), (1, 1, 1, 1), "Table 3.2")
    checks.same(tables["sessions"], [{"sessions": 1, "users": 1}], "Table 3.1")
    orders = [[s["id"] for s in ask.server.get("/api/v1/sets", headers=me).json()["sets"]] for _ in range(3)]
    checks.that(orders[0] == orders[1] == orders[2], "a player's order of sets is stable")
    ask("GET", "/api/v1/players/me", 401)
    ask("GET", "/api/v1/insight", 200, "/api/v1/insight?game=sokoban")
    ask("GET", "/api/v1/insight", 404, "/api/v1/insight?game=chess")


def ratings(checks, game, level):
    """Only where people's play was learned from, a percentile is a difficulty."""
    checks.same(level["calibrated"], game == "sokoban", f"is {game} calibrated")
    checks.that(0 <= level["percentile"] <= 100, "a percentile")
    checks.that(1 <= level["rating"] <= 10, "a rating")
    checks.that(level["band"] in ("easy", "medium", "hard"), "a band")
    checks.same(level["difficulty"], level["percentile"] if level["calibrated"] else None, "the old name")


def daily(ask, checks):
    for game in GAMES:
        for band in ("easy", "medium", "hard"):
            query = f"?game={game}&band={band}"
            today = ask("GET", "/api/v1/daily", 200, "/api/v1/daily" + query)
            if today.status != 200:
                continue
            day = today.json()
            checks.same(day["number"], 1, f"{game} {band} has its first day")
            checks.same([day["band"], day["difficulty"]], [band, band], "its band, also by the old name")
            old = ask("GET", "/api/v1/daily", 200, f"/api/v1/daily?game={game}&difficulty={band}").json()
            checks.same(old["level"]["id"], day["level"]["id"], "asked for by the old name")
            ratings(checks, game, day["level"])
            by = ask("GET", "/api/v1/daily", 200, f"/api/v1/daily{query}&date={day['date']}").json()
            checks.same(by["level"]["id"], day["level"]["id"], "by date")
            by = ask("GET", "/api/v1/daily", 200, f"/api/v1/daily{query}&number=1").json()
            checks.same(by["level"]["id"], day["level"]["id"], "by number")
            archive = ask("GET", "/api/v1/daily/archive", 200, "/api/v1/daily/archive" + query).json()
            checks.same([d["number"] for d in archive["days"]], [1], "the archive ends with today")
            kept = ask.server.get("/api/v1/daily" + query, headers={"If-None-Match": today.headers["ETag"]})
            checks.same(kept.status, 304, "what is known is not sent again")
    ask("GET", "/api/v1/daily", 400)
    ask("GET", "/api/v1/daily", 404, "/api/v1/daily?game=chess")
    ask("GET", "/api/v1/daily", 400, "/api/v1/daily?game=flow&difficulty=mad")
    ask("GET", "/api/v1/daily", 400, "/api/v1/daily?game=flow&band=mad")
    ask("GET", "/api/v1/daily", 400, "/api/v1/daily?game=flow&date=yesterday")
    ask("GET", "/api/v1/daily", 404, "/api/v1/daily?game=flow&number=99999")
    ask("GET", "/api/v1/daily", 404, "/api/v1/daily?game=flow&date=2999-01-01")
    ask("GET", "/api/v1/daily/archive", 400, "/api/v1/daily/archive")
    ask("GET", "/api/v1/daily/archive", 404, "/api/v1/daily/archive?game=chess")


def stream(server, job, checks):
    """The names of the events of a job's stream, to its end."""
    connection = server.connect()
    connection.request("GET", f"/api/v1/jobs/{job}/events")
    answer = connection.getresponse()
    checks.same(answer.headers["Content-Type"], "text/event-stream", "the type of a stream")
    names = [line.decode().split(": ")[1].strip() for line in answer if line.startswith(b"event: ")]
    connection.close()
    return names


def keyed_jobs(ask, checks, request, me, other):
    """Whoever did not hear the answer sends the same again and gets the same job."""
    key = {"Idempotency-Key": "4b" * 16}

    def send(_):  # again when the database was not to be had, as a client does
        def post():
            reply = ask.server.post("/api/v1/jobs", request, headers={**me, **key})
            return reply if reply.status != 503 else None
        return wait_until(post)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(send, range(8)))
    checks.same({(r.status, r.json()["job"]) for r in replies}, {(202, "4b" * 16)}, "eight at once are one job")
    ask.server.wait_job("4b" * 16)
    again = ask("POST", "/api/v1/jobs", 202, body=request, headers={**me, **key}).json()
    checks.same((again["job"], again["state"]), ("4b" * 16, "done"), "a key answers with its job")
    ask("POST", "/api/v1/jobs", 409, body={**request, "seed": 6}, headers={**me, **key})
    ask("POST", "/api/v1/jobs", 409, body=request, headers={**other, **key})
    for bad in ("", "1", "4B" * 16, "4b" * 17, "'; DROP TABLE jobs; --"):
        reply = ask("POST", "/api/v1/jobs", 400, body=request, headers={**me, "Idempotency-Key": bad})
        checks.same(reply.json()["error"]["place"], "Idempotency-Key", f"the key {bad!r} is told to be wrong")


def published(ask, checks, request, me):
    """What a job found out about a level goes into the store with it, and nothing that is only said of it."""
    job = ask("POST", "/api/v1/jobs", 202, body={**request, "rate": True, "seed": 11}, headers=me).json()["job"]
    made = ask.server.wait_job(job)["result"]["levels"]
    own = {"text": LEVEL, "rating": 9, "percentile": 90, "calibrated": True}

    def put(sent):
        pack = ask("POST", "/api/v1/packs", 201, headers=me,
                   body={"title": "Made", "game": "sokoban", "levels": sent}).json()["id"]
        found = ask.server.get("/api/v1/packs/" + pack).json()["levels"]
        return [[level[k] for k in ("rating", "percentile", "calibrated", "band")] for level in found]
    sent = [{"text": level["text"], "solution": level["solution"], "method": "farthest"} for level in made]
    expected = [[level[k] for k in ("rating", "percentile", "calibrated", "band")] for level in made]
    unknown = [None, None, False, None]
    checks.that(all(row[1] is not None for row in expected), "the job rated its levels")
    checks.same(put([{**own, "job": job}, {**sent[0], "job": NOBODY}, {**sent[1], "job": "x"}]), [unknown] * 3,
                "nobody's word about a rating is stored")
    checks.same(put([{**level, "job": job} for level in sent]), expected,
                "a published level keeps the rating that a job gave it, and one that was there gets it")


def jobs(ask, checks, me, other, admin):
    request = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 3, "seed": 5,
               "options": {"boxes": 2, "size": "2x2"}}
    made = ask("POST", "/api/v1/jobs", 202, body=request, headers=me).json()
    names = stream(ask.server, made["job"], checks)
    checks.same(names[-1], "done", "a stream ends with done")
    row = ask("GET", "/api/v1/jobs/{id}", 200, "/api/v1/jobs/" + made["job"]).json()
    checks.same((row["state"], len(row["result"]["levels"])), ("done", 3), "three levels were made")
    checks.same(stream(ask.server, made["job"], checks), ["done"], "a late follower gets the end")
    published(ask, checks, request, me)
    keyed_jobs(ask, checks, request, me, other)
    endless = {**request, "count": 1000, "options": {"boxes": 5, "size": "3x3"}, "seconds": 7200}
    made = ask("POST", "/api/v1/jobs", 202, body=endless, headers=me).json()
    ask.server.wait_job(made["job"], ("running",))
    where = "/api/v1/jobs/" + made["job"]
    ask("DELETE", "/api/v1/jobs/{id}", 401, where)
    ask("DELETE", "/api/v1/jobs/{id}", 403, where, headers=other)
    checks.same(ask("DELETE", "/api/v1/jobs/{id}", 200, where, headers=me).json()["state"], "cancelled", "cancel")
    ask("DELETE", "/api/v1/jobs/{id}", 409, where, headers=me)
    ask("GET", "/api/v1/jobs/{id}", 404, "/api/v1/jobs/" + NOBODY)
    ask("GET", "/api/v1/jobs/{id}/events", 404, f"/api/v1/jobs/{NOBODY}/events")
    ask("POST", "/api/v1/jobs", 422, body={"call": "solve", "text": "nonsense"}, headers=me)
    ask("POST", "/api/v1/jobs", 422, body={"call": "solve", "text": "#####\n#@@.#\n#####\n"}, headers=me)
    # What only work can tell is told by the job.
    hopeless = ask("POST", "/api/v1/jobs", 202, body={"call": "mutate", "text": "######\n#@$ .#\n#$ ##\n#.##\n####\n",
                                                      "direction": "harder", "nodes": 1}, headers=me).json()
    row = ask.server.wait_job(hopeless["job"])
    checks.that(row["state"] == "failed" and row["error"]["message"], "a job that fails says so with a sentence")
    ask("POST", "/api/v1/jobs", 400, body={"call": "format"}, headers=me)
    ask("POST", "/api/v1/jobs", 400, body="{", headers={**me, "Content-Type": "application/json"})
    ask("POST", "/api/v1/jobs", 401, body=request)
    ask("POST", "/api/v1/jobs", 415, body="x", headers=me)
    # No more than four at a time for one player.
    opened = [ask.server.post("/api/v1/jobs", endless, headers=other) for _ in range(6)]
    checks.same(sorted(r.status for r in opened), [202] * 4 + [429] * 2, "jobs of one player are limited")
    for reply in opened:
        if reply.status == 202:
            ask.server.ask("DELETE", "/api/v1/jobs/" + reply.json()["job"], headers=admin)


def models(ask, checks, me, admin):
    ask("GET", "/api/v1/admin/models", 401, headers=me)
    checks.same(ask("GET", "/api/v1/admin/models", 200, headers=admin).json(), {"models": []}, "nothing is learned yet")
    ask("GET", "/api/v1/admin/models", 404, "/api/v1/admin/models?game=chess", headers=admin)
    ask("POST", "/api/v1/admin/models", 401, body={}, headers=me)
    ask("POST", "/api/v1/admin/models", 400, body={"game": "sokoban"}, headers=admin)
    ask("POST", "/api/v1/admin/models", 400, body={"game": "sokoban", "back": True, "version": 1}, headers=admin)
    ask("POST", "/api/v1/admin/models", 404, body={"game": "sokoban", "back": True}, headers=admin)
    ask("POST", "/api/v1/admin/models", 404, body={"game": "sokoban", "version": 9}, headers=admin)
    ask("POST", "/api/v1/admin/models", 415, body="x", headers=admin)
    ask("POST", "/api/v1/admin/models", 200, body={"game": "sokoban", "version": 0}, headers=admin)
    ask("POST", "/api/v1/admin/models/learn", 401, body={"game": "lazors"}, headers=me)
    ask("POST", "/api/v1/admin/models/learn", 400, body={"game": "chess"}, headers=admin)
    ask("POST", "/api/v1/admin/models/learn", 415, body="x", headers=admin)
    made = ask("POST", "/api/v1/admin/models/learn", 202, body={"game": "lazors"}, headers=admin).json()
    row = ask.server.wait_job(made["job"])
    checks.that(row["state"] == "failed" and "nobody has played" in row["error"]["message"],
                f"without plays there is nothing to learn from: {row}")
    # A version that is offered, in use and out of use again, while the server runs.
    db = ask.server.db or os.path.join(ask.server.data, "levelwright.db")
    model = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/sokoban.json")
    subprocess.run([ask.server.program, "learn", "--db", db, "--add", model], check=True, capture_output=True)

    def rated_by():
        job = ask.server.post("/api/v1/jobs", {"call": "rate", "game": "sokoban", "text": LEVEL}, headers=me).json()
        return ask.server.wait_job(job["job"])["result"].get("model_version")
    checks.same(rated_by(), None, "what is offered is not in use")
    shown = ask("POST", "/api/v1/admin/models", 200, body={"game": "sokoban", "version": 1}, headers=admin).json()
    checks.same([(row["version"], row["state"]) for row in shown["models"]], [(1, "in use")], "the version is in use")
    checks.same(rated_by(), 1, "a job rates by the version in use")
    ask("POST", "/api/v1/admin/models", 200, body={"game": "sokoban", "back": True}, headers=admin)
    checks.same(rated_by(), None, "a job rates by what ships again")


def batch(ask, checks, me, admin):
    ask("POST", "/api/v1/admin/batch", 401, body={}, headers=me)
    ask("POST", "/api/v1/admin/batch", 400, body={"seconds": 0}, headers=admin)
    ask("POST", "/api/v1/admin/batch", 422, body={"size": "1x1", "boxes": 12}, headers=admin)
    ask("POST", "/api/v1/admin/batch", 415, body="x", headers=admin)
    row, seconds = {"state": "done", "result": {"stored": 0}}, 2
    while row["state"] == "done" and row["result"]["stored"] == 0 and seconds < 200:  # a slow machine needs more
        made = ask("POST", "/api/v1/admin/batch", 202, body={"seconds": seconds, "size": "2x2", "boxes": 2, "seed": 3},
                   headers=admin).json()
        row, seconds = ask.server.wait_job(made["job"]), 3 * seconds
    checks.that(row["state"] == "done" and row["result"]["stored"] > 0, f"a batch stores levels: {row['result']}")
    drawn = ask.server.post("/api/v1/admin/batch", {"seconds": 1, "seed": 7}, headers=admin).json()
    size, boxes = (ask.server.wait_job(drawn["job"])["result"][k] for k in ("size", "boxes"))
    menu = {"2x3": range(4, 8), "3x3": range(4, 7), "2x2": range(5, 9)}
    checks.that(boxes in menu.get(size, ()), f"size and boxes are from the menu: {size}, {boxes}")


def sets(ask, checks, me, admin):
    pack = ask.server.get("/api/v1/packs?game=sokoban").json()["packs"]
    easy = [p for p in pack if p["title"] == "Sokoban, easy"][0]["id"]
    body = {"count": 10, "boxes": [2, 2], "moves": [1, 500], "width": [3, 20], "seed": 4,
            "sets": [{"title": "Ten", "pack": easy}]}
    made = ask("POST", "/api/v1/admin/sets", 201, body=body, headers=admin).json()["sets"][0]
    found = ask("GET", "/api/v1/sets/{id}", 200, "/api/v1/sets/" + made["id"]).json()
    checks.same(len(found["levels"]), 10, "a chosen set has its levels")
    checks.that(all(level["text"].count("$") + level["text"].count("*") == 2 for level in found["levels"]),
                "matched by boxes")
    same = ask("POST", "/api/v1/admin/sets", 201, body={**body, "boxes": None, "pieces": [2, 2]}, headers=admin).json()["sets"][0]
    checks.same((same["n_fit"], same["mean_pieces"]), (made["n_fit"], made["mean_boxes"]), "boxes are Sokoban's pieces")
    ask("POST", "/api/v1/admin/sets", 422, body={**body, "boxes": [9, 9]}, headers=admin)
    ask("POST", "/api/v1/admin/sets", 400, body={**body, "boxes": 2}, headers=admin)
    ask("POST", "/api/v1/admin/sets", 404, body={**body, "sets": [{"title": "x", "pack": NOBODY}]}, headers=admin)
    ask("POST", "/api/v1/admin/sets", 401, body=body, headers=me)
    ask("POST", "/api/v1/admin/sets", 415, body="x", headers=admin)
    # One that was chosen badly goes again; a play of it stays.
    level = found["levels"][0]["id"]
    play = {"level": level, "set": made["id"]}
    ask("POST", "/api/v1/plays", 201, body=play, headers=me)
    plays = "SELECT count(*) FROM plays"
    before = ask.server.rows(plays)
    ask("DELETE", "/api/v1/admin/sets/{id}", 401, "/api/v1/admin/sets/" + made["id"], headers=me)
    ask("DELETE", "/api/v1/admin/sets/{id}", 200, "/api/v1/admin/sets/" + made["id"], headers=admin)
    ask("DELETE", "/api/v1/admin/sets/{id}", 404, "/api/v1/admin/sets/" + made["id"], headers=admin)
    ask("GET", "/api/v1/sets/{id}", 404, "/api/v1/sets/" + made["id"])
    listed = ask.server.get("/api/v1/sets", headers=me).json()["sets"]
    checks.that(listed and made["id"] not in [row["id"] for row in listed], "a removed set is not listed")
    tables = ask("GET", "/api/v1/reports/tables", 200).json()["sets"]
    checks.that(made["id"] not in [row["set"] for row in tables], "nor in the report")
    checks.same(ask.server.rows(plays), before, "its plays stay")
    ask("GET", "/api/v1/levels/{id}", 200, "/api/v1/levels/" + level)
    ask("POST", "/api/v1/plays", 201, body=play, headers=me)  # a page may still have it; it counts for no set


def opinions(ask, checks):
    """How hard was it, and which of two was harder: only by those who played, the last word counts."""
    me, other = ask.server.player(), ask.server.player()
    one, two = [row["id"] for row in ask.server.get("/api/v1/levels?game=flow").json()["levels"][:2]]
    rating, pair = {"level": one, "value": 3}, {"levels": [one, two], "harder": "first"}
    ask("POST", "/api/v1/ratings", 401, body=rating)
    ask("POST", "/api/v1/ratings", 404, body=rating, headers=me)
    ask("POST", "/api/v1/ratings", 400, body={"level": one, "value": 11}, headers=me)
    ask("POST", "/api/v1/ratings", 415, body="x", headers=me)
    ask("POST", "/api/v1/comparisons", 401, body=pair)
    ask("POST", "/api/v1/plays", 201, body={"level": one}, headers=me)
    ask("POST", "/api/v1/comparisons", 404, body=pair, headers=me)
    ask("POST", "/api/v1/comparisons", 400, body={"levels": [one, one], "harder": "equal"}, headers=me)
    ask("POST", "/api/v1/comparisons", 415, body="x", headers=me)
    for value in (3, 3, 8):
        ask("POST", "/api/v1/ratings", 200, body={"level": one, "value": value}, headers=me)
    ask("POST", "/api/v1/ratings", 404, body=rating, headers=other)
    ask("POST", "/api/v1/plays", 201, body={"level": one}, headers=other)
    ask("POST", "/api/v1/ratings", 200, body=rating, headers=other)
    rows = ask.server.get("/api/v1/insight?game=flow").json()["ratings"]
    checks.same(rows, [{"game": "flow", "ratings": 2, "mean": 5.5}], "two ratings, the last of each")
    ask("POST", "/api/v1/plays", 201, body={"level": two}, headers=me)
    ask("POST", "/api/v1/comparisons", 200, body=pair, headers=me)
    ask("POST", "/api/v1/comparisons", 200, body={"levels": [two, one], "harder": "equal"}, headers=me)
    said = ask.server.rows("SELECT level_a, answer FROM comparisons")
    checks.same([(row[0], int(row[1])) for row in said], [(two, 0)], "the same pair again replaces")
    checks.same(ask.server.get("/api/v1/insight").json()["totals"]["comparisons"], 1, "and is counted once")
    ask.server.ask("DELETE", "/api/v1/players/me", headers=me)
    rows = ask.server.get("/api/v1/insight?game=flow").json()
    checks.same((rows["ratings"], rows["totals"]["comparisons"]), ([{"game": "flow", "ratings": 1, "mean": 3}], 0),
                "who goes takes along what was said")


def administration(ask, checks, me, admin):
    level = ask.server.get("/api/v1/levels?game=move").json()["levels"][0]["id"]
    ask("DELETE", "/api/v1/admin/levels/{id}", 401, "/api/v1/admin/levels/" + level, headers=me)
    ask("DELETE", "/api/v1/admin/levels/{id}", 200, "/api/v1/admin/levels/" + level, headers=admin)
    ask("GET", "/api/v1/levels/{id}", 404, "/api/v1/levels/" + level)
    ask("GET", "/api/v1/levels/{id}/picture.svg", 404, f"/api/v1/levels/{level}/picture.svg")
    ask("POST", "/api/v1/plays", 404, body={"level": level}, headers=me)
    again = {"title": "again", "game": "move", "levels": [level]}
    ask("POST", "/api/v1/packs", 422, body=again, headers=me)
    own = ask("POST", "/api/v1/packs", 201, body={"title": "own", "game": "sokoban", "levels": [{"text": LEVEL}]}, headers=me).json()["id"]
    ask("DELETE", "/api/v1/packs/{id}", 401, "/api/v1/packs/" + own)
    ask("DELETE", "/api/v1/packs/{id}", 403, "/api/v1/packs/" + own, headers=ask.server.player())
    ask("DELETE", "/api/v1/packs/{id}", 200, "/api/v1/packs/" + own, headers=me)
    ask("DELETE", "/api/v1/packs/{id}", 404, "/api/v1/packs/" + own, headers=me)
    listed = ask.server.get("/api/v1/levels?game=move&per_page=200").json()["levels"]
    checks.that(level not in [row["id"] for row in listed], "a removed level is not listed")
    ask("DELETE", "/api/v1/admin/levels/{id}", 404, "/api/v1/admin/levels/" + NOBODY, headers=admin)
    ask("GET", "/api/v1/admin/designs", 401, headers=me)
    designs = ask("GET", "/api/v1/admin/designs", 200, headers=admin).json()["designs"]
    checks.that("taylor-online" in [row["name"] for row in designs], "the designs are listed by name")
    for row in designs:
        path = "/api/v1/admin/designs/" + row["name"]
        found = ask("GET", "/api/v1/admin/designs/{id}", 200, path, headers=admin).json()
        checks.same(json.loads(found["definition"])["name"], row["name"], "a design is its file")
    ask("GET", "/api/v1/admin/designs/{id}", 404, "/api/v1/admin/designs/x", headers=admin)
    ask("GET", "/api/v1/admin/designs/{id}", 401, "/api/v1/admin/designs/x", headers=me)
    ask("GET", "/api/v1/admin/packs/aside", 401, headers=me)
    ask("GET", "/api/v1/admin/packs/aside", 200, headers=admin)
    shown = ask.server.get("/api/v1/levels?game=sokoban").json()["levels"][0]["id"]
    report = {"thing": "level", "id": shown, "reason": "broken", "note": "no way"}
    ask("POST", "/api/v1/complaints", 401, body=report)
    ask("POST", "/api/v1/complaints", 201, body=report, headers=me)
    ask("POST", "/api/v1/complaints", 400, body={**report, "reason": "dull"}, headers=me)
    ask("POST", "/api/v1/complaints", 404, body={**report, "id": NOBODY}, headers=me)
    ask("POST", "/api/v1/complaints", 415, body="x", headers=me)
    ask("GET", "/api/v1/admin/complaints", 401, headers=me)
    case = ask("GET", "/api/v1/admin/complaints", 200, headers=admin).json()["cases"][0]
    checks.same((case["id"], case["complaints"][0]["note"]), (shown, "no way"), "the case of the report")
    ask("POST", "/api/v1/admin/complaints", 401, body={"decision": "keep"}, headers=me)
    ask("POST", "/api/v1/admin/complaints", 400, body={"decision": "keep"}, headers=admin)
    ask("POST", "/api/v1/admin/complaints", 415, body="x", headers=admin)
    ask("POST", "/api/v1/admin/complaints", 404, body={"decision": "ignore", "reporter": NOBODY}, headers=admin)
    ask("POST", "/api/v1/admin/complaints", 422, body={"decision": "remove-owner", "thing": "level", "id": shown},
        headers=admin)
    ask("POST", "/api/v1/admin/complaints", 200, body={"decision": "keep", "thing": "level", "id": shown}, headers=admin)
    checks.same(ask.server.get("/api/v1/admin/complaints", headers=admin).json()["cases"], [], "it is decided")
    ask("GET", "/api/v1/packs", 400, "/api/v1/packs?order=oldest")
    ask("GET", "/api/v1/packs", 200, "/api/v1/packs?order=newest")
    ask("GET", "/api/v1/admin/sealed", 401, headers=me)
    ask("GET", "/api/v1/admin/sealed", 200, "/api/v1/admin/sealed?game=sokoban&per_page=5", headers=admin)
    ask("GET", "/api/v1/admin/controls", 200, headers=admin)
    ask("POST", "/api/v1/admin/controls", 200, body={"packs_off": False}, headers=admin)
    made = ask("POST", "/api/v1/admin/invitations", 201, body={}, headers=admin).json()["id"]
    ask("GET", "/api/v1/admin/invitations", 200, headers=admin)
    ask("DELETE", "/api/v1/admin/invitations/{id}", 200, "/api/v1/admin/invitations/" + made, headers=admin)
    words = {"passphrase": "several words"}
    handle = ask("POST", "/api/v1/players/me/passphrase", 201, body=words, headers=me).json()["handle"]
    ask("GET", "/api/v1/players/me", 200, headers=me)
    ask("POST", "/api/v1/players/sign-in", 200, body={"handle": handle, **words})
    ask("DELETE", "/api/v1/players/me/passphrase", 200, headers=me)
    ask("POST", "/api/v1/players/sign-in", 401, body={"handle": handle, **words})
    ask("POST", "/api/v1/admin/token/rotate", 401)
    ask("POST", "/api/v1/admin/token/rotate", 401, headers={"Authorization": "Admin " + "0" * 64})
    token = ask("POST", "/api/v1/admin/token/rotate", 200, headers=admin).json()["token"]
    ask("POST", "/api/v1/admin/token/rotate", 401, headers=admin)
    ask.server.token = token
    ask("DELETE", "/api/v1/players/me", 200, headers=me)
    ask("DELETE", "/api/v1/players/me", 401, headers=me)
    ask("GET", "/api/v1/players/me", 401, headers=me)


def studies(ask, checks):
    """What people ask; tests/server/studies.py looks closer."""
    server, at = ask.server, "/api/v1/studies/{id}"
    study = open_study(server, run_program(server.program), "kartal-pairwise-validation", server.data,
                       stopping={"people": 6, "counted": "kept", "reason": "as many as the paper had"})
    path = "/api/v1/studies/" + study
    ask("GET", at, 200, path + "?language=en")
    ask("GET", at, 404, "/api/v1/studies/" + NOBODY)
    ask("POST", at + "/persons", 400, path + "/persons", body={"language": "xx"})
    made = ask("POST", at + "/persons", 201, path + "/persons", body={"language": "en"}).json()
    key = {"Authorization": "Person " + made["key"]}
    ask("GET", at + "/me", 401, path + "/me")
    plan = ask("GET", at + "/me", 200, path + "/me", headers=key).json()["plan"]
    checks.same(plan["phases"][0]["id"], "consent", "the first phase")
    event = {"seq": 0, "type": "phase-start", "phase": "consent", "t": 1.5, "clock": time.time() * 1000}
    ask("POST", at + "/events", 200, path + "/events", body={"events": [event]}, headers=key)
    ask("POST", at + "/events", 409, path + "/events", body={"events": [{**event, "t": 2}]}, headers=key)
    ask("POST", at + "/events", 422, path + "/events", body={"events": [{**event, "seq": 1, "type": "x"}]}, headers=key)
    ask("POST", at + "/pair", 409, path + "/pair", body={"phase": "compare", "trial": 0}, headers=key)
    ask("POST", at + "/withdraw", 404, path + "/withdraw", body={"code": "x"})
    ask("POST", at + "/withdraw", 204, path + "/withdraw", body={"code": made["code"]})
    ask("GET", at + "/me", 401, path + "/me", headers=key)
    researcher(ask, checks, study)


def researcher(ask, checks, study):
    admin, at = ask.server.admin(), "/api/v1/admin/studies"
    path = f"{at}/{study}"
    checks.same([row["study"] for row in ask("GET", at, 200, headers=admin).json()["studies"]], [study], "the studies")
    definition = filled_in(run_program(ask.server.program), "kartal-pairwise-validation", seed=3)
    ask("POST", at, 401, body={"definition": definition})
    made = ask("POST", at, 201, body={"definition": definition}, headers=admin).json()
    ask("POST", at, 409, body={"definition": definition, "study": made["study"]}, headers=admin)
    more = ask("POST", at, 201, body={"definition": {**definition, "seed": 99}, "study": made["study"]}, headers=admin).json()
    checks.same((more["study"], more["version"]), (made["study"], 2), "a new version")
    refused = ask("POST", at, 422, body={"definition": {**definition, "seed": "x", "colour": 1}}, headers=admin).json()
    checks.same([(row["place"], row["remedy"] != "") for row in refused["faults"]], [("/colour", True), ("/seed", True)],
                "faults with their places")
    late = {**definition, "approval": {**definition["approval"], "until": "2020-12-31"}}
    refused = ask("POST", at, 422, body={"definition": late}, headers=admin).json()
    checks.that(any("approval" in row["place"] for row in refused["faults"]), f"an approval that has run out: {refused}")
    person = Person(lambda *words: ask.server.ask(words[0], words[1], words[2], words[3]), study)
    person.take_part()
    shown = ask("GET", at + "/{id}", 200, path, headers=admin).json()
    checks.same((shown["persons"]["completed"], shown["cells"][0]["completed"]), (1, 1), "people who have completed it")
    checks.same({row["reached"] for row in shown["dropout"]}, {1}, "phases that were reached")
    plain, excluded = '"flags":', '"excluded":true,"flags":'
    ask.server.change(f"UPDATE study_persons SET progress = replace(progress, '{plain}', '{excluded}')")
    shown = ask("GET", at + "/{id}", 200, path, headers=admin).json()
    checks.same((shown["excluded"], shown["cells"][0]["completed"]), (1, 0), "who is excluded is made up for")
    ask.server.change(f"UPDATE study_persons SET progress = replace(progress, '{excluded}', '{plain}')")
    listed = ask("GET", at + "/{id}/persons", 200, path + "/persons?page=1", headers=admin).json()
    checks.same([row["number"] for row in listed["persons"]], [2], "the one who did not withdraw")
    found = ask("GET", at + "/{id}/persons/{number}", 200, path + "/persons/2", headers=admin).json()
    checks.same(found["events"], person.log, "the timeline is what was done")
    ask("GET", at + "/{id}/persons/{number}", 404, path + "/persons/1", headers=admin)
    sheet = ask("GET", at + "/{id}/sheet", 200, path + "/sheet?cell=1", headers=admin)
    checks.that(sheet.body.startswith(b"# "), "a sheet to be printed")
    ask("GET", at + "/{id}/sheet", 404, path + "/sheet?cell=2", headers=admin)
    checks.that(ask("GET", at + "/{id}/export", 200, path + "/export", headers=admin).body.startswith(b"PK"), "an archive")
    ask("GET", at + "/{id}/export", 404, f"{at}/{'0' * 32}/export", headers=admin)
    for state, entered in (("paused", "paused"), ("open", None), ("closed", "closed")):
        ask("POST", at + "/{id}", 200, path, body={"state": state}, headers=admin)
        reply = ask("POST", "/api/v1/studies/{id}/persons", 409 if entered else 201, f"/api/v1/studies/{study}/persons",
                    body={"language": "en"})
        checks.same(reply.code(), entered, f"entering when it is {state}")
    ask("POST", at + "/{id}", 409, path, body={"state": "open"}, headers=admin)
    ask("POST", at + "/{id}", 400, path, body={"state": "gone"}, headers=admin)
    checks.same(ask.server.get(f"/api/v1/studies/{study}/me", headers=person.headers()).code(), "closed", "keys of a closed study")


def main(program, description):
    checks = Checks()
    interface = Interface.load(description)
    with Server(program, ["--no-daily", "--job-time", "2h", "--idle-time", "1h"]) as server:
        ask = Asker(server, interface, checks)
        me = {"Authorization": "Player " + ask("POST", "/api/v1/players", 201).json()["key"]}
        other, admin = server.player(), server.admin()
        system(ask, checks)
        levels(ask, checks, me, admin)
        plays(ask, checks, me, other)
        daily(ask, checks)
        jobs(ask, checks, me, other, admin)
        models(ask, checks, me, admin)
        batch(ask, checks, me, admin)
        sets(ask, checks, me, admin)
        opinions(ask, checks)
        studies(ask, checks)
        administration(ask, checks, me, admin)
        asked = {(path, method) for path, method, _ in interface.used}
        for operation in interface.operations():
            checks.that(operation in asked, f"{operation} was never asked")
        # A connection that may stay for an hour does not hold up the end.
        idle = server.connect()
        server.get("/healthz", connection=idle)
        checks.same(server.stop(), 0, "the exit code of a stopped server")
        idle.close()
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

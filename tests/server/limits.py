"""Monstrous requests end in time and memory; secrets and addresses stay where they belong.

    limits.py PROGRAM [--postgres]"""
import glob
import os
import subprocess
import sys
import time

from harness import PATIENCE, Checks, Server, arguments, is_sanitized

WIDE = ("#" * 40 + "\n" + ("#" + " " * 38 + "#\n") * 18 + "#@" + "$ " * 15 + " " * 8 + "#\n#  " + ". " * 15 + " " * 7 + "#\n"
        + "#" * 40 + "\n")
GAME = """title slow

OBJECTS

Background .
black

Player P
blue

Box B
red

Goal G
green

LEGEND

SOUNDS

COLLISIONLAYERS

Background
Goal
Player, Box

RULES

[ > Player | Box ] -> [ > Player | > Box ]
[ stationary Box | no Box ] -> [ right Box | no Box ]
[ Player | ... | Goal ] [ Box | ... | Box ] -> [ Player | ... | Goal ] [ Box | ... | Box ] again

WINCONDITIONS

all Goal on Box

LEVELS

"""
FOREVER = {"seconds": 1e6, "nodes": 1e15, "memory": 1e15}
MONSTERS = [
    {"call": "generate", "method": "farthest", "count": 1000, "options": {"boxes": 8, "size": "4x4", "mode": "frontiers"}},
    {"call": "features", "text": WIDE, "cost": "enumerate"},
    {"call": "mutate", "text": WIDE, "direction": "harder"},
]
JOB_S, GRACE_S = 1, 5
JOB_MB, GRACE_MB = 64, 64 + 16
SECRET = "s3cretPassw0rd"


def monsters(program, checks):
    slow = 10 if is_sanitized(program) else 1
    with Server(program, ["--no-daily", "--workers", "2", "--job-time", f"{JOB_S}s", "--job-memory",
                          f"{JOB_MB}M"]) as server:
        me = server.player()
        for monster in MONSTERS:
            before, begin, worked = server.forget_peaks(), time.monotonic(), server.cpu_s()
            peak = worker = 0
            job = server.post("/api/v1/jobs", {**FOREVER, **monster}, headers=me).json()["job"]
            row = {"state": "queued"}
            while row["state"] in ("queued", "running") and time.monotonic() - begin < PATIENCE:
                row = server.get("/api/v1/jobs/" + job).json()
                peak, worker = map(max, (peak, worker), server.peaks_mb())  # a worker that ends takes its figure with it
                time.sleep(0.05)
            worked = server.cpu_s() - worked
            what = f"{monster['call']} {monster.get('method', '')}"
            checks.that(row["state"] in ("done", "failed") and worked < 2 * slow * (JOB_S + GRACE_S),
                        f"{what} ends in time: {row['state']} after {worked:.1f} s of CPU")
            print(f"{what}: {row['state']} after {worked:.1f} s of CPU")
            if slow == 1:
                checks.that(peak - before < 32, f"{what} takes {peak - before:.0f} MB of the server")
                checks.that(0 < worker < JOB_MB + GRACE_MB + 32, f"{what} takes {worker:.0f} MB of a worker")
            if row["state"] == "failed":
                checks.same(row["error"]["code"], "limit", f"{what}: why it was ended")
        checks.same(server.wait_job(server.post("/api/v1/jobs", {"call": "solve", "text": "#####\n#@$.#\n#####\n"},
                                                headers=me).json()["job"])["state"], "done", "a small job after them")


RIGID = GAME.replace("[ > Player | Box ] -> [ > Player | > Box ]", "rigid [ > Player | Box ] -> [ > Player | > Box ]\n"
                     + "rigid [ Box | Box ] -> [ right Box | Box ]\n" * 20 + "[] -> again")
ENDLESS = GAME.replace("[ > Player | Box ] -> [ > Player | > Box ]", "startloop\n[ Box ] [ Box ] -> [ Box Goal ] [ Box ]\n"
                       "[ Goal Box ] [ Box ] -> [ Box ] [ Box ]\nendloop\n[] -> again")


def one_slow_move(server, checks, me):
    """A single move, or the start of a level, that would take for ever: refused by count, with a sentence."""
    rows = ["P" + "." * 97 + "G"] + [("B." * 50)[:99]] * 98
    for name, source in (("rigid", RIGID), ("endless", ENDLESS), ("at the start", "run_rules_on_level_start\n" + ENDLESS)):
        made = server.post("/api/v1/packs", {"title": name, "game": "puzzlescript",
                                             "levels": [{"text": source + "\n".join(rows) + "\n"}]}, headers=me)
        checks.same(made.status, 201, f"a game that is {name}")
        level = server.get("/api/v1/packs/" + made.json()["id"]).json()["levels"][0]["id"]
        play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
        before = server.cpu_s()
        events = [{"play": play, "seq": 1 + i, "kind": "win", "data": "l" * 19000} for i in range(3)]
        reply = server.post("/api/v1/events", {"events": events}, headers=me)
        took = server.cpu_s() - before
        checks.same((reply.status, reply.code(), reply.json()["error"].get("place")), (422, "not-a-win", "/events/0"),
                    f"a win that is {name}")
        checks.that("too much work" in reply.json()["error"]["message"], f"{name}: {reply.json()['error']['message']}")
        checks.that(took < 4 * (20 if is_sanitized(server.program) else 1), f"{name}: {took:.1f} s of CPU")
        print(f"{name}: {took:.1f} s of CPU; {reply.json()['error']['message']}")


def slow_wins(server, checks, me):
    """Moves of a game that somebody made slow are not replayed for ever."""
    rows = ["P" + "." * 97 + "G"] + [("B." * 50)[:99]] * 98
    body = {"title": "slow", "game": "puzzlescript", "levels": [{"text": GAME + "\n".join(rows) + "\n", "solution": "l" * 9000}]}
    before = server.cpu_s()
    made = server.post("/api/v1/packs", body, headers=me)
    checks.same(made.status, 201, "a slow game")
    level = server.get("/api/v1/packs/" + made.json()["id"]).json()["levels"][0]["id"]
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    reply = server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": "win", "data": "l" * 19000}]},
                        headers=me)
    took = server.cpu_s() - before
    checks.same((reply.status, reply.code()), (422, "not-a-win"), "its win")
    checks.that("too much work" in reply.json()["error"]["message"], f"its win: {reply.json()['error']['message']}")
    checks.that(took < 6 * (20 if is_sanitized(server.program) else 1), f"in time: {took:.1f} s of CPU")
    print(f"a slow win: {took:.1f} s of CPU")
    rows = ["P" + "." * 299] + ["." * 300] * 299
    big = server.post("/api/v1/packs", {**body, "levels": [{"text": GAME + "\n".join(rows) + "\n"}]}, headers=me)
    checks.same((big.status, big.json()["error"]["place"]), (422, "/levels/0"), "a level of 90,000 squares")


def many_levels_of_one_game(server, checks, me):
    """A pack's source is read and stored once; what is written for all of its levels is bounded."""
    rules = "[ > Player | Box ] -> [ > Player | > Box ]\n" * 2000
    source = GAME.replace("RULES\n", "RULES\n\n" + rules) + "PB.G\n"
    before = server.cpu_s()
    levels = [{"text": "PB" + "." * i + "G\n"} for i in range(1, 900)]
    body = {"title": "x", "game": "puzzlescript", "source": source, "levels": levels}
    reply = server.post("/api/v1/packs", body, headers=me)
    took = server.cpu_s() - before
    checks.same((reply.status, reply.json().get("inserted")), (201, 899), f"899 levels of {len(source)} bytes: {reply.body[:200]}")
    checks.that(took < 4 * (20 if is_sanitized(server.program) else 1), f"899 levels: {took:.1f} s of CPU")
    reply = server.post("/api/v1/packs", {**body, "source": source.replace(rules, rules * 3)}, headers=me)
    checks.same((reply.status, reply.code()), (422, "limit"), f"899 levels of three times as much: {reply.body[:200]}")
    print(f"899 levels of one game: {took:.1f} s of CPU")


def stored_bytes(server):
    """Everything that the server has written down, as bytes."""
    if server.postgres:
        return subprocess.run([server.postgres.bin + "/pg_dump", "-d", server.db], check=True, capture_output=True).stdout
    parts = []
    for path in glob.glob(os.path.join(server.data, "*")):
        with open(path, "rb") as file:
            parts.append(file.read())
    return b"".join(parts)


def secrets(program, checks):
    """Tokens, keys and addresses: shown once, stored hashed or not at all."""
    server = Server(program, ["--no-daily", "--workers", "0", "--log", "all", "--proxy", "127.0.0.1", "--rate", "1000"])
    with server:
        token = server.token
        me = server.player()
        for address in ("203.0.113.77", "2001:db8::77", "203.0.113.77, 198.51.100.9"):
            server.get("/api/v1/packs", headers={"X-Forwarded-For": address})
            server.post("/api/v1/plays", {"level": "x"}, headers={**me, "X-Forwarded-For": address})
        server.stop()
        kept = stored_bytes(server) + server.log_text().encode()
        for name, secret in (("the admin token", token), ("a player's key", me["Authorization"][7:]),
                             ("an address", "203.0.113"), ("an address", "2001:db8"), ("an address", "198.51.100")):
            checks.that(secret.encode() not in kept, f"{name} is neither stored nor logged")
        server.token = None
        server.start()
        checks.same(server.token, None, "a second start prints no token")
        checks.same(server.ask("POST", "/api/v1/admin/token/rotate", headers={"Authorization": "Admin " + token}).status,
                    200, "the token of the first start holds")
        server.stop()
        command = [program, "serve", "--new-token", *(["--db", server.db] if server.db else ["--data", server.data])]
        fresh = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        checks.that(len(fresh) == 64 and fresh != token, "--new-token prints one")
        server.start()
        checks.same([server.ask("POST", "/api/v1/admin/token/rotate", headers={"Authorization": "Admin " + t}).status
                     for t in (token, fresh)], [401, 200], "the old and the new token")


def password(program, checks):
    """A password in a URL: not in the list of processes, the log or an answer."""
    where = Server.postgres.url("lw_password").replace("levelwright@", f"levelwright:{SECRET}@") if Server.postgres \
        else f"postgres://someone:{SECRET}@127.0.0.1:9/none"
    process = subprocess.Popen([program, "serve", "--port", "0", "--no-daily", "--db", where], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    told = ""
    if Server.postgres:
        while not told.endswith("stops it.\n"):
            told += process.stdout.readline()
    else:
        told = process.stdout.read()  # it cannot start
        checks.same(process.wait(PATIENCE), 5, "exit code without a database")
    if process.poll() is None:
        with open(f"/proc/{process.pid}/cmdline", "rb") as file:
            line = file.read()
        checks.that(SECRET.encode() not in line and b"levelwright" in line, "no password in the list of processes")
        process.terminate()
        told += process.communicate()[0]
    checks.that(told and SECRET not in told, f"no password is said: {told!r:.200}")


def open_bind(program, checks):
    for address, warns in (("0.0.0.0", True), ("127.0.0.1", False)):
        with Server(program, ["--no-daily", "--workers", "0", "--bind", address]) as server:
            server.stop()
            checks.same("open to the network" in server.log_text(), warns, f"a warning for {address}")


def headers_everywhere(server, checks, me):
    """The policy and its company stand on every answer that the program makes."""
    level = server.get("/api/v1/levels?game=sokoban").json()["levels"][0]["id"]
    pack = server.get("/api/v1/packs").json()["packs"][0]["id"]
    for method, path in (("GET", "/"), ("GET", "/nothing.js"), ("GET", "/healthz"), ("GET", "/metrics"),
                         ("GET", "/api/v1/kinds"), ("GET", f"/api/v1/levels/{level}/picture.svg"),
                         ("GET", f"/api/v1/levels/{level}/picture.png"), ("GET", "/api/v1/reports/tables"),
                         ("GET", f"/api/v1/packs/{pack}/export?format=svg"), ("PUT", "/api/v1/packs"), ("GET", "/%2e%2e/x"),
                         ("GET", "/" + "a" * 5000), ("POST", "/api/v1/events"), ("HEAD", "/"), ("OPTIONS", "/api/v1/packs")):
        reply = server.ask(method, path, headers={**me, "Sec-Fetch-Site": "same-origin"})
        for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy",
                     "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy",
                     "Cross-Origin-Embedder-Policy"):
            checks.that(reply.headers[name], f"{method} {path[:40]} ({reply.status}) has {name}")
        checks.that("default-src 'none'" in (reply.headers["Content-Security-Policy"] or ""), f"{path[:40]}: the policy")
        checks.that("Access-Control-Allow-Origin" not in reply.headers, f"{path[:40]}: for no other site")
    # At an address that it does not trust a browser sends no Sec-Fetch-Site and calls the opener policy an error.
    page = server.ask("GET", "/")
    again = server.ask("GET", "/", headers={"If-None-Match": page.headers["ETag"]})
    checks.same([page.status, again.status], [200, 304], "the page and its second asking")
    for reply in (page, again):
        checks.that("Cross-Origin-Opener-Policy" not in reply.headers, f"{reply.status}: no opener policy for plain addresses")
        checks.that("default-src 'none'" in (reply.headers["Content-Security-Policy"] or ""), f"{reply.status}: the policy stays")


def main(program):
    checks = Checks()
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        me = server.player()
        headers_everywhere(server, checks, me)
        slow_wins(server, checks, me)
        one_slow_move(server, checks, me)
        many_levels_of_one_game(server, checks, me)
    monsters(program, checks)
    secrets(program, checks)
    password(program, checks)
    open_bind(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

"""What the operator decides: who may ask, a closed studio with invitations, a studio that only reads, switches; and
players' passphrases and their end.

    operator_controls.py PROGRAM [--postgres]"""
import subprocess
import sys

from harness import LEVEL, PATIENCE, Checks, Server, arguments, cpu_s, wait_until

QUIET = ["--no-daily", "--workers", "0"]


def studio(server, *words):
    """The command, on the server's database."""
    where = ["--db", server.db] if server.db else ["--data", server.data]
    return subprocess.run([server.program, "studio", *words, *where], capture_output=True, text=True, check=False,
                          timeout=PATIENCE)


def told(reply):
    return reply.status, reply.code()


def allowed(program, checks):
    """Addresses: those of the network and this machine, as a trusted proxy tells them."""
    options = [*QUIET, "--proxy", "127.0.0.1", "--allow", "192.0.2.0/24", "--allow", "2001:db8::/33", "--allow", "198.51.100.7"]
    with Server(program, options) as server:
        cases = {"192.0.2.1": 200, "192.0.2.255": 200, "192.0.3.0": 403, "198.51.100.7": 200, "198.51.100.6": 403,
                 "2001:db8:7fff::1": 200, "2001:db8:8000::1": 403, "::1": 403, "unknown": 403}
        for address, status in cases.items():
            for path in ("/healthz", "/", "/api/v1/packs"):
                reply = server.get(path, headers={"X-Forwarded-For": address})
                # A word that is no address is the proxy's own, which is not allowed when it speaks for others.
                checks.same((reply.status, reply.code()), (status, "not-allowed" if status == 403 else None),
                            f"{path} from {address}")
        checks.same(server.get("/healthz").status, 200, "this machine may always ask")
    for wrong in ("nonsense", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/8x"):
        end = subprocess.run([program, "serve", "--port", "0", "--data", "/nonexistent", "--db", ":memory:", "--allow", wrong],
                             capture_output=True, text=True, check=False, timeout=PATIENCE)
        checks.same(end.returncode, 1, f"--allow {wrong}: {end.stderr}")
        checks.that("10.0.0.0/8" in end.stderr, f"an example is given: {end.stderr}")


def closed(program, checks):
    with Server(program, [*QUIET, "--closed"]) as server:
        checks.same(server.get("/").status, 200, "the page is there")
        health = server.get("/healthz").json()
        checks.same((health["closed"], health["read_only"]), (True, False), "and can be told")
        for path in ("/packs", "/levels", "/daily?game=flow", "/insight", "/kinds", "/sets", "/reports/tables"):
            checks.same(told(server.get("/api/v1" + path)), (401, "closed"), f"a stranger asks for {path}")
        checks.same(told(server.get("/api/v1/packs", headers={"Authorization": "Player " + "0" * 64})),
                    (401, "unauthorized"), "a wrong key")
        checks.same(told(server.post("/api/v1/players")), (403, "closed"), "no player without an invitation")
        for code in ("", "x", "0" * 32):
            checks.same(told(server.post("/api/v1/players", {"invitation": code})), (403, "closed"), f"invitation {code!r}")
        made = server.post("/api/v1/admin/invitations", {"uses": 2, "note": "two"}, headers=server.admin())
        checks.same(made.status, 201, made.body)
        code = made.json()["code"]
        checks.same(made.json()["link"], "/#/invite/" + code, "its link")
        keys = [server.post("/api/v1/players", {"invitation": code}) for _ in range(3)]
        checks.same([reply.status for reply in keys], [201, 201, 403], "two uses")
        me = {"Authorization": "Player " + keys[0].json()["key"]}
        checks.same(server.get("/api/v1/packs", headers=me).status, 200, "the invited player is in")
        checks.same(server.get("/api/v1/packs", headers=server.admin()).status, 200, "and the administrator")
        level = server.get("/api/v1/levels?per_page=1", headers=me).json()["levels"][0]["id"]
        picture = server.get(f"/api/v1/levels/{level}/picture.svg", headers=me)
        checks.same((picture.status, picture.headers["Cache-Control"]), (200, "private, no-cache"), "a picture")
        rows = server.get("/api/v1/admin/invitations", headers=server.admin()).json()["invitations"]
        checks.same([(row["note"], row["uses_left"], "code" in row) for row in rows], [("two", 0, False)], "listed")
        checks.that(code not in server.log_text() and not server.rows(f"SELECT 1 FROM invitations WHERE code_hash = '{code}'"),
                    "the code is stored hashed and not logged")
        again = studio(server, "invite", "--uses", "5", "--note", "by hand")
        checks.same(again.returncode, 0, again.stderr)
        code = again.stdout.strip().removeprefix("/#/invite/")
        checks.same(server.post("/api/v1/players", {"invitation": code}).status, 201, "an invitation of the command")
        last = server.get("/api/v1/admin/invitations", headers=server.admin()).json()["invitations"][0]
        checks.that(last["id"] in studio(server).stdout, "the command lists it")
        checks.same(studio(server, "uninvite", last["id"]).returncode, 0, "taken back")
        checks.same(told(server.post("/api/v1/players", {"invitation": code})), (403, "closed"), "it is void")
        checks.that(studio(server, "uninvite", last["id"]).returncode != 0, "only once")
        checks.same(server.get("/api/v1/admin/invitations", headers=me).status, 401, "players invite nobody")


def switches(server, checks, me):
    """Each switch over the interface and by the command, seen by the server at once or within a second."""
    pack = {"title": "t", "game": "sokoban", "levels": [{"text": LEVEL}]}
    job = {"call": "rate", "game": "sokoban", "text": LEVEL}
    asks = {"packs_off": lambda: server.post("/api/v1/packs", pack, headers=me),
            "jobs_off": lambda: server.post("/api/v1/jobs", job, headers=me),
            "players_off": lambda: server.post("/api/v1/players")}
    for name, ask in asks.items():
        checks.that(ask().status < 300, f"before {name}")
        reply = server.post("/api/v1/admin/controls", {name: True}, headers=server.admin())
        checks.same((reply.status, reply.json().get(name)), (200, True), f"{name} is switched on")
        checks.same(told(ask()), (403, "switched-off"), f"with {name}")
        for other, works in asks.items():
            checks.that(other == name or works().status < 300, f"{other} works with {name}")
        checks.same(studio(server, name, "off").returncode, 0, f"the command ends {name}")
        checks.that(wait_until(lambda: not server.get("/healthz").json()[name]), f"{name} is over")
        checks.that(ask().status < 300, f"after {name}")
    checks.same(told(server.post("/api/v1/admin/controls", {"packs_off": True}, headers=me)), (401, "unauthorized"),
                "a player switches nothing")
    checks.same(told(server.post("/api/v1/admin/controls", {"packs": True}, headers=server.admin())), (400, "bad-field"),
                "no such switch")
    checks.same(told(server.post("/api/v1/admin/controls", {"packs_off": True, "closed": 7}, headers=server.admin())),
                (400, "bad-field"), "no number")
    checks.that(not server.get("/healthz").json()["packs_off"], "and nothing of it is done")
    for wrong in (["nothing", "on"], ["closed"], ["closed", "yes"], ["uninvite"]):
        checks.same(studio(server, *wrong).returncode, 1, f"studio {wrong}")


def routes(server, checks, me):
    """Any route by its name, over the interface and by the command."""
    change = lambda names: server.post("/api/v1/admin/controls", {"routes_off": names}, headers=server.admin())
    level = server.get("/api/v1/levels?game=sokoban&per_page=1").json()["levels"][0]["id"]
    asks = {"GET /api/v1/insight": lambda: server.get("/api/v1/insight"),
            "GET /api/v1/levels/{id}": lambda: server.get("/api/v1/levels/" + level),
            "POST /api/v1/plays": lambda: server.post("/api/v1/plays", {"level": level}, headers=me),
            "GET /healthz": lambda: server.get("/healthz"),
            "GET /api/v1/admin/invitations": lambda: server.get("/api/v1/admin/invitations", headers=server.admin())}
    listed = server.get("/api/v1/admin/controls", headers=server.admin()).json()["routes_off"]
    checks.that(set(asks) < set(listed) and not any(listed.values()), "every route is listed, and on")
    for name, ask in asks.items():
        reply = change({name: True})
        checks.same((reply.status, [one for one, off in reply.json()["routes_off"].items() if off]), (200, [name]), name)
        checks.same(told(ask()), (403, "switched-off"), f"{name} is off")
        for other, works in asks.items():
            checks.that(other == name or works().status < 300, f"{other} works without {name}")
        checks.same(change({name: False}).status, 200, f"{name} again")
        checks.that(ask().status < 300, f"{name} is on again")
    checks.same(server.ask("HEAD", "/api/v1/levels/" + level).status, 200, "HEAD is GET's")
    own = "POST /api/v1/admin/controls"
    checks.that(own not in listed and "GET /api/v1/admin/controls" not in listed, "the switch itself has none")
    for wrong in ({own: True}, {"GET /api/v1/nothing": True}, {"GET /api/v1/insight": True, "": False},
                  {"GET /api/v1/insight": 1}, ["GET /api/v1/insight"], "GET /api/v1/insight"):
        checks.same(told(change(wrong)), (400, "bad-field"), f"no switch: {wrong}")
    checks.same(server.get("/api/v1/insight").status, 200, "and nothing of it is done")
    checks.that("routes_off" not in server.get("/healthz").json(), "strangers are not shown them")
    checks.same(studio(server, "off", "GET /api/v1/insight").returncode, 0, "the command")
    checks.that(wait_until(lambda: server.get("/api/v1/insight").status == 403), "the server follows")
    checks.that("GET /api/v1/insight" in studio(server).stdout, "the command lists what is off")
    checks.that("POST /api/v1/plays" in studio(server, "routes").stdout, "and every route there is")
    server.stop()
    server.start()
    checks.same(told(server.get("/api/v1/insight")), (403, "switched-off"), "also after another start")
    checks.same(studio(server, "on", "GET /api/v1/insight").returncode, 0, "on again")
    checks.that(wait_until(lambda: server.get("/api/v1/insight").status == 200), "the server follows")
    for wrong in (["off"], ["off", own], ["off", "insight"], ["on", "GET /api/v1/nothing"]):
        checks.same(studio(server, *wrong).returncode, 1, f"studio {wrong}")


def read_only(server, checks, me):
    level = server.get("/api/v1/levels?game=sokoban&per_page=1").json()["levels"][0]["id"]
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    event = {"events": [{"play": play, "seq": 1, "kind": "undo"}]}
    checks.same(studio(server, "read_only", "on").returncode, 0, "the command")
    checks.that(wait_until(lambda: server.get("/healthz").json()["read_only"]), "the server follows")
    before = [server.rows(f"SELECT count(*) FROM {table}") for table in ("players", "plays", "events", "packs", "jobs")]
    for reply in (server.post("/api/v1/events", event, headers=me),
                  server.post("/api/v1/plays", {"level": level}, headers=me),
                  server.post("/api/v1/players"),
                  server.post("/api/v1/packs", {"title": "t", "game": "sokoban", "levels": [level]}, headers=me),
                  server.ask("DELETE", "/api/v1/players/me", headers=me)):
        checks.same((told(reply), "Retry-After" in reply.headers), ((503, "read-only"), True), "nothing is stored")
    checks.same([server.rows(f"SELECT count(*) FROM {table}") for table in ("players", "plays", "events", "packs", "jobs")],
                before, "indeed nothing")
    checks.same(server.get("/api/v1/players/me", headers=me).status, 200, "reading goes on")
    reply = server.post("/api/v1/admin/controls", {"read_only": False}, headers=server.admin())
    checks.same(reply.status, 200, "the administrator ends it")
    checks.same(server.post("/api/v1/events", event, headers=me).json(), {"stored": 1, "duplicates": 0, "wins": []},
                "the same event is stored afterwards")


def passphrases(server, checks):
    me = server.player()
    key = me["Authorization"].split()[1]
    words = "correct horse battery"
    checks.same(server.get("/api/v1/players/me", headers=me).json()["handle"], None, "no passphrase at first")
    for wrong in ("short", "x" * 201, 7, None):
        checks.same(server.post("/api/v1/players/me/passphrase", {"passphrase": wrong}, headers=me).status, 400, f"{wrong!r:.20}")
    made = server.post("/api/v1/players/me/passphrase", {"passphrase": words}, headers=me)
    checks.same(made.status, 201, made.body)
    handle = made.json()["handle"]
    checks.same(server.get("/api/v1/players/me", headers=me).json()["handle"], handle, "the handle is told")
    sign = lambda name, text: server.post("/api/v1/players/sign-in", {"handle": name, "passphrase": text})
    checks.same(sign(handle, words).json().get("key"), key, "the key on another device")
    checks.same(told(sign(handle, words + "!")), (401, "unauthorized"), "another passphrase")
    checks.same(told(sign("bako-lumi-tere-nosu", words)), (401, "unauthorized"), "a handle of nobody")
    stored = str(server.rows("SELECT * FROM passphrases"))
    checks.that(words not in stored and key not in stored, "neither passphrase nor key is stored")
    checks.that(words not in server.log_text() and handle not in server.log_text(), "or logged")
    again = server.post("/api/v1/players/me/passphrase", {"passphrase": "another one, longer"}, headers=me)
    checks.same(again.json()["handle"], handle, "the handle stays")
    checks.same(sign(handle, words).status, 401, "the old passphrase is void")
    before = cpu_s(server.process.pid)
    tries = [sign(handle, f"guess number {i}") for i in range(20)]
    checks.same(sum(reply.status == 429 for reply in tries) >= 10, True, "guessing ends soon")
    checks.that(tries[-1].headers.get("Retry-After"), "and says for how long")
    print(f"20 tries: {cpu_s(server.process.pid) - before:.2f} s of processor")
    checks.that(server.alive(), "alive")
    other = server.player()
    checks.same(server.post("/api/v1/players/me/passphrase", {"passphrase": words}, headers=other).status, 201, "another player")
    checks.same(server.ask("DELETE", "/api/v1/players/me/passphrase", headers=other).status, 200, "forgotten")
    checks.same(server.ask("DELETE", "/api/v1/players/me/passphrase", headers=other).status, 404, "only once")


def the_end(server, checks):
    """A player goes: what was played with it, and nothing of the person is left; packs stay without an owner."""
    me = server.player()
    mine = server.get("/api/v1/players/me", headers=me).json()["player"]
    pack = server.post("/api/v1/packs", {"title": "kept", "game": "sokoban", "levels": [{"text": LEVEL}]}, headers=me).json()["id"]
    level = server.get("/api/v1/packs/" + pack).json()["levels"][0]["id"]
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": "win", "data": "R"}]}, headers=me)
    server.post("/api/v1/players/me/passphrase", {"passphrase": "ten letters"}, headers=me)
    checks.same(server.ask("DELETE", "/api/v1/players/me", headers=me).status, 200, "deleted")
    checks.same(server.get("/api/v1/players/me", headers=me).status, 401, "the key is void")
    checks.same(server.get("/api/v1/packs/" + pack).status, 200, "the pack stays")
    # Every column of every table, whatever it is called.
    for table, columns in tables(server).items():
        for column in columns:
            found = server.rows(f"SELECT count(*) FROM {table} WHERE CAST({column} AS TEXT) LIKE '%{mine}%'")
            checks.same(found, [["0"]], f"{table}.{column} names the player no more")
    checks.same(server.rows(f"SELECT count(*) FROM events WHERE play = '{play}'"), [["0"]], "nor are its events there")


def tables(server):
    if server.postgres:
        rows = server.rows("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'")
    else:
        rows = server.rows("SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
                           " AND m.name NOT LIKE 'sqlite%'")
    found = {}
    for table, column in rows:
        found.setdefault(table, []).append(column)
    return found


def main():
    program = arguments()[0]
    checks = Checks()
    allowed(program, checks)
    closed(program, checks)
    with Server(program, QUIET) as server:
        me = server.player()
        switches(server, checks, me)
        routes(server, checks, me)
        read_only(server, checks, me)
        passphrases(server, checks)
        the_end(server, checks)
    with Server(program, [*QUIET, "--read-only"]) as server:
        checks.same(told(server.post("/api/v1/players")), (503, "read-only"), "read-only from the start")
        server.post("/api/v1/admin/controls", {"read_only": False}, headers=server.admin())
        checks.same(told(server.post("/api/v1/players")), (503, "read-only"), "as long as the command line says so")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

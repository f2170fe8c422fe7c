"""Tries to exceed every budget of every route that docs/openapi.json declares: a clean refusal that names the budget,
nothing stored, and a server that is well afterwards.

    budgets.py PROGRAM docs/openapi.json [--postgres]

The body's budget is exceeded as it stands. What the others allow takes more than a test should: there the server is
started with next to nothing of that budget (serve --budget), and every route is asked for what it usually gives."""
import http.client
import json
import sys
import time

from harness import LEVEL, Checks, Server, arguments, is_sanitized
from person import Person, filled_in, open_study, run_program
from strangers import SOURCE

NOTHING = "1e-12"
KINDS = ("bytes_in", "bytes_out", "cpu_ms", "memory_bytes", "rows")
# What is ready made, and what fits into the request itself.
WITHOUT_MEMORY = {"GET /healthz", "GET /metrics", "GET /api/v1/openapi.json", "GET /api/v1/kinds", "GET /api/v1/daily",
                  "POST /api/v1/players", "DELETE /api/v1/players/me", "DELETE /api/v1/admin/levels/{id}",
                  "DELETE /api/v1/admin/packs/{id}", "DELETE /api/v1/admin/sets/{id}",
                  "POST /api/v1/admin/token/rotate", "GET /api/v1/admin/packs/aside",
                  "GET /api/v1/admin/controls", "DELETE /api/v1/players/me/passphrase", "GET /api/v1/admin/designs/{id}",
                  "DELETE /api/v1/admin/invitations/{id}", "GET /api/v1/admin/models"}
OTHER = ("######\n#@ $.#\n######\n", "rR")
PASSPHRASE = "several words are good"
DESIGN = "kartal-pairwise-validation"
# Somebody who has just come is shown no pair yet: that is refused before anything is written.
TOO_EARLY = "POST /api/v1/studies/{id}/pair"
STREAMS = {"GET /api/v1/jobs/{id}/events"}
# Of an answer: room for a short one to POST /events, none for what has many wins or messages.
LITTLE = "0.0079"
# Of the processor: enough to read a request, and not for the work that a worker has with a heavy one.
SOME = "0.01"


class World:
    """Something of each kind, to ask for."""

    def __init__(self, server):
        self.me, self.admin = server.player(), server.admin()
        self.pack = self.new_pack(server)
        self.other = self.new_pack(server, *OTHER)
        server.post("/api/v1/complaints", {"thing": "pack", "id": self.other, "reason": "spam"}, headers=self.me)
        self.level = server.get("/api/v1/packs/" + self.pack).json()["levels"][0]["id"]
        self.play = server.post("/api/v1/plays", {"level": self.level}, headers=self.me).json()["play"]
        self.level_2 = server.get("/api/v1/packs/" + self.other).json()["levels"][0]["id"]
        server.post("/api/v1/plays", {"level": self.level_2}, headers=self.me)
        self.job = server.post("/api/v1/jobs", {"call": "rate", "game": "sokoban", "text": LEVEL},
                               headers=self.me).json()["job"]
        chosen = server.post("/api/v1/admin/sets", {"count": 1, "sets": [{"title": "a", "pack": self.pack}, {"title": "b", "pack": self.other}]},
                             headers=self.admin)
        self.handle = server.post("/api/v1/players/me/passphrase", {"passphrase": PASSPHRASE},
                                  headers=self.me).json()["handle"]
        self.invitation = server.post("/api/v1/admin/invitations", {}, headers=self.admin).json()["id"]
        self.take_part(server)
        self.set = chosen.json()["sets"][0]["id"] if chosen.status == 201 else "0" * 32
        self.chosen = chosen

    def take_part(self, server):
        """A study, and somebody in it."""
        run = run_program(server.program)
        self.study = open_study(server, run, DESIGN, server.data)
        self.definition = filled_in(run, DESIGN, seed=3)
        self.person = Person(lambda method, path, body, headers: server.ask(method, path, body=body, headers=headers),
                             self.study)
        self.person.enter()

    def new_pack(self, server, text=LEVEL, moves="R"):
        return server.post("/api/v1/packs", {"title": "t", "game": "sokoban",
                                             "levels": [{"text": text, "solution": moves}]},
                           headers=self.me).json()["id"]

    def path(self, template):
        if "/studies/" in template:
            return template.replace("{id}", self.study).replace("{number}", str(self.person.number))
        part = template.split("/")[-2 if template.endswith("{id}") else 3] if "{id}" in template else ""
        whose = {"packs": self.pack, "levels": self.level, "jobs": self.job, "sets": self.set,
                 "invitations": self.invitation, "designs": "taylor-online"}
        query = {"/api/v1/daily": "?game=sokoban", "/api/v1/daily/archive": "?game=sokoban",
                 "/api/v1/packs/import": "?game=sokoban"}
        return template.replace("{id}", whose.get(part, "")) + query.get(template, "")

    def body(self, name):
        event = {"play": self.play, "seq": 1, "kind": "win", "data": "R"}
        bodies = {"POST /api/v1/events": {"events": [event]},
                  "POST /api/v1/plays": {"level": self.level},
                  "POST /api/v1/ratings": {"level": self.level, "value": 4},
                  "POST /api/v1/comparisons": {"levels": [self.level, self.level_2], "harder": "first"},
                  "POST /api/v1/complaints": {"thing": "level", "id": self.level, "reason": "other"},
                  "POST /api/v1/admin/complaints": {"decision": "keep", "thing": "pack", "id": self.other},
                  "POST /api/v1/packs": {"title": "t", "game": "sokoban", "levels": [{"text": LEVEL}]},
                  "POST /api/v1/packs/import": "; one\n\n" + LEVEL,
                  "POST /api/v1/jobs": {"call": "rate", "game": "sokoban", "text": LEVEL},
                  "POST /api/v1/players/me/passphrase": {"passphrase": PASSPHRASE},
                  "POST /api/v1/players/sign-in": {"handle": self.handle, "passphrase": PASSPHRASE},
                  "POST /api/v1/admin/controls": {"jobs_off": False},
                  "POST /api/v1/admin/invitations": {"uses": 2},
                  "POST /api/v1/admin/batch": {"seconds": 1},
                  "POST /api/v1/admin/models": {"game": "sokoban", "version": 0},
                  "POST /api/v1/admin/models/learn": {"game": "sokoban"},
                  "POST /api/v1/admin/sets": {"count": 1, "sets": [{"title": "a", "pack": self.pack}, {"title": "b", "pack": self.other}]}}
        about_studies = {
            "POST /api/v1/admin/studies": {"definition": self.definition},
            "POST /api/v1/admin/studies/{id}": {"state": "paused"},
            "POST /api/v1/studies/{id}/persons": {"language": "en"},
            "POST /api/v1/studies/{id}/events": {"events": [{"seq": 0, "type": "phase-start", "phase": "consent",
                                                             "t": 1.5, "clock": time.time() * 1000}]},
            "POST /api/v1/studies/{id}/pair": {"phase": "compare", "trial": 0},
            "POST /api/v1/studies/{id}/withdraw": {"code": self.person.code}}
        return {**bodies, **about_studies}.get(name)

    def headers(self, template, name):
        who = self.admin if "/admin/" in template else self.person.headers() if "/studies/" in template else self.me
        kind = {} if not isinstance(self.body(name), str) else {"Content-Type": "text/plain"}
        return {**who, **kind} if template.startswith("/api") and template != "/api/v1/players" else {}

    def ask(self, server, name):
        method, template = name.split(" ")
        return server.ask(method, self.path(template), body=self.body(name), headers=self.headers(template, name))


def counts(server):
    tables = ("levels", "solutions", "players", "packs", "pack_levels", "sets", "sessions", "plays", "events", "jobs",
              "tokens", "passphrases", "invitations", "studies", "study_versions", "study_persons", "study_events")
    # The token itself too: rotating it changes no number.
    return ([server.rows(f"SELECT count(*) FROM {table}") for table in tables],
            server.rows("SELECT hash FROM tokens"), server.rows("SELECT sealed FROM passphrases"), server.rows("SELECT hidden FROM levels ORDER BY id"),
            server.rows("SELECT state FROM jobs ORDER BY id"))


def problem(reply):
    try:
        return reply.status, reply.json()["error"]["code"], reply.json()["error"].get("budget")
    except (ValueError, KeyError, TypeError):
        return reply.status, None, None


def chunked(server, path, headers, n_bytes):
    """A body of no stated length."""
    link = server.connect()
    link.putrequest("POST", path)
    for key, value in {**headers, "Transfer-Encoding": "chunked", "Content-Type": "application/json"}.items():
        link.putheader(key, value)
    link.endheaders()
    piece = b"%x\r\n%s\r\n" % (n_bytes, b" " * n_bytes)
    try:
        link.send(piece + b"0\r\n\r\n")
    except OSError:
        pass
    answer = link.getresponse()
    found = json.loads(answer.read())["error"]
    link.close()
    return answer.status, found["code"], found.get("budget")


def bodies(server, checks, world, budgets):
    before = counts(server)
    n = 0
    for name, budget in budgets.items():
        method, template = name.split(" ")
        most = budget["bytes_in"]
        try:
            reply = server.ask(method, world.path(template), body=" " * (most + 1),
                               headers=world.headers(template, name))
            checks.same(problem(reply), (413, "too-large", "bytes_in"), f"{name}: a body of {most + 1} bytes")
            n += 1
        except (http.client.HTTPException, OSError) as err:
            checks.that(False, f"{name}: a body of {most + 1} bytes: {err!r}")
        if method == "POST":
            found = chunked(server, world.path(template), world.headers(template, name), most + 1)
            checks.same(found, (413, "too-large", "bytes_in"), f"{name}: the same in chunks")
            n += 1
    checks.same(counts(server), before, "no body that is too large stores anything")
    checks.that(f"levelwright_over_bytes_in_total {n}" in server.get("/metrics").body.decode(),
                f"{n} refusals are counted")
    checks.that(server.alive(), "alive")


def expected(name, kind, budget):
    """Is the route to be refused when it has nothing of that budget?"""
    if kind == "bytes_out":
        return name not in STREAMS
    if kind == "memory_bytes":
        return name not in WITHOUT_MEMORY
    return kind == "cpu_ms" or (budget["rows"] > 0 and name != TOO_EARLY)


def starve(program, data, checks, world, budgets, kind):
    """Every route with next to nothing of one budget."""
    server = Server(program, ["--no-daily", "--workers", "0", "--budget", f"{kind}={NOTHING}"], data=data)
    refused = 0
    with server:
        before = counts(server)
        for name, budget in budgets.items():
            if not expected(name, kind, budget):
                continue
            reply = world.ask(server, name)
            refused += 1
            checks.same(problem(reply), (422, "over-budget", kind), f"{name} without {kind}")
        checks.same(counts(server), before, f"nothing is stored without {kind}")
        if kind in ("memory_bytes", "rows"):
            text = server.get("/metrics").body.decode()
            checks.that(f"levelwright_over_{kind}_total {refused}\n" in text, f"{refused} refusals for {kind} counted")
        checks.that(server.process.poll() is None, f"alive without {kind}")


def received(server, path):
    """The body as far as it comes, and whether its end came. Whoever is cut off need not wait until an idle client is."""
    link = server.connect()
    link.request("GET", path)
    answer = link.getresponse()
    try:
        return answer.status, len(answer.read()), True
    except http.client.IncompleteRead as err:
        return answer.status, len(err.partial), False
    finally:
        link.close()


def parts(program, data, checks, world, budgets):
    """What is sent in parts ends within its budget, visibly broken off, with a line in the log."""
    whole, share = {}, 1e-6
    most = budgets["GET /api/v1/packs/{id}/export"]["bytes_out"] * share
    paths = [f"/api/v1/packs/{world.pack}/export?format={name}" for name in ("json", "jsonl")]
    with Server(program, ["--no-daily", "--workers", "0"], data=data) as server:
        for path in paths:
            status, whole[path], ended = received(server, path)
            checks.that((status, ended) == (200, True) and whole[path] > most, f"{path}: {whole[path]} bytes")
    with Server(program, ["--no-daily", "--workers", "0", "--idle-time", "1h", "--budget", f"bytes_out={share}"],
                data=data) as server:
        before = server.log_text().count("was cut off")
        for path in paths:
            status, n, ended = received(server, path)
            checks.that(status == 200 and not ended and n <= most, f"{path}: {n} bytes, ended: {ended}")
        checks.same(server.log_text().count("was cut off") - before, len(paths), "lines in the log")
        checks.that(server.process.poll() is None, "alive after answers that were cut off")


def growing(program, data, checks, world):
    """Answers to changes that grow with what is sent are refused before anything is stored."""
    win = [{"play": world.play, "seq": 100 + i, "kind": "win", "data": "R"} for i in range(20)]
    undo = [{"play": world.play, "seq": 200, "kind": "undo"}]
    unplayable = "\n\n".join("#####\n#@$ #\n" + "#   #\n" * (1 + i) + "#####" for i in range(150)) + "\n\n" + LEVEL
    text = {**world.me, "Content-Type": "text/plain"}
    with Server(program, ["--no-daily", "--workers", "0", "--budget", f"bytes_out={LITTLE}"], data=data) as server:
        before = counts(server)
        reply = server.post("/api/v1/events", {"events": win}, headers=world.me)
        checks.same(problem(reply), (422, "over-budget", "bytes_out"), "many wins at once")
        reply = server.post("/api/v1/packs/import?game=sokoban", unplayable, headers=text)
        checks.same(problem(reply), (422, "over-budget", "bytes_out"), "a file with many messages")
        checks.same(counts(server), before, "and nothing is stored")
        reply = server.post("/api/v1/events", {"events": undo}, headers=world.me)
        checks.same((reply.status, reply.status == 200 and reply.json()["stored"]), (200, 1), "a short answer has room")


def heavy(program, data, checks, world):
    """What workers do for a request counts, wherever it is done: with a part of its time a light request is answered
    and a heavy one is refused."""
    source = SOURCE.replace("RULES\n", "RULES\n\n" + "[ > Player | Goal ] -> [ > Player | > Goal ]\n" * 14000)
    asked = {"POST /api/v1/jobs": lambda text: {"call": "rate", "game": "puzzlescript", "text": text},
             "POST /api/v1/packs": lambda text: {"title": "t", "game": "puzzlescript", "levels": [{"text": text}]}}
    with Server(program, ["--no-daily", "--workers", "0", "--budget", f"cpu_ms={SOME}"], data=data) as server:
        for name, body in asked.items():
            path = name.split(" ")[1]
            reply = server.post(path, body(source), headers=world.me)
            checks.same(problem(reply), (422, "over-budget", "cpu_ms"), f"{name} with {len(source) // 1000} kB of rules")
            reply = server.post(path, body(SOURCE), headers=world.me)
            checks.that(is_sanitized(program) or reply.status in (201, 202), f"{name} with few: {reply.status} {reply.body[:200]}")


def long_job(server, checks, world, budgets):
    """What a job had found so far may be longer than the answer to its end."""
    job = server.post("/api/v1/jobs", {"call": "rate", "game": "sokoban", "text": LEVEL}, headers=world.me).json()["job"]
    server.change("UPDATE jobs SET note = '{\"best\":\"" + "x" * 100000 + f"\"}}' WHERE id = '{job}'")
    checks.that(len(server.get("/api/v1/jobs/" + job).body) > 100000, "a job that has found much")
    reply = server.ask("DELETE", "/api/v1/jobs/" + job, headers=world.me)
    checks.that(reply.status == 200 and len(reply.body) <= budgets["DELETE /api/v1/jobs/{id}"]["bytes_out"],
                f"ends with a short answer: {reply.status}, {len(reply.body)} bytes")


def usual(server, checks, world, budgets):
    """With its budgets every route answers, and within them."""
    last = [name for name in budgets if name.startswith("DELETE") or name.endswith("/withdraw")]
    # A study that is paused takes nobody.
    last += [name for name in budgets if name == "POST /api/v1/admin/studies/{id}"]
    for name in [name for name in budgets if name not in last] + sorted(last, key=lambda name: name.endswith("/me")):
        if name in STREAMS:
            continue
        if name.startswith("DELETE") and name.endswith("packs/{id}"):
            world.pack = world.new_pack(server, *OTHER)
        reply = world.ask(server, name)
        checks.that(reply.status < 300 or name in ("DELETE /api/v1/jobs/{id}", TOO_EARLY), f"{name}: {reply.status} {reply.body[:200]}")
        checks.that(len(reply.body) <= budgets[name]["bytes_out"], f"{name}: an answer of {len(reply.body)} bytes")
        if name.endswith("token/rotate"):
            world.admin = {"Authorization": "Admin " + reply.json()["token"]}


def main():
    program, description = arguments()[:2]
    with open(description, encoding="utf-8") as file:
        paths = json.load(file)["paths"]
    budgets = {f"{method.upper()} {path}": op.get("x-budget") for path, row in paths.items() for method, op in row.items()}
    checks = Checks()
    for name, budget in budgets.items():
        checks.that(budget and set(budget) == set(KINDS), f"{name} declares its budget")
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        world = World(server)
        checks.same(world.chosen.status, 201, world.chosen.body[:200])
        bodies(server, checks, world, budgets)
        server.stop()
        for kind in KINDS[1:]:
            starve(program, server.data, checks, world, budgets, kind)
        parts(program, server.data, checks, world, budgets)
        growing(program, server.data, checks, world)
        heavy(program, server.data, checks, world)
        server.start()
        checks.that(server.alive(), "alive with its budgets again")
        long_job(server, checks, world, budgets)
        usual(server, checks, world, budgets)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

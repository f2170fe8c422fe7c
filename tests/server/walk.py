"""A random walk over the whole HTTP interface, with a model of what should exist.

    walk.py PROGRAM docs/openapi.json [--steps N] [--seconds S] [--seed N] [--postgres]

Each step is a route of the description and who asks: a player, another one, one who is gone, the administrator, nobody.
About half of the requests are as they should be; the others bring levels of another game, ids of what is gone or belongs
to somebody else, odd values, wrong types and methods. After each the answer is held against the description, against what
the model foresees, and against what nobody else may see. A fault ends the walk with the seed and the last steps. A route
that is described and has no step here is a fault, too."""
import argparse
import collections
import hashlib
import json
import random
import re
import sys
import time

import walk_odd as odd
from harness import Server, arguments, cpu_s, is_sanitized, wait_until
from refusals import CODES
from schema import Interface
from walk_model import GAMES, Model, Player
from walk_routes import address, encoded
from walk_studies import STEPS

OPTIONS = ["--no-daily", "--proxy", "127.0.0.1", "--job-time", "2s", "--job-memory", "64M"]
SECRETS = re.compile(rb"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])")
CHECK_EVERY = 50     # steps between two looks at what the server lists
MAX_RSS = 600 << 20  # bytes; three jobs of 64 MiB among them
MAX_CPU = 3          # seconds of the processor for one request, whatever the jobs beside it take
MAX_CPU_SETS = 25    # choosing sets may solve for 20 s
MAX_BUSY = 0.01      # of all steps may be answered with 503
STREAMED = {"state", "progress", "level", "done", "failed", "cancelled"}


class Fault(Exception):
    pass


class Walk:
    def __init__(self, server, interface, seed):
        self.server, self.interface, self.seed = server, interface, seed
        self.rng = random.Random(str(seed))
        self.trace = hashlib.sha256()
        self.model = Model(server.token)
        self.slow = 10 if is_sanitized(server.program) else 1
        self.connection = server.connect()
        self.last = collections.deque(maxlen=20)
        self.seen = collections.Counter()
        self.n, self.most_rss, self.most_cpu = 0, 0, (0, "")
        self.method = self.template = None
        self.open_jobs = {}  # who asked for them -> the last ones
        self.table = [(*key, draw, weight) for key, (draw, weight) in STEPS.items()]

    # Asking.

    def server_ask(self, method, path, body=None, headers=None):
        """On a connection that is kept; the administrator's, unless headers are given."""
        headers = self.model.admin() if headers is None else headers
        try:
            reply = self.server.ask(method, path, body=body, headers=headers, connection=self.connection)
        except OSError:  # closed by the server after it had refused a body
            self.connection.close()
            reply = self.server.ask(method, path, body=body, headers=headers, connection=self.connection)
        if reply.headers.get("Connection", "").lower() == "close":
            self.connection.close()
        return reply

    def server_get(self, path):
        return self.server_ask("GET", path, headers={})

    def stream(self, path, headers):
        """The head of a stream and its first event."""
        connection = self.server.connect()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        reply = type("Head", (), {"status": answer.status, "headers": answer.headers, "body": b""})()
        reply.json = lambda: json.loads(reply.body)
        reply.code = lambda: reply.json()["error"]["code"]
        if answer.status != 200:
            reply.body = answer.read()
        else:
            name = data = None
            while data is None and (line := answer.readline()):
                name = line[7:].strip().decode() if line.startswith(b"event: ") else name
                data = line[6:] if line.startswith(b"data: ") else None
            if name not in STREAMED or not isinstance(json.loads(data), dict):
                raise Fault(f"a stream begins with {name!r} {data!r:.200}")
            reply.body = data
        connection.close()
        return reply

    # What the model says.

    def progress_fault(self, player, shown):
        if shown["player"] != player.id:
            return f"the progress of {shown['player']} is shown to {player.id}"
        found = {row["level"]: row["solved"] for row in shown["levels"]}
        wanted = {}
        for play in player.plays.values():
            won = any(kind == "win" for kind, _ in play.events.values())
            wanted[play.level] = wanted.get(play.level, False) or won
        return None if found == wanted else f"progress is {found}, it should be {wanted}"

    def pack_fault(self, shown):
        known = self.model.packs[shown["id"]]
        ids = [row["id"] for row in shown["levels"]]
        if (shown["game"], ids) != (known.game, known.levels):
            return f"the pack is {shown['game']} {ids}, it should be {known.game} {known.levels}"
        for row in shown["levels"]:
            if row["game"] != known.game:
                return f"a pack of {known.game} holds {row['id']} of {row['game']}"
            if wrong := self.model.add_level(row, shown.get("sources")):
                return wrong
        return None

    def may_lose(self, pack):
        """Some packs of each game stay."""
        game = self.model.packs[pack].game
        return sum(other.game == game for other in self.model.packs.values()) > 3

    def bound_jobs(self, who, name):
        """Of each who asks at most three jobs are open: how quick they are decides nothing."""
        owner = getattr(who, "id", who)
        jobs = self.open_jobs.setdefault(owner, [])
        jobs += [name] if name not in jobs else []
        while len(jobs) > 3:
            oldest = "/api/v1/jobs/" + jobs.pop(0)
            wait_until(lambda: (shown := self.server_get(oldest)).status != 200
                       or shown.json()["state"] in ("done", "failed", "cancelled"))

    # Who asks.

    def operation(self):
        return self.interface.document["paths"][self.template][self.method.lower()]

    def credentials(self, step):
        """(headers, whether they are good enough). Sets step.who."""
        rng, model = self.rng, self.model
        schemes = {name for one in self.operation().get("security", []) for name in one}
        needed = "401" in self.operation()["responses"]
        optional = needed and not schemes or {} in self.operation().get("security", [])
        if step.who is None:
            step.who = "admin" if "player" not in schemes or "admin" in schemes and rng.random() < 0.2 \
                else rng.choice(model.living())
        if self.template.endswith("/sign-in"):
            return {}, True
        good = model.admin() if step.who == "admin" else step.who.headers()
        if optional and self.template == "/metrics":
            away = {"X-Forwarded-For": f"203.0.113.{rng.randrange(1, 250)}"}
            return rng.choice([({}, True), ({**good, **away}, True), (away, False),
                               ({**rng.choice(model.living()).headers(), **away}, False)])
        if optional:
            return rng.choice([({}, True), (rng.choice(model.living()).headers(), True), (self.bad_credentials(set()), False)])
        if rng.random() < 0.8:
            return good, True
        return self.bad_credentials(schemes), not needed

    def bad_credentials(self, schemes):
        rng, model = self.rng, self.model
        dead = [player for player in model.players if not player.alive]
        choices = [{"Authorization": text} for text in
                   ("Player", "Player ", "Admin x", "Player " + "a" * 64, "Bearer " + model.token, "Player " + "x" * 5000,
                    "Player " + model.token, "Admin " + model.players[0].key, "Basic YWRtaW46YWRtaW4=", "\x80\xff")]
        choices += [player.headers() for player in dead[-3:]]
        choices += [{"Authorization": "Admin " + token} for token in model.old_tokens[-3:]]
        if schemes:
            choices += [{}, {}]
        if schemes and "player" not in schemes:
            choices += [player.headers() for player in model.living()[:5]]
        if schemes and "admin" not in schemes:
            choices.append(model.admin())
        return rng.choice(choices)

    # What is wrong with the request, beside what the step has drawn.

    def spoil(self, step, headers, good):
        """(method, path, body, headers, statuses that may come, whether the step may learn)"""
        method, path, body, headers, expect, learns = self.changed(step, headers, good)
        # An address that is not well formed is refused before anybody asks who sent it.
        if (step.name in odd.IDS or re.search("%[01]", path)) and not expect & {403, 414}:
            expect = expect | {400, 404}
        return method, path, body, headers, expect, learns

    def changed(self, step, headers, good):
        rng = self.rng
        body, path = encoded(step.body), address(self.template, step)
        if body is not None:
            headers = {"Content-Type": "application/json", **headers}
        described = {int(status) for status in self.operation()["responses"]}
        expect = (step.expect or described) if good else {401}
        as_it_is = (self.method, path, body, headers, expect, good)
        if rng.random() < 0.6:
            return as_it_is
        joint = "&" if "?" in path else "?"
        if isinstance(step.body, dict) and rng.random() < 0.6:
            if rng.random() < 0.15:
                return self.method, path, rng.choice(odd.BROKEN), headers, {400} if good else {401}, False
            if rng.random() < 0.1:
                return self.method, path, odd.twice(rng, step.body), headers, described - {200, 201, 202}, False
            spoiled = odd.spoil(rng, step.body, self.model.ids)
            if len(encoded(spoiled)) > self.operation()["x-budget"]["bytes_in"]:  # refused unread: see budgets.py
                return as_it_is
            step.body = spoiled
            return self.method, path, encoded(step.body), headers, described if good else {401}, good
        how = rng.randrange(9)
        if how == 0:
            return self.method, path + joint + rng.choice(["colour=red", "%ff=1", "__proto__=1"]), body, headers, {400}, False
        if how == 1 and step.query:
            name = step.query[0][0]
            return self.method, path + f"&{name}=1", body, headers, {400}, False
        if how == 2:
            return rng.choice(["PUT", "PATCH"]), path, None, headers, {400, 404, 405, 501}, False
        if how == 3 and step.body is not None:
            kind = rng.choice(["image/png", "application/jsonx", "", "multipart/form-data; boundary=x"])
            return self.method, path, body, {**headers, "Content-Type": kind}, {415}, False
        if how == 4:
            origin = rng.choice(["http://evil.example", "null", "httpfoo://127.0.0.1", f"http://127.0.0.1:{self.server.port + 1}"])
            return self.method, path, body, {**headers, "Origin": origin}, {403}, False
        if how == 5:
            host = rng.choice(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"])
            return self.method, path, body, {**headers, "Host": host}, {403}, False
        if how == 6:
            return self.method, path + joint + "x=" + "y" * 5000, body, headers, {414}, False
        if how == 7 and self.method == "GET" and not self.template.endswith("/events"):
            return "HEAD", path, None, headers, expect, False
        if how == 8 and self.method in ("GET", "DELETE"):
            return self.method, path, b"x" * rng.choice([1, 100000]), headers, {413}, False
        return as_it_is

    # One step, and what is looked at after it.

    def step(self):
        self.n += 1
        # A step's draws depend on its number and the model alone: what one answer changes does not move all that follows.
        self.rng.seed(f"{self.seed} {self.n}")
        self.method, self.template, draw, _ = self.rng.choices(self.table, [row[3] for row in self.table])[0]
        step = draw(self)
        identity, good = self.credentials(step)
        method, path, body, headers, expect, learns = self.spoil(step, {**step.headers, **identity}, good)
        self.last.append([f"{method} {path:.300} {str(headers):.300} {body!r:.400}", "no answer"])
        before, began = cpu_s(self.server.process.pid), time.monotonic()
        if self.template.endswith("/events") and method == "GET" and "{id}" in self.template and body is None:
            reply = self.stream(path, headers)
        else:
            reply = self.server_ask(method, path, body, headers)
        self.last[-1][1] = f"{reply.status} {reply.body[:300]!r}"
        self.seen[self.method, self.template, reply.status] += 1
        self.trace.update(f"{method} {self.template} {step.query} {len(body or b'')} {reply.status}\n".encode("utf-8", "replace"))
        self.costs(cpu_s(self.server.process.pid) - before, time.monotonic() - began, f"{method} {path:.100}")
        self.answer(method, reply, expect)
        self.secrets(step, reply, path, body, headers)
        if body and 200 <= reply.status < 300 and self.template not in ("/api/v1/plays", "/api/v1/events"):
            for name in SECRETS.findall(body):  # whoever writes an id into a title has published it
                self.model.owners.pop(name.decode(), None)
        if learns and 200 <= reply.status < 300 and step.learn:
            if wrong := step.learn(reply, step.body):
                raise Fault(wrong)
        if self.n % CHECK_EVERY == 0:
            self.agree()

    def costs(self, cpu, wall, what):
        self.most_cpu = max(self.most_cpu, (cpu, what))
        most = (MAX_CPU_SETS if self.template.endswith("/admin/sets") else MAX_CPU) * self.slow
        if cpu > most:
            raise Fault(f"{what}: {cpu:.1f} s of the processor in {wall:.1f} s, {most} are the most")

    def answer(self, method, reply, expect):
        if reply.status == 503 and reply.code() == "busy" and reply.headers.get("Retry-After"):
            if self.seen.total() > 500 and sum(n for key, n in self.seen.items() if key[2] == 503) > MAX_BUSY * self.seen.total():
                raise Fault("too many answers are 503")
            return
        if reply.status not in expect:
            raise Fault(f"status {reply.status}; {sorted(expect)} were possible")
        if method == "HEAD":
            if reply.body:
                raise Fault("an answer to HEAD has a body")
            return
        if str(reply.status) in self.operation()["responses"]:
            try:
                wrong = self.interface.check(self.method, self.template, reply)
            except ValueError as error:
                wrong = [f"no JSON: {error}"]
            if wrong:
                raise Fault("; ".join(wrong[:5]))
        if reply.status >= 400:
            problem = reply.json()["error"]
            if problem["code"] not in CODES:
                raise Fault(f"the code {problem['code']!r} is not described")
            if not re.match(r"[^\n]{11,}$", problem["message"]):
                raise Fault(f"no sentence: {problem['message']!r}")
            if reply.status == 405 and not reply.headers.get("Allow"):
                raise Fault("405 without Allow")

    def secrets(self, step, reply, path, body, headers):
        """Ids and keys of others are in no answer, unless they were in the question."""
        sent = None
        for name in set(SECRETS.findall(reply.body)):
            owner = self.model.owners.get(name.decode())
            if owner is None or owner is step.who:
                continue
            if path.startswith("/api/v1/admin/complaints") and len(name) == 32:
                continue  # the administrator sees who reports, and whose it is
            sent = sent or f"{path} {headers}".encode("utf-8", "replace") + (body or b"")
            if name not in sent:
                raise Fault(f"the answer shows {name.decode()}, which belongs to {getattr(owner, 'id', owner)}")

    def agree(self):
        """What the server lists is what the model has."""
        model, rng = self.model, self.rng
        if not self.server.alive():
            raise Fault("the server is gone")
        with open(f"/proc/{self.server.process.pid}/status", encoding="ascii") as file:
            rss = int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) << 10
        self.most_rss = max(self.most_rss, rss)
        if rss > MAX_RSS * (4 if self.slow > 1 else 1):
            raise Fault(f"the server has {rss >> 20} MiB")
        player = rng.choice(model.living())
        self.must(self.progress_fault(player, self.server_ask("GET", "/api/v1/players/me", headers=player.headers()).json()))
        self.must(self.packs_fault(rng.choice(GAMES)))
        listed = {row["id"]: row["n_levels"] for row in self.server_get("/api/v1/sets").json()["sets"]}
        wanted = {name: len(levels) for name, levels in model.sets.items()}
        if listed != wanted:
            raise Fault(f"the sets are {listed}, they should be {wanted}")
        for gone in model.gone_packs[-2:]:
            if self.server_get("/api/v1/packs/" + gone).status != 404:
                raise Fault(f"the pack {gone} is back")

    @staticmethod
    def must(wrong):
        if wrong:
            raise Fault(wrong)

    def packs_fault(self, game):
        listed, page = {}, 1
        while True:
            found = self.server_get(f"/api/v1/packs?game={game}&per_page=200&page={page}").json()
            listed.update({row["id"]: row["n_levels"] for row in found["packs"]})
            if page * 200 >= found["total"]:
                break
            page += 1
        wanted = {name: len(pack.levels) for name, pack in self.model.packs.items() if pack.game == game}
        more = set(listed) - set(wanted)
        if found["total"] != len(listed):
            return f"{len(listed)} packs are listed, {found['total']} are said"
        if game == "sokoban" and self.model.batches:
            more = set()
        wrong = {name for name in wanted if listed.get(name) != wanted[name]} | more
        return f"packs of {game} that differ: {wrong}" if wrong else None

    # Begin and end.

    def begin(self):
        """Some players, the packs and sets that ship, and a few solutions."""
        for _ in range(4):
            made = self.server_ask("POST", "/api/v1/players", headers={}).json()
            self.model.add_player(Player(made["player"], made["key"]))
        for game in GAMES:
            listed = self.server_get(f"/api/v1/packs?game={game}&per_page=200").json()["packs"]
            for row in sorted(listed, key=lambda row: row["title"]):
                shown = self.server_get("/api/v1/packs/" + row["id"]).json()
                self.model.add_pack(shown)
                self.must(self.pack_fault(shown))
            for name in self.model.levels_of(game)[:3]:
                body = {"call": "solve", "game": game, "text": self.model.levels[name].text}
                job = self.server_ask("POST", "/api/v1/jobs", body).json()["job"]
                self.model.solutions[name] = self.server.wait_job(job)["result"]["solution"]
        page = 1
        while rows := self.server_get(f"/api/v1/levels?order=id&per_page=200&page={page}").json()["levels"]:
            for row in rows:  # also those that are in no pack
                self.model.add_level(row)
            page += 1
        for row in self.server_get("/api/v1/sets").json()["sets"]:
            shown = self.server_get("/api/v1/sets/" + row["id"]).json()
            self.model.sets[row["id"]] = [level["id"] for level in shown["levels"]]

    def report(self, fault, steps):
        print(f"FAILED: {fault}\nseed {self.seed}, step {self.n}; the last steps:")
        for number, (asked, answered) in enumerate(self.last, self.n - len(self.last) + 1):
            print(f"{number}: {asked}\n    {answered}")
        print(f"again: python3 tests/server/walk.py {self.server.program} docs/openapi.json --seed {self.seed} --steps {steps}")


def run(program, interface, options):
    """True when nothing was found. The seed decides the steps; what the clock decides (the state of a job, levels of a
    batch) is checked, but nothing is drawn from it. Two runs of one seed have the same trace."""
    with Server(program, OPTIONS) as server:
        walk = Walk(server, interface, options.seed)
        end = time.monotonic() + options.seconds if options.seconds else None
        try:
            walk.begin()
            while time.monotonic() < end if end else walk.n < options.steps:
                walk.step()
            walk.agree()
        except (Fault, OSError, ValueError, KeyError, TypeError) as fault:
            walk.report(repr(fault) if not isinstance(fault, Fault) else fault, walk.n)
            return False
        cpu = cpu_s(server.process.pid)
        print(f"seed {walk.seed}: {walk.n} steps, {len(walk.seen)} kinds of answer, {cpu:.1f} s of CPU, at most "
              f"{walk.most_cpu[0]:.2f} s at once ({walk.most_cpu[1]}), {walk.most_rss >> 20} MiB, trace {walk.trace.hexdigest()[:12]}")
        missing = [f"{method} {path}" for method, path in STEPS
                   if not any((method, path, status) in walk.seen for status in (200, 201, 202, 204))
                   and not path.endswith("/pair")]  # no pair of its study is open
        if missing and walk.n >= 3000:
            print("FAILED: never answered with success:", missing)
            return False
        return server.stop() == 0


def main(program, description, *more):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(more)
    interface = Interface.load(description)
    described = {(method.upper(), path) for path, method in interface.operations()}
    if described != set(STEPS):
        print("FAILED: without a step, or not described:", sorted(described ^ set(STEPS)))
        return 1
    return 0 if run(program, interface, options) else 1


if __name__ == "__main__":
    sys.exit(main(*arguments()))

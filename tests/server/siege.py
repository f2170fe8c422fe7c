"""A siege: hostile clients of seven kinds and honest players, all at once.

    siege.py PROGRAM PLAYERS [--seconds S] [--players N] [--period MS] [--judge] [--calm] [--postgres]

PLAYERS is the program siege_players (tests/siege), which plays honestly at N addresses, wins now and then, and times its
answers; it is C and takes a few percent of a processor, so that what it measures is the server. The hostile clients are
processes of their own, as strong as the server: nobody is niced. What they send is made once, so that they take processor
time from the server by what they ask and not by being written in Python. Each has one address, limited as strangers are
(--rate), and many players. The server logs as it does by default, to a file.

Nothing that was acknowledged may be lost, and the server's memory stays under 1 GiB (its worker processes apart). With
--judge the honest players' 99th percentile must be under 100 ms for events and 500 ms for the daily level and for wins,
which are replayed by workers. --calm: without the hostile ones, to compare."""
import argparse
import collections
import functools
import http.client
import json
import multiprocessing
import random
import socket
import subprocess
import sys
import time

from harness import LEVEL, PATIENCE, Checks, Server, is_sanitized, wait_until
from strangers import SLOW, SOURCE, bomb

RATE = 50             # the default for strangers
MAX_MEMORY = 1 << 30  # bytes of the server itself
MAX_WORKER = (1280 + 64) << 20  # of one worker, with the default of --job-memory
MAX_P99 = {"events": 100, "daily": 500, "wins": 500}  # milliseconds
OPTIONS = ["--rate", str(RATE)]
CORRIDOR = "#" * 26 + "\n#@" + " " * 5 + "$" + " " * 14 + "." + "   #\n" + "#" * 26 + "\n"  # what honest players win
CORRIDOR_MOVES = "r" * 5 + "R" * 15
bomb = functools.cache(bomb)
LONG = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 1000, "seconds": 600,
        "options": {"boxes": 6, "size": "3x3"}}


class Hostile:
    """One address with as many keys as it gets; counts what it is answered."""

    def __init__(self, port, address, seconds):
        self.port, self.address, self.end = port, address, time.monotonic() + seconds
        self.rng = random.Random(address)
        self.answers = collections.Counter()
        self.link, self.keys, self.play, self.seq = None, [], None, 1

    def ask(self, method, path, body=None, headers=None, kind="application/json"):
        headers = dict(headers or {})
        if body is not None:
            headers["Content-Type"] = kind
            body = json.dumps(body) if kind == "application/json" and not isinstance(body, str) else body
        try:
            self.link = self.link or http.client.HTTPConnection("127.0.0.1", self.port, source_address=(self.address, 0))
            self.link.timeout = min(20, max(0.1, self.end - time.monotonic()))  # nobody waits beyond the end
            if self.link.sock:
                self.link.sock.settimeout(self.link.timeout)
            self.link.request(method, path, body=body.encode() if isinstance(body, str) else body, headers=headers)
            answer = self.link.getresponse()
            data = answer.read()
            status = answer.status
        except (OSError, http.client.HTTPException):
            self.link, status, data = None, 0, b""
        self.answers[status] += 1
        if status == 429:
            time.sleep(0.02)  # it tries again at once, but need not measure Python
        return status, data

    def new_key(self):
        status, data = self.ask("POST", "/api/v1/players")
        if status == 201:
            self.keys.append({"Authorization": "Player " + json.loads(data)["key"]})

    def me(self):
        if len(self.keys) < 20:
            self.new_key()
        return self.rng.choice(self.keys) if self.keys else {}

    def run(self):
        while time.monotonic() < self.end:
            self.act()
        return self.answers

    def act(self):
        raise NotImplementedError


class Bomber(Hostile):
    """Small texts that are large when read, and rules that take long."""

    def act(self):
        n = self.rng.randrange(6)
        rows = ["P" + "." * 95 + "G"] + [("B." * 50)[:97]] * (80 + self.rng.randrange(15))
        if n == 0:
            self.ask("POST", "/api/v1/packs/import?game=sokoban", bomb(self.rng.choice((28000, 112000))), self.me(), "text/plain")
        elif n == 1:
            self.ask("POST", "/api/v1/jobs", {"call": "rate", "game": "sokoban", "text": bomb(62000)}, self.me())
        elif n == 2:
            text = SLOW.replace("P.G\n", "\n".join(rows) + "\n")
            self.ask("POST", "/api/v1/packs", {"title": "b", "game": "puzzlescript",
                                               "levels": [{"text": text, "solution": "l" * 9000}]}, self.me())
        elif n == 3:
            text = f"{'9' * 5}#" * 20 + "|" + "999(-)|" * 900
            self.ask("POST", "/api/v1/packs/import?game=sokoban", text, self.me(), "text/plain")
        elif n == 4:
            source = SOURCE.replace("LEGEND\n", "LEGEND\n" + "".join(f"L{i:05} = Player\n" for i in range(9000)))
            levels = [{"text": "P" + "." * self.rng.randrange(90) + "G" + "." * i + "\n"} for i in range(45)]
            status, data = self.ask("POST", "/api/v1/packs", {"title": "h", "game": "puzzlescript", "source": source,
                                                              "levels": levels}, self.me())
            if status == 201:
                for form in ("?format=svg", "?format=png", "", "?format=json"):
                    self.ask("GET", f"/api/v1/packs/{json.loads(data)['id']}/export{form}")
        else:
            self.ask("POST", "/api/v1/events", '{"events":' + "[" * 60000, self.me())


class Filler(Hostile):
    """Stores as much as it may."""

    def act(self):
        if self.play is None or self.seq > 20000:
            status, data = self.ask("GET", "/api/v1/levels?per_page=1")
            levels = json.loads(data)["levels"] if status == 200 else []
            me = self.me()
            status, data = self.ask("POST", "/api/v1/plays", {"level": levels[0]["id"] if levels else ""}, me)
            if status == 201:
                self.play, self.seq = (json.loads(data)["play"], me), 1
            return
        n = self.rng.randrange(4)
        if n < 2:
            events = [{"play": self.play[0], "seq": self.seq + i, "kind": "move", "data": "R" * 200} for i in range(500)]
            status, _ = self.ask("POST", "/api/v1/events", {"events": events}, self.play[1])
            self.seq += 500 if status == 200 else 0
            self.play = None if status == 429 else self.play
        elif n == 2:
            levels = [{"text": LEVEL.replace("@$.", "@$." + " " * self.rng.randrange(1, 900)).replace("#####", "#" * 905),
                       "title": "x" * 190} for _ in range(100)]
            self.ask("POST", "/api/v1/packs", {"title": f"spam {self.seq}", "game": "sokoban", "levels": levels}, self.me())
        else:
            self.new_key()


class Idler(Hostile):
    """Connections: idle ones, heads and bodies that do not end, answers that nobody reads."""

    def run(self):
        held = []
        while time.monotonic() < self.end:
            try:
                link = socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(self.address, 0))
                link.setblocking(False)
                link.send(self.rng.choice((b"", b"GET / HTTP/1.1\r\nHost: loc", b"GET /api/v1/openapi.json HTTP/1.1\r\n"
                                           b"Host: localhost\r\n\r\n" * 20,
                                           b"POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n"
                                           b"Content-Type: application/json\r\n\r\n" + b" " * 50000)))
                held.append(link)
                self.answers["connected"] += 1
            except OSError:
                self.answers["refused"] += 1
            for _ in range(4):
                if len(held) > 900 or held and self.rng.random() < 0.1:
                    held.pop(self.rng.randrange(len(held))).close()
                elif held:
                    try:
                        self.rng.choice(held).send(b"x")
                    except OSError:
                        pass
            time.sleep(0.002)
        return self.answers


class Starver(Hostile):
    """Keeps the workers busy, and asks for what is dear to answer."""

    def act(self):
        n = self.rng.randrange(6)
        if n < 2:
            self.ask("POST", "/api/v1/jobs", {**LONG, "seed": self.rng.randrange(1000)}, self.me())
        elif n == 2:
            self.ask("GET", "/api/v1/levels?per_page=200&page=" + str(self.rng.randrange(1, 9)))
        elif n == 3:
            self.ask("GET", self.rng.choice(("/api/v1/insight", "/api/v1/reports/tables", "/api/v1/packs?per_page=200",
                                             "/api/v1/daily/archive?game=sokoban")))
        elif n == 4:
            status, data = self.ask("GET", "/api/v1/packs")
            packs = json.loads(data)["packs"] if status == 200 else []
            if packs:
                self.ask("GET", f"/api/v1/packs/{self.rng.choice(packs)['id']}/export?format=png")
        else:
            rooms = "\n".join("#" * 60 + "\n" + ("#" + " " * 58 + "#\n") * 50 + "#@$.$.$." + " " * 51 + "#\n" + "#" * 60 + "\n"
                              for _ in range(3))
            self.ask("POST", "/api/v1/jobs", {"call": "rate", "game": "sokoban", "text": rooms, "seconds": 600}, self.me())


class Winner(Hostile):
    """Claims wins whose moves take as long to replay as they may."""

    LEVEL = SLOW.replace("P.G\n", "\n".join(["P" + "." * 95 + "G"] + [("B." * 50)[:97]] * 90) + "\n")
    level = None

    def act(self):
        if self.level is None:
            status, data = self.ask("POST", "/api/v1/packs", {"title": "w", "game": "puzzlescript",
                                                              "levels": [{"text": self.LEVEL}]}, self.me())
            if status == 201:
                status, data = self.ask("GET", "/api/v1/packs/" + json.loads(data)["id"])
                self.level = json.loads(data)["levels"][0]["id"] if status == 200 else None
            return
        me = self.me()
        status, data = self.ask("POST", "/api/v1/plays", {"level": self.level}, me)
        if status == 201:
            events = [{"play": json.loads(data)["play"], "seq": 1 + i, "kind": "win", "data": "l" * 19000} for i in range(3)]
            self.ask("POST", "/api/v1/events", {"events": events}, me)


class Heavy(Hostile):
    """Bodies that take long to read, as large as they may be."""

    DEEP = '{"call":"solve","text":"x","options":' + '{"a":' * 60 + '[' + "1.5e3," * 150_000 + "1]" + "}" * 61
    WIDE = '{"call":"solve","options":{' + ",".join(f'"k{i}":"\\u00e9\\n"' for i in range(40_000)) + "}}"
    RULES = SOURCE.replace("RULES\n", "RULES\n\n" + "[ > Player | Goal ] -> [ > Player | > Goal ]\n" * 15_000)

    def act(self):
        body = self.rng.choice((self.DEEP, self.WIDE, {"call": "solve", "game": "puzzlescript", "text": self.RULES}))
        self.ask("POST", "/api/v1/jobs", body, self.me())


class Reader(Hostile):
    """Asks for the largest answers there are, and for refusals, each of which is a line of the log."""

    pack = None

    def act(self):
        if self.pack is None:
            text = "\n\n".join(f"900#|#@$.{895 - i}-{1 + i}#|" + "#898-#|" * 800 + "900#" for i in range(10))
            status, data = self.ask("POST", "/api/v1/packs/import?game=sokoban&format=rle", text, self.me(), "text/plain")
            self.pack = json.loads(data)["id"] if status == 201 else None
        elif self.rng.randrange(4) == 0:
            self.ask("GET", f"/api/v1/packs/{self.pack}" + self.rng.choice(("", "/export?format=json", "/export")))
        else:
            self.ask(self.rng.choice(("POST", "DELETE", "GET")), "/api/v1/" + self.rng.choice(("admin/sets", "nothing", "levels/x")),
                     headers={"Authorization": "Player " + "0" * 64})


KINDS = (Bomber, Filler, Idler, Starver, Winner, Heavy, Reader)


def attack(kind, port, address, seconds, out):
    out.put((kind.__name__, dict(kind(port, address, seconds).run())))


def granted(ask):
    """The answer of a server that may be busy with its first start."""
    def look():
        reply = ask()
        if reply.status != 201:
            print(f"before the siege: {reply.status} {reply.body[:200]!r}")
        return reply.status == 201 and reply.json()
    return wait_until(look)


def make_players(server, n):
    """Lines for siege_players: each asks from its own address."""
    pack = granted(lambda: server.post("/api/v1/packs/import?game=sokoban&title=siege", CORRIDOR,
                                       headers={**server.admin(), "Content-Type": "text/plain"}))["id"]
    level = server.get("/api/v1/packs/" + pack).json()["levels"][0]["id"]
    lines = []
    for i in range(n):
        address = f"127.1.{i // 200}.{1 + i % 200}"
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0))
        key = granted(lambda: server.post("/api/v1/players", connection=link))["key"]
        me = {"Authorization": "Player " + key}
        play = granted(lambda: server.post("/api/v1/plays", {"level": level}, headers=me, connection=link))["play"]
        link.close()
        lines.append(f"{address} {key} {play}\n")
    return "".join(lines)


def read_result(text):
    plays, numbers, refused = {}, {}, {}
    for line in text.splitlines():
        name, *rest = line.split()
        if name == "play":
            plays[rest[0]] = (int(rest[1]), int(rest[2]))
        elif name == "status":
            refused[rest[0]] = int(rest[1])
        else:
            numbers[name] = [float(value) for value in rest]
    return plays, numbers, refused


def count_lost(server, plays, checks):
    stored = {row[0]: (int(row[1]), int(row[2])) for row in
              server.rows("SELECT play, count(*), max(seq) FROM events GROUP BY play") if row[0] in plays}
    lost = {play: (told, stored.get(play)) for play, (told, doubtful) in plays.items()
            if not told <= stored.get(play, (0, 0))[0] <= told + doubtful or told and stored[play][0] != stored[play][1]}
    checks.same(lost, {}, "plays whose stored events are not those acknowledged")
    return sum(told for told, _ in plays.values())


def besiege(server, args, checks):
    lines = make_players(server, args.players)
    out = multiprocessing.Queue()
    only = args.only.split(",") if args.only else [kind.__name__.lower() for kind in KINDS]
    kinds = [] if args.calm else [kind for kind in KINDS if kind.__name__.lower() in only]
    attackers = [multiprocessing.Process(target=attack, args=(kind, server.port, f"127.2.0.{i + 1}", args.seconds, out))
                 for i, kind in enumerate(kinds)]
    for process in attackers:
        process.start()
    before = server.cpu_s()
    done = subprocess.run([args.honest, str(server.port), str(args.seconds), str(args.period), CORRIDOR_MOVES], input=lines, text=True,
                          capture_output=True, check=True)
    cpu = server.cpu_s() - before
    answers = dict(out.get(timeout=PATIENCE) for _ in attackers)
    for process in attackers:
        process.join()
    plays, numbers, refused = read_result(done.stdout)
    memory, worker = (int(megabytes) << 20 for megabytes in server.peaks_mb())
    acknowledged = count_lost(server, plays, checks)
    for name, found in sorted(answers.items()):
        print(f"{name.lower()}: " + ", ".join(f"{n} x {status}" for status, n in sorted(found.items(), key=str)))
    for name in MAX_P99:
        count, median, p99, most = numbers.get(name, (0, 0, 0, 0))
        checks.that(count > 0, f"there were {name}")
        print(f"{name}: {count:.0f} answers, median {median:.1f} ms, p99 {p99:.1f} ms, slowest {most:.0f} ms")
        if args.judge:
            checks.that(p99 < MAX_P99[name], f"p99 of {name}: {p99:.1f} ms, {MAX_P99[name]} are allowed")
    print(f"honest players: {acknowledged} events acknowledged; refused {refused or 'none'}, broken connections "
          f"{numbers['broken'][0]:.0f}; their program took {numbers['cpu'][0]:.1f} s of CPU, the server and its workers "
          f"{cpu:.1f} s in {args.seconds} s; the server had {memory >> 20} MiB at most, a worker {worker >> 20} MiB")
    checks.that(memory < MAX_MEMORY or is_sanitized(server.program), f"the server had {memory >> 20} MiB")
    checks.that(worker < MAX_WORKER or is_sanitized(server.program), f"a worker had {worker >> 20} MiB")
    checks.same(refused, {}, "honest requests that were refused")
    checks.same(numbers["broken"][0], 0, "connections of honest players that were broken")
    checks.that(acknowledged > args.players, "the players played")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("honest")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--period", type=int, default=1000, help="milliseconds between two requests of a player")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--calm", action="store_true")
    parser.add_argument("--only", help="hostile kinds by name, e.g. heavy,reader: to see whose fault it is")
    parser.add_argument("--postgres", action="store_true")
    args = parser.parse_args()
    if args.postgres:
        Server.use_postgres()
    checks = Checks()
    with Server(args.program, OPTIONS) as server:
        besiege(server, args, checks)
        checks.that(server.alive(), "the server is alive")
        checks.same(server.stop(), 0, "its exit code")
        if not server.postgres:
            done = subprocess.run([args.program, "db", "check", "--db", server.data + "/levelwright.db"],
                                  capture_output=True, text=True, check=False)
            checks.same(done.returncode, 0, "levelwright db check: " + done.stdout[:300])
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

"""Slow, rude and odd clients, all at once, each from an address of its own, with honest players beside them.

    zoo.py PROGRAM [--postgres] [--seconds S]

An animal is a coroutine that behaves badly and checks what becomes of it: an answer that says why, or the end of the
connection, never a hold on the server. The honest players must be answered all the time, and what they were told is stored
must be stored. New animals are functions with the decorator."""
import asyncio
import json
import re
import resource
import socket
import struct
import sys
import time

from harness import LEVEL, PATIENCE, Checks, Server, arguments

OPTIONS = ["--no-daily", "--workers", "1", "--job-time", "2h", "--rate", "400", "--request-time", "6s", "--idle-time", "8s", "--log", "none"]
ANIMALS = []
AUTH = "Authorization: {}\r\n"


def animal(function):
    ANIMALS.append(function)
    return function


class Link:
    """A connection from an address of our own."""

    def __init__(self, zoo, address, room=None):
        self.zoo, self.address, self.room = zoo, address, room
        self.reader = self.writer = None

    async def __aenter__(self):
        link = socket.socket()
        if self.room:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.room)
        link.setblocking(False)
        link.bind((self.address, 0))
        try:
            await asyncio.wait_for(asyncio.get_running_loop().sock_connect(link, ("127.0.0.1", self.zoo.server.port)), PATIENCE)
        except OSError:
            link.close()
            raise
        self.reader, self.writer = await asyncio.open_connection(sock=link, limit=1 << 16)
        return self

    async def __aexit__(self, kind, value, trace):
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError:
            pass

    def reset(self):
        """Leaves without a word."""
        try:
            self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:  # the server was quicker
            pass
        self.writer.transport.abort()

    async def send(self, data):
        self.writer.write(data if isinstance(data, bytes) else data.encode("latin-1"))
        await asyncio.wait_for(self.writer.drain(), PATIENCE)

    async def answer(self):
        """(status, body) of the next answer; (None, b"") when the connection has ended."""
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            return None, b""
        status = int(head.split(b" ")[1])
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if status == 100:
            return status, b""
        try:
            return status, await asyncio.wait_for(self.reader.readexactly(int(length.group(1)) if length else 0), PATIENCE)
        except (asyncio.IncompleteReadError, OSError):
            return None, b""

    async def ends(self):
        """Reads until the connection is over; everything that came."""
        parts = []
        try:
            while part := await asyncio.wait_for(self.reader.read(65536), PATIENCE):
                parts.append(part)
        except OSError:
            pass
        return b"".join(parts)

    async def ask(self, method, path, body=None, headers=""):
        data = json.dumps(body).encode() if body is not None else b""
        kind = "Content-Type: application/json\r\n" if body is not None else ""
        await self.send(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{kind}{headers}"
                        f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        return await self.answer()


def get(path="/api/v1/kinds", more=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n"


def statuses(text):
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d{3}) ", text)]


class Zoo:
    def __init__(self, server, checks, seconds):
        self.server, self.checks, self.seconds = server, checks, seconds
        self.addresses = iter(f"127.0.{i // 200}.{10 + i % 200}" for i in range(10000))
        self.running, self.refused, self.slowest, self.asked, self.broken = True, [], 0, 0, 0
        self.acknowledged = {}
        self.large = None  # a path with an answer of megabytes
        self.job = None    # one that runs all the time

    def link(self, address=None, room=None):
        return Link(self, address or next(self.addresses), room)

    # Those who play.

    async def honest(self, key, level):
        auth = AUTH.format("Player " + key)
        address = next(self.addresses)
        link, play, seq = None, None, 1
        while self.running:
            try:
                link = link or await self.link(address).__aenter__()
                began = time.monotonic()
                if play is None:
                    status, body = await link.ask("POST", "/api/v1/plays", {"level": level}, auth)
                    play = json.loads(body)["play"] if status == 201 else None
                else:
                    status, body = await link.ask("POST", "/api/v1/events", {"events": [
                        {"play": play, "seq": seq, "kind": "move", "data": "R"}]}, auth)
                    if status == 200:
                        self.acknowledged[play] = seq
                        seq += 1
                    if status is not None:
                        daily, _ = await link.ask("GET", "/api/v1/daily?game=sokoban")
                        status = status if daily == 200 else daily
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.asked += 1
            except OSError as error:
                status = str(error)
            if status is None or isinstance(status, str):
                # Closed: this program stood still for longer than a request may take. It asks again, as browsers do.
                self.broken += 1
                link = None
            elif status not in (200, 201):
                self.refused.append(status)
            await asyncio.sleep(0.05)

    # All together.

    def find_large(self):
        """The engine, whose name stands in the pages' code; without pages there is only the description."""
        with open("web/dist/files.tsv", encoding="utf-8") as file:
            names = [line.split("\t")[0] for line in file if ".wasm\t" in line]
        self.large = names[0] if names and self.server.get(names[0]).status == 200 else "/api/v1/openapi.json"

    async def visit(self):
        players = [self.server.player()["Authorization"][7:] for _ in range(6)]
        me = self.server.player()
        level = self.server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
        self.find_large()
        body = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 1000, "seconds": 7200,
                "options": {"boxes": 5, "size": "3x3"}}
        self.job = self.server.post("/api/v1/jobs", body, headers=me).json()["job"]
        honest = [asyncio.create_task(self.honest(key, level)) for key in players]
        end = time.monotonic() + self.seconds
        rounds = 0
        while rounds == 0 or time.monotonic() < end:
            rounds += 1
            done = await asyncio.gather(*(one(self) for one in ANIMALS), return_exceptions=True)
            for one, result in zip(ANIMALS, done):
                if isinstance(result, BaseException):
                    self.checks.that(False, f"{one.__name__}: {result!r}")
        self.running = False
        await asyncio.gather(*honest)
        self.checks.same(self.refused, [], f"honest requests that failed, of {self.asked}")
        self.checks.that(self.asked > 50 and self.asked > 4 * self.broken, f"honest requests: {self.asked}, {self.broken} broken")
        print(f"{rounds} rounds of {len(ANIMALS)} animals; {self.asked} honest requests, the slowest {self.slowest * 1000:.0f} ms "
              f"on this machine as it is")

    def count(self):
        for play, seq in self.acknowledged.items():
            found = self.server.rows(f"SELECT count(*) FROM events WHERE play = '{play}'")
            self.checks.that(seq <= int(found[0][0]) <= seq + 1, f"events of an honest player: {found}, {seq} acknowledged")


# Slow ones.

async def drip(link, data, pause=0.25):
    """A byte at a time until the connection ends; how long it took."""
    began = time.monotonic()
    at = 0
    while time.monotonic() < began + PATIENCE:
        try:
            await link.send(data[at % len(data):at % len(data) + 1])
            await asyncio.wait_for(link.reader.readexactly(1), pause)
        except (asyncio.TimeoutError, TimeoutError):
            at += 1
        except (asyncio.IncompleteReadError, OSError):
            return time.monotonic() - began
    return None


@animal
async def slow_heads(zoo):
    async with zoo.link() as link:
        await link.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        zoo.checks.that(await drip(link, b"abcdefgh") is not None, "a head that never ends is cut")


@animal
async def slow_bodies(zoo):
    async with zoo.link() as link:
        await link.send("POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        "Content-Length: 100000\r\n\r\n")
        zoo.checks.that(await drip(link, b'{"events":[' + b" " * 99) is not None, "a body that never ends is cut")


@animal
async def slow_chunks(zoo):
    async with zoo.link() as link:
        await link.send("POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n")
        zoo.checks.that(await drip(link, b"1\r\n \r\n") is not None, "chunks that never end are cut")


@animal
async def silent(zoo):
    async with zoo.link() as link:
        zoo.checks.same(await link.ends(), b"", "a connection that asks nothing is closed")


@animal
async def slow_readers(zoo):
    """Twenty who ask for a large page and read a few bytes a second: others are served, and they can leave."""
    async def one(address):
        async with zoo.link(address, room=1024) as link:
            await link.send(get(zoo.large) * 3)
            end = time.monotonic() + 4
            while time.monotonic() < end:
                if not await link.reader.read(16):
                    return
                await asyncio.sleep(0.3)
            link.reset()
    address = next(zoo.addresses)
    await asyncio.gather(*(one(address) for _ in range(20)))


@animal
async def never_reads(zoo):
    """Asks and asks and never looks: the server stops reading, or hangs up."""
    async with zoo.link(room=1024) as link:
        try:
            for _ in range(200):
                link.writer.write(get(zoo.large).encode() * 100)
                await asyncio.wait_for(link.writer.drain(), 3)
        except (asyncio.TimeoutError, TimeoutError, OSError):
            pass
        link.reset()


# Rude ones.

async def answered(ask):
    """What it finds when it is not cut: on a machine that stands still for seconds a request is, as too slow."""
    for _ in range(20):
        if found := await ask():
            break
    return found


@animal
async def half_closers(zoo):
    async def ask():
        async with zoo.link() as link:
            await link.send(get("/healthz"))
            link.writer.write_eof()
            return statuses(await link.ends())
    zoo.checks.same(await answered(ask), [200], "who has said all still gets the answer")
    async with zoo.link() as link:
        await link.send("POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        link.writer.write_eof()
        zoo.checks.that(statuses(await link.ends()) in ([], [400], [401], [415]), "half a body and no more")


@animal
async def pipeliners(zoo):
    """More requests in one breath than an address may ask: answered in order, or limited, none forgotten."""
    asked, found = 2500, []
    for _ in range(10):  # on a machine that stands still for seconds it is cut as too slow
        async with zoo.link() as link:
            sending = asyncio.create_task(link.send(get() * asked + get("/healthz", "Connection: close\r\n")))
            found = statuses(await link.ends())
            await asyncio.gather(sending, return_exceptions=True)
            zoo.checks.same(set(found) - {200, 429}, set(), "statuses of a pipeline")
            if len(found) == asked + 1:
                break
    zoo.checks.same(len(found), asked + 1, "answers to a pipeline")


@animal
async def resetters(zoo):
    address = next(zoo.addresses)
    for i in range(60):
        async with zoo.link(address) as link:
            await link.send(get(zoo.large))
            if i % 3 == 0:
                await link.reader.read(500)
            link.reset()
    for i in range(60):
        async with zoo.link(address) as link:
            await link.send("POST /api/v1/packs/import?game=sokoban HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n"
                            "Content-Type: text/plain\r\n\r\n" + "x" * (i * 1000))
            link.reset()


@animal
async def storm(zoo):
    """Comes and goes without asking anything."""
    address = next(zoo.addresses)

    async def some(n):
        for i in range(n):
            async with zoo.link(address) as link:
                if i % 2:
                    link.reset()
    await asyncio.gather(*(some(60) for _ in range(8)))


@animal
async def campers(zoo):
    """As many connections as one address can get, each asking just often enough not to be idle."""
    address = next(zoo.addresses)

    async def one():
        try:
            async with zoo.link(address) as link:
                for _ in range(4):
                    await link.send(get("/healthz"))
                    status, _ = await link.answer()
                    if status is None:
                        return
                    await asyncio.sleep(1)
        except OSError:
            pass
    await asyncio.gather(*(one() for _ in range(300)))


@animal
async def hoarders(zoo):
    """Streams: a hundred an address, and somebody else can still follow the job."""
    address, links, found = next(zoo.addresses), [], []
    for _ in range(110):
        link = await zoo.link(address).__aenter__()
        links.append(link)
        await link.send(get(f"/api/v1/jobs/{zoo.job}/events"))
        found.append(int((await asyncio.wait_for(link.reader.readuntil(b"\r\n\r\n"), PATIENCE)).split(b" ")[1]))
    zoo.checks.that(95 <= found.count(200) <= 100 and set(found) <= {200, 429, 503}, f"streams of one address: {found}")
    async with zoo.link() as other:
        await other.send(get(f"/api/v1/jobs/{zoo.job}/events"))
        head = await asyncio.wait_for(other.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        zoo.checks.same(head.split(b" ")[1], b"200", "a stream of another address beside them")
    for i, link in enumerate(links):
        if i % 2:
            link.reset()
        await link.__aexit__(None, None, None)


# Odd ones.

async def refused(zoo, text, wanted, what):
    """What comes back has one of the statuses, or nothing comes and the connection ends (None)."""
    async with zoo.link() as link:
        try:
            await link.send(text)
        except OSError:
            pass
        found = statuses(await link.ends())
        zoo.checks.that((found[0] if found else None) in wanted, f"{what}: {found[:3]}")


@animal
async def giant_heads(zoo):
    await refused(zoo, get(more="X-A: " + "a" * 60000 + "\r\n"), (400, 413, 431, None), "a header of 60 kB")
    await refused(zoo, get(more="".join(f"X-{i}: {i}\r\n" for i in range(5000))), (400, 413, 431, None), "5000 headers")
    await refused(zoo, "GET /" + "a" * 200000, (400, 414, 431, None), "an address of 200 kB")
    await refused(zoo, get(more="Cookie: " + "a=b; " * 3000 + "\r\nConnection: close\r\n"), (200, 400, 413, 431), "15 kB of cookies")
    await refused(zoo, get(more="Authorization: Player " + "x" * 20000 + "\r\nConnection: close\r\n"), (200, 400, 401, 413, 431),
                  "a key of 20 kB")


@animal
async def chunk_players(zoo):
    head = ("POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    for text, what in (("ffffffffffffffff\r\n{", "a chunk of 2^64 bytes"), ("-1\r\n{}\r\n", "a negative chunk"),
                       ("0x2\r\n{}\r\n0\r\n\r\n", "0x"), (" 2\r\n{}\r\n0\r\n\r\n", "a space"), ("2 \r\n{}\r\n0\r\n\r\n", "one behind"),
                       ("2;" + "x" * 50000 + "\r\n{}\r\n0\r\n\r\n", "an extension of 50 kB"), ("2\n{}\n0\n\n", "bare line feeds"),
                       ("2\r\n{}xx0\r\n\r\n", "no end of a chunk"), ("1\r\n{\r\n" * 20000 + "0\r\n\r\n", "20,000 chunks of a byte"),
                       ("2\r\n{}\r\n0\r\nX-Trailer: " + "x" * 60000 + "\r\n\r\n", "a giant trailer"),
                       ("2\r\n{}\r\n0\r\n", "no last line"), ("\r\n\r\n", "no size")):
        # 500 is libmicrohttpd's own answer when its room for a line is used up.
        await refused(zoo, head + text, (400, 401, 413, 431, None, *((500,) if "extension" in what else ())), what)


@animal
async def expecters(zoo):
    """100-continue: not before a refusal, and not for ever."""
    async def ask(path, more, body=b""):
        async with zoo.link() as link:
            await link.send(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
                            "Expect: 100-continue\r\nConnection: close\r\n\r\n".encode() + body)
            return statuses(await link.ends())
    for path, length, status in (("nowhere", 2, 404), ("events", 99999999, 413)):
        found = await answered(lambda: ask(f"/api/v1/{path}", f"Content-Length: {length}\r\n"))
        zoo.checks.same(found[-1:], [status], f"{path} with {length} bytes, who waits to send")
    found = await ask("/api/v1/events", "Content-Length: 20\r\n")
    zoo.checks.that(found in ([100], [100, 408], [401], []), f"who is told to go on and never does: {found}")
    found = await answered(lambda: ask("/api/v1/events", "Content-Length: 2\r\n", b"{}"))
    zoo.checks.same(found[-1:], [401], "who does not wait")
    await refused(zoo, get(more="Expect: 200-ok\r\nConnection: close\r\n"), (200, 400, 417), "another expectation")


@animal
async def strange_tongues(zoo):
    for text, what in (("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/2"), ("GET /\r\n\r\n", "HTTP/0.9"),
                       (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), "TLS"), (b"\x00" * 1000, "zeros"),
                       ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "a whole address"),
                       ("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", "CONNECT"),
                       ("OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "OPTIONS *"),
                       ("TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "TRACE"),
                       ("GET / HTTP/9.9\r\nHost: localhost\r\nConnection: close\r\n\r\n", "a version of tomorrow"),
                       ("GET / HTTP/1.1\r\nHost: localhost\r\n folded: yes\r\nConnection: close\r\n\r\n", "a folded line"),
                       ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n", "two hosts"),
                       ("G" * 100000, "a method of 100 kB"), ("SSH-2.0-OpenSSH_9.2\r\n\r\n", "SSH")):
        async with zoo.link() as link:
            try:
                await link.send(text)
            except OSError:
                pass
            found = statuses(await link.ends())
            zoo.checks.that(not found or found[0] >= 200 and (found[0] != 200 or what in ("a folded line", "OPTIONS *")),
                            f"{what}: {found[:3]}")


async def crowd(zoo, n=500):
    """Nine addresses, each with its share of connections that ask for a large page and hardly read it: when all
    connections are taken, those who have been slow to read make room."""
    links = []
    for address in [next(zoo.addresses) for _ in range(9)]:
        for _ in range(n):
            link = socket.socket()
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            link.bind((address, 0))
            link.connect(("127.0.0.1", zoo.server.port))
            link.sendall(get(zoo.large).encode() * 6)
            links.append(link)
    end = time.monotonic() + PATIENCE
    status = None
    while status != 200 and time.monotonic() < end:
        try:
            async with zoo.link() as link:
                await link.send(get("/healthz", "Connection: close\r\n"))
                status, _ = await link.answer()
        except OSError:
            await asyncio.sleep(0.2)
        for link in links:  # just enough to look alive
            try:
                link.recv(2000, socket.MSG_DONTWAIT)
            except OSError:
                pass
        await asyncio.sleep(0.5)
    zoo.checks.same(status, 200, f"an answer beside {len(links)} slow readers")
    for link in links:
        link.close()


def crowded(program, checks):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 10000)), hard))
    with Server(program, [*OPTIONS, "--rate", "1000000", "--idle-time", "1h"]) as server:
        zoo = Zoo(server, checks, 0)
        zoo.find_large()
        asyncio.run(crowd(zoo))
        checks.that(server.alive(), "alive after slow readers")


def main(program, *more):
    seconds = float(more[1]) if more[:1] == ("--seconds",) else 0
    checks = Checks()
    with Server(program, OPTIONS) as server:
        server.post("/api/v1/packs", {"title": "t", "game": "sokoban", "levels": [{"text": LEVEL}]}, headers=server.player())
        zoo = Zoo(server, checks, seconds)
        asyncio.run(zoo.visit())
        checks.that(server.alive(), "alive when all have gone")
        zoo.count()
        checks.same(server.stop(), 0, "the exit code")
    crowded(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

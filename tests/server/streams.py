"""Event streams of jobs: readers that come back, restarts, slow and many readers.

    streams.py PROGRAM [--postgres]"""
import json
import shutil
import socket
import sys
import tempfile
import threading

from harness import PATIENCE, Checks, Server, arguments, wait_until

MANY = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 250, "seed": 9,
        "options": {"boxes": 2, "size": "2x2"}, "seconds": 7200}
ENDLESS = {**MANY, "count": 1000, "options": {"boxes": 5, "size": "3x3"}, "seconds": 7200}
OPTIONS = ["--no-daily", "--job-time", "2h"]
ENDS = ("done", "failed", "cancelled")


class Reader:
    """One connection to a job's stream; iterating gives (id, event, data)."""

    def __init__(self, server, job, last_id=None, client=None):
        self.connection = server.connect()
        headers = {"Last-Event-ID": last_id} if last_id else {}
        headers |= {"X-Forwarded-For": client} if client else {}
        self.connection.request("GET", f"/api/v1/jobs/{job}/events", headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.last_id = last_id

    def __iter__(self):
        name, data, number = None, None, None
        for line in self.answer:
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data = line[6:]
            elif line.startswith("id: "):
                number = line[4:]
            elif not line and name:
                self.last_id = number or self.last_id
                yield number, name, json.loads(data)
                name, data, number = None, None, None

    def close(self):
        self.connection.close()


def text_of(levels):
    return [level["text"] for level in levels]


def read_all(reader, result):
    """Levels told and the name of the end."""
    levels, end = [], None
    for _, name, data in reader:
        if name == "level":
            levels.append(data)
        end = name
    reader.close()
    result.append((levels, end))


class Held:
    """A job that cannot begin yet, as another one keeps the only worker: readers come first, however slow they are."""

    def __init__(self, server, me, request):
        self.server, self.me = server, me
        self.before = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
        server.wait_job(self.before, ("running",))
        self.job = server.post("/api/v1/jobs", request, headers=me).json()["job"]

    def let_go(self):
        self.server.ask("DELETE", "/api/v1/jobs/" + self.before, headers=self.me)


def comes_back(server, checks, me):
    """A reader that hangs up after every few events has the same levels as one that stays, each once."""
    held = Held(server, me, MANY)
    job = held.job
    stays = []
    thread = threading.Thread(target=read_all, args=(Reader(server, job), stays))
    thread.start()
    levels, ids, told, last, end, visits = [], [], [], None, None, 0
    reader = Reader(server, job)
    held.let_go()
    while end not in ENDS and visits < 2000:
        reader = reader or Reader(server, job, last)
        visits += 1
        for seen, (number, name, data) in enumerate(reader):
            end = name
            if number:
                ids.append(number)
            if name == "level":
                levels.append(data)
                told.append(number)
            if name in ENDS or seen >= 2:
                break
        last = reader.last_id
        reader.close()
        reader = None
    thread.join()
    checks.that(visits > 5, f"it came back often: {visits}")
    checks.same(end, "done", "the end of a reader that came back")
    checks.same(stays[0][1], "done", "the end of a reader that stayed")
    checks.that(len(levels) > 3, "levels were told")
    checks.that(text_of(levels) == text_of(stays[0][0]), "both readers have the same levels in the same order")
    numbers = [int(i.split("-")[1]) for i in ids]
    checks.that(numbers == sorted(set(numbers)), "ids rise")
    result = server.get("/api/v1/jobs/" + job).json()["result"]["levels"]
    # Those of the last moment come with the result alone.
    checks.that(set(text_of(levels)) <= set(text_of(result)), "the levels told are in the result")
    # After the end: from an id in the middle on, what came after it.
    middle = told[len(told) // 2]
    reader = Reader(server, job, middle)
    again = [name for _, name, _ in reader]
    reader.close()
    checks.same((again.count("level"), again[-1]), (len(told) - len(told) // 2 - 1, "done"), "from the middle on")
    for odd in ("x", "-1", "0-0", "ffffffff-1", "9" * 200, ids[-1] + "9", ids[-1] + "x"):
        reader = Reader(server, job, odd)
        checks.same([name for _, name, _ in reader][-1], "done", f"an odd id {odd[:20]!r}")
        reader.close()


def open_streams(server):
    text = server.get("/metrics").body.decode()
    return int(next(line for line in text.splitlines() if line.startswith("levelwright_event_streams ")).split()[-1])


def slow_reader(server, checks, me):
    """One that reads nothing for a while misses no level."""
    wait_until(lambda: open_streams(server) == 0)  # those who came before
    held = Held(server, me, {**MANY, "count": 600, "seed": 77})
    job = held.job
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.connect(("127.0.0.1", server.port))
    link.sendall(f"GET /api/v1/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    wait_until(lambda: open_streams(server) == 1)
    follows = Reader(server, job)
    held.let_go()
    stays = []
    read_all(follows, stays)
    link.settimeout(PATIENCE)
    text = b""
    while b"event: done" not in text or not text.endswith(b"0\r\n\r\n"):
        part = link.recv(1000)
        if not part:
            break
        text += part
    link.close()
    checks.that(len(stays[0][0]) > 3, "levels were told")
    checks.that(len(text) < 1 << 20, f"{len(text)} bytes, which the server keeps for whoever is slow")
    checks.same(text.count(b"event: level"), len(stays[0][0]), "levels of a slow reader")
    checks.same(text.count(b"event: done"), 1, "ends of a slow reader")


def many_readers(server, checks, me, n=100):
    """Some come before the job begins, and some when they come."""
    held = Held(server, me, {**MANY, "seed": 78})
    results = []
    early = [Reader(server, held.job) for _ in range(n // 2)]
    threads = [threading.Thread(target=read_all, args=(reader, results)) for reader in early]
    threads += [threading.Thread(target=lambda: read_all(Reader(server, held.job), results)) for _ in range(n - n // 2)]
    held.let_go()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    checks.same(len(results), n, "readers that came to an end")
    checks.same({end for _, end in results}, {"done"}, "how their streams end")
    # Who came when all was over has the result in the end's data instead.
    told = [text_of(levels) for levels, _ in results if levels]
    checks.that(len(told) >= n // 2 and all(levels == told[0] for levels in told),
                "all who followed have the same levels")


def too_many(server, checks, me):
    job = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
    readers = [Reader(server, job) for _ in range(500)]
    one_more = Reader(server, job)
    checks.same(one_more.status, 503, "the 501st stream")
    checks.that(int(one_more.answer.headers["Retry-After"]) > 0, "with a time to wait")
    one_more.close()
    for reader in readers:
        reader.close()

    def comes_in():
        reader = Reader(server, job)
        reader.close()
        return reader.status == 200
    checks.that(wait_until(comes_in), "a stream after they left")
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=me)


def one_address(program, checks):
    """One address cannot take every stream there is."""
    with Server(program, [*OPTIONS, "--workers", "1", "--rate", "100000", "--proxy", "127.0.0.1"]) as server:
        job = server.post("/api/v1/jobs", ENDLESS, headers=server.player()).json()["job"]
        readers = [Reader(server, job, client="192.0.2.1") for _ in range(101)]
        checks.same([reader.status for reader in readers], [200] * 100 + [503], "streams of one address")
        other = Reader(server, job, client="192.0.2.2")
        checks.same(other.status, 200, "a stream of another address")
        for reader in [*readers, other]:
            reader.close()

        def comes_in():
            reader = Reader(server, job, client="192.0.2.1")
            reader.close()
            return reader.status == 200
        checks.that(wait_until(comes_in), "a stream of the first after they left")


def restarts(program, checks):
    """kill -9 in the middle of a job: the reader comes back with its old id and sees the end."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, [*OPTIONS, "--workers", "3"], data=data).start()  # two of them for one player
    me = server.player()
    held = Held(server, me, {**MANY, "count": 500, "seed": 5})
    job = held.job
    reader = Reader(server, job)
    for _, name, _ in reader:
        if name == "level":
            break
    last = reader.last_id
    server.kill()
    reader.close()
    server.options = [*OPTIONS, "--workers", "1"]  # which takes the older job first
    server.start()
    server.wait_job(held.before, ("running",))
    reader = Reader(server, job, last)
    held.let_go()
    names, levels = [], []
    for _, name, data_of in reader:
        names.append(name)
        if name == "level":
            levels.append(data_of)
    reader.close()
    checks.same(names[0], "state", "a reader with the id of another life gets the state")
    checks.same(names[-1], "done", "and the end")
    result = server.get("/api/v1/jobs/" + job).json()["result"]["levels"]
    checks.that(len(levels) > 3 and set(text_of(levels)) <= set(text_of(result)), "the levels of the second try are told")
    checks.same(len(text_of(levels)), len(set(text_of(levels))), "each once")
    # An orderly stop ends the streams, whose job would go on for hours.
    job = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
    reader = Reader(server, job)
    checks.same(server.stop(), 0, "exit code with a stream open")
    checks.that(not [name for _, name, _ in reader if name in ENDS], "the stream ended without an end of its job")
    reader.close()
    shutil.rmtree(data)


def main(program):
    checks = Checks()
    with Server(program, [*OPTIONS, "--workers", "1"]) as server:
        me = server.player()
        comes_back(server, checks, me)
        slow_reader(server, checks, me)
        many_readers(server, checks, me)
        too_many(server, checks, me)
        checks.that(server.alive(), "alive after all")
    one_address(program, checks)
    restarts(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

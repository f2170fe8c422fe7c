"""Event streams of jobs: readers that come back, restarts, slow and many readers.

    streams.py PROGRAM [--postgres]"""
import json
import shutil
import socket
import sys
import tempfile
import threading
import time

from harness import Checks, Server, arguments

MANY = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 250, "seed": 9,
        "options": {"boxes": 2, "size": "2x2"}, "seconds": 120}
ENDLESS = {**MANY, "count": 1000, "options": {"boxes": 5, "size": "3x3"}, "seconds": 300}
ENDS = ("done", "failed", "cancelled")


class Reader:
    """One connection to a job's stream; iterating gives (id, event, data)."""

    def __init__(self, server, job, last_id=None, timeout=60):
        self.connection = server.connect(timeout)
        headers = {"Last-Event-ID": last_id} if last_id else {}
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


def read_all(server, job, result):
    """Levels told and the name of the end."""
    reader = Reader(server, job)
    levels, end = [], None
    for _, name, data in reader:
        if name == "level":
            levels.append(data)
        end = name
    reader.close()
    result.append((levels, end))


def comes_back(server, checks, me):
    """A reader that hangs up after every few events has the same levels as one that stays, each once."""
    job = server.post("/api/v1/jobs", MANY, headers=me).json()["job"]
    stays = []
    thread = threading.Thread(target=read_all, args=(server, job, stays))
    thread.start()
    levels, ids, told, last, end, visits = [], [], [], None, None, 0
    while end not in ENDS and visits < 500:
        reader = Reader(server, job, last)
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


def slow_reader(server, checks, me):
    """One that reads nothing for a while misses no level."""
    job = server.post("/api/v1/jobs", {**MANY, "count": 600, "seed": 77}, headers=me).json()["job"]
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    link.connect(("127.0.0.1", server.port))
    link.sendall(f"GET /api/v1/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    stays = []
    read_all(server, job, stays)
    time.sleep(0.5)
    link.settimeout(20)
    text = b""
    while b"event: done" not in text or not text.endswith(b"0\r\n\r\n"):
        part = link.recv(1000)
        if not part:
            break
        text += part
    link.close()
    checks.that(len(stays[0][0]) > 3, "levels were told")
    checks.same(text.count(b"event: level"), len(stays[0][0]), "levels of a slow reader")
    checks.same(text.count(b"event: done"), 1, "ends of a slow reader")


def many_readers(server, checks, me, n=100):
    job = server.post("/api/v1/jobs", {**MANY, "seed": 78}, headers=me).json()["job"]
    results = []
    threads = [threading.Thread(target=read_all, args=(server, job, results)) for _ in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    checks.same(len(results), n, "readers that came to an end")
    checks.same({end for _, end in results}, {"done"}, "how their streams end")
    # Who came when all was over has the result in the end's data instead.
    told = [text_of(levels) for levels, _ in results if levels]
    checks.that(told and all(levels == told[0] for levels in told), "all who followed have the same levels")


def too_many(server, checks, me):
    job = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
    readers = [Reader(server, job) for _ in range(500)]
    one_more = Reader(server, job)
    checks.same(one_more.status, 503, "the 501st stream")
    checks.that(int(one_more.answer.headers["Retry-After"]) > 0, "with a time to wait")
    one_more.close()
    for reader in readers:
        reader.close()
    deadline = time.time() + 20
    while time.time() < deadline:
        reader = Reader(server, job)
        reader.close()
        if reader.status == 200:
            break
        time.sleep(0.2)
    checks.same(reader.status, 200, "a stream after they left")
    server.ask("DELETE", "/api/v1/jobs/" + job, headers=me)


def restarts(program, checks):
    """kill -9 in the middle of a job: the reader comes back with its old id and sees the end."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    server = Server(program, ["--no-daily"], data=data).start()
    server.fixed_port = str(server.port)
    me = server.player()
    job = server.post("/api/v1/jobs", {**MANY, "count": 500, "seed": 5}, headers=me).json()["job"]
    reader = Reader(server, job)
    for _, name, _ in reader:
        if name == "level":
            break
    last = reader.last_id
    server.kill()
    reader.close()
    server.start()
    reader = Reader(server, job, last, timeout=120)
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
    # An orderly stop ends the streams at once.
    job = server.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
    reader = Reader(server, job)
    begin = time.time()
    checks.same(server.stop(), 0, "exit code with a stream open")
    checks.that(time.time() - begin < 10, "a stream does not hold up the stop")
    for _ in reader:
        pass
    reader.close()
    shutil.rmtree(data)


def main(program):
    checks = Checks()
    with Server(program, ["--no-daily"]) as server:
        me = server.player()
        comes_back(server, checks, me)
        slow_reader(server, checks, me)
        many_readers(server, checks, me)
        too_many(server, checks, me)
        checks.that(server.alive(), "alive after all")
    restarts(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

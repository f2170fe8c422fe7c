"""Much of something small: requests that wait, refusals, jobs, large answers, packs that are small only on their way.
None of it fills the server's memory, its disk or its threads.

    floods.py PROGRAM [--postgres]"""
import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time

from harness import LEVEL, Checks, Server, arguments, is_sanitized, wait_until
from person import Person, open_study, run_program, solutions_of
from strangers import make

FAR = ["--no-daily", "--workers", "0", "--proxy", "127.0.0.1"]
LOGGED = 10_000  # bytes a second that refusals of two sorts may write


def at(address, headers):
    return {**headers, "X-Forwarded-For": address}


def waiting_bodies(program, checks):
    """Requests that wait for their turn hold their bodies, and not what bodies become when they are read."""
    body = '{"call":"solve","x":[' + ",".join("0" * 520_000) + "]}"
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        players = [server.player() for _ in range(2)]
        before, statuses = server.forget_peaks(), []

        def send(player):
            statuses.append(server.post("/api/v1/jobs", body, headers={**player, "Content-Type": "application/json"}).status)
        threads = [threading.Thread(target=send, args=(players[i % 2],)) for i in range(24)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        grown = server.peaks_mb()[0] - before
        checks.same(set(statuses), {400}, "jobs with a member that no call knows")
        checks.that(is_sanitized(program) or grown < 300, f"24 of them take {grown:.0f} MiB")
        print(f"24 requests of {len(body) / 1e6:.1f} MB: {grown:.0f} MiB more")


def flood(server, request, n):
    """Sends the request n times without a pause, on as many connections as it takes. How many there were, and the
    statuses."""
    n_links, statuses = 0, []
    while len(statuses) < n and n_links < n:
        n_links += 1
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
            got, sent, ends, piece = b"", 0, 0, b"x"
            while piece and sent < n - len(statuses):
                with contextlib.suppress(ConnectionError):  # cut off, with requests on their way
                    link.sendall(request * 20)
                sent += 20
                while piece and ends < sent:
                    try:
                        piece = link.recv(65536)
                    except ConnectionError:
                        piece = b""
                    ends += (got[-1:] + piece).count(b"}}")
                    got += piece
        statuses += [int(part[:3]) for part in got.split(b"HTTP/1.1 ")[1:]]
    return n_links, statuses


def cut_off(program, checks):
    """Whoever is cut off with requests on their way gets all answers to those before, and an end instead of a reset,
    unless the machine stands still for as long as the server waits; hence several tries."""
    request = b"GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        found = []
        while len(found) < 5 and (1000, "") not in found:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
                thread = threading.Thread(target=link.sendall, args=(request * 5000,))
                thread.start()
                got, end = b"", ""
                try:
                    while piece := link.recv(65536):
                        got += piece
                except ConnectionError as error:
                    end = str(error)
                thread.join()
            found.append((got.count(b"HTTP/1.1 403"), end))
        checks.same(found[-1], (1000, ""), "answers before the end")


def refusals(program, checks):
    """Whoever is refused all the time is cut off, counts as everybody does, and fills no log. The rate is so low that
    any machine asks faster."""
    n_refused = 0
    with Server(program, [*FAR, "--rate", "2"]) as server:
        for number, (what, request, status) in enumerate((
                ("foreign hosts", b"GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\n", 403),
                ("bad addresses", b"GET /%%zz HTTP/1.1\r\nHost: localhost\r\n", 400),
                ("long addresses", b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n", 414))):
            before, begin = len(server.log_text()), time.monotonic()
            n_links, statuses = flood(server, request + b"X-Forwarded-For: 203.0.113.%d\r\n\r\n" % number, 1200)
            grown, took = len(server.log_text()) - before, time.monotonic() - begin
            n_refused += len(statuses)
            checks.that(set(statuses) == {status, 429}, f"{what}: {sorted(set(statuses))}")
            checks.that(n_links >= 2, f"{what}: {len(statuses)} on {n_links} connections")
            checks.that(grown < LOGGED * (2 + took), f"{what}: {grown} bytes of log in {took:.1f} s for {len(statuses)} refusals")

        def counted():
            lines = [json.loads(line) for line in server.log_text().splitlines() if line.startswith("{")]
            return sum(row.get("more", 0) + (row["event"] == "request") for row in lines)
        checks.that(wait_until(lambda: counted() >= n_refused), f"the log counts what it leaves out: {counted()} of {n_refused}")


def job_storage(program, checks):
    """What jobs store counts as what anybody stores."""
    with Server(program, [*FAR, "--rate", "1000000"]) as server:
        me, stored = at("203.0.113.1", server.player()), 0
        body = {"call": "solve", "text": LEVEL + "; " + "x" * 1_000_000 + "\n"}
        for _ in range(24):
            reply = server.post("/api/v1/jobs", body, headers=me)
            if reply.status != 202:
                break
            stored += 1
            server.ask("DELETE", "/api/v1/jobs/" + reply.json()["job"], headers=me)
        checks.same((reply.status, reply.code()), (429, "too-much-data"), f"the job after {stored} of a megabyte")
        checks.that(12 <= stored <= 17, f"after {stored} jobs")


def large_pack(server, me, number):
    width = 900
    text = "\n\n".join(f"{width}#|#@$.{width - 5 - number - 9 * i}-{number + 9 * i + 1}#|" + f"#{width - 2}-#|" * 800 + f"{width}#"
                       for i in range(7))
    return server.post("/api/v1/packs/import?game=sokoban&format=rle", text, headers={**me, "Content-Type": "text/plain"})


def pack_weight(program, checks):
    """A pack counts with what it weighs in the store, however small its file is."""
    with Server(program, [*FAR, "--rate", "1000000"]) as server:
        me = at("203.0.113.1", server.player())
        replies = [large_pack(server, me, number) for number in range(5)]
        checks.same([reply.status for reply in replies], [201] * 3 + [429] * 2, "packs of 5 MB in 20 kB")
        checks.same(replies[-1].code(), "too-much-data", "the last")
        checks.same(server.rows("SELECT count(*) FROM packs WHERE owner IS NOT NULL"), [["3"]], "packs are stored")
        small = make(server, me, "sokoban", [{"text": LEVEL}])
        checks.same(small.status, 201, "a small one")


def large_answers(program, checks):
    """Large answers count as many requests: as much as five seconds bring is there at once, and what the clock brings
    while a slow machine asks comes on top."""
    with Server(program, [*FAR, "--rate", "50"]) as server:
        pack = large_pack(server, server.player(), 0).json()["id"]
        level = server.get(f"/api/v1/packs/{pack}?per_page=1").json()["levels"][0]["id"]
        for number, (path, at_once) in enumerate(((f"packs/{pack}", 10), (f"packs/{pack}/export?format=json", 8),
                                                  (f"levels/{level}", 50), ("levels?game=sokoban&per_page=5", 14))):
            who, link, begin, n, most = at(f"203.0.113.{number}", {}), server.connect(), time.monotonic(), 0, at_once
            while n <= most and server.get("/api/v1/" + path, headers=who, connection=link).status == 200:
                n += 1
                most = at_once * (1 + (time.monotonic() - begin) / 5)
            link.close()
            checks.that(2 <= n <= most, f"{path}: {n} in {time.monotonic() - begin:.1f} s")


def children(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            found += [int(number) for number in file.read().split()]
    return found


def study_wins(program, checks):
    """Moves of people in studies are replayed by workers: when those stand still, whoever has won waits, and the
    server answers everybody else."""
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        study = open_study(server, run_program(program), "schaa-sokostigation", server.data)
        person = Person(server.ask, study, seed=1, solutions=solutions_of(server, study))
        person.enter()
        workers = children(server.process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        thread = threading.Thread(target=person.take_part)
        thread.start()
        thread.join(3)
        checks.that(thread.is_alive() and server.alive(), "a win waits for a worker, and nobody else does")
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        thread.join()
        checks.same(person.state, "completed", "the person comes to the end")


def main(program):
    checks = Checks()
    waiting_bodies(program, checks)
    if not Server.postgres:
        cut_off(program, checks)
        refusals(program, checks)
        job_storage(program, checks)
        pack_weight(program, checks)
        large_answers(program, checks)
        study_wins(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

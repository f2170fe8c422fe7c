"""What strangers with a player's key may bring: levels of another game, and texts that are small only to look at.

    strangers.py PROGRAM [--postgres]"""
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from harness import LEVEL, PATIENCE, ZONE, Checks, Server, arguments, is_sanitized, wait_until

# Of one worker, for requests that are a few megabytes at most: a quarter of what a job may have.
WORKER_MB = 256
FLOW = "3 2\nA.B\nA.B\n\n0 0\n"
SOURCE = """title one

OBJECTS

Background .
black

Player P
blue

Goal G
green

LEGEND

SOUNDS

COLLISIONLAYERS

Background
Goal
Player

RULES

WINCONDITIONS

all Player on Goal

LEVELS

P.G
"""
OTHER = SOURCE.replace("title one", "title two").replace("RULES\n", "RULES\n\n[ > Player | Goal ] -> [ > Player | > Goal ]\n")
FORMATS = {"flow": ("pack", "single", "json", "jsonl", "svg", "png"),
           "sokoban": ("xsb", "sok", "rle", "json", "jsonl", "svg", "png"),
           "lazors": (None, "json"), "move": (None, "json"), "puzzlescript": (None, "json")}


def make(server, me, game, levels, title="t"):
    return server.post("/api/v1/packs", {"title": title, "game": game, "levels": levels}, headers=me)


def first_level(server, pack):
    return server.get("/api/v1/packs/" + pack).json()["levels"][0]["id"]


def mixed_packs(server, checks, me):
    """An id of another game is refused, in any place of the list."""
    ids = {game: first_level(server, make(server, me, game, [{"text": text}]).json()["id"])
           for game, text in (("sokoban", LEVEL), ("flow", FLOW), ("puzzlescript", SOURCE))}
    before = server.rows("SELECT count(*) FROM packs")
    for game in FORMATS:
        for other, level in ids.items():
            if game == other:
                continue
            own = [ids[game]] if game in ids else []
            reply = make(server, me, game, own + [level])
            checks.same((reply.status, reply.code()), (422, "bad-input"), f"a level of {other} in a pack of {game}")
            if reply.status == 201:
                for name in FORMATS[game]:
                    server.get(f"/api/v1/packs/{reply.json()['id']}/export" + (f"?format={name}" if name else ""))
                checks.that(server.alive(), f"alive after a pack of {game} with a level of {other}")
            else:
                checks.same(reply.json()["error"]["place"], f"/levels/{len(own)}", "the place")
                checks.that(other in reply.json()["error"]["message"], reply.json()["error"]["message"])
    checks.same(server.rows("SELECT count(*) FROM packs"), before, "no pack came of it")
    return ids


def two_sources(server, checks, me):
    """Levels of two games of one kind make a pack that can be played, but no single text."""
    reply = make(server, me, "puzzlescript", [{"text": SOURCE}, {"text": OTHER}])
    checks.same(reply.status, 201, "a pack of two sources")
    pack = reply.json()["id"]
    levels = server.get("/api/v1/packs/" + pack).json()["levels"]
    sources = server.get("/api/v1/packs/" + pack).json()["sources"]
    checks.same([sources[row["source_id"]].split("\n")[0] for row in levels], ["title one", "title two"],
                "both with their own rules")
    text = server.get(f"/api/v1/packs/{pack}/export")
    checks.same((text.status, text.code()), (422, "unsupported"), "no text has both")
    checks.that("json" in text.body.decode(), "and the sentence says what has")
    for name in ("json", "jsonl", "svg"):
        checks.same(server.get(f"/api/v1/packs/{pack}/export?format={name}").status, 200, f"as {name}")
    alone = make(server, me, "puzzlescript", [{"text": SOURCE}, {"text": SOURCE.replace("P.G", "P..G")}]).json()["id"]
    both = server.get(f"/api/v1/packs/{alone}/export")
    checks.same((both.status, both.body.count(b"OBJECTS")), (200, 1), "levels of one source are one text")


def upgrade(program, checks):
    """A database of version 1: nothing in it is lost, and a mixed pack is set aside: not listed, but shown to the
    administrator."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    with open("tests/data/store/version-1.sql", encoding="utf-8") as file, \
            contextlib.closing(sqlite3.connect(f"{data}/levelwright.db")) as link:
        link.executescript(file.read())
    pack, good = "5acc45f2909bc58469d0d75acce4768e", "a57fbdd1d62e55e231e2efbac4cab747"
    server = Server(program, ["--no-daily", "--workers", "1"], data=data)
    server.zone = []
    with server:
        listed = server.get("/api/v1/packs?per_page=200").json()
        checks.same([row["id"] for row in listed["packs"]], [good], "a mixed pack is not listed")
        checks.same(listed["total"], 1, "nor counted")
        aside = server.get("/api/v1/admin/packs/aside", headers=server.admin()).json()["packs"]
        checks.same([(row["id"], row["title"], row["n_levels"], row["reason"]) for row in aside],
                    [(pack, "Mixed", 2, "mixed")], "the administrator sees it")
        checks.same(len(server.get("/api/v1/packs/" + pack).json()["levels"]), 2, "its levels can be read")
        for name in FORMATS["flow"]:
            status = server.get(f"/api/v1/packs/{pack}/export?format={name}").status
            checks.same(status, 200 if name in ("json", "jsonl", "svg", "png") else 422, f"export as {name}")
        checks.that(server.alive(), "alive after its exports")
        level = server.get("/api/v1/packs/" + good).json()["levels"][0]
        checks.same((level["title"], server.get("/api/v1/levels/" + level["id"]).json()["best"]["moves"]), ("one", 1),
                    "a level with its solution")
        totals = server.get("/api/v1/insight").json()["totals"]
        checks.same((totals["plays"], totals["wins"], totals["events"]), (1, 1, 2), "what was played")
        checks.same(server.wait_job("8e639ab2ec7c2fc921c0b816a248bee1")["state"], "done", "the job that waited")
        info = subprocess.run([program, "db", "info", "--db", f"{data}/levelwright.db"], capture_output=True,
                              text=True, check=False)
        checks.that(pack in info.stdout and "set aside" in info.stdout, f"db info lists it: {info.stdout}")
        checks.same(server.ask("DELETE", "/api/v1/admin/packs/" + pack, headers=server.admin()).status, 200, "removed")
        checks.same(server.get("/api/v1/admin/packs/aside", headers=server.admin()).json()["packs"], [], "it is gone")
    shutil.rmtree(data)


def bomb(n_bytes):
    """Levels with solutions in run-length form: 24 bytes are a million moves."""
    board, line = "#######\n#@ $. #\n#######\n", "Solution: 499990(rl)RR\n"
    lines = []
    while sum(map(len, lines)) < n_bytes:
        lines += [board] + [line] * min(900, (n_bytes - sum(map(len, lines))) // len(line) + 1) + ["\n"]
    return "".join(lines)


def bombs(server, checks, me):
    """Small texts that would become a thousand million moves cost what small texts cost: their levels are taken, and the
    solutions that expand to too much are left out, with a message for each."""
    slow = 20 if is_sanitized(server.program) else 1
    for size in (28_000, 62_000, 112_000):
        for what, ask in (
                ("import", lambda: server.post("/api/v1/packs/import?game=sokoban", bomb(size),
                                               headers={**me, "Content-Type": "text/plain"})),
                ("job", lambda: server.post("/api/v1/jobs", {"call": "rate", "game": "sokoban", "text": bomb(size)}, headers=me)),
                ("pack", lambda: make(server, me, "sokoban", [{"text": bomb(size)}]))):
            server.forget_peaks()
            before = server.cpu_s()
            reply = ask()
            took, worker = server.cpu_s() - before, server.peaks_mb()[1]
            checks.same(reply.status, 202 if what == "job" else 201, f"{what} of {size} bytes: {reply.body[:200]}")
            if what == "import" and reply.status == 201:
                left_out = [row["message"] for row in reply.json()["messages"]]
                checks.that(len(left_out) > 500 and all("left out: the solutions of this text expand" in message
                                                        for message in left_out), f"what is left out: {left_out[:2]}")
            checks.that(took < 1 * slow, f"{what} of {size} bytes: {took:.1f} s of CPU")
            checks.that(slow > 1 or worker < WORKER_MB, f"{what} of {size} bytes: a worker with {worker:.0f} MiB")
            print(f"{what} of {size} bytes: {took:.2f} s of CPU, a worker {worker:.0f} MiB")


def large_wins(server, checks, me):
    """A request of many wins on a large board is refused before it has taken seconds."""
    width = 700
    text = "#" * width + "\n#@$." + " " * (width - 5) + "#\n" + ("#" + " " * (width - 2) + "#\n") * width + "#" * width + "\n"
    made = make(server, me, "sokoban", [{"text": text}])
    if not checks.same(made.status, 201, "a large level"):
        return
    level = first_level(server, made.json()["id"])
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    events = [{"play": play, "seq": 1 + i, "kind": "win", "data": "R"} for i in range(150)]
    before = server.cpu_s()
    reply = server.post("/api/v1/events", {"events": events}, headers=me)
    took = server.cpu_s() - before
    checks.same((reply.status, reply.code()), (422, "not-a-win"), "150 wins of half a million squares")
    checks.that(took < 2 * (20 if is_sanitized(server.program) else 1), f"they take {took:.1f} s of CPU")
    print(f"large wins: {took:.2f} s of CPU")
    checks.same(server.post("/api/v1/events", {"events": events[:2]}, headers=me).status, 200, "two of them are taken")


LONG = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 1000, "seed": 1,
        "options": {"boxes": 5, "size": "3x3"}, "seconds": 7200}


def starving(program, checks):
    """One player, or one address with many of them, does not keep others from their jobs."""
    def at(address, headers):
        return {**headers, "X-Forwarded-For": address}
    with Server(program, ["--no-daily", "--workers", "3", "--job-time", "2h", "--proxy", "127.0.0.1",
                          "--rate", "1000000"]) as server:
        greedy = at("203.0.113.1", server.player())
        jobs = [server.post("/api/v1/jobs", LONG, headers=greedy) for _ in range(6)]
        checks.same([reply.status for reply in jobs], [202] * 4 + [429] * 2, "jobs of one player")
        taken = {reply.json()["job"] for reply in jobs[:4]}

        def running():
            """Of jobs that came within the same millisecond any may be first."""
            return {row[0] for row in server.rows("SELECT id FROM jobs WHERE state = 'running'")}
        checks.that(wait_until(lambda: len(running()) == 2), "two of them run")
        first = running()
        checks.that(first <= taken, "which are that player's")
        players = [at("203.0.113.1", server.player()) for _ in range(13)]
        replies = [server.post("/api/v1/jobs", LONG, headers=player) for player in players for _ in range(4)]
        checks.same(sum(reply.status == 202 for reply in replies), 46, "jobs of one address")
        checks.same({reply.code() for reply in replies if reply.status != 202}, {"too-many-jobs"}, "and the others")
        small = server.post("/api/v1/jobs", {"call": "solve", "game": "sokoban", "text": LEVEL},
                            headers=at("203.0.113.2", server.player()))
        if checks.same(small.status, 202, "a small job of another address"):
            state = wait_until(lambda: server.get("/api/v1/jobs/" + small.json()["job"]).json()["state"] == "done")
            checks.that(state, "is done beside them")
        checks.same(running(), first, "which still run, on two of three workers")


def costs(server, checks, what, ask, expected, seconds=2, megabytes=64):
    """Asks, and holds the answer to its status and to what it may cost in processor time, of the server and its workers
    together, and in memory, of the server and of each worker."""
    sanitized = is_sanitized(server.program)
    memory, before = server.forget_peaks(), server.cpu_s()
    reply = ask()
    took, (peak, worker) = server.cpu_s() - before, server.peaks_mb()
    grown = peak - memory
    checks.same((reply.status, reply.code()), expected, what)
    checks.that(took < seconds * (20 if sanitized else 1), f"{what}: {took:.1f} s of CPU")
    checks.that(sanitized or grown < megabytes, f"{what}: {grown:.0f} MiB more at the peak")
    checks.that(sanitized or worker < WORKER_MB, f"{what}: a worker with {worker:.0f} MiB")
    print(f"{what}: {len(reply.body) / 1e6:.1f} MB in {took:.2f} s of CPU, {grown:.0f} MiB more, a worker {worker:.0f} MiB")
    return reply


def shared_source(server, checks, me):
    """200 levels of one large source: it is stored, compiled and sent once, whatever is asked for."""
    source = SOURCE.replace("LEGEND\n", "LEGEND\n" + "".join(f"L{i:05}xx = Player\n" for i in range(18600)))
    levels = [{"text": "P" + "." * (1 + i % 20) + "G" + "." * (i // 20) + "\n"} for i in range(200)]
    made = costs(server, checks, f"200 levels of {len(source) // 1000} kB of source", lambda: server.post(
        "/api/v1/packs", {"title": "shared", "game": "puzzlescript", "source": source, "levels": levels}, headers=me),
        (201, None))
    if made.status != 201:
        return
    pack = made.json()["id"]
    rows = server.rows(f"SELECT count(DISTINCT source), max(l.bytes) FROM pack_levels m JOIN levels l ON l.id = m.level "
                       f"WHERE m.pack = '{pack}'")
    checks.that(rows[0][0] == "1" and int(rows[0][1]) < 100, f"stored once: {rows}")
    answer = {}
    for path in ("", "/export", "/export?format=svg", "/export?format=png", "/export?format=json", "/export?format=jsonl"):
        answer[path] = costs(server, checks, "packs/{id}" + path, lambda: server.get(f"/api/v1/packs/{pack}{path}"), (200, None),
                             megabytes=160 if "png" in path else 64)
        checks.that("format=png" in path or answer[path].body.count(b"L18599") <= 1, f"{path} has the source once")
    listed = costs(server, checks, "levels?per_page=200",
                   lambda: server.get("/api/v1/levels?game=puzzlescript&per_page=200"), (200, None)).json()
    checks.that(all(row["source_id"] in listed["sources"] for row in listed["levels"]), "each with its source")
    pack_answer, exported = answer[""].json(), answer["/export?format=json"].json()
    checks.same(exported, pack_answer, "the export is what the pack is")
    whole = pack_answer["sources"][pack_answer["levels"][7]["source_id"]] + pack_answer["levels"][7]["text"]
    checks.same(server.get("/api/v1/levels/" + pack_answer["levels"][7]["id"]).json()["text"], whole, "a level alone is whole")
    checks.same(whole.rstrip().split("\n")[-1], "p........g", "with its own rows")
    lines = [json.loads(line) for line in answer["/export?format=jsonl"].body.decode().splitlines()]
    checks.same([("source" in line, "text" in line) for line in lines], [(True, False)] + [(False, True)] * 200,
                "as lines: the source, then the levels")
    again = server.post("/api/v1/packs/import?game=puzzlescript", answer["/export"].body,
                        headers={**me, "Content-Type": "text/plain"})
    checks.same((again.status, again.json().get("duplicates")), (201, 200), "the text has all of them")


def heavy(server, checks, me):
    """Levels that are large together: refused before the answer is built, readable in parts, and exported in a stream."""
    bomb_text = "\n\n".join(f"900#|#@$.{895 - i % 800}-{1 + i % 800}#|" + "#898-#|" * (500 - i // 800) + "900#" for i in range(800))
    costs(server, checks, "boards in run-length form", lambda: server.post(
        "/api/v1/packs/import?game=sokoban&format=rle", bomb_text, headers={**me, "Content-Type": "text/plain"}),
        (422, "limit"), seconds=4, megabytes=200)
    width, packs = 900, []
    for n in range(4):
        text = "\n\n".join(f"{width}#|#@$.{width - 5 - n - 4 * i}-{n + 4 * i + 1}#|" + f"#{width - 2}-#|" * 800 + f"{width}#" for i in range(10))
        reply = server.post("/api/v1/packs/import?game=sokoban&format=rle", text, headers={**me, "Content-Type": "text/plain"})
        if not checks.same((reply.status, reply.code()), (201, None), f"a heavy pack: {reply.body[:200]}"):
            return
        packs.append(reply.json()["id"])
    ids = [row[0] for row in server.rows("SELECT id FROM levels WHERE bytes > 700000")]
    checks.that(len(ids) == 40, f"{len(ids)} heavy levels")
    large = make(server, me, "sokoban", ids, "large").json()["id"]
    for path, expected in ((f"packs/{large}", (422, "limit")), ("levels?game=sokoban&per_page=200", (422, "limit")),
                           (f"packs/{large}/export", (422, "limit")), (f"packs/{large}/export?format=svg", (422, "limit")),
                           (f"packs/{large}?page=2&per_page=10", (200, None)), (f"packs/{packs[0]}", (200, None)),
                           (f"packs/{large}/export?format=json", (200, None)), (f"packs/{large}/export?format=jsonl", (200, None))):
        reply = costs(server, checks, path.replace(large, "{large}").replace(packs[0], "{id}"), lambda: server.get("/api/v1/" + path),
                      expected, megabytes=80)
        if "json" in path and reply.status == 200:
            text = reply.body if path.endswith("json") else b'{"levels":[' + b",".join(reply.body.splitlines()) + b"]}"
            checks.same([row["id"] for row in json.loads(text)["levels"]], ids, f"{path}: all of them in order")
    part = server.get(f"/api/v1/packs/{large}?page=2&per_page=10").json()
    checks.same(([row["id"] for row in part["levels"]], part["page"], part["per_page"], part["n_levels"]),
                (ids[10:20], 2, 10, 40), "a part of a pack")


def filling(program, checks):
    """What a player and an address store is bounded; what an event says is small."""
    with Server(program, ["--no-daily", "--workers", "0", "--proxy", "127.0.0.1", "--rate", "1000000"]) as server:
        me = {**server.player(), "X-Forwarded-For": "203.0.113.1"}
        level = first_level(server, make(server, me, "sokoban", [{"text": LEVEL}]).json()["id"])
        play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
        for kind, size in (("undo", 41), ("start", 20000), ("move", 201), ("hint", 201), ("win", 20001)):
            reply = server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": kind, "data": "x" * size}]},
                                headers=me)
            checks.same((reply.status, reply.code(), reply.code() and reply.json()["error"].get("place")),
                        (400, "bad-field", "/events/0/data"), f"{kind} with {size} bytes")
        stored, link = 0, server.connect()
        for n in range(400):
            events = [{"play": play, "seq": 500 * n + i, "kind": "move", "data": "R" * 200} for i in range(500)]
            reply = server.post("/api/v1/events", {"events": events}, headers=me, connection=link)
            if reply.status != 200:
                break
            stored += 500 * 320
        link.close()
        checks.same((reply.status, reply.code()), (429, "too-much-data"), "what a player may store ends")
        checks.that(15 << 20 < stored < 18 << 20, f"after {stored} bytes")
        checks.that(int(reply.headers["Retry-After"] or 0) > 0, "with a time to wait")
        checks.same(make(server, me, "sokoban", [{"text": LEVEL, "author": "x" * 199}] * 900).status, 429, "a pack of the same player")
        link = server.connect()
        plays = (server.post("/api/v1/plays", {"level": level}, headers=me, connection=link) for _ in range(1000))
        codes = {reply.code() for reply in plays}  # the last request of events left room for some
        link.close()
        checks.same(codes, {None, "too-much-data"}, "plays of the same player end, too")
        other = {**server.player(), "X-Forwarded-For": "203.0.113.1"}
        play = server.post("/api/v1/plays", {"level": level}, headers=other).json()["play"]
        checks.same(server.post("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": "win", "data": "R"}]},
                                headers=other).status, 200, "a win of another player")


SLOW = SOURCE.replace("Player P\nblue\n", "Player P\nblue\n\nBox B\nred\n").replace("Goal\nPlayer", "Goal\nPlayer, Box").replace(
    "RULES\n", "RULES\n\n[ > Player | Box ] -> [ > Player | > Box ]\n[ stationary Box | no Box ] -> [ right Box | no Box ]\n"
    "[ Player | ... | Goal ] [ Box | ... | Box ] -> [ Player | ... | Goal ] [ Box | ... | Box ] again\n")


def slow_packs(program, checks):
    """Packs whose moves take long to replay keep nobody from storing anything meanwhile."""
    rows = ["P" + "." * 95 + "G"] + [("B." * 50)[:97]] * 90
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        me = server.player()
        level = first_level(server, make(server, me, "sokoban", [{"text": LEVEL}]).json()["id"])
        play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
        done = []

        def send(number):
            text = SLOW.replace("P.G\n", "\n".join(rows + ["." * 96 + "B"] * number) + "\n")
            done.append(make(server, server.player(), "puzzlescript", [{"text": text, "solution": "l" * 9000}]).status)
        threads = [threading.Thread(target=send, args=(1 + i,)) for i in range(5)]
        before = server.cpu_s()
        for thread in threads:
            thread.start()
        replies, seq = [], 0
        while any(thread.is_alive() for thread in threads):
            seq += 1
            replies.append(server.post("/api/v1/events", {"events": [{"play": play, "seq": seq, "kind": "undo"}]}, headers=me).status)
            replies.append(server.post("/api/v1/plays", {"level": level}, headers=me).status)
            time.sleep(0.02)
        for thread in threads:
            thread.join()
        checks.same(done, [201] * 5, "slow packs")
        checks.same({status for status in replies} - {200, 201}, set(), f"{len(replies)} requests beside them")
        print(f"{len(replies)} requests beside slow packs, which took {server.cpu_s() - before:.1f} s of CPU")


def first_start(program, checks):
    """A start that is killed before it could show the administrator's token has stored none."""
    data = tempfile.mkdtemp(prefix="levelwright-")
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(write_end, b"x" * 65536):
            pass
    os.set_blocking(write_end, True)
    process = subprocess.Popen([program, "serve", "--port", "0", "--no-daily", "--workers", "0", "--timezone", ZONE, "--data", data],
                               stdout=write_end, stderr=subprocess.DEVNULL)

    def rows():
        try:
            with contextlib.closing(sqlite3.connect(f"file:{data}/levelwright.db?mode=ro", uri=True)) as link:
                return link.execute("SELECT (SELECT count(*) FROM settings), (SELECT count(*) FROM tokens)").fetchone()
        except sqlite3.Error:
            return (0, 0)

    def writes():
        """One of its threads waits in write(2) on its output."""
        for name in os.listdir(f"/proc/{process.pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{process.pid}/task/{name}/syscall", encoding="ascii") as file:
                if file.read().split()[:2] == ["1", "0x1"]:
                    return True
        return False
    checks.that(wait_until(lambda: rows()[1] > 0 or writes()), "the start waits for somebody who reads")
    process.kill()
    process.wait()
    os.close(read_end)
    os.close(write_end)
    checks.same(rows()[1], 0, "tokens that nobody has seen")
    with Server(program, ["--no-daily", "--workers", "0"], data=data) as server:
        checks.that(server.token, "the next start shows one")
        if server.token:
            checks.same(server.get("/api/v1/admin/packs/aside", headers=server.admin()).status, 200, "which is good")
    shutil.rmtree(data)


def bad_options(program, checks):
    for address in ("nonsense", "127.0.0.1.9", "localhost", "10.0.0.0/8"):
        data = tempfile.mkdtemp(prefix="levelwright-")
        try:
            done = subprocess.run([program, "serve", "--port", "0", "--no-daily", "--workers", "0", "--data", data, "--proxy",
                                   address], capture_output=True, text=True, timeout=PATIENCE, check=False)
            checks.that(done.returncode == 1 and "is not a proxy's address" in done.stderr, f"--proxy {address}: {done.stderr}")
        except subprocess.TimeoutExpired:
            checks.that(False, f"--proxy {address!r} is accepted")
        shutil.rmtree(data)


def main(program):
    checks = Checks()
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        me = server.player()
        mixed_packs(server, checks, me)
        two_sources(server, checks, me)
        bombs(server, checks, me)
        large_wins(server, checks, me)
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        me = server.player()
        shared_source(server, checks, me)
        heavy(server, checks, me)
    # What follows is about databases, disks and options more than about memory.
    if not Server.postgres and os.environ.get("LW_TEST_SIZE") != "small":
        upgrade(program, checks)
        starving(program, checks)
        filling(program, checks)
        slow_packs(program, checks)
        first_start(program, checks)
        bad_options(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

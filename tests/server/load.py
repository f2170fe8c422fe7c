"""Players that send events all at once: what was acknowledged is stored, once.

    load.py PROGRAM [--players N] [--seconds S] [--db URL | --postgres] [--kill]

With --kill the server is killed in the middle and started again; players send again what
was not acknowledged."""
import argparse
import os
import sys
import threading
import time

from harness import Checks, Server


class Player(threading.Thread):
    """Sends batches of numbered events; keeps what was acknowledged."""

    def __init__(self, server, level, end):
        super().__init__()
        self.server, self.end = server, end
        self.headers = server.player()
        self.play = server.post("/api/v1/plays", {"level": level}, headers=self.headers).json()["play"]
        self.sent = self.acknowledged = self.stored = self.batches = self.refused = 0

    def run(self):
        link = None
        while time.time() < self.end[0]:
            n = 1 + self.sent % 5
            events = [{"play": self.play, "seq": self.acknowledged + i, "kind": "undo", "t_ms": 1, "moves": i,
                       "pushes": 0} for i in range(n)]
            try:
                link = link or self.server.connect(10)
                reply = self.server.post("/api/v1/events", {"events": events}, headers=self.headers, connection=link)
            except OSError:
                link = None
                time.sleep(0.05)
                continue
            except Exception:  # the connection broke in the middle of an answer
                link = None
                time.sleep(0.05)
                continue
            self.batches += 1
            if reply.status == 200:
                answer = reply.json()
                if answer["stored"] + answer["duplicates"] != n:
                    raise RuntimeError(f"sent {n}, answered {answer}")
                self.stored += answer["stored"]
                self.acknowledged += n
                self.sent += n
            else:
                self.refused += 1
                time.sleep(0.05)


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def count_events(server):
    return server.get("/api/v1/insight").json()["totals"]["events"]


def run_players(server, n_players, seconds, kill, checks):
    level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
    end = [0.0]
    players = [Player(server, level, end) for _ in range(n_players)]
    before = count_events(server)
    cpu = cpu_seconds(server.process.pid)
    end[0] = time.time() + seconds
    for player in players:
        player.start()
    if kill:
        time.sleep(seconds / 2)
        server.kill()
        server.start()
    for player in players:
        player.join()
    cpu = cpu_seconds(server.process.pid) - (0 if kill else cpu)
    acknowledged = sum(player.acknowledged for player in players)
    stored = count_events(server) - before
    batches = sum(player.batches for player in players)
    print(f"{n_players} players, {seconds} s: {batches} requests, {acknowledged} events acknowledged, "
          f"{stored} stored, {sum(p.refused for p in players)} refused, {cpu * 1e6 / max(1, batches):.0f} us CPU a request")
    if kill:
        # A batch that was stored but not acknowledged was sent again; it counts once.
        checks.that(acknowledged <= stored <= acknowledged + 5 * n_players, f"{acknowledged} sent, {stored} stored")
    else:
        checks.same(stored, acknowledged, "events stored and acknowledged")
    checks.that(acknowledged > n_players, "something was sent")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--db")
    parser.add_argument("--postgres", action="store_true", help="on a scratch server")
    parser.add_argument("--kill", action="store_true")
    args = parser.parse_args()
    if args.postgres:
        Server.use_postgres()
    checks = Checks()
    threading.stack_size(256 * 1024)
    with Server(args.program, ["--no-daily", "--workers", "0"], db=args.db) as server:
        server.fixed_port = str(server.port)
        run_players(server, args.players, args.seconds, args.kill, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

"""Players that send events all at once: what was acknowledged is stored, once.

    load.py PROGRAM [--players N] [--seconds S] [--db URL | --postgres] [--kill]

With --kill the server is killed in the middle and started again; players send again what
was not acknowledged."""
import argparse
import http.client
import sys
import threading
import time

from harness import PATIENCE, Checks, Server, wait_until


class Player(threading.Thread):
    """Sends batches of numbered events until the time is over; keeps what was acknowledged. A batch of which it does not
    know whether it was stored is sent again until it does."""

    def __init__(self, server, level, end):
        super().__init__()
        self.server, self.end = server, end
        self.headers = server.player()
        self.play = server.post("/api/v1/plays", {"level": level}, headers=self.headers).json()["play"]
        self.acknowledged = self.batches = self.refused = 0
        self.in_doubt, self.problem = False, None

    def goes_on(self):
        now = time.monotonic()
        return now < self.end[0] or (self.in_doubt or self.batches < 3) and now < self.end[0] + PATIENCE

    def run(self):
        link = None
        while self.goes_on() and not self.problem:
            n = 1 + self.acknowledged % 5
            events = [{"play": self.play, "seq": self.acknowledged + i, "kind": "undo", "t_ms": 1, "moves": i,
                       "pushes": 0} for i in range(n)]
            self.in_doubt = True
            try:
                link = link or self.server.connect()
                reply = self.server.post("/api/v1/events", {"events": events}, headers=self.headers, connection=link)
            except (OSError, http.client.HTTPException):  # no server, or its connection broke in the middle
                link = None
                time.sleep(0.05)
                continue
            if reply.status == 200:
                answer = reply.json()
                if answer["stored"] + answer["duplicates"] != n:
                    self.problem = f"sent {n}, answered {answer}"
                self.in_doubt = False
                self.batches += 1
                self.acknowledged += n
            else:
                self.refused += 1
                time.sleep(0.05)


def count_events(server):
    return server.get("/api/v1/insight").json()["totals"]["events"]


def run_players(server, n_players, seconds, kill, checks):
    level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
    end = [0.0]
    players = [Player(server, level, end) for _ in range(n_players)]
    before = count_events(server)
    cpu = server.cpu_s()
    end[0] = time.monotonic() + seconds
    for player in players:
        player.start()
    if kill:
        time.sleep(seconds / 2)
        wait_until(lambda: sum(player.batches for player in players) > n_players)
        server.kill()
        server.start()
    for player in players:
        player.join()
    cpu = server.cpu_s() - (0 if kill else cpu)
    acknowledged = sum(player.acknowledged for player in players)
    stored = count_events(server) - before
    batches = sum(player.batches for player in players)
    print(f"{n_players} players, {seconds} s: {batches} requests, {acknowledged} events acknowledged, "
          f"{stored} stored, {sum(p.refused for p in players)} refused, {cpu * 1e6 / max(1, batches):.0f} us CPU a request")
    checks.same([player.problem for player in players if player.problem], [], "answers that do not add up")
    checks.same(sum(player.in_doubt for player in players), 0, "players who were never answered in the end")
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
        run_players(server, args.players, args.seconds, args.kill, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

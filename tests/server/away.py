"""PostgreSQL goes away under load and comes back: 503 meanwhile, then everything again, and nothing acknowledged is lost.

    away.py PROGRAM

Always on PostgreSQL; skipped (77) without it. The players send each event until it is acknowledged."""
import json
import signal
import sys
import threading
import time

from harness import PATIENCE, Checks, Server, wait_until

PLAYERS = 6


class Player(threading.Thread):
    """Sends numbered events, each until it is stored."""

    def __init__(self, server, level):
        super().__init__(daemon=True)
        self.server, self.me = server, server.player()
        self.play = server.post("/api/v1/plays", {"level": level}, headers=self.me).json()["play"]
        self.acknowledged = self.refused = 0
        self.strange = []
        self.stop_at = None  # then it ends, once it knows whether its last event is stored

    def goes_on(self, known):
        return self.stop_at is None or (not known and time.monotonic() < self.stop_at + PATIENCE)

    def run(self):
        known = False
        while self.goes_on(known):
            event = {"play": self.play, "seq": self.acknowledged, "kind": "undo", "t_ms": 1, "moves": 1, "pushes": 0}
            try:
                reply = self.server.post("/api/v1/events", {"events": [event]}, headers=self.me)
            except OSError as error:
                self.strange.append(repr(error))
                time.sleep(0.2)
                continue
            known = reply.status == 200
            if known:
                self.acknowledged += 1
            elif reply.status == 503:
                self.refused += 1
                time.sleep(0.2)
            else:
                self.strange.append((reply.status, reply.body[:200]))
                time.sleep(0.2)


def go_away(server, players, checks, how, what):
    before = [p.acknowledged for p in players]
    checks.that(wait_until(lambda: all(p.acknowledged > n + 3 for p, n in zip(players, before))), what + ": load")
    refused = [p.refused for p in players]
    server.postgres.process.send_signal(how)
    server.postgres.process.wait(PATIENCE)
    checks.that(wait_until(lambda: all(p.refused > n for p, n in zip(players, refused))), what + ": 503 for everybody")
    reply = server.get("/healthz")
    checks.same((reply.status, reply.json()["status"]), (503, "degraded"), what + ": health")
    checks.same(server.get("/api/v1/kinds").status, 200, what + ": what needs no database")
    server.postgres.run()
    before = [p.acknowledged for p in players]
    checks.that(wait_until(lambda: all(p.acknowledged > n + 3 for p, n in zip(players, before))), what + ": recovery")
    checks.that(wait_until(lambda: server.get("/healthz").status == 200), what + ": health after that")


def main(program):
    checks = Checks()
    Server.use_postgres()
    with Server(program, ["--no-daily"]) as server:
        level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
        players = [Player(server, level) for _ in range(PLAYERS)]
        for player in players:
            player.start()
        go_away(server, players, checks, signal.SIGINT, "a stop")
        go_away(server, players, checks, signal.SIGQUIT, "a crash")
        for player in players:
            player.stop_at = time.monotonic()
        for player in players:
            player.join()
            stored = int(server.rows(f"SELECT count(*) FROM events WHERE play = '{player.play}'")[0][0])
            checks.same(stored, player.acknowledged, "events stored and acknowledged")
            checks.same(player.strange, [], "answers other than 200 and 503")
        job = server.post("/api/v1/jobs", {"call": "features", "text": "#####\n#@$.#\n#####"}, headers=players[0].me)
        checks.same(server.wait_job(job.json()["job"])["state"], "done", "jobs go on without a restart")
        print(json.dumps({"acknowledged": sum(p.acknowledged for p in players),
                          "refused": sum(p.refused for p in players)}))
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Clients that note what the server has acknowledged, and can tell what of it is lost.

A kind of thing is a class with act(server), which asks for one and notes the answer, and lost(server), which lists those
that were acknowledged and are not there. A new kind is one more class in KINDS."""
import http.client
import json
import random
import threading

from person import Gone, Person, open_study, run_program

NEVER = {"people": 0, "until": "2099-01-01", "reason": "it goes on"}


def level(rng):
    """One that nobody has had, with a box to push once."""
    row = "".join(rng.choice(" #") for _ in range(40))
    return f"{'#' * 42}\n#{row}#\n#@$.{' ' * 37}#\n{'#' * 42}\n"


class Thing:
    def __init__(self, server, rng):
        self.rng, self.link, self.noted = rng, None, {}
        self.headers = server.player()

    def ask(self, server, method, path, body=None, headers=None):
        """On a connection that is kept, as browsers do."""
        self.link = self.link or server.connect(10)
        try:
            return server.ask(method, path, body=body, headers=headers or self.headers, connection=self.link)
        except (OSError, http.client.HTTPException):
            self.link = None
            raise

    def token(self):
        return f"{self.rng.getrandbits(128):032x}"

    @staticmethod
    def stored(server, text):
        return {tuple(row) for row in server.rows(text)}


class Players(Thing):
    def act(self, server):
        reply = self.ask(server, "POST", "/api/v1/players")
        if reply.status == 201:
            self.noted[reply.json()["player"]] = True

    def lost(self, server):
        rows = self.stored(server, "SELECT id FROM players")
        return [name for name in self.noted if (name,) not in rows]


class Events(Thing):
    """One play with events one after another; what is not acknowledged is sent again."""

    def __init__(self, server, rng):
        super().__init__(server, rng)
        self.play, self.next = None, 1

    def act(self, server):
        if self.play is None:
            found = self.ask(server, "GET", "/api/v1/levels?game=sokoban&per_page=1")
            if found.status != 200:
                return
            reply = self.ask(server, "POST", "/api/v1/plays", {"level": found.json()["levels"][0]["id"]})
            if reply.status != 201:
                return
            self.play = reply.json()["play"]
        n = self.rng.randint(1, 20)
        events = [{"play": self.play, "seq": self.next + i, "kind": "move", "data": "R" * self.rng.randint(1, 150)}
                  for i in range(n)]
        reply = self.ask(server, "POST", "/api/v1/events", {"events": events})
        if reply.status == 200:
            self.noted.update({(self.play, str(self.next + i)): True for i in range(n)})
            self.next += n
        elif reply.status == 409:  # the batch was stored, but in doubt, and is another one now
            self.next += n
        if self.next > 500:
            self.play, self.next = None, 1

    def lost(self, server):
        rows = self.stored(server, "SELECT play, seq FROM events")
        return [name for name in self.noted if name not in rows]


class Packs(Thing):
    """Made, and now and then removed again: one that is back is lost, too."""

    def act(self, server):
        living = [name for name, there in self.noted.items() if there]
        if len(living) > 5 and self.rng.random() < 0.4:
            name = self.rng.choice(living)
            self.noted[name] = None  # in doubt
            reply = self.ask(server, "DELETE", "/api/v1/packs/" + name)
            if reply.status == 200:
                self.noted[name] = 0
            return
        levels = [{"text": level(self.rng)} for _ in range(self.rng.randint(1, 12))]
        reply = self.ask(server, "POST", "/api/v1/packs", {"title": "Cut", "game": "sokoban", "levels": levels})
        if reply.status == 201:
            self.noted[reply.json()["id"]] = reply.json()["n_levels"]

    def lost(self, server):
        rows = {row[0]: int(row[1]) for row in
                server.rows("SELECT id, (SELECT count(*) FROM pack_levels WHERE pack = id) FROM packs")}
        return [name for name, n in self.noted.items() if n is not None and rows.get(name, 0) != n]


class Jobs(Thing):
    """Asked for under a name of our own; one that was seen done stays done."""

    def act(self, server):
        open_ones = [name for name, state in self.noted.items() if state == "open"]
        if len(open_ones) > 2:
            for name in open_ones:
                reply = self.ask(server, "GET", "/api/v1/jobs/" + name)
                if reply.status == 200 and reply.json()["state"] in ("done", "failed"):
                    self.noted[name] = reply.json()["state"]
            return
        name = self.token()
        body = {"call": "solve", "game": "sokoban", "text": level(self.rng)}
        reply = self.ask(server, "POST", "/api/v1/jobs", body, {**self.headers, "Idempotency-Key": name})
        if reply.status == 202:
            self.noted[name] = "open"

    def lost(self, server):
        rows = {row[0]: row[1] for row in server.rows("SELECT id, state FROM jobs")}
        return [name for name, state in self.noted.items()
                if name not in rows or state != "open" and rows[name] != state]


class Removed(Thing):
    """Players who asked to be forgotten."""

    def act(self, server):
        reply = self.ask(server, "POST", "/api/v1/players")
        if reply.status != 201:
            return
        made = reply.json()
        reply = self.ask(server, "DELETE", "/api/v1/players/me", headers={"Authorization": "Player " + made["key"]})
        if reply.status == 200:
            self.noted[made["player"]] = True

    def lost(self, server):
        rows = self.stored(server, "SELECT id FROM players")
        return [name for name in self.noted if (name,) in rows]


class StudyAnswers(Thing):
    """A person in a study; what is not acknowledged is sent again, and must be the same then."""

    def __init__(self, server, rng):
        super().__init__(server, rng)
        self.study = open_study(server, run_program(server.program), "kartal-pairwise-validation", server.data, stopping=NEVER)
        self.person, self.doing = None, None

    def act(self, server):
        if self.person is None:
            person = Person(lambda *asked: self.ask(server, *asked[:3], headers=asked[3] or None), self.study, self.rng.random())
            try:
                entered = person.enter().status == 201
            except Gone:
                raise OSError from None
            if not entered:
                return
            self.person = person
        if self.doing is None:
            self.doing = self.person.doing(bundle=self.rng.choice([1, 3, 8]))
        try:
            next(self.doing)
        except StopIteration:
            self.note()
            self.person = self.doing = None
            return
        except (Gone, OSError, http.client.HTTPException):
            self.note()
            self.doing = None  # from where the server says that we are
            raise OSError from None
        self.note()

    def note(self):
        for event in self.person.log[:self.person.acknowledged]:
            self.noted[self.person.number, event["seq"]] = event

    def lost(self, server):
        rows = {(int(row[0]), int(row[1])): json.loads("|".join(row[2:])) for row in server.rows(
            "SELECT p.number, e.seq, e.event FROM study_events e JOIN study_persons p ON p.id = e.person"
            f" WHERE p.study = '{self.study}'")}
        return [name for name, event in self.noted.items() if rows.get(name) != event]


class Withdrawn(Thing):
    """People who took part in a study and withdrew: none of them may be back, nor anything that they did."""

    def __init__(self, server, rng):
        super().__init__(server, rng)
        self.study = open_study(server, run_program(server.program), "kartal-pairwise-validation", server.data, stopping=NEVER,
                                seed=rng.randrange(1, 1000000))

    def act(self, server):
        person = Person(lambda *asked: self.ask(server, *asked[:3], headers=asked[3] or None), self.study, self.rng.random())
        try:
            if person.enter().status != 201:
                return
            doing = person.doing(bundle=self.rng.choice([1, 3]))
            for _ in range(self.rng.randint(0, 3)):
                next(doing, None)
            reply = person.ask("POST", person.path("/withdraw"), {"code": person.code}, {})
        except Gone:
            raise OSError from None
        if reply.status == 204:
            self.noted[person.number] = True

    def lost(self, server):
        rows = self.stored(server, f"SELECT number FROM study_persons WHERE study = '{self.study}'")
        marks = int(server.rows(f"SELECT count(*) FROM study_withdrawn WHERE study = '{self.study}'")[0][0])
        back = [number for number in self.noted if (str(number),) in rows]
        return back + (["forgotten withdrawals"] if marks < len(self.noted) else [])


KINDS = (Events, Events, Events, Packs, Jobs, Players, Removed, StudyAnswers, Withdrawn)


class Clients:
    """One of each kind, each a thread while they are let loose."""

    def __init__(self, server, seed, kinds=KINDS):
        self.things = [kind(server, random.Random(f"{seed} {i}")) for i, kind in enumerate(kinds)]

    def run(self, server, goes_on):
        """Until goes_on() says no, or there is no server."""
        def work(thing):
            while goes_on():
                try:
                    thing.act(server)
                except (OSError, http.client.HTTPException):
                    return
            thing.link = None
        threads = [threading.Thread(target=work, args=(thing,)) for thing in self.things]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for thing in self.things:
            thing.link = None

    def n_noted(self):
        return sum(len(thing.noted) for thing in self.things)

    def by_kind(self):
        found = {}
        for thing in self.things:
            name = type(thing).__name__.lower()
            found[name] = found.get(name, 0) + len(thing.noted)
        return found

    def lost(self, server):
        return [f"{type(thing).__name__} {name}" for thing in self.things for name in thing.lost(server)]

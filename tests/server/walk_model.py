"""What should exist on the server, as far as the walk has made, seen or removed it."""
from dataclasses import dataclass, field

MOST_DATA = {"win": 20000, "move": 200, "hint": 200}  # bytes of an event's data; 40 of other kinds
GAMES = ("sokoban", "flow", "lazors", "move", "puzzlescript")


@dataclass
class Level:
    game: str
    text: str
    hidden: bool = False


@dataclass
class Pack:
    game: str
    levels: list
    owner: object = None  # a Player, or None


@dataclass
class Play:
    level: str
    events: dict = field(default_factory=dict)  # number -> (kind, data of a win)


@dataclass
class Player:
    id: str
    key: str
    alive: bool = True
    plays: dict = field(default_factory=dict)

    def headers(self):
        return {"Authorization": "Player " + self.key}


@dataclass
class Job:
    call: str
    owner: object  # a Player, or "admin"
    key: str = None
    body: object = None


class Model:
    def __init__(self, token):
        self.token = token
        self.old_tokens = []
        self.players, self.levels, self.packs, self.jobs, self.sets = [], {}, {}, {}, {}
        self.gone_packs, self.gone_sets = [], []
        self.handles = []  # (player, handle, passphrase), some of them void
        self.invitations, self.gone_invitations = [], []
        self.ids = []  # of everything there is or was, for places where they do not belong
        self.owners = {}  # id or secret -> the Player, or "admin"
        self.own("admin", token)
        self.solutions = {}  # of levels, by their id
        self.batches = False  # one was asked for: there may be packs and levels of Sokoban beside these

    def admin(self):
        return {"Authorization": "Admin " + self.token}

    def living(self):
        return [player for player in self.players if player.alive]

    def levels_of(self, game):
        return [name for name, level in self.levels.items() if level.game == game and not level.hidden]

    def own(self, owner, *names):
        """These are shown to nobody else. Knowing the id of a job is enough to look at it, so jobs are here, too: nothing
        may list them."""
        self.owners.update(dict.fromkeys(names, owner))

    def hide(self, level):
        self.levels[level].hidden = True
        for pack in self.packs.values():
            pack.levels = [name for name in pack.levels if name != level]
        for name in self.sets:
            self.sets[name] = [one for one in self.sets[name] if one != level]

    def foresee(self, player, events):
        """(statuses that may come, number stored, number repeated) of a batch whose members have the right types."""
        bad, new, again = set(), {}, 0
        for event in events:
            play = player.plays.get(event["play"])
            if len((event.get("data") or "").encode("utf-8", "replace")) > MOST_DATA.get(event["kind"], 40):
                bad.add(400)
            if play is None:
                bad.add(404)
                continue
            what = (event["kind"], (event.get("data") or "") if event["kind"] == "win" else None)
            if event["kind"] == "win" and (event.get("data") or "") != self.solutions.get(play.level):
                bad.add(422)
            had = new.get((event["play"], event["seq"]), play.events.get(event["seq"]))
            if had is None:
                new[event["play"], event["seq"]] = what
            elif had == what:
                again += 1
            else:
                bad.add(409)
        return bad or {200}, new, again

    def add_player(self, player):
        self.players.append(player)
        self.ids.append(player.id)
        self.own(player, player.id, player.key)

    def add_play(self, player, name, level):
        player.plays[name] = Play(level)
        self.ids.append(name)
        self.own(player, name)

    def add_job(self, name, job):
        if name not in self.jobs:
            self.jobs[name] = job
            self.ids.append(name)
            self.own(job.owner, name)

    def add_level(self, row, sources=None):
        """As it was learned first; None, or how it differs from that. sources: of the same answer."""
        if "source_id" in row and row["source_id"] not in (sources or {}):
            return f"level {row['id']} names a source that is not there"
        text = (sources[row["source_id"]] if "source_id" in row else "") + row["text"]
        if row["id"] not in self.levels and len(self.ids) < 5000:
            self.ids.append(row["id"])
        known = self.levels.setdefault(row["id"], Level(row["game"], text))
        if (known.game, known.text) != (row["game"], text):
            return f"level {row['id']} has changed: {row['game']} {text!r:.200}, it was {known.text!r:.200}"
        return None

    def add_pack(self, row, owner=None):
        self.packs[row["id"]] = Pack(row["game"], [level["id"] for level in row["levels"]], owner)
        self.ids.append(row["id"])

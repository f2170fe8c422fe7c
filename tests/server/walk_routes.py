"""The walk's steps: for each route of docs/openapi.json a function that draws a request and knows what may be answered."""
import json
import urllib.parse
from dataclasses import dataclass, field

import walk_odd as odd
from walk_model import GAMES, Job, Player

STEPS = {}
FORMATS = {"sokoban": ("xsb", "sok", "rle"), "flow": ("pack", "single"), "lazors": (), "move": (), "puzzlescript": ()}
LONG_JOB = {"call": "generate", "game": "sokoban", "method": "farthest", "count": 1000, "seconds": 2,
            "options": {"boxes": 5, "size": "3x3", "mode": "stepwise"}}
KINDS = ("start", "restart", "undo", "redo", "hint", "move", "win", "quit")


@dataclass
class Step:
    """expect: the statuses that may come when whoever asks may ask; None: any that is described."""
    name: str = None  # for {id}
    more: dict = field(default_factory=dict)  # for what else stands in braces
    query: list = field(default_factory=list)
    body: object = None
    headers: dict = field(default_factory=dict)
    expect: set = None
    learn: object = None  # called with reply and body after a success; returns what is wrong, or None
    who: object = None    # a Player or "admin", where it matters


def route(method, path, weight=4):
    """weight: how often, compared with the others."""
    def add(draw):
        STEPS[method, path] = (draw, weight)
        return draw
    return add


def some_game(rng):
    return rng.choice(GAMES) if rng.random() < 0.95 else rng.choice(["chess", "", "SOKOBAN", "é", "auto", "sokoban\n"])


def pick(walk, living, gone, statuses=(200, 404)):
    """(an id, the statuses it should get): of what lives, of what is gone, of something else, or no id at all."""
    rng = walk.rng
    living = list(living)
    draw = rng.random()
    if living and draw < 0.7:
        return rng.choice(living), {statuses[0]}
    if gone and draw < 0.8:
        return rng.choice(gone), {statuses[1]}
    if draw < 0.9:
        name = rng.choice(walk.model.ids)
        return name, {statuses[0] if name in living else statuses[1]}
    return rng.choice(odd.IDS), {400, 404}


def paging(rng, query, expect):
    if rng.random() < 0.5:
        query.append(("per_page", rng.choice([1, 5, 20])))
    if rng.random() < 0.3:
        query.append(("page", rng.choice([1, 2, 3, 1000000])))
    if rng.random() < 0.1:
        query[:] = [pair for pair in query if pair[0] != "page"]
        query.append(("page", rng.choice(["0", "-1", "x", "1.5", "", "é", str(2 ** 64)])))
        return {400} | (expect - {200})
    return expect


@route("GET", "/healthz")
@route("GET", "/api/v1/reports/tables", 1)
@route("GET", "/api/v1/openapi.json", 1)
@route("GET", "/api/v1/kinds", 1)
@route("GET", "/metrics", 1)
def plain(_walk):
    return Step(expect={200})


@route("POST", "/api/v1/players", 3)
def new_player(walk):
    def learn(reply, _body):
        made = reply.json()
        walk.model.add_player(Player(made["player"], made["key"]))
    return Step(expect={201}, learn=learn)


@route("GET", "/api/v1/players/me", 5)
def progress(walk):
    def learn(reply, _body):
        return walk.progress_fault(step.who, reply.json())
    step = Step(expect={200}, learn=learn)
    return step


@route("DELETE", "/api/v1/players/me", 1)
def forget_player(walk):
    def learn(_reply, _body):
        step.who.alive = False
    living = walk.model.living()
    step = Step(expect={200}, learn=learn, who=walk.rng.choice(living[len(living) // 2:]))
    return step


@route("POST", "/api/v1/players/me/passphrase", 1)
def keep_passphrase(walk):
    def learn(reply, body):
        walk.model.handles.append((step.who, reply.json()["handle"], body["passphrase"]))
    step = Step(expect={201}, body={"passphrase": "several words"}, learn=learn)
    return step


@route("DELETE", "/api/v1/players/me/passphrase", 1)
def forget_passphrase(_walk):
    return Step(expect={200, 404})


@route("POST", "/api/v1/players/sign-in", 1)
def sign_in(walk):
    """The passphrase may be void since, or the player gone."""
    rng = walk.rng
    if not walk.model.handles or rng.random() < 0.3:
        return Step(expect={401}, body={"handle": f"é{rng.randrange(10 ** 9)}", "passphrase": "several words"})
    who, handle, passphrase = rng.choice(walk.model.handles)
    return Step(expect={200, 401, 429}, body={"handle": handle, "passphrase": passphrase}, who=who)


@route("GET", "/api/v1/admin/controls", 1)
@route("GET", "/api/v1/admin/invitations", 1)
def look_at_controls(_walk):
    return Step(expect={200})


@route("POST", "/api/v1/admin/controls", 1)
def set_controls(_walk):
    """As they are: operator_controls.py looks at what they do. Bytes are not spoiled into a closed studio."""
    return Step(expect={200}, body=b'{"closed": false, "jobs_off": null}')


@route("POST", "/api/v1/admin/invitations", 1)
def invite(walk):
    def learn(reply, _body):
        walk.model.invitations.append(reply.json()["id"])
    return Step(expect={201}, body={"uses": walk.rng.randrange(1, 5), "note": "é"}, learn=learn)


@route("DELETE", "/api/v1/admin/invitations/{id}", 1)
def uninvite(walk):
    def learn(_reply, _body):
        walk.model.invitations.remove(name)
        walk.model.gone_invitations.append(name)
    name, expect = pick(walk, walk.model.invitations, walk.model.gone_invitations)
    return Step(name=name, expect=expect, learn=learn)


@route("POST", "/api/v1/plays", 8)
def new_play(walk):
    rng, model = walk.rng, walk.model
    level, expect = pick(walk, model.solutions if rng.random() < 0.5 else model.levels, [], (201, 404))
    if level in model.levels:
        expect = {404} if model.levels[level].hidden else {201}
    body = {"level": level}
    if rng.random() < 0.2:
        body["set"] = rng.choice([*model.sets, *model.gone_sets, odd.NOBODY])

    def learn(reply, body):
        model.add_play(step.who, reply.json()["play"], body["level"])
    step = Step(body=body, expect=expect, learn=learn)
    return step


def draw_event(rng, model, player):
    plays = list(player.plays)
    play = rng.choice(plays) if plays and rng.random() < 0.93 else rng.choice(model.ids)
    event = {"play": play, "seq": rng.randrange(12), "kind": rng.choice(KINDS)}
    if rng.random() < 0.5:
        event.update(t_ms=rng.choice([0, 1000, 2 ** 40]), moves=rng.randrange(100), pushes=rng.randrange(100))
    level = player.plays[play].level if play in player.plays else None
    solution = model.solutions.get(level, "R")
    if event["kind"] == "win":
        event["data"] = solution if rng.random() < 0.8 else rng.choice([*model.solutions.values(), "", "999999(rl)R"])
    elif rng.random() < 0.1:
        event["data"] = rng.choice(["", "x" * 200, "é\U0001f9e9", "x" * 20001])
    return event


@route("POST", "/api/v1/events", 16)
def new_events(walk):
    rng, model = walk.rng, walk.model
    player = rng.choice(model.living())
    body = {"events": [draw_event(rng, model, player) for _ in range(rng.choice([1, 1, 2, 3, 6]))]}

    def learn(reply, body):
        _, new, again = model.foresee(player, body["events"])
        for (play, seq), what in new.items():
            player.plays[play].events[seq] = what
        told = reply.json()
        if (told["stored"], told["duplicates"]) != (len(new), again):
            return f"stored {told['stored']} and knew {told['duplicates']}; it should be {len(new)} and {again}"
        wins = sum(event["kind"] == "win" for event in body["events"])
        return None if len(told["wins"]) == wins else f"{len(told['wins'])} wins of {wins}"
    return Step(body=body, expect=model.foresee(player, body["events"])[0], learn=learn, who=player)


@route("GET", "/api/v1/daily", 4)
@route("GET", "/api/v1/daily/archive", 2)
def daily(walk):
    rng = walk.rng
    game = some_game(rng)
    query, expect = [("game", game)], {200, 404} if game in GAMES else {400, 404}
    if rng.random() < 0.6:
        band = rng.choice(["easy", "medium", "hard", "Easy", ""])
        query.append(("difficulty", band))
        if band in ("Easy", ""):
            expect = {400, 404}
    if walk.template.endswith("archive"):
        return Step(query=query, expect=paging(rng, query, expect))
    if rng.random() < 0.3:
        query.append(rng.choice([("number", "1"), ("number", "99999"), ("number", "x"), ("date", "2026-02-30"),
                                 ("date", "2999-01-01"), ("date", ""), ("number", str(2 ** 63))]))
        expect = expect | {400, 404}
    return Step(query=query, expect=expect)


@route("GET", "/api/v1/packs", 4)
@route("GET", "/api/v1/sets", 3)
@route("GET", "/api/v1/insight", 1)
def listed(walk):
    rng = walk.rng
    query, expect = [], {200}
    if rng.random() < 0.7:
        game = some_game(rng)
        query.append(("game", game))
        expect = {200} if game in GAMES else {400, 404}
        if walk.template.endswith("sets"):
            expect = {200, 400, 404}
    if walk.template.endswith("packs"):
        expect = paging(rng, query, expect)
    return Step(query=query, expect=expect)


@route("GET", "/api/v1/levels", 3)
def levels(walk):
    rng = walk.rng
    query, expect = [], {200}
    if rng.random() < 0.6:
        game = some_game(rng)
        query.append(("game", game))
        expect = {200} if game in GAMES else {400, 404}
    if rng.random() < 0.4:
        query.append(("order", rng.choice(["newest", "easiest", "hardest", "id"])))
    for name in ("min_percentile", "max_percentile", "min_difficulty", "max_difficulty"):
        if rng.random() < 0.15:
            value = rng.choice(["0", "50", "100", "33.3", "nan", "-1", "1e9", "", "0x10"])
            query.append((name, value))
            expect = expect if value[:1].isdigit() and value not in ("1e9", "0x10") else {400, 404}
    if rng.random() < 0.2:
        query.append(("method", rng.choice(["shipped", "editor", "", "é", "%", "' OR 1=1 --"])))
    expect = paging(rng, query, expect)

    def learn(reply, _body):
        for row in reply.json()["levels"]:
            if row["id"] in walk.model.levels and walk.model.levels[row["id"]].hidden:
                return f"a removed level is listed: {row['id']}"
            # A batch makes levels by the clock: those are not taken into the model, which has all others already.
            if row["id"] in walk.model.levels and (wrong := walk.model.add_level(row, reply.json().get("sources"))):
                return wrong
        return None
    return Step(query=query, expect=expect, learn=learn)


@route("GET", "/api/v1/levels/{id}", 5)
@route("GET", "/api/v1/levels/{id}/picture.svg", 4)
@route("GET", "/api/v1/levels/{id}/picture.png", 2)
def level(walk):
    rng, model = walk.rng, walk.model
    name, expect = pick(walk, model.levels, [])
    if name in model.levels and model.levels[name].hidden:
        expect = {404}
    step = Step(name, expect=expect)
    if not walk.template.endswith("{id}"):
        expect.add(422)
        if rng.random() < 0.3:
            step.query.append(("theme", rng.choice(["light", "dark", "pink", ""])))
            expect.add(400)
        if rng.random() < 0.3:
            step.query.append(("cell", rng.choice(["4", "20", "128", "3", "129", "x", "-1", "1e1"])))
            expect.add(400)
    else:
        step.learn = lambda reply, _body: model.add_level(reply.json())
    return step


@route("GET", "/api/v1/packs/{id}", 6)
def pack(walk):
    name, expect = pick(walk, walk.model.packs, walk.model.gone_packs)
    return Step(name, expect=expect, learn=lambda reply, _body: walk.pack_fault(reply.json()))


@route("GET", "/api/v1/packs/{id}/export", 5)
def export(walk):
    rng, model = walk.rng, walk.model
    name, expect = pick(walk, model.packs, model.gone_packs)
    step = Step(name, expect=expect)
    game = model.packs[name].game if name in model.packs else "sokoban"
    if rng.random() < 0.8:
        other = game if rng.random() < 0.8 else rng.choice(GAMES)
        form = rng.choice([*FORMATS[other], "json", "jsonl", "json", "jsonl", "svg", "png"])
        if form == "png" and rng.random() < 0.7:  # the dearest
            form = "svg"
        step.query.append(("format", form if rng.random() < 0.95 else rng.choice(["exe", "", "é", "../x"])))
        expect.add(400)
    if expect & {200}:
        expect.update({422, 400} if not model.packs[name].levels or step.query or game == "puzzlescript" else ())
    return step


def draw_levels(rng, model, game):
    """Levels for a pack, and the statuses it may get."""
    found, expect = [], {201}
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        other = game if game in GAMES and rng.random() < 0.9 else rng.choice(GAMES)
        name = rng.choice(model.levels_of(other))
        draw = rng.random()
        if draw < 0.5:
            found.append(name)
            if other != game:
                expect = expect - {201} | {404, 422}
            elif found.count(name) > 1:
                expect = expect | {400, 422}
            continue
        item = {"text": model.levels[name].text}
        if other != game or draw > 0.9:
            expect = expect | {400, 404, 422}
            item["text"] = odd.text(rng, item["text"]) if draw > 0.9 else item["text"]
        if rng.random() < 0.3:
            item.update(title=rng.choice(odd.TEXTS[:6]), author="é", solution=model.solutions.get(name, "R"))
            expect = expect | {400, 422}
        found.append(item)
    return found, expect


def learn_pack(walk, step):
    def learn(reply, body):
        made = reply.json()
        shown = walk.server_get("/api/v1/packs/" + made["id"])
        if shown.status != 200:
            return f"the new pack gets {shown.status}"
        shown = shown.json()
        asked = body["game"] if isinstance(body, dict) else None
        if asked and shown["game"] != asked:
            return f"a pack of {asked} became one of {shown['game']}"
        if made["n_levels"] != len(shown["levels"]) or made["n_levels"] > made["inserted"] + made["duplicates"]:
            return f"{made['n_levels']} levels are said, {len(shown['levels'])} are there"
        walk.model.add_pack(shown, step.who)
        return walk.pack_fault(shown)
    step.learn = learn
    return step


@route("POST", "/api/v1/packs", 8)
def new_pack(walk):
    rng, model = walk.rng, walk.model
    game = some_game(rng)
    chosen, expect = draw_levels(rng, model, game)
    body = {"title": rng.choice(["Walk", "é" * 20, "\U0001f9e9", "<b>"]), "game": game, "levels": chosen}
    if rng.random() < 0.1:
        gone = rng.choice([*model.gone_packs, *model.packs, odd.NOBODY])
        chosen.insert(rng.randrange(len(chosen) + 1), gone)
        expect = {400, 404, 422}
    if rng.random() < 0.1:
        body["rules"] = rng.choice([{}, {"gravity": "on"}, {"symbols": "X#"}])
        expect = expect | {400, 422}
    if game not in GAMES:
        expect = {400, 404, 422}
    return learn_pack(walk, Step(body=body, expect=expect))


@route("POST", "/api/v1/packs/import", 6)
def new_import(walk):
    rng, model = walk.rng, walk.model
    game = some_game(rng)
    other = game if game in GAMES and rng.random() < 0.8 else rng.choice(GAMES)
    text = model.levels[rng.choice(model.levels_of(other))].text
    expect = {201} if game == other else {201, 400, 422} if game in GAMES else {400, 404, 422}
    query = [("game", game)]
    if rng.random() < 0.5:
        text, expect = odd.text(rng, text), expect | {201, 400, 404, 422}
    if rng.random() < 0.5:
        query.append(("title", rng.choice(["Walk", "é", "x" * 201, "", "a\u0007b", "a\x00b"])))
        expect = expect | {400, 422}
    if rng.random() < 0.3:
        query.append(("format", rng.choice([*FORMATS[other], "auto", "json", "", "exe"])))
        expect = expect | {400, 422}
    return learn_pack(walk, Step(query=query, body=text.encode("utf-8", "surrogatepass"), expect=expect,
                                 headers={"Content-Type": "text/plain"}))


def draw_job(rng, model):
    call = rng.choice(["solve", "rate", "features", "mutate", "generate"])
    game = some_game(rng)
    other = game if game in GAMES and rng.random() < 0.75 else rng.choice(GAMES)
    body = {"call": call, "game": game, "seconds": 0.1, "nodes": 2000}
    if call == "generate":
        body.update(count=1, seed=rng.randrange(100))
        if rng.random() < 0.3:
            body["examples"] = model.levels[rng.choice(model.levels_of(other))].text
        if game == "puzzlescript" and rng.random() < 0.7:
            body["source"] = model.levels[rng.choice(model.levels_of(other))].text
        return body
    body["text"] = model.levels[rng.choice(model.levels_of(other))].text
    if rng.random() < 0.2:
        body["text"] = odd.text(rng, body["text"])
    if call == "mutate":
        body.update(direction=rng.choice(["harder", "easier"]), tries=2)
    if call == "solve" and rng.random() < 0.3:
        body["moves"] = rng.choice([*model.solutions.values()])
    return body


@route("POST", "/api/v1/jobs", 8)
def new_job(walk):
    rng, model = walk.rng, walk.model
    body, headers, known = draw_job(rng, model), {}, [name for name, job in model.jobs.items() if job.key]
    expect = {202, 400, 422, 429}
    who = rng.choice([*model.living(), "admin"])
    if known and rng.random() < 0.2:
        name = rng.choice(known)
        job = model.jobs[name]
        headers["Idempotency-Key"] = job.key
        if rng.random() < 0.5 and (job.owner == "admin" or job.owner.alive):
            body, who, expect = job.body, job.owner, {202}
        else:
            expect = {400, 409, 422}
            body = {**body, "seconds": 0.11}
    elif rng.random() < 0.3:
        headers["Idempotency-Key"] = f"{rng.getrandbits(128):032x}"

    def learn(reply, body):
        name, key = reply.json()["job"], headers.get("Idempotency-Key")
        if key and name != key:
            return f"the key {key} became the job {name}"
        model.add_job(name, Job(body["call"], step.who, key, body))
        walk.bound_jobs(step.who, name)
        return None
    step = Step(body=body, headers=headers, expect=expect, learn=learn, who=who)
    return step


def a_job(walk, status=200):
    name, expect = pick(walk, walk.model.jobs, [], (status, 404))
    return Step(name, expect=expect)


@route("GET", "/api/v1/jobs/{id}", 6)
def job(walk):
    step = a_job(walk)

    def learn(reply, _body):
        known, shown = walk.model.jobs[step.name], reply.json()
        if (shown["job"], shown["call"]) != (step.name, known.call):
            return f"another job is shown: {shown['job']} {shown['call']}"
        return None if shown["state"] != "failed" or shown["error"] else "it failed without a reason"
    step.learn = learn
    return step


@route("GET", "/api/v1/jobs/{id}/events", 2)
def follow(walk):
    return a_job(walk)


@route("DELETE", "/api/v1/jobs/{id}", 3)
def cancel(walk):
    step = a_job(walk)
    rng, model = walk.rng, walk.model
    known = model.jobs.get(step.name)
    owner = known.owner if known else None
    step.who = rng.choice([*model.living(), "admin"])
    if rng.random() < 0.2:  # one that still runs
        made = walk.server_ask("POST", "/api/v1/jobs", LONG_JOB)
        if made.status == 202:
            model.add_job(made.json()["job"], Job("generate", "admin"))
            return Step(made.json()["job"], expect={200, 409}, who="admin")
    if isinstance(owner, Player) and owner.alive and rng.random() < 0.5:
        step.who = owner
    if known:
        step.expect = {200, 409} if step.who in ("admin", owner) else {403}
    return step


@route("GET", "/api/v1/sets/{id}", 3)
def one_set(walk):
    name, expect = pick(walk, walk.model.sets, walk.model.gone_sets)

    def learn(reply, _body):
        shown = [row["id"] for row in reply.json()["levels"]]
        return None if shown == walk.model.sets[name] else f"the set has {shown}, not {walk.model.sets[name]}"
    return Step(name, expect=expect, learn=learn)


@route("POST", "/api/v1/admin/token/rotate", 1)
def rotate(walk):
    def learn(reply, _body):
        walk.model.old_tokens.append(walk.model.token)
        walk.model.token = reply.json()["token"]
        walk.model.own("admin", walk.model.token)
    return Step(expect={200}, learn=learn)


@route("GET", "/api/v1/admin/models", 1)
def models(_walk):
    return Step(expect={200})


@route("POST", "/api/v1/admin/models", 1)
def model_change(walk):
    version = walk.rng.choice([0, 0, 7])
    return Step(body={"game": "sokoban", "version": version}, expect={404 if version else 200})


@route("POST", "/api/v1/admin/models/learn", 0.3)
def model_learn(walk):
    game = walk.rng.choice(["sokoban", "sokoban", "flow", "chess"])

    def learn(reply, _body):
        walk.model.add_job(reply.json()["job"], Job("learn", "admin"))
        if walk.rng.random() < 0.7:
            walk.server_ask("DELETE", "/api/v1/jobs/" + reply.json()["job"])
    # One model of a game at a time: only an earlier one may wait or be at work still.
    earlier = any(job.call == "learn" for job in walk.model.jobs.values())
    expect = {422, 400} if game == "chess" else {202, 409} if earlier else {202}
    return Step(body={"game": game}, expect=expect, learn=learn)


@route("POST", "/api/v1/admin/batch", 1)
def batch(walk):
    rng = walk.rng
    body = {"seconds": 1, "size": rng.choice(["1x1", "2x2", "2x3", "9x9"]), "boxes": rng.choice([1, 2, 3, 12]),
            "seed": rng.randrange(100)}

    def learn(reply, _body):
        walk.model.batches = True
        walk.model.add_job(reply.json()["job"], Job("batch", "admin"))
        # One is enough to have asked: it would keep a worker for its second.
        if rng.random() < 0.9:
            walk.server_ask("DELETE", "/api/v1/jobs/" + reply.json()["job"])
    return Step(body=body, expect={202, 400, 422}, learn=learn)


@route("POST", "/api/v1/admin/sets", 1)
def new_sets(walk):
    rng, model = walk.rng, walk.model
    packs = [rng.choice([*model.packs]) for _ in range(rng.choice([1, 1, 2, 3]))]
    body = {"count": rng.choice([1, 2, 5]), "seed": rng.randrange(9),
            "sets": [{"title": "Walk", "pack": name, "easy": rng.random() < 0.2} for name in packs]}
    for name in ("width", "height", "boxes", "moves"):
        if rng.random() < 0.2:
            body[name] = rng.choice([[0, 9], [1, 1000], [9, 1], [-1, 1e9]])

    def learn(reply, _body):
        for row in reply.json()["sets"]:
            shown = walk.server_get("/api/v1/sets/" + row["id"]).json()
            model.sets[row["id"]] = [level["id"] for level in shown["levels"]]
            model.ids.append(row["id"])
            if len(shown["levels"]) != row["n_levels"]:
                return f"{row['n_levels']} levels are said, {len(shown['levels'])} are there"
        return None
    return Step(body=body, expect={201, 400, 404, 422}, learn=learn)


@route("GET", "/api/v1/admin/designs", 1)
def designs(_walk):
    return Step(expect={200})


@route("GET", "/api/v1/admin/designs/{id}", 1)
def design(walk):
    name = walk.rng.choice(["taylor-online", odd.NOBODY])
    return Step(name=name, expect={200, 404})


def begun_levels(walk, player):
    """Mostly those that the player has begun, as about others nothing may be said."""
    begun = [play.level for play in player.plays.values()]
    return begun if begun and walk.rng.random() < 0.8 else [*walk.model.levels, odd.NOBODY]


@route("POST", "/api/v1/ratings", 3)
def rating(walk):
    rng, player = walk.rng, walk.rng.choice(walk.model.living())
    body = {"level": rng.choice(begun_levels(walk, player)), "value": rng.choice([1, 5, 10, 0, "x"])}
    return Step(body=body, expect={200, 400, 404}, who=player)


@route("POST", "/api/v1/comparisons", 3)
def comparison(walk):
    rng, player = walk.rng, walk.rng.choice(walk.model.living())
    known = begun_levels(walk, player)
    body = {"levels": [rng.choice(known) for _ in range(2)], "harder": rng.choice(["first", "second", "equal"])}
    return Step(body=body, expect={200, 400, 404}, who=player)


@route("POST", "/api/v1/complaints", 2)
def complaint(walk):
    """From one address: nothing is hidden by it."""
    rng, model = walk.rng, walk.model
    body = {"thing": rng.choice(["level", "pack"]), "reason": rng.choice(["spam", "other"]), "note": rng.choice(["", "x"])}
    body["id"] = rng.choice([*(model.levels if body["thing"] == "level" else model.packs), odd.NOBODY])
    return Step(body=body, expect={201, 404, 429})


@route("GET", "/api/v1/admin/complaints", 1)
def cases(_walk):
    return Step(expect={200})


@route("POST", "/api/v1/admin/complaints", 1)
def decision(walk):
    rng, model = walk.rng, walk.model
    body = {"decision": "keep", "thing": "level", "id": rng.choice([*model.levels, odd.NOBODY])}
    return Step(body=body, expect={200, 404})


@route("GET", "/api/v1/admin/sealed", 1)
def sealed(_walk):
    return Step(expect={200})


@route("GET", "/api/v1/admin/packs/aside", 1)
def aside(_walk):
    return Step(expect={200}, learn=lambda reply, _body: reply.json()["packs"] and "a pack is set aside" or None)


@route("DELETE", "/api/v1/admin/levels/{id}", 1)
def remove_level(walk):
    model = walk.model
    name, expect = pick(walk, [name for name in model.levels if name not in model.solutions], [])
    if name in model.solutions:
        name, expect = odd.NOBODY, {404}
    if name in model.levels:
        expect = {200, 404, 409} if model.levels[name].hidden else {200, 409}
    return Step(name, expect=expect, learn=lambda _reply, _body: model.hide(name))


@route("DELETE", "/api/v1/admin/packs/{id}", 1)
@route("DELETE", "/api/v1/packs/{id}", 2)
def remove_pack(walk):
    model, who = walk.model, None
    name, expect = pick(walk, model.packs, model.gone_packs)

    def learn(_reply, _body):
        del model.packs[name]
        model.gone_packs.append(name)
    if name in model.packs and not walk.may_lose(name):
        name, expect = odd.NOBODY, {404}
    if name in model.packs and "admin" not in walk.template:
        owner = model.packs[name].owner
        who = walk.rng.choice([*model.living(), "admin"])
        if isinstance(owner, Player) and owner.alive and walk.rng.random() < 0.5:
            who = owner
        expect = {200} if who in ("admin", owner) else {403}
    return Step(name, expect=expect, learn=learn, who=who)


@route("DELETE", "/api/v1/admin/sets/{id}", 1)
def remove_set(walk):
    model = walk.model
    name, expect = pick(walk, model.sets, model.gone_sets)

    def learn(_reply, _body):
        del model.sets[name]
        model.gone_sets.append(name)
    return Step(name, expect=expect, learn=learn)


def address(template, step):
    """The path and its query."""
    path = template.replace("{id}", urllib.parse.quote(step.name, safe="")) if step.name is not None else template
    for braces, text in step.more.items():
        path = path.replace(braces, text)
    query = urllib.parse.urlencode(step.query, errors="surrogatepass")
    return path + ("?" + query if query else "")


def encoded(body):
    return json.dumps(body).encode() if isinstance(body, (dict, list)) else body

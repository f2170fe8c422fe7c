"""Simulated participants: they follow any plan by its JSON alone, and keep a list of what they did.

A person is asked for events, one after the other (`Person.doing`), from wherever the server says that they are; so a
reload, a crash and a second window are nothing but another `Person.doing`. Which answers they give is drawn; which
events come when is docs/studies.md."""
import json
import random
import subprocess
import time


class Pair:
    """Not an event: the levels of this open pair have to be asked for."""

    def __init__(self, phase, trial):
        self.phase, self.trial = phase, trial
        self.levels = None


def draw_answer(question, trial, rng):
    """A value that the question allows."""
    kind = question["type"]
    options = [option["id"] for option in question.get("options", [])]
    if not question["required"] and rng.random() < 0.1:
        return None
    if kind in ("scale", "opposites"):
        return rng.randint(int(question["from"]), int(question["to"]))
    if kind == "number":
        return rng.randint(int(question["from"]), int(question["to"]))
    if kind in ("likert", "one"):
        return rng.choice(options)
    if kind == "several":
        return [option for option in options if rng.random() < 0.5]
    if kind == "mark":
        return rng.sample(trial["levels"], question["marks"] or rng.randint(1, len(trial["levels"])))
    return "words of person" if rng.random() < 0.9 else "“Größe”, | \\ \"quoted\""


class Acting:
    """The events of one plan from a certain place on. solutions: moves by level's id, of those that are solved; log: what
    was done before."""

    def __init__(self, plan, progress, rng, solutions=None, most=None, log=()):
        self.plan, self.progress, self.rng = plan, progress, rng
        self.solutions = solutions or {}
        self.most = most  # trials of a phase that need not be done to its end
        self.special = set(progress.get("special", []))
        self.checked = {event["phase"] for event in log if event["type"] == "check"}

    def all(self, back=False):
        """back: the person was away meanwhile."""
        place = self.progress
        for number, phase in enumerate(self.plan["phases"]):
            if number < place["phase"]:
                continue
            here = number == place["phase"] and place["in_phase"]
            ended = set(place["ended"]) if here else set()
            answered = {tuple(pair) for pair in place["answered"]} if here else set()
            prompted = set(place["prompted"]) if here else set()
            name = phase["id"]
            if here and back:
                yield "resume", name, None, {"after": "reload"}
            if not here:
                yield "phase-start", name, None, None
            reason = "done"
            for event in self.inside(phase, ended, answered, prompted, place["consented"] if here else False):
                if isinstance(event, str):
                    reason = event
                else:
                    yield event
            yield "phase-end", name, None, {"reason": reason}

    def inside(self, phase, ended, answered, prompted, consented):
        kind = phase["type"]
        if kind == "consent" and not consented:
            yield self.consent(phase)
            yield "device", phase["id"], None, {"width": 1280, "height": 720, "pixel_ratio": 1, "touch": False,
                                                "isolated": True, "timer_ms": 0.005}
        elif kind in ("instructions", "debriefing"):
            for page in range(len(phase.get("pages", []))):
                yield "page", phase["id"], None, {"page": page}
        elif kind == "instrument":
            yield from self.instrument(phase, ended, prompted)
        elif kind in ("practice", "play"):
            yield from self.play(phase, ended, answered, prompted)
        elif kind in ("rate", "survey"):
            for number, trial in enumerate(phase["trials"]):
                yield from self.answers(phase, number, trial, answered)
        elif kind == "compare":
            yield from self.compare(phase, ended)

    def consent(self, phase):
        words = self.plan["consent"]
        self.special = {row["id"] for row in words["special"] if self.rng.random() < 0.5}
        return "consent", phase["id"], None, {
            "answer": "yes", "version": words["version"], "of_age": True,
            "statements": [row["id"] for row in words["statements"]], "special": sorted(self.special),
            "language": self.plan["language"]}

    def answers(self, phase, number, trial, answered):
        for question in phase.get("questions", []):
            special = question.get("special")
            if (question["id"], number) in answered or (special and special not in self.special):
                continue
            yield "answer", phase["id"], number, {"question": question["id"],
                                                  "value": draw_answer(question, trial, self.rng),
                                                  "reaction_ms": round(self.rng.uniform(300, 9000), 3)}

    def word(self, phase, number, word):
        data = {"prompt": number, "word": word["word"], "voice": word["voice"], "audio_s": word["at_ms"] / 1000,
                "output_ms": word["at_ms"] + 0.125, "latency_ms": 10.5, "pair_audio_s": 0, "pair_ms": 0.25,
                "visible": True, "focused": True, "frame_ms": 16.667}
        yield "prompt", phase["id"], None, data
        if self.rng.random() < 0.9:
            yield "prompt-answer", phase["id"], None, {
                "prompt": number, "answer": self.rng.choice([word["voice"]] * 9 + ["high"]), "key": "Numpad8",
                "reaction_ms": round(self.rng.uniform(250, 1500), 3), "number": 1}

    def instrument(self, phase, ended, prompted):
        kind, trials = phase["instrument"], phase["trials"]
        if kind == "auditory-stroop":
            for number, trial in enumerate(trials[:self.most]):
                if number not in prompted:
                    yield from self.word(phase, number, trial)
            if self.most and self.most < len(trials):
                yield "time"
            return
        if kind == "attention-network":
            for number, trial in enumerate(trials):
                if number not in ended:
                    yield "attention", phase["id"], number, {
                        "answer": trial["direction"], "reaction_ms": round(self.rng.uniform(300, 900), 3),
                        "fixation_ms": trial["fixation_ms"], "cue_ms": 100, "gap_ms": 400, "arrows_ms": 700.5,
                        "trial_ms": 4000, "frame_ms": 16.667}
            return
        size = phase["trials_an_attempt"]
        attempt = len(ended) // size  # one that was left in the middle is done to its end
        if ended and len(ended) % size == 0:  # one that was left at its end is passed, as all are
            if phase["id"] not in self.checked:
                yield "check", phase["id"], None, {"passed": True, "attempt": attempt, "right": size}
            return
        right = 0
        for number in range(attempt * size, (attempt + 1) * size):
            trial = trials[number]
            right += 1
            if number in ended:
                continue
            if kind == "headphone-check":
                yield "tones", phase["id"], number, {"count": len(trial["opposed"])}
            else:
                yield "pitch", phase["id"], number, {"answer": trial["voice"], "reaction_ms": 700}
        yield "check", phase["id"], None, {"passed": True, "attempt": attempt + 1, "right": right}

    def outcome(self, phase, level):
        if level in self.solutions and self.rng.random() < 0.7:
            return "solved"
        if phase["give_up"] != "never":
            return "gave-up"
        return "solved" if level in self.solutions else "time"

    def play(self, phase, ended, answered, prompted):
        words = iter([pair for pair in enumerate(phase.get("words", [])) if pair[0] not in prompted][:self.most])
        short = phase["free"] and self.most
        name = phase["id"]
        for number, trial in enumerate(phase["trials"][:self.most] if short else phase["trials"]):
            level = trial["levels"][0]
            if number in ended:
                yield from self.answers(phase, number, trial, answered)
                continue
            yield "level-start", name, number, {"level": level}
            outcome = self.outcome(phase, level)
            for pair in words:
                yield from self.word(phase, *pair)
                break
            moves = self.solutions.get(level, "")
            if outcome == "solved" and len(moves) < 1000:
                yield "moves", name, number, {"level": level, "moves": moves}
            if self.rng.random() < 0.3:
                yield "restart", name, number, {"level": level, "moves": len(moves)}
            data = {"level": level, "outcome": outcome, "moves": len(moves), "undos": 0, "restarts": 0,
                    "play_ms": round(self.rng.uniform(1000, 90000), 3)}
            if outcome == "solved":
                data["solution"] = moves
            yield "level-end", name, number, data
            if phase["ask"] == "ended" or outcome == "solved":
                yield from self.answers(phase, number, trial, answered)
        for pair in words:
            yield from self.word(phase, *pair)
        if short:
            yield "time" if phase["minutes"] else "stopped"

    def compare(self, phase, ended):
        trials = phase["trials"]
        wanted = len(trials) if not phase["as_many_as_one_likes"] and not self.most else \
            min(len(trials), max(phase["least_pairs"], self.most or 3))
        for number in range(len(ended), wanted):
            levels = trials[number].get("levels")
            if levels is None:
                pair = Pair(phase["id"], number)
                yield pair
                levels = pair.levels
            yield "pair-start", phase["id"], number, {"left": levels[0], "right": levels[1]}
            yield "look", phase["id"], number, {"side": "left", "play_ms": 1500.25, "moves": 0, "solved": False}
            yield "comparison", phase["id"], number, {
                "answer": self.rng.choice(["left", "right"] + ["equal"] * phase["equal"]),
                "reaction_ms": round(self.rng.uniform(800, 60000), 3)}


class Gone(Exception):
    """The server is away, or wants us to come back later."""


class Person:
    """Takes part through ask(method, path, body, headers) -> Reply. `log` is everything that was done, as it was
    sent; `acknowledged` how much of it the server has said to be stored."""

    def __init__(self, ask, study, seed=0, language="en", panel=None, solutions=None, most=None, trial=None):
        self.ask, self.study, self.rng = ask, study, random.Random(seed)
        self.body = {"language": language, **({"panel": panel} if panel else {}), **({"trial": trial} if trial else {})}
        self.solutions, self.most = solutions, most
        self.key = self.code = self.number = self.completion = None
        self.log, self.acknowledged = [], 0
        self.state = "inside"

    def path(self, rest=""):
        return f"/api/v1/studies/{self.study}{rest}"

    def headers(self):
        return {"Authorization": "Person " + self.key}

    def enter(self):
        reply = self.ask("POST", self.path("/persons"), self.body, {})
        if reply.status == 201:
            found = reply.json()
            self.key, self.number = found["key"], found["number"]
            self.code = found["code"] or self.code
        elif reply.status >= 500:
            raise Gone
        return reply

    def me(self):
        reply = self.ask("GET", self.path("/me"), None, self.headers())
        if reply.status >= 500:
            raise Gone
        return reply.json()

    def event(self, kind, phase, trial, data):
        now = time.time() * 1000
        event = {"seq": len(self.log), "type": kind, "phase": phase, "t": round(now % 1e9, 3), "clock": round(now, 3)}
        if trial is not None:
            event["trial"] = trial
        if data is not None:
            event["data"] = data
        self.log.append(event)

    def send(self, most=50):
        """Everything that is not acknowledged yet."""
        while self.acknowledged < len(self.log):
            part = self.log[self.acknowledged:self.acknowledged + most]
            reply = self.ask("POST", self.path("/events"), {"events": part}, self.headers())
            if reply.status >= 500 or reply.status == 429:
                raise Gone
            if reply.status != 200:
                raise AssertionError(f"{reply.status} {reply.body.decode()[:500]} to {json.dumps(part)[:300]}")
            found = reply.json()
            self.acknowledged += len(part)
            if found["next_seq"] < self.acknowledged:
                raise AssertionError(f"acknowledged {self.acknowledged}, stored {found['next_seq']}")
            self.state, self.completion = found["state"], found["completion"]

    def ask_pair(self, pair):
        self.send()
        reply = self.ask("POST", self.path("/pair"), {"phase": pair.phase, "trial": pair.trial}, self.headers())
        if reply.status >= 500:
            raise Gone
        if reply.status != 200:
            raise AssertionError(f"{reply.status} {reply.body.decode()[:500]}")
        pair.levels = reply.json()["levels"]

    def doing(self, bundle=10):
        """From where the server says that we are; yields after every bundle that was stored."""
        found = self.me()
        if found["next_seq"] < self.acknowledged:
            raise AssertionError(f"{self.acknowledged} events were acknowledged, {found['next_seq']} are there")
        self.acknowledged = max(self.acknowledged, min(found["next_seq"], len(self.log)))
        # The last answer may be lost with the server: its code is told again here.
        self.state, self.completion = found["state"], found["completion"]
        if self.state != "inside":
            return
        if self.acknowledged < len(self.log):  # the page's own queue survives a reload
            self.send()
            found = self.me()
            if found["state"] != "inside":
                self.state, self.completion = found["state"], found["completion"]
                return
        acting = Acting(found["plan"], found["progress"], self.rng, self.solutions, self.most, self.log)
        for event in acting.all(back=found["next_seq"] > 0):
            if isinstance(event, Pair):
                self.ask_pair(event)
                continue
            self.event(*event)
            if len(self.log) - self.acknowledged >= bundle:
                self.send()
                yield
        self.send()

    def take_part(self):
        """From the beginning to the end."""
        reply = self.enter()
        if reply.status == 201:
            for _ in self.doing():
                pass
        return reply


def solutions_of(server, study):
    """Moves that win, by level's id: people know them, the server does not show them."""
    rows = server.rows(f"SELECT frozen FROM study_versions WHERE study = '{study}' ORDER BY version DESC LIMIT 1")
    frozen = json.loads("|".join(rows[0]))
    return {level["id"]: level["solution"] for found in frozen["sets"] for level in found["levels"] if "solution" in level}


def run_program(program):
    """The program as a function of its arguments that gives what it prints."""
    return lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def filled_in(program_run, design, **changes):
    """A ready-made design with what it lacks."""
    return {**json.loads(program_run("study", "new", design)),
            "contact": {"name": "A. Researcher", "email": "a@example.org"},
            "approval": {"board": "Board", "number": "17", "from": "2020-01-01", "until": "2099-01-01"},
            "retention_until": "2099-12-31", **changes}


def open_study(server, program_run, design, folder, **changes):
    """Opens a ready-made design on the command line; gives its id. program_run(*words) -> text. version_of: the study
    that it becomes a new version of."""
    version_of = changes.pop("version_of", None)
    definition = filled_in(program_run, design, **changes)
    path = f"{folder}/{design}.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(definition, file)
    where = ["--db", server.db] if server.db else ["--data", server.data]
    more = ["--study", version_of] if version_of else []
    return json.loads(program_run("study", "open", path, "--json", *more, *where))["study"]

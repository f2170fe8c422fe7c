"""The walk's steps about studies. A study is opened when the first of them is drawn; its people do what their plans say."""
import itertools

import walk_odd as odd
from person import Acting, Pair, Person, filled_in, open_study, run_program
from walk_routes import STEPS, Step, pick, route  # noqa: F401, all steps are had from here

DESIGN = "kartal-pairwise-validation"
NEVER = {"people": 0, "until": "2099-01-01", "reason": "it goes on"}


def studies(walk):
    if not hasattr(walk, "study"):
        server = walk.server
        walk.study = open_study(server, run_program(server.program), DESIGN, server.data, stopping=NEVER)
        walk.persons = []
    return [walk.study]


def new_person(walk):
    (study,) = studies(walk)
    return Person(lambda method, path, body, headers: walk.server_ask(method, path, body, headers), study, walk.n)


def some_person(walk):
    studies(walk)
    if not walk.persons:
        person = new_person(walk)
        person.enter()
        walk.persons.append(person)
    return walk.rng.choice(walk.persons)


@route("GET", "/api/v1/studies/{id}", 2)
def study_get(walk):
    name, expect = pick(walk, studies(walk), [])
    query = [("language", walk.rng.choice(["en", "de", "", "é"]))] if walk.rng.random() < 0.5 else []
    return Step(name, query=query, expect=expect)


@route("POST", "/api/v1/studies/{id}/persons", 2)
def study_enter(walk):
    name, expect = pick(walk, studies(walk), [], statuses=(201, 404))

    def learn(reply, _body):
        person = new_person(walk)
        made = reply.json()
        person.key, person.code, person.number = made["key"], made["code"], made["number"]
        walk.persons.append(person)
    return Step(name, body={"language": "en"}, expect=expect, learn=learn)


@route("GET", "/api/v1/studies/{id}/me", 3)
def study_me(walk):
    person = some_person(walk)
    return Step(person.study, expect={200}, who=person)


@route("POST", "/api/v1/studies/{id}/events", 6)
def study_events(walk):
    """The next few; what they are is asked of the server, so nothing has to be remembered."""
    person = some_person(walk)
    found = person.me()
    acting = Acting(found["plan"], found["progress"], walk.rng, most=4)
    events = itertools.takewhile(lambda event: not isinstance(event, Pair), acting.all(found["next_seq"] > 0))
    person.log = [None] * found["next_seq"]
    if found["state"] == "inside":
        for event in itertools.islice(events, walk.rng.randrange(1, 12)):
            person.event(*event)
    body = {"events": person.log[found["next_seq"]:]}
    expect = {200} if body["events"] else {400}
    return Step(person.study, body=body, expect=expect, who=person)


@route("POST", "/api/v1/studies/{id}/pair", 2)
def study_pair(walk):
    """This design draws its pairs beforehand: none is open."""
    person = some_person(walk)
    phase = walk.rng.choice(["compare", "consent", "x"])
    return Step(person.study, body={"phase": phase, "trial": walk.rng.randrange(3)}, expect={400, 409}, who=person)


@route("POST", "/api/v1/studies/{id}/withdraw", 1)
def study_withdraw(walk):
    person = some_person(walk)
    code, expect = (person.code, {204}) if walk.rng.random() < 0.5 else (walk.rng.choice(["x", odd.NOBODY]), {404})

    def as_read(text):
        """Blanks, hyphens and lower case make no other code."""
        return str(text).replace("-", "").replace(" ", "").upper()

    def learn(_reply, body):
        walk.persons[:] = [other for other in walk.persons if as_read(other.code) != as_read(body.get("code"))]
    return Step(person.study, body={"code": code}, expect=expect, learn=learn)


@route("GET", "/api/v1/admin/studies", 1)
def all_studies(walk):
    (study,) = studies(walk)

    def learn(reply, _body):
        return None if study in {row["study"] for row in reply.json()["studies"]} else "the study is not listed"
    return Step(expect={200}, learn=learn)


@route("POST", "/api/v1/admin/studies", 1)
def study_open(walk):
    """The same definition again is refused, another seed makes a new version."""
    (study,) = studies(walk)
    seed = walk.rng.randrange(1, 1000)
    definition = filled_in(run_program(walk.server.program), DESIGN, seed=seed, stopping=NEVER)
    return Step(body={"definition": definition, "study": walk.rng.choice([study, odd.NOBODY])}, expect={201, 404, 409})


@route("GET", "/api/v1/admin/studies/{id}", 2)
def study_view(walk):
    name, expect = pick(walk, studies(walk), [])
    return Step(name, expect=expect)


@route("POST", "/api/v1/admin/studies/{id}", 1)
def study_state(walk):
    return Step(studies(walk)[0], body={"state": "open"}, expect={200})


@route("GET", "/api/v1/admin/studies/{id}/persons", 1)
def study_persons(walk):
    name, expect = pick(walk, studies(walk), [])
    return Step(name, query=[("page", walk.rng.choice([1, 2]))], expect=expect)


@route("GET", "/api/v1/admin/studies/{id}/persons/{number}", 1)
def study_person(walk):
    person = some_person(walk)
    number = person.number or walk.rng.choice([0, 1, 999999])
    return Step(person.study, more={"{number}": str(number)}, expect={200, 404})


@route("GET", "/api/v1/admin/studies/{id}/sheet", 1)
def study_sheet(walk):
    cell = walk.rng.choice([1, 1, 2])
    return Step(studies(walk)[0], query=[("cell", cell)], expect={200} if cell == 1 else {404})


@route("GET", "/api/v1/admin/studies/{id}/export", 1)
def study_export(walk):
    name, expect = pick(walk, studies(walk), [])
    return Step(name, expect=expect)

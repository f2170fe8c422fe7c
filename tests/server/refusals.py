"""Bad requests to every route: the status, the stable code, a sentence, and the place.

    refusals.py PROGRAM docs/openapi.json

A place is a JSON pointer into the body, the name of a parameter or a header, or
line:column of a body that is no JSON."""
import json
import re
import sys

from harness import LEVEL, Checks, Server, arguments

NOBODY = "0" * 32
CODES = set("""bad-json missing-field bad-field missing-parameter unknown-parameter bad-request bad-address unauthorized foreign-host
foreign-origin forbidden not-found unknown-game method-not-allowed exists too-large address-too-long
unsupported-media-type not-a-win bad-input unsupported limit impossible too-many-requests too-many-jobs too-much-data bad-framing busy full
stopping over-budget closed not-allowed read-only switched-off out-of-order finished enough paused approval""".split())


def table(level, pack, play):
    """(method, path, who, body, status, code, place)"""
    event = {"play": play, "seq": 1, "kind": "undo"}
    one = {"title": "x", "pack": pack}
    new = {"title": "t", "game": "sokoban", "levels": [{"text": LEVEL}]}
    return [
        # parameters
        ("GET", "/daily", None, None, 400, "missing-parameter", "game"),
        ("GET", "/daily?game=chess", None, None, 404, "unknown-game", "game"),
        ("GET", "/daily?game=flow&band=mad", None, None, 400, "bad-field", "band"),
        ("GET", "/daily?game=flow&difficulty=mad", None, None, 400, "bad-field", "difficulty"),
        ("GET", "/daily?game=flow&date=2026-02-30", None, None, 400, "bad-field", "date"),
        ("GET", "/daily?game=flow&number=0", None, None, 400, "bad-field", "number"),
        ("GET", "/daily?game=flow&number=1.5", None, None, 400, "bad-field", "number"),
        ("GET", "/daily?game=flow&number=999", None, None, 404, "not-found", "number"),
        ("GET", "/daily?game=flow&date=1999-01-01", None, None, 404, "not-found", "date"),
        ("GET", "/daily/archive?game=flow&page=0", None, None, 400, "bad-field", "page"),
        ("GET", "/daily/archive", None, None, 400, "missing-parameter", "game"),
        ("GET", "/packs?page=x", None, None, 400, "bad-field", "page"),
        ("GET", "/packs?per_page=201", None, None, 400, "bad-field", "per_page"),
        ("GET", "/packs?game=chess", None, None, 404, "unknown-game", "game"),
        ("GET", "/packs/x", None, None, 404, "not-found", "id"),
        ("GET", f"/packs/{NOBODY}", None, None, 404, "not-found", "id"),
        ("GET", f"/packs/{pack}/export?format=exe", None, None, 400, "bad-field", "format"),
        ("GET", "/levels?order=up", None, None, 400, "bad-field", "order"),
        ("GET", "/levels?min_difficulty=nan", None, None, 400, "bad-field", "min_difficulty"),
        ("GET", "/levels?max_difficulty=101", None, None, 400, "bad-field", "max_difficulty"),
        ("GET", "/levels/x", None, None, 404, "not-found", "id"),
        ("GET", f"/levels/{NOBODY}", None, None, 404, "not-found", "id"),
        ("GET", f"/levels/{level}/picture.svg?theme=pink", None, None, 400, "bad-field", "theme"),
        ("GET", f"/levels/{level}/picture.png?cell=1", None, None, 400, "bad-field", "cell"),
        ("GET", f"/levels/{NOBODY}/picture.png", None, None, 404, "not-found", "id"),
        ("GET", "/jobs/x", None, None, 404, "not-found", "id"),
        ("GET", f"/jobs/{NOBODY}/events", None, None, 404, "not-found", "id"),
        ("DELETE", f"/jobs/{NOBODY}", "me", None, 404, "not-found", "id"),
        ("GET", f"/sets/{NOBODY}", None, None, 404, "not-found", "id"),
        ("GET", "/sets?game=chess", None, None, 404, "unknown-game", "game"),
        ("GET", "/insight?game=chess", None, None, 404, "unknown-game", "game"),
        ("DELETE", f"/admin/levels/{NOBODY}", "admin", None, 404, "not-found", "id"),
        ("DELETE", f"/admin/packs/{NOBODY}", "admin", None, 404, "not-found", "id"),
        ("DELETE", f"/admin/sets/{NOBODY}", "admin", None, 404, "not-found", "id"),
        ("POST", "/packs/import", "me", "text", 400, "missing-parameter", "game"),
        ("POST", "/packs/import?game=chess", "me", "text", 404, "unknown-game", "game"),
        ("POST", "/packs/import?game=sokoban&title=" + "x" * 300, "me", "text", 400, "bad-field", "title"),
        # who asks, and how
        ("GET", "/players/me", None, None, 401, "unauthorized", "Authorization"),
        ("GET", "/players/me", "admin", None, 401, "unauthorized", "Authorization"),
        ("POST", "/plays", None, {}, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/batch", "me", {}, 401, "unauthorized", "Authorization"),
        ("GET", "/admin/models", "me", None, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/models/learn", "me", {}, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/models/learn", "admin", {}, 400, "missing-field", "/game"),
        ("POST", "/admin/models", "admin", {"game": "sokoban"}, 400, "missing-field", "/version"),
        ("POST", "/admin/models", "admin", {"game": "sokoban", "version": -1}, 400, "bad-field", "/version"),
        ("POST", "/admin/models", "admin", {"game": "chess", "version": 0}, 400, "bad-field", "/game"),
        ("GET", "/admin/packs/aside", "me", None, 401, "unauthorized", "Authorization"),
        ("POST", "/ratings", None, {}, 401, "unauthorized", "Authorization"),
        ("POST", "/ratings", "admin", {}, 401, "unauthorized", "Authorization"),
        ("POST", "/ratings", "me", {"value": 3}, 400, "missing-field", "/level"),
        ("POST", "/ratings", "me", {"level": NOBODY}, 400, "missing-field", "/value"),
        ("POST", "/ratings", "me", {"level": NOBODY, "value": 0}, 400, "bad-field", "/value"),
        ("POST", "/ratings", "me", {"level": NOBODY, "value": 11}, 400, "bad-field", "/value"),
        ("POST", "/ratings", "me", {"level": NOBODY, "value": 2.5}, 400, "bad-field", "/value"),
        ("POST", "/ratings", "me", {"level": NOBODY, "value": "5"}, 400, "bad-field", "/value"),
        ("POST", "/ratings", "me", {"level": NOBODY, "value": 5, "player": NOBODY}, 400, "bad-field", "/player"),
        ("POST", "/ratings", "me", {"level": NOBODY, "value": 5}, 404, "not-found", "/level"),
        ("POST", "/comparisons", None, {}, 401, "unauthorized", "Authorization"),
        ("POST", "/comparisons", "me", {}, 400, "bad-field", "/levels"),
        ("POST", "/comparisons", "me", {"levels": [NOBODY], "harder": "first"}, 400, "bad-field", "/levels"),
        ("POST", "/comparisons", "me", {"levels": [NOBODY, 7], "harder": "first"}, 400, "bad-field", "/levels"),
        ("POST", "/comparisons", "me", {"levels": [NOBODY, NOBODY], "harder": "first"}, 400, "bad-field", "/levels"),
        ("POST", "/comparisons", "me", {"levels": [NOBODY, "1" * 32]}, 400, "bad-field", "/harder"),
        ("POST", "/comparisons", "me", {"levels": [NOBODY, "1" * 32], "harder": 1}, 400, "bad-field", "/harder"),
        ("POST", "/comparisons", "me", {"levels": [NOBODY, "1" * 32], "harder": "equal"}, 404, "not-found", "/levels"),
        ("GET", f"/studies/{NOBODY}", None, None, 404, "not-found", "id"),
        ("POST", f"/studies/{NOBODY}/persons", None, {"language": "en"}, 404, "not-found", "id"),
        ("GET", f"/studies/{NOBODY}/me", None, None, 401, "unauthorized", "Authorization"),
        ("GET", f"/studies/{NOBODY}/me", "me", None, 401, "unauthorized", "Authorization"),
        ("POST", f"/studies/{NOBODY}/events", "me", {"events": []}, 401, "unauthorized", "Authorization"),
        ("POST", f"/studies/{NOBODY}/pair", "me", {}, 401, "unauthorized", "Authorization"),
        ("POST", f"/studies/{NOBODY}/withdraw", None, {}, 400, "missing-field", "/code"),
        ("GET", "/admin/studies", "me", None, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/studies", "me", {}, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/studies", "admin", {}, 400, "bad-field", "/definition"),
        ("POST", "/admin/studies", "admin", {"definition": "x"}, 400, "bad-field", "/definition"),
        ("GET", f"/admin/studies/{NOBODY}", "me", None, 401, "unauthorized", "Authorization"),
        ("GET", f"/admin/studies/{NOBODY}", "admin", None, 404, "not-found", "id"),
        ("POST", f"/admin/studies/{NOBODY}", "admin", {}, 400, "missing-field", "/state"),
        ("POST", f"/admin/studies/{NOBODY}", "admin", {"state": "deleted"}, 400, "bad-field", "/state"),
        ("POST", f"/admin/studies/{NOBODY}", "admin", {"state": "paused"}, 404, "not-found", "id"),
        ("GET", f"/admin/studies/{NOBODY}/persons?page=0", "admin", None, 400, "bad-field", "page"),
        ("GET", f"/admin/studies/{NOBODY}/persons", "admin", None, 404, "not-found", "id"),
        ("GET", f"/admin/studies/{NOBODY}/persons/7", "me", None, 401, "unauthorized", "Authorization"),
        ("GET", f"/admin/studies/{NOBODY}/persons/7", "admin", None, 404, "not-found", "number"),
        ("GET", f"/admin/studies/{NOBODY}/sheet?cell=0", "admin", None, 400, "bad-field", "cell"),
        ("GET", f"/admin/studies/{NOBODY}/sheet", "admin", None, 404, "not-found", "id"),
        ("GET", f"/admin/studies/{NOBODY}/export", "me", None, 401, "unauthorized", "Authorization"),
        ("GET", f"/admin/studies/{NOBODY}/export", "admin", None, 404, "not-found", "id"),
        ("GET", "/admin/designs", "me", None, 401, "unauthorized", "Authorization"),
        ("GET", f"/admin/designs/{NOBODY}", "admin", None, 404, "not-found", "id"),
        ("POST", "/complaints", None, {}, 401, "unauthorized", "Authorization"),
        ("POST", "/complaints", "me", {}, 400, "missing-field", "/thing"),
        ("POST", "/complaints", "me", {"thing": "player", "id": NOBODY, "reason": "spam"}, 400, "bad-field", "/thing"),
        ("POST", "/complaints", "me", {"thing": "pack", "id": NOBODY}, 400, "bad-field", "/reason"),
        ("POST", "/complaints", "me", {"thing": "pack", "id": NOBODY, "reason": "spam", "note": "x" * 201}, 400,
         "bad-field", "/note"),
        ("POST", "/complaints", "me", {"thing": "pack", "id": NOBODY, "reason": "spam"}, 404, "not-found", "/id"),
        ("GET", "/admin/complaints", "me", None, 401, "unauthorized", "Authorization"),
        ("GET", "/admin/complaints?page=0", "admin", None, 400, "bad-field", "page"),
        ("POST", "/admin/complaints", "me", {}, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/complaints", "admin", {"decision": "burn"}, 400, "bad-field", "/decision"),
        ("POST", "/admin/complaints", "admin", {"decision": "ignore", "reporter": NOBODY}, 404, "not-found",
         "/reporter"),
        ("GET", "/packs?order=oldest", None, None, 400, "bad-field", "order"),
        ("GET", "/admin/sealed", "me", None, 401, "unauthorized", "Authorization"),
        ("GET", "/admin/sealed?page=0", "admin", None, 400, "bad-field", "page"),
        ("DELETE", f"/packs/{NOBODY}", "me", None, 404, "not-found", "id"),
        ("POST", "/plays", "me", "text", 415, "unsupported-media-type", "Content-Type"),
        ("POST", "/packs/import?game=sokoban", "me", {}, 415, "unsupported-media-type", "Content-Type"),
        ("DELETE", "/kinds", None, None, 405, "method-not-allowed", None),
        ("GET", "/nothing", None, None, 404, "not-found", None),
        ("GET", "/%zz", None, None, 400, "bad-address", None),
        # bodies
        ("POST", "/plays", "me", b"{", 400, "bad-json", "1:2"),
        ("POST", "/plays", "me", b"{\n  \"level\": x}", 400, "bad-json", "2:12"),
        ("POST", "/plays", "me", b"[]", 400, "bad-json", "1:1"),
        ("POST", "/plays", "me", b"", 400, "bad-json", "1:1"),
        ("POST", "/plays", "me", {}, 400, "missing-field", "/level"),
        ("POST", "/plays", "me", {"level": 7}, 400, "bad-field", "/level"),
        ("POST", "/plays", "me", {"level": "x"}, 400, "bad-field", "/level"),
        ("POST", "/plays", "me", {"level": NOBODY}, 404, "not-found", "/level"),
        ("POST", "/plays", "me", {"level": level, "set": "x"}, 400, "bad-field", "/set"),
        ("POST", "/events", "me", {}, 400, "bad-field", "/events"),
        ("POST", "/events", "me", {"events": []}, 400, "bad-field", "/events"),
        ("POST", "/events", "me", {"events": [event, 7]}, 400, "bad-field", "/events/1"),
        ("POST", "/events", "me", {"events": [{"seq": 1}]}, 400, "missing-field", "/events/0/play"),
        ("POST", "/events", "me", {"events": [event, {**event, "seq": -1}]}, 400, "bad-field", "/events/1/seq"),
        ("POST", "/events", "me", {"events": [{**event, "seq": 1.5}]}, 400, "bad-field", "/events/0/seq"),
        ("POST", "/events", "me", {"events": [{**event, "kind": "fly"}]}, 400, "bad-field", "/events/0/kind"),
        ("POST", "/events", "me", {"events": [{**event, "t_ms": "1"}]}, 400, "bad-field", "/events/0/t_ms"),
        ("POST", "/events", "me", {"events": [{**event, "data": "x" * 30000}]}, 400, "bad-field", "/events/0/data"),
        ("POST", "/events", "me", {"events": [{**event, "data": "a\0b"}]}, 400, "bad-field", "/events/0/data"),
        ("POST", "/events", "me", {"events": [{**event, "play": NOBODY}]}, 404, "not-found", "/events/0"),
        ("POST", "/events", "me", {"events": [{**event, "play": "a\nb"}]}, 404, "not-found", "/events/0"),
        ("POST", "/events", "me", {"events": [event, {**event, "seq": 2, "kind": "win", "data": "r"}]}, 422,
         "not-a-win", "/events/1"),
        ("POST", "/packs", "me", {**new, "title": None}, 400, "missing-field", "/title"),
        ("POST", "/packs", "me", {**new, "title": "x" * 300}, 400, "bad-field", "/title"),
        ("POST", "/packs", "me", {**new, "title": ""}, 400, "bad-field", "/title"),
        ("POST", "/packs", "me", {**new, "title": " \n"}, 400, "bad-field", "/title"),
        ("POST", "/packs", "me", {**new, "game": "chess"}, 404, "unknown-game", "/game"),
        ("POST", "/packs", "me", {**new, "levels": {}}, 400, "bad-field", "/levels"),
        ("POST", "/packs", "me", {**new, "levels": [{"text": LEVEL}, 7]}, 400, "bad-request", "/levels/1"),
        ("POST", "/packs", "me", {**new, "levels": [{"text": 7}]}, 400, "bad-request", "/levels/0"),
        ("POST", "/packs", "me", {**new, "levels": [NOBODY]}, 404, "not-found", "/levels/0"),
        ("POST", "/packs", "me", {**new, "levels": [{"text": "###\n#@#\n###"}]}, 422, "bad-input", "/levels/0"),
        ("POST", "/packs", "me", {**new, "rules": {"gravity": "on"}}, 422, "bad-input", "/rules"),
        ("POST", "/packs", "me", {**new, "rules": "strict"}, 400, "bad-field", "/rules"),
        ("POST", "/packs", "me", {**new, "rules": ["strict"]}, 400, "bad-field", "/rules"),
        ("POST", "/packs", "me", {**new, "rules": {"rules": ["strict"]}}, 400, "bad-field", "/rules/rules"),
        ("POST", "/packs", "me", {**new, "rules": {"rules": "strict\n"}}, 400, "bad-field", "/rules/rules"),
        ("POST", "/packs", "me", {**new, "rules": {"a=b": "c"}}, 400, "bad-field", "/rules/a=b"),
        ("POST", "/packs", "me", {**new, "rules": {"a\nsymbols": "x"}}, 400, "bad-field", "/rules/a\nsymbols"),
        ("POST", "/jobs", "me", {}, 400, "missing-field", "/call"),
        ("POST", "/jobs", "me", {"call": "format"}, 400, "bad-field", "/call"),
        ("POST", "/jobs", "me", {"call": 7}, 400, "bad-field", "/call"),
        ("POST", "/admin/batch", "admin", {"seconds": 0}, 400, "bad-field", "/seconds"),
        ("POST", "/admin/batch", "admin", {"seconds": "long"}, 400, "bad-field", "/seconds"),
        ("POST", "/admin/batch", "admin", {"boxes": 99}, 400, "bad-field", "/boxes"),
        ("POST", "/admin/batch", "admin", {"size": 7}, 400, "bad-field", "/size"),
        ("POST", "/admin/batch", "admin", {"size": "2by3"}, 400, "bad-field", "/size"),
        ("POST", "/admin/batch", "admin", {"seed": -1}, 400, "bad-field", "/seed"),
        ("POST", "/admin/batch", "admin", {"size": "1x1", "boxes": 12}, 422, "impossible", "/boxes"),
        ("POST", "/admin/batch", "admin", {"secnods": 60}, 400, "bad-field", "/secnods"),
        ("POST", "/admin/batch", "admin", {"game": "chess"}, 400, "bad-field", "/game"),
        ("POST", "/admin/batch", "admin", {"game": "flow"}, 400, "bad-field", "/game"),
        ("POST", "/admin/batch", "admin", {"game": "null", "boxes": 3}, 400, "bad-field", "/boxes"),
        ("POST", "/plays", "me", b'{"level":"%s","level":"%s"}' % (level.encode(), level.encode()), 400, "bad-field", "/level"),
        ("POST", "/events", "me", b'{"events":[],"events":[]}', 400, "bad-field", "/events"),
        ("POST", "/events", "me", b'{"events":[{"play":"%s","seq":1,"seq":2,"kind":"undo"}]}' % play.encode(), 400, "bad-field",
         "/events/0/seq"),
        ("POST", "/packs", "me", b'{"title":"t","title":"u","game":"flow","levels":[]}', 400, "bad-field", "/title"),
        ("POST", "/packs", "me", b'{"title":"t","game":"flow","levels":[{"text":"a","text":"b"}]}', 400, "bad-field",
         "/levels/0/text"),
        ("POST", "/admin/batch", "admin", b'{"seconds":60,"seconds":1}', 400, "bad-field", "/seconds"),
        ("POST", "/admin/sets", "admin", {"sets": [one], "cuont": 5}, 400, "bad-field", "/cuont"),
        ("POST", "/admin/sets", "admin", {"sets": [{**one, "esay": True}]}, 400, "bad-field", "/sets/0/esay"),
        ("POST", "/admin/sets", "admin", {}, 400, "bad-field", "/sets"),
        ("GET", "/admin/controls", "me", None, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/controls", "admin", {"closd": True}, 400, "bad-field", "/closd"),
        ("POST", "/admin/controls", "admin", {"closed": "yes"}, 400, "bad-field", "/closed"),
        ("POST", "/admin/controls", "admin", {"routes_off": {"GET /api/v1/nothing": True}}, 400, "bad-field", "/routes_off"),
        ("GET", "/admin/invitations", "me", None, 401, "unauthorized", "Authorization"),
        ("POST", "/admin/invitations", "admin", {"uses": 0}, 400, "bad-field", "/uses"),
        ("POST", "/admin/invitations", "admin", {"days": 1.5}, 400, "bad-field", "/days"),
        ("DELETE", f"/admin/invitations/{NOBODY}", "admin", None, 404, "not-found", "id"),
        ("POST", "/players", None, {"invitations": "x"}, 400, "bad-field", "/invitations"),
        ("POST", "/players/me/passphrase", "me", {}, 400, "missing-field", "/passphrase"),
        ("POST", "/players/me/passphrase", "me", {"passphrase": "short"}, 400, "bad-field", "/passphrase"),
        ("DELETE", "/players/me/passphrase", "me", None, 404, "not-found", None),
        ("POST", "/players/sign-in", None, {"handle": "x"}, 400, "missing-field", "/passphrase"),
        ("POST", "/players/sign-in", None, {"passphrase": "ten letters"}, 400, "missing-field", "/handle"),
        ("POST", "/admin/sets", "admin", {"sets": [one], "boxes": 2}, 400, "bad-field", "/boxes"),
        ("POST", "/admin/sets", "admin", {"sets": [one], "count": 0}, 400, "bad-field", "/count"),
        ("POST", "/admin/sets", "admin", {"sets": [one, 7]}, 400, "bad-field", "/sets/1"),
        ("POST", "/admin/sets", "admin", {"sets": [one, {"title": "y"}]}, 400, "missing-field", "/sets/1/pack"),
        ("POST", "/admin/sets", "admin", {"sets": [{**one, "easy": 1}]}, 400, "bad-field", "/sets/0/easy"),
        ("POST", "/admin/sets", "admin", {"sets": [{**one, "origin": "x"}]}, 400, "bad-field", "/sets/0/origin"),
        ("POST", "/admin/sets", "admin", {"sets": [one, {**one, "pack": NOBODY}]}, 404, "not-found", "/sets/1"),
        ("POST", "/admin/sets", "admin", {"sets": [one], "boxes": [9, 9]}, 422, "bad-input", "/sets/0"),
    ]


GAME = "title x\n\nOBJECTS\n\nBackground\nblack\n\nPlayer\nwhite\n\n" \
    "LEGEND\n\n. = Background\nP = Player\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nPlayer\n\n" \
    "RULES\n\nWINCONDITIONS\n\nLEVELS\n\nP.\n"

# Requests that no job can do: refused at once. (request, status, code, place, line)
JOBS = [
    ({"call": "generate", "options": {"boxes": "many"}}, 400, "bad-field", "/options/boxes", None),
    ({"call": "generate", "options": {"boxes": 10000}}, 400, "bad-field", "/options/boxes", None),
    ({"call": "generate", "options": {"beauty": 1}}, 400, "bad-field", "/options/beauty", None),
    ({"call": "generate", "method": "magic"}, 400, "bad-field", "/method", None),
    ({"call": "generate", "game": "chess"}, 400, "bad-field", "/game", None),
    ({"call": "generate", "filters": {"beauty": "1..2"}}, 400, "bad-field", "/filters/beauty", None),
    ({"call": "generate", "filters": {"pushes": "9..", "moves": "..5"}}, 422, "impossible", "/filters", None),
    ({"call": "generate", "difficulty": [3, 99]}, 400, "bad-field", "/difficulty", None),
    ({"call": "generate", "count": 0}, 400, "bad-field", "/count", None),
    ({"call": "generate", "count": 1001}, 400, "bad-field", "/count", None),
    ({"call": "generate", "order": "joy"}, 400, "bad-field", "/order", None),
    ({"call": "generate", "format": "exe"}, 400, "bad-field", "/format", None),
    ({"call": "generate", "examples": "nonsense"}, 422, "bad-input", "/examples", None),
    ({"call": "generate", "game": "puzzlescript"}, 400, "bad-field", "/source", None),
    ({"call": "generate", "source": GAME.replace("RULES\n", "RULES\n\n[ Player ] -> [ Player | ]\n")}, 422, "bad-input",
     "/source", 25),
    ({"call": "generate", "source": GAME}, 422, "unsupported", "/examples", None),
    ({"call": "solve", "source": "title x"}, 422, "bad-input", "/source", None),
    ({"call": "solve", "game": "puzzlescript", "text": "title x"}, 422, "bad-input", "/text", None),
    ({"call": "rate", "source": GAME, "level": 2}, 400, "bad-field", "/level", None),
    ({"call": "solve", "source": GAME, "moves": "urdlx.Rq"}, 422, "bad-input", "/moves", None),
    ({"call": "solve", "source": GAME, "moves": "u" * 900000 + "!"}, 422, "bad-input", "/moves", None),
    ({"call": "solve", "source": "noaction\n" + GAME, "moves": "ux"}, 422, "bad-input", "/moves", None),
    ({"call": "rate", "source": GAME, "text": "..\n"}, 422, "bad-input", "/text", 1),
    # options that contradict each other
    ({"call": "generate", "method": "farthest", "options": {"boxes": 12, "size": "1x1"}}, 422, "impossible",
     "/options/boxes", None),
    ({"call": "generate", "method": "farthest", "options": {"max-floor": 3}}, 422, "impossible",
     "/options/max-floor", None),
    ({"call": "generate", "method": "farthest", "options": {"metric": "moves", "mode": "stepwise"}}, 400, "bad-field",
     "/options/metric", None),
    ({"call": "generate", "method": "farthest", "options": {"rooms": "examples"}}, 400, "bad-field", "/examples", None),
    ({"call": "generate", "method": "mcts", "options": {"board": "60x60"}}, 400, "bad-field", "/options/board", None),
    ({"call": "generate", "method": "mcts", "options": {"min-boxes": 9, "max-boxes": 2}}, 400, "bad-field",
     "/options/min-boxes", None),
    ({"call": "generate", "game": "move", "options": {"colors": "5..5", "balls": "1..1"}}, 400, "bad-field",
     "/options/colors", None),
    ({"call": "generate", "game": "lazors", "options": {"mirrors": "0..0", "opaque": "0..0", "refract": "0..0"}}, 400,
     "bad-field", "/options/mirrors", None),
    ({"call": "generate", "game": "flow", "options": {"size": "5x5", "colours": "20..20"}}, 400, "bad-field",
     "/options/colours", None),
    ({"call": "solve"}, 400, "bad-field", "/text", None),
    ({"call": "solve", "text": 7}, 400, "bad-field", "/text", None),
    ({"call": "solve", "text": LEVEL, "level": 2}, 400, "bad-field", "/level", None),
    ({"call": "solve", "text": LEVEL, "metric": "joy"}, 400, "bad-field", "/metric", None),
    ({"call": "solve", "text": LEVEL, "moves": "uuu"}, 422, "bad-input", "/moves", None),
    ({"call": "solve", "text": "nonsense"}, 422, "bad-input", "/text", None),
    ({"call": "solve", "text": LEVEL, "rules": {"gravity": "on"}}, 400, "bad-field", "/rules/gravity", None),
    ({"call": "solve", "game": "flow", "text": LEVEL}, 422, "bad-input", "/text", 1),
    ({"call": "features", "text": LEVEL, "cost": "dear"}, 400, "bad-field", "/cost", None),
    ({"call": "mutate", "text": LEVEL, "direction": "up"}, 400, "bad-field", "/direction", None),
    ({"call": "mutate", "text": LEVEL, "direction": "harder", "theme": "pink"}, 400, "bad-field", "/theme", None),
    ({"call": "rate", "text": "#"}, 422, "bad-input", "/text", None),
    ({"call": "rate", "text": LEVEL, "nodes": -1}, 400, "bad-field", "/nodes", None),
]


# A good request of each call, to which a member is added.
GOOD = {"generate": {}, "solve": {"text": LEVEL}, "features": {"text": LEVEL}, "rate": {"text": LEVEL},
        "mutate": {"text": LEVEL, "direction": "harder"}}
# Of a member's own kind, and yet wrong.
ODD = [[], {}, 7, "\u0001", True]


def members(server, checks, schemas):
    """A call has the members that are described, and no others: whatever a wrong one is given as, it is pointed at."""
    known = {call: schemas[call.capitalize() + "Job"]["properties"] for call in GOOD}
    names = sorted({name for some in known.values() for name in some} - {"call"})
    for call, good in GOOD.items():
        for name in names:
            replies = [server.post("/api/v1/jobs", {**good, "call": call, name: odd}, headers=server.me) for odd in ODD]
            refused = [r for r in replies if r.status in (400, 422) and r.json()["error"].get("place") == "/" + name]
            strange = [r for r in refused if "this call has no member" in r.json()["error"]["message"]]
            if name in known[call]:
                checks.that(refused and not strange, f"{call} reads its member {name}")
            else:
                checks.same(len(strange), len(ODD), f"{call} has no member {name}")
        for name in ("cuont", "", "Count", "count ", "é" * 60, "a/b", "__proto__", "x" * 5000):
            reply = server.post("/api/v1/jobs", {**good, "call": call, name: 1}, headers=server.me)
            what = f"{call} with {name[:20]!r}"
            checks.same((reply.status, reply.code()), (400, "bad-field"), what)
            checks.that(reply.json()["error"].get("place", "").startswith("/" + name[:5].replace("/", "~1")),
                        f"{what}: {reply.body[:300]}")
            checks.that(len(reply.body) < 600, what + ": briefly")
    reply = server.post("/api/v1/jobs", '{"call":"generate","count":5,"count":1}',
                        headers={**server.me, "Content-Type": "application/json"})
    checks.same((reply.status, reply.json()["error"].get("place")), (400, "/count"), "a member that comes twice")
    many = {f"m{i}": 1 for i in range(5000)}
    checks.same(server.post("/api/v1/jobs", {"call": "generate", **many}, headers=server.me).code(), "bad-field", "many")


def check_problem(checks, what, problem):
    checks.that(problem["code"] in CODES, f"{what}: the code {problem['code']!r} is documented")
    message = problem["message"]
    checks.that(len(message) > 10 and "\n" not in message, f"{what}: a sentence: {message!r}")
    checks.that(not re.search(r"(^|[ (])--[a-z]", message) or "levelwright serve" in message,
                f"{what}: no words of the command line: {message!r}")


def ask(server, who, method, path, body):
    headers = dict({"me": server.me, "admin": server.admin()}.get(who) or {})
    if body == "text":
        headers["Content-Type"] = "text/plain"
    elif isinstance(body, bytes):
        headers["Content-Type"] = "application/json"
    return server.ask(method, "/api/v1" + path, body=body, headers=headers)


def parameters(server, checks, paths):
    """Every route refuses a parameter it does not have and one that comes twice; those it has, as it says itself, are
    those that are described."""
    for path, item in paths.items():
        for method, operation in item.items():
            what = f"{method.upper()} {path}"
            described = [p["name"] for p in operation.get("parameters", []) if p["in"] == "query"]
            where = path.replace("{id}", NOBODY)
            reply = server.ask(method.upper(), where + "?colour=red")
            if not checks.same((reply.status, reply.code()), (400, "unknown-parameter"), what + "?colour"):
                continue
            problem = reply.json()["error"]
            checks.same(problem["place"], "colour", what + ": place")
            said = re.search(r"; there (?:is|are) (.*)\.$", problem["message"]).group(1)
            checks.same([] if said == "none" else re.split(", | and ", said), described, what + ": parameters")
            check_problem(checks, what, problem)
            checks.that("400" in operation["responses"], f"{what}: 400 is described")
            for name in described[:1]:
                reply = server.ask(method.upper(), f"{where}?{name}=1&{name}=2")
                checks.same((reply.status, reply.code(), reply.json()["error"].get("place")), (400, "bad-field", name),
                            f"{what}: {name} twice")
    odd = server.get("/api/v1/kinds?%ff%22%3Cscript%3E" + "x" * 3000 + "=1")
    checks.same((odd.status, odd.code()), (400, "unknown-parameter"), "an odd name")
    checks.that(len(odd.body) < 1000, "is not repeated at length")


def main(program, description):
    checks = Checks()
    with open(description, encoding="utf-8") as file:
        document = json.load(file)
    paths = document["paths"]
    operations = {(method.upper(), path) for path, item in paths.items() for method in item}
    with Server(program, ["--no-daily"]) as server:
        server.me = server.player()
        level = server.get("/api/v1/daily?game=sokoban").json()["level"]["id"]
        pack = server.get("/api/v1/packs?game=sokoban").json()["packs"][0]["id"]
        play = server.post("/api/v1/plays", {"level": level}, headers=server.me).json()["play"]
        rows = table(level, pack, play)
        for method, path, who, body, status, code, place in rows:
            reply = ask(server, who, method, path, body)
            what = f"{method} {path[:60]} {str(body)[:60]}"
            if checks.same((reply.status, reply.code()), (status, code), what):
                problem = reply.json()["error"]
                checks.same(problem.get("place"), place, what + ": place")
                check_problem(checks, what, problem)
            for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy"):
                checks.that(reply.headers[name], f"{what}: {name}")
        for request, status, code, place, line in JOBS:
            reply = server.post("/api/v1/jobs", request, headers=server.me)
            what = f"a job {str(request)[:100]}"
            if checks.same((reply.status, reply.code()), (status, code), what):
                problem = reply.json()["error"]
                checks.same((problem.get("place"), problem.get("line")), (place, line), f"{what}: {problem}")
                check_problem(checks, what, problem)
        members(server, checks, document["components"]["schemas"])
        parameters(server, checks, paths)
        tried = {(method, re.sub(r"/persons/\d+$", "/persons/{number}",
                                 re.sub(r"/(x|[0-9a-f]{32})(?=/|$)", "/{id}", "/api/v1" + path.split("?")[0])))
                 for method, path, *_ in rows}
        never_wrong = {("GET", "/healthz"), ("GET", "/metrics"), ("GET", "/api/v1/openapi.json"),
                       ("GET", "/api/v1/kinds"), ("POST", "/api/v1/players"), ("DELETE", "/api/v1/players/me"),
                       ("GET", "/api/v1/reports/tables"), ("POST", "/api/v1/admin/token/rotate")}
        checks.same(operations - tried - never_wrong, set(), "routes without a bad request here")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

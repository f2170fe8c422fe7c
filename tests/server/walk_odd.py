"""Odd values for the walk: what a careless or hostile client puts where something else belongs."""
import copy
import json

NOBODY = "0" * 32
NAMES = ["__proto__", "constructor", "owner", "player", "is_admin", "", "Game", "a/b~c", "é" * 70, "x" * 3000]
TEXTS = ["", " ", "\n", "x" * 5000, "é" * 300, "\U0001f9e9 \u202e\u0007", "a\u0000b", "\ud800", "../../etc/passwd",
         "'; DROP TABLE players; --", "<script>alert(1)</script>", "%s%n%x", "null", "-1", "1e999"]
NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53 + 1, 2 ** 63, 2 ** 64, -2 ** 63, 1e308, 5e-324]
IDS = ["x", "", NOBODY[:-1], NOBODY + "0", "G" * 32, "A" * 32, "é" * 16, "../packs", "a b", "%", "'", "*"]
BROKEN = [b"", b"{", b"[]", b"null", b"7", b"\"x\"", b"\xef\xbb\xbf{}", b"{\"a\":NaN}", b"{\"a\":01}", b"{\"a\":\"\xff\xfe\"}",
          b"{} {}", b"{'a':1}", b"[" * 20000, b"{\"a\":" * 20000, b"\x00" * 50, b"{\"a\":1,}"]


def value(rng, ids):
    """Anything at all; ids are of things that exist, existed, or belong to somebody else."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice([[], {}, [[[[]]]], {"a": {"b": {}}}, [1] * 2000, [{}], [None]])
    if kind == 3:
        deep = []
        for _ in range(rng.choice([10, 60, 500])):
            deep = [deep]
        return deep
    if kind in (4, 5):
        return rng.choice(ids) if ids else NOBODY
    return rng.choice(TEXTS)


def places(node, at=()):
    """The paths of all values in a tree, its root apart."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in items:
        yield (*at, key)
        yield from places(child, (*at, key))


def within(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def spoil(rng, body, ids):
    """A copy with one to three things changed: replaced, removed, added or repeated."""
    body = copy.deepcopy(body)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        found = list(places(body))
        how = rng.randrange(5)
        if how == 0 or not found:
            objects = [()] + [p for p in found if isinstance(within(body, p), dict)]
            within(body, rng.choice(objects))[rng.choice(NAMES)] = value(rng, ids)
            continue
        path = rng.choice(found)
        parent, key = within(body, path[:-1]), path[-1]
        if how == 1:
            del parent[key]
        elif how == 2 and isinstance(parent, list):
            copies = 1200 if len(json.dumps(parent[key])) < 200 else 20
            parent.extend([parent[key]] * rng.choice([1, 3, copies]))
        elif how == 3 and isinstance(parent[key], str):
            parent[key] = text(rng, parent[key])
        else:
            parent[key] = value(rng, ids)
    return body


def text(rng, good):
    """A text that is nearly right."""
    if not good:
        return rng.choice(TEXTS)
    at = rng.randrange(len(good))
    lines = good.split("\n")
    line = rng.randrange(len(lines))
    return rng.choice([
        lambda: good[:at],
        lambda: good[:at] + rng.choice("#@$.* AZ019\n\t\r;é\u0000\U0001f9e9") + good[at + 1:],
        lambda: good[:at] + good[at + 1:],
        lambda: good + good,
        lambda: "\n".join(lines[:line] + [lines[line]] * rng.choice([2, 5, 40]) + lines[line:]),
        lambda: "\n".join(lines[:line] + lines[line + 1:]),
        lambda: good.replace("\n", "\r\n"),
        lambda: good[::-1],
        lambda: rng.choice(TEXTS),
    ])()


def twice(rng, body):
    """The text of an object in which one member comes twice, with different values."""
    name = rng.choice(list(body))
    return (json.dumps(body)[:-1] + ", " + json.dumps(name) + ": 7}").encode()

"""What attackers try: right statuses, nothing leaked, the server alive."""
import http.client
import json
import resource
import socket
import struct
import sys
import time

from harness import LEVEL, PATIENCE, Checks, Server, arguments, is_sanitized, wait_until

INJECTIONS = ["'", "\"", "' OR 1=1 --", "'; DROP TABLE levels; --", "\\", "%", "_", "a\u0000b",
              "$1", "?1", "{{7*7}}", "<script>alert(1)</script>", "../../etc/passwd", "\ud83d\ude00",
              "x" * 5000]
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&"


def raw(server, data, wait=PATIENCE, half_close=False):
    """Sends bytes, returns all that comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as link:
        parts = []
        try:
            link.sendall(data)
            if half_close:
                link.shutdown(socket.SHUT_WR)
            while part := link.recv(65536):
                parts.append(part)
        except OSError:
            pass
        return b"".join(parts)


def status_of(answer):
    return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.") else None


def post_head(path, length, more=""):
    return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {length}\r\n{more}Connection: close\r\n\r\n").encode()


def bodies(server, checks, me):
    auth = f"Authorization: {me['Authorization']}\r\n"
    for path in ("/api/v1/events", "/api/v1/packs", "/api/v1/jobs"):
        checks.same(status_of(raw(server, post_head(path, 10 ** 9, auth) + b"{")), 413, f"oversized to {path}")
        checks.same(status_of(raw(server, post_head(path, 2 ** 70, auth) + b"{")) in (400, 413), True,
                    f"an absurd length to {path}")
        answer = raw(server, post_head(path, 100, auth) + b'{"events":', half_close=True)
        checks.that(status_of(answer) in (None, 400), f"truncated to {path}")
        for text in ("", "{", "[]", "null", "\"x\"", "{\"a\":}", "{'a':1}", "[" * 5000, "{\"a\":1}x",
                     "{\"a\":\"\\ud800\"}", "\xff\xfe", "{\"events\":\"\\u0000\"}"):
            data = text.encode("latin-1")
            reply = server.post(path, data, headers={**me, "Content-Type": "application/json"})
            checks.same(reply.status, 400, f"malformed {text[:20]!r} to {path}")
            checks.that(reply.code(), "with a problem object")
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    head = (f"POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{auth}"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n").encode()
    checks.same(status_of(raw(server, head + chunk * 40 + b"0\r\n\r\n")), 413, "oversized in chunks")
    checks.that(status_of(raw(server, head + b"zz\r\nx\r\n")) in (None, 400), "bad chunks")
    checks.same(status_of(raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                                      b"Connection: close\r\n\r\nhello")), 413, "a GET with a body")


def ask_whole(server, method, path, body, headers):
    """The answer, or None when the connection broke before it was read."""
    try:
        return server.ask(method, path, body=body, headers=headers)
    except OSError:
        return None


def large(server, checks, me):
    """Bodies that are not read: the client sends all of it before it looks, and still gets the answer."""
    body = b"x" * (20 << 20)
    kinds = {"Content-Type": "application/json"}
    for method, path, headers, status, code in (
            ("POST", "/api/v1/jobs", {**me, **kinds}, 413, "too-large"),
            ("POST", "/api/v1/packs/import?game=sokoban", {**me, "Content-Type": "text/plain"}, 413, "too-large"),
            ("POST", "/api/v1/kinds", kinds, 405, "method-not-allowed"),
            ("POST", "/api/v1/nothing", kinds, 404, "not-found"),
            ("PUT", "/api/v1/packs", {**me, **kinds}, 405, "method-not-allowed"),
            ("PATCH", "/api/v1/packs", {**me, **kinds}, 405, "method-not-allowed"),
            ("DELETE", "/api/v1/players/me", me, 413, "too-large"),
            ("PUT", "/index.html", {}, 405, "method-not-allowed"),
            ("PUT", "/api/v1/nothing", {}, 404, "not-found"),
            ("PUT", "/api/v1/packs", {"Host": "evil.example"}, 403, "foreign-host")):
        for size in (5, len(body)):
            if size == 5 and status == 413 and method == "POST":
                continue
            what = f"{method} {path} with {size} bytes"
            # What is not read is taken for some seconds only, in which a machine may stand still.
            reply = wait_until(lambda: ask_whole(server, method, path, body[:size], headers), 60)
            if not checks.that(reply, f"{what}: a reset instead of an answer, again and again"):
                continue
            checks.same((reply.status, reply.code()), (status, code), what)
            if status == 405:
                checks.that(reply.headers["Allow"], f"{what}: Allow")
    # What follows an unread body on the same connection is no request.
    hidden = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    for method in (b"PUT", b"PATCH", b"DELETE", b"X"):
        answer = raw(server, method + b" /api/v1/kinds HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                     + str(len(hidden)).encode() + b"\r\n\r\n" + hidden)
        checks.same((status_of(answer), answer.count(b"HTTP/1.1 ")), (405, 1), f"a request in the body of a {method}")
    waits = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    waits.sendall(post_head("/api/v1/jobs", 20 << 20, "Expect: 100-continue\r\n"))
    checks.same(status_of(waits.recv(4096)), 413, "who asks before sending is told at once")
    waits.close()
    # Someone who never ends is not listened to for ever.
    endless = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    end, is_cut = time.monotonic() + PATIENCE, False
    try:
        endless.sendall(post_head("/api/v1/jobs", 10 ** 12))
        while time.monotonic() < end:
            endless.sendall(body[:1 << 20])
    except ConnectionError:
        is_cut = True
    checks.that(is_cut, "an endless body is cut")
    endless.close()


def heads(server, checks):
    checks.same(status_of(raw(server, b"GET /" + b"a" * 6000 + b" HTTP/1.1\r\nHost: localhost\r\n"
                                      b"Connection: close\r\n\r\n")), 414, "an oversized share link")
    checks.that(status_of(raw(server, b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                in (None, 414), "an enormous address")
    checks.that(status_of(raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100000 + b"\r\n\r\n"))
                in (None, 400, 413, 431), "enormous headers")
    for line in (b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 100,
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"):
        checks.that(status_of(raw(server, line, wait=2, half_close=True)) in (None, 400, 403, 405, 505),
                    f"nonsense {line[:10]!r}")
    for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..\\..\\etc",
                 "/assets/../../secret", "/%00", "/a%00.html", "//etc/passwd", "/....//etc", "/%c0%ae%c0%ae/etc"):
        answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        checks.that(b"root:" not in answer and status_of(answer) in (200, 400, 404), f"traversal {path}")
    for method in ("PUT", "PATCH", "TRACE", "OPTIONS", "CONNECT", "X" * 50):
        answer = raw(server, f"{method} / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        checks.that(status_of(answer) in (400, 405, 501), f"method {method[:8]}")


def framing(server, checks):
    """Requests whose end two readers may see in two places: refused, and nothing behind them is read as a request."""
    hidden = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\n"
    chunks, hello = b"\r\n\r\n0\r\n\r\n", b"\r\n\r\nhello"
    for lines in (b"Content-Length: 5\r\nTransfer-Encoding: chunked" + chunks,
                  b"Transfer-Encoding: chunked\r\nContent-Length: 5" + chunks,
                  b"Content-Length: 0\r\nContent-Length: 5" + hello, b"Content-Length: 5\r\nContent-Length: 0" + hello,
                  b"Content-Length: 5\r\nContent-Length: 5" + hello, b"Content-Length: 5, 5" + hello,
                  b"Content-Length: +5" + hello, b"Content-Length: 0x5" + hello, b"Content-Length: -5" + hello,
                  b"Content-Length: " + hello, b"Content-Length : 5" + hello, b"Content-Length\t: 5" + hello,
                  b"X: y\r\n Content-Length: 5" + hello, b"Transfer-Encoding : chunked" + chunks,
                  b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked" + chunks,
                  b"Transfer-Encoding: xchunked" + chunks, b"Transfer-Encoding: gzip, chunked" + chunks,
                  b"Transfer-Encoding: identity" + chunks, b"X y: 1" + hello):
        answer = raw(server, head + lines + hidden)
        checks.same((status_of(answer), answer.count(b"healthy") + answer.count(b'"ok"')), (400, 0), f"{lines[:60]!r}")
    old = head.replace(b"HTTP/1.1", b"HTTP/1.0") + b"Connection: keep-alive\r\nTransfer-Encoding: chunked" + chunks
    checks.same(status_of(raw(server, old + hidden)), 400, "chunks in HTTP/1.0")
    for lines in (b"Transfer-Encoding: chunked" + chunks, b"Content-Length: 0\r\n\r\n"):
        answer = raw(server, head + lines + hidden)
        checks.same((status_of(answer), answer.count(b"HTTP/1.1 ")), (201, 2), f"{lines[:40]!r} is one request")


def strangers(server, checks, me):
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""):
        for path in ("/", "/api/v1/kinds", "/api/v1/players/me"):
            checks.same(server.get(path, headers={**me, "Host": host}).status, 403, f"Host {host!r} {path}")
    twice = (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    checks.that(status_of(raw(server, twice)) in (400, 403), "two Hosts")
    checks.that(status_of(raw(server, b"GET / HTTP/1.0\r\n\r\n")) in (400, 403), "no Host")
    for origin in ("http://evil.example", "null", f"http://localhost.evil.example:{server.port}",
                   "http://127.0.0.1:1", "https://evil.example:443", f"httpfoo://127.0.0.1:{server.port}",
                   f"http://127.0.0.1:{server.port}/", f"xhttp://127.0.0.1:{server.port}"):
        reply = server.post("/api/v1/players", headers={"Origin": origin})
        checks.same((reply.status, reply.code()), (403, "foreign-origin"), f"Origin {origin}")
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    checks.same(server.post("/api/v1/players", headers=own).status, 201, "our own Origin")
    checks.same(server.post("/api/v1/players", headers={"Sec-Fetch-Site": "cross-site"}).status, 403, "cross-site")


def tokens(server, checks, me):
    for header in (None, "", "Admin", "Admin ", "Admin " + "0" * 64, "Admin " + "a" * 3000, "Basic YTpi",
                   "Bearer x", me["Authorization"], "Admin ' OR 1=1 --"):
        headers = {} if header is None else {"Authorization": header}
        for method, path, body in (("POST", "/api/v1/admin/token/rotate", None),
                                   ("DELETE", "/api/v1/admin/levels/" + "0" * 32, None),
                                   ("POST", "/api/v1/admin/batch", {})):
            reply = server.ask(method, path, body=body, headers=headers)
            checks.same((reply.status, reply.code()), (401, "unauthorized"), f"{method} {path} with {header!r:.30}")
    for header in ("Player", "Player x", "Player " + "0" * 64, "player ' OR 1=1 --"):
        checks.same(server.get("/api/v1/players/me", headers={"Authorization": header}).status, 401, header)


def injections(server, checks, me):
    before = server.get("/api/v1/insight").json()["totals"]["levels"]
    pack = server.post("/api/v1/packs", {"title": "t", "game": "sokoban", "levels": [{"text": LEVEL}]},
                       headers=me).json()["id"]
    level = server.get("/api/v1/packs/" + pack).json()["levels"][0]["id"]
    play = server.post("/api/v1/plays", {"level": level}, headers=me).json()["play"]
    for text in INJECTIONS:
        from urllib.parse import quote
        try:
            word = quote(text)
        except UnicodeEncodeError:
            word = "x"
        for path in (f"/api/v1/levels?game={word}", f"/api/v1/levels?method={word}", f"/api/v1/levels/{word}",
                     f"/api/v1/packs/{word}", f"/api/v1/daily?game=sokoban&date={word}", f"/api/v1/jobs/{word}",
                     f"/api/v1/sets/{word}", f"/api/v1/daily?game=sokoban&number={word}",
                     f"/api/v1/packs/{pack}/export?format={word}"):
            status = server.get(path).status
            checks.that(status in (200, 400, 404, 414), f"{path[:60]}: {status}")
        for path, body in (("/api/v1/plays", {"level": text}), ("/api/v1/plays", {"level": level, "set": text}),
                           ("/api/v1/packs", {"title": text, "game": "sokoban",
                                              "levels": [{"text": LEVEL, "title": text, "author": text,
                                                          "solution": text, "method": text}]}),
                           ("/api/v1/packs", {"title": "x", "game": text, "levels": [{"text": text}]}),
                           ("/api/v1/jobs", {"call": text}),
                           ("/api/v1/events", {"events": [{"play": text, "seq": 1, "kind": "start"}]}),
                           ("/api/v1/events", {"events": [{"play": play, "seq": 1, "kind": text}]}),
                           ("/api/v1/events", {"events": [{"play": play, "seq": text, "kind": "start"}]}),
                           ("/api/v1/events", {"events": [{"play": play, "seq": len(text), "kind": "undo",
                                                           "data": text}]})):
            status = server.post(path, body, headers=me).status
            checks.that(status in (200, 201, 400, 404, 413, 422), f"{path} with {text[:20]!r}: {status}")
    after = server.get("/api/v1/insight").json()["totals"]["levels"]
    checks.same(after, before + 1, "no level came or went by SQL in a field")


def scripts(server, checks, me):
    body = {"title": SCRIPT, "game": "sokoban",
            "levels": [{"text": "######\n#@ $.#\n######\n", "title": SCRIPT, "author": SCRIPT}]}
    pack = server.post("/api/v1/packs", body, headers=me).json()["id"]
    level = server.get("/api/v1/packs/" + pack).json()["levels"][0]
    for path in (f"/api/v1/levels/{level['id']}/picture.svg", f"/api/v1/packs/{pack}/export?format=svg"):
        reply = server.get(path)
        checks.same(reply.status, 200, path)
        checks.that(b"<script" not in reply.body and b"<img" not in reply.body, f"{path} escapes titles")
        checks.that("sandbox" in reply.headers["Content-Security-Policy"], f"{path} is in a sandbox")
    for path in (f"/api/v1/packs/{pack}", f"/api/v1/levels/{level['id']}", "/api/v1/reports/tables"):
        reply = server.get(path)
        checks.same(reply.headers["Content-Type"], "application/json", path)
        checks.same(reply.headers["X-Content-Type-Options"], "nosniff", path)
    policy = server.get("/").headers["Content-Security-Policy"]
    checks.that("'wasm-unsafe-eval'" in policy and "unsafe-inline" not in policy, "the pages' policy")
    checks.that("frame-ancestors 'none'" in policy, "no framing")
    big = server.post("/api/v1/packs", {"title": "big", "game": "sokoban", "levels": [
        {"text": "#" * 900 + "\n" + ("#" + " " * 898 + "#\n") * 300 + "#@$." + "#" * 896 + "\n"}]}, headers=me)
    checks.that(big.status in (201, 400, 413, 422), f"an oversized picture's level: {big.status}")
    if big.status == 201:
        wide = server.get("/api/v1/packs/" + big.json()["id"]).json()["levels"][0]["id"]
        checks.that(server.get(f"/api/v1/levels/{wide}/picture.png?cell=128").status in (200, 422), "its picture")


def pictures(server, checks, me):
    """Pictures that would hold a thread for seconds are refused; the largest that are drawn do not."""
    slow = 10 if is_sanitized(server.program) else 1

    def level(width, height):
        text = "#" * width + "\n#@$." + " " * (width - 5) + "#\n" + \
            ("#" + " " * (width - 2) + "#\n") * (height - 3) + "#" * width + "\n"
        pack = server.post("/api/v1/packs", {"title": "wide", "game": "sokoban", "levels": [{"text": text}]}, headers=me)
        checks.same(pack.status, 201, f"a pack of {width} x {height}")
        return pack.json()["id"], server.get("/api/v1/packs/" + pack.json()["id"]).json()["levels"][0]["id"]
    pack, wide = level(500, 402)
    for path, place in ((f"levels/{wide}/picture.svg", "id"), (f"levels/{wide}/picture.png", "id"),
                        (f"packs/{pack}/export?format=svg", None), (f"packs/{pack}/export?format=png", None)):
        before = server.cpu_s()
        reply = server.get("/api/v1/" + path)
        checks.same((reply.status, reply.code()), (422, "limit"), path)
        checks.same(reply.code() and reply.json()["error"].get("place"), place, path + ": place")
        took = server.cpu_s() - before
        checks.that(took < 1 * slow, f"{path} is refused after {took:.1f} s of CPU")
    _, fits = level(100, 100)
    for path in ("picture.svg", "picture.png", "picture.png?cell=39", "picture.svg?cell=128"):
        before = server.cpu_s()
        checks.same(server.get(f"/api/v1/levels/{fits}/{path}").status, 200, path)
        took = server.cpu_s() - before
        checks.that(took < 3 * slow, f"{path} is drawn in {took:.1f} s of CPU")
    reply = server.get(f"/api/v1/levels/{fits}/picture.png?cell=40")
    checks.same((reply.status, reply.code()), (422, "limit"), "too many pixels")


def forged(server, checks, me):
    row = server.get("/api/v1/daily?game=sokoban").json()["level"]
    play = server.post("/api/v1/plays", {"level": row["id"]}, headers=me).json()["play"]
    for moves in ("", "r", "u" * 19999, "Q", "R" * 100, "\n", "r r", "' OR 1=1"):
        event = {"play": play, "seq": 9, "kind": "win", "data": moves}
        reply = server.post("/api/v1/events", {"events": [event]}, headers=me)
        checks.same((reply.status, reply.code()), (422, "not-a-win"), f"a win by {moves[:10]!r}")
    checks.that(not any(level["solved"] for level in
                        server.get("/api/v1/players/me", headers=me).json()["levels"]), "no forged win counts")


def leaks(server, checks, me):
    text = server.log_text()
    checks.that("127.0.0.1:" not in text.replace(f"127.0.0.1 port {server.port}", ""), "no address in the log")
    checks.that(server.token not in text and me["Authorization"][7:] not in text, "no secret in the log")
    for line in text.splitlines():
        if line.startswith("{"):
            json.loads(line)
    with open(f"/proc/{server.process.pid}/cmdline", "rb") as file:
        checks.that(b"secret" not in file.read(), "no password in the list of processes")


def idle(server, checks, n=1000):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    links = []
    for _ in range(n):
        links.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
    before = server.cpu_s()
    checks.same(server.get("/healthz").status, 200, f"an answer beside {n} idle connections")
    took = server.cpu_s() - before
    checks.that(took < 2, f"and with little work: {took:.1f} s of CPU")
    for i, link in enumerate(links):
        if i % 2:
            # Resets, the rude way to leave.
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.close()
    checks.that(server.alive(), "alive after they left")


def crowded(program, checks, n=4500):
    """Idle connections of one address keep nobody out, and a request under way is not cut for them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * n)), hard))
    with Server(program, ["--no-daily", "--workers", "0", "--idle-time", "1h", "--request-time", "1h"]) as server:
        begun = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=("127.0.0.3", 0))
        begun.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        links = []
        for i in range(n):
            try:
                links.append(socket.create_connection(("127.0.0.1", server.port), timeout=5))
            except OSError:
                break
        begin = time.monotonic()
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=("127.0.0.2", 0)) as link:
                link.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                checks.same(status_of(link.recv(4096)), 200, f"another address beside {len(links)} idle connections")
        except OSError as problem:
            checks.that(False, f"another address beside {len(links)} idle connections: {problem} "
                        f"after {time.monotonic() - begin:.1f} s")
        begun.sendall(b"Connection: close\r\n\r\n")
        checks.same(status_of(begun.recv(4096)), 200, "a request that somebody else has begun")
        for link in links:
            link.close()
        begun.close()


def answers(server, path):
    """The answer of a server that may have cut us off, when this program or it stood still for a second."""
    def ask():
        try:
            return server.get(path)
        except (OSError, http.client.HTTPException):
            return None
    return wait_until(ask)


def slow(program, checks):
    """A byte now and then keeps no connection; whole requests beside it are answered."""
    server = Server(program, ["--no-daily", "--workers", "0", "--request-time", "1s", "--idle-time", "2s"])
    with server:
        heads_only = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
        in_body = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
        for link in heads_only:
            link.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        for link in in_body:
            link.sendall(post_head("/api/v1/events", 1000))
        end = time.monotonic() + PATIENCE
        open_links = set(heads_only + in_body)
        while open_links and time.monotonic() < end:
            for link in list(open_links):
                try:
                    link.send(b"x")
                    link.settimeout(0.001)
                    if link.recv(4096) == b"":
                        open_links.discard(link)
                except (TimeoutError, socket.timeout):
                    pass
                except OSError:
                    open_links.discard(link)
            checks.that(answers(server, "/healthz").status == 200, "answers beside slow clients")
            time.sleep(0.2)
        checks.same(len(open_links), 0, "slow connections that are left")
        for link in heads_only + in_body:
            link.close()
        checks.that("levelwright_connections_cut_total 0" not in answers(server, "/metrics").body.decode(),
                    "cut connections are counted")


def traffic(server):
    text = server.get("/metrics").body.decode()
    return int(next(line for line in text.splitlines() if line.startswith("levelwright_traffic_bytes ")).split()[-1])


def room(width, rows):
    return "#" * width + "\n#@$." + " " * (width - 5) + "#\n" + ("#" + " " * (width - 2) + "#\n") * rows + "#" * width + "\n"


def half_sent(server, checks, me):
    """Bodies that never end fill what there is for large ones; small requests are served beside them."""
    body = room(1000, 900).encode()
    path = "/api/v1/packs/import?game=sokoban&title=t"
    head = post_head(path, len(body) + 1, f"Authorization: {me['Authorization']}\r\n")
    links = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(6)]
    for i, link in enumerate(links):
        link.sendall(head.replace(b"application/json", b"text/plain") + body)
        checks.that(wait_until(lambda: traffic(server) == (i + 1) * len(body)), f"{i + 1} bodies are held")
    headers = {**me, "Content-Type": "text/plain"}
    reply = server.post(path, body, headers=headers)
    checks.same((reply.status, reply.code()), (503, "busy"), "a large body when others fill the room")
    checks.that(int(reply.headers["Retry-After"] or 0) > 0, "with a time to wait")
    checks.same(server.post(path, room(6, 3), headers=headers).status, 201, "a small body beside them")
    links.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
    rest = (6 << 20) - len(links[1:]) * len(body) - 1000
    links[-1].sendall(head.replace(b"application/json", b"text/plain") + body[:rest])
    checks.that(wait_until(lambda: traffic(server) == (6 << 20) - 1000), "nearly all of the room is taken")
    reply = server.post(path, room(6, 4) + "\n" + "####\n#@@#\n####\n\n" * 900, headers=headers)
    checks.that(len(reply.body) > 70000, "a small body with a large answer")
    checks.same(reply.status, 201, "which tells what was stored")
    for link in links:
        link.close()
    checks.that(wait_until(lambda: traffic(server) == 0), "nothing is held when they have left")
    checks.same(server.post(path, body, headers=headers).status, 201, "a large body after that")


def unread(server, checks, me):
    """Answers that nobody reads, too: more of them on a connection than the system itself would take."""
    levels = "\n".join(room(1000, 380 + i) for i in range(10))
    pack = server.post("/api/v1/packs/import?game=sokoban&title=u", levels, headers={**me, "Content-Type": "text/plain"})
    if not checks.same(pack.status, 201, "a large pack"):
        return
    path = "/api/v1/packs/" + pack.json()["id"]
    checks.same(server.get(path).status, 200, "a large answer")
    link = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)

    def is_refused():
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 4)
        reply = server.get(path)
        return reply.status == 503 and reply
    reply = wait_until(is_refused)
    checks.that(reply and reply.code() == "busy", "a large answer when others fill the room")
    checks.that(reply and int(reply.headers["Retry-After"] or 0) > 0, "with a time to wait")
    checks.same(server.get("/healthz").status, 200, "a small answer beside them")
    link.close()
    checks.that(wait_until(lambda: traffic(server) == 0), "nothing is held when they have left")
    checks.same(server.get(path).status, 200, "a large answer after that")


def hoard(program, checks):
    """What slow clients make the server keep in memory is bounded in all."""
    options = ["--no-daily", "--workers", "0", "--traffic-memory", "6M", "--request-time", "1h", "--idle-time", "1h"]
    with Server(program, options) as server:
        me = server.player()
        half_sent(server, checks, me)
        unread(server, checks, me)
        checks.that(server.alive(), "alive after that")


def until_limited(server, link, headers, most=1000):
    """The replies until one is refused. On any machine that answers more than one request a second there is one."""
    replies = []
    while len(replies) < most and not (replies and replies[-1].status == 429):
        replies.append(server.get("/api/v1/kinds", headers=headers(len(replies)), connection=link))
    return replies


def flood(program, checks):
    with Server(program, ["--no-daily", "--workers", "0", "--rate", "1"]) as server:
        link = server.connect()
        replies = until_limited(server, link, lambda i: {})
        checks.same([reply.status for reply in replies], [200] * (len(replies) - 1) + [429], "a flood is limited")
        checks.that(len(replies) > 5, "some may come at once")
        checks.that(int(replies[-1].headers["Retry-After"] or 0) >= 1, "with a time to wait")
        spoofed = until_limited(server, link, lambda i: {"X-Forwarded-For": f"9.9.{i // 250}.{i % 250}"})
        link.close()
        checks.same(spoofed[-1].status, 429, "a forwarded address of a stranger changes nothing")


def arrivals(program, checks):
    """Connections that come and go count, too: 20 at once, and one in ten seconds afterwards."""
    rate, room = 0.1, 20
    head = b"GET /api/v1/kinds HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with Server(program, ["--no-daily", "--workers", "0", "--rate", str(rate)]) as server:
        began = time.monotonic()
        served = sum(raw(server, head) != b"" for _ in range(3 * room))
        most = room + (time.monotonic() - began) * rate
        checks.that(room <= served <= most, f"{served} connections of {3 * room}")
    with Server(program, ["--no-daily", "--workers", "0", "--rate", str(rate), "--proxy", "127.0.0.1"]) as server:
        checks.same(sum(raw(server, head) != b"" for _ in range(3 * room)), 3 * room, "those of a proxy are not limited")


def main(program):
    checks = Checks()
    with Server(program, ["--no-daily", "--log", "all"]) as server:
        me = server.player()
        for attack in (bodies, large, injections, scripts, pictures, forged, tokens):
            attack(server, checks, me)
            checks.that(server.alive(), f"alive after {attack.__name__}")
        strangers(server, checks, me)
        heads(server, checks)
        framing(server, checks)
        checks.that(server.alive(), "alive after bad heads")
        idle(server, checks)
        leaks(server, checks, me)
        checks.same(server.stop(), 0, "the exit code")
        checks.that("runtime error" not in server.log_text() and "Sanitizer" not in server.log_text(),
                    "no sanitizer complains")
    crowded(program, checks)
    slow(program, checks)
    hoard(program, checks)
    flood(program, checks)
    arrivals(program, checks)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

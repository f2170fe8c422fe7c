"""The server with a certificate of its own: what it checks at the start, what it serves, and a certificate that is
replaced while it runs.

    tls.py PROGRAM"""
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from harness import PATIENCE, Checks, Server, wait_until


class TlsServer(Server):
    """Speaks HTTPS; the certificate is checked, against itself."""

    def __init__(self, program, options, folder):
        super().__init__(program, ["--no-daily", "--workers", "0", *options])
        self.folder = folder

    def start(self):
        command = [self.program, "serve", "--port", "0", "--data", self.data, *self.zone, *self.options]
        self.log = open(os.path.join(self.data, "log"), "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        while line := self.process.stdout.readline():
            if found := re.search(r"https://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found.group(1))
            if found := re.search(r"token.*: (\w+)", line):
                self.token = found.group(1)
            if "Ctrl-C" in line:
                return self
        raise RuntimeError("the server did not start:\n" + self.log_text())

    def context(self):
        return ssl.create_default_context(cafile=f"{self.folder}/cert.pem")

    def connect(self, timeout=PATIENCE):
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=timeout, context=self.context())

    def serial(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as plain, \
                self.context().wrap_socket(plain, server_hostname="127.0.0.1") as link:
            return link.getpeercert()["serialNumber"]


def make(folder, name="", days=90, names="IP:127.0.0.1,DNS:localhost"):
    """A certificate that signs itself, put in place at once."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", f"{folder}/new-key.pem", "-out", f"{folder}/new-cert.pem", "-days", str(days), "-subj",
                    "/CN=test", "-addext", f"subjectAltName={names}"], check=True, capture_output=True)
    os.chmod(f"{folder}/new-key.pem", 0o600)
    for kind in ("key", "cert"):
        os.replace(f"{folder}/new-{kind}.pem", f"{folder}/{name}{kind}.pem")


def files(folder, cert="cert.pem", key="key.pem"):
    return ["--tls-cert", f"{folder}/{cert}", "--tls-key", f"{folder}/{key}"]


def refused(program, checks, folder):
    """What cannot work is said at the start."""
    make(folder, "other-")
    with open(f"{folder}/empty.pem", "w", encoding="ascii"):
        pass
    cases = [(files(folder, key="other-key.pem"), "is not the key"), (files(folder, cert="empty.pem"), "certificates"),
             (files(folder, cert="missing.pem"), "certificates"), (files(folder, key="cert.pem"), "private key"),
             (files(folder)[:2], "together"), (files(folder)[2:], "together")]
    for options, words in cases:
        end = subprocess.run([program, "serve", "--port", "0", "--db", ":memory:", *options], capture_output=True,
                             text=True, check=False, timeout=PATIENCE)
        checks.that(end.returncode == 1 and words in end.stderr, f"{options}: {end.returncode} {end.stderr}")


def serves(program, checks, folder):
    with TlsServer(program, [*files(folder), "--host", "play.example"], folder) as server:
        checks.that(server.alive(), "well over TLS")
        me = server.player()
        checks.same(server.get("/api/v1/players/me", headers=me).status, 200, "a player")
        checks.that(len(server.get("/").body) > 100, "the page")
        told = server.get("/healthz", headers=server.admin()).json()["tls"]
        checks.same((told["days_left"] in (89, 90), told["ends_soon"], told["refused"]), (True, False, None), told)
        checks.that("play.example" in told["odd"], "a name that it is not for")
        checks.that("tls" not in server.get("/healthz").json(), "only the administrator is told")
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain:
            plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try:
                found = plain.recv(1000)
            except ConnectionResetError:
                found = b""
            checks.that(not found.startswith(b"HTTP"), "plain HTTP gets no answer")
        old = ssl.create_default_context(cafile=f"{folder}/cert.pem")
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain, \
                    old.wrap_socket(plain, server_hostname="127.0.0.1"):
                checks.that(False, "TLS 1.1 is spoken")
        except (ssl.SSLError, OSError, ValueError):
            checks.that(True, "TLS 1.1 is not spoken")
        open_link = server.connect()
        checks.same(server.get("/healthz", connection=open_link).status, 200, "a connection that stays")
        before = server.serial()
        make(folder, days=5)
        checks.that(wait_until(lambda: replaced(server, before)), "a new certificate is served")
        checks.same(server.get("/healthz", connection=open_link).status, 200, "the old connection goes on")
        open_link.close()
        told = server.get("/healthz", headers=server.admin()).json()["tls"]
        checks.same((told["days_left"] in (4, 5), told["ends_soon"]), (True, True), "it ends soon")
        checks.that("expires on" in server.log_text(), "the log says so")
        with open(f"{folder}/key.pem", "w", encoding="ascii") as file:
            file.write("nonsense")
        checks.that(wait_until(lambda: server.get("/healthz", headers=server.admin()).json()["tls"]["refused"]),
                    "a key that cannot be used is reported")
        checks.that(server.alive(), "and the last good one is served")


def replaced(server, before):
    try:
        return server.serial() != before
    except ssl.SSLError:  # the old one, which the new file does not vouch for
        return False


def handshakes(program, checks, folder):
    """Handshakes of an address are bounded, also those that nobody ends: some at once, and hardly any afterwards."""
    make(folder)
    rate, cost, room = 0.1, 4, 20
    for what, ends in (("whole", True), ("begun", False)):
        with TlsServer(program, [*files(folder), "--rate", str(rate)], folder) as server:
            began, served = time.monotonic(), 0
            for _ in range(3 * room // cost):
                with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain:
                    served += shakes(plain, server.context(), ends)
            most = (room + (time.monotonic() - began) * rate) / cost
            checks.that(room // cost <= served <= most, f"{what} handshakes: {served} of {3 * room // cost}")


def shakes(plain, context, ends):
    """Does the server take part in a handshake? Not ended: only its answer to the first message counts."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
    try:
        while True:
            try:
                client.do_handshake()
                plain.sendall(outgoing.read())
                return True
            except ssl.SSLWantReadError:
                plain.sendall(outgoing.read())
            data = plain.recv(65536)
            if not data or not ends:
                return bool(data)
            incoming.write(data)
    except OSError:
        return False


def main():
    program = sys.argv[1]
    checks = Checks()
    folder = tempfile.mkdtemp(prefix="levelwright-tls-")
    try:
        make(folder)
        refused(program, checks, folder)
        serves(program, checks, folder)
        handshakes(program, checks, folder)
    finally:
        shutil.rmtree(folder)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

"""Starts the real server on a free port with a database of its own, and asks it things."""
import atexit
import contextlib
import functools
import glob
import hashlib
import http.client
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def code(self):
        """The code of a problem object, or None."""
        try:
            return self.json()["error"]["code"]
        except (ValueError, KeyError, TypeError):
            return None


# Seconds: far more than anything here takes, so only what hangs is ended by it. How fast the machine is, and what else
# it does, decides nothing: what is bounded is the processor's time (cpu_s), or the best of several tries.
PATIENCE = 300

# A time zone where it is about noon, so that no midnight falls into a test.
ZONE = f"{12 - time.gmtime().tm_hour:+03d}:00"


def cpu_s(pid, with_ended=False):
    """Seconds that the processor has worked for a process alone; with_ended: and for its children that have ended. Strangers'
    work is done by workers, so what a request costs is Server.cpu_s()."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15 if with_ended else 13])) / os.sysconf("SC_CLK_TCK")


def children(pid):
    """The processes that it has started and not yet buried."""
    found = set()
    for task in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
            found.update(map(int, file.read().split()))
    return sorted(found)


def memory_kb(pid, name="VmHWM"):
    """What /proc says of a process's memory: VmHWM, the most so far, or VmRSS. 0 when it has ended."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(name):
                return int(line.split()[1])
    return 0


@functools.cache
def is_sanitized(program):
    with open(program, "rb") as file:
        return b"__asan_init" in (text := file.read()) or b"__tsan_init" in text


def wait_until(holds, wait=PATIENCE):
    """Asks again and again; what it answered last."""
    end = time.monotonic() + wait
    while not (found := holds()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


SUPPRESSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cmake/lsan.supp")


class Postgres:
    """A scratch server: a folder, a socket, no port. It ends with the test. options: of initdb."""

    environment, limits = {}, ()  # of the server, beside our own

    def __init__(self, options=()):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not programs:
            print("skipped: PostgreSQL is not installed (package postgresql)")
            raise SystemExit(77)
        self.bin = programs[-1]
        self.dir = tempfile.mkdtemp(prefix="levelwright-pg-")
        self.rights = ["setpriv", "--pdeathsig=INT"]
        if os.geteuid() == 0:
            shutil.chown(self.dir, "postgres", "postgres")
            self.rights += ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
        data = os.path.join(self.dir, "data")
        maker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../postgres_folder.sh")
        subprocess.run(["bash", maker, self.bin, data, *options], check=True, stdout=subprocess.DEVNULL)
        self.run()
        atexit.register(self.stop)
        if not wait_until(lambda: self.psql("SELECT 1", check=False).returncode == 0):
            raise RuntimeError("PostgreSQL did not start")

    def run(self):
        """Also again, when it has ended."""
        with open(os.path.join(self.dir, "log"), "ab") as log:
            self.process = subprocess.Popen([*self.rights, self.bin + "/postgres", "-D", os.path.join(self.dir, "data"),
                                             "-k", self.dir, "-c", "listen_addresses=", "-c", "max_connections=200", *self.limits],
                                            stdout=log, stderr=log, cwd="/", env={**os.environ, **self.environment})

    def psql(self, text, database="postgres", check=True):
        return subprocess.run([self.bin + "/psql", "-h", self.dir, "-U", "levelwright", "-d", database, "-Atqc", text],
                              check=check, capture_output=True, text=True)

    def url(self, name):
        """Of the database of that name, made when it is not there yet."""
        if not self.psql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'").stdout:
            self.psql(f"CREATE DATABASE {name}")
        return f"postgres://levelwright@/{name}?host={self.dir}"

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
        shutil.rmtree(self.dir, ignore_errors=True)


class Server:
    """with Server(program) as server: ..."""

    postgres = None  # set by use_postgres: a database for each data folder

    @classmethod
    def use_postgres(cls):
        cls.postgres = Postgres()

    def __init__(self, program, options=(), data=None, db=None, file_limit=None):
        """file_limit: no file may grow beyond so many bytes."""
        self.file_limit = file_limit
        self.program, self.options = program, list(options)
        if is_sanitized(program):
            self.options = ["--budget", "cpu_ms=20", *self.options]
        self.own_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="levelwright-")
        self.db = db
        self.zone = [] if db else ["--timezone", ZONE]
        self.environment = {}  # beside our own
        if self.postgres and not db:
            self.db = self.postgres.url("lw_" + hashlib.sha1(self.data.encode()).hexdigest()[:16])
        self.process = None
        self.token = None
        self.port = None

    def start(self):
        """On a free port: another one each time, as another program may have taken the last."""
        command = [self.program, "serve", "--port", "0", *self.zone, *self.options]
        env = {**os.environ, **self.environment}
        if is_sanitized(self.program):  # by hand as in ctest: what libraries never free is no finding
            env.setdefault("LSAN_OPTIONS", f"suppressions={SUPPRESSIONS}:print_suppressions=0")
        if self.db:
            env["LEVELWRIGHT_DB"] = self.db
        else:
            command += ["--data", self.data]
        self.log = open(os.path.join(self.data, "log"), "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log,
                                        text=True, env=env, preexec_fn=self.limit_files)
        while line := self.process.stdout.readline():
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found.group(1))
            found = re.search(r"token.*: (\w+)", line)
            if found:
                self.token = found.group(1)
            if "Ctrl-C" in line:
                return self
        self.process.wait(PATIENCE)
        self.close()
        raise RuntimeError("the server did not start:\n" + self.log_text())

    def limit_files(self):
        if self.file_limit:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_limit, self.file_limit))

    def stop(self):
        """Ends it as Ctrl-C does; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.close()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.close()

    def close(self):
        """When it has ended: how is looked at, whoever ended it."""
        self.process.stdout.close()
        self.log.close()
        if "Sanitizer" in self.log_text() or "runtime error:" in self.log_text():
            raise RuntimeError("a sanitizer complains:\n" + self.log_text()[-6000:])
        number = -self.process.returncode
        if number > 0 and number not in (signal.SIGKILL, signal.SIGTERM):
            # tools/checks.sh knows this sentence.
            raise RuntimeError(f"the server was ended by signal {number}:\n" + self.log_text()[-6000:])

    def log_text(self):
        with open(os.path.join(self.data, "log"), encoding="utf-8", errors="replace") as log:
            return log.read()

    def rows(self, text):
        """What a statement of SQL finds in the database, as lists of texts."""
        if self.postgres:
            name = self.db.split("/")[3].split("?")[0]
            return [line.split("|") for line in self.postgres.psql(text, name).stdout.splitlines()]
        with contextlib.closing(sqlite3.connect(f"file:{self.data}/levelwright.db?mode=ro", uri=True,
                                                timeout=PATIENCE)) as link:
            return [[str(value) for value in row] for row in link.execute(text)]

    def change(self, text):
        """A statement that changes rows behind the server's back."""
        if self.postgres:
            self.rows(text)
            return
        with contextlib.closing(sqlite3.connect(f"{self.data}/levelwright.db", timeout=PATIENCE)) as link:
            link.execute(text)
            link.commit()

    def cpu_s(self):
        """Seconds of the processor for the server and all of its workers, those that have ended too."""
        pid = self.process.pid
        while True:
            found, seconds = children(pid), 0
            with contextlib.suppress(OSError):
                seconds = sum(map(cpu_s, found)) + cpu_s(pid, with_ended=True)
                if children(pid) == found:  # else one may be missing, or counted twice
                    return seconds

    def forget_peaks(self):
        """From now on peaks_mb is of what comes; returns what the server has now."""
        for pid in (self.process.pid, *children(self.process.pid)):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
                file.write("5")
        return self.peaks_mb()[0]

    def peaks_mb(self):
        """The most memory that the server has had, and the most that one of its workers has had."""
        workers = [memory_kb(pid) for pid in children(self.process.pid)]
        return memory_kb(self.process.pid) / 1024, max(workers, default=0) / 1024

    def alive(self):
        return self.process.poll() is None and self.get("/healthz").status == 200

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, value, trace):
        try:
            if self.process.poll() is None:
                self.stop()
            elif not self.log.closed:
                self.close()
        finally:
            if kind is not None:
                print("the server's log ends:\n" + self.log_text()[-3000:])
            if self.own_data:
                shutil.rmtree(self.data, ignore_errors=True)

    def connect(self, timeout=PATIENCE):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None, connection=None):
        own = connection is None
        connection = connection or self.connect()
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        if isinstance(body, str):
            body = body.encode()
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        reply = Reply(answer.status, answer.headers, answer.read())
        if own:
            connection.close()
        return reply

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.ask("POST", path, body=body, **more)

    def player(self):
        """Headers of a new player."""
        return {"Authorization": "Player " + self.post("/api/v1/players").json()["key"]}

    def admin(self):
        return {"Authorization": "Admin " + self.token}

    def wait_quiet(self, wait=PATIENCE):
        """Until no job waits or runs."""
        wait_until(lambda: not self.rows("SELECT id FROM jobs WHERE state IN ('queued', 'running')"), wait)

    def wait_job(self, job, states=("done", "failed", "cancelled"), wait=PATIENCE):
        def look():
            row = self.get("/api/v1/jobs/" + job).json()
            return row if row["state"] in states else None
        found = wait_until(look, wait)
        if not found:
            raise RuntimeError("the job did not get there: " + self.get("/api/v1/jobs/" + job).body.decode()[:500])
        return found


def arguments():
    """The program's arguments; --postgres among them runs every server on PostgreSQL."""
    found = sys.argv[1:]
    if "--postgres" in found:
        found.remove("--postgres")
        Server.use_postgres()
    return found


class Holder:
    """Another program that keeps the database from being written."""

    def __init__(self, server, tables="events"):
        if server.postgres:
            self.link = subprocess.Popen([server.postgres.bin + "/psql", "-d", server.db, "-Atq"], text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.link.stdin.write(f"BEGIN; LOCK TABLE {tables} IN EXCLUSIVE MODE; SELECT 'held';\n")
            self.link.stdin.flush()
            self.link.stdout.readline()
        else:
            self.link = sqlite3.connect(os.path.join(server.data, "levelwright.db"), isolation_level=None,
                                        timeout=PATIENCE)
            self.link.execute("BEGIN IMMEDIATE")

    def let_go(self):
        if isinstance(self.link, subprocess.Popen):
            self.link.communicate("ROLLBACK;\n")
        else:
            self.link.execute("ROLLBACK")
            self.link.close()


class Checks:
    """Counts what holds and prints what does not."""

    def __init__(self):
        self.good = self.bad = 0

    def that(self, holds, what):
        if holds:
            self.good += 1
        else:
            self.bad += 1
            print("FAILED:", what)
        return holds

    def same(self, found, wanted, what):
        return self.that(found == wanted, f"{what}: {found!r:.300}, expected {wanted!r:.300}")

    def end(self):
        print(f"{self.good} checks hold, {self.bad} fail")
        return 1 if self.bad else 0


LEVEL = "#####\n#@$.#\n#####\n"

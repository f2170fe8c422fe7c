"""Two servers on one database: neither takes the other's jobs, what one leaves behind the other takes up, and together
they let nobody have more jobs than one of them would.

    two.py PROGRAM [limits] [--postgres]"""
import shutil
import sys
import tempfile
import threading

from harness import LEVEL, Checks, Server, arguments
from streams import ENDLESS, OPTIONS

QUICK = {"call": "features", "text": LEVEL}


def row_of(server, job):
    return server.rows(f"SELECT state, tries, worker FROM jobs WHERE id = '{job}'")[0]


def process_of(worker):
    return worker.rsplit("/", 1)[0]


def beside(program, data, checks):
    """A second server starts and works while the first has a job. False when the first one's lease may have ended because
    the machine stood still for longer than that."""
    first = Server(program, [*OPTIONS, "--workers", "1"], data=data).start()
    me = first.player()
    job = first.post("/api/v1/jobs", ENDLESS, headers=me).json()["job"]
    first.wait_job(job, ("running",))
    before = row_of(first, job)
    second = Server(program, [*OPTIONS, "--workers", "1"], data=data).start()
    quick = second.post("/api/v1/jobs", QUICK, headers=me).json()["job"]
    checks.same(second.wait_job(quick)["state"], "done", "a job of the second server")
    is_left_alone = row_of(first, job) == before
    checks.that(process_of(row_of(first, quick)[2]) != process_of(before[2]), "each has a name of its own")
    # The second one goes, the first one works on; what the first leaves in a crash is taken up by its next start.
    checks.same(second.stop(), 0, "the exit code of the second")
    is_left_alone = is_left_alone and row_of(first, job) == before
    first.kill()
    first.start()
    first.wait_job(job, ("running",))
    state, tries, worker = row_of(first, job)
    checks.same((state, int(tries)), ("running", int(before[1]) + 1 if is_left_alone else int(tries)), "after a crash")
    checks.that(process_of(worker) != process_of(before[2]), "and another name after it")
    first.ask("DELETE", "/api/v1/jobs/" + job, headers=me)
    checks.same(first.stop(), 0, "the exit code of the first")
    return is_left_alone


def together(program, data, checks, most=4, n=4):
    """Both are asked for jobs of one player at once. Where the database lets two write at a time, each row takes a while
    between being counted and being there, so that one who counts without a lock counts wrongly."""
    servers = [Server(program, ["--no-daily", "--workers", "0"], data=data).start() for _ in range(2)]
    me, replies = servers[0].player(), []
    if Server.postgres:
        servers[0].rows("CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS"
                        " 'BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END';"
                        " CREATE TRIGGER dawdle BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION dawdle()")
    for _ in range(most - 1):
        checks.same(servers[0].post("/api/v1/jobs", QUICK, headers=me).status, 202, "the first jobs")
    threads = [threading.Thread(target=lambda server=server: replies.append(server.post("/api/v1/jobs", QUICK, headers=me)))
               for server in servers for _ in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = sorted((reply.status, reply.code()) for reply in replies)
    checks.same(found[0], (202, None), f"one of them is taken: {found}")
    # A server that waits too long for its turn says so.
    checks.that(set(found[1:]) <= {(429, "too-many-jobs"), (503, "busy")}, f"the others are not: {found}")
    checks.same(servers[0].rows("SELECT count(*) FROM jobs WHERE state = 'queued'"), [[str(most)]], "open jobs of the player")
    for server in servers:
        checks.same(server.stop(), 0, "the exit code")


def main(program, *parts):
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="levelwright-") as data:
        together(program, data, checks)
    if "limits" in parts:
        return checks.end()
    data = tempfile.mkdtemp(prefix="levelwright-")
    n_tries = 1
    while not beside(program, data, checks) and n_tries < 4:
        n_tries += 1
    checks.that(n_tries < 4, "a second server takes the first one's job")
    shutil.rmtree(data)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

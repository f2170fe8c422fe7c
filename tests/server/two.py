"""Two servers on one database: neither takes the other's jobs, what one leaves behind the other takes up, and together
they let nobody have more jobs, packs and reports than one of them would.

    two.py PROGRAM [limits] [--postgres]"""
import shutil
import sys
import tempfile
import threading

from floods import FAR, at
from harness import LEVEL, Checks, Server, arguments
from strangers import make
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


def slow_down(server, table):
    """Where the database lets two write at a time, each row takes a while between being counted and being there, so that
    one who counts without a lock counts wrongly."""
    if Server.postgres:
        server.rows(f"CREATE FUNCTION dawdle_{table}() RETURNS trigger LANGUAGE plpgsql AS"
                    " 'BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END';"
                    f" CREATE TRIGGER dawdle BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION dawdle_{table}()")


def at_once(servers, send, n=4):
    """Asks both n times each; the answers, in order."""
    replies = []
    threads = [threading.Thread(target=lambda number=number: replies.append(send(servers[number % 2], number)))
               for number in range(n * len(servers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted((reply.status, reply.code()) for reply in replies)


def check_one(checks, found, taken, refused):
    checks.same(found[0], (taken, None), f"one of them is taken: {found}")
    # A server that waits too long for its turn says so.
    checks.that(set(found[1:]) <= {(429, refused), (503, "busy")}, f"the others are not: {found}")


def jobs_together(program, data, checks, most=4):
    """Both are asked for jobs of one player at once."""
    servers = [Server(program, ["--no-daily", "--workers", "0"], data=data).start() for _ in range(2)]
    me = servers[0].player()
    slow_down(servers[0], "jobs")
    for _ in range(most - 1):
        checks.same(servers[0].post("/api/v1/jobs", QUICK, headers=me).status, 202, "the first jobs")
    found = at_once(servers, lambda server, _: server.post("/api/v1/jobs", QUICK, headers=me))
    check_one(checks, found, 202, "too-many-jobs")
    checks.same(servers[0].rows("SELECT count(*) FROM jobs WHERE state = 'queued'"), [[str(most)]], "open jobs of the player")
    for server in servers:
        checks.same(server.stop(), 0, "the exit code")


def packs_together(program, data, checks, most=30, most_reports=20):
    """Both are asked for packs, and then for reports of them, of one player at once."""
    servers = [Server(program, [*FAR, "--rate", "1000000"], data=data).start() for _ in range(2)]
    me, other = (at(f"203.0.113.{number}", servers[0].player()) for number in range(2))
    packs = [make(servers[0], me, "sokoban", [{"text": LEVEL}]).json()["id"] for _ in range(most - 1)]
    slow_down(servers[0], "packs")
    found = at_once(servers, lambda server, _: make(server, me, "sokoban", [{"text": LEVEL}]))
    check_one(checks, found, 201, "too-many-requests")
    checks.same(servers[0].rows("SELECT count(*) FROM packs WHERE owner IS NOT NULL"), [[str(most)]], "packs of a day")

    def report(server, number):
        return server.post("/api/v1/complaints", {"thing": "pack", "id": packs[number], "reason": "broken"}, headers=other)
    for number in range(most_reports - 1):
        checks.same(report(servers[1], -1 - number).status, 201, "the first reports")
    slow_down(servers[0], "complaints")
    check_one(checks, at_once(servers, report), 201, "too-many-requests")
    checks.same(servers[0].rows("SELECT count(*) FROM complaints"), [[str(most_reports)]], "reports of a day")
    for server in servers:
        checks.same(server.stop(), 0, "the exit code")


def main(program, *parts):
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="levelwright-") as data:
        jobs_together(program, data, checks)
    with tempfile.TemporaryDirectory(prefix="levelwright-") as data:
        packs_together(program, data, checks)
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

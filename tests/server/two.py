"""Two servers on one database: neither takes the other's jobs, and what one leaves behind the other takes up.

    two.py PROGRAM [--postgres]"""
import shutil
import sys
import tempfile

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


def main(program):
    checks = Checks()
    data = tempfile.mkdtemp(prefix="levelwright-")
    n_tries = 1
    while not beside(program, data, checks) and n_tries < 4:
        n_tries += 1
    checks.that(n_tries < 4, "a second server takes the first one's job")
    shutil.rmtree(data)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*arguments()))

"""A system that lacks a layer of the workers' sandbox: the server names it, or does not start with --require-sandbox.

    sandbox.py PROGRAM"""
import ctypes
import os
import struct
import subprocess
import sys

from harness import PATIENCE, Checks, Server, is_sanitized

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2
LANDLOCK_CREATE, PRCTL = 444, {"x86_64": 157, "aarch64": 167}
LOAD, IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | 38  # ENOSYS
SERVE = ["serve", "--port", "0", "--db", ":memory:", "--no-daily", "--workers", "0", "--require-sandbox"]


class Program(ctypes.Structure):
    """struct sock_fprog"""
    _fields_ = [("len", ctypes.c_ushort), ("lines", ctypes.c_char_p)]


def refuse(number, first=None):
    """From now on the kernel does not know that system call (with that first argument) for this process and its
    children."""
    lines = [(LOAD, 0, 0, 0), (IF_EQUAL, 0, 1 if first is None else 3, number), (RETURN, 0, 0, REFUSE)]
    if first is not None:
        lines[2:] = [(LOAD, 0, 0, 16), (IF_EQUAL, 0, 1, first), (RETURN, 0, 0, REFUSE)]
    lines.append((RETURN, 0, 0, ALLOW))
    code = b"".join(struct.pack("=HBBI", *line) for line in lines)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no new privileges")
    if libc.prctl(PR_SET_SECCOMP, FILTER, ctypes.byref(Program(len(lines), code)), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


def no_landlock():
    refuse(LANDLOCK_CREATE)


def no_seccomp():
    refuse(PRCTL[os.uname().machine], PR_SET_SECCOMP)


class Poor(Server):
    """A server on a system that lacks something."""
    lacks = staticmethod(no_landlock)

    def limit_files(self):
        self.lacks()


def named(program, checks, lacks, name):
    poor = Poor(program, ["--no-daily", "--workers", "0"])
    poor.lacks = lacks
    with poor as server:
        told = server.get("/healthz", headers=server.admin()).json()["workers"]
        checks.same((told["sandbox"], told["lacking"]), ("partial", name), f"the administrator is told of {name}")
        checks.that("workers" not in server.get("/healthz").json(), "strangers are not")
        checks.that(any('"warning"' in line and name in line for line in server.log_text().splitlines()), "the log warns")
    end = subprocess.run([program, *SERVE], capture_output=True, text=True, check=False, timeout=PATIENCE, preexec_fn=lacks)
    checks.that(end.returncode == 1 and name in end.stderr and "require-sandbox" in end.stderr,
                f"it does not start without {name}: {end.returncode} {end.stderr}")


def main():
    program = sys.argv[1]
    checks = Checks()
    if is_sanitized(program):
        end = subprocess.run([program, *SERVE], capture_output=True, text=True, check=False, timeout=PATIENCE)
        checks.that(end.returncode == 1 and "require-sandbox" in end.stderr, f"a sanitizer watches: {end.stderr}")
        return checks.end()
    with Server(program, ["--no-daily", "--workers", "0"]) as server:
        whole = server.get("/healthz", headers=server.admin()).json()["workers"]
    if whole["sandbox"] == "full":
        with Server(program, ["--no-daily", "--workers", "0", "--require-sandbox"]) as server:
            checks.that(server.alive(), "a whole sandbox is enough")
        named(program, checks, no_landlock, "landlock")
        if os.uname().machine in PRCTL:
            named(program, checks, no_seccomp, "seccomp")
    else:
        print(f"this system lacks {whole['lacking']}")
        end = subprocess.run([program, *SERVE], capture_output=True, text=True, check=False, timeout=PATIENCE)
        checks.that(end.returncode == 1 and whole["lacking"] in end.stderr, f"it does not start: {end.stderr}")
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

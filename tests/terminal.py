#!/usr/bin/env python3
"""terminal.py KEYS PROGRAM ARGS...: runs the program at a terminal of its own, types the
keys when its first screen is there (or, with LW_READY, when that text is), and prints every
screen. Ends as the program does."""
import os
import pty
import select
import sys
import time

PATIENCE_S = 900
# The last word of the line of keys, which every screen ends with.
READY = os.environ.get("LW_READY", "quit").encode()


def main():
    keys, command = sys.argv[1].encode(), sys.argv[2:]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", NO_COLOR="1")
        os.execv(command[0], command)
    seen, typed, end = b"", False, time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            seen += os.read(terminal, 65536)
        except OSError:  # the program has closed its end
            break
        if not typed and READY in seen:
            os.write(terminal, keys)
            typed = True
    else:
        os.kill(pid, 9)
    sys.stdout.buffer.write(seen)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


sys.exit(main())

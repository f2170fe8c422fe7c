#!/usr/bin/env python3
"""Fails on an external symbol of the core that does not begin with lw_: whoever links the
library must be able to use any other name. Arguments: nm, then the archives."""
import subprocess
import sys


def foreign(nm, archive):
    """External symbols of the archive that any program might use for something else; names
    with two underscores are the compiler's own."""
    listing = subprocess.run([nm, "-g", "--defined-only", archive], capture_output=True, text=True,
                             check=True).stdout
    names = [row.split()[2] for row in listing.split("\n") if len(row.split()) == 3]
    if not names:
        yield "nothing defined"
    for name in names:
        if not name.startswith(("lw_", "__")):
            yield name


def main():
    nm, archives = sys.argv[1], sys.argv[2:]
    problems = [f"{archive}: {name}" for archive in archives for name in foreign(nm, archive)]
    print("\n".join(problems) if problems else
          f"{len(archives)} archives, every external symbol begins with lw_")
    return 1 if problems or not archives else 0


sys.exit(main())

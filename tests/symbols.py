#!/usr/bin/env python3
"""Looks at the external symbols of archives. Arguments: what to look for, nm, the archives.

core     Fails on a name that does not begin with lw_: whoever links the library must be able to
         use any other name.
program  Fails on a name that two source files define: where a linker needs only one of them, it
         takes whichever comes first and says nothing."""
import collections
import re
import subprocess
import sys


def symbols(nm, archive):
    """External symbols of an archive, as (object, name)."""
    listing = subprocess.run([nm, "-A", "-g", "--defined-only", archive], capture_output=True,
                             text=True, check=True).stdout
    # ARCHIVE:OBJECT:ADDRESS KIND NAME; LLVM's nm has a space before the address.
    rows = [re.fullmatch(r"(\S+):\s*[0-9a-f]+\s\S\s(\S+)", row) for row in listing.split("\n")]
    return [row.groups() for row in rows if row]


def foreign(defined):
    """Names that any program might use for something else; those with two underscores are the
    compiler's own."""
    return [f"{place}: {name}" for place, name in defined if not name.startswith(("lw_", "__"))]


def twice(defined):
    places = collections.defaultdict(list)
    for place, name in defined:
        places[name].append(place)
    return [f"{name} is defined in {' and '.join(found)}" for name, found in places.items()
            if len(found) > 1]


def main():
    what, nm, archives = sys.argv[1], sys.argv[2], sys.argv[3:]
    found = {archive: symbols(nm, archive) for archive in archives}
    defined = [one for rows in found.values() for one in rows]
    problems = [f"{archive}: nothing defined" for archive, rows in found.items() if not rows]
    problems += {"core": foreign, "program": twice}[what](defined)
    rule = {"core": "every external symbol begins with lw_",
            "program": "no external symbol is defined twice"}[what]
    print("\n".join(problems) if problems else f"{len(archives)} archives, {rule}")
    return 1 if problems or not archives else 0


sys.exit(main())

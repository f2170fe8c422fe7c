#!/usr/bin/env bash
# postgres_folder.sh BIN DATA [OPTION...]
#
# Makes DATA, the folder of a scratch PostgreSQL server whose programs are in BIN; OPTION...
# are initdb's. initdb takes ten times as long as a copy of what it made, so without options
# the first result is kept in $LW_TEST_CACHE, when that is set, and copied from then on.
# Nothing depends on the copy: whatever fails there, initdb does it.
set -u
bin=$1 data=$2
shift 2
rights=()
[ "$(id -u)" != 0 ] || rights=(setpriv --reuid=postgres --regid=postgres --clear-groups)
kept=
if [ $# = 0 ] && [ -n "${LW_TEST_CACHE:-}" ]; then
    version=$(basename "$(dirname "$bin")")
    kept=$LW_TEST_CACHE/postgres-$version-$(id -u)
    if [ -d "$kept" ]; then
        cp -a --reflink=auto "$kept" "$data" 2>/dev/null && exit 0
        rm -rf "$data"
    fi
fi
cd / || exit 1
"${rights[@]}" "$bin/initdb" -D "$data" -E UTF8 --no-locale -A trust -U levelwright --no-sync "$@" ||
    exit 1
[ -z "$kept" ] && exit 0
# Other tests do the same at this moment: each copies under a name of its own, one gets the
# name that is looked for, and that folder is whole from the first moment.
mkdir -p "$LW_TEST_CACHE" && own=$(mktemp -d "$kept.XXXXXX") || exit 0
if ! cp -a "$data" "$own/data" || ! mv -T "$own/data" "$kept" 2>/dev/null; then
    rm -rf "$own/data"
fi
rmdir "$own"
exit 0

#!/usr/bin/env bash
# The db command from outside: packs in and out, check, backup, restore, move, passwords.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
server=
holder=
# shellcheck disable=SC2317
finish() {
    [ -n "$server" ] && kill -INT "$server" && wait "$server"
    [ -n "$holder" ] && kill -KILL "$holder"
    rm -rf "$work"
}
trap finish EXIT

# ends CODE COMMAND... : how a command of db ends; what it says is looked at afterwards.
ends() {
    local code=$1
    shift
    expect "$code" "" db "$@"
}

printf 'Author: A. <b>\n\n; one\n#######\n#@ $ .#\n#######\n\n; two\n#####\n#.$@#\n#####\n' >two.xsb
printf '; turned\n#####\n#@$.#\n#####\n\n; none\n###\n#@#\n###\n' >more.xsb
export LEVELWRIGHT_DB=$work/levels.db

ends 5 info
grep -q 'cannot be opened' err || fail "a missing database: $(cat err)"
ends 0 import two.xsb --title "it's; a \"pack\""
grep -q '2 new levels, 0 known, 0 refused' out || fail "import says: $(cat out)"
ends 0 import more.xsb --json
grep -q '"new":0,"known":1,"refused":1' out || fail "a turned level is new: $(cat out)"
grep -q 'more.xsb:.*level 2' err || fail "the refused level is not named: $(cat err)"
ends 0 info --json
grep -q '"levels":2,"packs":2' out || fail "info says: $(cat out)"
ends 0 packs
[ "$(wc -l <out)" = 2 ] || fail "not two packs: $(cat out)"
pack=$(sed -n "s/  sokoban .*it's; a \"pack\"$//p" out)
for format in xsb sok rle slc json jsonl; do
    ends 0 export "$pack" --to $format -o "pack.$format"
    ends 0 import "pack.$format" --db again.db
    grep -q ' 2 new levels\| 2 known' out || fail "$format does not come back: $(cat out)"
done
ends 1 export "$pack" --to chess
ends 2 export 00000000000000000000000000000000
ends 0 check
ends 0 check --db again.db

ends 0 backup copy.db
ends 2 backup copy.db
ends 0 backup copy.db --force
ends 0 restore copy.db --db new.db
for file in levels.db copy.db new.db; do
    [ "$(stat -c %a $file)" = 600 ] || fail "others may read $file"
done
ends 2 restore copy.db --db new.db
grep -q 'force' err || fail "restore does not say how to go on: $(cat err)"
ends 0 restore copy.db --db new.db --force
ends 5 restore nothing.db --db new.db
"$program" db export all >a
ln -s copy.db alias.db
for action in "restore copy.db --db copy.db" "restore copy.db --db ./alias.db --force" "move ./copy.db --db copy.db" \
    "move alias.db --db copy.db --force"; do
    # shellcheck disable=SC2086
    ends 1 $action
    grep -q 'same database' err || fail "$action: $(cat err)"
done
for force in "" --force; do
    # shellcheck disable=SC2086
    ends 1 backup ./alias.db --db copy.db $force
    grep -q 'the database itself' err || fail "a backup over itself: $(cat err)"
done
ends 0 check --db copy.db
ends 0 export all --db new.db
cmp -s a out || fail "what was restored differs"

# hold FILE [LINE]: a program that has the database open, and perhaps has written the line of SQL
# into its log; it ends when killed, without tidying up.
hold() {
    rm -f held
    python3 - "$@" <<'END' &
import sqlite3, sys, time
link = sqlite3.connect(sys.argv[1], isolation_level=None)
link.execute("PRAGMA journal_mode=WAL")
link.execute("PRAGMA wal_autocheckpoint=0")
link.execute("SELECT count(*) FROM levels").fetchall()
for line in sys.argv[2:]:
    link.execute(line)
open("held", "w").close()
time.sleep(1000)
END
    holder=$!
    wait_for test -e held
}
let_go() {
    kill -KILL "$holder"
    wait "$holder" 2>/dev/null
    holder=
}
ends 0 import two.xsb --db old.db
hold old.db "UPDATE levels SET title = hex(zeroblob(20000))"
ends 5 backup old.db --force
grep -q 'stop the server' err || fail "a backup over a used database: $(cat err)"
ends 0 export all --db old.db
cp out before
for action in "restore copy.db --db old.db" "move old.db"; do
    # shellcheck disable=SC2086
    ends 5 $action --force
    grep -q 'stop the server' err || fail "$action into a used database: $(cat err)"
    ends 0 export all --db old.db
    cmp -s before out || fail "$action has changed a used database"
done
let_go
[ -s old.db-wal ] || fail "no log is left to be in the way"
cp old.db-wal lone.db-wal
cp old.db-wal junk.db-wal
printf 'junk, not a database, %2000s' x >junk.db
for target in old.db lone.db junk.db; do
    ends 0 backup $target --force
    [ -e $target-wal ] && fail "$target: the old log is still there"
    ends 0 check --db $target
    ends 0 export all --db $target
    cmp -s a out || fail "$target holds something else than what was backed up"
done

printf 'no database at all, but long enough to be taken for one? %2000s' x >broken.db
ends 5 check --db broken.db
grep -q 'restore a backup' err || fail "a damaged file: $(cat err)"
ends 1 check --db 'postgres://me:s3cret@[host/x'
grep -q 's3cret' out err && fail "the password is shown: $(cat err)"
ends 5 check --db 'postgres://me:s3cret@127.0.0.1:1/x'
grep -q 's3cret' out err && fail "the password is shown: $(cat err)"

postgres=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | tail -n 1)
if [ -n "$postgres" ]; then
    as=(setpriv)
    if [ "$(id -u)" = 0 ]; then
        chown postgres "$work"
        chmod 711 "$work"
        as+=(--reuid=postgres --regid=postgres --clear-groups)
    fi
    bash "$tests/postgres_folder.sh" "$postgres" "$work/data" >log 2>&1 || fail "initdb: $(cat log)"
    "${as[@]}" --pdeathsig=INT "$postgres/postgres" -D "$work/data" -k "$work" \
        -c listen_addresses= -c fsync=off >log 2>&1 &
    server=$!
    url="postgres://levelwright:s3cret@/postgres?host=$work"
    wait_for "$program" db import two.xsb --db "$url"
    # While it waits for its input the password is not to be seen by others.
    mkfifo pipe.xsb
    "$program" db import pipe.xsb --db "$url" >out 2>err &
    waiting=$!
    wait_for grep -aqF 'levelwright:******@' "/proc/$waiting/cmdline"
    grep -aqF s3cret "/proc/$waiting/cmdline" && fail "the password is in the list of processes"
    cat two.xsb >pipe.xsb
    wait $waiting || fail "import from a pipe: $(cat err)"
    ends 2 move "$url"
    ends 0 move "$url" --force
    grep -q 'rows copied to postgres://levelwright:\*\*\*@' out || fail "move: $(cat out)"
    ends 0 check --db "$url"
    ends 0 export all --db "$url"
    cmp -s a out || fail "PostgreSQL has other levels"
    for force in "" --force; do
        # shellcheck disable=SC2086
        ends 1 move "$url&application_name=other" --db "$url" $force
        grep -q 'same database' err || fail "a move to itself: $(cat err)"
    done
    ends 0 move home.db --db "$url"
    ends 0 export all --db home.db
    cmp -s a out || fail "what came home differs"
    ends 0 backup pg.db --db "$url"
    ends 0 check --db pg.db
else
    echo "skipped for PostgreSQL: it is not installed (package postgresql)"
fi
exit $failed

#!/usr/bin/env bash
# docs/commands.md is what the program's own tables say.
set -u
program=$1
if ! "$program" help --markdown | diff - docs/commands.md >/dev/null; then
    echo "docs/commands.md is out of date; write it again with"
    echo "    levelwright help --markdown > docs/commands.md"
    exit 1
fi

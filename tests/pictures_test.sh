#!/usr/bin/env bash
# The pictures of the documentation are what the program draws.
set -u
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tools/pictures "$program" "$scratch" || exit 1
for name in levels solution; do
    if ! cmp -s "$scratch/$name.svg" "docs/images/$name.svg"; then
        echo "docs/images/$name.svg is not what the program draws; draw it again with"
        echo "    tools/pictures PROGRAM"
        exit 1
    fi
done

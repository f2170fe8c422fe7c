# Sourced by ./run and ./test: installs what is missing, once.
# shellcheck shell=bash

# need_packages LABEL... : makes sure every package of those labels is installed.
need_packages() {
    local wanted=() missing=() label name
    for label in "$@"; do
        # shellcheck disable=SC2207
        wanted+=($(sed -n "s/^$label: //p" "$root/tools/packages.txt"))
    done
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "${wanted[@]}" 2>/dev/null |
        sed -n 's/^ii //p')
    for name in "${wanted[@]}"; do
        # A program of the package's name from elsewhere serves as well (npm comes with
        # some builds of Node, and then Debian's package cannot be installed beside it).
        grep -qxF "$name" <<<"$installed" || command -v "$name" >/dev/null || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing: ${missing[*]}" >&2
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "these packages are missing and neither root nor sudo is at hand:" >&2
            echo "  apt-get install ${missing[*]}" >&2
            return 5
        }
        as_root=(sudo)
    fi
    export DEBIAN_FRONTEND=noninteractive
    {
        "${as_root[@]}" apt-get update -qq &&
            "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
    } >&2 || {
        echo "installing failed; see the messages above" >&2
        return 5
    }
}

# build_preset NAME [TARGET...] : configures when needed and builds everything, or only
# the targets named; prints only on failure.
build_preset() {
    local log="$root/build/$1.log" only=()
    [ $# -gt 1 ] && only=(--target "${@:2}")
    mkdir -p "$root/build"
    if [ ! "$root/build/$1/build.ninja" -nt "$root/CMakePresets.json" ]; then
        (cd "$root" && cmake --preset "$1") >"$log" 2>&1 || {
            cat "$log" >&2
            return 5
        }
    fi
    (cd "$root" && cmake --build --preset "$1" "${only[@]}") >"$log" 2>&1 || {
        grep -E 'error|warning|FAILED' "$log" >&2 || tail -n 40 "$log" >&2
        return 5
    }
}

# build_pages : the studio's pages with their engine into web/dist, when anything they are
# made of is newer; the program embeds them when it is built.
build_pages() {
    local web="$root/web" log="$root/build/web.log" newer
    build_preset wasm || return 5
    if [ ! "$web/node_modules/.package-lock.json" -nt "$web/package-lock.json" ]; then
        echo "fetching what the pages are built with (npm ci)" >&2
        (cd "$web" && npm ci --ignore-scripts --no-audit --no-fund) >"$log" 2>&1 || {
            tail -n 20 "$log" >&2
            return 5
        }
    fi
    newer=new
    [ -f "$web/dist/files.tsv" ] && newer=$(find "$web" "$root/build/wasm/levelwright.wasm" \
        \( -name node_modules -o -name dist -o -name tests \) -prune -o \
        -type f -newer "$web/dist/files.tsv" -print -quit)
    [ -z "$newer" ] && return 0
    (cd "$web" && node build.mjs) >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        return 5
    }
}

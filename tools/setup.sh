# Sourced by ./run and ./test: installs what is missing, once, and builds.
# shellcheck shell=bash

# missing_packages LABEL... : prints the names of those labels that are not installed.
missing_packages() {
    local wanted=() label name installed
    for label in "$@"; do
        # shellcheck disable=SC2207
        wanted+=($(sed -n "s/^$label: //p" "$root/tools/packages.txt"))
    done
    installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "${wanted[@]}" 2>/dev/null |
        sed -n 's/^ii //p')
    for name in "${wanted[@]}"; do
        # A program of the package's name from elsewhere serves as well (npm comes with
        # some builds of Node, and then Debian's package cannot be installed beside it).
        grep -qxF "$name" <<<"$installed" || command -v "$name" >/dev/null || echo "$name"
    done
}

# need_packages LABEL... : makes sure every package of those labels is installed.
need_packages() {
    local missing as_root=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "this is no Debian, so nothing is installed for you; what is needed is in" \
            "tools/packages.txt under Debian's names" >&2
        return 0
    fi
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "packages are missing, and installing them takes root; as root, run" >&2
            echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
            echo "and then this command again as yourself" >&2
            return 5
        }
        as_root=(sudo)
    fi
    echo "installing ${#missing[@]} packages and what they need: ${missing[*]}" >&2
    # sudo drops the environment, so the front end is named on the command's own line.
    {
        "${as_root[@]}" apt-get update -qq &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
                apt-get install -y -qq --no-install-recommends "${missing[@]}"
    } >&2 || {
        echo "the packages could not be installed: apt's reason is above; with no network" \
            "at hand, install them when there is one and start again" >&2
        return 5
    }
}

# configure_preset NAME : when that was not done since the presets changed.
configure_preset() {
    local log="$root/build/$1.log"
    mkdir -p "$root/build"
    [ "$root/build/$1/build.ninja" -nt "$root/CMakePresets.json" ] && return 0
    echo "building $1; the first time takes a minute or two" >&2
    (cd "$root" && cmake --preset "$1") >"$log" 2>&1 || {
        cat "$log" >&2
        return 5
    }
}

# build_preset NAME [TARGET...] : configures when needed and builds everything, or only
# the targets named; prints only on failure, and that the first time takes a while.
build_preset() {
    local log="$root/build/$1.log" only=()
    [ $# -gt 1 ] && only=(--target "${@:2}")
    configure_preset "$1" || return 5
    (cd "$root" && cmake --build --preset "$1" "${only[@]}") >"$log" 2>&1 || {
        grep -E 'error|warning|FAILED' "$log" >&2 || tail -n 40 "$log" >&2
        return 5
    }
}

# fetch_modules LOG : what the pages are built with, into web/node_modules, when the
# lockfile is newer than what is there.
fetch_modules() {
    [ "$root/web/node_modules/.package-lock.json" -nt "$root/web/package-lock.json" ] && return 0
    echo "fetching what the pages are built with (npm ci)" >&2
    (cd "$root/web" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline \
        --fetch-retries 2 --fetch-retry-mintimeout 1000) >"$1" 2>&1 || {
        sed -nE 's/^npm (ERR!|error) /  /p' "$1" | head -n 4 >&2
        echo "npm's registry did not give them (the whole of it: ${1#"$root/"});" \
            "with a network, start again" >&2
        return 5
    }
}

# build_pages : the studio's pages with their engine into web/dist, when anything they are
# made of is newer; the program embeds them when it is built.
build_pages() {
    local web="$root/web" log="$root/build/web.log" newer=new
    build_preset wasm && fetch_modules "$log" || return 5
    [ -f "$web/dist/files.tsv" ] && newer=$(find "$web" "$root"/src/games/*/web \
        "$root/build/wasm/levelwright.wasm" "$root/data/studies/sounds" \
        \( -name node_modules -o -name dist -o -name tests \) -prune -o \
        -type f -newer "$web/dist/files.tsv" -print -quit)
    [ -z "$newer" ] && return 0
    (cd "$web" && node build.mjs) >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        return 5
    }
}

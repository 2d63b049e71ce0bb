#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [horde|towers|threat] [ARGUMENT...]: installs what is missing, builds a release, and runs a demo: in a window where
# there is a display, else without one, writing a picture. Arguments go to the demo (see --help).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=${WEND_BUILD_DIR:-$root/build/demo}
demo=horde
case "${1:-}" in
horde | towers | threat)
    demo=$1
    shift
    ;;
esac
program=$build/demo/$demo

has_header() {
    echo "#include <$1>" | ${CC:-cc} ${2:-} -E -o /dev/null - 2>/dev/null
}

missing_packages() {
    command -v "${CC:-cc}" >/dev/null 2>&1 || { echo gcc libc6-dev; }
    command -v cmake >/dev/null 2>&1 || echo cmake
    command -v make >/dev/null 2>&1 || echo make
    has_header SDL2/SDL.h || echo libsdl2-dev
    has_header stb/stb_easy_font.h || echo libstb-dev
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "run.sh: root is needed for: $*" >&2
        return 1
    fi
}

install_missing() {
    packages=$(missing_packages | tr '\n' ' ')
    [ -n "$packages" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "run.sh: please install a C compiler, cmake, make, SDL2 and stb (on Debian: $packages), then run again" >&2
        exit 1
    fi
    echo "run.sh: installing $packages" >&2
    as_root apt-get update -qq >&2 || echo "run.sh: the list of packages could not be renewed; trying the one at hand" >&2
    # shellcheck disable=SC2086
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >&2; then
        echo "run.sh: could not install $packages" >&2
        exit 1
    fi
}

build_release() {
    # Where the sources cannot be written to, the build goes to the user's own cache.
    if ! mkdir -p "$build" 2>/dev/null || [ ! -w "$build" ] || { [ -e "$program" ] && [ ! -w "$program" ]; }; then
        build=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/wend/demo
        program=$build/demo/$demo
        mkdir -p "$build"
    fi
    # A build of sources that lay elsewhere, or have moved since, is begun anew.
    cache=$build/CMakeCache.txt
    if [ -e "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        rm -rf "$cache" "$build/CMakeFiles"
    fi
    echo "run.sh: building (the log: $build/run.log)" >&2
    log=$build/run.log
    if ! { cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=OFF &&
        cmake --build "$build" --parallel "$(nproc 2>/dev/null || echo 2)" --target "$demo"; } >"$log" 2>&1; then
        cat "$log" >&2
        echo "run.sh: the build failed" >&2
        exit 1
    fi
}

install_missing
build_release

# Threads that wait must not take the cores from those that work.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"

no_window=3
reason="there is no display that works: "
is_headless=0
case " $* " in
*" --headless "*)
    is_headless=1
    reason=
    ;;
esac
if [ $is_headless -eq 0 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    status=0
    "$program" "$@" || status=$?
    [ "$status" -eq $no_window ] || exit "$status"
fi
picture=$build/$demo.png
echo "run.sh: ${reason}playing without a window" >&2
"$program" --headless --screenshot "$picture" "$@"
case " $* " in
*" --screenshot"* | *" --help "* | *" -h "*) ;;
*) echo "picture $picture" ;;
esac

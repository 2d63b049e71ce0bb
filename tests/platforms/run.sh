#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/platforms/run.sh DIRECTORY [PLATFORM...]: builds the tests for other processors and systems and runs them in
# emulators, with a small dose. One line for each: "passed NAME", "failed NAME" or "skipped NAME: why".
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$1
shift
platforms=${*:-aarch64 s390x mingw wasm}
failures=0
mkdir -p "$work" || exit 1
work=$(cd "$work" && pwd)
. "$root/tests/packages.sh"

find_wine() {
    type -P wine64 || type -P wine || { test -x /usr/lib/wine/wine64 && echo /usr/lib/wine/wine64; }
}

need gcc-aarch64-linux-gnu has aarch64-linux-gnu-gcc
need libc6-dev-arm64-cross links aarch64-linux-gnu-gcc -static
need gcc-s390x-linux-gnu has s390x-linux-gnu-gcc
need libc6-dev-s390x-cross links s390x-linux-gnu-gcc -static
need qemu-user-static has qemu-s390x-static
need gcc-mingw-w64-x86-64 has x86_64-w64-mingw32-gcc
need wine64 find_wine
need emscripten has emcc
need nodejs has node
install_missing

WEND_WINE=$(find_wine)
# Programs must not ask wine to install anything, nor tell what is not there.
export WEND_WINE WINEPREFIX="$work/wine-prefix" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
# emscripten's optimiser looks for its own modules in node's folder.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs:/usr/lib/nodejs:/usr/lib/x86_64-linux-gnu/nodejs}

# cmocka is one file; its source comes from the distribution, whatever the machine's own sources are.
fetch_cmocka() {
    ls "$work"/cmocka-[0-9]*/src/cmocka.c >/dev/null 2>&1 && return 0
    . /etc/os-release
    local apt=$work/apt archive=http://deb.debian.org/debian component=main
    [ "$ID" = ubuntu ] && archive=http://archive.ubuntu.com/ubuntu && component="main universe"
    mkdir -p "$apt/lists/partial" || return 1
    echo "deb-src $archive $VERSION_CODENAME $component" >"$apt/sources.list"
    (
        cd "$work" || exit 1
        options="-o Dir::Etc::SourceList=$apt/sources.list -o Dir::Etc::SourceParts=/dev/null
                 -o Dir::State::Lists=$apt/lists -o Dir::Cache=$apt -o APT::Sandbox::User="
        # shellcheck disable=SC2086
        apt-get $options -qq update && apt-get $options -qq source --download-only cmocka && tar xf cmocka_*.orig.tar.?z
    )
}

# build_cmocka COMPILER ARCHIVER DIRECTORY: a library, and the file by which CMake finds it.
build_cmocka() {
    local source option=
    source=$(ls -d "$work"/cmocka-[0-9]*/) || return 1
    mkdir -p "$3"
    # cmocka.h would define a type anew that this C library already has.
    [ "$1" = emcc ] && option=-D_UINTPTR_T_DEFINED
    "$1" $option -O1 -w -DHAVE_MALLOC_H -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_GCC_THREAD_LOCAL_STORAGE \
        -I"${source}include" -c "${source}src/cmocka.c" -o "$3/cmocka.o" && "$2" rcs "$3/libcmocka.a" "$3/cmocka.o" &&
        printf 'set(CMOCKA_INCLUDE_DIR "%s")\nset(CMOCKA_LIBRARIES "%s")\n' "${source}include" "$3/libcmocka.a" \
            >"$3/cmocka-config.cmake"
}

# build_platform NAME COMPILER ARCHIVER OPENMP
build_platform() {
    rm -rf "${work:?}/$1"
    build_cmocka "$2" "$3" "$work/$1-cmocka" &&
        cmake -S "$root" -B "$work/$1" -DCMAKE_TOOLCHAIN_FILE="$here/$1.cmake" -DCMAKE_BUILD_TYPE=Release \
            -Dcmocka_DIR="$work/$1-cmocka" -DWEND_OPENMP="$4" -DWEND_BUILD_DEMO=OFF -DWEND_BUILD_BENCH=OFF \
            -DWEND_WARNINGS_AS_ERRORS=ON &&
        cmake --build "$work/$1" -j 2
}

# run_platform NAME: the tests, one line each.
run_platform() {
    (cd "$work/$1" && WEND_TEST_DOSE=smoke ctest -j 2 --timeout 600 --output-on-failure) >"$work/$1.log" 2>&1
    sed -nE "s/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+ +Passed.*/passed $1 \1/p
             s/^.*\*\*\*Skipped.*//
             s/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+[A-Za-z ]*\*\*\*.*/failed $1 \1/p" \
        "$work/$1.log" | tee "$work/$1.lines"
    grep -ah '^skipped' "$work/$1/Testing/Temporary/LastTest.log" | tr -d '\r' | sort -u | sed "s/^skipped/skipped $1/"
    if grep -q '^failed' "$work/$1.lines" || ! grep -q '^passed' "$work/$1.lines"; then
        failures=$((failures + 1))
        tail -n 60 "$work/$1.log"
    fi
}

# platform NAME COMPILER ARCHIVER EMULATOR OPENMP
platform() {
    if ! has "$2" >/dev/null || ! has "${4:-nothing}" >/dev/null; then
        echo "skipped $1: $2 or its emulator is missing"
    elif ! build_platform "$1" "$2" "$3" "$5" >"$work/$1.log" 2>&1; then
        echo "failed $1: the build"
        tail -n 40 "$work/$1.log"
        failures=$((failures + 1))
    else
        run_platform "$1"
    fi
}

if ! fetch_cmocka >"$work/fetch.log" 2>&1; then
    for name in $platforms; do echo "skipped $name: no source of cmocka"; done
    exit 0
fi
for name in $platforms; do
    case $name in
    aarch64 | s390x) platform "$name" "$name-linux-gnu-gcc" "$name-linux-gnu-ar" "qemu-$name-static" AUTO ;;
    mingw)
        # Its server is up before two tests start it at once.
        [ -n "$WEND_WINE" ] && "$WEND_WINE" cmd /c exit >/dev/null 2>&1
        platform mingw x86_64-w64-mingw32-gcc x86_64-w64-mingw32-ar "$WEND_WINE" AUTO
        ;;
    wasm) platform wasm emcc emar node OFF ;;
    *)
        echo "failed $name: no such platform"
        failures=$((failures + 1))
        ;;
    esac
done
[ $failures -eq 0 ]

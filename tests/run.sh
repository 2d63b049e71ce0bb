#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and runs every test. Ends with one line: N passed, N failed, N skipped.
#   --full       the long doses as well
#   --platforms  other processors and systems as well, in emulators
cd -P "$(dirname "$0")/.." || exit 1
. tests/packages.sh

full=0
platforms=0
for argument in "$@"; do
    case $argument in
    --full) full=1 ;;
    --platforms) platforms=1 ;;
    *)
        echo "usage: tests/run.sh [--full] [--platforms]" >&2
        exit 2
        ;;
    esac
done

logs=build/logs
mkdir -p $logs || exit 1
passed=0
failed=0
skipped=0
failures=()
skips=()

# count STAGE LOG: lines that begin with passed, failed or skipped.
count() {
    local line
    while IFS= read -r line; do
        case $line in
        passed*) passed=$((passed + 1)) ;;
        failed*)
            failed=$((failed + 1))
            failures+=("$1: ${line#failed }")
            ;;
        skipped*)
            skipped=$((skipped + 1))
            line=${line#skipped}
            line=${line#:}
            skips+=("$1: ${line# }")
            ;;
        esac
    done < <(grep -aE '^(passed|failed|skipped)\b' "$2")
}

fail() {
    failed=$((failed + 1))
    failures+=("$1")
}

started() {
    stage_start=$SECONDS
    printf '== %s\n' "$1"
}

ended() {
    printf '   %d s\n' $((SECONDS - stage_start))
}

# build PRESET
build() {
    # Where the sources have moved since, it is begun anew.
    local cache=build/$1/CMakeCache.txt
    if [ -e "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
        rm -rf "$cache" "build/$1/CMakeFiles"
    fi
    if cmake --preset "$1" -DWEND_WARNINGS_AS_ERRORS=ON >"$logs/$1-build.log" 2>&1 &&
        cmake --build --preset "$1" >>"$logs/$1-build.log" 2>&1; then
        return 0
    fi
    tail -n 40 "$logs/$1-build.log"
    fail "$1: the build"
    return 1
}

# run_ctest PRESET DOSE [OPTION...]
run_ctest() {
    local preset=$1 dose=$2 log=$logs/$1.log
    shift 2
    WEND_TEST_DOSE=$dose ctest --preset "$preset" "$@" >"$log" 2>&1
    local status=$? before=$failed
    # ctest's own lines, and what the tests said about what they left out: whoever skips says what.
    sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+ +Passed.*/passed \1/p
             s/^.*\*\*\*Skipped.*//
             s/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.+[A-Za-z ]*\*\*\*.*/failed \1/p' \
        "$log" >"$log.lines"
    grep -a '^skipped' "build/$preset/Testing/Temporary/LastTest.log" | sort -u >>"$log.lines"
    count "$preset" "$log.lines"
    if [ $status -ne 0 ]; then
        [ $failed -eq $before ] && fail "$preset: ctest ended with $status"
        # What the tests that failed said.
        awk '/^ *[0-9]+\/[0-9]+ Test /{ show = /\*\*\*/ } /^ *Start /{ show = 0 } show' "$log" | tail -n 120
    fi
}

# run_script NAME COMMAND...
run_script() {
    local name=$1 before=$failed
    shift
    "$@" >"$logs/$name.log" 2>&1
    local status=$?
    count "$name" "$logs/$name.log"
    if [ $status -ne 0 ]; then
        [ $failed -eq $before ] && fail "$name: ended with $status"
        tail -n 80 "$logs/$name.log"
    fi
}

skip() {
    skipped=$((skipped + 1))
    skips+=("$1")
}

cmake_is_new_enough() {
    local version
    version=$(cmake --version | sed -n '1s/.* //p')
    [ "$(printf '%s\n3.22\n' "$version" | sort -V | head -n 1)" = 3.22 ]
}

need build-essential has cc
need build-essential has c++
need cmake cmake_is_new_enough
need pkg-config has pkg-config
need python3 has python3
need libcmocka-dev includes cmocka.h
need libcjson-dev includes cjson/cJSON.h
need clang has clang++
need clang-format has clang-format
need libclang-rt-dev links clang -fsanitize=thread
need libomp-dev links clang -fopenmp
need valgrind has valgrind
need libstb-dev includes stb/stb_image_write.h
need libsdl2-dev pkg-config --exists sdl2
if [ $full -eq 1 ]; then
    need libboost-graph-dev test -e /usr/include/boost/graph/dijkstra_shortest_paths.hpp
    need liblemon-dev pkg-config --exists lemon
    need libtcod-dev pkg-config --exists libtcod
fi
install_missing
for tool in cc c++ cmake make pkg-config; do
    if ! has $tool >/dev/null; then
        echo "$tool is missing: nothing can be built" >&2
        exit 1
    fi
done
if ! includes cmocka.h >/dev/null 2>&1; then
    echo "cmocka.h is missing (libcmocka-dev): no test can be built" >&2
    exit 1
fi

started "release"
if build release; then
    dose=default
    [ $full -eq 1 ] && dose=full
    run_ctest release $dose
fi
ended

started "AddressSanitizer and UndefinedBehaviorSanitizer"
if build asan; then
    run_ctest asan smoke
    # The published scenarios stay at one line in 60.
    [ $full -eq 1 ] && run_ctest asan default --exclude-regex '^cli_'
fi
ended

started "ThreadSanitizer"
if ! links clang -fsanitize=thread >/dev/null 2>&1 || ! links clang -fopenmp >/dev/null 2>&1; then
    skip "tsan: clang, its sanitizers or its OpenMP are missing"
elif build tsan; then
    run_ctest tsan smoke
fi
ended

started "consumers"
run_script consumer tests/consumer/run.sh "$PWD/build/consumer"
ended

started "golden values by compiler and optimisation"
if [ $full -eq 1 ]; then
    run_script golden tests/checks/golden.sh "$PWD/build/golden" --full
else
    run_script golden tests/checks/golden.sh "$PWD/build/golden"
fi
ended

started "planted faults"
run_script faults python3 -B tests/faults/run.py build/release
ended

if [ $platforms -eq 1 ]; then
    started "platforms"
    run_script platforms tests/platforms/run.sh "$PWD/build/platforms"
    ended
fi

for line in "${skips[@]}"; do echo "skipped $line"; done
for line in "${failures[@]}"; do echo "failed $line"; done
echo "took $((SECONDS / 60)) min $((SECONDS % 60)) s"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]

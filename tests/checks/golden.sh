#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# golden.sh DIRECTORY: the golden values by gcc and clang at -O0, -O2 and -O3 -march=native. One line for each.
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$1
rm -rf "$work"
mkdir -p "$work" || exit 1
cd "$root" || exit 1
failures=0
sources=$(find lib/src tests/support -name '*.c' | sort)
sources="$sources demo/scenes/generate.c tests/test_golden.c"
includes="-Ilib/include -Ilib/src -Itests -Itests/support -Idemo"
definitions="-DWEND_STATIC -DWEND_DATA_DIR=\"$root/../shared/data\" -DWEND_SCENES_DIR=\"$root/demo/scenes\""

# build COMPILER FLAGS DIRECTORY
build() {
    mkdir -p "$3"
    local openmp=-fopenmp
    echo 'int main(void) { return 0; }' | $1 -fopenmp -x c - -o /dev/null 2>/dev/null || openmp=
    for source in $sources; do
        local extra=
        [ -n "$openmp" ] && [ "$source" = lib/src/base/tasks_openmp.c ] && extra="-fopenmp -DWEND_HAVE_OPENMP=1"
        echo "$1 -std=c17 $2 -ffp-contract=off $includes $definitions $extra -c $source -o $3/$(echo "$source" | tr / _).o"
    done | xargs -P 2 -I COMMAND sh -c COMMAND && $1 $2 "$3"/*.o -o "$3/golden" $openmp -lcmocka -lm
}

variant=0
for compiler in gcc clang; do
    for flags in "-O0" "-O2" "-O3 -march=native"; do
        variant=$((variant + 1))
        if ! command -v $compiler >/dev/null; then
            echo "skipped golden $compiler $flags: no $compiler"
        elif build $compiler "$flags" "$work/$variant" >"$work/log" 2>&1 &&
            WEND_TEST_DOSE=${WEND_TEST_DOSE:-smoke} "$work/$variant/golden" >>"$work/log" 2>&1; then
            echo "passed golden $compiler $flags"
        else
            echo "failed golden $compiler $flags"
            tail -n 30 "$work/log"
            failures=$((failures + 1))
        fi
    done
done
[ $failures -eq 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# golden.sh DIRECTORY [--full]: the golden values by gcc at -O0 and by clang at -O3 -march=native, in full by both at those
# and at -O2, with every back end. One line for each; what this machine lacks is skipped.
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$1
rm -rf "$work"
mkdir -p "$work" || exit 1
cd "$root" || exit 1
failures=0
sources=$(find lib/src tests/support -name '*.c' ! -path 'tests/support/wide_*' | sort)
sources="$sources demo/scenes/generate.c tests/test_golden.c"
includes="-Ilib/include -Ilib/src -Itests -Itests/support -Idemo"
definitions="-DWEND_STATIC -DWEND_DATA_DIR=\"$root/../shared/data\" -DWEND_SCENES_DIR=\"$root/demo/scenes\""

back_ends=scalar
wide=
case $(uname -m) in
x86_64) wide="sse4 avx2 avx512" ;;
aarch64) back_ends="scalar neon" ;;
esac
back_ends="$back_ends $wide"
for back_end in $wide; do
    definitions="$definitions -DWEND__HAVE_$(echo "$back_end" | tr '[:lower:]' '[:upper:]')=1"
done

# flags_of BACK-END: those that lib/cmake/wide.cmake gives its files.
flags_of() {
    local flags
    flags=$(sed -n "s/^set(wend_wide_$1 \(.*\))$/\1/p" lib/cmake/wide.cmake)
    case $flags in
    '${wend_wide_avx2} '*) echo "$(flags_of avx2) ${flags#* }" ;;
    *) echo "$flags" ;;
    esac
}

# extra_of SOURCE OPENMP: the flags of one file.
extra_of() {
    case $1 in
    lib/src/base/tasks_openmp.c) [ -n "$2" ] && echo "$2 -DWEND_HAVE_OPENMP=1" ;;
    *_sse4.c) flags_of sse4 ;;
    *_avx2.c) flags_of avx2 ;;
    *_avx512.c) flags_of avx512 ;;
    esac
}

# build COMPILER FLAGS DIRECTORY
build() {
    mkdir -p "$3"
    local openmp=-fopenmp
    echo 'int main(void) { return 0; }' | $1 -fopenmp -x c - -o /dev/null 2>/dev/null || openmp=
    for source in $sources; do
        echo "$1 -std=c17 $2 -ffp-contract=off $includes $definitions $(extra_of "$source" "$openmp") -c $source" \
            "-o $3/$(echo "$source" | tr / _).o"
    done | xargs -P 2 -I COMMAND sh -c COMMAND && $1 $2 "$3"/*.o -o "$3/golden" $openmp -lcmocka -lm
}

# run COMPILER FLAGS PROGRAM: by every back end.
run() {
    local back_end status
    for back_end in $back_ends; do
        WEND_TEST_BACKEND=$back_end "$3" >"$work/log-$back_end" 2>&1 &
        eval "process_$back_end=$!"
    done
    for back_end in $back_ends; do
        eval "wait \$process_$back_end"
        status=$?
        if [ $status -eq 77 ]; then
            echo "skipped golden $1 $2 $back_end: this machine lacks it"
        elif [ $status -eq 0 ]; then
            echo "passed golden $1 $2 $back_end"
        else
            echo "failed golden $1 $2 $back_end"
            tail -n 30 "$work/log-$back_end"
            failures=$((failures + 1))
        fi
    done
}

export WEND_TEST_DOSE=${WEND_TEST_DOSE:-smoke}
variant=0
for compiler in gcc clang; do
    for flags in "-O0" "-O2" "-O3 -march=native"; do
        case "$compiler $flags ${2:-}" in
        *--full | "gcc -O0 " | "clang -O3"*) ;;
        *) continue ;;
        esac
        variant=$((variant + 1))
        if ! command -v $compiler >/dev/null; then
            echo "skipped golden $compiler $flags: no $compiler"
        elif build $compiler "$flags" "$work/$variant" >"$work/log" 2>&1; then
            run $compiler "$flags" "$work/$variant/golden"
        else
            echo "failed golden $compiler $flags: the build"
            tail -n 30 "$work/log"
            failures=$((failures + 1))
        fi
    done
done
[ $failures -eq 0 ]

#!/bin/sh
# SPDX-License-Identifier: MIT
# headers.sh: each public header compiles alone, in C and in C++, with every compiler that is there.
include=$(cd "$(dirname "$0")/../../lib/include" && pwd)
flags="-fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I$include"
failed=0
checked=0

# compile COMPILER OPTIONS LANGUAGE HEADER
compile() {
    command -v "$1" >/dev/null 2>&1 || return 0
    checked=$((checked + 1))
    # shellcheck disable=SC2086
    if ! echo "#include <wend/$4>" | $1 $2 $flags -x "$3" -; then
        echo "headers: $4 does not compile alone with $1 $2"
        failed=$((failed + 1))
    fi
}

for path in "$include"/wend/*.h; do
    header=$(basename "$path")
    for compiler in gcc clang; do
        compile $compiler -std=c99 c "$header"
        compile $compiler -std=c17 c "$header"
    done
    for compiler in g++ clang++; do
        compile $compiler -std=c++11 c++ "$header"
        compile $compiler -std=c++20 c++ "$header"
    done
done
echo "headers: $failed problems; $checked compiled"
[ "$failed" -eq 0 ] && [ "$checked" -gt 0 ]

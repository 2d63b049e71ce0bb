#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh COMPILER DIRECTORY LINK...: each C program of README.md compiles without a warning, runs, and is done; its first
# piece of C++ compiles with every compiler that is there.
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=$1
directory=$2
shift 2
if [ ! -f "$root/README.md" ]; then
    echo "skipped: no README.md"
    exit 0
fi
mkdir -p "$directory" || exit 1
# block LANGUAGE NUMBER: that one of a language's blocks.
block() {
    awk -v mark="\`\`\`$1" -v number="$2" '$0 == mark { inside = ++seen == number; next } /^```/ { inside = 0 } inside' \
        "$root/README.md"
}
block c 1 >"$directory/readme.c"
block cpp 1 >"$directory/readme.cpp"
if ! grep -q "int main" "$directory/readme.c" || ! grep -q "unique_ptr" "$directory/readme.cpp"; then
    echo "readme: README.md lacks a C program, or a piece of C++"
    exit 1
fi
set -e
for number in $(seq "$(grep -c '^```c$' "$root/README.md")"); do
    block c "$number" >"$directory/readme.c"
    "$compiler" -std=c17 -Wall -Wextra -Werror -DWEND_STATIC -I"$root/lib/include" "$directory/readme.c" \
        -o "$directory/readme" "$@"
    (cd "$root" && "$directory/readme")
done
for cpp in g++ clang++; do
    if command -v $cpp >/dev/null 2>&1; then
        $cpp -std=c++11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$root/lib/include" "$directory/readme.cpp"
    fi
done

#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh COMPILER DIRECTORY LINK...: the first C program of README.md compiles without a warning, runs, and is done; its
# first piece of C++ compiles with every compiler that is there.
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=$1
directory=$2
shift 2
if [ ! -f "$root/README.md" ]; then
    echo "skipped: no README.md"
    exit 0
fi
mkdir -p "$directory" || exit 1
# first LANGUAGE: the first block of a language.
first() {
    awk -v mark="\`\`\`$1" '$0 == mark && !seen { inside = 1; seen = 1; next } /^```/ { inside = 0 } inside' \
        "$root/README.md"
}
first c >"$directory/readme.c"
first cpp >"$directory/readme.cpp"
if ! grep -q "int main" "$directory/readme.c" || ! grep -q "unique_ptr" "$directory/readme.cpp"; then
    echo "readme: README.md lacks a C program, or a piece of C++"
    exit 1
fi
set -e
"$compiler" -std=c17 -Wall -Wextra -Werror -DWEND_STATIC -I"$root/lib/include" "$directory/readme.c" \
    -o "$directory/readme" "$@"
for cpp in g++ clang++; do
    if command -v $cpp >/dev/null 2>&1; then
        $cpp -std=c++11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$root/lib/include" "$directory/readme.cpp"
    fi
done
cd "$root"
"$directory/readme"

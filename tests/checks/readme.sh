#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh COMPILER DIRECTORY LINK...: the first C program of README.md compiles without a warning, runs, and is done.
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=$1
directory=$2
shift 2
if [ ! -f "$root/README.md" ]; then
    echo "skipped: no README.md"
    exit 0
fi
mkdir -p "$directory" || exit 1
awk '/^```c$/ && !seen { inside = 1; seen = 1; next } /^```/ { inside = 0 } inside' "$root/README.md" \
    >"$directory/readme.c"
if ! grep -q "int main" "$directory/readme.c"; then
    echo "readme: README.md has no C program"
    exit 1
fi
set -e
"$compiler" -std=c17 -Wall -Wextra -Werror -DWEND_STATIC -I"$root/lib/include" "$directory/readme.c" \
    -o "$directory/readme" "$@"
cd "$root"
"$directory/readme"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzzers with clang and runs each for a while: run.sh [SECONDS] [mapfile|saved_map|saved|saved_crowd|crowd ...].
# What they learn stays in build/fuzz (or WEND_FUZZ_BUILD); an input that fails is written there too, and belongs into corpus/ once it is mended.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
out=${WEND_FUZZ_BUILD:-build/fuzz}
mkdir -p $out

for name in "${@:-mapfile saved_map saved saved_crowd crowd}"; do
    for target in $name; do
        clang -std=c17 -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
            -DWEND_STATIC -I lib/include -I lib/src -I tests tests/fuzz/fuzz_"$target".c tests/support/allocator.c \
            lib/src/base/*.c lib/src/map/*.c lib/src/field/*.c lib/src/crowd/*.c lib/src/io/*.c -lm -o $out/fuzz_"$target"
        mkdir -p "$out/$target"
        $out/fuzz_"$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
            -artifact_prefix="$out/$target-" -print_final_stats=1 "$out/$target" tests/fuzz/corpus/"$target"
    done
done

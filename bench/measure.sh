#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh PROGRAM [RESULTS [NAME...]]: the rows that README is made from, twelve to fifteen minutes on a machine that
# does nothing else. With names only those files: measure.sh PROGRAM bench/results crowds.
# The game and city maps are read from $WEND_DATA_DIR, or left out.
# Then: bench/table.py, and bench/reach.py
cd "$(dirname "$0")/.." || exit 1
program=${1:?usage: measure.sh PROGRAM [RESULTS [NAME...]]}
results=${2:-bench/results}
[ $# -gt 2 ] && shift 2 || set -- all
names=" $* "
data=${WEND_DATA_DIR:-../shared/data}/movingai
status=0
mkdir -p "$results" || exit 1

# to NAME: the runs that follow go there. run OPTION...: one of them.
to() {
    out=
    case $names in
    *" all "* | *" $1 "*) out=$results/$1.jsonl ;;
    *) return ;;
    esac
    echo "$(date +%T) $1" >&2
    : >"$out"
}
run() {
    [ -z "$out" ] || "$program" "$@" >>"$out" || status=1
}

# Everyone on every map.
to fields
maps=
for map in dao/brc000d bg512/AR0011SR wc3maps512/golemsinthemist sc1/GladiatorPits cities/Berlin_0_256 \
    cities/NewYork_0_512; do
    [ -r "$data/$map.map" ] && maps="$maps --map $data/$map.map"
done
# shellcheck disable=SC2086
[ -n "$maps" ] && run --backend all --case field-map $maps
run --backend all --case 'field-empty' --case 'field-r*' --case 'field-blobs' --case 'field-noise*' --size 1024
run --backend all --case field-maze --case field-braid --size 1025

# How it grows.
to sizes
for size in 512 1024 4096; do
    run --case field-empty --case field-random20 --size $size --impl wend --impl bfs --impl priority-queue
    run --case field-blobs --case field-noise --case field-rooms --size $size --impl wend
    run --case field-maze --size $((size + 1)) --impl wend
done

# The parts of a build, and what comes before it.
to parts
for size in 1024 4096; do
    run --backend all --case direction --case exits --size $size
done

to small
run --backend all --case small
run --case small --impl wend --threads 1 --threads 2

to threads
for size in 1024 4096; do
    run --threads 1 --threads 2 --impl wend --case field-empty --case field-random20 --case field-noise --size $size
    run --threads 1 --threads 2 --impl wend --case field-maze --size $((size + 1))
done
run --threads 1 --threads 2 --impl wend --case many

to rules
run --case 'rules*' --size 1024

to rebuilds
run --case rebuild

to samples
run --backend all --threads 1 --threads 2 --case sampling
run --case sampling-kinds
# shellcheck disable=SC2086
[ -n "$maps" ] && run --threads 1 --case sampling-map $maps

to crowds
run --threads 1 --threads 2 --backend all --case crowd --size 74 --size 142 --size 359
run --threads 1 --threads 2 --case crowd --size 1042
run --case crowd-stages --case crowd-ways
run --threads 1 --threads 2 --case crowd-walls

to routes
run --case astar --size 512

to repairs
run --case 'repair-r*' --case repair-tower --case mover-update --impl wend
# shellcheck disable=SC2086
[ -n "$maps" ] && run --case repair-map --impl wend $maps

to slices
run --case 'slices-r*' --case slices-noise254 --case slices-maze --impl wend
# shellcheck disable=SC2086
[ -n "$maps" ] && run --case slices-map --impl wend $maps

to placements
run --case 'placement-r*' --case placement-maze --size 512 --repeat 5
# shellcheck disable=SC2086
[ -n "$maps" ] && run --case placement-map --repeat 5 $maps

to ranges
run --case range-random20
maps=
for map in cities/Berlin_0_256 bg512/AR0011SR wc3maps512/golemsinthemist; do
    [ -r "$data/$map.map" ] && maps="$maps --map $data/$map.map"
done
# shellcheck disable=SC2086
[ -n "$maps" ] && run --case range-map $maps
exit $status

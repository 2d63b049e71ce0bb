#!/bin/sh
# SPDX-License-Identifier: MIT
# scenes.sh WEND [RESULTS]: runs all crowd scenes of `wend horde` into RESULTS/scenes.jsonl, makes README's table of them,
# and demo/crowds/scenes.png of six. Their numbers are the same on every machine; a minute and a half. The picture needs ImageMagick.
cd "$(dirname "$0")/.." || exit 1
wend=${1:?usage: scenes.sh WEND [RESULTS]}
results=${2:-bench/results}
mkdir -p "$results" || exit 1
# 1: something misses its reach, which the table shows.
"$wend" horde --scene all --json >"$results/scenes.jsonl"
[ $? -le 1 ] || exit 1
bench/scenes.py "$results/scenes.jsonl" || exit 1

if ! command -v convert >/dev/null; then
    echo "demo/crowds/scenes.png is not made: ImageMagick is missing" >&2
    exit 0
fi
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
# shot SCENE FRAME [OPTION...]: a picture of it, no larger than the scene is long.
shot() {
    scene=$1
    frame=$2
    shift 2
    "$wend" horde --scene "$scene" --frame "$frame" --png "$folder/$scene.png" --json "$@" >/dev/null
    [ -s "$folder/$scene.png" ] || exit 1
}
# row HEIGHT SCENE...: their pictures beside each other, with white between them.
row() {
    height=$1
    shift
    files=
    for scene in "$@"; do files="$files $folder/$scene.png"; done
    # shellcheck disable=SC2086
    convert $files -resize "x$height" -bordercolor white -border 3 +append "$folder/row.$1.png"
}
shot circle 520
shot crush 2400
shot gather 1400 --small
shot doors 700
shot bottleneck 500 --small
shot fronts 900
row 300 circle crush gather
row 300 doors bottleneck
convert "$folder/fronts.png" -bordercolor white -border 3 "$folder/row.fronts.png"
convert "$folder"/row.circle.png "$folder"/row.doors.png "$folder"/row.fronts.png -resize 1200x -append \
    -colors 64 -depth 8 -define png:compression-level=9 demo/crowds/scenes.png

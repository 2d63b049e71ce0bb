# SPDX-License-Identifier: MIT
# wend make and wend info: the same seed makes the same map everywhere, and every format holds the same terrain.
. "${0%/*}/support.sh"

# Sums of these maps on every machine.
while read -r kind sum; do
    run 0 make $kind --size 64x48 --seed 11 $kind.csv
    is "sum of $kind" "$sum" "$(cksum <$kind.csv | tr ' ' -)"
    run 0 make --seed=11 $kind again.csv --size=64x48
    is "second make of $kind" "$sum" "$(cksum <again.csv | tr ' ' -)"
done <<END
empty 790033306-6144
random 4204371469-7398
rooms 1464314320-7242
maze 165880093-9218
braid 465251853-9068
cave 3441932283-8612
blobs 700345567-6144
noise 3249102984-6144
END
run 0 make random --size 64x48 --seed 12 other.csv
cmp -s random.csv other.csv && is 'another seed' different same

run 0 make maze --size 9x5 --seed 3 maze.map
cat >wanted <<END
type octile
height 5
width 9
map
...@.....
@@.@@@.@.
.@.@...@.
.@.@.@@@.
.....@...
END
cmp -s wanted maze.map || { cp maze.map got && complain_about; }
prints 0 info maze.map <<END
9 x 5 cells, square, hash 9366b67629fcea0f
  free         29 cells
  walls        16 cells
  components   1, the largest has 29 cells
  terrain .    cost 1   29 cells
  terrain @    wall     16 cells
END

for extension in pgm csv txt png PNG; do
    run 0 make blobs --size 20x10 --walls 10 map.$extension
    prints 0 info map.$extension --json <<END
{"width": 20, "height": 10, "lattice": "square", "free": 180, "blocked": 20, "narrow": 0, "components": 1, "largest": 180, "hash": "bf3d7d42469abc7c"}
END
done
run 0 make cave --size 40x30 --seed 5 --walls 40 --json cave.png
run 0 info cave.png --json
is 'components of a cave' '"components": 1' "$(grep -o '"components": [0-9]*' out)"
for size in 1x1 1x9 9x1 2x2; do
    for kind in empty random rooms maze braid cave blobs noise; do
        run 0 make $kind --size $size small.pgm
        run 0 info small.pgm
    done
done
run 0 make random --walls 0 --size 5x5 none.txt
run 0 make random --walls 100 --size 5x5 all.csv
prints 0 info none.txt --json <<END
{"width": 5, "height": 5, "lattice": "square", "free": 25, "blocked": 0, "narrow": 0, "components": 1, "largest": 25, "hash": "558959a81d7a6a9d"}
END
prints 0 info all.csv --hex --json <<END
{"width": 5, "height": 5, "lattice": "hex", "free": 0, "blocked": 25, "narrow": 0, "components": 0, "largest": 0, "hash": "2f2eaaa39bddcdab"}
END

refuses 'blobs.map: a .map has no numbers for the costs of `blobs`; use .pgm .csv .txt or .png' make blobs --size 4x4 blobs.map
refuses 'x.bmp: a map must be a .map, .pgm, .csv, .txt or .png file' make maze --size 4x4 x.bmp
refuses '--size 4x: expected WxH, such as 64x48, each from 1 to 16384' make maze --size 4x x.map
refuses '--size 0x4: expected WxH, such as 64x48, each from 1 to 16384' make maze --size 0x4 x.map
refuses '--size 4x16385: expected WxH, such as 64x48, each from 1 to 16384' make maze --size 4x16385 x.map
refuses '--size 4x4x4: expected WxH, such as 64x48, each from 1 to 16384' make maze --size 4x4x4 x.map
refuses '--size WxH is needed' make maze x.map
refuses '--walls does not go with `maze`' make maze --size 4x4 --walls 20 x.map
refuses '--walls 101: expected a whole number from 0 to 100' make random --size 4x4 --walls 101 x.map
refuses '--seed -1: expected a whole number from 0 to 9223372036854775807' make random --size 4x4 --seed -1 x.map
refuses 'there is no kind of map `forest` (see wend make --help)' make forest --size 4x4 x.map
refuses 'unknown option --hex (see --help)' make maze --size 4x4 --hex x.map
refuses 'no/such/x.png: cannot be written' make maze --size 4x4 no/such/x.png
run 2 make maze --size 4x4 no/such/x.map
finish

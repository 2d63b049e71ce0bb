# SPDX-License-Identifier: MIT
# wend range: what units reach, how many of them, and who is nearest, on maps small enough to reckon by hand.
. "${0%/*}/support.sh"

printf '00000\n' >row.txt
prints 0 range row.txt --from 0,0,2 --from 4,0,1 --json <<END
{"cells": 5, "most": 1, "by_count": [0, 5], "in_range": [3, 2], "nearest": [3, 2]}
END
prints 0 range row.txt --from 0,0,2 --from 4,0,2 --json <<END
{"cells": 5, "most": 2, "by_count": [0, 4, 1], "in_range": [3, 3], "nearest": [3, 2]}
END
prints 0 range row.txt --from 4,0,2 --from 0,0,2 <<END
4,0 within 2: 3 cells, nearest to 3 of them
0,0 within 2: 3 cells, nearest to 2 of them
5 cells are reached by any unit
  4            by 1 of them
  1            by 2 of them
END
prints 0 range row.txt --from 2,0 <<END
2,0 any distance: 5 cells, nearest to 5 of them
5 cells are reached by it
END
# A cell that only the unit farther away reaches, and two units in one place.
prints 0 range row.txt --from 0,0,0 --from 4,0,3 --json <<END
{"cells": 5, "most": 1, "by_count": [0, 5], "in_range": [1, 4], "nearest": [1, 2]}
END
prints 0 range row.txt --from 2,0,0.5 --from 2,0,1 --from 2,0,1.5 --json <<END
{"cells": 3, "most": 3, "by_count": [2, 0, 2, 1], "in_range": [1, 3, 3], "nearest": [1, 0, 0]}
END

printf '000\n000\n000\n' >square.txt
in_range() {
    run 0 range "$@" --json
    sed 's/.*"in_range": \[\([0-9]*\)\].*/\1/' out
}
is 'straight steps' 5 "$(in_range square.txt --from 1,1,1)"
is 'too short for a diagonal' 5 "$(in_range square.txt --from 1,1,1.41)"
is 'diagonal steps' 9 "$(in_range square.txt --from 1,1,1.4142)"
is 'four neighbours' 9 "$(in_range square.txt --from 1,1,2 --neighbours 4)"
is 'hexagons' 7 "$(in_range square.txt --from 1,1,1 --hex)"
is 'a unit cost' 5 "$(in_range square.txt --from 1,1,0.1 --unit-cost 10)"
printf '12\n' >step.txt
is 'the mean of both cells' 2 "$(in_range step.txt --from 0,0,1.5)"
is 'the cell entered' 1 "$(in_range step.txt --from 0,0,1.5 --step enter)"
is 'the cell entered, the other way' 2 "$(in_range step.txt --from 1,0,1 --step enter)"
printf '09\n00\n' >corner.txt
is 'round a wall' 2 "$(in_range corner.txt --from 0,0,1.5 --blocked 9)"

# Ranges are what wend field says from one goal where steps cost the same both ways.
run 0 make blobs --size 30x20 --seed 3 --walls 20 hills.csv
place=$(tr ',' '\n' <hills.csv | awk '$1 < 255 && NR > 300 { print (NR - 1) % 30 "," int((NR - 1) / 30); exit }')
run 0 field hills.csv --goal "$place" --csv distances.csv
for range in 0 3.5 12 40; do
    is "within $range" "$(tr ',' '\n' <distances.csv | awk -v range=$range '$1 >= 0 && $1 <= range { n++ } END { print n }')" \
        "$(in_range hills.csv --from "$place",$range)"
done

run 0 range hills.csv --from "$place",12 --png one.png
run 0 range hills.csv --from "$place",12 --from 3,3,20 --from 4,4 --png many.png
run 0 range hills.csv --from "$place",12 --from 3,3,20 --hex --png hex.png
for picture in one many hex; do
    is "a PNG picture, $picture" 'PNG' "$(head -c 4 $picture.png | tail -c 3)"
done

run 1 range corner.txt --from 1,0,3 --blocked 9 --json
is 'nobody' '{"cells": 0, "most": 0, "by_count": [4], "in_range": [0], "nearest": [0]}' "$(cat out)"
is 'a unit in a wall' 'wend: --from 1,0: inside a blocked cell' "$(cat err)"
run 0 range corner.txt --from 1,0,3 --from 0,0,3 --blocked 9 --json --png wall.png
is 'one unit of two' '{"cells": 3, "most": 1, "by_count": [1, 3], "in_range": [0, 3], "nearest": [0, 3]}' "$(cat out)"
refuses 'at least one --from X,Y is needed' range row.txt
refuses '--from 5,0: is not on the map, which has 5x1 cells' range row.txt --from 5,0,3
for bad in '' 1 1,2,3,4 x,0 0,0,-1 0,0, 0,0,1e3 0,0,30000001 99999999999999999999,0; do
    refuses "--from $bad: expected X,Y or X,Y,RANGE, such as 3,0 or 3,0,12.5" range row.txt --from "$bad"
done
refuses '--from 0,0: the number behind it is too large' range row.txt --from 0,0,30000000 --unit-cost 254
refuses 'no/such.png: cannot be written' range row.txt --from 0,0 --png no/such.png
if [ -c /dev/full ]; then
    ln -s /dev/full full.png
    refuses 'full.png: cannot be written' range row.txt --from 0,0 --png full.png
fi
finish

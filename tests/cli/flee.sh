# SPDX-License-Identifier: MIT
# wend flee: both ways from a threat, past it out of a dead end, through exits.
. "${0%/*}/support.sh"

# answer ARGUMENTS: the JSON but for hash and time.
answer() {
    run 0 flee "$@" --json
    sed 's/, "hash.*//' out
}
printf '0000000\n' >row.txt
is 'both ways' '{"cells": 7, "stays": 2, "to_exits": 0, "gain": 1.285714286' "$(answer row.txt --threat 3,0)"
is 'out of an exit' '{"cells": 7, "stays": 1, "to_exits": 7, "gain": 1.285714286' \
    "$(answer row.txt --threat 3,0 --exit 0,0 --pull 100)"
is 'two threats' '{"cells": 7, "stays": 1, "to_exits": 0, "gain": 1.714285714' \
    "$(answer row.txt --threat 0,0 --threat 6,0)"
run 0 flee row.txt --threat 3,0
is text 'flights from 7 cells: 2 stay where they are, 0 end in an exit, 1.285714286 farther from the threats in the mean' \
    "$(head -n 1 out)"

# The dead end is two cells long, the other side six. From the threat it is six steps to 4 farther than the dead end.
printf '000000000\n' >dead_end.txt
is 'into the dead end' '{"cells": 9, "stays": 2, "to_exits": 0, "gain": 2.444444444' "$(answer dead_end.txt --threat 2,0)"
is 'the same' '{"cells": 9, "stays": 2, "to_exits": 0, "gain": 2.444444444' \
    "$(answer dead_end.txt --threat 2,0 --factor 1.2)"
is 'past the threat' '{"cells": 9, "stays": 1, "to_exits": 0, "gain": 3.333333333' \
    "$(answer dead_end.txt --threat 2,0 --factor 3)"
is 'never worth a walk' '{"cells": 9, "stays": 9, "to_exits": 0, "gain": 0' "$(answer dead_end.txt --threat 2,0 --factor 1)"
is 'a dead end with an exit' '{"cells": 9, "stays": 1, "to_exits": 9, "gain": -1.666666667' \
    "$(answer dead_end.txt --threat 2,0 --exit 1,0 --pull 40)"

printf '00900\n' >apart.txt
is 'behind a wall' '{"cells": 4, "stays": 3, "to_exits": 0, "gain": 0.5' "$(answer apart.txt --threat 0,0 --blocked 9)"
run 1 flee apart.txt --threat 2,0 --blocked 9
is 'a threat in a wall' 'wend: --threat 2,0: the goal is blocked or too narrow' "$(cat err)"
run 0 flee apart.txt --threat 0,0 --exit 2,0 --blocked 9
is 'an exit in a wall' 'wend: --exit 2,0: the goal is blocked or too narrow' "$(cat err)"

run 0 make cave --size 120x80 --seed 7 cave.map
run 0 flee cave.map --threat 60,40 --exit 60,75 --png lines.png --json
cp out wanted
run 0 flee cave.map --threat 60,40 --exit=60,75 --pull 10 --factor 1.2 --json
is 'the defaults' "$(sed 's/, "build.*//' wanted)" "$(sed 's/, "build.*//' out)"
run 0 flee row.txt --threat 3,0 --png arrows.png
run 0 flee cave.map --threat 60,40 --hex --png hex.png
for picture in lines arrows hex; do
    is "a PNG picture, $picture" 'PNG' "$(head -c 4 $picture.png | tail -c 3)"
done

refuses 'at least one --threat X,Y is needed' flee row.txt --exit 0,0
refuses '--threat 7,0: is not on the map, which has 7x1 cells' flee row.txt --threat 7,0
refuses '--exit 0,1: is not on the map, which has 7x1 cells' flee row.txt --threat 0,0 --exit 0,1
refuses '--exit 0,0,1: expected X,Y, a cell such as 3,0' flee row.txt --threat 0,0 --exit 0,0,1
refuses '--threat 0: expected X,Y or X,Y,OFFSET, such as 3,0 or 3,0,12.5' flee row.txt --threat 0
refuses '--factor 0.9: expected a factor from 1.0 to 16.0, such as 1.2' flee row.txt --threat 0,0 --factor 0.9
refuses '--factor 1e1: expected a factor from 1.0 to 16.0, such as 1.2' flee row.txt --threat 0,0 --factor 1e1
refuses '--pull -1: expected a distance from 0 to 30000' flee row.txt --threat 0,0 --pull -1
refuses '--pull 30001: expected a distance from 0 to 30000' flee row.txt --threat 0,0 --pull 30001
refuses 'no/such.png: cannot be written' flee row.txt --threat 0,0 --png no/such.png
if [ -c /dev/full ]; then
    ln -s /dev/full full.png
    refuses 'full.png: cannot be written' flee row.txt --threat 0,0 --png full.png
fi
finish

# SPDX-License-Identifier: MIT
# wend place: where a building may stand, on maps small enough to look at, and against a wall tried in every cell.
. "${0%/*}/support.sh"

# answer CODE ARGUMENTS: the JSON but for its time.
answer() {
    run "$@" --json
    sed 's/, "preview_ms.*//' out
}
# Two ways round a wall.
printf '00000\n09990\n00000\n' >ring.txt
set -- ring.txt --source 0,1 --goal 4,1 --blocked 9
is 'one cell' '{"width": 5, "height": 3, "sources": 1, "positions": 12, "allowed": 10, "cut_off": 2' "$(answer 0 place "$@")"
is 'a wide one' '{"width": 5, "height": 3, "sources": 1, "positions": 8, "allowed": 8, "cut_off": 0' \
    "$(answer 0 place "$@" --size 2x1)"
is 'a tall one' '{"width": 5, "height": 3, "sources": 1, "positions": 4, "allowed": 0, "cut_off": 4' \
    "$(answer 1 place "$@" --size 1x2)"
is 'no room' '{"width": 5, "height": 3, "sources": 1, "positions": 0, "allowed": 0, "cut_off": 0' \
    "$(answer 1 place "$@" --size 2x2)"
is 'larger than the map' '{"width": 5, "height": 3, "sources": 1, "positions": 0, "allowed": 0, "cut_off": 0' \
    "$(answer 1 place "$@" --size 16384x16384)"
is 'two goals' '{"width": 5, "height": 3, "sources": 1, "positions": 12, "allowed": 11, "cut_off": 1' \
    "$(answer 0 place "$@" --goal 4,0)"
run 0 place "$@"
is text '5 x 3 cells: room for a building of 1 x 1 at 12 positions
  10           it may stand there
  2            it would cut somebody off
1 of 1 sources count' "$(sed 's/, found.*//' out)"

# A corridor, and a source behind a wall that nothing can cut off.
printf '000009\n' >corridor.txt
is 'a corridor' '{"width": 6, "height": 1, "sources": 1, "positions": 5, "allowed": 1, "cut_off": 4' \
    "$(answer 0 place corridor.txt --source 0,0 --goal 3,0 --blocked 9)"
run 0 place corridor.txt --source 0,0 --source 5,0 --goal 3,0 --blocked 9
is 'a source in a wall' 'wend: --source 5,0: inside a blocked cell' "$(cat err)"
printf '00900\n' >apart.txt
run 1 place apart.txt --source 4,0 --goal 0,0 --blocked 9 --json
is 'nobody counts' 'wend: --source 4,0: no way leads to a goal' "$(cat err)"
is 'all may be built on' '"sources": 0, "positions": 4, "allowed": 4' "$(grep -o '"sources.*allowed": [0-9]*' out)"
run 1 place apart.txt --source 4,0 --goal 2,0 --blocked 9
is 'a goal in a wall' 1 "$(grep -c '^wend: --goal 2,0: the goal is blocked or too narrow' err)"

# A wall in every free cell of a cave in turn, and wend path asked.
run 0 make cave --size 14x9 --seed 6 --walls 42 cave.map
free=$(sed 1,4d cave.map | awk '{ for (i = 1; i <= length($0); i++) if (substr($0, i, 1) == ".") print i - 1 "," NR - 1 }')
from=$(echo "$free" | head -n 1)
to=$(echo "$free" | tail -n 1)
for rule in never always; do
    allowed=0
    for cell in $free; do
        awk -v x="${cell%,*}" -v y="${cell#*,}" 'NR == y + 5 { $0 = substr($0, 1, x) "@" substr($0, x + 2) } { print }' \
            cave.map >tried.map
        "$wend" path tried.map --from "$from" --to "$to" --corner $rule >out 2>err && allowed=$((allowed + 1))
    done
    run 0 place cave.map --source "$from" --goal "$to" --corner $rule --json
    is "walls that may be built, corners $rule" "$allowed of $(echo "$free" | wc -l | tr -d ' ')" \
        "$(sed 's/.*"positions": \([0-9]*\), "allowed": \([0-9]*\),.*/\2 of \1/' out)"
done

run 0 place cave.map --source "$from" --goal "$to" --png one.png
run 0 place cave.map --source "$from" --goal "$to" --size 2x2 --png four.png
run 0 place cave.map --source "$from" --goal "$to" --hex --png hex.png
for picture in one four hex; do
    is "a PNG picture, $picture" 'PNG' "$(head -c 4 $picture.png | tail -c 3)"
done

refuses 'at least one --source X,Y is needed' place ring.txt --goal 0,0
refuses 'at least one --goal X,Y is needed' place ring.txt --source 0,0
refuses '--source 5,0: is not on the map, which has 5x3 cells' place ring.txt --source 5,0 --goal 0,0
refuses '--goal 0,3: is not on the map, which has 5x3 cells' place ring.txt --source 0,0 --goal 0,3
refuses '--source 0,0,1: expected X,Y, a cell such as 3,0' place ring.txt --source 0,0,1 --goal 0,0
refuses '--goal 0: expected X,Y, a cell such as 3,0' place ring.txt --source 0,0 --goal 0
for size in 2 2x 0x1 1x16385 -1x1 2x2x2 99999999999999999999x1; do
    refuses "--size $size: expected WxH, such as 64x48, each from 1 to 16384" place ring.txt --source 0,0 --goal 4,0 --size $size
done
refuses 'no/such.png: cannot be written' place ring.txt --source 0,1 --goal 4,1 --blocked 9 --png no/such.png
if [ -c /dev/full ]; then
    ln -s /dev/full full.png
    refuses 'full.png: cannot be written' place ring.txt --source 0,1 --goal 4,1 --blocked 9 --png full.png
fi
finish

# SPDX-License-Identifier: MIT
# wend field: numbers, directions, goals and the options of map and mover.
. "${0%/*}/support.sh"

# A row of ground, a wall and a swamp.
printf '0 0 9 0\n0 0 9 5\n0 0 0 0\n' >small.txt
run 0 field small.txt --goal 0,0 --blocked 9 --csv distances.csv --directions-csv directions.csv --png picture.png --json
is json '{"width": 4, "height": 3, "reached": 10, "unreachable": 0, "max_distance": 10.41428571, "hash": "6e7d3a85b5c0a0bf", "build_ms": N}' \
    "$(sed 's/"build_ms": [0-9.]*/"build_ms": N/' out)"
cat >wanted <<END
0,1,-1,10.41428571
1,1.414285714,-1,7.414285714
2,2.414285714,3.414285714,4.414285714
END
cp distances.csv got
cmp -s wanted got || complain_about
cat >wanted <<END
-1,3,3,2
0,7,3,2
0,0,3,3
END
cp directions.csv got
cmp -s wanted got || complain_about
is 'a PNG picture' 'PNG' "$(head -c 4 picture.png | tail -c 3)"
run 0 field --goal=0,0 small.txt
is 'text of a field' '4 x 3 cells: 12 reach a goal, 0 free ones do not' "$(head -n 1 out)"

# max MAP OPTIONS: prints max_distance.
max() {
    run 0 field "$@" --json
    sed 's/.*"max_distance": \([^,]*\),.*/\1/' out
}
printf '11\n11\n' >square.txt
is 'a diagonal' 1.414285714 "$(max square.txt --goal 0,0)"
is 'a diagonal of 1' 1 "$(max square.txt --goal 0,0 --diagonal 70)"
is 'a diagonal of 3/2' 1.5 "$(max square.txt --goal 0,0 --diagonal 105)"
is 'a diagonal of 2' 2 "$(max square.txt --goal 0,0 --diagonal 140)"
is 'four neighbours' 2 "$(max square.txt --goal 0,0 --neighbours 4)"
is 'hexagons, one odd row' 2 "$(max square.txt --goal 0,0 --hex)"
is 'an offset' 11.41428571 "$(max square.txt --goal 0,0,10)"
is 'two goals' 1.414285714 "$(max square.txt --goal 0,0,0.5 --goal 1,0)"
printf '55\n55\n' >five.txt
is 'a unit cost' 0.5 "$(max five.txt --goal 0,0 --unit-cost 10 --diagonal 70)"

printf '12\n' >step.txt
is 'the mean of both cells' 1.5 "$(max step.txt --goal 0,0)"
is 'the cell entered' 1 "$(max step.txt --goal 0,0 --step enter)"
is 'the cell entered, the other way' 2 "$(max step.txt --goal 1,0 --step enter)"

printf '09\n00\n' >corner.txt
is 'no corner is cut' 2 "$(max corner.txt --goal 0,0 --blocked 9)"
is 'a corner may be cut on one side' 1.414285714 "$(max corner.txt --goal 0,0 --blocked 9 --corner one)"
printf '09\n90\n' >gap.txt
run 0 field gap.txt --goal 0,0 --blocked 9 --corner one
is 'no squeezing through' '2 x 2 cells: 1 reach a goal, 1 free ones do not' "$(head -n 1 out)"
is 'squeezing through' 1.414285714 "$(max gap.txt --goal 0,0 --blocked 9 --corner always)"

printf 'type octile\nheight 1\nwidth 4\nmap\n.TW.\n' >terrain.map
run 0 field terrain.map --goal 0,0
is 'trees are walls' '4 x 1 cells: 1 reach a goal, 1 free ones do not' "$(head -n 1 out)"
printf 'T 3\nW,5\n\n' >terrain.costs
is 'costs by character' 9 "$(max terrain.map --goal 0,0 --costs terrain.costs)"
printf '0 10\n9\t20\n' >numbers.costs
is 'costs by number' 1.5 "$(printf '09\n' >two.txt && max two.txt --goal 0,0 --costs numbers.costs --unit-cost 10)"

printf '0000000\n9999999\n0000000\n0000000\n0000000\n' >wide.txt
run 0 info wide.txt --blocked 9 --radius 192 --json
cp out wanted
run 0 info wide.txt --blocked 9 --radius 0.75 --json
cp out got
cmp -s wanted got || complain_about
is 'cells too narrow' '"narrow": 23' "$(grep -o '"narrow": [0-9]*' out)"

# A goal that cannot be used: the answer is negative where no other can.
run 1 field small.txt --goal 2,0 --blocked 9 --json
is 'cells cut off' '"reached": 0, "unreachable": 10' "$(grep -o '"reached.*, "unreachable": [0-9]*' out)"
is 'a goal in a wall' 'wend: --goal 2,0: the goal is blocked or too narrow' "$(cat err)"
run 0 field small.txt --goal 2,0 --goal 0,0 --blocked 9
is 'one goal of two' 'wend: --goal 2,0: the goal is blocked or too narrow' "$(cat err)"
refuses '--goal 4,0: is not on the map, which has 4x3 cells' field small.txt --goal 4,0
refuses '--goal 0,-1: is not on the map, which has 4x3 cells' field small.txt --goal 0,-1
refuses 'at least one --goal X,Y is needed' field small.txt
refuses '--goal 0,0,30678338: expected X,Y or X,Y,OFFSET, such as 3,0 or 3,0,12.5' field small.txt --goal 0,0,30678338
refuses 'no/such.csv: cannot be written' field small.txt --goal 0,0 --csv no/such.csv
refuses 'no/such.png: cannot be written' field small.txt --goal 0,0 --png no/such.png
if [ -c /dev/full ]; then # a disk that is full, whatever the format
    for kind in png csv directions-csv; do
        ln -s /dev/full "full.$kind"
        refuses "full.$kind: cannot be written" field small.txt --goal 0,0 "--$kind" "full.$kind"
    done
fi
finish

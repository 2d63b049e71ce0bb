# SPDX-License-Identifier: MIT
# wend horde: everybody arrives, nobody enters a wall, and threads change nothing.
. "${0%/*}/support.sh"

run 0 make cave --size 48x48 --seed 2 cave.map
run 0 info cave.map --json
goal=$("$wend" path cave.map --from 0,0 --to 0,0 --draw | awk 'NR > 8 { at = index($0, "..."); if (at > 0) { print at "," NR - 1; exit } }')
run 0 horde cave.map --goal $goal --agents 300 --seconds 4 --json --png crowd.png
cp out wanted
is 'agents' '"agents": 300' "$(grep -o '"agents": [0-9]*' out)"
is 'in walls' '"in_wall": 0' "$(grep -o '"in_wall": [0-9]*' out)"
is 'steps' '"steps": 120' "$(grep -o '"steps": [0-9]*' out)"
is 'a PNG picture' 'PNG' "$(head -c 4 crowd.png | tail -c 3)"
for threads in 2 3; do
    run 0 horde cave.map --goal $goal --agents 300 --seconds 4 --json --threads $threads
    cp out got
    cmp -s wanted got || complain_about
done
run 0 horde cave.map --goal $goal --agents 300 --seconds 4 --seed 2 --json
cmp -s wanted out && is 'another seed' different same

run 0 make empty --size 20x20 empty.map
run 0 horde empty.map --goal 10,10 --agents 20 --seconds 60 --json
is 'all arrive' '"arrived": 20' "$(grep -o '"arrived": [0-9]*' out)"
run 0 horde empty.map --goal 10,10 --agents 40 --seconds 2 --hex --json
is 'in walls, hexagons' '"in_wall": 0' "$(grep -o '"in_wall": [0-9]*' out)"

refuses '--agents N is needed' horde empty.map --goal 1,1
refuses '--agents 401: only 400 cells reach a goal' horde empty.map --goal 1,1 --agents 401
refuses '--seconds -1: expected seconds from 0 to 86400' horde empty.map --goal 1,1 --agents 1 --seconds -1
refuses '--seconds 1e3: expected seconds from 0 to 86400' horde empty.map --goal 1,1 --agents 1 --seconds 1e3
refuses 'at least one --goal X,Y is needed' horde empty.map --agents 1

# Scenes.
run 0 horde --scene pair
is 'a scene' 'pair: two meet head-on, on one line' "$(head -n 1 out | cut -d '(' -f 1 | sed 's/ *$//')"
run 0 horde --scene lanes --small --json --png lanes.png --frame 100
cp out wanted
is 'good' '"good": true' "$(grep -o '"good": [a-z]*' out | head -n 1)"
is 'a PNG picture of a scene' 'PNG' "$(head -c 4 lanes.png | tail -c 3)"
run 0 horde --scene=lanes --small --json --threads 3
cmp -s wanted out || complain_about
refuses '--scene none: expected one of all, corridor, turned, corner, exits, far_exit, rooms, between, bottleneck, density, pair, squares, circle, lanes, fronts, crush, gather, doors, dense' horde --scene none
refuses '--png: one scene at a time' horde --scene all --png a.png
refuses '--frame 5: of which picture? --png is missing' horde --scene pair --frame 5
refuses 'an argument is missing; usage: wend horde MAP --goal X,Y --agents N [--seconds S] [--seed N] [--png F] [options]' horde
refuses '--frame 100000: the scene has 298 steps' horde --scene pair --png a.png --frame 100000
finish

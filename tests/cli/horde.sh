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
finish

# SPDX-License-Identifier: MIT
# threat without a window: a summary and a picture, and one line for bad input.
. "${0%/*}/../cli/support.sh"

run 0 --help
is 'usage' 'usage: threat' "$(head -n 1 out | cut -d ' ' -f 1-2)"
for show in threat flight; do
    run 0 --headless --show $show --screenshot $show.png
    is 'units' 1 "$(grep -c '^map arena.map 96x64  units 5  danger 6$' out)"
    is 'a PNG picture' 'PNG' "$(head -c 4 $show.png | tail -c 3)"
done
cmp -s threat.png flight.png && is 'pictures' different same
run 0 --headless --hex --screenshot hex.png

# A field 11 cells wide and 9 high with one unit in the middle: 13 cells in range 2, as a diagonal costs 1.41.
{
    printf 'type octile\nheight 9\nwidth 11\nmap\n'
    for row in 1 2 3 4 5 6 7 8 9; do echo '...........'; done
} >field.map
run 0 --headless --map field.map --unit 5,4,2 --start 0,4 --goal 10,4
is 'in range' 'in range 13 cells  at most of 1 units' "$(sed -n 2p out)"
is 'shortest' 'shortest 10.000  cells 11  in range 5  done' "$(sed -n 3p out)"
is 'safest' 1 "$(grep -c '^safest 12\.[0-9]* .* in range 0  done$' out)"
is 'flight' 1 "$(grep -c '^flight .* in range 0  done$' out)"
# The units of two ranges add up; a danger of 0 is none.
run 0 --headless --map field.map --unit 5,4,1 --unit 6,4,1 --start 0,4 --goal 10,4 --danger 0
is 'in range' 'in range 8 cells  at most of 2 units' "$(sed -n 2p out)"
is 'safest' "$(sed -n 's/shortest/safest/p' out)" "$(grep safest out)"
# Between walls there is no way round; and whoever flees may leave by the goal.
printf 'type octile\nheight 1\nwidth 9\nmap\n.........\n' >lane.map
run 0 --headless --map lane.map --unit 0,0,3 --start 2,0 --goal 8,0 --exit
is 'flight' 'flight 6.000  cells 7  in range 2  done' "$(grep flight out)"
printf 'type octile\nheight 1\nwidth 9\nmap\n....@....\n' >cut.map
run 0 --headless --map cut.map --unit 0,0,9 --start 2,0 --goal 8,0
is 'no way' 2 "$(grep -c 'no way' out)"

refuses '--unit 1,1: expected X,Y,RANGE, whole numbers, the range from 1 to 60' --headless --unit 1,1
refuses '--unit 1,1,0: expected X,Y,RANGE, whole numbers, the range from 1 to 60' --headless --unit 1,1,0
refuses '--unit 1,1,61: expected X,Y,RANGE, whole numbers, the range from 1 to 60' --headless --unit 1,1,61
refuses '--unit 1,1,2,3: expected X,Y,RANGE, whole numbers, the range from 1 to 60' --headless --unit 1,1,2,3
refuses '--unit 0,0: a blocked cell' --headless --unit 0,0,5
refuses '--unit 96,5: off the map, which is 96x64' --headless --unit 96,5,5
refuses '--start -1,5: off the map, which is 96x64' --headless --start -1,5
refuses '--start 5: expected X,Y, two whole numbers' --headless --start 5
refuses '--goal 0,0: a blocked cell' --headless --goal 0,0
refuses '--danger 41: expected a whole number from 0 to 40' --headless --danger 41
refuses '--show all: expected one of threat, flight' --headless --show all
refuses 'none.map: there is no such file' --headless --map none.map
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n.\n' >short.map
run 2 --headless --map short.map
is 'line of short.map' 'wend: short.map:6:' "$(cut -d ' ' -f 1-2 err)"
printf 'type octile\nheight 1\nwidth 2\nmap\n@@\n' >rock.map
refuses 'rock.map: every cell is blocked' --headless --map rock.map
printf 'type octile\nheight 1\nwidth 1\nmap\n.\n' >one.map
run 0 --headless --map one.map --screenshot one.png
printf '1,2\n3,255\n' >numbers.csv
run 0 --headless --map numbers.csv --screenshot numbers.png

units=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    units="$units --unit 9,$i,1 --unit 10,$i,1 --unit 11,$i,1 --unit 16,$i,1"
done
run 2 --headless $units --unit 20,20,2
is 'too many' 'wend: --unit 20,20,2: expected at most 64 units' "$(cat err)"
run 2 --headless --screenshot none/there.png
is 'no picture' 'wend: none/there.png: cannot be written' "$(cat err)"
finish

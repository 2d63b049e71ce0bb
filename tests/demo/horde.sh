# SPDX-License-Identifier: MIT
# horde without a window: a summary and a picture, and one line for bad input.
. "${0%/*}/../cli/support.sh"

run 0 --help
is 'usage' 'usage: horde' "$(head -n 1 out | cut -d ' ' -f 1-2)"
run 0 --headless --frames 20 --screenshot horde.png
is 'in walls' 1 "$(grep -c 'in_wall 0  steps 20 ' out)"
is 'a PNG picture' 'PNG' "$(head -c 4 horde.png | tail -c 3)"
refuses '--goal 1: expected X,Y, two whole numbers' --headless --goal 1
refuses '--goal 900,1: off the map, which is 160x120' --headless --goal 900,1
refuses '--agents -1: expected a whole number from 0 to 1000000' --headless --agents -1
run 2 --headless --frames 0 --screenshot none/there.png
is 'no picture' 'wend: none/there.png: cannot be written' "$(cat err)"
refuses '--scene nowhere: expected one of city, arena, cave, maze, counter-flow, doors, multitude' --headless --scene nowhere
refuses '--map a.map: and --scene exclude each other' --headless --map a.map --scene city
refuses '--every 3: of which pictures? --record is missing' --headless --every 3
refuses '--every 0: expected a whole number from 1 to 1000000' --headless --every 0

# Two fields, and doors on the way: nobody is lost, and threads change nothing.
for scene in counter-flow doors; do
    run 0 --headless --scene $scene --frames 400 --congestion --threads 1
    grep 'hash' out >one
    is "$scene: in walls" 1 "$(grep -c '^agents [24]000  arrived 0  in_wall 0  steps 400 ' one)"
    is "$scene: stages" 1 "$(grep -c '^of a step  bin [0-9.]* ms  desire ' out)"
    run 0 --headless --scene $scene --frames 400 --congestion --threads 2
    is "$scene: threads" "$(cat one)" "$(grep 'hash' out)"
done
run 0 --headless --scene multitude --agents 3000 --frames 10 --screenshot multitude.png
is 'everybody finds a place' 1 "$(grep -c '^agents 3000 ' out)"
run 0 --headless --split --goal 3,3 --goal 150,3 --frames 10 --hex
is 'dealt out goals' 1 "$(grep -c 'in_wall 0  steps 10 ' out)"

run 0 --headless --scene doors --agents 50 --frames 7 --record frame --every 3 --times
is 'recorded pictures' 'frame00000.png frame00001.png frame00002.png' "$(echo frame*.png)"
run 2 --headless --scene doors --agents 50 --frames 7 --record none/there
is 'nothing recorded' 'wend: none/there00000.png: cannot be written' "$(cat err)"
finish

# SPDX-License-Identifier: MIT
# towers without a window: a summary and a picture, scripts, and one line for bad input.
. "${0%/*}/../cli/support.sh"

run 0 --help
is 'usage' 'usage: towers' "$(head -n 1 out | cut -d ' ' -f 1-2)"
run 0 --headless --frames 1500 --screenshot towers.png --hover 30,20 --places
is 'in walls' 1 "$(grep -c 'in_wall 0  ticks 1500 ' out)"
is 'a PNG picture' 'PNG' "$(head -c 4 towers.png | tail -c 3)"

# The same seed and the same script: the same game.
cat >script <<'END'
# Two towers beside the upper road, one in the water, one sold.
0 build arrow 24,8

0.5 build frost 30,10
1 build cannon 38,18
2 sell 25,9
3 sell 25,9
4 call
4 call
END
run 0 --headless --frames 2400 --script script --seed 3
cp out wanted
is 'refused' 'line 5 refused: no ground to build on
line 7 refused: no tower is there
line 9 refused: no wave can be called' "$(grep refused: out)"
is 'towers' 1 "$(grep -c 'towers 1  refused 3$' out)"
run 0 --headless --frames 2400 --script script --seed 3
cp out got
cmp -s wanted got || complain_about
run 0 --headless --frames 2400 --script script --seed 4
cmp -s wanted out && is 'another seed' different same

# A row of towers from edge to edge: the last one would seal the way.
{
    printf 'type octile\nheight 12\nwidth 24\nmap\n'
    for row in 1 2 3 4 5 6 7 8 9 10 11 12; do echo '........................'; done
} >field.map
for y in 0 2 4 6 8 10; do echo "0 build arrow 12,$y"; done >wall
run 0 --headless --frames 1 --map field.map --entrance 3,6 --goal 20,6 --script wall
is 'the last towers' 'line 6 refused: would seal the way' "$(grep refused: out | tail -n 1)"

# A game that nobody plays is lost, and the end is shown.
run 0 --headless --frames 100000 --screenshot end.png
is 'lost' 1 "$(grep -c '^lost  wave . *lives 0 ' out)"

refuses '--goal 1: expected X,Y, two whole numbers' --headless --goal 1
refuses '--goal 900,1: off the map, which is 52x36' --headless --goal 900,1
refuses '--goal 0,0: no room for the heavy ones' --headless --goal 0,0
refuses '--entrance 9,-1: off the map, which is 52x36' --headless --entrance 9,-1
refuses '--entrance 9,9: there is a gate already' --headless --entrance 9,9 --entrance 9,9
refuses '--entrance 9,9: expected at most 4 entrances' --headless --entrance 2,9 --entrance 3,9 --entrance 4,9 \
    --entrance 5,9 --entrance 9,9
refuses '--hover 51,3: a tower there is not on the map, which is 52x36' --headless --hover 51,3
refuses '--tower bow: expected one of arrow, cannon, frost' --headless --tower bow
refuses '--seed x: expected a whole number from 0 to 9223372036854775807' --headless --seed x
refuses '--frames 1000001: expected a whole number from 0 to 1000000' --headless --frames 1000001
refuses 'more is one argument too many; usage: towers [--map FILE] [--seed N] [--script FILE] [options]' more
refuses 'none.map: there is no such file' --headless --map none.map
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n.\n' >short.map
run 2 --headless --map short.map
is 'line of short.map' 'wend: short.map:6:' "$(cut -d ' ' -f 1-2 err)"
printf '00\n00\n' >numbers.txt
refuses 'numbers.txt: towers are built on maps of the kind .map' --headless --map numbers.txt
printf 'type octile\nheight 1\nwidth 1\nmap\n.\n' >one.map
refuses 'one.map: there is no room for an entrance and a goal' --headless --map one.map
printf 'type octile\nheight 3\nwidth 4\nmap\n@@@@\n@@@@\n@@@@\n' >rock.map
refuses 'rock.map: there is no room for an entrance and a goal' --headless --map rock.map
{ printf 'type octile\nheight 1\nwidth 257\nmap\n' && printf '%257s\n' '' | tr ' ' .; } >wide.map
refuses 'wide.map: 257x1, towers are built on maps up to 256x256' --headless --map wide.map

# Scripts.
script() {
    printf '%b\n' "$1" >script
    refuses "script:$2" --headless --script script
}
refuses 'none: cannot be opened' --headless --script none
script 'x build arrow 1,1' '1: expected seconds from 0 to 100000'
script '1' '1: expected build, sell or call after the seconds'
script '1 fly' '1: expected build, sell or call after the seconds'
script '1 build' '1: expected arrow, cannon or frost after build'
script '1 build tower 1,1' '1: expected arrow, cannon or frost after build'
script '\n1 build arrow 1' '2: expected X,Y, two whole numbers, at the end'
script '1 build arrow 1,1 2' '1: a word too many'
script '1 call 2' '1: a word too many'
script '1 sell' '1: expected X,Y, two whole numbers, at the end'
script '2 call\n1 call' '2: earlier than the line before'
run 0 --headless --frames 1 --script /dev/null

run 2 --headless --frames 0 --screenshot none/there.png
is 'no picture' 'wend: none/there.png: cannot be written' "$(cat err)"
finish

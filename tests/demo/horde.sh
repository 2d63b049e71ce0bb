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
finish

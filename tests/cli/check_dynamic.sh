# SPDX-License-Identifier: MIT
# wend check-dynamic: a map that changes, its queries, a field that is kept up to date, and what is refused.
. "${0%/*}/support.sh"

# 0: a wall that is three cells high. 1: a door. 2: one cell of wall. 3: free ground, with every character for it.
mkdir -p room
cat >room/room.patch <<END
type patch
patches 4
patch 0
height 3
width 1
map
@
T
W
patch 1
height 1
width 1
map
.
patch 2
height 1
width 1
map
@
patch 3
height 1
width 5
map
.GS..
END
# scenario COMMANDS: a scenario of 5x3 cells with these commands.
scenario() {
    printf 'version 2\nheight 3\nwidth 5\ncost 1 octile\npatch room.patch\ncommands\n' >room/room.scen
    printf "$1" >>room/room.scen
}
# sums: the part of the JSON that does not depend on clocks.
sums() {
    sed 's/, "repairs.*//' out
}
# updates COUNT: so many updates of the kept field found something to do; the first one is a build always.
updates() {
    is 'repairs and builds' "$1" \
        "$(sed 's/.*"repairs": \([0-9]*\), "builds": \([0-9]*\), "repair_ms": [0-9.]*, "build_ms": [0-9.]*}/\1 \2/' out |
            awk '$2 > 0 { print $1 + $2 }')"
}

# Free; a wall across; a door in it; the door shut again; the start walled in; the goal covered and free again.
cat >commands <<END
Q 0 0 0 4 0 4
Q 0 0 0 2 2 2.82842712474619

P 1 0 2 0
Q 1 0 0 4 0 -1
Q 1 0 0 1 1 1.41421356237310
Q 1 2 1 2 1 -1
P 2 1 2 2
Q 2 0 0 4 0 6.82842712474619
Q 2 2 2 2 2 0
P 3 2 2 2
Q 3 0 0 4 0 -1
P 4 1 2 1
P 4 1 2 2
P 4 2 0 0
Q 4 0 0 4 0 -1
Q 4 0 0 0 0 -1
Q 4 0 1 4 0 4.41421356237310
P 5 2 4 2
P 5 2 4 0
Q 5 0 1 4 0 -1
Q 5 0 1 3 1 3
P 7 3 0 0
P 7 3 0 2
Q 7 0 0 4 2 4.82842712474619
END
scenario "$(cat commands)\n"
for by in field astar; do
    run 0 check-dynamic room/room.scen --by $by --json
    is "check by $by" \
        '{"queries": 14, "equal": 14, "unreachable": 6, "mismatched": 0, "snapshots": 7, "cells_different": 0' "$(sums)"
    updates 7
    is "errors by $by" 0 "$(wc -c <err | tr -d ' ')"
done
(cd room && "$wend" check-dynamic room.scen >../out 2>../err) || is 'beside the scenario' 0 $?
is text '14 queries: 14 equal (6 of them unreachable), 0 mismatched
7 snapshots: 0 cells different' "$(sed 's/different.*/different/' out)"
sed "s|^patch room.patch|patch $PWD/room/room.patch|; s/$/\r/" room/room.scen >elsewhere.scen
run 0 check-dynamic elsewhere.scen --json
is 'CRLF, an absolute path' '"equal": 14' "$(grep -o '"equal": [0-9]*' out)"

# One altered length is found, whichever way it is wrong.
alter() {
    scenario "$(sed "$1" commands)\n"
    for by in field astar; do
        run 1 check-dynamic room/room.scen --by $by --json
        is "the altered line, by $by" "room/room.scen:$2" "$(cat err)"
        is "one mismatch, by $by" '"equal": 13, "unreachable": '"$3"', "mismatched": 1' \
            "$(grep -o '"equal.*mismatched": [0-9]*' out)"
    done
}
alter 's/^Q 4 0 1.*/Q 4 0 1 4 0 4.4142137/' '24: published 4.414213700, found 4.414213562' 6
alter 's/^Q 2 0 0.*/Q 2 0 0 4 0 -1/' '15: published no way, found 6.828427125' 6
alter 's/^Q 3.*/Q 3 0 0 4 0 6/' '18: published 6.000000000, found no way' 5
# A patch that is left out is found too.
scenario "$(sed '/^P 2/d' commands)\n"
run 1 check-dynamic room/room.scen
is 'without the door' 2 "$(wc -l <err | tr -d ' ')"

scenario ''
run 0 check-dynamic room/room.scen --json
is 'no commands' '{"queries": 0, "equal": 0, "unreachable": 0, "mismatched": 0, "snapshots": 0, "cells_different": 0' \
    "$(sums)"
scenario 'P 3 0 0 0\nP 2147483647 1 0 1\n'
run 0 check-dynamic room/room.scen --json
is 'no queries' '{"queries": 0, "equal": 0, "unreachable": 0, "mismatched": 0, "snapshots": 2, "cells_different": 0' \
    "$(sums)"
updates 2

# A long history: doors of a larger map open and shut, and what is published is what wend path says of each state.
awk 'BEGIN {
    print "type patch\npatches 3\npatch 0\nheight 40\nwidth 1\nmap"
    for (y = 0; y < 40; y++) print "@"
    print "patch 1\nheight 2\nwidth 1\nmap\n.\n.\npatch 2\nheight 2\nwidth 1\nmap\n@\n@"
}' >long.patch
awk 'BEGIN {
    print "version 2\ncost 1 octile\nwidth 60\nheight 40\npatch long.patch\ncommands"
    for (x = 9; x < 60; x += 10) print "P 0 0", x, 0
    for (i = 0; i < 200; i++) {
        seed = (seed * 1103515245 + 12345) % 2147483648
        place = int(seed / 1000)
        print "P", i + 1, (place % 3 > 0 ? 1 : 2), 9 + 10 * (place % 5), place % 19 * 2
    }
    print "Q 200 3 3 3 3 0"
}' >long.scen
run 0 check-dynamic long.scen --json
is 'a long history' '"snapshots": 201, "cells_different": 0' "$(grep -o '"snapshots.*different": [0-9]*' out)"
updates 110

# is_bad COMMAND FAULT: the second of two commands is refused.
is_bad() {
    scenario "Q 3 0 0 4 0 4\n$1\n"
    refuses "room/room.scen:8: $2" check-dynamic room/room.scen
}
is_bad 'R 3 0 0 4 0 4' 'expected P, a patch, or Q, a query'
is_bad 'q 3 0 0 4 0 4' 'expected P, a patch, or Q, a query'
is_bad 'QQ 3 0 0 4 0 4' 'expected P, a patch, or Q, a query'
is_bad '3' 'expected P, a patch, or Q, a query'
is_bad 'Q' 'expected Q, snapshot, start x, y, goal x, y, length'
is_bad 'Q 3 0 0 4 0' 'expected Q, snapshot, start x, y, goal x, y, length'
is_bad 'Q 3 0 0 4 0 4 4' 'expected Q, snapshot, start x, y, goal x, y, length'
is_bad 'P 4 0 0' 'expected P, snapshot, patch, x, y'
is_bad 'P 4 0 0 0 0' 'expected P, snapshot, patch, x, y'
for snapshot in -1 3.0 x 2147483648 99999999999999999999; do
    is_bad "Q $snapshot 0 0 4 0 4" 'the snapshot is not a number from 0 to 2147483647'
done
is_bad 'Q 2 0 0 4 0 4' 'the snapshot is an earlier one than that of the line before'
is_bad 'P 3 0 0 0' 'a patch comes after a query of the same snapshot'
for x in -1 5 1.0 1e0 4294967296 99999999999999999999; do
    is_bad "Q 3 $x 0 4 0 4" 'the x of the start is not on the map'
    is_bad "Q 3 0 0 $x 0 4" 'the x of the goal is not on the map'
done
is_bad 'Q 3 0 3 4 0 4' 'the y of the start is not on the map'
is_bad 'Q 3 0 0 4 3 4' 'the y of the goal is not on the map'
for length in -2 -1.0 1e3 nan 4x 1.2.3 0000000000000000000000000000004 99999999999999; do
    is_bad "Q 3 0 0 4 0 $length" 'the length is neither a number nor -1'
done
for patch in 4 -1 99999999999999999999 x; do
    is_bad "P 4 $patch 0 0" 'there is no patch of that number'
done
for place in '5 0' '-1 0' '0 1' '0 -1' '99999999999999999999 0' '0 x'; do
    is_bad "P 4 0 $place" 'the patch does not lie on the map'
done
is_bad 'P 4 3 1 0' 'the patch does not lie on the map'
long=$(awk 'BEGIN { for (i = 0; i < 20000; i++) printf "Q 3 0 0 4 0 4 " }')
is_bad "$long" 'expected Q, snapshot, start x, y, goal x, y, length'
is_bad "Q 3 0 0 4 0 4$(echo "$long" | tr -d ' Q')" 'the length is neither a number nor -1'
is_bad "$(echo "$long" | tr -d ' ')" 'expected P, a patch, or Q, a query'

# is_bad_head LINE FAULT SED: the scenario, changed so, is refused.
is_bad_head() {
    scenario 'Q 0 0 0 4 0 4\n'
    sed "$3" room/room.scen >room/bad.scen
    refuses "room/bad.scen:$1: $2" check-dynamic room/bad.scen
}
is_bad_head 1 'expected `version 2`' 's/^version 2/version 1/'
is_bad_head 1 'expected `version 2`' 's/^version 2/version 2 2/'
is_bad_head 1 'expected `version 2`' 1d
for height in 0 -3 4097 3.0 99999999999999999999 '3 3' ''; do
    is_bad_head 2 'expected one `height H`, from 1 to 4096' "s/^height 3/height $height/"
    is_bad_head 3 'expected one `width W`, from 1 to 4096' "s/^width 5/width $height/"
done
is_bad_head 3 'expected one `height H`, from 1 to 4096' 's/^width 5/height 3/'
is_bad_head 4 'expected one `cost 1 octile`' 's/^cost 1 octile/cost 1 manhattan/'
is_bad_head 4 'expected one `cost 1 octile`' 's/^cost 1 octile/cost 2 octile/'
is_bad_head 5 'expected one `patch FILE`' 's/^patch room.patch/patch/'
is_bad_head 4 'the head has lines height, width, cost, patch and commands, this is none of them' 's/^cost/costs/'
is_bad_head 5 'the head ends without `height H`' 2d
is_bad_head 5 'the head ends without `width W`' 3d
is_bad_head 5 'the head ends without `cost 1 octile`' 4d
is_bad_head 5 'the head ends without `patch FILE`' 5d
is_bad_head 5 'the file ends before `commands`' '6,$d'
: >empty.scen
refuses 'empty.scen:1: expected `version 2`' check-dynamic empty.scen
refuses 'missing.scen: cannot be opened' check-dynamic missing.scen
printf 'version 2\n\000' >nul.scen
refuses 'nul.scen: is not a text file' check-dynamic nul.scen
scenario ''
sed 's/^patch .*/patch no such.patch/' room/room.scen >room/bad.scen
refuses 'room/no such.patch: cannot be opened' check-dynamic room/bad.scen
run 2 check-dynamic "$wend"
is 'lines about a binary' 1 "$(wc -l <err | tr -d ' ')"

# is_bad_patch LINE FAULT SED: the file of patches, changed so, is refused.
sed 's/^patch .*/patch bad.patch/' room/room.scen >room/bad.scen
is_bad_patch() {
    sed "$3" room/room.patch >room/bad.patch
    refuses "room/bad.patch:$1: $2" check-dynamic room/bad.scen
}
is_bad_patch 1 'expected `type patch`' 's/^type patch/type octile/'
is_bad_patch 1 'expected `type patch`' '1,$d'
for count in -1 5 x 99999999999999999999 ''; do
    is_bad_patch 2 'expected `patches N`, no more than there are in the file' "s/^patches 4/patches $count/"
done
is_bad_patch 20 'more follows after the last patch' 's/^patches 4/patches 3/'
is_bad_patch 3 'expected `patch N`, counting from 0 on' 's/^patch 0/patch 1/'
is_bad_patch 10 'expected `patch N`, counting from 0 on' 's/^patch 1/patch 0/'
is_bad_patch 4 'expected `height H` of a patch, from 1 to 4096' 's/^height 3/height 0/'
is_bad_patch 5 'expected `width W` of a patch, from 1 to 4096' '5s/1/4097/'
is_bad_patch 6 'expected `map`' '6s/map/maps/'
is_bad_patch 7 'the row is not as long as its patch is wide' '7s/@/@@/'
is_bad_patch 8 'the row is not as long as its patch is wide' '8s/T//'
is_bad_patch 10 'the row is not as long as its patch is wide' 's/^height 3/height 4/'
is_bad_patch 7 'a byte in the row is not a character of a map' '7s/@/ /'
is_bad_patch 23 'the file ends before the last row of a patch' '$d'
is_bad_patch 22 'expected `map`' '23,$d'
if [ -c /dev/full ]; then
    run 0 check-dynamic room/room.scen
    "$wend" check-dynamic room/room.scen >/dev/full 2>err
    is 'a full disk' "2 wend: standard output cannot be written" "$? $(cat err)"
fi

# The scenario of the competition, where it is there.
real=$data/gppc_dynamic/dao_arena2.scen
if [ -f "$real" ]; then
    for by in field astar; do
        run 0 check-dynamic "$real" --by $by --json
        is "dao_arena2 by $by" '{"queries": 2000, "equal": 2000, "unreachable": 0, "mismatched": 0, "snapshots": 100, "cells_different": 0' "$(sums)"
        updates 94
    done
else
    echo 'skipped dao_arena2: the data is not there'
fi
finish

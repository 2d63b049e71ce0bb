# SPDX-License-Identifier: MIT
# wend check: what is equal, skipped, unreachable and wrong in a scenario.
. "${0%/*}/support.sh"

cat >room.map <<END
type octile
height 4
width 6
map
..@...
..@...
....@@
@@@@@.
END
# scenario LINES: a scenario with these queries.
scenario() {
    printf 'version 1\n' >room.scen
    printf "$1" >>room.scen
}
good='0\troom.map\t6\t4\t0\t0\t1\t1\t1.41421\n0\troom.map\t6\t4\t0\t0\t5\t0\t7.82843\n'
good=$good'0\troom.map\t6\t4\t0\t0\t5\t3\t0\n0\troom.map\t6\t4\t0\t0\t0\t0\t0\n0\troom.map\t6\t4\t2\t0\t0\t0\t2\n'
scenario "$good"
for by in field astar; do
    for threads in 1 3; do
        run 0 check room.map room.scen --by $by --threads $threads --json
        is "check by $by" '{"lines": 5, "equal": 4, "unreachable": 1, "skipped": 1, "mismatched": 0, "max_error": N}' \
            "$(sed 's/"max_error": [0-9.e-]*/"max_error": N/' out)"
    done
done
run 0 check room.map room.scen --every 2 --json
is 'every other line' '"lines": 3' "$(grep -o '"lines": [0-9]*' out)"
run 0 check room.map room.scen
is text '5 lines: 4 equal (1 of them unreachable), 1 skipped, 0 mismatched' "$(sed 's/, greatest.*//' out)"

# One altered length of a real scenario is found, by both ways, wherever it stands.
run 0 make rooms --size 40x40 --seed 4 rooms.map
{
    printf 'version 1\n'
    for x in 1 5 12 20 30; do
        run 0 path rooms.map --from $x,1 --to 39,39 --json
        sed "s|.*\"length\": \([0-9.]*\).*|0 rooms.map 40 40 $x 1 39 39 \1|" out
    done
} >rooms.scen
run 0 check rooms.map rooms.scen
for line in 2 4 6; do
    awk -v line=$line '{ if (NR == line) $NF = sprintf("%.9f", $NF + 0.001); print }' rooms.scen >altered.scen
    for by in field astar; do
        run 1 check rooms.map altered.scen --by $by --json
        is "the altered line" "altered.scen:$line: " "$(sed 's/published.*//' err)"
        is 'one mismatch' '"mismatched": 1' "$(grep -o '"mismatched": [0-9]*' out)"
    done
done
# Both kinds of a wrong no-way.
scenario '0 room.map 6 4 0 0 1 1 0\n0 room.map 6 4 0 0 5 3 12.5\n'
run 1 check room.map room.scen
is 'wrong about ways' 'room.scen:2: published no way, found 1.414213562
room.scen:3: published 12.500000000, found no way' "$(cat err)"

# Tolerances by decimals.
tolerates() {
    scenario "0 room.map 6 4 0 0 1 1 $2\n0 room.map 6 4 0 0 0 1 1$3\n"
    run "$1" check room.map room.scen
}
tolerates 0 1.41 .00
tolerates 1 1.40 .00
tolerates 0 1.41421 ''
tolerates 1 1.41423 ''
tolerates 0 1.41421356 .00000000
tolerates 1 1.41421556 .00000000

# Blanks in names, CRLF, empty lines, version 1.0.
printf 'version 1.0\r\n0 my room.map 6 4 0 0 1 1 1.41421\r\n\r\n' >room.scen
prints 0 check room.map room.scen --json <<END
{"lines": 1, "equal": 1, "unreachable": 0, "skipped": 0, "mismatched": 0, "max_error": 2.52e-06}
END
printf 'version 1\n' >room.scen
prints 0 check room.map room.scen --json <<END
{"lines": 0, "equal": 0, "unreachable": 0, "skipped": 0, "mismatched": 0, "max_error": 0}
END

# is_bad QUERY FAULT: the second query of a scenario is refused.
is_bad() {
    scenario "0 room.map 6 4 0 0 1 1 1.41421\n$1\n"
    refuses "room.scen:3: $2" check room.map room.scen
}
is_bad '0 room.map 7 4 0 0 1 1 1.41421' 'the width is not that of the map'
is_bad '0 room.map 6 5 0 0 1 1 1.41421' 'the height is not that of the map'
is_bad '0 room.map 6 4 6 0 1 1 1.41421' 'the x of the start is not on the map'
is_bad '0 room.map 6 4 0 4 1 1 1.41421' 'the y of the start is not on the map'
is_bad '0 room.map 6 4 0 0 -1 1 1.41421' 'the x of the goal is not on the map'
is_bad '0 room.map 6 4 0 0 1 1.0 1.41421' 'the y of the goal is not on the map'
is_bad '0 room.map 6 4 0 0 1 1 1.4x' 'the length is not a number'
is_bad '0 room.map 6 4 0 0 1 1 -1' 'the length is not a number'
is_bad 'x room.map 6 4 0 0 1 1 1' 'the bucket is not a whole number'
is_bad '0 room.map 6 4 0 0 1 1' 'expected bucket, map, width, height, start x, y, goal x, y, length'
printf '0 room.map 6 4 0 0 1 1 1.41421\n' >room.scen
refuses 'room.scen:1: expected `version 1`' check room.map room.scen
printf 'version 2\n' >room.scen
refuses 'room.scen:1: expected `version 1`' check room.map room.scen
: >room.scen
refuses 'room.scen:1: expected `version 1`' check room.map room.scen
refuses 'missing.scen: cannot be opened' check room.map missing.scen
printf 'version 1\n\000' >nul.scen
refuses 'nul.scen: is not a text file' check room.map nul.scen
refuses '--every 0: expected a whole number from 1 to 1073741824' check room.map room.scen --every 0
finish

# SPDX-License-Identifier: MIT
# wend path: routes, drawings, heuristics, negative answers.
. "${0%/*}/support.sh"

# Walls at (1,1) (2,1) (3,1) (3,2) and (1,3).
printf '00000\n09990\n00090\n09000\n00000\n' >five.txt
prints 0 path five.txt --from 0,0 --to 4,4 --neighbours 4 --blocked 9 <<END
0,0
1,0
2,0
3,0
4,0
4,1
4,2
4,3
4,4
cost 8, length 8, 9 cells, 8 expanded
END
prints 0 path five.txt --from 0,0 --to 4,4 --neighbours 4 --blocked 9 --draw <<END
S****
.###*
...#*
.#..*
....E
cost 8, length 8, 9 cells, 8 expanded
END
prints 0 path five.txt --from 0,0 --to 4,4 --neighbours 4 --blocked 9 --explored <<END
S****
O###*
...#*
.#.O*
....E
cost 8, length 8, 9 cells, 8 expanded
END
prints 0 path five.txt --from 0,0 --to 4,4 --neighbours 4 --blocked 9 --json <<END
{"found": true, "cost": 8, "length": 8, "cells": 9, "expanded": 8}
END
for by in astar dijkstra; do
    run 0 path five.txt --from 0,0 --to 4,4 --neighbours 4 --blocked 9 --by $by --json --png $by.png
    is "cost by $by" '"cost": 8' "$(grep -o '"cost": [0-9.]*' out)"
    is "picture by $by" 'PNG' "$(head -c 4 $by.png | tail -c 3)"
done
for heuristic in default octile manhattan chebyshev euclid zero; do
    run 0 path five.txt --from 0,0 --to 4,4 --neighbours 4 --blocked 9 --heuristic $heuristic --json
    is "cost by $heuristic" '"cost": 8' "$(grep -o '"cost": [0-9.]*' out)"
done
for weight in 1 1.0 256; do
    run 0 path five.txt --from 0,0 --to 4,4 --blocked 9 --weight $weight --json
    is "length with weight $weight" '"length": 7.414213562' "$(grep -o '"length": [0-9.]*' out)"
done
run 0 path five.txt --from 0,0 --to 4,4 --weight 3.5
run 0 path five.txt --from 0,0 --to 4,4 --hex --heuristic hex
prints 0 path five.txt --from 4,0 --to 0,4 --hex --blocked 9 --draw <<END
. * * * S
 * # # # .
* . . # .
 * # . . .
E . . . .
cost 7, length 7, 8 cells, 7 expanded
END
prints 0 path five.txt --from 2,2 --to 2,2 <<END
2,2
cost 0, length 0, 1 cells, 0 expanded
END

# Grass 1.0, swamp 2.5, mountain 3.0, road 0.6: the road round the swamp is taken.
printf 'rrrrr\nrsssr\ng.s.r\n' | sed 's/\./m/g' >lands
{ printf 'type octile\nheight 3\nwidth 5\nmap\n' && cat lands; } >lands.map
printf 'g 10\nr 6\ns 25\nm 30\n' >lands.costs
prints 0 path lands.map --from 0,2 --to 4,2 --costs lands.costs --unit-cost 10 --neighbours 4 --draw <<END
*****
*...*
S...E
cost 5, length 8, 9 cells, 10 expanded
END

printf '090\n090\n090\n' >apart.txt
prints 1 path apart.txt --from 0,0 --to 2,2 --blocked 9 <<END
no path: no way leads to a goal
END
prints 1 path apart.txt --from 0,0 --to 2,2 --blocked 9 --json <<END
{"found": false, "cost": null, "length": null, "cells": 0, "expanded": 0}
END
prints 1 path apart.txt --from 0,0 --to 1,1 --blocked 9 --draw <<END
S#.
.E.
.#.
no path: the goal is blocked or too narrow
END
prints 1 path apart.txt --from 1,1 --to 0,0 --blocked 9 <<END
no path: inside a blocked cell
END
refuses '--from 3,0: is not on the map, which has 3x3 cells' path apart.txt --from 3,0 --to 0,0
refuses '--to 0,3: is not on the map, which has 3x3 cells' path apart.txt --from 0,0 --to 0,3
refuses '--from X,Y and --to X,Y are needed' path apart.txt --from 0,0
refuses '--from 1: expected X,Y, a cell such as 3,0' path apart.txt --from 1 --to 0,0
refuses '--from 1,2,3: expected X,Y, a cell such as 3,0' path apart.txt --from 1,2,3 --to 0,0
refuses '--heuristic manhattan: could overestimate with this mover on this map' path apart.txt --from 0,0 --to 0,1 --heuristic manhattan
refuses '--heuristic hex: could overestimate with this mover on this map' path apart.txt --from 0,0 --to 0,1 --heuristic hex
refuses '--heuristic octile does not go with --by dijkstra' path apart.txt --from 0,0 --to 0,1 --heuristic octile --by dijkstra
refuses '--by bfs: expected one of astar, dijkstra' path apart.txt --from 0,0 --to 0,1 --by bfs
refuses '--weight 0.5: expected a factor from 1 to 255, such as 1.5, or 256 to 65535 (1/256)' path apart.txt --from 0,0 --to 0,1 --weight 0.5
refuses '--draw does not go with --json' path apart.txt --from 0,0 --to 0,1 --draw --json
finish

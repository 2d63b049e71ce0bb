# SPDX-License-Identifier: MIT
# wend check-raster on a raster small enough to reckon by hand.
. "${0%/*}/support.sh"

# Costs 1 2 4 in a row, then a wall and a cell behind it.
printf 'P2\n5 1\n255\n1 2 4 255 1\n' >row.pgm
cat >row.csv <<END
# costs
# sources (x y): 0,0
x,y,mean,enter,wrong
0,0,0.0,0.0,0.0
1,0,1.5,2.0,1.5
2,0,4.5,6.0,4.6
3,0,-1,-1,-1
4,0,-1,-1,3
END
right='{"lines": 5, "equal": 5, "unreachable": 2, "skipped": 0, "mismatched": 0, "max_error": 0}'
for by in field astar; do
    echo "$right" | prints 0 check-raster row.pgm row.csv --column mean --by $by --json
    echo "$right" | prints 0 check-raster row.pgm row.csv --column enter --step enter --by $by --threads 2 --json
    run 1 check-raster row.pgm row.csv --column enter --by $by --json
    run 1 check-raster row.pgm row.csv --column wrong --by $by --json
    is 'wrong lines' 'row.csv:6: published 4.600000000, found 4.500000000
row.csv:8: published 3.000000000, found no way' "$(cat err)"
done
sed 's/0,0$/0,0 2,0/; s/^1,0.*/1,0,1.5,2.0,1/; s/^2,0.*/2,0,0,0,0/' row.csv >two.csv
echo "$right" | prints 0 check-raster row.pgm two.csv --column mean --json
echo "$right" | prints 0 check-raster row.pgm two.csv --column enter --step enter --json --by astar

# is_bad LINE FAULT SED: the table, changed so, is refused.
is_bad() {
    sed "$3" row.csv >bad.csv
    refuses "bad.csv$1: $2" check-raster row.pgm bad.csv --column mean
}
is_bad ':3' 'there is no column of that name' 's/mean/median/'
is_bad ':3' 'the columns x and y are missing' 's/^x,y/x,z/'
is_bad ':2' 'a source is not a cell of the map, X,Y' 's/: 0,0/: 5,0/'
is_bad '' 'no line `# sources (x y): X,Y`' '2d'
is_bad ':5' 'x,y is not a cell of the map' 's/^1,0/1,1/'
is_bad ':5' 'the row has not as many columns as the line of names' 's/^1,0,/1,0/'
is_bad ':5' 'the distance is neither a number nor -1' 's/^1,0,1.5/1,0,-2/'
refuses '--column NAME is needed' check-raster row.pgm row.csv
finish

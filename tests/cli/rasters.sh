# SPDX-License-Identifier: MIT
# wend check-raster on the published rasters, each column under its own rules.
. "${0%/*}/support.sh"
checked=0

# check NAME UNREACHABLE COLUMN OPTIONS
check() {
    raster=$data/weighted/$1
    lines=2000
    wanted_sums="{\"lines\": $lines, \"equal\": $lines, \"unreachable\": $2, \"skipped\": 0, \"mismatched\": 0"
    column=$3
    name=$1
    shift 3
    run 0 check-raster "$raster.pgm" "$raster.expected.csv" --column "$column" --json "$@"
    is "$name $column $*" "$wanted_sums" "$(sed 's/, "max_error.*//' out)"
    checked=$((checked + 1))
}

while read -r name unreachable; do
    if [ ! -f "$data/weighted/$name.pgm" ]; then
        echo "skipped $name: the data is not there"
        continue
    fi
    check "$name" "$unreachable" avg8_nocut --corner never
    check "$name" "$unreachable" avg8_cut --corner always
    if [ "${WEND_TEST_DOSE:-default}" = smoke ] && [ "$name" != den312d_trees ]; then
        echo "skipped $name by astar: a small dose"
        continue
    fi
    check "$name" "$unreachable" enter8_nocut --step enter --by astar
    check "$name" "$unreachable" enter8_cut --step enter --corner always --by astar
    check "$name" "$unreachable" enter4 --step enter --neighbours 4 --by astar
    [ "$name" = den312d_trees ] && check "$name" "$unreachable" enter8_nocut --step enter --by field
done <<END
den312d_trees 110
golemsinthemist_weighted 567
jacksboro_slope 0
END
[ $checked -gt 0 ] || [ $failures -gt 0 ] || exit 77
finish

# SPDX-License-Identifier: MIT
# wend check-raster on published rasters, each column under its own rules: sh rasters.sh WEND WORK DATA NAME...
. "${0%/*}/support.sh"
shift 3
checked=0

# check NAME COLUMN OPTIONS
check() {
    name=$1
    column=$2
    raster=$data/weighted/$name
    shift 2
    no_way=$(awk -F , -v column="$column" '/^x,y,/ { for (i = 1; i <= NF; i++) if ($i == column) at = i }
        at && $at == "-1" { count++ } END { print count + 0 }' "$raster.expected.csv")
    wanted_sums="{\"lines\": 2000, \"equal\": 2000, \"unreachable\": $no_way, \"skipped\": 0, \"mismatched\": 0"
    run 0 check-raster "$raster.pgm" "$raster.expected.csv" --column "$column" --json "$@"
    is "$name $column $*" "$wanted_sums" "$(sed 's/, "max_error.*//' out)"
    checked=$((checked + 1))
}

for name in "$@"; do
    if [ ! -f "$data/weighted/$name.pgm" ]; then
        echo "skipped $name: the data is not there"
        continue
    fi
    check "$name" avg8_nocut --corner never
    check "$name" avg8_cut --corner always
    if [ "${WEND_TEST_DOSE:-default}" != full ] && [ "$name" != den312d_trees ]; then
        echo "skipped $name by astar: a small dose"
        continue
    fi
    check "$name" enter8_nocut --step enter --by astar
    check "$name" enter8_cut --step enter --corner always --by astar
    check "$name" enter4 --step enter --neighbours 4 --by astar
    [ "$name" = den312d_trees ] && check "$name" enter8_nocut --step enter --by field
done
[ $checked -gt 0 ] || [ $failures -gt 0 ] || exit 77
finish

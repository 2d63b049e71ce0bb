# SPDX-License-Identifier: MIT
# wend check on published scenarios: sh data.sh WEND WORK DATA field|astar BEGINNING-OF-NAMES...
# Every line where WEND_TEST_DOSE is full, else by astar one in 8; one in 60 where it is smoke.
by=$4
. "${0%/*}/support.sh"
shift 4
every=1
case ${WEND_TEST_DOSE:-default} in
smoke) every=60 ;;
full) ;;
*) [ "$by" = astar ] && every=8 ;;
esac
checked=0

# check MAP SCENARIO LINES UNREACHABLE SKIPPED
check() {
    if [ ! -f "$data/$1" ] || [ ! -f "$data/$2" ]; then
        echo "skipped $2 by $by: the data is not there"
        return
    fi
    run 0 check "$data/$1" "$data/$2" --by "$by" --every $every --json
    cat err
    if [ $every -eq 1 ]; then
        is "$2" "{\"lines\": $3, \"equal\": $(($3 - $5)), \"unreachable\": $4, \"skipped\": $5, \"mismatched\": 0" \
            "$(sed 's/, "max_error.*//' out)"
    fi
    checked=$((checked + 1))
}

while read -r map scenario lines unreachable skipped; do
    for beginning in "$@"; do
        case $scenario in
        $beginning*) check "$map" "$scenario" "$lines" "$unreachable" "$skipped" ;;
        esac
    done
done <<END
movingai/bg512/AR0011SR.map movingai/bg512/AR0011SR.map.scen 1280 0 0
movingai/cities/Berlin_0_256.map movingai/cities/Berlin_0_256.map.scen 930 0 0
movingai/cities/NewYork_0_512.map movingai/cities/NewYork_0_512.map.scen 1790 0 0
movingai/da2/ht_chantry.map movingai/da2/ht_chantry.map.scen 470 0 0
movingai/da2/lt_gallowstemplar_n.map movingai/da2/lt_gallowstemplar_n.map.scen 620 0 0
movingai/dao/arena.map movingai/dao/arena.map.scen 160 0 0
movingai/dao/brc000d.map movingai/dao/brc000d.map.scen 850 10 0
movingai/dao/den312d.map movingai/dao/den312d.map.scen 320 0 0
movingai/dao/lak303d.map movingai/dao/lak303d.map.scen 1060 0 0
movingai/mazes/maze512-32-0.map movingai/mazes/maze512-32-0.map.scen 5760 0 0
movingai/mazes/maze512-8-0.map movingai/mazes/maze512-8-0.map.scen 6090 0 0
movingai/random/random512-10-0.map movingai/random/random512-10-0.map.scen 1670 0 0
movingai/random/random512-40-0.map movingai/random/random512-40-0.map.scen 3060 0 0
movingai/rooms/64room_000.map movingai/rooms/64room_000.map.scen 2030 0 0
movingai/rooms/8room_000.map movingai/rooms/8room_000.map.scen 1940 0 0
movingai/sc1/GladiatorPits.map movingai/sc1/GladiatorPits.map.scen 2600 0 0
movingai/wc3maps512/golemsinthemist.map movingai/wc3maps512/golemsinthemist.map.scen 1280 0 7
mapf/maze-32-32-2.map mapf/maze-32-32-2-random-1.scen 333 0 0
mapf/random-32-32-20.map mapf/random-32-32-20-random-1.scen 409 0 0
mapf/room-32-32-4.map mapf/room-32-32-4-random-1.scen 341 0 0
gppc_classic/rmtst01.map gppc_classic/rmtst01.map.scen 470 2 0
END
[ $checked -gt 0 ] || [ $failures -gt 0 ] || exit 77
finish

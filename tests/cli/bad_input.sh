# SPDX-License-Identifier: MIT
# Bad input: exit code 2 and one line on standard error that names file, line and what is wrong.
. "${0%/*}/support.sh"

printf '00\n00\n' >good.txt
refuses 'an argument is missing; usage: wend info MAP [options]' info
refuses 'more.txt is one argument too many; usage: wend info MAP [options]' info good.txt more.txt
refuses 'unknown option --colour (see --help)' info good.txt --colour
refuses 'unknown option -x (see --help)' info -x good.txt
refuses 'unknown option --neighbour (see --help)' info good.txt --neighbour 4
refuses '--neighbours needs an argument: 8|4' info good.txt --neighbours
refuses '--neighbours 6: expected one of 8, 4' info good.txt --neighbours 6
refuses '--neighbours does not go with --hex: hexagons have six' info good.txt --hex --neighbours 4
refuses '--corner both: expected one of never, one, always' info good.txt --corner both
refuses '--step leave: expected one of mean, enter' info good.txt --step=leave
refuses '--diagonal 100: expected one of 99, 70, 105, 140' info good.txt --diagonal 100
refuses '--hex takes no argument' info good.txt --hex=1
for number in '' ' 1' '1 ' 0x1 1e1 +1 255 -1 1.0 99999999999999999999; do
    refuses "--unit-cost $number: expected a whole number from 1 to 254" info good.txt --unit-cost "$number"
done
refuses '--threads 257: expected a whole number from 0 to 256' horde good.txt --threads 257
refuses '--blocked 256: expected a terrain number from 0 to 255' info good.txt --blocked 256
refuses '--radius 8193: expected 0 to 8192 (1/256 cell), or 0.0 to 32.0 (cells)' info good.txt --radius 8193
refuses '--radius 32.1: expected 0 to 8192 (1/256 cell), or 0.0 to 32.0 (cells)' info good.txt --radius 32.1
run 0 info -- good.txt

# Costs.
costs() {
    printf "$1" >costs
    refuses "costs$2" info good.txt --costs costs
}
costs '0 1\n0\n' ':2: expected a terrain number, then its cost'
costs '0 1 2\n' ':1: expected a terrain number, then its cost'
costs '256 1\n' ':1: the terrain is not a number from 0 to 255'
costs '. 1\n' ':1: the terrain is not a number from 0 to 255'
costs '0 0\n' ':1: the cost is not a number from 1 to 255'
costs '0 256\n' ':1: the cost is not a number from 1 to 255'
costs '0 1.5\n' ':1: the cost is not a number from 1 to 255'
refuses 'none: cannot be opened' info good.txt --costs none
printf 'type octile\nheight 1\nwidth 2\nmap\n.T\n' >good.map
printf 'T 3\nTT 3\n' >costs
refuses 'costs:2: expected one character, then its cost' info good.map --costs costs

# Maps. What the library says about its formats is tested there; here, that file and line are named.
refuses 'map: a map must be a .map, .pgm, .csv, .txt or .png file' info map
refuses 'map.bmp: a map must be a .map, .pgm, .csv, .txt or .png file' info map.bmp
for extension in map pgm csv txt png; do
    run 2 info missing.$extension
    is "lines about missing.$extension" 1 "$(grep -c "^wend: missing.$extension: " err)"
    : >empty.$extension
    run 2 info empty.$extension
    is "lines about empty.$extension" 1 "$(grep -c "^wend: empty.$extension:" err)"
    head -c 3000 "$wend" >binary.$extension
    run 2 info binary.$extension
    is "lines about binary.$extension" 1 "$(wc -l <err | tr -d ' ')"
done
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n.\n' >short.map
run 2 info short.map
is 'line of short.map' 'wend: short.map:6:' "$(cut -d ' ' -f 1-2 err)"
printf '1,2\n3,x\n' >letter.csv
run 2 info letter.csv
is 'line of letter.csv' 'wend: letter.csv:2:' "$(cut -d ' ' -f 1-2 err)"

# PNG: only 8-bit grey. Headers of a 16-bit, a colour and a huge picture.
png() {
    { printf '\211PNG\r\n\032\n\000\000\000\015IHDR' && printf "$1" && printf '\000\000\000\000\000\000\000'; } >bad.png
    refuses "bad.png: $2" info bad.png
}
png '\000\000\000\004\000\000\000\004\020\000' 'only 8-bit grey PNG pictures without transparency can be maps'
png '\000\000\000\004\000\000\000\004\010\002' 'only 8-bit grey PNG pictures without transparency can be maps'
png '\000\001\000\000\000\000\000\004\010\000' 'width and height must be 1 to 16384'
png '\000\000\000\000\000\000\000\004\010\000' 'width and height must be 1 to 16384'
run 0 make random --size 30x30 cut.png
head -c 200 cut.png >half.png
run 2 info half.png
is 'lines about half.png' 1 "$(grep -c '^wend: half.png: damaged PNG picture' err)"

# A line break in an argument does not make two lines of the message.
refuses 'there is no command a?b (see wend --help)' 'a
b'
finish

# SPDX-License-Identifier: MIT
# Help of the program and of each command, and what is said where a command is missing.
. "${0%/*}/support.sh"

run 0 --help
for command in make info field path place range flee check check-raster check-dynamic horde; do
    is "$command in wend --help" 1 "$(grep -c "^  $command " out)"
done
for command in make info field path place range flee check check-raster check-dynamic horde; do
    run 0 $command --help
    is "usage of $command" "usage: wend $command" "$(head -n 1 out | cut -d ' ' -f 1-3)"
    is "--json of $command" 1 "$(grep -c '^  --json ' out)"
    is "wide lines of $command" 0 "$(awk 'length > 120' out | wc -l | tr -d ' ')"
    is "errors of $command" 0 "$(wc -c <err | tr -d ' ')"
    run 0 $command nonsense --nonsense --help
done
for command in info field path place range flee check check-raster horde; do
    run 0 $command --help
    for option in neighbours hex corner step diagonal costs unit-cost radius blocked; do
        is "--$option of $command" 1 "$(grep -c "^  --$option " out)"
    done
    is "empty headings of $command" 0 "$(grep -A 1 ':$' out | grep -c '^$')"
done
run 0 make --help
for kind in $(head -n 1 out | cut -d ' ' -f 4 | tr '|' ' '); do
    is "a line for $kind" 1 "$(grep -c "^  $kind  " out)"
done
# Only where they do something.
for command in check check-raster horde; do
    run 0 $command --help
    is "--threads of $command" 1 "$(grep -c '^  --threads ' out)"
done
for command in make info field path place range flee check-dynamic; do
    run 0 $command --help
    is "--threads of $command" 0 "$(grep -c '^  --threads ' out)"
done
run 0 --version
is version 1 "$(grep -Ec '^wend [0-9]+\.[0-9]+\.[0-9]+$' out)"
refuses 'a command is missing (see wend --help)'
refuses 'there is no command fly (see wend --help)' fly
finish

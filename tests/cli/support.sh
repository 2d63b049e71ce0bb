# SPDX-License-Identifier: MIT
# Sourced by the scripts here, which ctest calls as: sh SCRIPT PATH-OF-WEND WORK-DIRECTORY DATA-DIRECTORY [more]
set -u
wend=$1
data=$3
rm -rf "$2"
mkdir -p "$2" && cd "$2" || exit 1
failures=0

# complain_about ARGUMENTS: what differed, and from which command.
complain_about() {
    failures=$((failures + 1))
    printf 'wend %s\n' "$ran"
    diff wanted got | sed 's/^</  wanted/; s/^>/  got   /'
}

# run CODE ARGUMENTS: runs wend; its output goes to the files out and err.
run() {
    code=$1
    shift
    ran=$*
    "$wend" "$@" >out 2>err
    status=$?
    if [ "$status" -ne "$code" ]; then
        failures=$((failures + 1))
        printf 'wend %s\n  wanted exit code %s, got %s\n' "$ran" "$code" "$status"
        cat err
    fi
}

# prints CODE ARGUMENTS <<EXPECTED: exit code and standard output are exactly these, and nothing is on standard error.
prints() {
    cat >wanted
    run "$@"
    cat out err >got
    cmp -s wanted got || complain_about
}

# refuses LINE ARGUMENTS: exit code 2, nothing on standard output, exactly this line on standard error.
refuses() {
    printf 'wend: %s\n' "$1" >wanted
    shift
    run 2 "$@"
    cat out err >got
    cmp -s wanted got || complain_about
}

# is WHAT WANTED GOT
is() {
    if [ "$2" != "$3" ]; then
        failures=$((failures + 1))
        printf '%s\n  wanted %s\n  got    %s\n' "$1" "$2" "$3"
    fi
}

finish() {
    [ "$failures" -eq 0 ] || echo "$failures failures"
    [ "$failures" -eq 0 ]
    exit
}

# SPDX-License-Identifier: MIT
# Sourced by the run scripts: finds out what is missing, and installs it where there is apt.

missing_packages=

# need PACKAGE TEST...: remembers the package where the test fails.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing_packages="$missing_packages $package"
}

# includes HEADER [COMPILER-OPTION...]: can the C compiler include it?
includes() {
    header=$1
    shift
    printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\n' \
        "$header" | "${CC:-cc}" -fsyntax-only "$@" -x c -
}

# links COMPILER OPTION...: can it make a program so?
links() {
    compiler=$1
    shift
    program=$(mktemp) || return 1
    printf 'int main(void) { return 0; }\n' | "$compiler" "$@" -x c - -o "$program"
    linked=$?
    rm -f "$program"
    return $linked
}

has() {
    command -v "$1"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Installs what was found missing. Packages that cannot be had are named; whether that matters is for the caller.
install_missing() {
    [ -n "$missing_packages" ] || return 0
    if ! has apt-get >/dev/null || { [ "$(id -u)" -ne 0 ] && ! has sudo >/dev/null; }; then
        echo "missing, please install (Debian names):$missing_packages"
        return 1
    fi
    echo "installing:$missing_packages"
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get update -qq || true
    # shellcheck disable=SC2086
    as_root apt-get install -y -qq --no-install-recommends $missing_packages >/dev/null 2>&1 && return 0
    # One that does not exist here must not keep the others out.
    for package in $missing_packages; do
        as_root apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 ||
            echo "could not be installed: $package"
    done
    return 1
}

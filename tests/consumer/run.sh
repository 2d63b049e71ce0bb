#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/consumer/run.sh DIRECTORY: programs in C and C++ use wend by add_subdirectory, find_package and pkg-config, static
# and shared, with OpenMP and without. One line for each: "passed NAME", "failed NAME" or "skipped NAME: why".
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$1
log=$work/log
failures=0
rm -rf "$work"
mkdir -p "$work" || exit 1

# report NAME STATUS: and where it failed, what was said.
report() {
    if [ "$2" -eq 0 ]; then
        echo "passed consumer $1"
    else
        echo "failed consumer $1"
        tail -n 30 "$log"
        failures=$((failures + 1))
    fi
}

# configure_build_run DIRECTORY WORKERS CMAKE-ARGUMENTS...
configure_build_run() {
    directory=$1
    workers=$2
    shift 2
    cmake -S "$directory" -B "$build" "$@" >"$log" 2>&1 && cmake --build "$build" -j 2 >>"$log" 2>&1 &&
        "$build/consumer" "$workers" >>"$log" 2>&1
}

# by_pkg_config PREFIX LANGUAGE WORKERS
by_pkg_config() {
    pc=$(dirname "$(find "$1" -name wend.pc)")
    compiler=cc
    [ "$2" = cpp ] && compiler=c++
    # shellcheck disable=SC2046
    $compiler "$here/consumer_$2.$2" -o "$build-pc" \
        $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs $static_option wend) >"$log" 2>&1 &&
        LD_LIBRARY_PATH=$(dirname "$pc") "$build-pc" "$3" >>"$log" 2>&1
}

# install_variant NAME SHARED OPENMP: into $work/NAME, then moved, since an installed tree may be moved.
install_variant() {
    variant=$work/build-$1
    cmake -S "$root" -B "$variant" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS="$2" -DWEND_OPENMP="$3" \
        -DWEND_WARNINGS_AS_ERRORS=ON -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_DEMO=OFF -DWEND_BUILD_BENCH=OFF \
        -DCMAKE_INSTALL_PREFIX="$work/first-$1" >"$log" 2>&1 &&
        cmake --build "$variant" -j 2 >>"$log" 2>&1 && cmake --install "$variant" >>"$log" 2>&1 &&
        mv "$work/first-$1" "$work/$1"
}

# check_shared PREFIX: what it shows, and its name.
check_shared() {
    library=$(find "$1" -name 'libwend.so' | head -n 1)
    python3 -B "$root/tests/checks/symbols.py" "$library" --exports >"$log" 2>&1 &&
        readelf -d "$library" | grep -q "SONAME.*libwend\.so\.[0-9]*\.[0-9]*\]"
}

for kind in static shared; do
    for openmp in OFF ON; do
        name=$kind-openmp-$openmp
        shared=OFF
        static_option=--static
        workers=1
        if [ $kind = shared ]; then
            shared=ON
            static_option=
        fi
        [ $openmp = ON ] && workers=2
        install_variant "$name" $shared $openmp
        report "$name install" $?
        if [ $kind = shared ]; then
            check_shared "$work/$name"
            report "$name exports" $?
        fi
        for language in cpp c; do
            build=$work/$name-$language-package
            configure_build_run "$here/package" $workers -DCMAKE_PREFIX_PATH="$work/$name" -DCONSUMER=$language
            report "$name find_package $language" $?
            by_pkg_config "$work/$name" $language $workers
            report "$name pkg-config $language" $?
            # Both languages in one folder: the library is built once, by the project that has C++ alone.
            build=$work/$name-subdirectory
            # By default a subproject does without OpenMP.
            option=
            [ $openmp = ON ] && option=-DWEND_OPENMP=ON
            # shellcheck disable=SC2086
            configure_build_run "$here/subdirectory" $workers -DWEND_SOURCE="$root" -DCONSUMER=$language \
                -DBUILD_SHARED_LIBS=$shared -DCMAKE_BUILD_TYPE=Debug $option
            report "$name add_subdirectory $language" $?
        done
    done
done
[ $failures -eq 0 ]

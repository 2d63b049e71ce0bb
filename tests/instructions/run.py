#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts, under callgrind, the instructions that fixed work takes, and compares them with counts.txt, within 3 %.

    run.py COMPILER [FOLDER]   checks; ends with 77 where there is nothing to compare with
    run.py --renew             counts anew with gcc and clang, and writes counts.txt

The library is built by itself in FOLDER (build/instructions) with fixed flags and without OpenMP; a back end is forced,
since valgrind 3.19 cannot run AVX-512. Noise of the machine plays no part: the numbers change only with the code, the
compiler and, very little, the C library."""
import pathlib
import platform
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TABLE = HERE / "counts.txt"
FOLDER = ROOT / "build/instructions"
CASES = ["random20", "cave", "noise", "maze", "exits"]
BACKENDS = ["scalar", "avx2"]
TOLERANCE = 0.03
SKIP = 77
FLAGS = "-O2 -DNDEBUG"


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode not in (0, SKIP):
        words = " ".join(map(str, command))
        sys.exit(f"{words}\nended with {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done


def name_compiler(compiler):
    """Name and version, as in the table: gcc-12.2.0."""
    banner = run(compiler, "--version").stdout
    found = re.search(r"clang version (\d+\.\d+\.\d+)", banner)
    if found:
        return f"clang-{found.group(1)}"
    return f"gcc-{run(compiler, '-dumpfullversion').stdout.strip()}"


def build(compiler, folder):
    cache = folder / "CMakeCache.txt"
    if cache.exists() and f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" not in cache.read_text():
        shutil.rmtree(folder)  # the sources have moved since
    options = ["BUILD_SHARED_LIBS=OFF", "WEND_OPENMP=OFF", "WEND_BUILD_TESTS=OFF", "WEND_BUILD_DEMO=OFF",
               "WEND_BUILD_BENCH=OFF", "WEND_WARNINGS_AS_ERRORS=OFF", "CMAKE_BUILD_TYPE=None",
               f"CMAKE_C_FLAGS={FLAGS}",
               f"CMAKE_C_COMPILER={compiler}"]
    run("cmake", "-S", ROOT, "-B", folder, *[f"-D{option}" for option in options])
    run("cmake", "--build", folder, "-j2")
    program = folder / "count"
    run(compiler, "-std=c17", *FLAGS.split(), "-DWEND_STATIC", f"-I{ROOT / 'lib/include'}", f"-I{ROOT / 'demo'}",
        HERE / "count.c", ROOT / "demo/scenes/generate.c", folder / "lib/libwend.a", "-lm", "-o", program)
    return program


def count(program, case, backend):
    """Instructions, or None where the machine lacks the back end."""
    done = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no",
               "--toggle-collect=measured", program, case, backend)
    if done.returncode == SKIP:
        return None
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def count_all(compiler, name, folder):
    program = build(compiler, folder / name)
    return {(name, case, backend): count(program, case, backend) for case in CASES for backend in BACKENDS}


def read_table():
    words = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {(name, case, backend): int(number) for name, case, backend, number in words}


def write_table(table):
    lines = ["# Made by run.py --renew: compiler, case, back end, instructions."]
    lines += [f"{name:14} {case:9} {backend:7} {number:>12}" for (name, case, backend), number in sorted(table.items())]
    TABLE.write_text("\n".join(lines) + "\n")


def renew():
    table = read_table() if TABLE.exists() else {}
    for compiler in filter(shutil.which, ("gcc", "clang")):
        counts = count_all(compiler, name_compiler(compiler), FOLDER)
        table.update({key: number for key, number in counts.items() if number is not None})
    write_table(table)
    print(TABLE.read_text(), end="")


def check(compiler, folder):
    table = read_table()
    name = name_compiler(compiler)
    known = sorted({key[0] for key in table})
    if name not in known:
        print(f"skipped: instructions are known for {', '.join(known) or 'no compiler'}, not for {name}")
        return SKIP
    problems = 0
    for key, number in count_all(compiler, name, folder).items():
        if number is None or key not in table:
            print(f"skipped: {key[2]} instructions of {key[1]}")
            continue
        change = number / table[key] - 1
        is_good = abs(change) <= TOLERANCE
        problems += not is_good
        print(f"{key[1]:9} {key[2]:7} {number:12} {100 * change:+6.2f} %{'' if is_good else '  more than 3 %'}")
    if problems:
        print("if this is meant: tests/instructions/run.py --renew")
    return 1 if problems else 0


def main():
    for tool, there in (("valgrind", shutil.which("valgrind")), ("an x86-64", platform.machine() == "x86_64")):
        if not there:
            print(f"skipped: instructions are counted by {tool}")
            return SKIP
    if sys.argv[1:] == ["--renew"]:
        return renew()
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 2
    return check(sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else FOLDER)


if __name__ == "__main__":
    sys.exit(main())

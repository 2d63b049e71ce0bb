#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py BUILD [MODULE...]: plants one fault per module of the library and demands that a test notices.

For every line of faults.txt a copy of the file is changed and compiled like the original, and linked before the library
into the tests that the line names, which must pass without the fault. Where the file is a header, so is all that includes
it. One line for each: "passed NAME", or "failed NAME: why"."""
import concurrent.futures
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCES = ROOT / "lib/src"
SECONDS = 60  # a test that hangs has noticed as well


class Refused(Exception):
    """Why a fault could not be tried, or was not noticed."""


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, **options)
    if done.returncode != 0:
        raise Refused(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def compile_commands(build):
    """How each file of the library is compiled."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        # A build of both kinds compiles twice; the tests link the static one, which comes last.
        if SOURCES in path.parents:
            commands[str(path.relative_to(SOURCES))] = entry
    return commands


@functools.cache
def includes_of(name):
    """What a file of the library includes, itself or through others."""
    found = set()
    for include in re.findall(r'^\s*#\s*include "(.*)"', (SOURCES / name).read_text(), re.MULTILINE):
        if (SOURCES / include).exists():
            found |= {include} | includes_of(include)
    return found


def compile_changed(entry, name, source, folder, out):
    """An object that includes the changed copy, or is made from it; code made dead by the fault is no error."""
    command, words = [], iter(shlex.split(entry["command"]))
    for word in words:
        if word == "-o":
            next(words)
        elif word not in ("-c", "-Werror") and not word.endswith(name):
            command.append(word)
    # Includes are written from lib/src, so none is found beside the file before the copies are.
    run(command + ["-iquote", str(folder), "-w", "-c", str(source), "-o", str(out)], cwd=entry["directory"])


def compile_all_changed(commands, name, folder):
    """All objects that the changed file of that name, which lies in the folder, has a part in."""
    names = [name] if name in commands else [other for other in commands if name in includes_of(other)]
    if not names:
        raise Refused(f"no file {name} in the build")
    objects = []
    for other in names:
        objects.append(folder / f"{len(objects)}.o")
        source = folder / other if other == name else SOURCES / other
        compile_changed(commands[other], other, source, folder, objects[-1])
    return objects


def link_test(build, test, changed_objects, compiler, openmp, out):
    objects = sorted((build / f"tests/CMakeFiles/{test}.dir").rglob("*.o"))
    if not objects:
        raise Refused(f"there is no test {test}")
    libraries = [build / "tests/libwend_test_support.a", build / "lib/libwend.a"]
    # The changed objects come first, so that the originals are never taken from the library.
    run([compiler, *objects, *changed_objects, *libraries, *openmp, "-lcmocka", "-lm", "-o", out])


@functools.cache
def passes_without_faults(program):
    return not notices(program)


def notices(program):
    """Whether it fails, or hangs; at its first failure it is stopped."""
    environment = dict(os.environ, WEND_TEST_DOSE="smoke")
    with subprocess.Popen([program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment,
                          cwd=ROOT) as process:
        clock = threading.Timer(SECONDS, process.kill)
        clock.start()
        for line in process.stderr:
            if b"[  FAILED  ]" in line or b"[   LINE   ]" in line:
                process.kill()
        clock.cancel()
    return process.returncode != 0


def try_fault(build, commands, fault):
    module, name, expression, tests = fault
    text = (SOURCES / name).read_text()
    changed = run(["sed", "-E", expression], input=text)
    if changed == text:
        raise Refused(f"the expression changes nothing in {name}")
    tasks = commands["base/tasks_openmp.c"]["command"]
    openmp = ["-fopenmp"] if "WEND_HAVE_OPENMP" in tasks else []
    with tempfile.TemporaryDirectory(prefix="wend-fault-") as directory:
        folder = pathlib.Path(directory)
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(changed)
        objects = compile_all_changed(commands, name, folder)
        for test in tests.split():
            program = folder / test
            link_test(build, test, objects, shlex.split(tasks)[0], openmp, program)
            if notices(program) and passes_without_faults(build / "tests" / test):
                return f"{module}: {test} notices"
    raise Refused(f"none of {tests} notices")


def read_faults(modules):
    for line in (HERE / "faults.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            fault = [part.strip() for part in line.split(" :: ")]
            if not modules or fault[0] in modules:
                yield fault


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    commands = compile_commands(build)
    failures = 0

    def attempt(fault):
        try:
            return "passed fault in " + try_fault(build, commands, fault)
        except Refused as refused:
            return f"failed fault in {fault[0]}: {refused}"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for line in pool.map(attempt, read_faults(sys.argv[2:])):
            print(line, flush=True)
            failures += line.startswith("failed")
    sys.exit(1 if failures else 0)


main()

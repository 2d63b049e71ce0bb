#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""symbols.py LIBRARY [--exports]: every symbol that leaves a file is called wend_ or wend__, and nothing is writable.
With --exports the library is a shared one, and shows only wend_."""
import subprocess
import sys

from sources import finish


def symbols(library, *options):
    """(file, type, name) of every defined symbol."""
    output = subprocess.run(["nm", "-A", "--defined-only", *options, library], check=True, capture_output=True,
                            text=True).stdout
    for line in output.splitlines():
        head, kind, name = line.rsplit(" ", 2)
        yield head.rsplit(":", 1)[0].rsplit(":", 1)[-1], kind, name


def main():
    library = sys.argv[1]
    problems, count = [], 0
    if "--exports" in sys.argv:
        for _, _, name in symbols(library, "-D"):
            count += 1
            if not name.startswith("wend_") or name.startswith("wend__"):
                problems.append(f"exports {name}")
        finish("exports", problems, f"{count} symbols")
    for file, kind, name in symbols(library):
        count += 1
        if kind.isupper() and not name.startswith("wend_"):
            problems.append(f"{file}: {name} lacks the prefix wend_")
        if kind in "BDCGSbdcgs":
            problems.append(f"{file}: {name} is writable ({kind})")
    finish("symbols", problems, f"{count} symbols")


main()

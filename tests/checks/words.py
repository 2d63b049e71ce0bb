#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing left for later: no marks of unfinished work, no code commented out by #if 0, no tabs or trailing blanks."""
import re

from sources import files, finish, read

MARKS = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK", "W" + "IP"]) + r")\b")


def main():
    problems, count = [], 0
    paths = files(["lib", "demo", "bench", "tests"], {".c", ".h", ".cpp", ".hpp", ".py", ".sh", ".cmake", ".txt", ".in"})
    for path in paths + files(["."], {".md"}):
        if path.parts[0] in ("build", ".git"):
            continue
        count += 1
        code = path.suffix in (".c", ".h", ".cpp", ".hpp")
        for number, line in enumerate(read(path).splitlines(), 1):
            if MARKS.search(line):
                problems.append(f"{path}:{number}: a mark of unfinished work")
            if code and re.match(r"\s*#\s*if\s+0\b", line):
                problems.append(f"{path}:{number}: dead code")
            if code and ("\t" in line or line != line.rstrip()):
                problems.append(f"{path}:{number}: a tab or trailing blank")
    finish("words", problems, f"{count} files")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every public function has a comment before it; functions without a blank line between them share one. Every source
file begins with its licence."""
import re

from sources import files, finish, read


def undocumented(path):
    block, count = "", 0
    # Blocks are what blank lines separate.
    for block in re.split(r"\n\s*\n", read(path)):
        for match in re.finditer(r"^WEND_API[^;]*?(\w+)\(", block, re.M):
            count += 1
            if "*/" not in block[:match.start()]:
                yield match.group(1)


def main():
    problems, count = [], 0
    for path in files(["lib/include"], {".h"}):
        count += len(re.findall(r"^WEND_API", read(path), re.M))
        problems += [f"{path}: {name} has no comment before it" for name in undocumented(path)]
    for path in files(["lib", "demo", "bench", "tests"], {".c", ".h", ".cpp", ".py", ".sh", ".cmake"}):
        if "SPDX-License-Identifier: MIT" not in "".join(read(path).splitlines(True)[:2]):
            problems.append(f"{path}: does not begin with its licence")
    finish("docs", problems, f"{count} public functions")


main()

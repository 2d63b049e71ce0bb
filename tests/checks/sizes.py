#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Functions: 90 % under 40 lines, none over 120. Files: under 900 lines."""
import re

from sources import blank, files, finish, read

SHORT, LONGEST, SHARE, FILE = 40, 120, 0.9, 900


def functions(text):
    """(name, first line, lines) of every function; a function is a block after a parameter list outside of any other
    function, so that namespaces and classes may hold some."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), blank(text), flags=re.M)
    start, depth, inside = 0, 0, None
    for match in re.finditer(r"[{};]", code):
        token, at = match.group(0), match.start()
        if token == "{":
            head = code[start:at]
            if inside is None and re.search(r"\)\s*(const|noexcept|override|\s)*$", head) and "=" not in head.split("(")[0]:
                name = re.search(r"(\w+)\s*\(", head)
                first = start + len(head) - len(head.lstrip())
                inside = (depth, name.group(1) if name else "?", first)
            depth += 1
        elif token == "}":
            depth -= 1
            if inside is not None and depth == inside[0]:
                first = code.count("\n", 0, inside[2]) + 1
                yield inside[1], first, code.count("\n", 0, at) + 2 - first
                inside = None
        if inside is None:
            start = at + 1


def main():
    problems, sizes = [], []
    for path in files(["lib", "demo", "bench", "tests"], {".c", ".h", ".cpp", ".hpp"}):
        text = read(path)
        if text.count("\n") >= FILE:
            problems.append(f"{path}: {text.count(chr(10))} lines, the limit is {FILE}")
        for name, line, size in functions(text):
            if path.parts[0] != "tests":
                sizes.append(size)
            if size > LONGEST:
                problems.append(f"{path}:{line}: {name} has {size} lines, the limit is {LONGEST}")
    short = sum(size < SHORT for size in sizes)
    if short < SHARE * len(sizes):
        problems.append(f"only {short} of {len(sizes)} functions have fewer than {SHORT} lines")
    finish("sizes", problems, f"{len(sizes)} functions, {short} under {SHORT} lines, longest {max(sizes)}")


main()

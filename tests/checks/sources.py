# SPDX-License-Identifier: MIT
"""What the checks share: finding source files, and reading C without its comments and strings."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def files(folders, endings):
    """Files below the folders of the project, in a fixed order, as paths relative to its root."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in endings:
                found.append(path.relative_to(ROOT))
    return found


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


TOKENS = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def blank(text, keep_strings=False):
    """The text with comments (and strings) replaced by blanks; line numbers stay."""

    def replace(match):
        token = match.group(0)
        if keep_strings and token[0] == '"':
            return token
        return re.sub(r"[^\n]", " ", token)

    return TOKENS.sub(replace, text)


def finish(name, problems, summary=""):
    """Prints what was found and ends the check."""
    for problem in problems:
        print(f"{name}: {problem}")
    print(f"{name}: {len(problems)} problems{'; ' + summary if summary else ''}")
    sys.exit(1 if problems else 0)

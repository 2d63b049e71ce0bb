#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scenes.py FILE: writes the table of crowd scenes in README from what `wend horde --scene all --json` printed."""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- scenes: made by bench/scenes.py -->", "<!-- scenes end -->"


def reach(measure):
    least, most = measure.get("least"), measure.get("most")
    if least is not None and most is not None:
        return f"{least:g}" if least == most else f"{least:g} to {most:g}"
    return f"at least {least:g}" if least is not None else f"at most {most:g}" if most is not None else ""


ALL = ("deep overlaps", "in walls", "stuck", "reversals")


def number(measure):
    shown = "never" if measure.get("value") is None else f"{measure['value']:.3g}"
    return shown if measure["good"] else f"**{shown}**"


def lines(scene):
    """A line for each measure of its own; those of all scenes stand in the first one."""
    of_all = [number(next(m for m in scene["measures"] if m["name"] == name)) for name in ALL]
    first = f"{scene['scene']}, {scene['agents']:,} agents"
    for measure in scene["measures"]:
        if measure["name"] in ALL:
            continue
        unit = measure.get("unit", "")
        yield (f"| {first} | {measure['name']} | {number(measure)}{' ' + unit if unit else ''} | {reach(measure)} | "
               f"{' | '.join(of_all)} |")
        first, of_all = "", [""] * len(ALL)


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    scenes = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        print(f"README.md lacks the marks {BEGIN} and {END}")
        return 2
    table = ["| scene | measure | value | reach | deep, % of near pairs | in walls | stuck | reversals, 1/s |",
             "|---|---|---|---|---|---|---|---|"]
    table += [line for scene in scenes for line in lines(scene)]
    before, rest = text.split(BEGIN, 1)
    readme.write_text(before + BEGIN + "\n\n" + "\n".join(table) + "\n\n" + END + rest.split(END, 1)[1], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes README's table of crowd scenes from what `wend horde --scene all --json` printed, between two marks.

    scenes.py [FILE]          writes it into README.md
    scenes.py --check [FILE]  says whether README.md is what would be written: 0 or 1
FILE is bench/results/scenes.jsonl unless named: bench/scenes.sh makes it."""
import json
import pathlib
import sys

from rows import RESULTS, ROOT

BEGIN, END = "<!-- scenes: made by bench/scenes.py -->", "<!-- scenes end -->"
ALL = ("deep overlaps", "in walls", "stuck", "reversals")  # measured in every scene


def plain(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def reach(measure):
    above, least, most = (measure.get(key) for key in ("above", "least", "most"))
    if above is not None:
        return f"above {plain(above)}"
    if least is not None and most is not None:
        return plain(least) if least == most else f"{plain(least)} to {plain(most)}"
    return f"at least {plain(least)}" if least is not None else f"at most {plain(most)}" if most is not None else ""


def number(measure):
    shown = "never" if measure.get("value") is None else plain(measure["value"])
    return shown if measure["good"] else f"**{shown}**"


def lines(scene):
    """A line for each measure of its own; those of all scenes stand in the first one."""
    of_all = [number(next(m for m in scene["measures"] if m["name"] == name)) for name in ALL]
    agents = f"{scene['agents']:,} agent{'s' if scene['agents'] != 1 else ''}"
    first = f"{scene['scene']}, {agents}"
    for measure in scene["measures"]:
        if measure["name"] in ALL:
            continue
        unit = measure.get("unit", "")
        yield (f"| {first} | {measure['name']} | {number(measure)}{' ' + unit if unit else ''} | {reach(measure)} | "
               f"{' | '.join(of_all)} |")
        first, of_all = "", [""] * len(ALL)


def make(scenes):
    table = ["| scene | measure | value | reach | deep, % of near pairs | in walls | stuck | reversals, 1/s |",
             "|---|---|---|---|---|---|---|---|"]
    return "\n".join(table + [line for scene in scenes for line in lines(scene)])


def main():
    words = sys.argv[1:]
    is_check = words[:1] == ["--check"]
    words = words[is_check:]
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    if len(words) > 1 or BEGIN not in text or END not in text:
        print(__doc__ if len(words) > 1 else f"README.md lacks the marks {BEGIN} and {END}")
        return 2
    source = pathlib.Path(words[0]) if words else RESULTS / "scenes.jsonl"
    if not source.exists():
        print(f"skipped: there is no {source.name}")
        return 77
    scenes = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    made = f"{text.split(BEGIN)[0]}{BEGIN}\n\n{make(scenes)}\n\n{END}{text.split(END)[1]}"
    if is_check:
        print("README.md is as bench/scenes.py makes it" if made == text else "README.md differs: run bench/scenes.py")
        return 0 if made == text else 1
    readme.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""README's speed section and its tables of crowds are what bench/table.py and bench/scenes.py make of what is kept; and of
rows that are made up they make what they should."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import rows as bench_rows  # noqa: E402
import scenes  # noqa: E402
import table  # noqa: E402

ROW = {"case": "field-empty", "map": "empty", "size": "1024x1024", "impl": "wend", "backend": "avx512", "threads": 1,
       "variant": "-", "rule": "8 never 70/99 mean", "unit": "ns/cell", "repeats": 7, "min": 1, "median": 2, "max": 3,
       "reached": 1 << 20, "checksum": "0" * 16, "machine": "M x 2", "compiler": "GNU 12.2.0", "flags": "-O3 -DNDEBUG",
       "commit": "abc"}
CROWD = {**ROW, "case": "crowd", "size": "142x142", "variant": "a step", "unit": "ns/step", "median": 140,
         "reached": 20 * 10000}
RESULTS = {
    "fields": [ROW, {**ROW, "backend": "scalar", "median": 20.04},
               {**ROW, "impl": "lemon", "backend": "-", "median": 77},
               {**ROW, "impl": "boost", "backend": "-", "median": 150.6},
               {**ROW, "impl": "bfs", "backend": "-", "median": 1.5}, {**ROW, "impl": "stream", "median": 1.126}],
    "sizes": [ROW, {**ROW, "size": "4096x4096", "median": 3, "commit": "def"},
              {**ROW, "size": "4096x4096", "impl": "bfs", "backend": "-", "median": 15}],
    "threads": [{**ROW, "case": "many"}, {**ROW, "case": "many", "threads": 2, "median": 1.05}],
    "rules": [{**ROW, "variant": "default"}, {**ROW, "variant": "links", "median": 3}],
    "samples": [{**ROW, "case": "sampling", "variant": "nearest", "median": 4},
                {**ROW, "case": "sampling-map", "map": "a.map", "variant": "nearest", "median": 5, "commit": "0f0"},
                {**ROW, "case": "sampling-map", "map": "a.map", "variant": "smooth", "median": 20, "machine": "N x 4"},
                {**ROW, "case": "sampling-kinds", "variant": "nearest, in walls", "median": 10}],
    "crowds": [CROWD, {**CROWD, "threads": 2, "median": 80}, {**CROWD, "backend": "avx2", "median": 171},
               {**CROWD, "reached": 20 * 1000000, "median": 185}, {**CROWD, "backend": "scalar", "median": 800},
               {**CROWD, "case": "crowd-walls", "reached": 20 * 100000, "threads": 2, "median": 99},
               {**CROWD, "impl": "rvo2", "backend": "scalar", "median": 1170},
               {**CROWD, "case": "crowd-stages", "variant": "bin", "median": 10},
               {**CROWD, "case": "crowd-ways", "variant": "ways", "median": 2.5},
               {**CROWD, "case": "crowd-ways", "variant": "ways", "impl": "rvo2", "backend": "scalar", "median": 4.5}],
}
CROWDS = [
    "medians of 7; bold is what misses its reach:",
    "| agents | 10,000 | 1,000,000 | 100,000 among walls | reach |",
    "| AVX-512, one thread | 140 | 185 |  | at most 150; a million 190 |",
    "| two threads | 80.0 |  | 99.0 |  |",
    "| two threads, times as fast | **1.75** |  |  | at least 1.9; below 10,000 at least 1 |",
    "| two threads, steps a second | 1250 |  | 101 | at least 100 among walls, 10 of a million |",
    "| AVX2, one thread | **171** |  |  | at most 170 |",
    "| RVO2, one thread | 1170 |  |  |  |",
    "Stages of a step of 10,000, ns an agent: bin 10.0.",
    "Forward speed of 10,000: 40.0 % of top speed, **1.80** times that of RVO2 (at least 1.9).",
]
OWN = [{"name": "deep overlaps", "value": 0, "most": 0.05, "good": True}, {"name": "in walls", "value": 0, "good": True},
       {"name": "stuck", "value": 0, "good": True}, {"name": "reversals", "value": 0.25, "good": True}]
SCENES = [{"scene": "crush", "agents": 10000, "measures": [
    {"name": "through", "value": 10000, "unit": "agents", "least": 10000, "most": 10000, "good": True},
    {"name": "longest gap", "value": 2.5, "unit": "s", "most": 2, "good": False}] + OWN},
          {"scene": "pair", "agents": 1, "measures": [
              {"name": "time", "value": None, "least": 1, "most": 1.2, "good": False},
              {"name": "rise", "value": 0.5, "above": 0, "good": True}] + OWN}]
SCENE_LINES = [
    "| crush, 10,000 agents | through | 10,000 agents | 10,000 | 0 | 0 | 0 | 0.25 |",
    "|  | longest gap | **2.5** s | at most 2 |  |  |  |  |",
    "| pair, 1 agent | time | **never** | 1 to 1.2 | 0 | 0 | 0 | 0.25 |",
    "|  | rise | 0.5 | above 0 |  |  |  |  |",
]
EXPECTED = [
    "All rows: gcc 12.2.0 -O3, M x 2, commits abc, def, 0f0; gcc 12.2.0 -O3, N x 4, commit abc.",
    "one thread, median of 7 builds:",
    "| empty, 1024 x 1024 | **2.00** | 20.0 | - | 77.0 | 151 | - | 1.50 | 38.5 | 0.75 |",
    "Faster than wend: bare BFS on empty. Reading one byte and writing five per cell, the streaming limit, takes 1.13.",
    "| empty | 2.00 | 3.0 | 1.50 |",
    "| empty | 3.0 | - | 15.0 |",
    "| 16 fields at once, 20 % random walls, 1024 x 1024 | 2.00 | 1.05 | 1.90 |",
    "| links | 1.50 |",
    "Samples at points in random order, million a second, empty, 1024 x 1024:",
    "| nearest | 1 | 250 |",
    "| map | nearest | smooth |",
    "| a | 200 | 50.0 |",
    "| nearest, in walls | 100 |",
]
REACHED = [
    "met        2.00 <= 2.2    ns, empty 1024",
    "met        3.00 <= 3.2    ns, empty 4096",
    "MISSED     0.75 >= 3      times as fast as the bare BFS",
    "MISSED   171.00 <= 170    ns, crowds, avx2, one thread (crowd, 10,000)",
    "met      101.01 >= 100    crowds, two threads, steps a second (crowd-walls, 100,000)",
    "MISSED     1.80 >= 1.9    times RVO2's forward speed, crowds (10,000)",
    "4 missed",
]


def lacking(text, lines):
    return [f"not made: {line}\n{text}" for line in lines if line not in text]


def of_made_up_rows():
    mistakes = lacking(scenes.make(SCENES), SCENE_LINES)
    with tempfile.TemporaryDirectory() as folder:
        for name, found in RESULTS.items():
            text = "".join(json.dumps(row) + "\n" for row in found)
            (pathlib.Path(folder) / f"{name}.jsonl").write_text(text, encoding="utf-8")
        results = bench_rows.load(folder)
        mistakes += lacking(table.make(results), EXPECTED) + lacking(table.make(results, (table.crowds,)), CROWDS)
        alone = table.crowds({"crowds": [row for row in results["crowds"] if row["impl"] == "wend"]})
        mistakes += lacking(alone, ["RVO2 was not installed where these rows were made"])
        reach = subprocess.run([sys.executable, "-B", ROOT / "bench/reach.py", folder], capture_output=True, text=True,
                               check=False)
        for line in REACHED:
            if reach.returncode != 1 or line not in reach.stdout:
                mistakes.append(f"reach.py does not say: {line}\n{reach.stdout}{reach.stderr}")
    return mistakes


def check(script):
    return subprocess.run([sys.executable, "-B", ROOT / "bench" / script, "--check"], text=True, check=False).returncode


def main():
    mistakes = of_made_up_rows()
    for mistake in mistakes:
        print(mistake)
    codes = {check("table.py"), check("scenes.py")}
    if mistakes or codes - {0, 77}:
        return 1
    return 77 if codes == {77} else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""README's speed section is what bench/table.py makes of the rows that are kept; and of rows that are made up it makes
what it should."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import rows as bench_rows  # noqa: E402
import table  # noqa: E402

ROW = {"case": "field-empty", "map": "empty", "size": "1024x1024", "impl": "wend", "backend": "avx512", "threads": 1,
       "variant": "-", "rule": "8 never 70/99 mean", "unit": "ns/cell", "repeats": 7, "min": 1, "median": 2, "max": 3,
       "reached": 1 << 20, "checksum": "0" * 16, "machine": "M x 2", "compiler": "GNU 12.2.0", "flags": "-O3 -DNDEBUG",
       "commit": "abc"}
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
}
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
    "1 missed",
]


def main():
    mistakes = []
    with tempfile.TemporaryDirectory() as folder:
        for name, found in RESULTS.items():
            text = "".join(json.dumps(row) + "\n" for row in found)
            (pathlib.Path(folder) / f"{name}.jsonl").write_text(text, encoding="utf-8")
        made = table.make(bench_rows.load(folder))
        mistakes += [f"not made: {line}\n{made}" for line in EXPECTED if line not in made]
        reach = subprocess.run([sys.executable, "-B", ROOT / "bench/reach.py", folder], capture_output=True, text=True,
                               check=False)
        for line in REACHED:
            if reach.returncode != 1 or line not in reach.stdout:
                mistakes.append(f"reach.py does not say: {line}\n{reach.stdout}{reach.stderr}")
    for mistake in mistakes:
        print(mistake)
    check = subprocess.run([sys.executable, "-B", ROOT / "bench/table.py", "--check"], text=True, check=False)
    return 1 if mistakes else check.returncode


if __name__ == "__main__":
    sys.exit(main())

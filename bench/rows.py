# SPDX-License-Identifier: MIT
"""What the scripts share: rows of wend_bench, as dictionaries, and how to find some of them."""
import json
import pathlib
import statistics

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench/results"
# Peers that answer the same question. The bare breadth-first search answers an easier one: no diagonals, no weights.
PEERS = ["priority-queue", "lemon", "boost", "libtcod"]
BFS = "bfs"
BACKENDS = ["avx512", "avx2", "sse4", "neon", "wasm128", "scalar"]  # the best first


def load(folder):
    """The rows of each file of a folder, by its name."""
    return {path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            for path in sorted(pathlib.Path(folder).glob("*.jsonl"))}


def pick(rows, **want):
    return [row for row in rows if all(row[key] == value for key, value in want.items())]


def time(rows, **want):
    """The median over the medians of the rows that are as wanted, or None."""
    found = [row["median"] for row in pick(rows, **want)]
    return statistics.median(found) if found else None


def width(row):
    return int(row["size"].split("x")[0])


def backends(rows):
    """Those that wend ran on, the best first."""
    found = {row["backend"] for row in pick(rows, impl="wend")}
    return [name for name in BACKENDS if name in found]


def fastest_peer(rows, **want):
    """(time, name) of the fastest peer that answers the same question, or None."""
    found = [(time(rows, impl=peer, **want), peer) for peer in PEERS]
    found = [pair for pair in found if pair[0] is not None]
    return min(found) if found else None


def ratio(a, b):
    return None if a is None or b is None else a / b

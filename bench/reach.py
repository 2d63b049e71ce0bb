#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says what the rows of measure.sh reach of what wend wants to be: a line a limit, the worst case that it holds for.

    reach.py [RESULTS]     bench/results unless named. Exit 1 where a limit is missed."""
import pathlib
import statistics
import sys

import crowds as of_crowds
from rows import BFS, RESULTS, backends, fastest_peer, load, pick, ratio, time, width

MANY_CELLS = 10000


class Report:
    """Limits, each with the cases that it holds for."""

    def __init__(self):
        self.missed = 0

    def limit(self, what, limit, cases, at_least=False):
        """cases: (value, name); those without a value were not measured."""
        cases = [case for case in cases if case[0] is not None]
        if not cases:
            print(f"not measured           {what}")
            return
        value, name = min(cases) if at_least else max(cases)
        is_met = value >= limit if at_least else value <= limit
        self.missed += not is_met
        sign = ">=" if at_least else "<="
        print(f"{'met   ' if is_met else 'MISSED'} {value:8.2f} {sign} {limit:<6} {what} ({name})")


def speed(report, results, best):
    rows = pick(results.get("fields", []), impl="wend", backend=best)
    large = pick(results.get("sizes", []), impl="wend", backend=best)
    maps = pick(rows, case="field-map")
    if maps:
        report.limit("ns, median over game and city maps", 3, [(statistics.median(row["median"] for row in maps), "")])
    report.limit("ns, game and city maps of 10,000 cells and more", 6,
                 [(row["median"], row["map"]) for row in maps if row["reached"] >= MANY_CELLS])
    limits = {"empty": 2.2, "random20": 4, "blobs": 3.2, "noise": 7.5, "noise254": 16, "maze": 10}
    for name, limit in limits.items():
        report.limit(f"ns, {name} 1024", limit, [(time(rows, case=f"field-{name}"), "")])
    report.limit("ns, empty 4096", 3.2, [(time(large, case="field-empty", size="4096x4096"), "")])
    parts = pick(results.get("parts", []), impl="wend", backend=best)
    for size, limit in ((1024, 0.6), (4096, 0.9)):
        report.limit(f"ns, directions {size}", limit,
                     [(time(parts, case="direction", size=f"{size}x{size}"), "")])
    report.limit("ns, costs and exits", 1,
                 [(row["median"], row["size"]) for row in pick(parts, case="exits", variant="costs and exits")])
    small = pick(results.get("small", []), impl="wend", backend=best)
    report.limit("us, a 64x64 map", 10, [(row["median"], f"{row['threads']} threads") for row in small])


def against_peers(report, results, best):
    rows = results.get("fields", [])
    kinds = {"field-map": ("game and city maps", 10), "field-random20": ("random walls", 20),
             "field-random35": ("random walls", 20), "field-blobs": ("weights", 15), "field-noise": ("weights", 15),
             "field-noise254": ("weights", 15), "field-empty": ("empty", 12), "field-maze": ("maze", 4)}
    found, plain = {}, []
    for row in pick(rows, impl="wend", backend=best):
        same = pick(rows, case=row["case"], map=row["map"])
        peer = fastest_peer(same)
        plain.append((ratio(time(same, impl=BFS), row["median"]), row["map"]))
        if peer and row["case"] in kinds:
            found.setdefault(kinds[row["case"]], []).append((peer[0] / row["median"], f"{row['map']}, {peer[1]}"))
    for (what, limit), cases in found.items():
        report.limit(f"times as fast as the fastest peer, {what}", limit, cases, at_least=True)
    report.limit("times as fast as the bare BFS", 3, plain, at_least=True)


def growth_and_back_ends(report, results, best):
    rows = pick(results.get("sizes", []), impl="wend", backend=best)
    cases = []
    for name in dict.fromkeys(row["case"] for row in rows):
        by_width = sorted(pick(rows, case=name), key=width)
        cases.append((by_width[-1]["median"] / by_width[0]["median"], name))
    report.limit("times the time per cell, from the smallest to the largest", 1.9, cases)
    rows = pick(results.get("fields", []), impl="wend")
    for other, limit in (("avx2", 2.2), ("sse4", 4)):
        report.limit(f"times the time of {best}, {other}", limit,
                     [(ratio(row["median"], time(rows, case=row["case"], map=row["map"], backend=best)), row["map"])
                      for row in pick(rows, backend=other)])


def threads(report, results):
    rows = results.get("threads", [])

    def gains(wanted):
        keys = dict.fromkeys((row["case"], row["size"]) for row in rows if wanted(row))
        return [(ratio(*(time(rows, case=case, size=size, threads=count) for count in (1, 2))), f"{case} {size}")
                for case, size in keys]

    report.limit("times as fast by two threads, one field 1024", 1.5,
                 gains(lambda row: row["case"] not in ("many", "field-maze") and width(row) == 1024), at_least=True)
    report.limit("times as fast by two threads, one field 4096", 1.85,
                 gains(lambda row: row["case"] not in ("many", "field-maze") and width(row) == 4096), at_least=True)
    report.limit("times as fast by two threads, 16 fields", 1.9,
                 gains(lambda row: row["case"] == "many"), at_least=True)


def rules_and_samples(report, results, best):
    rows = results.get("rules", [])
    report.limit("times the default's time, other rules", 2,
                 [(ratio(row["median"], time(rows, map=row["map"], size=row["size"], variant="default")),
                   f"{row['variant']}, {row['map']} {row['size']}") for row in rows])
    # Those of the usual fields and points.
    rows = [row for row in pick(results.get("samples", []), impl="wend", backend=best) if row["case"] != "sampling-kinds"]
    for mode, limit in (("nearest", 200), ("smooth", 50)):
        report.limit(f"million samples a second and thread, {mode}", limit,
                     [(1000 / row["median"] / row["threads"], f"{row['variant']}, {row['threads']} threads")
                      for row in rows if mode in row["variant"]], at_least=True)


def updates(report, results):
    rows = [row for row in results.get("repairs", []) if row["case"].startswith("repair")]

    def of(end, tower=False):
        return [(row["median"], f"{row['variant']}, {row['map']} {row['size']}") for row in rows
                if row["variant"].endswith(end) and (row["map"] == "tower") == tower]

    report.limit("us, a field's repair, median (doors apart)", 2, [case for case in of("median") if "doors" not in case[1]])
    report.limit("us, a field's repair, 99th percentile less what changed cells may cost", 12, of("99th beyond changed cells"))
    third = [(ratio(row["median"], time(rows, map=row["map"], size=row["size"], variant="a build")), row["map"])
             for row in pick(rows, variant="a third of the map") if width(row) ** 2 >= 200000]
    report.limit("builds, a third of a map another way", 1, third)
    report.limit("us, a 2x2 tower on 64x64, mean", 2, [case for case in of("mean", True) if "blocks" in case[1]])
    report.limit("us, a 2x2 tower on 64x64, 99th percentile", 10, [case for case in of("99th", True) if "blocks" in case[1]])
    edits = {"1 cell": 1, "2x2 cells": 4, "16x16 cells, a quarter of them": 256, "64x64 cells, a quarter of them": 4096,
             "a thin wall": 1}
    report.limit("times 2 us + 0.1 us for each edited cell, a mover's update", 1,
                 [(row["median"] / (2 + 0.1 * edits[row["variant"].removesuffix(", radius 100")]),
                   f"{row['variant']}, {row['size']}") for row in pick(results.get("repairs", []), case="mover-update")])
    report.limit("us, a step of 200 us runs over", 100,
                 [(row["median"], row["map"]) for row in pick(results.get("slices", []), variant="the longest step's overrun")])


def placements(report, results):
    rows = pick(results.get("placements", []), impl="wend")
    plain = {"1x1, updated before": (12, 30), "2x2": (20, 45), "3x3, updated before": (20, 45)}
    for variant, (on_maps, anywhere) in plain.items():
        found = pick(rows, variant=variant)
        for is_map, limit in ((True, on_maps), (False, anywhere)):
            report.limit(f"ns, placement, {variant}, {'game and city maps' if is_map else 'made maps'}", limit,
                         [(row["median"], row["map"]) for row in found if (row["case"] == "placement-map") == is_map])
    others = ("a cross", "links", "thin walls", "corners", "hexagons")
    report.limit("ns, placement, any other footprint or graph", 300,
                 [(row["median"], f"{row['variant']}, {row['map']}") for row in rows
                  if any(other in row["variant"] for other in others) and "3x3" not in row["variant"]])
    report.limit("ns, placement, 3x3 on any other graph", 450,
                 [(row["median"], f"{row['variant']}, {row['map']}") for row in rows
                  if any(other in row["variant"] for other in others) and "3x3" in row["variant"]])


def crowds(report, results):
    rows = results.get("crowds", [])
    names = {name: name for name in backends(rows)}
    for figure in of_crowds.figures(rows, names):
        limits = dict.fromkeys(limit for _, limit in figure.cells.values() if limit is not None)
        for limit in limits:
            report.limit(f"{'' if figure.at_least else 'ns, '}crowds, {figure.what}", limit,
                         [(value, f"{case}, {count:,}") for (case, count), (value, of_it) in figure.cells.items()
                          if of_it == limit], figure.at_least)
    report.limit("times RVO2's forward speed, crowds", of_crowds.FORWARD, [(of_crowds.forward(rows)[1], "10,000")], True)


def main():
    results = load(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS)
    report = Report()
    best = backends(results.get("fields", []))
    if not best:
        print("no rows")
        return 2
    speed(report, results, best[0])
    against_peers(report, results, best[0])
    growth_and_back_ends(report, results, best[0])
    threads(report, results)
    rules_and_samples(report, results, best[0])
    updates(report, results)
    placements(report, results)
    crowds(report, results)
    print(f"{report.missed} missed")
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs wend_bench on tiny maps: rows parse and say what they must, answers repeat, bad input is refused in one line.

Usage: check_rows.py WEND_BENCH
"""
import json
import os
import subprocess
import sys
import tempfile

KEYS = ("case map size impl backend threads variant rule unit repeats min median max reached checksum machine compiler "
        "flags commit").split()
CASES = ("field-empty field-random20 field-random35 field-blobs field-noise field-noise254 field-maze field-braid "
         "field-rooms field-map small many rebuild rules rules-cave direction exits mover-update mover-update-map sampling sampling-map sampling-kinds crowd crowd-stages crowd-ways crowd-walls "
         "repair-random20 repair-rooms repair-tower repair-map slices-random20 slices-noise254 slices-maze slices-map range-random20 range-map placement-empty placement-random20 placement-rooms placement-maze placement-map "
         "astar").split()
UNITS = {"mover-update": "us/update", "mover-update-map": "us/update", "small": "us/build", "astar": "us/query", "sampling": "ns/point", "sampling-map": "ns/point",
         "sampling-kinds": "ns/point", "crowd": "ns/step", "crowd-stages": "ns/step", "crowd-ways": "free times", "crowd-walls": "ns/step", "repair-random20": "us/update", "repair-rooms": "us/update",
         "repair-tower": "us/update", "repair-map": "us/update",
         "slices-random20": "us/build", "slices-noise254": "us/build", "slices-maze": "us/build", "slices-map": "us/build"}
IMPLS = "wend priority-queue bfs boost lemon libtcod rvo2 stream".split()
FAST = ["--size", "24", "--repeat", "5"]

BAD_INPUT = [
    ["--sizes", "24"],
    ["extra"],
    ["--size"],
    ["--size", "0"],
    ["--size", "24x24"],
    ["--size", "-24"],
    ["--size", "99999999999"],
    ["--size", "24", "--size", "24"],
    ["--threads", "0"],
    ["--threads", "257"],
    ["--repeat", "4"],
    ["--repeat", "5", "--repeat", "6"],
    ["--case", "nothing*"],
    ["--case", ""],
    ["--impl", "nobody"],
    ["--impl", ""],
    ["--backend", "8086"],
    ["--backend", "all", "--backend", "scalar"],
    ["--backend", "scalar", "--backend", "scalar"],
    ["--case", "field-map"],
    ["compare"],
    ["compare", "no/such/file.jsonl", "no/such/file.jsonl"],
    ["compare", "a", "b", "c"],
    ["compare", "a", "b", "--rerun"],
    ["compare", "a", "b", "--rerun", "11"],
    ["compare", "a", "b", "--sizes", "24"],
    ["--case", "astar", "--map", "some.map"],
    ["--map", "no/such/file.map"],
    ["--list", "--list"],
]

mistakes = []


def expect(truth, message):
    if not truth:
        mistakes.append(message)


def run(bench, *words):
    return subprocess.run([bench, *words], capture_output=True, text=True, timeout=300)


def rows_of(bench, *words):
    done = run(bench, *words)
    expect(done.returncode == 0, f"{words}: exit {done.returncode}: {done.stderr}")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    expect(rows, f"{words}: no rows")
    return rows


def check_row(row):
    expect(list(row) == KEYS, f"keys are {list(row)}")
    expect(row["case"] in CASES and row["impl"] in IMPLS, f"unknown names: {row}")
    expect(0 < row["min"] <= row["median"] <= row["max"], f"times out of order: {row}")
    expect(row["unit"] == UNITS.get(row["case"], "ns/cell"), f"unit: {row}")
    expect(isinstance(row["reached"], int) and row["reached"] > 0, f"reached: {row}")
    expect(isinstance(row["threads"], int) and row["threads"] > 0, f"threads: {row}")
    expect(len(row["checksum"]) == 16 and int(row["checksum"], 16) >= 0, f"checksum: {row}")
    expect(all(row[key] for key in "variant rule machine compiler commit".split()), f"empty words: {row}")
    expect(row["repeats"] == 5, f"repeats: {row}")


def identity(row):
    return tuple(row[key] for key in ("case", "map", "size", "impl", "backend", "threads", "variant", "rule"))


def check_rows(bench, map_file):
    words = FAST + ["--map", map_file]
    rows = rows_of(bench, *words)
    for row in rows:
        check_row(row)
    expect({row["case"] for row in rows} == set(CASES), f"cases: {sorted({row['case'] for row in rows})}")
    again = {identity(row): row["checksum"] for row in rows_of(bench, *words)}
    expect(len(again) == len(rows), "rows that cannot be told apart")
    expect(again == {identity(row): row["checksum"] for row in rows}, "checksums differ from run to run")
    # Peers by the same rule answer alike.
    answers = {}
    for row in rows:
        if row["impl"] not in ("wend", "stream"):
            answers.setdefault((row["case"], row["rule"]), set()).add(row["checksum"])
    expect(all(len(sums) == 1 for sums in answers.values()), f"peers disagree: {answers}")
    routes = {row["checksum"] for row in rows if row["case"] == "astar"}
    expect(len(routes) == 1, f"routes disagree: {routes}")


def check_back_ends(bench):
    """Each back end of the machine has rows of its own, and all give the same answers."""
    listed = run(bench, "--list").stdout.split("back ends")[1].split()
    rows = rows_of(bench, *FAST, "--case", "r*", "--impl", "wend", "--backend", "all")
    names = {row["backend"] for row in rows}
    expect("scalar" in names and names <= set(listed), f"back ends: {names}, listed {listed}")
    answers = {}
    for row in rows:
        answers.setdefault((row["case"], row["variant"], row["size"]), []).append(row["checksum"])
    expect(all(len(sums) == len(names) and len(set(sums)) == 1 for sums in answers.values()),
           f"back ends disagree: {answers}")


def check_threads(bench):
    """Threads change no answer: one field by two, and 16 fields on two."""
    for case in ("field-random20", "many"):
        rows = rows_of(bench, "--size", "300", "--repeat", "5", "--case", case, "--impl", "wend", "--threads", "1",
                       "--threads", "2")
        expect(len({row["checksum"] for row in rows}) == 1, f"threads disagree: {rows}")
        expect([row["threads"] for row in rows] in ([1], [1, 2]), f"threads: {rows}")


def check_choices(bench):
    rows = rows_of(bench, *FAST, "--size", "40", "--case", "field-e*", "--case", "field-empty",
                   "--impl", "b?s", "--impl", "bfs")
    expect([(row["case"], row["impl"], row["size"]) for row in rows] ==
           [("field-empty", "bfs", "24x24"), ("field-empty", "bfs", "40x40")], f"choices: {rows}")
    listed = run(bench, "--list")
    expect(listed.returncode == 0, "--list fails")
    for name in CASES + IMPLS:
        expect(f"  {name} " in listed.stdout, f"--list does not name {name}")
    helped = run(bench, "--help")
    expect(helped.returncode == 0 and all(f"--{option} " in helped.stdout for option in
                                          "list case impl backend size threads repeat map help".split()), "--help")


def check_bad_input(bench, broken_map):
    for words in BAD_INPUT + [["--case", "field-map", "--map", broken_map]]:
        done = run(bench, *words)
        expect(done.returncode == 2, f"{words}: exit {done.returncode}")
        expect(done.stdout == "", f"{words}: prints {done.stdout}")
        expect(done.stderr.count("\n") == 1 and done.stderr.endswith("\n"), f"{words}: says {done.stderr!r}")


def compare(bench, folder, old, new, *words):
    """Exit status and verdicts of a comparison of rows."""
    paths = []
    for name, rows in (("old", old), ("new", new)):
        paths.append(os.path.join(folder, name + ".jsonl"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    done = run(bench, "compare", *paths, *words)
    return done.returncode, done.stdout


def times(rows, factor):
    return [{**row, **{key: row[key] * factor for key in ("min", "median", "max")}} for row in rows]


def check_what_cannot_run(bench, folder, row):
    """A row that looks slower and cannot be run again is not called slower, and says why."""
    lost = os.path.join(folder, "lost.map")
    for words, change, why in [
            ([], {"case": "field-unheard-of"}, "this program has no such case"),
            ([], {"case": "*"}, "this program has no such case"),
            ([], {"backend": "8086"}, "this machine has no such back end"),
            ([], {"case": "field-map", "map": "lost.map"}, "its --map is not given"),
            (["--map", lost], {"case": "field-map", "map": "lost.map"}, "its --map cannot be read"),
            ([], {"variant": "x"}, "this program gives no such row"),
            (["--old-program", lost], {}, "the old program gives no such row")]:
        old = [{**row, **change}]
        found, text = compare(bench, folder, old, times(old, 50), "--tolerance", "900", *words)
        expect(found == 3 and f"looks slower, cannot be run again here: {why}\n" in text and "0 SLOWER" in text
               and "1 cannot be run again here" in text, f"compare {change} {words}: exit {found}, not {why}: {text}")
        found, text = compare(bench, folder, old, old, *words)
        expect(found == 0 and "1 same" in text, f"compare {change} with itself: exit {found}: {text}")
        found, text = compare(bench, folder, old, times(old, 50), "--rerun", "0", *words)
        expect(found == 1 and "1 SLOWER" in text, f"compare {change} --rerun 0: exit {found}: {text}")
        # What is slower for sure, or answers otherwise, weighs more.
        old.append({**row, "variant": "y"})
        new = times(old[:1], 50) + [{**old[1], "checksum": "0" * 16}]
        found, text = compare(bench, folder, old, new, "--tolerance", "900", *words)
        expect(found == 1, f"compare {change} with other answers: exit {found}: {text}")


def check_comparison(bench, folder):
    rows = rows_of(bench, *FAST, "--case", "field-e*", "--impl", "wend")
    # Times that are 50 times apart, judged with a tolerance of 10 times: runs this short are noisy.
    for words, old, new, code, verdict in [
            ([], rows, rows, 0, "1 same"),
            ([], times(rows, 50), rows, 0, "1 faster"),
            ([], times(rows, 0.2), rows, 0, "1 same"),
            (["--rerun", "0"], rows, times(rows, 50), 1, "1 SLOWER"),
            ([], rows, times(rows, 50), 0, "1 not confirmed"),  # run again, it is as fast as it was
            (["--rerun", "1"], times(rows, 0.02), rows, 1, "1 SLOWER"),
            (["--rerun", "1", "--old-program", bench], times(rows, 0.02), rows, 0, "1 not confirmed"),
            ([], rows, [{**rows[0], "checksum": "0" * 16}], 1, "1 OTHER ANSWERS"),
            ([], rows, [{**rows[0], "variant": "x"}], 0, "1 rows are only in"),
            ([], rows, [{**rows[0], "impl": "peer"}], 0, "1 rows are only in")]:
        found, text = compare(bench, folder, old, new, "--tolerance", "900", *words)
        expect(found == code and verdict in text, f"compare {words}: exit {found}, not {code}, {verdict}: {text}")
        expect(text.startswith("case "), f"compare {words}: no heading: {text}")
    check_what_cannot_run(bench, folder, rows[0])
    broken, text = compare(bench, folder, rows, [{"case": 1}])
    expect(broken == 2 and text == "", f"compare of no rows: {broken}, {text}")


def main():
    bench = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        map_file = os.path.join(folder, "small \"quoted\".map")
        with open(map_file, "w", encoding="ascii") as file:
            file.write("type octile\nheight 3\nwidth 5\nmap\n.....\n.@@..\n...T.\n")
        broken_map = os.path.join(folder, "broken.map")
        with open(broken_map, "w", encoding="ascii") as file:
            file.write("type octile\nheight 3\nwidth 5\nmap\n.....\n")
        check_rows(bench, map_file)
        check_bad_input(bench, broken_map)
        check_comparison(bench, folder)
    check_back_ends(bench)
    check_threads(bench)
    check_choices(bench)
    for mistake in mistakes:
        print(mistake)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())

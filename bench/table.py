#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the tables of README's "How fast" and the one of its crowds from rows of wend_bench, each between two marks.

    table.py [RESULTS]          writes them into README.md
    table.py --check [RESULTS]  says whether README.md is what would be written: 0 or 1
RESULTS is a folder of .jsonl files as measure.sh makes them, bench/results unless named."""
import pathlib
import sys

import crowds as of_crowds
from rows import BFS, PEERS, RESULTS, ROOT, backends, fastest_peer, load, pick, ratio, time, width

BEGIN = "<!-- made by bench/table.py from bench/results -->"
END = "<!-- end of what bench/table.py makes -->"
CROWDS_BEGIN = "<!-- crowds: made by bench/table.py from bench/results -->"
CROWDS_END = "<!-- crowds end -->"
NAMES = {"avx512": "AVX-512", "avx2": "AVX2", "sse4": "SSE4.1", "neon": "NEON", "wasm128": "wasm128", "scalar": "scalar",
         "priority-queue": "std::priority_queue", "lemon": "LEMON", "boost": "Boost", "libtcod": "libtcod",
         "bfs": "bare BFS"}
MAPS = {"empty": "empty", "random20": "20 % random walls", "random35": "35 % random walls", "rooms": "rooms",
        "blobs": "weights 1..9, hills", "noise": "weights 1..9, white noise", "noise254": "weights 1..254, white noise",
        "maze": "perfect maze", "tower": "a small plain", "braid": "maze with ways round", "cave": "cave"}


def number(value):
    """Two digits, three from 10 on; - for what is not there."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 3 else f"{value:.2f}"


def numbers(values):
    return [number(value) for value in values]


def side(size):
    return size.replace("x", " x ")


def table(caption, head, lines):
    """Markdown; nothing where there are no lines."""
    rows = [head, ["---"] * len(head)] + lines
    return caption + ":\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows) if lines else ""


def origins(results, parts_of_it):
    """How, on what and from which commits all rows were measured, in the order of the tables."""
    found = {}
    for row in (row for part in parts_of_it for row in results.get(part.__name__, [])):
        flags = row["flags"].replace("-DNDEBUG", "").strip()
        how = f"{row['compiler'].replace('GNU', 'gcc')} {flags}, {row['machine']}"
        found.setdefault(how, {})[row["commit"]] = True
    return "; ".join(f"{how}, commit{'s' if len(commits) > 1 else ''} {', '.join(commits)}"
                     for how, commits in found.items())


def field_line(name, rows, names):
    ours = time(rows, impl="wend", backend=names[0])
    peer = fastest_peer(rows)
    others = [time(rows, impl="wend", backend=other) for other in names[1:]]
    others += [time(rows, impl=other) for other in PEERS + [BFS]]
    ratios = [ratio(peer and peer[0], ours), ratio(time(rows, impl=BFS), ours)]
    return [name, f"**{number(ours)}**"] + numbers(others) + numbers(ratios)


def field_lines(rows, names):
    for name, text in MAPS.items():
        of_map = pick(rows, case=f"field-{name}")
        if of_map:
            yield field_line(f"{text}, {side(of_map[0]['size'])}", of_map, names)
    of_maps = pick(rows, case="field-map")
    files = {row["map"]: row["size"] for row in of_maps}
    for file, size in files.items():
        yield field_line(f"{file.removesuffix('.map')}, {side(size)}", pick(of_maps, map=file), names)
    if len(files) > 1:
        yield field_line(f"median of these {len(files)}", of_maps, names)


def fields(results):
    rows = results.get("fields", [])
    names = backends(rows)
    if not names:
        return ""
    head = ["map", f"**wend, {NAMES[names[0]]}**"] + [NAMES[name] for name in names[1:] + PEERS + [BFS]]
    caption = f"Whole fields, ns per reached cell, one thread, median of {rows[0]['repeats']} builds"
    return (table(caption, head + ["fastest peer / wend", "BFS / wend"], list(field_lines(rows, names)))
            + f"\n\n{where_peers_win(rows, names[0])} Reading one byte and writing five per cell, the streaming "
            f"limit, takes {number(time(rows, impl='stream'))}.")


def where_peers_win(rows, best):
    wins = {}
    for row in rows:
        ours = time(rows, impl="wend", backend=best, case=row["case"], map=row["map"])
        if row["impl"] in PEERS + [BFS] and ours is not None and row["median"] < ours:
            wins.setdefault(row["impl"], []).append(row["map"])
    if not wins:
        return "On none of these maps is a peer faster, nor the BFS."
    return "Faster than wend: " + "; ".join(f"{NAMES[name]} on {', '.join(maps)}" for name, maps in wins.items()) + "."


def sizes(results):
    rows = results.get("sizes", [])
    if not rows:
        return ""
    by_width = {}
    for row in sorted(rows, key=width):
        by_width.setdefault(width(row) & ~1, []).append(row)  # mazes are a cell wider than the others
    least, most = min(by_width), max(by_width)
    others = ["priority-queue", BFS]
    lines, beside = [], []
    for name, text in MAPS.items():
        found = [time(of_width, case=f"field-{name}", impl="wend") for of_width in by_width.values()]
        peers = [time(by_width[most], case=f"field-{name}", impl=other) for other in others]
        if found[0] is not None:
            lines.append([text] + numbers(found + [ratio(found[-1], found[0])]))
        if any(peers):
            beside.append([text] + numbers([found[-1]] + peers))
    head = ["map"] + [f"{wide}²" for wide in by_width] + [f"{most}² / {least}²"]
    made = [table("By size, ns per reached cell", head, lines),
            table(f"{most}² beside others", ["map", "wend"] + [NAMES[other] for other in others], beside)]
    return "\n\n".join(part for part in made if part)


def small(results):
    rows = results.get("small", [])
    names = backends(rows)
    found = [time(rows, impl="wend", backend=name, threads=1) for name in names]
    found += [time(rows, impl=peer) for peer in PEERS + [BFS]]
    return table("A small map, 64 x 64 with 20 % random walls, microseconds for a whole build",
                 [NAMES[name] for name in names + PEERS + [BFS]], [numbers(found)] if names else [])


def threads(results):
    rows = results.get("threads", [])
    lines = []
    for case, size in dict.fromkeys((row["case"], row["size"]) for row in rows):
        one, two = (time(rows, case=case, size=size, threads=count) for count in (1, 2))
        what = "16 fields at once, 20 % random walls" if case == "many" else f"one field, {MAPS[case[6:]]}"
        lines.append([f"{what}, {side(size)}"] + numbers([one, two, ratio(one, two)]))
    return table("Threads, ns per reached cell", ["work", "one", "two", "times as fast"], lines)


def parts(results):
    rows = pick(results.get("parts", []), impl="wend")
    names = backends(rows)
    texts = {("direction", "-"): "directions from values", ("exits", "costs and exits"): "costs and exits from terrain",
             ("exits", "update"): "a mover's update: these, and components"}
    lines = []
    for case, size, variant in dict.fromkeys((row["case"], row["size"], row["variant"]) for row in rows):
        found = [time(rows, case=case, size=size, variant=variant, backend=name) for name in names]
        lines.append([f"{texts.get((case, variant), case)}, {side(size)}"] + numbers(found))
    return table("Parts, 20 % random walls, ns per cell (reached, for directions)",
                 ["part"] + [NAMES[name] for name in names], lines)


def by_variant(rows, columns, value):
    """A line for each variant, a cell for each column."""
    return [[variant] + numbers(value(variant, column) for column in columns)
            for variant in dict.fromkeys(row["variant"] for row in rows)]


def rules(results):
    rows = results.get("rules", [])
    maps = {row["map"]: row["size"] for row in rows}

    def against_default(variant, name):
        return ratio(time(rows, map=name, variant=variant), time(rows, map=name, variant="default"))

    head = ["rule"] + [f"{MAPS[name]}, {side(size)}" for name, size in maps.items()]
    return table("Other rules, their time per cell over the default's", head, by_variant(rows, maps, against_default))


def rebuilds(results):
    rows = results.get("rebuilds", [])
    found = list(dict.fromkeys(row["size"] for row in rows))
    lines = by_variant(rows, found, lambda variant, size: time(rows, variant=variant, size=size))
    return table("Building again, 20 % random walls, ns per reached cell; where the terrain changed, everywhere, the "
                 "mover's update is in it", ["what is new"] + [side(size) for size in found], lines)


REPAIRS = ["walls, median", "walls, mean", "walls, 99th", "blocks, median", "blocks, 99th", "doors, median", "doors, 99th",
           "a third of the map", "a build"]


def repairs(results):
    rows, lines = results.get("repairs", []), []
    rows = [row for row in rows if row["case"].startswith("repair")]
    for name, size in dict.fromkeys((row["map"], row["size"]) for row in rows):
        built = pick(results.get("fields", []), map=name, size=size)
        peer = fastest_peer(built)
        rebuild = peer and peer[0] * pick(built, impl=peer[1])[0]["reached"] / 1000
        found = [time(rows, map=name, size=size, variant=variant) for variant in REPAIRS]
        lines.append([f"{MAPS.get(name, name.removesuffix('.map'))}, {side(size)}"] + numbers(found + [rebuild]))
    return table("Updates of a field after edits that go up and down again, us each: a thousand single walls, a thousand "
                 "blocks of 2 x 2, the hundred doors that matter most, a wall that sends a third of the map another way; "
                 "beside them a build, and the fastest peer's only answer", ["map"] + REPAIRS + ["peer's build"], lines)


def edits(results):
    rows = pick(results.get("repairs", []), case="mover-update")
    found = list(dict.fromkeys(row["size"] for row in rows))
    lines = by_variant(rows, found, lambda variant, size: time(rows, variant=variant, size=size))
    return table("A mover's update after an edit, 20 % random walls, us: what the field's update comes after",
                 ["what is edited"] + [side(size) for size in found], lines)


SLICES = ["at once", "in steps of 200 us", "the longest step's overrun"]


def slices(results):
    rows, lines = results.get("slices", []), []
    for name, size in dict.fromkeys((row["map"], row["size"]) for row in rows):
        found = [time(rows, map=name, size=size, variant=variant) for variant in SLICES]
        lines.append([f"{MAPS.get(name, name.removesuffix('.map'))}, {side(size)}"] + numbers(found))
    return table("Builds in slices, us: all steps together, and by how much the longest one exceeds its budget",
                 ["map"] + SLICES, lines)


PLACEMENTS = ["1x1", "1x1, updated before", "2x2", "3x3", "3x3, updated before", "a cross of 5", "1x1, links",
              "1x1, thin walls and one-way", "1x1, corners if one free"]


def placements(results):
    rows, lines = results.get("placements", []), []
    for name, size in dict.fromkeys((row["map"], row["size"]) for row in rows):
        here = pick(rows, map=name, size=size)
        found = [time(here, impl="wend", variant=variant) for variant in PLACEMENTS] + [ratio(time(here, impl=BFS), 1000)]
        lines.append([f"{MAPS.get(name, name.removesuffix('.map'))}, {side(size)}"] + numbers(found))
    return table("May a wall go up? All positions of a footprint at once, 20 sources, ns per reached cell, the placement's "
                 "update included unless it was done before; beside them what everybody else does for one position, a "
                 "breadth-first search, us", ["map"] + PLACEMENTS + ["a BFS, us"], lines)


def ranges(results):
    rows = pick(results.get("ranges", []), impl="wend")
    found = list(dict.fromkeys((row["map"], row["size"]) for row in rows))
    lines = by_variant(rows, found, lambda variant, where: time(rows, variant=variant, map=where[0], size=where[1]))
    return table("Questions of tactics, ns per reached cell", ["question"] + [
        f"{MAPS.get(name, name.removesuffix('.map'))}, {side(size)}" for name, size in found], lines)


def million(rows, **want):
    """Samples a second."""
    return ratio(1000, time(rows, **want))


def samples(results):
    rows = pick(results.get("samples", []), impl="wend")
    usual, on_maps, kinds = (pick(rows, case=f"sampling{end}") for end in ("", "-map", "-kinds"))
    names, variants = backends(usual), list(dict.fromkeys(row["variant"] for row in on_maps))
    lines = [[variant, str(count)] + numbers(million(usual, variant=variant, threads=count, backend=name) for name in names)
             for variant, count in dict.fromkeys((row["variant"], row["threads"]) for row in usual)]
    of_maps = [[name.removesuffix(".map")] + numbers(million(on_maps, variant=variant, map=name) for variant in variants)
               for name in dict.fromkeys(row["map"] for row in on_maps)]
    of_kinds = [[name, number(million(kinds, variant=name))] for name in dict.fromkeys(row["variant"] for row in kinds)]
    where = f"{MAPS[usual[0]['map']]}, {side(usual[0]['size'])}" if usual else ""
    made = [table(f"Samples at points in random order, million a second, {where}",
                  ["mode", "threads"] + [NAMES[name] for name in names], lines),
            table("Samples on game and city maps, one thread, million a second", ["map"] + variants, of_maps),
            table("Samples of other kinds, one thread", ["mode", "million a second"], of_kinds)]
    return "\n\n".join(part for part in made if part)


def routes(results):
    rows = results.get("routes", [])
    if not rows:
        return ""
    ours, peer = (ratio(time(rows, impl=name), 1000) for name in ("wend", "priority-queue"))
    return (f"A* between random cells, {side(rows[0]['size'])}, 20 % random walls: {number(ours)} ms a route; the same "
            f"search over a std::priority_queue {number(peer)}.")


def crowd_cell(figure, column):
    value = figure.cells[column][0]
    if value is None:
        return ""
    return f"**{number(value)}**" if figure.is_missed(column) else number(value)


def forward_speed(rows):
    ours, times = of_crowds.forward(rows)
    if ours is None:
        return ""
    text = f"Forward speed of 10,000: {number(ours)} % of top speed"
    if times is None:
        return f"{text}. RVO2 was not installed where these rows were made: {of_crowds.FORWARD:g} times its own is not judged."
    shown = number(times) if times >= of_crowds.FORWARD else f"**{number(times)}**"
    return f"{text}, {shown} times that of RVO2 (at least {of_crowds.FORWARD:g})."


def crowds(results):
    rows = results.get("crowds", [])
    columns = of_crowds.columns(rows)
    names = [f"{count:,}" + (" among walls" if case == of_crowds.WALLS else "") for case, count in columns]
    lines = [[figure.what] + [crowd_cell(figure, column) for column in columns] + [figure.reach]
             for figure in of_crowds.figures(rows, NAMES)]
    stages = pick(rows, case="crowd-stages", impl="wend")
    each = ", ".join(f"{name} {number(time(stages, variant=name))}"
                     for name in dict.fromkeys(row["variant"] for row in stages))
    made = [table(f"ns an agent and step, medians of {rows[0]['repeats']}; bold is what misses its reach",
                  ["agents"] + names + ["reach"], lines) if rows else "",
            f"Stages of a step of 10,000, ns an agent: {each}." if stages else "", forward_speed(rows)]
    return "\n\n".join(part for part in made if part)


PARTS = (fields, sizes, small, threads, parts, rules, rebuilds, repairs, edits, slices, placements, ranges, samples, routes)
BLOCKS = ((BEGIN, END, PARTS), (CROWDS_BEGIN, CROWDS_END, (crowds,)))


def make(results, parts_of_it=PARTS):
    made = [part for part in (part(results) for part in parts_of_it) if part]
    return "\n\n".join([f"All rows: {origins(results, parts_of_it)}."] + made) if made else ""


def fill(text, results):
    """README with the tables that there are rows for; what is wrong with it; how many were made."""
    count = 0
    for begin, end, parts_of_it in BLOCKS:
        tables = make(results, parts_of_it)
        if not tables:
            continue
        if begin not in text or end not in text:
            return text, f"README.md lacks the marks {begin} and {end}", count
        text = f"{text.split(begin)[0]}{begin}\n\n{tables}\n\n{end}{text.split(end)[1]}"
        count += 1
    return text, "", count


def main():
    words = sys.argv[1:]
    is_check = words[:1] == ["--check"]
    words = words[is_check:]
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    if len(words) > 1:
        print(__doc__)
        return 2
    made, problem, count = fill(text, load(pathlib.Path(words[0]) if words else RESULTS))
    if problem:
        print(problem)
        return 2
    if not count:
        print("skipped: no rows are kept")
        return 77
    if is_check:
        print("README.md is as bench/table.py makes it" if made == text else "README.md differs: run bench/table.py")
        return 0 if made == text else 1
    readme.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the includes of the library: a file may include earlier modules of its own floor and lower floors, nothing
upward, no circles, and beside the C17 headers nothing foreign but what FOREIGN names."""
import re

from sources import ROOT, blank, files, finish, read

# Floor: its modules in order. A file belongs to the module its name is, or begins with before an underscore.
FLOORS = {
    "base": ["base", "tasks", "wide", "hash", "heap", "workspace"],
    "map": ["lattice", "log", "changes", "names", "links", "edits", "update", "map", "clearance", "exits", "graph", "components", "mover", "reach"],
    "field": ["goals", "cut_off", "pages", "relax", "corridors", "survey", "sweep", "integrate", "direct", "view", "escape", "sight", "repair", "field",
              "sample", "placement", "spread", "ranges", "allocation", "agents", "desire", "danger"],
    "path": ["targets", "search", "astar", "jps", "any_angle", "incremental", "hierarchy", "smooth", "waypoints", "navmesh",
             "planner"],
    "crowd": ["bins", "crowd", "neighbours_kernel", "avoid_kernel", "separate_kernel", "crowd_scalar", "crowd_sse4", "crowd_avx2",
              "crowd_avx512", "crowd_neon", "crowd_wasm128"],
    "io": ["mapfile", "saved", "debug"],
}
# Which floors a floor may read. Nobody reads io; path and crowd stand beside each other.
BELOW = {
    "base": [],
    "map": ["base"],
    "field": ["base", "map"],
    "path": ["base", "map", "field"],
    "crowd": ["base", "map", "field"],
    "io": ["base", "map", "field", "path", "crowd"],
}
PUBLIC = {"base": "base", "map": "map", "mover": "map", "field": "field", "snapshot": "field", "placement": "field", "tactics": "field", "path": "path", "crowd": "crowd", "io": "io"}
STANDARD = {"assert.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "math.h", "setjmp.h", "stdalign.h",
            "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h"}
FOREIGN = {("tasks_openmp", "omp.h"), ("base", "malloc.h"), ("wide_sse4", "smmintrin.h"), ("wide_avx2", "immintrin.h"),
           ("wide_avx512", "immintrin.h"), ("wide_neon", "arm_neon.h"), ("wide_wasm128", "wasm_simd128.h")}


def place(path):
    """(floor, index of the module on it) of a file of lib/src, or None."""
    floor, stem = path.parent.name, path.stem
    for module in sorted(FLOORS.get(floor, []), key=len, reverse=True):
        if stem == module or stem.startswith(module + "_"):
            return floor, FLOORS[floor].index(module)
    return None


def judge(path, own, name, quoted):
    """What is wrong with one include, or None."""
    floor, index = own
    if name.startswith("wend/"):
        other = PUBLIC.get(name[len("wend/"):-len(".h")])
        if other is None:
            return f"includes {name}, which is no module's header"
        return None if other == floor or other in BELOW[floor] else f"includes {name} of the higher floor {other}"
    if not quoted:
        if name in STANDARD or (path.stem, name) in FOREIGN:
            return None
        return f"includes <{name}>, which is not C17"
    target = ROOT / "lib/src" / name
    if not target.exists():
        return f'includes "{name}", which is not written from lib/src'
    other = place(target)
    if other is None:
        return f'includes "{name}", whose module has no place in the order'
    if other[0] == floor:
        return None if other[1] <= index else f'includes the later "{name}"'
    return None if other[0] in BELOW[floor] else f'includes "{name}", which does not lie below {floor}'


def includes(path):
    for match in re.finditer(r'^\s*#\s*include\s*([<"])([^">]+)[">]', blank(read(path), True), re.M):
        yield match.group(2), match.group(1) == '"'


def circles(graph):
    """Files that can reach themselves."""
    found = []
    for start in graph:
        todo, seen = list(graph[start]), set()
        while todo:
            node = todo.pop()
            if node == start:
                found.append(f"{start}: includes itself by a circle")
                break
            if node not in seen:
                seen.add(node)
                todo += graph.get(node, [])
    return found


def main():
    problems, graph = [], {}
    sources = files(["lib/src"], {".c", ".h"})
    for path in sources:
        own = place(path)
        if own is None:
            problems.append(f"{path}: no place in the order of modules")
            continue
        for name, quoted in includes(path):
            wrong = judge(path, own, name, quoted)
            if wrong:
                problems.append(f"{path}: {wrong}")
            if quoted:
                graph.setdefault(str(path), []).append("lib/src/" + name)
    public = list(PUBLIC)
    for path in files(["lib/include"], {".h"}):
        for name, _ in includes(path):
            if path.stem in PUBLIC and name.startswith("wend/"):
                if public.index(name[len("wend/"):-len(".h")]) >= public.index(path.stem):
                    problems.append(f"{path}: includes the later {name}")
    finish("layering", problems + circles(graph), f"{len(sources)} files")


main()

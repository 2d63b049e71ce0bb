# SPDX-License-Identifier: MIT
"""What rows of crowds say, and what they should: for table.py and reach.py."""
from rows import backends, pick, ratio, time

STEPS = 20  # of a repeat, as in crowd_rvo.h
OPEN, WALLS = "crowd", "crowd-walls"
MANY, MILLION = 10000, 900000  # agents
FORWARD = 1.9  # times as fast as RVO2


class Figure:
    """One thing, for crowds of several sizes: cells are {column: (value, limit or None)}."""

    def __init__(self, what, cells, reach="", at_least=False):
        self.what, self.cells, self.reach, self.at_least = what, cells, reach, at_least

    def is_missed(self, column):
        value, limit = self.cells.get(column, (None, None))
        return value is not None and limit is not None and (value < limit if self.at_least else value > limit)


def agents(row):
    return row["reached"] // STEPS


def columns(rows):
    """(case, agents) of each crowd, the open ones first."""
    return sorted({(row["case"], agents(row)) for row in rows if row["case"] in (OPEN, WALLS)})


def figures(rows, names):
    """names: of back ends, to show."""
    found, made = columns(rows), backends(rows)
    if not found or not made:
        return []

    def cells(value, limit):
        return {column: (value(column), limit(*column)) for column in found}

    def ns(impl, backend, threads):
        return lambda column: time([row for row in rows if agents(row) == column[1]], case=column[0], impl=impl,
                                   backend=backend, threads=threads)

    def an_agent(of_many, of_millions):
        return lambda case, count: None if case != OPEN else of_millions if count >= MILLION else of_many

    def a_gain(case, count):
        return None if case != OPEN else 1.9 if count >= MANY else 1

    def a_second(case, count):
        return 100 if case == WALLS else 10 if count >= MILLION else None

    best = made[0]
    one, two = ns("wend", best, 1), ns("wend", best, 2)
    all_of_them = [
        Figure(f"{names[best]}, one thread", cells(one, an_agent(150, 190)), "at most 150; a million 190"),
        Figure("two threads", cells(two, an_agent(None, None))),
        Figure("two threads, times as fast", cells(lambda column: ratio(one(column), two(column)), a_gain),
               "at least 1.9; below 10,000 at least 1", True),
        Figure("two threads, steps a second", cells(lambda column: ratio(1e9 / column[1], two(column)), a_second),
               "at least 100 among walls, 10 of a million", True)]
    limits = {"avx2": 170, "sse4": 260}
    all_of_them += [Figure(f"{names[name]}, one thread", cells(ns("wend", name, 1), an_agent(limits.get(name), None)),
                           f"at most {limits[name]}" if name in limits else "") for name in made[1:]]
    all_of_them += [Figure(f"RVO2, {words}", cells(ns("rvo2", "scalar", count), an_agent(None, None)))
                    for count, words in ((1, "one thread"), (2, "two threads")) if pick(rows, impl="rvo2", threads=count)]
    return all_of_them


def forward(rows):
    """(wend's forward speed, in % of top speed; how many times RVO2's that is); None for what was not measured."""
    ours, theirs = (time(rows, case="crowd-ways", impl=impl) for impl in ("wend", "rvo2"))
    return ratio(100, ours), ratio(theirs, ours)

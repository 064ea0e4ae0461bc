"""python -m plots.families.replications.choice RUN...: the fastest launch by number of replications, as a C++ header."""

from __future__ import annotations

import sys
from collections import Counter
from math import floor, log10, sqrt
from pathlib import Path

from plots.data import measured
from plots.data.load import load_run
from plots.data.records import Record, Records, latest
from plots.families.replications import crossover, runs
from plots.families.replications.runs import Curve
from plots.files import command
from plots.files.errors import InputError

Launch = tuple[str, str, int]  # variant, its tuning axis, value
Row = tuple[str, int, Launch]  # model, from so many replications on, launch
CHOSEN = "chosen"
TUNED = {"wlp": "warps_per_block", "tlp": "block", "in_block": "block"}
GAIN = 0.98  # of the time, at most: for less another launch is not chosen
HEAD = """\
// From recorded runs by python -m plots.families.replications.choice: the fastest by number of
// replications.
#pragma once

#include "variants/replications/chosen.h"

namespace replications {

// clang-format off
inline constexpr fastest fastest_by_replications[]{
"""
TAIL = """\
};
// clang-format on

}  // namespace replications
"""


def header(paths: list[Path]) -> str:
    """The header that these runs give, but for those in which `chosen`, which it decides, was timed. InputError if they
    do not have two variants of a model on a GPU."""
    loaded = [[r for r in records if r.family == "replications"] for _, records in map(load_run, paths)]
    deciding = [records for records in loaded if all(r.variant != CHOSEN for r in records)]
    records = latest(r for each in deciding for r in each).timed()
    rows = [row for model in sorted(records.values("model")) for row in rows_of(records, model)]
    if not rows:
        raise InputError(f"{paths[0]}: no two of {', '.join(runs.ON_GPU)} were timed on a GPU at the same replications")
    return HEAD + "".join(_line(*row) for row in rows) + TAIL


def _line(model: str, n: int, launch: Launch) -> str:
    variant, axis, value = launch
    return f'    {{"{model}", {n}, "{variant}", "{axis}", {value}}},\n'


def curves_of(records: Records, model: str) -> dict[Launch, Curve]:
    """The curve of each launch in which no other tuning axis was varied: those have the value that most records have."""
    curves: dict[Launch, Curve] = {}
    for variant in runs.ON_GPU:
        axis, mine = TUNED[variant], runs.usual(records, model).where(variant=variant)
        others = Counter(_others(r, axis) for r in mine)
        for r in mine:
            if _others(r, axis) == others.most_common(1)[0][0]:
                curves.setdefault((variant, axis, r[axis]), {})[r[runs.REPLICATIONS]] = r
    return curves


def _others(r: Record, axis: str) -> tuple:
    return tuple((name, value) for name, value in r.tuning if name != axis)


def rows_of(records: Records, model: str) -> list[Row]:
    """Another launch takes over at a number of replications where both were timed and it is faster, by more than a
    little and beyond the intervals of the times."""
    curves = curves_of(records, model)
    numbers = sorted(n for n in set().union(*curves.values()) if sum(n in curve for curve in curves.values()) > 1)
    rows: list[Row] = []
    before = 0
    for n in numbers:
        launch = min((each for each in curves if n in curves[each]), key=lambda each: curves[each][n].time_s)
        if not rows:
            rows.append((model, 1, launch))
        _, last, present = rows[-1]
        if n not in curves[present]:
            continue
        gain = measured.time(curves[launch][n]) / measured.time(curves[present][n])
        if gain.high < 1 and gain.value < GAIN:
            threshold = _threshold(curves[present], curves[launch], before, n)
            rows.append((model, max(threshold, last + 1), launch))
        before = n
    return rows


def _threshold(early: Curve, late: Curve, before: int, n: int) -> int:
    """Between two numbers: where the times cross, else their geometric mean; to two digits."""
    threshold = sqrt(before * n)
    if before in late:
        crossing = crossover.between(*({k: curve[k] for k in (before, n)} for curve in (early, late)))
        threshold = crossing.start if crossing.start is not None and crossing.start > before else threshold
    unit = 10 ** max(floor(log10(threshold)) - 1, 0)
    return round(threshold / unit) * unit


def main(arguments: list[str] | None = None) -> int:
    parser = command.Parser(prog="python -m plots.families.replications.choice", description=__doc__.partition(": ")[2])
    parser.add_argument("run", nargs="+", type=command.path, metavar="RUN", help="run directory of a GPU")
    return command.run("choice", lambda: print(header(parser.parse_args(arguments).run), end=""))


if __name__ == "__main__":
    sys.exit(main())

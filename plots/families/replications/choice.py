"""python -m plots.families.replications.choice RUN...: the fastest variant by number of replications, as a C++ header."""

from __future__ import annotations

import argparse
import sys
from math import floor, log10, sqrt
from pathlib import Path

from plots import claims
from plots.errors import InputError
from plots.families.replications import crossover, runs
from plots.families.replications.runs import Curve
from plots.load import load_run
from plots.records import Records, latest

Row = tuple[str, int, str]  # model, from so many replications on, variant
HEAD = """\
// From recorded runs by python -m plots.families.replications.choice: the fastest by number of
// replications.
#pragma once

#include <cstdint>
#include <string_view>

namespace replications {

struct fastest {
  std::string_view model;
  std::int64_t from_replications;
  std::string_view variant;
};

// clang-format off
inline constexpr fastest fastest_by_replications[]{
"""
TAIL = """\
};
// clang-format on

}  // namespace replications
"""


def header(paths: list[Path]) -> str:
    """The header that these runs give. InputError if they do not have two variants of a model on a GPU."""
    loaded = [load_run(path) for path in paths]
    records = latest(r for _, each in loaded for r in each if r.family == "replications")[0].timed()
    rows = [row for model in sorted(records.values("model")) for row in rows_of(records, model)]
    if not rows:
        raise InputError(f"{paths[0]}: no two of {', '.join(runs.ON_GPU)} were timed on a GPU at the same replications")
    return HEAD + "".join(f'    {{"{model}", {n}, "{variant}"}},\n' for model, n, variant in rows) + TAIL


def rows_of(records: Records, model: str) -> list[Row]:
    """From the first number of replications on that all variants were timed at. Another variant takes over where it is
    faster beyond the intervals of the times."""
    records = runs.usual(records, model)
    curves = {variant: curve for variant in runs.ON_GPU if (curve := runs.curve(records, variant))}
    shared = sorted(set.intersection(*(set(curve) for curve in curves.values()))) if len(curves) > 1 else []
    rows: list[Row] = []
    for i, n in enumerate(shared):
        variant = min(curves, key=lambda v: curves[v][n].time_s)
        if not rows:
            rows.append((model, 1, variant))
        _, last, present = rows[-1]
        if variant != present and claims.ratio(curves[variant][n], curves[present][n]).high < 1:
            threshold = _threshold(curves[present], curves[variant], shared[i - 1], n)
            rows.append((model, max(threshold, last + 1), variant))
    return rows


def _threshold(early: Curve, late: Curve, before: int, n: int) -> int:
    """Between two numbers: where the times cross, else their geometric mean; to two digits."""
    found = crossover.between(*({k: curve[k] for k in (before, n)} for curve in (early, late)))
    at = found.at if found.at is not None and found.at > before else sqrt(before * n)
    unit = 10 ** max(floor(log10(at)) - 1, 0)
    return round(at / unit) * unit


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m plots.families.replications.choice", description=__doc__.partition(": ")[2]
    )
    parser.add_argument("run", nargs="+", type=Path, metavar="RUN", help="run directory of a GPU")
    try:
        print(header(parser.parse_args(arguments).run), end="")
    except InputError as error:
        print(f"choice: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Holds our scoring beside the PyPI package autotuning-methodology, by the authors of the methodology.

    kt/bin/pip install autotuning_methodology==1.1.0     # kt: see replay.py
    kt/bin/python examples/tuner_bench/kernel_tuner/methodology.py SPACE.json.gz... [--out NUMBERS.json]

For each T4 file, its objective minimised and then maximised: what the package computes, and beside it what this bench does.
--out writes the package's numbers. tests/tune/data/methodology.json is of the two spaces beside it, by
`methodology.py tests/tune/data/*_t4.json --out tests/tune/data/methodology.json`; tests/python/test_tuning_methodology.py
holds our scoring against it. README.md says where the two differ on purpose.
"""

import argparse
import gzip
import json
import math
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
from autotuning_methodology.baseline import RandomSearchCalculatedBaseline, RandomSearchSimulatedBaseline
from autotuning_methodology.searchspace_statistics import SearchspaceStatistics

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from examples.tuner_bench.landscape import Landscape  # noqa: E402

TIMES = ["compilation", "runtimes", "framework", "search_algorithm", "validation"]
PERCENTILES = [0.25, 0.5, 0.75, 0.9, 0.95]
MOST_EVALUATIONS = 200
BATCHES, REPEATS = 10, 1000  # of simulated random search


def statistics(path, is_maximised):
    """The package's view of a space; it reads plain files alone."""
    packed = path.suffix == ".gz"
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "space.json"
        plain.write_bytes(gzip.decompress(path.read_bytes()) if packed else path.read_bytes())
        return SearchspaceStatistics("recorded", "recorded", not is_maximised, TIMES, ["time"], plain)


def simulated(stats):
    """Mean best value after each number of draws, and its standard error. The package simulates as many draws as it is told,
    among that many of the best configurations, so it is told all."""
    np.random.seed(1)
    how = {"repeats": REPEATS, "limit_fevals": stats.size, "index": False, "flatten": False}
    batches = [RandomSearchSimulatedBaseline(stats, **how).performance_at_feval for _ in range(BATCHES)]
    means = np.array(batches)[:, : min(MOST_EVALUATIONS, stats.size - 1)]
    return means.mean(axis=0), means.std(axis=0, ddof=1) / BATCHES**0.5


def numbers(path, is_maximised):
    stats = statistics(path, is_maximised)
    baseline = RandomSearchCalculatedBaseline(stats)
    evaluations = np.arange(1, min(MOST_EVALUATIONS, stats.size - 1) + 1)
    mean, error = simulated(stats)
    drawn = baseline.get_curve(evaluations, "fevals")
    found = (drawn + stats.total_performance_absolute_optimum()) / 2  # a strategy half way to the optimum, and back
    found[::3] = stats.total_performance_median()
    is_above = drawn != stats.total_performance_absolute_optimum()  # else the package divides by zero
    cut_offs = [stats.cutoff_point(p) for p in PERCENTILES]
    return {
        "is_maximised": is_maximised,
        "percentiles": PERCENTILES,
        "cut_offs": [float(value) for value, _ in cut_offs],
        "budgets": [int(budget) for _, budget in cut_offs],
        "by_rank": baseline._get_random_curve(evaluations, smoothing=False).tolist(),
        "simulated": mean.tolist(),
        "simulated_error": error.tolist(),
        "baseline": drawn[is_above].tolist(),
        "found": found[is_above].tolist(),
        "standardised": standardised(baseline, evaluations, found, is_above),
    }, stats


def standardised(baseline, evaluations, found, is_above):
    curve = baseline.get_curve
    baseline.get_curve = lambda *given: curve(evaluations, "fevals")[
        is_above
    ]  # smoothed over all evaluations, as above
    return baseline.get_standardised_curve(evaluations[is_above], found[is_above], "fevals").tolist()


def random_best_of_what_ran(land, m):
    """Exact expectation of the best loss after m draws that did not all fail, which is what the package simulates."""
    failed = land.size - len(land.valid)
    none_ran = math.prod((failed - k) / (land.size - k) for k in range(m))
    return (land.random_best(m) - none_ran * land.worst) / (1 - none_ran)


def beside(path, its, stats):
    """A row of the table."""
    land = Landscape(stats.objective_performances_total, stats.objective_times_total, its["is_maximised"])
    ours = [land.budget_at(p) for p in PERCENTILES]
    cut_offs = [land.sign * land.cut_off(p) for p in PERCENTILES]
    exact = np.array([land.sign * land.random_best(m + 1) for m in range(len(its["by_rank"]))])
    worst_rank = np.max(np.abs(its["by_rank"] - exact) / abs(land.optimum))
    among_ran = [land.sign * random_best_of_what_ran(land, m + 1) for m in range(len(exact))]
    errors = np.abs(np.subtract(its["simulated"], among_ran)) / np.maximum(its["simulated_error"], 1e-9 * abs(exact))
    return [
        f"{path.name} {'up' if its['is_maximised'] else 'down'}",
        f"{np.max(np.abs(np.subtract(cut_offs, its['cut_offs']))):.1e}",
        " ".join(map(str, its["budgets"])),
        " ".join(map(str, ours)),
        f"{worst_rank:.4f}",
        f"{np.max(errors):.1f}",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    heads = ["space", "cut-offs differ by", "its budgets", "ours", "baseline by rank off by", "simulated off by errors"]
    print("", *heads, "", sep=" | ")
    print("|", "--- |" * len(heads))
    spaces = {}
    for path in given.files:
        for is_maximised in (False, True):
            its, stats = numbers(path, is_maximised)
            spaces.setdefault(path.name, []).append(its)
            print("", *beside(path, its, stats), "", sep=" | ", flush=True)
    if given.out:
        document = {
            "made_by": "examples/tuner_bench/kernel_tuner/methodology.py, autotuning-methodology 1.1.0",
            "spaces": spaces,
        }
        given.out.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()

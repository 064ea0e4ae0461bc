"""Our scoring beside numbers of the package autotuning-methodology, which examples/tuner_bench/kernel_tuner/methodology.py made."""

import json
import math

import numpy as np
import pytest
from program import ROOT

from examples.tuner_bench import recorded
from examples.tuner_bench.landscape import Landscape
from examples.tuner_bench.scoring import performance

DATA = ROOT / "tests/tune/data"
NUMBERS = json.loads((DATA / "methodology.json").read_text())["spaces"]


@pytest.fixture(
    params=[(space, i) for space in NUMBERS for i in (0, 1)], ids=lambda p: f"{p[0]} {('down', 'up')[p[1]]}"
)
def its(request):
    space, i = request.param
    numbers = NUMBERS[space][i]
    found = recorded.read(DATA / space, is_maximised=numbers["is_maximised"])
    return numbers | {"land": Landscape(found.values, found.costs_ms, found.is_maximised)}


def ceil_ratio(i, n):
    return math.ceil(i / (n + 1 - i))


def test_cut_offs_are_its_own_and_budgets_count_from_one(its):
    """The package counts the value at the cut-off from 0, and takes the one before where that is the optimum."""
    land = its["land"]
    n = len(land.valid)
    for p, cut_off, budget in zip(its["percentiles"], its["cut_offs"], its["budgets"], strict=True):
        assert land.sign * land.cut_off(p) == pytest.approx(cut_off, rel=1e-12)
        reached = land.valid[land.valid <= land.cut_off(p)]
        i = n - len(reached) + 1
        assert land.budget_at(p) == ceil_ratio(i, n)
        assert budget == ceil_ratio(i - 1 - (reached[-1] == land.optimum), n)


def test_the_random_baseline_is_what_its_simulation_comes_to(its):
    """It leaves out draws that all failed."""
    land = its["land"]
    failed = land.size - len(land.valid)
    for m, (mean, error) in enumerate(zip(its["simulated"], its["simulated_error"], strict=True), 1):
        none_ran = math.comb(failed, m) / math.comb(land.size, m)
        ours = (land.random_best(m) - none_ran * land.worst) / (1 - none_ran)
        assert land.sign * ours == pytest.approx(mean, abs=4 * error + 1e-9)


def test_its_calculated_baseline_is_the_value_at_the_expected_rank(its):
    """Rounded, of what ran, counted from 0: no expectation of the value, which ours is."""
    worst_first = its["land"].valid[::-1]
    n = len(worst_first)
    for m, value in enumerate(its["by_rank"], 1):
        assert its["land"].sign * worst_first[min(n - 1, round(m * (n + 1) / (m + 1)))] == value


def test_performance_over_the_same_baseline_is_the_same(its):
    land = its["land"]
    found, baseline = (land.losses(np.array(its[name])) for name in ("found", "baseline"))
    np.testing.assert_allclose(performance(land, found, baseline), its["standardised"], rtol=1e-9)

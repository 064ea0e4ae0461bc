"""Steps of a time are told from straight lines, from bends and from noise."""

import numpy as np
import pytest
from replication_records import stairs

from plots.families.replications import staircase

DENSE = np.arange(1, 201)
SPARSE = np.unique(np.geomspace(1, 20000, 60).round())
LATE = np.arange(33, 8000, 32)  # a bend below 97 lies among points too few for a stretch


def steps(n, law, scatter, seed=1):
    """Found in times with a scatter that the intervals do not show."""
    rng = np.random.default_rng(seed)
    times = law(n) * (1 + scatter * rng.standard_normal(len(n)))
    return staircase.find(n, times, np.full(len(n), scatter / 5)).steps


@pytest.mark.parametrize("height", [0.01, 0.3, 1.0])
@pytest.mark.parametrize("scatter", [0, 0.001])
def test_steps_are_found_where_they_are(height, scatter):
    jumps = steps(DENSE, stairs(height, 64), scatter)
    assert [step.low <= n <= step.high <= n + 1 for step, n in zip(jumps, (65, 129, 193))] == [True] * 3
    assert len(jumps) == 3 and jumps[0].height == pytest.approx(height, rel=0.1)


def test_a_step_lies_between_the_points_beside_it():
    """Six treads of four points."""
    (first, *_) = jumps = steps(np.arange(1, 384, 16), stairs(0.3, 64), 0.002)
    assert (first.low, first.high) == (50, 65) and len(jumps) == 5


def test_where_a_low_step_is_is_as_uncertain_as_the_scatter_makes_it():
    inside, widths = 0, []
    for seed in range(40):
        if jumps := steps(DENSE[:128], stairs(0.01, 64), 0.003, seed):
            inside += jumps[0].low <= 65 <= jumps[0].high
            widths.append(jumps[0].high - jumps[0].low)
    assert len(widths) >= 38 and inside >= 35 and max(widths) > 0


def test_growth_between_steps_is_no_step():
    (only,) = steps(DENSE, lambda n: (1 + 0.003 * n) * np.where(n > 64, 1.3, 1), 0.002)
    assert (only.low, only.high) == (65, 65) and only.height == pytest.approx(0.3, rel=0.03)


LAWS = {
    "flat": np.ones_like,
    "proportional": lambda n: 1.0 * n,
    "with a floor": lambda n: 1 + 0.01 * n,
    "a bend": lambda n: 1 + 0.02 * np.maximum(0, n - 50),
    "a bow": lambda n: np.hypot(1, n / 60),
    "a logarithm": lambda n: 1 + 0.05 * np.log(n),
}


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("n", [DENSE, SPARSE, LATE], ids=["dense", "sparse", "late"])
@pytest.mark.parametrize("scatter", [0, 0.001, 0.02])
def test_lines_bends_and_noise_have_no_steps(law, n, scatter):
    """One of twenty may be taken for a step."""
    assert sum(bool(steps(n, law, scatter, seed)) for seed in range(20)) <= 1


def test_neighbours_that_deviate_alike_are_no_step():
    """Without a correction two of five of these would have one."""
    taken_for_steps = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        wander = 0.003 * np.convolve(rng.standard_normal(len(DENSE) + 9), 0.5 ** np.arange(10), "valid")
        taken_for_steps += bool(staircase.find(DENSE, 1 + wander, np.full(len(DENSE), 6e-4)).steps)
    assert taken_for_steps <= 15


def test_a_time_that_falls_is_no_step():
    assert not steps(DENSE, lambda n: np.where(n > 100, 0.8, 1.0), 0.002)


def test_too_few_points_say_nothing():
    assert staircase.find([1, 2, 3], [1, 1, 2], [0.01] * 3) is None

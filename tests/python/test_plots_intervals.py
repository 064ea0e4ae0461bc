"""Intervals of what is made of several quantities hold what they say, and are as wide as they must be."""

import math

import numpy as np
import pytest
from scipy import stats
from synthetic import record, write_run

from plots.data import intervals
from plots.data.load import load_run
from plots.data.records import Records
from plots.verdicts.claims import Measured
from plots.verdicts.measures import Time


@pytest.fixture(scope="module")
def some_records(tmp_path_factory):
    made = [record("a_dense", 1.0, steps=steps) for steps in (1, 2, 3)]
    return load_run(write_run(tmp_path_factory.mktemp("some"), made))[1]


def times(some_records, *ends):
    return [Time(*each, Records([r])) for each, r in zip(ends, some_records)]


def test_errors_add_up_as_squares(some_records):
    one, other = times(some_records, (2.0, 1.9, 2.2), (1.0, 0.8, 1.1))
    value, low, high = intervals.quotient(one, other)
    assert value == 2.0
    assert math.log(2 / low) == pytest.approx(math.hypot(math.log(2 / 1.9), math.log(1.1)))
    assert math.log(high / 2) == pytest.approx(math.hypot(math.log(2.2 / 2), math.log(1 / 0.8)))
    assert intervals.difference(one, other) == pytest.approx((1, 1 - math.hypot(0.1, 0.1), 1 + math.hypot(0.2, 0.2)))
    assert intervals.mean([one, other]) == pytest.approx(
        (1.5, 1.5 - math.hypot(0.1, 0.2) / 2, 1.5 + math.hypot(0.2, 0.1) / 2)
    )


def test_alike_quantities_know_their_mean_by_the_root_of_their_number(some_records):
    each = times(some_records, *[(1.0, 0.9, 1 / 0.9)] * 3)
    value, low, high = intervals.geometric_mean(each)
    assert (value, math.log(low), math.log(high)) == pytest.approx((1, math.log(0.9) / 3**0.5, -math.log(0.9) / 3**0.5))


def test_what_shares_a_record_errs_together(some_records):
    one = Time(2.0, 1.9, 2.2, Records(some_records[:2]))
    other = Time(1.0, 0.8, 1.1, Records(some_records[1:]))
    assert intervals.quotient(one, other) == (2.0, 1.9 / 1.1, 2.2 / 0.8)
    assert intervals.difference(one, other) == pytest.approx((1.0, 0.8, 1.4))
    assert intervals.mean([one, other]) == pytest.approx((1.5, 1.35, 1.65))
    assert intervals.geometric_mean([one, one]) == pytest.approx((2.0, 1.9, 2.2))


def test_what_may_be_nothing_or_less_keeps_an_interval(some_records):
    one, other = times(some_records, (0.2, 0.0, 0.4), (1.0, 0.9, 1.1))
    value, low, high = intervals.quotient(one, other)
    assert low == 0 and value == 0.2 < high < 0.4 / 0.9
    slopes = (
        Measured(0.5, -0.1, 1.1, "", tuple(some_records[:1])),
        Measured(2.0, 1.9, 2.1, "", tuple(some_records[1:2])),
    )
    assert intervals.quotient(*slopes) == (0.25, -0.1 / 1.9, 1.1 / 1.9)


@pytest.mark.parametrize("spreads", [(0.02, 0.02), (0.02, 0.002), (0.1, 0.03)])
@pytest.mark.parametrize("instances", [1, 3])
def test_the_level_of_a_quotient_is_that_of_its_times(some_records, spreads, instances):
    """Means over instances, each timed by three processes, with what Student says of the fourth: the quotient of these
    fourths lies within its interval at least as often."""
    random, processes, tries, inside = np.random.default_rng(1), 3, 4000, 0
    width = stats.t.ppf(0.975, processes - 1) * (1 + 1 / processes) ** 0.5
    for _ in range(tries):
        sides, fourths = [], []
        for spread in spreads:
            logs = random.normal(0, spread, (instances, processes + 1))
            centre, half = logs[:, :3].mean(axis=1), width * logs[:, :3].std(axis=1, ddof=1)
            timed = [Time(*np.exp((c, c - h, c + h)), Records()) for c, h in zip(centre, half)]
            sides.append(Time(*intervals.mean(timed), Records()))
            fourths.append(np.exp(logs[:, 3]).mean())
        _, low, high = intervals.quotient(*sides)
        inside += low <= fourths[0] / fourths[1] <= high
    assert inside / tries > 0.945

"""Intervals of times and of what is made of several hold what they say, and are as wide as they must be."""

import math

import numpy as np
import pytest
from scipy import stats
from synthetic import processes, record, write_run

from plots.data import measured
from plots.data.load import load_run
from plots.data.measured import Measured


@pytest.fixture(scope="module")
def some_records(tmp_path_factory):
    made = [record("a_dense", 1.0, steps=steps) for steps in (1, 2, 3)]
    return load_run(write_run(tmp_path_factory.mktemp("some"), made))[1]


def quantities(some_records, *ends):
    return [Measured(*each, records=(r,)) for each, r in zip(ends, some_records)]


def ends(m):
    return m.value, m.low, m.high


def test_errors_add_up_as_squares(some_records):
    one, other = quantities(some_records, (2.0, 1.9, 2.2), (1.0, 0.8, 1.1))
    quotient = one / other
    assert quotient.value == 2.0
    assert math.log(2 / quotient.low) == pytest.approx(math.hypot(math.log(2 / 1.9), math.log(1.1)))
    assert math.log(quotient.high / 2) == pytest.approx(math.hypot(math.log(2.2 / 2), math.log(1 / 0.8)))
    assert ends(one - other) == pytest.approx((1, 1 - math.hypot(0.1, 0.1), 1 + math.hypot(0.2, 0.2)))
    half = math.hypot(0.1, 0.2) / 2
    assert ends(measured.mean([one, other])) == pytest.approx((1.5, 1.5 - half, 1.5 + half))


def test_alike_quantities_know_their_mean_by_the_root_of_their_number(some_records):
    mean = measured.geometric_mean(quantities(some_records, *[(1.0, 0.9, 1 / 0.9)] * 3))
    assert (mean.value, math.log(mean.low), math.log(mean.high)) == pytest.approx(
        (1, math.log(0.9) / 3**0.5, -math.log(0.9) / 3**0.5)
    )


def test_what_shares_a_record_errs_together(some_records):
    one = Measured(2.0, 1.9, 2.2, records=tuple(some_records[:2]))
    other = Measured(1.0, 0.8, 1.1, records=tuple(some_records[1:]))
    assert ends(one / other) == (2.0, 1.9 / 1.1, 2.2 / 0.8)
    assert ends(one - other) == pytest.approx((1.0, 0.8, 1.4))
    assert ends(measured.mean([one, other])) == pytest.approx((1.5, 1.35, 1.65))
    assert ends(measured.geometric_mean([one, one])) == pytest.approx((2.0, 1.9, 2.2))


def test_what_may_be_nothing_or_less_keeps_an_interval(some_records):
    one, other = quantities(some_records, (0.2, 0.0, 0.4), (1.0, 0.9, 1.1))
    assert (one / other).low == 0 and (one / other).value == 0.2 < (one / other).high < 0.4 / 0.9
    slope, steeper = quantities(some_records, (0.5, -0.1, 1.1), (2.0, 1.9, 2.1))
    assert ends(slope / steeper) == (0.25, -0.1 / 1.9, 1.1 / 1.9)


def timed(tmp_path, name, *medians, processor="gpu"):
    """Cases of one run: of each the medians of its processes in ms."""
    lines = []
    for steps, each in enumerate(medians):
        line = record("a_dense", 1e-3 * sorted(each)[len(each) // 2], processor=processor, steps=steps + 1)
        line["measurement"]["processes"] = processes(*(1e6 * m for m in each), half=0)
        lines.append(line)
    return [measured.time(r) for r in load_run(write_run(tmp_path / name, lines))[1]]


def test_a_time_has_the_interval_of_the_mean_of_its_processes(tmp_path):
    (time,) = timed(tmp_path, "run", (1.0, 1.1, 1.21, 1.331, 1.4641))
    half = stats.t.ppf(0.975, 4) * np.std(np.arange(5), ddof=1) / 5**0.5 * math.log(1.1)
    assert ends(time) == pytest.approx((1.21e-3, 1.21e-3 * math.exp(-half), 1.21e-3 * math.exp(half)))


@pytest.mark.parametrize("processor, off", [("gpu", 0.05), ("cpu", 0.55)])
def test_fewer_than_three_processes_know_what_processes_keep_to(tmp_path, processor, off):
    (time,) = timed(tmp_path, "run", (1.0, 1.0), processor=processor)
    assert ends(time) == pytest.approx((1e-3, 1e-3 / (1 + off), 1e-3 * (1 + off)))


def test_what_a_round_does_to_both_cancels(tmp_path):
    one, other, twice = timed(tmp_path, "run", (1.0, 1.3, 0.9), (2.0, 2.6, 1.8), (1.0, 1.0, 1.0))
    (elsewhere,) = timed(tmp_path, "another", (2.0, 2.6, 1.8))
    assert ends(one / other) == pytest.approx((0.5, 0.5, 0.5))
    assert (one / elsewhere).high > 0.6
    mean = measured.geometric_mean([one / other, other / one])
    assert ends(mean) == pytest.approx((1, 1, 1))
    assert (one / twice).value == pytest.approx((1.0 * 1.3 * 0.9) ** (1 / 3))


def test_a_slope_is_as_sure_as_its_times_whatever_their_curve(tmp_path, some_records):
    """t = n^2 but for one size; what a round multiplies all by cancels, and the ends of times apart add up as squares."""
    curve = (1.0, 4.4, 9.0)
    slope = measured.loglog_slope([1, 2, 3], timed(tmp_path, "run", *([t * f for f in (1, 1.3, 0.8)] for t in curve)))
    assert slope.low == pytest.approx(slope.high) == pytest.approx(np.polyfit(np.log([1, 2, 3]), np.log(curve), 1)[0])
    apart = measured.loglog_slope([1, 2], quantities(some_records, (1.0, 0.9, 1.2), (4.0, 3.8, 4.1)))
    assert ends(apart) == pytest.approx(
        (2, 2 - math.hypot(math.log2(1.2), math.log2(4 / 3.8)), 2 + math.hypot(math.log2(1 / 0.9), math.log2(4.1 / 4)))
    )


def test_a_quotient_is_that_of_the_means_paired_or_not(tmp_path):
    """So that the same two cases never have two ratios."""
    one, other = timed(tmp_path, "run", (1.0, 1.3, 0.9), (2.0, 1.9, 1.7))
    (elsewhere,) = timed(tmp_path, "another", (2.0, 1.9, 1.7))
    assert (one / other).value == pytest.approx((one / elsewhere).value)


@pytest.mark.parametrize("spreads", [(0.02, 0.02), (0.02, 0.002), (0.1, 0.03)])
@pytest.mark.parametrize("instances, count", [(1, 3), (3, 3), (1, 5)])
@pytest.mark.parametrize("paired", [True, False])
def test_the_level_of_a_quotient_is_95_percent(spreads, instances, count, paired):
    """Of means over instances, whose processes share what a round does to them: 1 is within at least as often."""
    random, tries, inside = np.random.default_rng(1), 2000, 0
    for _ in range(tries):
        of_rounds, sides = random.normal(0, 0.05, count) if paired else np.zeros(count), []
        for side, spread in enumerate(spreads):
            rounds = np.exp(random.normal(0, spread, (instances, count)) + of_rounds)
            timed = [_of_processes(each, "one" if paired else side) for each in rounds]
            sides.append(measured.mean(timed))
        quotient = sides[0] / sides[1]
        inside += quotient.low <= 1 <= quotient.high
    assert 0.94 < inside / tries and (not paired or inside / tries < 0.965)


def _of_processes(medians, run):
    logs = np.log(medians)
    half = stats.t.ppf(0.975, len(logs) - 1) * logs.std(ddof=1) / len(logs) ** 0.5
    value, low, high = np.exp([logs.mean(), logs.mean() - half, logs.mean() + half])
    return Measured(value, low, high, rounds={(run, i): m for i, m in enumerate(medians)})

"""Fits against SciPy's, closed forms, and synthetic streams with planted laws."""

import numpy as np
import pytest
from scipy.optimize import curve_fit
from scipy.stats import linregress

from plots.data import fit

STREAMS = 500
FLOOR_S, NOISE = 5e-6, 0.02
SIZES = np.repeat(2.0 ** np.arange(4, 16), 5)


@pytest.fixture(scope="module", params=list(fit.CLASSES))
def streams(request):
    """500 streams of one class: the planted law and what growth_classes says of each."""
    name = request.param
    growth = fit.CLASSES[name]
    rng = np.random.default_rng(20261121 + len(name))
    found = []
    for _ in range(STREAMS):
        truth = FLOOR_S + 10 ** rng.uniform(-9, -6) * growth(SIZES)
        y = truth * (1 + NOISE * rng.standard_normal(len(SIZES)))
        found.append((truth, fit.growth_classes(SIZES, y)))
    return name, found


def test_the_planted_class_is_in_the_set(streams):
    name, found = streams
    assert sum(name in growths.names for _, growths in found) >= 0.95 * STREAMS


def test_the_prediction_at_the_smallest_size_is_within_the_noise(streams):
    _, found = streams
    error = np.array([abs(growths.best(SIZES[0]) / truth[0] - 1) for truth, growths in found])
    assert np.mean(error <= 0.02) >= 0.95


def test_the_set_is_small_where_the_data_are_clear(streams):
    name, found = streams
    if name in ("n", "n log n", "n^1.5", "n^2", "n^3"):
        assert np.mean([len(growths.names) for _, growths in found]) < 1.5


def test_short_noisy_data_leave_several_classes():
    rng = np.random.default_rng(3)
    n = np.array([100.0, 110, 120, 130, 140, 150])
    growths = fit.growth_classes(n, 1e-3 * n * np.log(n) * (1 + 0.05 * rng.standard_normal(6)))
    assert {"n", "n log n", "n^1.5"} <= set(growths.names)


def test_a_of_a_s3_is_the_plain_least_squares_of_table_1():
    s = np.array([250.0, 500, 1000, 2000, 5000])
    t = 6.742e-9 * s**3 * np.array([1.3, 1.1, 1.02, 0.99, 1.001])
    expected, covariance = curve_fit(lambda x, a: a * x**3, s, t, p0=[1e-9])
    got = fit.proportional(s, t)
    assert got.value == pytest.approx(expected[0], rel=1e-6)
    assert (got.high - got.low) / 2 == pytest.approx(2.7764 * np.sqrt(covariance[0, 0]), rel=1e-3)  # t(0.975, 4)


def test_with_floor_agrees_with_scipy():
    rng = np.random.default_rng(5)
    s = np.array([250.0, 500, 1000, 2000, 3000, 5000])
    t = (2e-3 + 3e-12 * s**3) * (1 + 0.01 * rng.standard_normal(6))
    expected, covariance = curve_fit(lambda x, a, b: a + b * x**3, s, t, p0=[1e-3, 1e-12], sigma=t)
    got = fit.with_floor(s, t)
    assert [got.a.value, got.b.value] == pytest.approx(expected, rel=1e-6)
    assert got.b.high - got.b.value == pytest.approx(2.7764 * np.sqrt(covariance[1, 1]), rel=1e-3)  # t(0.975, 4)


def test_intervals_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(7)
    s = np.repeat([250.0, 500, 1000, 2000, 5000], 2)
    truth = 1e-3 + 2e-12 * s**3
    covered = 0
    for _ in range(STREAMS):
        b = fit.with_floor(s, truth * (1 + NOISE * rng.standard_normal(len(s)))).b
        covered += b.low <= 2e-12 <= b.high
    assert covered >= 0.93 * STREAMS


def test_a_floor_is_never_negative():
    s = np.array([100.0, 200, 400, 800, 1600])
    got = fit.with_floor(s, 1e-9 * s**2 - 5e-6, "n^2")
    assert got.a.value == 0 and got.a.low == 0 and got.b.value > 0


def test_falling_times_have_no_growth():
    got = fit.with_floor([1.0, 2, 4, 8], [4.0, 3, 2, 1], "n")
    assert got.b.value == 0 and got.a.value > 0


def test_slope_agrees_with_scipy():
    x = np.array([1e3, 5e3, 1e4, 3e4])
    y = np.array([2.0, 39, 183, 1938])
    expected = linregress(np.log(x), np.log(y))
    got = fit.loglog_slope(x, y)
    assert got.value == pytest.approx(expected.slope)
    assert got.high - got.value == pytest.approx(4.3027 * expected.stderr, rel=1e-4)  # t(0.975, 2)


def test_crossing():
    assert fit.crossing([0.1, 0.3, 0.5], [4.0, 2.0, 0.5]) == pytest.approx(0.4)
    assert fit.crossing([0.1, 0.3], [4.0, 2.0]) is None


@pytest.mark.parametrize(
    "call",
    [
        lambda: fit.proportional([1], [1]),
        lambda: fit.with_floor([1, 2, 3], [1, 2, 3]),
        lambda: fit.loglog_slope([1, 2], [1, 2]),
        lambda: fit.loglog_slope([0, 1, 2], [1, 2, 3]),
        lambda: fit.loglog_slope([2, 2, 2], [1, 2, 3]),
        lambda: fit.growth_classes([1, 2, 3, 4], [1, 2, 3, 4]),
        lambda: fit.proportional([1, 2], [0, 1]),
        lambda: fit.proportional([1, 2], [1, 2, 3]),
    ],
)
def test_what_can_not_be_fitted_is_refused(call):
    with pytest.raises(ValueError):
        call()

"""Fits of time against size, with 95 % intervals.

Every function takes sizes x and times (or another positive quantity) y of equal length, one entry a point, repeats
allowed, and raises ValueError when there are too few points to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

Growth = Callable[[np.ndarray], np.ndarray]

# Candidates g(n) of T = a + b g(n), from slow to fast growth.
CLASSES: dict[str, Growth] = {
    "1": np.ones_like,
    "log n": np.log,
    "n": lambda n: n,
    "n log n": lambda n: n * np.log(n),
    "n^1.5": lambda n: n**1.5,
    "n^2": lambda n: n**2,
    "n^3": lambda n: n**3,
}
# A class stays in the set while its AICc is within this of the best: it is then no more than e^3 = 20 times less
# likely, the usual 5 % line.
INDISTINCT_AICC = 6.0


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class FloorFit:
    """T = a + b g(n), a >= 0 the floor, relative weights."""

    name: str
    a: Estimate
    b: Estimate
    aicc: float
    growth: Growth

    def __call__(self, n) -> np.ndarray:
        return self.a.value + self.b.value * self.growth(np.asarray(n, dtype=float))


@dataclass(frozen=True)
class Growths:
    """The best class and all those that the data can not tell from it (the best first)."""

    best: FloorFit
    indistinct: list[FloorFit]

    @property
    def names(self) -> list[str]:
        return [f.name for f in self.indistinct]


def proportional(x: Sequence[float], y: Sequence[float], growth: Growth = CLASSES["n^3"]) -> Estimate:
    """a in y = a g(x) by plain least squares, as Hoffmann 2010, Table I (g = x^3); absolute, so the largest sizes
    decide. Needs two points."""
    x, y = _points(x, y, 2)
    g = growth(x)
    a = float(g @ y / (g @ g))
    error = float(np.sqrt(np.sum((y - a * g) ** 2) / (len(x) - 1) / (g @ g)))
    half = stdtrit(len(x) - 1, 0.975) * error
    return Estimate(a, a - half, a + half)


def with_floor(x: Sequence[float], y: Sequence[float], name: str = "n^3") -> FloorFit:
    """T = a + b g(n) with a, b >= 0 by least squares of relative residuals (T - y)/y, so that a 5 us point counts as
    much as a 5 s one. Needs four points; a floor that would be negative is 0 and is fitted no more.
    """
    x, y = _points(x, y, 4)
    growth = CLASSES[name]
    ones, g = np.ones_like(x), growth(x)
    if name == "1":
        coefficients, errors, free = _relative([ones], y)
        return _floor_fit(name, (coefficients[0], 0.0), (errors[0], 0.0), free, [ones, g], y)
    coefficients, errors, free = _relative([ones, g], y)
    if coefficients[0] < 0:
        only_b, error, free = _relative([g], y)
        return _floor_fit(name, (0.0, only_b[0]), (0.0, error[0]), free, [ones, g], y)
    if coefficients[1] < 0:
        only_a, error, free = _relative([ones], y)
        return _floor_fit(name, (only_a[0], 0.0), (error[0], 0.0), free, [ones, g], y)
    return _floor_fit(name, tuple(coefficients), tuple(errors), free, [ones, g], y)


def growth_classes(x: Sequence[float], y: Sequence[float]) -> Growths:
    """Fits every class of CLASSES, ranks them by AICc, and keeps those that the data can not tell from the best."""
    x, y = _points(x, y, 5)
    fits = sorted((with_floor(x, y, name) for name in CLASSES), key=lambda f: f.aicc)
    best = fits[0].aicc
    return Growths(fits[0], [f for f in fits if f.aicc - best <= INDISTINCT_AICC])


def loglog_slope(x: Sequence[float], y: Sequence[float]) -> Estimate:
    """The exponent e of y ~ x^e by least squares of the logarithms. Needs three points, all positive."""
    x, y = _points(x, y, 3)
    if np.any(x <= 0):
        raise ValueError("a power law needs positive sizes")
    u, v = np.log(x), np.log(y)
    u_mean = u - u.mean()
    if not np.any(u_mean):
        raise ValueError("a slope needs two different sizes")
    slope = float(u_mean @ v / (u_mean @ u_mean))
    residual = v - v.mean() - slope * u_mean
    error = float(np.sqrt(residual @ residual / (len(x) - 2) / (u_mean @ u_mean)))
    half = stdtrit(len(x) - 2, 0.975) * error
    return Estimate(slope, slope - half, slope + half)


def mean(values: Sequence[float]) -> Estimate:
    """With its interval by Student's t. Needs two values."""
    v = np.asarray(values, dtype=float)
    if len(v) < 2:
        raise ValueError("one value has no spread")
    half = float(stdtrit(len(v) - 1, 0.975) * v.std(ddof=1) / np.sqrt(len(v)))
    return Estimate(float(v.mean()), float(v.mean()) - half, float(v.mean()) + half)


def crossing(x: Sequence[float], ratio: Sequence[float]) -> float | None:
    """The first x at which a ratio passes 1, straight between points in log(ratio); None if it never does."""
    order = np.argsort(x)
    xs, logs = np.asarray(x, dtype=float)[order], np.log(np.asarray(ratio, dtype=float)[order])
    for i in range(len(xs) - 1):
        if logs[i] * logs[i + 1] < 0:
            return float(xs[i] - logs[i] * (xs[i + 1] - xs[i]) / (logs[i + 1] - logs[i]))
    return None


def _points(x: Sequence[float], y: Sequence[float], least: int) -> tuple[np.ndarray, np.ndarray]:
    xs, ys = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if xs.shape != ys.shape or xs.ndim != 1:
        raise ValueError(f"{xs.shape} sizes but {ys.shape} times")
    if len(xs) < least:
        raise ValueError(f"{len(xs)} points; this fit needs {least}")
    if np.any(ys <= 0):
        raise ValueError("a time is not positive")
    return xs, ys


def _relative(columns: list[np.ndarray], y: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """Coefficients, their standard errors and the degrees of freedom of a fit in relative residuals."""
    design = np.column_stack(columns) / y[:, None]
    # Columns differ by up to 1e12 (1 against n^3): scaled to unit length, else the smallest is lost.
    scale = np.linalg.norm(design, axis=0)
    scaled = design / scale
    solution, *_ = np.linalg.lstsq(scaled, np.ones_like(y), rcond=None)
    free = max(len(y) - len(columns), 1)
    residual = 1 - scaled @ solution
    covariance = np.linalg.pinv(scaled.T @ scaled) * (residual @ residual) / free
    return solution / scale, np.sqrt(np.diag(covariance)) / scale, free


def _floor_fit(
    name: str,
    values: tuple[float, float],
    errors: tuple[float, float],
    free: int,
    columns: list[np.ndarray],
    y: np.ndarray,
) -> FloorFit:
    residual = 1 - (values[0] * columns[0] + values[1] * columns[1]) / y
    # A stream without noise would give log 0; nothing is measured better than to 1e-9.
    variance = max(float(np.mean(residual**2)), 1e-18)
    # The coefficients and the noise. One that is held at 0 counts too: else, with few points, AICc would prefer the
    # classes that happen to have their floor held.
    parameters = 2 if name == "1" else 3
    n = len(y)
    aicc = n * np.log(variance) + 2 * parameters + 2 * parameters * (parameters + 1) / max(n - parameters - 1, 1)
    quantile = stdtrit(free, 0.975)
    a, b = (Estimate(v, max(v - quantile * e, 0.0), v + quantile * e) for v, e in zip(values, errors))
    return FloorFit(name, a, b, float(aicc), CLASSES[name])

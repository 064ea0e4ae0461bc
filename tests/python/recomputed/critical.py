"""Densities along time, and the critical p that they fit.

ln rho = a - delta ln t + k t^-delta + b (p - p_c) t^(1/nu), to all p of one d together. For one delta all else is linear:
delta is sought alone, on a line, and the rest follows from it. Towards 0 the second and third term become alike, and the
squares hardly change: what is meant is the minimum that lies nearest to the exponent of the class.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import hypot, log, sqrt
from statistics import fmean, median, stdev

import numpy as np
from scipy.optimize import minimize_scalar

from .choice import that_meet
from .measured import NotMeasured
from .runs import Case

DENSITIES = ("density", "pair_density")
NU = (1.6, 1.75, 1.9)
FIRST_TIMES = (256, 128, 64)  # the last over these
EXPONENT = 0.2
NEAR = 0.3  # |ln rho| from the median of the runs at one time, at most


def full_lattices(cases: Iterable[Case], model: str) -> list[Case]:
    """Those whose densities have errors, that run long enough to say something."""
    found = that_meet(cases, {"model": model, "start": "full"})
    found = [case for case in found if case.answer("density_series") and case.axes["lattices"] > 1]
    return [case for case in found if case.axes["time"] >= 100]


def curve(case: Case, name: str) -> list[tuple[float, float, float]]:
    """(t, density, its standard error) from t = 1 on, as long as anything is left."""
    series, errors = case.answer(f"{name}_series"), case.answer(f"{name}_error_series")
    points = zip(series["x"], series["y"], errors["y"])
    return [(t, y, e) for t, y, e in points if t > 0 and y and y > 0]


@dataclass(frozen=True)
class Fit:
    """p_c and delta with their errors, and what is left, root mean square."""

    p_c: tuple[float, float]
    delta: tuple[float, float]
    left: float


def estimate(cases: tuple[Case, ...]) -> tuple[float, float]:
    """p_c, of particles and pairs together."""
    return _together([fit.p_c for name in DENSITIES for fit in _fits(cases, name)])


def exponent(cases: tuple[Case, ...], name: str) -> tuple[float, float]:
    _fits(cases, DENSITIES[1 - DENSITIES.index(name)])  # must be determined, too
    return _together([fit.delta for fit in _fits(cases, name)])


def left(cases: tuple[Case, ...], name: str) -> float:
    return fmean(fit.left for fit in _fits(cases, name))


def early_exponent(case: Case, name: str, t: float) -> float:
    """Of the octave whose geometric middle is nearest to t."""
    there = {at: y for at, y, _ in curve(case, name)}
    first = min((at for at in there if 2 * at in there), key=lambda at: abs(log(at * sqrt(2) / t)))
    return log(there[first] / there[2 * first]) / log(2)


def _together(found: list[tuple[float, float]]) -> tuple[float, float]:
    """Mean of the fits; their mean statistical error and their spread in quadrature."""
    values, errors = zip(*found)
    return fmean(values), hypot(fmean(errors), stdev(values))


@cache
def _fits(cases: tuple[Case, ...], name: str) -> list[Fit]:
    """From three first times and with three nu. Four samples an octave count as one, and so do runs of one seed."""
    if not cases:
        raise NotMeasured("no runs")
    as_one = 4 * len(cases) / len({case.axes["seed"] for case in cases})
    points = [(t, c.axes["p"], log(y), e / y) for c in cases for t, y, e in curve(c, name) if e > 0]
    last = max(curve(case, name)[-1][0] for case in cases)
    starts = sorted({max(last / part, 10) for part in FIRST_TIMES})
    fits = []
    for start, nu in product(starts, NU):
        late = [point for point in points if point[0] >= start]
        middle = {t: median(y for s, _, y, _ in late if s == t) for t in {point[0] for point in late}}
        near = np.array([point for point in late if abs(point[2] - middle[point[0]]) < NEAR])
        if len(near) >= 10 and len(np.unique(near[:, 1])) >= 3:
            fits.append(_fit(near, nu, as_one))
    fits = [fit for fit in fits if fit]
    if not fits:
        raise NotMeasured(f"{name} does not determine p_c")
    return fits


def _fit(points: np.ndarray, nu: float, as_one: float) -> Fit | None:
    """None where p makes no difference."""
    t, p, y, error = points.T
    grown, middle = t ** (1 / nu), p.mean()

    def linear(delta: float) -> tuple[np.ndarray, np.ndarray]:
        """a, k, b and b (middle - p_c), and what is left."""
        columns = np.stack([np.ones_like(t), t**-delta, (p - middle) * grown, grown]) / error
        size = np.linalg.norm(columns, axis=1)
        found, *_ = np.linalg.lstsq((columns / size[:, None]).T, (y + delta * np.log(t)) / error, rcond=None)
        return found / size, (y + delta * np.log(t)) / error - columns.T @ (found / size)

    def squares(delta: float) -> float:
        return float(np.sum(linear(delta)[1] ** 2))

    grid = np.arange(0.02, 1, 0.02)
    each = [squares(delta) for delta in grid]
    minima = [delta for i, delta in enumerate(grid) if each[i] == min(each[max(i - 1, 0) : i + 2])]
    near = min(minima, key=lambda delta: abs(delta - EXPONENT))
    around = near - 0.02, near + 0.02
    delta = minimize_scalar(squares, bounds=around, method="bounded", options={"xatol": 1e-10}).x
    (_, k, b, shift), _ = linear(delta)
    p_c = middle - shift / b
    by_delta = -np.log(t) * (1 + k * t**-delta)
    by_all = np.stack([np.ones_like(t), by_delta, t**-delta, (p - p_c) * grown, -b * grown]) / error
    size = np.linalg.norm(by_all, axis=1)
    scaled = by_all / size[:, None]
    covariance = np.linalg.inv(scaled @ scaled.T) / np.outer(size, size)
    scatter = squares(delta) / (len(t) - 5)
    errors = np.sqrt(np.diag(covariance) * as_one * max(1, scatter))
    found = Fit((float(p_c), float(errors[4])), (float(delta), float(errors[1])), sqrt(scatter))
    return found if abs(b) > 3 * errors[3] else None

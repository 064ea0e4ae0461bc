"""Estimates of the critical p and of Eq. (7) from densities near it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from scipy.optimize import OptimizeWarning, curve_fit

from plots.data.records import Record
from plots.families.pcpd import runs
from plots.families.pcpd.runs import Curve
from plots.verdicts.family import FamilyData

NU = (1.6, 1.75, 1.9)  # of time: the range of what the literature has for DP and PCPD
WINDOWS = (256, 128, 64)  # a fit starts at the last time over this
LEAST_T = 10
DELTA = 0.2  # where the search for it begins; towards 0 the squares hardly change
NORMAL = 1.96  # standard errors of a 95 % interval
FAR = 0.3  # |ln rho| from the median of the runs: beyond, the distance from p_c is not small
# Four samples an octave count as one: the fluctuations of a run at t and s > t were found to correlate, with 160 runs, by
# 0.6 for s = 1.15 t and by 0.2 for s = 2 t. Runs of one seed fluctuate together, so they count as one as well.
SAMPLES_AS_ONE = 4
METHOD = (
    "Fitted to all p of a d together: ln rho = a - delta ln t + k t^-delta + b (p - p_c) t^(1/nu): the first terms are"
    " eq. (7), the last is what a small distance from p_c adds. Of several minima of the squares the one nearest to delta ="
    f" {DELTA}, where the search begins. The mean of fits to the densities of particles and of pairs, from three first times"
    " on (the last"
    f" over {', '.join(map(str, WINDOWS))}, at least {LEAST_T}) and with nu = {', '.join(map(str, NU))}. Its error: the"
    " statistical one, four samples an octave and runs of one seed taken as one, and the standard deviation of the fits, in"
    " quadrature."
)


@dataclass(frozen=True)
class Fit:
    """One fit: its first time, nu, and what came out: `_law`'s parameters with their covariance, and the root mean square of what is
    left of the densities in their standard errors."""

    start: float
    nu: float
    parameters: np.ndarray
    covariance: np.ndarray
    misfit: float

    def log_density(self, t: np.ndarray, p: float) -> np.ndarray:
        return _law(self.nu)((t, p), *self.parameters)

    @property
    def found(self) -> dict[str, tuple[float, float]]:
        """p_c and what Eq. (7) has, whose logarithm is a - delta ln t + (c2 / c1) t^-delta to first order; with statistical errors."""
        a, delta, k, _, p_c = self.parameters
        c1 = np.exp(a)
        by_parameter = {
            "delta": (delta, [0, 1, 0, 0, 0]),
            "c1": (c1, [c1, 0, 0, 0, 0]),
            "c2": (k * c1, [k * c1, 0, c1, 0, 0]),
            "p_c": (p_c, [0, 0, 0, 0, 1]),
        }
        errors = {name: float(np.sqrt(np.dot(s, self.covariance @ s))) for name, (_, s) in by_parameter.items()}
        return {name: (float(value), errors[name]) for name, (value, _) in by_parameter.items()}


@dataclass(frozen=True)
class Estimate:
    """Of several fits: their mean, the mean of their statistical errors, and their spread."""

    value: float
    statistical: float
    spread: float

    @property
    def error(self) -> float:
        return float(np.hypot(self.statistical, self.spread))

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - NORMAL * self.error, self.value + NORMAL * self.error

    def __str__(self) -> str:
        return rounded(self.value, self.error)


@dataclass(frozen=True)
class Critical:
    """What the fits for one d say, by density."""

    d: float
    records: list[Record]
    fits: dict[str, list[Fit]]

    @cached_property
    def p_c(self) -> Estimate:
        return _of_fits([fit for each in self.fits.values() for fit in each], "p_c")

    def found(self, name: str, density: str) -> Estimate:
        return _of_fits(self.fits[density], name)

    def misfit(self, density: str) -> float:
        return float(np.mean([fit.misfit for fit in self.fits[density]]))


def middle(fits: list[Fit]) -> Fit:
    """That of the middle window and nu."""
    each = [fit for fit in fits if fit.nu == NU[1]] or fits
    return each[len(each) // 2]


def _of_fits(fits: list[Fit], name: str) -> Estimate:
    values, errors = np.array([fit.found[name] for fit in fits]).T
    return Estimate(float(values.mean()), float(errors.mean()), float(values.std(ddof=1)) if len(fits) > 1 else 0.0)


def rounded(value: float, error: float) -> str:
    """To two digits of the error."""
    digits = max(1 - int(np.floor(np.log10(error))), 0)
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def estimates(data: FamilyData) -> list[Critical]:
    """One for each d that has runs near p_c. Eq. (7) is not of d = 0, where most particles that are left never move."""
    each = (estimate(data, d) for d in runs.with_densities(data).values("d") if d > 0)
    return [critical for critical in each if critical is not None]


def estimate(data: FamilyData, d: float) -> Critical | None:
    """None without three p of one d, and densities that determine it."""
    return _estimate(d, tuple(runs.near_critical(data, d)))


@lru_cache(maxsize=64)  # judges, tables and figures ask for the same few
def _estimate(d: float, records: tuple[Record, ...]) -> Critical | None:
    as_one = SAMPLES_AS_ONE * len(records) / len({r["seed"] for r in records}) if records else 1
    fits = {name: fit_all({r["p"]: runs.curve(r, name) for r in records}, as_one) for name in runs.DENSITIES}
    return Critical(d, list(records), fits) if all(fits.values()) else None


def fit_all(curves: dict[float, Curve], as_one: float) -> list[Fit]:
    """A fit for each first time and nu; none without three p and enough points."""
    last = max((c.t[-1] for c in curves.values()), default=0)
    starts = sorted({max(last / window, LEAST_T) for window in WINDOWS})
    every = [(start, nu, _points(curves, start)) for start, nu in product(starts, NU)]
    fits = (
        _fit(start, nu, points, as_one)
        for start, nu, points in every
        if len(points) >= 10 and len(set(points[:, 1])) >= 3
    )
    return [fit for fit in fits if fit is not None]


def _law(nu: float):
    def log_density(t_and_p, a, delta, k, b, p_c):
        t, p = t_and_p
        return a - delta * np.log(t) + k * t**-delta + b * (p - p_c) * t ** (1 / nu)

    return log_density


def _points(curves: dict[float, Curve], start: float) -> np.ndarray:
    """Rows t, p, ln rho and its error, where all runs are near one another."""
    rows = [(t, p, np.log(y), e / y) for p, c in curves.items() for t, y, e in zip(c.t, c.value, c.error) if t >= start]
    points = np.array([row for row in rows if row[3] > 0]).reshape(-1, 4)
    middle = {t: np.median(points[points[:, 0] == t, 2]) for t in points[:, 0]}
    return points[[abs(y - middle[t]) < FAR for t, _, y, _ in points]]


def _fit(start: float, nu: float, points: np.ndarray, as_one: float) -> Fit | None:
    """None where the points do not determine it: where p makes no difference."""
    t, p, y, error = points.T
    guess = [y.mean() + DELTA * np.log(t).mean(), DELTA, 0, -1, p.mean()]
    bounds = ([-np.inf, 0.02, -np.inf, -np.inf, 0], [np.inf, 1, np.inf, np.inf, 1])
    steps = {"bounds": bounds, "x_scale": [1, 0.1, 1, 10, np.ptp(p)], "max_nfev": 2000, "ftol": 1e-12}
    with warnings.catch_warnings():
        warnings.simplefilter("error", OptimizeWarning)
        try:
            best, covariance = curve_fit(_law(nu), (t, p), y, guess, error, absolute_sigma=True, **steps)
        except (OptimizeWarning, RuntimeError):
            return None
    squares = np.sum(((y - _law(nu)((t, p), *best)) / error) ** 2) / (len(t) - len(best))
    covariance = covariance * as_one * max(1, squares)
    is_of_p = abs(best[3]) > 3 * np.sqrt(covariance[3, 3])
    return Fit(start, nu, best, covariance, float(np.sqrt(squares))) if is_of_p else None

"""An estimate of the critical p from densities near it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
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
    """One fit: its first time, nu, and what came out."""

    start: float
    nu: float
    p_c: float
    error: float
    parameters: np.ndarray

    def log_density(self, t: np.ndarray, p: float) -> np.ndarray:
        return _law(self.nu)((t, p), *self.parameters)


@dataclass(frozen=True)
class Critical:
    """The estimate for one d: the mean of the fits, with their mean statistical error and their spread."""

    d: float
    records: list[Record]
    fits: dict[str, list[Fit]]
    p_c: float
    statistical: float
    spread: float

    @property
    def error(self) -> float:
        return float(np.hypot(self.statistical, self.spread))

    def __str__(self) -> str:
        return rounded(self.p_c, self.error)


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
    if not all(fits.values()):
        return None
    p_c, errors = np.array([(fit.p_c, fit.error) for each in fits.values() for fit in each]).T
    return Critical(d, list(records), fits, float(p_c.mean()), float(errors.mean()), float(p_c.std(ddof=1)))


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
    steps = {"bounds": bounds, "x_scale": [1, 0.1, 1, 10, np.ptp(p)], "max_nfev": 2000}
    with warnings.catch_warnings():
        warnings.simplefilter("error", OptimizeWarning)
        try:
            best, covariance = curve_fit(_law(nu), (t, p), y, guess, error, absolute_sigma=True, **steps)
        except (OptimizeWarning, RuntimeError):
            return None
    squares = np.sum(((y - _law(nu)((t, p), *best)) / error) ** 2) / (len(t) - len(best))
    errors = np.sqrt(np.diag(covariance) * as_one * max(1, squares))
    return Fit(start, nu, best[4], float(errors[4]), best) if abs(best[3]) > 3 * errors[3] else None

"""Steps of a time against the number of replications, told from growth and from noise.

The points are cut into stretches, each constant or growing in proportion to the number, by the cut that has the smallest
chi-square plus penalty over all cuts (dynamic programming). A level or a slope costs ln N, as in BIC, and a cut 2 ln N,
as its place is sought among all (Zhang and Siegmund, Biometrics 63 (2007), 22). A cut is a step if straight lines through
the stretches beside it leave a jump there: a bend is none, nor is a slow rise that noise lets pass for two levels. What
wanders over many points by more than LEAST_HEIGHT can be taken for a step; the height says what to think of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import ndtri

LEAST_POINTS = 8  # that a staircase can be sought in
LEAST_STRETCH = 3  # points: two are on a line by themselves
# Relative. Records of one run differ by as much for reasons that none of them shows.
LEAST_NOISE, LEAST_HEIGHT = 3e-4, 5e-3
SIGNIFICANT = 5  # standard errors of a height: the cut was put where the height is largest
LIKELY = 3.84  # chi-square's 95 % point with one degree of freedom
# Of the deviations from neighbours, the part that counts as free of steps; half would be the usual choice, but of a tread
# of four points half the points have a step beside them.
STEPLESS = 1 / 3


@dataclass(frozen=True)
class Stretch:
    """Points first to last, and the straight line through them: value at the first, slope a replication, and the
    covariance of the two."""

    first: int
    last: int
    value: float
    slope: float
    covariance: np.ndarray

    def time(self, distance: float) -> tuple[float, float]:
        """Time and its variance at a distance from the first point, in replications."""
        row = np.array([1, distance])
        return self.value + self.slope * distance, float(row @ self.covariance @ row)


@dataclass(frozen=True)
class Step:
    """`low` to `high`: the numbers of replications at which the higher time may begin. `height`: of the time before, with
    its standard error."""

    low: int
    high: int
    height: float
    error: float


@dataclass(frozen=True)
class Staircase:
    replications: np.ndarray
    times: np.ndarray
    stretches: list[Stretch]
    steps: list[Step]


def find(replications, times, errors) -> Staircase | None:
    """Ascending numbers, their times and relative standard errors; None of too few."""
    n, t, own = (np.asarray(each, dtype=float) for each in (replications, times, errors))
    if len(n) < LEAST_POINTS:
        return None
    sigma = np.maximum(own, max(noise(n, t), LEAST_NOISE)) * t
    costs, slopes = _costs(n, t, sigma)
    cuts = _cuts(costs, 2 * np.log(len(n)))
    stretches = [_stretch(n, t, sigma, i, j, slopes[i, j]) for i, j in pairwise(cuts)]
    lines = [_stretch(n, t, sigma, i, j, True) for i, j in pairwise(cuts)]
    drift = _drift(n, t, sigma, lines)
    steps = (_step(n, costs, *pair, drift) for pair in pairwise(lines))
    return Staircase(n, t, stretches, [step for step in steps if step])


def noise(n: np.ndarray, t: np.ndarray) -> float:
    """Relative scatter about the straight line between both neighbours; the few points beside a step do not count."""
    weight = (n[2:] - n[1:-1]) / (n[2:] - n[:-2])
    expected = weight * t[:-2] + (1 - weight) * t[2:]
    deviations = abs(t[1:-1] / expected - 1) / np.sqrt(1 + weight**2 + (1 - weight) ** 2)
    return float(np.quantile(deviations, STEPLESS) / ndtri((1 + STEPLESS) / 2))


def _costs(n: np.ndarray, t: np.ndarray, sigma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """[i, j]: chi-square and penalty of points i to j - 1 as one stretch, and whether a slope is worth its penalty."""
    count = len(n)
    costs, slopes = np.full((count, count + 1), np.inf), np.zeros((count, count + 1), dtype=bool)
    penalty = np.log(count)
    for i in range(count - LEAST_STRETCH + 1):
        x, w = n[i:] - n[i], sigma[i:] ** -2
        y = t[i:] - t[i]
        s, sx, sxx, sy, sxy, syy = (np.cumsum(w * f) for f in (1, x, x * x, y, x * y, y * y))
        flat = syy - sy**2 / s
        with np.errstate(divide="ignore", invalid="ignore"):
            sloped = flat - (sxy - sx * sy / s) ** 2 / (sxx - sx**2 / s)
        both = np.array([flat + penalty, sloped + 2 * penalty])[:, LEAST_STRETCH - 1 :]
        costs[i, i + LEAST_STRETCH :] = both.min(axis=0)
        slopes[i, i + LEAST_STRETCH :] = both[1] < both[0]
    return costs, slopes


def _cuts(costs: np.ndarray, penalty: float) -> list[int]:
    """First points of the best stretches, and the number of points."""
    count = len(costs)
    best, before = np.full(count + 1, np.inf), np.zeros(count + 1, dtype=int)
    best[0] = -penalty
    for j in range(LEAST_STRETCH, count + 1):
        each = best[:count] + costs[:, j] + penalty
        before[j] = each.argmin()
        best[j] = each[before[j]]
    cuts = [count]
    while cuts[-1] > 0:
        cuts.append(int(before[cuts[-1]]))
    return cuts[::-1]


def _stretch(n: np.ndarray, t: np.ndarray, sigma: np.ndarray, i: int, j: int, sloped: bool) -> Stretch:
    """Points i to j - 1; a misfit beyond the errors makes the covariance larger."""
    columns = [np.ones(j - i), n[i:j] - n[i]][: 1 + bool(sloped)]
    design, y = np.column_stack(columns) / sigma[i:j, None], t[i:j] / sigma[i:j]
    line, *_ = np.linalg.lstsq(design, y, rcond=None)
    squares = float(np.sum((y - design @ line) ** 2)) / (j - i - len(columns))
    covariance = np.zeros((2, 2))
    covariance[: len(columns), : len(columns)] = np.linalg.inv(design.T @ design) * max(1, squares)
    return Stretch(i, j - 1, float(line[0]), float(line[1]) if sloped else 0.0, covariance)


def _drift(n: np.ndarray, t: np.ndarray, sigma: np.ndarray, lines: list[Stretch]) -> float:
    """How much larger an error is because neighbours deviate alike, as they do where a clock or a temperature wanders."""
    each = [_deviations(n, t, sigma, line) for line in lines]
    squares, products = sum(float(r @ r) for r in each), sum(float(r[1:] @ r[:-1]) for r in each)
    alike = max(products / squares, 0) if squares > 0 else 0
    return float(np.sqrt((1 + alike) / (1 - alike)))


def _deviations(n: np.ndarray, t: np.ndarray, sigma: np.ndarray, line: Stretch) -> np.ndarray:
    """Deviations of the points from the line through them, in their errors."""
    own = slice(line.first, line.last + 1)
    return (t[own] - line.value - line.slope * (n[own] - n[line.first])) / sigma[own]


def _step(n: np.ndarray, costs: np.ndarray, left: Stretch, right: Stretch, drift: float) -> Step | None:
    """None where the time does not jump. It must at both points beside the cut, so that of a bend no slope is taken for
    a height."""
    jumps = []
    for point in (n[left.last], n[right.first]):
        (below, v), (above, u) = left.time(point - n[left.first]), right.time(point - n[right.first])
        jumps.append(((above - below) / below, drift * np.sqrt(v + u) / below))
    height, error = min(jumps)
    if height < max(LEAST_HEIGHT, SIGNIFICANT * error):
        return None
    moved = costs[left.first, :-1] + costs[:, right.last + 1]
    likely = np.flatnonzero(moved <= moved[right.first] + LIKELY)
    return Step(int(n[likely[0] - 1]) + 1, int(n[likely[-1]]), float(height), float(error))

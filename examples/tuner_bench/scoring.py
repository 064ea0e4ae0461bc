"""Scores of search strategies on recorded spaces, by the methodology that README.md describes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.special import stdtrit

from examples.tuner_bench.landscape import CLOSE, CURVE_POINTS, Budget, Landscape
from examples.tuner_bench.trajectories import Run

COLUMNS = (25, 50, 100, 200)
EXACT = "random (exact)"


@dataclass(frozen=True)
class Interval:
    """95 %, over seeds, the spaces being what they are."""

    mean: float = 0.0
    half_width: float = 0.0


@dataclass(frozen=True)
class Reached:
    """`ratio`: of the optimum, after each of the columns' evaluations. `close`: the share of runs within 1 % of it after the
    last of them. `performance`: P, 0 random, 1 optimum. `curve`: P at equal steps of the budget."""

    ratio: list[Interval]
    close: Interval
    performance: Interval
    curve: np.ndarray


@dataclass(frozen=True)
class SpaceScore:
    space: str
    budget: Budget
    reached: Reached


@dataclass(frozen=True)
class Score:
    """`reached`: the mean over the spaces. `search_ms`: CPU time of the strategy an evaluation, 0 where not known."""

    strategy: str
    reached: Reached
    search_ms: float = 0.0
    spaces: list[SpaceScore] = field(default_factory=list)


def columns(evaluations: int) -> list[int]:
    """Those that a run reaches; its end if none."""
    return [c for c in COLUMNS if c <= evaluations] or [evaluations]


def best_so_far(runs: list[Run], land: Landscape, evaluations: int) -> np.ndarray:
    """Loss by seed and evaluation; NaN as long as nothing ran. A run that stopped early keeps its last value."""
    losses = np.full((len(runs), evaluations), np.nan)
    for row, run in zip(losses, runs):
        some = land.losses(run.values[:evaluations])
        row[: len(some)] = some
    return np.fmin.accumulate(losses, axis=1)


def performance(land: Landscape, losses: np.ndarray, baseline: np.ndarray) -> np.ndarray:
    """P of what was found beside random search's expectation."""
    found, gap = np.where(np.isnan(losses), land.worst, losses), land.optimum - baseline
    return np.divide(found - baseline, gap, out=np.ones_like(found), where=gap < 0)


def score(strategy: str, lands: dict[str, Landscape], runs: list[list[Run]], evaluations: int) -> Score:
    """runs[space]: of as many seeds as every space has."""
    seeds = min(map(len, runs))
    by_seed = [_by_seed(land, some[:seeds], evaluations) for land, some in zip(lands.values(), runs)]
    spaces = [
        SpaceScore(name, land.budget(evaluations), _summary(*each))
        for (name, land), each in zip(lands.items(), by_seed)
    ]
    means = (np.mean(each, axis=0) for each in zip(*by_seed))
    return Score(strategy, _summary(*means), _search_ms(runs, seeds), spaces)


def random_search(lands: dict[str, Landscape], evaluations: int) -> Score:
    """Its exact expectation; its P is 0."""
    flat = np.zeros(CURVE_POINTS)
    at = columns(evaluations)
    exact = [([land.random_ratio(m) for m in at], land.random_close(at[-1])) for land in lands.values()]

    def reached(ratio: list[float], close: float) -> Reached:
        return Reached([Interval(r) for r in ratio], Interval(close), Interval(), flat)

    spaces = [
        SpaceScore(name, land.budget(evaluations), reached(*each)) for (name, land), each in zip(lands.items(), exact)
    ]
    means = (np.mean(each, axis=0) for each in zip(*exact))
    return Score(EXACT, reached(*means), spaces=spaces)


def _by_seed(land: Landscape, runs: list[Run], evaluations: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ratio by seed and column, whether the last is close by seed, P by seed and budget."""
    at, points = columns(evaluations), land.budget(evaluations).points
    best = best_so_far(runs, land, max(at[-1], points[-1]))
    baseline = np.array([land.random_best(m) for m in points])
    ratio = land.ratio(best[:, np.array(at) - 1])
    return ratio, ratio[:, -1] >= CLOSE, performance(land, best[:, points - 1], baseline)


def _summary(ratio: np.ndarray, close: np.ndarray, curves: np.ndarray) -> Reached:
    of_columns = [interval(column) for column in ratio.T]
    return Reached(of_columns, interval(close), interval(curves.mean(axis=1)), curves.mean(axis=0))


def interval(by_seed: np.ndarray) -> Interval:
    """Student's, of the mean; of a single seed there is none."""
    n = len(by_seed)
    if n < 2:
        return Interval(float(by_seed[0]))
    half = stdtrit(n - 1, 0.975) * by_seed.std(ddof=1) / np.sqrt(n)
    return Interval(float(by_seed.mean()), float(half))


def _search_ms(runs: list[list[Run]], seeds: int) -> float:
    """The mean over evaluations."""
    every = [run for some in runs for run in some[:seeds]]
    paid = sum(len(run.values) for run in every)
    return sum(run.search_ms * len(run.values) for run in every) / max(paid, 1)

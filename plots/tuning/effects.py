"""What the parameters of a space do to the time, and what luck would have effects_."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from plots.tuning.space import Space, Trial

LEAST_COVERED = 0.5  # share of the trials that must have a neighbour, for a total effect to be given


@dataclass(frozen=True)
class Effect:
    """Shares of the variance of log time over the trials that were timed.

    alone  explained by the parameter's value, whatever the others are (first-order index).
    total  what varies when only this parameter does (total index); None where too few trials differ in it alone.
    """

    name: str
    alone: float
    total: float | None


def effects(space: Space) -> list[Effect]:
    """Of every parameter that varies, the strongest first."""
    logs = np.log([t.time_s for t in space.timed])
    variance = logs.var()
    if variance == 0:
        return []
    effects_ = []
    for name in space.parameters:
        alone = 1 - _within(logs, [_value(t, name) for t in space.timed]) / variance
        others = [tuple(_value(t, n) for n in space.parameters if n != name) for t in space.timed]
        effects_.append(Effect(name, float(alone), _total(logs, others, variance)))
    return sorted(effects_, key=lambda e: e.alone if e.total is None else max(e.total, e.alone), reverse=True)


def _value(trial: Trial, name: str):
    return trial.configuration.get(name)


def _groups(keys: list) -> list[list[int]]:
    groups: dict = defaultdict(list)
    for i, key in enumerate(keys):
        groups[key].append(i)
    return list(groups.values())


def _within(logs: np.ndarray, keys: list) -> float:
    """Mean variance within groups of equal key."""
    return sum(len(g) * logs[g].var() for g in _groups(keys)) / len(logs)


def _total(logs: np.ndarray, others: list, variance: float) -> float | None:
    groups = [g for g in _groups(others) if len(g) > 1]
    covered = sum(map(len, groups))
    if covered < LEAST_COVERED * len(logs):
        return None
    return float(sum(len(g) * logs[g].var() for g in groups) / covered / variance)


def random_best(space: Space, evaluations: int) -> np.ndarray:
    """Expected best time after 1, 2, ... draws without repeats from a whole space, exactly; a failure is a draw that
    counts as the slowest time."""
    times = sorted(t.time_s for t in space.timed)
    times += [times[-1]] * (len(space.searched) - len(times))
    n = len(times)
    k = np.arange(1, n + 1)
    f = np.array(times)
    best = np.empty(min(evaluations, n))
    for m in range(1, len(best) + 1):
        # The best of m draws is the k-th fastest if the other m - 1 are among the n - k slower ones.
        possible = n - k >= m - 1
        log_ways = _log_choose(n - k[possible], m - 1) - _log_choose(n, m)
        best[m - 1] = np.exp(log_ways) @ f[possible]
    return best


def _log_choose(n, k):
    return gammaln(np.asarray(n) + 1.0) - gammaln(k + 1.0) - gammaln(np.asarray(n) - k + 1.0)

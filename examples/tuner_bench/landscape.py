"""What scoring needs of a recorded space: its optimum, the budgets of its cut-offs, and random search's exact expectation.

After F. Willemsen and others, doi 10.1016/j.future.2024.05.021; README.md has the formulas. A loss is a value to be
minimised: of a maximised objective, its negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

FIRST, LAST = 0.50, 0.95  # cut-offs between which curves run
CURVE_POINTS = 50
CLOSE = 0.99  # of the optimum


@dataclass(frozen=True)
class Budget:
    """Evaluations at the first and at the last cut-off, and what the latter take at the space's median cost."""

    first: int
    last: int
    last_s: float

    @property
    def points(self) -> np.ndarray:
        """At equal steps from the first to the last."""
        share = np.arange(CURVE_POINTS) / (CURVE_POINTS - 1)
        return np.floor(self.first + (self.last - self.first) * share + 0.5).astype(int)


class Landscape:
    """`values`: one a configuration, NaN where it failed. A failure counts as a draw of the worst value."""

    def __init__(self, values: np.ndarray, costs_ms: np.ndarray, is_maximised: bool = False):
        self.sign = -1.0 if is_maximised else 1.0
        self.valid = np.sort(self.sign * values[~np.isnan(values)])  # losses, the best first
        self.size = len(values)
        self.costs_ms = np.sort(costs_ms)

    @property
    def optimum(self) -> float:
        return self.valid[0]

    @property
    def worst(self) -> float:
        return self.valid[-1]

    @cached_property
    def draws(self) -> np.ndarray:
        """The loss of every configuration, the best first."""
        return np.append(self.valid, np.full(self.size - len(self.valid), self.worst))

    def losses(self, values: np.ndarray) -> np.ndarray:
        return self.sign * values

    def cut_off(self, p: float) -> float:
        """The loss at percentile p of the way from the median to the optimum."""
        return self.optimum + (np.median(self.valid) - self.optimum) * (1 - p)

    def budget_at(self, p: float) -> int:
        """Evaluations after which random search is expected to have reached the cut-off."""
        within = int(np.searchsorted(self.valid, self.cut_off(p), side="right"))
        i = len(self.valid) - within + 1  # worst first, counted from 1: the first loss at or below the cut-off
        return -(-i // within)

    def budget(self, evaluations: int) -> Budget:
        """The last cut-off clipped to the evaluations of a run."""
        last = min(self.budget_at(LAST), evaluations)
        median_ms = self.costs_ms[self.size // 2]
        return Budget(min(self.budget_at(FIRST), last), last, 1e-3 * median_ms * last)

    def ratio(self, losses: np.ndarray) -> np.ndarray:
        """Optimum over value, or value over optimum of a maximised objective: 1 is the optimum, 0 as long as nothing ran."""
        with np.errstate(divide="ignore", invalid="ignore"):
            reached = losses / self.optimum if self.sign < 0 else self.optimum / losses
        return np.where(np.isnan(losses), 0.0, reached)

    def random_best(self, m: int) -> float:
        """Exact expectation of random search's best loss after m draws without replacement."""
        return self.optimum if m >= self.size else float(self._chances(m) @ self.draws[: self.size - m + 1])

    def random_ratio(self, m: int) -> float:
        """Exact expectation of ratio() after m draws."""
        if m >= self.size:
            return 1.0
        ratio = self.ratio(self.valid)[: self.size - m + 1]
        return float(self._chances(m)[: len(ratio)] @ ratio)

    def random_close(self, m: int) -> float:
        """The chance that ratio() is CLOSE after m draws."""
        close = np.count_nonzero(self.ratio(self.valid) >= CLOSE)
        return 1.0 if m >= self.size else float(self._chances(m)[:close].sum())

    def _chances(self, m: int) -> np.ndarray:
        """C(n-k, m-1) / C(n, m): that the k-th best of n is the best of m drawn, for k from 1."""
        n = self.size
        k = np.arange(1, n - m + 1)
        return np.cumprod(np.append(m / n, (n - k - m + 1) / (n - k)))

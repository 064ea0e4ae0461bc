"""From how many replications on one variant is faster than another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plots.data import fit, measured
from plots.families.replications import runs
from plots.families.replications.runs import Curve
from plots.verdicts.family import FamilyData

# The second is to win where there are many.
PAIRS = (("cpu_serial", "wlp"), ("wlp", "tlp"), ("in_block", "tlp"), ("in_block", "wlp"))


@dataclass(frozen=True)
class Crossover:
    """Both curves at the numbers of replications that they share. `start`: from there on `late` is faster, with the interval
    that the times' intervals give; None: not up to the last number."""

    early: Curve
    late: Curve
    start: float | None
    low: float | None
    high: float | None

    @property
    def numbers(self) -> list[int]:
        return list(self.early)

    @property
    def inner(self) -> bool:
        """Whether the times cross, which they do not if one is always faster."""
        return self.start is not None and self.start > self.numbers[0]

    @property
    def words(self) -> str:
        first, last = self.numbers[0], self.numbers[-1]
        if self.start is None:
            return f"none up to {last}"
        return f"from {self.start:.3g} on" if self.inner else f"from the first on ({first})"


def between(early: Curve, late: Curve) -> Crossover | None:
    """None with fewer than two numbers of replications in common."""
    shared = sorted(early.keys() & late.keys())
    if len(shared) < 2:
        return None
    ratios = [measured.time(late[n]) / measured.time(early[n]) for n in shared]
    ends = (lasting(shared, [getattr(m, end) for m in ratios]) for end in ("value", "low", "high"))
    return Crossover({n: early[n] for n in shared}, {n: late[n] for n in shared}, *ends)


def lasting(numbers: list[int], ratios: list[float]) -> float | None:
    """From where on a ratio stays below 1: straight between the logarithms. The first number if it is always, None if it
    ends above."""
    above = [i for i, ratio in enumerate(ratios) if ratio >= 1]
    if not above:
        return numbers[0]
    i = above[-1]
    if i == len(numbers) - 1:
        return None
    if ratios[i] == 1:
        return numbers[i]
    return float(np.exp(fit.crossing(np.log(numbers[i : i + 2]), ratios[i : i + 2])))


def of_model(data: FamilyData, model: str, early: str, late: str) -> Crossover | None:
    """Of what a claim on it rests on; where there is none, of the run that has most of both."""
    both = [early, late]
    scope = runs.scope_of(data, "lasting_gain", variants=[late, early], where={"model": model})
    scope = scope or data.run_with(lambda one: runs.drawn(one.timed.where(lambda r: r.variant in both), model))
    records = runs.usual(scope.timed, model)
    return between(runs.curve(records, early), runs.curve(records, late))


def either_way(data: FamilyData, model: str, early: str, late: str) -> Crossover | None:
    """The other way round if that is how the times cross."""
    straight, turned = of_model(data, model, early, late), of_model(data, model, late, early)
    return turned if straight and straight.start is None and turned.inner else straight

"""A quantity that records say, within a 95 % interval, and what is made of several.

A time that three processes or more measured has the interval of their mean: Student's, of the logarithms of the processes'
medians. Quantities of one run share its rounds, in each of which a process took every case: there a quotient is taken round by
round, so that what a round does to all its cases cancels. Those that share none err apart, and their errors add up as squares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from plots.data import fit
from plots.data.records import Record

# Where fewer processes measured a time: what 95 % of processes' medians keep to (results/board_spread.py).
ALONE = {"gpu": 0.05, "cpu": 0.55}


@dataclass(frozen=True)
class Measured:
    """A value within its interval (low = high = value if exact) and the records that it rests on. An answer does not depend on
    the board. `extrapolated`: how far a size lies beyond the largest that was measured. `rounds`: the value by each round."""

    value: float
    low: float
    high: float
    note: str = ""
    records: tuple[Record, ...] = ()
    is_answer: bool = False
    extrapolated: float = 1.0
    rounds: Mapping[tuple, float] = field(default_factory=dict, repr=False)

    @cached_property
    def centre(self) -> float:
        """What quotients are of: the geometric mean of the rounds, where the value is their median."""
        return math.exp(float(np.log([*self.rounds.values()]).mean())) if self.rounds else self.value

    def scaled(self, factor: float) -> Measured:
        rounds = {r: factor * v for r, v in self.rounds.items()}
        return replace(self, value=factor * self.value, low=factor * self.low, high=factor * self.high, rounds=rounds)

    def inverse(self) -> Measured:
        rounds = {r: 1 / v for r, v in self.rounds.items()}
        high = 1 / self.low if self.low > 0 else math.inf
        return replace(self, value=1 / self.value, low=1 / self.high, high=high, rounds=rounds)

    def __truediv__(self, other: Measured) -> Measured:
        """`other` must be above 0 in all its interval."""
        return _made_of((self, other), lambda above, below: above / below, _quotient_apart)

    def __sub__(self, other: Measured) -> Measured:
        return _made_of((self, other), lambda first, second: first - second, _difference_apart, of_logs=False)


def exact(value: float, records: Iterable[Record], note: str = "", is_answer: bool = False) -> Measured:
    return Measured(value, value, value, note, tuple(records), is_answer)


def time(record: Record) -> Measured:
    """Seconds: the median of the processes' medians, as the record has it."""
    value, records = record.time_s, (record,)
    if rounds := record.rounds_s:
        _, low, high = _of_rounds([*rounds.values()], of_logs=True)
        of_run = {(record.run.path, r): seconds for r, seconds in rounds.items()}
        return Measured(value, min(low, value), max(high, value), records=records, rounds=of_run)
    apart = 1 + ALONE[record.processor]
    low, high = record.interval_s
    return Measured(value, min(low, value / apart), max(high, value * apart), records=records)


def mean(each: Sequence[Measured]) -> Measured:
    if len(each) == 1:
        return each[0]
    made = _made_of(each, lambda *values: sum(values) / len(values), _mean_apart)
    return replace(made, value=sum(m.value for m in each) / len(each))


def geometric_mean(each: Sequence[Measured]) -> Measured:
    return _made_of(each, lambda *values: math.exp(sum(map(math.log, values)) / len(values)), _geometric_mean_apart)


def fastest(times: Iterable[Measured]) -> Measured:
    """By what quotients are of, so that no time is less than it by its own quotient."""
    return min(times, key=lambda t: t.centre)


def over_fastest(times: Sequence[Measured]) -> list[Measured]:
    """Each over the fastest, which itself is 1."""
    best = fastest(times)
    return [exact(1.0, t.records) if t is best else t / best for t in times]


def loglog_slope(sizes: Sequence[float], times: Sequence[Measured]) -> Measured:
    """The exponent of time against size by least squares of the logarithms, a time a size. Its interval is that of these times:
    how far they are from a power law is no part of it."""
    logs = np.log(sizes) - np.log(sizes).mean()
    weights = logs / (logs @ logs)
    exponent = lambda *values: float(weights @ np.log(values))  # noqa: E731
    return _made_of(times, exponent, lambda parts: _slope_apart(parts, weights, exponent), of_logs=False)


Ends = tuple[float, float, float]  # value, low, high


def _made_of(
    parts: Sequence[Measured],
    function: Callable[..., float],
    apart: Callable[[Sequence[Measured]], Ends],
    of_logs: bool = True,
) -> Measured:
    """`function` of the parts: round by round if all have the same rounds, else of their centres, within the ends that
    `apart` gives."""
    rounds = dict(parts[0].rounds)
    if any(part.rounds.keys() != rounds.keys() for part in parts):
        rounds = {}
    rounds = {r: function(*(part.rounds[r] for part in parts)) for r in rounds}
    ends = _of_rounds([*rounds.values()], of_logs) if rounds else apart(parts)
    records = tuple(r for part in parts for r in part.records)
    farthest, is_answer = max(part.extrapolated for part in parts), all(part.is_answer for part in parts)
    return Measured(*ends, "", records, is_answer, farthest, rounds)


def _of_rounds(values: list[float], of_logs: bool) -> Ends:
    """The mean of the rounds with Student's 95 % interval of it."""
    if not of_logs:
        estimate = fit.mean(values)
        return estimate.value, estimate.low, estimate.high
    estimate = fit.mean(np.log(values))
    return math.exp(estimate.value), math.exp(estimate.low), math.exp(estimate.high)


def _quotient_apart(parts: Sequence[Measured]) -> Ends:
    above, below = parts
    value = above.centre / below.centre
    if above.low < 0 or not _are_apart(parts):
        ends = [end / other for end in (above.low, above.high) for other in (below.low, below.high)]
        return value, min(ends), max(ends)
    down = math.hypot(_log(above.centre, above.low), _log(below.high, below.centre))
    up = math.hypot(_log(above.high, above.centre), _log(below.centre, below.low))
    return value, value * math.exp(-down), value * math.exp(up)


def _difference_apart(parts: Sequence[Measured]) -> Ends:
    first, second = parts
    value = first.value - second.value
    if not _are_apart(parts):
        return value, first.low - second.high, first.high - second.low
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    return value, value - down, value + up


def _mean_apart(parts: Sequence[Measured]) -> Ends:
    value, total = sum(m.value for m in parts) / len(parts), _total(parts)
    down, up = (total(errors) / len(parts) for errors in zip(*((m.value - m.low, m.high - m.value) for m in parts)))
    return value, value - down, value + up


def _geometric_mean_apart(parts: Sequence[Measured]) -> Ends:
    value, total = math.exp(sum(math.log(m.centre) for m in parts) / len(parts)), _total(parts)
    logs = ((_log(m.centre, m.low), _log(m.high, m.centre)) for m in parts)
    down, up = (total(errors) / len(parts) for errors in zip(*logs))
    return value, value * math.exp(-down), value * math.exp(up)


def _slope_apart(parts: Sequence[Measured], weights: np.ndarray, exponent: Callable[..., float]) -> Ends:
    value = exponent(*(m.centre for m in parts))
    each = ((w, _log(m.centre, m.low), _log(m.high, m.centre)) for w, m in zip(weights, parts))
    ends = ((w * below, w * above) if w > 0 else (w * above, w * below) for w, below, above in each)
    down, up = (math.hypot(*errors) for errors in zip(*ends))
    return value, value - down, value + up


def _total(parts: Sequence[Measured]) -> Callable[[Iterable[float]], float]:
    """Quantities that share a record do not err apart: there each error is taken with the others' worst."""
    return (lambda errors: math.hypot(*errors)) if _are_apart(parts) else sum


def _are_apart(parts: Sequence[Measured]) -> bool:
    """Whether no record is part of two of them."""
    records = [{id(r) for r in part.records} for part in parts]
    return len(set().union(*records)) == sum(map(len, records))


def _log(high: float, low: float) -> float:
    return math.log(high / low) if low > 0 else math.inf

"""Intervals of what is made of several measured quantities.

Processes err independently of each other, so errors add up as squares: in logarithms for quotients and geometric means, and
for each end by itself. Of Student's intervals from equally many processes such a sum keeps at least their level, whatever
their deviations (Hsu 1938; Hajek 1962). Quantities that share a record do not err independently: there each end is taken
with the others' worst.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from plots.data.records import Record


class Quantity(Protocol):
    """A value within its interval, and the records that it rests on."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def records(self) -> Iterable[Record]: ...


Ends = tuple[float, float, float]  # value, low, high


def quotient(above: Quantity, below: Quantity) -> Ends:
    """`below` must be above 0 in all its interval."""
    value = above.value / below.value
    if above.low < 0 or not _are_apart((above, below)):
        ends = [end / other for end in (above.low, above.high) for other in (below.low, below.high)]
        return value, min(ends), max(ends)
    down = math.hypot(_log(above.value, above.low), _log(below.high, below.value))
    up = math.hypot(_log(above.high, above.value), _log(below.value, below.low))
    return value, value * math.exp(-down), value * math.exp(up)


def difference(first: Quantity, second: Quantity) -> Ends:
    value = first.value - second.value
    if not _are_apart((first, second)):
        return value, first.low - second.high, first.high - second.low
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    return value, value - down, value + up


def mean(each: Sequence[Quantity]) -> Ends:
    value = sum(q.value for q in each) / len(each)
    total = math.hypot if _are_apart(each) else _sum
    down, up = (total(*errors) / len(each) for errors in zip(*((q.value - q.low, q.high - q.value) for q in each)))
    return value, value - down, value + up


def geometric_mean(each: Sequence[Quantity]) -> Ends:
    value = math.exp(sum(math.log(q.value) for q in each) / len(each))
    total = math.hypot if _are_apart(each) else _sum
    logs = ((_log(q.value, q.low), _log(q.high, q.value)) for q in each)
    down, up = (total(*errors) / len(each) for errors in zip(*logs))
    return value, value * math.exp(-down), value * math.exp(up)


def _are_apart(each: Sequence[Quantity]) -> bool:
    """Whether no record is part of two of them."""
    records = [{id(r) for r in q.records} for q in each]
    return len(set().union(*records)) == sum(map(len, records))


def _log(high: float, low: float) -> float:
    return math.log(high / low) if low > 0 else math.inf


def _sum(*errors: float) -> float:
    return sum(errors)

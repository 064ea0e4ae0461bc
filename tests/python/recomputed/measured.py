"""A measured quantity: its value, its interval, and the cases that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp, log

from .runs import Case

LEAST = 0.01  # a quotient of two times is known to 1 % at best,
ALONE = {"gpu": 0.05, "cpu": 0.55}  # to this where one process alone measured one of them,
ACROSS = 0.065  # and to 6.5 % between two boards


class NotMeasured(Exception):
    """No records that a claim needs."""


@dataclass(frozen=True)
class Measured:
    """`answer`: it does not depend on the board. `beyond`: how many times the largest size measured it is for."""

    value: float
    low: float
    high: float
    cases: tuple[Case, ...] = ()
    answer: bool = False
    beyond: float = 1.0

    @property
    def boards(self) -> set[str]:
        return {case.run.board for case in self.cases}

    @property
    def rank(self) -> tuple:
        """Of several runs that have what a claim needs: that which extrapolates least, then by the largest case, then one
        whose times several processes measured, then most cases, then the latest."""
        sizes = [case.size for case in self.cases if case.size is not None]
        known_well = not any(case.alone for case in self.cases)
        latest = max((case.run.header["utc"] for case in self.cases), default="")
        return -self.beyond, max(sizes, default=0), known_well, len(self.cases), latest

    def __truediv__(self, other: Measured) -> Measured:
        """The relative errors of cases of their own add up as squares; else each end over the other's far end."""
        value, cases, answer = self.value / other.value, self.cases + other.cases, self.answer and other.answer
        if other.low <= 0:
            raise NotMeasured("over what may be nothing")
        low, high = self.low / (other.low if self.low < 0 else other.high), self.high / other.low
        if self.low >= 0 and not set(map(id, self.cases)) & set(map(id, other.cases)):
            below = _root(_relative(self.low, self.value), _relative(other.value, other.high))
            above = _root(_relative(self.value, self.high), _relative(other.low, other.value))
            low, high = value * exp(-below), value * exp(above)
        return Measured(value, low, high, cases, answer)

    def __sub__(self, other: Measured) -> Measured:
        value, cases, answer = self.value - other.value, self.cases + other.cases, self.answer and other.answer
        below = _root(self.value - self.low, other.high - other.value)
        above = _root(self.high - self.value, other.value - other.low)
        return Measured(value, value - below, value + above, cases, answer)

    def times(self, factor: float) -> Measured:
        return replace(self, value=self.value * factor, low=self.low * factor, high=self.high * factor)

    def widened(self) -> Measured:
        """As a comparison across boards must be."""
        if self.answer or len(self.boards) <= 1:
            return self
        spread = ACROSS * abs(self.value)
        return replace(self, low=min(self.low, self.value - spread), high=max(self.high, self.value + spread))


def _root(*errors: float) -> float:
    return sum(error**2 for error in errors) ** 0.5


def _relative(low: float, high: float) -> float:
    return log(high) - log(low) if low > 0 else float("inf")


def time_of(case: Case) -> Measured:
    return Measured(*case.seconds, (case,))


def exactly(value: float, *cases: Case) -> Measured:
    return Measured(value, value, value, cases)


def answer(value: float, cases: Iterable[Case], half: float = 0) -> Measured:
    return Measured(value, value - half, value + half, tuple(cases), answer=True)


def of_times(upper: Measured, lower: Measured) -> Measured:
    """A quotient of two times, whose interval is never narrower than processes allow."""
    quotient = upper / lower
    drift = max([LEAST, *(ALONE[case.processor] for case in quotient.cases if case.alone)])
    low, high = quotient.value / (1 + drift), quotient.value * (1 + drift)
    return replace(quotient, low=min(quotient.low, low), high=max(quotient.high, high))


def all_cases(parts: Iterable[Measured]) -> tuple[Case, ...]:
    return tuple(case for part in parts for case in part.cases)


def mean(parts: list[Measured]) -> Measured:
    """Of cases measured apart: its error is that of one over the root of their number."""
    value, number = sum(part.value for part in parts) / len(parts), len(parts)
    below, above = (_root(*(abs(getattr(p, end) - p.value) for p in parts)) / number for end in ("low", "high"))
    return Measured(value, value - below, value + above, all_cases(parts))


def geometric_mean(parts: list[Measured]) -> Measured:
    """Where a case is part of several, their errors are one error."""
    cases, number = all_cases(parts), len(parts)
    value = exp(sum(log(part.value) for part in parts) / number)
    joined = _root if len(set(map(id, cases))) == len(cases) else lambda *errors: sum(errors)
    below = joined(*(_relative(part.low, part.value) for part in parts)) / number
    above = joined(*(_relative(part.value, part.high) for part in parts)) / number
    beyond = max(part.beyond for part in parts)
    return Measured(value, value * exp(-below), value * exp(above), cases, beyond=beyond)


def largest(parts: list[Measured]) -> Measured:
    """It rests on all of them."""
    return replace(max(parts, key=lambda part: part.value), cases=all_cases(parts))


def smallest(parts: list[Measured]) -> Measured:
    least, beyond = min(parts, key=lambda part: part.value), max(part.beyond for part in parts)
    return replace(least, cases=all_cases(parts), beyond=beyond)

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
    """`answer`: it does not depend on the board."""

    value: float
    low: float
    high: float
    cases: tuple[Case, ...] = ()
    answer: bool = False

    @property
    def boards(self) -> set[str]:
        return {case.run.board for case in self.cases}

    @property
    def rank(self) -> tuple:
        """Of several runs that have what a claim needs: by the largest case, then most cases, then the latest."""
        sizes = [case.size for case in self.cases if case.size is not None]
        latest = max((case.run.header["utc"] for case in self.cases), default="")
        return max(sizes, default=0), len(self.cases), latest

    def __truediv__(self, other: Measured) -> Measured:
        """Each end over the other's far end."""
        ends = self.value / other.value, self.low / other.high, self.high / other.low
        return Measured(*ends, self.cases + other.cases, self.answer and other.answer)

    def __sub__(self, other: Measured) -> Measured:
        ends = self.value - other.value, self.low - other.high, self.high - other.low
        return Measured(*ends, self.cases + other.cases, self.answer and other.answer)

    def times(self, factor: float) -> Measured:
        return replace(self, value=self.value * factor, low=self.low * factor, high=self.high * factor)

    def widened(self) -> Measured:
        """As a comparison across boards must be."""
        if self.answer or len(self.boards) <= 1:
            return self
        spread = ACROSS * abs(self.value)
        return replace(self, low=min(self.low, self.value - spread), high=max(self.high, self.value + spread))


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
    ends = (sum(getattr(part, end) for part in parts) / len(parts) for end in ("value", "low", "high"))
    return Measured(*ends, all_cases(parts))


def geometric_mean(parts: list[Measured]) -> Measured:
    ends = (exp(sum(log(getattr(part, end)) for part in parts) / len(parts)) for end in ("value", "low", "high"))
    return Measured(*ends, all_cases(parts))


def largest(parts: list[Measured]) -> Measured:
    """It rests on all of them."""
    return replace(max(parts, key=lambda part: part.value), cases=all_cases(parts))


def smallest(parts: list[Measured]) -> Measured:
    return replace(min(parts, key=lambda part: part.value), cases=all_cases(parts))

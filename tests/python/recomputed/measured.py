"""A measured quantity: its value, its interval, and the cases that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import exp, log
from statistics import fmean, stdev

from scipy.stats import t as student

from .runs import Case

ALONE = {"gpu": 0.05, "cpu": 0.55}  # what a time is known to where fewer than three processes measured it
ACROSS = 0.065  # and a ratio between two boards


class NotMeasured(Exception):
    """No records that a claim needs."""


@dataclass(frozen=True)
class Measured:
    """`answer`: it does not depend on the board. `beyond`: how many times the largest size measured it is for. `rounds`: what
    each round of processes says of it."""

    value: float
    low: float
    high: float
    cases: tuple[Case, ...] = ()
    answer: bool = False
    beyond: float = 1.0
    rounds: dict = field(default_factory=dict)

    @property
    def middle(self) -> float:
        """The geometric mean of the rounds."""
        return exp(fmean(map(log, self.rounds.values()))) if self.rounds else self.value

    @property
    def boards(self) -> set[str]:
        return {case.run.board for case in self.cases}

    @property
    def rank(self) -> tuple:
        """Of several runs that have what a claim needs: that which extrapolates least, then one whose times are of fewest runs,
        then by the largest case, then one whose times most processes measured, then most cases, then the latest."""
        sizes = [case.size for case in self.cases if case.size is not None]
        processes = [len(case.data["measurement"].get("processes", [])) for case in self.cases if case.timed]
        processes = [number if number >= 3 else 0 for number in processes]
        latest = max((case.run.header["utc"] for case in self.cases), default="")
        runs = 0 if self.answer else len({case.run.folder for case in self.cases})
        return -self.beyond, -runs, max(sizes, default=0), min(processes, default=0), len(self.cases), latest

    def __truediv__(self, other: Measured) -> Measured:
        """Round by round; else the relative errors of cases of their own add up as squares, and of others each end is over
        the other's far end."""
        if other.low <= 0:
            raise NotMeasured("over what may be nothing")
        cases, answer, beyond = self.cases + other.cases, self.answer and other.answer, max(self.beyond, other.beyond)
        if paired := pairs(self, other):
            rounds = {name: one / two for name, (one, two) in paired.items()}
            return Measured(*_of_logs(rounds), cases, answer, beyond, rounds)
        value = self.middle / other.middle
        low, high = self.low / (other.low if self.low < 0 else other.high), self.high / other.low
        if self.low >= 0 and not set(map(id, self.cases)) & set(map(id, other.cases)):
            below = _root(_relative(self.low, self.middle), _relative(other.middle, other.high))
            above = _root(_relative(self.middle, self.high), _relative(other.low, other.middle))
            low, high = value * exp(-below), value * exp(above)
        return Measured(value, low, high, cases, answer, beyond)

    def __sub__(self, other: Measured) -> Measured:
        cases, answer = self.cases + other.cases, self.answer and other.answer
        if paired := pairs(self, other):
            each = [one - two for one, two in paired.values()]
            return Measured(fmean(each), fmean(each) - _half(each), fmean(each) + _half(each), cases, answer)
        value = self.value - other.value
        below = _root(self.value - self.low, other.high - other.value)
        above = _root(self.high - self.value, other.value - other.low)
        return Measured(value, value - below, value + above, cases, answer)

    def times(self, factor: float) -> Measured:
        rounds = {name: value * factor for name, value in self.rounds.items()}
        return replace(self, value=self.value * factor, low=self.low * factor, high=self.high * factor, rounds=rounds)

    def widened(self) -> Measured:
        """As a comparison across boards must be."""
        if self.answer or len(self.boards) <= 1:
            return self
        spread = ACROSS * abs(self.value)
        return replace(self, low=min(self.low, self.value - spread), high=max(self.high, self.value + spread))


def pairs(*parts: Measured) -> dict[tuple, tuple]:
    """Round -> the value of each part in it; none unless all have the same rounds."""
    first = parts[0].rounds.keys()
    return (
        {name: tuple(p.rounds[name] for p in parts) for name in first}
        if all(p.rounds.keys() == first for p in parts)
        else {}
    )


def _half(values: list[float]) -> float:
    """Of the 95 % interval of their mean."""
    return student.ppf(0.975, len(values) - 1) * stdev(values) / len(values) ** 0.5


def _of_logs(rounds: dict) -> tuple[float, float, float]:
    logs = [log(value) for value in rounds.values()]
    return tuple(exp(fmean(logs) + sign * _half(logs)) for sign in (0, -1, 1))


def _root(*errors: float) -> float:
    return sum(error**2 for error in errors) ** 0.5


def _relative(low: float, high: float) -> float:
    return log(high) - log(low) if low > 0 else float("inf")


def time_of(case: Case) -> Measured:
    """Its median; three processes have an interval, fewer what a process of that processor may be off by."""
    median, low, high = case.seconds
    processes = (case.data["measurement"] or {}).get("processes", [])
    if len(processes) < 3:
        off = 1 + ALONE[case.processor]
        return Measured(median, min(low, median / off), max(high, median * off), (case,))
    rounds = {(case.run.folder, each["round"]): each["median_ns"] / 1e9 for each in processes}
    _, low, high = _of_logs(rounds)
    return Measured(median, min(low, median), max(high, median), (case,), rounds=rounds)


def exactly(value: float, *cases: Case) -> Measured:
    return Measured(value, value, value, cases)


def answer(value: float, cases: Iterable[Case], half: float = 0) -> Measured:
    return Measured(value, value - half, value + half, tuple(cases), answer=True)


def all_cases(parts: Iterable[Measured]) -> tuple[Case, ...]:
    return tuple(case for part in parts for case in part.cases)


def mean(parts: list[Measured]) -> Measured:
    """Round by round; of cases measured apart its error is that of one over the root of their number."""
    value, number, cases = fmean(part.value for part in parts), len(parts), all_cases(parts)
    if number == 1:
        return parts[0]
    if paired := pairs(*parts):
        rounds = {name: fmean(values) for name, values in paired.items()}
        return replace(Measured(*_of_logs(rounds), cases, rounds=rounds), value=value)
    below, above = (_root(*(abs(getattr(p, end) - p.value) for p in parts)) / number for end in ("low", "high"))
    return Measured(value, value - below, value + above, cases)


def geometric_mean(parts: list[Measured]) -> Measured:
    """Where a case is part of several that were not measured in the same rounds, their errors are one error."""
    cases, number, beyond = all_cases(parts), len(parts), max(part.beyond for part in parts)
    if paired := pairs(*parts):
        rounds = {name: exp(fmean(map(log, values))) for name, values in paired.items()}
        return Measured(*_of_logs(rounds), cases, beyond=beyond, rounds=rounds)
    value = exp(sum(log(part.middle) for part in parts) / number)
    joined = _root if len(set(map(id, cases))) == len(cases) else lambda *errors: sum(errors)
    below = joined(*(_relative(part.low, part.middle) for part in parts)) / number
    above = joined(*(_relative(part.middle, part.high) for part in parts)) / number
    return Measured(value, value * exp(-below), value * exp(above), cases, beyond=beyond)


def largest(parts: list[Measured]) -> Measured:
    """It rests on all of them."""
    return replace(max(parts, key=lambda part: part.value), cases=all_cases(parts))


def smallest(parts: list[Measured]) -> Measured:
    least, beyond = min(parts, key=lambda part: part.value), max(part.beyond for part in parts)
    return replace(least, cases=all_cases(parts), beyond=beyond)

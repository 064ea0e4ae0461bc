"""Published claims, what was measured for them, and the verdict."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from plots.data import intervals
from plots.data.load import ROOT
from plots.data.records import Record
from plots.files.errors import InputError

HOLDS, DIRECTION_ONLY, REVERSED, UNDECIDED = "holds", "direction only", "reversed", "undecided"
NOT_COMPARABLE, NOT_MEASURED = "not comparable", "not measured"
VERDICTS = {
    HOLDS: "the whole interval meets the claim, and its size is within a factor of 2 of what is printed or within what"
    " its words mean",
    DIRECTION_ONLY: "the whole interval meets the claim, but its size does not: the factor says how far it is",
    REVERSED: "none of the interval meets it",
    UNDECIDED: "the interval includes the limit",
    NOT_COMPARABLE: "the paper does not give the inputs, so that what is measured neither confirms nor refutes it",
    NOT_MEASURED: "no case at the size that the claim names",
}
DECIDED = (HOLDS, DIRECTION_ONLY, REVERSED)
PAPERS = ROOT / "results" / "papers"
SIZE_FACTOR = 2
# Samples of one process agree better than two processes do, so an interval of a quotient of times is never narrower than
# this; and where one process alone measured a time, not narrower than what 95 % of processes' medians keep to
# (results/board_spread.py).
DRIFT = 0.01
ALONE = {"gpu": 0.05, "cpu": 0.55}
# Nine of ten cases differ by less between six boards of one kind (results/board_spread.py).
BOARD_SPREAD = 0.065
RELATIONS = ("<", ">", "between")


@dataclass(frozen=True)
class Claim:
    """One statement (results/papers/README.md has the members' meaning).

    `claimed` is what the paper prints for the quantity: a number, [low, high], or None; `printed` the same in its own
    words, where a number is not that. `relation` and `limit` say what the quantity must meet for the statement to hold,
    `size` what its words of size allow; `judge` how it is measured (plots/verdicts/judge.py).
    """

    id: str
    family: str
    text: str
    where: str
    quantity: str
    claimed: float | list[float] | None
    relation: str
    limit: float | list[float]
    unit: str = ""
    printed: str = ""
    size: list[float | None] | None = None
    shown: list[str] = field(default_factory=list)
    not_comparable: str = ""
    reading: str = ""
    judge: dict[str, Any] | None = None


@dataclass(frozen=True)
class Measured:
    """What the records say about a claim's quantity, with its interval (low = high = value if exact), and the records
    that it rests on. `level`: what the interval holds with. An answer does not depend on the board. `extrapolated`: how far a
    size lies beyond the largest that was measured."""

    value: float
    low: float
    high: float
    note: str = ""
    records: tuple[Record, ...] = ()
    is_answer: bool = False
    extrapolated: float = 1.0

    @property
    def level(self) -> float:
        timed = [r.interval_level for r in self.records if r.is_timed]
        return min(timed, default=0.95) if not self.is_answer else 0.95


class NotMeasurable(Exception):
    """Raised by a judge: the records can not tell, and why."""


@dataclass(frozen=True)
class Verdict:
    """`tuned`: the same quantity of the tuned forms, where it differs; the verdict is on the printed ones."""

    claim: Claim
    verdict: str
    measured: Measured | None
    note: str
    tuned: Measured | None = None

    @property
    def factor(self) -> float | None:
        """Measured over printed value; of a range its nearer end, 1 within. None where no number is printed."""
        return factor_of(self.claim, self.measured) if self.measured else None


@cache
def paper(name: str) -> dict[str, Any]:
    """The published numbers and claims of one paper."""
    path: Path = PAPERS / f"{name}.json"
    if not path.is_file():
        there = ", ".join(sorted(p.stem for p in PAPERS.glob("*.json")))
        raise InputError(f"{path}: no such paper; known: {there}")
    return json.loads(path.read_text(encoding="utf-8"))


def papers() -> list[str]:
    return sorted(p.stem for p in PAPERS.glob("*.json"))


def paper_of(family: str) -> str | None:
    """The paper that has claims on a family; None if none has."""
    return next((name for name in papers() if family in paper(name)["families"]), None)


def claims(name: str, family: str) -> list[Claim]:
    """The claims of a paper that concern a family, in the paper's order."""
    return [Claim(**c) for c in paper(name)["claims"] if c["family"] == family]


def meets(relation: str, limit: float | list[float], low: float, high: float) -> bool | None:
    """Whether a whole interval meets the relation (True), wholly fails it (False), or neither (None)."""
    if relation == "<":
        return True if high < limit else False if low >= limit else None
    if relation == ">":
        return True if low > limit else False if high <= limit else None
    if relation == "between":
        bottom, top = limit
        return True if bottom <= low and high <= top else False if high < bottom or low > top else None
    raise ValueError(f"relation {relation!r} is none of {', '.join(RELATIONS)}")


def factor_of(claim: Claim, measured: Measured) -> float | None:
    printed = claim.claimed
    if isinstance(printed, list):
        low, high = printed
        printed = min(max(measured.value, low), high)
    return measured.value / printed if printed else None


def has_size(claim: Claim, measured: Measured) -> bool:
    """Within SIZE_FACTOR of the printed number, and within what the words of size allow."""
    factor = factor_of(claim, measured)
    if factor is not None and not 1 / SIZE_FACTOR <= factor <= SIZE_FACTOR:
        return False
    low, high = claim.size or (None, None)
    return (low is None or measured.value >= low) and (high is None or measured.value <= high)


def verdict_on(claim: Claim, measured: Measured) -> Verdict:
    ends = measured.low, measured.value, measured.high
    if not all(map(math.isfinite, ends)) or list(ends) != sorted(ends):
        raise ValueError(f"{claim.family}/{claim.id}: measured {measured} is no value within an interval")
    return Verdict(claim, _word(claim, measured), measured, measured.note)


def _word(claim: Claim, measured: Measured) -> str:
    if claim.not_comparable:
        return NOT_COMPARABLE
    answer = meets(claim.relation, claim.limit, measured.low, measured.high)
    if answer is None:
        return UNDECIDED
    return REVERSED if not answer else HOLDS if has_size(claim, measured) else DIRECTION_ONLY


def quotient(value: float, low: float, high: float, note: str = "", records: Iterable[Record] = ()) -> Measured:
    """A quotient of these records' times: its interval allows for the drift from one process to another, however well each
    was timed."""
    records = tuple(records)
    drift = max((ALONE[r.processor] for r in records if r.is_of_one_process), default=DRIFT)
    return Measured(value, min(low, value / (1 + drift)), max(high, value * (1 + drift)), note, records)


def ratio(upper: Record, lower: Record) -> Measured:
    times = (Measured(r.time_s, *r.interval_s, records=(r,)) for r in (upper, lower))
    return quotient(*intervals.quotient(*times), records=(upper, lower))

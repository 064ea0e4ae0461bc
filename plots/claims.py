"""Published claims, what was measured for them, and the verdict."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from plots.errors import InputError
from plots.load import ROOT
from plots.tables import Interval, Table

HOLDS, REVERSED, NOT_MEASURABLE = "holds", "reversed", "not measurable here"
PAPERS = ROOT / "results" / "papers"
SIZE_FACTOR = 2
# Samples of one process agree better than two processes do, so an interval of a quotient of times is never narrower.
DRIFT = 0.01
RELATIONS = ("<", ">", "between")


@dataclass(frozen=True)
class Claim:
    """One published statement (results/papers/README.md has the members' meaning).

    `claimed` is what the paper prints: a number, [low, high], or None where it prints none. `relation` and `limit`
    say what the quantity must meet for the statement to hold; `judge` how it is measured (plots/judge.py).
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
    reading: str = ""
    judge: dict[str, Any] | None = None


@dataclass(frozen=True)
class Measured:
    """What the records say about a claim's quantity, with its 95 % interval (low = high = value if exact)."""

    value: float
    low: float
    high: float
    note: str = ""


class NotMeasurable(Exception):
    """Raised by a judge: the records can not tell, and why."""


@dataclass(frozen=True)
class Verdict:
    claim: Claim
    verdict: str
    measured: Measured | None
    note: str

    @property
    def size(self) -> float | None:
        """Measured over printed value: how far the magnitude is from the paper's; of a range its nearer end, 1 within.
        None where no number is printed."""
        printed = self.claim.claimed
        if isinstance(printed, list) and self.measured is not None:
            low, high = printed
            printed = min(max(self.measured.value, low), high)
        if self.measured is None or not printed:
            return None
        return self.measured.value / printed

    @property
    def only_direction(self) -> bool:
        """The claim holds, but its size is more than SIZE_FACTOR away from the printed number."""
        return self.verdict == HOLDS and self.size is not None and not 1 / SIZE_FACTOR <= self.size <= SIZE_FACTOR


@cache
def paper(name: str) -> dict[str, Any]:
    """The published numbers and claims of one paper."""
    path: Path = PAPERS / f"{name}.json"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in PAPERS.glob("*.json")))
        raise InputError(f"{path}: no such paper; known: {known}")
    return json.loads(path.read_text(encoding="utf-8"))


def paper_of(family: str) -> str | None:
    """The paper that has claims on a family; None if none has."""
    names = sorted(p.stem for p in PAPERS.glob("*.json"))
    return next((name for name in names if family in paper(name)["families"]), None)


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


def verdict_of(claim: Claim, measure: Callable[[], Measured]) -> Verdict:
    """holds: the whole interval meets the claim's relation. reversed: none of it does. Otherwise the records can not
    tell, which is said with the reason."""
    try:
        measured = measure()
    except NotMeasurable as reason:
        return Verdict(claim, NOT_MEASURABLE, None, str(reason))
    ends = measured.low, measured.value, measured.high
    if not all(map(math.isfinite, ends)) or list(ends) != sorted(ends):
        raise ValueError(f"{claim.family}/{claim.id}: measured {measured} is no value within an interval")
    answer = meets(claim.relation, claim.limit, measured.low, measured.high)
    if answer is None:
        return Verdict(claim, NOT_MEASURABLE, measured, "undecided: the interval includes the limit. " + measured.note)
    return Verdict(claim, HOLDS if answer else REVERSED, measured, measured.note)


def quotient(value: float, low: float, high: float, note: str = "") -> Measured:
    """A quotient of times: its interval allows for DRIFT from one run to another, however well each was timed."""
    return Measured(value, min(low, value * (1 - DRIFT)), max(high, value * (1 + DRIFT)), note)


def ratio(upper: Any, lower: Any) -> Measured:
    """Quotient of two records' times with a conservative interval (each end against the other's far end)."""
    (a_low, a_high), (b_low, b_high) = upper.interval_s, lower.interval_s
    return quotient(upper.time_s / lower.time_s, a_low / b_high, a_high / b_low)


def relation_text(claim: Claim) -> str:
    unit = f" {claim.unit}" if claim.unit else ""
    if claim.relation == "between":
        return f"{claim.limit[0]:g} to {claim.limit[1]:g}{unit}"
    return f"{claim.relation} {claim.limit:g}{unit}"


def table_of(verdicts: list[Verdict], family: str, where: str) -> Table:
    """The claims table of a family."""
    rows = []
    for v in verdicts:
        printed = v.claim.claimed
        rows.append(
            [
                v.claim.text,
                v.claim.where,
                v.claim.quantity,
                Interval(*printed) if isinstance(printed, list) else printed,
                relation_text(v.claim),
                v.measured.value if v.measured else None,
                (
                    Interval(v.measured.low, v.measured.high)
                    if v.measured and v.measured.low < v.measured.high
                    else None
                ),
                v.size,
                v.verdict,
                ("in direction, not in size. " if v.only_direction else "") + v.note,
            ]
        )
    return Table(
        f"{family}_claims",
        f"Claims, judged on {where}",
        [
            "claim",
            "where",
            "quantity",
            "printed",
            "holds if",
            "measured",
            "95 % interval",
            "measured / printed",
            "verdict",
            "note",
        ],
        rows,
        fold=True,
    )

"""The verdict on a claim: a word for what its interval says (results/papers/README.md has the table of them)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plots.data.measured import Measured
from plots.verdicts.claims import Claim

HOLDS, OTHER_FACTOR, NO_DIFFERENCE = "holds", "holds, by another factor", "no difference"
DIFFERS, REVERSED, UNDECIDED = "differs", "reversed", "undecided"
NOT_COMPARABLE, NOT_MEASURED = "not comparable", "not measured"
SIZE_FACTOR = 2
SAME = 0.02  # that two times may differ by where they are called the same
VERDICTS = {
    HOLDS: f"the whole interval meets the claim, and its effect is within a factor of {SIZE_FACTOR} of what is printed or"
    " within what its words mean",
    OTHER_FACTOR: "the whole interval meets the claim, but not all of it has the printed size",
    NO_DIFFERENCE: f"the claim says that there is one, and the interval is about 1 and within {SAME:.0%} of it",
    DIFFERS: "none of the interval meets the range or the number that is claimed",
    REVERSED: "the opposite: all of the interval is on the other side of no difference",
    UNDECIDED: "the interval includes the limit",
    NOT_COMPARABLE: "what is measured neither confirms nor refutes the claim; its note says why",
    NOT_MEASURED: "no case at the size that the claim names, or nothing here can judge it",
}
DECIDED = (HOLDS, OTHER_FACTOR, NO_DIFFERENCE, DIFFERS, REVERSED)


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
        """Measured over printed effect, of a range over that of its nearer end. None where no number is printed."""
        return factor_of(self.claim, self.measured.value) if self.measured else None


def verdict_on(claim: Claim, measured: Measured, tuned: Measured | None = None) -> Verdict:
    ends = measured.low, measured.value, measured.high
    if not all(map(math.isfinite, ends)) or list(ends) != sorted(ends):
        raise ValueError(f"{claim.family}/{claim.id}: measured {measured} is no value within an interval")
    return Verdict(claim, _word(claim, measured), measured, measured.note, tuned)


def _word(claim: Claim, measured: Measured) -> str:
    if claim.not_comparable:
        return NOT_COMPARABLE
    answer = meets(claim.relation, claim.limit, measured.low, measured.high)
    if answer:
        return HOLDS if all(has_size(claim, v) for v in (measured.low, measured.value, measured.high)) else OTHER_FACTOR
    if answer is None:
        return NO_DIFFERENCE if _is_no_difference(claim, measured) else UNDECIDED
    return REVERSED if _is_reversed(claim, measured) else DIFFERS


def meets(relation: str, limit: float | list[float], low: float, high: float) -> bool | None:
    """Whether a whole interval meets the relation (True), wholly fails it (False), or neither (None)."""
    if relation == "<":
        return True if high < limit else False if low >= limit else None
    if relation == ">":
        return True if low > limit else False if high <= limit else None
    if relation == "between":
        bottom, top = limit
        return True if bottom <= low and high <= top else False if high < bottom or low > top else None
    raise ValueError(f"relation {relation!r} is none of <, >, between")


def has_size(claim: Claim, value: float) -> bool:
    """Within SIZE_FACTOR of the printed effect, and within what the words of size allow."""
    factor = factor_of(claim, value)
    if factor is not None and not 1 / SIZE_FACTOR <= factor <= SIZE_FACTOR:
        return False
    low, high = claim.size or (None, None)
    return (low is None or value >= low) and (high is None or value <= high)


def factor_of(claim: Claim, value: float) -> float | None:
    printed = claim.claimed
    if isinstance(printed, list):
        low, high = printed
        printed = min(max(value, low), high)
    if not printed:
        return None
    of_effect = claim.compares and (value - 1) * (printed - 1) > 0
    return _effect(value) / _effect(printed) if of_effect else value / printed


def _effect(ratio: float) -> float:
    """How far a ratio is from 1: 0.25 for 1.25 and for 0.8."""
    return max(ratio, 1 / ratio) - 1 if ratio > 0 else math.inf


def _is_no_difference(claim: Claim, measured: Measured) -> bool:
    about_1 = claim.compares and claim.limit == 1 and measured.low <= 1 <= measured.high
    return about_1 and 1 / (1 + SAME) <= measured.low and measured.high <= 1 + SAME


def _is_reversed(claim: Claim, measured: Measured) -> bool:
    """Whether it is wholly on the other side of no difference; a range has no other side."""
    if claim.relation == "between" or not (claim.compares or claim.limit == 0):
        return False
    neutral = 0 if claim.limit == 0 else 1
    if claim.relation == ">":
        return claim.limit >= neutral >= measured.high
    return claim.limit <= neutral <= measured.low

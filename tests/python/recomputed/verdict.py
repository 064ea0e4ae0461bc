"""The words of the ledger, from an interval and what a claim asks of it."""

from __future__ import annotations

from .measured import Measured

SIZE = 2  # a value within this factor of the printed one has its size


def met(claim: dict, measured: Measured) -> str:
    """Whether all, none or a part of the interval meets the relation."""
    low, high, limit = measured.low, measured.high, claim["limit"]
    if claim["relation"] == "between":
        inside, outside = limit[0] <= low and high <= limit[1], high < limit[0] or low > limit[1]
    elif claim["relation"] == "<":
        inside, outside = high < limit, low >= limit
    else:
        inside, outside = low > limit, high <= limit
    return "all" if inside else "none" if outside else "part"


def of_size(claim: dict, value: float) -> bool:
    low, high = claim.get("size", [None, None])
    if (low is not None and value < low) or (high is not None and value > high):
        return False
    printed = claim["claimed"]
    if not printed:  # none, or 0, of which nothing is a multiple
        return True
    least, most = printed if isinstance(printed, list) else (printed, printed)
    return least / SIZE <= value <= most * SIZE


def verdict(claim: dict, measured: Measured | None) -> str:
    if "not_comparable" in claim:
        return "not comparable"
    if measured is None:
        return "not measured"
    part = met(claim, measured)
    if part == "all":
        return "holds" if of_size(claim, measured.value) else "direction only"
    return "reversed" if part == "none" else "undecided"

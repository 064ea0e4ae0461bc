"""The words of the ledger, from an interval and what a claim asks of it."""

from __future__ import annotations

from .measured import Measured

SIZE = 2  # an effect within this factor of the printed one has its size
ALIKE = 1.02  # two times whose ratio is no farther from 1


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


def is_of_two(claim: dict) -> bool:
    """Whether its number is one thing over another."""
    kinds = [claim["judge"].get(kind) for kind in ("ratio", "quotient", "coefficient")]
    return claim.get("unit") == "x" or any(isinstance(sides, list) for sides in kinds)


def of_size(claim: dict, value: float) -> bool:
    low, high = claim.get("size", [None, None])
    if (low is not None and value < low) or (high is not None and value > high):
        return False
    printed = claim["claimed"]
    if not printed:  # none, or 0, of which nothing is a multiple
        return True
    least, most = printed if isinstance(printed, list) else (printed, printed)
    near = min(max(value, least), most)
    if is_of_two(claim) and (value > 1) is (near > 1) and 1 not in (value, near):
        beyond_1, printed_beyond_1 = (max(each, 1 / each) - 1 for each in (value, near))
        return 1 / SIZE <= beyond_1 / printed_beyond_1 <= SIZE
    return 1 / SIZE <= value / near <= SIZE


def other_side(claim: dict, measured: Measured) -> bool:
    """Of what would be no difference: of 1, for a ratio, or of 0."""
    limit, more = claim["limit"], claim["relation"] == ">"
    if claim["relation"] == "between" or not (limit == 0 or is_of_two(claim)):
        return False
    none = 0 if limit == 0 else 1
    return (measured.high <= none <= limit) if more else (limit <= none <= measured.low)


def verdict(claim: dict, measured: Measured | None) -> str:
    if "not_comparable" in claim:
        return "not comparable"
    if measured is None:
        return "not measured"
    part, low, high = met(claim, measured), measured.low, measured.high
    if part == "all":
        sized = all(of_size(claim, value) for value in (low, measured.value, high))
        return "holds" if sized else "holds, by another factor"
    if part == "none":
        return "reversed" if other_side(claim, measured) else "differs"
    alike = claim["limit"] == 1 and is_of_two(claim) and 1 / ALIKE <= low <= 1 <= high <= ALIKE
    return "no difference" if alike else "undecided"

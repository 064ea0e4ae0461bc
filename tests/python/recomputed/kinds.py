"""The kinds of judges that results/papers/README.md lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import fits
from .choice import PaperCases, by_axis, by_size, candidates, fastest, of_side, to_named_size
from .measured import Measured, NotMeasured, all_cases, answer, geometric_mean, largest, pairs, smallest
from .runs import Case
from .scopes import Scope

POWERS = {"n": 1, "n^2": 2, "n^3": 3}
PICKS = {"largest": largest, "smallest": smallest, "geometric mean": geometric_mean}
MEMBERS = {"where", "from", "at", "over", "pick", "tuning", "free", "vary", "per", "mean_over"}
ONE_KIND = {"growth", "sizes"}


@dataclass(frozen=True)
class Family:
    """`judging`: what all its claims have in common. `functions`: its odd judges, called with judging, a scope and the
    judge's own members."""

    judging: dict
    functions: dict[str, Callable[..., Measured]]
    paper_cases: PaperCases = list


def measure(judge: dict, family: Family, scope: Scope) -> Measured:
    if "unjudged" in judge:
        raise NotMeasured(judge["unjudged"])
    if "function" in judge:
        members = {member: value for member, value in judge.items() if member != "function"}
        return family.functions[judge["function"]](family.judging, scope, **members)
    if "quotient" in judge:
        first, second = (measure(each, family, scope) for each in judge["quotient"])
        return first / second
    if "difference" in judge:
        first, second = (measure(each, family, scope) for each in judge["difference"])
        return first - second
    (kind,) = (name for name in KINDS if name in judge)
    if unknown := judge.keys() - MEMBERS - ONE_KIND - {kind}:
        raise ValueError(f"nothing here reads {', '.join(unknown)}")
    judge = family.judging | judge
    found = candidates(scope.answers if kind == "observable" else scope.timed, judge, family.paper_cases)
    return _over(kind, judge, found) if "over" in judge else KINDS[kind](judge, found)


def _over(kind: str, judge: dict, found: list[Case]) -> Measured:
    """At each value that a judge lists, or at those that have what it takes."""
    over, parts = judge["over"], []
    axis, listed = next(iter(over.items())) if isinstance(over, dict) else (over, None)
    groups = by_axis(found, axis)
    for value in listed or groups:
        try:
            parts.append(KINDS[kind](judge, groups.get(value, [])))
        except NotMeasured:
            if listed:
                raise
    if not parts:
        raise NotMeasured(f"at no {axis}")
    return PICKS[judge["pick"]](parts)


def ratio(judge: dict, found: list[Case]) -> Measured:
    """At the largest size that all alternatives of both sides have."""
    sides = [[by_size(each, judge) for each in of_side(found, side)] for side in judge["ratio"]]
    common = set.intersection(*({*each} for side in sides for each in side))
    common &= {judge["at"]} if "at" in judge else common
    if not common:
        raise NotMeasured("no common size")
    here = [[each[max(common)] for each in side] for side in sides]
    if axis := judge.get("mean_over"):
        shared = set.intersection(*({case.axes[axis] for case in each} for side in here for each in side))
        here = [[[case for case in each if case.axes[axis] in shared] for each in side] for side in here]
    upper, lower = (min((fastest(each, judge) for each in side), key=lambda t: t.value) for side in here)
    return upper / lower


def coefficient(judge: dict, found: list[Case]) -> Measured:
    """a in t = a g(size), of all sizes up to the one that is named, or the quotient of two."""
    sides, named = [], judge["coefficient"]
    for variant in [named] if isinstance(named, str) else named:
        (cases,) = of_side(found, variant)
        times = {size: fastest(each, judge) for size, each in to_named_size(cases, judge | {"from": 0}).items()}
        a = fits.coefficient([(size, time.value) for size, time in times.items()], POWERS[judge["growth"]])
        sides.append(Measured(*a, all_cases(times.values())))
    return sides[0] / sides[1] if sides[1:] else sides[0]


def slope(judge: dict, found: list[Case]) -> Measured:
    each = [to_named_size(cases, judge) for cases in of_side(found, judge["slope"])]
    common = set.intersection(*map(set, each))
    if not common:
        raise NotMeasured("no common size")
    sizes = min(each, key=lambda one: fastest(one[max(common)], judge).value)
    times = {size: fastest(cases, judge) for size, cases in sizes.items()}
    last_two = judge.get("sizes") == "last two"
    return slope_through(dict([*times.items()][-2:]) if last_two else times, fewest=2 if last_two else 3)


def slope_through(times: dict[float, Measured], fewest: int = 2) -> Measured:
    """Exponent against size; each round's, where the times have the same rounds."""
    if len(times) < fewest:
        raise NotMeasured(f"fewer than {fewest} sizes")
    sizes, parts = [*times], [*times.values()]
    exponent = lambda values: fits.slope([*zip(sizes, values)])  # noqa: E731
    if paired := pairs(*parts):
        rounds = {name: exponent(values) for name, values in paired.items()}
        return Measured(*fits.mean([*rounds.values()]), all_cases(parts), rounds=rounds)
    middles = [part.middle for part in parts]
    value = exponent(middles)
    moves = []  # of the exponent, with one time at an end of its interval
    for place, part in enumerate(parts):
        to = [exponent([*middles[:place], end, *middles[place + 1 :]]) - value for end in (part.low, part.high)]
        moves.append((-min(to), max(to)))
    below, above = (sum(move**2 for move in each) ** 0.5 for each in zip(*moves))
    return Measured(value, value - below, value + above, all_cases(parts))


def observable(judge: dict, found: list[Case]) -> Measured:
    found = [case for case in found if isinstance(case.answer(judge["observable"]), (int, float))]
    if not found:
        raise NotMeasured("no answer")
    case = max(found, key=lambda each: each.size)
    return answer(case.answer(judge["observable"]), [case])


KINDS = {"ratio": ratio, "coefficient": coefficient, "slope": slope, "observable": observable}

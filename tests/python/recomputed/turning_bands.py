"""Odd judges of turning bands: kernels, fields out of core, and statistics of fields."""

from __future__ import annotations

from collections.abc import Iterable

from .choice import by_axis, candidates, fastest, that_meet
from .kinds import ratio
from .measured import Measured, NotMeasured, all_cases, answer, largest, time_of
from .runs import Case

CUBE = {"mesh": "regular", "nx": 0, "ny": 0, "nz": 0}
FIGURE_6 = (
    {"mesh": "regular", "line_maker": "power_law", "index": -2},
    {"mesh": "random", "line_maker": "covariance", "covariance": "gaussian"},
)
WIDTH = 1.96  # standard errors in half an interval


def paper_cases(cases: Iterable[Case]) -> list[Case]:
    """One field of 1024 lines by a power law, in double precision."""
    return that_meet(cases, {"lines": 1024, "fields": 1, "line_maker": "power_law", "precision": "double"})


def slowest_optimised(judging, scope, variant, where) -> Measured:
    """Of a group size, against the kernel without blocking and unrolling."""
    found = that_meet(candidates(scope.timed, {"where": where}, paper_cases), {}, variant)
    each = []
    for cases in by_axis(found, "block").values():
        plain = that_meet(cases, {"blocking": 0, "unroll": 1})
        each += [time_of(c) / time_of(plain[0]) for c in cases if plain and c not in plain]
    if not each:
        raise NotMeasured("no kernel with and without")
    return max(each, key=lambda one: one.value)


def out_of_core_rate(judging, scope, variants, others) -> Measured:
    judge = judging | {"ratio": variants}
    return ratio(judge, candidates(scope.timed, judge, paper_cases))


def time_of_field(judging, scope, variant, others, where) -> Measured:
    return fastest(that_meet(paper_cases(scope.timed), where, variant), {})


def _fields(scope, where: dict) -> Case:
    """Of the cases that say how their fields are distributed, that of most fields, then cells, then lines."""
    found = [case for case in that_meet(scope.answers, where) if case.answer("covariance_series")]
    if not found:
        raise NotMeasured("no fields")

    def rank(case: Case) -> tuple:
        axes = case.axes
        x, y, z = (axes[edge] or axes["n"] for edge in ("nx", "ny", "nz"))
        return axes["fields"], x * y * z, axes["lines"]

    return max(found, key=rank)


def furthest_from_gaussian(judging, scope, where) -> Measured:
    each = [_fields(scope, case | where) for case in FIGURE_6]
    return answer(max(case.answer("largest_kurtosis_in_errors") for case in each), each)


def _largest_with_its_ends(parts: list[Measured]) -> Measured:
    ends = (max(getattr(part, end) for part in parts) for end in ("value", "low", "high"))
    return Measured(*ends, all_cases(parts), answer=True)


def _error(error: float, standard_error: float, case: Case) -> Measured:
    """Not below 0."""
    half = WIDTH * standard_error
    return Measured(error, max(error - half, 0), error + half, (case,), answer=True)


def _index_error(scope, index: float, where: dict) -> Measured:
    case = _fields(scope, CUBE | {"line_maker": "power_law", "index": index} | where)
    return _error(abs(case.answer("spectral_index") - index), case.answer("spectral_index_error"), case)


def largest_index_error(judging, scope, indices, where) -> Measured:
    return _largest_with_its_ends([_index_error(scope, index, where) for index in indices])


def index_error_over(judging, scope, indices, corrections, where) -> Measured:
    each = []
    for index in indices:
        one, other = (_index_error(scope, index, where | {"correction": name}) for name in corrections)
        if other.low == 0:
            raise NotMeasured("the other may be 0")
        each.append(one / other)
    return _largest_with_its_ends(each)


def largest_covariance_error(judging, scope, ranges, where) -> Measured:
    each = [_fields(scope, where | {"a": a}) for a in ranges]
    errors = [_error(c.answer("covariance_error"), c.answer("covariance_standard_error"), c) for c in each]
    return largest(errors)


def exact_covariance_error(judging, scope, lines) -> Measured:
    found = [case for case in that_meet(scope.answers, {"lines": lines}) if case.answer("covariance_series")]
    if not found:
        raise NotMeasured("no fields")
    case = max(found, key=lambda each: each.answer("exact_covariance_error"))
    return answer(case.answer("exact_covariance_error"), [case])


TIMES = (slowest_optimised, out_of_core_rate, time_of_field)
STATISTICS = (furthest_from_gaussian, largest_index_error, index_error_over, largest_covariance_error)
FUNCTIONS = {judge.__name__: judge for judge in (*TIMES, *STATISTICS, exact_covariance_error)}

"""Odd judges of turning bands: kernels, fields out of core, and statistics of fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import exp, log
from statistics import NormalDist, fmean, stdev

from scipy.stats import t as student

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


def furthest_from_gaussian(judging, scope, where, lines, fields) -> Measured:
    """In what the largest of as many normal values is below with 95 %; fields that several variants made count once."""
    for case in FIGURE_6:
        _fields(scope, case | where)
    found = that_meet(scope.answers, where)
    found = [case for case in found if case.answer("covariance_series") and case.axes["lines"] >= lines]
    found = {case.setting({"timed", "line_length"}): case for case in found if case.axes["fields"] >= fields}
    number = sum(case.axes["fields"] for case in found.values())
    largest = max(case.answer("largest_kurtosis_in_errors") for case in found.values())
    return answer(largest / NormalDist().inv_cdf((1 + 0.95 ** (1 / number)) / 2), found.values())


def answer_of(judging, scope, name, where) -> Measured:
    case = _fields(scope, where)
    return answer(case.answer(name), [case])


def index_change(judging, scope, indices, sizes, where) -> Measured:
    parts = []
    for index in indices:
        axes = CUBE | {"line_maker": "power_law", "index": index} | where
        one, other = (_fields(scope, axes | {"n": n}) for n in sizes)
        errors = [case.answer("spectral_index_error") ** 2 for case in (one, other)]
        change = abs(one.answer("spectral_index") - other.answer("spectral_index"))
        half = WIDTH * sum(errors) ** 0.5
        parts.append(Measured(change, max(change - half, 0), change + half, (one, other), answer=True))
    return _largest_with_its_ends(parts)


def largest_outlier(judging, scope, index, where) -> Measured:
    """From the fourth shell on, in the power that its two neighbours let expect."""
    case = _fields(scope, CUBE | {"line_maker": "power_law", "index": index} | where)
    points = [*zip(*(case.answer("spectrum_series")[axis] for axis in "xy"))]
    off = []
    for (k, p), (l, q), (m, r) in zip(points[2:], points[3:], points[4:]):
        off.append(abs(q / (p * (r / p) ** (log(l / k) / log(m / k))) - 1))
    return answer(max(off), [case])


def _banded(scope, where: dict) -> list[Case]:
    found = [case for case in that_meet(scope.answers, where) if case.answer("covariance_series")]
    return [case for case in found if case.answer("banding_error") is not None]


def largest_banding(judging, scope, lines, where) -> Measured:
    found = [case for case in _banded(scope, where) if lines[0] <= case.axes["lines"] <= lines[1]]
    if not found:
        raise NotMeasured("no bands of so many lines")
    return answer(max(case.answer("banding_error") for case in found), found)


def banding_over(judging, scope, sequences, lines) -> Measured:
    """Of sets with the same seed."""
    sets = defaultdict(dict)
    for case in _banded(scope, {"lines": lines}):
        sets[tuple(case.axes[a] for a in ("seed", "line_maker", "n", "nx"))][case.axes.get("sequence")] = case
    pairs = [[each[name] for name in sequences] for each in sets.values() if {*sequences} <= {*each}]
    if len(pairs) < 3:
        raise NotMeasured("few sets")
    logs = [log(one.answer("banding_error") / other.answer("banding_error")) for one, other in pairs]
    half = student.ppf(0.975, len(logs) - 1) * stdev(logs) / len(logs) ** 0.5
    ends = (exp(fmean(logs) + off) for off in (0, -half, half))
    return Measured(*ends, tuple(case for pair in pairs for case in pair), answer=True)


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


TIMES = (slowest_optimised, out_of_core_rate, time_of_field)
STATISTICS = (furthest_from_gaussian, largest_index_error, index_error_over, largest_covariance_error)
LINES = (index_change, largest_outlier, largest_banding, banding_over)
FUNCTIONS = {judge.__name__: judge for judge in (*TIMES, *STATISTICS, *LINES)} | {"answer": answer_of}

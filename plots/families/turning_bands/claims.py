"""The judges of hunger_2015.json that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plots.data import measured
from plots.data.measured import Measured
from plots.data.records import Record
from plots.families.turning_bands import runs
from plots.output.tables import number
from plots.verdicts import judge
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

STANDARD_ERRORS = 1.96  # of a 95 % interval
Axes = dict[str, Any]

# The two cases of Fig. 6.
GAUSSIAN_CASES = (
    {"mesh": "regular", "line_maker": "power_law", "index": -2},
    {"mesh": "random", "line_maker": "covariance", "covariance": "gaussian"},
)


def slowest_optimised(data: FamilyData, variant: str, where: Axes) -> Measured:
    """The largest time with blocking or unrolling over that of the plain kernel with the same block."""
    data.need_gpu()
    slower = []
    for _, group in judge.cases({"where": where, "vary": []}, data).where(variant=variant).by("block"):
        plain = group.where(blocking=0, unroll=1)
        optimised = [r for r in group if r not in plain]
        slower += [(measured.time(r) / measured.time(plain[0]), r) for r in optimised if plain]
    if not slower:
        raise NotMeasurable(f"no measured and correct records of {variant} with and without blocking or unrolling")
    worst, r = max(slower, key=lambda each: each[0].value)
    note = f"block {r['block']}, unroll {r['unroll']}, {'with' if r['blocking'] else 'without'} blocking; the largest of {len(slower)}"
    return replace(worst, note=note)


def out_of_core_rate(data: FamilyData, variants: list[str], others: list[str]) -> Measured:
    """Point-lines a second of the second over those of the first, of the same fields."""
    theirs, ours = (_rates(data, pair) for pair in (variants, others))
    if isinstance(theirs, NotMeasurable):
        raise theirs
    beside = "" if isinstance(ours, NotMeasurable) else f"; of ours {ours.value:.3g} ({ours.note})"
    return replace(theirs, note=theirs.note + beside)


def _rates(data: FamilyData, pair: list[str]) -> Measured | NotMeasurable:
    try:
        return judge.measure({"ratio": pair}, data)
    except NotMeasurable as reason:
        return reason


def time_of_field(data: FamilyData, variant: str, others: list[str], where: Axes) -> Measured:
    """Seconds, at the fastest tuning; those of others in the note."""
    records = data.timed_for_paper.where(**where)
    r, beside = records.where(variant=variant).quickest(), []
    if r is None:
        data.need_gpu()
        raise NotMeasurable(f"no measured and correct record of {variant} for this field")
    for other in (records.where(variant=each).quickest() for each in others):
        beside += [f"{other.name} {number(other.time_s)} s"] if other else []
    note = "; ".join([f"{r.name}, {runs.mesh(r)}", *beside])
    return replace(measured.time(r), note=note)


def _answer(data: FamilyData, **axes: Any) -> Record:
    r = runs.most_fields(runs.answers(data.verified, **axes))
    if r is None:
        setting = ", ".join(f"{axis}={value}" for axis, value in axes.items())
        raise NotMeasurable(f"no verified fields by turning bands with {setting}")
    return r


def furthest_from_gaussian(data: FamilyData, where: Axes) -> Measured:
    """The largest excess kurtosis of a field in its standard errors, of both cases of Fig. 6."""
    each = [_answer(data, **case, **where) for case in GAUSSIAN_CASES]
    values = [r.observables["largest_kurtosis_in_errors"] for r in each]
    note = "; ".join(f"{v:.2g} with {runs.target(r)} on the {r['mesh']} mesh" for v, r in zip(values, each))
    return measured.exact(max(values), each, f"{note}; {runs.made_of(each[0])}", is_answer=True)


def _error(r: Record, error: float, standard_error: str, note: str) -> Measured:
    """An error, which is not below 0, within what its standard error allows."""
    half = STANDARD_ERRORS * r.observables[standard_error]
    return Measured(error, max(error - half, 0), error + half, note, (r,), is_answer=True)


def _index_error(data: FamilyData, index: float, where: Axes) -> Measured:
    """|measured - target index|."""
    r = _answer(data, **runs.CUBE, line_maker="power_law", index=index, **where)
    measured = r.observables["spectral_index"]
    note = f"{measured:.4g} for {index:g}, {r['fields']} fields of {runs.mesh(r)}"
    return _error(r, abs(measured - index), "spectral_index_error", note)


def _largest(each: list[Measured]) -> Measured:
    ends = (max(getattr(m, end) for m in each) for end in ("value", "low", "high"))
    note = "; ".join(m.note for m in each)
    return Measured(*ends, note, tuple(r for m in each for r in m.records), is_answer=True)


def largest_index_error(data: FamilyData, indices: list[float], where: Axes) -> Measured:
    return _largest([_index_error(data, index, where) for index in indices])


def index_error_over(data: FamilyData, indices: list[float], corrections: list[str], where: Axes) -> Measured:
    """Error of the index with one correction over that with another, at the index where it is largest."""
    each = []
    for index in indices:
        corrected, without = (_index_error(data, index, {**where, "correction": c}) for c in corrections)
        if without.low == 0:
            raise NotMeasurable(f"with correction={corrections[1]} within its standard error: {without.note}")
        note = f"{corrected.note}, without {without.note.partition(' for')[0]}"
        each.append(replace(corrected / without, note=note))
    return _largest(each)


def largest_covariance_error(data: FamilyData, ranges: list[float], where: Axes) -> Measured:
    """The largest |measured - target| covariance over the variance."""
    each = []
    for a in ranges:
        r = _answer(data, a=a, **where)
        error = r.observables["covariance_error"]
        each.append(_error(r, error, "covariance_standard_error", f"{error:.2g} for a = {a:g}, {runs.made_of(r)}"))
    return _largest(each)


def exact_covariance_error(data: FamilyData, lines: int) -> Measured:
    """That of the covariance given the directions: no fields have to be drawn, so there is no error of sampling."""
    records = runs.answers(data.verified, lines=lines)
    if not records:
        raise NotMeasurable(f"no verified fields of {lines} lines")
    r = max(records, key=lambda r: r.observables["exact_covariance_error"])
    alike = [(a, v) for a, v in r.workload if a not in ("lines", "line_length")]
    others = runs.answers(data.verified).where(lambda o: all(o.get(a) == v for a, v in alike))
    error = {o["lines"]: o.observables["exact_covariance_error"] for o in others.sorted("lines")}
    sets = 1 if r["directions"] == "shared" else min(r["fields"], 4)
    note = f"{runs.target(r)}, {runs.mesh(r)} points, {r['mesh']}, mean of {sets} set{'s' * (sets > 1)} of directions; "
    note += ", ".join(f"{e:.2g} with {count} lines" for count, e in error.items())
    value = r.observables["exact_covariance_error"]
    return measured.exact(value, others, note, is_answer=True)


_TIMES = (slowest_optimised, out_of_core_rate, time_of_field)
_STATISTICS = (furthest_from_gaussian, largest_index_error, index_error_over, largest_covariance_error)
FUNCTIONS = {f.__name__: f for f in (*_TIMES, *_STATISTICS, exact_covariance_error)}

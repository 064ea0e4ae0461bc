"""The judges of hunger_2015.json on answers: statistics of fields, and what few lines leave of their bands."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import ndtri

from plots.data import fit, measured
from plots.data.measured import Measured
from plots.data.records import Record, Records
from plots.families.turning_bands import runs
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

STANDARD_ERRORS = 1.96  # of a 95 % interval
EXCEEDED = 0.05  # how often normal values would exceed the limit
WINDOWED = 3  # shells that the window mixes most
FEWEST_SETS = 3
Axes = dict[str, Any]

# The two cases of Fig. 6.
GAUSSIAN_CASES = (
    {"mesh": "regular", "line_maker": "power_law", "index": -2},
    {"mesh": "random", "line_maker": "covariance", "covariance": "gaussian"},
)


def _answer(data: FamilyData, **axes: Any) -> Record:
    r = runs.most_fields(runs.answers(data.verified, **axes))
    if r is None:
        setting = ", ".join(f"{axis}={value}" for axis, value in axes.items())
        raise NotMeasurable(f"no verified fields by turning bands with {setting}")
    return r


def furthest_from_gaussian(data: FamilyData, where: Axes, lines: int, fields: int) -> Measured:
    """The largest excess kurtosis of a field in its standard errors, over what the largest of so many values of a normal
    distribution exceeds with 5 %: of all fields of `lines` or more, `fields` or more of a kind, both cases of Fig. 6 among them."""
    for case in GAUSSIAN_CASES:
        _answer(data, **case, **where)
    of_kinds = {
        _fields_of(r): r for r in runs.answers(data.verified, **where) if r["lines"] >= lines and r["fields"] >= fields
    }
    each = [*of_kinds.values()]
    worst = max(each, key=_kurtosis)
    number = sum(r["fields"] for r in each)
    limit = float(ndtri((1 + (1 - EXCEEDED) ** (1 / number)) / 2))
    note = f"{_kurtosis(worst):.3g} standard errors with {runs.target(worst)}, {runs.made_of(worst)}; the largest of {number} normal"
    note += f" values exceeds {limit:.3g} with {EXCEEDED:.0%}"
    return measured.exact(_kurtosis(worst) / limit, each, note, is_answer=True)


def _kurtosis(r: Record) -> float:
    return r.observables["largest_kurtosis_in_errors"]


def _fields_of(r: Record) -> tuple:
    """The same of all variants, which make the same fields."""
    return tuple((axis, value) for axis, value in r.workload if axis not in ("timed", "line_length"))


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


def answer(data: FamilyData, name: str, where: Axes) -> Measured:
    """An observable of the fields that most were made of."""
    r = _answer(data, **where)
    return measured.exact(
        r.observables[name], [r], f"{name} {r.observables[name]:.2g}, {runs.made_of(r)}", is_answer=True
    )


def index_change(data: FamilyData, indices: list[float], sizes: list[int], where: Axes) -> Measured:
    """The largest difference of the fitted index between two meshes."""
    return _largest([_index_change(data, index, sizes, where) for index in indices])


def _index_change(data: FamilyData, index: float, sizes: list[int], where: Axes) -> Measured:
    both = [_answer(data, **runs.CUBE, line_maker="power_law", index=index, n=n, **where) for n in sizes]
    found, errors = ([r.observables[f"spectral_index{end}"] for r in both] for end in ("", "_error"))
    change, half = abs(found[0] - found[1]), STANDARD_ERRORS * math.hypot(*errors)
    note = " and ".join(f"{value:.4g} of {runs.mesh(r)}" for value, r in zip(found, both))
    return Measured(change, max(change - half, 0), change + half, f"{note} for {index:g}", tuple(both), is_answer=True)


def largest_outlier(data: FamilyData, index: float, where: Axes) -> Measured:
    """How far a shell of the spectrum lies from the straight line between its neighbours' logarithms, the window's aside."""
    r = _answer(data, **runs.CUBE, line_maker="power_law", index=index, **where)
    series = r.observables["spectrum_series"]
    k, power = np.log(series["x"]), np.log(series["y"])
    expected = power[:-2] + (power[2:] - power[:-2]) * (k[1:-1] - k[:-2]) / (k[2:] - k[:-2])
    off = abs(np.expm1(power[1:-1] - expected))[WINDOWED - 1 :]
    place = int(off.argmax())
    value = float(off[place])
    note = f"shell {place + WINDOWED + 1} of {len(k)} by {value:.1%}, {runs.target(r)}, {runs.made_of(r)}"
    return measured.exact(value, [r], note, is_answer=True)


def _banding(data: FamilyData, **axes: Any) -> Records:
    return runs.answers(data.verified, **axes).where(lambda r: "banding_error" in r.observables)


def largest_banding(data: FamilyData, lines: list[int], where: Axes) -> Measured:
    """The largest of all sets of so many lines."""
    low, high = lines
    each = _banding(data, **where).where(lambda r: low <= r["lines"] <= high)
    if not each:
        raise NotMeasurable(f"no verified fields of {low} to {high} lines that say what is left of their bands")
    worst = max(each, key=lambda r: r.observables["banding_error"])
    value = worst.observables["banding_error"]
    note = f"of {len(each)} cases, {worst['lines']} lines, {runs.target(worst)}"
    return measured.exact(value, each, note, is_answer=True)


def _mean_banding(records: Records) -> float:
    return sum(r.observables["banding_error"] for r in records) / len(records)


def banding_over(data: FamilyData, sequences: list[str], lines: int) -> Measured:
    """What one sequence of directions leaves of bands over what another does: the geometric mean over sets, by Student's t."""
    records = _banding(data, lines=lines)
    pairs = [
        [next((r for r in group if r["sequence"] == name), None) for name in sequences]
        for _, group in records.where(lambda r: "sequence" in r.axes).by("seed", "line_maker", "n", "nx")
    ]
    pairs = [pair for pair in pairs if None not in pair]
    if len(pairs) < FEWEST_SETS:
        raise NotMeasurable(f"fewer than {FEWEST_SETS} sets of {lines} lines by {' and by '.join(sequences)}")
    estimate = fit.mean(
        [math.log(one.observables["banding_error"] / other.observables["banding_error"]) for one, other in pairs]
    )
    ends = (math.exp(end) for end in (estimate.value, estimate.low, estimate.high))
    means = (f"{_mean_banding(Records(each)):.2g} by {name}" for each, name in zip(zip(*pairs), sequences))
    note = f"{lines} lines, {len(pairs)} sets: {', '.join(means)}"
    return Measured(*ends, note, tuple(r for pair in pairs for r in pair), is_answer=True)


_OF_FIELDS = (furthest_from_gaussian, largest_index_error, index_error_over, largest_covariance_error, answer)
_OF_LINES = (index_change, largest_outlier, largest_banding, banding_over)
FUNCTIONS = {f.__name__: f for f in (*_OF_FIELDS, *_OF_LINES)}

"""The judges of hunger_2015.json that no kind of plots/verdicts/judge.py covers: those of times. The others are in field_claims."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plots.data import measured
from plots.data.measured import Measured
from plots.families.turning_bands import field_claims, runs
from plots.output.tables import number
from plots.verdicts import judge
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

Axes = dict[str, Any]


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


_TIMES = (slowest_optimised, out_of_core_rate, time_of_field)
FUNCTIONS = {f.__name__: f for f in _TIMES} | field_claims.FUNCTIONS

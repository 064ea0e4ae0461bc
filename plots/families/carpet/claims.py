"""The judges of hoffmann_2010.json that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import replace

from plots.data import fit, measured
from plots.data.measured import ALONE, Measured
from plots.data.records import Record, Records
from plots.families.carpet import walks
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

ALONE_LOG = math.log(1 + ALONE["cpu"])


def _outside(records: Sequence[Record], phases: list[str]) -> Measured:
    """Seconds of phases outside the loop, which a record has once: of three records or more within the interval of their mean."""
    times = [[r.phase_s(phase) for phase in phases] for r in records]
    for r, seconds in zip(records, times):
        if None in seconds:
            raise NotMeasurable(f"{r.name}: {phases[seconds.index(None)]} was not timed")
    logs = [math.log(max(sum(seconds), 1e-12)) for seconds in times]
    middle = sum(logs) / len(logs)
    mean = fit.mean(logs) if len(logs) >= 3 else fit.Estimate(middle, middle - ALONE_LOG, middle + ALONE_LOG)
    return Measured(*map(math.exp, (mean.value, mean.low, mean.high)), records=tuple(records))


def phases_ratio(data: FamilyData, variants: list[list[str]], phases: list[str], occupancy: float, at: int) -> Measured:
    """Phases of variants over those of others, in every form that was run: how steps are launched is no part of a set-up."""
    data.need_gpu()
    walked = walks.standard(data.timed).where(occupancy=occupancy, steps=at)
    above, below = (walked.where(lambda r, side=side: r.variant in side) for side in variants)
    if not (above and below):
        raise NotMeasurable(
            f"no measured and correct records of {' or '.join(map(', '.join, variants))} at steps = {at}"
        )
    alone = _outside(above, phases[-1:]) / _outside(below, phases[-1:])
    counts = f"{len(above)} set-ups over {len(below)}, each timed once"
    note = f"steps = {at}; {counts}; {phases[-1]} alone {alone.value:.3g}"
    return replace(_outside(above, phases) / _outside(below, phases), note=note)


def _everywhere(data: FamilyData, variants: list[str], at: int) -> Records:
    """The records of these variants at every occupancy of the paper."""
    data.need_gpu()
    records = walks.judged(data).where(lambda r: r.variant in variants, steps=at)
    for variant in variants:
        missing = set(data.paper["tables"]["table_1"]["occupancies"]) - set(
            records.where(variant=variant).values("occupancy")
        )
        if missing:
            raise NotMeasurable(
                f"no measured and correct record of {variant} at steps = {at}, occupancy {min(missing):g}"
            )
    return records


def site_over_site(data: FamilyData, variants: list[str], at: int) -> Measured:
    """Time a site that is visited, of one variant over that of another: the geometric mean over the occupancies."""
    ratios = []
    for _, records in _everywhere(data, variants, at).by("occupancy"):
        above, below = (records.where(variant=variant)[0] for variant in variants)
        times = (measured.time(r).scaled(1 / r.data["work"]["items"]) for r in (above, below))
        ratios.append(operator.truediv(*times))
    return replace(measured.geometric_mean(ratios), note="; ".join(f"{ratio.value:.3g}" for ratio in ratios))


def phases_share(data: FamilyData, variants: list[str], phases: list[str], at: int) -> Measured:
    """The largest share of phases in the whole, over variants and occupancies."""
    records = _everywhere(data, variants, at)
    worst = max(records, key=lambda r: _outside([r], phases).value / r.time_s)
    outside, loop_s = _outside([worst], phases), worst.time_s
    ends = (end / (end + loop_s) for end in (outside.value, outside.low, outside.high))
    note = f"{worst.name}, steps = {at} at occupancy {worst['occupancy']:g}, loop {loop_s:.3g} s; timed once"
    return Measured(*ends, note, records)


def share_of_copy_bandwidth(data: FamilyData, variants: list[str], at: int) -> Measured:
    """The smallest share of the copy bandwidth, over variants and occupancies: least bytes over the time."""
    records = _everywhere(data, variants, at).where(lambda r: r.data["roofline"] is not None)
    if not records:
        raise NotMeasurable("no measured copy bandwidth")
    slowest = min(records, key=lambda r: r.data["roofline"]["fraction"])
    place = f"{slowest.name}, steps = {at} at occupancy {slowest['occupancy']:g}"
    share = measured.time(slowest).inverse().scaled(slowest.data["roofline"]["fraction"] * slowest.time_s)
    return replace(share, note=place, records=records)


def memory_ratio(data: FamilyData, variants: list[str], occupancy: float, at: int) -> Measured:
    """Bytes of the device that one variant takes, over those of another. An estimate from the axes, no measurement."""
    both = [data.verified.where(variant=v, occupancy=occupancy, steps=at, precision="float") for v in variants]
    both = [records.where(lambda r: r.data["memory"] is not None) for records in both]
    if not all(both):
        raise NotMeasurable(f"no cases of {' and '.join(variants)} at steps = {at} that say their memory")
    above, below = (records[0].data["memory"]["needed_bytes"] for records in both)
    value, note = above / below, f"{above * 1e-6:.3g} MB over {below * 1e-6:.3g} MB"
    return measured.exact(value, (both[0][0], both[1][0]), note, is_answer=True)


def diffusion_exponent(data: FamilyData, occupancy: float) -> Measured:
    """Mean over the walks, as many as there are seeds, with its interval by their spread."""
    records = walks.ensemble(data, occupancy)
    if not records:
        raise NotMeasurable("no verified walk with <r^2> at four times from t = 10 on")
    estimate = walks.mean_gamma(records)
    note = f"{len(records)} surface{'s' if len(records) > 1 else ''}, {records[0]['steps']} steps"
    note += "" if len(records) > 1 else ": the interval is that of the fit, not of the ensemble"
    return Measured(estimate.value, estimate.low, estimate.high, note, records, is_answer=True)


_JUDGES = (phases_ratio, site_over_site, phases_share, share_of_copy_bandwidth, memory_ratio, diffusion_exponent)
FUNCTIONS = {f.__name__: f for f in _JUDGES}

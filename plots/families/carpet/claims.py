"""The judges of hoffmann_2010.json that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

import math

from plots.data.records import Record, Records
from plots.families.carpet import walks
from plots.verdicts.claims import Measured, NotMeasurable
from plots.verdicts.family import FamilyData


def _outside(r: Record, phases: list[str]) -> float:
    """Seconds of phases outside the loop."""
    times = [r.phase_s(phase) for phase in phases]
    if None in times:
        raise NotMeasurable(f"{r.name}: {phases[times.index(None)]} was not timed")
    return sum(times)


def phases_ratio(data: FamilyData, variants: list[str], phases: list[str], occupancy: float, at: int) -> Measured:
    """Phases of one variant over those of another."""
    data.need_gpu()
    both = [walks.judged(data).where(variant=variant, occupancy=occupancy, steps=at) for variant in variants]
    if not all(both):
        raise NotMeasurable(f"no measured and correct records of {' and '.join(variants)} at steps = {at}")
    above, below = (records[0] for records in both)
    value = _outside(above, phases) / max(_outside(below, phases), 1e-12)
    alone = _outside(above, phases[-1:]) / max(_outside(below, phases[-1:]), 1e-12)
    note = f"steps = {at}; {phases[-1]} alone {alone:.3g}; timed once, no interval"
    return Measured(value, value, value, note, (above, below))


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


def phases_share(data: FamilyData, variants: list[str], phases: list[str], at: int) -> Measured:
    """The largest share of phases in the whole, over variants and occupancies."""
    records = _everywhere(data, variants, at)
    outside = {id(r): _outside(r, phases) for r in records}
    worst = max(records, key=lambda r: outside[id(r)] / (outside[id(r)] + r.time_s))
    share = outside[id(worst)] / (outside[id(worst)] + worst.time_s)
    place = f"{worst.name}, steps = {at} at occupancy {worst['occupancy']:g}"
    return Measured(share, share, share, f"{place}, loop {worst.time_s:.3g} s; timed once, no interval", records)


def largest_that_fits(data: FamilyData, variants: list[str], occupancy: float) -> Measured:
    """Steps that memory holds, of one variant over another."""
    limits = {m.record.variant: m for m in walks.memory_limits(data) if m.record["occupancy"] == occupancy}
    if not set(variants) <= set(limits):
        raise NotMeasurable(f"no case of {' and '.join(variants)} ran out of this GPU's memory")
    above, below = (limits[variant] for variant in variants)
    value, stop = above.by_memory / below.by_memory, min(above.by_program, below.by_program)
    note = "by memory alone " + ", ".join(f"{m.record.name} {m.by_memory}" for m in (below, above))
    note += f"; 32-bit indices stop both at {stop}" if stop < below.by_memory else ""
    return Measured(value, value, value, note, (above.record, below.record), is_answer=True)


def share_of_copy_bandwidth(data: FamilyData, variants: list[str], at: int) -> Measured:
    """The smallest share of the copy bandwidth, over variants and occupancies: least bytes over the time."""
    records = _everywhere(data, variants, at).where(lambda r: r.data["roofline"] is not None)
    if not records:
        raise NotMeasurable("no measured copy bandwidth")
    slowest = min(records, key=lambda r: r.data["roofline"]["fraction"])
    share, (low, high) = slowest.data["roofline"]["fraction"], slowest.interval_s
    place = f"{slowest.name}, steps = {at} at occupancy {slowest['occupancy']:g}"
    ends = share, share * slowest.time_s / high, share * slowest.time_s / low if low > 0 else math.inf
    return Measured(*ends, place, records)


def memory_ratio(data: FamilyData, variants: list[str], occupancy: float, at: int) -> Measured:
    """Bytes of the device that one variant takes, over those of another. An estimate from the axes, no measurement."""
    both = [data.verified.where(variant=v, occupancy=occupancy, steps=at, precision="float") for v in variants]
    both = [records.where(lambda r: r.data["memory"] is not None) for records in both]
    if not all(both):
        raise NotMeasurable(f"no cases of {' and '.join(variants)} at steps = {at} that say their memory")
    above, below = (records[0].data["memory"]["needed_bytes"] for records in both)
    value, note = above / below, f"{above * 1e-6:.3g} MB over {below * 1e-6:.3g} MB"
    return Measured(value, value, value, note, (both[0][0], both[1][0]), is_answer=True)


def diffusion_exponent(data: FamilyData, occupancy: float) -> Measured:
    """Mean over the walks, as many as there are seeds, with its interval by their spread."""
    records = walks.ensemble(data, occupancy)
    if not records:
        raise NotMeasurable("no verified walk with <r^2> at four times from t = 10 on")
    estimate = walks.mean_gamma(records)
    note = f"{len(records)} surface{'s' if len(records) > 1 else ''}, {records[0]['steps']} steps"
    note += "" if len(records) > 1 else ": the interval is that of the fit, not of the ensemble"
    return Measured(estimate.value, estimate.low, estimate.high, note, records, is_answer=True)


_JUDGES = (phases_ratio, phases_share, largest_that_fits, share_of_copy_bandwidth, memory_ratio, diffusion_exponent)
FUNCTIONS = {f.__name__: f for f in _JUDGES}

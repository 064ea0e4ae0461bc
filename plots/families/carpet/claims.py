"""The judges of hoffmann_2010.json that no kind of plots/judge.py covers."""

from __future__ import annotations

from plots import select
from plots.claims import Measured, NotMeasurable
from plots.families.carpet.walks import best, gamma, longest_walks, memory_limits
from plots.family import FamilyData
from plots.records import Record


def _outside(r: Record, phases: list[str]) -> float:
    """Seconds of phases outside the loop."""
    times = [r.phase_s(phase) for phase in phases]
    if None in times:
        raise NotMeasurable(f"{r.name}: {phases[times.index(None)]} was not timed")
    return sum(times)


def phases_ratio(data: FamilyData, variants: list[str], phases: list[str]) -> Measured:
    """Phases of one variant over those of another, at the lowest occupancy and the largest steps that both have."""
    data.need_gpu()
    records = best(data)
    for occupancy in records.values("occupancy"):
        both = [records.where(variant=variant, occupancy=occupancy) for variant in variants]
        steps = select.largest_common("steps", *both, least=data.judging["from"])
        if steps is None:
            continue
        one, other = (each.where(steps=steps)[0] for each in both)
        value = _outside(one, phases) / max(_outside(other, phases), 1e-12)
        alone = _outside(one, phases[-1:]) / max(_outside(other, phases[-1:]), 1e-12)
        note = f"steps = {steps} at occupancy {occupancy:g}; {phases[-1]} alone {alone:.3g}; timed once, no interval"
        return Measured(value, value, value, note)
    raise NotMeasurable(f"no measured and correct records of {' and '.join(variants)} at the same steps")


def phases_share(data: FamilyData, variants: list[str], phases: list[str]) -> Measured:
    """The largest share of phases in the whole, over variants and occupancies, at each variant's largest steps."""
    data.need_gpu()
    records, shares = best(data).where(lambda r: r["steps"] >= data.judging["from"]), []
    for variant in variants:
        chosen = records.where(variant=variant)
        for r in chosen.where(steps=chosen.values("steps")[-1]) if chosen else ():
            outside = _outside(r, phases)
            shares.append((outside / (outside + r.time_s), r))
    if not shares:
        raise NotMeasurable(f"no measured and correct records of {' or '.join(variants)}")
    share, r = max(shares, key=lambda pair: pair[0])
    place = f"{r.name}, steps = {r['steps']} at occupancy {r['occupancy']:g}"
    return Measured(share, share, share, f"{place}, loop {r.time_s:.3g} s; timed once, no interval")


def largest_that_fits(data: FamilyData, variants: list[str]) -> Measured:
    """Steps that memory holds, of one variant over another, at the lowest occupancy."""
    limits = {(limit.record["occupancy"], limit.record.variant): limit for limit in memory_limits(data)}
    for occupancy in sorted({occupancy for occupancy, _ in limits}):
        one, other = (limits.get((occupancy, variant)) for variant in variants)
        if one and other:
            value, stop = one.by_memory / other.by_memory, min(one.by_program, other.by_program)
            each = ", ".join(f"{limit.record.name} {limit.by_memory}" for limit in (other, one))
            note = f"by memory alone {each} at occupancy {occupancy:g}"
            note += f"; 32-bit indices stop both at {stop}" if stop < other.by_memory else ""
            return Measured(value, value, value, note)
    raise NotMeasurable(f"no case of {' and '.join(variants)} ran out of this GPU's memory")


def diffusion_exponent(data: FamilyData) -> Measured:
    for r in longest_walks(data):
        exponent = gamma(r)
        if exponent is not None:
            note = f"occupancy {r['occupancy']:g}, {r['steps']} steps, {r.name} on {r.run.device_name}"
            return Measured(exponent.value, exponent.low, exponent.high, note)
    raise NotMeasurable("no verified walk with <r^2> at four times from t = 10 on")


FUNCTIONS = {f.__name__: f for f in (phases_ratio, phases_share, largest_that_fits, diffusion_exponent)}

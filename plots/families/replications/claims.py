"""The judges of passerat_2011.json that no kind of plots/judge.py covers."""

from __future__ import annotations

from typing import Any

from plots.claims import Measured, NotMeasurable
from plots.families.replications import accesses, crossover, runs, steps
from plots.family import FamilyData
from plots.records import Record
from plots.tables import number


def lasting_gain(data: FamilyData, variants: list[str], where: dict[str, Any], enough: float | None = None) -> Measured:
    """From how many replications on the first variant is faster than the second. If it never is, that is said of the last
    number that both were timed at, provided that it is `enough`."""
    records = data.timed_for_paper.where(**where)
    late, early = (runs.curve(records, variant) for variant in variants)
    found = crossover.between(early, late)
    if found is None:
        if data.cases.where(lambda r: r.variant in variants, processor="gpu"):
            data.need_gpu()
        raise NotMeasurable(f"no two numbers of replications at which {' and '.join(variants)} were timed")
    last, note = found.numbers[-1], found.words
    one, other = late[last], early[last]
    note += f": {one.name} over {other.name}" + f"; {one.machine} against {other.machine}" * (
        one.machine != other.machine
    )
    rests = (*late.values(), *early.values())
    if found.low is None:
        return _at_least(last, note, enough, rests)
    if found.high is None:
        raise NotMeasurable(f"the intervals of the times overlap at {last}, the last number of replications; {note}")
    if not found.inner:
        return Measured(found.at, 1, max(found.at, found.high), note, rests)
    return Measured(found.at, min(found.low, found.at), found.high, note, rests)


def _at_least(last: int, note: str, enough: float | None, rests: tuple[Record, ...]) -> Measured:
    if enough is None or last < enough:
        raise NotMeasurable(note)
    return Measured(last, last, last, f"{note}, which stands for more", rests)


def first_step(data: FamilyData, variant: str, where: dict[str, Any], enough: float | None = None) -> Measured:
    """Replications at the first step of a variant's time. `enough` as above."""
    stairs = steps.stairs(data, where["model"], variant)
    if stairs is None:
        if data.cases.where(variant=variant, processor="gpu"):
            data.need_gpu()
        raise NotMeasurable(f"steps of {variant} need more numbers of replications")
    r, found = stairs.record, stairs.found.steps
    last, note = r[runs.REPLICATIONS], f"{r.name}, {runs.size_words(r)}, {len(stairs.records)} numbers of replications"
    if not found:
        return _at_least(last, f"none up to {last}; {note}", enough, tuple(stairs.records))
    heights = ", ".join(f"{step.height:+.2g} at {step.high}" for step in found[:3])
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return Measured(found[0].high, found[0].low, found[0].high, f"{heights}{more}; {note}", tuple(stairs.records))


def accesses_over(data: FamilyData, variants: list[str], access: str) -> Measured:
    """Requests of warps of one variant over those of another, as the hardware counts them."""
    data.need_gpu()
    both = accesses.counted(data, variants)
    counts = both and [accesses.number(r, accesses.WARPS, access) for r in both]
    if not counts or None in counts:
        raise NotMeasurable(f"no counters of {' and '.join(variants)} for one walk")
    if counts[1] == 0:
        raise NotMeasurable(f"{both[1].name} has no {access} of global memory, {both[0].name} {number(counts[0])}")
    note = f"{number(counts[0])} over {number(counts[1])} {accesses.WARPS}, {both[0][runs.REPLICATIONS]} replications"
    threads = accesses.emulated(data, variants)
    if threads:
        one, other = (accesses.number(r, accesses.THREADS, access) for r in threads)
        note += (
            f"; {accesses.THREADS}: {number(one)} over {number(other)}, {threads[0][runs.REPLICATIONS]} replications"
        )
    value = counts[0] / counts[1]
    return Measured(value, value, value, note, tuple(both), is_answer=True)


def memory_time_over(data: FamilyData, variants: list[str]) -> Measured:
    """Time that warps wait for global memory over their other time, of one variant over another."""
    data.need_gpu()
    both = accesses.counted(data, variants)
    ratios = both and [accesses.memory_over_rest(r.run.counters) for r in both]
    if not ratios or None in ratios:
        raise NotMeasurable(f"no counters of {' and '.join(variants)} for one walk")
    if ratios[1] == 0:
        raise NotMeasurable(f"{both[1].name} never waits for global memory")
    value = ratios[0] / ratios[1]
    note = f"{number(ratios[0])} over {number(ratios[1])}, {both[0][runs.REPLICATIONS]} replications"
    return Measured(value, value, value, note, tuple(both))


FUNCTIONS = {f.__name__: f for f in (lasting_gain, first_step, accesses_over, memory_time_over)}

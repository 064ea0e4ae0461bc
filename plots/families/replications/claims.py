"""The judges of passerat_2011.json that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plots.data import measured
from plots.data.measured import Measured
from plots.data.records import Record
from plots.families.replications import accesses, crossover, runs, steps
from plots.output.tables import number
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData


def lasting_gain(data: FamilyData, variants: list[str], where: dict[str, Any], enough: float | None = None) -> Measured:
    """From how many replications on the first variant is faster than the second. If it never is, that is said of the last
    number that both were timed at, provided that it is `enough`."""
    records = data.timed_for_paper.where(**where)
    late, early = (runs.curve(records, variant) for variant in variants)
    crossing = crossover.between(early, late)
    if crossing is None:
        if data.cases.where(lambda r: r.variant in variants, processor="gpu"):
            data.need_gpu()
        raise NotMeasurable(f"no two numbers of replications at which {' and '.join(variants)} were timed")
    last, note = crossing.numbers[-1], crossing.words
    fast, slow = late[last], early[last]
    note += f": {fast.name} over {slow.name}"
    if fast.machine != slow.machine:
        note += f"; {fast.machine} against {slow.machine}"
    rests = (*late.values(), *early.values())
    if crossing.low is None:
        return _at_least(last, note, enough, rests)
    if crossing.high is None:
        raise NotMeasurable(f"the intervals of the times overlap at {last}, the last number of replications; {note}")
    if not crossing.inner:
        return Measured(crossing.start, 1, max(crossing.start, crossing.high), note, rests)
    return Measured(crossing.start, min(crossing.low, crossing.start), crossing.high, note, rests)


def _at_least(last: int, note: str, enough: float | None, rests: tuple[Record, ...]) -> Measured:
    if enough is None or last < enough:
        raise NotMeasurable(note)
    return measured.exact(last, rests, f"{note}, which stands for more")


def first_step(data: FamilyData, variant: str, where: dict[str, Any], enough: float | None = None) -> Measured:
    """Replications at the first step of a variant's time. `enough` as above."""
    stairs = steps.stairs_of(data, where["model"], variant)
    if stairs is None:
        if data.cases.where(variant=variant, processor="gpu"):
            data.need_gpu()
        raise NotMeasurable(f"steps of {variant} need more numbers of replications")
    r, jumps = stairs.record, stairs.staircase.steps
    last, note = r[runs.REPLICATIONS], f"{r.name}, {runs.size_words(r)}, {len(stairs.records)} numbers of replications"
    if not jumps:
        return _at_least(last, f"none up to {last}; {note}", enough, tuple(stairs.records))
    heights = ", ".join(f"{step.height:+.2g} at {step.high}" for step in jumps[:3])
    more = f" and {len(jumps) - 3} more" if len(jumps) > 3 else ""
    return Measured(jumps[0].high, jumps[0].low, jumps[0].high, f"{heights}{more}; {note}", tuple(stairs.records))


def idle_share(data: FamilyData, variant: str, where: dict[str, Any], replications: int) -> Measured:
    """The part of the board that so many replications leave idle, if it is full before the first step."""
    step = first_step(data, variant, where)
    value, high, low = (1 - replications / (end - 1) for end in (step.value, step.high, step.low))
    return replace(step, value=value, low=min(low, value), high=max(high, value))


def accesses_over(data: FamilyData, variants: list[str], access: str) -> Measured:
    """Requests of warps of one variant over those of another, as the hardware counts them."""
    both, counts = _counted(data, variants, lambda r: accesses.number(r, accesses.WARPS, access))
    if counts[1] == 0:
        raise NotMeasurable(f"{both[1].name} has no {access} of global memory, {both[0].name} {number(counts[0])}")
    note = _over(counts, accesses.WARPS, both[0])
    if threads := accesses.emulated(data, variants):
        emulated = [accesses.number(r, accesses.THREADS, access) for r in threads]
        note += f"; {accesses.THREADS}: {_over(emulated, '', threads[0])}"
    value = counts[0] / counts[1]
    return measured.exact(value, both, note, is_answer=True)


def memory_time_over(data: FamilyData, variants: list[str]) -> Measured:
    """Time that warps wait for global memory over their other time, of one variant over another."""
    both, ratios = _counted(data, variants, lambda r: accesses.memory_over_rest(r.run.counters))
    if ratios[1] == 0:
        raise NotMeasurable(f"{both[1].name} never waits for global memory")
    value = ratios[0] / ratios[1]
    return measured.exact(value, both, _over(ratios, "", both[0]))


def _counted(data: FamilyData, variants: list[str], quantity: Callable) -> tuple[accesses.Pair, list[float]]:
    """The profiled records of both variants, and a quantity of each."""
    data.need_gpu()
    both = accesses.counted(data, variants)
    values = both and [quantity(r) for r in both]
    if not values or None in values:
        raise NotMeasurable(f"no counters of {' and '.join(variants)} for one walk")
    return both, values


def _over(values: list[float], unit: str, r: Record) -> str:
    words = f"{number(values[0])} over {number(values[1])} {unit}".rstrip()
    return f"{words}, {r[runs.REPLICATIONS]} replications"


FUNCTIONS = {f.__name__: f for f in (lasting_gain, first_step, idle_share, accesses_over, memory_time_over)}

"""The verdicts on a family's claims: what each rests on, judged as printed with the tuned form beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from plots.data.measured import Measured
from plots.data.records import Record
from plots.verdicts import judge
from plots.verdicts.claims import BOARD_SPREAD, Claim, NotMeasurable, claims
from plots.verdicts.family import FamilyData
from plots.verdicts.words import NOT_COMPARABLE, NOT_MEASURED, Verdict, verdict_on


def verdicts(data: FamilyData) -> list[Verdict]:
    """Every claim of the paper on the family, in the paper's order."""
    listed = claims(data.paper["id"], data.name) if data.paper else []
    levels = data.scopes()
    return [verdict(claim, levels) for claim in listed]


def shown(data: FamilyData, judged: list[Verdict]) -> list[FamilyData]:
    """A page each board and build, the one first on which most verdicts rest; of equal ones that with most timed cases."""

    def resting(setup: FamilyData) -> int:
        runs = {r.run.path for r in setup.timed}
        return sum(all(r.run.path in runs for r in v.measured.records) for v in judged if v.measured)

    return sorted(data.setups(), key=resting, reverse=True) or [data]


def verdict(claim: Claim, levels: list[list[FamilyData]]) -> Verdict:
    reason = NotMeasurable("no rule judges this claim yet")
    for level in levels if claim.judge else []:
        measured_in = []
        for scope in level:
            try:
                measured_in.append((_measured(claim, scope), scope))
            except NotMeasurable as why:
                reason = why
        if measured_in:
            measured, scope = max(measured_in, key=_weight)
            beside = [other for other in levels[1] if _setups_of(other.timed) == _setups_of(measured.records)]
            return replace(verdict_on(claim, measured), tuned=_tuned(claim, [scope, *beside], measured))
    return Verdict(claim, NOT_COMPARABLE if claim.not_comparable else NOT_MEASURED, None, str(reason))


def _weight(measurement: tuple[Measured, FamilyData]) -> tuple:
    """Sorts last, of several runs, the one that extrapolates least, reaches the largest size, by several processes, with most
    cases; then the latest."""
    measured, _ = measurement
    records = measured.records
    largest = max((r[r.size_axis] for r in records if r.size_axis in r.axes), default=0)
    by_several = all(r.rounds_s for r in records if r.is_timed)
    latest = max((r.run.header["utc"] for r in records), default="")
    return -measured.extrapolated, largest, by_several, len(records), latest


def _setups_of(records: Iterable[Record]) -> set[tuple]:
    """In a run on several boards a CPU variant is of none: beside a GPU's times of that run it adds no board."""
    records = list(records)
    on_gpu = {r.run.path for r in records if r.processor == "gpu" and "boards" in r.run.header}
    return {r.setup for r in records if r.processor == "gpu" or r.run.path not in on_gpu}


def _tuned(claim: Claim, scopes: Iterable[FamilyData], printed: Measured) -> Measured | None:
    """The same of the tuned forms, from the first scope in which they are others than the printed ones."""
    for scope in scopes:
        try:
            tuned = _measured(claim, replace(scope, form="tuned"))
        except NotMeasurable:
            continue
        if set(map(id, tuned.records)) != set(map(id, printed.records)):
            return tuned
    return None


def _measured(claim: Claim, scope: FamilyData) -> Measured:
    """NotMeasurable if its interval has no end, as that of a quotient by what may be 0."""
    measured = crossing(judge.measure(claim.judge, scope))
    if not all(map(math.isfinite, (measured.value, measured.low, measured.high))):
        raise NotMeasurable(f"an interval without an end: {measured.note}")
    return measured


def crossing(measured: Measured) -> Measured:
    """What times of several boards or builds are compared by is wider, and says so."""
    setups = _setups_of(measured.records)
    if measured.is_answer or len(setups) <= 1:
        return measured
    boards, builds = map(set, zip(*setups))
    words = " and ".join(
        f"{len(each)} {name}s" for name, each in (("board", boards), ("build", builds)) if len(each) > 1
    )
    ends = measured.low, measured.high
    if len(boards) > 1:
        spread = BOARD_SPREAD * abs(measured.value)
        ends = min(ends[0], measured.value - spread), max(ends[1], measured.value + spread)
    return replace(measured, low=ends[0], high=ends[1], note=f"{measured.note}; crosses {words}")


def basis(measured: Measured) -> str:
    """The runs that a number rests on."""
    return ", ".join(sorted({r.run.path.name for r in measured.records}))

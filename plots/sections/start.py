"""The start page: how the claims stand, the headline pictures, and the user's own runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plots.data import select
from plots.data.measured import Measured
from plots.data.records import Records, Run
from plots.output.pages import START, Again, Page, Part, Section
from plots.output.tables import Table, number
from plots.sections import beyond, own
from plots.verdicts import claims, judge, measures, verdict_table
from plots.verdicts.family import FamilyData
from plots.verdicts.words import VERDICTS, Verdict

LEADERS = ["family", "case", "size", "as printed (s)", "tuned (s)", "ours (s)"]
LEADERS_NOTE = (
    "Each family's own case, at the largest size that all of the paper's variants have as printed; all else at the same."
    " Tuned: those of the paper's variants that another tuning makes faster. Ours: at their fastest tuning."
)
Judged = list[tuple[str, FamilyData, list[Verdict]]]  # title, data and verdicts of each family


def page(runs: list[Run], records: Records, judged: Judged, headlines: list[str], draw: bool) -> Page:
    """`headlines`: the figures to choose from, in order."""
    sections = [Section("Summary", _summary(runs, records, judged, headlines))]
    mine = own.section(runs, records, [(title, data) for title, data, _ in judged], draw)
    return Page(START, "Start", [*sections, *([mine] if mine else [])])


def _summary(runs: list[Run], records: Records, judged: Judged, headlines: list[str]) -> Iterator[Part]:
    yield from _where_from(runs, records)
    every = [v for *_, verdicts in judged for v in verdicts]
    if every:
        yield verdict_table.in_a_line(every) + "."
        counts = [verdict_table.counts(title, data.where, verdicts) for title, data, verdicts in judged if verdicts]
        heads = ["family", "claims", *VERDICTS, "judged on"]
        yield Table("verdicts", "Claims by verdict", heads, counts, verdict_table.meanings())
    yield Again(headlines)
    if leaders := [row for title, data, verdicts in judged if verdicts for row in _leaders(title, data)]:
        per = [f" {title}: time over {axis}." for title, d, _ in judged if d.paper and (axis := d.judging.get("per"))]
        note = LEADERS_NOTE + "".join(per)
        yield Table("fastest", "GPU variants, fastest first", LEADERS, leaders, note, fold=True).filled()


def _where_from(runs: list[Run], records: Records) -> Iterator[str]:
    """Where the times come from, if no GPU was run."""
    gpu = [r for r in runs if r.is_gpu]
    if runs and not gpu:
        yield (
            "No GPU took part: GPU variants ran in the emulation, which verifies their results and times nothing. Times"
            " below are those of the CPU variants."
        )
    elif gpu and all(r.recorded for r in gpu) and not all(r.recorded for r in runs):
        timed_here = any(not r.run.is_gpu for r in records.timed())
        here = "; times of this machine are those of its CPU variants, and are named so." if timed_here else "."
        yield (
            "No GPU took part in the runs of this machine. GPU results below are recorded ones, from"
            f" {' and '.join(sorted({r.device_name for r in gpu}))}{here}"
        )


def _leaders(title: str, data: FamilyData) -> Iterator[list]:
    """A row each value of the axes over which the claims range, but for that of size."""
    cases = [judge.cases(data.judging, replace(data, form=f)).where(processor="gpu") for f in ("printed", "tuned")]
    printed, tuned = cases[0].where(lambda r: beyond.is_of_paper(r) and r.is_printed), cases[1]
    ranges = {axis for claim in claims.claims(data.paper["id"], data.name) for axis in judge.ranges_over(claim.judge)}
    axes = sorted(ranges - {"variant", *(r.size_axis for r in printed)})
    for point, group in printed.by(*axes):
        variants, size = select.order(group), group[0].size_axis
        n = select.largest_common(size, *(group.where(variant=v) for v in variants))
        if n is None or len(variants) < 2:
            continue
        at = dict(zip(axes, point)) | {size: n}
        case = ", ".join(f"{axis}={value}" for axis, value in zip(axes, point))
        as_printed, of_all = (_times(data, each.where(**at)) for each in (group, tuned))
        of_paper = {v: t for v, t in of_all.items() if v in as_printed and _is_tuned(t, as_printed[v])}
        ours = {v: t for v, t in of_all.items() if not beyond.is_of_paper(t.records[0])}
        yield [title, case, f"{size}={n}", *map(_ranked, (as_printed, of_paper, ours))]


def _times(data: FamilyData, records: Records) -> dict[str, Measured]:
    each = {v: records.where(variant=v) for v in select.order(records)}
    return {v: measures.time_of(mine, data.judging, data) for v, mine in each.items()}


def _is_tuned(tuned: Measured, printed: Measured) -> bool:
    forms = [{r.tuning for r in time.records} for time in (tuned, printed)]
    return forms[0] != forms[1] and tuned.value < printed.value


def _ranked(times: dict[str, Measured]) -> str:
    return "; ".join(f"{t.records[0].name} {number(t.value)}" for t in sorted(times.values(), key=lambda t: t.value))

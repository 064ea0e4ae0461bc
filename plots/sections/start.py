"""The start page: how the claims stand, the headline pictures, and the user's own runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plots.data import select
from plots.data.records import Records, Run
from plots.output.pages import START, Again, Page, Part, Section
from plots.output.tables import Table, number
from plots.sections import own
from plots.verdicts import claims, judge, measures, verdict_table
from plots.verdicts.family import FamilyData
from plots.verdicts.words import VERDICTS, Verdict

LEADERS = ["family", "case", "size", "as printed (s)", "tuned (s)"]
LEADERS_NOTE = (
    "Each family's own case, at the largest size that all of its variants have as printed; tuned at the same."
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
        yield Table("fastest", "GPU variants, fastest first", LEADERS, leaders, LEADERS_NOTE, fold=True)


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
    printed, tuned = (judge.cases(data.judging, replace(data, form=form)) for form in ("printed", "tuned"))
    ranges = {axis for claim in claims.claims(data.paper["id"], data.name) for axis in judge.ranges_over(claim.judge)}
    axes = sorted(ranges - {"variant", *(r.size_axis for r in printed)})
    for point, group in printed.where(processor="gpu").by(*axes):
        variants, size = select.order(group), group[0].size_axis
        n = select.largest_common(size, *(group.where(variant=v) for v in variants))
        if n is None or len(variants) < 2:
            continue
        at = dict(zip(axes, point)) | {size: n}
        case = ", ".join(f"{axis}={value}" for axis, value in zip(axes, point))
        forms = (_ranked(data, group.where(**at)), _ranked(data, tuned.where(processor="gpu", **at)))
        yield [title, case, f"{size}={n}", *forms]


def _ranked(data: FamilyData, records: Records) -> str:
    each = {name: records.where(variant=v) for v, name in select.order(records).items()}
    times = {name: measures.time_of(mine, data.judging, data).value for name, mine in each.items()}
    return "; ".join(f"{name} {number(t)}" for name, t in sorted(times.items(), key=lambda item: item[1]))

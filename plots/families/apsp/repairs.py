"""What it costs that the kernels wait for a flag's level, which the printed ones do not (races=1): both in one run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plots.data import measured, select
from plots.data.measured import Measured
from plots.data.records import Record, Records
from plots.families.apsp import searches
from plots.families.apsp.searches import NUMBERS, scale
from plots.output.tables import Interval, Table, of_cells
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData


def _cases(data: FamilyData) -> Records:
    """As printed but for the races, whatever came of them."""
    of_paper = searches.of_paper(select.of_paper(data.cases), racing=True)
    return select.as_printed(of_paper, free=["races"]).where(lambda r: "races" in r.axes and r.run.is_gpu)


def _pairs(data: FamilyData) -> Iterator[tuple[Record, Record]]:
    """A mended case, and the same with its races."""
    cases = _cases(data)
    racing = {(r.variant, r.workload): r for r in cases.where(races=1)}
    mended = cases.where(races=0).timed()
    yield from ((r, racing[r.variant, r.workload]) for r in mended if (r.variant, r.workload) in racing)


def _over(mended: Record, racing: Record) -> Measured:
    return measured.time(mended) / measured.time(racing)


def repair_cost(data: FamilyData, at: int) -> Measured:
    """Geometric mean over the kernels and graphs of the mended time over that with the races, where these left the answer
    right."""
    pairs = [(m, r) for m, r in _pairs(data) if m["n"] == at and r.is_timed]
    if not pairs:
        raise NotMeasurable(f"no kernel at n = {at} both as printed, with a right answer, and mended")
    names = ", ".join(dict.fromkeys(m.name for m, _ in pairs))
    return replace(measured.geometric_mean([_over(*pair) for pair in pairs]), note=f"n = {at}: {names}")


def table(data: FamilyData) -> Table:
    data, rows = data.run_with(lambda one: Records(r for pair in _pairs(one) for r in pair)), []
    for mended, racing in sorted(
        _pairs(data), key=lambda pair: (pair[0].name, NUMBERS[pair[0]["graph"]], pair[0]["n"])
    ):
        over = _over(mended, racing) if racing.is_timed else None
        rows.append(
            [
                ("kernel", mended.name),
                ("graph", f"({NUMBERS[mended['graph']]})"),
                ("N", mended["n"]),
                ("mended (s)", mended.time_s * scale(mended)),
                ("with its races (s)", racing.time_s * scale(racing) if over else None),
                ("answer with them", "right" if racing.is_correct else racing.status.replace("_", " ")),
                ("mended / with races", over and over.value),
                ("95 % interval", over and Interval(over.low, over.high)),
            ]
        )
    note = "Printed, kernels follow a flag in the launch that set it; mended, they compare a cost first. Of the first instance."
    title = f"What the repair of the kernels' races costs, {data.where}"
    return of_cells("apsp_repairs", title, rows, note)

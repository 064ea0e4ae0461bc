"""The runs that the user made: what was run, and the times of each family, before anything recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from plots.data import blame, select
from plots.data.records import Records, Run, latest
from plots.output import style
from plots.output.figures import Figure
from plots.output.pages import Part, Section
from plots.output.tables import Table
from plots.sections import generic
from plots.verdicts.family import FamilyData, runs_of

MOST_BARS = 24


def section(runs: list[Run], records: Records, families: list[tuple[str, FamilyData]], draw: bool) -> Section | None:
    """`families`: title and data of each. None where all runs are recorded ones."""
    own = [run for run in runs if not run.recorded]
    mine = records.where(lambda r: not r.run.recorded)
    return Section("Your runs", _parts(own, mine, families, draw)) if own else None


def _parts(own: list[Run], mine: Records, families: list[tuple[str, FamilyData]], draw: bool) -> Iterator[Part]:
    yield _runs(own, mine)
    for title, data in families:
        with_times = next((timed for setup in data.setups() or [data] if (timed := _timed(setup))), _timed(data))
        if with_times:
            yield from blame.each(_of_family(title, data, with_times, draw), data.name, mine)
    untimed = Counter(r.family for r in latest(mine) if r.is_correct and not r.is_timed)
    if untimed:
        counts = ", ".join(f"{name} {count}" for name, count in sorted(untimed.items()))
        yield f"Verified without a time, since GPU variants ran in the emulation (cases a family): {counts}."


def _timed(data: FamilyData) -> Records:
    return Records(r for r in (*data.timed, *data.local) if not r.run.recorded)


def _of_family(title: str, data: FamilyData, timed: Records, draw: bool) -> Iterator[Part]:
    yield generic.times(f"{data.name}_own", f"{title}: your times, the fastest tuning of each variant", timed)
    if draw:
        yield _figure(title, data, timed)


def _runs(own: list[Run], mine: Records) -> Table:
    rows = []
    for run in own:
        of_it = [r for r in mine if r.run is run]
        right, timed = sum(r.is_correct for r in of_it), sum(r.is_timed for r in of_it)
        rows.append([run.path.name, run.device_name, run.host_name, run.header["utc"], len(of_it), right, timed])
    heads = ["run", "device", "host CPU", "UTC", "cases", "correct", "with a time"]
    return Table("own_runs", "Runs of this report that are yours", heads, rows)


def _figure(title: str, data: FamilyData, timed: Records) -> Figure:
    """Times against size, or those of the one size, of the latest run that has most."""
    runs = sorted(runs_of(timed), key=lambda run: run.header["utc"], reverse=True)
    each = (select.standard(timed.where(lambda r, run=run: r.run is run)).best() for run in runs)
    best = max(each, key=len)
    size = best[0].size_axis
    name, where = f"{data.name}_own", " and ".join(sorted({r.machine for r in best}))
    if len(best.values(size)) > 1:
        looks = style.colours(select.order(best))
        return generic.against_size(name, f"{title}: your times against {size}", where, best, size, looks)
    shown = sorted(best, key=lambda r: r.time_s)[:MOST_BARS][::-1]
    canvas, (axes,) = style.canvas(height_in=1.2 + 0.3 * len(shown))
    unit, by = style.unit_of(shown[-1].time_s)
    for place, r in enumerate(shown):
        low, high = r.interval_s
        bars = [[by * (r.time_s - min(low, r.time_s))], [by * (max(high, r.time_s) - r.time_s)]]
        axes.errorbar([by * r.time_s], [place], xerr=bars, fmt="o", color=style.BLUE, capsize=3)
    axes.set_yticks(range(len(shown)), [style.literal(r.name) for r in shown])
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.grid(axis="y", visible=False)
    style.log_axis(axes.xaxis)
    at = f"{size} = {shown[0].get(size)}" if size in shown[0].axes else "the one workload"
    axes.set_xlabel(f"time ({unit}), {at}")
    said = "; ".join(f"{r.name} {by * r.time_s:.3g} {unit}" for r in shown[::-1])
    caption = f"{where}. Median time of the fastest tuning of each variant. {style.bars(shown)}"
    return Figure(
        name, f"{title}: your times", caption, canvas, f"Your times at {at}, fastest first: {said}.", Records(shown)
    )

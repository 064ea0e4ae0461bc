"""The page of a family that has none of its own: from what every record says, whatever the family."""

from __future__ import annotations

from collections.abc import Iterator

from plots.data import select
from plots.data.records import Record, Records
from plots.output import style
from plots.output.figures import Figure
from plots.output.tables import Interval, Noted, Share, Table, share
from plots.verdicts.family import FamilyData


def tables(data: FamilyData) -> Iterator[Table]:
    timed = data.timed
    if timed:
        yield times(f"{data.name}_times", f"Fastest tuning of each variant and workload; {data.where}", timed)
    axes = _swept(data)
    if axes.rows:
        yield axes


def figures(data: FamilyData) -> Iterator[Figure]:
    best = _swept_sizes(data.run_with(_swept_sizes))
    size = best[0].size_axis if best else ""
    if not size or len(best.values(size)) < 2:
        return
    looks = style.colours(select.order(data.cases))
    yield against_size(f"{data.name}_times", f"Time against {size}", data.where, best, size, looks)
    if any(r.data["roofline"] for r in best):
        yield _bandwidth(data, best, size, looks)


def _swept_sizes(data: FamilyData) -> Records:
    return select.standard(data.timed).best()


def times(name: str, title: str, records: Records) -> Table:
    """The fastest tuning of each variant and workload. Columns that nothing fills are left out."""
    best = select_rows(records)
    shown = _varying(best)
    rows = []
    for r in best:
        work, roofline = r.data["work"] or {}, r.data["roofline"]
        base = next((b for b in best if b.variant == r.base and b.workload == r.workload), None)
        rows.append(
            [
                r.name,
                ", ".join(f"{axis}={value}" for axis, value in r.workload if axis in shown) or None,
                r.setting or None,
                ("yes" if r.is_printed else "no") if r.data["paper"]["label"] else None,
                r.machine,
                _time(r),
                Interval(*r.interval_s),
                r.energy_j,
                work["bytes"] / r.time_s * 1e-9 if work.get("bytes") else None,
                share(roofline["fraction"]) if roofline else None,
                base.centre_s / r.centre_s if base else None,
                base.name if base else None,
            ]
        )
    heads = ["variant", "workload", "tuning", "as printed", "ran on", "median (s)", "95 % interval (s)"]
    heads += ["energy (J)", "least bytes (GB/s)", "of the bandwidth ceiling", "speed-up", "over"]
    fixed = ", ".join(f"{axis}={value}" for axis, value in (best[0].workload if best else ()) if axis not in shown)
    return Table(name, title, heads, rows, f"In all cases: {fixed}." if fixed else "").filled()


def _time(r: Record) -> float | Noted:
    """A CPU's time says what the hypervisor took of it, from one core on."""
    stolen = r.stolen_cores if r.processor == "cpu" else None
    return Noted(r.time_s, f"{stolen:.1f} cores stolen") if stolen and stolen >= 1 else r.time_s


def select_rows(records: Records) -> list[Record]:
    """The fastest tunings, by workload and then in the order of the variants."""
    ranks = list(select.order(records))
    return sorted(records.best(), key=lambda r: (_sortable(r), ranks.index(r.variant)))


def _sortable(r: Record) -> tuple:
    size = r.get(r.size_axis)
    rest = tuple((axis, str(value)) for axis, value in r.workload if axis != r.size_axis)
    return rest, (isinstance(size, str), size) if size is not None else (False, 0)


def _varying(records: list[Record]) -> set[str]:
    """The size axis, and the workload axes that not all records have alike."""
    axes = {axis for r in records for axis, _ in r.workload}
    return {a for a in axes if len({str(r.get(a)) for r in records}) > 1} | {r.size_axis for r in records}


def _swept(data: FamilyData) -> Table:
    """Each tuning axis alone, all else as in the fastest case."""
    rows = []
    for fastest in select_rows(data.timed):
        for axis, value in fastest.tuning:
            others = [pair for pair in fastest.tuning if pair[0] != axis]
            alike = data.timed.where(
                lambda r: r.workload == fastest.workload and all(r.get(a) == v for a, v in others),
                variant=fastest.variant,
            )
            slowest = max(alike, key=lambda r: r.time_s)
            if len(alike.values(axis)) > 1:
                size = f"{fastest.size_axis}={fastest.get(fastest.size_axis)}" if fastest.size_axis else None
                values = ", ".join(map(str, alike.values(axis)))
                loss = Share(slowest.time_s / fastest.time_s - 1)
                rows.append([fastest.name, size, axis, values, value, slowest[axis], loss])
    heads = ["variant", "size", "tuning axis", "values tried", "fastest", "slowest", "slowest takes longer by"]
    note = "All other tuning axes as in the variant's fastest case of that workload."
    return Table(f"{data.name}_axes", f"What each tuning axis alone does; {data.where}", heads, rows, note)


def against_size(name: str, title: str, where: str, best: Records, size: str, looks: style.Looks) -> Figure:
    """A curve each variant, over the values of the size axis."""
    canvas, (axes,) = style.canvas(height_in=4.0)
    for variant, label in select.order(best).items():
        style.points(axes, best.where(variant=variant), size, *looks[variant], label=label, linestyle="-")
    style.log_log(axes)
    style.ticks_at(axes.xaxis, best.values(size), 1)
    axes.set(xlabel=size, ylabel="time (s)")
    style.legend_below(canvas, axes, columns=4)
    caption = f"{where}. Fastest tuning at each size of the workload that most cases have. {style.bars(best)}"
    return Figure(name, title, caption, canvas, times=best)


def _bandwidth(data: FamilyData, best: Records, size: str, looks: style.Looks) -> Figure:
    canvas, (axes,) = style.canvas(height_in=4.0)
    bound = best.where(lambda r: r.data["roofline"] is not None)
    for variant, name in select.order(bound).items():
        each = bound.where(variant=variant).sorted(size)
        colour, marker = looks[variant]
        style.curve(
            axes, [r[size] for r in each], [_gb_per_s(r) for r in each], colour, marker, label=name, linestyle="-"
        )
    ceiling = bound[0].data["roofline"]
    label = f"measured {ceiling['ceiling']}"
    axes.axhline(ceiling["ceiling_bytes_per_s"] * 1e-9, color=style.GREY, linestyle=":", label=label)
    style.log_log(axes)
    axes.set(xlabel=size, ylabel="least bytes over time (GB/s)")
    style.legend_below(canvas, axes, columns=4)
    caption = (
        f"{data.where}. The least bytes that a case must move, over its time; above the ceiling a cache serves some."
        f" {style.bars(bound)}"
    )
    return Figure(f"{data.name}_bandwidth", f"Bandwidth against {size}", caption, canvas, times=bound)


def _gb_per_s(r: Record) -> tuple[float, float, float]:
    """At the median time, and at the ends of its interval."""
    low, high = r.interval_s
    return tuple(r.data["work"]["bytes"] / t * 1e-9 for t in (r.time_s, max(high, r.time_s), min(low, r.time_s)))

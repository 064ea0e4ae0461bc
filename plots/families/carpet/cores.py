"""Figure 12: the CPU's versions, on one thread and on several, beside Variant C, at the lowest occupancy."""

from __future__ import annotations

from contextlib import suppress

from plots.data import select
from plots.data.records import Records
from plots.families.carpet import walks
from plots.output import style
from plots.output.figures import Figure
from plots.output.tables import Interval, Table
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

GPU = "Variant C"


def curves(data: FamilyData) -> dict[str, Records]:
    """Of the one run, whatever its board, that has most of them; none where the CPU has walked no two sizes."""
    return max(map(_curves, data.scopes()[0]), key=lambda each: sum(map(len, each.values())))


def _curves(data: FamilyData) -> dict[str, Records]:
    on_cpu = walks.standard(data.timed).where(processor="cpu")
    on_cpu = on_cpu.where(occupancy=min(on_cpu.values("occupancy"), default=None))
    if len(on_cpu.values("steps")) < 2:
        return {}
    of_c = {"occupancy": on_cpu[0]["occupancy"], "processor": "gpu"}
    printed, best = (each.where(lambda r: r.name == GPU, **of_c) for each in (walks.judged(data), walks.best(data)))
    found = {f"{GPU}, as printed": printed, f"{GPU}, tuned": best.where(lambda r: r not in printed)}
    for variant in select.order(on_cpu):
        mine = on_cpu.where(variant=variant)
        for threads in mine.values("threads") or [None]:
            words = f", {threads} thread{'s' * (threads > 1)}" if threads else ""
            found[variant + words] = (mine.where(threads=threads) if threads is not None else mine).best()
    return {label: records.sorted("steps") for label, records in found.items() if records}


def figure(data: FamilyData) -> Figure | None:
    drawn = curves(data)
    if not drawn:
        return None
    records = Records(r for each in drawn.values() for r in each)
    canvas, (axes,) = style.canvas(width_in=6.4, height_in=5.0)
    names = select.order(data.every)
    own = next((look for v, look in style.colours(names).items() if names[v] == GPU), ("", ""))
    others = (look for look in style.colours(map(str, range(len(drawn) + 5))).values() if look[0] != own[0])
    for label, each in drawn.items():
        form = {"linestyle": "-"} if label != f"{GPU}, tuned" else {"linestyle": "--", "markerfacecolor": "white"}
        style.points(axes, each, "steps", *(own if each[0].name == GPU else next(others)), label=label, **form)
    style.log_log(axes)
    style.ticks_at(axes.xaxis, records.values("steps"), 1)
    axes.set(xlabel="path length s (steps)", ylabel="time of the loop (s)")
    style.legend_below(canvas, axes, columns=2)
    machines = " and ".join(dict.fromkeys(r.machine for r in records))
    return Figure(
        "carpet_fig_12",
        "CPU versions in comparison to Variant C on the GPU (Fig. 12)",
        f"{machines}, occupancy {records[0]['occupancy']:g}. Lower is faster; lines as steep as each other keep their ratio."
        f" {style.bars(records)}",
        canvas,
        times=records,
    )


def table(data: FamilyData) -> Table:
    """Seconds, and the CPU's over those of Variant C as printed."""
    drawn = curves(data)
    every = Records(r for each in drawn.values() for r in each)
    on_cpu = list(select.order(every.where(processor="cpu")))
    rows = []
    for steps in every.values("steps"):
        times = [each.where(steps=steps) for each in drawn.values()]
        row = [steps, *(found[0].time_s if found else None for found in times)]
        rows.append(row + [cell for variant in on_cpu for cell in _over(data, variant, every, steps)])
    heads = ["s", *(f"{label} (s)" for label in drawn)]
    heads += [head for variant in on_cpu for head in (f"{variant} / {GPU}", f"{variant} / {GPU}, 95 % interval")]
    machines = " and ".join(dict.fromkeys(r.machine for r in every))
    at = f", occupancy {every[0]['occupancy']:g}; {machines}, run {every[0].run.path.name}" if every else ""
    title = f"Figure 12: the CPU versions beside {GPU}, time of the loop{at}"
    note = f"Over {GPU} as printed, where s is large enough for the claims."
    return Table("carpet_fig_12", title, heads, rows, note).filled()


def _over(data: FamilyData, variant: str, drawn: Records, steps: int) -> list:
    with suppress(NotMeasurable, StopIteration):
        below = next(r.variant for r in drawn if r.name == GPU)
        rule = {"ratio": [variant, below], "where": {"occupancy": drawn[0]["occupancy"]}, "at": steps}
        ratio = data.published.measured(rule)
        return [ratio.value, Interval(ratio.low, ratio.high)]
    return [None, None]

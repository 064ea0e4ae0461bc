"""Times a step beside the paper's speed-ups, and what each kernel's launch and traffic look like."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from plots.data import counters, measured, select
from plots.data.measured import Measured
from plots.data.records import Record, Records
from plots.families.cahn_hilliard import steps
from plots.output.tables import Interval, Table, share
from plots.sections import beyond, peer_tables
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

LAUNCHES = {"rk2": 2, "euler": 1}  # a step


def tables(data: FamilyData) -> Iterator[Table]:
    each = (_times, _tuned, _blocks, _cells, _beyond, _peers, _fourier, _counters, _integrators)
    for table in (make(data) for make in each):
        if table.rows:
            yield table


def _published(data: FamilyData, rule: Rule) -> Measured | None:
    with suppress(NotMeasurable):
        return data.published.measured(rule)
    return None


def _interval(m: Measured | None) -> Interval | None:
    return Interval(m.low, m.high) if m else None


def _times(data: FamilyData) -> Table:
    """Figs 6 and 7 as numbers."""
    rows = []
    speed_ups = data.paper["values"]["speed_up_n_1024"]["value"]
    for (n,), group in steps.printed(data.run_with(steps.printed)).by("n"):
        for variant in select.order(group):
            (r,) = group.where(variant=variant)
            over = _published(data, steps.speed_up(r)) if r.base else None
            r = over.records[1] if over else r
            paper = speed_ups.get(r.name) if over and n >= steps.LARGE else None
            row = [n, r.name, *steps.step_us(r), steps.block(r), paper, over and over.value, _interval(over)]
            rows.append([*row, over.value / paper if paper else None, r.run.path.name])
    heads = ["N", "variant", "step as printed (us)", "95 % interval (us)", "block", "speed-up, paper"]
    heads += ["speed-up over one thread", "95 % interval", "measured / paper", "run"]
    return Table(
        "cahn_hilliard_times",
        f"Time of an RK2 step (Figs 6 and 7), {data.where}",
        heads,
        rows,
        "Of the run that has most; a speed-up of the one that is best for it, as its claim: the mean over its rounds of"
        " processes. The paper prints no times, only speed-ups for N >= 1024 (8800 GTS over one thread of a Xeon).",
    )


def _tuned(data: FamilyData) -> Table:
    """Each kernel as its speed-up is claimed, as printed and tuned, with what explains it."""
    rows = []
    for r in {r.variant: r for r in steps.printed(data).where(lambda r: r.base, processor="gpu")}.values():
        rule = {"ratio": [r.base, r.variant]}
        if (as_printed := _published(data, rule)) and (tuned := data.published.tuned(rule)):
            rows += [_explained(over) for over in (as_printed, tuned)]
    heads = ["kernel", "N", "setting", "step (us)", "95 % interval (us)", "speed-up over one thread"]
    heads += ["cell steps (1e9/s)", "bytes a cell and step", "of copy bandwidth"]
    heads += ["registers", "shared (bytes)", "occupancy", "limiter"]
    return Table(
        "cahn_hilliard_tuned",
        f"Each kernel as printed and tuned, {data.where}",
        [*heads, "waves", "form"],
        rows,
        "Bytes: what the flow must move if every field of a pass is read and written once. Of copy bandwidth: those bytes by the"
        " time, over the copy bandwidth measured on the same GPU.",
    )


def _explained(over: Measured) -> list:
    r = over.records[1]
    launch, roofline = r.data["launch"] or {}, r.data["roofline"] or {}
    rate = r["n"] ** r["dim"] / steps.step_s(r)
    row = [r.name, r["n"], steps.setting(r), *steps.step_us(r), over.value, rate * 1e-9, round(steps.least_bytes(r))]
    row += [share(roofline.get("fraction"))]
    row += [launch.get(member) for member in ("registers", "shared_bytes", "occupancy", "limiter", "waves")]
    return [*row, launch.get("form") or None]


def _blocks(data: FamilyData) -> Table:
    """What strips, rectangles and branches cost: the best block of each, over the printed one."""
    one, rows = data.run_with(steps.of_any_block), []
    records = select.as_printed(steps.in_plane(one.timed).where(processor="gpu"), [*steps.BLOCK, "border"])
    for variant in select.order(records):
        sizes = (each for _, each in records.where(variant=variant).by("n"))
        alike = max(sizes, key=lambda each: (len(each), each[0]["n"]))
        base = steps.fastest(alike.where(lambda r: r.is_printed, block_x=16, block_y=16))
        for shape, group in alike.grouped(_shape).items():
            r = steps.fastest(group)
            over = _step(r) / _step(base) if base else None
            row = [r.name, r["n"], shape, len(group), steps.block(r), *steps.step_us(r)]
            rows.append([*row, over and over.value, _interval(over)])
    heads = ["kernel", "N", "threads", "tried", "best", "step (us)", "95 % interval (us)"]
    return Table(
        "cahn_hilliard_blocks",
        f"Strips, rectangles and borders (Fig. 4), {one.where}",
        [*heads, "over 16 x 16 as printed", "95 % interval"],
        rows if len(records.values("block_x")) > 1 else [],
        "As printed but for the block and, of B and D, for branches in place of border threads. All of one run.",
    )


def _step(r: Record) -> Measured:
    return measured.time(r).scaled(1 / r["steps"])


def _shape(r: Record) -> str:
    shape = "strip" if r["block_y"] == 1 else "rectangle"
    return f"{shape}, branches" if r.get("border") == "branches" else shape


def _cells(data: FamilyData) -> Table:
    """Threads that update a column of cells load what their stencils share once."""
    records, rows = _of_several_cells(data.run_with(_of_several_cells)), []
    for _, alike in records.by("n"):
        one_cell = steps.fastest(alike.where(cells_per_thread=1))
        for r in alike.sorted("cells_per_thread"):
            over = _step(one_cell) / _step(r) if one_cell else None
            row = [r.name, r["n"], r["cells_per_thread"], *steps.step_us(r), over and over.value, _interval(over)]
            rows.append([*row, share((r.data["roofline"] or {}).get("fraction"))])
    heads = ["kernel", "N", "cells a thread", "step (us)", "95 % interval (us)", "over one cell", "95 % interval"]
    title = f"Several cells a thread ({', '.join(map(steps.setting, records.sorted('cells_per_thread')[:1]))}), {data.where}"
    return Table("cahn_hilliard_cells", title, [*heads, "of copy bandwidth"], rows)


def _of_several_cells(data: FamilyData) -> Records:
    """Of the setting that was timed with most numbers of cells, if they are three."""
    swept = steps.in_plane(data.timed).where(lambda r: "cells_per_thread" in r.axes)
    settings = swept.grouped(lambda r: tuple(pair for pair in r.tuning if pair[0] != "cells_per_thread")).values()
    several = (each for each in settings if len(each.values("cells_per_thread")) >= 3)
    return max(several, key=lambda each: (len(each.values("cells_per_thread")), len(each)), default=Records())


def _beyond(data: FamilyData) -> Table:
    return beyond.table(
        data,
        steps.by_anyone(data.every),
        "Times of a whole run. march: both passes of a step at once, in the paper's order of sums, so the same bits. ours and"
        " ours_3d: mu first, by fused multiply-adds, and the reference the same.",
    )


def _peers(data: FamilyData) -> Table:
    return peer_tables.table(
        "cahn_hilliard_peers",
        steps.by_anyone(data.every),
        ["n", "steps"],
        "The peer is the same RK2 step written with arrays and compiled (torch.compile). Its error: of phi, over the largest.",
    )


def _fourier(data: FamilyData) -> Table:
    return peer_tables.fourier("cahn_hilliard_fourier", steps.by_anyone(data.every))


def _steps_a_launch(r: Record) -> float:
    """A launch of our variants takes whole steps; one of the paper's takes a pass of one."""
    if r.variant == "resident":
        return r["steps"]
    return 1 / LAUNCHES[r["integrator"]] if r.data["paper"]["label"] else r.get("steps_per_pass", 1)


def _counters(data: FamilyData) -> Table:
    """Profiled launches of each kernel, which make whole steps."""
    usable = data.counted.where(
        lambda r: (
            None not in ((c := r.run.counters).dram_bytes, c.thread_instructions, c.time_s, c.busiest)
            and len(c.launches) * _steps_a_launch(r) >= 1
        )
    )
    ranks, rows = list(select.order(usable)), []
    for r in sorted(
        usable, key=lambda r: (r["dim"], ranks.index(r.variant), r["n"], r.get("cells_per_thread", 1), r.tuning)
    ):
        c, own, per_launch = r.run.counters, r.get("cells_per_thread", 1), _steps_a_launch(r)
        cells = r["n"] ** r["dim"]
        cell_steps = cells * len(c.launches) * per_launch
        name = r.name if own == 1 else f"{r.name}, {own} cells a thread"
        row = [name, r["dim"], r["n"], per_launch, c.time_s / cell_steps * cells * 1e6, c.dram_bytes / cell_steps]
        row += [least if (least := steps.least_bytes(r)) < 1 else round(least)]
        row += [c.l2_bytes / cell_steps if c.l2_bytes else None, c.thread_instructions / cell_steps]
        rows.append(row + counters.cells(c, r.data["launch"]))
    heads = ["kernel", "dim", "N", "steps a launch", "step (us)", "DRAM bytes a cell", "least bytes a cell"]
    heads += ["L2 bytes a cell", "instructions a cell"]
    title = f"What a step moves and keeps busy, {data.where_counted}"
    note = "Of a cell and a whole step. Least bytes: every field of a launch read and written once."
    return counters.table("cahn_hilliard_counters", title, heads, rows, note)


def _integrators(data: FamilyData) -> Table:
    """What the second pass of RK2 and a double cost each kernel."""
    rows, plane = [], {"dim": 2, "boundary": "periodic"}
    compared = (
        ("integrator", ("rk2", "euler"), {"precision": "float"}),
        ("precision", ("double", "float"), {"integrator": "rk2"}),
    )
    for variant, name in select.order(steps.in_plane(data.timed)).items():
        each = []
        for axis, values, others in compared:
            sides = [{"variant": variant, "where": {axis: value}} for value in values]
            each.append(_published(data, {"ratio": sides, "where": plane | others}))
        if sizes := [m.records[0]["n"] for m in each if m]:
            rows.append([name, sizes[0], *(cell for m in each for cell in (m and m.value, _interval(m)))])
    heads = ["kernel", "N", "RK2 over Euler", "95 % interval", "double over float", "95 % interval, double"]
    note = "Time a step, as printed. RK2 over Euler: in single precision."
    return Table("cahn_hilliard_integrators", f"Integrators and precisions, {data.where}", heads, rows, note)

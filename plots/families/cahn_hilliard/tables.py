"""Times a step beside the paper's speed-ups, and what each kernel's launch and traffic look like."""

from __future__ import annotations

from collections.abc import Iterator

from plots.data import counters, select
from plots.data.records import Record, Records
from plots.families.cahn_hilliard import steps
from plots.output.tables import Table
from plots.sections import beyond, peer_tables
from plots.verdicts.family import FamilyData

LAUNCHES = {"rk2": 2, "euler": 1}  # a step


def tables(data: FamilyData) -> Iterator[Table]:
    for table in (make(data) for make in (_times, _tuned, _beyond, _peers, _fourier, _counters, _integrators, _volume)):
        if table.rows:
            yield table


def _times(data: FamilyData) -> Table:
    """Figs 6 and 7 as numbers."""
    records, tuned, rows = steps.printed(data), steps.in_plane(data.timed), []
    speed_ups = data.paper["values"]["speed_up_n_1024"]["value"]
    for (n,), group in records.by("n"):
        best = {variant: steps.fastest(group.where(variant=variant)) for variant in select.order(group)}
        for r in best.values():
            base = next((best[b.base] for b in best.values() if b.base in best), None)
            paper = speed_ups.get(r.name) if n >= steps.LARGE else None
            gain = steps.step_s(base) / steps.step_s(r) if base else None
            ratio = gain / paper if gain and paper else None
            row = [n, r.name, *steps.step_us(r), steps.block(r), paper, gain, ratio]
            quickest = steps.fastest(tuned.where(variant=r.variant, n=n))
            quicker = [None, None] if quickest is r else [steps.step_s(quickest) * 1e6, steps.setting(quickest)]
            rows.append(row + quicker)
    heads = ["N", "variant", "step as printed (us)", "95 % interval (us)", "block", "speed-up, printed"]
    heads += ["speed-up over one thread", "measured / printed", "step tuned (us)", "tuned to"]
    return Table(
        "cahn_hilliard_times",
        f"Time of an RK2 step (Figs 6 and 7), {data.where}",
        heads,
        rows,
        f"Flow as printed: {', '.join(map(str, records.values('flow')))}; B and D have 16 x 16 threads, A and C the best"
        " block of those swept. The paper prints no times, only speed-ups for N >= 1024 (8800 GTS over one thread of a"
        " 2.66 GHz Xeon).",
    )


def _tuned(data: FamilyData) -> Table:
    """The best of each kernel at the largest size, with what explains it."""
    records, rows = steps.in_plane(data.timed).where(processor="gpu"), []
    for variant in select.order(records):
        largest = records.where(variant=variant, n=records.where(variant=variant).values("n")[-1])
        for _, group in largest.by("flow"):
            rows.append(_explained(steps.fastest(group)))
    heads = ["kernel", "N", "flow", "block", "cells a thread", "launch", "step (us)", "cell steps (1e9/s)"]
    heads += ["bytes a cell and step", "of copy bandwidth", "registers", "shared (bytes)", "occupancy", "limiter"]
    return Table(
        "cahn_hilliard_tuned",
        f"The fastest launch of each kernel at its largest N, {data.where}",
        [*heads, "waves", "form"],
        rows,
        "Bytes: what the flow must move if every field of a pass is read and written once. Of copy bandwidth: those"
        " bytes by the time, over the copy bandwidth measured on the same GPU.",
    )


def _explained(r: Record) -> list:
    launch, roofline = r.data["launch"] or {}, r.data["roofline"] or {}
    row = [r.name, r["n"], r["flow"], steps.block(r), r.get("cells_per_thread", 1), r.get("launch")]
    rate = r["n"] ** r["dim"] / steps.step_s(r)
    row += [steps.step_s(r) * 1e6, rate * 1e-9, round(steps.least_bytes(r)), roofline.get("fraction")]
    row += [launch.get(member) for member in ("registers", "shared_bytes", "occupancy", "limiter", "waves")]
    return [*row, launch.get("form") or None]


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
    """Both integrators and flows of each variant, at the largest N that has both integrators."""
    records, rows = steps.paper_cases(data.timed).where(dim=2, boundary="periodic"), []
    for (variant, precision), group in records.by("variant", "precision"):
        n = select.largest_common("n", *(group.where(integrator=i) for i in LAUNCHES))
        for (method, flow), alike in group.where(n=n).by("integrator", "flow"):
            r = steps.fastest(alike)
            rows.append([r.name, precision, n, method, flow, *steps.step_us(r)])
    return Table(
        "cahn_hilliard_integrators",
        f"Euler and RK2, copy and swap, {data.where}",
        ["variant", "precision", "N", "integrator", "flow", "step (us)", "95 % interval (us)"],
        rows,
    )


def _volume(data: FamilyData) -> Table:
    """Three dimensions."""
    records: Records = steps.in_plane(data.timed, dim=3)
    rows = []
    for (n,), group in records.by("n"):
        for r in (steps.fastest(group.where(variant=variant)) for variant in select.order(group)):
            rate = n**3 / steps.step_s(r) * 1e-9
            rows.append([n, r.name, r["flow"], steps.block(r), *steps.step_us(r), rate])
    return Table(
        "cahn_hilliard_3d",
        f"Time of an RK2 step in three dimensions, {data.where}",
        ["N", "variant", "flow", "block", "step (us)", "95 % interval (us)", "cell steps (1e9/s)"],
        rows,
    )

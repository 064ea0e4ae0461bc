"""Times a step beside the paper's speed-ups, and what each kernel's launch and traffic look like."""

from __future__ import annotations

from collections.abc import Iterator

from plots.families.cahn_hilliard import explain
from plots.families.cahn_hilliard.choose import (
    FIELDS_MOVED,
    KERNELS,
    NAMES,
    PARALLEL,
    SERIAL,
    as_printed,
    cell_bytes,
    fastest,
    step_interval_s,
    step_s,
    usual,
)
from plots.family import FamilyData
from plots.records import Record, Records
from plots.tables import Interval, Table

AIM_N, AIM = 8192, 0.6  # this project's own: Kernel A's share of the ceiling of the swap flow


def tables(data: FamilyData) -> Iterator[Table | str]:
    yield from _times(data)
    yield from _tuned(data)
    yield from _aim(data)
    yield from explain.parts(data)
    yield from _integrators(data)
    yield from _volume(data)


def _printed_speed_up(data: FamilyData, variant: str) -> float | None:
    values = data.paper.get("values", {}).get("speed_up_n_1024", {}).get("value", {})
    return values.get(f"Kernel {variant[0].upper()}") if variant in KERNELS else None


def _times(data: FamilyData) -> Iterator[Table]:
    """Figs 6 and 7 as numbers."""
    records = as_printed(data.timed)
    rows = []
    for (n,), group in records.by("n"):
        base = fastest(group.where(variant=SERIAL))
        for variant in [*KERNELS, PARALLEL, SERIAL]:
            best = fastest(group.where(variant=variant))
            if best is None:
                continue
            low, high = step_interval_s(best)
            gain = step_s(base) / step_s(best) if base else None
            printed = _printed_speed_up(data, variant) if n >= 1024 else None
            rows.append(
                [
                    n,
                    NAMES[variant],
                    step_s(best) * 1e6,
                    Interval(low * 1e6, high * 1e6),
                    printed,
                    gain,
                    gain / printed if gain and printed else None,
                    _block(best),
                ]
            )
    if rows:
        yield Table(
            "cahn_hilliard_times",
            f"Time of an RK2 step (Figs 6 and 7), {data.where}",
            [
                "N",
                "variant",
                "step (us)",
                "95 % interval (us)",
                "speed-up, printed",
                "speed-up over one thread",
                "measured / printed",
                "block",
            ],
            rows,
            f"Flow: {', '.join(map(str, records.values('flow')))}. The paper prints no times, only speed-ups for"
            " N >= 1024 (8800 GTS over one thread of a 2.66 GHz Xeon). Best block of those swept.",
        )


def _block(r: Record) -> str | None:
    return f"{r['block_x']} x {r['block_y']}" if r.processor == "gpu" else None


def _tuned(data: FamilyData) -> Iterator[Table]:
    """The best of each kernel at the largest size, with what explains it."""
    records = usual(data.timed).where(processor="gpu")
    rows = []
    for variant in KERNELS:
        mine = records.where(variant=variant)
        if not mine:
            continue
        n = mine.values("n")[-1]
        for flow in mine.where(n=n).values("flow"):
            best = fastest(mine.where(n=n, flow=flow))
            if best is not None:
                rows.append([NAMES[variant], n, flow, *_explained(best)])
    if rows:
        yield Table(
            "cahn_hilliard_tuned",
            f"The fastest launch of each kernel at its largest N, {data.where}",
            [
                "kernel",
                "N",
                "flow",
                "block",
                "cells a thread",
                "launch",
                "step (us)",
                "cell steps (1e9/s)",
                "bytes a cell and step",
                "of copy bandwidth",
                "registers",
                "shared (bytes)",
                "occupancy",
                "limiter",
                "waves",
                "form",
            ],
            rows,
            "Bytes: what the flow must move if every field of a pass is read and written once. Of copy bandwidth: those"
            " bytes by the time, over the copy bandwidth measured on the same GPU.",
        )


def _aim(data: FamilyData) -> Iterator[str]:
    """How near Kernel A comes to the ceiling at AIM_N, as printed and with several cells a thread."""
    records = usual(data.timed).where(lambda r: r.data["roofline"], variant="a_global", n=AIM_N, flow="swap")
    found = [r for r in (fastest(records.where(cells_per_thread=1)), fastest(records)) if r is not None]
    if not found:
        return
    said = [
        f"{_block(r)} threads, {r['cells_per_thread']} cell{'s' if r['cells_per_thread'] > 1 else ''} a thread: {AIM_N**2 / step_s(r):.3g} cell steps"
        f" a second, {r.data['roofline']['fraction']:.0%}"
        for r in dict.fromkeys(found)
    ]
    reached = found[-1].data["roofline"]["fraction"] >= AIM
    yield (
        f"Kernel A at N = {AIM_N}, flow swap, of what copy bandwidth allows at 20 bytes a cell and RK2 step (aim: {AIM:.0%},"
        f" {'reached' if reached else 'missed'}): {'; '.join(said)}."
    )


def _explained(r: Record) -> list:
    launch = r.data["launch"] or {}
    cells = r["n"] ** r["dim"]
    roofline = r.data["roofline"] or {}
    return [
        _block(r),
        r.get("cells_per_thread", 1),
        r.get("launch"),
        step_s(r) * 1e6,
        cells / step_s(r) * 1e-9,
        FIELDS_MOVED[r["integrator"], r["flow"]] * cell_bytes(r),
        roofline.get("fraction"),
        launch.get("registers"),
        launch.get("shared_bytes"),
        launch.get("occupancy"),
        launch.get("limiter"),
        launch.get("waves"),
        launch.get("form") or None,
    ]


def _integrators(data: FamilyData) -> Iterator[Table]:
    """Both integrators and flows of each variant, at the largest N that has both integrators."""
    records = data.timed.where(dim=2, boundary="periodic")
    rows = []
    for (variant, precision), group in records.by("variant", "precision"):
        sizes = set(group.where(integrator="rk2").values("n")) & set(group.where(integrator="euler").values("n"))
        if not sizes:
            continue
        for (method, flow), alike in group.where(n=max(sizes)).by("integrator", "flow"):
            best = fastest(alike)
            low, high = step_interval_s(best)
            rows.append(
                [NAMES[variant], precision, max(sizes), method, flow, step_s(best) * 1e6]
                + [Interval(low * 1e6, high * 1e6)]
            )
    if rows:
        yield Table(
            "cahn_hilliard_integrators",
            f"Euler and RK2, copy and swap, {data.where}",
            ["variant", "precision", "N", "integrator", "flow", "step (us)", "95 % interval (us)"],
            rows,
        )


def _volume(data: FamilyData) -> Iterator[Table]:
    """Three dimensions."""
    records: Records = usual(data.timed, dim=3)
    rows = []
    for (n,), group in records.by("n"):
        for variant in [*KERNELS, PARALLEL, SERIAL]:
            best = fastest(group.where(variant=variant))
            if best is not None:
                low, high = step_interval_s(best)
                rate = n**3 / step_s(best) * 1e-9
                rows.append(
                    [n, NAMES[variant], best["flow"], _block(best), step_s(best) * 1e6]
                    + [Interval(low * 1e6, high * 1e6), rate]
                )
    if rows:
        yield Table(
            "cahn_hilliard_3d",
            f"Time of an RK2 step in three dimensions, {data.where}",
            ["N", "variant", "flow", "block", "step (us)", "95 % interval (us)", "cell steps (1e9/s)"],
            rows,
        )

"""Table I beside what was measured, and the tables that the figures come from."""

from __future__ import annotations

from collections.abc import Iterator

from plots.families.carpet import explain
from plots.families.carpet.choose import (
    GPU_PAPER,
    NAMES,
    PRINTED,
    best,
    displacement,
    gamma,
    law,
    longest_walks,
    name,
    printed_form,
    standard,
)
from plots.family import FamilyData
from plots.records import Records
from plots.tables import Interval, Table

COLUMN_CI = "95 % interval"


def tables(data: FamilyData) -> Iterator[Table | str]:
    timed = best(data)
    for made in (_table_1(data, timed), _largest(data, timed), _as_printed(data, timed)):
        if made.rows:
            yield made
    yield from explain.parts(data)
    for made in (_phases(data, timed), _cpu(data, timed), _answers(data)):
        if made.rows:
            yield made


def _printed_a(data: FamilyData, variant: str, occupancy: float) -> float | None:
    table = data.paper["tables"]["table_1"]
    row = table["a_1e9_s"].get(PRINTED.get(variant, ""))
    if row is None or occupancy not in table["occupancies"]:
        return None
    return row[table["occupancies"].index(occupancy)]


def _table_1(data: FamilyData, timed: Records) -> Table:
    rows = []
    for variant in [v for v in NAMES if v in timed.variants()]:
        for occupancy in timed.where(variant=variant).values("occupancy"):
            fitted = law(timed, variant, occupancy)
            if fitted is None:
                continue
            printed, a = _printed_a(data, variant, occupancy), fitted.cubic
            sizes = [r["steps"] for r in fitted.records]
            rows.append(
                [
                    name(variant),
                    occupancy,
                    printed,
                    a.value * 1e9,
                    Interval(a.low * 1e9, a.high * 1e9),
                    printed / (a.value * 1e9) if printed else None,
                    fitted.floor.a.value * 1e3 if fitted.floor else None,
                    (
                        Interval(fitted.floor.a.low * 1e3, fitted.floor.a.high * 1e3)
                        if fitted.floor
                        else None
                    ),
                    fitted.floor.b.value * 1e9 if fitted.floor else None,
                    (
                        Interval(fitted.floor.b.low * 1e9, fitted.floor.b.high * 1e9)
                        if fitted.floor
                        else None
                    ),
                    ", ".join(fitted.growths.names) if fitted.growths else None,
                    f"{sizes[0]} to {sizes[-1]} ({len(sizes)})",
                ]
            )
    return Table(
        "carpet_table_1",
        f"Table I: a in t = a s^3, times 1e9, seconds; {data.where}",
        [
            "variant",
            "occupancy",
            "paper a*1e9 (s)",
            "measured a*1e9 (s)",
            COLUMN_CI,
            "paper / measured",
            "floor (ms)",
            "floor " + COLUMN_CI,
            "b*1e9 (s)",
            "b " + COLUMN_CI,
            "growth, a + b g(s)",
            "s (sizes)",
        ],
        rows,
        "a: plain least squares as in the paper, so the largest s decide. floor and b: t = floor +"
        " b s^3 with relative weights, so all s count; each step is one launch, so for small s the"
        " time grows as s, which neither form has. growth: the classes that the times can not tell"
        " from the best one. Best tuning at each s.",
    )


def _largest(data: FamilyData, timed: Records) -> Table:
    rows = []
    for variant in [v for v in NAMES if v in timed.variants()]:
        for (occupancy,), group in timed.where(variant=variant).by("occupancy"):
            r = group.sorted("steps")[-1]
            roofline, work = r.data["roofline"], r.data["work"]
            rate = work["items"] / r.time_s if work and work["items"] else None
            rows.append(
                [
                    name(variant),
                    occupancy,
                    r["steps"],
                    ", ".join(f"{k}={v}" for k, v in r.tuning),
                    r.time_s,
                    Interval(*r.interval_s),
                    rate,
                    work["item"] if rate else None,
                    roofline["fraction"] if roofline and r.processor == "gpu" else None,
                ]
            )
    return Table(
        "carpet_largest",
        f"The largest s of each variant, best tuning; {data.where}",
        [
            "variant",
            "occupancy",
            "s",
            "tuning",
            "loop (s)",
            COLUMN_CI,
            "items per s",
            "item",
            "fraction of the bytes ceiling",
        ],
        rows,
        "Bytes ceiling: the least bytes the algorithm must move, over the measured copy bandwidth"
        " of this GPU.",
    )


def _as_printed(data: FamilyData, timed: Records) -> Table:
    plain, rows = printed_form(standard(data.timed)).best(), []
    for variant in [v for v in NAMES if v in plain.variants()]:
        for (occupancy,), group in plain.where(variant=variant, processor="gpu").by("occupancy"):
            r = group.sorted("steps")[-1]
            tuned = timed.where(variant=variant, occupancy=occupancy, steps=r["steps"])[0]
            roofline = r.data["roofline"]
            rows.append(
                [
                    name(variant),
                    occupancy,
                    r["steps"],
                    r.get("block"),
                    r.time_s,
                    Interval(*r.interval_s),
                    roofline["fraction"] if roofline else None,
                    tuned.time_s,
                    r.time_s / tuned.time_s,
                ]
            )
    return Table(
        "carpet_as_printed",
        f"The listings as the paper prints them, best block, beside the best tuning; {data.where}",
        [
            "variant",
            "occupancy",
            "s",
            "block",
            "as printed (s)",
            COLUMN_CI,
            "fraction of the bytes ceiling",
            "best tuning (s)",
            "gain",
        ],
        rows,
        "As printed: one site a thread, sites in order, one launch a step.",
    )


def _phases(data: FamilyData, timed: Records) -> Table:
    rows = []
    for variant in GPU_PAPER:
        for (occupancy,), group in timed.where(variant=variant).by("occupancy"):
            r = group.sorted("steps")[-1]
            phases = [
                r.phase_s(p) for p in ("make_input", "prepare", "transfer_in", "transfer_out")
            ]
            if any(p is not None for p in phases):
                rows.append([name(variant), occupancy, r["steps"], *phases, r.time_s])
    return Table(
        "carpet_phases",
        f"Initialisation and transfers beside the loop; {data.where}",
        [
            "variant",
            "occupancy",
            "s",
            "make the carpet (s)",
            "prepare (s)",
            "transfer in (s)",
            "transfer out (s)",
            "loop (s)",
        ],
        rows,
        "Phases are timed once, on the host's clock.",
    )


def _cpu(data: FamilyData, timed: Records) -> Table:
    local = standard(data.local).best()
    wanted = [(timed, v) for v in ("c_compact", "cpu_task_pool", "cpu_serial")]
    wanted += [(local, v) for v in ("cpu_task_pool", "cpu_serial")]
    heads, columns = [], []
    for chosen, variant in wanted:
        column = chosen.where(variant=variant)
        if column:
            columns.append(column)
            heads.append(f"{name(variant)} (s), {_machines(column, chosen is local)}")
    points = sorted({(r["occupancy"], r["steps"]) for column in columns for r in column})
    rows = []
    for occupancy, steps in points if any(c[0].processor == "cpu" for c in columns) else []:
        found = [c.where(occupancy=occupancy, steps=steps) for c in columns]
        rows.append([occupancy, steps] + [group[0].time_s if group else None for group in found])
    return Table(
        "carpet_fig_12",
        "Figure 12: the CPU versions beside Variant C, time of the loop",
        ["occupancy", "s"] + heads,
        rows,
    )


def _machines(records: Records, here: bool) -> str:
    names = " and ".join(sorted({r.machine for r in records}))
    recorded = " (recorded)" if any(r.run.recorded for r in records) else ""
    return f"{'this machine: ' if here else ''}{names}{recorded}"


def _answers(data: FamilyData) -> Table:
    rows = []
    for r in longest_walks(data):
        seen, exponent, series = r.observables, gamma(r), displacement(r)
        total = seen.get("total_probability")
        rows.append(
            [
                r["occupancy"],
                r["steps"],
                name(r.variant),
                r.machine,
                r.get("precision"),
                seen.get("accessible_sites"),
                seen.get("occupancy"),
                None if total is None else total - 1,
                series[1][-1],
                exponent.value if exponent else None,
                Interval(exponent.low, exponent.high) if exponent else None,
            ]
        )
    return Table(
        "carpet_answers",
        "Answers: the longest verified walk at each occupancy",
        [
            "occupancy axis",
            "s",
            "variant",
            "ran on",
            "precision",
            "accessible sites",
            "occupancy of the surface",
            "total probability - 1",
            "<r^2>",
            "gamma",
            "gamma " + COLUMN_CI,
        ],
        rows,
        "gamma: slope of log <r^2> against log t from t = 10 on; one surface a row, so the interval"
        " is that of the fit, not of the ensemble. Answers are verified, so emulated ones count.",
    )

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
    memory_limits,
    name,
    printed_form,
    standard,
)
from plots.family import FamilyData
from plots.records import Record, Records
from plots.tables import Interval, Share, Table

COLUMN_CI = "95 % interval"
PAPER_STEPS = 5000  # the largest s of Table I
AIMS = {"a_dense": 0.70, "b_diamond": 0.55, "c_compact": 0.85}  # of the bytes ceiling


def tables(data: FamilyData) -> Iterator[Table | str]:
    timed = best(data)
    for made in (_table_1(data, timed), _ceilings(data, timed), _largest(data, timed)):
        if made.rows:
            yield made
    yield from explain.parts(data)
    for made in (_cpu(data, timed), _phases(data, timed), _memory(data, timed), _answers(data)):
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
        fold=False,
    )


def _largest(data: FamilyData, timed: Records) -> Table:
    rows = []
    for variant in [v for v in NAMES if v in timed.variants()]:
        for (occupancy,), group in timed.where(variant=variant).by("occupancy"):
            r = group.sorted("steps")[-1]
            work = r.data["work"]
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
                    _share(r) if r.processor == "gpu" else None,
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


def _ceilings(data: FamilyData, timed: Records) -> Table:
    """As printed and tuned, at the paper's largest s that the variant has."""
    plain, rows = printed_form(standard(data.timed)).best(), []
    for variant in [v for v in NAMES if v in timed.where(processor="gpu").variants()]:
        for (occupancy,), group in timed.where(lambda r: r["steps"] <= PAPER_STEPS, variant=variant).by("occupancy"):
            tuned = group.sorted("steps")[-1]
            listing = plain.where(variant=variant, occupancy=occupancy, steps=tuned["steps"])
            shares = [_share(listing[0]) if listing else None, _share(tuned)]
            aim, reached = AIMS.get(variant), max(s or 0 for s in shares)
            rows.append(
                [
                    name(variant),
                    occupancy,
                    tuned["steps"],
                    listing[0].get("block") if listing else None,
                    listing[0].time_s if listing else None,
                    shares[0],
                    tuned.time_s,
                    shares[1],
                    listing[0].time_s / tuned.time_s if listing else None,
                    Share(aim) if aim else None,
                    None if aim is None or not reached else "reached" if reached >= aim else "missed",
                ]
            )
    heads = ["variant", "occupancy", "s", "block as printed", "as printed (s)", "of the ceiling", "tuned (s)"]
    return Table(
        "carpet_ceilings",
        f"The listings as printed and tuned, against the bytes ceiling; {data.where}",
        [*heads, "of the ceiling, tuned", "gain by tuning", "aim", "the aim is"],
        rows,
        "As printed: one site a thread, sites in order, one launch a step, best block. Ceiling: the least bytes of the"
        " algorithm (8 B a site, C: 24 B an open site) at the measured copy bandwidth; above 100 % where the cache keeps"
        " or a branch leaves out some of them. Aim: what this project set itself.",
    )


def _share(record: Record) -> Share | None:
    roofline = record.data["roofline"]
    return Share(roofline["fraction"]) if roofline else None


def _memory(data: FamilyData, _: Records) -> Table:
    """The largest s, the paper's card and this GPU."""
    printed = data.paper["values"]["largest_steps"]["value"]
    rows = [
        [name(m.variant), m.occupancy, printed.get(PRINTED.get(m.variant, "")), m.by_memory, m.by_program, m.free_bytes * 1e-9]
        for m in memory_limits(data)
    ]
    return Table(
        "carpet_memory",
        f"The largest s; {data.where}",
        ["variant", "occupancy", "paper", "that memory holds", "that the program takes", "free memory (GB)"],
        rows,
        "From cases that did not fit, as memory grows with the square of s. The program numbers sites in 32 bits.",
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

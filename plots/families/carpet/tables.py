"""Table I beside what was measured, and the tables that the figures come from."""

from __future__ import annotations

from collections.abc import Iterator

from plots.data import counters, fit, select
from plots.data.records import Record, Records
from plots.families.carpet import exponents, walks
from plots.output.tables import Interval, Share, Table, share
from plots.sections import beyond, peer_tables
from plots.verdicts.family import FamilyData

COLUMN_CI = "95 % interval"
PAPER_STEPS = 5000  # the largest s of Table I
AIMS = {"Variant A": 0.70, "Variant B": 0.55, "Variant C": 0.85}  # of the bytes ceiling, this project's own


def tables(data: FamilyData) -> Iterator[Table]:
    timed = walks.best(data)
    every = (_table_1, _beyond, _peers, _ceilings, _largest, _counters, _cpu, _phases, _memory, _answers)
    for table in (make(data, timed) for make in every):
        if table.rows:
            yield table
    yield from exponents.tables(data)


def _scaled(estimate: fit.Estimate, factor: float) -> list:
    """Two cells."""
    return [estimate.value * factor, Interval(estimate.low * factor, estimate.high * factor)]


def _table_1(data: FamilyData, timed: Records) -> Table:
    plain = walks.judged(data)
    rows = []
    for r in walks.largest(timed.where(lambda r: r.data["paper"]["label"] or r.processor == "cpu")):
        here = {"variant": r.variant, "occupancy": r["occupancy"]}
        printed, tuned = (records.where(**here).sorted("steps") for records in (plain, timed))
        rows += [_fits(data, "as printed" if r.processor == "gpu" else None, printed)] if len(printed) > 1 else []
        is_other = any(each not in printed for each in tuned)
        rows += [_fits(data, "tuned", tuned)] if len(tuned) > 1 and is_other else []
    heads = ["variant", "occupancy", "form", "paper a*1e9 (s)", "measured a*1e9 (s)", COLUMN_CI, "paper / measured"]
    heads += ["floor (ms)", "floor " + COLUMN_CI, "b*1e9 (s)", "b " + COLUMN_CI]
    return Table(
        "carpet_table_1",
        f"Table I: a in t = a s^3, times 1e9, seconds; {data.where}",
        [*heads, "growth, a + b g(s)", "s (sizes)"],
        rows,
        "a: plain least squares as in the paper, so the largest s decide. floor and b: t = floor +"
        " b s^3 with relative weights, so all s count; each step is one launch, so for small s the"
        " time grows as s, which neither form has. growth: the classes that the times can not tell"
        " from the best one. As printed: one site a thread, sites in order, one launch a step, best block. Tuned: the"
        " best of all at each s.",
        fold=False,
    )


def _beyond(data: FamilyData, _: Records) -> Table:
    return beyond.table(
        data,
        walks.standard(data.every),
        "Times of a whole walk. ours: several steps in one pass over tiles of accessible sites. With zeros computed it does all"
        " the work of variant C; with zeros skipped it leaves tiles alone where p has been nothing but 0, which in single"
        " precision is most of a long walk's diamond, so that its gain depends on how far p spreads.",
        apart="zeros",
    )


def _peers(data: FamilyData, _: Records) -> Table:
    return peer_tables.table(
        "carpet_peers",
        walks.standard(data.every),
        ["occupancy", "steps"],
        "The peer multiplies p by the walk's sparse matrix, at every step that of all sites which the last one reaches; the"
        " variants' diamonds grow with the walk, a third of that on average. Its error: of p, over the largest.",
        apart="zeros",
    )


def _fits(data: FamilyData, form: str | None, chosen: Records) -> list:
    s, t = walks.against_steps(chosen)
    name, occupancy = chosen[0].name, chosen[0]["occupancy"]
    printed, a = walks.printed_a(data, name, occupancy), fit.proportional(s, t)
    floor = fit.with_floor(s, t) if len(s) >= 4 else None
    row = [name, occupancy, form, printed, *_scaled(a, 1e9), printed / (a.value * 1e9) if printed else None]
    row += [*_scaled(floor.a, 1e3), *_scaled(floor.b, 1e9)] if floor else [None] * 4
    growths = ", ".join(fit.growth_classes(s, t).names) if len(s) >= 5 else None
    return [*row, growths, f"{s[0]} to {s[-1]} ({len(s)})"]


def _largest(data: FamilyData, timed: Records) -> Table:
    rows = []
    for r in walks.largest(timed):
        work = r.data["work"] or {}
        rate = [work["items"] / r.time_s, work["item"]] if work.get("items") else [None, None]
        fraction = _fraction(r) if r.processor == "gpu" else None
        rows.append([r.name, r["occupancy"], r["steps"], r.setting, r.time_s, Interval(*r.interval_s), *rate, fraction])
    heads = ["variant", "occupancy", "s", "tuning", "loop (s)", COLUMN_CI, "items per s", "item"]
    return Table(
        "carpet_largest",
        f"The largest s of each variant, best tuning; {data.where}",
        [*heads, "fraction of the bytes ceiling"],
        rows,
        "Bytes ceiling: the least bytes the algorithm must move, over the measured copy bandwidth of this GPU.",
    )


def _ceilings(data: FamilyData, timed: Records) -> Table:
    """As printed and tuned, at the paper's largest s that the variant has."""
    plain, rows = walks.judged(data), []
    for tuned in walks.largest(timed.where(lambda r: r["steps"] <= PAPER_STEPS, processor="gpu")):
        case = {"variant": tuned.variant, "occupancy": tuned["occupancy"], "steps": tuned["steps"]}
        row = [tuned.name, tuned["occupancy"], tuned["steps"]]
        if of_case := plain.where(**case):
            listing, gain = of_case[0], of_case[0].time_s / tuned.time_s
            row += [listing.get("block"), listing.time_s, _fraction(listing)]
        else:
            row, gain = row + [None] * 3, None
        aim, reached = AIMS.get(tuned.name), max(row[-1] or 0, _fraction(tuned) or 0)
        verdict = None if aim is None or not reached else "reached" if reached >= aim else "missed"
        rows.append([*row, tuned.time_s, _fraction(tuned), gain, share(aim), verdict])
    heads = ["variant", "occupancy", "s", "block as printed", "as printed (s)", "of the ceiling", "tuned (s)"]
    return Table(
        "carpet_ceilings",
        f"The listings as printed and tuned, against the bytes ceiling; {data.where}",
        [*heads, "of the ceiling, tuned", "gain by tuning", "aim", "the aim is"],
        rows,
        "As printed: one site a thread, sites in order, one launch a step, best block. Ceiling: the least bytes of the"
        " algorithm (8 B a site, C: 24 B an open site, several_steps: 9 B a site and pass) at the measured copy bandwidth;"
        " above 100 % where the cache keeps or a branch leaves out some of them. Aim: what this project set itself.",
    )


def _fraction(record: Record) -> Share | None:
    roofline = record.data["roofline"]
    return Share(roofline["fraction"]) if roofline else None


def _counters(data: FamilyData, _: Records) -> Table:
    """Means over the profiled launches, all at the end of the walk, or of all of it where it is one launch."""
    usable = walks.standard(data.counted).where(
        lambda r: (
            None not in ((c := r.run.counters).dram_bytes, c.time_s, c.busiest) and "last_step_bytes" in r.observables
        )
    )
    rows = []
    for _, group in usable.by("steps", "occupancy"):
        for r in (record for v in select.order(group) for record in group.where(variant=v)):
            c, least = r.run.counters, r.observables["last_step_bytes"]
            n, moved = len(c.launches), c.dram_bytes / len(c.launches)
            row = [r.name, r["occupancy"], r["steps"], "yes" if r.is_printed else "no"]
            row += [r["steps"] if r.variant == "resident" else r.get("steps_per_pass", 1), c.time_s / n * 1e6]
            row += [c.read_bytes / n * 1e-6, c.written_bytes / n * 1e-6]
            row += [least * 1e-6, moved / least, moved / (c.time_s / n) * 1e-12]
            rows.append([*row, *counters.cells(c, r.data["launch"])])
    heads = ["variant", "occupancy of the carpet", "s", "as printed", "steps a launch", "launch (us)"]
    return counters.table(
        "carpet_counters",
        f"What the last launch of a walk moves and keeps busy, {data.where_counted}",
        [*heads, "DRAM read (MB)", "DRAM written (MB)", "least (MB)", "moved / least", "DRAM (1e12 B/s)"],
        rows,
        "Least: what the algorithm must move, 8 B a site (A: of the array, B: of the diamond), 24 B an open site (C); in a"
        " pass of several steps 9 B a site of the diamond (several_steps), 8 B an open site (ours, and its neighbours once"
        " for tiles that are alike); in a walk of one launch 5 B a site (resident).",
    )


def _memory(data: FamilyData, _: Records) -> Table:
    """The largest s, the paper's card and this GPU."""
    printed, rows = data.paper["values"]["largest_steps"]["value"], []
    for m in walks.memory_limits(data):
        name, occupancy = m.record.name, m.record["occupancy"]
        rows.append([name, occupancy, printed.get(name), m.by_memory, m.by_program, m.free_bytes * 1e-9])
    return Table(
        "carpet_memory",
        f"The largest s; {data.where}",
        ["variant", "occupancy", "paper", "that memory holds", "that the program takes", "free memory (GB)"],
        rows,
        "From cases that did not fit, as memory grows with the square of s. The program numbers sites in 32 bits.",
    )


def _phases(data: FamilyData, timed: Records) -> Table:
    rows = []
    names = walks.in_table_1(data, timed)
    for r in walks.largest(timed.where(lambda r: r.variant in names)):
        phases = [r.phase_s(p) for p in ("make_input", "prepare", "transfer_in", "transfer_out")]
        if any(p is not None for p in phases):
            rows.append([r.name, r["occupancy"], r["steps"], *phases, r.time_s])
    heads = ["variant", "occupancy", "s", "make the carpet (s)", "prepare (s)", "transfer in (s)", "transfer out (s)"]
    return Table(
        "carpet_phases",
        f"Initialisation and transfers beside the loop; {data.where}",
        [*heads, "loop (s)"],
        rows,
        "Phases are timed once, on the host's clock.",
    )


def _cpu(data: FamilyData, timed: Records) -> Table:
    """The GPU variant of Figure 12 and the CPU's, those of this machine too if the GPU's runs are recorded ones."""
    local = walks.standard(data.local).best()
    on_cpu = list(select.order(Records(timed + local).where(processor="cpu")))[::-1]
    series = [timed.where(lambda r: r.name == "Variant C")]
    series += [each.where(variant=v) for each in (timed, local) for v in on_cpu]
    columns = [column for column in series if column]
    heads = [f"{column[0].name} (s), {_machines(column, column[0] in local)}" for column in columns]
    rows = []
    points = sorted({(r["occupancy"], r["steps"]) for column in columns for r in column})
    for occupancy, steps in points if on_cpu else []:
        each = [column.where(occupancy=occupancy, steps=steps) for column in columns]
        rows.append([occupancy, steps] + [group[0].time_s if group else None for group in each])
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


def _answers(data: FamilyData, _: Records) -> Table:
    rows = []
    for r in walks.longest_walks(data):
        seen, series = r.observables, walks.displacement(r)
        total = seen.get("total_probability")
        row = [r["occupancy"], r["steps"], r.name, r.machine, r.get("precision"), seen.get("accessible_sites")]
        rows.append([*row, seen.get("occupancy"), None if total is None else total - 1, series[1][-1]])
    heads = ["occupancy axis", "s", "variant", "ran on", "precision", "accessible sites", "occupancy of the surface"]
    return Table(
        "carpet_answers",
        "Answers: the longest verified walk at each occupancy",
        [*heads, "total probability - 1", "<r^2>"],
        rows,
        "Answers are verified, so emulated ones count.",
    )

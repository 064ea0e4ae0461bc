"""What the walks took and reached. Table I and Fig. 12 stand with their figures, in coefficients and cores."""

from __future__ import annotations

import math
from collections.abc import Iterator

from plots.data import counters, select
from plots.data.records import Record
from plots.families.carpet import coefficients, cores, exponents, walks
from plots.output.tables import Interval, Share, Table, share
from plots.sections import beyond, peer_tables
from plots.verdicts.family import FamilyData


def tables(data: FamilyData) -> Iterator[Table]:
    every = (
        coefficients.table,
        _beyond,
        _peers,
        _ceilings,
        _largest,
        _counters,
        cores.table,
        _phases,
        _memory,
        _answers,
    )
    for table in (make(data) for make in every):
        if table.rows:
            yield table
    yield from exponents.tables(data)


def _beyond(data: FamilyData) -> Table:
    return beyond.table(
        data,
        walks.standard(data.every),
        "Times of a whole walk. ours: several steps in one pass over tiles of accessible sites. With zeros computed it does all"
        " the work of variant C; with zeros skipped it leaves tiles alone where p has been nothing but 0, which in single"
        " precision is most of a long walk's diamond, so that its gain depends on how far p spreads.",
        apart="zeros",
    )


def _peers(data: FamilyData) -> Table:
    return peer_tables.table(
        "carpet_peers",
        walks.standard(data.every),
        ["occupancy", "steps"],
        "The peer multiplies p by the walk's sparse matrix, at every step that of all sites which the last one reaches; the"
        " variants' diamonds grow with the walk, a third of that on average. Its error: of p, over the largest.",
        apart="zeros",
    )


def _largest(data: FamilyData) -> Table:
    rows = []
    for r in walks.largest(walks.best(data)):
        work = r.data["work"] or {}
        rate = [work["items"] / r.time_s, work["item"]] if work.get("items") else [None, None]
        rows.append([r.name, r["occupancy"], r["steps"], r.setting, r.time_s, Interval(*r.interval_s), *rate])
    heads = ["variant", "occupancy", "s", "tuning", "loop (s)", "95 % interval", "items per s", "item"]
    return Table("carpet_largest", f"The largest s of each variant, best tuning; {data.where}", heads, rows)


def _ceilings(data: FamilyData) -> Table:
    plain, rows = walks.judged(data), []
    best = select.of_paper(walks.best(data)).where(lambda r: r["steps"] <= coefficients.PAPER_STEPS)
    for tuned in walks.largest(best):
        listing = plain.where(lambda r, case=tuned.case: r.case == case).quickest()
        row = [tuned.name, tuned["occupancy"], tuned["steps"]]
        row += [listing.get("block"), listing.time_s, _fraction(listing)] if listing else [None] * 3
        gain = [tuned.time_s, _fraction(tuned), listing and listing.centre_s / tuned.centre_s]
        rows.append(row + ([None] * 3 if tuned is listing else gain))
    heads = ["variant", "occupancy", "s", "block as printed", "as printed (s)", "of the ceiling", "tuned (s)"]
    return Table(
        "carpet_ceilings",
        f"The listings as printed and tuned, at the largest s to {coefficients.PAPER_STEPS}, against the bytes ceiling; {data.where}",
        [*heads, "of the ceiling, tuned", "gain by tuning"],
        rows,
        f"As printed: {walks.printed_form(plain)}, best block; tuned where that is faster. Ceiling: the least bytes of the"
        " algorithm (8 B a site, C: 24 B an open site) at the measured copy bandwidth of this GPU; above 100 % where the"
        " cache keeps or a branch leaves out some of them.",
    )


def _fraction(record: Record) -> Share | None:
    roofline = record.data["roofline"]
    return Share(roofline["fraction"]) if roofline else None


def _counters(data: FamilyData) -> Table:
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


def _memory(data: FamilyData) -> Table:
    """The largest s, the paper's card and this GPU, from the cases that did not fit."""
    printed, rows = data.paper["values"]["largest_steps"]["value"], {}
    for r in walks.standard(data.cases.where(lambda r: r.run.is_gpu and r.status == "out_of_memory")):
        memory = r.data["memory"]
        if memory and memory["free_bytes"] and memory["largest_that_fits"] is not None:
            steps = round(r["steps"] * math.sqrt(memory["free_bytes"] / memory["needed_bytes"]))
            row = [printed.get(r.name), steps, memory["largest_that_fits"], memory["free_bytes"] * 1e-9]
            rows.setdefault((r["occupancy"], r.variant), [r.name, r["occupancy"], *row])
    return Table(
        "carpet_memory",
        f"The largest s; {data.where}",
        ["variant", "occupancy", "paper", "that memory holds", "that the program takes", "free memory (GB)"],
        [rows[key] for key in sorted(rows)],
        "From cases that did not fit, as memory grows with the square of s. The program numbers sites in 32 bits.",
    )


def _phases(data: FamilyData) -> Table:
    """Of the walks that the claims on them are about, where these are there."""
    rows, plain = [], walks.judged(data)
    for r in walks.largest(select.of_paper(plain).where(lambda r: r["steps"] <= coefficients.PAPER_STEPS)):
        made, *outside = (r.phase_s(p) for p in ("make_input", "prepare", "transfer_in", "transfer_out"))
        if None not in outside:
            part = sum(outside) / (sum(outside) + r.time_s)
            rows.append([r.name, r["occupancy"], r["steps"], made, *outside, r.time_s, share(part)])
    heads = ["variant", "occupancy", "s", "make the carpet (s)", "prepare (s)", "transfer in (s)", "transfer out (s)"]
    return Table(
        "carpet_phases",
        f"Initialisation and transfers beside the loop as printed; {data.where}",
        [*heads, "loop (s)", "prepare and transfers, of the whole"],
        rows,
        "Phases are timed once, on the host's clock; the whole is without the making of the carpet, which the variants share.",
    )


def _answers(data: FamilyData) -> Table:
    rows, with_series = [], walks.standard(data.verified).where(lambda r: walks.displacement(r) is not None)
    for r in (group.sorted("steps")[-1] for _, group in with_series.by("occupancy")):
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

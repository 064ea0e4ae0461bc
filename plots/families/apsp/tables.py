"""Table II, the time a level takes, and occupancy against speed."""

from __future__ import annotations

from collections.abc import Iterator

from plots import counters
from plots.counters import Counters
from plots.families.apsp.searches import (
    BEST,
    BFS,
    GRAPHS,
    all_pairs_s,
    cpu,
    floyd,
    kernels,
    names,
    points,
    printed,
    tuned,
    widest_sweep,
)
from plots.family import FamilyData
from plots.records import Record
from plots.tables import Table

LEVEL_AIM_US = 15


def tables(data: FamilyData) -> Iterator[Table]:
    for table in (make(data) for make in (_table_2, _levels, _counters, _blocks)):
        if table.rows:
            yield table


def _table_2(data: FamilyData) -> Table:
    printed = data.paper["tables"]["table_2"]
    rows = []
    for graph in GRAPHS:
        cubic = floyd(data, graph)
        ours = {p.n: p for p in points(kernels(data, graph, BEST))}
        bfs = {p.n: p.mean_s for p in points(cpu(data, graph, BFS))}
        fastest = tuned(data, graph)
        for i, n in enumerate(printed["n"]):
            on_cpu, point = cubic.at(n), ours.get(n)
            if on_cpu is None and point is None:
                continue
            cpu_s, extrapolated = on_cpu or (None, False)
            gpu_s = point.mean_s if point else None
            speed_up = cpu_s / gpu_s if cpu_s and gpu_s else None
            printed_up = printed["speed_up"][graph][i]
            rows.append(
                [
                    f"({graph})",
                    n,
                    printed["cpu_s"][graph][i],
                    cpu_s,
                    "extrapolated" if extrapolated else "",
                    bfs.get(n),
                    printed["gpu_s"][graph][i],
                    gpu_s,
                    len(point.records.values("instance")) if point else None,
                    _sources(point),
                    printed_up,
                    speed_up,
                    speed_up / printed_up if speed_up else None,
                    all_pairs_s(fastest[n]) if n in fastest else None,
                    _tuning(fastest[n]) if n in fastest else None,
                ]
            )
    return Table(
        "apsp_table_2",
        f"Seconds for all pairs: the paper's and those of {data.where} (Table II)",
        [
            "graph",
            "N",
            "CPU, paper (s)",
            "Floyd, 1 thread (s)",
            "",
            "BFS, all cores (s)",
            "GPU, paper (s)",
            "kernel 7 (s)",
            "instances",
            "sources timed",
            "speed-up, paper",
            "speed-up, measured",
            "measured / paper",
            "fastest of all kernels (s)",
            "which",
        ],
        rows,
        "Kernel 7 with 256 threads a block. Where a sample of sources was timed, the time is scaled"
        " to all of them. Extrapolated: a N^3 through the measured sizes from 1000 on. Speed-ups"
        " are over Floyd on one thread, as in the paper; the BFS column is what a CPU user would"
        " run.",
        fold=False,
    )


def _tuning(record: Record) -> str:
    known = ("block", record.paper_tuning.get("block"))
    words = [record.name, *(f"{k} {v}" for k, v in record.tuning if (k, v) != known)]
    return ", ".join(word.replace(" ", "\u00a0") for word in words)


def _sources(point) -> str | None:
    if point is None:
        return None
    counts = sorted({int(r.observables["sources"]) for r in point.records})
    return (
        "all"
        if all(r.observables["sources"] == r.observables["vertices"] for r in point.records)
        else ", ".join(map(str, counts))
    )


def _level_us(record: Record) -> float:
    seen = record.observables
    return all_pairs_s(record) / seen["vertices"] / seen.get("levels", seen["launches"]) * 1e6


def _levels(data: FamilyData) -> Table:
    sizes = printed(data).values("n")
    n = 10000 if 10000 in sizes else max(sizes, default=0)
    rows = []
    for kernel in names(data):
        row: list = [kernel]
        for graph in GRAPHS:
            each = [_level_us(r) for r in kernels(data, graph, kernel).where(n=n)]
            row.append(sum(each) / len(each) if each else None)
        best = {graph: tuned(data, graph, kernel).get(n) for graph in GRAPHS}
        row += [_level_us(r) if r else None for r in best.values()]
        if any(v is not None for v in row[1:]):
            rows.append(row)
    heads = ["kernel", *(f"graph ({g})" for g in GRAPHS), *(f"graph ({g}), tuned" for g in GRAPHS)]
    note = (
        f"Time over sources and levels, the host's part of every level included. Aim: {LEVEL_AIM_US} us on (2) and (3)."
    )
    return Table("apsp_levels", f"Microseconds a level and source at N = {n}, {data.where}", heads, rows, note)


def _longest(c: Counters) -> Counters:
    return Counters((max(c.launches, key=lambda launch: launch["gpu__time_duration.sum"]),))


def _counters(data: FamilyData) -> Table:
    """What a search's launches keep busy, in the widest graph."""
    usable = data.counted.where(lambda r: None not in (r.run.counters.time_s, r.run.counters.busiest))
    rows = []
    for r in sorted(usable, key=lambda r: r.name):
        c = r.run.counters
        rows.append([r.name, len(c.launches), c.time_s * 1e6, *counters.cells(_longest(c), r.data["launch"])])
    graph = f"{usable[0]['graph']}, N = {usable[0]['n']}, one source, " if usable else ""
    heads = ["kernel", "launches", "all of them (us)"]
    return counters.table("apsp_counters", f"The longest launch of a search: {graph}{data.where}", heads, rows)


def _blocks(data: FamilyData) -> Table:
    rows = []
    for graph in GRAPHS:
        swept = widest_sweep(data, graph)
        if swept is None:
            continue
        n, records = swept
        known = records.where(lambda r: (r.data["launch"] or {}).get("occupancy") is not None)
        if not known:
            continue
        fastest = min(known, key=all_pairs_s)
        highest = max(r.data["launch"]["occupancy"] for r in known)
        # Listing 1 prefers the largest of the blocks of highest occupancy.
        listing_1 = max((r for r in known if r.data["launch"]["occupancy"] == highest), key=lambda r: r["block"])
        best_of_highest = min((r for r in known if r.data["launch"]["occupancy"] == highest), key=all_pairs_s)
        rows.append(
            [
                f"({graph})",
                n,
                fastest["block"],
                fastest.data["launch"]["occupancy"],
                fastest.data["launch"]["limiter"],
                listing_1["block"],
                highest,
                all_pairs_s(listing_1) / all_pairs_s(fastest),
                best_of_highest["block"],
                all_pairs_s(best_of_highest) / all_pairs_s(fastest),
            ]
        )
    return Table(
        "apsp_blocks",
        f"{BEST}: the fastest block and the one of highest occupancy, {data.where}",
        [
            "graph",
            "N",
            "fastest block",
            "its occupancy",
            "limited by",
            "block of Listing 1",
            "highest occupancy",
            "its time / fastest",
            "best block of that occupancy",
            "its time / fastest",
        ],
        rows,
        "Listing 1 chooses the largest of the blocks of highest occupancy.",
    )

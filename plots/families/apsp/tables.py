"""Table II, the time a level takes, and what a search keeps busy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from plots.data import counters
from plots.data.counters import Counters
from plots.data.measured import Measured
from plots.data.records import Record, Records
from plots.families.apsp import repairs, rivals, searches
from plots.families.apsp.searches import BFS, GRAPHS, all_pairs_s
from plots.output.tables import Interval, Table, of_cells
from plots.sections import beyond
from plots.sections.beyond import Contest
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData
from plots.verdicts.published import basis

LEVEL_AIM_US = 15


def tables(data: FamilyData) -> Iterator[Table]:
    every = (_table_2, rivals.table, rivals.histograms, _levels, _counters, _counters_of_ours, repairs.table)
    yield from (table for make in every if (table := make(data)).rows)


def _table_2(data: FamilyData) -> Table:
    """A speed-up is what the claim on it rests on, and so are the seconds that it divides."""
    printed, contests, rows = data.paper["tables"]["table_2"], rivals.contests(data), []
    for graph in GRAPHS:
        fastest, bfs = searches.tuned(searches.run_of_tuned(data, graph), graph), _bfs(data, graph)
        for n, cpu_s, gpu_s, speed_up in zip(
            printed["n"], *(printed[c][graph] for c in ("cpu_s", "gpu_s", "speed_up"))
        ):
            scope, over = _speed_up(data, graph, n)
            floyd, kernel = searches.floyd(scope, graph, n), searches.seconds(scope, graph, n)
            if floyd is None and kernel is None:
                continue
            tuned = over and data.published.tuned(searches.speed_up_rule(graph, n))
            rows.append(
                [
                    ("graph", f"({graph})"),
                    ("N", n),
                    ("CPU, paper (s)", cpu_s),
                    ("Floyd, 1 thread (s)", floyd and floyd.centre),
                    ("Floyd is", floyd and floyd.note.removeprefix("Floyd ")),
                    ("BFS, all cores (s)", bfs.get(n)),
                    ("GPU, paper (s)", gpu_s),
                    ("kernel 7 (s)", kernel and kernel.centre),
                    ("instances", kernel and len({r["instance"] for r in kernel.records})),
                    ("sources timed", kernel and _sources(kernel.records)),
                    ("speed-up, paper", speed_up),
                    ("speed-up, measured", over and over.value),
                    ("95 % interval", over and Interval(over.low, over.high)),
                    ("paper / measured", over and speed_up / over.value),
                    ("rests on", over and basis(over)),
                    ("speed-up, tuned", tuned and tuned.value),
                    ("tuned, fastest of all kernels (s)", all_pairs_s(fastest[n]) if n in fastest else None),
                    ("which", _tuning(fastest[n]) if n in fastest else None),
                    *(_ours(contests.get((graph, n))) if contests else ()),
                ]
            )
    return of_cells(
        "apsp_table_2",
        f"Seconds for all pairs: the paper's and those of {data.where} (Table II)",
        rows,
        "Seconds: geometric means of the processes, so that a speed-up is their quotient. Kernel 7 with 256 threads a block."
        " Where a sample of sources was timed, the time is scaled to all of them. Extrapolated: as N^3 from the largest measured size; a lower bound where a cache holds"
        " its matrix. Speed-ups are over Floyd on one thread, as in the paper; the BFS column is what a CPU user would"
        " run. All kernels: the paper's."
        + (" Ours find the same in milliseconds." + rivals.elsewhere(data, contests.values()))
        * bool(contests),
        fold=False,
    )


def _speed_up(data: FamilyData, graph: str, n: int) -> tuple[FamilyData, Measured | None]:
    """The records that the claim on it rests on; without one this page's."""
    with suppress(NotMeasurable):
        source = data.published.source(searches.speed_up_rule(graph, n))
        return source.scope, source.measured
    return data, None


def _bfs(data: FamilyData, graph: str) -> dict[int, float]:
    run = data.run_with(lambda one: searches.cpu(one, graph, BFS))
    return {p.n: p.mean_s for p in searches.points(searches.cpu(run, graph, BFS))}


def _ours(contest: Contest | None) -> list[tuple[str, Any]]:
    best = contest and next(iter(contest.ours.values()))
    return [
        ("fastest of ours (ms)", contest and all_pairs_s(best) * 1e3),
        ("which of ours", contest and best.name),
        ("fastest of all kernels / ours", contest and contest.gain(best)),
    ]


def _tuning(record: Record) -> str:
    of_paper = ("block", record.paper_tuning.get("block"))
    words = [record.name, *(f"{k} {v}" for k, v in record.tuning if (k, v) != of_paper)]
    return ", ".join(word.replace(" ", "\u00a0") for word in words)


def _sources(records: Iterable[Record]) -> str:
    if all(r.observables["sources"] == r.observables["vertices"] for r in records):
        return "all"
    return ", ".join(map(str, sorted({int(r.observables["sources"]) for r in records})))


def _level_us(record: Record) -> float:
    seen = record.observables
    return all_pairs_s(record) / seen["vertices"] / seen.get("levels", seen["launches"]) * 1e6


def _levels(data: FamilyData) -> Table:
    data = searches.run_of_kernels(data)
    sizes = searches.printed(data).values("n")
    n = 10000 if 10000 in sizes else max(sizes, default=0)
    rows = []
    for kernel in searches.names(data):
        each = {g: [_level_us(r) for r in searches.kernels(data, g, kernel).where(n=n)] for g in GRAPHS}
        best = {g: searches.tuned(data, g, kernel).get(n) for g in GRAPHS}
        cells = [(f"graph ({g})", sum(us) / len(us) if us else None) for g, us in each.items()]
        cells += [(f"graph ({g}), tuned", _level_us(r) if r else None) for g, r in best.items()]
        if any(us is not None for _, us in cells):
            rows.append([("kernel", kernel), *cells])
    note = (
        f"Time over sources and levels, the host's part of every level included. Aim: {LEVEL_AIM_US} us on (2) and (3)."
    )
    return of_cells("apsp_levels", f"Microseconds a level and source at N = {n}, {data.where}", rows, note)


def _longest(c: Counters) -> Counters:
    return Counters((max(c.launches, key=lambda launch: launch["gpu__time_duration.sum"]),))


def _counted(data: FamilyData) -> Records:
    counted = data.counted.where(lambda r: None not in (r.run.counters.time_s, r.run.counters.busiest))
    return Records(sorted(counted, key=lambda r: r.name))


def _counters(data: FamilyData) -> Table:
    """What a search's launches keep busy, in the widest graph."""
    usable = _counted(data).where(beyond.is_of_paper)
    rows = []
    for r in usable:
        c = r.run.counters
        rows.append([r.name, len(c.launches), c.time_s * 1e6, *counters.cells(_longest(c), r.data["launch"])])
    graph = f"{usable[0]['graph']}, N = {usable[0]['n']}, one source, " if usable else ""
    heads = ["kernel", "launches", "all of them (us)"]
    return counters.table("apsp_counters", f"The longest launch of a search: {graph}{data.where_counted}", heads, rows)


def _counters_of_ours(data: FamilyData) -> Table:
    """What searches from many sources keep busy."""
    rows = []
    for r in _counted(data).where(lambda r: not beyond.is_of_paper(r)):
        c, sources = r.run.counters, int(r.observables["sources"])
        row = [r.name, r["graph"], r["n"], sources, len(c.launches), c.time_s * 1e6]
        rows.append([*row, *counters.cells(_longest(c), r.data["launch"])])
    heads = ["variant", "graph", "N", "sources", "launches counted", "all of them (us)"]
    title = f"The longest launch of our variants: {data.where_counted}"
    return counters.table("apsp_beyond_counters", title, heads, rows)

"""Who else finds all distances: variants of ours, the CPU's and others' programs, beside the paper's best."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from plots.data.records import Record, Records
from plots.families.apsp import searches
from plots.families.apsp.searches import GRAPHS, all_pairs_s, scale
from plots.output.tables import Interval, Table, of_cells
from plots.sections import beyond, peer_tables
from plots.sections.beyond import Contest
from plots.verdicts.family import FamilyData, runs_of, where

TAKEN_FROM = ("distances", "sources")  # axes: what is wanted of a graph, and of how many sources


def contests(data: FamilyData) -> dict[tuple[str, int], Contest]:
    """(number of a graph, N) -> ours beside the paper's best, of the latest board and build that have both."""
    every = _one_sample(searches.of_paper(data.every.timed()))
    each = beyond.contests(every, same=lambda r: (r["graph"], r["n"]), time_s=all_pairs_s)
    return {(searches.NUMBERS[c.tuned["graph"]], c.size): c for c in sorted(each, key=lambda c: c.size)}


def _one_sample(records: Records) -> Records:
    """What was timed from most sources in one instance, of the paper's kernels and of each other variant: the least of several
    would be the luckiest."""

    def same(r: Record) -> Hashable:
        return r.run.setup, "paper" if beyond.is_of_paper(r) else r.variant, r["graph"], r["n"]

    full = searches.fullest(records, same)
    first = {same(r): r["instance"] for r in sorted(full, key=lambda r: r["instance"], reverse=True)}
    return full.where(lambda r: r["instance"] == first[same(r)])


def elsewhere(data: FamilyData, drawn: Iterable[Contest]) -> str:
    """What they were measured on, in a sentence, where the page is of another board or build."""
    setups, drawn = {r.run.setup for r in data.timed}, list(drawn)
    if all(c.tuned.run.setup in setups for c in drawn):
        return ""
    return f" Ours, and the kernel that they are compared with: {beyond.where_of(drawn)}."


@dataclass(frozen=True)
class Rival:
    """What took how long for all pairs, from a sample of sources or from all of them."""

    kind: str
    name: str
    tuned_to: str
    sources: int
    vertices: int
    arcs: int
    time_s: float  # all pairs
    interval_s: Interval | None = None

    @property
    def cells(self) -> list[tuple[str, Any]]:
        return [
            ("kind", self.kind),
            ("what", self.name),
            ("tuned to", self.tuned_to),
            ("sources timed", "all" if self.sources == self.vertices else self.sources),
            ("all pairs (ms)", self.time_s * 1e3),
            ("95 % interval (ms)", self.interval_s and Interval(self.interval_s.low * 1e3, self.interval_s.high * 1e3)),
            ("traversed edges per s", self.vertices * self.arcs / self.time_s),
        ]


def _of_record(kind: str, r: Record) -> Rival:
    seen, factor = r.observables, scale(r)
    sources = seen["vertices"] if factor == 1 else seen["sources"]
    interval = Interval(*(end * factor for end in r.interval_s))
    counts = (int(count) for count in (sources, seen["vertices"], seen["arcs"]))
    return Rival(kind, r.name, r.setting, *counts, all_pairs_s(r), interval)


def _of_peer(peers: dict[str, Any], row: dict[str, Any]) -> Rival:
    counts = (row[name] for name in ("sources", "vertices", "arcs"))
    all_s = row["median_s"] * row["vertices"] / row["sources"]
    return Rival("peer", peer_tables.with_version(peers, row["peer"]), "", *counts, all_s)


def _graph_of(workload: Iterable[tuple[str, Any]]) -> Hashable:
    return tuple(sorted((axis, value) for axis, value in workload if axis not in TAKEN_FROM))


def _peers(data: FamilyData, beside: Record) -> Iterator[Rival]:
    """On the graph of a record, on its board and by its build; of several runs the latest."""
    runs = [run for run in runs_of(data.every) if run.peers and run.setup == beside.run.setup]
    rows = {
        row["peer"]: (run.peers, row)
        for run in sorted(runs, key=lambda run: run.header["utc"])
        for row in run.peers["rows"]
        if _graph_of(row["workload"].items()) == _graph_of(beside.workload)
    }
    yield from (_of_peer(*row) for row in rows.values())


def _beside(data: FamilyData, gpu: Iterable[Record], cpu: Iterable[Record], record: Record) -> list[Rival]:
    """Ours, the CPU's and others' programs on the graph of one of them, the fastest of each kind first."""
    kinds = [[_of_record("ours", r) for r in gpu], [_of_record("ours, CPU", r) for r in cpu], [*_peers(data, record)]]
    return [rival for kind in kinds for rival in sorted(kind, key=lambda rival: rival.time_s)]


NOTE = (
    "Where a sample of sources was timed, the time is scaled to all of them. Traversed edges: all arcs, once for each"
    " source, whatever a variant looks at. Peers, where there are any, find all distances: PyTorch on the GPU,"
    " NetworKit on all cores, the others on one."
)


def table(data: FamilyData) -> Table:
    """On the paper's graphs."""
    rows, every = [], contests(data)
    ours = _one_sample(searches.of_paper(data.every.timed())).where(
        lambda r: not beyond.is_of_paper(r), processor="cpu"
    )
    for (number, n), contest in sorted(every.items()):
        best = _of_record("paper's best", contest.tuned)
        cpu = ours.where(lambda r, c=contest: r.run.setup == c.tuned.run.setup, graph=GRAPHS[number], n=n)
        fastest = beyond.named(cpu, time_s=all_pairs_s).values()
        for rival in (best, *_beside(data, contest.ours.values(), fastest, contest.tuned)):
            gain = ("paper's best / this", best.time_s / rival.time_s)
            rows.append([("graph", f"({number})"), ("N", n), *rival.cells, gain])
    return of_cells(
        "apsp_beyond",
        f"All pairs by our variants, the CPU and other libraries against the paper's best, {beyond.where_of([*every.values()])}",
        rows,
        f"Paper's best: the fastest of its kernels, at its best setting. {NOTE}",
    )


def histograms(data: FamilyData) -> Table:
    """Where only the mean and the number of pairs at each distance are wanted."""
    rows, cases = [], data.every.where(distances="histogram")
    latest = dict(beyond.of_setups(cases, lambda r: _graph_of(r.workload)))
    for group in sorted(latest.values(), key=lambda group: (Path(group[0]["graph"]).name, group[0]["n"])):
        full = searches.fullest(group, lambda r: r.variant)
        gpu, cpu = (beyond.named(full.where(processor=p), time_s=all_pairs_s).values() for p in ("gpu", "cpu"))
        seen = max(full, key=lambda r: r.observables["sources"]).observables
        graph = [("graph", Path(group[0]["graph"]).name), ("N", int(seen["vertices"])), ("arcs", int(seen["arcs"]))]
        graph.append(("mean shortest path", seen.get("mean_shortest_path")))
        rows += [[*graph, *rival.cells] for rival in _beside(data, gpu, cpu, group[0])]
    return of_cells(
        "apsp_histograms",
        f"The mean and the histogram of the distances, none stored, {where(Records(chain(*latest.values())))}",
        rows,
        NOTE,
        fold=False,
    )

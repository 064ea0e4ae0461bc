"""Which searches are the paper's, and the times for all pairs that follow from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from plots.data import select
from plots.data.measured import Measured
from plots.data.records import Record, Records, latest
from plots.sections import beyond
from plots.verdicts import judge, measures
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

GRAPHS = {"1": "watts_ring", "2": "watts", "3": "barabasi_albert"}  # the paper's numbers
NUMBERS = {graph: number for number, graph in GRAPHS.items()}
KIND = {"1": "Watts on a ring", "2": "Watts", "3": "Barabasi-Albert"}
FLOYD, BLOCKED, BFS, BITS = "cpu_floyd", "cpu_floyd_blocked", "cpu_bfs_parallel", "cpu_bit_parallel"
# Whatever sample an answer is verified by; the last, Floyd on the GPU, is in recorded runs alone.
EVERY_SOURCE = (FLOYD, BLOCKED, "blocked_floyd")
BEST = "Kernel 7"  # of the paper: the one in Table II and Figure 15


def of_paper(records: Records, racing: bool = False) -> Records:
    """Those that find the distances in the paper's three graphs, with the parameters that stand for the paper's; unless
    `racing`, without the printed kernels' races (repairs.py has what they are worth)."""

    def standard(r: Record) -> bool:
        races = r.get("races") and not racing
        if r.get("graph") not in GRAPHS.values() or r.get("distances", "matrix") != "matrix" or races:
            return False
        if r["graph"] == "barabasi_albert":
            return r.get("m") == 50
        p = 1e-10 if r["graph"] == "watts_ring" else 0.25 / r["n"]
        return r.get("k") == 10 and r.get("alpha") == 0 and math.isclose(r["p"], p)

    return records.where(standard)


def fullest(records: Records, same: Callable[[Record], Hashable]) -> Records:
    """The records from most sources among those of which `same` is the same."""
    most = {same(r): r.observables["sources"] for r in sorted(records, key=lambda r: r.observables["sources"])}
    return records.where(lambda r: r.observables["sources"] == most[same(r)])


def paper_cases(records: Records) -> Records:
    """By the paper's kernels and on the CPU: on a GPU ours do the same work, but are no cases of the paper's."""
    own = of_paper(records).where(lambda r: beyond.is_of_paper(r) or r.processor == "cpu")
    return fullest(own, lambda r: (r.variant, r["graph"], r["n"], r.get("instance"), r.tuning))


def printed(data: FamilyData, free: Iterable[str] = ()) -> Records:
    """Timed records of the paper's cases, in its own tuning but for the axes in `free`."""
    return judge.cases(data.judging | {"free": free}, data).where(processor="gpu")


def run_of_kernels(data: FamilyData, graph: str | None = None) -> FamilyData:
    """The run that has most of the paper's kernels at most sizes, however many instances of a graph."""

    def drawn(one: FamilyData) -> Records:
        records = printed(one).where(lambda r: r.name.startswith("Kernel") and graph in (None, NUMBERS[r["graph"]]))
        return Records(group[0] for _, group in records.by("variant", "graph", "n"))

    return data.run_with(drawn)


def names(data: FamilyData) -> list[str]:
    """The paper's kernels, in its order, without the listings of its general advice."""
    return [name for name in select.order(select.of_paper(data.timed)).values() if name.startswith("Kernel")]


def kernels(data: FamilyData, graph: str, name: str, free: Iterable[str] = ()) -> Records:
    """Timed records of a kernel as it is printed, on the paper's graph "1", "2" or "3"."""
    return printed(data, free).where(lambda r: r.name == name, graph=GRAPHS[graph])


def run_of_tuned(data: FamilyData, graph: str) -> FamilyData:
    """The run that has the paper's kernels tuned at most sizes."""
    return data.run_with(lambda one: Records(tuned(one, graph).values()))


def tuned(data: FamilyData, graph: str, name: str | None = None) -> dict[int, Record]:
    """n -> the fastest record of a kernel, or of all the paper's, in another form than the printed one; of one instance and the
    largest sample of sources, as the least of several would be the luckiest."""
    every = select.of_paper(of_paper(data.timed)).where(graph=GRAPHS[graph])
    every, fastest = every.where(lambda r: name in (None, r.name) and not r.is_printed), {}
    for (n,), group in fullest(every, lambda r: r["n"]).by("n"):
        fastest[n] = min(group.where(instance=group.values("instance")[0]), key=all_pairs_s)
    return fastest


def cpu(data: FamilyData, graph: str, variant: str) -> Records:
    """Timed records of a CPU variant, on the hosts of the judged runs."""
    return data.timed_for_paper.where(variant=variant, graph=GRAPHS[graph])


def scale(record: Record) -> float:
    """What a record's time is multiplied by to stand for all sources: they are independent. Floyd finds them all."""
    if record.variant in EVERY_SOURCE:
        return 1.0
    return record.observables["vertices"] / record.observables["sources"]


def all_pairs_s(record: Record) -> float:
    return record.time_s * scale(record)


def fastest_tuning(records: Records) -> Records:
    """The fastest records of each variant, graph and instance."""
    return fullest(records, lambda r: (r.variant, r["graph"], r["n"], r.get("instance"))).best()


def is_sampled(records: Iterable[Record]) -> bool:
    return any(scale(r) > 1 for r in records)


def sample_note(records: Iterable[Record]) -> str:
    return " Times of a sample of sources, scaled to all." if is_sampled(records) else ""


@dataclass(frozen=True)
class Point:
    """Seconds for all pairs at one n: mean over instances, and what a single one may be off by (`spread`), of the times
    normalised by Equation (3), time / APSP * mean APSP."""

    n: int
    mean_s: float
    deviation_s: float
    records: Records


def spread(values: list[float], sampling_error: float) -> float:
    """Standard deviation over the instances, each of which samples sources of its own; of one what that sample leaves."""
    return stdev(values) if len(values) > 1 else sampling_error


def _sampling_error_s(record: Record) -> float:
    """A search takes as long as it has levels."""
    seen = record.observables
    return all_pairs_s(record) * seen.get("levels_error", 0.0) / seen["levels"] if "levels" in seen else 0.0


def points(records: Records) -> list[Point]:
    """One point an n, ascending. Several runs of one instance count as one."""
    means = []
    for (n,), group in records.by("n"):
        runs = [same for _, same in group.by("instance")]
        paths = [fmean(r.observables["mean_shortest_path"] for r in same) for same in runs]
        times = [fmean(map(all_pairs_s, same)) for same in runs]
        normalised = [t / path * fmean(paths) for t, path in zip(times, paths)]
        means.append(Point(n, fmean(times), spread(normalised, _sampling_error_s(group[0])), group))
    return means


def path_records(data: FamilyData, graph: str) -> Records:
    """One record an n and instance, verified on any device, from most sources; all variants agree."""
    fullest_ = fullest(of_paper(data.verified).where(graph=GRAPHS[graph]), lambda r: (r["n"], r["instance"]))
    return Records(group[0] for _, group in fullest_.by("n", "instance"))


def paths_of(records: Records) -> dict[int, list[float]]:
    """n -> mean shortest paths of the instances."""
    return {n: [r.observables["mean_shortest_path"] for r in group] for (n,), group in records.by("n")}


def path_spreads(records: Records) -> dict[int, float]:
    """n -> what the mean shortest path of a single instance may be off by."""
    paths = paths_of(records)
    error = {r["n"]: r.observables.get("mean_shortest_path_error", 0.0) for r in records}
    return {n: spread(each, error[n]) for n, each in paths.items()}


def floyds(data: FamilyData) -> list[Records]:
    """Floyd of this page, of other GPUs' runs, and of recorded runs without a GPU: large sizes take it hours. Sizes below 1000 lie
    in a core's own cache."""
    alone = data.cases.where(lambda r: data.has_gpu and r.run.recorded and not r.run.is_gpu)
    others = (paper_cases(latest(records.where(variant=FLOYD).timed())) for records in (data.every, alone))
    return [each.where(lambda r: r["n"] >= 1000, variant=FLOYD) for each in (data.timed_for_paper, *others)]


def floyd(data: FamilyData, graph: str, n: int) -> Measured | None:
    """Seconds of Floyd, as timed or as n^3 from the largest size that was: of smaller ones the matrix lies in a cache. They
    hardly depend on the graph, and not on the GPU: what this page has not is taken from another graph, the fastest, or run."""
    every = floyds(data)
    sizes = {size for records in every for size in records.values("n")}
    if not sizes:
        return None
    at = n if n in sizes else max(sizes)
    chosen = [records.where(graph=GRAPHS[graph], n=at) for records in every] + [r.where(n=at) for r in every]
    found = time(data, next(filter(None, chosen)))
    r = found.records[0]
    note = "measured" if at == n else f"extrapolated as N^3 from n = {at}, a matrix of {4e-6 * at**2:.0f} MB"
    note += f", on graph ({NUMBERS[r['graph']]})" * (r["graph"] != GRAPHS[graph])
    note += f", on {r.machine}" * (data.has_gpu and not r.run.is_gpu)
    return replace(found.scaled((n / at) ** 3), extrapolated=max(n / at, 1.0), note=f"Floyd {note}")


def time(data: FamilyData, records: Iterable[Record]) -> Measured:
    """Of all pairs, mean over the instances."""
    return measures.time_of(records, data.judging, data)


def seconds(data: FamilyData, graph: str, n: int) -> Measured | None:
    """Of the paper's best kernel for all pairs."""
    records = kernels(data, graph, BEST).where(n=n)
    return time(data, records) if records else None


def speed_up_rule(graph: str, n: int) -> measures.Rule:
    return {"function": "speed_up", "graph": GRAPHS[graph], "at": n}


def slope_rule(variant: str, graph: str) -> measures.Rule:
    return {"slope": variant, "where": {"graph": GRAPHS[graph]}, "at": 30000}


def cpu_slope(variant: str) -> measures.Rule:
    """On graph (1)."""
    ring = {"slope": variant, "from": 1000, "where": {"graph": GRAPHS["1"]}}
    return {"function": "floyd_slope"} if variant == FLOYD else ring


def slope_of(data: FamilyData, rule: measures.Rule, digits: int = 2) -> tuple[float | None, str]:
    """The slope, and the words of a legend for it; nothing where there is none."""
    with suppress(NotMeasurable):
        m = data.published.measured(rule)
        return m.value, f", slope {m.value:.{digits}f} ± {(m.high - m.low) / 2:.{digits}f}"
    return None, ""


def block_sweeps(data: FamilyData, graph: str) -> dict[int, Records]:
    """n -> the paper's best kernel over the blocks, as Figure 15 has it: one instance, that with most blocks, which are
    at least eight."""
    sweeps = {}
    for (n,), group in kernels(data, graph, BEST, free=["block"]).by("n"):
        widest = max((each for _, each in group.by("instance")), key=lambda each: len(each.values("block")))
        if len(widest.values("block")) >= 8:
            sweeps[n] = widest
    return sweeps


def of_block_sweeps(data: FamilyData) -> FamilyData:
    """The run that has most of them."""
    return data.run_with(lambda one: Records(r for g in GRAPHS for each in block_sweeps(one, g).values() for r in each))

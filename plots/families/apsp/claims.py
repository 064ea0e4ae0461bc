"""The judges of leist_2009.json on graphs that no kind of plots/verdicts/judge.py covers: kernel 7 against Floyd, and answers.

Those on blocks stand in block_claims.py.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from plots.data import fit, measured
from plots.data.measured import Measured
from plots.data.records import Records, latest
from plots.families.apsp import block_claims, repairs, searches
from plots.families.apsp.searches import BEST, FLOYD, GRAPHS, NUMBERS
from plots.verdicts import judge, measures
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

NEITHER = 0.01  # a step by less is neither faster nor slower


def _kernel(data: FamilyData, number: str, n: int) -> Measured:
    seconds = searches.seconds(data, number, n)
    if seconds is None:
        raise NotMeasurable(f"no measured and correct records of {BEST} on graph ({number}) at n = {n}")
    return seconds


def speed_up(data: FamilyData, graph: str, at: int) -> Measured:
    """Floyd on one thread over the best kernel. Floyd would take hours at large n and is extrapolated there."""
    kernel, floyd = _kernel(data, NUMBERS[graph], at), searches.floyd(data, NUMBERS[graph], at)
    if floyd is None:
        raise NotMeasurable(f"no measured and correct records of {FLOYD}")
    sampled = "; kernel times from a sample of sources" * searches.is_sampled(kernel.records)
    return replace(floyd / kernel, note=f"n = {at}, {floyd.note}{sampled}")


def dependence_on_graph(data: FamilyData, at: int) -> Measured:
    """Slowest over fastest graph, of the best kernel over that of Floyd."""
    kernels = [_kernel(data, number, at) for number in GRAPHS]
    each = [searches.cpu(data, number, FLOYD).where(n=at) for number in GRAPHS]
    if not all(each):
        raise NotMeasurable(f"not all three graphs have records of {FLOYD} at n = {at}")
    gpu, cpu = (_extremes(times) for times in (kernels, [searches.time(data, records) for records in each]))
    note = f"kernel 7 {gpu.value:.3g}, Floyd {cpu.value:.3g}"
    return replace(gpu / cpu, note=note)


def floyd_slope(data: FamilyData) -> Measured:
    """Of Floyd on graph (1), between the two largest sizes of the run that goes farthest."""
    every = Records(r for records in searches.floyds(data) for r in records).where(graph=GRAPHS["1"])
    runs = [run for run in every.grouped(lambda r: r.run.path).values() if len(run.values("n")) > 1]
    farthest = max(runs, key=lambda run: (max(run.values("n")), run[0].run.header["utc"]), default=Records())
    return measures.slope(FLOYD, data.judging | {"sizes": "last two"}, data, latest(farthest), "n")


def _extremes(times: list[Measured]) -> Measured:
    return max(times, key=lambda t: t.value) / min(times, key=lambda t: t.value)


def time_over_path(data: FamilyData, graphs: list[str], at: int) -> Measured:
    """Times of two graphs by the best kernel, over their mean shortest paths."""
    first, second = (_kernel(data, NUMBERS[graph], at) for graph in graphs)
    paths = [sum(r.observables["mean_shortest_path"] for r in t.records) / len(t.records) for t in (first, second)]
    ratio, path = first / second, paths[0] / paths[1]
    note = f"times {ratio.value:.3g}, paths {paths[0]:.4g} over {paths[1]:.4g}"
    return replace(ratio.scaled(1 / path), note=note)


def mean_path(data: FamilyData, graph: str) -> Measured:
    """Log-log slope of an answer: emulated cases count."""
    records = searches.path_records(data, NUMBERS[graph]).where(lambda r: r["n"] >= 1000)
    n = records.values("n")
    if len(n) < 3:
        raise NotMeasurable(f"mean path of graph {graph}: a slope needs three sizes from n = 1000 on")
    slope = fit.loglog_slope([r["n"] for r in records], [r.observables["mean_shortest_path"] for r in records])
    return Measured(slope.value, slope.low, slope.high, f"n = {n[0]} to {n[-1]}", records, is_answer=True)


def clustering_over(data: FamilyData, graphs: list[str]) -> Measured:
    """Clustering coefficients at the largest n that both have; an answer."""
    both = [
        searches.path_records(data, NUMBERS[graph]).where(lambda r: "clustering" in r.observables) for graph in graphs
    ]
    shared = set(both[0].values("n")) & set(both[1].values("n"))
    if not shared:
        raise NotMeasurable("no verified cases of both graphs at the same n that say their clustering")
    first, second = (records.where(n=max(shared)) for records in both)
    means = [sum(r.observables["clustering"] for r in records) / len(records) for records in (first, second)]
    value = means[0] / means[1]
    note = f"n = {max(shared)}: {means[0]:.3g} over {means[1]:.3g}"
    return measured.exact(value, (*first, *second), note, is_answer=True)


def unlike_steps(data: FamilyData, pairs: list[list[str]], graphs: list[str], at: int) -> Measured:
    """How many steps of the lineage are faster on one graph and slower on the other; of their intervals, from how many
    must be so to how many can."""
    counts, words, records = [0, 0, 0], [], []
    for pair in pairs:
        on_each = [judge.measure({"ratio": pair, "where": {"graph": graph}, "at": at}, data) for graph in graphs]
        records += [r for m in on_each for r in m.records]
        unlike = [_is_unlike(on_each, *ends) for ends in (("value", "value"), ("high", "low"), ("low", "high"))]
        counts = [count + is_unlike for count, is_unlike in zip(counts, unlike)]
        if unlike[0]:
            words.append(f"{on_each[0].records[0].name} {on_each[0].value:.3g} and {on_each[1].value:.3g}")
    return Measured(*counts, "; ".join(words), tuple(records))


def _is_unlike(on_each: list[Measured], faster: str, slower: str) -> bool:
    """Whether these ends of the ratios are below 1 on one graph and above it on another."""
    pairs = permutations(on_each, 2)
    return any(getattr(a, faster) < 1 - NEITHER and getattr(b, slower) > 1 + NEITHER for a, b in pairs)


def best_overall(data: FamilyData, variant: str, others: list[str], at: int) -> Measured:
    """Geometric mean over the graphs of a kernel's time over that of the fastest other."""
    rule = {"over": {"graph": list(NUMBERS)}, "pick": judge.MEAN, "at": at}
    each = {other: judge.measure(rule | {"ratio": [variant, other]}, data) for other in others}
    fastest, mean = max(each.items(), key=lambda item: item[1].value)
    return replace(mean, note=f"the fastest other is {fastest}: {mean.note}")


_ON_FLOYD = (speed_up, dependence_on_graph, floyd_slope)
_ANSWERS = (time_over_path, mean_path, clustering_over)
_STEPS = (unlike_steps, best_overall, repairs.repair_cost)
FUNCTIONS = {f.__name__: f for f in (*_ON_FLOYD, *_ANSWERS, *_STEPS)} | block_claims.FUNCTIONS

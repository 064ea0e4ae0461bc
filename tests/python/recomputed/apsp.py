"""Odd judges of all-pairs shortest paths: Floyd extrapolated, and graphs compared."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from . import fits
from .apsp_blocks import FUNCTIONS as ON_BLOCKS
from .choice import as_printed, by_axis, candidates, fastest, that_meet
from .kinds import ratio, slope_through
from .measured import Measured, NotMeasured, all_cases, answer, geometric_mean, time_of
from .runs import Case
from .searches import BEST, GRAPHS, is_papers, paper_cases, time

FLOYD = "cpu_floyd"


def _timings(scope) -> list[list[Case]]:
    """Floyd in the runs looked at, on GPUs' hosts, and elsewhere."""
    each = (scope.timed, *([case for case in cases if case.timed] for cases in scope.everywhere))
    return [[case for case in paper_cases(cases) if case.variant == FLOYD and case.size >= 1000] for cases in each]


def _floyd(judging, scope, graph: str, n: int) -> Measured:
    """As timed at n, which is no smaller than 1000, else as n^3 from the largest size timed: on this graph if it was timed there,
    else on that where it was fastest; in the runs looked at, else in others."""
    places = [by_axis(cases, "n") for cases in _timings(scope)]
    sizes = {size for place in places for size in place}
    if not sizes:
        raise NotMeasured("Floyd")
    size = n if n in sizes else max(sizes)
    there = [place.get(size, []) for place in places]
    there = [that_meet(cases, {"graph": graph}) for cases in there] + there
    time = fastest(next(cases for cases in there if cases), judging)
    return replace(time.times((n / size) ** 3), beyond=max(n / size, 1))


def floyd_slope(judging, scope) -> Measured:
    """On the ring, by the two largest sizes of the run with the largest."""
    runs = defaultdict(dict)
    for case in (case for cases in _timings(scope) for case in that_meet(cases, {"graph": GRAPHS[0]})):
        runs[case.run.folder].setdefault(case.size, case)
    runs = {folder: sizes for folder, sizes in runs.items() if len(sizes) > 1}
    if not runs:
        raise NotMeasured("two sizes of Floyd")
    sizes = max(runs.values(), key=lambda each: (max(each), next(iter(each.values())).run.header["utc"]))
    return slope_through({n: fastest([sizes[n]], judging) for n in sorted(sizes)[-2:]})


def speed_up(judging, scope, graph, at) -> Measured:
    kernel, floyd = time(judging, scope, BEST, graph, at), _floyd(judging, scope, graph, at)
    return floyd / kernel


def dependence_on_graph(judging, scope, at) -> Measured:
    def spread(variant: str) -> Measured:
        each = sorted((time(judging, scope, variant, graph, at) for graph in GRAPHS), key=lambda t: t.value)
        return each[-1] / each[0]

    return spread(BEST) / spread(FLOYD)


def time_over_path(judging, scope, graphs, at) -> Measured:
    """Paths are of the searches that were timed."""
    first, second = (time(judging, scope, BEST, graph, at) for graph in graphs)
    paths = [sum(case.answer("mean_shortest_path") for case in t.cases) / len(t.cases) for t in (first, second)]
    return (first / second).times(paths[1] / paths[0])


def _graphs(scope, graph: str) -> list[Case]:
    """A case an n and instance, that from most sources: all variants find the same paths."""
    fullest: dict[tuple, Case] = {}
    for case in that_meet(filter(is_papers, scope.answers), {"graph": graph}):
        name = case.size, case.axes["instance"]
        if name not in fullest or case.answer("sources") > fullest[name].answer("sources"):
            fullest[name] = case
    return [*fullest.values()]


def mean_path(judging, scope, graph) -> Measured:
    """From N = 1000 on."""
    cases = [case for case in _graphs(scope, graph) if case.size >= 1000]
    slope = fits.slope_of_line([(case.size, case.answer("mean_shortest_path")) for case in cases])
    return Measured(*slope, tuple(cases), answer=True)


def clustering_over(judging, scope, graphs) -> Measured:
    each = [[case for case in _graphs(scope, g) if case.answer("clustering") is not None] for g in graphs]
    sizes = [by_axis(cases, "n") for cases in each]
    if not (common := sizes[0].keys() & sizes[1].keys()):
        raise NotMeasured("no common size")
    here = [cases[max(common)] for cases in sizes]
    first, second = (sum(case.answer("clustering") for case in cases) / len(cases) for cases in here)
    return answer(first / second, here[0] + here[1])


def _step(judging, scope, pair: list[str], graph: str, n: int) -> Measured:
    """Time of one kernel over that of another."""
    judge = judging | {"ratio": pair, "at": n, "where": {"graph": graph}}
    return ratio(judge, candidates(scope.timed, judge, paper_cases))


def unlike_steps(judging, scope, pairs, graphs, at) -> Measured:
    """By less than 1 % is neither faster nor slower. The interval: those that surely part, and those that may."""
    parted, surely, perhaps, used = 0, 0, 0, []
    for pair in pairs:
        first, second = (_step(judging, scope, pair, graph, at) for graph in graphs)
        used += [first, second]
        parted += _part(first.value, second.value) or _part(second.value, first.value)
        surely += _part(first.high, second.low) or _part(second.high, first.low)
        perhaps += _part(first.low, second.high) or _part(second.low, first.high)
    return Measured(parted, surely, perhaps, all_cases(used))


def _part(faster: float, slower: float) -> bool:
    return faster < 0.99 and slower > 1.01


def best_overall(judging, scope, variant, others, at) -> Measured:
    """Against the fastest other, on all graphs together."""
    overall = ([_step(judging, scope, [variant, other], graph, at) for graph in GRAPHS] for other in others)
    return max((geometric_mean(each) for each in overall), key=lambda m: m.value)


def repair_cost(judging, scope, at) -> Measured:
    """Kernels as printed but for what keeps them from racing, over the same with their races and a right answer."""
    found = [case for case in scope.timed if case.of_paper and case.size == at and "races" in case.axes]
    twins = defaultdict(dict)
    for case in as_printed([case for case in found if is_papers(case, racing=True)], free=["races"]):
        races = case.axes["races"]
        twins[case.variant, *sorted((a, v) for a, v in case.axes.items() if a != "races")][races] = time_of(case)
    ratios = [twin[0] / twin[1] for twin in twins.values() if len(twin) == 2]
    if not ratios:
        raise NotMeasured("no right answer with races")
    return geometric_mean(ratios)


JUDGES = (speed_up, dependence_on_graph, time_over_path, mean_path, clustering_over)
OTHERS = (unlike_steps, best_overall, floyd_slope, repair_cost)
FUNCTIONS = {judge.__name__: judge for judge in (*JUDGES, *OTHERS)} | ON_BLOCKS

"""Odd judges of all-pairs shortest paths: Floyd extrapolated, and graphs compared."""

from __future__ import annotations

from dataclasses import replace

from . import fits
from .apsp_blocks import FUNCTIONS as ON_BLOCKS
from .choice import by_axis, candidates, that_meet
from .kinds import ratio
from .measured import Measured, NotMeasured, all_cases, answer, geometric_mean, smallest
from .runs import Case
from .searches import BEST, GRAPHS, is_papers, paper_cases, time, times

FLOYD = "cpu_floyd"


def _floyd(judging, scope, graph: str, n: int) -> Measured:
    """As timed at n, else as n^3 from the largest size timed, which is no smaller than 1000: on this graph if it was timed
    there, else on that where it was fastest."""
    every = {g: times(judging, scope, FLOYD, g) for g in GRAPHS}
    if n in every[graph] and n >= 1000:
        return every[graph][n]
    sizes = [size for each in every.values() for size in each if size >= 1000]
    if not sizes:
        raise NotMeasured("Floyd")
    at_largest = {g: each[max(sizes)] for g, each in every.items() if max(sizes) in each}
    largest = at_largest.get(graph) or min(at_largest.values(), key=lambda t: t.value)
    return replace(largest.times((n / max(sizes)) ** 3), beyond=n / max(sizes))


def _speed_up(judging, scope, graph: str, n: int) -> Measured:
    kernel, floyd = time(judging, scope, BEST, graph, n), _floyd(judging, scope, graph, n)
    return floyd / kernel


def speed_up(judging, scope, graph, at) -> Measured:
    return _speed_up(judging, scope, graph, at)


def mean_speed_up(judging, scope, at) -> Measured:
    return geometric_mean([_speed_up(judging, scope, graph, at) for graph in GRAPHS])


def gpu_always_wins(judging, scope, at) -> Measured:
    first, last = at
    ups = []
    for graph in GRAPHS:
        sizes = [n for n in times(judging, scope, BEST, graph) if first <= n <= last]
        if not {first, last} <= {*sizes}:
            raise NotMeasured("not at both ends")
        ups += [_speed_up(judging, scope, graph, n) for n in sizes]
    return smallest(ups)


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
    slope = fits.slope([(case.size, case.answer("mean_shortest_path")) for case in cases])
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


JUDGES = (speed_up, mean_speed_up, gpu_always_wins, dependence_on_graph, time_over_path, mean_path, clustering_over)
OTHERS = (unlike_steps, best_overall)
FUNCTIONS = {judge.__name__: judge for judge in (*JUDGES, *OTHERS)} | ON_BLOCKS

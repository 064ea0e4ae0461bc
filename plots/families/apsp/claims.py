"""The judges of leist_2009.json on graphs that no kind of plots/judge.py covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

from plots import judge, measures
from plots.claims import Measured, NotMeasurable
from plots.families.apsp import searches
from plots.families.apsp.searches import BEST, FLOYD, GRAPHS, all_pairs_s
from plots.family import FamilyData
from plots.records import Records

NUMBERS = {graph: number for number, graph in GRAPHS.items()}


def _quotient(data: FamilyData, upper: Records, lower: Records) -> Measured:
    """Mean time for all pairs of one set of records over that of another."""
    return measures.over(*(measures.time_of(records, data.judging, data) for records in (upper, lower)))


def _floyd_over_best(data: FamilyData, number: str) -> Iterator[tuple[int, Measured, str]]:
    """At each n, time of Floyd on one thread over that of the best kernel, and how Floyd's was had."""
    cubic = searches.floyd(data, number)
    for (n,), kernel in searches.kernels(data, number, BEST).by("n"):
        if n in cubic.measured:
            yield n, _quotient(data, searches.cpu(data, number, FLOYD).where(n=n), kernel), "measured"
        elif cubic.a is not None and cubic.a.low > 0:
            over, mean = _quotient(data, kernel, kernel), fmean(map(all_pairs_s, kernel))
            ends = (
                cubic.a.value,
                cubic.a.low * over.low,
                cubic.a.high * over.high,
            )  # over: the kernel's interval about 1
            yield n, Measured(*(end * n**3 / mean for end in ends)), "extrapolated as a N^3"


def speed_up(data: FamilyData, graph: str) -> Measured:
    """At the largest n of the best kernel; Floyd would take an hour there and is extrapolated, which the note says."""
    each = list(_floyd_over_best(data, NUMBERS[graph]))
    if not each:
        raise NotMeasurable(f"no measured and correct records of {FLOYD} and {BEST} on graph {graph}")
    n, measured, how = each[-1]
    sampled = searches.is_sampled(searches.kernels(data, NUMBERS[graph], BEST).where(n=n))
    sample = "; kernel times from a sample of sources, scaled to all" if sampled else ""
    return replace(measured, note=f"n = {n}, Floyd {how}{sample}")


def gpu_always_wins(data: FamilyData) -> Measured:
    """The smallest over all graphs and n."""
    each = [(graph, *one) for graph, number in NUMBERS.items() for one in _floyd_over_best(data, number)]
    each = [(graph, n, measured) for graph, n, measured, _ in each if n >= 1000]
    if {graph for graph, *_ in each} != set(NUMBERS):
        raise NotMeasurable(
            f"not all three graphs have measured and correct records of {FLOYD} and {BEST} from n = 1000 on"
        )
    graph, n, worst = min(each, key=lambda one: one[2].value)
    return replace(worst, note=f"{worst.value:.3g} at graph {graph} (n = {n})")


def mean_path(data: FamilyData, graph: str) -> Measured:
    """Log-log slope of an answer: emulated cases count."""
    paths = {n: path for n, path in searches.mean_paths(data, NUMBERS[graph]).items() if n >= 1000}
    slope = searches.path_slope(paths)
    if slope is None:
        raise NotMeasurable(f"mean path of graph {graph}: a slope needs three sizes from n = 1000 on")
    return Measured(slope.value, slope.low, slope.high, f"n = {min(paths)} to {max(paths)}")


def best_overall(data: FamilyData, variant: str, others: list[str]) -> Measured:
    """Geometric mean over the graphs of a kernel's time over that of the fastest other."""
    rule = {"over": {"graph": list(NUMBERS)}, "pick": judge.MEAN}
    each = {other: judge.measure(rule | {"ratio": [variant, other]}, data) for other in others}
    fastest, mean = max(each.items(), key=lambda item: item[1].value)
    return replace(mean, note=f"the fastest other is {fastest}")


def printed_block_over_best(data: FamilyData) -> Measured:
    """The largest over the graphs, each at its largest n swept."""
    ratios = []
    for number, graph in GRAPHS.items():
        n, swept = max(searches.block_sweeps(data, number).items(), default=(0, Records()))
        as_printed = swept.where(lambda r: r.is_printed)
        if not as_printed:
            raise NotMeasurable(f"no sweep of {BEST} over blocks on graph {graph}")
        fastest = min(swept, key=all_pairs_s)
        note = f"graph {graph}, n = {n}: best block {fastest['block']}"
        ratios.append(replace(_quotient(data, as_printed, Records([fastest])), note=note))
    return max(ratios, key=lambda ratio: ratio.value)


FUNCTIONS = {f.__name__: f for f in (speed_up, gpu_always_wins, mean_path, best_overall, printed_block_over_best)}

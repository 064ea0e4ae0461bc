"""What the records say about the claims of leist_2009.json that concern graphs."""

from __future__ import annotations

import math
from collections.abc import Callable

from plots import fit
from plots.claims import Measured, NotMeasurable, quotient
from plots.families.apsp.choose import (
    FLOYD,
    GRAPHS,
    KERNELS,
    NAMES,
    all_pairs_s,
    cpu,
    floyd,
    is_sampled,
    kernels,
    largest_common_n,
    mean_paths,
    path_slope,
    scale,
    slope,
    widest_sweep,
)
from plots.family import FamilyData
from plots.records import Records

Judge = Callable[[FamilyData], Measured]


def _quotient(upper: Records, lower: Records) -> Measured:
    """Mean time for all pairs of one set of records over that of another, with a conservative interval."""

    def total(records: Records, end: int | None) -> float:
        each = [all_pairs_s(r) if end is None else r.interval_s[end] * scale(r) for r in records]
        return sum(each) / len(each)

    value = total(upper, None) / total(lower, None)
    return quotient(value, total(upper, 0) / total(lower, 1), total(upper, 1) / total(lower, 0))


def _at_largest(data: FamilyData, upper: str, lower: str, graph: str) -> tuple[Measured, int]:
    """t_upper / t_lower at the largest common n, over the instances that both have."""
    a, b = (kernels(data, graph, v) for v in (upper, lower))
    n = largest_common_n(a, b)
    if n is None:
        raise NotMeasurable(
            f"no measured and correct records of {NAMES[upper]} and {NAMES[lower]} on graph"
            f" ({graph}) at the same N"
        )
    a, b = a.where(n=n), b.where(n=n)
    both = set(a.values("instance")) & set(b.values("instance"))
    if both:
        a, b = (r.where(lambda x: x["instance"] in both) for r in (a, b))
    return _quotient(a, b), n


def _noted(found: list[tuple[str, Measured, int]], sampled: bool = False) -> str:
    said = "; ".join(f"{m.value:.3g} on ({g}) at N = {n}" for g, m, n in found)
    return said + (" (kernel times from a sample of sources, scaled to all)" if sampled else "")


def _floyd_over_kernel_7(data: FamilyData, graph: str, n: int) -> tuple[Measured, str] | None:
    """Time of Floyd on one thread over that of kernel 7, and how Floyd's was had; None without either."""
    kernel, cubic = kernels(data, graph, KERNELS[6]).where(n=n), floyd(data, graph)
    if not kernel:
        return None
    if n in cubic.measured:
        return _quotient(cpu(data, graph, FLOYD).where(n=n), kernel), "measured"
    if cubic.a is None or cubic.a.low <= 0:
        return None
    over = _quotient(kernel, kernel)  # 1, with the interval of the kernel's time
    each = [all_pairs_s(r) for r in kernel]
    mean = sum(each) / len(each)
    ends = cubic.a.value, cubic.a.low * over.low, cubic.a.high * over.high
    return Measured(*(end * n**3 / mean for end in ends)), "extrapolated as a N^3"


def speed_up(graph: str) -> Judge:
    """At the largest n of kernel 7; Floyd would take an hour there and is extrapolated, which the note says."""

    def judge(data: FamilyData) -> Measured:
        every = kernels(data, graph, KERNELS[6])
        for n in reversed(every.values("n")):
            found = _floyd_over_kernel_7(data, graph, n)
            if found is not None:
                m, how = found
                sampled = is_sampled(every.where(n=n))
                return Measured(m.value, m.low, m.high, f"Floyd {how}. {_noted([(graph, m, n)], sampled)}")
        raise NotMeasurable(f"no measured and correct records of Floyd on one thread and kernel 7 on graph ({graph})")

    return judge


def gpu_always_wins(data: FamilyData) -> Measured:
    found = []
    for graph in GRAPHS:
        for n in kernels(data, graph, KERNELS[6]).values("n"):
            pair = _floyd_over_kernel_7(data, graph, n) if n >= 1000 else None
            if pair is not None:
                found.append((graph, pair[0], n))
    if {g for g, _, _ in found} != set(GRAPHS):
        raise NotMeasurable("not all three graphs have measured and correct records of Floyd and kernel 7 from N = 1000 on")
    worst = min(found, key=lambda f: f[1].value)
    return Measured(worst[1].value, worst[1].low, worst[1].high, _noted([worst]))


def _measured(found: fit.Estimate | None, what: str, note: str = "") -> Measured:
    if found is None:
        raise NotMeasurable(f"{what}: a slope needs three sizes")
    return Measured(found.value, found.low, found.high, note)


def _kernel_7_slope(data: FamilyData, graph: str) -> fit.Estimate | None:
    return slope(kernels(data, graph, KERNELS[6]).where(lambda r: r["n"] >= 1000))


def kernel_slope(graph: str) -> Judge:
    def judge(data: FamilyData) -> Measured:
        each = {k: slope(kernels(data, graph, k).where(lambda r: r["n"] >= 1000)) for k in KERNELS}
        said = ", ".join(f"{NAMES[k]} {s.value:.2f}" for k, s in each.items() if s)
        return _measured(each[KERNELS[6]], f"kernel 7 on graph ({graph})", said)

    return judge


def _floyd_slope(data: FamilyData) -> fit.Estimate | None:
    every = Records(r for g in GRAPHS for r in cpu(data, g, FLOYD).where(lambda r: r["n"] >= 1000))
    return slope(every)


def slope_cpu(data: FamilyData) -> Measured:
    return _measured(_floyd_slope(data), "Floyd on one thread, N >= 1000")


def gpu_scales_better(data: FamilyData) -> Measured:
    on_cpu = slope_cpu(data)
    each = {g: _kernel_7_slope(data, g) for g in GRAPHS}
    missing = [g for g, s in each.items() if s is None]
    if missing:
        raise NotMeasurable(f"kernel 7 on graph ({missing[0]}): a slope needs three sizes")
    graph, largest = max(each.items(), key=lambda item: item[1].value)
    return Measured(
        largest.value - on_cpu.value,
        largest.low - on_cpu.high,
        largest.high - on_cpu.low,
        f"graph ({graph}): {largest.value:.2f}, Floyd: {on_cpu.value:.2f}",
    )


def mean_path(graph: str) -> Judge:
    def judge(data: FamilyData) -> Measured:
        paths = mean_paths(data, graph)
        large = {n: p for n, p in paths.items() if n >= 1000}
        said = f"N = {min(large)} to {max(large)}" if large else ""
        return _measured(path_slope(large), f"mean path of graph ({graph}), N >= 1000", said)

    return judge


def step(upper: int, lower: int, graphs: str, pick=max) -> Judge:
    """Time of one kernel over another's; of several graphs the one that is furthest from the claim."""

    def judge(data: FamilyData) -> Measured:
        found = [(g, *_at_largest(data, KERNELS[upper - 1], KERNELS[lower - 1], g)) for g in graphs]
        _, worst, _ = pick(found, key=lambda f: f[1].value)
        return Measured(worst.value, worst.low, worst.high, _noted(found))

    return judge


def kernel_7_best(data: FamilyData) -> Measured:
    means: dict[str, Measured] = {}
    for kernel in KERNELS[:6]:
        each = [_at_largest(data, KERNELS[6], kernel, g)[0] for g in GRAPHS]
        means[kernel] = Measured(
            *(
                math.exp(sum(math.log(getattr(m, end)) for m in each) / len(each))
                for end in ("value", "low", "high")
            )
        )
    fastest, found = max(means.items(), key=lambda item: item[1].value)
    return Measured(found.value, found.low, found.high, f"the fastest other is {NAMES[fastest]}")


def block_256_good(data: FamilyData) -> Measured:
    found = []
    for graph in GRAPHS:
        swept = widest_sweep(data, graph)
        if swept is None or not swept[1].where(block=256):
            raise NotMeasurable(f"no sweep of kernel 7 over blocks on graph ({graph})")
        n, records = swept
        fastest = min(records, key=all_pairs_s)
        found.append(
            (graph, _quotient(records.where(block=256), Records([fastest])), n, fastest["block"])
        )
    graph, worst, n, block = max(found, key=lambda f: f[1].value)
    return Measured(
        worst.value, worst.low, worst.high, f"graph ({graph}), N = {n}: best block {block}"
    )


JUDGES = {
    **{f"speed_up_{g}": speed_up(g) for g in GRAPHS},
    "gpu_always_wins": gpu_always_wins,
    **{f"slope_{g}": kernel_slope(g) for g in GRAPHS},
    "slope_cpu": slope_cpu,
    "gpu_scales_better": gpu_scales_better,
    **{f"mean_path_{g}": mean_path(g) for g in GRAPHS},
    "kernel_2_graph_1": step(2, 1, "1"),
    "kernel_2_graphs_2_3": step(2, 1, "23", min),
    "kernel_3_graph_1": step(3, 2, "1"),
    "kernel_3_graphs_2_3": step(3, 2, "23"),
    "kernel_4_graph_1": step(4, 3, "1"),
    "kernel_4_graphs_2_3": step(4, 3, "23"),
    "kernel_5_graph_1": step(5, 4, "1"),
    "kernel_5_graph_3": step(5, 4, "3"),
    "kernel_6_graph_1": step(6, 5, "1"),
    "kernel_7_best": kernel_7_best,
    "kernel_7_graphs_1_3": step(7, 5, "13"),
    "kernel_7_graph_2": step(7, 5, "2"),
    "block_256_good": block_256_good,
}

"""What a search's launches keep busy, from the hardware counters of one search in the widest graph."""

from __future__ import annotations

from collections.abc import Iterator

from plots import counters
from plots.counters import Counters
from plots.families.apsp.choose import GRAPHS, KERNELS, NAMES, all_pairs_s, kernels, points, tuned
from plots.family import FamilyData
from plots.records import Record
from plots.tables import Table

IDLE_BELOW = 0.3  # busiest part: below, a launch waits rather than works
MANY_TIMES = 3


def headline(data: FamilyData) -> str | None:
    """Kernel 7 beside Table II at the largest N of each graph, and the fastest of all."""
    printed, said = data.paper["tables"]["table_2"], []
    for graph in GRAPHS:
        own = {p.n: p.mean_s for p in points(kernels(data, graph, KERNELS[6]))}
        n = max(set(own) & set(printed["n"]), default=None)
        if n is not None:
            paper = printed["gpu_s"][graph][printed["n"].index(n)]
            best = all_pairs_s(tuned(data, graph)[n])
            said.append(f"graph ({graph}), N = {n}: {own[n]:.3g} s (paper {paper}), tuned {best:.3g} s")
    if not data.has_gpu or not said:
        return None
    return f"Kernel 7, all pairs: {'; '.join(said)}."


def parts(data: FamilyData) -> Iterator[Table | str]:
    """A table of the counters, and what they say."""
    found = [
        (r, r.run.counters)
        for kernel in KERNELS
        for r in data.counted.where(variant=kernel)
        if r.run.counters.time_s is not None and r.run.counters.busiest is not None
    ]
    if not found:
        return
    rows = [[NAMES[r.variant], len(c.launches), c.time_s * 1e6, *counters.cells(_longest(c), r.data["launch"])] for r, c in found]
    first = found[0][0]
    yield counters.table(
        "apsp_counters",
        f"The longest launch of a search: {first['graph']}, N = {first['n']}, one source, {data.where}",
        ["kernel", "launches", "all of them (us)"],
        rows,
    )
    yield "What the longest launches wait for, from these counters:\n\n" + "\n".join(f"- {line}" for line in told(found))


def told(found: list[tuple[Record, Counters]]) -> Iterator[str]:
    """What the kernels have in common, and where they differ."""
    longest = {NAMES[r.variant]: _longest(c) for r, c in found}
    busy = [c.busiest[1] for c in longest.values()]
    warps = [c.warps_active for c in longest.values() if c.warps_active is not None]
    text = f"The busiest part of a launch is {_span(busy)} busy"
    if warps:
        text += f", with {_span(warps)} of the possible warps"
    if max(busy) < IDLE_BELOW:
        text += ": nothing is near its limit. One thread walks the whole list of a vertex, so a launch ends with the longest"
    yield text + "."
    threads = {k: c.threads for k, c in longest.items() if c.threads is not None}
    if threads and max(threads.values()) > MANY_TIMES * min(threads.values()):
        most = max(threads, key=threads.get)
        rest = [v for k, v in threads.items() if k != most]
        quick = longest[most].time_s / min(c.time_s for k, c in longest.items() if k != most)
        yield (
            f"{most} has {threads[most]:.0f} of 32 threads at work in an instruction, the others {min(rest):.0f} to"
            f" {max(rest):.0f}; its longest launch takes {quick:.2f} times the shortest of theirs."
        )
    waits: dict[str, list[str]] = {}
    for kernel, c in longest.items():
        if c.waits_for:
            waits.setdefault(c.waits_for, []).append(kernel.removeprefix("kernel "))
    if waits:
        yield "Most warps wait for " + "; ".join(f"{what} (kernels {', '.join(ks)})" for what, ks in waits.items()) + "."


def _span(shares: list[float]) -> str:
    low, high = f"{100 * min(shares):.0f}", f"{100 * max(shares):.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def _longest(c: Counters) -> Counters:
    return Counters((max(c.launches, key=lambda launch: launch["gpu__time_duration.sum"]),))

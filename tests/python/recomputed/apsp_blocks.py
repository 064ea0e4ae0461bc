"""Odd judges of all-pairs shortest paths on blocks of threads: Figure 15, and occupancy."""

from __future__ import annotations

from dataclasses import replace

from .choice import as_printed, by_axis, candidates, fastest, that_meet
from .measured import Measured, NotMeasured, all_cases, answer, geometric_mean, largest, mean, smallest
from .searches import BEST, GRAPHS, paper_cases

EIGHT, LARGEST = 8, 512  # blocks at least, and threads at most, of the figure


def _blocks(judging, scope, graph: str, n: int) -> dict[int, Measured]:
    """Kernel 7's time by its block, all else as printed: on the instance with most blocks."""
    cases = candidates(scope.timed, judging | {"free": ["block"]}, paper_cases)
    instances = by_axis(that_meet(cases, {"graph": graph, "n": n}, BEST), "instance")
    sweeps = [by_axis(cases, "block") for cases in instances.values()]
    widest = max(sweeps, key=len, default={})
    if len(widest) < EIGHT:
        raise NotMeasured("few blocks")
    return {block: fastest(cases, judging) for block, cases in widest.items() if block <= LARGEST}


def block_256_over_best(judging, scope, at) -> Measured:
    each = []
    for blocks in (_blocks(judging, scope, graph, n) for n in at for graph in GRAPHS):
        if 256 not in blocks:
            raise NotMeasured("no block of 256")
        each.append(blocks[256] / min(blocks.values(), key=lambda time: time.middle))
    return geometric_mean(each)


def occupancy_at_256(judging, scope, variants) -> Measured:
    printed = as_printed(paper_cases(scope.timed))
    printed = [case for case in that_meet(printed, {"block": 256}) if case.occupancy is not None]
    each = [[case for case in printed if case.variant == variant][:1] for variant in variants]
    if not all(each):
        raise NotMeasured("not all kernels")
    return smallest([answer(case.occupancy, [case]) for (case,) in each])


def occupancy_not_all(judging, scope, at) -> Measured:
    ratios = []
    for graph in GRAPHS:
        times = _blocks(judging, scope, graph, at)
        share = {block: time.cases[0].occupancy for block, time in times.items()}
        if None in share.values() or len({*share.values()}) < 2:
            raise NotMeasured("no other occupancy")
        best = max(share.values())
        lower = [times[block] for block in times if share[block] < best]
        listing_1 = times[max(block for block in times if share[block] == best)]
        ratios.append(listing_1 / min(lower, key=lambda time: time.middle))
    return largest(ratios)


def _spreads(judging, scope, n: int) -> list[Measured]:
    swept = [sorted(_blocks(judging, scope, graph, n).values(), key=lambda time: time.middle) for graph in GRAPHS]
    return [times[-1] / times[0] for times in swept]


def block_spread_over(judging, scope, at) -> Measured:
    spreads = _spreads(judging, scope, at)
    most, least = max(spreads, key=lambda m: m.value), min(spreads, key=lambda m: m.value)
    return replace(most / least, cases=all_cases(spreads))


def block_spread_by_size(judging, scope, at) -> Measured:
    return geometric_mean([first / second for first, second in zip(*(_spreads(judging, scope, n) for n in at))])


def block_over_block(judging, scope, graph, blocks, at) -> Measured:
    times = _blocks(judging, scope, graph, at)
    if not set(blocks) <= set(times):
        raise NotMeasured("a block is missing")
    return times[blocks[0]] / times[blocks[1]]


def odd_multiples_over_even(judging, scope, at) -> Measured:
    each = []
    for blocks in (_blocks(judging, scope, graph, at) for graph in GRAPHS):
        odd, even = ([time for block, time in blocks.items() if block % 64 == rest] for rest in (32, 0))
        if not odd or not even:
            raise NotMeasured("no odd and even multiples")
        each.append(mean(odd) / mean(even))
    return geometric_mean(each)


SPREADS = (block_spread_over, block_spread_by_size, occupancy_not_all)
JUDGES = (block_256_over_best, occupancy_at_256, *SPREADS, block_over_block, odd_multiples_over_even)
FUNCTIONS = {judge.__name__: judge for judge in JUDGES}

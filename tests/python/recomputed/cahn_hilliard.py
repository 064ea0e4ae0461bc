"""Odd judges of Cahn-Hilliard: block shapes, time a cell, the largest field."""

from __future__ import annotations

from collections.abc import Iterable

from .choice import by_size, candidates, fastest, that_meet
from .measured import Measured, NotMeasured, answer
from .runs import Case

EIGHT = 8  # blocks at least, to say which is best


def paper_cases(cases: Iterable[Case]) -> list[Case]:
    """The plain update; early runs had no other."""
    return [case for case in cases if case.axes.get("update", "plain") == "plain"]


def _block(case: Case) -> tuple[int, int]:
    return case.axes["block_x"], case.axes["block_y"]


def _of_any_block(judging, scope, variant) -> dict[int, list[Case]]:
    """n -> the paper's form, but for the block."""
    cases = candidates(scope.timed, judging | {"free": ["block_x", "block_y"]}, paper_cases)
    return by_size(that_meet(cases, {}, variant), judging)


def strips_as_rectangles(judging, scope, variant, width) -> Measured:
    """At the n at which most widths of strips were tried."""
    pairs = []
    for n, cases in _of_any_block(judging, scope, variant).items():
        cases = [case for case in cases if _block(case)[0] % width == 0]
        strips = [case for case in cases if _block(case)[1] == 1]
        rectangles = [case for case in cases if _block(case)[1] > 1]
        if strips and rectangles:
            pairs.append((len({_block(case) for case in strips}), n, strips, rectangles))
    if not pairs:
        raise NotMeasured("no strips and rectangles")
    _, _, strips, rectangles = max(pairs, key=lambda pair: pair[:2])
    return fastest(strips, judging) / fastest(rectangles, judging)


def block_over_best(judging, scope, variant, block) -> Measured:
    for cases in reversed(_of_any_block(judging, scope, variant).values()):
        chosen = [case for case in cases if _block(case) == tuple(block)]
        if chosen and len({*map(_block, cases)}) >= EIGHT:
            return fastest(chosen, judging) / fastest(cases, judging)
    raise NotMeasured("no n with many blocks")


def cell_time_over(judging, scope, variant, sizes) -> Measured:
    cases = by_size(that_meet(candidates(scope.timed, judging, paper_cases), {}, variant), {})
    if not {*sizes} <= cases.keys():
        raise NotMeasured("not at its sizes")
    upper, lower = (fastest(cases[n], judging).times(1 / n**2) for n in sizes)
    return upper / lower


def largest_field(judging, scope, dim) -> Measured:
    """The largest n of one cell a thread."""
    cases = that_meet(paper_cases(scope.answers), judging["where"] | {"dim": dim})
    cases = [case for case in cases if case.processor == "gpu" and case.axes.get("cells_per_thread", 1) == 1]
    if not cases:
        raise NotMeasured("no field")
    largest = max(cases, key=lambda case: case.size)
    return answer(largest.size, [largest])


FUNCTIONS = {f.__name__: f for f in (strips_as_rectangles, block_over_best, cell_time_over, largest_field)}

"""Odd judges of Cahn-Hilliard: block shapes, time a cell, how far fields stray, the largest field."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterable
from itertools import pairwise
from math import hypot

import numpy as np

from .choice import by_size, candidates, fastest, that_meet
from .measured import Measured, NotMeasured, answer, mean
from .runs import Case

EIGHT = 8  # blocks at least, to say which is best


def paper_cases(cases: Iterable[Case]) -> list[Case]:
    """The paper's variants and the CPU's, by the plain update; early runs had no other."""
    plain = (case for case in cases if case.axes.get("update", "plain") == "plain")
    return [case for case in plain if case.of_paper or case.processor == "cpu"]


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
    alone, *others = (fastest(cases[size], judging).times(1 / size**2) for size in sizes)
    return alone / mean(others)


def stable_step_over(judging, scope, integrators, where) -> Measured:
    steps, rests = [], []
    for integrator in integrators:
        cases = that_meet(scope.answers, where | {"integrator": integrator})
        energies = ((case, (case.answer("free_energy_series") or {"y": [0, 0]})["y"]) for case in cases)
        falling = [case for case, y in energies if all(after < before for before, after in pairwise(y))]
        if not falling:
            raise NotMeasured("no energy that falls")
        steps.append(max(case.axes["dt"] for case in falling))
        rests += [case for case in falling if case.axes["dt"] == steps[-1]][:1]
    return answer(steps[0] / steps[1], rests)


def fields_differ(judging, scope, of, than, where) -> Measured:
    first, second = (_fields(that_meet(scope.answers, where | axes)) for axes in (of, than))
    off = {
        (hypot(*(a - b for a, b in zip(phi, other))) / hypot(*other)): (case, exact)
        for time, case, phi in first
        for when, exact, other in second
        if time == when
    }
    if not off:
        raise NotMeasured("no fields at one time")
    return answer(max(off), off[max(off)])


def _fields(cases: Iterable[Case]) -> list[tuple[int, Case, list[float]]]:
    """Time, case, phi; of those whose field was kept, packed, in its run's folder."""
    found = []
    for case in cases:
        for file in (case.run.folder / f"{name}.xz" for name in case.data["saved"] if name.endswith("field.npy")):
            phi = np.load(io.BytesIO(lzma.decompress(file.read_bytes()))).ravel().tolist() if file.exists() else []
            found.append((round(case.axes["steps"] * case.axes["dt"]), case, phi))
    return [each for each in found if each[2]]


def largest_field(judging, scope, dim, beyond) -> Measured:
    """The largest n of one cell a thread."""
    cases = that_meet(paper_cases(scope.answers), judging["where"] | {"dim": dim})
    cases = [case for case in cases if case.processor == "gpu" and case.axes.get("cells_per_thread", 1) == 1]
    largest = max(cases, key=lambda case: case.size, default=None)
    if largest is None or largest.size <= beyond:
        raise NotMeasured("no such field")
    return answer(largest.size, [largest])


OF_TIMES = (strips_as_rectangles, block_over_best, cell_time_over)
FUNCTIONS = {f.__name__: f for f in (*OF_TIMES, stable_step_over, fields_differ, largest_field)}

"""The judges of leist_2009.json on fields that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from operator import itemgetter
from typing import Any

import numpy as np

from plots.data import measured
from plots.data.measured import Measured
from plots.data.records import Record, Records
from plots.families.cahn_hilliard.steps import BLOCK, block, in_plane
from plots.verdicts import judge, measures
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData, saved


def _any_block(data: FamilyData, variant: str) -> Records:
    """The printed form with any block, from the size on from which the paper's speed-ups hold."""
    records = judge.cases(data.judging | {"free": BLOCK}, data).where(variant=variant)
    return records.where(lambda r: r["n"] >= data.judging["from"])


def _over(data: FamilyData, upper: Records, lower: Records, note: str) -> Measured:
    above, below = (measures.time_of(records, data.judging, data) for records in (upper, lower))
    blocks = " against ".join(block(t.records[0]) for t in (above, below))
    return replace(above / below, note=f"{note}: {blocks}")


def strips_as_rectangles(data: FamilyData, variant: str, width: int) -> Measured:
    """The best strip of threads over the best rectangle, of widths that are multiples of `width`, at the n at which most
    widths were tried: the best strip of a few is not the best strip."""
    data.need_gpu()
    pairs = []
    for (n,), alike in _any_block(data, variant).where(lambda r: r["block_x"] % width == 0).by("n"):
        strips, rectangles = alike.where(block_y=1), alike.where(lambda r: r["block_y"] > 1)
        if strips and rectangles:
            pairs.append((len(strips.values("block_x")), n, strips, rectangles))
    if not pairs:
        raise NotMeasurable(f"no n >= {data.judging['from']} with strips and rectangles of {variant}")
    widths, n, strips, rectangles = max(pairs, key=lambda pair: pair[:2])
    return _over(data, strips, rectangles, f"n = {n}, {widths} widths of strips")


def block_over_best(data: FamilyData, variant: str, block: list[int]) -> Measured:
    """One block's time over that of the best, at the largest n with eight blocks."""
    data.need_gpu()
    x, y = block
    for (n,), swept in reversed(list(_any_block(data, variant).by("n"))):
        chosen = swept.where(block_x=x, block_y=y)
        if chosen and len({(r["block_x"], r["block_y"]) for r in swept}) >= 8:
            return _over(data, chosen, swept, f"n = {n}")
    raise NotMeasurable(f"no n >= {data.judging['from']} at which {variant} ran with eight blocks")


def cell_time_over(data: FamilyData, variant: str, sizes: list[int]) -> Measured:
    """Time a cell and step at the first n over its mean at the others."""
    data.need_gpu()
    records = judge.cases(data.judging, data).where(variant=variant)
    words = [f"{n}" for n in sizes]
    if not set(sizes) <= set(records.values("n")):
        raise NotMeasurable(f"no measured and correct records of {variant} at n = {', '.join(words)}")
    times = (measures.time_of(records.where(n=n), data.judging, data).scaled(1 / n**2) for n in sizes)
    first, *others = times
    return replace(first / measured.mean(others), note=f"n = {words[0]} over {' and '.join(words[1:])}")


def stable_step_over(data: FamilyData, integrators: list[str], where: dict[str, Any]) -> Measured:
    """Of verified runs whose free energy never rises, the largest dt by one method over that by another."""
    falling = data.verified.where(_energy_falls, **where)
    largest = [max(falling.where(integrator=name), key=itemgetter("dt"), default=None) for name in integrators]
    if None in largest:
        raise NotMeasurable(f"no verified runs by {' and '.join(integrators)} that say how their free energy falls")
    upper, lower = largest
    note = f"dt = {upper['dt']:g} over {lower['dt']:g}; a larger one is refused"
    return measured.exact(upper["dt"] / lower["dt"], largest, note, is_answer=True)


def _energy_falls(r: Record) -> bool:
    series = r.observables.get("free_energy_series")
    return bool(series) and bool(np.all(np.diff(series["y"]) < 0))


def fields_differ(data: FamilyData, of: dict[str, Any], than: dict[str, Any], where: dict[str, Any]) -> Measured:
    """The largest root mean square by which phi of one kind of runs is off from that of another at the same time, over
    that of phi."""
    first, second = (data.verified.where(**where, **axes) for axes in (of, than))
    points = []
    for r, other in itertools.product(first, second):
        if math.isclose(r["steps"] * r["dt"], other["steps"] * other["dt"]):
            phi, exact = (saved(each, "field") for each in (r, other))
            if phi is not None and exact is not None:
                points.append((float(np.sqrt(np.mean((phi - exact) ** 2) / np.mean(exact**2))), r, other))
    if not points:
        raise NotMeasurable("no verified fields of both kinds at one time")
    off, *rests = max(points, key=itemgetter(0))
    note = "; ".join(f"{off:.2g} at t = {r['steps'] * r['dt']:g}, dt = {r['dt']:g}" for off, r, _ in points)
    return measured.exact(off, rests, f"{note}; {rests[0]['n']} x {rests[0]['n']} cells", is_answer=True)


def largest_field(data: FamilyData, dim: int, beyond: int) -> Measured:
    """The largest n of the variants that put one thread on a cell; verified cases of the emulation count."""
    cells = in_plane(data.verified, dim=dim).where(lambda r: r.get("cells_per_thread", 1) == 1, processor="gpu")
    largest = cells.sorted("n")[-1:]
    if not largest or largest[0]["n"] <= beyond:
        raise NotMeasurable(f"no verified field of n > {beyond} in {dim}-D")
    (r,) = largest
    return measured.exact(r["n"], [r], f"{r.name} on {r.machine}", is_answer=True)


OF_TIMES = (strips_as_rectangles, block_over_best, cell_time_over)
FUNCTIONS = {f.__name__: f for f in (*OF_TIMES, stable_step_over, fields_differ, largest_field)}

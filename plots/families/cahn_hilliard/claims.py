"""The judges of leist_2009.json on fields that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

from dataclasses import replace

from plots.data import measured
from plots.data.measured import Measured
from plots.data.records import Records
from plots.families.cahn_hilliard.steps import BLOCK, block, in_plane
from plots.verdicts import judge, measures
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData


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
    """Time a cell and step at one n over that at another."""
    data.need_gpu()
    records = judge.cases(data.judging, data).where(variant=variant)
    upper, lower = (records.where(n=n) for n in sizes)
    if not upper or not lower:
        raise NotMeasurable(f"no measured and correct records of {variant} at n = {sizes[0]} and {sizes[1]}")
    return _over(data, upper, lower, f"n = {sizes[0]} over {sizes[1]}").scaled((sizes[1] / sizes[0]) ** 2)


def largest_field(data: FamilyData, dim: int) -> Measured:
    """The largest n of the variants that put one thread on a cell; verified cases of the emulation count."""
    cells = in_plane(data.verified, dim=dim).where(lambda r: r.get("cells_per_thread", 1) == 1, processor="gpu")
    if not cells:
        raise NotMeasurable(f"no verified field in {dim}-D")
    largest = cells.sorted("n")[-1]
    return measured.exact(largest["n"], [largest], f"{largest.name} on {largest.machine}", is_answer=True)


FUNCTIONS = {f.__name__: f for f in (strips_as_rectangles, block_over_best, cell_time_over, largest_field)}

"""The judge of leist_2009.json on fields that no kind of plots/judge.py covers."""

from __future__ import annotations

from plots.claims import Measured, NotMeasurable, quotient
from plots.families.cahn_hilliard.steps import any_flow, block, fastest, in_plane, step_interval_s, step_s
from plots.family import FamilyData


def strips_as_rectangles(data: FamilyData, variant: str, width: int) -> Measured:
    """The best strip of threads over the best rectangle, of widths that are multiples of `width`, in whichever flow most
    widths were tried: the best strip of a few is not the best strip."""
    data.need_gpu()
    records = any_flow(in_plane(data.timed)).where(variant=variant)
    records = records.where(lambda r: r["block_x"] % width == 0 and r["n"] >= data.judging["from"])
    pairs = []
    for (n, flow), alike in records.by("n", "flow"):
        strips, rectangles = alike.where(block_y=1), alike.where(lambda r: r["block_y"] > 1)
        if strips and rectangles:
            pairs.append((len(strips.values("block_x")), n, flow, fastest(strips), fastest(rectangles)))
    if not pairs:
        raise NotMeasurable(f"no n >= {data.judging['from']} with strips and rectangles of {variant}")
    widths, n, flow, strip, rectangle = max(pairs, key=lambda pair: pair[:2])
    (a_low, a_high), (b_low, b_high) = step_interval_s(strip), step_interval_s(rectangle)
    note = f"n = {n}, flow {flow}: best of {widths} strips, {strip['block_x']}, against {block(rectangle)}"
    return quotient(step_s(strip) / step_s(rectangle), a_low / b_high, a_high / b_low, note)


FUNCTIONS = {"strips_as_rectangles": strips_as_rectangles}

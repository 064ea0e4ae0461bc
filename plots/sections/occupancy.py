"""Time against the block, and against the occupancy of the multiprocessors that it gives: whether more warps are faster."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from matplotlib.axes import Axes

from plots.data import measured, select
from plots.data.records import Record, Records
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts import judge
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

BLOCK_AXES = ("block", "block_x", "block_y")
FEWEST_BLOCKS = 3
WIDE, HIGH = 0.13, 0.07  # of a panel, a number
LEAST_TOP = 1.1  # that a panel reaches, so that 1 % looks small


def figure(data: FamilyData, row_axis: str | None = None, **rule: Any) -> Iterator[Figure]:
    """The paper's kernels as printed but for the block; a row of panels each value of a workload axis. `rule`: what the cases
    have other than those of the family's claims."""
    records = _swept(data.run_with(lambda one: _swept(one, row_axis, rule)), row_axis, rule)
    if not records:
        return
    rows = dict(records.by(row_axis)) if row_axis else {(): records}
    canvas, panels = style.canvas(columns=2, rows=len(rows), height_in=2.5 if len(rows) > 1 else 3.4, share_y=True)
    looks, over = style.colours(select.order(data.cases)), {}
    for (value, group), by_block, by_occupancy in zip(rows.items(), panels[::2], panels[1::2]):
        for variant, name in select.order(group).items():
            each = sorted(group.where(variant=variant), key=_threads)
            over |= dict(zip(each, measured.over_fastest([measured.time(r) for r in each])))
            within = [(over[r].value, over[r].low, over[r].high) for r in each]
            for axes, x, line in ((by_block, _threads, "-"), (by_occupancy, _occupancy, "none")):
                style.curve(axes, [x(r) for r in each], within, *looks[variant], label=name, linestyle=line)
        style.log_log(by_block)
        style.log_axis(by_occupancy.yaxis)
        style.ticks_at(by_block.xaxis, map(_threads, group), 2)
        by_block.set(
            ylabel="time / that of the best block", title=f"{data.name}, {row_axis} {value[0]}" if value else ""
        )
        by_block.set_ylim(top=max(by_block.get_ylim()[1], LEAST_TOP))
        by_occupancy.set_xlim(0, 1.15)
        _number(by_occupancy, {r: over[r].value for r in group}, looks)
    panels[-2].set_xlabel("threads a block")
    panels[-1].set_xlabel("occupancy of a multiprocessor")
    style.legend_below(canvas, panels[0], columns=4)
    size = records[0].size_axis
    sizes = " and ".join(f"{n}" for n in records.values(size))
    yield Figure(
        f"{data.name}_occupancy",
        "Time against the block and against the occupancy of a multiprocessor",
        f"{data.where}, {size} {sizes}, as printed but for the block. Occupancy: the warps that a multiprocessor holds at once,"
        f" of the most that it could; the numbers are threads a block, where there is room. Bars: 95 % intervals of the ratio.",
        canvas,
        times=records,
    )


def _swept(data: FamilyData, row_axis: str | None, rule: Rule) -> Records:
    """Of each kernel, and each value of the row's axis, the fastest shape of each block at the size that has most blocks."""
    of_blocks = data.judging | {"tuning": "printed", "free": BLOCK_AXES} | rule
    records = select.of_paper(judge.cases(of_blocks, data)).where(lambda r: r.data["launch"] is not None)
    alike = records.grouped(lambda r: (r.case, *(pair for pair in r.tuning if pair[0] not in BLOCK_AXES)))
    sweeps = [Records(same.quickest() for same in group.grouped(_threads).values()) for group in alike.values()]
    chosen: dict[tuple, Records] = {}
    for blocks in sorted(sweeps, key=lambda each: (len(each), each[0].get(each[0].size_axis, 0))):
        if len(blocks) >= FEWEST_BLOCKS:
            chosen[blocks[0].variant, blocks[0].get(row_axis)] = blocks
    return Records(r for blocks in chosen.values() for r in blocks)


def _threads(r: Record) -> int:
    return math.prod(r.data["launch"]["block"])


def _occupancy(r: Record) -> float:
    return r.data["launch"]["occupancy"]


def _number(axes: Axes, over: dict[Record, float], looks: style.Looks) -> None:
    """The threads of each block at its point, but for those that would run into another's number or into a point."""
    low, high = map(math.log, axes.get_ylim())
    points = {r: (_occupancy(r), (math.log(ratio) - low) / (high - low)) for r, ratio in over.items()}
    placed: list[tuple[float, float]] = []
    for r, (x, y) in points.items():
        beside = [other for other in points.values() if 0.01 < other[0] - x < WIDE]
        near = [other for other in placed if abs(other[0] - x) < WIDE]
        if all(abs(other - y) > HIGH for _, other in beside + near):
            placed.append((x, y))
            look = {"textcoords": "offset points", "va": "center", "fontsize": 7.5, "color": looks[r.variant][0]}
            axes.annotate(f"{_threads(r)}", (x, math.exp(low + y * (high - low))), (5, 0), **look)

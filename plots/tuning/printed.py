"""The papers' blocks beside the fastest ones: what a reader loses who takes the printed block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plots.output.tables import Share, Table
from plots.tuning.space import Space, Trial, plain

LEAST_BLOCKS = 4  # a sweep over fewer says nothing of the best


def table(spaces: Iterable[Space]) -> Table:
    """A row a case that was tried with the paper's block and with others, all else equal. Axes of a block are called
    block or block_x, block_y, block_z in every family."""
    rows = []
    for space in spaces:
        block = {axis: value for axis, value in space.printed.items() if axis.split("_")[0] == "block"}
        rest = {axis: value for axis, value in space.printed.items() if axis not in block}
        if block and (row := _row(space, block, rest)):
            rows.append(row)
    heads = ["case", "ran on", "all else", "paper's block", "time (us)", "fastest block", "time of that (us)", "lost"]
    heads += ["fastest tuning of all", "time of all's (us)", "lost to it"]
    return Table(
        "printed_blocks",
        "The papers' blocks against the fastest",
        heads,
        rows,
        "All else: the other tuning axes, the same for both blocks; as printed where that was swept. Lost: time with the paper's block over the fastest's.",
    ).filled()


def _row(space: Space, block: dict[str, int], form: dict[str, Any]) -> list | None:
    """As near to the printed form as blocks were swept; of several forms the one with most blocks, then the fastest."""
    groups: dict[tuple, list[Trial]] = {}
    for t in space.timed:
        rest = tuple((n, v) for n, v in t.configuration.items() if n not in block)
        groups.setdefault(rest, []).append(t)
    usable = [(rest, g) for rest, g in groups.items() if len(g) >= LEAST_BLOCKS and _at(g, block)]
    if not usable:
        return None

    def nearness(item: tuple[tuple, list[Trial]]) -> tuple[int, int, float]:
        rest, group = item
        return -sum(form.get(n, v) != v for n, v in rest), len(group), -_at(group, block).time_s

    rest, group = max(usable, key=nearness)
    as_printed, fastest = _at(group, block), min(group, key=lambda t: t.time_s)
    best = min(space.timed, key=lambda t: t.time_s)
    more = best.time_s < fastest.time_s
    return [
        space.name,
        space.where,
        ", ".join(f"{n}={plain(v)}" for n, v in rest) or None,
        " x ".join(map(str, block.values())),
        as_printed.time_s * 1e6,
        " x ".join(str(fastest.configuration[a]) for a in block),
        fastest.time_s * 1e6,
        Share(as_printed.time_s / fastest.time_s - 1),
        space.in_words(best) if more else None,
        best.time_s * 1e6 if more else None,
        Share(as_printed.time_s / best.time_s - 1) if more else None,
    ]


def _at(group: list[Trial], block: dict[str, int]) -> Trial | None:
    return next((t for t in group if all(t.configuration.get(a) == v for a, v in block.items())), None)

"""What a search's launches keep busy, from the hardware counters of one search in the widest graph."""

from __future__ import annotations

from collections.abc import Iterator

from plots import counters
from plots.counters import Counters
from plots.families.apsp.choose import KERNELS, NAMES
from plots.family import FamilyData
from plots.records import Record
from plots.tables import Table

IDLE_BELOW = 0.3  # busiest part: below, a launch waits rather than works


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
    yield "What the launches wait for, from these counters:\n\n" + "\n".join(f"- {_told(r, c)}" for r, c in found)


def _longest(c: Counters) -> Counters:
    return Counters((max(c.launches, key=lambda launch: launch["gpu__time_duration.sum"]),))


def _told(r: Record, c: Counters) -> str:
    one = _longest(c)
    part, share = one.busiest
    text = f"{NAMES[r.variant]}: one launch takes {one.time_s * 1e6:.3g} us of {c.time_s * 1e6:.3g}; its busiest part is {part} at {share:.0%}"
    if one.warps_active is not None:
        text += f", with {one.warps_active:.0%} of the possible warps"
    if one.threads is not None:
        text += f" and {one.threads:.0f} of 32 threads an instruction"
    text += "."
    if share < IDLE_BELOW:
        text += " Nothing is near its limit: a thread walks the whole list of a vertex, and the launch ends with the longest"
        text += f"; most warps wait for {one.waits_for}." if one.waits_for else "."
    return text

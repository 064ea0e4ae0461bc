"""Which records answer a question: the same few choices for every family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from plots.data.records import Record, Records


def order(records: Iterable[Record]) -> dict[str, str]:
    """Variant id -> the name that readers are shown: the paper's GPU variants by label, then ours, then the CPU's."""
    first = {r.variant: r for r in records}
    ranked = sorted(first.values(), key=lambda r: (r.processor == "cpu", r.name == r.variant, r.name))
    return {r.variant: r.name for r in ranked}


def of_paper(records: Records) -> Records:
    """Those of the GPU variants that the paper has."""
    return records.where(lambda r: bool(r.data["paper"]["label"]), processor="gpu")


def as_printed(records: Records, free: Iterable[str] = ()) -> Records:
    """As the paper runs them: its variants at its own tuning point; ours at the values that its points have in common.

    An axis in `free` may take any value, as the axes may that the paper leaves open.
    """
    points = {r.variant: r.paper_tuning for r in records if r.data["paper"]["label"]}
    every = {axis for point in points.values() for axis in point}
    values = {axis: {point[axis] for point in points.values() if axis in point} for axis in every}
    shared = {axis: next(iter(each)) for axis, each in values.items() if len(each) == 1}

    def is_printed(r: Record) -> bool:
        point = r.paper_tuning if r.data["paper"]["label"] else shared
        return all(r.get(axis, value) == value for axis, value in point.items() if axis not in free)

    return records.where(is_printed)


def standard(records: Records, free: Iterable[str] = ()) -> Records:
    """Those of the one workload that most records have (single precision first if even), so that a sweep of something
    else does not mix in. The size axis and those in `free` may take any value."""
    if not records:
        return records
    open_axes = {*free, *(r.size_axis for r in records)}

    def workload(r: Record) -> tuple:
        return tuple((axis, str(value)) for axis, value in r.workload if axis not in open_axes)

    count = Counter(map(workload, records))
    chosen = max(count, key=lambda w: (count[w], ("precision", "float") in w, w))
    return records.where(lambda r: workload(r) == chosen)


def common(axis: str, *each: Records, least: float = 0) -> list:
    """The values of an axis that all of these have, ascending, from `least` on."""
    shared = set.intersection(*(set(records.values(axis)) for records in each)) if each else set()
    return sorted(value for value in shared if value >= least)


def largest_common(axis: str, *each: Records, least: float = 0):
    """The last of `common`, or None."""
    return max(common(axis, *each, least=least), default=None)

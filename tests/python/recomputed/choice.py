"""Which cases a judge looks at: those of the paper, `where`, the setting that most have, the paper's form."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from .measured import Measured, NotMeasured, mean, time_of
from .runs import Case

PaperCases = Callable[[Iterable[Case]], list[Case]]


def meets(case: Case, where: dict) -> bool:
    return all(axis in case.axes and case.axes[axis] == value for axis, value in where.items())


def that_meet(cases: Iterable[Case], where: dict, variant: str | None = None) -> list[Case]:
    return [case for case in cases if variant in (None, case.variant) and meets(case, where)]


def candidates(cases: Iterable[Case], judge: dict, paper_cases: PaperCases = list) -> list[Case]:
    found = that_meet(paper_cases(cases), judge.get("where", {}))
    if judge.get("vary") != "all":
        over = judge.get("over", [])
        found = usual_setting(found, {*judge.get("vary", []), *([over] if isinstance(over, str) else over)})
    if judge.get("tuning") == "printed":
        found = as_printed(found, judge.get("free", ()))
    return found


def usual_setting(cases: list[Case], but: Iterable[str] = ()) -> list[Case]:
    """The cases of the setting that most have; the size may differ, and the axes in `but`."""
    settings = [case.setting({*but, case.size_axis}) for case in cases]
    if not settings:
        return []
    count = Counter(settings)
    most = max(count.values())
    usual = max((s for s in count if count[s] == most), key=lambda s: (("precision", "float") in s, str(s)))
    return [case for case, setting in zip(cases, settings) if setting == usual]


def as_printed(cases: list[Case], free: Iterable[str] = ()) -> list[Case]:
    """The paper's variants at its own tuning; others at what its variants have in common."""
    values = defaultdict(set)
    for case in cases:
        for axis, value in case.printed_point.items() if case.of_paper else ():
            values[axis].add(value)
    common = {axis: next(iter(each)) for axis, each in values.items() if len(each) == 1}

    def is_printed(case: Case) -> bool:
        point = case.printed_point if case.of_paper else common
        return all(case.axes.get(axis, value) == value for axis, value in point.items() if axis not in free)

    return [case for case in cases if is_printed(case)]


def of_side(cases: list[Case], side) -> list[list[Case]]:
    """The alternatives of one side of a comparison, of which the fastest counts."""
    if isinstance(side, list):
        return [alternative for one in side for alternative in of_side(cases, one)]
    if isinstance(side, str):
        side = {"variant": side}
    found = that_meet(cases, side.get("where", {}), side.get("variant"))
    return [[case for case in found if side.get("processor") in (None, case.processor)]]


def by_axis(cases: Iterable[Case], axis: str) -> dict:
    """Its values, ascending -> the cases."""
    groups = defaultdict(list)
    for case in cases:
        groups[case.variant if axis == "variant" else case.axes.get(axis)].append(case)
    groups.pop(None, None)
    return dict(sorted(groups.items()))


def by_size(cases: Iterable[Case], judge: dict) -> dict:
    """From `from` on."""
    sizes = defaultdict(list)
    for case in cases:
        if case.size >= judge.get("from", 0):
            sizes[case.size].append(case)
    return dict(sorted(sizes.items()))


def to_named_size(cases: Iterable[Case], judge: dict) -> dict:
    """As `by_size`, up to `at`, which must be there."""
    sizes = by_size(cases, judge)
    at = judge.get("at", max(sizes, default=0))
    if at not in sizes:
        raise NotMeasured(f"not at {at}")
    return {size: each for size, each in sizes.items() if size <= at}


def fastest(cases: Iterable[Case], judge: dict) -> Measured:
    """The least time; with `mean_over` the least mean over that axis, all other axes alike, over most of its values."""
    axis, groups = judge.get("mean_over"), defaultdict(list)
    for i, case in enumerate(cases):
        others = tuple(sorted((a, v) for a, v in case.axes.items() if a != axis))
        groups[(case.variant, others) if axis else i].append(_scaled(case, judge))
    if not groups:
        raise NotMeasured("no case")
    most = max(map(len, groups.values()))
    return min((mean(each) for each in groups.values() if len(each) == most), key=lambda time: time.value)


def _scaled(case: Case, judge: dict) -> Measured:
    """A search's time stands for all sources, where it was timed from some of them; Floyd's is of all."""
    time = time_of(case)
    if case.family == "apsp" and "floyd" not in case.variant:
        time = time.times(case.answer("vertices") / case.answer("sources"))
    return time.times(1 / case.axes[judge["per"]]) if "per" in judge else time

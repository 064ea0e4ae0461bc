"""Variants of ours beside the paper's on the same work: how much faster than its best, as printed and tuned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from plots.data import measured
from plots.data.records import Record, Records
from plots.output import style
from plots.output.figures import Figure
from plots.output.tables import Interval, Table
from plots.verdicts.family import FamilyData, where

TIME: Callable[[Record], float] = attrgetter("time_s")
WORKLOAD: Callable[[Record], Hashable] = attrgetter("workload")


@dataclass(frozen=True)
class Contest:
    """The fastest of each kind at one workload, by `time_s`."""

    printed: Record | None
    tuned: Record
    ours: dict[str, Record]  # by name, the fastest first
    time_s: Callable[[Record], float]

    @property
    def size(self) -> float:
        return self.tuned[self.tuned.size_axis]

    def gain(self, ours: Record) -> float:
        """Over the paper's best at its best setting."""
        return self.time_s(self.tuned) / self.time_s(ours)

    def gain_within(self, ours: Record) -> tuple[float, float, float]:
        """The same with the ends of its interval."""
        theirs, mine = (measured.time(r).scaled(self.time_s(r) / r.time_s) for r in (self.tuned, ours))
        over = theirs / mine
        return self.gain(ours), over.low, over.high


def is_of_paper(r: Record) -> bool:
    """Of one of its own variants, whatever the tuning."""
    return bool(r.data["paper"]["label"])


def named(records: Records, apart: str | None = None, time_s: Callable[[Record], float] = TIME) -> dict[str, Record]:
    """The fastest of each variant, and of each value of a tuning axis that it has; the fastest of all first."""
    names: dict[str, Record] = {}
    for r in sorted(records, key=time_s):
        names.setdefault(f"{r.variant}, {apart} {r[apart]}" if apart in r.axes else r.variant, r)
    return names


def of_setups(records: Records, same: Callable[[Record], Hashable] = WORKLOAD) -> Iterator[tuple[Hashable, Records]]:
    """Timed records of one work, board and build, with what `same` says of them; of one work the latest last."""
    in_time = Records(sorted(records.timed(), key=lambda r: r.run.header["utc"]))
    for (work, _), group in in_time.grouped(lambda r: (same(r), r.run.setup)).items():
        yield work, group


def contests(
    records: Records,
    apart: str | None = None,
    same: Callable[[Record], Hashable] = WORKLOAD,
    time_s: Callable[[Record], float] = TIME,
) -> list[Contest]:
    """One for each workload that the paper's GPU variants and ours have both run on one board by one build, the latest that
    did; in order of size. `apart`: a tuning axis whose values differ in what there is to do, so that each counts as a variant
    of its own. `same`, `time_s`: which records did the same work, and in what time, where samples of it were timed. What several
    GPUs can share stands apart: a contest is one GPU's."""
    latest = {}
    for work, group in of_setups(records.where(lambda r: "gpus" not in r.axes, processor="gpu"), same):
        paper, ours = group.where(is_of_paper), group.where(lambda r: not is_of_paper(r))
        if not paper or not ours:
            continue
        printed = min((r for r in paper if r.is_printed), key=time_s, default=None)
        latest[work] = Contest(printed, min(paper, key=time_s), named(ours, apart, time_s), time_s)
    return sorted(
        latest.values(), key=lambda c: (*(str(v) for a, v in c.tuned.workload if a != c.tuned.size_axis), c.size)
    )


def where_of(each: list[Contest]) -> str:
    """What they were measured on."""
    return where(Records(c.tuned for c in each))


def _varying_axes(each: list[Contest]) -> list[str]:
    """The workload axes, other than the size, that are not the same in all."""
    values = defaultdict(set)
    for contest in each:
        for axis, value in contest.tuned.workload:
            values[axis].add(value)
    return [axis for axis in sorted(values) if len(values[axis]) > 1 and axis != each[0].tuned.size_axis]


def table(data: FamilyData, records: Records, note: str, apart: str | None = None) -> Table:
    """A row each workload and variant of ours; no rows where nothing can be compared. `apart`: as in contests()."""
    compared, rows = contests(records, apart), []
    size_axis, others = (compared[0].tuned.size_axis, _varying_axes(compared)) if compared else ("", [])
    for contest in compared:
        for name, r in contest.ours.items():
            row = [contest.size, *(r[axis] for axis in others)]
            row += [contest.printed.name, contest.printed.time_s * 1e3] if contest.printed else [None, None]
            best = contest.tuned.name + ", as printed" * (contest.tuned is contest.printed)
            row += [best, contest.tuned.time_s * 1e3]
            row += [name, r.time_s * 1e3, Interval(*(t * 1e3 for t in r.interval_s)), contest.gain(r)]
            work = r.data["work"] or {}
            row += [work["items"] / r.time_s, f"{work['item']}s"] if work.get("items") else [None, None]
            rows.append([*row, r.setting])
    heads = [
        size_axis,
        *others,
        "as printed, best",
        "as printed (ms)",
        "tuned, best",
        "tuned (ms)",
        "ours",
        "ours (ms)",
    ]
    heads += ["95 % interval (ms)", "tuned / ours", "items per s", "items", "ours tuned to"]
    title = f"Our variants against the paper's best, {where_of(compared)}"
    return Table(f"{data.name}_beyond", title, heads, rows, note, fold=False)


def figure(
    data: FamilyData, records: Records, size_label: str, panel_axis: str, apart: str | None = None
) -> Iterator[Figure]:
    """Gain over the paper's best tuned variant along the size, a panel each value of a workload axis."""
    compared, panels = contests(records, apart), defaultdict(list)
    for contest in compared:
        panels[contest.tuned[panel_axis]].append(contest)
    if not any(len(group) > 1 for group in panels.values()):
        return
    canvas, every_axes = style.canvas(columns=len(panels), share_y=True)
    looks = style.colours(sorted({name for group in panels.values() for c in group for name in c.ours}))
    for axes, (value, group) in zip(every_axes, sorted(panels.items())):
        for name, (colour, marker) in looks.items():
            own = sorted((c for c in group if name in c.ours), key=lambda c: c.size)
            gains = [c.gain_within(c.ours[name]) for c in own]
            style.curve(axes, [c.size for c in own], gains, colour, marker, label=name, linestyle="-")
        axes.axhline(1, color=style.GREY, lw=1, ls=":")
        axes.set(xlabel=size_label, title=f"{panel_axis} {value:g}")
        style.log_log(axes)
        style.ticks_at(axes.xaxis, [c.size for c in group], len(panels))
    every_axes[0].set_ylabel("times faster than the paper's best, tuned")
    style.legend_below(canvas, every_axes[0], columns=4)
    yield Figure(
        f"{data.name}_beyond",
        "Speed-up of our variants over the paper's best",
        f"{where_of(compared)}. Time of the paper's fastest variant over the time of ours, each at its best setting, on the same"
        " work. Above the dotted line ours is faster. Bars: 95 % intervals of the ratio.",
        canvas,
        times=Records(r for c in compared for r in (c.tuned, *c.ours.values())),
    )

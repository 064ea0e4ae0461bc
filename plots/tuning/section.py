"""The report's part on tuning: a row and a picture a case."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from plots.data.records import Records
from plots.files.errors import InputError
from plots.output.figures import Figure
from plots.output.pages import Fold, Part, Section
from plots.output.tables import Interval, Share, Table, share
from plots.tuning import aims, figures, printed
from plots.tuning.space import EXHAUSTIVE, Space, Trial, of_records, sweeps

MOST_FIGURES = 12
Spaces = dict[tuple[str, str], Space]  # by case and device


def section(
    files: list[Space], tuned: Records, swept: Records, draw: bool, pair: tuple[str, str] | None = None
) -> Section | None:
    """`files`: from T4 files. `tuned`: records of tuning runs, in order. `swept`: those of ordinary runs."""
    every = of_records(tuned)
    searches = [s for s in every if s.timed and s.is_of_time]
    whole = sweeps(swept, searches)
    # A sweep by the tuner is what its searches are held to, and stands for itself where there are none.
    searched = {(s.name, s.where) for s in searches if s.strategy != EXHAUSTIVE}
    spaces = files + [s for s in searches if s.strategy != EXHAUSTIVE or (s.name, s.where) not in searched]
    again = {(s.name, s.where): s for s in of_records(swept.where(lambda r: "--tuned" in r.run.header["argv"]))}
    beside = [table for table in (aims.table(every), printed.table(whole.values())) if table.rows]
    if pair:
        known = sorted({name for s in spaces for name in s.parameters})
        unknown = [name for name in pair if name not in known]
        if unknown:
            raise InputError(
                f"--heat: no space has a parameter {unknown[0]!r} that varies; known: {', '.join(known) or 'none'}"
            )
    if not spaces and not beside:
        return None
    return Section("Tuning", _parts(spaces, whole, again, beside, draw, pair))


def _parts(
    spaces: list[Space], whole: Spaces, again: Spaces, beside: list[Table], draw: bool, pair: tuple[str, str] | None
) -> Iterator[Part]:
    compared = _comparisons(spaces, whole)
    if compared:
        yield _summary(compared)
    if spaces:
        yield _found(spaces, again)
    if compared:
        yield _against_sweeps(compared)
    yield from beside
    if draw and spaces:
        yield from _pictures(spaces, whole, pair)


def _pictures(spaces: list[Space], whole: Spaces, pair: tuple[str, str] | None) -> Iterator[Part]:
    """Of each family the case with most trials in the open, the others folded."""
    shown = sorted(spaces, key=lambda s: -len(s.searched))[:MOST_FIGURES]
    if len(spaces) > len(shown):
        yield f"Pictures of the {len(shown)} cases with most trials; the tables have all."
    yield figures.HOW_TO_READ

    def figure(i: int) -> Figure:
        space = shown[i]
        asked = pair if pair and set(pair) <= set(space.parameters) else None
        return figures.figure(space, whole.get((space.name, space.where)), f"tuning_{i + 1:02}", asked)

    for family in dict.fromkeys(space.family for space in shown):
        first, *others = (i for i, space in enumerate(shown) if space.family == family)
        yield figure(first)
        if others:
            yield Fold(f"{len(others)} more of {family or 'these'}", map(figure, others))


def _found(spaces: list[Space], again: Spaces) -> Table:
    rows = []
    for s in spaces:
        decided, once_more = s.decided, again.get((s.name, s.where))
        retimed = once_more.time_of(s.best.configuration) if once_more and once_more.timed else None
        rows.append(
            [
                s.name,
                s.where or None,
                s.strategy or None,
                len(s.searched),
                decided.configurations if decided else None,
                s.failures or None,
                s.in_words(s.best),
                s.best.time_s * 1e6,
                Interval(decided.low_s * 1e6, decided.high_s * 1e6) if decided else _interval(s.best),
                ("yes" if decided.as_expected else "no") if decided else None,
                retimed[0] * 1e6 if retimed else None,
                len(s.tied),
                decided.default_over_winner if decided else None,
            ]
        )
    heads = ["case", "ran on", "strategy", "trials", "configurations", "failed", "winner", "time (us)", "expected (us)"]
    heads += ["as expected", "in another process (us)", "tied", "default tuning / winner"]
    return Table(
        "tuning",
        "What tuning found",
        heads,
        rows,
        "Time: the winner's, measured anew after it was chosen. Expected: by its rounds in the finals; of other files the"
        " 95 % interval. Tied: finalists, the winner among them, that are not told apart from it. Default: the tuning that"
        " is taken when none is asked for, timed side by side with the winner.",
    ).filled()


def _interval(trial: Trial) -> Interval:
    return Interval(trial.low_s * 1e6, trial.high_s * 1e6)


@dataclass(frozen=True)
class Comparison:
    """A search against the whole sweep of its case. Losses are relative: 0.01 is one percent slower."""

    search: Space
    sweep: Space
    lost_in_sweep: float | None
    lost_between_runs: float
    of_trials: float
    of_time: float | None

    @property
    def lost(self) -> float:
        return self.lost_between_runs if self.lost_in_sweep is None else self.lost_in_sweep


def _comparisons(spaces: list[Space], whole: Spaces) -> list[Comparison]:
    comparisons = []
    for s in spaces:
        full = whole.get((s.name, s.where))
        if full is None or full is s or not full.timed:
            continue
        times = full.time_of(s.best.configuration)
        comparisons.append(
            Comparison(
                s,
                full,
                times[0] / times[1] - 1 if times else None,
                s.best.time_s / full.best.time_s - 1,
                len(s.searched) / len(full.searched),
                s.cost_s / full.cost_s if s.cost_s and full.cost_s else None,
            )
        )
    return comparisons


def _against_sweeps(compared: list[Comparison]) -> Table:
    """What the search lost in time and saved in effort."""
    rows = [
        [
            c.search.name,
            len(c.sweep.searched),
            len(c.search.searched),
            Share(c.of_trials),
            share(c.of_time),
            c.sweep.in_words(c.sweep.best),
            c.sweep.best.time_s * 1e6,
            share(c.lost_in_sweep),
            Share(c.lost_between_runs),
        ]
        for c in compared
    ]
    heads = ["case", "swept", "trials of the tuner", "of the sweep", "of its time", "best of the sweep", "time (us)"]
    return Table(
        "tuning_against_sweep",
        "The tuner against the exhaustive sweep: what it lost, what it saved",
        [*heads, "lost, by the sweep's times", "lost, by both runs' times"],
        rows,
        "Lost, by the sweep's times: the winner's time in the sweep over the sweep's best. By both runs' times: as each"
        " run measured its own best, which the drift between runs moves either way.",
    )


def _summary(compared: list[Comparison]) -> Table:
    """A row a family."""
    rows = []
    for family in sorted({c.search.family for c in compared}):
        mine = [c for c in compared if c.search.family == family]
        lost, times = sorted(c.lost for c in mine), [c.of_time for c in mine if c.of_time is not None]
        held = [c.search.decided.as_expected for c in mine if c.search.decided]
        gains = [
            c.search.decided.default_over_winner
            for c in mine
            if c.search.decided and c.search.decided.default_over_winner
        ]
        rows.append(
            [
                family,
                len(mine),
                sum(v <= 0.01 for v in lost),
                Share(lost[len(lost) // 2]),
                Share(lost[-1]),
                Share(sum(c.of_trials for c in mine) / len(mine)),
                Share(sum(times) / len(times)) if times else None,
                f"{sum(held)} of {len(held)}" if held else None,
                math.exp(sum(map(math.log, gains)) / len(gains)) if gains else None,
            ]
        )
    heads = ["family", "cases", "within 1 %", "median loss", "worst loss", "of the sweep's trials", "of its time"]
    return Table(
        "tuning_summary",
        "The tuner against the exhaustive sweep, by family",
        [*heads, "winner's time as expected", "default tuning / winner"],
        rows,
        "Loss: the winner's time in the sweep over the sweep's best. Default over winner: geometric mean.",
    )

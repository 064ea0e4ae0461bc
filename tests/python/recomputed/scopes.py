"""Which runs a claim is judged over: one that has all it needs, else those of one board and build, else all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from .measured import Measured, NotMeasured
from .runs import Case, Run


@dataclass(frozen=True)
class Scope:
    """The cases of some runs, and the answers and the profiled cases of all, which do not depend on the run. `everywhere`: those of
    all runs on GPUs, and those of the others."""

    cases: list[Case]
    answers: list[Case]
    profiled: list[Case]
    everywhere: tuple[list[Case], ...] = ()

    @cached_property
    def timed(self) -> list[Case]:
        return [case for case in self.cases if case.timed]


def scopes(runs: Iterable[Run], family: str) -> list[list[Scope]]:
    """The best first: single runs; those of one board and build; all."""
    runs = [run for run in runs if any(case.family == family for case in run.cases)]
    gpu, host = ([run for run in runs if run.is_gpu == is_gpu] for is_gpu in (True, False))
    everywhere = tuple(_latest(each, family) for each in (gpu, host))
    answers = [case for each in everywhere for case in each if case.correct]
    profiled = _latest([run for run in gpu if run.launches], family)
    levels = [[run] for run in gpu], _by_board_and_build(gpu), [gpu]
    return [[Scope(_latest(group, family), answers, profiled, everywhere) for group in level] for level in levels]


def judged_over(levels: list[list[Scope]], measure: Callable[[Scope], Measured]) -> Measured | None:
    """At the first level that has all it needs, of several there the one that ranks highest."""
    for level in levels:
        found = []
        for scope in level:
            try:
                found.append(measure(scope))
            except NotMeasured:
                continue
        if found:
            return max(found, key=lambda one: one.rank).widened()
    return None


def _by_board_and_build(runs: list[Run]) -> Iterable[list[Run]]:
    groups = defaultdict(list)
    for run in runs:
        groups[run.board, run.build].append(run)
    return groups.values()


def _latest(runs: list[Run], family: str) -> list[Case]:
    """Of a case that several runs have the latest; one that was only verified does not hide a time."""
    latest: dict[tuple, Case] = {}
    for run in sorted(runs, key=lambda each: each.header["utc"]):
        for case in run.cases:
            name = case.variant, tuple(sorted(case.axes.items()))
            hides_a_time = case.correct and not case.timed and name in latest and latest[name].timed
            if case.family == family and not hides_a_time:
                latest[name] = case
    return [*latest.values()]

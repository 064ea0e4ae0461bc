"""Each published quantity of a family, computed once: claims, tables, figures and the terminal take it from here."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from plots.data.measured import Measured
from plots.data.records import Record
from plots.verdicts import judge
from plots.verdicts.claims import BOARD_SPREAD, NotMeasurable
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule


@dataclass(frozen=True)
class Source:
    """A quantity and the records that it was taken from: a run's, where one has all that it needs."""

    measured: Measured
    scope: FamilyData


class Published:
    """`levels`: what a quantity may rest on, the best first (FamilyData.scopes)."""

    def __init__(self, levels: list[list[FamilyData]]) -> None:
        self._levels = levels
        self._printed: dict[str, Source | NotMeasurable] = {}
        self._tuned: dict[str, Measured | None] = {}

    def measured(self, rule: Rule) -> Measured:
        """As the paper prints it. NotMeasurable with the reason if no records tell."""
        return self.source(rule).measured

    def source(self, rule: Rule) -> Source:
        key = _key(rule)
        if key not in self._printed:
            self._printed[key] = self._find(rule)
        found = self._printed[key]
        if isinstance(found, NotMeasurable):
            raise found
        return found

    def tuned(self, rule: Rule) -> Measured | None:
        """The same of the tuned forms: of the same records or else of their board and build; None where it is no other."""
        key = _key(rule)
        if key not in self._tuned:
            self._tuned[key] = self._find_tuned(rule)
        return self._tuned[key]

    def _of_claims(self, rule: Rule, of: Callable[[Rule], Measured]) -> Measured:
        """Made of what claims measure, each in what it rests on."""
        if "claims" in rule:
            of_name = {claim["id"]: claim["judge"] for claim in self._levels[0][0].paper["claims"]}
            rules = [of_name[name] for name in rule["claims"]]
        else:
            rules = rule[judge.kind_of(rule)]
        made = judge.combined(rule, [of(each) for each in rules])
        return made if rule.get("pick", judge.MEAN) != judge.MEAN else crossing(made)

    def _find(self, rule: Rule) -> Source | NotMeasurable:
        if judge.of_claims(rule):
            try:
                return Source(self._of_claims(rule, self.measured), self._levels[-1][0])
            except NotMeasurable as why:
                return why
        reason = NotMeasurable("there are no records")
        for level in self._levels:
            sources = []
            for scope in level:
                try:
                    sources.append(Source(_measured(rule, scope), scope))
                except NotMeasurable as why:
                    reason = why
            if sources:
                return max(sources, key=_weight)
        return reason

    def _find_tuned(self, rule: Rule) -> Measured | None:
        source = self.source(rule)
        printed = source.measured
        if judge.of_claims(rule):
            tuned = self._of_claims(rule, lambda part: self.tuned(part) or self.measured(part))
            return None if _forms(tuned) <= _forms(printed) else tuned
        setups = _setups_of(printed.records)
        for scope in (source.scope, *(other for other in self._levels[1] if _setups_of(other.timed) <= setups)):
            try:
                tuned = _measured(rule, replace(scope, form="tuned"))
            except NotMeasurable:
                continue
            if not _forms(tuned) <= _forms(printed):
                return tuned
        return None


def _forms(measured: Measured) -> set[tuple]:
    return {(r.variant, r.tuning) for r in measured.records}


def _key(rule: Rule) -> str:
    return json.dumps(rule, sort_keys=True)


def _weight(source: Source) -> tuple:
    """Sorts last, of several runs, the one that extrapolates least, takes least from other runs, reaches the largest
    size, by most processes, with most cases; then the latest."""
    records = source.measured.records
    largest = max((r[r.size_axis] for r in records if r.size_axis in r.axes), default=0)
    processes = min((len(r.rounds_s) for r in records if r.is_timed), default=0)
    latest = max((r.run.header["utc"] for r in records), default="")
    runs = 0 if source.measured.is_answer else len({r.run.path for r in records})
    return -source.measured.extrapolated, -runs, largest, processes, len(records), latest


def _setups_of(records: Iterable[Record]) -> set[tuple]:
    """In a run on several boards a CPU variant is of none: beside a GPU's times of that run it adds no board."""
    records = list(records)
    on_gpu = {r.run.path for r in records if r.processor == "gpu" and "boards" in r.run.header}
    return {r.setup for r in records if r.processor == "gpu" or r.run.path not in on_gpu}


def _measured(rule: Rule, scope: FamilyData) -> Measured:
    """NotMeasurable if its interval has no end, as that of a quotient by what may be 0."""
    measured = crossing(judge.measure(rule, scope))
    if not all(map(math.isfinite, (measured.value, measured.low, measured.high))):
        raise NotMeasurable(f"an interval without an end: {measured.note}")
    return measured


def crossing(measured: Measured) -> Measured:
    """What times of several boards or builds are compared by is wider, and says so."""
    setups = _setups_of(measured.records)
    if measured.is_answer or len(setups) <= 1:
        return measured
    boards, builds = map(set, zip(*setups))
    words = " and ".join(
        f"{len(each)} {name}s" for name, each in (("board", boards), ("build", builds)) if len(each) > 1
    )
    ends = measured.low, measured.high
    if len(boards) > 1:
        spread = BOARD_SPREAD * abs(measured.value)
        ends = min(ends[0], measured.value - spread), max(ends[1], measured.value + spread)
    return replace(measured, low=ends[0], high=ends[1], note=f"{measured.note}; crosses {words}")


def basis(measured: Measured) -> str:
    """The runs that a number rests on."""
    return ", ".join(sorted({r.run.path.name for r in measured.records}))

"""The fewest recorded cases, in the fewest processes, on which the ledger decides a claim as on all that there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import ModuleType

from plots.data.records import Record, Records, Run
from plots.plan.costs import Costs
from plots.verdicts import claims, judge, ledger
from plots.verdicts.claims import Claim
from plots.verdicts.sorting import data_of
from plots.verdicts.words import DECIDED, Verdict

PROCESSES = (1, 3, 5)  # three is the fewest whose interval is of use (harness/sweep/processes/process_plan.cpp)
SAMPLING_AXES = ("instance", "seed")  # whose values are drawn alike: one of them may do


@dataclass(frozen=True)
class Basis:
    """What decides a claim: these cases, each in so many processes."""

    claim: Claim
    records: tuple[Record, ...]
    processes: int


class Family:
    """The recorded GPU runs of a family, and its claims."""

    def __init__(self, name: str, runs: list[Run], records: Records, module: ModuleType | None) -> None:
        self.name, self.module = name, module
        self.records = records.where(lambda r: r.family == name and r.run.is_gpu)
        self.runs = [run for run in runs if run.is_gpu]

    def decided(self) -> Iterator[Verdict]:
        """Those that a plain run can decide: by times and answers of GPU runs."""
        data = data_of(self.name, claims.paper_of(self.name), self.records, self.runs, module=self.module)
        for verdict in ledger.verdicts(data):
            if verdict.verdict in DECIDED and verdict.measured.records:
                yield verdict

    def judged(self, claim: Claim, records: list[Record], processes: int) -> str:
        """The verdict on these cases alone, measured in one run by so many processes."""
        run = Run(Path("plan"), self.runs[-1].header)
        alone = Records(_measured_by(r, processes, run) for r in records)
        data = data_of(self.name, claims.paper_of(self.name), alone, [run], module=self.module)
        return ledger.verdict(claim, data.published).verdict

    def basis(self, verdict: Verdict, costs: Costs) -> Basis | None:
        """The cheapest of few instances or all, at the fewest sizes, in few processes or more; None if none of them
        decides alike."""
        alone = self._one_answer(verdict, costs)
        if alone:
            return Basis(verdict.claim, (alone,), 1)
        rests = list({r.key: r for r in verdict.measured.records}.values())
        for processes in PROCESSES:
            alike = lambda records: self.judged(verdict.claim, records, processes) == verdict.verdict  # noqa: E731
            for records in (*_of_one_draw(rests), rests):
                if alike(records):
                    sizes = _by_size(records, verdict.claim)
                    needed = _fewest(sizes, costs, lambda some: alike([*chain(*some)]))
                    return Basis(verdict.claim, tuple(chain(*needed)), processes)
            beside = self._beside(rests)
            if alike(rests + beside):
                beside = _fewest([[r] for r in beside], costs, lambda some: alike([*rests, *chain(*some)]))
                return Basis(verdict.claim, (*rests, *chain(*beside)), processes)
        return None

    def _one_answer(self, verdict: Verdict, costs: Costs) -> Record | None:
        """The cheapest case that alone answers as all do, where an answer decides and no time."""
        if not verdict.measured.is_answer:
            return None
        cases = sorted(self.records.correct(), key=lambda r: costs.case_s(r) + costs.input_s(r))
        return next((r for r in cases if self.judged(verdict.claim, [r], 1) == verdict.verdict), None)

    def _beside(self, rests: list[Record]) -> list[Record]:
        """The other cases of the same runs: a claim on the fastest of several needs those that are not it, too."""
        keys, runs = {r.key for r in rests}, {id(r.run) for r in rests}
        return list({r.key: r for r in self.records if id(r.run) in runs and r.key not in keys}.values())


def _of_one_draw(records: list[Record]) -> Iterator[list[Record]]:
    for axis in SAMPLING_AXES:
        values = Records(records).values(axis)
        if len(values) > 1:
            yield [r for r in records if r.get(axis, values[0]) == values[0]]


def _by_size(records: list[Record], claim: Claim) -> list[list[Record]]:
    """Groups of which some may do: of a curve all that there is at each size; a statement about several sizes takes all."""
    is_of_sizes = any(r.size_axis in judge.ranges_over(claim.judge) for r in records)
    groups = Records(records).grouped(lambda r: r.get(r.size_axis)).values()
    return [records] if is_of_sizes else list(map(list, groups))


def _fewest(
    parts: list[list[Record]], costs: Costs, enough: Callable[[list[list[Record]]], bool]
) -> list[list[Record]]:
    """None of these can be left out; the dearest are left out first."""
    parts = sorted(parts, key=lambda part: sum(map(costs.case_s, part)), reverse=True)
    size = len(parts)
    while size:
        at = 0
        while at < len(parts):
            fewer = parts[:at] + parts[at + size :]
            if enough(fewer):
                parts = fewer
            else:
                at += size
        size //= 2
    return parts


def _measured_by(r: Record, processes: int, run: Run) -> Record:
    """As so many of its processes measured it."""
    if not r.is_timed or "processes" not in r.data["measurement"]:
        return Record(r.data, run)
    measurement = r.data["measurement"] | {"processes": r.data["measurement"]["processes"][:processes]}
    return Record(r.data | {"measurement": measurement}, run)

"""What a family's module sees. plots/README.md shows how to write one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plots.data.measured import Measured
from plots.data.records import Record, Records, Run, latest
from plots.files import arrays, gate
from plots.verdicts import claims as claims_

if TYPE_CHECKING:
    from plots.verdicts.published import Published


@dataclass(frozen=True)
class FamilyData:
    """The records of one family, sorted by what they may be used for.

    cases     every record, correct or not, of one board and one build, and of this machine's: to list reasons.
    verified  those whose answer is correct, of any run, emulated ones too: for observables and saved arrays, never for
              times.
    timed     measured and correct, of one board and one build: a GPU's if there are any (with the CPU variants of the
              same runs), else this machine's CPU variants. Fits, speed-ups and rankings use these.
    counted   verified on a GPU under a profiler: `run.counters` says what the launches moved and what was busy.
    local     CPU variants measured on this machine when the judged runs are recorded ones from elsewhere; else empty.
    where     names the judged runs in titles and captions: "NVIDIA H200 (recorded 2026-11-21)".
    local_where  the same for `local`.
    paper     results/papers/<PAPER>.json as it is; {} if no paper has the family.

    published every published quantity, computed once from all judged runs; None of what it is computed from.
    every     the records of all judged runs, whatever their board and build. `setups` has them apart, `scopes` from
              single runs to all.
    form      which form of a variant its claims are judged in: "printed", as the paper runs it, or "tuned".
    shows_answers  whether figures of `verified` alone are wanted: a report asks once, not for each board and build again.

    What a family's module may add for its claims: `functions`, the judges that no data could name; `paper_cases`, which
    timed records stand for the paper's cases; `scale`, what a record's time is multiplied by to stand for a whole case.
    """

    name: str
    cases: Records
    verified: Records
    timed: Records
    counted: Records
    local: Records
    where: str
    local_where: str
    has_gpu: bool
    paper: dict[str, Any]
    functions: dict[str, Callable[..., Measured]]
    paper_cases: Callable[[Records], Records]
    scale: Callable[[Record], float]
    every: Records = Records()
    form: str = "printed"
    published: Published | None = None
    shows_answers: bool = True

    def limited_to(self, records: Records) -> FamilyData:
        """The same page of these records alone; answers and counters stay those of all."""
        here = Records(r for r in self.cases if not r.run.is_gpu) if self.has_gpu else Records()
        chosen = latest(records)
        return replace(self, cases=Records(chosen + here), timed=chosen.timed(), where=where_of_runs(runs_of(records)))

    def setups(self) -> list[FamilyData]:
        """A page each board and build, the one with most timed cases first."""
        return [self.limited_to(records) for records in _setups(self.every)]

    def scopes(self) -> list[list[FamilyData]]:
        """What a verdict may rest on, the best first: one run; the runs of one board and build; all, where these are
        several."""
        alone = [self.limited_to(self.every.where(lambda r: r.run is run)) for run in runs_of(self.every)]
        apart = self.setups()
        return [alone, apart, [self.limited_to(self.every)]] if len(apart) > 1 else [alone or [self], apart]

    def run_with(self, drawn: Callable[[FamilyData], Records]) -> FamilyData:
        """The one run of this page that has most of what is drawn, of several the latest; the page if it has no run."""
        here = {id(r.run) for r in self.timed}
        alone = (
            self.limited_to(self.every.where(lambda r: r.run is run)) for run in runs_of(self.every) if id(run) in here
        )
        latest_ = lambda data: max((r.run.header["utc"] for r in data.timed), default="")  # noqa: E731
        return max(alone, key=lambda data: (len(drawn(data)), latest_(data)), default=self)

    @property
    def where_counted(self) -> str:
        """Names the profiled runs, as `where` does the judged ones."""
        return where(self.counted)

    @cached_property
    def timed_for_paper(self) -> Records:
        """The timed records that stand for the paper's cases."""
        return self.paper_cases(self.timed)

    @property
    def judging(self) -> dict[str, Any]:
        """What the claims of the family have in common, as the paper's JSON says it."""
        return self.paper.get("judging", {}).get(self.name, {})

    def need_gpu(self) -> None:
        """claims.NotMeasurable if no GPU took part: what an emulated run says of every claim about GPU times."""
        if not self.has_gpu:
            raise claims_.NotMeasurable("no GPU took part")

    def ceiling(self, name: str) -> float | None:
        """A measured ceiling of the judged runs' GPU (header.json, `ceilings`): the latest one, None if absent."""
        runs = sorted({id(r.run): r.run for r in self.timed}.values(), key=lambda run: run.header["utc"])
        ceilings = [(run.header.get("ceilings") or {}).get(name) for run in runs if run.is_gpu]
        return next((v for v in reversed(ceilings) if v is not None), None)


def saved(record: Record, name: str) -> np.ndarray | None:
    """An array that `--save` wrote for the record, in double precision, or None.

    Looked for from the run's folder, where it was written, and below <run directory>/saved/.
    """
    for written in map(Path, record.data.get("saved", [])):
        if written.name != f"{name}.npy":
            continue
        parts = written.parts
        places = [record.run.path / written, written]
        if record.family in parts:
            places.append(record.run.path.joinpath("saved", *parts[parts.index(record.family) :]))
        file = next(filter(None, map(gate.kept, places)), None)
        if file:
            return arrays.read(file)
    return None


def runs_of(records: Records) -> list[Run]:
    return list({id(r.run): r.run for r in records}.values())


def where(records: Records) -> str:
    """What these were measured on, as FamilyData.where says it of the judged runs."""
    return where_of_runs(runs_of(records))


def _setups(records: Records) -> list[Records]:
    """The records of each board and build: most timed cases first, then the latest."""
    weight = lambda group: (sum(r.is_timed for r in group), max(r.run.header["utc"] for r in group))  # noqa: E731
    return sorted(records.grouped(lambda r: r.run.setup).values(), key=weight, reverse=True)


def where_of_runs(runs: list[Run]) -> str:
    """ "NVIDIA H200 (recorded 2026-11-21)"; several boards or builds are said."""
    if not runs:
        return ""
    names = sorted({r.device_name if r.is_gpu else r.host_name for r in runs})
    dates = sorted({r.date for r in runs if r.recorded})
    boards, builds = (len({getattr(r, name) for r in runs}) for name in ("board", "build"))
    words = [f"recorded {dates[0]}{' to ' + dates[-1] if len(dates) > 1 else ''}"] if dates else []
    words += [f"{boards} boards"] if boards > 1 else []
    words += [f"{builds} builds"] if builds > 1 else []
    return " and ".join(names) + (f" ({', '.join(words)})" if words else "")

"""Tuning spaces as they were explored: the trials of one case in the order they were made."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from scipy.special import stdtrit

from plots.data.records import Record, Records
from plots.files.errors import InputError
from plots.tuning import t4
from plots.tuning.decided import Aim, Decided, is_fastest, read

LEAST_S, MOST_S = 1e-15, 1e12  # of a run
CLASSES = {  # T4's words for what became of a configuration -> ours
    "correct": "correct",
    "constraints": "constraint",
    "compile": "compile error",
    "runtime": "runtime error",
    "correctness": "incorrect",
    "timeout": "timeout",
}


@dataclass(frozen=True)
class Trial:
    """One configuration, tried once. Times in seconds, with their 95 % interval; None unless it ran correctly.

    `cost_s` is what the trial took in all. `role`: "search", "final" (the finalists' rounds, by which the winner is
    chosen) or "winner" (measured anew after the choice, so that luck is not taken for speed).
    """

    configuration: dict[str, Any]
    status: str
    time_s: float | None = None
    low_s: float | None = None
    high_s: float | None = None
    cost_s: float | None = None
    role: str = "search"


@dataclass(frozen=True)
class Space:
    """One case. `where` names what it ran on, "" if the file does not say; `strategy` and `family` likewise. `decided`:
    what the program itself made of it, if it was a tuning run; `aim`: if that sought and found the best of something else
    than time, and `is_of_time` is false. `printed`: the paper's own point, of the axes it gives."""

    name: str
    where: str
    trials: tuple[Trial, ...]
    strategy: str = ""
    decided: Decided | None = None
    family: str = ""
    printed: dict[str, Any] = field(default_factory=dict)
    aim: Aim | None = None
    is_of_time: bool = True

    @cached_property
    def searched(self) -> list[Trial]:
        """In the order tried. What a constraint excludes was never tried."""
        return [t for t in self.trials if t.role == "search" and t.status != "constraint"]

    @cached_property
    def timed(self) -> list[Trial]:
        return [t for t in self.searched if t.time_s is not None]

    @cached_property
    def finalists(self) -> list[Trial]:
        """Those measured again, else all that were timed; fastest first."""
        again = [t for t in self.trials if t.role == "final" and t.time_s is not None]
        return sorted(again or self.timed, key=lambda t: t.time_s)

    @cached_property
    def best(self) -> Trial:
        """The winner as it was measured anew, else the fastest finalist."""
        anew = [t for t in self.trials if t.role == "winner" and t.time_s is not None]
        return anew[-1] if anew else self.finalists[0]

    @cached_property
    def tied(self) -> list[Trial]:
        """Finalists that are not told apart from the winner: as the program found, else by their intervals."""
        if self.decided:
            configurations = [self.decided.configuration, *self.decided.tied]
            return [t for t in self.finalists if t.configuration in configurations]
        return [t for t in self.finalists if t.low_s <= self.finalists[0].high_s]

    def time_of(self, configuration: dict[str, Any]) -> tuple[float, float] | None:
        """Times of a configuration and of the fastest, both from the finals if it was there, else from the search."""
        for trials in (self.finalists, self.timed):
            time_s = next((t.time_s for t in trials if t.configuration == configuration), None)
            if time_s is not None:
                return time_s, min(t.time_s for t in trials)
        return None

    @cached_property
    def parameters(self) -> dict[str, list[Any]]:
        """Parameters that take more than one value, with their values in order."""
        values: dict[str, set] = {}
        for trial in self.searched:
            for name, value in trial.configuration.items():
                values.setdefault(name, set()).add(value)
        return {name: sorted(v, key=order) for name, v in values.items() if len(v) > 1}

    def in_words(self, trial: Trial) -> str:
        """The configuration in words, without the parameters that never change."""
        return ", ".join(f"{n}={plain(trial.configuration[n])}" for n in self.parameters if n in trial.configuration)

    @property
    def failures(self) -> str:
        """ "2 compile error, 1 timeout"; empty if all ran."""
        counts = Counter(t.status for t in self.searched if t.time_s is None)
        return ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))

    @property
    def cost_s(self) -> float | None:
        each = [t.cost_s for t in self.trials if t.cost_s is not None]
        return sum(each) if each else None


def order(value: Any) -> tuple[int, Any]:
    """Numbers before strings, whatever a parameter mixes."""
    return (1, value) if isinstance(value, str) else (0, value)


def plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def of_records(records: Iterable[Record]) -> list[Space]:
    """One space a run, case and device, of records in the order in which they were made."""
    groups: dict[tuple[str, str, Path], list[Record]] = {}
    for r in records:
        groups.setdefault((r.case, r.machine, r.run.path if r.run.is_tuning else Path()), []).append(r)
    tables = {path: read(path) for _, _, path in groups if path != Path()}
    spaces = []
    for (name, machine, path), group in sorted(groups.items()):
        first = group[0]
        decided = tables.get(path, {}).get((f"{first.family}/{first.variant}", first.workload))
        printed = {axis: value for r in group for axis, value in r.paper_tuning.items()}
        aim, decided = (decided, None) if isinstance(decided, Aim) else (None, decided)
        trials, is_of_time = tuple(map(_trial, group)), aim is None and all(map(_is_of_time, group))
        how = _strategy(group), decided, first.family, printed, aim, is_of_time
        spaces.append(Space(name, machine, trials, *how))
    return spaces


def _strategy(group: list[Record]) -> str:
    named = {(r.data.get("tuning_history") or {}).get("strategy") for r in group} - {None}
    return ", ".join(sorted(named))


def _is_of_time(r: Record) -> bool:
    return is_fastest(r.data.get("tuning_history") or {})


def _trial(r: Record) -> Trial:
    history, how = r.data.get("tuning_history") or {}, r.data["measurement"] or {}
    role, cost = history.get("role", "search"), history.get("cost_s", how.get("wall_s"))
    configuration = dict(r.tuning)
    if not r.is_timed:
        return Trial(configuration, r.status.replace("_", " "), cost_s=cost, role=role)
    return Trial(configuration, "correct", r.time_s, *r.interval_s, cost, role)


EXHAUSTIVE = "exhaustive"


def sweeps(swept: Records, tuned: Iterable[Space]) -> dict[tuple[str, str], Space]:
    """(case, device) -> its whole sweep: of ordinary runs, or of a tuning run that tried everything."""
    whole = {(s.name, s.where): s for s in of_records(swept) if s.parameters}
    return whole | {(s.name, s.where): s for s in tuned if s.strategy == EXHAUSTIVE and s.timed}


def read_t4(path: Path) -> Space:
    """A T4 file, .gz or not. InputError names the file and what is wrong with it, such as an objective that is no time where
    no time stands beside it."""
    root = t4.document(path)
    unit = t4.time_unit(root)
    trials = tuple(_t4_trial(r, unit, f"{path}, result {i}") for i, r in enumerate(root["results"], 1))
    if not any(t.time_s is not None for t in trials):
        others = {t4.objective(r) for r in root["results"] if not _is_a_time(t4.objective(r))}
        why = f": '{min(others)}' is none, and no 'time' was measured beside it" if others else ""
        raise InputError(f"{path}: no configuration has a time{why}")
    return Space(path.name.removesuffix(".gz").removesuffix(".json"), "", trials)


def _t4_trial(result: Any, unit: str, where: str) -> Trial:
    configuration, outcome = dict(result["configuration"]), result["invalidity"]
    measured = {name: (m["value"], m.get("unit") or unit) for name, m in t4.measured(result).items()}
    factor = t4.seconds(unit, where)
    cost = t4.cost(result) * factor
    objective = t4.objective(result)
    value, own = measured.get(objective if _is_a_time(objective) else "time", (None, unit))
    if outcome == "correct" and t4.has_failed(result, objective):
        outcome = "runtime"
    if outcome != "correct" or not t4.is_number(value):
        return Trial(configuration, CLASSES[outcome] if outcome != "correct" else "incorrect", cost_s=cost)
    time = value * t4.seconds(own, where)
    if not LEAST_S <= time <= MOST_S:
        raise InputError(f"{where}: its time is {value:g} {own}, which no run takes")
    half = _half_width([v * factor for v in t4.runtimes(result)])
    ends = []
    for name, other in (("time_ci_low", time - half), ("time_ci_high", time + half)):
        end, own = measured.get(name, (None, unit))
        ends.append(end * t4.seconds(own, where) if t4.is_time(end) else other)
    return Trial(configuration, "correct", time, min(ends[0], time), max(ends[1], time), cost)


def _is_a_time(objective: str) -> bool:
    """Of the run as a whole, as "time" or "mean_time", not of a part of it."""
    return objective.endswith("time")


def _half_width(times: list[float]) -> float:
    """Of the 95 % interval of the mean; 0 with fewer than two."""
    n = len(times)
    if n < 2:
        return 0.0
    mean = sum(times) / n
    return stdtrit(n - 1, 0.975) * math.sqrt(sum((t - mean) ** 2 for t in times) / (n - 1) / n)

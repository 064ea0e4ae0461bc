"""Runs of search strategies on recorded spaces, a line each, as `tuner-bench replay` writes them and other tuners can."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from examples.tuner_bench import replays
from examples.tuner_bench.recorded import Recorded, unit_of
from plots.files import gate, schema
from plots.files.errors import InputError
from plots.tuning import t4


@dataclass(frozen=True)
class Run:
    """Of one seed: the objective of each evaluation in order, NaN for a failure."""

    values: np.ndarray
    search_ms: float = 0.0  # of the strategy itself, an evaluation; 0 where not known
    ended_s: np.ndarray | None = None  # when each evaluation ended; None where not known


@dataclass
class Runs:
    """by_strategy[name][space] are the runs on each of the spaces. `elsewhere`: what other spaces' runs call theirs."""

    by_strategy: dict[str, list[list[Run]]] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)

    def complete(self) -> dict[str, list[list[Run]]]:
        """The strategies that ran on every space."""
        return {name: runs for name, runs in self.by_strategy.items() if all(runs)}


def read(files: Iterable[Path], spaces: list[Recorded]) -> Runs:
    """All runs on these spaces. InputError: a bad line, a run that stands twice, a space's name that two spaces have, another
    objective or unit than the space's."""
    found, seen = Runs(), set()
    for file in files:
        for where, line in gate.records(file):
            schema.require(line, "run", where, replays.SCHEMA)
            at = _space(line["space"], [space.path for space in spaces], where)
            if at is None:
                found.elsewhere.add(line["space"])
                continue
            _require_same(line, spaces[at], where)
            key = line["strategy"], at, line["seed"]
            if key in seen:
                raise InputError(f"{where}: a second run of '{key[0]}' on {spaces[at].path} with seed {key[2]}")
            seen.add(key)
            runs = found.by_strategy.setdefault(line["strategy"], [[] for _ in spaces])
            ended_s = np.array(line["ended_s"], dtype=float) if "ended_s" in line else None
            values = _values(line["values"], spaces[at].objective)
            runs[at].append(Run(values, line.get("search_ms_per_evaluation", 0.0), ended_s))
    return found


def _space(named: str, spaces: list[Path], where: str) -> int | None:
    """Which of the spaces a run was made on: by its path, or by a bare file name that one of them alone has."""
    path = Path(named)
    if _exists(path):
        resolved = path.resolve()
        return next((i for i, each in enumerate(spaces) if each.resolve() == resolved), None)
    same = [i for i, each in enumerate(spaces) if each.name == named]
    if len(same) > 1:
        both = f"{spaces[same[0]]} and {spaces[same[1]]}"
        raise InputError(f"{where}: space '{named}' may be {both}; runs should give its path")
    return same[0] if same else None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # no name that a file can have
        return False


def _require_same(line: dict[str, Any], space: Recorded, where: str) -> None:
    """Objective and unit, as far as the line says them."""
    objective = line.get("objective", space.objective)
    if objective != space.objective:
        raise InputError(
            f"{where}: values of '{objective}', but {space.path} is scored by '{space.objective}'; see --objective"
        )
    unit = unit_of(objective, line.get("unit", space.unit), where)
    if unit != space.unit:
        raise InputError(f"{where}: values in '{unit}', but {space.path} has '{space.unit}'")


def _values(written: list[float | None], objective: str) -> np.ndarray:
    return np.array([np.nan if v is None or t4.is_failure(objective, v) else v for v in written], dtype=float)

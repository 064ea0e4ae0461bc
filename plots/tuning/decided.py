"""What a tuning run decided: best.json beside its records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plots.files import gate, schema

FILE = "best.json"
TIMES = ("time", "mean_time", "worst_time")  # objectives; a winner by another one is not the fastest


def is_fastest(sought: dict[str, Any]) -> bool:
    """Whether objective and direction, as an entry of best.json and a record's tuning_history name them, ask for the least
    time. Those that name none do."""
    return sought.get("objective", "time") in TIMES and sought.get("direction", "minimise") == "minimise"


@dataclass(frozen=True)
class Aim:
    """What else than the least time a winner is the best of, and its value, measured anew."""

    objective: str
    is_maximised: bool
    value: float
    unit: str


@dataclass(frozen=True)
class Decided:
    """Of one case. Times in seconds.

    low_s, high_s  where the winner's time was expected by the finals' rounds; as_expected: its new measurement fell there
    tied           configurations that the finals could not tell from the winner
    default_over_winner  time of the configuration that is taken when none is asked for, over the winner's, side by side
    """

    configuration: dict[str, Any]
    time_s: float
    low_s: float
    high_s: float
    as_expected: bool
    tied: list[dict[str, Any]]
    default_over_winner: float | None
    default_configuration: dict[str, Any] | None
    configurations: int


def read(folder: Path) -> dict[tuple, Decided | Aim]:
    """(family/variant, workload sorted by name) -> what was decided; empty if the run has no best.json."""
    path = folder / FILE
    if not path.is_file():
        return {}
    root = gate.document(path)
    schema.require(root, "best", str(path))
    return {
        (e["variant"], tuple(sorted(e["workload"].items()))): _decided(e) if is_fastest(e) else _aim(e)
        for e in root["entries"]
    }


def _aim(entry: dict[str, Any]) -> Aim:
    return Aim(entry["objective"], entry.get("direction") == "maximise", entry["value"], entry.get("unit", ""))


def _decided(entry: dict[str, Any]) -> Decided:
    default = entry.get("usual") or {}
    return Decided(
        entry["tuning"],
        entry["time_ns"] * 1e-9,
        *(end * 1e-9 for end in entry["interval_ns"]),
        entry["as_expected"],
        [tied["tuning"] for tied in entry["tied"]],
        default.get("rounds_ratio"),
        default.get("tuning"),
        entry["configurations"],
    )

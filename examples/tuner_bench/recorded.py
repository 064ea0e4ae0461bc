"""A whole recorded space as scoring sees it: one objective, failures among its values, and what evaluations took."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plots.files.errors import InputError
from plots.tuning import t4

MOST = 1e100  # far beyond any time, rate or energy, and little enough for sums and ratios of them
MOST_LISTED = 20


@dataclass(frozen=True)
class Recorded:
    """Values by configuration in the objective's unit, NaN where it failed."""

    path: Path
    objective: str
    unit: str
    is_maximised: bool
    values: np.ndarray
    costs_ms: np.ndarray


def read(path: Path, objective: str = "", is_maximised: bool | None = None) -> Recorded:
    """By default the file's own objective, in the direction that the file or the unit says. InputError."""
    root = t4.document(path)
    if not root["results"]:
        raise InputError(f"{path}: 'results' holds no result")
    name = objective or t4.objective(root["results"][0])
    ms = 1e3 * t4.seconds(t4.time_unit(root), path)
    tried = tried_in(root)
    _require_measured(tried, name, path)
    unit = next((m["unit"] for r in root["results"] if (m := t4.measured(r).get(name)) and m.get("unit")), "")
    unit = unit_of(name, unit or (t4.time_unit(root) if name == "time" else ""), path)
    values = np.array([_value(r, name, f"{path}, result {i}") for i, r in enumerate(tried, 1)])
    if np.isnan(values).all():
        raise InputError(f"{path}: no configuration ran correctly")
    _require_unique(tried, path)
    if is_maximised is None:
        is_maximised = t4.is_maximised(root, name, unit)
    return Recorded(path, name, unit, is_maximised, values, np.array([ms * t4.cost(r) for r in tried]))


def require_distinct(paths: list[Path]) -> None:
    """InputError where two are one file."""
    resolved = [path.resolve() for path in paths]
    twice = next((path for path, place in zip(paths, resolved) if resolved.count(place) > 1), None)
    if twice is not None:
        raise InputError(f"{twice}: given twice")


def tried_in(root: dict[str, Any]) -> list[dict[str, Any]]:
    """The results but for those that a tuner excluded without trying them."""
    return [r for r in root["results"] if r["invalidity"] != "constraints" or t4.cost(r) > 0]


def unit_of(name: str, written: str, where: Path | str) -> str:
    """A time's unit is spelt in many ways."""
    return t4.short(written, where) if name == "time" else written


def _require_measured(results: list[dict[str, Any]], name: str, path: Path) -> None:
    """Of all correct results the objective is missing only where it is misspelt."""
    names = {n for r in results if r["invalidity"] == "correct" for n in t4.measured(r)}
    if names and name not in names:
        listed = ", ".join(sorted(names)[:MOST_LISTED]) + ", ..." * (len(names) > MOST_LISTED)
        raise InputError(f"{path}: no measurement is named '{name}'; there are {listed}")


def _value(result: dict[str, Any], name: str, where: str) -> float:
    if t4.has_failed(result, name):
        return np.nan
    value = t4.measured(result).get(name, {}).get("value")
    if not t4.is_number(value):
        raise InputError(f"{where}: a correct result has no finite measurement '{name}'")
    if abs(value) > MOST:
        raise InputError(f"{where}: '{name}' is {value:g}, beyond what is measured")
    return value


def _require_unique(results: list[dict[str, Any]], path: Path) -> None:
    """A configuration that stood twice would be two of the space's."""
    seen = {json.dumps(r["configuration"], sort_keys=True) for r in results}
    if len(seen) < len(results):
        raise InputError(f"{path}: a configuration stands twice")

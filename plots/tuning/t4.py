"""T4 files: what was recorded of a tuning space, in the words of the autotuning community."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from plots.files import gate, schema
from plots.files.errors import InputError

UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
FAILED_TIME, LARGEST = 1e20, sys.float_info.max  # Kernel Tuner below 1.0 writes these in place of a failure's value
RATES = ("/s", "/sec", "/second", "/w", "/j", "flops")
OVERHEADS = ("framework", "search_algorithm", "validation")


def document(path: Path) -> dict[str, Any]:
    """A T4 file, .gz or not. InputError names the file and what is wrong with it."""
    root = gate.document(path)
    if not isinstance(root.get("results"), list):
        raise InputError(f"{path}: no T4 file: it has no list of results")
    version = str(root.get("schema_version"))
    if version.split(".")[0] != "1":
        raise InputError(f"{path}: T4 schema_version is {version[:20]}, but this reader knows 1 only")
    schema.require(root, "t4", str(path))
    return root


def time_unit(root: dict[str, Any]) -> str:
    return str((root.get("metadata") or {}).get("timeunit", "milliseconds"))


def short(unit: str, where: Path | str) -> str:
    """One of UNITS; the benchmark hub's files spell a time unit "miliseconds"."""
    known = {"mil": "ms", "ms": "ms", "mic": "us", "us": "us", "nan": "ns", "ns": "ns", "sec": "s", "s": "s"}
    for start, name in known.items():
        if unit.lower() == start or (len(start) == 3 and unit.lower().startswith(start)):
            return name
    raise InputError(f"{where}: time unit {unit!r} is none of {', '.join(UNITS)}")


def seconds(unit: str, where: Path | str) -> float:
    """Of one time unit."""
    return UNITS[short(unit, where)]


def objective(result: dict[str, Any]) -> str:
    """What a result names first as its objective, or else "time"."""
    return (result.get("objectives") or ["time"])[0]


def measured(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {m["name"]: m for m in result.get("measurements") or []}


def is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def is_failure(name: str, value: Any) -> bool:
    """Whether the value of a measurement says that there is none."""
    return is_number(value) and (abs(value) == LARGEST or (name == "time" and value >= FAILED_TIME))


def has_failed(result: dict[str, Any], name: str) -> bool:
    """Of a correct result too, if its time or its objective, which is called so, says that it failed."""
    found = measured(result)
    return result["invalidity"] != "correct" or any(
        is_failure(n, found.get(n, {}).get("value")) for n in (name, "time")
    )


def is_rate(unit: str) -> bool:
    """More of it is better."""
    return unit.lower().endswith(RATES)


def is_maximised(root: dict[str, Any], name: str, unit: str) -> bool:
    """As the file says of its own objective, else by the unit, or the name where that is empty."""
    said = (root.get("metadata") or {}).get("objective_direction")
    if said and name == objective(root["results"][0]):
        return said == "maximize"
    return is_rate(unit or name)


def is_time(value: Any) -> bool:
    """That was taken, and stands for no failure."""
    return is_number(value) and not is_failure("time", value)


def runtimes(result: dict[str, Any]) -> list[float]:
    return [v for v in (result.get("times") or {}).get("runtimes") or [] if is_time(v)]


def cost(result: dict[str, Any]) -> float:
    """What the evaluation took in all, in the file's time unit."""
    times = result.get("times") or {}
    compiling = "compilation" if "compilation" in times else "compilation_time"
    return sum(runtimes(result)) + sum(v for n in (compiling, *OVERHEADS) if is_time(v := times.get(n)))

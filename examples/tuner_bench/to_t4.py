"""Turns what other tuners recorded into T4: `python -m examples.tuner_bench.to_t4 RESULTS OUT.json`.

RESULTS is a Kernel Tuner cache of any version, also while its run is open, or KTT's output; either may be gzipped. Times become
milliseconds. `tuner-bench replay` and `retime tune --warm-start` read what comes out.
"""

from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path
from typing import Any

from examples.tuner_bench import replays
from plots.files import command, gate, schema, whole
from plots.files.errors import InputError
from plots.tuning import t4

CACHE_FAILURES = {  # part of the class name that Kernel Tuner writes in place of the time -> T4's word
    "Compilation": "compile",
    "InvalidConfig": "constraints",
    "Correct": "correctness",
    "Verif": "correctness",
    "Time": "timeout",
}
CACHE_TIMES = {  # Kernel Tuner's words -> T4's
    "compile_time": "compilation_time",
    "framework_time": "framework",
    "strategy_time": "search_algorithm",
    "verification_time": "validation",
}
KTT_STATUS = {
    "Ok": "correct",
    "CompilationFailed": "compile",
    "ValidationFailed": "correctness",
    "DeviceLimitsExceeded": "constraints",
}
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?")
MILLISECONDS = {"nanoseconds": 1e-6, "microseconds": 1e-3, "milliseconds": 1.0, "seconds": 1e3}


def _result(configuration: dict, outcome: str, measurements: list, objective: str, times: dict) -> dict[str, Any]:
    return {
        "configuration": configuration,
        "times": times,
        "invalidity": outcome,
        "correctness": int(outcome == "correct"),
        "measurements": measurements,
        "objectives": [objective],
    }


def _unit(name: str) -> str:
    """Of what Kernel Tuner measures, and of metrics that are called by their unit."""
    if name == "time":
        return "milliseconds"
    known = {"_energy": "J", "_power": "W"}
    return next((unit for ending, unit in known.items() if name.endswith(ending)), name if t4.is_rate(name) else "")


def _failure(entry: dict[str, Any], objective: str) -> str:
    """Why a configuration failed; "" if it did not."""
    named = [(name, entry.get(name)) for name in ("__error__", objective, "time")]
    return next((str(v) for name, v in named if isinstance(v, str) or t4.is_failure(name, v)), "")


def _cached(configuration: dict[str, Any], entry: dict[str, Any], objective: str) -> dict[str, Any]:
    failure = _failure(entry, objective)
    if not failure and not t4.is_number(entry.get(objective)):
        raise InputError(f"a cached configuration has no '{objective}' that is a number, nor an error in its place")
    measurements = [
        {"name": name, "value": value, "unit": _unit(name)}
        for name, value in entry.items()
        if t4.is_number(value)
        and not t4.is_failure(name, value)
        and name not in configuration
        and name not in CACHE_TIMES
    ]
    outcome = "correct"
    if failure:
        measurements = [{"name": objective, "value": failure, "unit": ""}]
        outcome = next((word for part, word in CACHE_FAILURES.items() if part in failure), "runtime")
    times = {ours: entry[theirs] for theirs, ours in CACHE_TIMES.items() if t4.is_time(entry.get(theirs))}
    result = _result(configuration, outcome, measurements, objective, times | {"runtimes": entry.get("times", [])})
    return result | ({"timestamp": entry["timestamp"]} if "timestamp" in entry else {})


def _configuration(key: str, entry: dict[str, Any], names: list[str], listed: dict[str, Any]) -> dict[str, Any]:
    """Of the entry, or of its key where the entry lacks values, as caches before Kernel Tuner 1.0 may."""
    if all(isinstance(entry.get(name), (int, float, str)) for name in names):
        return {name: entry[name] for name in names}
    words = key.split(",")
    if len(words) != len(names):
        raise InputError(f"a cached configuration lacks values, and its key '{key}' has not one for each parameter")
    return {name: _typed(word, listed.get(name)) for name, word in zip(names, words)}


def _typed(word: str, listed: Any) -> Any:
    """The listed value that is written so, else the number that the word is, else the word."""
    for value in listed if isinstance(listed, list) else []:
        if str(value) == word and isinstance(value, (int, float, str)):
            return value
    if WHOLE.fullmatch(word):
        return int(word)
    return float(word) if NUMBER.fullmatch(word) and math.isfinite(float(word)) else word


def from_cache(document: dict[str, Any]) -> list[dict[str, Any]]:
    """T4 results of a Kernel Tuner cache. A failure is named in place of the value or under `__error__`, or its value is
    beyond all that is measured."""
    names, objective = document["tune_params_keys"], document.get("objective", "time")
    if isinstance(objective, list):
        objective = objective[0]
    listed = document.get("tune_params", {})
    return [
        _cached(_configuration(k, e, names, listed), _plain(e, objective), objective)
        for k, e in document["cache"].items()
    ]


def _plain(entry: dict[str, Any], objective: str) -> dict[str, Any]:
    """Of several values of the objective, the first."""
    value = entry.get(objective)
    return entry | {objective: value[0]} if isinstance(value, list) and value else entry


def _from_ktt(entry: dict[str, Any], ms: float) -> dict[str, Any]:
    status = entry["Status"]
    outcome = KTT_STATUS.get(status, "runtime")
    times = {
        "framework": ms * entry.get("DataMovementOverhead", 0),
        "search_algorithm": ms * entry.get("SearcherOverhead", 0),
        "validation": ms * entry.get("ValidationOverhead", 0),
    }
    # KTT counts compiling as overhead and gives the sum alone.
    compiling = ms * entry.get("TotalOverhead", 0)
    for other in times.values():
        compiling -= other
    time = ms * entry["TotalDuration"] if outcome == "correct" else status
    times |= {"compilation_time": max(0.0, compiling), "runtimes": [time] if outcome == "correct" else []}
    configuration = {pair["Name"]: pair["Value"] for pair in entry["Configuration"]}
    return _result(configuration, outcome, [{"name": "time", "value": time, "unit": "milliseconds"}], "time", times)


def from_ktt(document: dict[str, Any]) -> list[dict[str, Any]]:
    """T4 results of KTT's output."""
    unit = document["Metadata"].get("TimeUnit", "Microseconds")
    if unit.lower() not in MILLISECONDS:
        raise InputError(f"time unit '{unit}' is none of {', '.join(MILLISECONDS)}")
    return [_from_ktt(entry, MILLISECONDS[unit.lower()]) for entry in document["Results"]]


def to_t4(document: dict[str, Any], where: str) -> dict[str, Any]:
    """The T4 document of a cache or of KTT's output, told apart by their keys. InputError."""
    reader = {"cache": ("cache", from_cache), "Results": ("ktt", from_ktt)}
    kind = next((key for key in reader if key in document), None)
    if kind is None:
        raise InputError(f"{where}: neither a Kernel Tuner cache ('cache') nor KTT output ('Results')")
    of, convert = reader[kind]
    schema.require(document, of, where, replays.SCHEMA)
    try:
        results = convert(document)
    except InputError as problem:
        raise InputError(f"{where}: {problem}") from None
    if not results:
        raise InputError(f"{where}: '{kind}' holds no result")
    return {"schema_version": "1.0.0", "metadata": {"timeunit": "milliseconds"}, "results": results}


def read(path: Path) -> dict[str, Any]:
    """What another tuner recorded; while Kernel Tuner runs its cache ends in a comma where the closing braces will be."""
    text = gate.text(path)
    is_open = text.rstrip().endswith(",")
    return gate.an_object(gate.parsed(text.rstrip()[:-1] + "}}" if is_open else text, str(path)), str(path))


def main(arguments: list[str]) -> int:
    """Exit status 2 and one line for bad input."""

    def work() -> None:
        if len(arguments) != 2:
            raise InputError("usage: python -m examples.tuner_bench.to_t4 RESULTS OUT.json")
        source, out = map(Path, arguments)
        whole.file_place(out)
        document = to_t4(read(source), str(source))
        whole.write(out, (json.dumps(document, indent=1) + "\n").encode())

    return command.run("", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

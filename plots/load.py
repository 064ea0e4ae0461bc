"""Reads run directories and refuses what does not meet docs/record.schema.json."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from plots import counters
from plots.errors import InputError
from plots.records import Record, Run

ROOT = Path(__file__).resolve().parent.parent
SCHEMA_FILE = ROOT / "docs" / "record.schema.json"
SCHEMA_VERSION = 1


def load_run(path: Path, recorded: bool = False) -> tuple[Run, list[Record]]:
    """One run directory (header.json, records.jsonl). InputError names the file and the line at fault.

    The last line of a killed run may be cut short: it is left out and `Run.unfinished` says so.
    """
    if not path.is_dir():
        raise InputError(
            f"{path}: not a directory; give a run directory with header.json and records.jsonl"
        )
    header_file, records_file = path / "header.json", path / "records.jsonl"
    header = _parse(_read(header_file), str(header_file))
    _check(header, "header", str(header_file))

    text = _read(records_file)
    lines = text.split("\n")
    tail = lines.pop()  # "" if the file ends in a newline, as every finished line does
    parsed = [
        (f"{records_file}, line {i}", _parse(line, f"{records_file}, line {i}"))
        for i, line in enumerate(lines, 1)
        if line.strip()
    ]
    unfinished = False
    if tail.strip():
        where = f"{records_file}, line {len(lines) + 1}"
        try:
            parsed.append((where, _parse(tail, where)))
        except InputError:
            unfinished = True
    counted = path / counters.FILE
    run = Run(path, header, unfinished, recorded, counters.read(counted) if counted.is_file() else None)
    if run.counters and len(parsed) != 1:
        raise InputError(f"{counted}: the run has {len(parsed)} records; counters belong to a run of one case")
    return run, [_record(data, run, where) for where, data in parsed]


def find_runs(folder: Path) -> list[Path]:
    """The run directories directly below a folder; deeper ones (an audit's, a tuner's) are not a family's results."""
    return sorted(
        p.parent for p in folder.glob("*/header.json") if (p.parent / "records.jsonl").is_file()
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}; a run directory needs header.json and records.jsonl"
        ) from None


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not a finite number")
    return value


def _parse(text: str, where: str) -> Any:
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: not valid JSON ({error.msg} at column {error.colno})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not valid JSON ({error})") from None


@cache
def _validator(kind: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})


_met: set[Any] = set()  # shapes of records that met the schema: thousands of records have a few dozen


@cache
def _enumerated() -> frozenset[str]:
    """Names of the members that must be one of a list of words."""

    def names(schema: Any) -> set[str]:
        if isinstance(schema, list):
            return set().union(*map(names, schema), set())
        if not isinstance(schema, dict):
            return set()
        own = {name for name, value in (schema.get("properties") or {}).items() if "enum" in value or "const" in value}
        return own.union(*(names(value) for value in schema.values()))

    return frozenset(names(json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))))


def _shape(value: Any, name: str = "") -> Any:
    """What the schema can see of a value: members, types, signs, enumerated words. Equal shapes are equally valid."""
    if isinstance(value, dict):
        return tuple(sorted((key, _shape(v, key)) for key, v in value.items()))
    if isinstance(value, list):
        return "list", frozenset(_shape(v) for v in value)
    if isinstance(value, str):
        return value if name in _enumerated() else ("text", bool(value))
    if value is None or isinstance(value, bool):
        return value
    return type(value), (value > 0) - (value < 0), value == int(value), name in _enumerated() and value


def _without_long_lists(data: dict[str, Any]) -> dict[str, Any]:
    """The record with its samples and series emptied, where they are lists of the right numbers: the validator takes
    microseconds for each number. Wrong ones stay, for the validator to name."""
    light = dict(data)
    samples, answers = data.get("samples_ns"), data.get("observables")
    if isinstance(samples, list) and all(type(v) in (int, float) and v >= 0 for v in samples):
        light["samples_ns"] = []
    if isinstance(answers, dict):
        light["observables"] = {name: _without_numbers(answer) for name, answer in answers.items()}
    return light


def _without_numbers(answer: Any) -> Any:
    if not isinstance(answer, dict):
        return answer
    allowed = {"x": (int, float), "y": (int, float, type(None))}
    return {
        name: (
            []
            if name in allowed
            and isinstance(values, list)
            and all(type(v) in allowed[name] for v in values)
            else values
        )
        for name, values in answer.items()
    }


def _check(data: Any, kind: str, where: str) -> None:
    if not isinstance(data, dict):
        raise InputError(f"{where}: not a JSON object, but a {kind} is one")
    version = data.get("schema_version")
    if version != SCHEMA_VERSION:
        raise InputError(
            f"{where}: schema_version is {json.dumps(version)}, but this reader knows"
            f" {SCHEMA_VERSION} only"
        )
    data = _without_long_lists(data)
    shape = kind, _shape(data)
    if shape in _met:
        return
    error = jsonschema.exceptions.best_match(_validator(kind).iter_errors(data))
    if error is not None:
        place = error.json_path.removeprefix("$").removeprefix(".") or kind
        message = error.message if len(error.message) < 200 else error.message[:200] + "..."
        raise InputError(f"{where}: does not meet docs/record.schema.json: {place}: {message}")
    if kind == "record":
        _met.add(shape)


def _record(data: Any, run: Run, where: str) -> Record:
    _check(data, "record", where)
    if not run.is_gpu and data["processor"] == "gpu" and data["time_is"] == "measured":
        raise InputError(
            f'{where}: a GPU variant says time_is "measured" in a run of the emulation, which times'
            ' nothing; it should say "emulated"'
        )
    unknown = [name for name in data["tuning"] if name not in data["axes"]]
    if unknown:
        raise InputError(f"{where}: tuning names an axis that the record has not: {unknown[0]}")
    return Record(data, run)

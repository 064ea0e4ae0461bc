"""Reads run directories and refuses what does not meet docs/record.schema.json."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from plots import counters, packed, upgrade
from plots.errors import InputError
from plots.records import Record, Run

ROOT = Path(__file__).resolve().parent.parent
SCHEMA_FILE = ROOT / "docs" / "record.schema.json"
SCHEMA_VERSION = 2
RECORDS = "records.jsonl"
PEERS = "peers.json"


def load_run(path: Path, recorded: bool = False) -> tuple[Run, list[Record]]:
    """One run directory (header.json, records.jsonl or records.jsonl.xz). InputError names the file and the line at fault.

    The last line of a killed run may be cut short: it is left out and `Run.unfinished` says so.
    """
    if not path.is_dir():
        raise InputError(f"{path}: not a directory; give a run directory with header.json and records.jsonl")
    header_file, records_file = path / "header.json", path / RECORDS
    records_file = packed.find(records_file) or records_file
    header = _checked(_parse(_read(header_file), str(header_file)), "header", str(header_file))

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
    counted = packed.find(path / counters.FILE)
    run = Run(path, header, unfinished, recorded, counters.read(counted) if counted else None)
    if (path / PEERS).is_file():
        run = replace(run, peers=_peers(path / PEERS, run))
    if run.counters and len(parsed) != 1:
        raise InputError(f"{counted}: the run has {len(parsed)} records; counters belong to a run of one case")
    return run, [_record(data, run, where) for where, data in parsed]


def find_runs(folder: Path) -> list[Path]:
    """The run directories directly below a folder; deeper ones (an audit's, a tuner's) are not a family's results."""
    return sorted(p.parent for p in folder.glob("*/header.json") if packed.find(p.parent / RECORDS))


def _read(path: Path) -> str:
    try:
        return packed.read(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; a run directory needs header.json and records.jsonl") from None


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
def _validator(kind: str) -> jsonschema_rs.Draft202012Validator:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return jsonschema_rs.Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})


def _checked(data: Any, kind: str, where: str) -> dict[str, Any]:
    """The header or record in the version of today; InputError unless it meets the schema."""
    if not isinstance(data, dict):
        raise InputError(f"{where}: not a JSON object, but a {kind} is one")
    version = data.get("schema_version")
    if version == 1:
        data = upgrade.record(data) if kind == "record" else upgrade.header(data)
    elif version != SCHEMA_VERSION:
        raise InputError(
            f"{where}: schema_version is {json.dumps(version)}, but this reader knows 1 and {SCHEMA_VERSION} only"
        )
    _require(data, kind, where)
    return data


def _require(data: Any, kind: str, where: str) -> None:
    if not _validator(kind).is_valid(data):
        error = next(_validator(kind).iter_errors(data))
        place = ".".join(map(str, error.instance_path)) or kind
        message = error.message if len(error.message) < 200 else error.message[:200] + "..."
        raise InputError(f"{where}: does not meet docs/record.schema.json: {place}: {message}")


def _peers(file: Path, run: Run) -> dict[str, Any]:
    found = _parse(_read(file), str(file))
    _require(found, "peers", str(file))
    if found["board"] != run.board:
        raise InputError(f"{file}: of {found['board']}, but the run is of {run.board}; measure the peers with the run")
    return found


def _record(data: Any, run: Run, where: str) -> Record:
    data = _checked(data, "record", where)
    if not run.is_gpu and data["processor"] == "gpu" and data["time_is"] == "measured":
        raise InputError(
            f'{where}: a GPU variant says time_is "measured" in a run of the emulation, which times'
            ' nothing; it should say "emulated"'
        )
    unknown = [name for name in data["tuning"] if name not in data["axes"]]
    if unknown:
        raise InputError(f"{where}: tuning names an axis that the record has not: {unknown[0]}")
    return Record(data, run)

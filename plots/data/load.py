"""Reads run directories and refuses what does not meet docs/record.schema.json."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from plots.data import counters
from plots.data.records import Record, Run
from plots.files import gate, schema
from plots.files.errors import InputError
from plots.files.schema import ROOT

SCHEMA_VERSION = 2
NEEDED = "; a run directory needs header.json and records.jsonl"
RECORDS = "records.jsonl"
PEERS = "peers.json"
FAMILIES = ROOT / "plots" / "families"


def load_run(path: Path, recorded: bool = False) -> tuple[Run, list[Record]]:
    """One run directory (header.json, records.jsonl or records.jsonl.xz). InputError names the file and the line at fault.

    The last line of a killed run may be cut short: it is left out and `Run.unfinished` says so.
    """
    if not path.is_dir():
        raise InputError(f"{path}: not a directory; give a run directory with header.json and records.jsonl")
    header_file, records_file = path / "header.json", path / RECORDS
    records_file = gate.kept(records_file) or records_file
    header = _checked(gate.parsed(gate.text(header_file, NEEDED), str(header_file)), "header", str(header_file))

    text = gate.text(records_file, NEEDED)
    lines, parsed, unfinished = list(gate.lines(text, str(records_file))), [], False
    for where, line in lines:
        try:
            parsed.append((where, gate.parsed(line, where)))
        except InputError:
            unfinished = (where, line) == lines[-1] and not text.endswith("\n")  # as no finished line ends
            if not unfinished:
                raise
    counted = gate.kept(path / counters.FILE)
    run = Run(path, header, unfinished, recorded, counters.read(counted) if counted else None)
    if (path / PEERS).is_file():
        run = replace(run, peers=_peers(path / PEERS, run))
    if run.counters and len(parsed) != 1:
        raise InputError(f"{counted}: the run has {len(parsed)} records; counters belong to a run of one case")
    return run, [_record(data, run, where) for where, data in parsed]


def find_runs(folder: Path) -> list[Path]:
    """The run directories directly below a folder; deeper ones (an audit's, a tuner's) are not a family's results."""
    return sorted(p.parent for p in folder.glob("*/header.json") if gate.kept(p.parent / RECORDS))


def _checked(data: Any, kind: str, where: str) -> dict[str, Any]:
    """The header or record; InputError unless it meets the schema."""
    version = gate.an_object(data, where).get("schema_version")
    if version != SCHEMA_VERSION:
        raise InputError(
            f"{where}: schema_version is {json.dumps(version)}, but this reader knows {SCHEMA_VERSION} only"
        )
    schema.require(data, kind, where, schema.RECORD)
    return data


def _peers(file: Path, run: Run) -> dict[str, Any]:
    peers = gate.document(file)
    schema.require(peers, "peers", str(file), schema.RECORD)
    if peers["board"] != run.board:
        raise InputError(f"{file}: of {peers['board']}, but the run is of {run.board}; measure the peers with the run")
    return peers


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
    _require_relations(data, where)
    page = FAMILIES / data["family"] / "records.schema.json"
    if page.is_file():
        schema.require(data, "record", where, page)
    return Record(data, run, where)


def _require_relations(data: dict[str, Any], where: str) -> None:
    """What a schema cannot say: how members of a record go together."""
    size = data["axes"].get(data["size_axis"], 1)
    if isinstance(size, str) or size <= 0:
        raise InputError(f"{where}: axes.{data['size_axis']}: {size!r} is no size; it should be a number above 0")
    for name, value in data["observables"].items():
        if isinstance(value, dict) and len(value["x"]) != len(value["y"]):
            raise InputError(f"{where}: observables.{name}: x and y should have as many values as each other")
    statistics = data["statistics"]
    if statistics and not statistics["ci_low_ns"] <= statistics["median_ns"] <= statistics["ci_high_ns"]:
        raise InputError(f"{where}: statistics: the median should lie between ci_low_ns and ci_high_ns")

"""Runs as a pandas data frame. plots.load reads and checks them, as for the report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plots.data.load import find_runs, load_run
from plots.data.records import Record, Run
from plots.files.errors import InputError

if TYPE_CHECKING:
    import pandas

# The columns but for the axes, which stand between the two parts; `retime export --to csv` has these, too.
CASE = ["key", "family", "variant", "label", "form", "processor", "tuning_role", "status", "reason"]
TIME = ["median_ns", "ci_low_ns", "ci_high_ns", "samples", "processes", "noisy", "energy_j"]
TIME += ["gb_per_s", "ceiling_fraction", "base", "speedup_over_base"]
# And these alone are Python's.
OF_RUN = ["samples_ns", "run", "device", "board", "git_sha", "git_dirty", "utc"]
OTHERS = {*CASE, *TIME, *OF_RUN}


def load(*folders: str | os.PathLike[str]) -> pandas.DataFrame:
    """One row a case of the runs: each of the folders is a run directory, or holds some.

    Axes are columns. Times are in ns and empty (NaN) where they do not count: of a case that failed, or of the emulation.
    InputError, one line, names a folder that holds no run, or the file and line of what is no record.
    """
    frames = _pandas()
    runs = [load_run(path) for path in _run_folders(folders)]
    rows = [row for run, records in runs for row in _rows(run, records)]
    axes = sorted({axis for _, records in runs for record in records for axis in record.axes})
    frame = frames.DataFrame(rows, columns=[*CASE, *map(_column, axes), *TIME, *OF_RUN])
    for column in map(_column, axes):
        values = [row[column] for row in rows if column in row]
        if all(type(value) is int for value in values):
            frame[column] = frame[column].astype("Int64")  # whole numbers, some of which may be missing
    return frame


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("retime.load makes a pandas data frame, and pandas is not here: pip install pandas") from None
    return pandas


def _run_folders(folders: tuple[str | os.PathLike[str], ...]) -> list[Path]:
    if not folders:
        raise InputError("retime.load: name a run directory, or a folder that holds some")
    found: list[Path] = []
    for folder in map(Path, folders):
        below = [] if (folder / "header.json").is_file() else find_runs(folder)
        found += below or [folder]
    return found


def _column(axis: str) -> str:
    """An axis may have the name of another column."""
    return f"axis_{axis}" if axis in OTHERS else axis


def _rows(run: Run, records: list[Record]) -> Iterator[dict[str, Any]]:
    best = _best(records)
    for record in records:
        yield _case(record) | _axes(record) | _times(record, best) | _run(record, run)


def _best(records: list[Record]) -> dict[tuple, Record]:
    """The fastest of each variant and workload. The best of a search's many short trials is too good."""
    best: dict[tuple, Record] = {}
    for record in records:
        if record.is_timed and _role(record) != "search":
            place = record.family, record.variant, record.workload
            best[place] = min(best.get(place, record), record, key=lambda r: r.time_s)
    return best


def _role(record: Record) -> str:
    return record.data.get("tuning_history", {}).get("role", "")


def _case(record: Record) -> dict[str, Any]:
    paper = record.data["paper"]
    return {
        "key": record.key,
        "family": record.family,
        "variant": record.variant,
        "label": paper["label"],
        "form": ("as printed" if record.is_printed else "tuned") if paper["paper"] else "",
        "processor": record.processor,
        "tuning_role": _role(record),
        "status": record.status,
        "reason": _reason(record),
        "base": record.base or "",
    }


def _reason(record: Record) -> str:
    if not record.is_correct or record.is_timed:
        return record.reason
    is_emulated = record.data["time_is"] == "emulated" and record.data["statistics"]
    return "emulated: its time is not a measurement" if is_emulated else record.reason or "not timed"


def _axes(record: Record) -> dict[str, Any]:
    return {_column(axis): value for axis, value in record.axes.items()}


def _times(record: Record, best: dict[tuple, Record]) -> dict[str, Any]:
    if not record.is_timed:
        return {"samples_ns": []}
    known, how = record.data["statistics"], record.data["measurement"] or {}
    samples_ns = record.data["samples_ns"]
    times = {name: known[name] for name in ("median_ns", "ci_low_ns", "ci_high_ns")}
    times |= {"samples": len(samples_ns), "samples_ns": samples_ns, "noisy": known.get("noisy", False)}
    if record.energy_j is not None:
        times["energy_j"] = record.energy_j
    times["processes"] = len(how.get("processes") or [None])
    gb_per_s = (record.data["work"] or {}).get("bytes", 0) / known["median_ns"]  # bytes in a ns are GB in a s
    ceiling = (record.data["roofline"] or {}).get("ceiling_bytes_per_s")
    if gb_per_s > 0:
        times |= {"gb_per_s": gb_per_s} | ({"ceiling_fraction": 1e9 * gb_per_s / ceiling} if ceiling else {})
    if base := best.get((record.family, record.base, record.workload)):
        times["speedup_over_base"] = base.centre_s / record.centre_s
    return times


def _run(record: Record, run: Run) -> dict[str, Any]:
    git = run.header["git"]
    return {
        "run": str(run.path),
        "device": record.machine,
        "board": record.setup[0],
        "git_sha": git["sha"],
        "git_dirty": git["dirty"],
        "utc": run.header["utc"],
    }

"""Hardware counters of a profiled case: counters.csv beside its record, as `ncu --csv` prints it (results/record.sh)."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plots.files import gate
from plots.files.errors import InputError
from plots.output.tables import Table, share

FILE = "counters.csv"
COLUMNS = ("ID", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value")
UNITS = {"%": 0.01, "byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "Tbyte": 1e12}
UNITS |= {"ns": 1e-9, "nsecond": 1e-9, "us": 1e-6, "usecond": 1e-6, "ms": 1e-3, "msecond": 1e-3}
UNITS |= {"s": 1, "second": 1, "inst": 1, "sector": 1, "request": 1, "": 1}
NUMBER = re.compile(r"[0-9]{1,25}(\.[0-9]{1,25})?(e[+-]?[0-9]{1,2})?")
LANES = 32  # of a warp
SECTOR_BYTES = 32  # what L2 is asked for at once
BUSY = {  # the parts of the chip that can be what a kernel waits for
    "DRAM": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "L2": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "L1/TEX": "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
    "ALU": "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
    "issue": "smsp__issue_active.avg.pct_of_peak_sustained_active",
}
STALLS = {  # what a warp that could not issue was waiting for
    "long_scoreboard": "loaded data",
    "short_scoreboard": "shared data",
    "lg_throttle": "the load queue",
    "mio_throttle": "the shared-memory queue",
    "tex_throttle": "the texture queue",
    "math_pipe_throttle": "an arithmetic unit",
    "barrier": "a barrier",
    "wait": "the instruction before",
}


@dataclass(frozen=True)
class Counters:
    """The profiled launches of one case, in order: metric -> value in bytes, seconds, counts, or a share of 1."""

    launches: tuple[dict[str, float], ...]

    def total(self, metric: str) -> float | None:
        """Sum over the launches; None unless all have the metric."""
        values = [launch.get(metric) for launch in self.launches]
        return None if None in values else sum(values)

    def mean(self, metric: str) -> float | None:
        """Mean over the launches, weighted by their times."""
        pairs = [(launch.get(metric), launch.get("gpu__time_duration.sum")) for launch in self.launches]
        if any(None in pair for pair in pairs):
            return None
        whole = sum(t for _, t in pairs)
        return sum(v * t for v, t in pairs) / whole if whole else None

    time_s = cached_property(lambda self: self.total("gpu__time_duration.sum"))
    read_bytes = cached_property(lambda self: self.total("dram__bytes_read.sum"))
    written_bytes = cached_property(lambda self: self.total("dram__bytes_write.sum"))
    l1_hits = cached_property(lambda self: self.mean("l1tex__t_sector_hit_rate.pct"))
    l2_hits = cached_property(lambda self: self.mean("lts__t_sector_hit_rate.pct"))
    warps_active = cached_property(lambda self: self.mean("sm__warps_active.avg.pct_of_peak_sustained_active"))
    threads = cached_property(lambda self: self.mean("smsp__thread_inst_executed_per_inst_executed.ratio"))
    uniform = cached_property(lambda self: self.mean("smsp__sass_average_branch_targets_threads_uniform.pct"))

    @cached_property
    def dram_bytes(self) -> float | None:
        return None if None in (self.read_bytes, self.written_bytes) else self.read_bytes + self.written_bytes

    @cached_property
    def l2_bytes(self) -> float | None:
        sectors = self.total("lts__t_sectors.sum")
        return None if sectors is None else sectors * SECTOR_BYTES

    @cached_property
    def thread_instructions(self) -> float | None:
        """Instructions times the lanes of a warp, active or not: what the issue slots pay for."""
        warps = self.total("smsp__inst_executed.sum")
        return None if warps is None else warps * LANES

    def busy(self, part: str) -> float | None:
        return self.mean(BUSY[part])

    @cached_property
    def busiest(self) -> tuple[str, float] | None:
        """The part of the chip that comes nearest to what it can do, and how near."""
        shares = {part: share for part in BUSY if (share := self.busy(part)) is not None}
        return max(shares.items(), key=lambda item: item[1]) if shares else None

    @cached_property
    def stalls(self) -> dict[str, float]:
        """Each reason of STALLS that was counted: warps that waited for it, for each that issued."""
        each = {r: self.mean(f"smsp__average_warps_issue_stalled_{r}_per_issue_active.ratio") for r in STALLS}
        return {reason: warps for reason, warps in each.items() if warps is not None}

    @cached_property
    def waits_for(self) -> str | None:
        """What most warps waited for."""
        return STALLS[max(self.stalls, key=self.stalls.get)] if self.stalls else None


def read(path: Path) -> Counters:
    """InputError names the file and the line at fault. A metric that was not available, or of a unit that is not known,
    is left out."""
    launches: dict[str, dict[str, float]] = {}
    try:
        rows = csv.DictReader(io.StringIO(gate.text(path), newline=""), strict=True)
        missing = [c for c in COLUMNS if c not in (rows.fieldnames or [])]
        if missing:
            raise InputError(f"{path}: no column {missing[0]!r}; it should be what ncu --csv prints")
        for row in rows:
            if None in row or None in row.values():
                raise InputError(f"{path}, line {rows.line_num}: another number of columns than the head has")
            value = _value(row, f"{path}, line {rows.line_num}")
            if value is not None:
                launches.setdefault(row["ID"], {})[row["Metric Name"]] = value
    except csv.Error as error:
        raise InputError(f"{path}: {error}") from None
    if not launches:
        raise InputError(f"{path}: no counters; remove it or profile the case again")
    return Counters(tuple(launches.values()))


def _value(row: dict[str, str], where: str) -> float | None:
    text, unit = row["Metric Value"].replace(",", ""), row["Metric Unit"]
    scale = 1 if row["Metric Name"].endswith(".ratio") else UNITS.get(unit)
    if text in ("n/a", "nan", "") or scale is None:
        return None
    if not NUMBER.fullmatch(text):
        raise InputError(f"{where}: {row['Metric Name'][:100]} is {text[:40]!r}, no number from 0 to 1e30")
    return float(text) * scale


HEADS = ["DRAM busy", "L2 busy", "L1/TEX busy", "ALU busy", "issue slots busy", "L1 hits", "L2 hits", "warps active"]
HEADS += ["threads an instruction", "uniform branches", "warps wait for", "registers", "occupancy", "limiter"]


def cells(counters: Counters, launch: dict[str, Any] | None) -> list[Any]:
    """The columns of HEADS."""
    launch = launch or {}
    shares = [counters.busy(part) for part in BUSY] + [counters.l1_hits, counters.l2_hits, counters.warps_active]
    rest = [
        counters.threads,
        share(counters.uniform),
        counters.waits_for,
        launch.get("registers"),
        share(launch.get("occupancy")),
    ]
    return [share(s) for s in shares] + rest + [launch.get("limiter")]


NOTE = (
    "Counters of single launches under a profiler, from a cold L2, clocks not fixed; what L2 still holds at the end of a"
    " launch is not counted as written. Busy: share of the rate that the part can keep up."
    " Warps active: share of the warps that a multiprocessor can hold. Threads an instruction: of 32. Uniform branches:"
    " those that all threads of the warp take alike."
)


def table(name: str, title: str, heads: list[str], rows: list[list[Any]], note: str = "") -> Table:
    """Columns that no row fills (a metric that was not asked for) are left out."""
    return Table(name, title, heads + HEADS, rows, f"{note} {NOTE}".strip()).filled()

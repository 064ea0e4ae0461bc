"""Run folders as they lie on disk: their cases, and what a profiler counted."""

from __future__ import annotations

import csv
import json
import lzma
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
UNITS = {"Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "us": 1e3, "ms": 1e6, "s": 1e9}  # in bytes and ns


@dataclass(eq=False, repr=False)
class Run:
    folder: Path
    header: dict
    cases: list[Case] = field(default_factory=list)

    @property
    def is_gpu(self) -> bool:
        return self.header["device"]["kind"] == "cuda"

    @property
    def is_tuning(self) -> bool:
        """Short measurements, which judge nothing."""
        return self.header["argv"][1:2] == ["tune"]

    @property
    def board(self) -> str:
        return self.header["device"].get("uuid") or str(self.header["host"])

    @property
    def build(self) -> str:
        """The program's hash; early runs do not have it."""
        source = {name: self.header[name] for name in ("git", "compilers", "flags")}
        return self.header.get("program") or json.dumps(source, sort_keys=True)

    @cached_property
    def launches(self) -> list[dict[str, float]]:
        """The profiled launches: metric -> value in bytes, ns, warps or counts, where it could be counted."""
        launches = defaultdict(dict)
        for row in csv.DictReader(_lines(self.folder / "counters.csv")):
            if (value := row["Metric Value"].replace(",", "")) not in ("", "n/a"):
                launches[row["ID"]][row["Metric Name"]] = float(value) * UNITS.get(row["Metric Unit"], 1)
        return [*launches.values()]


@dataclass(eq=False, repr=False)
class Case:
    run: Run
    axes: dict
    tuning: list[str]
    size_axis: str
    printed_point: dict
    data: dict

    family = property(lambda self: self.data["family"])
    variant = property(lambda self: self.data["variant"])
    processor = property(lambda self: self.data["processor"])
    correct = property(lambda self: self.data["status"] == "correct")
    of_paper = property(lambda self: bool(self.data["paper"]["label"]))
    size = property(lambda self: self.axes.get(self.size_axis))
    occupancy = property(lambda self: (self.data["launch"] or {}).get("occupancy"))

    @cached_property
    def timed(self) -> bool:
        return self.correct and self.data["time_is"] == "measured" and self.data["statistics"] is not None

    @property
    def seconds(self) -> tuple[float, float, float]:
        """Median and its interval."""
        return tuple(self.data["statistics"][name] / 1e9 for name in ("median_ns", "ci_low_ns", "ci_high_ns"))

    def setting(self, but: set[str] = frozenset()) -> tuple:
        """What is computed: the axes that do not say how."""
        return tuple(sorted((a, v) for a, v in self.axes.items() if a not in self.tuning and a not in but))

    @property
    def how(self) -> tuple:
        return tuple(sorted((axis, self.axes[axis]) for axis in self.tuning))

    def answer(self, name: str):
        return self.data["observables"].get(name)

    @property
    def memory(self) -> dict:
        return self.data["memory"] or {}


def read(folder: Path) -> Run:
    run = Run(folder, json.loads((folder / "header.json").read_text(encoding="utf-8")))
    run.cases = [_case(run, json.loads(line)) for line in _lines(folder / "records.jsonl")]
    return run


def _lines(path: Path) -> list[str]:
    """Of a file that may be packed; none of one that is not there."""
    if path.exists():
        return path.read_text(encoding="utf-8").splitlines()
    packed = path.with_name(path.name + ".xz")
    return lzma.decompress(packed.read_bytes()).decode("utf-8").splitlines() if packed.exists() else []


def _case(run: Run, data: dict) -> Case:
    return Case(run, data["axes"], data["tuning"], data["size_axis"], data["paper"]["tuning"], data)

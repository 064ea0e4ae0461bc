"""Cases as a run recorded them, and the few ways to choose among them."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plots.data.counters import Counters

FEWEST_PROCESSES = 3  # that have an interval of use


def tuning_suffix(axes: dict[str, Any], tuning: list[str]) -> str:
    """What a key ends with: the tuning axes sorted by name, values in their shortest form."""
    return "".join(f"/{axis}={axes.get(axis)}" for axis in sorted(tuning))


@dataclass(frozen=True)
class Run:
    """One run directory. `recorded`: it came with the repository and was not made on this machine now. `counters`: the
    hardware counters of its one case. `peers`: what others' programs take for its work, measured on its GPU."""

    path: Path
    header: dict[str, Any]
    unfinished: bool = False
    recorded: bool = False
    counters: Counters | None = None
    peers: dict[str, Any] | None = None

    @property
    def is_gpu(self) -> bool:
        return self.header["device"]["kind"] == "cuda"

    @property
    def is_tuning(self) -> bool:
        """Made by `retime tune`: short measurements, to find the fastest; not to be mixed with those of a sweep."""
        return self.header["argv"][1:2] == ["tune"]

    @property
    def device_name(self) -> str:
        return self.header["device"]["name"] if self.is_gpu else "emulation"

    @property
    def board(self) -> str:
        """Which GPU it was, by its uuid, or which GPUs; without a GPU the host."""
        boards = [one["board"] for one in self.header.get("boards", [])] if self.is_gpu else []
        return "+".join(boards) or self.header["device"].get("uuid") or self.host_name

    @property
    def build(self) -> str:
        """Which program it was: the hash of its file; of older runs the commit, the compilers and their flags."""
        if "program" in self.header:
            return self.header["program"]
        return json.dumps([self.header[name] for name in ("git", "compilers", "flags")], sort_keys=True)

    @property
    def setup(self) -> tuple[str, str]:
        return self.board, self.build

    @property
    def host_name(self) -> str:
        host = self.header["host"]
        cores = host["cores"]
        return f"{host['cpu']} ({cores} core{'' if cores == 1 else 's'})"

    @property
    def date(self) -> str:
        return self.header["utc"][:10]


class Record:
    """One case. Its time can be had only where the time counts: measured, and verified correct."""

    def __init__(self, data: dict[str, Any], run: Run, where: str = "") -> None:
        """`where`: the file and line that it was read from."""
        self.data = data
        self.run = run
        self.where = where

    key = property(lambda self: self.data["key"])
    family = property(lambda self: self.data["family"])
    variant = property(lambda self: self.data["variant"])
    processor = property(lambda self: self.data["processor"])
    status = property(lambda self: self.data["status"])
    reason = property(lambda self: self.data["reason"])
    axes = property(lambda self: self.data["axes"])
    observables = property(lambda self: self.data["observables"])
    base = property(lambda self: self.data["base"])
    is_printed = property(lambda self: self.data["printed"])
    paper_tuning = property(lambda self: self.data["paper"]["tuning"])
    size_axis = property(lambda self: self.data["size_axis"])

    @property
    def name(self) -> str:
        """What readers are shown: a GPU variant's label in the paper, else the variant's id."""
        return (self.processor == "gpu" and self.data["paper"]["label"]) or self.variant

    @property
    def case(self) -> str:
        """The key without the tuning, which stands at its end: what is computed, by which variant."""
        return self.key.removesuffix(tuning_suffix(self.axes, self.data["tuning"]))

    def __getitem__(self, axis: str) -> Any:
        return self.data["axes"][axis]

    def get(self, axis: str, default: Any = None) -> Any:
        return self.data["axes"].get(axis, default)

    @property
    def setup(self) -> tuple[str, str]:
        """As its run's, but for a run on several boards, of which it names its own."""
        return self.data.get("board") or self.run.board, self.run.build

    @property
    def machine(self) -> str:
        """What the case ran on: the GPU or "emulation", or the host's CPU."""
        return self.run.device_name if self.processor == "gpu" else self.run.host_name

    @property
    def is_correct(self) -> bool:
        return self.status == "correct"

    @property
    def is_timed(self) -> bool:
        return self.is_correct and self.data["time_is"] == "measured" and self.data["statistics"] is not None

    def _statistic_s(self, name: str) -> float:
        if not self.is_timed:
            raise ValueError(f"{self.key}: no time of it may be used")
        return self.data["statistics"][name] * 1e-9

    @property
    def time_s(self) -> float:
        """Median time of one run of the case, seconds. ValueError unless measured and correct."""
        return self._statistic_s("median_ns")

    @property
    def interval_s(self) -> tuple[float, float]:
        """Interval of the median, seconds: of that of a process to come, or of this process alone."""
        return self._statistic_s("ci_low_ns"), self._statistic_s("ci_high_ns")

    @property
    def interval_is_of_next(self) -> bool:
        """Whether the interval is where the median of a process to come falls; else it is that of the one that measured."""
        return self.data["statistics"].get("interval_of") == "process_to_come"

    @property
    def rounds_s(self) -> dict[int, float]:
        """Round -> median of its process, seconds; none of fewer than three processes."""
        processes = (self.data["measurement"] or {}).get("processes", [])
        rounds = {p.get("round", i): p["median_ns"] * 1e-9 for i, p in enumerate(processes)}
        return rounds if self.is_timed and len(rounds) >= FEWEST_PROCESSES else {}

    @property
    def centre_s(self) -> float:
        """What quotients of single records are of: the geometric mean of the rounds, where the time is their median."""
        times = [*self.rounds_s.values()]
        return math.exp(sum(map(math.log, times)) / len(times)) if times else self.time_s

    @property
    def stolen_cores(self) -> float | None:
        """Cores that the hypervisor gave to others while it was timed, in the process that lost most; None if unknown."""
        processes = (self.data["measurement"] or {}).get("processes", [])
        return max((p["stolen_cores"] for p in processes if p.get("stolen_cores") is not None), default=None)

    @property
    def energy_j(self) -> float | None:
        """The energy of a run by the GPU's counter; None where that does not tell."""
        energy = (self.data["measurement"] or {}).get("energy")
        return energy["energy_j"] if energy else None

    def phase_s(self, name: str) -> float | None:
        """A phase outside the timed loop (make_input, reference, prepare, transfer_in, transfer_out), seconds.

        None where it was not timed, and where it ran on an emulated GPU.
        """
        value = self.data["phases_ns"].get(name)
        return None if value is None or not self.is_timed else value * 1e-9

    @property
    def workload(self) -> tuple[tuple[str, Any], ...]:
        """The axes that say what is computed, sorted by name."""
        tuning = set(self.data["tuning"])
        return tuple(sorted((k, v) for k, v in self.axes.items() if k not in tuning))

    @property
    def tuning(self) -> tuple[tuple[str, Any], ...]:
        """The axes that say how it is computed, sorted by name."""
        names = set(self.data["tuning"])
        return tuple(sorted((k, v) for k, v in self.axes.items() if k in names))

    @property
    def setting(self) -> str:
        """The tuning as readers are shown it: "block=64, items=4"."""
        return ", ".join(f"{axis}={value}" for axis, value in self.tuning)


class Records(tuple[Record, ...]):
    """An immutable list of records; every method returns a new one."""

    def where(
        self,
        condition: Callable[[Record], bool] | None = None,
        /,
        *,
        variant: str | None = None,
        processor: str | None = None,
        **axes: Any,
    ) -> Records:
        """Those that meet the condition and have these values. A record without the axis is left out."""
        chosen: Iterable[Record] = self if condition is None else [r for r in self if condition(r)]
        if variant is not None:
            chosen = [r for r in chosen if r.variant == variant]
        if processor is not None:
            chosen = [r for r in chosen if r.processor == processor]
        for axis, value in axes.items():
            chosen = [r for r in chosen if axis in (has := r.axes) and has[axis] == value]
        return Records(chosen)

    def values(self, axis: str) -> list[Any]:
        """The values that an axis takes, sorted; numbers before strings."""
        return sorted({r.axes[axis] for r in self if axis in r.axes}, key=_order)

    def variants(self) -> list[str]:
        """Variant ids in alphabetical order."""
        return sorted({r.variant for r in self})

    def by(self, *axes: str) -> Iterator[tuple[tuple[Any, ...], Records]]:
        """Groups with equal values of these axes (or of "variant"), in order. Records without one are left out."""
        groups = self.grouped(lambda r: tuple(r.variant if a == "variant" else r.axes.get(a) for a in axes))
        for point in sorted((p for p in groups if None not in p), key=lambda p: tuple(map(_order, p))):
            yield point, groups[point]

    def grouped(self, key: Callable[[Record], Hashable]) -> dict[Any, Records]:
        """Groups of equal key, in the order of their first records."""
        groups: dict[Any, list[Record]] = defaultdict(list)
        for r in self:
            groups[key(r)].append(r)
        return {value: Records(group) for value, group in groups.items()}

    def best(self) -> Records:
        """Of each variant and workload, the fastest tuning. Timed records only; others can not be ranked."""
        fastest: dict[tuple, Record] = {}
        for r in self.timed():
            point = (r.variant, r.workload)
            if point not in fastest or r.time_s < fastest[point].time_s:
                fastest[point] = r
        return Records(fastest.values())

    def quickest(self) -> Record | None:
        """The one of least time; None of none. Timed records only."""
        return min(self, key=lambda r: r.time_s, default=None)

    def timed(self) -> Records:
        """Those whose time counts: measured and correct."""
        return Records(r for r in self if r.is_timed)

    def correct(self) -> Records:
        """Those whose answer was verified, emulated ones too: for observables, not for times."""
        return Records(r for r in self if r.is_correct)

    def sorted(self, axis: str) -> Records:
        """Those that have the axis, ascending along it."""
        return Records(sorted((r for r in self if axis in r.axes), key=lambda r: _order(r.axes[axis])))


def _order(value: Any) -> tuple[int, Any]:
    return (1, value) if isinstance(value, str) else (0, value)


def latest(records: Iterable[Record]) -> Records:
    """One record a key: that of the latest run. One that verified the case without timing it does not take the place of
    a timed one."""
    chosen: dict[str, Record] = {}
    for r in sorted(records, key=lambda r: r.run.header["utc"]):
        before = chosen.get(r.key)
        if before is None or r.is_timed or not (before.is_timed and r.is_correct):
            chosen[r.key] = r
    return Records(chosen.values())


def profiled(records: Iterable[Record]) -> Records:
    """Verified on a GPU with hardware counters: one record a key, that of the latest run."""
    return latest(r for r in records if r.run.counters and r.run.is_gpu and r.is_correct and r.processor == "gpu")

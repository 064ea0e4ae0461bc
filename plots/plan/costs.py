"""What a case will take in one process, from what it took when it was recorded."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from plots.data.records import Record

SAMPLING_S = 0.2  # that a process samples a case for, unless it is precise before
LONGEST_REPEATED_S = 5 * SAMPLING_S  # a run that is longer is timed once (harness/sweep/processes/process_plan.h)
REPEATED = 5  # runs at least of one that is not: to warm up, three samples, to verify after
TRACED = ("step", "time")  # series along these take a run of their own
BESIDE_S = 0.05  # of each case: requests, comparing, the record
OVERRUN = 1.4  # of a run on an H200 over what its cases' phases add up to (results/h200/claims_run.tar.xz)
SHARED = ("make_input", "reference")  # among the cases of an input
PHASES = ("prepare", "transfer_in", "transfer_out")


class Costs:
    """`records`: all there are, for only the first case of an input says what that took."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._inputs: dict[tuple, float] = defaultdict(float)
        self._known: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
        for r in records:
            shared = input_of(r)
            self._inputs[shared] = max(self._inputs[shared], _phases_s(r, SHARED))
            if r.is_timed and _items(r):
                self._known[r.family, r.variant].append((_items(r), r.time_s))

    def input_s(self, r: Record) -> float:
        """Input and reference; cases of one input share them in a process."""
        return self._inputs[input_of(r)]

    def case_s(self, r: Record) -> float:
        if not r.is_correct:
            return BESIDE_S
        run_s = self._run_s(r)
        if whole_s := _phases_s(r, ("whole",)):
            sampled_s = r.data["measurement"]["wall_s"] / max(processes_of(r), 1) if r.is_timed else 0
            return max(BESIDE_S, whole_s - _phases_s(r, SHARED) - sampled_s) + _sampling_s(r, run_s)
        before = 2 if _is_traced(r) else 1  # the first is verified
        return OVERRUN * (BESIDE_S + _phases_s(r, PHASES) + before * run_s + _sampling_s(r, run_s))

    def _run_s(self, r: Record) -> float:
        """Its time; that of one that was verified alone by the work of the nearest timed case of its variant."""
        if r.is_timed:
            return r.time_s
        nearest = min(self._known[r.family, r.variant], key=lambda k: abs(math.log(k[0] / _items(r))), default=None)
        return nearest[1] * _items(r) / nearest[0] if nearest else math.inf


def input_of(r: Record) -> tuple:
    return r.family, r.workload


def _items(r: Record) -> float:
    return (r.data["work"] or {}).get("items", 0)


def _is_traced(r: Record) -> bool:
    return any(isinstance(value, dict) and value.get("x_name") in TRACED for value in r.observables.values())


def _phases_s(r: Record, names: Iterable[str]) -> float:
    return 1e-9 * sum(r.data["phases_ns"].get(name) or 0 for name in names)


def _sampling_s(r: Record, run_s: float) -> float:
    if run_s > LONGEST_REPEATED_S:
        return run_s
    most = max(SAMPLING_S, REPEATED * run_s)
    measured = r.data["measurement"] if r.is_timed else None
    if not measured or measured["stop_reason"] != "precision":
        return most
    return min(most, measured.get("wall_s", most) / max(processes_of(r), 1))


def processes_of(r: Record) -> int:
    return len((r.data["measurement"] or {}).get("processes") or [0])

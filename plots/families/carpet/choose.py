"""Which carpet records answer which question."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from plots import fit
from plots.claims import Measured, ratio
from plots.family import FamilyData
from plots.records import Record, Records

GPU_PAPER = ["a_dense", "b_diamond", "c_compact"]  # Variants A, B, C
NAMES = {
    "a_dense": "A",
    "a_branchless": "A branch-free",
    "b_diamond": "B",
    "c_compact": "C",
    "cpu_serial": "CPU, 1 thread",
    "cpu_task_pool": "CPU, all cores",
}
PRINTED = {"a_dense": "Variant A", "b_diamond": "Variant B", "c_compact": "Variant C"}
# The tuning that is the paper's own listing; its block is free.
AS_PRINTED = {"sites_per_thread": 1, "rings": 1, "indices": "cached", "order": "forward", "launch": "stream"}
# Below this many steps a loop of 3 us launches takes longer than its kernels on today's GPUs.
LEAST_STEPS = 1000


def name(variant: str) -> str:
    return NAMES.get(variant, variant)


def standard(records: Records) -> Records:
    """The built-in carpets of one surface, start, level, seed and precision: the setting with most records (float
    before double if even), so that a sweep of something else does not mix in."""

    def setting(r: Record) -> tuple:
        return tuple(str(r.get(a, "")) for a in ("level", "surface", "start", "seed")), str(
            r.get("precision", "")
        )

    built_in = records.where(lambda r: "occupancy" in r.axes and "steps" in r.axes)
    if not built_in:
        return built_in
    count = Counter(map(setting, built_in))
    chosen = max(count, key=lambda s: (count[s], s[1] == "float", s))
    return built_in.where(lambda r: setting(r) == chosen)


def best(data: FamilyData) -> Records:
    """Fastest tuning of every variant, occupancy and number of steps, of the judged runs."""
    return standard(data.timed).best()


def printed_form(records: Records) -> Records:
    """Those tuned as the paper prints them: one site a thread, forward, one launch a step. The block is free."""
    return records.where(
        lambda r: all(r.get(axis, value) == value for axis, value in AS_PRINTED.items())
    )


def common_steps(records: Records, variants: list[str], occupancy: float) -> int | None:
    """The largest number of steps that all these variants have at an occupancy."""
    each = [set(records.where(variant=v, occupancy=occupancy).values("steps")) for v in variants]
    shared = set.intersection(*each) if each else set()
    return max(shared, default=None)


def at(records: Records, variant: str, occupancy: float, steps: int) -> Record:
    return records.where(variant=variant, occupancy=occupancy, steps=steps)[0]


def bytes_a_site(record: Record) -> int:
    """What A and B must move of a site: P read and written."""
    return 16 if record.get("precision") == "double" else 8


def list_bytes_a_site(record: Record) -> int:
    """What C must move of an open site: the same, and four indices."""
    return 16 + bytes_a_site(record)


def b_over_c(records: Records) -> list[tuple[float, int, Measured]]:
    """(occupancy, steps, t_B/t_C), at the largest number of steps that both have."""
    found = []
    for occupancy in records.values("occupancy"):
        steps = common_steps(records, ["b_diamond", "c_compact"], occupancy)
        if steps is not None:
            pair = (at(records, v, occupancy, steps) for v in ("b_diamond", "c_compact"))
            found.append((occupancy, steps, ratio(*pair)))
    return found


def crossing(records: Records) -> float | None:
    """The occupancy at which B overtakes C; None if it does not within those measured."""
    found = b_over_c(records)
    return fit.crossing([o for o, *_ in found], [m.value for *_, m in found])


@dataclass(frozen=True)
class MemoryLimit:
    """The most steps of a variant: what the GPU's memory holds, and what the program takes."""

    variant: str
    occupancy: float
    by_memory: int
    by_program: int
    free_bytes: float


def memory_limits(data: FamilyData) -> list[MemoryLimit]:
    """From the cases that did not fit. A walk's memory grows as the square of its steps."""
    found = {}
    for r in standard(data.cases.where(lambda r: r.run.is_gpu and r.status == "out_of_memory")):
        memory = r.data["memory"]
        if memory and memory["free_bytes"] and memory["largest_that_fits"] is not None:
            steps = round(r["steps"] * math.sqrt(memory["free_bytes"] / memory["needed_bytes"]))
            limit = MemoryLimit(r.variant, r["occupancy"], steps, memory["largest_that_fits"], memory["free_bytes"])
            found.setdefault((r["occupancy"], r.variant), limit)
    return [found[key] for key in sorted(found)]


@dataclass(frozen=True)
class Law:
    """Time against steps of one variant at one occupancy. `floor` and `classes` need four and five sizes."""

    variant: str
    occupancy: float
    records: Records
    cubic: fit.Estimate
    floor: fit.FloorFit | None
    growths: fit.Growths | None


def law(records: Records, variant: str, occupancy: float) -> Law | None:
    """None with fewer than two sizes."""
    chosen = records.where(variant=variant, occupancy=occupancy).sorted("steps")
    if len(chosen) < 2:
        return None
    s, t = [r["steps"] for r in chosen], [r.time_s for r in chosen]
    return Law(
        variant,
        occupancy,
        chosen,
        fit.proportional(s, t),
        fit.with_floor(s, t) if len(s) >= 4 else None,
        fit.growth_classes(s, t) if len(s) >= 5 else None,
    )


def displacement(record: Record) -> tuple[list[float], list[float]] | None:
    """<r^2> at log-spaced steps, as (steps, <r^2>), if the record has it."""
    for key in ("mean_square_displacement_series", "mean_square_displacement"):
        series = record.observables.get(key)
        if isinstance(series, dict):
            pairs = [
                (x, y)
                for x, y in zip(series["x"], series["y"])
                if y is not None and y > 0 and x > 0
            ]
            return ([p[0] for p in pairs], [p[1] for p in pairs]) if pairs else None
    return None


def gamma(record: Record) -> fit.Estimate | None:
    """Exponent of <r^2> ~ t^gamma from t = 10 on; None with fewer than four points."""
    series = displacement(record)
    pairs = [(t, r2) for t, r2 in zip(*series) if t >= 10] if series else []
    return fit.loglog_slope(*zip(*pairs)) if len(pairs) >= 4 else None


def longest_walks(data: FamilyData) -> list[Record]:
    """One verified record an occupancy, that of the longest walk with <r^2> along it; emulated ones count."""
    walks = []
    for _, group in standard(data.verified).by("occupancy"):
        with_series = group.where(lambda r: displacement(r) is not None).sorted("steps")
        if with_series:
            walks.append(with_series[-1])
    return walks

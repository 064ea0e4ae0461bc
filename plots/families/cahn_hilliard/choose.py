"""Which records of the family answer which question, and the times that follow from them."""

from __future__ import annotations

from plots.records import Record, Records

KERNELS = ["a_global", "b_shared", "c_texture", "d_texture_shared"]
SERIAL, PARALLEL = "cpu_serial", "cpu_parallel"
NAMES = {
    "a_global": "A, global",
    "b_shared": "B, shared",
    "c_texture": "C, texture",
    "d_texture_shared": "D, texture and shared",
    SERIAL: "CPU, one thread",
    PARALLEL: "CPU, all cores",
}
LARGE = 1024  # from here on the paper's speed-ups hold
# What a full step must move at the least, fields read and written once: by integrator and flow.
PASSES = {"rk2": 2, "euler": 1}  # launches a step
FIELDS_MOVED = {("rk2", "swap"): 5, ("rk2", "copy"): 9, ("euler", "swap"): 2, ("euler", "copy"): 4}


def usual(records: Records, **axes) -> Records:
    """Fields in the plane as the paper times them, single precision and RK2, unless an axis is given."""
    wanted = {"dim": 2, "precision": "float", "integrator": "rk2", "boundary": "periodic"}
    return records.where(**(wanted | axes))


def printed_form(record: Record) -> bool:
    """As the paper runs it: one cell a thread, a launch a pass. The block is free: the paper chose it by trial."""
    return record.get("cells_per_thread", 1) == 1 and record.get("launch", "stream") == "stream"


def as_printed(records: Records, **axes) -> Records:
    """The paper's setting. Its flow copies outputs to inputs; runs that have no such case are judged by the swap."""
    chosen = usual(records, **axes).where(printed_form)
    return chosen.where(flow="copy") or chosen.where(flow="swap")


def cell_bytes(record: Record) -> int:
    """Of one field."""
    return 8 if record["precision"] == "double" else 4


def step_s(record: Record) -> float:
    return record.time_s / record["steps"]


def step_interval_s(record: Record) -> tuple[float, float]:
    low, high = record.interval_s
    return low / record["steps"], high / record["steps"]


def fastest(records: Records) -> Record | None:
    """The fastest step of all."""
    return min(records.timed(), key=step_s, default=None)


def fastest_per_size(records: Records) -> list[Record]:
    """The fastest step at every n, ascending."""
    return [r for _, group in records.by("n") if (r := fastest(group)) is not None]


def common_largest(records: Records, variants: list[str], least_n: int = LARGE) -> dict[str, Record] | None:
    """The fastest of each variant at the largest n that all of them have."""
    for n in reversed([n for n in records.values("n") if n >= least_n]):
        found = {v: fastest(records.where(variant=v, n=n)) for v in variants}
        if all(found.values()):
            return found
    return None

"""Time of a step, and which fields are compared."""

from __future__ import annotations

from collections.abc import Iterable

from plots.data.records import Record, Records
from plots.output.tables import Interval
from plots.verdicts import judge
from plots.verdicts.family import FamilyData

BLOCK = ("block_x", "block_y")
LARGE = 1024  # from here on the paper's speed-ups hold


AS_TIMED = {"precision": "float", "integrator": "rk2", "boundary": "periodic"}  # by the paper


def _plain(records: Records) -> Records:
    """By the plain update; runs from before that axis had no other."""
    return records.where(lambda r: r.get("update", "plain") == "plain")


def paper_cases(records: Records) -> Records:
    """The paper's variants and the CPU's, by the plain update."""
    return _plain(records).where(lambda r: r.data["paper"]["label"] or r.processor == "cpu")


def in_plane(records: Records, **axes) -> Records:
    """Fields as the paper times them, in the plane, single precision and RK2, unless an axis is given."""
    return paper_cases(records).where(**({"dim": 2} | AS_TIMED | axes))


def by_anyone(records: Records) -> Records:
    """The same in any dimension, by the paper's variants and by ours."""
    return _plain(records).where(**AS_TIMED)


def printed(data: FamilyData) -> Records:
    """The paper's cases and setting, as its claims are judged: blocks of 16 x 16 where it says so, else the best."""
    return judge.cases(data.judging, data)


def block(r: Record) -> str | None:
    return f"{r['block_x']} x {r['block_y']}" if r.processor == "gpu" else None


def setting(r: Record) -> str:
    """How it was tuned."""
    cells = r.get("cells_per_thread", 1)
    words = [r["flow"], block(r), r.get("launch"), f"{cells} cells a thread" if cells > 1 else None]
    return ", ".join(word for word in words if word)


def least_bytes(r: Record) -> float:
    """Bytes a cell and step that the flow must move if every field of a pass is read and written once."""
    return r.data["work"]["bytes"] / r["n"] ** r["dim"] / r["steps"]


def step_s(record: Record) -> float:
    return record.time_s / record["steps"]


def step_interval_s(record: Record) -> tuple[float, float]:
    low, high = record.interval_s
    return low / record["steps"], high / record["steps"]


def step_us(record: Record) -> tuple[float, Interval]:
    """A table's cells of the time a step."""
    low, high = step_interval_s(record)
    return step_s(record) * 1e6, Interval(low * 1e6, high * 1e6)


def fastest(records: Iterable[Record]) -> Record | None:
    """The fastest step of all."""
    return min(Records(records).timed(), key=step_s, default=None)

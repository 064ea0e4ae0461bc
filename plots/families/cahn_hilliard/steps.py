"""Time of a step, and which fields are compared."""

from __future__ import annotations

from collections.abc import Iterable

from plots.data import select
from plots.data.records import Record, Records
from plots.output.tables import Interval
from plots.verdicts import judge
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

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
    """The paper's cases in its own setting, as its claims are judged: of each variant the fastest step at every N."""
    cases = judge.cases(data.judging, data)
    return Records(r for _, group in cases.by("variant", "n") if (r := fastest(group)))


def of_any_block(data: FamilyData) -> Records:
    """The kernels as printed but for the block."""
    return select.as_printed(in_plane(data.timed).where(processor="gpu"), BLOCK)


def tuned(data: FamilyData) -> list[Records]:
    """Of each kernel the fastest setting, other than the printed one, of those that were timed at many N."""
    chosen = []
    for _, group in in_plane(data.timed).where(lambda r: not r.is_printed, processor="gpu").by("variant"):
        settings = [Records(each).sorted("n") for each in group.grouped(lambda r: r.tuning).values()]
        many = [each for each in settings if 2 * len(each) >= max(map(len, settings))]
        n = select.largest_common("n", *many) or many[0][-1]["n"]
        chosen.append(min((each for each in many if each.where(n=n)), key=lambda each: step_s(each.where(n=n)[0])))
    return chosen


def speed_up(r: Record) -> Rule:
    """Over one CPU thread at the same N, as the claims on it are judged."""
    return {"ratio": [r.base, r.variant], "at": r["n"], "from": 0}


def block(r: Record) -> str | None:
    return f"{r['block_x']} x {r['block_y']}" if r.processor == "gpu" else None


def setting(r: Record) -> str:
    """How it was tuned."""
    cells = r.get("cells_per_thread", 1)
    texture = f"{r['texture']} texture" if "texture" in r.axes else None
    words = [r["flow"], block(r), r.get("launch"), texture, f"{cells} cells a thread" if cells > 1 else None]
    return ", ".join(word for word in words if word)


def least_bytes(r: Record) -> float:
    """Bytes a cell and step that the flow must move if every field of a pass is read and written once."""
    return r.data["work"]["bytes"] / r["n"] ** r["dim"] / r["steps"]


def step_s(record: Record) -> float:
    return record.time_s / record["steps"]


def step_within_s(record: Record) -> tuple[float, float, float]:
    """With the ends of its interval."""
    value, low, high = (seconds / record["steps"] for seconds in (record.time_s, *record.interval_s))
    return value, low, high


def step_us(record: Record) -> tuple[float, Interval]:
    """A table's cells of the time a step."""
    value, low, high = (seconds * 1e6 for seconds in step_within_s(record))
    return value, Interval(low, high)


def fastest(records: Iterable[Record]) -> Record | None:
    """The fastest step of all."""
    return min(Records(records).timed(), key=step_s, default=None)

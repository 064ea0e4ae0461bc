"""Which records a table or a figure is about, and their rates in point-lines a second."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plots.data.records import Record, Records
from plots.verdicts.family import FamilyData

SETTING = ("lines", "fields", "line_maker", "precision")
EDGES = {"nx": 0, "ny": 0, "nz": 0}  # of a cube: all are n
CUBE = {"mesh": "regular", **EDGES}
LANES, WORD_BYTES = 32, 4  # of shared memory: a word each lane and clock


def paper_cases(records: Records) -> Records:
    """One field of 1024 lines by a power law, in double precision."""
    return records.where(lines=1024, fields=1, line_maker="power_law", precision="double")


def usual(records: Records) -> Records:
    """The paper's cases; without any, those of the setting that most variants have."""
    settings = [group for _, group in records.by(*SETTING)]
    return paper_cases(records) or max(settings, key=lambda g: (len(g.variants()), len(g)), default=Records())


def sizes(data: FamilyData) -> Records:
    """Of Fig. 3: fields of several sizes, of the run that has most."""

    def drawn(one: FamilyData) -> Records:
        records = usual(one.timed.where(**CUBE, timed="field"))
        return Records(r for _, group in records.by("variant") if len(group.values("n")) > 1 for r in group)

    return drawn(data.run_with(drawn))


def precision(records: Records) -> str:
    """For captions."""
    return " and ".join(records.values("precision")) + " precision"


def printed_cells(claim: dict[str, Any]) -> int | None:
    """Those of the field whose time the paper prints as this claim; None of any other claim."""
    where = claim["judge"].get("where", {})
    return (where["nx"] or where["n"]) * where["n"] ** 2 if claim.get("unit") == "s" else None


def point_lines(r: Record) -> float | None:
    """Those of the case; None for an FFT."""
    return r.data["work"]["items"] if r.data["work"]["item"] == "point-line" else None


def rate(r: Record) -> float | None:
    """Point-lines a second."""
    work = point_lines(r)
    return work and work / r.time_s


def most_reads(r: Record) -> float | None:
    """Words of the field's precision that the GPU can read from shared memory in a second, at its highest clock."""
    processors = r.run.header["device"].get("multiprocessors")
    clock_mhz = (r.run.header.get("clocks") or {}).get("sm_max_mhz")
    if r.processor == "cpu" or not processors or not clock_mhz:
        return None
    real_bytes = 8 if r["precision"] == "double" else 4
    return processors * clock_mhz * 1e6 * LANES * WORD_BYTES / real_bytes


def edges(r: Record) -> tuple[int, int, int]:
    """An edge of 0 is n."""
    return tuple(r[edge] or r["n"] for edge in ("nx", "ny", "nz"))


def cells(r: Record) -> int:
    x, y, z = edges(r)
    return x * y * z


def mesh(r: Record) -> str:
    x, y, z = edges(r)
    return f"{x}^3" if x == y == z else f"{y} x {z} x {x}"  # x is the slowest


def target(r: Record) -> str:
    """What a field is to have: its spectrum or covariance."""
    maker: str = r["line_maker"]
    if maker == "power_law":
        return f"P(k) ~ k^{r['index']:g}"
    return f"{maker} {Path(r[maker]).name}, a = {r['a']:g}"


def answers(records: Records, **axes: Any) -> Records:
    """Verified fields by turning bands that have statistics; emulated ones too."""
    return records.where(lambda r: "covariance_series" in r.observables, **axes)


def most_fields(records: Records) -> Record | None:
    """From a hundred fields on, the finest mesh."""
    return max(records, key=lambda r: (min(r["fields"], 100), cells(r), r["lines"]), default=None)


def made_of(r: Record) -> str:
    """For captions: fields, points, lines, by whom."""
    fields = f"{r['fields']} field{'s' * (r['fields'] > 1)} of {mesh(r)} points"
    machine = "the emulation" if r.machine == "emulation" else r.machine
    return f"{fields}, {r['lines']} lines, resolution {r['resolution']}, by {r.name} on {machine}"

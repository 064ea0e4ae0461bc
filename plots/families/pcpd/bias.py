"""Whether the layout or the masks bias the density: runs that differ in one axis alone."""

from __future__ import annotations

import numpy as np

from plots.data.records import Record
from plots.families.pcpd import runs
from plots.verdicts.family import FamilyData

# What is studied -> its value in a run, the reference, and where it is studied.
STUDIED = {"AND words": (lambda r: r["decorrelation"], 0, {"block": 32}), "work-items": (runs.items, 32, {})}
Study = dict[int, Record]  # value -> the run


def deviation(r: Record, reference: Record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, rho of a run less that of its reference, relative, and the same in standard errors of the difference."""
    a, b = runs.curve(r), runs.curve(reference)
    t, i, j = np.intersect1d(a.t, b.t, return_indices=True)
    error, difference = np.hypot(a.error[i], b.error[j]), a.value[i] - b.value[j]
    kept = error > 0
    return t[kept], (difference / b.value[j])[kept], difference[kept] / error[kept]


def studies(data: FamilyData, unit: str) -> list[Study]:
    """Runs alike in all else but the seed, with the reference. First those of the paper's variants, the longest, of most
    lattices, values and AND words, which have the smallest errors."""
    value_of, reference, where = STUDIED[unit]
    records = runs.with_densities(data, **where).where(lambda r: "block" in r.axes)
    alike = ["variant", "p", "d", "generator", "length", "time", "lattices"] + ["decorrelation"] * (unit != "AND words")
    groups = [{value_of(r): r for r in group} for _, group in records.by(*alike)]

    def rank(study: Study) -> tuple:
        r = study[reference]
        return is_printed(study), r["time"], r["lattices"], len(study), r["decorrelation"]

    compared = (study for study in groups if reference in study and len(study) > 1)
    return sorted(compared, key=rank, reverse=True)


def is_printed(study: Study) -> bool:
    return all(r.data["paper"]["label"] for r in study.values())


def to_draw(data: FamilyData) -> list[tuple[str, Study]]:
    """The study of most values of each unit, and the longest if that is another."""
    drawn = []
    for unit in STUDIED:
        if every := studies(data, unit):
            widest, longest = max(every, key=len), max(every, key=lambda study: study[STUDIED[unit][1]]["time"])
            drawn += [(unit, widest)] + [(unit, longest)] * (longest is not widest)
    return drawn

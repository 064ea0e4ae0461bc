"""Whether the layout, the masks or the generator bias the density: runs that differ in one of them alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from plots.data.records import Record
from plots.families.pcpd import runs
from plots.verdicts.family import FamilyData


def is_labelled(r: Record) -> bool:
    return bool(r.data["paper"]["label"])


# What is studied -> its value in a run, the reference, and where it is studied.
STUDIED = {
    "AND words": (lambda r: r["decorrelation"], 0, lambda r: r["block"] == 32),
    "work-items": (runs.items, 32, lambda r: True),
    "generators": (lambda r: r.name, "GPU", is_labelled),
}
ALIKE = ("p", "d", "generator", "length", "time", "lattices", "sites")
Study = dict[Any, Record]  # value -> the run


def deviation(r: Record, reference: Record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, rho of a run over that of its reference less 1, and its standard error."""
    a, b = runs.curve(r), runs.curve(reference)
    t, i, j = np.intersect1d(a.t, b.t, return_indices=True)
    off, error = (each / b.value[j] for each in (a.value[i] - b.value[j], np.hypot(a.error[i], b.error[j])))
    kept = error > 0
    return t[kept], off[kept], error[kept]


def studies(data: FamilyData, unit: str) -> list[Study]:
    """Runs with diffusion, alike in all else but the seed, with the reference. First those of the paper's variants, the longest,
    of most lattices, values and AND words, which have the smallest errors."""
    value_of, reference, is_studied = STUDIED[unit]
    records = runs.with_densities(data).where(lambda r: r["d"] > 0 and "block" in r.axes and is_studied(r))

    def all_else(r: Record) -> tuple:
        each = {"AND words": r["decorrelation"], "work-items": r["block"], "generators": r.variant}
        return (*(value for name, value in each.items() if name != unit), *(r.get(axis) for axis in ALIKE))

    def rank(study: Study) -> tuple:
        r = study[reference]
        return is_printed(study), r["time"], r["lattices"], len(study), r["decorrelation"]

    groups = ({value_of(r): r for r in group} for group in records.grouped(all_else).values())
    compared = (study for study in groups if reference in study and len(study) > 1)
    return sorted(compared, key=rank, reverse=True)


def is_printed(study: Study) -> bool:
    return all(map(is_labelled, study.values()))


def to_draw(data: FamilyData) -> list[tuple[str, Study]]:
    """The study of most AND words and that of most work-items, and the longest if that is another."""
    drawn = []
    for unit in ("AND words", "work-items"):
        if every := studies(data, unit):
            widest, longest = max(every, key=len), max(every, key=lambda study: study[STUDIED[unit][1]]["time"])
            drawn += [(unit, widest)] + [(unit, longest)] * (longest is not widest)
    return drawn

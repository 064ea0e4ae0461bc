"""Whether the layout or the masks bias the density: runs that differ in one axis alone."""

from __future__ import annotations

import numpy as np

from plots.families.pcpd import runs
from plots.family import FamilyData
from plots.records import Record

# Axis -> its words, the reference, and where it is studied. The block is the work-items S_w of the paper's variants.
STUDIED = {"decorrelation": ("AND words", 0, {"block": 32}), "block": ("work-items", 32, {})}
Study = dict[int, Record]  # value of the axis -> the run


def deviation(r: Record, reference: Record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, rho of a run less that of its reference, relative, and the same in standard errors of the difference."""
    a, b = runs.curve(r), runs.curve(reference)
    t, i, j = np.intersect1d(a.t, b.t, return_indices=True)
    error, difference = np.hypot(a.error[i], b.error[j]), a.value[i] - b.value[j]
    kept = error > 0
    return t[kept], (difference / b.value[j])[kept], difference[kept] / error[kept]


def studies(data: FamilyData, axis: str) -> list[Study]:
    """Runs of the paper's variants, alike in all else but the seed, with the reference; those of most lattices first."""
    _, reference, where = STUDIED[axis]
    records = runs.with_densities(data, **where).where(lambda r: "block" in r.axes and bool(r.data["paper"]["label"]))
    alike = {"variant", "p", "d", "generator", "length", "time", "lattices", "decorrelation", "block"} - {axis}
    found = [{r[axis]: r for r in group} for _, group in records.by(*sorted(alike))]
    found = [study for study in found if reference in study and len(study) > 1]
    return sorted(found, key=lambda study: (study[reference]["lattices"], len(study)), reverse=True)

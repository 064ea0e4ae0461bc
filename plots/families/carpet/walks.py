"""Which walks a table or a figure is about, and what is their own: the mean square displacement."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from plots.data import fit, select
from plots.data.records import Record, Records
from plots.verdicts import judge
from plots.verdicts.family import FamilyData

HOST = {"wait": "the host waits after every step", "stream": "without the host's wait after every step"}


def standard(records: Records) -> Records:
    """Walks on the surface, from the start and in the precision that most have, at any occupancy."""
    return select.standard(records, ["occupancy"])


def best(data: FamilyData) -> Records:
    """Fastest tuning of every variant, occupancy and number of steps, of the judged runs."""
    return standard(data.timed).best()


def judged(data: FamilyData) -> Records:
    """The same in the form that the claims are judged in."""
    return judge.cases(data.judging, data).best()


def largest(records: Records) -> list[Record]:
    """The one of most steps of each variant and occupancy, in the order of the variants."""
    ranks = list(select.order(records))
    each = (group.sorted("steps")[-1] for _, group in records.by("variant", "occupancy"))
    return sorted(each, key=lambda r: ranks.index(r.variant))


def printed_a(data: FamilyData, name: str, occupancy: float) -> float | None:
    """a of Table I in 1e-9 s; None where it has none."""
    table = data.paper["tables"]["table_1"]
    if name not in table["a_1e9_s"] or occupancy not in table["occupancies"]:
        return None
    return table["a_1e9_s"][name][table["occupancies"].index(occupancy)]


def in_table_1(data: FamilyData, records: Records) -> dict[str, str]:
    """Id and label of the variants that the paper times, in its order."""
    return select.order(records.where(lambda r: r.name in data.paper["tables"]["table_1"]["a_1e9_s"]))


def printed_form(records: Records) -> str:
    """The form that is called the paper's in these, in words."""
    launches = records.where(lambda r: r.is_printed).values("launch")
    return ", ".join(["one site a thread, sites in order", *(HOST.get(launch, launch) for launch in launches)])


def displacement(record: Record) -> tuple[np.ndarray, np.ndarray] | None:
    """<r^2> at log-spaced steps, as (steps, <r^2>), if the record has it."""
    series = record.observables.get("mean_square_displacement_series")
    if not isinstance(series, dict):
        return None
    pairs = [(x, y) for x, y in zip(series["x"], series["y"]) if y is not None and y > 0 and x > 0]
    return tuple(np.array(pairs).T) if pairs else None


@lru_cache(maxsize=4096)
def gamma(record: Record) -> fit.Estimate | None:
    """Exponent of <r^2> ~ t^gamma from t = 10 on; None with fewer than four points."""
    t, r2 = displacement(record) or (np.empty(0), np.empty(0))
    return fit.loglog_slope(t[t >= 10], r2[t >= 10]) if (t >= 10).sum() >= 4 else None


def ensemble(data: FamilyData, occupancy: float) -> Records:
    """One walk a seed, all alike else: of what most seeds have walked; of one seed, the longest standard walk."""
    walks = data.verified.where(lambda r: gamma(r) is not None, occupancy=occupancy)
    usual = {id(r) for r in select.standard(walks, ["seed"])}
    groups = walks.grouped(lambda r: tuple((k, str(v)) for k, v in r.workload if k != "seed")).values()
    alike = [_different({r.get("seed", 1): r for r in group}.values()) for group in groups]
    return max(alike, key=lambda each: (len(each), id(each[0]) in usual, each[0]["steps"]), default=Records())


def _different(walks: Iterable[Record]) -> Records:
    """Seeds that draw from one pattern make the same surface: the same walk counts once."""
    return Records({round(gamma(r).value, 6): r for r in walks}.values())


def mean_gamma(walks: Records) -> fit.Estimate:
    """Mean and its interval over an ensemble's walks; of a single one, the interval is the fit's."""
    exponents = [gamma(r) for r in walks]
    return fit.mean([e.value for e in exponents]) if len(exponents) > 1 else exponents[0]

"""Which runs a figure or a judge is about: rates in moves a second, and densities along time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from plots.data.records import Record, Records
from plots.verdicts.family import FamilyData

DENSITIES = {"density": "particles", "pair_density": "pairs"}  # observable -> what is counted
SETTING = ("p", "d", "start", "decorrelation", "generator")  # what a rate depends on beside the layout
LEAST_TIME = 100  # of a run that says something about rates or late times
WORD = 32  # moves of a word and step
LATE = 16  # factor of t over which a late exponent is taken
APART = 1.04  # highest p over lowest, of runs that show regimes


def paper_cases(records: Records) -> Records:
    """Timed runs of the one setting of PCPD that most variants were timed at; long ones, not mere starts."""
    settings = [group for _, group in records.where(lambda r: r["time"] >= LEAST_TIME, model="pcpd").by(*SETTING)]
    return max(settings, key=lambda group: (len(group.variants()), len(group)), default=Records())


def rate(r: Record) -> float:
    """Moves a second."""
    return r.data["work"]["items"] / r.time_s


def rate_interval(r: Record) -> tuple[float, float]:
    low, high = r.interval_s
    return r.data["work"]["items"] / high, r.data["work"]["items"] / low if low > 0 else math.inf


def quickest(records: Records) -> Record | None:
    return max(records, key=rate, default=None)


@dataclass(frozen=True)
class Curve:
    """A density along time from t = 1 on, as long as there is any, with its standard errors."""

    t: np.ndarray
    value: np.ndarray
    error: np.ndarray

    def exponents(self) -> tuple[Curve, np.ndarray]:
        """-log2(rho(2t) / rho(t)) at the geometric middle of t and 2t, and the density there. The errors of the two are
        taken as independent: an upper bound, as the densities of a run correlate."""
        first = np.flatnonzero(np.isin(2 * self.t, self.t))
        second = np.searchsorted(self.t, 2 * self.t[first])
        early, late, relative = self.value[first], self.value[second], self.error / self.value
        error = np.hypot(relative[first], relative[second]) / np.log(2)
        return Curve(self.t[first] * np.sqrt(2), np.log2(early / late), error), np.sqrt(early * late)


def curve(r: Record, name: str = "density") -> Curve:
    series, errors = r.observables[f"{name}_series"], r.observables[f"{name}_error_series"]
    t, value, error = (np.array(each, dtype=float) for each in (series["x"], series["y"], errors["y"]))
    there = (t > 0) & (value > 0)
    return Curve(t[there], value[there], error[there])


def items(r: Record) -> int:
    """Work-items of a lattice, S_w."""
    return round(r.observables["sites"] / r.observables["sites_per_item"] / WORD)


def late_exponent(r: Record, name: str, until: float) -> tuple[float, float] | None:
    """The exponent of decay over the last factor LATE in t, and its standard error; None if there are no such samples."""
    c = curve(r, name)
    ends = np.flatnonzero(np.isin(c.t, (until / LATE, until)))
    if len(ends) != 2:
        return None
    early, late = c.value[ends]
    return float(np.log(early / late) / np.log(LATE)), float(np.hypot(*(c.error[ends] / c.value[ends])) / np.log(LATE))


def exponent_at(r: Record, name: str, t: float) -> float:
    """The effective exponent nearest to t; NaN without any."""
    e, _ = curve(r, name).exponents()
    return float(e.value[abs(np.log(e.t / t)).argmin()]) if len(e.t) else math.nan


def with_densities(data: FamilyData, model: str = "pcpd", **axes) -> Records:
    """Verified runs from full lattices that have errors, emulated ones too."""

    def usable(r: Record) -> bool:
        return "density_series" in r.observables and r["lattices"] > 1 and r["time"] >= LEAST_TIME

    return data.verified.where(usable, model=model, start="full", **axes)


def near_critical(data: FamilyData, d: float) -> list[Record]:
    """The longest runs of one d, one a p; those of several p come first."""
    return _one_a_p(with_densities(data, d=d), lambda p: min(len(p), 2))


def regimes(data: FamilyData, model: str = "pcpd") -> list[Record]:
    """Lowest p, the middle one and the highest, of the longest runs of one d; p that are apart come first."""
    each = [_one_a_p(group, _regimes_of) for _, group in with_densities(data, model).by("d")]
    best = max(each, key=lambda group: (_regimes_of([r["p"] for r in group]), group[0]["time"]), default=[])
    return [best[i] for i in sorted({0, len(best) // 2, len(best) - 1})] if best else []


def are_apart(records: list[Record]) -> bool:
    return len(records) > 1 and records[-1]["p"] > APART * records[0]["p"]


def _regimes_of(p: list[float]) -> int:
    return min(len(p), 3) if p[-1] > APART * p[0] else 0


def _one_a_p(records: Records, rank: Callable[[list[float]], int]) -> list[Record]:
    """The run with most lattices of each p, at the time and length that rank highest by their p, then are largest."""
    groups = [group for _, group in records.by("time", "length")]
    best = max(groups, key=lambda g: (rank(g.values("p")), g[0]["time"], int(g[0]["length"])), default=Records())
    return [max(group, key=lambda r: r["lattices"]) for _, group in best.by("p")]


def reached(records: list[Record]) -> str:
    """For captions: how far, how large, how many, by whom."""
    lattices, names = sorted({r["lattices"] for r in records}), {"emulation": "the emulation"}
    most = " to ".join(str(n) for n in dict.fromkeys((lattices[0], lattices[-1])))
    by = " and ".join(sorted({f"{r.name} on {names.get(r.machine, r.machine)}" for r in records}))
    return f"t to {records[0]['time']:g}, L = {records[0]['length']}, {most} runs (lattices) a curve, {by}"

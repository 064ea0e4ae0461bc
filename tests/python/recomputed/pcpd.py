"""Odd judges of PCPD: rates in moves a second, and densities along time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from math import hypot

from . import critical, fits
from .choice import that_meet
from .measured import Measured, NotMeasured, answer, exactly, time_of
from .runs import ROOT, Case

PAPER = json.loads((ROOT / "results" / "papers" / "schram_2012.json").read_text(encoding="utf-8"))["values"]
LONG = 100  # steps of a run that says something about rates or late times
LATTICES = 100  # of a run in which a deviation would show
APART = 1.04  # highest over lowest p of runs that show regimes


def paper_cases(cases: Iterable[Case]) -> list[Case]:
    """Long runs of PCPD at the one setting at which most variants were timed."""
    settings = defaultdict(list)
    for case in that_meet(cases, {"model": "pcpd"}):
        if case.axes["time"] >= LONG:
            settings[tuple(case.axes[a] for a in ("p", "d", "start", "decorrelation", "generator"))].append(case)
    return max(settings.values(), key=lambda each: (len({case.variant for case in each}), len(each)), default=[])


def _time_a_move(scope, variant: str) -> Measured:
    """That of the case with the highest rate."""
    times = [time_of(c).times(1 / c.data["work"]["items"]) for c in that_meet(paper_cases(scope.timed), {}, variant)]
    if not times:
        raise NotMeasured(f"no rate of {variant}")
    return min(times, key=lambda time: time.value)


def best_rate(judging, scope, variant) -> Measured:
    time = _time_a_move(scope, variant)
    return Measured(1 / time.value, 1 / time.high, 1 / time.low, time.cases)


def rate_over(judging, scope, variants, a_core=False) -> Measured:
    time, other = (_time_a_move(scope, variant) for variant in variants)
    quotient = other / time
    if not a_core:
        return quotient
    (case,) = time.cases
    cores = case.run.header["host"]["cores"]
    if not 2 <= cores <= case.axes["lattices"]:
        raise NotMeasured("not as many lattices as cores")
    return quotient.times(1 / cores)


def share_of_bandwidth(judging, scope, variant) -> Measured:
    """The share that the profiler counted, of the bandwidth of a copy by the GPU that has the best rate."""
    profiled = that_meet(scope.profiled, {}, variant)
    best = _time_a_move(scope, variant)
    copy = best.cases[0].run.header["ceilings"]["copy_bytes_per_s"]
    if not profiled:
        raise NotMeasured("no counters")
    launches = profiled[0].run.launches
    moved = sum(each["dram__bytes_read.sum"] + each["dram__bytes_write.sum"] for each in launches)
    share = moved / sum(each["gpu__time_duration.sum"] / 1e9 for each in launches) / copy
    return exactly(share, profiled[0], *best.cases)


def largest_deviation(judging, scope, unit, value) -> Measured:
    """From the reference, all else alike: with 32 work-items, or without AND words at work-groups of 32. At late
    times, of the paper's longest runs."""
    studies = defaultdict(dict)
    for case in critical.full_lattices(scope.answers, "pcpd"):
        if not case.of_paper or "block" not in case.axes:
            continue
        items = round(case.answer("sites") / case.answer("sites_per_item") / 32)
        alike = [case.variant, *(case.axes[a] for a in ("p", "d", "generator", "length", "time", "lattices"))]
        if unit == "work-items":
            studies[*alike, case.axes["decorrelation"]][items] = case
        elif case.axes["block"] == 32:
            studies[tuple(alike)][case.axes["decorrelation"]] = case
    reference = {"work-items": 32, "AND words": 0}[unit]
    compared = [study for study in studies.values() if {value, reference} <= study.keys()]

    def rank(study: dict) -> tuple:
        axes = study[reference].axes
        return axes["time"], axes["lattices"], len(study), axes["decorrelation"]

    study = max(compared, key=rank, default=None)
    if study is None or study[value].axes["lattices"] < LATTICES:
        raise NotMeasured("no study")
    both = study[value], study[reference]
    here, there = ({t: (y, e) for t, y, e in critical.curve(case, "density")} for case in both)
    late = [t for t in here.keys() & there.keys() if t >= LONG]
    errors = [(abs(here[t][0] - there[t][0]), hypot(here[t][1], there[t][1])) for t in late]
    return answer(max(difference / error for difference, error in errors if error > 0), [*both])


def critical_p(judging, scope, d) -> Measured:
    cases = [case for case in critical.full_lattices(scope.answers, "pcpd") if case.axes["d"] == d]
    cases = _one_a_p(cases, lambda p: min(len(p), 2))
    p_c, error = critical.estimate(tuple(cases))
    printed = PAPER["critical_p"]["value"][str(d)]
    if error > 5 * printed["error"]:
        raise NotMeasured("p_c is not known well")
    return answer(abs(p_c - printed["p_c"]) / hypot(error, printed["error"]), cases)


def regime_slopes(judging, scope) -> Measured:
    """Lowest less highest p, over the last decade that both have."""
    each = defaultdict(list)
    for case in critical.full_lattices(scope.answers, "pcpd"):
        each[case.axes["d"]].append(case)
    groups = [_one_a_p(cases, _regimes) for _, cases in sorted(each.items())]
    groups = [cases for cases in groups if _regimes([case.axes["p"] for case in cases])]
    if not groups:
        raise NotMeasured("no p apart")
    cases = max(groups, key=lambda each: (_regimes([case.axes["p"] for case in each]), each[0].axes["time"]))
    ends = [cases[0], cases[-1]]
    curves = [critical.curve(case, "density") for case in ends]
    last = min(curve[-1][0] for curve in curves)
    slopes = [fits.slope([(t, y) for t, y, _ in curve if last / 10 <= t <= last]) for curve in curves]
    low, high = (Measured(*slope, (case,), answer=True) for slope, case in zip(slopes, ends))
    return low - high


def _regimes(p: list[float]) -> int:
    return min(len(p), 3) if max(p) > APART * min(p) else 0


def _one_a_p(cases: list[Case], rank: Callable[[list[float]], int]) -> list[Case]:
    """A case a p, that of most lattices, at the time and length whose p rank highest, then are longest and largest."""
    groups = defaultdict(dict)
    for case in sorted(cases, key=lambda each: -each.axes["lattices"]):
        groups[case.axes["time"], int(case.axes["length"])].setdefault(case.axes["p"], case)
    if not groups:
        return []
    best = max(groups, key=lambda name: (rank([*groups[name]]), *name))
    return [case for _, case in sorted(groups[best].items())]


RATES = (best_rate, rate_over, share_of_bandwidth)
FUNCTIONS = {judge.__name__: judge for judge in (*RATES, largest_deviation, critical_p, regime_slopes)}

"""Odd judges of PCPD: rates in moves a second, and densities along time."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from math import hypot, inf

from . import critical, fits
from .choice import candidates, that_meet
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


def _quickest(judging, scope, variant: str, threads: int | None = None) -> tuple[Measured, list[Case]]:
    """The time a move of the case with the highest rate, and the cases that draw sites as it does: as printed, with all lattices
    at once."""
    cases = candidates(scope.timed, judging | {"vary": ["time"]}, paper_cases)
    cases = [c for c in cases if c.axes.get("lattices_in_flight", inf) >= c.axes["lattices"]]
    cases = that_meet(cases, {"threads": threads} if threads else {}, variant)
    times = [time_of(c).times(1 / c.data["work"]["items"]) for c in cases]
    if not times:
        raise NotMeasured(f"no rate of {variant}")
    least = min(times, key=lambda time: time.value)
    (best,) = least.cases
    return least, [c for c in cases if c.axes.get("sites") == best.axes.get("sites")]


def best_rate(judging, scope, variant, threads=None) -> Measured:
    time, cases = _quickest(judging, scope, variant, threads)
    return Measured(1 / time.value, 1 / time.high, 1 / time.low, tuple(cases))


def rate_over(judging, scope, variants, threads=None) -> Measured:
    fast, slow = variants
    (time, _), (other, _) = _quickest(judging, scope, fast, threads), _quickest(judging, scope, slow)
    if threads and time.cases[0].axes["lattices"] < threads:
        raise NotMeasured("not as many lattices as cores")
    return (other / time).times(1 / (threads or 1))


def share_of_bandwidth(judging, scope, variant) -> Measured:
    """The share that the profiler counted, of the bandwidth of a copy by the GPU that has the best rate."""
    profiled = that_meet(scope.profiled, {}, variant)
    best, _ = _quickest(judging, scope, variant)
    copy = best.cases[0].run.header["ceilings"]["copy_bytes_per_s"]
    if not profiled:
        raise NotMeasured("no counters")
    launches = profiled[0].run.launches
    moved = sum(each["dram__bytes_read.sum"] + each["dram__bytes_write.sum"] for each in launches)
    share = moved / sum(each["gpu__time_duration.sum"] / 1e9 for each in launches) / copy
    return exactly(share, profiled[0], *best.cases)


def largest_deviation(judging, scope, unit, values) -> Measured:
    """From the reference, all else alike: with 32 work-items, without AND words at work-groups of 32, or with the first generator.
    At late times, of the paper's longest runs with diffusion; sure to three standard errors."""
    studies = defaultdict(dict)
    for case in critical.full_lattices(scope.answers, "pcpd"):
        if not case.of_paper or "block" not in case.axes or case.axes["d"] == 0:
            continue
        items = round(case.answer("sites") / case.answer("sites_per_item") / 32)
        alike = [case.axes.get(a) for a in ("p", "d", "generator", "length", "time", "lattices", "sites")]
        who, words = case.data["paper"]["label"], case.axes["decorrelation"]
        if unit == "work-items":
            studies[*alike, who, words][items] = case
        elif unit == "generators":
            studies[*alike, items, words][who] = case
        elif items == 32:
            studies[*alike, who][words] = case
    reference = {"work-items": 32, "AND words": 0, "generators": "GPU"}[unit]
    compared = [study for study in studies.values() if {*values, reference} <= study.keys()]

    def rank(study: dict) -> tuple:
        axes = study[reference].axes
        return axes["time"], axes["lattices"], len(study), axes["decorrelation"]

    study = max(compared, key=rank, default=None)
    if study is None or study[reference].axes["lattices"] < LATTICES:
        raise NotMeasured("no study")
    there, found = {t: (y, e) for t, y, e in critical.curve(study[reference], "density")}, []
    for t, y, e in (point for value in values for point in critical.curve(study[value], "density")):
        if t >= LONG and t in there:
            other, error = there[t][0], hypot(e, there[t][1])
            found += [(abs(y - other) / error, abs(y - other) / other, error / other)] if error > 0 else []
    _, size, error = max(found)
    cases = tuple(study[value] for value in (reference, *values))
    return Measured(size, max(size - 3 * error, 0), size + 3 * error, cases, answer=True)


def _near_critical(scope, d) -> tuple[Case, ...]:
    cases = [case for case in critical.full_lattices(scope.answers, "pcpd") if case.axes["d"] == d]
    return tuple(_one_a_p(cases, lambda p: min(len(p), 2)))


def critical_p(judging, scope, d) -> Measured:
    cases, printed = _near_critical(scope, d), PAPER["critical_p"]["value"][str(d)]
    p_c, error = critical.estimate(cases)
    if error > 5 * printed["error"]:
        raise NotMeasured("p_c is not known well")
    return answer(abs(p_c - printed["p_c"]) / hypot(error, printed["error"]), cases)


def exponents_apart(judging, scope, d) -> Measured:
    """In joint errors; these must be a third of what is between the exponents at t = 100."""
    apart, every = [], []
    for cases in (_near_critical(scope, each) for each in d):
        deltas = [critical.exponent(cases, name) for name in critical.DENSITIES]
        early = [critical.early_exponent(cases[len(cases) // 2], name, LONG) for name in critical.DENSITIES]
        error = hypot(*(error for _, error in deltas))
        if abs(early[0] - early[1]) <= 3 * error:
            raise NotMeasured("delta is not known well")
        apart.append(abs(deltas[0][0] - deltas[1][0]) / error)
        every += cases
    return answer(max(apart), every)


def misfit(judging, scope, d) -> Measured:
    each = [_near_critical(scope, value) for value in d]
    left = [critical.left(cases, name) for cases in each for name in critical.DENSITIES]
    return answer(max(left), [case for cases in each for case in cases])


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
    slopes = [fits.slope_of_line([(t, y) for t, y, _ in curve if last / 10 <= t <= last]) for curve in curves]
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
ANSWERS = (largest_deviation, critical_p, exponents_apart, misfit, regime_slopes)
FUNCTIONS = {judge.__name__: judge for judge in (*RATES, *ANSWERS)}

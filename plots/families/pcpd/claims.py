"""The judges of schram_2012.json that no kind of plots/verdicts/judge.py covers."""

from __future__ import annotations

import math
from dataclasses import replace

from plots.data import fit, measured
from plots.data.measured import Measured
from plots.data.records import Record
from plots.families.pcpd import bias, critical, runs
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

KNOWN_WELL = 5  # times the paper's error, at most
LEAST_LATTICES = 100  # of both runs: with fewer a deviation would not show


def _quickest(data: FamilyData, variant: str) -> Record:
    r = runs.quickest(data.timed_for_paper.where(variant=variant))
    if r is None:
        if data.cases.where(variant=variant, processor="gpu"):
            data.need_gpu()
        raise NotMeasurable(f"no measured and correct records of {variant} at time >= {runs.LEAST_TIME}")
    return r


def _setting(r: Record) -> str:
    return f"{r.name} with {r['lattices']} lattices" + (f" of {r['block']} work-items" if "block" in r.axes else "")


def best_rate(data: FamilyData, variant: str) -> Measured:
    """Moves a second."""
    r = _quickest(data, variant)
    return replace(_rate(r), note=_setting(r))


def _rate(r: Record) -> Measured:
    return measured.time(r).inverse().scaled(r.data["work"]["items"])


def rate_over(data: FamilyData, variants: list[str], a_core: bool = False) -> Measured:
    """Best rate of one over that of another, and `a_core` divided by the first one's cores. Rates, not times, as the
    CPU is timed with fewer lattices."""
    fast, slow = (_quickest(data, variant) for variant in variants)
    cores = fast.run.header["host"]["cores"] if a_core else 1
    if a_core and not 2 <= cores <= fast["lattices"]:
        raise NotMeasurable(f"lattices for {cores} cores: {fast['lattices']}")
    machines = dict.fromkeys((fast.machine, slow.machine))
    note = f"{_setting(fast)}, {_setting(slow)}; {', '.join(machines)}"
    return replace((_rate(fast) / _rate(slow)).scaled(1 / cores), note=note)


def share_of_bandwidth(data: FamilyData, variant: str) -> Measured:
    """Bytes a second through device memory as a profiler counted them, for most of a lattice stays in the caches; over
    the copy bandwidth of the GPU of the timed runs."""
    data.need_gpu()
    copy = data.ceiling("copy_bytes_per_s")
    profiled = [r for r in data.counted.where(variant=variant) if r.run.counters.dram_bytes is not None]
    if copy is None or not profiled:
        raise NotMeasurable("no measured copy bandwidth" if copy is None else f"no counters of {variant}")
    c = profiled[0].run.counters
    share, words = c.dram_bytes / c.time_s / copy, best_rate(data, variant)
    accessed = words.value * _quickest(data, variant).observables["bytes_per_move"] / copy
    note = f"{_setting(profiled[0])}; copy {copy:.3g} B/s. Words read and written, {accessed:.0%} of it, stay in the caches"
    if (alu := c.busy("ALU")) is not None:
        note += f"; the integer units are {alu:.0%} busy"
    return measured.exact(share, (profiled[0], *words.records), note)


def largest_deviation(data: FamilyData, unit: str, value: int) -> Measured:
    """Deviation of the density from the reference's, in standard errors, at late times: of the paper's longest runs."""
    _, reference, _ = bias.STUDIED[unit]
    study = next((s for s in bias.studies(data, unit) if value in s and bias.is_printed(s)), None)
    if study is None:
        raise NotMeasurable(f"no verified runs with {value} and with {reference} {unit}, alike in all else")
    r = study[value]
    if r["lattices"] < LEAST_LATTICES:
        raise NotMeasurable(f"{r['lattices']} lattices a run; a deviation takes {LEAST_LATTICES} to show")
    t, relative, in_errors = bias.deviation(r, study[reference])
    is_late = t >= runs.LEAST_TIME
    if not is_late.any():
        raise NotMeasurable(f"no density with its error from t = {runs.LEAST_TIME} on")
    early, (t, relative, in_errors) = relative[~is_late], (each[is_late] for each in (t, relative, in_errors))
    worst = abs(in_errors).argmax()
    most = float(abs(in_errors[worst]))
    note = f"{relative[worst]:+.2%} at t = {t[worst]:g}, the largest of {len(t)} times; {runs.reached([r])}"
    if early.size:
        note += f". Before, where a step of time is not small, up to {early[abs(early).argmax()]:+.2%}"
    return measured.exact(most, (r, study[reference]), note, is_answer=True)


def critical_p(data: FamilyData, d: float) -> Measured:
    """How far the paper's lies from what is measured, in their joint standard error."""
    estimate, printed = critical.estimate(data, d), data.paper["values"]["critical_p"]["value"][str(d)]
    if estimate is None:
        raise NotMeasurable(f"no three p with late densities that determine it at d = {d:g}")
    if estimate.error > KNOWN_WELL * printed["error"]:
        raise NotMeasurable(
            f"{estimate}, which agrees with much: an error of {KNOWN_WELL} times the paper's is the most"
        )
    errors = abs(estimate.p_c - printed["p_c"]) / math.hypot(estimate.error, printed["error"])
    note = f"{estimate}; {runs.reached(estimate.records)}"
    return measured.exact(errors, estimate.records, note, is_answer=True)


def regime_slopes(data: FamilyData) -> Measured:
    """Log-log slope of rho at the lowest p less that at the highest, over the last decade that both have."""
    records = runs.regimes(data)
    if not runs.are_apart(records):
        raise NotMeasurable(f"no verified runs, alike in all else, whose p differ by {runs.APART - 1:.0%}")
    ends = [runs.curve(r) for r in (records[0], records[-1])]
    last = min(c.t[-1] for c in ends)
    decades = [(c.t >= last / 10) & (c.t <= last) for c in ends]
    if min(decade.sum() for decade in decades) < 3:
        raise NotMeasurable(f"a density was gone at t = {last:g}")
    low, high = (fit.loglog_slope(c.t[decade], c.value[decade]) for c, decade in zip(ends, decades))
    note = f"{low.value:.3g} at p = {records[0]['p']:g}, {high.value:.3g} at p = {records[-1]['p']:g}"
    note += f", d = {records[0]['d']:g}, t = {last / 10:g} to {last:g}"
    first, last = (
        Measured(e.value, e.low, e.high, records=(r,), is_answer=True)
        for e, r in zip((low, high), (records[0], records[-1]))
    )
    return replace(first - last, note=note)


_RATES = (best_rate, rate_over, share_of_bandwidth)
FUNCTIONS = {f.__name__: f for f in (*_RATES, largest_deviation, critical_p, regime_slopes)}

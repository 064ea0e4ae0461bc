"""The judges of schram_2012.json on answers: densities along time."""

from __future__ import annotations

import math
from dataclasses import replace

from plots.data import fit, measured
from plots.data.measured import Measured
from plots.families.pcpd import bias, critical, runs
from plots.families.pcpd.critical import Critical
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

KNOWN_WELL = 5  # times the paper's error, at most
LEAST_LATTICES = 100  # of both runs: with fewer a deviation would not show
SURE = 3  # standard errors: the largest of some ten independent times is within them with 95 %


def largest_deviation(data: FamilyData, unit: str, values: list) -> Measured:
    """|rho / rho of the reference - 1| at the late time where it is most standard errors: of the paper's longest runs."""
    _, reference, _ = bias.STUDIED[unit]
    wanted = {reference, *values}
    study = next((s for s in bias.studies(data, unit) if wanted <= s.keys() and bias.is_printed(s)), None)
    if study is None:
        words = ", ".join(map(str, values))
        raise NotMeasurable(f"no verified runs with {words} and with {reference} {unit}, alike in all else")
    if study[reference]["lattices"] < LEAST_LATTICES:
        raise NotMeasurable(
            f"{study[reference]['lattices']} lattices a run; a deviation takes {LEAST_LATTICES} to show"
        )
    each = [
        (abs(off) / error, t, off, error, value)
        for value in values
        for t, off, error in zip(*bias.deviation(study[value], study[reference]))
        if t >= runs.LEAST_TIME
    ]
    if not each:
        raise NotMeasurable(f"no density with its error from t = {runs.LEAST_TIME} on")
    in_errors, t, off, error, value = max(each)
    size, sure = float(abs(off)), SURE * float(error)
    note = f"{off:+.2%} at t = {t:g}, {in_errors:.2g} standard errors, the most of {len(each)}"
    note += f", at {value} {unit}" * (len(values) > 1) + f"; {runs.reached([study[value]])}"
    records = tuple(study[v] for v in (reference, *values))
    return Measured(size, max(size - sure, 0), size + sure, note, records, is_answer=True)


def _determined(data: FamilyData, d: float) -> Critical:
    estimate = critical.estimate(data, d)
    if estimate is None:
        raise NotMeasurable(f"no three p with late densities that determine it at d = {d:g}")
    return estimate


def critical_p(data: FamilyData, d: float) -> Measured:
    """How far the paper's lies from what is measured, in their joint standard error."""
    estimate, printed = _determined(data, d), data.paper["values"]["critical_p"]["value"][str(d)]
    p_c = estimate.p_c
    if p_c.error > KNOWN_WELL * printed["error"]:
        raise NotMeasurable(f"{p_c}, which agrees with much: an error of {KNOWN_WELL} times the paper's is the most")
    errors = abs(p_c.value - printed["p_c"]) / math.hypot(p_c.error, printed["error"])
    note = f"{p_c}; {runs.reached(estimate.records)}"
    return measured.exact(errors, estimate.records, note, is_answer=True)


def exponents_apart(data: FamilyData, d: list[float]) -> Measured:
    """The exponents of particles and pairs at rho = 0: how far they are apart in their joint standard error. Of several d the
    largest."""
    each = [_apart(_determined(data, value)) for value in d]
    return replace(
        max(each, key=lambda m: m.value),
        note="; ".join(m.note for m in each),
        records=tuple(r for m in each for r in m.records),
    )


def _apart(estimate: Critical) -> Measured:
    particles, pairs = (estimate.found("delta", name) for name in runs.DENSITIES)
    error, r = math.hypot(particles.error, pairs.error), estimate.records[len(estimate.records) // 2]
    early = [runs.exponent_at(r, name, runs.LEAST_TIME) for name in runs.DENSITIES]
    begins = abs(early[0] - early[1])
    if not begins > SURE * error:
        raise NotMeasurable(f"{particles} and {pairs}: as far apart as at t = {runs.LEAST_TIME} they would agree")
    note = (
        f"d = {estimate.d:g}: {particles} of particles, {pairs} of pairs, {begins:.2g} apart at t = {runs.LEAST_TIME}"
    )
    return measured.exact(abs(particles.value - pairs.value) / error, estimate.records, note, is_answer=True)


def misfit(data: FamilyData, d: list[float]) -> Measured:
    """What Eq. (7) leaves of the late densities near p_c, root mean square in their standard errors: the largest of particles and
    pairs and of several d."""
    estimates = [_determined(data, value) for value in d]
    left = {(e.d, name): e.misfit(name) for e in estimates for name in runs.DENSITIES}
    note = ", ".join(f"{rms:.2g} ({runs.DENSITIES[name]}, d = {d:g})" for (d, name), rms in left.items())
    records = [r for e in estimates for r in e.records]
    return measured.exact(max(left.values()), records, f"{note}; {runs.reached(records)}", is_answer=True)


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


FUNCTIONS = {f.__name__: f for f in (largest_deviation, critical_p, exponents_apart, misfit, regime_slopes)}

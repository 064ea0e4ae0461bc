"""Odd judges of the carpet: phases, memory, share of the copy bandwidth, anomalous diffusion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import exp, isclose, log
from statistics import fmean

from . import fits
from .choice import candidates, that_meet, usual_setting
from .measured import ALONE, Measured, NotMeasured, answer, geometric_mean, largest, smallest, time_of
from .runs import Case
from .scopes import Scope

OCCUPANCIES = (0.093, 0.35, 0.59)  # of Table I


def _walk(judging: dict, scope: Scope, variant: str, occupancy: float, steps: int) -> Case:
    """The fastest of the paper's form."""
    found = that_meet(candidates(scope.timed, judging), {"occupancy": occupancy, "steps": steps}, variant)
    if not found:
        raise NotMeasured(f"{variant} at {occupancy}")
    return min(found, key=lambda case: case.seconds)


def _at_every_occupancy(judging: dict, scope: Scope, variants: list[str], steps: int) -> list[Case]:
    return [_walk(judging, scope, variant, o, steps) for variant in variants for o in OCCUPANCIES]


def _phases(cases: list[Case], names: list[str]) -> Measured:
    """By the host, once a case; from three cases on their spread is known."""
    each = [[case.data["phases_ns"].get(name) for name in names] for case in cases]
    if not each or any(None in times for times in each):
        raise NotMeasured("a phase was not timed")
    logs, off = [log(sum(times) / 1e9) for times in each], log(1 + ALONE["cpu"])
    middle = fmean(logs)
    ends = fits.mean(logs) if len(logs) >= 3 else (middle, middle - off, middle + off)
    return Measured(*map(exp, ends), tuple(cases))


def phases_ratio(judging, scope, variants, phases, occupancy, at) -> Measured:
    """Of all forms."""
    usual = usual_setting(scope.timed, but=["occupancy"])
    walks = that_meet(usual, {"occupancy": occupancy, "steps": at})
    one, other = ([case for case in walks if case.variant in side] for side in variants)
    return _phases(one, phases) / _phases(other, phases)


def site_over_site(judging, scope, variants, at) -> Measured:
    parts = []
    for occupancy in OCCUPANCIES:
        cases = [_walk(judging, scope, variant, occupancy, at) for variant in variants]
        one, other = (time_of(case).times(1 / case.data["work"]["items"]) for case in cases)  # visits of sites
        parts.append(one / other)
    return geometric_mean(parts)


def phases_share(judging, scope, variants, phases, at) -> Measured:
    shares = []
    for case in _at_every_occupancy(judging, scope, variants, at):
        outside, loop = _phases([case], phases), case.seconds[0]
        ends = (end / (end + loop) for end in (outside.value, outside.low, outside.high))
        shares.append(Measured(*ends, (case,)))
    return largest(shares)


def share_of_copy_bandwidth(judging, scope, variants, at) -> Measured:
    """The bandwidth is what the process that timed the case measured."""
    shares = []
    for case in _at_every_occupancy(judging, scope, variants, at):
        ideal = case.data["work"]["bytes"] / case.data["roofline"]["ceiling_bytes_per_s"]
        time = time_of(case)
        shares.append(Measured(ideal / time.value, ideal / time.high, ideal / time.low, (case,)))
    return smallest(shares)


def memory_ratio(judging, scope, variants, occupancy, at) -> Measured:
    where, needed = {"occupancy": occupancy, "steps": at, "precision": "float"}, []
    for variant in variants:
        found = [case for case in that_meet(scope.answers, where, variant) if case.memory]
        if not found:
            raise NotMeasured(f"no case says what {variant} needs")
        needed.append(answer(found[0].memory["needed_bytes"], found[:1]))
    return needed[0] / needed[1]


def diffusion_exponent(judging, scope, occupancy) -> Measured:
    """Mean over walks that differ in the seed alone: the most there are; else in the setting that most have, the longest."""
    walks = [case for case in that_meet(scope.answers, {"occupancy": occupancy}) if len(_late(case)) >= 4]
    if not walks:
        raise NotMeasured("no walk")
    usual, alike = usual_setting(walks, ["seed"]), defaultdict(dict)
    for case in walks:
        alike[case.setting({"seed"})][case.axes.get("seed")] = case
    ensembles = [_unlike(each.values()) for each in alike.values()]
    surfaces = max(ensembles, key=lambda each: (len(each), each[0] in usual, each[0].size))
    slopes = [fits.slope_of_line(_late(case)) for case in surfaces]
    ends = fits.mean([value for value, _, _ in slopes]) if len(slopes) > 1 else slopes[0]
    return Measured(*ends, tuple(surfaces), answer=True)


def _unlike(walks: Iterable[Case]) -> list[Case]:
    """Two seeds can give one surface and start, and so one walk."""
    found = []
    for case in walks:
        exponent = fits.slope_of_line(_late(case))[0]
        if not any(isclose(exponent, fits.slope_of_line(_late(other))[0], abs_tol=1e-6) for other in found):
            found.append(case)
    return found


def _late(case: Case) -> list[tuple[float, float]]:
    series = case.answer("mean_square_displacement_series") or {"x": [], "y": []}
    return [(t, r) for t, r in zip(series["x"], series["y"]) if t >= 10 and r]


JUDGES = (phases_ratio, site_over_site, phases_share, share_of_copy_bandwidth, memory_ratio, diffusion_exponent)
FUNCTIONS = {judge.__name__: judge for judge in JUDGES}

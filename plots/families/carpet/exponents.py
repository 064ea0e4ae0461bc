"""Tables of the exponents of diffusion: those of walks, and those that follow from resistances."""

from __future__ import annotations

import math
from collections.abc import Iterator

from plots.data.fit import Estimate
from plots.data.records import Records
from plots.families.carpet import resistance, walks
from plots.output.tables import Interval, Table
from plots.verdicts.family import FamilyData

CI = " 95 % interval"


def tables(data: FamilyData) -> Iterator[Table]:
    """The tables of the paper's sets, where walks have been taken on one of them."""
    each = {occupancy: walks.ensemble(data, occupancy) for occupancy in resistance.SETS}
    if any(each.values()):
        yield _of_sets({occupancy: group for occupancy, group in each.items() if group})
        yield _of_patterns()


def _cells(estimate: Estimate) -> list:
    """A value that is exact has no interval."""
    exact = estimate.low == estimate.high
    return [estimate.value, None if exact else Interval(estimate.low, estimate.high)]


def _of_sets(ensembles: dict[float, Records]) -> Table:
    rows = []
    for occupancy, group in ensembles.items():
        seen, law = walks.mean_gamma(group), resistance.exponents(occupancy)
        row = [occupancy, len(group), group[0].get("start"), group[0]["steps"], *_cells(seen), law.d_f.value]
        row += [law.zeta_across.value, law.zeta_down.value, *_cells(law.gamma_across), *_cells(law.gamma_down)]
        rows.append(row)
    heads = ["occupancy axis", "surfaces", "start", "s", "gamma of walks", "gamma" + CI, "d_f", "zeta across"]
    heads += ["zeta down", "gamma by resistance across", "across" + CI, "gamma by resistance down", "down" + CI]
    return Table(
        "carpet_exponents",
        "Exponents of diffusion: of walks, and by resistance",
        heads,
        rows,
        "gamma of walks: mean over surfaces, each of its own seed, of the slope of log <r^2> against log t from t = 10 on;"
        " of one surface the interval is that of the fit, not of the ensemble. By resistance: 2 / (d_f + zeta) from the sites"
        f" and resistances of {resistance.ITERATORS} random iterators of level 1 and {resistance.RANDOM_LEVELS}, 5 and 125"
        " sites a side; no walk is in it. A set of one pattern has one iterator.",
        fold=False,
    )


def _of_patterns() -> Table:
    rows = []
    for occupancy, patterns in resistance.SETS.items():
        for each in map(resistance.pattern, patterns):
            d_f = math.log(each.sites[-1] / each.sites[-2], 5)
            row = [occupancy, each.rows, each.sites[0], d_f]
            for values in (each.across, each.down):
                zeta = math.log(values[-1] / values[-2], 5)
                row += [", ".join(f"{value:.4g}" for value in values), zeta, 2 / (d_f + zeta)]
            rows.append(row)
    heads = ["occupancy axis", "pattern", "sites", "d_f"]
    for way in ("across", "down"):
        heads += [f"resistance {way}, levels 1 to {resistance.LEVELS}", f"zeta {way}", f"gamma {way}"]
    return Table(
        "carpet_resistances",
        "Resistance of iterators of one pattern, and the exponents of their last two levels",
        heads,
        rows,
        "Between opposite sides; a bond is 1, and half a bond leads from a side to its electrode. The plus of 9 sites is a"
        " tree: its resistance is 5^level, so that d_w = ln 45 / ln 5 and gamma = 0.8456 are exact, and <r^2> grows 25-fold"
        " in 45 times as many steps.",
    )

"""Figures 6 to 8: histograms, spectra and covariances of verified fields."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.data.records import Record, Records
from plots.families.turning_bands import runs
from plots.families.turning_bands.field_claims import GAUSSIAN_CASES
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData

FIELDS_OF_FIG_6 = 10
CORRECTIONS = {"none": "as the lines are", "compression": "the paper's factors", "hold": "ours"}


def figures(data: FamilyData) -> Iterator[Figure]:
    for draw in (_histograms, _spectra, _covariances):
        yield from draw(data)


def _series(r: Record, name: str) -> tuple[np.ndarray, np.ndarray]:
    series = r.observables[f"{name}_series"]
    return np.array(series["x"]), np.array(series["y"], dtype=float)


def _histograms(data: FamilyData) -> Iterator[Figure]:
    cases = (runs.answers(data.verified, **runs.EDGES, **case) for case in GAUSSIAN_CASES)
    shown = [runs.most_fields(answers.where(fields=FIELDS_OF_FIG_6) or answers) for answers in cases]
    shown = [r for r in shown if r]
    if not shown:
        return
    canvas, panels = style.canvas(columns=len(shown), share_y=True)
    words = []
    for axes, r in zip(panels, shown):
        x, density = _series(r, "histogram")
        axes.bar(x, density, x[1] - x[0], color=style.SKY)
        axes.plot(x, np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi), color=style.VERMILION, lw=1.2)
        axes.set(xlabel="value (standard deviations)", title=f"{runs.target(r)}, {r['mesh']}")
        kurtosis, error = r.observables["kurtosis"], r.observables["kurtosis_error"]
        words.append(f"{runs.target(r)}: {runs.made_of(r)}, excess kurtosis {kurtosis:.2g} ± {error:.2g}")
    panels[0].set_ylabel("density")
    caption = f"{'. '.join(words)}. Bars: mean of the fields' histograms; line: the normal distribution."
    yield Figure("turning_bands_fig_6", "Values of the fields (Fig. 6)", caption, canvas)


def _spectra(data: FamilyData) -> Iterator[Figure]:
    """Above the spectra, below what is left of the target."""
    indices = [float(index) for index in data.paper["values"]["compression_factors"]["value"]]
    records = runs.answers(data.verified, **runs.CUBE, line_maker="power_law")
    each = {index: _by_correction(records.where(index=index)) for index in indices}
    each = {index: shown for index, shown in each.items() if shown}
    if not each:
        return
    canvas, panels = style.canvas(columns=len(each), rows=2, height_in=2.7)
    words = []
    for (index, shown), above, below in zip(each.items(), panels, panels[len(each) :]):
        k, _ = _series(next(iter(shown.values())), "spectrum")
        above.plot(k, k**index, color=style.BLACK, lw=1, label="target")
        below.axhline(1, color=style.BLACK, lw=1)
        for correction, r in shown.items():
            i = [*CORRECTIONS].index(correction)
            (k, power), (_, target) = _series(r, "spectrum"), _series(r, "target_spectrum")
            left = power / target
            look = {"color": style.PALETTE[i], "marker": style.MARKERS[i], "ms": 3, "lw": 0.8, "label": correction}
            above.plot(k, left * k**index, **look)
            below.plot(k, left, **look)
            fitted, error = r.observables["spectral_index"], r.observables["spectral_index_error"]
            words.append(f"{index:g}, {correction}: {fitted:.3f} ± {error:.2g}")
        style.log_log(above), style.log_axis(below.xaxis)
        above.set(title=f"index {index:g}")
        below.set(xlabel="k (radians a cell)")
    panels[0].set_ylabel("P(k), scaled to a target of $k^{index}$")
    panels[len(each)].set_ylabel("P(k) over the target")
    style.legend_below(canvas, max(panels[: len(each)], key=lambda axes: len(axes.lines)), columns=4)
    made = "; ".join(dict.fromkeys(runs.made_of(r) for shown in each.values() for r in shown.values()))
    seen = {correction for shown in each.values() for correction in shown}
    what = "; ".join(f"{correction}: {words_}" for correction, words_ in CORRECTIONS.items() if correction in seen)
    last = " The last of hold is low because half of its modes lie beyond k = pi, where its lines have no power." * (
        "hold" in seen
    )
    yield Figure(
        "turning_bands_fig_7",
        "Power spectra of power laws by correction (Fig. 7)",
        f"{made}. {what}. Fitted indices: {'; '.join(words)}. The first shells lie beside the target because the Hann window mixes"
        f" neighbouring modes: fields of exactly this power law would have them there, too.{last} The fit leaves them out.",
        canvas,
    )


def _by_correction(records: Records) -> dict[str, Record]:
    records = records.where(lambda r: "spectral_index" in r.observables)
    return {c: r for c in CORRECTIONS if (r := runs.most_fields(records.where(correction=c)))}


def _covariances(data: FamilyData) -> Iterator[Figure]:
    records = runs.answers(data.verified, mesh="random", line_maker="covariance", covariance="gaussian")
    shown = [runs.most_fields(group) for _, group in records.by("a")][: len(style.PALETTE)]
    if not shown:
        return
    canvas, (axes,) = style.canvas(height_in=4.0)
    for r, colour, marker in zip(shown, style.PALETTE, style.MARKERS):
        axes.plot(*_series(r, "covariance"), marker, color=colour, ms=4, label=f"a = {r['a']:g}")
        axes.plot(*_series(r, "exact_covariance"), color=colour, lw=1.2)
        (distance, model), (_, error) = _series(r, "model_covariance"), _series(r, "covariance_error")
        axes.fill_between(distance, model - error, model + error, color=colour, alpha=0.2, lw=0)
        axes.plot(distance, model, color=style.BLACK, lw=1, ls=":")
    axes.plot([], [], color=style.GREY, lw=1.2, label="of these directions")
    axes.plot([], [], color=style.BLACK, lw=1, ls=":", label="exp(-(r/a)$^2$)")
    axes.set(xlabel="distance (cells)", ylabel="covariance")
    axes.legend()
    words = [
        f"a = {r['a']:g}: largest difference from the model {r.observables['covariance_error']:.2g} of the variance"
        f" (standard error {r.observables['covariance_standard_error']:.2g}), that of the directions alone"
        f" {r.observables['exact_covariance_error']:.2g}; {runs.made_of(r)}"
        for r in shown
    ]
    yield Figure(
        "turning_bands_fig_8",
        "Covariance on random points (Fig. 8)",
        f"{'. '.join(words)}. Points: measured; lines: exact for the directions of up to four fields; dotted: the model;"
        " shaded: a standard error of the fields.",
        canvas,
    )

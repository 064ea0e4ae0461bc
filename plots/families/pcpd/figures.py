"""Figures 1, 4, 5 and 6, and the studies of p_c and of the layout."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.families.pcpd import bias, critical, pictures, runs
from plots.families.pcpd.tables import printed_gpu_rate
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData

EXPONENTS = {0.25: ("pcpd_fig_5", " (Fig. 5)"), 0.75: ("pcpd_fig_6", " (Fig. 6)"), 0.5: ("pcpd_d_0_5", "")}
FIRST_T, MOST_ERROR = 10, 0.05  # of an exponent that is drawn
SMALL = {"ms": 3.5, "lw": 1, "elinewidth": 0.8}
EXPONENT = r"effective exponent $\delta_{\rm eff}$"


def figures(data: FamilyData) -> Iterator[Figure]:
    of_answers = (_exponents, _critical, _bias, pictures.models, pictures.space_time)
    for draw in (_regimes, _rates, *of_answers) if data.shows_answers else (_rates,):
        yield from draw(data)


def _looks() -> zip:
    return zip(style.PALETTE, style.MARKERS)


def _regimes(data: FamilyData) -> Iterator[Figure]:
    records = runs.regimes(data)
    if not runs.are_apart(records):
        return
    canvas, (axes,) = style.canvas(width_in=6.4, height_in=4.0)
    words = ("active", "near critical", "inactive") if len(records) == 3 else ("active", "inactive")
    for r, word, (colour, marker) in zip(records, words, _looks()):
        pictures.density(axes, r, "density", color=colour, marker=marker, label=f"p = {r['p']:g}, {word}")
    style.log_log(axes)
    axes.set(xlabel="t (moves a site)", ylabel=r"density $\rho$")
    axes.legend(loc="lower left")
    caption = (
        f"d = {records[0]['d']:g}, {runs.reached(records)}, from full lattices. An active curve levels off, an inactive one"
        " bends down, one at p_c would be straight. Bars: standard errors."
    )
    yield Figure("pcpd_fig_1", "Density in the three regimes (Fig. 1)", caption, canvas)


def _rates(data: FamilyData) -> Iterator[Figure]:
    """Moves a second against lattices, which are the paper's work-groups, for each size of them."""
    records = data.timed_for_paper.where(processor="gpu")
    as_printed, ours = records.where(lambda r: r.name == "GPU"), records.where(lambda r: not r.data["paper"]["label"])
    lattices, paper = as_printed.values("lattices"), printed_gpu_rate(data)
    ours = ours.where(lambda r: r["lattices"] >= min(lattices, default=0))
    if len(lattices) < 2:
        return
    canvas, (axes,) = style.canvas(height_in=4.4)
    for ((block,), group), (colour, marker) in zip(as_printed.by("block"), _looks()):
        _rate_curve(axes, group, color=colour, marker=marker, label=f"{block} work-items")
    if len(ours.values("lattices")) > 1:
        _rate_curve(axes, ours, color=style.BLACK, marker="*", linestyle="--", label="best of ours")
    if copy := data.ceiling("copy_bytes_per_s"):
        moved = as_printed[0].observables["bytes_per_move"]
        axes.axhline(copy / moved, color=style.GREY, ls="-.", lw=1, label=f"copy bandwidth / {moved:g} byte")
    axes.axhline(paper, color=style.GREY, ls=":", label=f"paper's GPU, {paper / 1e10:g}e10")
    style.log_log(axes)
    axes.set_xticks(lattices, lattices, fontsize=8, rotation=45)
    axes.set(xlabel="lattices (work-groups)", ylabel="moves per second")
    axes.minorticks_off()
    style.legend_below(canvas, axes, columns=4)
    r = as_printed[0]
    yield Figure(
        "pcpd_fig_4",
        "Moves per second against the number and size of the work-groups (Fig. 4)",
        f"{data.where}. PCPD, L = {r['length']}, d = {r['d']:g}, {r['decorrelation']} AND words; the fastest of the lattices"
        " in flight and, of ours, of all variants and blocks. The paper's GPU is the"
        f" {data.paper['hardware']['gpu'].split(';')[0]}. Bars: 95 % intervals.",
        canvas,
    )


def _rate_curve(axes, records, **look) -> None:
    best = [runs.quickest(group) for _, group in records.by("lattices")]
    y, (low, high) = np.array([runs.rate(r) for r in best]), np.array([runs.rate_interval(r) for r in best]).T
    axes.errorbar([r["lattices"] for r in best], y, yerr=[y - low, high - y], capsize=2, **look)


def _exponents(data: FamilyData) -> Iterator[Figure]:
    for d, (name, number) in EXPONENTS.items():
        records = runs.near_critical(data, d)
        if not records:
            continue
        canvas, (axes,) = style.canvas(height_in=4.4)
        for r, (colour, marker) in zip(records, _looks()):
            look = {"color": colour, "marker": marker} | SMALL
            for density, more in (("density", {"label": f"p = {r['p']:g}"}), ("pair_density", {"mfc": "white"})):
                e, middle = runs.curve(r, density).exponents()
                seen = (e.t >= FIRST_T) & (e.error < MOST_ERROR)
                axes.errorbar(middle[seen], e.value[seen], yerr=e.error[seen], **look, **more)
        axes.set_xlim(left=0)
        axes.set(xlabel="density, of particles (filled) or of pairs (open)", ylabel=EXPONENT)
        style.legend_below(canvas, axes, columns=5)
        longest = data.paper["values"]["longest_time"]["value"]
        yield Figure(
            name,
            f"Effective exponents of the particle and pair density at d = {d:g}{number}",
            runs.reached(records)
            + (f"; the paper reached t = {longest:.2g} with 1000 to 8000 runs" if number else "")
            + ". -log2 of rho(2t)/rho(t) at the geometric middle of both; time runs to the left, from t = 10 on. Bars:"
            " standard errors, those of rho(t) and rho(2t) taken as independent, thus an upper bound; points with more than"
            f" {MOST_ERROR} are left out.",
            canvas,
        )


def _critical(data: FamilyData) -> Iterator[Figure]:
    """Above the exponents with a fit, below the fits' p_c against the first time."""
    each = critical.estimates(data)
    if not each:
        return
    printed = data.paper["values"]["critical_p"]["value"]
    width = style.WIDTH_IN if len(each) < 3 else 10
    canvas, panels = style.canvas(columns=len(each), rows=2, height_in=3.2, width_in=width)
    for estimate, above, below in zip(each, panels, panels[len(each) :]):
        _fitted(above, estimate)
        _estimates(below, estimate, printed.get(f"{estimate.d:g}"))
    panels[0].set_ylabel(EXPONENT)
    panels[len(each)].set_ylabel("estimate of $p_c$")
    style.legend_below(canvas, panels[len(each)], columns=3)
    numbers = "; ".join(f"d = {estimate.d:g}: {estimate}, {runs.reached(estimate.records)}" for estimate in each)
    below = f"Above: particles, with a fit of the middle window. Below: fits with nu = {critical.NU[1]}"
    caption = f"{numbers}. {critical.METHOD} {below} and their statistical errors; blue band: the estimate."
    yield Figure("pcpd_p_c", "The critical annihilation rate", caption, canvas)


def _fitted(axes, estimate: critical.Critical) -> None:
    fits = [fit for fit in estimate.fits["density"] if fit.nu == critical.NU[1]]
    fit = fits[len(fits) // 2]
    for r, (colour, marker) in zip(estimate.records, _looks()):
        e, _ = runs.curve(r).exponents()
        seen = (e.t >= fit.start / 2) & (e.error < MOST_ERROR)
        look = {"color": colour, "fmt": marker, "label": f"p = {r['p']:g}"} | SMALL
        axes.errorbar(e.t[seen], e.value[seen], yerr=e.error[seen], **look)
        t = np.geomspace(fit.start * np.sqrt(2), e.t[-1], 60)
        early, late = (fit.log_density(t * factor, r["p"]) for factor in (np.sqrt(0.5), np.sqrt(2)))
        axes.plot(t, (early - late) / np.log(2), color=colour, lw=1)
    style.log_axis(axes.xaxis)
    axes.set(xlabel="t", title=f"d = {estimate.d:g}")
    low, high = axes.get_ylim()
    axes.set_ylim(bottom=low - (high - low) * 0.08 * len(estimate.records))  # room for the legend
    axes.legend(fontsize=7.5, loc="lower left")


def _estimates(axes, estimate: critical.Critical, printed: dict[str, float] | None) -> None:
    axes.axhspan(estimate.p_c - estimate.error, estimate.p_c + estimate.error, color=style.SKY, alpha=0.3, lw=0)
    axes.axhline(estimate.p_c, color=style.BLUE, lw=1)
    if printed:
        axes.axhline(printed["p_c"], color=style.GREY, ls="--", lw=1, label="paper")
    for (density, fits), shift, colour in zip(estimate.fits.items(), (0.97, 1.03), (style.VERMILION, style.GREEN)):
        shown = [fit for fit in fits if fit.nu == critical.NU[1]]
        starts, p_c, error = ([getattr(fit, each) for fit in shown] for each in ("start", "p_c", "error"))
        axes.errorbar(np.array(starts) * shift, p_c, error, fmt="o", color=colour, label=runs.DENSITIES[density])
    axes.set_xscale("log", base=2)
    axes.set_xticks(starts, [f"{start:.0f}" for start in starts], fontsize=8)
    axes.minorticks_off()
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.tick_params(axis="y", labelsize=7.5)
    axes.set(xlabel="first t of the fit")


def _bias(data: FamilyData) -> Iterator[Figure]:
    """Above the deviation from the reference in standard errors, below the errors themselves."""
    each = bias.to_draw(data)
    if not each:
        return
    width = style.WIDTH_IN if len(each) < 3 else 10
    canvas, panels = style.canvas(columns=len(each), rows=2, height_in=2.9, width_in=width)
    notes = []
    for (unit, study), above, below in zip(each, panels, panels[len(each) :]):
        _, reference, _ = bias.STUDIED[unit]
        for (value, r), (colour, marker) in zip(sorted(study.items()), _looks()):
            look = {"color": colour, "marker": marker, "ms": 3, "lw": 1}
            c, (t, _, in_errors) = runs.curve(r), bias.deviation(r, study[reference])
            below.plot(c.t, c.error / c.value * 100, label=f"{value} {unit}", **look)
            if value != reference:
                above.plot(t, in_errors, **look)
        above.axhspan(-3, 3, color=style.PALE, alpha=0.6, lw=0)
        above.set(title=f"{r.name} against {reference} {unit}", xlabel="t")
        below.set(xlabel="t", ylim=(0, None))
        below.legend(fontsize=7.5)
        style.log_axis(above.xaxis), style.log_axis(below.xaxis)
        notes.append(f"{unit}: p = {r['p']:g}, d = {r['d']:g}, {runs.reached([r])}")
    panels[0].set_ylabel("deviation of $\\rho$ (its errors)")
    panels[len(each)].set_ylabel("standard error of $\\rho$ (%)")
    yield Figure(
        "pcpd_decorrelation",
        "Bias against the AND words and the work-items of a lattice",
        f"{'. '.join(notes)}. Above: density less that of the reference, over the standard error of the difference; grey:"
        " less than three. Deviations at neighbouring times are of the same lattices. Below: standard error of each.",
        canvas,
    )

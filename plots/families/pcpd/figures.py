"""Figures 1, 4, 5 and 6, and the studies of p_c and of the layout."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.data.records import Record, Records
from plots.families.pcpd import bias, critical, pictures, rates, runs
from plots.output import style
from plots.output.figures import Figure
from plots.sections import occupancy
from plots.verdicts.family import FamilyData

EXPONENTS = {0.25: ("pcpd_fig_5", " (Fig. 5)"), 0.75: ("pcpd_fig_6", " (Fig. 6)"), 0.5: ("pcpd_d_0_5", "")}
FIRST_T, MOST_ERROR = 1000, 0.05  # of an exponent that is drawn
CPU = {rates.PLAIN: "Algorithm 1", "CPU, multispin": "multispin"}  # how the paper's labels begin -> what ran
SMALL = {"ms": 3.5, "lw": 1, "elinewidth": 0.8}
NEVER = 1e30  # a time after which nothing is left
LINES = (
    " Lines: the fits of Eq. (7) and the distance from p_c, black at p_c; star: the delta of all fits, where rho = 0, with its"
    " 95 % interval."
)
EXPONENT = r"effective exponent $\delta_{\rm eff}$"


def figures(data: FamilyData) -> Iterator[Figure]:
    of_answers = (_exponents, _critical, _bias, pictures.models, pictures.space_time)
    of_times = (_rates, occupancy.figure)
    for draw in (_regimes, *of_times, *of_answers) if data.shows_answers else of_times:
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
    """Moves a second against lattices, which are the paper's work-groups, for each size of them; a CPU's against its cores."""
    data = data.run_with(_as_printed)
    as_printed, on_cpu = _as_printed(data), rates.cases(data).where(processor="cpu")
    lattices = as_printed.values("lattices")
    if len(lattices) < 2:
        return
    ours = data.timed_for_paper.where(lambda r: not r.data["paper"]["label"], processor="gpu")
    ours = ours.where(lambda r: r["lattices"] >= lattices[0])
    canvas, panels = style.canvas(columns=2 if on_cpu else 1, height_in=4.6)
    axes, r = panels[0], as_printed[0]
    for ((block,), group), (colour, marker) in zip(as_printed.by("block"), _looks()):
        _rate_curve(axes, group, "lattices", color=colour, marker=marker, label=f"{block} work-items")
    if len(ours.values("lattices")) > 1:
        _rate_curve(axes, ours, "lattices", color=style.BLACK, marker="*", linestyle="--", label="best of ours")
    if copy := data.ceiling("copy_bytes_per_s"):
        moved = r.observables["bytes_per_move"]
        axes.axhline(copy / moved, color=style.GREY, ls="-.", lw=1, label=f"copy bandwidth / {moved:g} byte")
    rule = rates.best(r.variant)
    axes.axhline(
        paper := rates.printed(data, rule), color=style.GREY, ls=":", label=f"paper's GPU, {paper / 1e10:g}e10"
    )
    style.log_log(axes)
    axes.set_xticks(lattices, lattices, fontsize=8, rotation=45)
    axes.set(xlabel="lattices (work-groups)", ylabel="moves per second")
    axes.minorticks_off()
    if on_cpu:
        axes.get_gridspec().set_width_ratios([2.2, 1])
        _cpu_rates(panels[1], data, on_cpu)
    style.legend_below(canvas, axes, columns=4)
    times = Records([*as_printed, *on_cpu, *ours])
    cpus = f" Right: {', '.join(dict.fromkeys(c.machine for c in on_cpu))}; hollow: the paper's." if on_cpu else ""
    yield Figure(
        "pcpd_fig_4",
        "Moves per second against the number and size of the work-groups (Fig. 4)",
        f"{data.where}. PCPD, L = {r['length']}, d = {r['d']:g}, {r['decorrelation']} AND words; of ours the fastest of all"
        f" variants and tunings. At best {data.published.measured(rule).value:.3g} moves a second as printed; the paper's GPU is"
        f" the {data.paper['hardware']['gpu'].split(';')[0]}.{cpus} {style.bars(times)}",
        canvas,
        times=times,
    )


def _as_printed(data: FamilyData) -> Records:
    return rates.cases(data).where(lambda r: r.name == "GPU")


def _cpu_rates(axes, data: FamilyData, records: Records) -> None:
    printed = [(claim["judge"], claim["claimed"]) for claim in data.paper["claims"] if rates.is_best(claim["judge"])]
    for (label, words), (colour, marker) in zip(CPU.items(), _looks()):
        here = records.where(lambda r: r.data["paper"]["label"].startswith(label))  # noqa: B023
        if not here:
            continue
        groups, look = here.grouped(rates.cores), {"color": colour, "marker": marker}
        _rate_points(axes, [(n, runs.quickest(groups[n])) for n in sorted(groups)], label=words, **look)
        paper = [(rule.get("threads", 1), rate) for rule, rate in printed if rule["variant"] in here.variants()]
        axes.plot(*zip(*paper), mfc="white", ls="none", ms=7, **look)
    style.log_log(axes)
    style.ticks_at(axes.xaxis, {int(x) for line in axes.lines for x in line.get_xdata()}, columns=4)
    axes.set(xlabel="CPU cores")
    axes.legend(loc="lower right")


def _rate_curve(axes, records: Records, axis: str, **look) -> None:
    _rate_points(axes, [(value, runs.quickest(group)) for (value,), group in records.by(axis)], **look)


def _rate_points(axes, best: list, **look) -> None:
    within = [(runs.rate(r), *runs.rate_interval(r)) for _, r in best]
    style.curve(axes, [x for x, _ in best], within, look.pop("color"), look.pop("marker"), **look)


def _exponents(data: FamilyData) -> Iterator[Figure]:
    for d, (name, number) in EXPONENTS.items():
        records = [r for r in runs.near_critical(data, d) if len(_exponents_of(r, "density")[0])]
        if not records:
            continue
        estimate, looks = critical.estimate(data, d), [*_looks()]
        canvas, panels = style.canvas(columns=2, height_in=4.4, share_y=True)
        for axes, (density, counted) in zip(panels, runs.DENSITIES.items()):
            for r, (colour, marker) in zip(records, looks):
                look = {"color": colour, "fmt": marker, "label": f"p = {r['p']:g}"} | SMALL
                axes.errorbar(*_exponents_of(r, density), **look)
            if estimate:
                _fitted(axes, estimate, density, [colour for colour, _ in looks])
            axes.set_xlim(left=0)
            axes.set(xlabel=f"density of {counted}", title=counted.capitalize())
        panels[0].set_ylabel(EXPONENT)
        style.legend_below(canvas, panels[0], columns=4)
        longest = data.paper["values"]["longest_time"]["value"]
        yield Figure(
            name,
            f"Effective exponents of the particle and pair density at d = {d:g}{number}",
            runs.reached(records)
            + (f"; the paper reached t = {longest:.2g} with 1000 to 8000 runs" if number else "")
            + f". -log2 of rho(2t)/rho(t) at the geometric middle of both, from t = {FIRST_T} on; time runs to the left. Bars:"
            " standard errors, those of rho(t) and rho(2t) taken as independent, thus an upper bound; points with more than"
            f" {MOST_ERROR} are left out.{LINES if estimate else ''}",
            canvas,
        )


def _exponents_of(r: Record, density: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The densities, the effective exponents there and their errors, as far as these are drawn."""
    e, middle = runs.curve(r, density).exponents()
    seen = (e.t >= FIRST_T) & (e.error < MOST_ERROR)
    return middle[seen], e.value[seen], e.error[seen]


def _fitted(axes, estimate: critical.Critical, density: str, colours: list[str]) -> None:
    """The fit of the middle window from its first time on, of each p and of p_c, and the exponent where nothing is left."""
    fit, delta = critical.middle(estimate.fits[density]), estimate.found("delta", density)
    each = [(r["p"], r["time"] / np.sqrt(2), colour, None) for r, colour in zip(estimate.records, colours)]
    for p, last, colour, label in [*each, (fit.found["p_c"][0], NEVER, style.BLACK, "Eq. (7)")]:
        t = np.geomspace(fit.start * np.sqrt(2), last, 400)
        early, late = (fit.log_density(t * factor, p) for factor in (np.sqrt(0.5), np.sqrt(2)))
        axes.plot(np.exp((early + late) / 2), (early - late) / np.log(2), color=colour, lw=1.2, zorder=4, label=label)
    low, high = delta.interval
    ends = [[delta.value - low], [high - delta.value]]
    axes.errorbar([0], [delta.value], yerr=ends, color=style.BLACK, marker="*", ms=9, capsize=3, clip_on=False)


def _critical(data: FamilyData) -> Iterator[Figure]:
    """The fits' p_c against their first time."""
    each = critical.estimates(data)
    if not each:
        return
    printed = data.paper["values"]["critical_p"]["value"]
    width = style.WIDTH_IN if len(each) < 3 else 10
    canvas, panels = style.canvas(columns=len(each), height_in=3.6, width_in=width)
    for estimate, axes in zip(each, panels):
        _estimates(axes, estimate, printed.get(f"{estimate.d:g}"))
    panels[0].set_ylabel("estimate of $p_c$")
    style.legend_below(canvas, panels[0], columns=3)
    numbers = "; ".join(f"d = {estimate.d:g}: {estimate.p_c}, {runs.reached(estimate.records)}" for estimate in each)
    shown = f"Shown are the fits with nu = {critical.NU[1]} and their statistical errors"
    caption = f"{numbers}. {critical.METHOD} {shown}; blue band: the estimate."
    yield Figure("pcpd_p_c", "The critical annihilation rate", caption, canvas)


def _estimates(axes, estimate: critical.Critical, printed: dict[str, float] | None) -> None:
    p_c = estimate.p_c
    axes.axhspan(p_c.value - p_c.error, p_c.value + p_c.error, color=style.SKY, alpha=0.3, lw=0)
    axes.axhline(p_c.value, color=style.BLUE, lw=1)
    if printed:
        axes.axhspan(
            *(printed["p_c"] + sign * printed["error"] for sign in (-1, 1)),
            color=style.GREY,
            alpha=0.3,
            lw=0,
            label="paper",
        )
    for (density, fits), shift, colour in zip(estimate.fits.items(), (0.97, 1.03), (style.VERMILION, style.GREEN)):
        shown = [fit for fit in fits if fit.nu == critical.NU[1]]
        starts, (p_c, error) = [fit.start for fit in shown], zip(*(fit.found["p_c"] for fit in shown))
        axes.errorbar(np.array(starts) * shift, p_c, error, fmt="o", color=colour, label=runs.DENSITIES[density])
    axes.set_xscale("log", base=2)
    axes.set_xticks(starts, [f"{start:.0f}" for start in starts], fontsize=8)
    axes.minorticks_off()
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.tick_params(axis="y", labelsize=7.5)
    axes.set(xlabel="first t of the fit", title=f"d = {estimate.d:g}")


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
            c, (t, off, error) = runs.curve(r), bias.deviation(r, study[reference])
            below.plot(c.t, c.error / c.value * 100, label=f"{value} {unit}", **look)
            if value != reference:
                above.plot(t, off / error, **look)
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

"""Figure 11, how near the kernels come to the ceiling, and the displacement; other figures stand with their tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.data import select
from plots.data.records import Record, Records
from plots.families.carpet import coefficients, cores, pictures, walks
from plots.output import style
from plots.output.figures import Figure
from plots.sections import beyond
from plots.sections.occupancy import figure as occupancy_figure
from plots.verdicts.family import FamilyData

FEWEST_BLOCKS = 3


def figures(data: FamilyData) -> Iterator[Figure]:
    if data.shows_answers:
        yield from pictures.figures(data)
    for draw in (_figure_11, cores.figure, coefficients.figure, _ceiling, _displacement):
        if (figure := draw(data)) is not None:
            yield figure
    yield from occupancy_figure(data, "occupancy")
    yield from beyond.figure(data, walks.standard(data.every), "path length s (steps)", "occupancy", "zeros")


def _of_table_1(data: FamilyData) -> Records:
    """The paper's three as printed, of whose occupancies and sizes Fig. 11 is."""
    judged = walks.judged(data)
    names = walks.in_table_1(data, judged)
    return judged.where(lambda r: r.variant in names)


def _figure_11(data: FamilyData) -> Figure | None:
    scope = data.run_with(_of_table_1)
    printed = _of_table_1(scope)
    if len(printed.values("steps")) < 2:
        return None
    tuned = walks.best(scope).where(lambda r: r.variant in printed.variants() and r not in printed)
    occupancies, look = printed.values("occupancy"), style.colours(select.order(data.cases))
    canvas, panels = style.canvas(len(occupancies), share_y=True, height_in=4.1)
    lines = {"linestyle": "-"}, {"linestyle": "--", "linewidth": 1, "markerfacecolor": "white"}
    for axes, occupancy in zip(panels, occupancies):
        for form, records, line in zip(("as printed", "tuned"), (printed, tuned), lines):
            for variant, name in select.order(printed).items():
                if here := records.where(variant=variant, occupancy=occupancy):
                    style.points(axes, here, "steps", *look[variant], label=f"{name} {form}", **line)
        for variant, name in select.order(printed).items():
            steps = printed.where(variant=variant, occupancy=occupancy).values("steps")
            a = walks.printed_a(data, name, occupancy)
            if a is not None and steps:
                s = np.geomspace(steps[0], steps[-1], 100)
                dotted = {"color": look[variant][0], "linestyle": (0, (1.5, 2)), "linewidth": 1.2}
                axes.plot(s, a * 1e-9 * s**3, label=f"{name} paper, $a s^3$", **dotted)
        axes.set(title=f"occupancy {occupancy:g}", xlabel="path length s (steps)")
        style.log_log(axes)
        style.ticks_at(axes.xaxis, printed.where(occupancy=occupancy).values("steps"), len(occupancies))
    panels[0].set_ylabel("time of the loop (s)")
    style.legend_below(canvas, panels[0], columns=len(printed.variants()))
    drawn = Records(printed + tuned)
    hollow = " Hollow, dashed: tuned, where that is another form." if tuned else ""
    return Figure(
        "carpet_fig_11",
        "Execution time of Variants A, B and C against path length (Fig. 11)",
        f"{scope.where}. Filled: as printed, {walks.printed_form(printed)}, best block.{hollow} Dotted: the paper's a s^3 (Table I,"
        f" {data.paper['hardware']['gpu']}). {style.bars(drawn)}",
        canvas,
        times=drawn,
    )


def _swept(data: FamilyData) -> Records:
    """The paper's kernels at the longest walk that has them in several blocks as printed; in both forms."""
    every = select.of_paper(walks.standard(data.timed)).where(lambda r: r.data["roofline"] is not None)
    printed = every.where(lambda r: r.is_printed)
    steps = [s for s in every.values("steps") if len(printed.where(steps=s).values("block")) >= FEWEST_BLOCKS]
    return every.where(steps=steps[-1]) if steps else Records()


def _ceiling(data: FamilyData) -> Figure | None:
    longest = max(_swept(data).values("steps"), default=0)
    every = _swept(data.run_with(lambda one: _swept(one).where(steps=longest))).where(steps=longest)
    occupancies = every.values("occupancy")
    if not occupancies:
        return None
    forms = {"as printed": every.where(lambda r: r.is_printed), "tuned": every.where(lambda r: not r.is_printed)}
    looks, shown = style.colours(select.order(data.cases)), []
    canvas, panels = style.canvas(len(occupancies), share_y=True, height_in=4.1)
    for axes, occupancy in zip(panels, occupancies):
        for variant, name in select.order(every).items():
            for form, records in forms.items():
                best = [g.quickest() for _, g in records.where(variant=variant, occupancy=occupancy).by("block")]
                line = {"linestyle": "-"} if form == "as printed" else {"linestyle": "--", "markerfacecolor": "white"}
                within = [tuple(r.data["roofline"]["fraction"] * r.time_s / t for t in _ends(r)) for r in best]
                shown += best
                if best:
                    label, x = f"{name}, {form}", [r["block"] for r in best]
                    style.curve(axes, x, within, *looks[variant], label=label, **line)
        axes.set(title=f"occupancy {occupancy:g}", xlabel="threads a block")
        axes.set_xscale("log", base=2)
        blocks = every.values("block")
        axes.set_xticks(blocks, [str(b) for b in blocks], fontsize=8)
        axes.minorticks_off()
    panels[0].set_ylabel("fraction of the bytes ceiling")
    panels[0].set_ylim(bottom=0)
    style.legend_below(canvas, panels[0], columns=2)
    ceiling = every[0].data["roofline"]["ceiling_bytes_per_s"]
    tuned = " Tuned: the best of the other tuning axes at each block." if forms["tuned"] else ""
    return Figure(
        "carpet_ceiling",
        "How near the paper's kernels come to the ceiling, against the block size",
        f"{data.where}, s = {longest}. As printed: {walks.printed_form(every)}.{tuned} 1 would move the least bytes of"
        f" the algorithm at the measured copy bandwidth, {ceiling / 1e12:.2f}e12 B/s. Above 1 where a branch leaves out some of these bytes, or the L2 cache holds the"
        f" arrays of a short walk. {style.bars(shown)}",
        canvas,
        times=Records(shown),
    )


def _ends(r: Record) -> tuple[float, float, float]:
    """Times at which a rate has its value and the ends of its interval."""
    low, high = r.interval_s
    return r.time_s, max(high, r.time_s), min(low, r.time_s)


def _displacement(data: FamilyData) -> Figure | None:
    ensembles = [walks.ensemble(data, occupancy) for occupancy in data.verified.values("occupancy")]
    ensembles = [each for each in ensembles if each]
    if not ensembles:
        return None
    canvas, (axes,) = style.canvas(width_in=6.4, height_in=4.0)
    furthest = 1.0
    for each, colour, marker in zip(ensembles, style.PALETTE, style.MARKERS):
        t, exponent = walks.displacement(each[0])[0], walks.mean_gamma(each)
        every = [walks.displacement(r)[1] for r in each]
        r2, late = np.mean(every, axis=0), t >= 10
        label = f"occupancy {each[0]['occupancy']:g}, {len(each)} surface{'s' if len(each) > 1 else ''}:"
        label += rf" $\gamma$ = {exponent.value:.3f} ({exponent.low:.3f} to {exponent.high:.3f})"
        level = np.exp(np.mean(np.log(r2[late])) - exponent.value * np.log(t[late]).mean())
        for displacement in every if len(every) > 1 else []:
            axes.plot(t, displacement, color=colour, linewidth=0.4, alpha=0.35)
        axes.plot(t[late], level * t[late] ** exponent.value, color=colour, linewidth=1.1)
        axes.plot(t, r2, marker, color=colour, label=label, linestyle="none")
        furthest = max(furthest, t.max())
    free = np.array([1.0, furthest])
    grey = {"color": style.GREY, "linestyle": "--", "linewidth": 1}
    axes.plot(free, free, label=r"all sites open: $\langle r^2\rangle = t$", **grey)
    style.log_log(axes)
    axes.set(xlabel="time t (steps)", ylabel=r"mean square displacement $\langle r^2\rangle$ (sites$^2$)")
    axes.legend(loc="upper left")
    names = {"emulation": "the emulation"}
    machines = sorted(
        {names.get(r.machine, r.machine) if r.processor == "gpu" else "a CPU" for each in ensembles for r in each}
    )
    return Figure(
        "carpet_displacement",
        "Anomalous diffusion: mean square displacement and exponent",
        f"Verified answers from {' and '.join(machines)}. Points: means over surfaces; thin: each of them. Lines: power"
        " laws from t = 10 on; gamma is the mean of the surfaces' exponents with its 95 % interval, of one surface alone"
        " with that of the fit.",
        canvas,
    )

"""Figure 11 and the displacement; other figures stand with their tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.data import select
from plots.data.records import Records
from plots.families.carpet import coefficients, cores, pictures, walks
from plots.output import style
from plots.output.figures import Figure
from plots.sections import beyond
from plots.sections import occupancy as sweeps
from plots.verdicts.family import FamilyData


def figures(data: FamilyData) -> Iterator[Figure]:
    if data.shows_answers:
        yield from pictures.figures(data)
    for draw in (_figure_11, cores.figure, coefficients.figure, _displacement):
        if (figure := draw(data)) is not None:
            yield figure
    yield from sweeps.figure(data, "occupancy")
    yield from beyond.figure(data, walks.standard(data.every), "path length s (steps)", "occupancy", "zeros")


def _of_table_1(data: FamilyData) -> Records:
    """As printed."""
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

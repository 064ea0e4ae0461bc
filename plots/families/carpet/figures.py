"""Figures 11 and 12, and those the paper's claims call for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.data import fit, measured, select
from plots.data.measured import Measured
from plots.data.records import Records
from plots.families.carpet import pictures, walks
from plots.output import style
from plots.output.figures import Figure
from plots.sections import beyond
from plots.sections.occupancy import figure as occupancy_figure
from plots.verdicts.family import FamilyData


def figures(data: FamilyData) -> Iterator[Figure]:
    if data.shows_answers:
        yield from pictures.figures(data)
    timed = walks.best(data)
    look = style.colours(select.order(data.cases))
    for draw in (_figure_11, _figure_12, _crossover, _ceiling, _displacement):
        if (figure := draw(data, timed, look)) is not None:
            yield figure
    yield from occupancy_figure(data, "occupancy")
    yield from beyond.figure(data, walks.standard(data.every), "path length s (steps)", "occupancy", "zeros")


def _figure_11(data: FamilyData, timed: Records, look: style.Looks) -> Figure | None:
    names = walks.in_table_1(data, timed)
    gpu = timed.where(lambda r: r.variant in names)
    occupancies = gpu.values("occupancy")
    if len(gpu.values("steps")) < 2:
        return None
    plain = walks.judged(data)
    canvas, panels = style.canvas(len(occupancies), share_y=True, height_in=4.1)
    for axes, occupancy in zip(panels, occupancies):
        for variant, name in names.items():
            colour, marker = look[variant]
            printed, tuned = (each.where(variant=variant, occupancy=occupancy).sorted("steps") for each in (plain, gpu))
            if printed:
                style.points(axes, printed, "steps", colour, marker, label=f"{name} as printed", linestyle="-")
            if tuned and any(r not in printed for r in tuned):
                hollow = {"linestyle": "--", "linewidth": 1, "markerfacecolor": "white"}
                style.points(axes, tuned, "steps", colour, marker, label=f"{name} tuned", **hollow)
            a = walks.printed_a(data, name, occupancy)
            if a is not None and (printed or tuned):
                steps = [r["steps"] for r in (*printed, *tuned)]
                s = np.geomspace(min(steps), max(steps), 100)
                dotted = {"color": colour, "linestyle": (0, (1.5, 2)), "linewidth": 1.2}
                axes.plot(s, a * 1e-9 * s**3, label=f"{name} paper, $a s^3$", **dotted)
        axes.set(title=f"occupancy {occupancy:g}", xlabel="path length s (steps)")
        style.log_log(axes)
    panels[0].set_ylabel("time of the loop (s)")
    style.legend_below(canvas, panels[0], columns=3)
    return Figure(
        "carpet_fig_11",
        "Execution time of Variants A, B and C against path length (Fig. 11)",
        f"{data.where}. Filled: as printed, best block. Hollow, dashed: tuned, the best of all at each s. Bars are"
        f" intervals of the median. Dotted: the paper's a s^3 (Table I, {data.paper['hardware']['gpu']}).",
        canvas,
    )


def _figure_12(data: FamilyData, timed: Records, look: style.Looks) -> Figure | None:
    local = walks.standard(data.local).best()
    occupancies = Records(timed.where(processor="cpu") + local).values("occupancy")
    if not occupancies:
        return None
    occupancy = occupancies[0]  # the paper shows its lowest
    canvas, (axes,) = style.canvas(width_in=6.4, height_in=5.0)
    hosted = timed.where(processor="cpu")
    printed = walks.judged(data).where(lambda r: r.name == "Variant C", processor="gpu")
    tuned = timed.where(lambda r: r.name == "Variant C" and r not in printed, processor="gpu")
    hollow = {"linestyle": "--", "markerfacecolor": "white"}
    for records, words, line in (
        (printed, "as printed, ", {}),
        (tuned, "tuned, ", hollow),
        (hosted, "", {}),
        (local, "this machine, ", hollow),
    ):
        for variant, name in select.order(records).items():
            chosen = records.where(variant=variant, occupancy=occupancy).sorted("steps")
            if chosen:
                label = f"{name}, {words}{chosen[-1].machine}"
                style.points(axes, chosen, "steps", *look[variant], label=label, **{"linestyle": "-"} | line)
    axes.set(xlabel="path length s (steps)", ylabel="time of the loop (s)", title=f"occupancy {occupancy:g}")
    style.log_log(axes)
    style.legend_below(canvas, axes, columns=1)
    hosts = " and ".join(sorted({r.run.host_name for r in timed.where(processor="cpu")})) or "none"
    caption = f"{data.where}, CPU {hosts}."
    if local:
        caption += f" This machine's CPU: {data.local_where}."
    if not data.has_gpu:
        caption += " No GPU took part; emulated GPU variants have no times."
    title = "CPU versions in comparison to Variant C on the GPU (Fig. 12)"
    return Figure(
        "carpet_fig_12",
        title,
        caption + " Lower is faster; lines as steep as each other keep their ratio. Bars are 95 % intervals.",
        canvas,
    )


def _advantage(records: Records) -> list[tuple[float, int, Measured]]:
    """(occupancy, s, time of B over that of C) at the largest s that both have."""
    pairs = []
    for (occupancy,), here in records.by("occupancy"):
        both = [here.where(lambda r, name=name: r.name == name) for name in ("Variant B", "Variant C")]
        steps = select.largest_common("steps", *both)
        if steps is not None:
            pairs.append(
                (
                    occupancy,
                    steps,
                    measured.time(both[0].where(steps=steps)[0]) / measured.time(both[1].where(steps=steps)[0]),
                )
            )
    return pairs if len(pairs) >= 2 else []


def _crossover(data: FamilyData, timed: Records, _) -> Figure | None:
    """Variants B and C, of which the paper says that the gap closes."""
    forms = {"as printed": _advantage(walks.judged(data)), "tuned": _advantage(timed)}
    forms = {words: pairs for words, pairs in forms.items() if pairs}
    if not forms:
        return None
    canvas, (axes,) = style.canvas(width_in=6.0, height_in=3.6)
    overtakes = []
    for (words, pairs), fmt in zip(forms.items(), ("o-", "o--")):
        x, y = [o for o, *_ in pairs], [m.value for *_, m in pairs]
        bars = [[m.value - m.low for *_, m in pairs], [m.high - m.value for *_, m in pairs]]
        face = style.BLUE if fmt == "o-" else "white"
        axes.errorbar(x, y, yerr=bars, fmt=fmt, color=style.BLUE, markerfacecolor=face, capsize=2, label=words)
        cross = fit.crossing(x, y)
        overtakes.append(f"{words} {f'at occupancy {cross:.2f}' if cross else 'at none of these occupancies'}")
    printed = data.paper["tables"]["table_1"]
    paper = [p / q for p, q in zip(printed["a_1e9_s"]["Variant B"], printed["a_1e9_s"]["Variant C"])]
    axes.plot(printed["occupancies"], paper, "s:", color=style.VERMILION, label="paper, Table I")
    axes.axhline(1, color=style.GREY, linewidth=1)
    style.log_axis(axes.yaxis)
    note = {"xytext": (2, -4), "textcoords": "offset points", "va": "top", "color": style.GREY, "fontsize": 8.5}
    axes.annotate("C faster above, B below", (min(printed["occupancies"]), 1), **note)
    axes.set(xlabel="occupancy", ylabel="time of B / time of C")
    axes.margins(x=0.08, y=0.15)
    style.legend_below(canvas, axes, columns=3)
    sizes = ", ".join(map(str, sorted({s for pairs in forms.values() for _, s, _ in pairs})))
    return Figure(
        "carpet_crossover",
        "Advantage of Variant C over Variant B against occupancy",
        f"{data.where}, s = {sizes}. B overtakes C {', '.join(overtakes)}. Bars are 95 % intervals.",
        canvas,
    )


def _ceiling(data: FamilyData, timed: Records, look: style.Looks) -> Figure | None:
    every = walks.standard(data.timed).where(
        lambda r: r.data["roofline"] is not None and "block" in r.axes, processor="gpu"
    )
    if len(every.values("block")) < 2:
        return None
    # The s that was swept over blocks; of several the largest.
    points = {s: {(r.variant, r["occupancy"], r["block"]) for r in every.where(steps=s)} for s in every.values("steps")}
    steps = max(points, key=lambda s: (len(points[s]), s))
    every = every.where(steps=steps)
    occupancies = [o for o in every.values("occupancy") if len(every.where(occupancy=o).values("block")) >= 2]
    if not occupancies:
        return None
    canvas, panels = style.canvas(len(occupancies), share_y=True, height_in=3.7)
    for axes, occupancy in zip(panels, occupancies):
        for variant, name in select.order(every).items():
            groups = every.where(variant=variant, occupancy=occupancy).by("block")
            top = [(block, max(r.data["roofline"]["fraction"] for r in group)) for (block,), group in groups]
            if top:
                axes.plot(*zip(*top), color=look[variant][0], marker=look[variant][1], label=name)
        axes.set(title=f"occupancy {occupancy:g}", xlabel="threads a block")
        axes.set_xscale("log", base=2)
        blocks = every.values("block")
        axes.set_xticks(blocks, [str(b) for b in blocks], fontsize=8)
        axes.minorticks_off()
    panels[0].set_ylabel("fraction of the bytes ceiling")
    panels[0].set_ylim(bottom=0)
    style.legend_below(canvas, panels[0], columns=4)
    ceiling = every[0].data["roofline"]["ceiling_bytes_per_s"]
    return Figure(
        "carpet_ceiling",
        "How near each variant comes to the ceiling, against the block size",
        f"{data.where}, s = {steps}; the best of the other tuning axes at each block. 1 would move the least bytes of"
        f" the algorithm at the measured copy bandwidth, {ceiling / 1e12:.2f}e12 B/s. Above 1 where a branch leaves out some of"
        " these bytes, or the L2 cache holds the arrays of a short walk.",
        canvas,
    )


def _displacement(data: FamilyData, *_) -> Figure | None:
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

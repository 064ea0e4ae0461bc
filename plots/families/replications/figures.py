"""Figures 5 to 7: time against the number of replications. Those of steps and of memory are in step_figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
from matplotlib.axes import Axes

from plots.data import select
from plots.data.records import Record, Records
from plots.families.replications import crossover, runs, step_figures
from plots.families.replications.tables import printed, printed_step
from plots.output import style
from plots.output.figures import Figure
from plots.sections import occupancy
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData, where

FIGURES = {
    "pi": ("replications_fig_5", " (Fig. 5)"),
    "mm1": ("replications_fig_6", " (Fig. 6)"),
    "walk": ("replications_fig_7", " (Fig. 7)"),
}
PANELS = {"pi": (100, None), "mm1": (100, None), "walk": (1000, None)}  # up to so many; None: all there are
# A linear panel reaches so far above the highest time of WLP and TLP: one core's line leaves it at once, or nearly so.
ROOM = 1.5
BEYOND = 3  # the times of a panel it reaches, whatever their bars
MARKERS = 25  # of a curve at most


def figures(data: FamilyData) -> Iterator[Figure]:
    for model in runs.models(data.every.timed()):
        yield from _against_replications(data, model)
    yield from step_figures.figures(data)
    yield from occupancy.figure(data, "model")


def _against_replications(data: FamilyData, model: str) -> Iterator[Figure]:
    records = runs.drawn(runs.of_model(data, model).timed, model)
    if len(records.values(runs.REPLICATIONS)) < 2:
        return
    drawn = [
        most
        for most in PANELS.get(model, (None,))
        if most is None or len(_up_to(records, most).values(runs.REPLICATIONS)) > 1
    ]
    canvas, panels = style.canvas(columns=len(drawn), height_in=4.2)
    looks, marks = style.colours(select.order(Records(data.cases + data.every))), _marks(data, model)
    for axes, most in zip(panels, drawn):
        shown = _up_to(records, most)
        for variant, name in select.order(shown).items():
            _curve(axes, list(runs.curve(shown, variant).values()), looks[variant], name)
        if most:
            _linear(axes, shown, most)
        else:
            times = [r.time_s for r in shown]
            axes.set_ylim(min(times) / BEYOND, max(times) * BEYOND)
            style.log_log(axes)
        for n in marks:
            _mark(axes, n)
        _crossing(axes, data, model)
        axes.set(xlabel="replications", ylabel="time (s)")
    style.legend_below(canvas, panels[-1], columns=4)
    name, number = FIGURES.get(model, (f"replications_{model}", ""))
    r = records[0]
    shown = f"{where(records)}, {runs.size_words(r)} a replication, generator {r['generator']}, one tuning a variant."
    paper = "; ".join(f"{words} {n:g}" for n, words in marks.items())
    yield Figure(
        name,
        f"{_title(model)}: time against the number of replications{number}",
        f"{shown}{_words(data, model)}{f' Dotted, in the paper: {paper}.' if marks else ''} {style.bars(records)}",
        canvas,
        times=records,
    )


def _title(model: str) -> str:
    name = runs.model_name(model)
    return name[0].upper() + name[1:]


def _up_to(records: Records, most: int | None) -> Records:
    return records if most is None else records.where(lambda r: r[runs.REPLICATIONS] <= most)


def _curve(axes: Axes, records: list[Record], look: tuple[str, str], name: str) -> None:
    n, y = [r[runs.REPLICATIONS] for r in records], np.array([r.time_s for r in records])
    low, high = np.array([r.interval_s for r in records]).T
    error, some = [np.maximum(y - low, 0), np.maximum(high - y, 0)], -(-len(n) // MARKERS)
    own = {"color": look[0], "marker": look[1], "label": name, "ms": 3.5, "lw": 1.2, "ls": "-", "capsize": 2}
    if records[0].processor == "cpu":
        own |= {"mfc": "white", "ls": "--"}
    if records[0].variant == "chosen":  # lies upon one of the others
        own |= {"marker": "", "lw": 5, "alpha": 0.35, "zorder": 1}
    axes.errorbar(n, y, yerr=error, markevery=some, errorevery=some, **own)


def _linear(axes: Axes, shown: Records, most: int) -> None:
    highest = [r.time_s for r in shown if r.variant in ("wlp", "tlp")] or [r.time_s for r in shown]
    axes.set(xlim=(0, most * 1.02), ylim=(0, ROOM * max(highest)))


def _marks(data: FamilyData, model: str) -> dict[float, str]:
    """Numbers of replications that the paper prints, and what for."""
    if model == "walk":
        rules = {claim["id"]: claim["judge"] for claim in data.paper["claims"]}
        gain = next(claim["claimed"] for claim in data.paper["claims"] if claim["id"] == "wlp_over_tlp")
        first = rules["wlp_over_tlp"]["where"]["replications"]
        marks = {first: f"TLP takes {gain:g} times as long as WLP for the first"}
        marks[rules["little_gain_beyond_700"]["quotient"][0]["where"]["replications"]] = "little gain by WLP beyond"
        return marks | {printed_step(data, "tlp"): "first step of TLP at"}
    if model not in runs.MODELS:
        return {}
    faster = printed(data, "lasting_gain", variants=["wlp", "cpu_serial"], where={"model": model})
    return {faster: "WLP faster than a core from", printed_step(data, "wlp"): "first step of WLP at"}


def _mark(axes: Axes, n: float) -> None:
    """A line, with the number above the panel."""
    low, high = axes.get_xlim()
    if low <= n <= high:
        axes.axvline(n, color=style.GREY, ls=":", lw=1)
        place = {"xycoords": axes.get_xaxis_transform(), "rotation": 90, "ha": "center", "va": "bottom"}
        axes.annotate(f"{n:g}", (n, 1.01), fontsize=7.5, color=style.GREY, **place)


def _crossing(axes: Axes, data: FamilyData, model: str) -> None:
    """A circle where WLP passes one core."""
    crossing = crossover.of_model(data, model, "cpu_serial", "wlp")
    if not crossing or not crossing.inner:
        return
    y = np.exp(
        np.interp(np.log(crossing.start), np.log(crossing.numbers), [np.log(r.time_s) for r in crossing.late.values()])
    )
    axes.plot(crossing.start, y, marker="o", ms=11, mfc="none", color=style.BLACK, ls="none")


def _words(data: FamilyData, model: str) -> str:
    """What was measured of what the paper prints."""
    crossing, words = crossover.of_model(data, model, "cpu_serial", "wlp"), ""
    if crossing:
        words = f" WLP is faster than one core: {crossing.words}{', circle' if crossing.inner else ''}."
    if model == "walk":
        claim = next(claim for claim in data.paper["claims"] if claim["id"] == "wlp_over_tlp")
        n = claim["judge"]["where"]["replications"]
        with suppress(NotMeasurable):
            words += f" TLP takes {data.published.measured(claim['judge']).value:.3g} times as long as WLP at {n}."
    return words

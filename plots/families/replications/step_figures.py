"""The steps of the time with the stretches fitted to it, and what warps wait for (Fig. 8)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from plots.data import counters
from plots.families.replications import accesses, runs, steps
from plots.families.replications.steps import Stairs
from plots.families.replications.tables import PAPERS_PAIR, printed_step
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData

COLUMNS = 2
FAR = 5  # largest time over smallest: beyond, low steps would be lost on a linear axis


def figures(data: FamilyData) -> Iterator[Figure]:
    yield from _steps(data)
    yield from _memory(data)


def _steps(data: FamilyData) -> Iterator[Figure]:
    each = steps.every(data)
    if not each:
        return
    columns = min(COLUMNS, len(each))
    canvas, panels = style.canvas(columns=columns, rows=-(-len(each) // columns), height_in=2.8)
    for axes, stairs in zip(panels, each):
        _stairs(axes, stairs, printed_step(data, stairs.record.variant))
    for axes in panels[len(each) :]:
        axes.set_visible(False)
    fullest = max(panels, key=lambda axes: len(axes.get_legend_handles_labels()[1]))
    style.legend_below(canvas, fullest, columns=3)
    yield Figure(
        "replications_steps",
        "Steps of the time against the number of replications",
        f"{data.where}. Times over the first. Blue: straight stretches fitted with a penalty for each; red: steps, where"
        " they jump, as wide as it is uncertain where. Expected where a scheduler gets a second warp, and where not all"
        " replications are resident.",
        canvas,
    )


def _stairs(axes: Axes, stairs: Stairs, paper: float | None) -> None:
    staircase, first = stairs.staircase, stairs.staircase.times[0]
    axes.plot(staircase.replications, staircase.times / first, ".", ms=3.5, color=style.GREY, label="measured")
    for i, stretch in enumerate(staircase.stretches):
        n = np.geomspace(*staircase.replications[[stretch.first, stretch.last]], 40)
        fitted = [stretch.time(each - n[0])[0] / first for each in n]
        axes.plot(n, fitted, color=style.BLUE, lw=1.3, label="fitted" if i == 0 else None)
    for i, step in enumerate(staircase.steps):
        axes.axvspan(step.low - 1, step.high, color=style.VERMILION, alpha=0.5, lw=1, label=None if i else "step")
    axes.set_xlim(staircase.replications[0] * 0.9, staircase.replications[-1] * 1.1)
    expected = {
        "a second warp a scheduler": (stairs.after_issue, style.GREEN, "--"),
        "not all resident": (stairs.after_residency, style.GREEN, ":"),
        "first step, paper": (paper, style.GREY, "-."),
    }
    for words, (n, colour, dashes) in expected.items():
        if n is not None:
            axes.axvline(n, color=colour, ls=dashes, lw=1.2, label=words)
    style.log_axis(axes.xaxis)
    if max(staircase.times) > FAR * min(staircase.times):
        style.log_axis(axes.yaxis)
    else:
        axes.set_ylim(bottom=0)
    r = stairs.record
    axes.set(xlabel="replications", ylabel="time / first", title=f"{r.name}, {runs.model_name(r['model'])}")


def _memory(data: FamilyData) -> Iterator[Figure]:
    """What a warp of TLP and one of WLP does, as shares of its time."""
    both = accesses.counted(data, PAPERS_PAIR)
    ratios = both and [accesses.memory_over_rest(r.run.counters) for r in both]
    if not ratios or None in ratios:
        return
    each = [{"issues": 1.0} | {counters.STALLS[k]: v for k, v in r.run.counters.stalls.items()} for r in both]
    memory = [counters.STALLS[reason] for reason in accesses.MEMORY_STALLS]
    names = [*memory, *(name for name in each[0] if name not in memory)]
    canvas, (axes,) = style.canvas(height_in=2.6)
    left = np.zeros(2)
    reds = (style.VERMILION, style.ORANGE)
    others = iter((style.BLUE, style.SKY, style.GREEN, style.PURPLE, style.BLACK))
    for i, name in enumerate(names):
        widths = np.array([100 * seen.get(name, 0) / sum(seen.values()) for seen in each])
        if max(widths) < 1:
            continue
        label = name if name == "issues" else f"waits for {name}"
        colour = reds[i] if i < 2 else next(others, style.GREY)
        axes.barh([0, 1], widths, left=left, height=0.6, label=label, color=colour)
        left += widths
    axes.set_yticks([0, 1], [style.literal(r.name) for r in both])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set(xlabel="% of the time of a warp", xlim=(0, 100))
    style.legend_below(canvas, axes, columns=3)
    (tlp, wlp), paper = ratios, data.paper["values"]["memory_time_ratio"]["value"]
    over = f", {tlp / wlp:.3g} times" if wlp else ""
    yield Figure(
        "replications_fig_8",
        "Time for global memory against the rest, random walk (Fig. 8)",
        f"{data.where}, {both[0][runs.REPLICATIONS]} replications, hardware counters. Red and orange wait for global memory:"
        f" over the rest {tlp:.3g} for {both[0].name} and {wlp:.3g} for {both[1].name}{over}; the paper has {paper:g} times."
        " Of the reasons that were counted; those below 1 % are left out.",
        canvas,
    )

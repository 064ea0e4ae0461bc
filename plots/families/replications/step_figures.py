"""The steps of the time with the stretches fitted to it, and what warps wait for (Fig. 8)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from plots.data import counters
from plots.data.records import Records
from plots.families.replications import accesses, runs, steps
from plots.families.replications.steps import Stairs
from plots.families.replications.tables import PAPERS_PAIR, printed_step, published
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData

COLUMNS = 2
LEAST_SHARE = 1  # % of a warp's time that a reason takes which is named
FAR = 5  # largest time over smallest: beyond, low steps would be lost on a linear axis


def figures(data: FamilyData) -> Iterator[Figure]:
    yield from _steps(data)
    yield from _memory(data)


def _steps(data: FamilyData) -> Iterator[Figure]:
    each = steps.every(data)
    if not each:
        return
    times = Records(r for stairs in each for r in stairs.records)
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
        f"{data.where}. Times over the first, each panel of one run. Lines: straight stretches fitted with a penalty for each;"
        " a step is where they jump, as wide as it is uncertain where. Expected where a scheduler gets a second warp, and where"
        f" not all replications are resident. {style.bars(times)}",
        canvas,
        times=times,
    )


def _stairs(axes: Axes, stairs: Stairs, paper: float | None) -> None:
    staircase, first = stairs.staircase, stairs.staircase.times[0]
    look = {"marker": ".", "ms": 3.5, "label": "measured"}
    style.points(axes, stairs.records, runs.REPLICATIONS, style.GREY, scale=1 / first, **look)
    for i, stretch in enumerate(staircase.stretches):
        n = np.geomspace(*staircase.replications[[stretch.first, stretch.last]], 40)
        fitted = [stretch.time(each - n[0])[0] / first for each in n]
        axes.plot(n, fitted, color=style.BLUE, lw=1.3, zorder=3, label="fitted" if i == 0 else None)
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
    """What a warp of TLP and one of WLP does, as shares of its time, and beside it the share of memory by itself."""
    both = accesses.counted(data, PAPERS_PAIR)
    ratios = both and [accesses.memory_over_rest(r.run.counters) for r in both]
    if not ratios or None in ratios:
        return
    each = [{"issues": 1.0} | {counters.STALLS[k]: v for k, v in r.run.counters.stalls.items()} for r in both]
    shares = {name: np.array([100 * seen.get(name, 0) / sum(seen.values()) for seen in each]) for name in each[0]}
    memory = {name: shares.pop(name) for name in (counters.STALLS[reason] for reason in accesses.MEMORY_STALLS)}
    small = sum((shares.pop(name) for name in [n for n, v in shares.items() if max(v) < LEAST_SHARE]), np.zeros(2))
    canvas, (whole, part) = style.canvas(columns=2, height_in=2.6, share_y=True)
    named = ((f"waits for {name}", v, c) for (name, v), c in zip(memory.items(), (style.VERMILION, style.ORANGE)))
    drawn = [part for part in named if any(part[1])]
    colours = iter((style.BLUE, style.SKY, style.GREEN, style.PURPLE, style.BLACK))
    rest = [(n if n == "issues" else f"waits for {n}", v, next(colours, style.GREY)) for n, v in shares.items()]
    _stacked(whole, [*drawn, *rest, ("all else", small, style.PALE)])
    _stacked(part, drawn)
    part.margins(x=0.08)
    whole.set_yticks([0, 1], [style.literal(r.name) for r in both])
    whole.invert_yaxis()
    whole.set(xlabel="% of the time of a warp", xlim=(0, 100), title="all")
    part.set(xlabel="% of the time of a warp", title="of it global memory")
    style.legend_below(canvas, whole, columns=2)
    (tlp, wlp), paper = ratios, data.paper["values"]["memory_time_ratio"]["value"]
    over = published(data, "memory_time_over")
    yield Figure(
        "replications_fig_8",
        "Time for global memory against the rest, random walk (Fig. 8)",
        f"{data.where_counted}, {both[0][runs.REPLICATIONS]} replications, hardware counters. Right: what waits for global memory,"
        f" in another scale. Over the rest it is {tlp:.3g} for {both[0].name} and {wlp:.3g} for {both[1].name}"
        f"{f', {over:.3g} times' if over else ''}; the paper has {paper:g} times, of a walk that it does not describe: ours"
        " reads three words of global memory a replication and writes one.",
        canvas,
    )


def _stacked(axes: Axes, parts: list[tuple[str, np.ndarray, str]]) -> None:
    left = np.zeros(2)
    for label, widths, colour in parts:
        axes.barh([0, 1], widths, left=left, height=0.6, label=label, color=colour)
        left += widths
    axes.grid(visible=False, axis="y")

"""One picture a space: how the search went on, what matters, two parameters, and who is tied with the winner."""

from __future__ import annotations

from textwrap import wrap

import numpy as np
from matplotlib.ticker import MaxNLocator

from plots.output import style
from plots.output.figures import Figure
from plots.tuning.effects import effects, random_best
from plots.tuning.space import Space, plain

MOST_BARS, MOST_TIED, MOST_CELLS_WITH_TEXT = 9, 12, 40
SMALL, LETTERS = 8, 32  # points; letters of a line beside a panel
FAR = 2  # a panel's longest time over its shortest that asks for logarithms


HOW_TO_READ = (
    "In each picture, top left: every trial (grey), the best so far (line), failures (marks at the top); dashed, where there"
    " is a full sweep: the best that random search is expected to have found by then. Top right: share of the variance of log"
    " time that a parameter explains alone, and together with others; shares of parameters that act together overlap, and"
    " few trials overstate them, so that they need not sum to 1. Bottom left: best time at each pair of values over the best"
    " of all; empty: never tried, or nothing ran. Bottom right: the winner and the runners-up, named by their values, with 95 %"
    " intervals; filled: not told apart from the winner."
)


def figure(space: Space, whole: Space | None, file: str, pair: tuple[str, str] | None = None) -> Figure:
    """`whole`: the full sweep of the same case, if there is one. `pair`: the parameters of the heat map; by default
    those that matter most."""
    canvas, (course, bars, heat, tied) = style.canvas(2, 2, height_in=3.2)
    unit, scale = style.unit_of(space.best.time_s)
    _convergence(course, space, whole, unit, scale)
    ranked = effects(space)
    _importance(bars, ranked)
    _heat_map(canvas, heat, space, pair or tuple(e.name for e in ranked[:2]))
    _tied(tied, space, unit, scale)
    return Figure(file, f"Tuning of {space.name}", f"{space.where}." if space.where else "", canvas)


def _convergence(axes, space: Space, whole: Space | None, unit: str, scale: float) -> None:
    x, y, failed = [], [], []
    for i, trial in enumerate(space.searched, 1):
        if trial.time_s is None:
            failed.append(i)
        else:
            x.append(i), y.append(trial.time_s * scale)
    many = len(x) > 300
    look = {"alpha": 0.35, "markersize": 3} if many else {"alpha": 0.8, "markersize": 5}
    axes.plot(x, y, ".", color=style.GREY, rasterized=many, **look)
    axes.plot(x, np.minimum.accumulate(y), color=style.BLUE, drawstyle="steps-post")
    if whole:
        luck = random_best(whole, len(space.searched)) * scale
        axes.plot(np.arange(1, len(luck) + 1), luck, "--", color=style.GREY, linewidth=1)
    marks = axes.get_xaxis_transform()
    axes.plot(failed, [0.985] * len(failed), "|", color=style.VERMILION, transform=marks, markersize=5, alpha=0.6)
    if len(space.searched) > 300:
        style.log_axis(axes.xaxis)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if max(y) > 5 * min(y):
        style.log_axis(axes.yaxis)
    axes.set(xlabel="trial", ylabel=f"time ({unit})", title="Convergence")


def _importance(axes, ranked) -> None:
    shown = ranked[:MOST_BARS][::-1]
    place = np.arange(len(shown))
    axes.barh(place + 0.18, [e.alone for e in shown], 0.36, color=style.BLUE, label="alone")
    if any(e.total is not None for e in shown):
        totals = [e.total or 0 for e in shown]
        axes.barh(place - 0.18, totals, 0.36, color=style.SKY, label="with the others")
    axes.set_yticks(place, [style.literal(e.name) for e in shown], fontsize=SMALL)
    axes.grid(axis="y", visible=False)
    axes.set(xlim=(0, 1), xlabel="share of the variance of log time", title="Importance")
    if shown:
        axes.legend(loc="lower right", fontsize=SMALL, handlelength=1)


def _heat_map(canvas, axes, space: Space, pair: tuple[str, ...]) -> None:
    if not pair:
        axes.set_axis_off()
        return
    one, other = pair if len(pair) == 2 else (pair[0], None)
    xs, ys = space.parameters[one], space.parameters[other] if other else [None]
    grid = np.full((len(ys), len(xs)), np.nan)
    fastest = min(t.time_s for t in space.timed)  # of the search, as all that is shown here
    for t in (t for t in space.timed if set(pair) <= set(t.configuration)):
        place = ys.index(t.configuration.get(other)) if other else 0, xs.index(t.configuration.get(one))
        grid[place] = np.nanmin([grid[place], t.time_s / fastest])
    most = min(max(float(np.nanquantile(grid, 0.9)), 1.2), 3.0)
    image = axes.imshow(grid, cmap="viridis_r", vmin=1, vmax=most, aspect="auto", origin="lower")
    if grid.size <= MOST_CELLS_WITH_TEXT:
        for (j, i), value in np.ndenumerate(grid):
            if np.isfinite(value):
                colour = "white" if value > (1 + most) / 2 else "black"
                axes.text(i, j, f"{value:.2f}", ha="center", va="center", fontsize=SMALL, color=colour)
    _ticks(axes.set_xticks, xs)
    _ticks(axes.set_yticks, ys if other else [])
    axes.set(xlabel=one, ylabel=other or "", title="Best time over the winner's")
    axes.grid(False)
    canvas.colorbar(image, ax=axes, extend="max")


def _ticks(setter, values: list) -> None:
    """At most twelve labels."""
    step = max(-(-len(values) // 12), 1)
    setter(range(0, len(values), step), [style.literal(plain(v)) for v in values[::step]], fontsize=SMALL)


def _tied(axes, space: Space, unit: str, scale: float) -> None:
    shown = space.finalists[:MOST_TIED][::-1]
    if len(shown) < 2:
        axes.set_axis_off()
        words = "\n".join(wrap(space.in_words(space.best), 44))
        axes.text(
            0, 0.9, f"The only finalist, {space.best.time_s * scale:.4g} {unit}:\n{words}", va="top", parse_math=False
        )
        return
    tied = set(map(id, space.tied))
    for place, t in enumerate(shown):
        bars = [[(t.time_s - t.low_s) * scale], [(t.high_s - t.time_s) * scale]]
        fill = style.BLUE if id(t) in tied else "white"
        axes.errorbar([t.time_s * scale], [place], xerr=bars, fmt="o", color=style.BLUE, mfc=fill, capsize=2)
    names = [
        n for n in space.parameters if len({t.configuration.get(n) for t in shown}) > 1
    ]  # what all share says nothing
    labels = [", ".join(plain(t.configuration.get(n, "-")) for n in names) for t in shown]
    axes.set_yticks(
        range(len(shown)), ["\n".join(map(style.literal, wrap(label, LETTERS))) for label in labels], fontsize=SMALL
    )
    axes.set_ylabel("\n".join(wrap(", ".join(names), 2 * LETTERS)), fontsize=SMALL)
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.grid(axis="y", visible=False)
    if max(t.high_s for t in shown) > FAR * min(t.low_s for t in shown):
        style.log_axis(axes.xaxis)
    axes.set(xlabel=f"time ({unit})", title="Winner and runners-up")

"""Figures 1 to 3 and the probability, from the arrays that `--save` wrote (carpet.npy, distribution.npy)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.colors import LogNorm

from plots.data.records import Record
from plots.families.carpet.walks import standard
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData, saved

SIDE = 5  # of the built-in generators (paper, Fig. 1)


def figures(data: FamilyData) -> Iterator[Figure]:
    with_arrays = _with_arrays(data)
    if with_arrays is None:
        return
    record, ground, p = with_arrays
    level = int(record.get("level", 3))
    case = f"occupancy {record['occupancy']:g}, level {level}, seed {record.get('seed', 'default')}"
    side = SIDE**level
    across = ground.shape[0] // side
    if across * side == ground.shape[0]:
        middle = across // 2 * side
        iterator = ground[middle : middle + side, middle : middle + side]
        three = ground[middle - side : middle + 2 * side, middle - side : middle + 2 * side] if across >= 3 else ground
        words = (
            f"The surface's middle iterator, {side} x {side} sites; {case}. Black: accessible, where the walker may go."
        )
        yield _generators(three, case)
        yield _sites("carpet_fig_2", "A random iterator (Fig. 2)", iterator, words, 4.6)
        k = three.shape[0] // side
        words = f"{k} x {k} iterators, {k * side} x {k * side} sites; {case}. Black: accessible."
        yield _sites("carpet_fig_3", "A random carpet of several iterators (Fig. 3)", three, words, 5.6)
    yield _probability(record, ground, p)


def _with_arrays(data: FamilyData) -> tuple[Record, np.ndarray, np.ndarray] | None:
    """The longest verified walk of the lowest occupancy whose arrays are there."""
    walks = standard(data.verified)
    for occupancy in walks.values("occupancy"):
        for record in reversed(walks.where(occupancy=occupancy).sorted("steps")):
            ground, p = saved(record, "carpet"), saved(record, "distribution")
            if ground is not None and p is not None:
                return record, ground > 0, p
    return None


def _generators(ground: np.ndarray, case: str) -> Figure:
    """The distinct patterns of the finest level: a site of the level above is either a whole generator or empty."""
    side = ground.shape[0] // SIDE * SIDE
    tiles = ground[:side, :side].reshape(side // SIDE, SIDE, side // SIDE, SIDE).swapaxes(1, 2).reshape(-1, SIDE * SIDE)
    patterns = np.unique(tiles[tiles.any(axis=1)], axis=0)
    patterns = patterns[np.argsort(-patterns.sum(axis=1), kind="stable")]
    canvas, panels = style.canvas(len(patterns), width_in=1.7 * len(patterns), height_in=2.0)
    for axes, pattern in zip(panels, patterns):
        _black(axes, pattern.reshape(SIDE, SIDE))
        axes.set_xticks(np.arange(-0.5, SIDE), minor=True)
        axes.set_yticks(np.arange(-0.5, SIDE), minor=True)
        axes.grid(which="minor", color=style.GREY, linewidth=0.6)
        axes.tick_params(which="minor", length=0)
        axes.set_title(f"{pattern.sum()} of {SIDE * SIDE}", fontsize=9, loc="center", fontweight="normal")
    return Figure(
        "carpet_fig_1",
        "The generators (Fig. 1)",
        f"The distinct patterns of the carpet's finest level, from the saved carpet; {case}. Black: accessible.",
        canvas,
    )


def _sites(file: str, title: str, sites: np.ndarray, caption: str, width_in: float) -> Figure:
    canvas, (axes,) = style.canvas(width_in=width_in, height_in=width_in)
    _black(axes, sites)
    return Figure(file, title, caption, canvas)


def _black(axes, sites: np.ndarray) -> None:
    smooth = "nearest" if sites.shape[0] < 700 else "antialiased"
    axes.imshow(~sites.astype(bool), cmap="gray", vmin=0, vmax=1, interpolation=smooth)
    _frame(axes)


def _frame(axes) -> None:
    """Nothing about the picture but a line."""
    axes.set(xticks=[], yticks=[])
    axes.grid(False)
    axes.spines[:].set_visible(True)


def _probability(record: Record, ground: np.ndarray, p: np.ndarray) -> Figure:
    high = p.max()
    low = max(p[p > 0].min(), high * 1e-9)  # fainter sites would take the scale from all others
    margin = 4
    window = tuple(slice(max(i.min() - margin, 0), i.max() + margin + 1) for i in np.nonzero(p >= low))
    shown, open_ = p[window], ground[window]
    canvas, (axes,) = style.canvas(width_in=6.4, height_in=5.4)
    axes.imshow(np.where(open_, 0.93, 1.0), cmap="gray", vmin=0, vmax=1, interpolation="nearest")
    image = axes.imshow(np.ma.masked_less(shown, low), cmap="viridis", norm=LogNorm(low, high), interpolation="nearest")
    _frame(axes)
    canvas.colorbar(image, ax=axes, label="probability of a site", shrink=0.9)
    return Figure(
        "carpet_probability",
        "Where the walker is",
        f"Probability after {record['steps']} steps at occupancy {record['occupancy']:g}"
        f" ({record.name}, verified), {shown.shape[1]} x {shown.shape[0]} sites about the"
        f" start. Grey: accessible, probability below {low:.1e}; white: inaccessible.",
        canvas,
    )

"""A picture in words, for who cannot see it: what is compared, and from where to where each curve goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, Container

from plots.files.text import typeset
from plots.output.figures import Figure
from plots.output.tables import number

FORMULA = re.compile(r"[$\\](\w*)")  # marks of a formula, but for its words
MOST_PANELS, MOST_CURVES, MOST_LETTERS = 3, 7, 900


def text(figure: Figure) -> str:
    """The figure's own words if it has some, else its title, axes and curves."""
    if figure.alt:
        return figure.alt
    every = figure.canvas.axes
    panels = [words for axes in every[:MOST_PANELS] if (words := _panel(axes))]
    if not any(True for axes in every for _ in _curves(axes)):  # a picture: the caption says what it shows
        panels.append(figure.caption)
    said = FORMULA.sub(r"\1", typeset(". ".join([figure.title, *panels])))
    return said if len(said) <= MOST_LETTERS else said[: MOST_LETTERS - 1].rsplit(" ", 1)[0] + " …"


def _panel(axes: Axes) -> str:
    curves = [words for words in _curves(axes) if words][:MOST_CURVES]
    x, y, title = axes.get_xlabel(), axes.get_ylabel(), axes.get_title(loc="left") or axes.get_title()
    about = f"{y} against {x}" if x and y else y or x
    if axes.images and not curves:
        return ", ".join(filter(None, [title, f"colour map of {about}" if about else ""]))
    return ": ".join(filter(None, [title, about, "; ".join(curves)]))


def _curves(axes: Axes) -> Iterator[str]:
    for handle, label in zip(*axes.get_legend_handles_labels()):
        values = _values(handle)
        if values is None or not len(values[1]):
            yield label
        elif isinstance(handle, BarContainer):
            yield f"{label} {number(values[1].min())} to {number(values[1].max())}"
        else:
            (x0, *_, x1), (y0, *_, y1) = ((*v[:1], *v) for v in values)
            yield f"{label} from {number(y0)} at {number(x0)} to {number(y1)} at {number(x1)}"


def _values(handle: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """Points of a curve or bars, those that are finite; None of anything else, as of a level."""
    if isinstance(handle, BarContainer):
        heights = np.array([max(bar.get_height(), bar.get_width(), key=abs) for bar in handle], dtype=float)
        return heights, heights
    line = handle.lines[0] if isinstance(handle, Container) and hasattr(handle, "lines") else handle
    if line is None or not hasattr(line, "get_xydata"):
        return None
    try:
        points = np.array(line.get_xydata(), dtype=float)
    except (TypeError, ValueError):
        return None
    points = points[np.isfinite(points).all(axis=1)]
    return (points[:, 0], points[:, 1]) if len(points) and len(set(points[:, 0])) > 1 else None

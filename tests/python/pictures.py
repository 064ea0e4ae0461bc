"""What is wrong with a picture, as a reader would see it at once."""

from __future__ import annotations

import colorsys
import re
from collections import Counter

from matplotlib.collections import Collection
from matplotlib.colors import to_rgba
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from plots.output import figures

HUES = {"red": (345, 30), "orange": (15, 50), "green": (70, 180), "blue": (180, 260), "purple": (260, 345)}  # degrees
PALE = 0.15  # saturation: less is grey
OUTSIDE = 1.5  # pixels that rounding may take
WORDS = re.compile(rf"\b({'|'.join(HUES)}|grey|dashed|dotted|hollow|filled)\b", re.IGNORECASE)


def faults(figure: figures.Figure) -> list[str]:
    figures.make_literal(figure.canvas)
    figure.canvas.canvas.draw()
    each = (_outside, _empty, _words_of_nothing, _without_bars, _alike)
    return [f"{figure.name}: {fault}" for find in each for fault in find(figure)]


def _outside(figure) -> list[str]:
    """Nothing is cut off at the edge."""
    page = figure.canvas.bbox
    drawn = figure.canvas.get_tightbbox().transformed(figure.canvas.dpi_scale_trans)
    beyond = {"left": -drawn.x0, "below": -drawn.y0, "right": drawn.x1 - page.x1, "above": drawn.y1 - page.y1}
    return [f"{pixels:.0f} pixels are cut off {side}" for side, pixels in beyond.items() if pixels > OUTSIDE]


def _empty(figure) -> list[str]:
    panels = [axes for axes in figure.canvas.axes if axes.get_visible() and axes.axison]
    return [f"panel {i} is empty" for i, axes in enumerate(panels) if not axes.has_data() and not axes.texts]


def _words_of_nothing(figure) -> list[str]:
    """A caption speaks of what is there."""
    artists = [a for axes in figure.canvas.axes for a in axes.findobj() if a is not axes.patch and a.get_visible()]
    seen = {word for a in artists for word in _looks(a)}
    return [f"nothing is {word}" for word in map(str.lower, WORDS.findall(figure.caption)) if word not in seen]


def _looks(a) -> set[str]:
    if isinstance(a, Line2D):
        return _of_line(a) | _hues([a.get_color()])
    if isinstance(a, (Patch, Collection)):
        mapped = a.get_cmap() if isinstance(a, Collection) and a.get_array() is not None else None
        return _hues(_of_map(mapped) if mapped else [*_rows(a.get_facecolor()), *_rows(a.get_edgecolor())])
    if isinstance(a, AxesImage):
        return _hues(_of_map(a.get_cmap()))
    return _hues([a.get_color()]) if isinstance(a, Text) and a.get_text() else set()


def _of_line(a: Line2D) -> set[str]:
    _, dashes = a._unscaled_dash_pattern  # get_linestyle() calls every pattern of one's own dashed
    looks = {"dotted": dashes and dashes[0] <= 2, "dashed": dashes and dashes[0] > 2}
    if a.get_marker() not in ("", "None", None):
        face = a.get_markerfacecolor()
        hollow = isinstance(face, str) and face == "none" or min(to_rgba(face)[:3]) > 0.97
        looks |= {"hollow": hollow, "filled": not hollow}
    return {word for word, is_so in looks.items() if is_so}


def _rows(colours) -> list:
    return list(colours) if getattr(colours, "ndim", 1) == 2 else [colours]


def _of_map(mapped) -> list:
    return [mapped(i / 8) for i in range(9)]


def _hues(colours) -> set[str]:
    names = set()
    for colour in colours:
        *rgb, alpha = to_rgba(colour)
        turn, saturation, _ = colorsys.rgb_to_hsv(*rgb)
        if alpha > 0 and saturation < PALE:
            names.add("grey")
        elif alpha > 0:
            names |= {n for n, (a, b) in HUES.items() if (360 * turn - a) % 360 <= (b - a) % 360}
    return names


def _without_bars(figure) -> list[str]:
    """Times whose records have intervals show them, and captions say of what they are."""
    known = any(r.interval_s[0] < r.time_s < r.interval_s[1] for r in figure.times)
    every = [c for axes in figure.canvas.axes for c in axes.containers]
    if known and re.search(r"95 % intervals\.", figure.caption):
        return ["intervals of what is not said"]
    return ["no bars"] if known and not any(map(_has_bars, every)) else []


def _has_bars(c) -> bool:
    bars = c.errorbar if isinstance(c, BarContainer) else c
    return isinstance(bars, ErrorbarContainer) and (bars.has_xerr or bars.has_yerr)


def _alike(figure) -> list[str]:
    """No two curves of a panel that only the legend's order tells apart."""
    found = []
    for axes in figure.canvas.axes:
        handles, labels = axes.get_legend_handles_labels()
        looks = Counter(look for h in handles if (look := _curve(h)))
        found += [f"two curves of {labels} are {look}" for look, count in looks.items() if count > 1]
    return found


def _curve(handle) -> tuple | None:
    if isinstance(handle, BarContainer):
        first = handle.patches[0] if handle.patches else None
        return first and ("bars", first.get_facecolor(), first.get_hatch())
    line = handle[0] if isinstance(handle, ErrorbarContainer) else handle
    if not isinstance(line, Line2D):
        return None
    faces = line.get_markerfacecolor() if line.get_marker() not in ("", "None") else ""
    return (
        to_rgba(line.get_color()),
        line.get_marker(),
        str(line.get_linestyle()),
        str(faces),
        line.get_alpha(),
        line.get_linewidth(),
    )

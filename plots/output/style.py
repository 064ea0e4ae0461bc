"""The look of every figure: one palette, one size, one way to label."""

from __future__ import annotations

import math
from collections.abc import Iterable

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure as Canvas  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullFormatter  # noqa: E402

from plots.files.text import printable  # noqa: E402

# Okabe and Ito's palette: told apart with any common colour blindness. Its yellow is left out (too pale on white).
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#222222",
)
PALETTE = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
GREY, PALE = "#6B6B6B", "#E4E4E4"

WIDTH_IN = 7.2  # as wide as a README shows a picture without shrinking its letters below 9 px
PANEL_HEIGHT_IN = 3.6
NUMBER_IN = 0.4  # of an axis' length, what its numbers need each
PNG_DPI = 160
PLAIN_FROM, PLAIN_TO = 5e-4, 5e5  # an axis that goes beyond has powers of ten
PLAIN_SPAN = 1e5  # of a horizontal axis

Looks = dict[str, tuple[str, str]]  # name -> (colour, marker)

plt.rcParams.update(
    {
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "axes.titlesize": 10,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": 9.5,
        "axes.edgecolor": GREY,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.prop_cycle": matplotlib.cycler(color=PALETTE),
        "grid.color": PALE,
        "grid.linewidth": 0.7,
        "xtick.color": GREY,
        "ytick.color": GREY,
        "xtick.labelcolor": BLACK,
        "ytick.labelcolor": BLACK,
        "legend.frameon": False,
        "legend.fontsize": 8.5,
        "lines.linewidth": 1.5,
        "lines.markersize": 4.5,
        "figure.dpi": 100,
        "figure.constrained_layout.use": True,
        "svg.fonttype": "none",
        "svg.hashsalt": "retime",
    }
)


def canvas(
    columns: int = 1,
    rows: int = 1,
    height_in: float = PANEL_HEIGHT_IN,
    width_in: float = WIDTH_IN,
    share_y: bool = False,
) -> tuple[Canvas, list[Axes]]:
    """A figure of rows x columns panels, and its axes row by row."""
    figure, axes = plt.subplots(rows, columns, figsize=(width_in, height_in * rows), sharey=share_y, squeeze=False)
    return figure, list(axes.flat)


def colours(names: Iterable[str]) -> Looks:
    """Colour and marker of each, in the order given: fix the order once a family, so that a variant keeps its colour. Where
    there are more names than colours, those of one colour have other markers."""
    count = len(PALETTE)
    return {n: (PALETTE[i % count], MARKERS[(i + i // count) % len(MARKERS)]) for i, n in enumerate(names)}


def log_axis(axis) -> None:
    """A logarithmic axis whose numbers are all plain or all powers of ten."""
    getattr(axis.axes, f"set_{axis.axis_name}scale")("log")
    axis.set_major_formatter(_numbers_of(axis))
    low, high = axis.get_view_interval()
    span = high / max(low, 1e-300)
    if span < 3:  # 1, 2, 5 may leave one tick, for which a LogLocator crowds the axis
        axis.set_major_locator(MaxNLocator(4))
    elif span < 30:  # a decade of an upright axis has room for more numbers than 1, 2, 5
        axis.set_major_locator(LogLocator(subs=(1, 2, 3, 5, 7) if span < 8 and axis.axis_name == "y" else (1, 2, 5)))
    axis.set_minor_formatter(NullFormatter())


def log_log(axes: Axes) -> None:
    """Both axes of a panel, once everything is drawn."""
    log_axis(axes.xaxis)
    log_axis(axes.yaxis)


def ticks_at(axis, values: Iterable[float], columns: int) -> None:
    """Ticks a logarithmic axis of one of several columns at these values alone, with a number where it does not run into
    the next greater."""
    low, high = axis.get_view_interval()
    apart = (high / low) ** (NUMBER_IN * columns / WIDTH_IN)
    numbered: list[float] = []
    for value in sorted(set(values), reverse=True):
        if not numbered or numbered[-1] / value >= apart:
            numbered.append(value)
    axis.set_major_locator(FixedLocator(numbered))
    axis.set_minor_locator(FixedLocator(sorted(set(values) - set(numbered))))


def _numbers_of(axis) -> FuncFormatter:
    """Plain numbers if the whole axis lies from PLAIN_FROM to PLAIN_TO and has room, else powers of ten at every tick."""

    def text(value: float, _: int = 0) -> str:
        low, high = sorted(axis.get_view_interval())
        has_room = axis.axis_name == "y" or high < PLAIN_SPAN * low
        if low >= PLAIN_FROM and high <= PLAIN_TO and has_room or value <= 0:
            return f"{value:g}"
        exponent = math.floor(math.log10(value) + 1e-9)
        mantissa = f"{value / 10**exponent:.3g}"
        return f"$10^{{{exponent}}}$" if mantissa == "1" else rf"${mantissa}\times 10^{{{exponent}}}$"

    return FuncFormatter(text)


def unit_of(seconds: float) -> tuple[str, float]:
    """The unit in which a time is at least one, and what seconds are multiplied by for it."""
    return next(((unit, by) for unit, by in (("s", 1), ("ms", 1e3), ("µs", 1e6)) if seconds * by >= 1), ("ns", 1e9))


def points(
    axes: Axes, records, axis: str, colour: str, marker: str, label: str | None = None, scale: float = 1.0, **kwargs
) -> None:
    """Median times (seconds x scale) along an axis, with their 95 % intervals. Timed records only."""
    chosen = records.sorted(axis)
    within = [tuple(t * scale for t in (r.time_s, *r.interval_s)) for r in chosen]
    curve(axes, [r[axis] for r in chosen], within, colour, marker, **({"linestyle": "none", "label": label} | kwargs))


def curve(axes: Axes, x: list, within: list[tuple[float, float, float]], colour: str, marker: str, **kwargs) -> None:
    """Values with the ends of their intervals."""
    y = [value for value, *_ in within]
    bars = [
        [value - min(value, low) for value, low, _ in within],
        [max(value, high) - value for value, _, high in within],
    ]
    look = {"capsize": 2, "elinewidth": 1, "color": colour, "marker": marker}
    axes.errorbar(x, y, yerr=bars, **(look | kwargs))


def bars(records) -> str:
    """What the bars of these records' times are, for a caption."""
    of_next = {r.interval_is_of_next for r in records}
    words = {
        True: "where the median of a process to come falls",
        False: "of the median of the one process that measured",
    }
    return (
        f"Bars: 95 % intervals, {' or, of some, '.join(words[is_next] for is_next in sorted(of_next, reverse=True))}."
    )


def legend_below(figure: Canvas, axes: Axes, columns: int) -> None:
    """One legend for all panels, below them; entries of one panel fill it row by row."""
    handles, labels = axes.get_legend_handles_labels()
    rows = -(-len(labels) // columns)
    order = [r * columns + c for c in range(columns) for r in range(rows) if r * columns + c < len(labels)]
    figure.legend([handles[i] for i in order], [labels[i] for i in order], loc="outside lower center", ncols=columns)


def literal(text: str) -> str:
    """A name at a tick of an axis, whose dollars are no formula."""
    return printable(text).replace("$", r"\$")

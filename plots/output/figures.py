"""Figures: a canvas with the words that belong to it, written as SVG or PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from matplotlib.artist import Artist
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

from plots.data.records import Records
from plots.files import whole
from plots.files.errors import InputError
from plots.files.text import printable, typeset
from plots.output.style import PNG_DPI, plt

KINDS = (".png", ".svg")
MOST_SVG_BYTES = 500_000  # beyond it is the picture of a field, which browsers are slow to show
FORMULAS = MathTextParser("path")


def of_runs(times: Records) -> str:
    """Which runs these are of, as a caption's last sentence."""
    runs = sorted({r.run.path.name for r in times})
    words = f" Times of the run {runs[0]}." if len(runs) == 1 else f" Times of several runs: {', '.join(runs)}."
    return words * bool(runs)


@dataclass(frozen=True)
class Figure:
    """`name` is its file name. The caption says what is seen, on which machine, and how to read it; at its end the runs that
    `times`, the records whose times are drawn with bars, are of. `alt` says it to who cannot see it; without one plots.alt reads it off the
    axes."""

    name: str
    title: str
    caption: str
    canvas: Canvas
    alt: str = ""
    times: Records = Records()

    def __post_init__(self) -> None:
        object.__setattr__(self, "caption", self.caption + of_runs(self.times))

    def drop(self) -> None:
        """Frees the canvas."""
        plt.close(self.canvas)


def write(figure: Figure, folder: Path) -> Path:
    """Writes <name>.svg, and <name>.png too if that is too large to be shown; frees the canvas. Returns what is to be shown."""
    folder.mkdir(parents=True, exist_ok=True)
    svg, png = (folder / f"{figure.name}.{kind}" for kind in ("svg", "png"))
    make_literal(figure.canvas)
    # savefig() draws everything twice, once to find its place, which the layout of ours has found already.
    FigureCanvasSVG(figure.canvas).print_svg(svg, metadata={"Date": None})
    shown = svg if svg.stat().st_size <= MOST_SVG_BYTES else png
    if shown == png:
        figure.canvas.set_layout_engine("none")  # the panels stand where the first drawing put them
        figure.canvas.set_dpi(PNG_DPI)
        FigureCanvasAgg(figure.canvas).print_png(png)
    figure.drop()
    return shown


def require_place(out: Path) -> None:
    """InputError unless a picture can be written there."""
    if out.suffix.lower() not in KINDS:
        raise InputError(f"{out}: the name of a picture should end in {' or '.join(KINDS)}")
    whole.file_place(out)


def save(canvas: Canvas, out: Path) -> None:
    """Writes a picture of the kind that its name says, and frees the canvas. InputError."""
    require_place(out)
    make_literal(canvas)
    picture = io.BytesIO()
    canvas.savefig(picture, format=out.suffix.lower()[1:], dpi=PNG_DPI)
    plt.close(canvas)
    whole.write(out, picture.getvalue())


def make_literal(canvas: Canvas) -> None:
    """A name that a file gave may have dollars and be no formula: then it is shown as it stands. What an axis says at its ticks
    is made while it is drawn; there style.literal does the same."""
    for text in _texts(canvas):
        if text.get_text():
            lines = text.get_text().split("\n")
            text.set_text("\n".join(typeset(printable(line)) if "$" not in line else printable(line) for line in lines))
            text.set_parse_math(all("$" not in line or _is_formula(line) for line in lines))


def _texts(artist: Artist) -> Iterator[Text]:
    """All but those at ticks, which need not be there yet."""
    if isinstance(artist, Text):
        yield artist
    inner = [artist.label, artist.offsetText] if isinstance(artist, Axis) else artist.get_children()
    for each in inner:
        yield from _texts(each)


def _is_formula(line: str) -> bool:
    try:
        FORMULAS.parse(line)
    except (ValueError, RecursionError):
        return False
    return True

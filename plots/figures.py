"""Figures: a canvas with the words that belong to it, written as PNG and SVG."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure as Canvas

from plots.style import PNG_DPI, plt


@dataclass(frozen=True)
class Figure:
    """`name` is its file name. The caption says what is seen, on which machine, and how to read it."""

    name: str
    title: str
    caption: str
    canvas: Canvas

    def drop(self) -> None:
        """Frees the canvas."""
        plt.close(self.canvas)


def write(figure: Figure, folder: Path) -> Path:
    """Writes <name>.png and <name>.svg, frees the canvas, returns the PNG's path."""
    folder.mkdir(parents=True, exist_ok=True)
    png = folder / f"{figure.name}.png"
    figure.canvas.savefig(png, dpi=PNG_DPI)
    figure.canvas.set_layout_engine("none")  # the panels stand where the first drawing put them
    figure.canvas.savefig(folder / f"{figure.name}.svg", metadata={"Date": None})
    figure.drop()
    return png

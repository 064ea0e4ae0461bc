"""Figures 9 and 10: slices of fields that `--save` wrote."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plots.data.records import Record
from plots.families.turning_bands import runs
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData, saved

COLOURS, SHADES = "RdBu_r", 2.5  # the darkest shades, in standard deviations
SLICES = {
    "turning_bands_fig_9": (
        "Slices for planetary nebulae (Fig. 9)",
        ({"line_maker": "power_law", "index": -3.9}, {"line_maker": "power_law", "index": -2}),
    ),
    "turning_bands_fig_10": (
        "Slices for cosmology (Fig. 10)",
        ({"line_maker": "power_law", "index": -1}, {"line_maker": "spectrum", "spectrum": "k6_exp"}),
    ),
}


def figures(data: FamilyData) -> Iterator[Figure]:
    for name, (title, cases) in SLICES.items():
        shown = [largest for case in cases if (largest := _largest(data, case))]
        if not shown:
            continue
        canvas, panels = style.canvas(columns=len(shown), height_in=3.7, width_in=3.7 * len(shown))
        for axes, (r, field) in zip(panels, shown):
            middle, far = np.mean(field), SHADES * np.std(field)
            axes.imshow(field, cmap=COLOURS, vmin=middle - far, vmax=middle + far, interpolation="nearest")
            axes.set(xticks=[], yticks=[], title=runs.target(r))
            axes.grid(False)
        made = "; ".join(dict.fromkeys(_words(r, field) for r, field in shown))
        caption = f"{made}. Red is above the slice's mean, blue below, up to {SHADES} standard deviations."
        yield Figure(name, title, caption, canvas)


def _words(r: Record, field: np.ndarray) -> str:
    height, width = field.shape
    return f"{height} x {width} cells of {runs.made_of(r).partition(', ')[2]}"


def _largest(data: FamilyData, case: dict) -> tuple[Record, np.ndarray] | None:
    """The largest plane, normal to x, of the fields that were saved: through the middle of a cube."""
    records = runs.answers(data.verified, mesh="regular", **case).where(lambda r: bool(r.data["saved"]))
    for r in sorted(records, key=lambda r: runs.edges(r)[1:], reverse=True):
        if (field := saved(r, "field")) is not None:
            first = field if r["fields"] == 1 else field[0]
            return r, first[len(first) // 2]
    return None

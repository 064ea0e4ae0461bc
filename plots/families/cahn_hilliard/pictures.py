"""Figure 1 from the arrays that `--save` wrote: spinodal decomposition in three dimensions, droplets in two."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import Normalize

from plots.data.records import Record
from plots.output import style
from plots.output.figures import Figure
from plots.verdicts.family import FamilyData, saved

COLOURS, SHADE = "RdBu_r", Normalize(-1, 1)  # diverging: phi = 0 is white
MOST_CELLS = 96  # along an edge of the drawn cube: matplotlib draws every cell as a polygon


def figures(data: FamilyData) -> Iterator[Figure]:
    spinodal = _latest_with_field(data, lambda r: r["dim"] == 3)
    if spinodal:
        yield _cube(*spinodal)
    droplets = _latest_with_field(data, lambda r: r["dim"] == 2 and r["boundary"] == "mirror" and r["mean"] != 0)
    if droplets:
        yield _plane(*droplets, "cahn_hilliard_fig_1_right", "Droplets in two dimensions (Fig. 1, right)")
    plane = _latest_with_field(data, lambda r: r["dim"] == 2 and r["mean"] == 0)
    if plane:
        yield _plane(*plane, "cahn_hilliard_field", "Spinodal decomposition in two dimensions")


def _latest_with_field(data: FamilyData, condition: Callable[[Record], bool]) -> tuple[Record, np.ndarray] | None:
    """The verified run that went on for the longest time, of those whose field was saved and has separated."""
    runs = sorted(data.verified.where(condition), key=lambda r: (r["steps"] * r["dt"], r["n"]), reverse=True)
    for r in runs:
        if r.data["saved"] and r["steps"] * r["dt"] >= 5 and (field := saved(r, "field")) is not None:
            return r, field
    return None


def _words(r: Record) -> str:
    minority = 50 * (1 - abs(r["mean"]))
    mix = f"{minority:g}/{100 - minority:g}"
    return (
        f"phi at time {r['steps'] * r['dt']:g}, mean {r['mean']:g} ({mix}), {r['boundary']} boundary, N = {r['n']},"
        f" computed by {r.name} on {r.machine}. Red and blue are the two phases, white is between them."
    )


def _plane(r: Record, field: np.ndarray, name: str, title: str) -> Figure:
    canvas, (axes,) = style.canvas(width_in=5.2, height_in=4.4)
    canvas.colorbar(_image(axes, field), ax=axes, label="phi")
    return Figure(name, title, _words(r), canvas)


def _image(axes, field: np.ndarray, **look):
    image = axes.imshow(field, cmap=COLOURS, norm=SHADE, interpolation="nearest", **look)
    axes.set(xticks=[], yticks=[])
    axes.grid(False)
    return image


def _cube(r: Record, field: np.ndarray) -> Figure:
    """The cube's three visible faces, and a cut through its middle."""
    step = -(-field.shape[0] // MOST_CELLS)
    phi = field[::step, ::step, ::step]
    n = phi.shape[0]
    canvas = style.plt.figure(figsize=(style.WIDTH_IN, 3.8))
    cube = canvas.add_subplot(1, 2, 1, projection="3d")
    edge = np.arange(n + 1)
    u, v = np.meshgrid(edge, edge)
    faces = [
        (u, v, np.full_like(u, n), phi[-1]),  # top: z = n, rows y
        (u, np.zeros_like(u), v, phi[:, 0, :]),  # front: y = 0, rows z
        (np.full_like(u, n), u, v, phi[:, :, -1]),  # right: x = n, rows z
    ]
    plain = {"rstride": 1, "cstride": 1, "shade": False, "linewidth": 0, "antialiased": False}
    for x, y, z, values in faces:
        cube.plot_surface(x, y, z, facecolors=colormaps[COLOURS](SHADE(values)), **plain)
    cube.set_box_aspect((1, 1, 1), zoom=1.15)
    cube.view_init(elev=28, azim=-52)
    cube.set_axis_off()
    cut = canvas.add_subplot(1, 2, 2)
    image = _image(cut, field[field.shape[0] // 2], origin="lower")
    cut.set_title("cut at half height")
    canvas.colorbar(image, ax=cut, label="phi", shrink=0.8)
    return Figure(
        "cahn_hilliard_fig_1_left",
        "Spinodal decomposition in three dimensions (Fig. 1, left)",
        f"Three faces of the cube, and a cut. {_words(r)}",
        canvas,
    )

"""Figures 3 to 5 and the crossover with the FFT: times. Those of answers are in statistics and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

import numpy as np

from plots.data import select
from plots.data.records import Record, Records
from plots.families.turning_bands import pictures, runs, statistics
from plots.families.turning_bands.crossover import crossovers
from plots.output import style
from plots.output.figures import Figure
from plots.sections import occupancy
from plots.verdicts.family import FamilyData

LEAST_GRID = 4  # kernels of Fig. 4 that are worth a figure
MESHES = ("regular", "jittered", "random")


def figures(data: FamilyData) -> Iterator[Figure]:
    of_answers = (statistics.figures, pictures.figures) if data.shows_answers else ()
    for draw in (_sizes, _crossover, _kernels, _points, *of_answers):
        yield from draw(data)
    yield from occupancy.figure(data, where={"timed": "projection", "mesh": "regular"})


def _sizes(data: FamilyData) -> Iterator[Figure]:
    records = runs.sizes(data).best()
    if not records:
        return
    canvas, (axes,) = style.canvas(height_in=4.6)
    looks = style.colours(select.order(records))
    for variant, name in select.order(records).items():
        best = records.where(variant=variant).sorted("n")
        dashes = {"mfc": "white", "ls": "--"} if best[0].processor == "cpu" else {"ls": "-"}
        _curve(axes, [runs.cells(r) for r in best], best, looks[variant], label=name, **dashes)
    paper = [(cells, claim["claimed"]) for claim in data.paper["claims"] if (cells := runs.printed_cells(claim))]
    axes.plot(*zip(*paper), "*", ms=9, color=style.BLACK, label="paper, out of core")
    for (cells, seconds), below in zip(paper, (-14, 8)):
        axes.annotate(f"{seconds:.3g} s", (cells, seconds), (0, below), textcoords="offset points", ha="center")
    limit, printed = _most_cells_of_fft(records), data.paper["values"]["largest_cufft_cells"]["value"] * 1e6
    for cells, words in ((limit, "largest FFT here"), (printed, "paper's largest FFT")):
        if cells:
            axes.axvline(cells, color=style.GREY, ls=":", lw=1)
            look = {"rotation": 90, "ha": "right", "fontsize": 8, "color": style.GREY}
            place = {"xycoords": axes.get_xaxis_transform(), "textcoords": "offset points"}
            axes.annotate(words, (cells, 0.02), (-3, 0), **place, **look)
    style.log_log(axes)
    axes.set(xlabel="cells", ylabel="time of a field (s)")
    style.legend_below(canvas, axes, columns=3)
    largest = f", up to {round(limit ** (1 / 3))}^3 cells by its memory" if limit else ""
    transformed = records.where(lambda r: r.variant in ("fft_3d", "cpu_fft_3d")).values("n")
    primes = [f"{n}" for n in transformed if all(n % d for d in range(2, isqrt(n) + 1))]
    slower = f", and is slower where n is prime ({', '.join(primes)})" if primes else ""
    listing = "" if "cell_parallel" in looks else " Of Listing 1 as it stands the projection alone is timed, in Fig. 4."
    yield Figure(
        "turning_bands_fig_3",
        "Time of a field against its cells (Fig. 3)",
        f"{data.where}, {runs.precision(records)}, {records[0]['lines']} lines, fastest tuning. An FFT on the GPU must hold the"
        f" whole field{largest}{slower}; fragments need no more than the lines. Stars: the paper's two printed times.{listing}"
        f" {style.bars(records)}",
        canvas,
        times=records,
    )


def _most_cells_of_fft(records: Records) -> float | None:
    """What it takes grows with the cells."""
    memory = [
        (r.data["memory"]["needed_bytes"] / runs.cells(r), r.run.header["device"].get("memory_bytes"))
        for r in records.where(variant="fft_3d").sorted("n")[::-1]
        if r.data["memory"]
    ]
    return next((whole / a_cell for a_cell, whole in memory if whole), None)


def _curve(axes, x: list[float], records: list[Record], look: tuple[str, str], scale: float = 1, **more) -> None:
    y, (low, high) = (
        np.array(v) * scale for v in ([r.time_s for r in records], list(zip(*(r.interval_s for r in records))))
    )
    error = [np.maximum(y - low, 0), np.maximum(high - y, 0)]
    axes.errorbar(x, y, yerr=error, color=look[0], marker=look[1], capsize=2, **more)


def _crossover(data: FamilyData) -> Iterator[Figure]:
    each = crossovers(data)
    if not each:
        return
    times = Records(r for c in each for r in (*c.ours, c.fft))
    canvas, (axes,) = style.canvas(height_in=4.2)
    several = len({c.precision for c in each}) > 1
    for c, colour, marker in zip(each, style.PALETTE, style.MARKERS):
        label = f"{c.n}^3" + f", {c.precision}" * several
        _curve(axes, [r["lines"] for r in c.ours], c.ours, (colour, marker), label=label, ls="-")
        axes.axhline(c.fft.time_s, color=colour, ls="--", lw=1)
        axes.axhspan(*c.fft.interval_s, color=colour, alpha=0.2, lw=0)
        if c.lines:
            axes.plot(c.lines, c.fft.time_s, marker="o", ms=10, mfc="none", color=colour)
    axes.plot([], [], "--", color=style.GREY, lw=1, label=c.fft.name)
    style.log_log(axes)
    axes.set(xlabel="lines", ylabel="time of a field (s)")
    style.legend_below(canvas, axes, columns=5)
    yield Figure(
        "turning_bands_crossover",
        "Turning bands and the FFT against the number of lines",
        f"{data.where}, {' and '.join(sorted({c.precision for c in each}))} precision, {c.ours[0].name} at its fastest"
        f" tuning. Dashed: the FFT, which has no lines; circles: the same time. {style.bars(times)}",
        canvas,
        times=times,
    )


def _kernels(data: FamilyData) -> Iterator[Figure]:
    """Time of each kernel of Listing 1, a panel with and one without blocking."""
    grid = _grid(data.run_with(_grid))
    if len(grid) < LEAST_GRID:
        return
    best, blocks, unrolls = grid.quickest(), grid.values("block"), grid.values("unroll")
    canvas, panels = style.canvas(columns=2, share_y=True)
    width = 0.8 / len(unrolls)
    for axes, blocking in zip(panels, (0, 1)):
        for i, (unroll, colour) in enumerate(zip(unrolls, style.PALETTE)):
            each = list(grid.where(blocking=blocking, unroll=unroll))
            x = [blocks.index(r["block"]) + (i - (len(unrolls) - 1) / 2) * width for r in each]
            _bars(axes, x, each, width, color=colour, label=f"unroll {unroll}")
            for at, r in zip(x, each):
                if r is best:
                    look = {"textcoords": "offset points", "ha": "center", "color": style.VERMILION}
                    axes.annotate("▼", (at, r.interval_s[1] * 1e3), (0, 4), **look)
        axes.set_xticks(range(len(blocks)), blocks)
        axes.set(xlabel="work-group", title="with blocking" if blocking else "without blocking")
        axes.grid(visible=False, axis="x")
    panels[0].set(ylabel="projection (ms)", ylim=(0, 1.12 * max(r.interval_s[1] for r in grid) * 1e3))
    style.legend_below(canvas, panels[0], columns=len(unrolls))
    yield Figure(
        "turning_bands_fig_4",
        "The projection by work-group, unrolling and blocking (Fig. 4)",
        f"{data.where}, {runs.precision(grid)}, {runs.mesh(best)} cells, {best['lines']} lines of {best['line_length']}. Marked:"
        f" the fastest, work-group {best['block']}, unroll {best['unroll']}, {'with' if best['blocking'] else 'without'} blocking,"
        f" {best.time_s * 1e3:.3g} ms. {style.bars(grid)}",
        canvas,
        times=grid,
    )


def _grid(data: FamilyData) -> Records:
    grid = data.timed_for_paper.where(**runs.CUBE, variant="cell_parallel", timed="projection")
    grid = select.standard(grid)
    return grid.where(n=max(grid.values("n"), key=lambda n: len(grid.where(n=n)), default=None))


def _bars(axes, x: list[float], records: list[Record], width: float, **look) -> None:
    y = np.array([r.time_s for r in records]) * 1e3
    low, high = np.array([r.interval_s for r in records]).reshape(-1, 2).T * 1e3
    error = [np.maximum(y - low, 0), np.maximum(high - y, 0)]
    axes.bar(x, y, width, yerr=error, capsize=1.5, error_kw={"lw": 0.8, "ecolor": style.BLACK}, **look)


def _points(data: FamilyData) -> Iterator[Figure]:
    """Kernels for points anywhere, by the order of the points where they have the choice."""
    records = _anywhere(data.run_with(_anywhere))
    if len(records.values("mesh")) < 2:
        return
    bars = {}
    for variant, name in select.order(records).items():
        own = records.where(variant=variant)
        bars |= {f"{name}, order {order}": own.where(order=order) for order in own.values("order")} or {name: own}
    meshes = [mesh for mesh in MESHES if records.where(mesh=mesh)]
    canvas, (axes,) = style.canvas()
    drawn: list[Record] = []
    width = 0.8 / len(bars)
    for i, ((name, own), colour) in enumerate(zip(bars.items(), style.PALETTE)):
        each = [r for mesh in meshes if (r := own.where(mesh=mesh).quickest())]
        drawn += each
        x = [meshes.index(r["mesh"]) + (i - (len(bars) - 1) / 2) * width for r in each]
        _bars(axes, x, each, width, color=colour, label=name)
    axes.set_xticks(range(len(meshes)), meshes)
    axes.grid(visible=False, axis="x")
    axes.set(xlabel="points", ylabel="projection (ms)")
    axes.set_ylim(bottom=0)
    style.legend_below(canvas, axes, columns=3)
    r = records[0]
    yield Figure(
        "turning_bands_fig_5",
        "The projection onto points anywhere, by their distribution (Fig. 5)",
        f"{data.where}, {runs.precision(records)}, {runs.mesh(r)} points, {r['lines']} lines, fastest tuning. Order given: as in the"
        f" file; morton: points near one another are neighbours in memory. {style.bars(drawn)}",
        canvas,
        times=Records(drawn),
    )


def _anywhere(data: FamilyData) -> Records:
    records = runs.usual(data.timed.where(lambda r: "irregular" in r.variant, **runs.EDGES, timed="projection"))
    n = max(records.values("n"), key=lambda n: len(records.where(n=n).values("mesh")), default=None)
    return records.where(lambda r: r["mesh"] in MESHES, n=n)

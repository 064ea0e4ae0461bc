"""Figures 6 and 7, block shapes and the coarsening of the pattern."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from plots.data import fit, select
from plots.data.records import Record, Records
from plots.families.cahn_hilliard import pictures, steps
from plots.output import style
from plots.output.figures import Figure
from plots.output.tables import number
from plots.sections import beyond
from plots.verdicts.family import FamilyData

FEWEST_DOMAINS = 8  # along an edge: with fewer the field's size slows their growth
DASHED = {"Kernel D": {"linestyle": "--", "markerfacecolor": "white"}}  # it runs as fast as B: both must be seen


def figures(data: FamilyData) -> Iterator[Figure]:
    of_answers = (_coarsening, pictures.figures) if data.shows_answers else ()
    for draw in (_kernels, _speed_up, _beyond, _blocks, _cells, *of_answers):
        yield from draw(data)


def _curves(records: Records) -> dict[str, list[Record]]:
    """name -> the fastest step at every n."""
    ours = (records.where(variant=variant).by("n") for variant in select.order(records))
    curves = [[r for _, group in sizes if (r := steps.fastest(group)) is not None] for sizes in ours]
    return {points[0].name: points for points in curves}


def _looks(data: FamilyData) -> style.Looks:
    return style.colours(select.order(data.cases).values())


def _curve(axes, points: list[Record], look: style.Looks) -> None:
    name = points[0].name
    colour, marker = look[name]
    y = np.array([steps.step_s(r) for r in points])
    low, high = np.array([steps.step_interval_s(r) for r in points]).T
    error = [np.maximum(y - low, 0), np.maximum(high - y, 0)]
    more = {"color": colour, "marker": marker, "capsize": 2, **DASHED.get(name, {})}
    axes.errorbar([r["n"] for r in points], y, yerr=error, label=name, **more)


def _size_axis(axes, sizes: list[int]) -> None:
    """N, marked at the powers of two that were swept."""
    axes.set_xscale("log", base=2)
    marks = [n for n in sizes if n & (n - 1) == 0] or sizes
    axes.set_xticks(marks, marks, fontsize=8)
    axes.set_xlabel("N (cells a side)")


def _slope_text(points: list[Record], least_n: int) -> str:
    large = [r for r in points if r["n"] >= least_n]
    try:
        e = fit.loglog_slope([r["n"] for r in large], [steps.step_s(r) for r in large])
    except ValueError:
        return ""
    return f"{e.value:.2f} ({e.low:.2f} to {e.high:.2f})"


def _kernels(data: FamilyData) -> Iterator[Figure]:
    """Fig 6: the four kernels."""
    records = steps.printed(data).where(processor="gpu")
    if not records:
        return
    canvas, (axes,) = style.canvas(height_in=4.2)
    looks, tuned = _looks(data), _curves(steps.in_plane(data.timed).where(processor="gpu"))
    for name, points in _curves(records).items():
        _curve(axes, points, looks)
        quicker = tuned.get(name, [])
        if any(r not in points for r in quicker):
            sizes, times = [r["n"] for r in quicker], list(map(steps.step_s, quicker))
            axes.plot(sizes, times, "--", color=looks[name][0], lw=1, label=f"{name}, tuned")
    if copy := data.ceiling("copy_bytes_per_s"):
        n = np.array(records.values("n"), dtype=float)
        moved = {round(steps.least_bytes(r)): r["flow"] for r in steps.in_plane(data.timed).where(processor="gpu")}
        for (least, flow), line in zip(sorted(moved.items(), reverse=True), ("--", ":")):
            axes.plot(n, least * n**2 / copy, line, color=style.GREY, lw=1, label=f"{least} bytes a cell, {flow}")
    _size_axis(axes, records.values("n"))
    style.log_axis(axes.yaxis)
    axes.set_ylabel("time a step (s)")
    style.legend_below(canvas, axes, 4)
    flow = ", ".join(map(str, records.values("flow")))
    yield Figure(
        "cahn_hilliard_fig_6",
        "Time a step of the four kernels (Fig. 6)",
        f"{data.where}. RK2, single precision. Marks: as printed, flow {flow}, blocks of 16 x 16 (A and C the best of those"
        " swept). Dashed: tuned, the best of all flows, blocks and cells a thread. Grey: the least time that copy"
        " bandwidth allows, fields of a pass moved once; below L2's size a step can be faster."
        " Bars: 95 % intervals.",
        canvas,
    )


def _speed_up(data: FamilyData) -> Iterator[Figure]:
    """Fig 7: all variants with slopes, and the gain over the paper's one CPU thread."""
    records = steps.printed(data)
    curves, look = _curves(records), _looks(data)
    base = {
        r["n"]: steps.step_s(r) for points in curves.values() for r in points if r.processor == "cpu" and r.is_printed
    }
    if not base:
        return
    canvas, (left, right) = style.canvas(columns=2, height_in=4.2)
    slopes = []
    for name, points in curves.items():
        _curve(left, points, look)
        text = _slope_text(points, 256 if points[0].processor == "cpu" else steps.LARGE)
        slopes += [f"{name} {text}"] if text else []
        gains = [(r["n"], base[r["n"]] / steps.step_s(r)) for r in points if r["n"] in base]
        if gains and any(gain != 1 for _, gain in gains):
            right.plot(*zip(*gains), color=look[name][0], marker=look[name][1], **DASHED.get(name, {}))
    for name, value in data.paper["values"]["speed_up_n_1024"]["value"].items():
        if name in curves:
            right.axhline(value, color=look[name][0], lw=1, ls=":")
    if right.lines and data.has_gpu:
        left.plot([], [], ":", color=style.GREY, lw=1, label="paper's speed-ups at N = 1024")
    for axes in (left, right):
        _size_axis(axes, records.values("n"))
        axes.tick_params(axis="x", rotation=45)
        style.log_axis(axes.yaxis)
    left.set(ylabel="time a step (s)", title="Time")
    right.set(ylabel="speed-up", title="Over one CPU thread")
    style.legend_below(canvas, left, 3)
    fits = (
        f" Slopes with 95 % intervals (kernels from N = {steps.LARGE}, CPU from 256): {'; '.join(slopes)}."
        if slopes
        else ""
    )
    dashes = " Dotted: the paper's speed-ups (B and D the same)." if data.has_gpu else ""
    yield Figure(
        "cahn_hilliard_fig_7",
        "CPU and GPU (Fig. 7)",
        f"{data.where}. RK2, single precision, as printed.{dashes}{fits} The paper expects slope 2.",
        canvas,
    )


def _beyond(data: FamilyData) -> Iterator[Figure]:
    return beyond.figure(data, steps.by_anyone(data.every), "N (cells a side)", "dim")


def _blocks(data: FamilyData) -> Iterator[Figure]:
    """Time, occupancy and limiter over all block shapes, a panel a kernel."""
    records = select.as_printed(steps.in_plane(data.timed).where(processor="gpu"), [*steps.BLOCK, "flow"])
    for (n,), at_n in records.by("n"):
        flow = next((f for f in ("swap", "copy") if len(_shapes(at_n.where(flow=f))) >= 8), None)
        if flow is None:
            continue
        chosen = at_n.where(flow=flow)
        present = {v: name for v, name in select.order(chosen).items() if len(_shapes(chosen.where(variant=v))) >= 2}
        rows = -(-len(present) // 2)
        canvas, panels = style.canvas(columns=2, rows=rows, height_in=3.5, width_in=10.5)
        quickest = min(steps.step_s(r) for r in chosen)
        for panel, (variant, name) in zip(panels, present.items()):
            image = _heat_map(panel, chosen.where(variant=variant), quickest)
            panel.set_title(name)
        for panel in panels[len(present) :]:
            panel.set_visible(False)
        canvas.colorbar(image, ax=panels, label="time over that of the fastest shape of all kernels", shrink=0.7)
        yield Figure(
            f"cahn_hilliard_blocks_{n}",
            f"Block shapes at N = {n}",
            f"{data.where}. RK2, single precision, flow {flow}, one cell a thread, a launch a pass. In a cell: time a step in µs, then"
            " occupancy and what limits it (r registers, w warps, b blocks, s shared memory). Empty: not whole warps,"
            " above 1024 threads, or no inner thread.",
            canvas,
        )


def _shapes(records: Records) -> dict[tuple[int, int], Record]:
    return {shape: best for shape, group in records.by("block_x", "block_y") if (best := steps.fastest(group))}


def _heat_map(axes, records: Records, quickest: float):
    shapes = _shapes(records)
    xs, ys = sorted({x for x, _ in shapes}), sorted({y for _, y in shapes})
    grid = np.full((len(ys), len(xs)), np.nan)
    for (x, y), r in shapes.items():
        grid[ys.index(y), xs.index(x)] = steps.step_s(r) / quickest
    image = axes.imshow(grid, cmap="viridis_r", vmin=1, vmax=3, aspect="auto", origin="lower")
    for (x, y), r in shapes.items():
        launch = r.data["launch"] or {}
        text = number(float(f"{steps.step_s(r) * 1e6:.3g}"))
        if launch.get("occupancy") is not None:
            text += f"\n{launch['occupancy']:.0%} {(launch.get('limiter') or ' ')[0]}"
        dark = grid[ys.index(y), xs.index(x)] > 2
        axes.text(
            xs.index(x), ys.index(y), text, ha="center", va="center", fontsize=7, color="white" if dark else "black"
        )
    axes.set_xticks(range(len(xs)), xs)
    axes.set_yticks(range(len(ys)), ys)
    axes.set(xlabel="block_x", ylabel="block_y")
    axes.grid(False)
    return image


def _cells(data: FamilyData) -> Iterator[Figure]:
    """Kernel A with several cells a thread, against the ceiling."""
    records = steps.in_plane(data.timed).where(lambda r: r.name == "Kernel A")
    sizes = [n for n in records.values("n") if len(records.where(n=n, flow="swap").values("cells_per_thread")) >= 3]
    if not sizes:
        return
    canvas, (axes,) = style.canvas()
    for n, colour in zip(sizes[::-1], style.PALETTE):
        best = [r for _, group in records.where(n=n, flow="swap").by("cells_per_thread") if (r := steps.fastest(group))]
        rates = [(r["cells_per_thread"], n**2 / steps.step_s(r) * 1e-9) for r in best]
        axes.plot(*zip(*rates), "o-", color=colour, label=f"N = {n}")
        look = {"xytext": (3, 5), "textcoords": "offset points", "fontsize": 7, "color": colour}
        for r, rate in zip(best, rates):
            axes.annotate(steps.block(r), rate, **look)
    if copy := data.ceiling("copy_bytes_per_s"):
        least = steps.least_bytes(best[0])
        axes.axhline(copy / least * 1e-9, color=style.GREY, ls=":", label=f"copy bandwidth / {least:g} bytes")
    axes.set_xscale("log", base=2)
    axes.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"])
    axes.set_ylim(bottom=0)
    axes.set(xlabel="cells a thread", ylabel="cell steps (1e9/s)")
    axes.legend()
    yield Figure(
        "cahn_hilliard_cells",
        "Kernel A with several cells a thread",
        f"{data.where}. RK2, single precision, flow swap, best block at each point. A thread that updates a column of"
        " cells loads what their stencils share once. One cell is the paper's kernel.",
        canvas,
    )


def _coarsening(data: FamilyData) -> Iterator[Figure]:
    """L(t) and the interfaces' energy of the longest verified run whose field still has room for domains."""

    def has_room(r: Record) -> bool:
        length = r.observables.get("length_scale_series")
        return bool(length) and FEWEST_DOMAINS * length["y"][-1] <= r["n"]

    runs = data.verified.where(has_room, initial="noise", mean=0)
    if not runs:
        return
    r = max(runs, key=lambda r: (r.observables["length_scale_series"]["x"][-1], r["n"]))
    length, energy = (r.observables[f"{name}_series"] for name in ("length_scale", "free_energy"))
    wells = -(max(r["b"], 0) ** 2) / (4 * r["u"])  # of a cell in either phase
    canvas, (left, right) = style.canvas(columns=2)
    fits = [
        _power(left, np.array(length["x"]), np.array(length["y"]), style.BLUE, 1),
        _power(right, np.array(energy["x"]), np.array(energy["y"]) - wells, style.GREEN, -1),
    ]
    left.set(ylabel="L = 2π/<k> (cells)", title="Length scale")
    right.set(ylabel="free energy a cell, above the wells'", title="Interfaces")
    words = ""
    if all(fits):
        exponents = (f"{e.value:.3f} ({e.low:.3f} to {e.high:.3f})" for e in fits)
        words = " Exponents over the last decade, with 95 % of the fit to one field: {} and {}.".format(*exponents)
    yield Figure(
        "cahn_hilliard_coarsening",
        "Coarsening",
        f"{r.name} on {r.machine}, N = {r['n']}, {r['dim']}-D, dt = {r['dt']:g}, {r['precision']} precision."
        f"{words} Late-stage theory says 1/3 and -1/3. The energy above the wells' is that of the interfaces; <k> is raised by"
        " the structure factor's tail, which sharp interfaces make, more the larger L is, so that its L grows more slowly.",
        canvas,
    )


def _power(axes: Axes, time: np.ndarray, values: np.ndarray, colour: str, sign: int) -> fit.Estimate | None:
    """A quantity that grows as t^(1/3), or falls so, with its exponent over the last decade of time."""
    axes.plot(time, values, "o-", color=colour, ms=3)
    late, exponent = time >= time[-1] / 10, None
    since = time[late] / time[-1]
    if late.sum() >= 3:
        exponent = fit.loglog_slope(time[late], values[late])
        fitted = f"fit, last decade: $t^{{{exponent.value:.3f}}}$"
        axes.plot(time[late], values[-1] * since**exponent.value, "-", color=style.VERMILION, label=fitted)
    guide = "$t^{1/3}$" if sign > 0 else "$t^{-1/3}$"
    axes.plot(time[late], 1.15 * values[-1] * since ** (sign / 3), ":", color=style.GREY, label=guide)
    style.log_log(axes)
    axes.set(xlabel="time")
    axes.legend()
    return exponent

"""Figures 6 and 7, block shapes and the coarsening of the pattern."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
from matplotlib.axes import Axes

from plots.data import fit, select
from plots.data.records import Record, Records
from plots.families.cahn_hilliard import pictures, steps
from plots.output import style
from plots.output.figures import Figure
from plots.output.tables import number
from plots.sections import beyond, occupancy
from plots.verdicts import judge
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData

FEWEST_DOMAINS = 8  # along an edge: with fewer the field's size slows their growth
FEWEST_SHAPES = 8  # of blocks, for a map of them
ON_B = {"Kernel D": {"ls": "--", "mfc": "white"}}  # it runs as fast as B: both must be seen
LIES_ON_B = " Kernel D is dashed, as it lies upon B."


def figures(data: FamilyData) -> Iterator[Figure]:
    of_answers = (_coarsening, pictures.figures) if data.shows_answers else ()
    for draw in (_kernels, _speed_up, _beyond, _blocks, occupancy.figure, *of_answers):
        yield from draw(data)


def _looks(data: FamilyData) -> style.Looks:
    """The same in every figure: of the paper's kernels and the CPU's variants."""
    return style.colours(select.order(steps.paper_cases(data.cases)).values())


def _curve(axes: Axes, points: Records, looks: style.Looks, **look) -> None:
    name = points[0].name
    colour, marker = looks[name]
    look = {"ls": "-", "marker": marker, "label": name} | ON_B.get(name, {}) | look
    style.curve(axes, [r["n"] for r in points], list(map(steps.step_within_s, points)), colour, **look)


def _by_variant(records: Records) -> list[Records]:
    return [records.where(variant=variant).sorted("n") for variant in select.order(records)]


def _size_axis(axes: Axes, sizes: list[int]) -> None:
    """N, marked at the powers of two that were swept."""
    axes.set_xscale("log", base=2)
    marks = [n for n in sizes if n & (n - 1) == 0] or sizes
    axes.set_xticks(marks, marks, fontsize=8)
    axes.set_xlabel("N (cells a side)")


def _kernels(data: FamilyData) -> Iterator[Figure]:
    """Fig 6: the four kernels."""
    one = data.run_with(steps.printed)
    records, tuned = steps.printed(one).where(processor="gpu"), steps.tuned(one)
    if not records:
        return
    canvas, (axes,) = style.canvas(height_in=5)
    looks, sizes = _looks(data), records.values("n")
    for points in _by_variant(records):
        _curve(axes, points, looks)
        for faster in tuned:
            if faster[0].variant == points[0].variant:
                _curve(axes, faster, looks, label=f"{points[0].name}, tuned", ls=":", marker="", capsize=0)
    if copy := one.ceiling("copy_bytes_per_s"):
        moved = {r["flow"]: steps.least_bytes(r) for r in (*records, *(each[0] for each in tuned))}
        n = np.array(sizes, dtype=float)
        for (flow, least), line in zip(sorted(moved.items()), ("-", "-.")):
            label = f"{least:.0f} bytes a cell, {flow}"
            axes.plot(n, least * n**2 / copy, line, color=style.GREY, lw=1, label=label, zorder=1)
    times = Records([*records, *(r for each in tuned for r in each)])
    _, low, high = np.transpose([steps.step_within_s(r) for r in times])
    _size_axis(axes, sizes)
    style.log_axis(axes.yaxis)
    axes.set(ylabel="time a step (s)", ylim=(min(low) / 1.5, max(high) * 1.5))
    style.legend_below(canvas, axes, 2)
    forms = "; ".join(f"{each[0].name} {steps.setting(each[0])}" for each in tuned)
    blocks = " or ".join(sorted({steps.block(r) for r in records}))
    yield Figure(
        "cahn_hilliard_fig_6",
        "Time a step of the four kernels (Fig. 6)",
        f"{data.where}. RK2, single precision. Marks: as printed, flow {records[0]['flow']}, blocks of {blocks}.{LIES_ON_B}"
        f"{f' Dotted: tuned, {forms}.' if tuned else ''} Grey: the least time that copy bandwidth allows, fields of"
        f" a pass moved once; below L2's size a step can be faster. {style.bars(times)}",
        canvas,
        times=times,
    )


def _speed_up(data: FamilyData) -> Iterator[Figure]:
    """Fig 7: all variants with slopes, and the gain over the paper's one CPU thread."""
    one = data.run_with(steps.printed)
    records, looks = steps.printed(one), _looks(data)
    if not any(r.processor == "cpu" for r in records):
        return
    canvas, (left, right) = style.canvas(columns=2, height_in=4.2)
    paper = data.paper["values"]["speed_up_n_1024"]["value"]
    for points in _by_variant(records):
        _curve(left, points, looks)
        gains = {}
        for r in points.where(lambda r: r.base):
            with suppress(NotMeasurable):
                over = judge.measure(steps.speed_up(r), one)
                gains[r["n"]] = over.value, over.low, over.high
        name = points[0].name
        if gains:
            style.curve(right, [*gains], [*gains.values()], *looks[name], **({"ls": "-"} | ON_B.get(name, {})))
        if gains and name in paper:
            right.plot([steps.LARGE, max(*gains, 2 * steps.LARGE)], 2 * [paper[name]], ":", color=looks[name][0])
    if one.has_gpu:
        left.plot([], [], ":", color=style.GREY, label=f"paper's speed-ups, N >= {steps.LARGE}")
    for axes in (left, right):
        _size_axis(axes, records.values("n"))
        axes.tick_params(axis="x", rotation=45)
        style.log_axis(axes.yaxis)
    left.set(ylabel="time a step (s)", title="Time")
    right.set(ylabel="speed-up", title="Over one CPU thread")
    style.legend_below(canvas, left, 4)
    of_gpu = f" Dotted: the paper's speed-ups (B and D the same).{LIES_ON_B}" * one.has_gpu
    yield Figure(
        "cahn_hilliard_fig_7",
        "CPU and GPU (Fig. 7)",
        f"{data.where}. RK2, single precision, as printed.{of_gpu}{_slopes(data, records)}{_small(data)} {style.bars(records)}"
        " Those of a speed-up are of the ratio.",
        canvas,
        times=records,
    )


def _slopes(data: FamilyData, records: Records) -> str:
    slopes = []
    for variant, name in select.order(records).items():
        with suppress(NotMeasurable):
            e = data.published.measured({"slope": variant, "sizes": "last two"})
            slopes.append(f"{name} {e.value:.3g} ({e.low:.3g} to {e.high:.3g})")
    words = " Slopes between the two largest N with 95 % intervals (the paper expects 2): "
    return words + "; ".join(slopes) + "." if slopes else ""


def _small(data: FamilyData) -> str:
    """What is said of fields that a CPU has done before a kernel is launched."""
    rule = next(claim["judge"] for claim in data.paper["claims"] if claim["id"] == "small_fields_on_cpu")
    with suppress(NotMeasurable):
        e = data.published.measured(rule)
        times = f"{e.value:.3g} times as long as one CPU thread ({e.low:.3g} to {e.high:.3g})"
        return f" At N = {rule['at']} the fastest kernel takes {times}."
    return ""


def _beyond(data: FamilyData) -> Iterator[Figure]:
    return beyond.figure(data, steps.by_anyone(data.every), "N (cells a side)", "dim")


def _blocks(data: FamilyData) -> Iterator[Figure]:
    """Time, occupancy and limiter over all block shapes, a panel a kernel."""
    one = data.run_with(steps.of_any_block)
    for (n,), chosen in steps.of_any_block(one).by("n"):
        if len({steps.block(r) for r in chosen}) < FEWEST_SHAPES:
            continue
        present = {v: name for v, name in select.order(chosen).items() if len(chosen.where(variant=v)) > 1}
        rows = -(-len(present) // 2)
        canvas, panels = style.canvas(columns=2, rows=rows, height_in=3.5, width_in=10.5)
        quickest = min(steps.step_s(r) for r in chosen)
        for panel, (variant, name) in zip(panels, present.items()):
            image = _heat_map(panel, chosen.where(variant=variant), quickest)
            panel.set_title(name)
        for panel in panels[len(present) :]:
            panel.set_visible(False)
        canvas.colorbar(
            image, ax=panels, label="time over that of the fastest shape of all kernels", shrink=0.7, extend="max"
        )
        off = max(max(high / value, value / low) - 1 for value, low, high in map(steps.step_within_s, chosen))
        yield Figure(
            f"cahn_hilliard_blocks_{n}",
            f"Block shapes at N = {n}",
            f"{data.where}. RK2, single precision, flow {chosen[0]['flow']}, one cell a thread, a launch a pass. In a cell: time a"
            f" step in µs, known within {100 * off:.2g} % (95 %), then occupancy and what limits it (r registers, w warps,"
            " b blocks, s shared memory). Empty: not whole warps, above 1024 threads, no inner thread, or not tried. Times of"
            f" the run {chosen[0].run.path.name}.",
            canvas,
        )


def _heat_map(axes, records: Records, quickest: float):
    shapes = {(r["block_x"], r["block_y"]): r for r in records}
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

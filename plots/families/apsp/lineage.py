"""Figure 10: how the kernels descend from each other, and what each step did to the time."""

from __future__ import annotations

from plots import select, style
from plots.families.apsp.searches import BEST, GRAPHS, all_pairs_s, is_sampled, kernels, names, printed
from plots.family import FamilyData
from plots.figures import Figure
from plots.records import Records
from plots.tables import number

CHANGE = {
    "Kernel 1": "frontier copied\nto the host",
    "Kernel 2": "counter in\nglobal memory",
    "Kernel 3": "counter in\nshared memory",
    "Kernel 4": "arcs in int4",
    "Kernel 5": "sorted by degree,\nlengths apart",
    "Kernel 6": "update array\nand flag",
    "Kernel 7": "counter in\na register",
}
# Centre of each box: the lineage runs down in a line and forks after kernel 5.
PLACE = {
    "Kernel 1": (0.17, 0.88),
    "Kernel 2": (0.5, 0.88),
    "Kernel 3": (0.83, 0.88),
    "Kernel 4": (0.83, 0.5),
    "Kernel 5": (0.5, 0.5),
    "Kernel 6": (0.17, 0.5),
    "Kernel 7": (0.5, 0.12),
}
HALF = (0.135, 0.125)


def _percent(upper: float, lower: float) -> str:
    change = round(100 * (upper / lower - 1))
    return f"{change:+d} %" if change else "0 %"


def times(data: FamilyData) -> tuple[dict[str, dict[str, float]], int, Records] | None:
    """Mean seconds of every kernel on every graph, at the largest n that all have."""
    every = {(graph, name): kernels(data, graph, name) for graph in GRAPHS for name in PLACE}
    n = select.largest_common("n", *every.values())
    if n is None:
        return None
    at_n = {key: records.where(n=n) for key, records in every.items()}
    mean = {key: sum(map(all_pairs_s, records)) / len(records) for key, records in at_n.items()}
    used = Records(r for records in at_n.values() for r in records)
    return {graph: {name: mean[graph, name] for name in PLACE} for graph in GRAPHS}, n, used


def lineage(data: FamilyData) -> Figure | None:
    measured = times(data)
    if measured is None or set(names(data)) != set(PLACE):
        return None
    by_graph, n, used = measured
    of_variant = {r.variant: r.name for r in printed(data)}
    bases = {r.name: of_variant[r.base] for r in printed(data) if r.base in of_variant}
    root = next(name for name in PLACE if name not in bases)
    canvas, (axes,) = style.canvas(height_in=5.0)
    axes.set(xlim=(0, 1), ylim=(-0.03, 1.03))
    axes.axis("off")
    for kernel, base in bases.items():
        _arrow(axes, PLACE[base], PLACE[kernel])
    for kernel, (x, y) in PLACE.items():
        lines = [
            f"({g}) {_percent(t[kernel], t[bases[kernel]])} ({_percent(t[kernel], t[root])})"
            if kernel in bases
            else f"({g}) {number(t[root])} s"
            for g, t in by_graph.items()
        ]
        corner = x - HALF[0], y - HALF[1]
        edge = style.VERMILION if kernel == BEST else style.BLUE
        look = {"facecolor": "white", "edgecolor": edge, "linewidth": 1.2, "zorder": 2}
        axes.add_patch(style.plt.Rectangle(corner, 2 * HALF[0], 2 * HALF[1], **look))
        text = {"ha": "center", "zorder": 3}
        axes.text(x, y + HALF[1] - 0.015, kernel, va="top", weight="bold", fontsize=9.5, **text)
        axes.text(x, y + 0.055, CHANGE[kernel], va="center", fontsize=8, color=style.GREY, **text)
        axes.text(x, y - HALF[1] + 0.012, "\n".join(lines), va="bottom", fontsize=8, **text)
    sampled = " Times of a sample of sources, scaled to all." if is_sampled(used) else ""
    return Figure(
        "apsp_fig_10",
        "Evolution of the kernels (Fig. 10)",
        f"{data.where}, N = {n}, 256 threads a block. For each graph the change of the time from"
        f" the kernel before, and in parentheses from kernel 1; less is faster.{sampled}",
        canvas,
    )


def _arrow(axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) > abs(down):
        side = HALF[0] if across > 0 else -HALF[0]
        begin, tip = (start[0] + side, start[1]), (end[0] - side, end[1])
    else:
        side = HALF[1] if down > 0 else -HALF[1]
        begin, tip = (start[0], start[1] + side), (end[0], end[1] - side)
    axes.annotate("", tip, begin, arrowprops={"arrowstyle": "-|>", "color": style.GREY, "linewidth": 1.2})

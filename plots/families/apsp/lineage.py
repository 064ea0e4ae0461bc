"""Figure 10: how the kernels descend from each other, and what each step did to the time."""

from __future__ import annotations

import numpy as np

from plots.data import select
from plots.data.measured import Measured
from plots.data.records import Records
from plots.families.apsp.searches import BEST, GRAPHS, kernels, names, run_of_kernels, sample_note, time
from plots.output import style
from plots.output.figures import Figure, of_runs
from plots.output.tables import number
from plots.verdicts.family import FamilyData, where
from plots.verdicts.published import Source

# What is new, and the centre of the box: the lineage runs down in a line and forks after kernel 5.
BOXES = {
    "Kernel 1": ("frontier copied\nto the host", (0.17, 0.88)),
    "Kernel 2": ("counter in\nglobal memory", (0.5, 0.88)),
    "Kernel 3": ("counter in\nshared memory", (0.83, 0.88)),
    "Kernel 4": ("arcs in int4", (0.83, 0.5)),
    "Kernel 5": ("sorted by degree,\nlengths apart", (0.5, 0.5)),
    "Kernel 6": ("update array\nand flag", (0.17, 0.5)),
    "Kernel 7": ("counter in\na register", (0.5, 0.12)),
}
HALF = np.array((0.135, 0.125))


def _percent(change: Measured, within: bool = False) -> str:
    """The change that a ratio is, with half of its interval."""
    half = f" ± {50 * (change.high - change.low):.1f}" if within else ""
    return f"{100 * (change.value - 1):+.1f}{half} %"


def lineage(data: FamilyData) -> Figure | None:
    """At the largest n that all kernels have in one run, each graph by the run that its claims rest on."""
    run = run_of_kernels(data)
    every = {(graph, name): kernels(run, graph, name) for graph in GRAPHS for name in BOXES}
    n = select.largest_common("n", *every.values())
    if n is None or set(names(run)) != set(BOXES):
        return None
    kinds = {records[0].name: records[0] for records in every.values()}
    variants = {name: r.variant for name, r in kinds.items()}
    bases = {name: base for name, r in kinds.items() for base, variant in variants.items() if variant == r.base}
    root = next(name for name in BOXES if name not in bases)
    first = next(name for name, base in bases.items() if base == root)

    def source(graph: str, kernel: str, base: str) -> Source:
        return data.published.source(
            {"ratio": [variants[kernel], variants[base]], "where": {"graph": GRAPHS[graph]}, "at": n}
        )

    pairs = {(kernel, base) for kernel in bases for base in (bases[kernel], root)}
    over = {(graph, *pair): source(graph, *pair).measured for graph in GRAPHS for pair in pairs}
    scopes = ((graph, source(graph, first, root).scope) for graph in GRAPHS)
    seconds = {graph: time(scope, kernels(scope, graph, root).where(n=n)) for graph, scope in scopes}
    drawn = Records(r for measured in (*over.values(), *seconds.values()) for r in measured.records)
    canvas, (axes,) = style.canvas(height_in=5.0)
    axes.set(xlim=(0, 1), ylim=(-0.03, 1.03))
    axes.axis("off")
    for kernel, base in bases.items():
        start, end = (np.array(BOXES[name][1]) for name in (base, kernel))
        edge = HALF * np.sign(end - start)  # boxes stand beside or below each other
        arrow = {"arrowstyle": "-|>", "color": style.GREY, "linewidth": 1.2}
        axes.annotate("", end - edge, start + edge, arrowprops=arrow)
    for kernel, (change, (x, y)) in BOXES.items():
        lines = [
            f"({g}) {_percent(over[g, kernel, bases[kernel]], True)} ({_percent(over[g, kernel, root])})"
            if kernel in bases
            else f"({g}) {number(seconds[g].value)} s"
            for g in GRAPHS
        ]
        edge = style.VERMILION if kernel == BEST else style.BLUE
        look = {"facecolor": "white", "edgecolor": edge, "linewidth": 1.2, "zorder": 2}
        axes.add_patch(style.plt.Rectangle((x, y) - HALF, *2 * HALF, **look))
        text = {"ha": "center", "zorder": 3}
        axes.text(x, y + HALF[1] - 0.015, kernel, va="top", weight="bold", fontsize=9.5, **text)
        axes.text(x, y + 0.055, change, va="center", fontsize=8, color=style.GREY, **text)
        axes.text(x, y - HALF[1] + 0.012, "\n".join(lines), va="bottom", fontsize=8, **text)
    return Figure(
        "apsp_fig_10",
        "Evolution of the kernels (Fig. 10)",
        f"{where(drawn)}, N = {n}, 256 threads a block. For each graph the change of the time from the kernel before with half of its"
        " 95 % interval, and in parentheses from kernel 1; less is faster." + sample_note(drawn) + of_runs(drawn),
        canvas,
    )

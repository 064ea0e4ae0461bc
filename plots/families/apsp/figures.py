"""Figures 10 to 16."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import fmean

import numpy as np

from plots.data.records import Record, Records
from plots.families.apsp import rivals, searches
from plots.families.apsp.lineage import lineage
from plots.families.apsp.searches import BFS, BITS, BLOCKED, FLOYD, GRAPHS, KIND, all_pairs_s
from plots.output import style
from plots.output.figures import Figure
from plots.sections.beyond import Contest
from plots.verdicts import measures
from plots.verdicts.family import FamilyData

GRAPH_LOOK = style.colours(GRAPHS)
CPU_LOOK = style.colours([FLOYD, BLOCKED, BFS, BITS])
TIMES = {"1": "apsp_fig_11", "2": "apsp_fig_12", "3": "apsp_fig_13"}
GRAPH_LINES = {"1": "-", "2": "--", "3": ":"}
KERNEL_7 = "Kernel 7"  # the paper's last
ALL_PAIRS = "time for all pairs (s)"


def figures(data: FamilyData) -> Iterator[Figure]:
    draws = [lineage, *(partial(_times, graph=graph) for graph in GRAPHS), _mean_path, _blocks, _cpu]
    yield from filter(None, (draw(data) for draw in draws))


def _times(data: FamilyData, graph: str) -> Figure | None:
    """Figures 11 to 13: over kernel 7's time on the left, since the curves lie on each other; with slopes on the right."""
    timed = {name: records for name in searches.names(data) if (records := searches.kernels(data, graph, name))}
    if not timed:
        return None
    canvas, (ratios, loglog) = style.canvas(2, height_in=3.9)
    of_unit = KERNEL_7 if KERNEL_7 in timed else next(iter(timed))
    unit = {p.n: p.mean_s for p in searches.points(timed[of_unit])}
    _kernel_curves(data, timed, unit, ratios, loglog)
    printed = data.paper["tables"]["table_2"]
    loglog.plot(printed["n"], printed["gpu_s"][graph], "x:", color=style.GREY, label="paper, kernel 7")
    every = Records(r for records in timed.values() for r in records)
    _tuned_curve(searches.tuned(data, graph), every, unit, ratios, loglog)
    every_contest = rivals.contests(data)
    contests = {n: contest for (number, n), contest in every_contest.items() if number == graph}
    _ours(loglog, contests, sorted({name for contest in every_contest.values() for name in contest.ours}))
    style.log_log(loglog)
    ratios.set(xlabel="N (vertices)", ylabel=f"time / time of {of_unit}")
    loglog.set(xlabel="N (vertices)", ylabel=ALL_PAIRS)
    ratios.set_ylim(bottom=0)
    style.legend_below(canvas, loglog, columns=4)
    low, high = data.paper["values"]["slopes_gpu"]["value"][graph]
    instances = len(every.values("instance"))
    return Figure(
        TIMES[graph],
        f"Time of the kernels on graph ({graph}), {KIND[graph]} (Fig. {TIMES[graph][-2:]})",
        f"{data.where}, 256 threads a block, {instances} instance{'s' if instances > 1 else ''} of"
        f" the graph. Left: time over that of {of_unit}. Right: bars are standard deviations of the times normalised by Equation (3), of one instance what its sample of"
        f" sources leaves open. The paper's slopes lie between {low} and {high}; its times"
        f" are those of {data.paper['hardware']['apsp']['gpu']}.{searches.sample_note(every)}"
        + (" Hollow, on the right: variants of ours, tuned." + rivals.elsewhere(data, contests.values()))
        * bool(contests),
        canvas,
    )


def _kernel_curves(data: FamilyData, timed: dict[str, Records], unit: dict[int, float], ratios, loglog) -> None:
    """A curve each kernel as printed, in both panels."""
    look_of = style.colours(searches.names(data))
    for kernel, records in timed.items():
        colour, marker = look_of[kernel]
        points = searches.points(records)
        comparable = [p for p in points if p.n in unit]
        over_unit = [p.mean_s / unit[p.n] for p in comparable]
        ratios.plot([p.n for p in comparable], over_unit, marker=marker, color=colour, linewidth=1)
        bars = [[min(p.deviation_s, 0.999 * p.mean_s) for p in points], [p.deviation_s for p in points]]
        fitted = measures.slope_of(records, data.judging, data, "n")
        label = kernel + (f", slope {fitted.value:.2f}" if fitted else "")
        look = {"marker": marker, "color": colour, "capsize": 2, "linewidth": 1}
        loglog.errorbar([p.n for p in points], [p.mean_s for p in points], yerr=bars, label=label, **look)


def _tuned_curve(fastest: dict[int, Record], printed: Records, unit: dict[int, float], ratios, loglog) -> None:
    """The fastest of all, where that is not a kernel as printed."""
    if all(r in printed for r in fastest.values()):
        return
    look = {"color": style.GREY, "linestyle": "--", "linewidth": 1.2}
    loglog.plot(list(fastest), [all_pairs_s(r) for r in fastest.values()], label="fastest, tuned", **look)
    comparable = [n for n in fastest if n in unit]
    ratios.plot(comparable, [all_pairs_s(fastest[n]) / unit[n] for n in comparable], **look)


def _ours(axes, contests: dict[int, Contest], names: list[str]) -> None:
    """A curve each variant of ours."""
    for name, (colour, marker) in style.colours(names).items():
        own = {n: all_pairs_s(contest.ours[name]) for n, contest in contests.items() if name in contest.ours}
        if not own:
            continue
        look = {
            "color": colour,
            "marker": marker,
            "markerfacecolor": "white",
            "linestyle": (0, (4, 1.5)),
            "linewidth": 1,
        }
        axes.plot(list(own), list(own.values()), label=name, **look)


def _mean_path(data: FamilyData) -> Figure | None:
    curves = {graph: records for graph in GRAPHS if (records := searches.path_records(data, graph))}
    if not any(len(records.values("n")) > 1 for records in curves.values()):
        return None
    canvas, (axes,) = style.canvas(width_in=6.4, height_in=4.0)
    printed = data.paper["values"]["slopes_mean_path"]["value"]
    for graph, records in curves.items():
        paths, bars = searches.paths_of(records), list(searches.path_spreads(records).values())
        colour, marker = GRAPH_LOOK[graph]
        n = np.array(list(paths), dtype=float)
        means = np.array([np.mean(p) for p in paths.values()])
        fitted = searches.path_slope(paths)
        label = f"({graph}) {KIND[graph]}"
        if fitted:
            label += f": slope {fitted.value:.3f}, paper {printed[graph]}"
            centre = np.exp(np.mean(np.log(n)))
            axes.plot(n, np.exp(np.mean(np.log(means))) * (n / centre) ** fitted.value, color=colour, linewidth=1)
        axes.errorbar(n, means, yerr=bars, fmt=marker, color=colour, capsize=2, label=label)
    style.log_log(axes)
    axes.set(xlabel="N (vertices)", ylabel="mean shortest path (arcs)")
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.42))
    sampled = any(r.observables["sources"] < r.observables["vertices"] for r in searches.of_paper(data.verified))
    return Figure(
        "apsp_fig_14",
        "Mean shortest path of the three graphs (Fig. 14)",
        "Verified answers, means over instances, bars are standard deviations over them, of one instance what its sample of"
        " sources leaves open; lines are power laws."
        + (" From a sample of sources where not all were searched." if sampled else ""),
        canvas,
    )


def _blocks(data: FamilyData) -> Figure | None:
    """Figure 15: kernel 7 over the blocks, each graph relative to its fastest."""
    sweeps = {graph: searches.block_sweeps(data, graph) for graph in GRAPHS}
    largest = sorted(set().union(*sweeps.values()))[-2:]
    if not largest:
        return None
    canvas, panels = style.canvas(len(largest), height_in=3.8, share_y=True)
    for axes, n in zip(panels, largest):
        here = {graph: swept[n] for graph, swept in sweeps.items() if n in swept}
        for graph, records in here.items():
            _block_curve(axes, records, *GRAPH_LOOK[graph], f"({graph}) {KIND[graph]}")
        occupancy = {r["block"]: (r.data["launch"] or {}).get("occupancy") for each in here.values() for r in each}
        launched = sorted((block, share) for block, share in occupancy.items() if share is not None)
        if launched:
            axes.plot(*zip(*launched), color=style.GREY, linestyle=":", label="occupancy")
        axes.set(title=f"N = {n}", xlabel="threads a block")
    panels[0].set_ylim(bottom=0)
    panels[0].set_ylabel("time / time of the fastest block")
    style.legend_below(canvas, panels[0], columns=4)
    return Figure(
        "apsp_fig_15",
        "Kernel 7 against the block size (Fig. 15)",
        f"{data.where}. 1 is the fastest block of a graph; a curve that does not rise where the dotted line, the occupancy of"
        " each block, falls is bound by something else. Bars are 95 % intervals.",
        canvas,
    )


def _block_curve(axes, records: Records, colour: str, marker: str, label: str) -> None:
    """Mean time at each block over that of the fastest; a bar is the widest interval of those at a block."""
    blocks = {block: group for (block,), group in records.by("block")}
    mean = np.array([fmean(map(all_pairs_s, group)) for group in blocks.values()])
    ratios = mean / min(mean)
    widths = [max(abs(end / r.time_s - 1) for r in group for end in r.interval_s) for group in blocks.values()]
    look = {"marker": marker, "color": colour, "capsize": 2, "linewidth": 1}
    axes.errorbar(list(blocks), ratios, yerr=widths * ratios, label=label, **look)


def _cpu(data: FamilyData) -> Figure | None:
    """Figure 16: Floyd on the CPU, and what a CPU user would run."""
    ours, local = data.timed_for_paper.where(processor="cpu"), searches.paper_cases(data.local)
    if not ours and not local:
        return None
    canvas, (axes,) = style.canvas(height_in=4.6)
    _cpu_curves(data, axes, ours, {})
    printed = data.paper["tables"]["table_2"]
    look = {"color": style.GREY, "marker": ".", "linewidth": 1}
    for graph, line in GRAPH_LINES.items():
        label = "paper's Floyd, 1 thread" if line == "-" else None
        axes.plot(printed["n"], printed["cpu_s"][graph], label=label, linestyle=line, **look)
    _cpu_curves(data, axes, local, {"markerfacecolor": "white", "linewidth": 1}, ", this machine")
    floyd = searches.floyd(data, "1")
    if floyd.largest:
        n = np.array([floyd.n, max(printed["n"])])
        look = {"color": CPU_LOOK[FLOYD][0], "linewidth": 1, "linestyle": (0, (6, 4)), "alpha": 0.7}
        axes.plot(n, [floyd.extrapolated(each).value for each in n], label="Floyd, 1 thread, extrapolated", **look)
    style.log_log(axes)
    axes.set(xlabel="N (vertices)", ylabel=ALL_PAIRS)
    style.legend_below(canvas, axes, columns=3)
    hosts = " and ".join(sorted({r.run.host_name for r in ours})) or "No CPU was timed in the GPU's runs"
    hollow = f"; hollow: this machine, {data.local_where}" if local else ""
    return Figure(
        "apsp_fig_16",
        "The CPU: Floyd, as in the paper, and breadth-first search (Fig. 16)",
        f"{hosts}{hollow}. Solid: graph (1), dashed: (2), dotted: (3). Slopes from N = 1000 on; the paper's is"
        " about 3. Extrapolated: as N^3 from the largest measured size.",
        canvas,
    )


def _cpu_curves(data: FamilyData, axes, records: Records, look: dict, machine: str = "") -> None:
    """A curve a variant and graph; a variant's name stands once, with its slope."""
    for variant, (colour, marker) in CPU_LOOK.items():
        mine = searches.fastest_tuning(records.where(variant=variant))
        large = mine.where(lambda r: r["n"] >= 1000)
        fitted = None if machine else measures.slope_of(large, data.judging, data, "n")
        label = variant + machine + (f", slope {fitted.value:.2f}" if fitted else "")
        for graph, line in GRAPH_LINES.items():
            if each := searches.points(mine.where(graph=GRAPHS[graph])):
                n, seconds = [p.n for p in each], [p.mean_s for p in each]
                axes.plot(n, seconds, color=colour, marker=marker, linestyle=line, label=label, **look)
                label = None

"""Figures 10 to 16."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from plots.data import measured, select
from plots.data.records import Record, Records, latest
from plots.families.apsp import rivals, searches
from plots.families.apsp.lineage import lineage
from plots.families.apsp.searches import BEST, BFS, BITS, BLOCKED, FLOYD, GRAPHS, KIND, Point, all_pairs_s
from plots.output import style
from plots.output.figures import Figure
from plots.sections import occupancy
from plots.sections.beyond import Contest
from plots.verdicts import measures
from plots.verdicts.family import FamilyData

GRAPH_LOOK = style.colours(GRAPHS)
CPU_LOOK = style.colours([FLOYD, BLOCKED, BFS, BITS])
TIMES = {"1": "apsp_fig_11", "2": "apsp_fig_12", "3": "apsp_fig_13"}
GRAPH_LINES = {"1": "-", "2": "--", "3": ":"}
ALL_PAIRS = "time for all pairs (s)"


def figures(data: FamilyData) -> Iterator[Figure]:
    draws = [lineage, *(partial(_times, graph=graph) for graph in GRAPHS), _mean_path, _blocks, _cpu]
    yield from filter(None, (draw(data) for draw in draws))
    yield from occupancy.figure(data, "graph")


def _times(data: FamilyData, graph: str) -> Figure | None:
    """Figures 11 to 13: over kernel 7's time on the left, since the curves lie on each other; with slopes on the right."""
    run = searches.run_of_kernels(data, graph)
    timed = {name: records for name in searches.names(run) if (records := searches.kernels(run, graph, name))}
    if not timed:
        return None
    canvas, (ratios, loglog) = style.canvas(2, height_in=3.9)
    instances = data.run_with(lambda one: searches.kernels(one, graph, BEST))
    spread = searches.points(searches.kernels(instances, graph, BEST))
    every = {name: searches.points(records) for name, records in timed.items()}
    if BEST in every and len(spread) == len(every[BEST]):
        every[BEST] = spread
    unit = BEST if BEST in timed else next(iter(timed))
    _over(run, timed, unit, ratios)
    _kernel_curves(data, graph, every, loglog)
    printed = data.paper["tables"]["table_2"]
    loglog.plot(printed["n"], printed["gpu_s"][graph], "x:", color=style.GREY, label="paper, kernel 7")
    run_of_tuned = searches.run_of_tuned(data, graph)
    tuned = searches.tuned(run_of_tuned, graph)
    _tuned_curve(run_of_tuned, tuned, searches.kernels(run_of_tuned, graph, unit), ratios, loglog)
    every_contest = rivals.contests(data)
    contests = {n: contest for (number, n), contest in every_contest.items() if number == graph}
    _ours(loglog, contests, sorted({name for contest in every_contest.values() for name in contest.ours}))
    style.log_log(loglog)
    ratios.set(xlabel="N (vertices)", ylabel=f"time / time of {unit}")
    loglog.set(xlabel="N (vertices)", ylabel=ALL_PAIRS)
    ratios.set_ylim(bottom=0)
    ratios.locator_params("x", nbins=4)
    style.legend_below(canvas, loglog, columns=3)
    low, high = data.paper["values"]["slopes_gpu"]["value"][graph]
    drawn = Records(r for points in every.values() for p in points for r in p.records)
    return Figure(
        TIMES[graph],
        f"Time of the kernels on graph ({graph}), {KIND[graph]} (Fig. {TIMES[graph][-2:]})",
        f"{data.where}, 256 threads a block. Left: over {unit} round by round in one run, bars: 95 % intervals of the ratio."
        f" Right: {_instances(every)}; bars are standard deviations over them of the times normalised by Equation (3), of one"
        f" instance what its sample of sources leaves open. Slopes with half of their 95 % intervals; the paper's lie between {low} and"
        f" {high}; its times are those of {data.paper['hardware']['apsp']['gpu']}.{searches.sample_note(drawn)}"
        + (" Hollow, on the right: variants of ours, tuned." + rivals.elsewhere(data, contests.values()))
        * bool(contests),
        canvas,
        times=Records([*drawn, *tuned.values(), *(r for c in contests.values() for r in c.ours.values())]),
    )


def _instances(every: dict[str, list[Point]]) -> str:
    """How many a point is the mean of."""
    counts = {name: [len(p.records.values("instance")) for p in points] for name, points in every.items()}
    best = counts.pop(BEST, [])
    words = [f"{BEST} is the mean of {_range(best)}"] if best else []
    words += (
        [f"other kernels that of {_range([count for each in counts.values() for count in each])}"] if counts else []
    )
    return f"{' and '.join(words)} a point"


def _range(counts: list[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low} instance{'s' * (low > 1)}" if low == high else f"{low} to {high} instances"


def _over(run: FamilyData, timed: dict[str, Records], unit: str, axes) -> None:
    """Each kernel's time over one kernel's, of the instances that both have."""
    look_of, below = style.colours(searches.names(run)), timed[unit]
    for name, records in timed.items():
        sizes, both = select.common("n", records, below), Records([*records, *below])
        terms = [records[0].variant, below[0].variant]
        each = [measures.ratio(terms, run.judging | {"at": n}, run, both, "n") for n in sizes]
        within = [(m.value, m.low, m.high) if name != unit else (1.0, 1.0, 1.0) for m in each]
        style.curve(axes, sizes, within, *look_of[name], linewidth=1)


def _kernel_curves(data: FamilyData, graph: str, every: dict[str, list[Point]], axes) -> None:
    """A curve each kernel as printed, with its slope."""
    look_of = style.colours(searches.names(data))
    for kernel, points in every.items():
        colour, marker = look_of[kernel]
        bars = [[min(p.deviation_s, 0.999 * p.mean_s) for p in points], [p.deviation_s for p in points]]
        rule = searches.slope_rule(points[0].records[0].variant, graph)
        label = kernel + searches.slope_of(data, rule)[1]
        look = {"marker": marker, "color": colour, "capsize": 2, "linewidth": 1}
        axes.errorbar([p.n for p in points], [p.mean_s for p in points], yerr=bars, label=label, **look)


def _tuned_curve(run: FamilyData, fastest: dict[int, Record], printed: Records, ratios, loglog) -> None:
    """The fastest in another form than the printed one; on the left where its run has that, too."""
    look = {"color": style.GREY, "linestyle": "--", "linewidth": 1.2, "marker": ""}
    if fastest:
        loglog.plot(list(fastest), list(map(all_pairs_s, fastest.values())), label="fastest, tuned", **look)
    over = {}
    for n, r in fastest.items():
        if unit := printed.where(n=n, instance=r["instance"]):
            over[n] = searches.time(run, [r]) / searches.time(run, unit)
    if over:
        style.curve(ratios, list(over), [(m.value, m.low, m.high) for m in over.values()], style.GREY, **look)


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
        slope, words = searches.slope_of(data, {"function": "mean_path", "graph": GRAPHS[graph]}, digits=3)
        label = f"({graph}) {KIND[graph]}{words}"
        if slope:
            label += f", paper {printed[graph]}"
            centre = np.exp(np.mean(np.log(n)))
            axes.plot(n, np.exp(np.mean(np.log(means))) * (n / centre) ** slope, color=colour, linewidth=1)
        axes.errorbar(n, means, yerr=bars, fmt=marker, color=colour, capsize=2, label=label)
    style.log_log(axes)
    axes.set(xlabel="N (vertices)", ylabel="mean shortest path (arcs)")
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.42))
    counts = [len(each) for records in curves.values() for each in searches.paths_of(records).values()]
    sampled = any(r.observables["sources"] < r.observables["vertices"] for r in searches.of_paper(data.verified))
    return Figure(
        "apsp_fig_14",
        "Mean shortest path of the three graphs (Fig. 14)",
        f"Verified answers, means over {_range(counts)} a point, bars are standard deviations over them, of one instance"
        " what its sample of sources leaves open; lines are power laws, slopes with half of their 95 % intervals."
        + (" From a sample of sources where not all were searched." if sampled else ""),
        canvas,
    )


def _blocks(data: FamilyData) -> Figure | None:
    """Figure 15: kernel 7 over the blocks, each graph relative to its fastest."""
    data = searches.of_block_sweeps(data)
    sweeps = {graph: searches.block_sweeps(data, graph) for graph in GRAPHS}
    largest = sorted(set().union(*sweeps.values()))[-2:]
    if not largest:
        return None
    canvas, panels = style.canvas(len(largest), height_in=3.8, share_y=True)
    for axes, n in zip(panels, largest):
        for graph, swept in sweeps.items():
            if n in swept:
                _block_curve(data, axes, swept[n], GRAPH_LOOK[graph], f"({graph}) {KIND[graph]}")
        axes.set(title=f"N = {n}", xlabel="threads a block")
    panels[0].set_ylabel("time / time of the fastest block")
    style.legend_below(canvas, panels[0], columns=3)
    times = Records(r for swept in sweeps.values() for n in largest for r in swept.get(n, ()))
    return Figure(
        "apsp_fig_15",
        f"{BEST} against the block size (Fig. 15)",
        f"{data.where}. One instance of each graph; 1 is the fastest block. Bars: 95 % intervals of the ratio, taken round by"
        f" round.{searches.sample_note(times)}",
        canvas,
        times=times,
    )


def _block_curve(data: FamilyData, axes, records: Records, look: tuple[str, str], label: str) -> None:
    """Time at each block over that at the fastest."""
    times = {block: searches.time(data, group) for (block,), group in records.by("block")}
    ratios = [(m.value, m.low, m.high) for m in measured.over_fastest([*times.values()])]
    style.curve(axes, list(times), ratios, *look, linewidth=1, label=label)


def _cpu(data: FamilyData) -> Figure | None:
    """Figure 16: Floyd on the CPU, and what a CPU user would run."""
    ours, local = _cpu_cases(data), searches.paper_cases(data.local)
    if not ours and not local:
        return None
    canvas, (axes,) = style.canvas(height_in=4.6)
    _cpu_curves(axes, ours, {v: v + searches.slope_of(data, searches.cpu_slope(v))[1] for v in CPU_LOOK}, {})
    printed = data.paper["tables"]["table_2"]
    look = {"color": style.GREY, "marker": ".", "linewidth": 1}
    for graph, line in GRAPH_LINES.items():
        label = "paper's Floyd, 1 thread" if line == "-" else None
        axes.plot(printed["n"], printed["cpu_s"][graph], label=label, linestyle=line, **look)
    _cpu_curves(axes, local, {v: f"{v}, this machine" for v in CPU_LOOK}, {"markerfacecolor": "white", "linewidth": 1})
    last = max(printed["n"])
    floyd = searches.floyd(data, "1", last)
    if floyd and floyd.extrapolated > 1:
        n = floyd.records[0]["n"]
        look = {"color": CPU_LOOK[FLOYD][0], "linewidth": 1, "linestyle": (0, (6, 4)), "alpha": 0.7}
        axes.plot([n, last], [floyd.records[0].time_s, floyd.value], label="Floyd, 1 thread, extrapolated", **look)
    style.log_log(axes)
    axes.set(xlabel="N (vertices)", ylabel=ALL_PAIRS)
    style.legend_below(canvas, axes, columns=2)
    hosts = " and ".join(sorted({r.run.host_name for r in ours})) or "No CPU was timed in the GPU's runs"
    hollow = f"; hollow: this machine, {data.local_where}" if local else ""
    return Figure(
        "apsp_fig_16",
        "The CPU: Floyd, as in the paper, and breadth-first search (Fig. 16)",
        f"{hosts}{hollow}. Floyd of the run that goes farthest. Solid: graph (1), dashed: (2), dotted: (3). Slopes on graph"
        " (1) with half of their 95 % intervals, Floyd's between its two largest N; the paper's is about 3. Extrapolated: as N^3."
        f" {style.bars(ours) if ours else ''}",
        canvas,
        times=ours,
    )


def _cpu_cases(data: FamilyData) -> Records:
    """Floyd of the run that goes farthest, each other variant, in its fastest tuning, of the run that has most of it."""
    floyds = Records(r for records in searches.floyds(data) for r in records).grouped(lambda r: r.run.path).values()
    chosen = [*max(floyds, key=lambda run: (max(run.values("n")), len(run)), default=())]
    for variant in CPU_LOOK.keys() - {FLOYD}:
        run = data.run_with(lambda one: one.timed_for_paper.where(variant=variant))
        chosen += searches.fastest_tuning(run.timed_for_paper.where(variant=variant))
    return latest(chosen)


def _cpu_curves(axes, records: Records, labels: dict[str, str], look: dict) -> None:
    """A curve a variant and graph; a variant's name stands once."""
    for variant, (colour, marker) in CPU_LOOK.items():
        label = labels[variant]
        for graph, line in GRAPH_LINES.items():
            mine = searches.fastest_tuning(records.where(variant=variant, graph=GRAPHS[graph])).sorted("n")
            if mine:
                within = [[searches.scale(r) * t for t in (r.time_s, *r.interval_s)] for r in mine]
                own = {"linestyle": line, "label": label} | look
                style.curve(axes, [r["n"] for r in mine], within, colour, marker, **own)
                label = None

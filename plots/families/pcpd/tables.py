"""Rates beside the paper's, and estimates of p_c."""

from __future__ import annotations

from collections.abc import Iterator

from plots.data import counters, select
from plots.families.pcpd import critical, runs
from plots.output.tables import Interval, Table, share
from plots.verdicts.family import FamilyData

# The paper's label of a CPU variant -> its moves a second in the paper's values.
CPU = {
    "CPU, plain": "moves_per_s_cpu_plain",
    "CPU, multispin, 1 core": "moves_per_s_cpu_multispin_1_core",
    "CPU, multispin, all cores": "moves_per_s_cpu_multispin_2_cores",
}
DIRECTED_PERCOLATION = 0.159464  # delta


def tables(data: FamilyData) -> Iterator[Table]:
    for make in (_rates, _counters, _critical, _directed_percolation):
        if (table := make(data)).rows:
            yield table


def printed_gpu_rate(data: FamilyData) -> float:
    return next(claim["claimed"] for claim in data.paper["claims"] if claim["id"] == "gpu_rate")


def _rates(data: FamilyData) -> Table:
    records, copy = data.timed_for_paper, data.ceiling("copy_bytes_per_s")
    printed = {label: data.paper["values"][name]["value"] for label, name in CPU.items()}
    printed["GPU"] = printed_gpu_rate(data)
    each = [runs.quickest(records.where(variant=variant)) for variant in select.order(records)]
    rates, rows = {r.data["paper"]["label"]: runs.rate(r) for r in each}, []
    for r in each:
        rate, paper = runs.rate(r), printed.get(r.data["paper"]["label"])
        row = [r.name, rate, Interval(*runs.rate_interval(r)), paper, paper and rate / paper]
        row += [rate / rates[label] if label in rates else None for label in CPU]
        row.append(share(rate * r.observables["bytes_per_move"] / copy) if copy and r.processor == "gpu" else None)
        rows.append([*row, r.get("block"), r.get("words_per_thread"), r["lattices"], r.get("lattices_in_flight")])
    heads = ["variant", "moves/s", "95 % interval", "moves/s, paper", "measured / paper", "over Algorithm 1"]
    heads += ["over multispin, 1 core", "over multispin, all cores", "of copy bandwidth", "block", "words a thread"]
    setting = ", ".join(f"{axis} = {records[0][axis]}" for axis in ("p", "d", "decorrelation")) if records else ""
    note = (
        f"PCPD, {setting}, the fastest of the blocks and lattices that were timed. Of copy bandwidth: the bytes that a move"
        " reads and writes by the rate, over the copy bandwidth measured on the same GPU; lattices that stay in a cache can"
        " exceed it."
    )
    title = f"Best rate of each variant, {data.where}"
    return Table("pcpd_rates", title, [*heads, "lattices", "in flight at most"], rows, note).filled()


def _critical(data: FamilyData) -> Table:
    printed, rows = data.paper["values"]["critical_p"]["value"], []
    for estimate in critical.estimates(data):
        row = [estimate.d, str(estimate), estimate.statistical, estimate.spread]
        if paper := printed.get(f"{estimate.d:g}"):
            row += [critical.rounded(paper["p_c"], paper["error"]), (estimate.p_c - paper["p_c"]) / estimate.error]
        else:
            row += [None, None]
        starts = [fit.start for each in estimate.fits.values() for fit in each]
        row += [", ".join(f"{r['p']:g}" for r in estimate.records), f"{min(starts):g} to {max(starts):g}"]
        rows.append([*row, estimate.records[0]["time"], ", ".join(str(r["lattices"]) for r in estimate.records)])
    heads = ["d", "p_c", "statistical error", "spread of the fits", "p_c, paper", "difference / error", "p"]
    heads += ["fitted from t", "up to t", "runs (lattices)"]
    return Table("pcpd_p_c", "The critical annihilation rate", heads, rows, critical.METHOD, fold=False)


def _counters(data: FamilyData) -> Table:
    """What bounds the rate: instructions, for the words stay in a cache or in shared memory."""
    profiled = data.counted.where(lambda r: None not in ((c := r.run.counters).dram_bytes, c.thread_instructions))
    rows = []
    for r in (profiled.where(variant=variant)[0] for variant in select.order(profiled)):
        c, moves = r.run.counters, r.data["work"]["items"]
        row = [r.name, r["block"], r.get("words_per_thread"), moves / c.time_s]
        row += [c.thread_instructions * runs.WORD / moves, c.dram_bytes / moves]
        rows.append([*row, *counters.cells(c, r.data["launch"])])
    heads = ["variant", "block", "words a thread", "moves/s", "instructions a word and step", "DRAM bytes a move"]
    note = "Instructions: of a thread for each word of 32 moves, the lanes that idle counted too."
    return counters.table("pcpd_counters", f"What a launch keeps busy, {data.where_counted}", heads, rows, note)


def _directed_percolation(data: FamilyData) -> Table:
    """Models of the class of directed percolation near their critical points: its exponent is known."""
    rows = []
    for model, name, density in (("dp", "contact process", "density"), ("pcpd", "PCP", "pair_density")):
        records = runs.with_densities(data, model, d=0).where(lambda r: "sites_per_item" in r.observables)
        until = min(records.values("time"), default=0)
        for r in sorted(records, key=lambda r: (runs.items(r), r["p"], r.name)):
            if (late := runs.late_exponent(r, density, until)) is None:
                continue
            value, error = late
            row = [name, r["p"], r.name, runs.items(r), runs.DENSITIES[density], value, error]
            rows.append([*row, DIRECTED_PERCOLATION, (value - DIRECTED_PERCOLATION) / error, until, r["lattices"]])
    heads = ["model", "p", "variant", "work-items", "density of", "decay exponent", "standard error"]
    heads += ["directed percolation", "difference / error", "t", "runs (lattices)"]
    note = (
        f"d = 0. Exponent of the last factor {runs.LATE} in t. That of directed percolation is Jensen's (J. Phys. A 32 (1999),"
        " 5233); critical are p = 1 / (1 + 3.297848) and 0.07709. More work-items have fewer sites each, which are updated"
        " together: without diffusion they decay too fast."
    )
    title = "Decay in the class of directed percolation"
    return Table("pcpd_directed_percolation", title, heads, rows, note, fold=False)

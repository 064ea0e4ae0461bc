"""Rates beside the paper's, and what is fitted near p_c."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from plots.data import counters, select
from plots.data.measured import Measured
from plots.data.records import Records
from plots.families.pcpd import critical, rates, runs
from plots.output.tables import Interval, Table, of_cells, share
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData
from plots.verdicts.measures import Rule

TUNED = "tuned (moves/s)"
DIRECTED_PERCOLATION = 0.159464  # delta


def tables(data: FamilyData) -> Iterator[Table]:
    for make in (_rates, _counters, _critical, _exponents, _directed_percolation):
        if (table := make(data)).rows:
            yield table


def _rates(data: FamilyData) -> Table:
    records = data.timed_for_paper
    bases = {r.data["paper"]["label"]: r.variant for r in records}
    rows = [_rate(data, rule, bases) for rule in _rules(records) if _measured(data, rule)]
    setting = ", ".join(f"{axis} = {records[0][axis]}" for axis in ("p", "d", "decorrelation")) if records else ""
    tuned = any(value for row in rows for column, value in row if column == TUNED)
    note = (
        f"PCPD, {setting}, the fastest of the blocks and lattices that were timed. Of copy bandwidth: the bytes that a move"
        " reads and writes by the rate, over the copy bandwidth measured on the same GPU; lattices that stay in a cache can"
        " exceed it."
    ) + " Tuned: with another choice of sites, or fewer lattices at once." * tuned
    return of_cells("pcpd_rates", f"Best rate of each variant, {data.where}", rows, note).filled()


def _rules(records: Records) -> list[Rule]:
    """One for each variant, and for each number of threads that the paper has it on."""
    each = [(variant, records.where(variant=variant).values("threads")) for variant in select.order(records)]
    return [rates.best(variant, n) for variant, threads in each for n in [*filter(None, threads), None]]


def _measured(data: FamilyData, rule: Rule) -> Measured | None:
    with suppress(NotMeasurable):
        return data.published.measured(rule)
    return None


def _rate(data: FamilyData, rule: Rule, bases: dict[str, str]) -> list[tuple[str, Any]]:
    rate, paper = data.published.measured(rule), rates.printed(data, rule)
    r, copy, tuned = rate.records[0], data.ceiling("copy_bytes_per_s"), data.published.tuned(rule)
    on_gpu = r.processor == "gpu"
    return [
        ("variant", r.name + (f", {rule['threads']} threads" if "threads" in rule else "")),
        ("moves/s, paper", paper),
        ("moves/s", rate.value),
        ("95 % interval", Interval(rate.low, rate.high)),
        ("measured / paper", paper and rate.value / paper),
        (TUNED, tuned and tuned.value),
        ("over Algorithm 1", _over(data, rule, bases.get(rates.PLAIN))),
        ("over multispin, 1 core", _over(data, rule, bases.get(rates.ONE_CORE))),
        ("over multispin, all cores", _over(data, rule, bases.get(rates.ALL_CORES))),
        ("of copy bandwidth", share(rate.value * r.observables["bytes_per_move"] / copy) if copy and on_gpu else None),
        ("block", r.get("block")),
        ("words a thread", r.get("words_per_thread")),
        ("lattices", r["lattices"]),
        ("run", r.run.path.name),
    ]


def _over(data: FamilyData, rule: Rule, base: str | None) -> float | None:
    threads = rule.get("threads")
    found = base and _measured(data, rates.over(rule["variant"], base, threads))
    return found.value * (threads or 1) if found else None


def _critical(data: FamilyData) -> Table:
    printed, rows = data.paper["values"]["critical_p"]["value"], []
    for estimate in critical.estimates(data):
        p_c, paper = estimate.p_c, printed.get(f"{estimate.d:g}")
        apart = paper and _measured(data, {"function": "critical_p", "d": estimate.d})
        starts = [fit.start for each in estimate.fits.values() for fit in each]
        rows.append(
            [
                ("d", estimate.d),
                ("p_c, paper", paper and critical.rounded(paper["p_c"], paper["error"])),
                ("p_c", str(p_c)),
                ("statistical error", p_c.statistical),
                ("spread of the fits", p_c.spread),
                ("difference / joint error", apart.value if apart else None),
                ("p", ", ".join(f"{r['p']:g}" for r in estimate.records)),
                ("fitted from t", f"{min(starts):g} to {max(starts):g}"),
                ("up to t", estimate.records[0]["time"]),
                ("runs (lattices)", ", ".join(str(r["lattices"]) for r in estimate.records)),
            ]
        )
    return of_cells("pcpd_p_c", "The critical annihilation rate", rows, critical.METHOD, fold=False)


def _exponents(data: FamilyData) -> Table:
    """What the fits say of Eq. (7), whose constants the paper does not print."""
    rows = []
    for estimate in critical.estimates(data):
        for density, counted in runs.DENSITIES.items():
            row = [("d", estimate.d), ("density of", counted)]
            for name in ("delta", "c1", "c2"):
                each = estimate.found(name, density)
                row += [(name, each.value), (f"{name}, 95 % interval", Interval(*each.interval))]
            row += [
                ("directed percolation", DIRECTED_PERCOLATION),
                ("left, in standard errors", estimate.misfit(density)),
            ]
            rows.append(row)
    note = (
        "Of the fits that p_c comes of. Left: the root mean square of the densities less the fit. The paper prints none of these"
        " numbers; it expects one delta for both densities. c1 and c2 are of each density and d."
    )
    title = "Eq. (7) at p_c: rho = c1 t^-delta + c2 t^(-2 delta)"
    return of_cells("pcpd_eq_7", title, rows, note, fold=False)


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

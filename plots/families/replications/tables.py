"""Times, crossovers, steps, accesses (Table 1) and estimates, each beside what the paper prints or what is known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from plots.data import counters, select
from plots.data.records import Record
from plots.families.replications import accesses, crossover, estimates, runs, steps
from plots.families.replications.crossover import Crossover
from plots.output.tables import Interval, Share, Table, of_cells
from plots.verdicts.claims import NotMeasurable
from plots.verdicts.family import FamilyData, where

FEW = 30  # replications, from which the paper takes a mean to be normal
PAPERS_PAIR = ("tlp", "wlp")


def tables(data: FamilyData) -> Iterator[Table]:
    for make in (_times, _generators, _crossovers, _steps, _accesses, _counters, _estimates):
        if (table := make(data)).rows:
            yield table


def printed(data: FamilyData, function: str, **members: Any) -> float | None:
    """The printed number of the claim that this function judges with these members."""
    rule = runs.rule_of(data, function, **members)
    return next(
        (claim["claimed"] for claim in data.paper["claims"] if claim["judge"] is rule and "function" in rule), None
    )


def printed_step(data: FamilyData, variant: str) -> float | None:
    """The paper prints one of a variant, whatever the model."""
    each = (printed(data, "first_step", variant=variant, where={"model": model}) for model in runs.MODELS)
    return next((number for number in each if number), None)


def _times(data: FamilyData) -> Table:
    rows, shown = [], []
    for model in runs.models(data.every.timed()):
        records = runs.usual(runs.of_model(data, model).timed, model)
        shown += records
        order = select.order(records)
        few = [r for variant in order if (r := records.where(variant=variant, replications=FEW).quickest())]
        full = [runs.at_most(records, variant) for variant in order]
        rows += _loaded(f"{FEW} replications", few)
        if any(r[runs.REPLICATIONS] != FEW for r in full):
            rows += _loaded("full load", full)
    note = (
        "Fastest tuning, of each model in the run that has most. Full load: the most replications that were timed of a variant"
        " there. Speed-ups are ratios of rates, as numbers of replications differ."
    )
    return of_cells("replications_times", f"Times and rates, {where(shown)}", rows, note).filled()


def _loaded(load: str, records: list[Record]) -> list[list[tuple[str, Any]]]:
    rates = {r.variant: runs.rate(r) for r in records}
    return [
        [
            ("model", runs.model_name(r["model"])),
            ("load", load),
            ("variant", r.name),
            ("replications", r[runs.REPLICATIONS]),
            ("of", runs.size_words(r)),
            ("tuning", r.setting or None),
            ("time (s)", r.time_s),
            ("95 % interval (s)", Interval(*r.interval_s)),
            ("items/s", runs.rate(r)),
            ("item", r.data["work"]["item"]),
            ("over one core", runs.rate(r) / rates["cpu_serial"] if "cpu_serial" in rates else None),
            ("over WLP", runs.rate(r) / rates["wlp"] if "wlp" in rates else None),
        ]
        for r in records
    ]


def _generators(data: FamilyData) -> Table:
    """Each model and variant at the workload that most generators were timed at."""
    rows = []
    compared = data.run_with(lambda one: one.timed.where(lambda r: r["generator"] != runs.GENERATOR))
    for (model, variant), group in compared.timed.by("model", "variant"):
        alike = group.best().grouped(lambda r: tuple(pair for pair in r.workload if pair[0] != "generator"))
        most = max(alike.values(), key=lambda each: (len(each), each[0][runs.REPLICATIONS]))
        base = next((r for r in most if r["generator"] == runs.GENERATOR), None)
        for r in most.sorted("generator") if len(most) > 1 else ():
            over = base.centre_s / r.centre_s if base else None
            row = [runs.model_name(model), r.name, r["generator"], r[runs.REPLICATIONS], runs.size_words(r)]
            rows.append([*row, r.time_s, Interval(*r.interval_s), runs.rate(r), r.data["work"]["item"], over])
    heads = ["model", "variant", "generator", "replications", "of", "time (s)", "95 % interval (s)", "items/s", "item"]
    title = f"Times by generator, {data.where}"
    return Table("replications_generators", title, [*heads, f"over {runs.GENERATOR}"], rows).filled()


def _crossovers(data: FamilyData) -> Table:
    rows = []
    for model in runs.models(data.timed):
        for early, late in crossover.PAIRS:
            if crossing := crossover.either_way(data, model, early, late):
                paper = printed(data, "lasting_gain", variants=[late, early], where={"model": model})
                rows.append([runs.model_name(model), *_crossing(crossing), paper])
    heads = ["model", "of", "faster", "than", "from (replications)", "95 % interval", "timed at", "times over, first"]
    note = (
        "From: the number of replications beyond which the first is faster at every number timed; straight between the"
        " logarithms of the numbers timed. The interval is where those of the times cross. Times over: the second's time"
        " over the first's, at the first and at the last number. Each row is of one run, the same on which a claim on it rests."
    )
    heads += ["times over, last", "run", "paper"]
    return Table("replications_crossovers", f"Who is faster from where on, {data.where}", heads, rows, note).filled()


def _crossing(crossing: Crossover) -> list[Any]:
    first, last = crossing.numbers[0], crossing.numbers[-1]
    ends = None
    if crossing.inner:
        ends = Interval(crossing.low, crossing.high) if crossing.high else f"> {crossing.low:.3g}"
    over = [crossing.early[n].centre_s / crossing.late[n].centre_s for n in (first, last)]
    start = crossing.start if crossing.inner else crossing.words
    late, early = crossing.late[first], crossing.early[first]
    run = " and ".join(sorted({late.run.path.name, early.run.path.name}))
    return [runs.size_words(late), late.name, early.name, start, ends, f"{first} to {last}", *over, run]


def _steps(data: FamilyData) -> Table:
    rows = []
    for stairs in steps.every(data):
        r, jumps = stairs.record, stairs.staircase.steps
        numbers = stairs.records.values(runs.REPLICATIONS)
        row = [r.name, runs.model_name(r["model"]), r.setting or None, runs.size_words(r)]
        row.append(f"{numbers[0]} to {numbers[-1]}, {len(numbers)} numbers")
        first = jumps[0] if jumps else None
        row += [first.high, Interval(first.low, first.high), Share(first.height)] if first else [None] * 3
        row[5] = row[5] or f"none up to {numbers[-1]}"
        row += [", ".join(f"{step.high} ({step.height:+.1%})" for step in jumps[1:4]) or None, len(jumps)]
        rows.append([*row, stairs.after_issue, stairs.after_residency, printed_step(data, r.variant)])
    heads = [
        "variant",
        "model",
        "tuning",
        "of",
        "timed at",
        "first step",
        "between",
        "height",
        "the next ones",
        "steps",
    ]
    heads += ["by schedulers", "by residency", "paper"]
    note = (
        "Steps are found by a fit of straight stretches with a penalty for each (Bayesian information criterion, noise from"
        " neighbouring points); the first step is the first timed number behind it, between says where it may be. By"
        f" schedulers: the number at which one of the {steps.SCHEDULERS} schedulers of a multiprocessor gets a second warp;"
        " by residency: at which replications must wait until others end. TLP is looked at from a full warp on."
    )
    return Table("replications_steps", f"Steps of the time, {data.where}", heads, rows, note, fold=False).filled()


def _accesses(data: FamilyData) -> Table:
    """Table 1, and Fig. 8 as a row."""
    measured, rows = [], []
    hardware, emulation = accesses.counted(data, PAPERS_PAIR), accesses.emulated(data, PAPERS_PAIR)
    for kind, both in ((accesses.WARPS, hardware), (accesses.SECTORS, hardware), (accesses.THREADS, emulation)):
        for access in accesses.ACCESSES if both else ():
            counts = [accesses.number(r, kind, access) for r in both]
            if None not in counts:
                over = published(data, "accesses_over", access=access) if kind == accesses.WARPS else None
                measured.append(_access(access, kind, *counts, both[0], over))
    if not measured:
        return Table("replications_table_1", "", [], [])
    paper = data.paper["tables"]["table_1"]
    for access, tlp, wlp in zip(paper["rows"], paper["TLP"], paper["WLP"]):
        rows.append(_access(access.lower(), "paper's profiler", tlp, wlp))
        rows += [row for row in measured if row[0] == access.lower()]
    if hardware:
        ratios = [accesses.memory_over_rest(r.run.counters) for r in hardware]
        if None not in ratios:
            kind, printed_ratio = (
                "time for global memory over the rest",
                data.paper["values"]["memory_time_ratio"]["value"],
            )
            rows.append([kind, "paper's profiler", None, None, printed_ratio, None])
            over = published(data, "memory_time_over")
            rows.append(_access(kind, "reasons that warps wait for", *ratios, hardware[0], over))
    heads = ["what", "counted by", "TLP", "WLP", "TLP / WLP", "replications"]
    note = (
        "A request is one instruction of a warp, whatever of its threads take part; a sector is what a request needs at"
        " least. The emulation counts the elements that threads read and write. The paper does not say for how many"
        " replications it counts, nor what. Time for global memory (Fig. 8): warps that wait for loaded data or for the load"
        " queue over those that issue or wait for another of the reasons counted."
    )
    title = f"Accesses of global memory, random walk (Table 1), {data.where}"
    return Table("replications_table_1", title, heads, rows, note, fold=False).filled()


def published(data: FamilyData, function: str, **members: Any) -> float | None:
    """What the claim says of the paper's two variants."""
    with suppress(NotMeasurable):
        return data.published.measured(runs.rule_of(data, function, variants=[*PAPERS_PAIR], **members)).value
    return None


def _access(
    quantity: str, kind: str, tlp: float, wlp: float, r: Record | None = None, over: float | None = None
) -> list[Any]:
    """`over`: where it is published, else the quotient."""
    return [quantity, kind, tlp, wlp, over or (tlp / wlp if wlp else None), r and r[runs.REPLICATIONS]]


def _counters(data: FamilyData) -> Table:
    rows = []
    for (model, variant), group in data.counted.where(lambda r: bool(r.run.counters.time_s)).by("model", "variant"):
        for r in group.sorted(runs.REPLICATIONS):
            c, items = r.run.counters, r.data["work"]["items"]
            instructions = c.thread_instructions and c.thread_instructions / items
            row = [runs.model_name(model), r.name, r["generator"], r[runs.REPLICATIONS], items / c.time_s]
            rows.append([*row, r.data["work"]["item"], instructions, *counters.cells(c, r.data["launch"])])
    heads = ["model", "variant", "generator", "replications", "items/s", "item", "instructions an item"]
    note = "Instructions: of a thread for each point, client or step, the lanes that idle counted too."
    return counters.table("replications_counters", f"What a launch keeps busy, {data.where_counted}", heads, rows, note)


def _estimates(data: FamilyData) -> Table:
    rows = [estimates.cells(each) for each in estimates.estimated(data)]
    note = (
        "Of each model and generator the verified case of most work. Intervals by Student's t over the replications. Known:"
        " pi; of M/M/1 the mean of the first n clients from empty: the wait is r/(mu(1-r)) - r/(n mu (1-r)^3) with r ="
        " lambda/mu, the time in the system 1/mu more, the idle time 1/lambda - 1/mu + 1/(n(mu - lambda)); of"
        " the walk the mean number of a chunk if all are alike, which chi-square tests."
    )
    return of_cells("replications_estimates", "Estimates and what is known", rows, note, fold=False).filled()

"""Puts a report together: what was run, what became of the papers' claims, every family, how it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from plots import claims, family, provenance
from plots.pages import Part, Section
from plots.records import Records, Run
from plots.tables import Interval, Table
from plots.tuning.space import case_of


def sections(
    runs: list[Run],
    records: Records,
    replaced: int,
    counted: Records,
    tuning: Section | None = None,
    draw: bool = True,
) -> Iterator[Section]:
    """The whole report, in reading order. A figure is drawn when it is reached, and none unless `draw`."""
    judged = []
    for module in family.modules():
        if any(r.family == module.FAMILY for r in records):
            data = family.data_of(module.FAMILY, module.PAPER, records, runs, counted)
            judged.append((module, data, family.verdicts(module, data)))
    known = {module.FAMILY for module in family.modules()}
    if runs:
        yield provenance.what_was_run(runs, records, replaced)
    if judged:
        yield _summary(judged)
    for module, data, verdicts in judged:
        yield Section(module.TITLE, _family(module, data, verdicts, draw))
    for name in sorted({r.family for r in records} - known):
        yield _unknown_family(name, Records(r for r in records if r.family == name))
    if tuning:
        yield tuning
    if records:
        yield provenance.how_it_was_made(runs, records)


def _summary(judged: list[tuple]) -> Section:
    """Every claim with its verdict, on one screen a family."""
    kinds = [claims.HOLDS, claims.REVERSED, claims.NOT_MEASURABLE]
    counts, rows = [], []
    for module, data, verdicts in judged:
        count = Counter(v.verdict for v in verdicts)
        counts.append([module.TITLE, data.where] + [count[k] for k in kinds])
        rows += [[module.FAMILY, *_in_short(v)] for v in verdicts]
    told = [(module.TITLE, module.headline(data)) for module, data, _ in judged if hasattr(module, "headline")]
    lines = [f"- {title}. {text}" for title, text in told if text]
    return Section(
        "In short",
        (["Which is fastest, and how far from print:\n\n" + "\n".join(lines)] if lines else [])
        + [
            Table(
                "verdicts",
                "Claims by verdict",
                ["family", "judged on"] + kinds,
                counts,
                "holds: the whole 95 % interval meets the claim. reversed: none of it does. not measurable here: the"
                " records can not tell; each family's table of claims says why. An interval of a quotient of times is at"
                f" least {claims.DRIFT:.0%} either way: two runs differ by more than the samples of one.",
            ),
            Table(
                "claims",
                "All claims",
                ["family", "claim", "quantity", "claimed", "measured", "verdict"],
                rows,
                f"other size: it holds in direction, but is more than {claims.SIZE_FACTOR} times off the printed value.",
                fold=False,
            ),
        ],
    )


def _in_short(v: claims.Verdict) -> list:
    printed = v.claim.claimed
    claimed = Interval(*printed) if isinstance(printed, list) else printed
    return [
        v.claim.text,
        v.claim.quantity,
        claims.relation_text(v.claim) if claimed is None else claimed,
        v.measured.value if v.measured else None,
        f"{v.verdict}, other size" if v.only_direction else v.verdict,
    ]


def _family(
    module, data: family.FamilyData, verdicts: list[claims.Verdict], draw: bool
) -> Iterator[Part]:
    if data.paper.get("citation"):
        yield f"After {data.paper['citation']}"
    if draw:
        yield from module.figures(data)
    yield from module.tables(data)
    if data.local:
        title = f"Times on this machine, {data.local_where}"
        yield _fastest(f"{module.FAMILY}_local", title, data.local)
    yield claims.table_of(verdicts, module.FAMILY, data.where)


def _unknown_family(name: str, records: Records) -> Section:
    return Section(
        name,
        [
            "No module of plots/families knows this family: its fastest correct cases, nothing more.",
            _fastest(f"{name}_best", "Fastest tuning of each variant and workload", records),
        ],
    )


def _fastest(name: str, title: str, records: Records) -> Table:
    rows = [
        [
            r.variant,
            ", ".join(case_of(r).split("/")[2:]),
            ", ".join(f"{k}={v}" for k, v in r.tuning),
            r.machine,
            r.time_s,
            Interval(*r.interval_s),
        ]
        for r in records.best()
    ]
    heads = ["variant", "workload", "tuning", "ran on", "median (s)", "95 % interval (s)"]
    return Table(name, title, heads, rows)

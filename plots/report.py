"""Puts a report together: what was run, what became of the papers' claims, every family, how it was made."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

from plots import blame, claims, families, generic, judge, ledger, measures, provenance, select, verdict_table
from plots.family import FamilyData, data_of
from plots.figures import Figure
from plots.pages import Part, Section
from plots.records import Records, Run
from plots.tables import Table, number


def modules() -> dict[str, ModuleType]:
    """Family -> its module of plots/families: a new file there is all that a family's own page needs."""
    pages_ = {}
    for file in sorted(pkgutil.iter_modules(families.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"plots.families.{file.name}")
        missing = [name for name in ("FAMILY", "TITLE", "tables", "figures") if not hasattr(module, name)]
        if missing:
            raise TypeError(f"plots/families/{file.name}: lacks {', '.join(missing)}")
        pages_[module.FAMILY] = module
    return pages_


Judged = list[tuple[ModuleType, FamilyData, list[claims.Verdict]]]


def judge_all(runs: list[Run], records: Records, counted: Records) -> Judged:
    """Every family with its page and its claims' verdicts, in reading order."""
    own_page, judged = modules(), []
    for name in _reading_order(records):
        module = own_page.get(name, generic)
        with blame.on(name, records):
            data = data_of(name, claims.paper_of(name), records, runs, counted, module)
            verdicts = ledger.verdicts(data)
            judged.append((module, ledger.shown(data, verdicts)[0], verdicts))
    return judged


def sections(
    runs: list[Run], records: Records, judged: Judged, tuning: Section | None = None, draw: bool = True
) -> Iterator[Section]:
    """The whole report, in reading order. A figure is drawn when it is reached, and none unless `draw`."""
    if runs:
        yield provenance.what_was_run(runs, records)
    if any(verdicts for *_, verdicts in judged):
        yield _summary([each for each in judged if each[2]])
    for module, data, verdicts in judged:
        yield Section(_title(module, data), blame.each(_family(module, data, verdicts, draw), data.name, records))
    if tuning:
        yield tuning
    if records:
        yield provenance.how_it_was_made(runs, records)


def _reading_order(records: Records) -> list[str]:
    """Families of the runs given before those that are shown from recorded runs."""
    given = {r.family for r in records if not r.run.recorded}
    return sorted({r.family for r in records}, key=lambda name: (name not in given, name))


def _title(module: ModuleType, data: FamilyData) -> str:
    return getattr(module, "TITLE", data.name)


def _summary(judged: list[tuple]) -> Section:
    """Every claim with its verdict, on one screen a family."""
    counts, rows = [], []
    for module, data, verdicts in judged:
        counts.append(verdict_table.counts(_title(module, data), data.where, verdicts))
        others = {v.claim.id: v for v in verdicts}
        for v in verdicts:
            verdict, *cells = verdict_table.row(v, others)
            rows.append([verdict, data.name, *cells])
    leaders = [row for module, data, _ in judged for row in _leaders(_title(module, data), data)]
    verdict, *heads = verdict_table.HEADS
    return Section(
        "In short",
        [Table("fastest", "GPU variants, fastest first", LEADERS, leaders, LEADERS_NOTE)] * bool(leaders)
        + [
            Table(
                "verdicts",
                "Claims by verdict",
                ["family", "judged on", "claims", *claims.VERDICTS],
                counts,
                f"{verdict_table.meanings()} Claims are judged in the form that the paper prints, at the size that they"
                " name, inside one run where one has all that is needed. An interval of a quotient of times is at least"
                f" {claims.DRIFT:.0%} either way, {claims.ALONE['gpu']:.0%} where one process alone measured a GPU's time"
                f" ({claims.ALONE['cpu']:.0%} a CPU's), and {claims.BOARD_SPREAD:.1%} where it crosses boards.",
            ),
            Table("claims", "All claims", [verdict, "family", *heads], rows, fold=False),
        ],
    )


LEADERS = ["family", "case", "size", "as printed (s)", "tuned (s)"]
LEADERS_NOTE = (
    "Each family's own case, at the largest size that all of its variants have as printed; tuned at the same."
)


def _leaders(title: str, data: FamilyData) -> Iterator[list]:
    """A row each value of the axes over which the claims range, but for that of size."""
    printed, tuned = (judge.cases(data.judging, replace(data, form=form)) for form in ("printed", "tuned"))
    ranges = {axis for claim in claims.claims(data.paper["id"], data.name) for axis in judge.ranges_over(claim.judge)}
    axes = sorted(ranges - {"variant", *(r.size_axis for r in printed)})
    for point, group in printed.where(processor="gpu").by(*axes):
        variants, size = select.order(group), group[0].size_axis
        n = select.largest_common(size, *(group.where(variant=v) for v in variants))
        if n is None or len(variants) < 2:
            continue
        at = dict(zip(axes, point)) | {size: n}
        case = ", ".join(f"{axis}={value}" for axis, value in zip(axes, point))
        forms = (_ranked(data, group.where(**at)), _ranked(data, tuned.where(processor="gpu", **at)))
        yield [title, case, f"{size}={n}", *forms]


def _ranked(data: FamilyData, records: Records) -> str:
    each = {name: records.where(variant=v) for v, name in select.order(records).items()}
    times = {name: measures.time_of(mine, data.judging, data).value for name, mine in each.items()}
    return "; ".join(f"{name} {number(t)}" for name, t in sorted(times.items(), key=lambda item: item[1]))


def _family(module: ModuleType, data: FamilyData, verdicts: list[claims.Verdict], draw: bool) -> Iterator[Part]:
    if data.paper.get("citation"):
        yield f"After {data.paper['citation']}"
    setups = ledger.shown(data, verdicts)
    if draw:
        yield from _firsts(figure for setup in setups for figure in module.figures(setup))
    yield from _firsts(table for setup in setups for table in module.tables(setup))
    if data.local:
        yield generic.times(f"{data.name}_local", f"Times on this machine, {data.local_where}", data.local)
    if verdicts:
        yield verdict_table.table_of(verdicts, data.name, data.where)


def _firsts(parts: Iterator[Part]) -> Iterator[Part]:
    """Each table and figure is of one board and one build: of several the first that has what it needs."""
    seen = set()
    for part in parts:
        if part.name not in seen:
            seen.add(part.name)
            yield part
        elif isinstance(part, Figure):
            part.drop()

"""Puts a report together: the start page, a page a family, all claims, tuning, and how it was measured."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import ModuleType

from plots import families
from plots.data import blame
from plots.data.records import Records, Run
from plots.output.figures import Figure
from plots.output.pages import START, Page, Part, Section
from plots.output.tables import Table
from plots.sections import generic, provenance, start
from plots.verdicts import claims, ledger, verdict_table
from plots.verdicts.family import FamilyData
from plots.verdicts.sorting import data_of
from plots.verdicts.words import Verdict

OTHER_PAGES = (START, "claims", "tuning", "provenance")


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


Judged = list[tuple[ModuleType, FamilyData, list[Verdict]]]


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


def verdicts_for_terminal(judged: Judged) -> str:
    """How the claims stand: a line each family, and one of all; nothing where no paper has claims on what was run."""
    families_ = [(data.name, verdicts) for _, data, verdicts in judged if verdicts]
    every = [verdict for _, verdicts in families_ for verdict in verdicts]
    return f"{verdict_table.for_terminal(families_)}{verdict_table.in_a_line(every)}\n" if every else ""


def pages(
    runs: list[Run], records: Records, judged: Judged, tuning: Section | None = None, draw: bool = True
) -> list[Page]:
    """The whole report, in reading order. A figure is drawn when it is reached, and none unless `draw`."""
    titled = [(_title(module, data), data, verdicts) for module, data, verdicts in judged]
    headlines = [getattr(module, "HEADLINE", f"{data.name}_times") for module, data, _ in judged]
    all_pages = [start.page(runs, records, titled, headlines, draw)]
    all_pages += [_family(module, data, verdicts, records, draw) for module, data, verdicts in judged]
    if any(verdicts for *_, verdicts in judged):
        all_pages.append(Page("claims", "All claims", [Section("Claims of all families", [_all_claims(judged)])]))
    if tuning:
        all_pages.append(Page("tuning", tuning.title, [tuning]))
    if records:
        sections = (part(runs, records) for part in (provenance.what_was_run, provenance.how_it_was_made))
        all_pages.append(Page("provenance", "How it was measured", sections))
    return all_pages


def _reading_order(records: Records) -> list[str]:
    """Families of the runs given before those that are shown from recorded runs."""
    own = {r.family for r in records if not r.run.recorded}
    return sorted({r.family for r in records}, key=lambda name: (name not in own, name))


def _title(module: ModuleType, data: FamilyData) -> str:
    return getattr(module, "TITLE", data.name)


def _all_claims(judged: Judged) -> Table:
    rows = []
    for _, data, verdicts in judged:
        others = {v.claim.id: v for v in verdicts}
        for v in verdict_table.of_papers(verdicts):
            verdict, *cells = verdict_table.row(v, others)
            rows.append([verdict, data.name, *cells])
    verdict, *heads = verdict_table.HEADS
    return Table("claims", "All claims", [verdict, "family", *heads], rows, verdict_table.how_judged(), fold=False)


def _family(module: ModuleType, data: FamilyData, verdicts: list[Verdict], records: Records, draw: bool) -> Page:
    recorded = bool(data.every) and all(r.run.recorded for r in data.every)
    words = (
        f"Recorded results: measured on {data.where}, not on your machine."
        if recorded
        else f"Measured on {data.where}."
    )

    def checked(parts: Iterable[Part]) -> Iterator[Part]:
        return blame.each(iter(parts), data.name, records)

    sections = [
        Section("Claims", _claims(data, verdicts)),
        Section("Figures", checked(figures(module, data, verdicts)) if draw else ()),
        Section("Tables", checked(tables(module, data, verdicts))),
    ]
    name = data.name if data.name.lower() not in OTHER_PAGES else f"{data.name}-family"
    return Page(name, _title(module, data), sections, words if data.where else "", recorded)


def _claims(data: FamilyData, verdicts: list[Verdict]) -> Iterator[Part]:
    if data.paper.get("citation"):
        yield f"After {data.paper['citation']}"
    if verdicts:
        yield verdict_table.table_of(verdicts, data.name, data.where)
        if any(v.claim.is_ours for v in verdicts):
            yield verdict_table.of_ours(verdicts, data.name, data.where)


def figures(module: ModuleType, data: FamilyData, verdicts: list[Verdict]) -> Iterator[Figure]:
    return _firsts(figure for setup in _setups(data, verdicts) for figure in module.figures(setup))


def tables(module: ModuleType, data: FamilyData, verdicts: list[Verdict]) -> Iterator[Table]:
    return _firsts(table for setup in _setups(data, verdicts) for table in module.tables(setup))


def _setups(data: FamilyData, verdicts: list[Verdict]) -> list[FamilyData]:
    first, *others = ledger.shown(data, verdicts)
    return [first, *(replace(setup, shows_answers=False) for setup in others)]


def _firsts(parts: Iterable[Part]) -> Iterator[Part]:
    """Each table and figure is of one board and one build: of several the first that has what it needs."""
    seen = set()
    for part in parts:
        if part.name not in seen:
            seen.add(part.name)
            yield part
        elif isinstance(part, Figure):
            part.drop()

"""One part of the report: a table for a terminal or another program, `--table NAME`, or a picture, `--figure NAME`.

NAME is what its file is called. `--table` takes a family, too: what its paper prints, beside what is measured, from the verdicts and
from the tables that the family's page names in PRINTED (table -> the columns that a terminal has room for).
"""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plots.data.load import ROOT
from plots.files.errors import InputError
from plots.files.text import printable
from plots.output import markdown
from plots.output.columns import columns
from plots.output.tables import Interval, Noted, Table, to_csv

if TYPE_CHECKING:
    from plots.__main__ import Loaded

CLAIMS = ("verdict", "what is said", "paper", "here, as printed", "here, tuned")
LIST = ROOT / "results" / "record" / "figures.tsv"
LEAST = 9  # characters of a column that gives way


def show(name: str, loaded: Loaded, form: str) -> None:
    """Prints it, in one of FORMS. InputError where the runs make no such table."""
    print(FORMS[form](list(_chosen(name, loaded))), end="")


def draw(name: str, loaded: Loaded, out: Path) -> None:
    """Writes the picture that a family's page has under this name. InputError where the runs make no such figure."""
    from plots.output import figures
    from plots.sections import report

    figures.require_place(out)
    names = []
    for judged in report.judge_all(loaded.runs, loaded.swept, loaded.profiled):
        for figure in report.figures(*judged):
            if figure.name == name:
                return figures.save(figure.canvas, out)
            figure.drop()
            names.append(figure.name)
    raise InputError(f"--figure {name}: the runs make no such figure; they make {', '.join(names) or 'none'}")


def listed() -> str:
    """A figure or table of a paper a line: its name, how long recording what it needs takes on a GPU, and what it shows."""
    rows = (line.split("\t") for line in LIST.read_text(encoding="utf-8").splitlines())
    return "".join(f"{name:<28} {minutes:>3} min  {title}\n" for name, minutes, _, title in rows)


def _chosen(name: str, loaded: Loaded) -> Iterator[Table]:
    from plots.sections import report
    from plots.verdicts import verdict_table

    judged = report.judge_all(loaded.runs, loaded.swept, loaded.profiled)
    for module, data, verdicts in judged:
        if data.name == name:
            if not verdict_table.of_papers(verdicts):
                raise InputError(
                    f"--table {name}: no paper prints numbers of it; of {', '.join(sorted(_printed_families()))} they do"
                )
            yield _narrow(verdict_table.table_of(verdicts, name, data.where), CLAIMS)
            shown = getattr(module, "PRINTED", {})
            for table in report.tables(module, data, verdicts):
                if table.name in shown:
                    yield _narrow(table, shown[table.name])
            return
    names = []
    for module, data, verdicts in judged:
        for table in (verdict_table.table_of(verdicts, data.name, data.where), *report.tables(module, data, verdicts)):
            names.append(table.name)
            if table.name == name:
                yield table
                return
    there = ", ".join(sorted({data.name for _, data, _ in judged}))
    raise InputError(
        f"--table {name}: the runs make no such table; of the families {there} they make {', '.join(names)}"
    )


def _printed_families() -> set[str]:
    from plots.verdicts import claims

    return {family for name in claims.papers() for family in claims.paper(name)["families"]}


def _narrow(table: Table, kept: tuple[str, ...]) -> Table:
    places = [table.columns.index(head) for head in kept]
    return replace(table, columns=list(kept), rows=[[row[i] for i in places] for row in table.rows], note="")


def _text(tables: list[Table]) -> str:
    width = shutil.get_terminal_size((10_000, 0)).columns if sys.stdout.isatty() else 10_000
    return "\n".join(f"{printable(table.title)}\n{_grid(table, width)}" for table in tables)


def _grid(table: Table, width: int) -> str:
    """Words give way to numbers: the widest column of words is broken until the lines fit."""
    shown = columns(table)
    widths = [max(map(len, [c.head, *c.cells])) for c in shown]
    while sum(widths) + 2 * (len(shown) - 1) > width:
        widest = max(range(len(shown)), key=lambda i: widths[i])
        if widths[widest] <= LEAST:
            break
        widths[widest] -= 1
    rows = [[c.head for c in shown], *zip(*(c.cells for c in shown))]
    text = ""
    for row in rows:
        cells = [textwrap.wrap(cell, room) or [""] for cell, room in zip(row, widths)]
        for line in range(max(map(len, cells))):
            parts = [cell[line] if line < len(cell) else "" for cell in cells]
            padded = (p.rjust(w) if c.is_number else p.ljust(w) for p, w, c in zip(parts, widths, shown))
            text += "  ".join(padded).rstrip() + "\n"
    return text


def _markdown(tables: list[Table]) -> str:
    return "\n".join(markdown.table(table) for table in tables)


def _csv(tables: list[Table]) -> str:
    return "\n".join(to_csv(table) for table in tables)


def _json(tables: list[Table]) -> str:
    """[{"name", "title", "columns", "rows"}]; an interval is [low, high]."""
    listed = [
        {
            "name": t.name,
            "title": t.title,
            "columns": t.columns,
            "rows": [[_plain(cell) for cell in row] for row in t.rows],
        }
        for t in tables
    ]
    return json.dumps(listed, indent=1) + "\n"


def _plain(cell: Any) -> Any:
    return [cell.low, cell.high] if isinstance(cell, Interval) else cell.value if isinstance(cell, Noted) else cell


FORMS: dict[str, Callable[[list[Table]], str]] = {"text": _text, "markdown": _markdown, "csv": _csv, "json": _json}

"""Tables: one form, written as Markdown, HTML and CSV."""

from __future__ import annotations

import csv
import html
import io
import math
from dataclasses import dataclass, replace
from typing import Any

from plots.text import markdown, printable

MOST_ROWS_OPEN = 14
MARKS = {  # a verdict -> its class in report.css
    "holds": "holds",
    "direction only": "direction",
    "reversed": "reversed",
    "undecided": "unknown",
    "not comparable": "unknown",
    "not measured": "unknown",
}


@dataclass(frozen=True)
class Interval:
    """A 95 % interval. One column to a reader, two (low, high) in CSV."""

    low: float
    high: float


class Share(float):
    """A part of 1, shown as a percentage; CSV has the number."""


def share(value: float | None) -> Share | None:
    return None if value is None else Share(value)


@dataclass(frozen=True)
class Table:
    """`name` is its file name; units stand in the column heads. Cells: number, str, Interval, or None for nothing.

    A page folds a long table away behind its title, unless `fold` says otherwise.
    """

    name: str
    title: str
    columns: list[str]
    rows: list[list[Any]]
    note: str = ""
    fold: bool | None = None

    @property
    def folded(self) -> bool:
        return len(self.rows) > MOST_ROWS_OPEN if self.fold is None else self.fold

    def filled(self) -> Table:
        """Without the columns that no row fills."""
        kept = [i for i in range(len(self.columns)) if any(row[i] not in (None, "") for row in self.rows)]
        rows = [[row[i] for i in kept] for row in self.rows]
        return replace(self, columns=[self.columns[i] for i in kept], rows=rows)


def of_cells(
    name: str, title: str, rows: list[list[tuple[str, Any]]], note: str = "", fold: bool | None = None
) -> Table:
    """Rows of (column, cell), the columns alike in all."""
    columns = [column for column, _ in rows[0]] if rows else []
    return Table(name, title, columns, [[value for _, value in row] for row in rows], note, fold)


def number(value: float) -> str:
    """Four significant digits, no more zeros than needed: 0.2167, 15.94, 1.234e-09, 12300."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if math.isinf(value):  # the end of an interval that has none
        return "no bound"
    if value == int(value) and abs(value) < 1e9:
        return str(int(value))
    if 1e-3 <= abs(value) < 1e5:
        digits = f"{value:.4g}"
        return digits if "e" not in digits else f"{float(digits):.0f}"
    return f"{value:.3e}".replace("e-0", "e-").replace("e+0", "e+")


def cell(value: Any) -> str:
    """A cell as a reader sees it."""
    if value is None:
        return ""
    if isinstance(value, Interval):
        return f"{number(value.low)} to {number(value.high)}"
    if isinstance(value, Share):
        text = f"{100 * value:.1f}" if abs(value) < 0.0995 else f"{100 * value:.0f}"
        return "0 %" if float(text) == 0 else f"{text} %"
    return number(value) if isinstance(value, (int, float)) else printable(str(value))


def in_html(text: str) -> str:
    return html.escape(printable(text))


def to_markdown(table: Table) -> str:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(markdown(c).replace("|", "\\|") for c in cells) + " |"

    parts = [f"**{markdown(table.title)}**", "", line(table.columns), line(["---"] * len(table.columns))]
    parts += [line([cell(v) for v in row]) for row in table.rows]
    if table.note:
        parts += ["", markdown(table.note)]
    return "\n".join(parts) + "\n"


def to_html(table: Table) -> str:
    head = "".join(f"<th>{in_html(c)}</th>" for c in table.columns)
    body = "\n".join("<tr>" + "".join(_td(v) for v in row) + "</tr>" for row in table.rows)
    note = f"<p class=note>{in_html(table.note)}</p>" if table.note else ""
    title = in_html(table.title)
    caption = "" if table.folded else f"<caption>{title}</caption>"
    text = (
        f"<div class=table><table>{caption}<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>{note}"
    )
    if table.folded:
        return f"<details><summary>{title} <span>({len(table.rows)} rows)</span></summary>{text}</details>\n"
    return f"{text}\n"


def _td(value: Any) -> str:
    text = html.escape(cell(value))
    if isinstance(value, (int, float, Interval)) or text.startswith(("&lt; ", "&gt; ")):
        return f"<td class=n>{text}</td>"
    mark = f" class={MARKS[text]}" if text in MARKS else ""
    return f"<td{mark}>{text}</td>"


def to_csv(table: Table) -> str:
    """Full precision; a column with an Interval becomes two, where a number is its own low and high."""
    wide = [any(isinstance(row[i], Interval) for row in table.rows) for i in range(len(table.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [printable(c) for c in table.columns]
    writer.writerow([name for c, w in zip(names, wide) for name in ([f"{c} low", f"{c} high"] if w else [c])])
    for row in table.rows:
        flat: list[Any] = []
        for value, w in zip(row, wide):
            if w:
                flat += [value.low, value.high] if isinstance(value, Interval) else [value, value]
            else:
                flat.append(value)
        writer.writerow(["" if v is None else printable(v) if isinstance(v, str) else v for v in flat])
    return out.getvalue()

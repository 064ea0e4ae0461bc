"""Tables: one form, written as Markdown, HTML and CSV."""

from __future__ import annotations

import csv
import html
import io
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Interval:
    """A 95 % interval. One column to a reader, two (low, high) in CSV."""

    low: float
    high: float


@dataclass(frozen=True)
class Table:
    """`name` is its file name; units stand in the column heads. Cells: number, str, Interval, or None for nothing."""

    name: str
    title: str
    columns: list[str]
    rows: list[list[Any]]
    note: str = ""
    family: str = field(default="", compare=False)


def number(value: float) -> str:
    """Four significant digits, no more zeros than needed: 0.2167, 15.94, 1.234e-09, 12300."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
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
    return number(value) if isinstance(value, (int, float)) else str(value)


def to_markdown(table: Table) -> str:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in cells) + " |"

    parts = [f"**{table.title}**", "", line(table.columns), line(["---"] * len(table.columns))]
    parts += [line([cell(v) for v in row]) for row in table.rows]
    if table.note:
        parts += ["", table.note]
    return "\n".join(parts) + "\n"


def to_html(table: Table) -> str:
    head = "".join(f"<th>{html.escape(c)}</th>" for c in table.columns)
    body = "\n".join("<tr>" + "".join(_td(v) for v in row) + "</tr>" for row in table.rows)
    note = f"<p class=note>{html.escape(table.note)}</p>" if table.note else ""
    return (
        f"<div class=table><table><caption>{html.escape(table.title)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>{note}\n"
    )


def _td(value: Any) -> str:
    text = html.escape(cell(value))
    if isinstance(value, (int, float, Interval)):
        return f"<td class=n>{text}</td>"
    mark = {
        "holds": " class=holds",
        "reversed": " class=reversed",
        "not measurable here": " class=unknown",
    }
    return f"<td{mark.get(text, '')}>{text}</td>"


def to_csv(table: Table) -> str:
    """Full precision; an Interval column becomes two."""
    wide = [
        any(isinstance(row[i], Interval) for row in table.rows) for i in range(len(table.columns))
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            name
            for c, w in zip(table.columns, wide)
            for name in ([f"{c} low", f"{c} high"] if w else [c])
        ]
    )
    for row in table.rows:
        flat: list[Any] = []
        for value, w in zip(row, wide):
            if w:
                flat += [value.low, value.high] if isinstance(value, Interval) else [None, None]
            else:
                flat.append(value)
        writer.writerow(["" if v is None else v for v in flat])
    return out.getvalue()
